"""Non-interference, second form: two games that differ only in what others keep secret.

For every seat the games are played side by side: it orders the same in both, the
others start from a scrambled truth or order something else. As long as spectators
see the same in both, so must the seat, but for events of the types that
``Ruleset.disclosures`` declares and what follows them. Those, and whatever differs in public,
end a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import Any

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Event, Level, Seat
from pbem.engine.codec import canonical
from pbem.engine.rng import Chance, Stream
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.junk import raw_lines, spoiled
from pbem.engine.testing.lab import Game, Lab, Moment, Received
from pbem.engine.testing.result import Check, Fault, Note, Remark

SINGLE = 6
"""How often one single other seat's orders are changed, for each seat and turn."""

NUDGES = 8
"""How often a slip of the pen is tried before other orders are sampled instead."""


class _End(Enum):
    """Why a pair of games can or cannot be compared further."""

    ALIKE = "alike"
    PUBLIC = "public"
    DISCLOSED = "disclosed"
    LEAKED = "leaked"


@dataclass
class _Tally:
    alike: int = 0
    public: int = 0
    disclosed: int = 0
    hidden: bool = False

    def count(self, end: _End) -> None:
        self.alike += end is _End.ALIKE
        self.public += end is _End.PUBLIC
        self.disclosed += end is _End.DISCLOSED


@dataclass(frozen=True)
class _After:
    """A resolved turn: the state, all events, and the turn that opens."""

    state: Any
    events: tuple[Event, ...]
    turn: int


def _examine(lab: Lab) -> Iterator[Remark]:
    tally = _Tally()
    for game in lab.close_games:
        for seat in game.seats:
            yield from _follow(lab, game, seat, tally)
    yield Note(
        f"{tally.alike} pairs of turns with different secrets compared in full; "
        f"{tally.public} more parted in public, {tally.disclosed} by a declared disclosure"
    )
    if tally.hidden and not tally.alike:
        yield Fault(
            "not one pair of games could be compared after a turn, though the state has hidden "
            "leaves: each difference showed in public or in a disclosure at once. Let scramble() "
            "also make small changes, narrow the disclosures, or check more games (--games)"
        )
    if not tally.hidden and not tally.alike:
        yield Note("the state has no hidden leaf, so nothing could be compared beyond the orders")


def _follow(lab: Lab, game: Game, seat: Seat, tally: _Tally) -> Iterator[Remark]:
    """One game from one seat, with a twin that starts anew wherever the last one parted."""
    twin: Any = None
    turns = game.turns()
    close = frozenset(moment.turn for moment in lab.close_moments(game))
    for moment in turns:
        if moment.turn not in close:
            twin = None
            continue
        if twin is None:
            chance = lab.chance(game, moment, f"twin/{seat}")
            twin = lab.ruleset.rules.scramble(moment.state, seat, chance)
            if _known_apart(lab, moment, twin, seat):
                twin = moment.state  # The check "scramble" tells of it.
        tally.hidden |= canonical(twin) != moment.image
        after = _resolve(lab, game, moment, moment.state, dict(moment.answers))
        public = lab.received(moment, after.state, None, after.turn, after.events)
        probes = () if moment is turns[-1] else _probes_after(lab, game, moment, seat)
        mine = lab.received(moment, after.state, seat, after.turn, after.events, probes)
        ahead: Any = None
        for base, answers in _variants(lab, game, moment, twin, seat):
            if canonical([base, answers]) == canonical([moment.state, dict(moment.answers)]):
                continue
            other = _resolve(lab, game, moment, base, answers)
            end, texts = _compare(lab, moment, after, other, public, mine, probes)
            tally.count(end)
            yield from (Fault(f"{game.at(moment, seat)}: {text}") for text in texts)
            if end is _End.ALIKE and canonical(other.state) != canonical(after.state):
                ahead = other.state
        twin = ahead


def _known_apart(lab: Lab, moment: Moment, twin: Any, seat: Seat) -> bool:
    one = lab.received(moment, moment.state, seat, moment.turn, ())
    return any(lab.told_apart(one, lab.received(moment, twin, seat, moment.turn, ())))


def _probes_after(lab: Lab, game: Game, moment: Moment, seat: Seat) -> Any:
    following = game.moments[game.moments.index(moment) + 1]
    return lab.probes(game, following, seat)


def _resolve(lab: Lab, game: Game, moment: Moment, state: Any, answers: dict[Seat, Any]) -> _After:
    chance = Chance(game.secret, moment.turn)
    after, events = lab.ruleset.rules.resolve(state, answers, chance)
    return _After(after, events, moment.turn + 1)


def _variants(
    lab: Lab, game: Game, moment: Moment, twin: Any, seat: Seat
) -> Iterator[tuple[Any, dict[Seat, Any]]]:
    """The twin's state or the true one, with answers to it that are the same for `seat`.

    Others answer as they did, then one of them something else, then all of them.
    """
    mine = {seat: moment.answers[seat]} if seat in moment.answers else {}
    stream = lab.chance(game, moment, f"side/{seat}").stream("who")
    same = {**_as_before(lab, game, moment, twin, seat), **mine}
    yield twin, dict(sorted(same.items()))
    for attempt in range(SINGLE):
        base = (twin, moment.state)[attempt % 2]
        others = [ask for ask in lab.ruleset.rules.asks(base) if ask.seat != seat]
        if others:
            ask = stream.choice(others)
            answers = _as_before(lab, game, moment, base, seat)
            scope = f"{seat}/{attempt}"
            changed = _nudged(lab, base, ask, answers.get(ask.seat), stream)
            if changed is None or attempt >= SINGLE - 2:
                changed = _changed(lab, game, moment, base, ask, scope)
            yield base, dict(sorted({**answers, ask.seat: changed, **mine}.items()))
    everyone = {
        ask.seat: _changed(lab, game, moment, twin, ask, f"{seat}/all")
        for ask in lab.ruleset.rules.asks(twin)
        if ask.seat != seat
    }
    yield twin, dict(sorted({**everyone, **mine}.items()))


def _as_before(lab: Lab, game: Game, moment: Moment, state: Any, seat: Seat) -> dict[Seat, Any]:
    """What all but `seat` answer to `state` when they do as they did in the game."""
    asks = [ask for ask in lab.ruleset.rules.asks(state) if ask.seat != seat]
    given = {ask.seat: _same(lab, game, moment, state, ask) for ask in asks}
    return {other: orders for other, orders in given.items() if orders is not None}


def _same(lab: Lab, game: Game, moment: Moment, twin: Any, ask: Ask) -> Any:
    """The other seat's orders of the game, or, where its own truth forbids them, others."""
    rules = lab.ruleset.rules
    given, view = moment.answers.get(ask.seat), rules.view(twin, ask.seat)
    if given is None and moment.ask_of(ask.seat) == ask:
        return None
    if given is not None and moment.ask_of(ask.seat) == ask:
        same = canonical(view) == canonical(rules.view(moment.state, ask.seat))
        if same or _may_order(lab, view, ask, given):
            return given
    return lab.ruleset.desk.sample(view, ask, lab.chance(game, moment, f"side/{ask.seat}"))


def _may_order(lab: Lab, view: Any, ask: Ask, orders: Any) -> bool:
    """Whether who sees this may give these orders."""
    desk = lab.ruleset.desk
    parsed = desk.parse(view, ask, raw_lines(desk.write(view, ask, orders)))
    refused = any(verdict.level is Level.REFUSED for verdict in parsed.verdicts)
    return not refused and canonical(parsed.orders) == canonical(orders)


def _nudged(lab: Lab, state: Any, ask: Ask, orders: Any, stream: Stream) -> Any:
    """The orders with a slip of the pen that is still legal: the smallest change there is.

    None where no slip made other orders, or none were given.
    """
    if orders is None:
        return None
    desk, view = lab.ruleset.desk, lab.ruleset.rules.view(state, ask.seat)
    lines = list(desk.write(view, ask, orders))
    for _ in range(NUDGES if lines else 0):
        at = stream.below(len(lines))
        slipped = [*lines[:at], spoiled(lines[at], stream), *lines[at + 1 :]]
        parsed = desk.parse(view, ask, raw_lines(slipped))
        if parsed.orders is not None and canonical(parsed.orders) != canonical(orders):
            return parsed.orders
    return None


def _changed(lab: Lab, game: Game, moment: Moment, twin: Any, ask: Ask, scope: str) -> Any:
    view = lab.ruleset.rules.view(twin, ask.seat)
    chance = lab.chance(game, moment, f"side/{scope}/{ask.seat}")
    return lab.ruleset.desk.sample(view, ask, chance)


def _compare(
    lab: Lab,
    moment: Moment,
    one: _After,
    two: _After,
    public: Received,
    mine: Received,
    probes: Any,
) -> tuple[_End, list[str]]:
    """Whether the pair goes on, and what its seat or a spectator was told that it must not be."""
    seat = mine.exchange.seat
    assert seat is not None
    rules, codec = lab.ruleset.rules, lab.ruleset.codec
    seen = (
        codec.dump_view(rules.view(one.state, None)),
        codec.dump_view(rules.view(two.state, None)),
    )
    if seen[0] != seen[1] or rules.outcome(one.state) != rules.outcome(two.state):
        return _End.PUBLIC, []
    leaks = _leaking_news(lab, seat, one, two)
    if leaks:
        return _End.LEAKED, leaks
    if canonical(news_for(seat, one.events)) != canonical(news_for(seat, two.events)):
        return _End.DISCLOSED, []
    theirs = lab.received(moment, two.state, seat, two.turn, two.events, probes)
    leaks = [
        f"its {part} after the turn differs though it ordered the same and nothing public or "
        f"declared in Ruleset.disclosures does, at {text}"
        for part, text in lab.told_apart(mine, theirs)
    ]
    spectator = lab.received(moment, two.state, None, two.turn, two.events)
    leaks += [
        f"the spectator's {part} differs though its view and news do not, at {text}"
        for part, text in lab.told_apart(public, spectator)
    ]
    return (_End.LEAKED if leaks else _End.ALIKE), leaks


def _leaking_news(lab: Lab, seat: Seat, one: _After, two: _After) -> list[str]:
    """Events that differ by others' secrets and neither are a declared disclosure nor come after
    one that differs, of which they may be the consequence."""
    public = [news_for(None, after.events) for after in (one, two)]
    declared = tuple(lab.ruleset.disclosures)
    private = [tuple(e for e in news_for(seat, after.events) if e.audience) for after in (one, two)]
    told = []
    if canonical(public[0]) != canonical(public[1]):
        told.append(
            f"the public event {_name(*public)} differs though the spectator's view does not: "
            f"{_first(*public)}; give it an audience, or put what it tells in the view of None"
        )
    parted = next((p for p in zip_longest(*private) if canonical(p[0]) != canonical(p[1])), ())
    if parted and not any(isinstance(event, declared) for event in parted):
        told.append(
            f"the event {_name(*private)}, addressed to this seat, differs by what others keep "
            f"secret: {_first(*private)}; narrow its audience, or declare its type in "
            "Ruleset.disclosures with the ruling that says so"
        )
    return told


def _first(one: tuple[Event, ...], two: tuple[Event, ...]) -> str:
    return first_difference(canonical(one), canonical(two))


def _name(one: tuple[Event, ...], two: tuple[Event, ...]) -> str:
    """The type of the first event by which two sequences differ."""
    for a, b in zip(one, two, strict=False):
        if canonical(a) != canonical(b):
            return type(a).__name__
    longer = max(one, two, key=len)
    return type(longer[min(len(one), len(two))]).__name__


CHECK = Check("side-by-side", "Two games alike in public are alike for each seat", _examine)
