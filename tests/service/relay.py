"""A small sequential game: one seat moves, the others may leave standing orders, some react.

Seats move in turn (only those of ``movers``). Every turn whispers something to each seat and
tells all what was moved. In turns named by ``alarms`` the seat after the mover owes a quick
reaction instead; in those named by ``mixed`` the mover owes a move besides. The last seat, if it
is none of the movers, has no part any more from turn ``fall`` on. In turns named by ``again`` the
mover has what is left of the deadline before; of those named by ``calls`` the last seat is told at
once.

``duel`` is the same game, in which whoever resigns loses, and whose desk says so of all else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.api import Ask, Event, Fit, Line, Outcome, Pace, Parsed, Player, Ruleset, Seat
from pbem.engine.codec import StructCodec
from pbem.engine.menu import Choice, Item, Menu
from pbem.engine.orders import OrderError
from pbem.engine.report import Paragraph, Report, Section, TextBlock
from pbem.engine.rng import Chance
from tests.engine.testing.toy import judge

CURSED = 666
"""An amount over which the desk falls, as only a defect would make it."""
WORDS = {"move": "move", "guard": "guard", "reaction": "react"}


class Options(msgspec.Struct, frozen=True):
    turns: int = 100
    movers: tuple[int, ...] = ()
    alarms: tuple[int, ...] = ()
    mixed: tuple[int, ...] = ()
    fall: int = 0
    again: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True):
    """``turn`` is the open one; ``guards`` holds what each seat last said."""

    options: Options
    names: tuple[str, ...]
    turn: int
    guards: dict[Seat, int]


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    turn: int
    guard: int


class Play(msgspec.Struct, frozen=True):
    amount: int


class Moved(Event, frozen=True, kw_only=True):
    turn: int
    seat: Seat
    amount: int


class Whispered(Event, frozen=True, kw_only=True):
    turn: int


class Called(Event, frozen=True, kw_only=True):
    at_once = True

    turn: int


RESIGNS = Play(-1)


class Rules:
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        names = tuple(player.name for player in players)
        return State(options, names, 1, {player.seat: 0 for player in players})

    def asks(self, state: State) -> tuple[Ask, ...]:
        if self.outcome(state):
            return ()
        fallen = 0 < state.options.fall <= state.turn
        seats = tuple(state.guards)[:-1] if fallen else tuple(state.guards)
        return tuple(self._ask(state, seat) for seat in seats)

    def _ask(self, state: State, seat: Seat) -> Ask:
        movers = state.options.movers or tuple(state.guards)
        place = (state.turn - 1) % len(movers)
        mixed = state.turn in state.options.mixed
        alarm = mixed or state.turn in state.options.alarms
        if alarm and seat == movers[(place + 1) % len(movers)]:
            return Ask(seat, "reaction", Pace.REACTION)
        if seat == movers[place] and (mixed or not alarm):
            again = state.turn in state.options.again
            return Ask(seat, "move", Pace.REST if again else Pace.TURN)
        return Ask(seat, "guard", required=False, lasting=True)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.turn, state.guards[seat] if seat else 0)

    def resolve(
        self, state: State, answers: Mapping[Seat, Play], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        said = {seat: play.amount for seat, play in answers.items()}
        told = [Moved(turn=state.turn, seat=seat, amount=said[seat]) for seat in said]
        whispers = [Whispered(audience=(seat,), turn=state.turn) for seat in state.guards]
        after = msgspec.structs.replace(state, turn=state.turn + 1, guards=state.guards | said)
        called = (max(state.guards),) if state.turn in state.options.calls else ()
        calls = [Called(audience=(seat,), turn=state.turn) for seat in called]
        return after, (*told, *whispers, *calls)

    def outcome(self, state: State) -> Outcome | None:
        scores = {seat: float(guard) for seat, guard in state.guards.items()}
        left = tuple(seat for seat, guard in state.guards.items() if guard != RESIGNS.amount)
        if len(left) < len(scores):
            return Outcome(left, scores, "somebody has resigned")
        if state.turn <= state.options.turns:
            return None
        return Outcome((1,), scores, "the relay is run")

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        return state


class Desk:
    def fit(self, line: str, view: View | None = None) -> Fit:
        word = line.split(maxsplit=1)[:1]
        return Fit.ORDER if word and word[0].casefold() in WORDS.values() else Fit.NO

    def continues(self, before: str, rest: str, view: View | None = None) -> bool:
        return False

    def menu(self, view: View, ask: Ask, held: Play | None = None) -> Menu:
        return (Item(words=WORDS[ask.kind].upper(), then=Choice(0, 9, 5)),)

    def menu_lines(self, view: View, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(lines)

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Play | None = None
    ) -> Parsed[Play]:
        def read(line: Line) -> tuple[Play, str]:
            said = re.fullmatch(rf"\s*{WORDS[ask.kind]}\s+(\d{{1,9}})\s*", line.text, re.IGNORECASE)
            if said is None:
                raise OrderError(f"{WORDS[ask.kind].upper()} with a number", 1, len(line.text))
            amount = int(said[1])
            if amount == CURSED:
                raise ArithmeticError("the desk has fallen over an amount")
            return Play(amount), ""

        good, verdicts = judge(lines, read)
        return Parsed(good[-1] if good else None, verdicts)

    def write(self, view: View, ask: Ask, orders: Play) -> tuple[str, ...]:
        return (f"{WORDS[ask.kind].upper()} {orders.amount}",)

    def default(self, view: View, ask: Ask) -> Play:
        return Play(0)

    def unanswered(self, view: View, ask: Ask) -> str:
        return ""

    def idle(self, view: View, ask: Ask) -> Play:
        return Play(0)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Play:
        return Play(chance.stream("play").below(10))

    def report(self, view: View, news: Sequence[Event]) -> Report:
        told = tuple(Paragraph(self._tell(event)) for event in news)
        here = Paragraph(f"(position {view.turn})")
        return Report(
            title=f"Relay {view.turn}",
            headline=f"(guard {view.guard})",
            sections=(Section("Relay", (here, *told)),),
        )

    def _tell(self, event: Event) -> str:
        match event:
            case Moved():
                return f"(moved {event.turn}: {event.seat} by {event.amount})"
            case Whispered():
                return f"(whispered {event.turn})"
            case Called():
                return f"(called {event.turn})"
        raise ValueError(f"no event of this game: {event!r}")

    def manual(self, view: View | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        return (Paragraph("MOVE 5, GUARD 5 or REACT 5"),)

    def reserved(self) -> frozenset[str]:
        return frozenset(WORDS.values())


class DuelDesk(Desk):
    def unanswered(self, view: View, ask: Ask) -> str:
        return "Without a move you lose on time."

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Play | None = None
    ) -> Parsed[Play]:
        return replace(super().parse(view, ask, lines, held), suffice=True)


class Runner:
    """Always says 1."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Play:
        return Play(1)


CODEC: StructCodec[State, Play, View] = StructCodec(
    state=State, orders=Play, view=View, events=Moved | Whispered | Called
)
RELAY = Ruleset(
    name="relay",
    title="Relay",
    version=1,
    summary="One after the other.",
    seats=range(2, 8),
    options=Options,
    rules=Rules(),
    desk=Desk(),
    codec=CODEC,
    bots={"runner": Runner()},
    house_bot="runner",
    public=("*",),
)
DUEL = replace(RELAY, name="duel", desk=DuelDesk(), resign=lambda _view, _ask: RESIGNS)
_ENTRIES = {
    name: EntryPoint(name, f"{__name__}:{name.upper()}", registry.GROUP)
    for name in ("relay", "duel")
}


@contextmanager
def installed() -> Iterator[None]:
    """Within this block the relay and the duel are among the installed games."""
    known = {entry: registry._entries()[entry] for entry in registry.names()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_entries", lambda: {**known, **_ENTRIES})
        yield
