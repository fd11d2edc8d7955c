"""A small game that keeps every promise: sealed bids from hidden purses for a row of prizes.

Each round every seat bids in secret. The highest bid (ties: the lowest seat) wins
the round's prize and is paid; who won is public, what was bid is not, except that
the winner hears the second highest bid. Prizes to come lie in a hidden deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from pbem.engine.api import (
    Ask,
    Event,
    Fit,
    Line,
    Outcome,
    Parsed,
    Player,
    Ruleset,
    Seat,
    Verdict,
)
from pbem.engine.codec import StructCodec
from pbem.engine.menu import Choice, Item, Menu
from pbem.engine.orders import OrderError
from pbem.engine.report import Column, Paragraph, Picture, Report, Section, Table, TextBlock
from pbem.engine.rng import Chance
from pbem.engine.scene import Rect, Scene, Style, Text

T = TypeVar("T")


def judge(
    lines: Sequence[Line], read: Callable[[Line], tuple[T, str]]
) -> tuple[list[T], tuple[Verdict, ...]]:
    """The desk of a game without a language: what could be read of each line, and all verdicts.
    `read` gives an order and a note, or raises :class:`OrderError`."""
    good: list[T] = []
    verdicts: list[Verdict] = []
    for line in lines:
        try:
            order, note = read(line)
        except OrderError as error:
            verdicts.append(error.verdict(line))
        else:
            good.append(order)
            verdicts.append(Verdict(line=line.number, text=line.source, note=note))
    return good, tuple(verdicts)


class Options(msgspec.Struct, frozen=True):
    rounds: int = 5
    purse: int = 20


class State(msgspec.Struct, frozen=True):
    options: Options
    names: tuple[str, ...]
    round: int
    prize: int
    deck: tuple[int, ...]
    purses: dict[Seat, int]
    won: dict[Seat, int]


class View(msgspec.Struct, frozen=True):
    seat: Seat | None
    names: tuple[str, ...]
    round: int
    rounds: int
    prize: int
    purse: int
    won: dict[Seat, int]
    extra: tuple[int, ...] = ()


class Bid(msgspec.Struct, frozen=True):
    amount: int


class Sold(Event, frozen=True, kw_only=True):
    winner: Seat
    prize: int


class Paid(Event, frozen=True, kw_only=True):
    bid: int
    extra: int = 0


class RunnerUp(Event, frozen=True, kw_only=True):
    amount: int


class Rules:
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        stream = chance.stream("deck")
        deck = tuple(stream.between(1, 9) for _ in range(options.rounds))
        seats = [player.seat for player in players]
        return State(
            options=options,
            names=tuple(player.name for player in players),
            round=1,
            prize=deck[0],
            deck=deck[1:],
            purses=dict.fromkeys(seats, options.purse),
            won=dict.fromkeys(seats, 0),
        )

    def asks(self, state: State) -> tuple[Ask, ...]:
        return () if self.outcome(state) else tuple(Ask(seat) for seat in state.purses)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            names=state.names,
            round=state.round,
            rounds=state.options.rounds,
            prize=state.prize,
            purse=state.purses[seat] if seat else 0,
            won=state.won,
        )

    def resolve(
        self, state: State, answers: Mapping[Seat, Bid], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        bids = {s: min(state.purses[s], max(0, bid.amount)) for s, bid in answers.items()}
        ranked = sorted(bids, key=lambda seat: (-bids[seat], seat))
        winner, second = ranked[0], ranked[1]
        bonus = chance.stream("bonus").below(2)
        events = (
            Sold(winner=winner, prize=state.prize),
            *(Paid(audience=(seat,), bid=bids[seat]) for seat in bids),
            RunnerUp(audience=(winner,), amount=bids[second]),
        )
        after = msgspec.structs.replace(
            state,
            round=state.round + 1,
            prize=state.deck[0] if state.deck else 0,
            deck=state.deck[1:],
            purses=state.purses | {winner: state.purses[winner] - bids[winner]},
            won=state.won | {winner: state.won[winner] + state.prize + bonus},
        )
        return after, events

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= state.options.rounds:
            return None
        best = max(state.won.values())
        return Outcome(
            winners=tuple(seat for seat, won in state.won.items() if won == best),
            scores={seat: float(won) for seat, won in state.won.items()},
            reason="all prizes are sold",
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        stream = chance.stream("truth")
        return msgspec.structs.replace(
            state,
            deck=tuple(stream.between(1, 9) if stream.below(2) else p for p in state.deck),
            purses={
                s: purse if s == seat else stream.between(0, state.options.purse)
                for s, purse in state.purses.items()
            },
        )


_ORDER = re.compile(r"\s*(?:(?P<pass>pass)|bid\s+(?P<bid>\d{1,9}))\s*", re.IGNORECASE)


class Desk:
    def fit(self, line: str, view: View | None = None) -> Fit:
        word = line.split(maxsplit=1)[:1]
        return Fit.ORDER if word and word[0].casefold() in ("bid", "pass") else Fit.NO

    def continues(self, before: str, rest: str, view: View | None = None) -> bool:
        return False

    def menu(self, view: View, ask: Ask, held: Bid | None = None) -> Menu:
        bid = Item(words="BID", then=Choice(0, view.purse, view.purse // 2))
        return (bid, Item(words="PASS"))

    def menu_lines(self, view: View, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(lines)

    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        def read(line: Line) -> tuple[Bid, str]:
            said = _ORDER.fullmatch(line.text)
            if said is None:
                raise OrderError("BID with a whole number, or PASS", 1, len(line.text))
            if said["pass"]:
                return Bid(0), "you pass"
            amount = int(said["bid"])
            if amount > view.purse:
                message = f"bid a whole number up to {view.purse}"
                raise OrderError(message, said.start("bid") + 1, len(said["bid"]))
            return Bid(amount), f"you bid {amount}"

        good, verdicts = judge(lines, read)
        return Parsed(good[-1] if good else None, verdicts)

    def write(self, view: View, ask: Ask, orders: Bid) -> tuple[str, ...]:
        return (f"BID {orders.amount}" if orders.amount else "PASS",)

    def unanswered(self, view: View, ask: Ask) -> str:
        return ""

    def default(self, view: View, ask: Ask) -> Bid:
        return Bid(0)

    def idle(self, view: View, ask: Ask) -> Bid:
        return Bid(0)

    def sample(self, view: View, ask: Ask, chance: Chance) -> Bid:
        return Bid(chance.stream("bid").between(0, view.purse))

    def report(self, view: View, news: Sequence[Event]) -> Report:
        told = [Paragraph(self.tell(view, event)) for event in news]
        rows = tuple((view.names[seat - 1], str(won)) for seat, won in view.won.items())
        table = Table((Column("Player"), Column("Won", "right")), rows, "Standings")
        return Report(
            title=f"Auction, round {view.round}",
            headline=f"Prize {view.prize}, your purse {view.purse}",
            sections=(
                Section("What happened", (*told,)),
                Section("Standings", (table, self.picture(view))),
            ),
            template=(f"# BID {view.purse // 2}",),
        )

    def tell(self, view: View, event: Event) -> str:
        match event:
            case Sold():
                return f"{view.names[event.winner - 1]} won the prize of {event.prize}."
            case Paid():
                return f"You bid {event.bid}."
            case RunnerUp():
                return f"The second highest bid was {event.amount}."
        return repr(event)

    def picture(self, view: View) -> Picture:
        bars = tuple(
            Rect(corner=(0.0, seat * 20.0), size=(10.0 * won, 16.0), style=Style(fill="#336699"))
            for seat, won in view.won.items()
        )
        scene = Scene(300, 120, (*bars, Text(at=(0.0, 12.0), text=f"Round {view.round}")))
        return Picture("won", scene, alt=f"Prizes won before round {view.round}")

    def manual(self, view: View | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        return (Paragraph("BID 5 or PASS"),)

    def reserved(self) -> frozenset[str]:
        return frozenset({"bid", "pass"})


class Halver:
    """Bids half its purse."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Bid:
        return Bid(view.purse // 2)


CODEC: StructCodec[State, Bid, View] = StructCodec(
    state=State, orders=Bid, view=View, events=Sold | Paid | RunnerUp
)

TOY = Ruleset(
    name="toy",
    title="Toy auction",
    version=1,
    summary="Sealed bids from hidden purses.",
    seats=range(2, 5),
    options=Options,
    rules=Rules(),
    desk=Desk(),
    codec=CODEC,
    bots={"halver": Halver()},
    house_bot="halver",
    public=("options.*", "names.*", "round", "prize", "won.*"),
    disclosures={RunnerUp: "TOY-1: the winner hears the second highest bid"},
)


def refusal(line: Line, message: str) -> Verdict:
    """A verdict in the manner of the toy, for games that are spoilt on purpose."""
    return Verdict(line=line.number, text=line.source, message=message)
