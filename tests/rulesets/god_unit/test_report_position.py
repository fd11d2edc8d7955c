"""Reports: what threatens, what one has, what the others have, and what nobody may read there."""

from __future__ import annotations

import msgspec
import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Event, Seat
from pbem.engine.report import Bullets, Paragraph, Table
from pbem.engine.rng import Chance
from pbem.mailer.outbound.compose import report_mail
from pbem.mailer.outbound.layout_html import HTML_OCTETS
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
from tests.rulesets.reports import headings, section, sentences, table, told
from tests.soaking import soak

# --- what must not be overlooked


def test_gu_13_who_has_no_factory_at_all_is_warned_of_attrition() -> None:
    seen = view(units=[unit(1, n, "b2") for n in (1, 2)], factories=[factory(2, "A", "j10")])
    assert section(report(seen), "Look out") == (
        Paragraph(
            "You have no factory, not even an undeployed one: one of your 2 units, drawn by lot, "
            "is lost each turn before you act.",
            "bad",
        ),
    )


def test_gu_13_an_undeployed_factory_keeps_attrition_away() -> None:
    seen = view(
        units=[unit(1, 3, "b2", "factory"), unit(1, 4, "b3")], factories=[factory(2, "A", "j10")]
    )
    assert sentences(report(seen), "Look out") == [
        "No factory of yours is deployed: nothing is made until unit 3 is. Without it you would "
        "lose a unit each turn."
    ]


def test_gu_9_an_idle_factory_is_told_with_a_line_that_ends_that() -> None:
    seen = view(factories=[factory(1, "A", "a1"), factory(1, "B", "c1", "D2", since=4)])
    (told,) = sentences(report(seen), "Look out")
    assert told.startswith("Factory A has nothing to make in turn 5: “PRODUCE A ")
    assert told.endswith("” would end that.")


def test_gu_9_a_factory_that_finishes_without_repeat_will_idle_too() -> None:
    seen = view(factories=[factory(1, "A", "a1", "D2", since=3)])
    assert sentences(report(seen), "Look out")[0].startswith("Factory A has nothing to make")
    repeats = view(factories=[factory(1, "A", "a1", "D2", since=3, repeat=True)])
    assert "Look out" not in headings(report(repeats))


def test_a_factory_in_range_is_told_with_foes_and_odds() -> None:
    seen = view(
        units=[unit(2, 7, "c3", "A3 N2 R3"), unit(2, 8, "j9", "A6"), unit(1, 1, "a2")],
        factories=[factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")],
    )
    assert sentences(report(seen), "Look out") == [
        "In range of Blue 7 (A3 N2 R3), as they stand, is your unit 1."
    ]
    near = view(
        units=[unit(2, 7, "b2", "A3 N2 R3")],
        factories=[factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")],
    )
    assert sentences(report(near), "Look out") == [
        "Factory A (a1) falls with 75 % after 2 attacks by Blue 7 (A3 N2 R3) at b2; a D4 unit in "
        "its square would make that 46 %."
    ]


def test_foes_that_are_alike_are_told_together_with_all_their_attacks() -> None:
    foes = [unit(2, number, "b2", "A3 N2 R3") for number in (7, 9)]
    owned = [factory(1, "A", "a1", "D3", since=4), factory(2, "A", "j10")]
    assert sentences(report(view(units=foes, factories=owned)), "Look out") == [
        "Factory A (a1) falls with 94 % after 4 attacks by Blue 7+9 (A3 N2 R3) at b2; a D4 unit in "
        "its square would make that 75 %."
    ]


def test_of_many_units_in_range_of_many_the_rest_are_counted() -> None:
    """Each foe has another own unit in range: only the first few are told one by one."""
    columns = "acegi"
    seen = view(
        units=[
            *(unit(1, n, f"{column}5") for n, column in enumerate(columns, start=1)),
            *(unit(2, n, f"{column}6") for n, column in enumerate(columns, start=1)),
        ],
        factories=[factory(1, "A", "j10", "D6", since=4), factory(2, "A", "a1")],
    )
    told_first = "In range of Blue 1 (grunt), as they stand, is your unit 1."
    found = sentences(report(seen), "Look out")
    assert found[0] == told_first
    assert found[-1] == "2 more units of yours are in range of others."


def test_gu_11_the_likeliest_factory_to_fall_stands_out_with_what_could_help() -> None:
    """Blue 8 alone at A3 against D3 (50 %): A falls with 50 %. Red 5 (D3) in its square is drawn
    for one attack in two, so 25 % are left. B, with D3 beside it already, is at those 25 %, and a
    third D4 would make that a sixth."""
    seen = view(
        units=[
            unit(1, 5, "a3", "D3 M3"),
            unit(1, 6, "e1", "D3"),
            unit(2, 8, "b1", "A3"),
            unit(2, 9, "e2", "A3"),
        ],
        factories=[factory(1, "A", "a1", "D6", since=4), factory(1, "B", "e1", "D6", since=4)],
    )
    found = sentences(report(seen), "Look out")
    assert found[0] == (
        "Factory A (a1) falls with 50 % after 1 attack by Blue 8 (A3) at b1; your unit 5 (D3) in "
        "its square would make that 25 %."
    )
    assert found[1] == (
        "Factory B (e1) falls with 25 % after 1 attack by Blue 9 (A3) at e2; a D4 unit in its "
        "square would make that 17 %."
    )
    kinds = [type(block) for block in section(report(seen), "Look out")]
    assert kinds == [Paragraph, Bullets]  # one box, a list of the rest


def test_who_could_not_destroy_anything_is_no_threat() -> None:
    seen = view(
        units=[unit(2, 7, "b2", "grunt"), unit(1, 1, "a2", "D6")],
        factories=[factory(1, "A", "j10", "D3", since=4)],
    )
    assert "Look out" not in headings(report(seen))


def test_sz_8_during_the_truce_nobody_threatens_and_its_end_is_told() -> None:
    units = [unit(2, 7, "b2", "A3"), unit(1, 1, "a1", "factory")]
    factories = [factory(1, "A", "a2", "D6", since=1)]
    assert "Look out" not in headings(
        report(view(turn=2, board="syzygy", units=units, factories=factories))
    )
    over = report(view(turn=3, board="syzygy", units=units, factories=factories))
    assert sentences(over, "Look out")[-1] == "The truce is over: attacks count from now on."


def test_the_last_turn_is_announced() -> None:
    seen = view(turn=59, factories=[factory(1, "A", "a1", "D6", since=58)])
    assert sentences(report(seen), "Look out") == [
        "The next turn is the last: most deployed factories win, then most worth."
    ]


def test_sz_10_a_reign_that_is_about_to_win_is_told() -> None:
    seen = view(
        turn=20,
        board="syzygy",
        victory="relics",
        reigns={2: 6},
        factories=[factory(1, "A", "a1", "D6", since=19), factory(2, "A", "j10")],
        things=[Thing("relic", (4, 4), 2)],
    )
    assert sentences(report(seen), "Look out") == [
        "Blue (Bruno) has held most relics for 6 turns in a row: 8 win."
    ]
    assert table(report(seen), "How all stand").rows[1][-1] == "most relics for 6 turns"


def test_gu_9_what_appears_next_turn_is_announced_with_its_number_or_letter() -> None:
    seen = view(
        units=[
            unit(1, 7, "b2", "factory", "deploying"),
            unit(1, 8, "b3", "D2 M0", "deploying"),
        ],
        factories=[factory(1, "A", "a1", "D2 R3", since=1, repeat=True)],
    )
    assert sentences(report(seen), "First thing in turn 5") == [
        "Unit 8 is deployed at b3 as D2 M0.",
        "Unit 9 (D2 R3) appears at a1, made by factory A; it can have orders already.",
        "Factory B is deployed at b2; it can be told what to make.",
    ]


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
    assert len(table(report(seen), "Your units in turn 5").rows) == 6
    [rest] = sentences(report(seen), "Your units in turn 5")
    assert rest.startswith("Besides: 7 (grunt) at h1; 8 (grunt) at i1; ")


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
        "In brackets: for how many turns a factory has worked on its present product, which "
        "therefore takes so many at least.",
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
    assert len(page.encode()) <= HTML_OCTETS
    assert "more lines are in the plain text of this mail" in page
    assert all(section.heading in page for section in made.sections)
    attacks = [entry for entry in crowded().log if isinstance(entry, Attacked)]
    own = [entry for entry in attacks if entry.unit.seat == 1]
    on_own = [entry for entry in attacks if entry not in own and 1 in entry.attacked]
    for some in (own, on_own):  # four of each are told with their dice
        counted = f"Besides: {len(some) - 4} units attacked: "
        assert (counted in told(made)) is (len(some) > 5)
    assert own


def test_with_160_units_in_a_turn_of_few_attacks_nothing_is_cut() -> None:
    seen = crowded()
    made = report(msgspec.structs.replace(seen, log=seen.log[:8]))
    mail = report_mail(made, {p.name: PNG for p in made.pictures()}, {}, CONTEXT, ADDRESSING)
    assert "plain text of this mail" not in body(mail, "html")
