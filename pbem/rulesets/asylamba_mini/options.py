"""The settings of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.api import OptionsError
from pbem.engine.orders import nearest
from pbem.engine.tables import read

ANY = "any"
"""A seat whose faction is drawn."""


class _Named(msgspec.Struct, frozen=True):
    name: str


_TABLE = read("pbem.rulesets.asylamba_mini", "factions.toml", dict[str, list[_Named]])
_FACTIONS = [faction.name for faction in _TABLE["faction"]]
"""Their names; what they are good at is in the figures."""
_MOST_FLEETS = 1000


class Garrisons(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another table of rebel garrisons (AM-4): lowest and highest number by zone, and what a
    military bonus adds. What is not named keeps its figures."""

    peripheral: tuple[int, int] | None = None
    bridge: tuple[int, int] | None = None
    ring: tuple[int, int] | None = None
    central: tuple[int, int] | None = None
    military: int | None = None

    @property
    def named(self) -> dict[str, Any]:
        """What is changed, by its name."""
        every = msgspec.structs.asdict(self).items()
        return {name: value for name, value in every if value is not None}


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game is set up. Raises :class:`OptionsError`, naming the key and the remedy.

    ``factions`` are those of the seats, in order, "any" for one that is drawn; seats
    beyond the list have theirs drawn too (AM-2). ``balance``: with "even" the weaker factions
    start with more than the others, with "source" all with the same (AM-2).
    ``garrisons`` changes the table of AM-4. ``max_turns`` None plays until someone wins (AM-26).
    """

    factions: tuple[str, ...] = ()
    balance: Literal["source", "even"] = "even"
    bonus_secrecy: Literal["owner", "public"] = "owner"
    faction_bonuses: Literal["3.5", "3.6"] = "3.5"
    open_book: bool = False
    max_turns: int | None = None
    garrisons: Garrisons = Garrisons()

    def __post_init__(self) -> None:
        _check_factions(self.factions)
        _check_garrisons(self.garrisons.named)
        if self.max_turns is not None and not 1 <= self.max_turns <= 1000:
            raise OptionsError(
                f"options.max_turns: must be from 1 to 1000, is {self.max_turns}; "
                "leave it out to play until someone wins"
            )


def _check_factions(names: tuple[str, ...]) -> None:
    chosen = [name for name in names if name != ANY]
    for name in chosen:
        if name not in _FACTIONS:
            guess = nearest(name, _FACTIONS)
            hint = f"; did you mean {guess!r}?" if guess else ""
            raise OptionsError(
                f"options.factions: there is no faction {name!r}{hint} "
                f"There are: {', '.join(_FACTIONS)}, and {ANY!r} for one that is drawn"
            )
        if chosen.count(name) > 1:
            raise OptionsError(
                f"options.factions: {name!r} stands there twice; all factions differ"
            )


def _check_garrisons(named: Mapping[str, Any]) -> None:
    zones = dict(named)
    military = zones.pop("military", 0)
    for zone, (low, high) in zones.items():
        if not 0 <= low <= high <= _MOST_FLEETS:
            raise OptionsError(
                f"options.garrisons.{zone}: give the lowest and the highest number of fleets, "
                f"from 0 to {_MOST_FLEETS}, as in [6, 12]; found [{low}, {high}]"
            )
    if not 0 <= military <= _MOST_FLEETS:
        raise OptionsError(
            f"options.garrisons.military: must be from 0 to {_MOST_FLEETS}, is {military}"
        )
