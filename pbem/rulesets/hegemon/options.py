"""The settings of a game (HG-1)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

import msgspec

from pbem.engine.api import OptionsError

HIDDEN_FROM = 8
"""The first turn that may be the last where the ending is hidden (HG-1)."""

HIDDEN_CHANCE = (1, 6)
"""The chance that such a turn is the last (HG-1)."""

_NAME = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
_RESERVED = frozenset({"pass", "none", "nothing", "clear"})
_LONGEST_NAME = 24


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """HG-1. Raises :class:`OptionsError`, naming the key and the remedy.

    ``bonus_coop`` and ``malus_attack`` are shares of what a player put in, so
    0.5 is half of it. With a hidden ending ``turns`` has no effect.
    """

    items: tuple[str, ...] = ("Economy", "Environment", "Defense")
    turns: int = 10
    points_per_turn: int = 100
    bonus_coop: Decimal = Decimal("0.5")
    malus_attack: Decimal = Decimal("0.2")
    competition_counts: bool = True
    ending: Literal["fixed", "hidden"] = "fixed"
    attacks_signed: bool = True

    def __post_init__(self) -> None:
        _check_items(self.items)
        _check_between("turns", self.turns, 1, 200)
        _check_between("points_per_turn", self.points_per_turn, 1, 1_000_000)
        _check_share("bonus_coop", self.bonus_coop)
        _check_share("malus_attack", self.malus_attack)

    @property
    def last_turn(self) -> int | None:
        """The last turn where it is known beforehand, else None."""
        return self.turns if self.ending == "fixed" else None


def draws(options: Options) -> bool:
    """Only a hidden ending is left to chance (HG-1)."""
    return options.ending == "hidden"


def _check_items(items: tuple[str, ...]) -> None:
    if not 1 <= len(items) <= 12:
        raise OptionsError(f"options.items: give 1 to 12 policy items, not {len(items)}")
    for name in items:
        if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
            raise OptionsError(
                f"options.items: {name!r} cannot name an item; use words of letters, "
                f"with single blanks or hyphens between, {_LONGEST_NAME} characters at most"
            )
        if name.casefold() in _RESERVED:
            raise OptionsError(f"options.items: {name!r} is an order already; choose another name")
    if len({name.casefold() for name in items}) < len(items):
        raise OptionsError("options.items: two items have the same name; every name must differ")


def _check_between(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise OptionsError(f"options.{key}: must be from {low} to {high}, is {value}")


def _check_share(key: str, value: Decimal) -> None:
    if not (value.is_finite() and 0 <= value <= 10):
        raise OptionsError(f"options.{key}: must be from 0 to 10 (0.5 is half), is {value}")
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -6:
        raise OptionsError(f"options.{key}: give at most 6 decimals, not {value}")
