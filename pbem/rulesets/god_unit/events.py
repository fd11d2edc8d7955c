"""What a player hears of a turn; what everyone saw is in the log, in everyone's view."""

from __future__ import annotations

from pbem.engine.api import Event
from pbem.engine.language import Refusal
from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import Design
from pbem.rulesets.god_unit.orders import Act, Produce
from pbem.rulesets.god_unit.view import Ending


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn was played."""

    turn: int


class GameEnded(Event, frozen=True, kw_only=True):
    """GU-13, SZ-10."""

    ending: Ending


class WishSkipped(Event, frozen=True, kw_only=True):
    """A square of the owner's list could not be had (GU-7); ``taken``: a factory stood there."""

    square: Square
    taken: bool


class ChosenByLot(Event, frozen=True, kw_only=True):
    """One of the owner's factories stands where chance put it: its list was used up (GU-7)."""

    letter: str
    square: Square


class ProductSet(Event, frozen=True, kw_only=True):
    """A PRODUCE order of the owner's took effect (GU-9).

    ``due`` is the turn in which the product appears, ``lost`` the turns of work on another one
    that this cost.
    """

    order: Produce
    due: int | None
    lost: int


class ProductRefused(Event, frozen=True, kw_only=True):
    """A PRODUCE order of the owner's could not be carried out."""

    order: Produce
    refusal: Refusal


class Finished(Event, frozen=True, kw_only=True):
    """A factory of the owner's finished a unit; ``due``: the next one, where it repeats."""

    letter: str
    number: int
    design: Design
    due: int | None


class LineDone(Event, frozen=True, kw_only=True):
    """A line of the owner's was carried out, by its choice of that place (0 is the first, then
    come its alternatives as they are written); it is entry ``entry`` of the log."""

    order: Act
    choice: int
    entry: int


class LineLeft(Event, frozen=True, kw_only=True):
    """A line of the owner's could not be carried out in the whole turn; the refusal is that of
    its first choice, at the end."""

    order: Act
    refusal: Refusal


AnyEvent = (
    TurnEnded
    | GameEnded
    | WishSkipped
    | ChosenByLot
    | ProductSet
    | ProductRefused
    | Finished
    | LineDone
    | LineLeft
)
