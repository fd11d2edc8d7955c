"""What holds for any line and any position."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Fit, Level
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.figures import FACTIONS as TABLE
from pbem.rulesets.asylamba_mini.figures import (
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Facilities,
    Fleets,
    Inside,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import carry_out
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import Payment
from tests.rulesets.asylamba_mini.mails import ASK, desk, parse, read, rich
from tests.rulesets.asylamba_mini.table import mission, view
from tests.soaking import examples

VOCABULARY = """
    UPGRADE RESEARCH BUILD WONDER SEND COLONISE CONQUER REINFORCE ATTACK EXCHANGE BUY AUTOBUILD
    PASS refinery hub commercial attack defence frame conquest light medium heavy fleets R C S X
    Dyson Sphere FROM TO BY FOR WITH FREE ALL MAX level sector capital and 0 1 2 3 5 8 9 17 18 21
    36 99 1,000 6.5 ² ٣ 99999999999999999999999999999999999999 + - -> , . : ( ) ! x s17 #17 é 💥
    \x00 # ; @ TURN hevy refinry
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.text(max_size=60) | st.lists(WORDS, max_size=12).map(" ".join)
VIEWS = st.sampled_from(
    [
        view(),
        rich(),
        rich(factions=("Ligue", "Cardan", "Kovahk", "Synelle")),
        rich(missions=[mission(1, path=(17, 18, 9, 8), payment=Payment(credits=150))]),
        view(home=Inside(), purse=Purse()),
        view(seat=None),
        view(fallen=(1,)),
    ]
)


@given(VIEWS, st.lists(LINES, max_size=4))
def test_nothing_that_a_player_writes_fails_and_every_line_has_its_verdict(seen, texts):
    lines = read_sheet(texts, seen.open_turn).now
    parsed = desk.parse(seen, ASK, lines)
    assert [found.line for found in parsed.verdicts] == [line.number for line in lines]
    for found in parsed.verdicts:
        assert 1 <= found.column <= len(found.text) + 1
        assert found.column + found.length <= len(found.text) + 1
        assert found.message or found.level is not Level.REFUSED
    for text in texts:
        desk.fit(text, seen)
    if parsed.orders is not None:
        realm = realm_of(seen)
        for order in parsed.orders.orders:
            realm, _done = carry_out(realm, order)


FACTION_NAMES = st.sampled_from(sorted(TABLE))


@st.composite
def positions(draw):
    """Views with means, sectors and fleets at will."""
    fleets = st.builds(Fleets, *[st.integers(0, 30)] * 3)
    insides = st.builds(
        Inside,
        st.builds(Facilities, *[st.integers(0, 25)] * 4),
        fleets,
        st.integers(0, 500),
    )
    name = draw(FACTION_NAMES)
    others = [other for other in sorted(TABLE) if other != name][:3]
    return view(
        factions=(name, *others),
        home=draw(insides),
        own=draw(st.dictionaries(st.sampled_from((8, 9, 16, 17, 19)), insides, max_size=4)),
        foreign={2: 2, 20: 2, 7: 3},
        technologies=Technologies(
            draw(st.integers(0, 11)),
            draw(st.integers(0, 5)),
            draw(st.integers(0, 1)),
            frame=draw(st.integers(0, 2)),
        ),
        purse=draw(st.builds(Purse, *[st.integers(0, 900)] * 3)),
        tokens=draw(st.builds(Tokens, *[st.integers(0, 1)] * 4)),
    )


@examples(60, soak=3_000)
@given(positions(), st.integers(1, 1000))
def test_sampled_orders_can_be_carried_out_and_read_back_to_the_same(seen, turn):
    orders = desk.sample(seen, ASK, Chance(bytes(32), turn))
    lines = desk.write(seen, ASK, orders)
    parsed = parse(seen, *lines)
    assert parsed.orders == orders
    assert Level.REFUSED not in {found.level for found in parsed.verdicts}
    assert all(desk.fit(line) is Fit.ORDER for line in lines)


ORDERS = st.one_of(
    st.builds(
        Upgrade,
        facility=st.sampled_from(("refinery", "hub")),
        levels=st.integers(1, 30),
    ),
    st.builds(Upgrade, facility=st.sampled_from(("refinery", "hub")), to=st.integers(5, 30)),
    st.builds(
        Research,
        technology=st.sampled_from(TECHNOLOGIES),
        to=st.integers(1, 12),
        free=st.booleans(),
    ),
    st.builds(
        Send,
        kind=st.sampled_from(("colonise", "conquer", "reinforce")),
        fleets=st.builds(Fleets, *[st.integers(0, 9)] * 3),
        source=st.sampled_from((9, 17, 18)),
        target=st.integers(1, 36),
        free=st.booleans(),
    ),
    st.builds(
        Exchange,
        give=st.sampled_from(Resource),
        get=st.sampled_from(Resource),
        amount=st.integers(1, 300),
        named=st.sampled_from(("give", "get")),
    ),
    st.builds(Build, ship=st.sampled_from(SHIPS), count=st.integers(1, 40)),
    st.builds(Wonder, megastructure=st.sampled_from(sorted(MEGASTRUCTURES))),
    st.builds(Autobuild, sector=st.integers(1, 36), ship=st.sampled_from(SHIPS)),
)


@examples(60, soak=3_000)
@given(ORDERS)
def test_AM_14_any_order_that_is_taken_from_its_text_is_that_order(order):
    parsed = parse(rich(), written(order))
    if parsed.orders is not None:
        assert parsed.orders.orders == (order,)


def test_balances_fall_from_line_to_line_by_what_each_costs():
    lines = ("UPGRADE refinery", "UPGRADE hub", "BUILD 3 light", "RESEARCH defence")
    realm = realm_of(rich())
    balances = [realm.balance]
    for order in [read(line)[0] for line in lines]:
        realm, done = carry_out(realm, order)
        balances.append(realm.balance)
        assert balances[-2] - done.cost == balances[-1]
    notes = [found.note for found in parse(rich(), *lines).verdicts]
    assert len(set(notes)) == len(notes)
    for (_before, after), note in zip(pairwise(balances), notes, strict=True):
        assert note.endswith(f"left: {after.R} R, {after.C} C, {after.S} S, {after.X} X")
