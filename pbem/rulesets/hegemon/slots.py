"""What a line of Hegemon leaves open: shares of points, and circles of players (HG-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.api import Seat
from pbem.engine.language import Percent, Range, Taken, Term
from pbem.engine.language.slots import Wrong, passed_over


@dataclass(frozen=True)
class Named:
    """A player where a range should stand."""

    seat: Seat

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True)
class Either:
    """A share in competition, by a word that is the name of an item as well."""

    share: Any
    item: str


REST = "rest"
"""The share that the other one leaves."""


class Circle(Range):
    """A range of points; a player's name in its place is understood, to be refused."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        name = terms[at].key("name")
        return Taken(Named(Seat(int(name))), at + 1) if name else super().take(terms, at)


class Share(Percent):
    """A part of what an item is given; what the other part leaves is the rest."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        if terms[at].means("particle", REST):
            return Taken(REST, at + 1)
        return super().take(terms, at)

    def write(self, value: Any) -> str:
        return REST if value == REST else super().write(value)


class Allocation(Percent):
    """What an item is given; the rest of the turn's points is understood, to be refused: what the
    other lines leave shows only in the whole move."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        if not terms[at].means("particle", REST):
            return super().take(terms, at)
        behind = passed_over(terms, at + 1, "to", "for", "points")
        shared = behind < len(terms) and terms[behind].means("particle", "coop", "comp")
        followed = behind + 1 < len(terms) and bool(terms[behind + 1].digits)
        return Taken(REST, at + 1) if followed or not shared else None

    def write(self, value: Any) -> str:
        return REST if value == REST else super().write(value)


class Competition(Share):
    """A share beside a word for competition that may name an item: "Economy 60%, Defense 40%"."""

    def take(self, terms: Sequence[Term], at: int) -> Taken | None:
        found = super().take(terms, at)
        if found is None or isinstance(found.value, Wrong):
            return found
        before = [one for one in terms[:at] if one.text[0].isalnum()][-1:]
        behind = passed_over(terms, found.end, "to", "for")
        leads = before if any(one.means("particle", "comp") for one in before) else terms[behind:]
        item = next((one.key("item") for one in leads[:1]), "")
        return found._replace(value=Either(found.value, item)) if item else found

    def write(self, value: Any) -> str:
        return super().write(value.share if isinstance(value, Either) else value)
