"""Small boards of Parsec on the table of a test, and turns played on them.

Boards are drawn as in :mod:`tests.rulesets.parsec.table`, and ships are written with its letters.

Unless a test says otherwise, three dormant artifacts lie two rows below the board, so that the
game goes on (PA-14), and the pool holds settlers only, so that everybody's refill is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Player, Seat
from pbem.engine.language import Refusal
from pbem.engine.rng import Chance
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn
from pbem.rulesets.parsec.figures import Counts, Galaxy, Kind, Stances
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import (
    IDLE,
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Standing,
    Swap,
    following,
)
from pbem.rulesets.parsec.rules import ParsecRules
from pbem.rulesets.parsec.state import Person, State
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    ConflictFellAway,
    ConflictFought,
    Holdings,
    LeaderHomeless,
    View,
)
from tests.rulesets.parsec.table import LETTERS, galaxy
from tests.rulesets.parsec.table import hand as counts
from tests.rulesets.parsec.table import square as at

NAMES = ("Anna", "Bruno", "Carla", "Dora")
SECRET = bytes(range(32))
LETTER_OF: Mapping[Kind, str] = {kind: letter for letter, kind in LETTERS.items()}
SETTLERS = Counts(government=40)
SPARE = 3
PASS = Pass()
T = TypeVar("T")

rules = ParsecRules()


def players(count: int) -> tuple[Player, ...]:
    return tuple(Player(seat, NAMES[seat - 1]) for seat in range(1, count + 1))


def drawn(count: int = 2, secret: bytes = SECRET, **options: Any) -> State:
    """A game as it is really set up."""
    return rules.setup(Options(**options), players(count), Chance(secret, 0))


# Drawings -----------------------------------------------------------------------------


def board(drawing: str, spare: int = SPARE) -> Galaxy:
    """The galaxy of a drawing, with dormant artifacts below it."""
    rows = drawing.strip().splitlines()
    width = len(rows[0].split())
    lie = [".*" if number < spare else "." for number in range(-(-spare // width) * width)]
    below = [lie[start : start + width] for start in range(0, len(lie), width)]
    return galaxy("\n".join((*rows, *(" ".join(row) for row in (["."] * width, *below)))))


def parts(squares: Iterable[Square]) -> list[set[Square]]:
    """Squares that hang together orthogonally, found without the game's own help."""
    left, found = set(squares), []
    while left:
        part, front = set(), {left.pop()}
        while front:
            x, y = front.pop()
            part.add((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            front |= near
        found.append(part)
    return found


# Orders -------------------------------------------------------------------------------


def leader(letter: str, to: str) -> PlaceLeader:
    return PlaceLeader(kind=LETTERS[letter.lower()], to=at(to))


def recall(letter: str) -> Recall:
    return Recall(kind=LETTERS[letter.lower()])


def settle(letter: str, where: str, first: str = "") -> Settle:
    return Settle(kind=LETTERS[letter], at=at(where), first=tuple(LETTERS[k] for k in first))


def destroy(where: str) -> Destroy:
    return Destroy(at=at(where))


def swap(letters: str) -> Swap:
    return Swap(ships=tuple(LETTERS[letter] for letter in letters))


def harvest(where: str) -> Harvest:
    return Harvest(square=at(where))


def attack(ships: int | None, letter: str | None = None) -> Attack:
    """Without a number: WIN."""
    return Attack(kind=None if letter is None else LETTERS[letter], ships=ships)


def defend(ships: int | None, letter: str | None = None) -> Defend:
    """Without a number: TIE."""
    return Defend(kind=None if letter is None else LETTERS[letter], ships=ships)


# Games --------------------------------------------------------------------------------


def given(
    drawing: str,
    hands: Mapping[Seat, str] | None = None,
    *,
    seats: int = 2,
    mover: Seat = 1,
    pool: Counts = SETTLERS,
    weapons: int = 2,
    stances: Mapping[Seat, Sequence[Standing]] | None = None,
    spare: int = SPARE,
    **options: Any,
) -> Game:
    """A game on the board of a drawing; a hand that is not named is empty."""
    table = players(seats)
    people = tuple(
        Person(
            player.seat,
            weapons,
            Holdings(
                hand=counts((hands or {}).get(player.seat, "")),
                stances=following(Stances(), (stances or {}).get(player.seat, ())),
                course=((0,) * 5,),
            ),
        )
        for player in table
    )
    return Game(
        State(
            options=Options(**options),
            players=table,
            turn=0,
            played=0,
            mover=mover,
            galaxy=board(drawing, spare),
            people=people,
            pool=pool,
        )
    )


@dataclass(frozen=True)
class Game:
    """A truth, and others made from it; every method leaves this one as it is."""

    state: State

    @property
    def galaxy(self) -> Galaxy:
        return self.state.galaxy

    @property
    def space(self) -> Space:
        return Space(self.state.galaxy)

    def person(self, seat: Seat) -> Person:
        return self.state.people[seat - 1]

    def holdings(self, seat: Seat) -> Holdings:
        return self.person(seat).holdings

    def hand(self, seat: Seat) -> Counts:
        return self.holdings(seat).hand

    def resources(self, seat: Seat) -> Counts:
        return self.holdings(seat).resources

    def artifacts(self, seat: Seat) -> int:
        return self.holdings(seat).artifacts

    def view(self, seat: Seat | None) -> View:
        return rules.view(self.state, seat)

    @property
    def asks(self) -> tuple[Ask, ...]:
        return rules.asks(self.state)

    @property
    def awaited(self) -> dict[Seat, str]:
        """Whom the game waits for, and what each is asked."""
        return {ask.seat: ask.kind for ask in self.asks if ask.required}

    def where(self, name: str) -> str | None:
        """On which square a leader such as ``M2`` stands."""
        found = self.space.leader(int(name[1]), LETTERS[name[0].lower()])
        return None if found is None else square_name(found.square)

    def holding(self, seat: Seat, **changes: Any) -> Game:
        """What a player holds is other than it was."""
        person = self.person(seat)
        made = msgspec.structs.replace(person.holdings, **changes)
        return self._with_person(msgspec.structs.replace(person, holdings=made))

    def with_weapons(self, seat: Seat, weapons: int) -> Game:
        return self._with_person(msgspec.structs.replace(self.person(seat), weapons=weapons))

    def changed(self, **changes: Any) -> Game:
        """Another truth: fields of State."""
        return Game(msgspec.structs.replace(self.state, **changes))

    def play(
        self,
        answers: Mapping[Seat, Orders | Iterable[AnyOrder]] | None = None,
        chance: Chance | None = None,
    ) -> Played:
        """One resolution. Whoever is waited for and silent sends an empty mail."""
        full = dict.fromkeys(self.awaited, IDLE)
        for seat, orders in (answers or {}).items():
            full[seat] = orders if isinstance(orders, Orders) else Orders(tuple(orders))
        drawing = chance or Chance(SECRET, self.state.turn + 1)
        after, events = rules.resolve(self.state, full, drawing)
        return Played(after, self.state, events)

    def turns(self, count: int) -> Played:
        """So many resolutions in which everybody is silent."""
        game: Game = self
        for _turn in range(count):
            game = game.play()
        assert isinstance(game, Played)
        return game

    def _with_person(self, person: Person) -> Game:
        people = list(self.state.people)
        people[person.seat - 1] = person
        return self.changed(people=tuple(people))


@dataclass(frozen=True)
class Played(Game):
    """A game after a resolution, and what happened in it."""

    before: State
    events: tuple[Event, ...]

    @property
    def entries(self) -> list[AnyEntry]:
        """What this resolution added to the log."""
        told = {chapter.number: len(chapter.entries) for chapter in self.before.log}
        return [
            entry
            for chapter in self.state.log
            for entry in chapter.entries[told.get(chapter.number, 0) :]
        ]

    def noted(self, kind: type[T]) -> list[T]:
        return [entry for entry in self.entries if isinstance(entry, kind)]

    @property
    def story(self) -> list[str]:
        """What came of conflicts, in order: who fought with how many (visible strength and
        ships; the attacker first), and who gained what."""
        return list(_story(self.entries))

    @property
    def harvested(self) -> list[tuple[Seat, str]]:
        return [(one.seat, square_name(one.square)) for one in self.noted(ArtifactHarvested)]

    def heard(self, seat: Seat | None, kind: type[Event] = Event) -> list[Any]:
        return [event for event in news_for(seat, self.events) if isinstance(event, kind)]

    def refusals(self, seat: Seat) -> list[Refusal]:
        return [event.refusal for event in self.heard(seat, LineRefused)]

    def whys(self, seat: Seat) -> list[str]:
        return [refusal.message for refusal in self.refusals(seat)]

    def drawn(self, seat: Seat) -> list[int]:
        """How many ships came to a hand, draw by draw."""
        return [event.ships.total for event in self.heard(seat, ShipsDrawn)]


def _story(entries: Iterable[AnyEntry]) -> Iterator[str]:
    for entry in entries:
        match entry:
            case ConflictFought(kind=kind, attacker=a, defender=d, winner=winner, gain=gain):
                forces = f"{a.seat} {a.strength}+{a.ships}, {d.seat} {d.strength}+{d.ships}"
                gained = f"{gain}{LETTER_OF[entry.resource]}"
                yield f"{_capital(kind)}: {forces}: {winner} gains {gained}"
            case ConflictFellAway(kind=kind):
                yield f"{_capital(kind)} falls away"
            case LeaderHomeless(seat=seat, kind=kind):
                yield f"{_capital(kind)}{seat} homeless"


def _capital(kind: Kind) -> str:
    return LETTER_OF[kind].upper()
