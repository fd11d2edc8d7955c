"""Whether a line that is no order comes near one: one judgement for every game.

A ruleset tells the parts of a line by its own words (:class:`Part`). What decides is how much of
the line is the game's and how much is not, so that no list of pleasantries is needed: "SND 4
light FROM 19 TO 20" is nearly all of the game, "see you on the 12th" is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby

from pbem.engine.api import Fit

_LONGEST_LINE = 300
_TOLD = ("“", "„", "«", '"')
"""What begins with such a mark is told of, not given."""


class Part(StrEnum):
    """What a piece of a line is to the game."""

    WORD = "word"
    """A verb, an item, a unit or the like, or a line's first word that is near enough to one."""
    FIGURE = "figure"
    """A number or a place."""
    SIGN = "sign"
    """What only an order puts on a figure, as Hegemon's percent sign."""
    JOINT = "joint"
    """What joins these, a sign, or a word that tells nothing."""
    STRANGE = "strange"


def near(text: str, parts: Iterable[Part]) -> Fit:
    """NEARLY or NO, for a line that is no order; `parts` are those of `text`, in order.

    A figure must be there, and a word of the game with it, or a sign where a line begins with what
    may be meant for one; of the rest at most a third
    may be strange, and less where the line begins so.
    """
    if len(text) > _LONGEST_LINE or "?" in text or text.startswith(_TOLD):
        return Fit.NO
    found = list(_joined(parts))
    words, figures, signs, strange = (
        found.count(part) for part in (Part.WORD, Part.FIGURE, Part.SIGN, Part.STRANGE)
    )
    begins_strange = next((one for one in found if one is not Part.JOINT), None) is Part.STRANGE
    if not figures or not (words or (signs and begins_strange)):
        return Fit.NO
    against = 2 * strange + (2 if begins_strange and not signs else 0)
    return Fit.NEARLY if against <= words + figures + signs else Fit.NO


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts, with figures side by side made one: telephone numbers, hours, lists."""
    for part, run in groupby(parts):
        if part is Part.FIGURE:
            yield part
        else:
            yield from run
