"""What players hear of a turn; the fights, in numbers, are in everyone's view."""

from __future__ import annotations

from typing import Literal

from pbem.engine.api import Event, Seat
from pbem.engine.language import Refusal
from pbem.rulesets.asylamba_mini.figures import Cost, Fleets, Grant, Sector
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import AnyOrder
from pbem.rulesets.asylamba_mini.view import Ending, Payment


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn was played."""

    turn: int


class GameEnded(Event, frozen=True, kw_only=True):
    """AM-25, AM-26."""

    ending: Ending


class OrderDone(Event, frozen=True, kw_only=True):
    """One of the owner's orders, and what it came to (AM-14)."""

    done: Done


class OrderRefused(Event, frozen=True, kw_only=True):
    """One of the owner's orders could not be carried out and was skipped (AM-14)."""

    order: AnyOrder
    refusal: Refusal


class MegastructureBuilt(Event, frozen=True, kw_only=True):
    """AM-12; the galaxy sees it."""

    name: str
    seat: Seat
    sector: Sector


class MegastructureLost(Event, frozen=True, kw_only=True):
    """The owner wanted it too, and another faction had it; so much R came back (AM-12)."""

    name: str
    winner: Seat
    returned: int


class FleetsJoined(Event, frozen=True, kw_only=True):
    """A mission of the owner's ended in its garrison.

    ``kind`` says for what it was sent: a reinforcement, a return, or an attack on what had
    become its own by then (AM-19).
    """

    mission: int
    kind: Literal["reinforce", "return", "colonise", "conquer"]
    sector: Sector
    fleets: Fleets


class MissionTurnedBack(Event, frozen=True, kw_only=True):
    """The owner's mission found that its purpose no longer fits and goes home (AM-19).

    ``home`` None: there is no way, it disbanded. ``refunded`` is what it had cost.
    """

    mission: int
    kind: Literal["reinforce", "return", "colonise", "conquer"]
    sector: Sector
    fleets: Fleets
    home: Sector | None
    arrives: int
    refunded: Payment


class BattleTypes(Event, frozen=True, kw_only=True):
    """The types of ship in the fight over `sector`, for both sides only (AM-27).

    ``order`` is the fight's place among those of the turn, from 0, in everyone's view;
    ``skirmishes`` tells how many squadrons were lost on either side together.
    """

    order: int
    sector: Sector
    skirmishes: int
    attackers: Fleets
    defenders: Fleets
    attackers_left: Fleets
    defenders_left: Fleets
    captured: Fleets


class Spoils(Event, frozen=True, kw_only=True):
    """What winning a fight brought its audience (AM-21, AM-22)."""

    order: int
    sector: Sector
    experience: int
    reward: Grant | None


class BonusFound(Event, frozen=True, kw_only=True):
    """The bonus of a sector that `seat` captured (AM-3).

    ``granted`` tells whether this was the first capture, with which single-use bonuses go.
    """

    seat: Seat
    sector: Sector
    bonus: str
    granted: bool


class Produced(Event, frozen=True, kw_only=True):
    """What the owner's facilities gave, R and the fleets built by sector (AM-6, AM-9)."""

    income: Cost
    built: tuple[tuple[Sector, Fleets], ...]


class FleetsLost(Event, frozen=True, kw_only=True):
    """Fleets ordered in a capital that fell that turn (AM-10)."""

    sector: Sector
    fleets: Fleets


class Flow(Event, frozen=True, kw_only=True):
    """The owner's stocks through the turn: R of the capital, and C, S and X.

    ``before`` - ``spent`` + ``gained`` + ``produced`` = ``after``. Spent is what its orders
    cost, gained all that is neither: exchanges, refunds, rewards and bonuses.
    """

    before: Cost
    spent: Cost
    gained: Cost
    produced: Cost
    after: Cost


class Eliminated(Event, frozen=True, kw_only=True):
    """A faction lost its capital (AM-24), to `by`."""

    seat: Seat
    by: Seat


AnyEvent = (
    TurnEnded
    | GameEnded
    | OrderDone
    | OrderRefused
    | MegastructureBuilt
    | MegastructureLost
    | FleetsJoined
    | MissionTurnedBack
    | BattleTypes
    | Spoils
    | BonusFound
    | Produced
    | FleetsLost
    | Flow
    | Eliminated
)
