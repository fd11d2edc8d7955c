"""All that Parsec says of orders at receipt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import msgspec

from pbem.engine.api import Event, Seat
from pbem.engine.language import Refused
from pbem.engine.orders import read_sheet
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.parsec.figures import (
    KINDS,
    LEADER_NAMES,
    SHIP_NAMES,
    SHIPS,
    Counts,
    Stance,
    Stances,
)
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.orders import Defend, Orders
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import View
from tests.i18n.accents import accented
from tests.i18n.parsec_boards import (
    ALONE,
    BOARD,
    FORKED,
    FORKED_HARVEST,
    GIVEN,
    HARVEST,
    INTERNAL,
    MAILS,
    MANY,
    NEARING,
    UNION,
)
from tests.rulesets.parsec import situation
from tests.rulesets.parsec.table import (
    NAMES,
    ask,
    desk,
    parse,
    resolve,
    rules,
    state,
)

_VERBS = (
    *("LEADER", "RECALL", "SETTLE", "DESTROY", "SWAP", "HARVEST"),
    *("ATTACK", "DEFEND", "REINFORCE", "PASS", "WIN", "TIE", "FROM", "FIRST"),
)
_QUOTED = re.compile(r"“[^”]*”")
"""A player's own words in a refusal."""

_WORDS = (
    r"\d+",
    "TO",
    "AT",
    "FIRST",
    "WITH",
    "NONE",
    "ALL",
    *KINDS,
    *sorted(SHIPS.values()),
    *(f"{ship}s" for ship in SHIPS.values()),
)


_NAMES = re.compile("|".join((*NAMES, *situation.NAMES)))


_ORDER = re.compile(
    rf"\b(?:{'|'.join((*_VERBS, *map(accented, _VERBS)))})\b(?:\s+(?:{'|'.join(_WORDS)})\b)*"
)


Moment = tuple[View, tuple[Event, ...]]


def verdicts() -> Iterator[str]:
    """What players are told of lines, in positions of every kind."""
    yield from map(cut, _verdicts())


@cache
def cut(text: str) -> str:
    """The text without names and order lines."""
    return _ORDER.sub("", _NAMES.sub("", text))


def _verdicts() -> Iterator[str]:
    whole = [tuple(text.split(" / ")) for text in MAILS]
    alone = [(line,) for mail in whole for line in mail]
    for seen, mail in product(_positions(), dict.fromkeys((*whole, *alone))):
        parsed = parse(seen, *mail)
        yield parsed.remark
        for verdict in parsed.verdicts:
            yield from (_QUOTED.sub("", verdict.message), verdict.note)
    for seen, text in _behind_conflicts():
        for verdict in parse(seen, *text.split(" / ")).verdicts:
            yield from (_QUOTED.sub("", verdict.message), verdict.note)
    for seen in _positions():
        yield parse(seen).remark
        held = Orders((Defend(ships=2),))
        sheet = read_sheet(["PASS"], seen.turn + 1)
        for lines in (sheet.now, ()):
            yield desk.parse(seen, ask(seen), lines, held).remark
        yield from map(lay_out, desk.manual(seen, ask(seen)))
    told = vars(errors).items()
    messages = (one for name, one in told if name.isupper() and isinstance(one, str))
    for message, kind in product(messages, KINDS):
        fields = {"square": "f5", "leader": LEADER_NAMES[kind], "ships": SHIP_NAMES[kind]}
        fields |= {"name": "z99", "column": "l", "kind": kind, "kinds": kind, "other": "“PASS”"}
        yield Refused(message, number=3, have=1, most=6, rows=8, **fields).refusal.text


def _positions() -> Iterator[View]:
    special = {1: Stances(attack=Stance(1), defend=Stance(None, {"merchant": 2, "science": 0}))}
    yield view_of(state(BOARD))
    yield view_of(state(BOARD, stances=special, hands={1: "ssrrgg"}, pool=Counts(science=1)))
    yield view_of(state(BOARD, weapons={1: 0}, hands={1: "rrrrrr"}))
    yield view_of(state(BOARD, mover=2, pace="round"))
    yield view_of(state(BOARD, mover=2, pace="round", pool=Counts(science=1)))
    yield view_of(state(BOARD, mover=2))
    yield view_of(state(BOARD), seat=None)
    for board, hands in product((UNION, INTERNAL), ("ssmmgr", "gggrrr", "gsmrrr")):
        yield view_of(state(board, hands={1: hands}))
        yield view_of(state(board, hands={1: hands}, reactions="ask", stances=special))
    yield view_of(state(UNION, mover=3), seat=3)
    for board in (GIVEN, HARVEST, ALONE, MANY):
        yield view_of(state(board))
    for waiting, seats in waiting_conflicts():
        for seat in seats:
            yield view_of(waiting, seat)


def _behind_conflicts() -> Iterator[tuple[View, str]]:
    """Lines behind conflicts, each of which comes to something else if these end otherwise."""
    lines = (
        *("SETTLE merchant AT d2", "SETTLE scientist AT d2", "SETTLE merchant AT b1"),
        *("RECALL merchant", "RECALL science", "HARVEST a1", "PASS"),
    )
    opening = "SETTLE scientist AT d1 FIRST science"
    several = state(FORKED, players=4, hands=dict.fromkeys((1, 4), "ssmmgr"))
    yield from ((view_of(several), f"{opening} / {line}") for line in lines)
    yield (
        view_of(state(FORKED, players=4, hands={1: "ssssss"})),
        (f"{opening} / SETTLE scientist AT d2 / ATTACK NONE"),
    )
    yield view_of(several), f"{opening} / {' / '.join(lines)}"
    by_another = msgspec.structs.replace(several, mover=4)
    yield from ((view_of(by_another, 4), f"{opening} / {line}") for line in lines)
    for reactions, hands in product(("ask", "standing"), ("sggmrr", "sgmmrr")):
        one = state(FORKED_HARVEST, hands={1: hands, 4: hands}, players=4, reactions=reactions)
        yield from (
            (view_of(one), f"SETTLE settler AT d1 / {line}")
            for line in (*lines, "HARVEST g1", "SETTLE merchant AT b2 / RECALL merchant / PASS")
        )
        by_another = msgspec.structs.replace(one, mover=4)
        yield from ((view_of(by_another, 4), f"SETTLE settler AT d1 / {line}") for line in lines)
    yield (
        view_of(state(BOARD)),
        "SETTLE scientist AT c1 / LEADER science TO h5 / SETTLE scientist AT d1",
    )
    for pace in ("sequential", "round"):
        near = view_of(state(NEARING, players=2, pace=pace))
        yield near, "SETTLE settler AT d2 / DESTROY a3"
        yield near, "SETTLE settler AT d3"


def view_of(made: State, seat: Seat | None = 1) -> View:
    return rules.view(made, seat)


def waiting_conflicts() -> Iterator[tuple[State, Sequence[Seat]]]:
    """States in which a conflict waits for one side, or then for the other, to name its ships."""
    orders = {UNION: "SETTLE settler AT d1", INTERNAL: "LEADER merchant TO e1"}
    for (board, order), hands in product(orders.items(), ("ssmmgr", "gggrrr", "gsmrrr")):
        given = dict.fromkeys((1, 2, 3), hands)
        given[1] = f"g{hands[1:]}"
        waiting, _events = resolve(state(board, hands=given, reactions="ask"), {1: order})
        yield waiting, (1, 2, 3)
        for answer in ("ATTACK WITH 1", "ATTACK NONE"):
            answered, _events = resolve(waiting, {1: answer})
            if answered.dispute is not None:
                yield answered, (1, 2, 3)
