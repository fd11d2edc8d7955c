"""Reports: what they tell, to whom, and how fast."""

from __future__ import annotations

import re

import pytest

from pbem.engine import registry
from pbem.engine.blocks import remarks_below
from pbem.engine.i18n import speaking
from pbem.engine.planner import Proposal, Step
from pbem.engine.report import Table
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.bots import Turn
from pbem.rulesets.hegemon.report.suggestions import order_template
from pbem.service.languages import catalogue
from tests.rulesets.hegemon.table import (
    ASK,
    Played,
    desk,
    move,
    new_game,
    parse,
    play_on,
    rules,
    with_points,
)


def told(report):
    """All sentences and cells of a report, as one text."""
    return str(report.sections)


def report_of(played, seat):
    return desk.report(played.view(seat), played.heard(seat))


def test_the_first_report_welcomes_with_settings_and_players():
    report = desk.report(rules.view(new_game(3, attacks_signed=False), 2), ())
    text = told(report)
    assert "10 turns" in text and "100 points" in text and "0.5 for each point" in text
    assert all(text.count(name) == 1 for name in ("Anna", "Bruno", "Carla"))
    assert "does not learn by whom" in text
    assert "invalid" not in text


def test_a_hidden_ending_is_announced_and_never_counted_down():
    state = new_game(ending="hidden")
    assert "from turn 8 on" in told(desk.report(rules.view(state, 1), ()))
    view = rules.view(play_on(state, 7), 1)
    assert "every turn may be the last" in told(desk.report(view, ()))
    assert not re.search(r"of 10\b", str(desk.report(view, ())))


def test_standings_are_ranked_and_the_own_row_is_marked():
    state = with_points(new_game(3), (10, 0, 0), (30, 5, 0), (10, 0, 0))
    report = report_of(Played(state, {3: "Defense 10% comp 100"}), 3)
    section = next(s for s in report.sections if s.heading == "Standings")
    table = section.blocks[0]
    assert isinstance(table, Table)
    assert [row[:2] for row in table.rows] == [("1", "Bruno"), ("2", "Carla"), ("3", "Anna")]
    assert table.rows[1][2:] == ("20.00", "+10.00", "10.00", "0.00", "10.00")
    assert table.mark == (1,)
    assert report.headline == "After turn 1 of 10 you hold 20.00 points (+10.00), place 2 of 3."


def test_who_shares_a_place_is_told_with_whom():
    state = with_points(new_game(3), (10, 0, 0), (30, 5, 0), (10, 0, 0))
    assert report_of(Played(state, {}), 3).headline == (
        "After turn 1 of 10 you hold 10.00 points (0.00), place 2 of 3, level with Anna."
    )


def test_the_first_report_tells_how_to_attack_and_what_pays():
    text = told(desk.report(rules.view(new_game(4), 1), ()))
    assert "comp 30 attack 100-150 strikes those of 100 to 150" in text
    assert "in a group of 4 a point put in brings you 0.75, and each of the others 0.25" in text
    assert "in a group of 2 a point put in brings you 1, and the other 0.50" in text
    assert "several attackers are held against the whole of that competition each" in text, "HG-8"
    assert "Without a partner what you put in is lost, and there is no such bonus." in text


def test_a_last_move_whose_ranges_have_gone_stale_is_warned_of_with_another_line():
    state = with_points(new_game(3), (0, 0, 0), (50, 0, 0), (50, 0, 0))
    moves = {
        1: "Economy 50% comp 100 attack 50-50 / Defense 50% coop 100 with 0-0",
        2: "Economy 50% comp 100 / Defense 50% coop 100 with 0-*",
        3: "Economy 50% comp 100 / Defense 50% coop 100 with 0-*",
    }
    warned = told(report_of(Played(state, moves), 1))
    assert "Played again, your last move would hit nobody in Economy. What the house bot" in warned
    assert "Played again, your last move would find no partner in Defense." in warned


def test_what_is_wrong_in_several_items_is_told_once():
    state = with_points(new_game(3), (0, 0, 0), (50, 50, 50), (50, 50, 50))
    others = "Economy 50% comp 100 / Defense 50% coop 100 with 0-*"
    own = " / ".join(
        f"{item} 33% coop 100 with 0-0" for item in ("Economy", "Environment", "Defense")
    )
    warned = told(report_of(Played(state, {1: own, 2: others, 3: others}), 1))
    assert warned.count("Played again, your last move would find no partner in") == 1
    assert "no partner in Economy, Environment and Defense. What the" in warned


def test_the_own_result_adds_up_in_its_row():
    state = with_points(new_game(2), (50, 0, 0), (50, 0, 0))
    moves = {
        1: "Economy 100% coop 50 with 0-* comp 50 attack 0-*",
        2: "Economy 80% coop 50 with 0-* comp 50 attack 0-*",
    }
    played = Played(state, moves)
    sections = {section.heading: section for section in report_of(played, 2).sections}
    (table,) = sections["Your move and what came of it"].blocks
    assert isinstance(table, Table)
    assert table.rows[0] == (
        "Economy", "50.00", "80.00", "40.00", "+65.00", "40.00", "-8.00", "-10.00", "137.00"
    )  # fmt: skip
    assert table.rows[1][2:8] == ("–",) * 6


def test_cooperation_and_attacks_are_told_in_sentences():
    state = with_points(new_game(3), (50, 0, 0), (50, 0, 0), (90, 0, 0))
    played = Played(
        state,
        {
            1: "Economy 60% coop 100 with 0-60 / Defense 40% coop 100 with 0-*",
            2: "Economy 60% coop 50 with 0-60 comp 50 attack 90-90",
            3: "Economy 10% comp 100",
        },
    )
    first, second, third = (told(report_of(played, seat)) for seat in (1, 2, 3))
    assert "Your partners put in: Bruno 30.00." in first
    one_more = "One point more put in there would have brought you 1, and as competition 1."
    assert one_more in first and "One point more" not in third
    assert "Defense: no partner; the 40.00 points that you put in are lost." in first
    assert "you attacked Carla with 30.00: 20.00 points of damage" in second
    assert "Bruno attacked you, and you lost 20.00 points" in third


def test_HG_6_what_one_point_more_would_have_brought_depends_on_the_size_of_the_group():
    """A third of it, and the bonus of a half."""
    everyone = dict.fromkeys((1, 2, 3), "Economy 60% coop 100 with 0-*")
    text = told(report_of(Played(new_game(3), everyone), 1))
    told_once = "One point more put in there would have brought you 0.83, and as competition 1."
    assert told_once in text
    pairs = dict.fromkeys((1, 2), "Economy 50% coop 100 with 0-* / Defense 50% coop 100 with 0-*")
    text = told(report_of(Played(new_game(3), {**pairs, 3: "Defense 60% coop 100 with 0-*"}), 1))
    assert "brought you 1 in Economy and 0.83 in Defense, and as competition 1." in text
    assert text.count("One point more") == 1


def test_HG_7_an_attack_on_several_is_told_in_one_sentence():
    state = with_points(new_game(3), (50, 0, 0), (60, 0, 0), (70, 0, 0))
    moves = {1: "Economy 40% comp 100 attack 0-*", 3: "Economy 30% comp 100"}
    text = told(report_of(Played(state, moves), 1))
    assert "Economy: you attacked with 20.00 each: Bruno lost 20.00 and Carla beat it off." in text
    assert text.count("you attacked") == 1


def test_the_first_report_puts_one_line_into_points():
    text = told(desk.report(rules.view(new_game(4, points_per_turn=200), 1), ()))
    assert "gives 80 of your 200 points to Economy" in text
    assert "of these 56 to cooperation (70% of them)" in text and "24 to competition" in text


def test_advice_names_only_those_who_shared_in_that_item_and_no_other():
    """Bruno and Carla share with each other alone in Economy, and with all in Defense."""
    state = with_points(new_game(4), (100, 0, 100), *[(200, 0, 100)] * 2, (100, 0, 100))
    apart = "Economy 50% coop 100 with {} / Defense 50% coop 100 with 0-*"
    moves = {1: apart.format("0-*"), 4: apart.format("0-*")}
    moves |= dict.fromkeys((2, 3), apart.format("150-*"))
    report = report_of(Played(state, moves), 1)
    about = dict(_about(report.template))
    assert "only Dora shared with you there" in about["Economy"]
    assert "Bruno" not in about["Economy"]
    assert "only" not in about["Defense"]


def _about(template):
    """Each advised item with the remarks on it."""
    lines = [line.removeprefix("# ") for line in template[1:]]
    begins = [n for n, line in enumerate(lines) if not line.startswith("  ;")]
    for first, behind in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield lines[first].split()[0], " ".join(lines[first:behind])


def test_the_same_reason_for_several_lines_is_told_once():
    template = " ".join(desk.report(rules.view(new_game(4), 1), ()).template)
    assert template.count("nobody has taken anything yet") == 1
    assert template.count("for the same reason") == 2


def test_an_item_that_the_advice_leaves_out_is_named_with_the_reason():
    state = new_game(3)
    struck = move(state, "Economy 75% comp 100 attack 0-0 / Environment 0% / Defense 25% comp 100")
    held = move(state, "Economy 50% comp 100 / Environment 50% comp 100 / Defense 0%")
    found = []
    for one in (struck, held):
        steps = tuple(Step(Proposal(0.0, (policy,)), {}) for policy in one.policies)
        turn = Turn(steps, frozenset(), is_last=False, gifts={}, given={})
        template = " ".join(order_template(rules.view(state, 1), turn))
        found.append(template.replace(" #   ; ", " "))
    assert "nothing for Environment; the strike in Economy takes it all" in found[0]
    assert "nothing for Defense;" in found[1]
    assert found[1].endswith("; points count as much elsewhere, and thin ones defend little")


@pytest.mark.parametrize(
    ("points", "seat", "headline", "why"),
    [
        ([(9, 0), (3, 0)], 1, "You have won: you are the hegemon.", "highest score, 9.00"),
        ([(9, 0), (3, 0)], None, "Anna has won and is the hegemon.", "highest score"),
        ([(5, 5), (5, 5)], 2, "You have won, together with Anna.", "share the victory"),
        ([(4, 6), (4, 6), (0, 9)], 2, "You have won, together with Anna.", "share"),
        ([(5, 5), (4, 6), (0, 9)], 3, "Anna has won", "number of items led"),
    ],
)
def test_HG_10_the_last_report_says_who_won_and_why(points, seat, headline, why):
    game = new_game(len(points), items=("Economy", "Defense"), turns=1)
    report = report_of(Played(with_points(game, *points), {}), seat)
    assert headline in report.headline
    assert why in told(report)
    assert report.template == ()


def test_HG_6_who_was_welcome_and_did_not_share_is_named_without_more():
    """Carla gives nothing; Bruno gives, to a range that Anna is in."""
    moves = {1: "Economy 60% coop 100 with 0-*", 2: "Economy 40% coop 100 with 0-*", 3: "PASS"}
    text = told(report_of(Played(new_game(3), moves), 1))
    assert "Carla did not share with you: gave nothing there, or to a range without you." in text
    assert "Bruno did not" not in text
    alone = told(report_of(Played(new_game(3), {1: "Economy 60% coop 100 with 0-*"}), 1))
    assert "Bruno and Carla did not share with you" in alone


def test_who_gave_without_all_who_were_welcome_is_told_once_how_to_be_taken_in() -> None:
    told_so = "To be taken in by others, give, and hold about as many points"
    left_out = {1: "Economy 60% coop 100 with 0-*", 2: "Economy 60% coop 100 with 900-*"}
    together = dict.fromkeys((1, 2), "Economy 60% coop 100 with 0-*")
    hints = [
        block.tone
        for section in report_of(Played(new_game(2), left_out), 1).sections
        for block in section.blocks
        if told_so in str(block)
    ]
    assert hints == ["hint"]
    assert told_so not in told(report_of(Played(new_game(2), together), 1))


def test_HG_5_a_giver_whom_no_range_holds_without_a_taker_is_named_with_the_taker() -> None:
    """Three share 300 and gain 150 each; Carla, who kept her 100, stands between Bruno and Dora."""
    state = with_points(new_game(4, items=("Economy",)), (0,), (0,), (60,), (200,))
    give = "Economy 100% coop 100 with 0-*"
    played = Played(state, {1: give, 2: give, 3: "Economy 100% comp 100", 4: give})
    assert played.points() == [150, 150, 160, 350]
    advice = " ".join(report_of(played, 1).template)
    assert "with 0-150" in advice
    advice = advice.replace(" #   ; ", " ")
    assert "Bruno (100) seems to give as well (of 100 last turn); " in advice
    assert "Carla (0) seems to give you less (of 100 in all)" in advice
    assert "Dora would come only with Carla" in advice


def test_HG_10_items_led_decide_between_equal_scores():
    game = new_game(3, turns=1)
    state = with_points(game, (10, 5, 3), (8, 8, 2), (0, 8, 3))
    report = report_of(Played(state, {}), 2)
    end = "Anna has won and is the hegemon. You are in place 2 of 3 with 18.00."
    assert report.headline == end
    assert "Anna leads in 2 items." in told(report) and "Bruno leads in 1 item." in told(report)
    assert "Carla leads" not in told(report)


def test_the_template_orders_nothing_and_is_a_valid_move_without_its_marks():
    state = Played(new_game(3), {1: "Economy 50% comp 100"}).state
    template = desk.report(rules.view(state, 1), ()).template
    assert all(line.startswith("#") for line in template)
    bare = [line.removeprefix("# ") for line in template]
    suggested = [line.partition("  ;")[0] for line in bare[1:] if not line.startswith("  ;")]
    parsed = parse(state, *filter(None, (line.removeprefix("#") for line in suggested)))
    assert parsed.orders is not None
    assert {verdict.message for verdict in parsed.verdicts} == {""}


def test_spectators_get_public_things_only():
    played = Played(new_game(2), {1: "Economy 50% comp 100"})
    report = report_of(played, None)
    assert [section.heading for section in report.sections] == ["Standings", "Points by turn"]
    assert report.headline == "After turn 1 of 10 Anna leads with 50.00 points."
    assert report.template == ()


def test_the_picture_is_the_same_for_all_seats_and_its_facts_are_told():
    played = Played(new_game(2), {1: "Economy 50% comp 100"})
    pictures = [report_of(played, seat).pictures() for seat in (1, 2, None)]
    assert pictures[0] == pictures[1] == pictures[2]
    (picture,) = pictures[0]
    assert "Anna: 0.00 → 50.00" in picture.alt and "Bruno: 0.00 → 0.00" in picture.alt


@pytest.mark.parametrize("players", [2, 12])
def test_reports_are_made_at_every_player_count(players):
    state = new_game(players, items=("Welfare",))
    for turn in (1, 2):
        answers = {
            seat: desk.sample(rules.view(state, seat), ASK, Chance(bytes(32), turn, str(seat)))
            for seat in range(1, players + 1)
        }
        state, events = rules.resolve(state, answers, Chance(bytes(32), turn))
    for seat in (*range(1, players + 1), None):
        report = desk.report(rules.view(state, seat), [e for e in events if e.is_for(seat)])
        assert report.headline and report.pictures()


def test_the_ruleset_is_installed_under_its_name():
    assert registry.load("hegemon") is RULESET


def test_items_are_called_as_the_reader_calls_them_and_in_the_beginning_as_orders_do():
    state = new_game(3)
    with speaking(catalogue("de")):
        first = told(desk.report(rules.view(state, 1), ()))
        later = report_of(Played(state, {3: "Defense 10% comp 100"}), 3)
    assert "Wirtschaft (Economy), Umwelt (Environment) und Verteidigung (Defense)" in first
    section = next(s for s in later.sections if s.ranks)
    names = ["Wirtschaft", "Umwelt", "Verteidigung"]
    assert [one.heading for one in section.blocks[0].columns[-3:]] == names
    assert "Defense" not in told(later)


def test_items_that_a_game_has_of_its_own_are_called_as_they_are():
    state = new_game(3, items=("Defense", "Moon"))
    with speaking(catalogue("de")):
        assert "Verteidigung (Defense) und Moon" in told(desk.report(rules.view(state, 1), ()))


def test_remarks_that_go_on_in_the_next_line_are_parted_by_the_readers_semicolon():
    with speaking(catalogue("fr")):
        remarks = [*remarks_below(["a" * 40, "b" * 40])]
        assert remarks == [f"  ; {'a' * 40}\xa0;", f"  ; {'b' * 40}"]
