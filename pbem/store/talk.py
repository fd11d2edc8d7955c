"""Press as frozen values: what players write to each other, and how they want to read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PressKind(StrEnum):
    """Whom players may write to: all, some, the game master; or without telling who they are."""

    PUBLIC = "public"
    PRIVATE = "private"
    MASTER = "master"
    ANONYMOUS = "anonymous"


SIGNED_PRESS = (PressKind.PUBLIC, PressKind.PRIVATE, PressKind.MASTER)
"""What a game allows that says nothing of it."""
MASTER_SEAT = 0
"""Who reads press to the game master, in the place of a seat."""
FROM_MASTER = "letter"
"""The kind of a mail with what a game master writes to a player."""


@dataclass(frozen=True)
class PressRow:
    """A piece of press. ``number`` is its author's own count, by which they may take it back before
    it is ``due`` to go out; nobody else is told it. ``seat`` is its author's, None where nobody
    needs to know any more; ``name`` what it is signed with. ``kind`` is never ANONYMOUS, which is
    told apart, and ``audience`` are the seats that it is for. ``mail`` is the number of the mail
    that brought it."""

    id: int
    game: str
    turn: int
    seat: int | None
    number: int
    kind: PressKind
    anonymous: bool
    name: str
    audience: tuple[int, ...]
    text: str
    written: datetime
    due: datetime
    mail: int | None
    taken_back: bool = False
    to_unsigned: bool = False
    """Whether it answers a piece that was not signed."""


@dataclass(frozen=True)
class PressWishRow:
    """How somebody wants to read press: at once or ``with_report``, and what is ``blocked``: that
    of seats, and of :data:`ANONYMOUS_SEAT`."""

    game: str
    seat: int
    with_report: bool = False
    blocked: tuple[int, ...] = ()


ANONYMOUS_SEAT = 0
"""Among the seats that somebody has blocked: whoever does not sign."""
