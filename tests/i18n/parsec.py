"""All that Parsec says to its players: reports and receipts of games that bring up everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Seat
from pbem.engine.language import Refused
from pbem.engine.rng import Chance
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn
from pbem.rulesets.parsec.figures import Counts, Stance, Stances
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.orders import Settle
from pbem.rulesets.parsec.report.topics import TOPICS
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    ConflictFellAway,
    ConflictFought,
    Ending,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    Passed,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
    View,
)
from tests.i18n.parsec_boards import (
    ALONE,
    BARE,
    BOARD,
    HARVEST,
    HELPLESS,
    INTERNAL,
    LURES,
    NEARLY_OVER,
    TWO_AWAY,
    TWO_FIGHTS,
    UNION,
)
from tests.i18n.parsec_receipts import Moment, cut, view_of, waiting_conflicts
from tests.i18n.told import told
from tests.rulesets.parsec import situation
from tests.rulesets.parsec.reports import chapters
from tests.rulesets.parsec.table import (
    BEHIND,
    desk,
    hand,
    resolve,
    rules,
    square,
    squares,
    state,
)

# Reports ------------------------------------------------------------------------------


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for seen, news in moments():
        yield from map(cut, told(desk.report(seen, news)))
    (conflicts,) = (topic for topic in TOPICS if topic.words["en"] == "conflicts")
    behind = view_of(state(BEHIND, players=2, played=9, turn=9))
    yield from (cut(lay_out(block)) for block in conflicts.told(behind))
    for ending in _endings():
        yield rules.outcome(ending).reason  # type: ignore[union-attr]  # it is over


def moments() -> Iterator[Moment]:
    """Views and the news to each: games at random, and what these do not bring about."""
    yield from _a_game(3, 24)
    yield from _a_game(2, 31, pace="round", reactions="ask")
    yield from _beginnings()
    yield from _turns()
    yield from _headlines()
    yield from _holdings()
    yield from _questions()
    yield from _pictures()
    yield view_of(state(TWO_AWAY)), ()
    for made in _endings():
        for seat in (1, 2, 3, None):
            yield view_of(made, seat), ()
    for board in (NEARLY_OVER, NEARLY_OVER.replace("s*  .", "s*  g")):
        yield view_of(state(board, played=9, turn=9)), ()


def _a_game(players: int, turns: int, **options: Any) -> Iterator[Moment]:
    """Random play, as every seat and a spectator see it."""
    made = situation.drawn(players, **options)
    events: tuple[Event, ...] = ()
    while True:
        for seat in (*range(1, players + 1), None):
            yield rules.view(made, seat), news_for(seat, events)
        if made.turn == turns or rules.outcome(made) is not None:
            return
        chance = Chance(situation.SECRET, made.turn + 1)
        answers = {
            ask.seat: desk.sample(rules.view(made, ask.seat), ask, chance)
            for ask in rules.asks(made)
        }
        made, events = rules.resolve(made, answers, chance)


def _beginnings() -> Iterator[Moment]:
    for pace, reactions, seat in product(
        ("sequential", "round"), ("standing", "ask"), (1, 2, None)
    ):
        yield view_of(state(pace=pace, reactions=reactions), seat), ()
    for hands in ("ssssss", "rrrrrr"):
        yield view_of(state(". . . .", hands={1: hands})), ()
    yield view_of(state(hands={1: "rrrrrr"})), ()


def _after(*turns: tuple[Seat, Sequence[AnyEntry]], seat: Seat | None, **changes: Any) -> View:
    """Once these turns of three players are over."""
    made = state(log=chapters(*turns), played=len(turns), turn=len(turns), **changes)
    return view_of(made, seat)


def _turns() -> Iterator[Moment]:
    """What can happen in a turn, told to who did it, to whom it was done, and to others."""
    union, duel = _fought("settlement", vacated=4), _fought("leader", tie=True)
    entries: tuple[AnyEntry, ...] = (
        LeaderPlaced(seat=2, kind="merchant", square=square("f5")),
        LeaderPlaced(seat=2, kind="merchant", square=square("f5"), origin=square("g5")),
        LeaderRecalled(seat=2, kind="merchant", square=square("f5")),
        SystemSettled(seat=2, kind="merchant", square=square("f5"), gains=2),
        SystemSettled(seat=2, kind="merchant", square=square("f5"), gains=None),
        SystemSettled(seat=2, kind="merchant", square=square("f5"), gains=None, is_union=True),
        _joined_in_order(1),
        _joined_in_order(2),
        SystemDestroyed(seat=2, square=square("f4"), settlement="merchant", artifact=True),
        SystemDestroyed(seat=2, square=square("f3"), leader=(1, "mining")),
        ShipsSwapped(seat=2, count=1),
        ShipsSwapped(seat=2, count=3),
        Passed(seat=2, count=1),
        Passed(seat=2, count=2),
        union,
        duel,
        _fought("settlement", vacated=1),
        _fought("settlement", vacated=7),
        ConflictFellAway(kind="mining", seats=(2, 3)),
        LeaderHomeless(seat=1, kind="mining", square=square("d4")),
        ArtifactHarvested(seat=2, square=square("h1")),
    )
    for entry, seat in product(entries, (1, 2, None)):
        yield _after((1, ()), (2, (entry,)), seat=seat, mover=3), ()
    refused = LineRefused(
        audience=(1,),
        order=Settle(kind="merchant", at=square("e1")),
        refusal=Refused(errors.OCCUPIED, square="e1").refusal,
    )
    news = (
        *(refused, refused),
        ShipsDrawn(audience=(1,), ships=Counts(mining=2), swapped=Counts(merchant=2)),
        ShipsDrawn(audience=(1,), ships=Counts(science=1)),
    )
    for told_of in ((refused,), news):
        yield _after((1, (ShipsSwapped(seat=1, count=2),)), seat=1, mover=2), told_of


def _joined_in_order(seat: Seat) -> SystemSettled:
    """With a wish which conflict comes first."""
    return SystemSettled(
        seat=seat,
        kind="merchant",
        square=square("f5"),
        gains=None,
        is_union=True,
        first=("merchant",),
    )


def _fought(cause: str, *, vacated: int = 0, tie: bool = False) -> ConflictFought:
    """Of the second player against the first."""
    return ConflictFought(
        cause=cause,  # type: ignore[arg-type]  # one of two words
        kind="science",
        square=square("c4"),
        attacker=Force(2, 1, 2, square("c4")),
        defender=Force(1, 2, 1 if tie else 0, square("d5")),
        winner=1 if tie else 2,
        vacated=squares("a1 b1 c1 d1 e1 f1 g1")[:vacated],
        resource="science",
        gain=1 + vacated,
    )


def _headlines() -> Iterator[Moment]:
    """One thing after the other, so that each comes to be told first."""
    yield _after((1, ()), seat=1, mover=2), ()
    rounds = ((1, ()), (2, ()), (3, ()))
    for seat in (1, None):
        yield _after(*rounds, seat=seat, pace="round"), ()
    yield _after(*rounds, seat=1, mover=1), ()
    brought = SystemSettled(seat=1, kind="science", square=square("b1"), gains=1)
    yield _after((1, (brought,)), seat=1, mover=2), ()


def _holdings() -> Iterator[Moment]:
    """Resources, artifacts and leaders of every measure, and what the end hangs on."""
    for held, amount in product((0, 1, 2), (Counts(2, 2, 2, 2), Counts(1, 3, 2, 3))):
        made = state(BOARD, held={1: held}, resources={1: amount}, played=9, turn=9)
        yield view_of(made), ()
    lacking = ((Counts(5, 6, 11, 6), 3), (Counts(4, 4, 4, 4), 3), (Counts(4, 2, 6, 5), 0))
    for amount, held in lacking:
        made = state(BOARD, held={1: held}, resources={1: amount}, played=9, turn=9)
        yield view_of(made), ()
    bare = ((BARE, "gmmmmm"), (TWO_FIGHTS, "gmmmmm"))
    for board, hands in (*bare, (". . . .", "rrrrrr"), ("s . # .", "rrrrrr")):
        made = state(board, hands={1: hands}, resources={1: Counts(9, 9, 0, 9)}, turn=9, played=9)
        yield view_of(made), ()
    joints = """
        s*  S1  .   S2  s
        s   s   .   s   s
        s   s   .   s   s
        s   s   .   s   s
    """
    yield view_of(state(joints, played=9, turn=9)), ()
    yield view_of(state(BEHIND, players=2, hands={1: "gggsss"}, played=9, turn=9)), ()
    for board in LURES:
        yield view_of(state(board, players=2, played=9, turn=9)), ()
    helpless = state(HELPLESS, players=2, hands={1: "rrrrrr"}, weapons={1: 0}, played=9, turn=9)
    yield view_of(helpless), ()
    for pool, idle, mover in product((1, 4, 8), (0, 4, 8), (1, 2)):
        made = state(HARVEST, pool=hand("s" * pool), idle=idle, mover=mover, played=9, turn=9)
        yield view_of(made), ()
    for artifacts in (3, 4):
        board = " ".join(["s*"] * artifacts)
        yield view_of(state(board, played=9, turn=9)), ()
    special = Stances(Stance(0, {"mining": 1}), Stance(2, {"science": None}))
    for seat, reactions in product((1, 2), ("ask", "standing")):
        made = state(stances={1: special, 2: special}, reactions=reactions, played=9, turn=9)
        yield view_of(made, seat), ()


def _questions() -> Iterator[Moment]:
    """Conflicts that wait, told to who is asked, who is asked next, others and spectators."""
    for waiting, seats in waiting_conflicts():
        for seat in (*seats, None):
            yield view_of(waiting, seat), ()
    bare = """
        s   M1  .   M2  s
        .   .   .   .   .
    """
    for pace in ("sequential", "round"):
        before = state(bare, reactions="ask", pace=pace)
        waiting, _events = resolve(before, {1: "SETTLE settler AT c1"})
        for seat in (1, 3):
            yield view_of(waiting, seat), ()
    internal = state(INTERNAL, reactions="ask", hands={1: "sssmgr"})
    waiting, _events = resolve(internal, {1: "LEADER merchant TO e1"})
    yield view_of(waiting), ()
    weak = {1: "gsmmrr", 2: "mgggrr"}
    before = state(UNION.replace("M2  m", "M2  ."), reactions="ask", hands=weak)
    waiting, _events = resolve(before, {1: "SETTLE settler AT d1"})
    answered, _events = resolve(waiting, {1: "ATTACK WITH 2"})
    yield view_of(answered, 2), ()
    yield from _foregone()
    yield from _in_chosen_order()


def _foregone() -> Iterator[Moment]:
    """Conflicts that are won whatever is sent: the first, and one after another."""
    boards = (
        """
        m   m   m   m   m   .   m   M2  s
        m   m   m   m   M1  .   .   .   .
        .   .   .   .   s   .   .   .   .
        """,
        """
        s   S1  m   m   m   .   m   S2  s
        M1  m   m   m   m   .   .   M2  s
        .   .   .   .   .   .   .   .   .
        """,
    )
    for board in boards:
        before = state(board, reactions="ask", hands={1: "gsmmrr"})
        waiting, _events = resolve(before, {1: "SETTLE settler AT f1"})
        yield view_of(waiting), ()


def _in_chosen_order() -> Iterator[Moment]:
    """A turn that was held up, told bit by bit to who wants the news of every turn."""
    board = f"{UNION}{'    .' * 7}\n{'    s*  .' * 3}   ."
    made = state(board, reactions="ask", hands={1: "gsmmrr"})
    for mails in (
        {1: "SETTLE settler AT d1 FIRST merchant"},
        {1: "ATTACK NONE"},
        {2: "DEFEND NONE", 3: "DEFEND NONE"},
    ):
        made, events = resolve(made, mails)
        for seat in (1, 2, 3, None):
            yield view_of(made, seat), news_for(seat, events)


def _pictures() -> Iterator[Moment]:
    """Boards with every sign that a legend explains."""
    entries: tuple[AnyEntry, ...] = (
        LeaderPlaced(seat=1, kind="science", square=square("b1"), origin=square("d1")),
        SystemSettled(seat=1, kind="merchant", square=square("a2"), gains=2),
        ArtifactHarvested(seat=3, square=square("c3")),
        LeaderRecalled(seat=3, kind="mining", square=square("f5")),
        msgspec.structs.replace(_fought("settlement"), vacated=squares("f1 g1")),
    )
    for seat, board in product((1, None), (BOARD, BOARD.replace("s+", ".+"), ALONE)):
        yield _after((1, entries), seat=seat, mover=2, board=board), ()


def _endings() -> Iterator[State]:
    """By every cause and margin."""
    first = Counts(7, 8, 9, 9)
    seconds = (
        Counts(5, 9, 9, 9),
        Counts(7, 7, 9, 9),
        Counts(7, 8, 8, 9),
        Counts(7, 8, 9, 7 + 1),
        Counts(9, 9, 7, 8),
    )
    for cause, second in product(("artifacts", "pool", "idle"), seconds):
        resources = {1: first, 2: second, 3: Counts(1, 9, 9, 9)}
        made = state(resources=resources, turn=60, played=60)
        scores = tuple(person.holdings.score for person in made.people)
        winners = tuple(seat for seat in (1, 2, 3) if scores[seat - 1] == max(scores))
        ending = Ending(winners, cause, scores)  # type: ignore[arg-type]  # a cause
        yield msgspec.structs.replace(made, ending=ending)
