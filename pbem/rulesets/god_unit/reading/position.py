"""What a player's lines are read against: the author's own position (GU-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pbem.engine.api import Seat
from pbem.rulesets.god_unit.pieces import Unit, factory_letter, unit_name
from pbem.rulesets.god_unit.reading.words import Kind, Names, Term, terms, words_of
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.outlook import Workshop, field_of, workshops
from pbem.rulesets.god_unit.view import View

_READ_FIRST = ("unit", "factory", "at", "to", "towards", "from", "with", "all", "nearest", "else")


@dataclass(frozen=True)
class Position:
    """A playing seat's view, and the board as the open turn's actions will find it."""

    view: View
    seat: Seat

    @cached_property
    def field(self) -> Field:
        return field_of(self.view)

    @cached_property
    def shops(self) -> Mapping[str, Workshop]:
        """Own factories by letter; none while they are still to be placed."""
        return {shop.site.letter: shop for shop in workshops(self.view)}

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of own factories, of those still to be placed too (GU-7)."""
        if self.view.is_placing:
            return tuple(map(factory_letter, range(self.view.options.factories)))
        return tuple(self.shops)

    @cached_property
    def units(self) -> Mapping[int, Unit]:
        """Own units by number, with those that come this turn."""
        units = sorted(self.field.units(self.seat), key=lambda unit: unit.number)
        return {unit.number: unit for unit in units}

    @cached_property
    def numbers(self) -> str:
        """The numbers of own units: "1, 12-17"; empty where there is none."""
        runs: list[list[int]] = []
        for number in self.units:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs)

    @cached_property
    def names(self) -> Names:
        return names_of(self.view)

    def unit(self, number: int) -> Unit | None:
        """The own unit of that number, if it is there."""
        return self.field.unit(unit_name(self.seat, number))


def names_of(view: View) -> Names:
    """Players' own names, but for those that cannot be told from the words of orders."""
    found = {words_of(player.name): player.seat for player in view.players}
    return {words: seat for words, seat in found.items() if words and _is_distinct(words)}


def _is_distinct(words: tuple[str, ...]) -> bool:
    first: Term = terms(words[0])[0]
    if first.is_figure or first.is_cell or first.of(Kind.VERB) or first.means(*_READ_FIRST):
        return False
    return any(word.isalpha() for word in words)
