"""Whom a player can write to, by the words that people use: names, seats, colours and factions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pbem.engine.i18n import _
from pbem.mailer.outbound.phrases import listing
from pbem.service.names import SEAT, TO_ALL, TO_MASTER, are_alike, means, plain_name
from pbem.service.play.table import Table
from pbem.store.records import SeatRow
from pbem.store.talk import PressKind

_BETWEEN = re.compile(r"\s*[,;&+]\s*(?:(?:and|und|et)\s+)?|\s+(?:and|und|et)\s+", re.IGNORECASE)
_PASSING = "fate"
"""The trait that is no name: who is still in the game."""
_SHORTEST_BEGINNING = 2
_NEAR = 0.75
"""How like a name a word is that may be meant for it."""
_MOST_GUESSES = 100
"""So many unknown words of a mail are held against the names."""


@dataclass(frozen=True)
class Named:
    """Whom words name. ``problem`` is a sentence where that is not clear, with who there is where
    it helps, and ``remarks`` say what was made of words that are no whole name. ``is_meant``:
    they are about people of the game."""

    kind: PressKind = PressKind.PRIVATE
    seats: tuple[int, ...] = ()
    problem: str = ""
    remarks: tuple[str, ...] = ()
    is_meant: bool = True


@dataclass(frozen=True)
class Directory:
    """The people of a game as the player in seat ``own`` may name them. ``language`` is the
    reader's of what it says; ``table`` is the open turn, None where there is none."""

    seats: Sequence[SeatRow]
    own: int
    language: str = "en"
    table: Table | None = None
    _heard: dict[str, Named] = field(default_factory=dict, compare=False)

    @cached_property
    def labels(self) -> Mapping[int, tuple[str, ...]]:
        """What seats are called by the game itself, as a spectator sees it: colours, factions."""
        if self.table is None or self.table.ruleset.traits is None:
            return {}
        found = self.table.ruleset.traits(self.table.view(None))
        return {
            seat: tuple(value for trait, value in traits.items() if trait != _PASSING)
            for seat, traits in found.items()
        }

    def knows(self, names: str) -> bool:
        """Whether all that is named are people of the game, or near their names."""
        return self.read(names).is_meant

    def read(self, names: str) -> Named:
        """Whom a text names."""
        if names not in self._heard:
            self._heard[names] = self._read(names)
        return self._heard[names]

    def _read(self, names: str) -> Named:
        whole = self._one(names)
        if whole.is_meant:
            return whole
        parts = [part for part in _BETWEEN.split(names) if part.strip()]
        found = [self._one(part) for part in parts]
        if len(found) < 2:
            return whole
        meant = all(one.is_meant for one in found)
        problem = next((one.problem for one in found if one.problem), "")
        if not problem and any(one.kind is not PressKind.PRIVATE for one in found):
            problem = _(
                "A letter to all, or to the game master, goes to nobody else: name them alone."
            )
        seats = tuple(dict.fromkeys(seat for one in found for seat in one.seats))
        remarks = tuple(remark for one in found for remark in one.remarks)
        return Named(PressKind.PRIVATE, seats, problem, remarks, meant)

    def _one(self, name: str) -> Named:
        plain = plain_name(name)
        if means(plain, TO_ALL):
            others = tuple(seat.seat for seat in self.seats if seat.seat != self.own)
            return Named(PressKind.PUBLIC, others)
        if means(plain, TO_MASTER):
            return Named(PressKind.MASTER)
        exact = self._by_number(plain)
        exact = exact or [s for s in self.seats if are_alike(s.name, name.strip(" .'\"*_"))]
        exact = exact or [seat for seat in self.seats if plain in self._labels(seat)]
        if len(exact) == 1:
            return self._found(exact[0])
        begun = exact or self._begun(plain)
        if len(begun) == 1:
            remark = _("{name} was read as {other}.").format(name=name.strip(), other=begun[0].name)
            found = self._found(begun[0])
            return Named(found.kind, found.seats, found.problem, (remark,))
        if begun:
            said = _("{name} may be {others}: write more of the name, or the seat's number.")
            names = self._listed(begun)
            return Named(problem=said.format(name=name.strip(), others=names))
        return self._unknown(name.strip(), plain)

    def _found(self, seat: SeatRow) -> Named:
        if seat.seat == self.own:
            return Named(problem=_("{name} is yourself.").format(name=seat.name))
        return Named(seats=(seat.seat,))

    def _by_number(self, plain: str) -> list[SeatRow]:
        found = SEAT.fullmatch(plain)
        return [s for s in self.seats if found and s.seat == int(found[1])]

    def _begun(self, plain: str) -> list[SeatRow]:
        if len(plain) < _SHORTEST_BEGINNING:
            return []
        found = [s for s in self.seats if plain_name(s.name).startswith(plain)]
        others = [s for s in found if s.seat != self.own]
        return others or found

    def _labels(self, seat: SeatRow) -> tuple[str, ...]:
        return tuple(plain_name(label) for label in self.labels.get(seat.seat, ()))

    def _unknown(self, name: str, plain: str) -> Named:
        known = {plain_name(s.name): s.name for s in self.seats if s.seat != self.own}
        few = len(self._heard) < _MOST_GUESSES
        near = difflib.get_close_matches(plain, known, 1, _NEAR) if few else []
        if near:
            said = _("Nobody here is called {name}. Did you mean {other}? There are {all}.")
            other = known[near[0]]
        else:
            said, other = _("Nobody here is called {name}. There are {all}."), ""
        everybody = self._listed([s for s in self.seats if s.seat != self.own])
        return Named(
            problem=said.format(name=name, other=other, all=everybody), is_meant=bool(near)
        )

    def _listed(self, seats: Sequence[SeatRow]) -> str:
        return listing([self.called(seat) for seat in seats], self.language)

    def called(self, seat: SeatRow) -> str:
        """A seat's name, with what the game itself calls it: "Boris (seat 2, red)"."""
        labels = self.labels.get(seat.seat, ())
        place = _("seat {number}").format(number=seat.seat)
        return f"{seat.name} ({', '.join((place, *labels))})"

    def among(self, numbers: Sequence[int]) -> Iterator[SeatRow]:
        """The seats of these numbers."""
        return (seat for seat in self.seats if seat.seat in numbers)
