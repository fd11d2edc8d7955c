"""What a faction holds: fleets, facilities, technologies, stocks and tokens.

Plain frozen data with the little arithmetic that belongs to it, used by the truth and by
views alike. Resources are whole units: R lies in a sector, C, S and X with the faction.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, Self

import msgspec

Sector = int
"""A sector's number, 1 to 36 (AM-1)."""

Ship = Literal["light", "medium", "heavy"]
Facility = Literal["refinery", "hub", "technosphere", "school"]
Technology = Literal["administration", "engineering", "conquest", "defence", "attack", "frame"]

SHIPS: tuple[Ship, ...] = ("light", "medium", "heavy")
"""From the lightest to the heaviest."""

FACILITIES: tuple[Facility, ...] = ("refinery", "hub", "technosphere", "school")

TECHNOLOGIES: tuple[Technology, ...] = (
    "administration",
    "engineering",
    "conquest",
    "defence",
    "attack",
    "frame",
)


class Resource(StrEnum):
    """The source's letters: ressources, credits, science, experience (3.3)."""

    R = "R"
    C = "C"
    S = "S"
    X = "X"


class _Figures(msgspec.Struct, frozen=True):
    """Whole numbers by name, added and compared field by field."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(self._values(), other._values(), strict=True)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*(a - b for a, b in zip(self._values(), other._values(), strict=True)))

    def __bool__(self) -> bool:
        return any(self._values())

    def of(self, name: str) -> int:
        """The figure of that name."""
        value: int = getattr(self, name)
        return value

    def having(self, name: str, value: int) -> Self:
        """The same with another value under one name."""
        return msgspec.structs.replace(self, **{name: value})

    @classmethod
    def just(cls, name: str, value: int) -> Self:
        """One figure only, the others nothing."""
        return cls(**{name: value})

    def _values(self) -> tuple[int, ...]:
        return msgspec.structs.astuple(self)


class Fleets(_Figures, frozen=True):
    """Numbers of fleets by type of ship."""

    light: int = 0
    medium: int = 0
    heavy: int = 0

    @property
    def total(self) -> int:
        return self.light + self.medium + self.heavy

    def holds(self, other: Fleets) -> bool:
        """Whether `other` could be taken from these."""
        return all(a >= b for a, b in zip(self._values(), other._values(), strict=True))


class Facilities(_Figures, frozen=True):
    """Levels of the four facilities of a sector (3.3, table 2)."""

    refinery: int = 0
    hub: int = 0
    technosphere: int = 0
    school: int = 0


class Technologies(_Figures, frozen=True):
    """Levels of the six technologies of a faction (3.4, table 3)."""

    administration: int = 0
    engineering: int = 0
    conquest: int = 0
    defence: int = 0
    attack: int = 0
    frame: int = 0


class Purse(_Figures, frozen=True):
    """A faction's global stocks: C, S and X."""

    credits: int = 0
    science: int = 0
    experience: int = 0


class Tokens(_Figures, frozen=True):
    """Free things not yet used (AM-13); ``either`` is a colonisation or a conquest."""

    technology: int = 0
    colonisation: int = 0
    conquest: int = 0
    either: int = 0


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is given at once to a sector and its owner."""

    facilities: Facilities = Facilities()
    technologies: Technologies = Technologies()
    purse: Purse = Purse()
    tokens: Tokens = Tokens()
    fleets: Fleets = Fleets()


class Cost(_Figures, frozen=True):
    """What something costs, or brings, in each resource; ``R`` is that of one sector."""

    R: int = 0
    C: int = 0
    S: int = 0
    X: int = 0

    @property
    def purse(self) -> Purse:
        """The part that the faction pays, whatever the sector."""
        return Purse(self.C, self.S, self.X)


class Inside(msgspec.Struct, frozen=True):
    """What only its owner sees of a sector (AM-27).

    ``resources`` are its R; ``autobuild`` is the type last named for it (AM-9), None where
    the heaviest unlocked is built.
    """

    facilities: Facilities = Facilities()
    fleets: Fleets = Fleets()
    resources: int = 0
    autobuild: Ship | None = None


class Means(msgspec.Struct, frozen=True):
    """What only a faction itself knows of its means (AM-27)."""

    technologies: Technologies = Technologies()
    purse: Purse = Purse()
    tokens: Tokens = Tokens()
