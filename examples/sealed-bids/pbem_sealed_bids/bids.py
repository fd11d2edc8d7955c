"""What both sides of the game know: its settings, a bid, a seat's view, and what is heard."""

from typing import Annotated

import msgspec

from pbem.engine.api import Event, Player, Seat


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SB-1: lots, one a turn, and the coins that everybody begins with."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=100)] = 6
    purse: Annotated[int, msgspec.Meta(ge=1, le=100)] = 30


class Bid(msgspec.Struct, frozen=True):
    """Coins for the lot that is up; 0 is no bid."""

    coins: int = 0


class View(msgspec.Struct, frozen=True):
    """What a seat may know (SB-3). ``lot`` is 0 when all are sold; ``history`` is of all turns."""

    seat: Seat | None
    turns: int
    players: tuple[Player, ...]
    lot: int
    history: tuple[dict[Seat, int], ...]
    purse: int


class Sold(Event, frozen=True, kw_only=True):
    """SB-2: who took the lot; None where nobody bid."""

    lot: int
    winner: Seat | None


class Paid(Event, frozen=True, kw_only=True):
    """SB-3: what the buyer paid, told to the buyer."""

    coins: int
