"""Reports: what one has, what the others have, and what nobody may read there."""

from __future__ import annotations

import msgspec
import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Seat
from pbem.engine.report import Table
from pbem.engine.rng import Chance
from pbem.mailer.outbound.compose import report_mail
from pbem.mailer.outbound.layout_html import REPORT_OCTETS
from pbem.rulesets.god_unit.desk import make_report
from pbem.rulesets.god_unit.figures import Thing, unit_name
from pbem.rulesets.god_unit.language.menu import random_orders
from pbem.rulesets.god_unit.rules import GodUnitRules
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import Attacked, Built, Standing, View
from tests.mailer.outbound.samples import ADDRESSING, CONTEXT, PNG, body
from tests.rulesets.god_unit.reports import attacked, bound, report, roll
from tests.rulesets.god_unit.situation import drawn
from tests.rulesets.god_unit.table import design, factory, unit, view
from tests.rulesets.reports import sentences, table, told
from tests.soaking import soak

# --- what one has


def test_own_factories_tell_product_progress_and_turn() -> None:
    seen = view(
        turn=6,
        units=[unit(1, 4, "b2")],
        factories=[
            factory(1, "A", "a1", "D2 R3", since=3, repeat=True),
            factory(1, "B", "c1", "A3 D3", since=5),
            factory(1, "C", "d1"),
        ],
    )
    assert table(report(seen), "Your factories").rows == (
        ("A", "a1", "D2 R3", "4 of 4", "turn 7, as unit 5", "yes"),
        ("B", "c1", "A3 D3", "2 of 5", "turn 10", "no"),
        ("C", "d1", "nothing", "–", "–", "–"),
    )


def test_a_factory_that_the_turn_deploys_can_be_ordered_and_is_listed() -> None:
    deploying = unit(1, 5, "e1", "factory", phase="deploying")
    seen = view(units=[deploying], factories=[factory(1, "A", "a1", "D2 R3", since=3)])
    rows = table(report(seen), "Your factories").rows
    assert rows[1:] == (("B", "e1", "nothing", "–", "–", "–"),)


def test_own_units_tell_reach_range_and_odds_and_alike_ones_share_a_row() -> None:
    seen = view(
        units=[
            unit(1, 1, "c3", "A3 M3 R2"),
            unit(1, 2, "c3", "A3 M3 R2"),
            unit(1, 3, "e5", "factory"),
            unit(2, 7, "c4", "D2"),
        ],
        factories=[factory(1, "A", "a1", "D6", since=4), factory(2, "A", "d4")],
    )
    assert table(report(seen), "Your units in turn 5").rows == (
        ("1, 2", "A3 M3 R2", "c3", "2.5", "1.5", bound("c4: Blue 7 (79 %); d4: Blue A (50 %)")),
        ("3", "factory, undeployed", "e5", "1", "–", "–"),
    )


def test_many_in_a_square_are_told_by_the_span_of_the_odds() -> None:
    seen = view(
        units=[
            unit(1, 1, "c3", "A2"),
            *(unit(2, n, "c4") for n in range(1, 4)),
            unit(2, 4, "c4", "D2"),
        ],
        factories=[factory(1, "A", "a1")],
    )
    assert table(report(seen), "Your units in turn 5").rows[0][-1] == (
        bound("c4: 4 of Blue (50 % to 79 %)")
    )


def test_more_than_a_tableful_of_units_are_told_below_it() -> None:
    seen = view(units=[unit(1, n, f"{'abcdefghij'[n % 10]}{n // 10 + 1}") for n in range(1, 40)])
    assert len(table(report(seen), "Your units in turn 5").rows) == 4
    [rest] = sentences(report(seen), "Your units in turn 5")
    assert rest.startswith("Besides: 5 (grunt) at f1; 6 (grunt) at g1; ")


# --- what the others have


def test_gu_14_others_factories_tell_how_long_they_have_worked_and_never_at_what() -> None:
    seen = view(
        turn=6,
        units=[unit(2, 7, "d4", "D2 R3"), unit(2, 8, "e5"), unit(2, 9, "e5")],
        factories=[
            factory(2, "A", "j10", "A3 D5 M3 N4 R4", since=3),
            factory(2, "B", "h10"),
        ],
    )
    assert sentences(report(seen), "What the others have") == [
        "Blue (Bruno): factories A at j10 (4 turns), B at h10 (idle); units 7 (D2 R3) at d4, "
        "8+9 (grunt) at e5.",
        "A factory with “(2 turns)” has worked on its present product for so long, and has not "
        "finished it.",
    ]


def test_designs_of_others_tell_how_many_still_stand() -> None:
    seen = view(
        units=[unit(2, 7, "d4", "D2 R3"), unit(1, 1, "a1")],
        built=[
            Built(2, design("D2 R3"), 3, 2),
            Built(2, design("A6"), 2, 1),
            Built(1, design("grunt"), 2, 1),
        ],
    )
    assert table(report(seen), "Designs of the others").rows == (
        ("Blue", "D2 R3", "4", "3", "2", "1"),
        ("Blue", "A6", "6", "2", "1", "0"),
    )


def test_standings_rank_by_factories_then_worth_with_the_turns_change() -> None:
    before = (Standing(2, 3, 9), Standing(1, 1, 1), Standing(0, 0, 0))
    now = (Standing(1, 2, 6), Standing(1, 4, 9), Standing(0, 0, 0))
    seen = view(
        turn=8,
        players=3,
        out={3: 5},
        history=[*[before] * 8, now],
        factories=[factory(1, "A", "a1"), factory(2, "A", "j10")],
    )
    standings = table(report(seen), "How all stand")
    assert standings.rows == (
        ("Blue (Bruno)", "1", "4 (+3)", "9 (+8)", "in play"),
        ("Red (Ada)", "1 (-1)", "2 (-1)", "6 (-3)", "in play"),
        ("Green (Carla von Ems)", "0", "0", "0", "out since turn 5"),
    )
    assert standings.mark == (1,)


def test_sz_10_on_a_syzygy_map_relics_and_outposts_are_counted() -> None:
    seen = view(
        board="syzygy",
        factories=[factory(1, "A", "a1"), factory(2, "A", "j10")],
        things=[Thing("relic", (3, 3), 1), Thing("outpost", (4, 4), 1), Thing("relic", (5, 5))],
    )
    assert table(report(seen), "How all stand").rows[0] == (
        "Red (Ada)", "1", "0", "0", "1", "1", "in play",
    )  # fmt: skip


# --- what nobody may read, and how long it may get


def _played(seats: int, seed: int, turns: int) -> list[tuple[State, tuple[Event, ...]]]:
    """A random game's moments."""
    rules, secret = GodUnitRules(), bytes([seed]) * 32
    moments: list[tuple[State, tuple[Event, ...]]] = [(drawn(seats, secret), ())]
    while rules.asks(moments[-1][0]) and len(moments) <= turns:
        state = moments[-1][0]
        answers = {
            ask.seat: random_orders(
                rules.view(state, ask.seat), Chance(secret, state.turn).stream(f"p/{ask.seat}")
            )
            for ask in rules.asks(state)
        }
        moments.append(rules.resolve(state, answers, Chance(secret, state.turn + 1)))
    return moments


def _bytes(state: State, events: tuple[Event, ...], seat: Seat | None) -> bytes:
    view = GodUnitRules().view(state, seat)
    return msgspec.json.encode(make_report(view, news_for(seat, events)))


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), soak(5, 3)])
def test_gu_14_a_report_is_the_same_whatever_others_factories_make(seats: int, seed: int) -> None:
    rules = GodUnitRules()
    for state, events in _played(seats, seed, turns=24)[::6]:
        for seat in range(1, seats + 1):
            other = rules.scramble(state, seat, Chance(bytes(32), 1))
            assert _bytes(state, events, seat) == _bytes(other, events, seat)


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (4, 5), soak(8, 6)])
def test_no_table_is_wide_and_no_spectator_is_spoken_to_as_a_player(seats: int, seed: int) -> None:
    for state, events in _played(seats, seed, turns=60)[::6]:
        for seat in (1, seats, None):
            view = GodUnitRules().view(state, seat)
            made = make_report(view, news_for(seat, events))
            tables = [b for s in made.sections for b in s.blocks if isinstance(b, Table)]
            assert all(len(table.columns) <= 7 for table in tables)
            assert all(len(row) == len(t.columns) for t in tables for row in t.rows)
            assert all(line.startswith("#") for line in made.template)
            if seat is None:
                assert "Your" not in told(made)


def crowded() -> View:
    """Eight players with 20 units each on 20 x 20 squares, all of which attacked."""
    rows = ("." * 20,) * 20
    names = "abcdefghijklmnopqrst"
    units = [
        unit(seat, n, f"{names[n - 1]}{2 * seat}", "A3 N6 R3")
        for seat in range(1, 9)
        for n in range(1, 21)
    ]
    log = [
        attacked(
            one.seat,
            one.number,
            f"{names[one.number - 1]}{2 * one.seat}",
            "A3 N6 R3",
            [
                roll(
                    unit_name(one.seat % 8 + 1, 21 + n % 4),
                    f"{names[n % 20]}20",
                    (n % 6 + 1, 6),
                    strengths=(4, 4),
                    notation="D3",
                    hit=False,
                )
                for n in range(32)
            ],
        )
        for one in units
    ]
    factories = [factory(seat, "A", f"t{2 * seat + 1}", "D6", since=3) for seat in range(1, 9)]
    return view(players=8, rows=rows, units=units, factories=factories, log=log)


def test_with_160_god_units_in_action_the_page_stays_small_and_the_text_counts_attacks() -> None:
    made = report(crowded())
    mail = report_mail(made, {p.name: PNG for p in made.pictures()}, {}, CONTEXT, ADDRESSING)
    page = body(mail, "html")
    assert len(page.encode()) <= REPORT_OCTETS
    assert "more lines are in the plain text of this mail" in page
    assert all(section.heading in page for section in made.sections)
    attacks = [entry for entry in crowded().log if isinstance(entry, Attacked)]
    own = [entry for entry in attacks if entry.unit.seat == 1]
    on_own = [entry for entry in attacks if entry not in own and 1 in entry.attacked]
    for some in (own, on_own):  # those that destroyed something first, eight of them at most
        hits = sum(any(roll.hit for roll in entry.rolls) for entry in some)
        told_one_by_one = max(3, min(8, hits))
        counted = f"Besides: {len(some) - told_one_by_one} units attacked: "
        assert (counted in told(made)) is (len(some) > told_one_by_one + 1)
    assert own


def test_with_40_units_in_a_turn_of_few_attacks_nothing_is_cut() -> None:
    seen = crowded()
    made = report(msgspec.structs.replace(seen, units=seen.units[:40], log=seen.log[:8]))
    mail = report_mail(made, {p.name: PNG for p in made.pictures()}, {}, CONTEXT, ADDRESSING)
    assert "plain text of this mail" not in body(mail, "html")
