"""What must hold after every single order, whatever is ordered (PA-1 to PA-15).

Ships are conserved: all that is in hands, in the pool, settled, swapped, sent, vacated or
destroyed makes 153 at any time: the 143 of the pool (PA-2) and the scientists who live on the
ten artifacts from the start (PA-1), who were never in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.language import Refused
from pbem.engine.rng import Chance, Stream
from pbem.maps.board import Square
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Counts, Galaxy, counted, just
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.mechanics.execution import Position, carry_out, position_of
from pbem.rulesets.parsec.orders import (
    Action,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)
from pbem.rulesets.parsec.state import State, Turn
from pbem.rulesets.parsec.turn import Play
from pbem.rulesets.parsec.turn.ordering import end_turn, fight, take_line
from pbem.rulesets.parsec.view import ConflictFellAway, ConflictFought, SystemSettled
from tests.rulesets.parsec.situation import SECRET, Game, drawn, parts, rules
from tests.soaking import examples

ALL = Counts(government=30, science=47 + 10, merchant=30, mining=36)
SEATS = st.integers(2, 4)
SECRETS = st.binary(min_size=32, max_size=32)
KIND = st.sampled_from(KINDS)
STREAMS = SECRETS.map(Stream)
PACES = st.sampled_from(["sequential", "round"])
REACTIONS = st.sampled_from(["standing", "ask"])


# Games in which much happens ----------------------------------------------------------


def wild(galaxy: Galaxy) -> st.SearchStrategy[Action]:
    """Any order at all, beyond the board too."""
    squares = st.tuples(
        st.integers(-1, galaxy.width), st.integers(-1, galaxy.height)
    ) | st.sampled_from([one.square for one in galaxy.settlements])
    return st.one_of(
        st.builds(PlaceLeader, kind=KIND, to=squares),
        st.builds(Recall, kind=KIND),
        st.builds(Settle, kind=KIND, at=squares),
        st.builds(Destroy, at=squares),
        st.builds(Swap, ships=st.lists(KIND, max_size=7).map(tuple)),
        st.just(Pass()),
    )


def warlike(state: State, seat: int, stream: Stream) -> Orders:
    """A mail of somebody who looks for conflicts, with a line now and then that makes no sense."""
    space = Space(state.galaxy)
    hand = [*state.people[seat - 1].holdings.hand.each()] or [*KINDS]
    kind = stream.choice(hand)
    land = [s for s in space.squares() if space.is_free(s) and space.regions_beside(s)]
    ground = [s for s in land if space.is_inhabitable(s) == (kind != "mining")] or land
    unions = [s for s in ground if is_union(space, s)] or ground
    homes = [s for s in land if space.is_inhabitable(s) and space.scientists_beside(s)] or land
    squares = [*space.squares()]
    first = tuple(stream.sample(KINDS, stream.below(3)))
    lines = (
        Settle(kind=kind, at=stream.choice(unions or squares), first=first),
        Settle(kind=kind, at=stream.choice(unions or squares)),
        PlaceLeader(kind=stream.choice(KINDS), to=stream.choice(homes or squares)),
        Settle(kind=kind, at=stream.choice(ground or squares)),
        PlaceLeader(kind=stream.choice(KINDS), to=stream.choice(homes or squares)),
        Destroy(at=stream.choice([*space.settled] or squares)),
        Swap(ships=(kind,)),
        Recall(kind=stream.choice(KINDS)),
        Attack(kind=stream.choice((None, *KINDS)), ships=stream.choice((None, 0, 1, 2, 5))),
        Defend(kind=stream.choice((None, *KINDS)), ships=stream.choice((None, 0, 1, 2, 5))),
        Harvest(square=stream.choice(squares)),
    )
    return Orders(tuple(lines[min(stream.below(22), stream.below(11)) % 11] for _line in range(4)))


def is_union(space: Space, square: Square) -> bool:
    regions = space.regions_beside(square)
    return len(regions) == 2 and all(space.leaders_in(region) for region in regions)


def mails(state: State, stream: Stream) -> dict[int, Orders]:
    """What everyone sends who may."""
    return {ask.seat: warlike(state, ask.seat, stream) for ask in rules.asks(state)}


@st.composite
def crowded(draw: st.DrawFn, **options: str) -> State:
    """A small board on which leaders and settlements stand already, all of it by the rules."""
    secret = draw(SECRETS)
    state = drawn(draw(SEATS), secret, board="random", width=8, height=8, **options)
    stream = Chance(secret, 0).stream("crowd")
    space, pool = Space(state.galaxy), state.pool
    for attempt in range(draw(st.integers(20, 80))):
        seat = stream.choice(state.seats)
        free = [square for square in space.squares() if space.is_free(square)]
        homes = [square for square in free if space.scientists_beside(square)]
        kind, is_settler = stream.choice(KINDS), attempt % 2 == 1
        square = stream.choice(free if is_settler else homes or free)
        order = Settle(kind=kind, at=square) if is_settler else PlaceLeader(kind=kind, to=square)
        try:
            done = carry_out(Position(seat, state.seats, space, FIGURES.pool, 0), order)
        except Refused:
            continue
        if not done.prospects and pool.of(kind):
            space = done.position.space
            pool -= just(kind, int(is_settler))
    return msgspec.structs.replace(state, galaxy=space.galaxy(), pool=pool)


@st.composite
def going_on(draw: st.DrawFn, **options: str) -> State:
    """Such a game a few mails later; with questions a conflict may be open."""
    state, stream = draw(crowded(**options)), draw(STREAMS)
    for _mail in range(draw(st.integers(0, 3))):
        state = next_state(state, mails(state, stream))
    return state


def next_state(state: State, answers: Mapping[int, Orders]) -> State:
    return rules.resolve(state, answers, Chance(SECRET, state.turn + 1))[0]


# What must hold -----------------------------------------------------------------------


def ships(state: State) -> Counts:
    """All ships of the game, wherever they are."""
    whole = state.pool + state.gone
    for person in state.people:
        whole = whole + person.holdings.hand + person.holdings.swapped
    return whole + counted(one.kind for one in state.galaxy.settlements)


def beside(square: Square) -> set[Square]:
    x, y = square
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def check(state: State) -> None:
    """What no order may break."""
    assert ships(state) == ALL
    assert all(min(state.pool.of(k), state.gone.of(k)) >= 0 for k in KINDS)
    for person in state.people:
        held = person.holdings
        assert held.hand.total <= 6
        for counts in (held.hand, held.resources, held.swapped):
            assert all(counts.of(kind) >= 0 for kind in KINDS)
        assert 0 <= person.weapons <= 2
    check_board(state.galaxy)
    check_regions(state)
    held_artifacts = sum(person.holdings.artifacts for person in state.people)
    assert len(state.galaxy.artifacts) + held_artifacts <= 10


def check_board(galaxy: Galaxy) -> None:
    """Everything stands where it may, one thing on a system."""
    where = [one.square for one in (*galaxy.settlements, *galaxy.leaders)] + [*galaxy.destroyed]
    assert len(where) == len(set(where))
    for one in galaxy.settlements:
        x, y = one.square
        assert (galaxy.rows[y][x] == "M") == (one.kind == "mining")
    scientists = {one.square for one in galaxy.settlements if one.kind == "science"}
    for leader in galaxy.leaders:
        assert galaxy.rows[leader.square[1]][leader.square[0]] == "."
        assert beside(leader.square) & scientists
    assert not {one.square for one in galaxy.artifacts} & set(galaxy.destroyed)


def check_regions(state: State) -> None:
    """As recomputed from nothing; one leader of a kind in each but where a conflict is open."""
    galaxy, space = state.galaxy, Space(state.galaxy)
    regions = parts([one.square for one in (*galaxy.settlements, *galaxy.leaders)])
    assert sorted(map(sorted, regions)) == sorted(map(sorted, space.regions()))
    fought_over = [clash.kind for clash in state.dispute.clashes] if state.dispute else []
    for region in regions:
        kinds = [one.kind for one in galaxy.leaders if one.square in region]
        open_here = state.dispute is not None and state.dispute.square in region
        assert all(kinds.count(kind) <= 1 + (open_here and kind in fought_over) for kind in KINDS)
    assert len({(one.seat, one.kind) for one in galaxy.leaders}) == len(galaxy.leaders)


def steps(state: State, lines_of: Mapping[int, tuple[Action, ...]]) -> Iterator[State]:
    """The state after every single order, dispute and end of a turn of one resolution."""
    play = Play(state, {}, Chance(SECRET, state.turn + 1))
    play.change(queue=tuple(Turn(seat, some) for seat, some in lines_of.items()))
    while play.state.queue:
        if play.state.dispute is not None:
            fight(play, play.state.dispute)
        elif play.turn.done < FIGURES.orders and play.turn.lines:
            take_line(play)
        else:
            end_turn(play)
        yield msgspec.structs.replace(play.state, galaxy=play.space.galaxy())


@examples(25, soak=500)
@given(crowded(pace="round"), STREAMS)
def test_no_single_order_breaks_what_must_hold(state, stream):
    check(state)
    for _round in range(2):
        sent = {seat: warlike(state, seat, stream).actions for seat in state.seats}
        for after in steps(state, sent):
            check(after)
        state = after


@examples(25, soak=500)
@given(st.data())
def test_no_senseless_order_breaks_what_must_hold(data):
    state = data.draw(crowded())
    lines = tuple(data.draw(st.lists(wild(state.galaxy), max_size=6)))
    for after in steps(state, {state.mover: lines}):
        check(after)


@examples(25, soak=500)
@given(st.data(), PACES, REACTIONS, STREAMS)
def test_no_mail_breaks_what_must_hold(data, pace, reactions, stream):
    state = data.draw(crowded(pace=pace, reactions=reactions))
    while state.turn < 6 and state.ending is None:
        state = next_state(state, mails(state, stream))
        check(state)
        if state.dispute is None:
            assert all(p.holdings.hand.total == 6 for p in state.people) or state.dry


@examples(20, soak=400)
@given(crowded(), STREAMS)
def test_pa15_resources_are_those_that_were_announced(state, stream):
    played = Game(state).play(mails(state, stream))
    gained = dict.fromkeys(state.seats, Counts())
    for entry in played.entries:
        if isinstance(entry, SystemSettled) and entry.gains is not None:
            gained[entry.gains] += just(entry.kind)
        if isinstance(entry, ConflictFought):
            gained[entry.winner] += just(entry.resource, entry.gain)
            assert entry.gain == len(entry.vacated) + 1
    assert {seat: played.resources(seat) for seat in state.seats} == gained


@examples(25, soak=500)
@given(crowded(), STREAMS)
def test_pa5_what_a_player_reckons_is_what_happens(state, stream):
    """Receipts and bots reckon from the view alone: an order is refused there for the same
    reason as in the turn, and else does the same to the board, up to the first conflict."""
    order = next(iter(warlike(state, state.mover, stream).actions), Pass())
    played = Game(state).play({state.mover: [order]})
    position = position_of(rules.view(state, state.mover))
    try:
        done = carry_out(position, order)
    except Refused as refused:
        assert played.refusals(state.mover) == [refused.refusal]
        assert played.galaxy == harvested(state.galaxy, played)
        return
    assert played.refusals(state.mover) == []
    fights = [one for one in played.entries if isinstance(one, (ConflictFought, ConflictFellAway))]
    assert [one.kind for one in fights] == [one.clash.kind for one in done.prospects]
    if not fights:
        assert played.galaxy == harvested(done.position.space.galaxy(), played)


def harvested(galaxy: Galaxy, after: Game) -> Galaxy:
    """The board without the artifacts that were taken when the turn was over."""
    left = tuple(one for one in galaxy.artifacts if one in after.galaxy.artifacts)
    return msgspec.structs.replace(galaxy, artifacts=left)


@examples(25, soak=500)
@given(st.data())
def test_pa5_a_refused_order_changes_nothing(data):
    state = data.draw(crowded())
    order = data.draw(wild(state.galaxy))
    played, idle = Game(state).play({state.mover: [order]}), Game(state).play()
    if played.heard(state.mover, LineRefused):
        assert played.state == idle.state


@examples(15, soak=300)
@given(st.data(), REACTIONS, STREAMS)
def test_resolving_is_pure(data, reactions, stream):
    state = data.draw(going_on(reactions=reactions))
    sent = mails(state, stream)
    kept = RULESET.codec.dump_state(state)
    first = rules.resolve(state, sent, Chance(SECRET, state.turn + 1))
    turned = dict(reversed(sent.items()))
    assert rules.resolve(state, turned, Chance(SECRET, state.turn + 1)) == first
    assert RULESET.codec.dump_state(state) == kept


@examples(15, soak=300)
@given(st.data(), PACES, REACTIONS, STREAMS)
def test_everything_comes_back_from_the_record(data, pace, reactions, stream):
    state = data.draw(going_on(reactions=reactions, pace=pace))
    sent = mails(state, stream)
    after, events = rules.resolve(state, sent, Chance(SECRET, state.turn + 1))
    assert RULESET.codec.load_state(RULESET.codec.dump_state(after)) == after
    assert RULESET.codec.load_events(RULESET.codec.dump_events(events)) == events
    for mail in sent.values():
        assert RULESET.codec.load_orders(RULESET.codec.dump_orders(mail)) == mail
    for seat in (*state.seats, None):
        view = rules.view(after, seat)
        assert RULESET.codec.load_view(RULESET.codec.dump_view(view)) == view


@examples(15, soak=300)
@given(st.data(), PACES, REACTIONS, SECRETS)
def test_pa15_a_scramble_leaves_the_seats_view_as_it_is(data, pace, reactions, secret):
    state = data.draw(going_on(reactions=reactions, pace=pace))
    seat = data.draw(st.sampled_from(state.seats))
    other = rules.scramble(state, seat, Chance(secret, 9))
    assert rules.view(other, seat) == rules.view(state, seat)
    assert rules.view(other, None) == rules.view(state, None)
    assert rules.asks(other) == rules.asks(state)
    assert ships(other) == ships(state)


@examples(25, soak=500)
@given(crowded(reactions="ask"), STREAMS, SECRETS)
def test_pa12_truths_that_differ_in_others_hands_alone_ask_the_same_at_every_step(
    state, stream, secret
):
    """The mover sends the same lines in both; nobody sends a ship into a conflict: then nothing
    may differ but hands. Swaps are left out: what they draw hangs on the pool (PA-9)."""
    mover = state.mover
    lines = warlike(state, mover, stream).orders
    sent = {mover: Orders(tuple(order for order in lines if not isinstance(order, Swap)))}
    other = rules.scramble(state, mover, Chance(secret, 9))
    while True:
        state, other = next_state(state, sent), next_state(other, sent)
        assert rules.asks(state) == rules.asks(other)
        if state.dispute is None:
            break
        assert rules.view(state, None) == rules.view(other, None)
        sent = dict.fromkeys(state.dispute.waits_for, Orders((Attack(ships=0), Defend(ships=0))))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"pace": "round"}, {"reactions": "ask"}, {"board": "random", "width": 8, "height": 8}],
    ids=str,
)
def test_nothing_is_broken_from_the_first_turn_to_the_end(seats, options):
    """With orders that a desk makes up, of which nearly all can be carried out."""
    state = drawn(seats, **options)
    while rules.outcome(state) is None:
        chance = Chance(SECRET, state.turn + 1, scope="sample")
        sent = {
            ask.seat: RULESET.desk.sample(rules.view(state, ask.seat), ask, chance)
            for ask in rules.asks(state)
        }
        state = next_state(state, sent)
        check(state)
        assert state.turn < 800
