"""What people wish for their mail, as words that rows hold."""

from __future__ import annotations

from enum import StrEnum


class NoticeWish(StrEnum):
    """How a person wants to hear of what asks nothing of them, such as a deadline that was put
    off: of each at once, or once a day at the most."""

    EACH = "each"
    DIGEST = "digest"


class Omission(StrEnum):
    """What somebody's mail is to do without."""

    HTML = "html"
    """Plain text alone, without pictures."""
    PICTURES = "pictures"
    ATTACHMENTS = "attachments"
    CALENDAR = "calendar"
    """The deadline as an entry for a calendar; the welcome has it for everyone."""
    SVG = "svg"
    """Pictures that tell more where one points at them."""
    CONSOLE = "console"
    """The page in which orders are composed, with the report in it."""
    HINTS = "hints"
    """How to read what stands there, for who is new to the rules."""


USUAL = (Omission.CALENDAR, Omission.CONSOLE, Omission.SVG)
"""What mail does without for whoever has not said otherwise: it comes for those who ask."""
