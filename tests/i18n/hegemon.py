"""Hegemon's verdicts and reports, of every kind, as strings; its data have no vowels."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.api import Line, Player
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import FULL, Move, Policy, Range
from pbem.rulesets.hegemon.state import State
from tests.i18n.campaign import ITEMS
from tests.i18n.told import told
from tests.rulesets.hegemon.table import ASK, SECRET, Played, desk, move, rules, with_points

NAMES = ("Ttt", "Brk", "Nnt", "Frd")

MAILS = (
    "PASS",
    "PASS / Cnmy 10%",
    "Cnmy / Cnmy x / Cnmy -5% / Cnmy 1.23456789% / Cnmy " + "1" * 90,
    "Cnmy 101% / Cnmy 50% coop 60 comp 50 / Cnmy 50% coop / Cnmy 5% coop 5 coop 5",
    "Cnmy 50% 50 / Cnmy 50% cop 50 / Cnmy 5% coop 5 with 5 / Cnmy 5% coop 5 with 50-10",
    "Cnmy 5% comp 5 attack 5-10% / Cnmy 5% coop 5 with 1.000-2.000 / 60% Cnmy / Trsm 5%",
    "Cnmy 5% coop 5 with 1-9999999999999999 / Cnmy 5% coop 5 with 0-10 comp 5 attack 5-",
    "Cnmy 10% / Cnmy 10% / Nvrnmt 95% / Cnmy " + "x" * 500,
    "Cnmy 50% coop 50 / Dfns 50% with 5-6 attack 5-6",
    "Cnmy 50% coop 50 with 900-999 comp 50 attack 900-999 / Nvrnmt 10% comp 100",
    "Cnmy 50% coop 100 with 0-* comp",
    "Cnmy 5%, Nvrnmt 5% / Cnmy 5% coop 5 with Brk / 5% comp 5 / Cnmy / Cnmy 5% coop 5 with",
    "Cnmy 5% comp 101 / Cnmy 5% comp -1 / Cnmy 1.23456789% / Cnmy 5% Cnmy / Cnmy 5% comp 9 if",
    "Cnmy 5% coop 5 with -1-5 / Cnmy 5% coop 5 with 1,000-2,000 / Cnmy 5% comp 5 not",
    "Cnmy 50% coop 50 with 0-* comp 50 attack 0-* / Dfns 50% coop 50 with 40-60 comp 50 attack 90+",
    "Cnmy 60% coop 4 with 0-* comp 96 attack Brk, Nnt",
    "Cnmy 9% coop 9 all but Frd / Cnmy 9% coop 9 all but Brk / Cnmy a third / Dfns rest coop 5",
    "Cnmy 9% comp 9 / Dfns rest coop 5",
    "@ / TURN 1: / TURN 0: PASS / @ NONE / TURN 9: NONE / TURN 9: PASS",
)


def new_game(seats: int = 3, **options: Any) -> State:
    players = tuple(Player(seat, name) for seat, name in enumerate(NAMES[:seats], start=1))
    return rules.setup(Options(**{"items": ITEMS, **options}), players, Chance(SECRET, 0))


def verdicts() -> Iterator[str]:
    """What players are told of lines, before their first move and after it."""
    first = new_game()
    later = Played(first, {1: "Cnmy 50% comp 100"}).state
    four = with_points(new_game(4), (0, 0, 0), (50, 0, 0), (90, 0, 0), (70, 0, 0))
    for state in (first, later, with_points(first, (0, 0, 0), (0, 0, 50), (0, 0, 90)), four):
        view = rules.view(state, 1)
        for text in MAILS:
            lines = [line.strip() for line in text.split(" / ")]
            yield from _told(view, [Line(n, line, line) for n, line in enumerate(lines, start=1)])
        yield from _told(view, [])
    named_like_a_part = new_game(items=("Cnmy", "comp"))
    line = "Cnmy 60%, comp 40%"
    yield from _told(rules.view(named_like_a_part, 1), [Line(1, line, line)])


def _told(view: Any, lines: list[Line]) -> Iterator[str]:
    parsed = desk.parse(view, ASK, lines)
    yield parsed.remark
    for verdict in parsed.verdicts:
        yield from (verdict.message, verdict.note, verdict.suggestion or "")


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for state, events in _moments():
        for seat in (1, 2, 3, None):
            report = desk.report(
                rules.view(state, seat), [event for event in events if event.is_for(seat)]
            )
            yield from told(report)
        yield getattr(rules.outcome(state), "reason", "")


def _moments() -> Iterator[tuple[State, tuple[Any, ...]]]:
    yield new_game(), ()
    yield new_game(ending="hidden", attacks_signed=False, competition_counts=False), ()
    for signed in (True, False):
        start = with_points(new_game(attacks_signed=signed), (50, 0, 0), (50, 0, 0), (90, 0, 0))
        played = Played(start, _WAR)
        yield played.state, played.events
    hidden = new_game(ending="hidden", competition_counts=False)
    for _turn in range(9):
        hidden = msgspec.structs.replace(Played(hidden, {}).state, ending=None)
        yield hidden, ()
    before_last = Played(with_points(new_game(turns=2), *_APART), _CHAIN)
    yield before_last.state, before_last.events
    yield _with_a_wrong_move()
    apart = Played(with_points(new_game(4), *_A_TAKER_BETWEEN), _GIVING)
    yield apart.state, apart.events
    for moves in _SHARING:
        some = Played(with_points(new_game(4), *_TWO_AND_TWO), moves)
        yield some.state, some.events
    for points in _ENDINGS:
        over = Played(with_points(new_game(turns=1), *points), {})
        yield over.state, over.events


_WAR = {
    1: "Cnmy 60% coop 100 with 0-60 / Dfns 10% coop 100 with 0-* / Nvrnmt 30% comp 100",
    2: "Cnmy 60% coop 50 with 0-60 comp 50 attack 90-90 / Dfns 10% comp 100 attack 500-*",
    3: "Cnmy 10% comp 100 / Nvrnmt 50% comp 100 attack 0-*",
}
_APART = ((0, 0, 0), (50, 0, 0), (100, 0, 0))
_CHAIN = {
    1: "Cnmy 60% coop 100 with 40-60 / Dfns 40% comp 100",
    2: "Cnmy 60% coop 100 with 0-* / Dfns 10% comp 100 attack 0-*",
    3: "Cnmy 60% coop 100 with 40-60",
}
_A_TAKER_BETWEEN = ((0, 0, 0), (0, 0, 0), (60, 0, 0), (200, 0, 0))
_GIVING = dict.fromkeys((1, 2, 4), "Cnmy 100% coop 100 with 0-*") | {3: "Cnmy 100% comp 100"}
_TWO_AND_TWO = ((100, 0, 100), (200, 0, 100), (200, 0, 100), (100, 0, 100))
_ALL, _SOME = (
    f"Cnmy 50% coop 100 with {span} / Dfns 50% coop 100 with 0-*" for span in ("0-*", "150-*")
)
_SHARING = (
    {1: _ALL, 2: _SOME, 3: _SOME, 4: _ALL},
    {1: _ALL, 2: _SOME, 3: _SOME, 4: _SOME},
    {1: "Cnmy 10% comp 100 attack 0-100", 4: "Cnmy 100% comp 100"},
)
_ENDINGS = (
    ((9, 0, 0), (3, 0, 0), (0, 0, 0)),
    ((5, 5, 0), (5, 5, 0), (0, 0, 0)),
    ((10, 5, 3), (8, 8, 2), (0, 8, 3)),
)


def _with_a_wrong_move() -> tuple[State, tuple[Any, ...]]:
    wrong = Move(
        (
            Policy("Trsm", Fraction(60)),
            Policy("Cnmy", Fraction(60), coop=FULL, comp=FULL),
            Policy("Cnmy", Fraction(160), partners=Range(Fraction(9), Fraction(1))),
        )
    )
    state = Played(new_game(), {}).state
    answers = {1: wrong, 2: Move(), 3: move(state, "Cnmy 50% coop 50")}
    return rules.resolve(state, answers, Chance(SECRET, 2))
