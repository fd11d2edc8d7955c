"""What one seat hears of a resolution; what everyone saw is in the log, in everyone's view."""

from __future__ import annotations

from pbem.engine.api import Event
from pbem.engine.language.refusals import Refusal
from pbem.rulesets.parsec.figures import Counts
from pbem.rulesets.parsec.orders import AnyOrder
from pbem.rulesets.parsec.view import Ending


class TurnEnded(Event, frozen=True, kw_only=True):
    """A resolution is over; ``played`` players' turns are."""

    turn: int
    played: int


class GameEnded(Event, frozen=True, kw_only=True):
    """PA-14."""

    ending: Ending


class LineRefused(Event, frozen=True, kw_only=True):
    """One of the owner's orders broke a rule when it was reached; the next one took its place
    (PA-5)."""

    order: AnyOrder
    refusal: Refusal


class ShipsDrawn(Event, frozen=True, kw_only=True):
    """Ships that came to the owner's hand; with ``swapped`` for those that left (PA-9)."""

    ships: Counts
    swapped: Counts | None = None


AnyEvent = TurnEnded | GameEnded | LineRefused | ShipsDrawn
