"""HG-12: how moves are written, read and understood."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.orders import read_sheet
from pbem.rulesets.hegemon.language import written
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, Move, Policy, Range
from tests.rulesets.hegemon.lines import LINE
from tests.rulesets.hegemon.table import (
    ASK,
    desk,
    move,
    new_game,
    parse,
    rules,
    with_points,
)

F = Fraction


FULL = Policy("Economy", F(60), F(70), F(30), Range(F(0), F(200)), Range(F(100), F(150)))


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        "Economy 60 coop 70 with 0-200 comp 30 attack 100-150",
        "economy 60% attack 100-150 comp 30 with 0-200 coop 70",
        "ECONOMY: 60 %, coop = 70, with: 0–200, comp=30%; attack 100-150".replace(";", ","),
        "Eco 60 percent cooperation 70% with players of 0 to 200 competition 30 attacking 100..150",
        "Economy - 60% cooperate 70 with between 0 and 200, defend 30, attack on 100 - 150.",
        "- Economy 60,0% co-op 70.00 with 0-200 points / defence 30 / attacks 100—150",
        "2) Economy=60%coop70with0-200comp30attack100-150",
        "60% to Economy, 70% of it coop with 0 to 200, 30% comp, attack 100-150",
        "coop 70 with at most 200, attack 100-150 comp 30, Economy 60%",
        "eco 60, coop 70 (0-200), comp 30 (100-150)",
        "Economy sixty percent coop 70 with players between 0 and 200 points, comp 30 att 100-150",
        "Wirtschaft 60 % Kooperation 70 mit 0 bis 200 Wettbewerb 30 Angriff 100-150",
        "Économie 60 % coopération 70 avec 0 à 200, compétition 30, attaquer 100-150",
    ],
)
def test_HG_12_one_meaning_in_many_spellings(text):
    assert parse(new_game(), text).orders == Move((FULL,))


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("100-*", Range(F(100), None)),
        ("100+", Range(F(100), None)),
        ("*-100", Range(F(0), F(100))),
        ("*", EVERYONE),
        ("everyone", EVERYONE),
        ("12.5-12.5", Range(F(25, 2), F(25, 2))),
    ],
)
def test_HG_12_open_and_exact_ranges(text, span):
    assert move(new_game(), f"Economy 60% coop 70 with {text}").policies[0].partners == span


def test_HG_12_item_names_of_several_words_and_their_abbreviations():
    state = new_game(items=("Trade routes", "Trade fairs", "Health-care"))
    orders = move(state, "trade ROUTES 10 comp 5 / Trade f 20 / hea 30")
    assert [policy.item for policy in orders.policies] == list(state.options.items)
    assert parse(state, "Trade 10").orders is None


def test_HG_12_an_item_may_bear_a_parts_name():
    line = "Defense 30% defense 40"
    assert move(new_game(), line).policies[0] == Policy("Defense", F(30), comp=F(40))


def test_PASS_allocates_nothing_on_purpose_and_stands_alone():
    assert parse(new_game(), "pass").orders == IDLE
    assert parse(new_game(), "PASS", LINE).orders is None


@pytest.mark.parametrize(
    ("text", "marked", "suggestion"),
    [
        ("Econmy 60%", "Econmy", "Economy 60%"),
        ("Economy 60% cop 70", "cop", "Economy 60% comp 70"),
        ("Economy 60% coop 70 wiht 0-200", "wiht", "Economy 60% coop 70 with 0-200"),
        ("Economy 60% coop 70 with 200-0", "200-0", "Economy 60% coop 70 with 0-200"),
        ("Economy 60% comp 70 attack 0", "0", "Economy 60% comp 70 attack 0-0"),
        ("Economy 60% comp 70 attack 120", "120", None),
        ("Economy 60% comp 70 attack 0-1,000", "0-1,000", "Economy 60% comp 70 attack 0-1000"),
        ("Economy 60% coop 70 comp 31", "31", "Economy 60% coop 70 comp 30"),
        ("Economy 60% coop -7", "-7", None),
        ("Economy 160%", "160%", None),
        ("Economy 60% coop 70 with 0-50%", "0-50%", "Economy 60% coop 70 with 0-50"),
        ("Economy 0.1234567%", "0.1234567%", "Economy 0.123456%"),
        ("Economy 1/3 comp 100", "1/3", "Economy 33% comp 100"),
        ("Economy a third comp 100", "a third", "Economy 33% comp 100"),
        ("Economy 60% comp ²", "²", None),
        ("Economy 60% coop 70 80", "80", None),
        ("Economy 5% coop 5 with 0-9 with 20-30", "20-30", None),
        ("80% coop Economy 40%", "40", None),
        ("Economy 10 Environment 20 Defense 70", "Environment", None),
        ("Economy 40% coop 50/50", "50", None),
        ("Economy 40% coop 60 with everybody but Bruno", "everybody but Bruno", None),
        ("Economy 60% coop 70 with Bruno", "Bruno", "Economy 60% coop 70 with 0-0"),
        ("Economy 60% comp", "", None),
        ("Tourism 40%", "Tourism", None),
        ("Economy 50% comp 100, Defense 50%", "Economy 50% comp 100, Defense 50%", None),
        ("Economy 40% comp 100 unless I am attacked", "unless", "Economy 40% comp 100"),
        ("If Carla leads, Economy 40% comp 100", "If", "Economy 40% comp 100"),
        ("Economy 40% comp 100 (sorry Bruno)", "sorry", "Economy 40% comp 100"),
        ("every turn: Economy 30% comp 100", "every", "Economy 30% comp 100"),
        ("don't put 30% into Economy", "don't", None),
    ],
)
def test_errors_frame_the_words_at_fault_and_suggest_what_would_do(text, marked, suggestion):
    source = f"TURN 1: {text}  # a comment"
    sheet = read_sheet([source], turn=1)
    parsed = desk.parse(rules.view(new_game(), 1), ASK, sheet.now)
    (verdict,) = parsed.verdicts
    assert verdict.level is Level.REFUSED
    start = verdict.column - 1
    assert verdict.text[start : start + verdict.length] == marked
    assert verdict.suggestion == suggestion


def test_the_sum_of_allocations_is_marked_in_the_line_that_goes_over():
    first, second = parse(new_game(), "Economy 80% comp 100", "Environment 30% comp 9").verdicts
    assert first.level is Level.ACCEPTED
    assert (second.column, second.length) == (13, 3)
    assert second.suggestion == "Environment 20% comp 9"
    assert "110%" in second.message and "20% is left" in second.message


def test_a_line_in_error_does_not_make_others_wrong():
    verdicts = parse(new_game(), "Economy 180%", "Economy 90% comp 100").verdicts
    assert [verdict.level for verdict in verdicts] == [Level.REFUSED, Level.ACCEPTED]


@pytest.mark.parametrize(
    ("lines", "remark"),
    [
        (["Economy 40% comp 100"], "Of this turn's 100 points 60 are put to no use and lost."),
        (["Economy 99% comp 100"], "Of this turn's 100 points 1 is put to no use and lost."),
        (
            ["Economy 50% coop 50 with 0-*", "Defense 50% comp 90"],
            "Of this turn's 100 points 30 are put to no use and lost.",
        ),
        (["Economy 60% comp 100", "Defense 40% comp 100"], ""),
        (["PASS"], ""),
    ],
)
def test_HG_2_what_is_lost_of_the_points_is_told_above_all_lines(lines, remark):
    parsed = parse(new_game(), *lines)
    assert parsed.remark == remark and parsed.undone == bool(remark)


@pytest.mark.parametrize(
    "text",
    [
        "35% of my points to Defense, 97% coop with everybody, 3% comp",
        "Defense 35% of my points, 97% sharing with all, defend 3",
        "35 % meiner Punkte für Defense, Kooperation 97 mit allen, Wettbewerb 3",
        "35 % de mes points pour Defense, coopération 97 avec tous, compétition 3",
    ],
)
def test_HG_12_a_share_may_be_said_to_be_of_ones_points(text):
    (policy,) = move(new_game(), text).policies
    assert policy == Policy("Defense", F(35), F(97), F(3), EVERYONE)


@pytest.mark.parametrize(
    ("named", "range_", "told"),
    [
        ("Bruno and Carla", "50-70.5", "in Economy Bruno has 50.00 and Carla has 70.50"),
        ("Carla, Bruno", "50-70.5", "in Economy Carla has 70.50 and Bruno has 50.00"),
        ("Bruno and Dora", "50-90", "Dora has 90.00, and so their range holds Carla"),
    ],
)
def test_HG_5_of_several_players_named_for_a_range_all_points_and_the_whole_line_are_told(
    named, range_, told
):
    state = with_points(new_game(4), (0, 0, 0), (50, 0, 0), ("70.5", 0, 0), (90, 0, 0))
    (verdict,) = parse(state, f"Economy 33% coop 4 with all comp 96 attack {named}").verdicts
    assert told in verdict.message
    assert verdict.suggestion == f"Economy 33% coop 4 with 0-* comp 96 attack {range_}"


_APART = ((100, 0, 0), ("108.61", 60, 0), (90, 60, 0), ("120.5", "60.5", 0))


@pytest.mark.parametrize(
    ("line", "told", "suggestion"),
    [
        (
            "economy 36 coop 97 with all but Dora, rest comp",
            "a range names points, not players: in Economy Dora has 120.50",
            "Economy 36% coop 97 with 0-120.49 comp 3",
        ),
        (
            "economy 36 coop 97 with everyone except Carla, rest comp",
            "in Economy Carla has 90.00",
            "Economy 36% coop 97 with 90.01-* comp 3",
        ),
        (
            "economy 36 coop 97 with everyone except Bruno, rest comp",
            "in Economy Bruno has 108.61; one without that holds only Carla",
            "Economy 36% coop 97 with 0-108.6 comp 3",
        ),
        (
            "economy 36 comp 100 attack all others than Carla and Dora",
            "in Economy Carla has 90.00 and Dora has 120.50",
            "Economy 36% comp 100 attack 90.01-120.49",
        ),
        (
            "economy 36 comp 100 attack 100-150 except Dora",
            "in Economy Dora has 120.50",
            "Economy 36% comp 100 attack 100-120.49",
        ),
        (
            "environment 36 coop 97 all except Bruno, Dora, rest comp",
            "in Environment Bruno has 60.00 and Dora has 60.50; no range without that "
            "holds anybody",
            None,
        ),
        (
            "Wirtschaft 36 Koop 97 mit allen außer Dora, Rest Wettbewerb",
            "in Economy Dora has 120.50",
            "Economy 36% coop 97 with 0-120.49 comp 3",
        ),
        (
            "Économie 36 coop 97 avec tous sauf Dora, reste compétition",
            "in Economy Dora has 120.50",
            "Economy 36% coop 97 with 0-120.49 comp 3",
        ),
    ],
)
def test_HG_5_who_names_all_but_somebody_is_told_their_points_and_the_range_that_is_meant(
    line, told, suggestion
):
    state = with_points(new_game(4), *_APART)
    (verdict,) = parse(state, line).verdicts
    assert verdict.message.endswith(told)
    assert verdict.suggestion == suggestion
    assert desk.fit(line, rules.view(state, 1)) is Fit.ORDER


@pytest.mark.parametrize(
    ("line", "partners"),
    [
        ("environment 33 coop 97 with 297+, rest comp", Range(F(297), None)),
        ("environment 33 coop 97 (297+) rest comp", Range(F(297), None)),
        ("environment 33 coop 97 with those of 279 points or more, comp 3", Range(F(279), None)),
        ("Umwelt 33 Koop 97 mit denen von 279 Punkten oder mehr, Rest comp", Range(F(279), None)),
        ("environnement 33 coop 97 avec ceux de 279 points et plus, comp 3", Range(F(279), None)),
    ],
)
def test_HG_12_a_figure_and_more_is_an_open_range_whatever_stands_behind_it(line, partners):
    assert move(new_game(), line).policies == (Policy("Environment", F(33), F(97), F(3), partners),)


@pytest.mark.parametrize(
    "line",
    [
        "Defense with the remaining points, coop 97 everyone, rest defend",
        "Defense what is left, coop 97 everyone, comp rest",
        "Verteidigung mit den restlichen Punkten, Koop 97 alle, Rest Wettbewerb",
        "Défense avec les points restants, coop 97 tous, reste compétition",
    ],
)
def test_who_gives_the_remaining_points_is_told_how_many_are_left(line):
    verdict = parse(new_game(), "Economy 75% comp 100", line).verdicts[-1]
    assert verdict.message == "give a figure in percent: 25% is left"
    assert verdict.suggestion == "Defense 25% coop 97 with 0-* comp 3"
    assert desk.fit(line, rules.view(new_game(), 1)) is Fit.ORDER
    first, _second = parse(new_game(), line, "Economy 75% comp 100").verdicts
    assert first.message == "give a figure in percent: what the other lines leave"
    assert first.suggestion is None


def test_a_share_without_end_is_asked_for_in_percent():
    (verdict,) = parse(new_game(), "economy a third").verdicts
    assert verdict.message == "a figure in percent is wanted here, such as 33%"


def test_notes_read_the_line_back_in_points():
    (verdict,) = parse(with_points(new_game(2), (0, 0, 0), (120, 0, 0)), LINE).verdicts
    assert verdict.note == (
        "60 points: 42 to cooperation with Bruno (120.00), "
        "18 to competition: hits Bruno (120.00), costs 3.60"
    )


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("Economy 100% coop 100", "without a range this cooperates with nobody"),
        ("Economy 100% coop 50 with 0-*", "coop and comp sum to 50%: 50 points are lost"),
        ("Economy 100% coop 100 with 5-9", "nobody else is in 5-9"),
        ("Economy 100% comp 100 attack 5-9", "nobody else is in 5-9"),
        ("Economy 100% coop 100 with 0-* attack 0-*", "does nothing without comp"),
        ("Economy 100% comp 100 with 0-*", "does nothing without coop"),
    ],
)
def test_what_is_most_likely_not_meant_is_accepted_with_a_warning(text, warning):
    parsed = parse(new_game(), text)
    assert parsed.orders is not None
    assert parsed.verdicts[-1].level is Level.WARNED
    assert warning in parsed.verdicts[-1].message


def test_a_faultless_move_has_no_warning():
    parsed = parse(new_game(), "Economy 70% coop 50 with 0-0 comp 50", "Defense 30% comp 100")
    assert {verdict.level for verdict in parsed.verdicts} == {Level.ACCEPTED}


def test_HG_12_writing_is_canonical():
    lines = "eco 33,50 attack 1-* comp 40 / env 10 coop 0 with 0-5 / def 0"
    assert written(move(new_game(), lines)) == (
        "Economy 33.5% comp 40 attack 1-*",
        "Environment 10% with 0-5",
        "Defense 0%",
    )
    assert written(IDLE) == ("PASS",)


def test_no_lines_are_no_orders():
    parsed = parse(new_game())
    assert parsed.orders is None and "no order" in parsed.remark
