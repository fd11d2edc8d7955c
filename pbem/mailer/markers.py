"""The lines that frame the order template in a report, shared by who writes and who reads it.

The template is the last part of the text that we send. Between the two lines we
write comments only, so any uncommented order there is the player's own.
"""

from __future__ import annotations

import re

TEMPLATE_BEGIN = "--- orders: write below this line ---"
TEMPLATE_END = "--- end of orders ---"

SHOWN = "| "
"""What stands before every order line that we show back outside the template ("Held now")."""

_BEGIN = re.compile(r"[-\s#>|]*orders\s?:\s?write\s+below\s+this\s+line[-\s]*", re.IGNORECASE)
_END = re.compile(r"(?:[-\s#>|]*-\s*end\s+of\s+orders[-\s]*|end\s+of\s+orders\s*-[-\s]*)", re.I)


def begins_template(text: str) -> bool:
    """Whether a cleaned line (dashes of all kinds made ``-``) opens the template."""
    return len(text) < 120 and "below" in text.lower() and _BEGIN.fullmatch(text) is not None


def ends_template(text: str) -> bool:
    """Whether a cleaned line closes the template. The bare words do not: a player may say them."""
    return len(text) < 120 and "-" in text and _END.fullmatch(text) is not None


def is_marker(text: str) -> bool:
    """Whether a line opens or closes the template."""
    return begins_template(text) or ends_template(text)
