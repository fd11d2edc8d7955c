"""HG-12: how moves are written, read and understood."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.orders import LONGEST_ORDER, read_sheet
from pbem.rulesets.hegemon.language import written
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, Move, Policy, Range
from tests.rulesets.hegemon.table import (
    ASK,
    Played,
    desk,
    move,
    new_game,
    parse,
    rules,
    sheet,
    with_points,
)

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""
F = Fraction
LINE = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"
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
        ("Economy 60% comp 70 attack 120", "120", "Economy 60% comp 70 attack 120-120"),
        ("Economy 60% comp 70 attack 0-1,000", "0-1,000", "Economy 60% comp 70 attack 0-1000"),
        ("Economy 60% coop 70 comp 31", "31", "Economy 60% coop 70 comp 30"),
        ("Economy 60% coop -7", "-7", None),
        ("Economy 160%", "160%", None),
        ("Economy 60% coop 70 with 0-50%", "0-50%", "Economy 60% coop 70 with 0-50"),
        ("Economy 0.1234567%", "0.1234567%", "Economy 0.123456%"),
        ("Economy 1/3 comp 100", "1/3", "Economy 33.333333% comp 100"),
        ("Economy 60% comp ²", "²", None),
        ("Economy 60% coop 70 80", "80", None),
        ("Economy 5% coop 5 with 0-9 with 20-30", "20-30", None),
        ("80% coop Economy 40%", "40", None),
        ("Economy 10 Environment 20 Defense 70", "Environment", None),
        ("Economy 40% coop 50/50", "50", None),
        ("Economy 40% coop 60 with everybody but Bruno", "but", None),
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


def test_notes_read_the_line_back_in_points():
    (verdict,) = parse(with_points(new_game(2), (0, 0, 0), (120, 0, 0)), LINE).verdicts
    assert verdict.note == (
        "60 points: 42 to cooperation with players of 0-200, 18 to competition, attacking 100-150"
    )


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("Economy 50% comp 100", "the allocations sum to 50%: 50 points are lost"),
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


ORDERS = [
    LINE,
    "Econmy 60% coop 70",
    "economy 60",
    "Econ 40 coop 50 with 0-100",
    "ECONOMY: 60 %, coop=70 with 0–200",
    "Economy -60% coop 3",
    "Economy - 60%",
    "Economy 60% cop 70 wiht 0-200",
    "Economy 60% coop 70 with 0..200, comp 30, attack 100 to *",
    "Economy 60% coop 70 foo 30",
    "Economy 60% coop 70 with 200-0",
    "Economy coop 70 with 0-200",
    "Tourism 40% coop 50",
    "Enviro: 40%",
    "Battery 40% attack 100-150",
    "Trade routes 40% coop 50 with 0-100",
    "@ Economy 60%",
    "TURN 8: Economy 60%",
    "- Economy 60% coop 70",
    "1. Economy 60% coop 70",
    "Defense 30% comp 100",
    "Defence 30% comp 100",
    "Environment: 33,5% coop 50 with 100-* comp 50 # why not",
    "enviroment 20 comp 100 attack 50-60",
    "PASS",
    "pass.",
    "I pass",
    "I pass this turn.",
    "40% Economy coop 50 with 0-* comp 50",
    "60% to Economy, half of it coop with all",
    "Economy 60% coop 70 0-200",
    "Economy 1/3",
    "Defense 33 attack Hedger 100",
    "Economy 60% is what I'd play",
    "Economy 60 seems fine to me",
    "If Carla leads, Economy 40% comp 100",
]

PROSE = [
    "",
    "Economy is going well this turn",
    "I think 60% is enough",
    "I think 60%",
    "About 60%",
    "Economy was great, 60% of us are happy",
    "Economy",
    "Should I do Economy 60% coop 70?",
    "Hi all,",
    "Best regards",
    "with kind regards",
    "attack of the clones",
    "Attack Bruno next turn",
    "Cooperation is the way to go",
    "Environment is where I am weakest, place 2 of 4 only",
    "the best defense is a good attack",
    "We should all cooperate 100% or Carla wins.",
    "I will pass by your house on Friday, bring the points",
    "Sent from my phone, battery at 12%",
    "Sent from my iPhone",
    "On Mon, 3 Mar 2025 at 10:12, Game <x@y.z> wrote:",
    "Tel. +41 44 123 45 67",
    "2024",
    "Meeting at 10",
    "Total 100%",
    "Battery 80 with me",
    "iPhone battery 12%",
    "# Economy 40% coop 60 with 0-100 comp 40",
    "Economy 60% coop " + "9" * 400,
]

NEARLY = [
    "Military 40%",
    "Tourism 40%",
    "Battery 80%",
    "Humidity: 40%",
    "Brightness 75 percent",
    "Battery 80% with",
    "Ecology 40%",
    "Economy up 12 points",
    "Economy 40 points, 20 of them coop",
]

TALK = [
    "see you on 12 May at 8",
    "call me 0171 2345678",
    "Thanks for turn 3!",
    "I am 90% sure of it",
    "Boris has 40% now",
    "The attack cost me 30 points last turn",
    "My economy is at 120 already",
    "Good luck in turn 4",
    "10115 Berlin",
]


@pytest.mark.parametrize("line", ORDERS)
def test_fit_knows_an_order_even_if_misspelt(line):
    assert desk.fit(line) is Fit.ORDER
    assert desk.fit(line, rules.view(new_game(), 1)) is Fit.ORDER


@pytest.mark.parametrize("line", NEARLY)
def test_fit_tells_what_is_nearly_an_order(line):
    assert desk.fit(line) is Fit.NEARLY


@pytest.mark.parametrize("line", [*PROSE, *TALK])
def test_fit_leaves_prose_alone(line):
    assert desk.fit(line) is Fit.NO


@pytest.mark.parametrize(
    ("before", "rest"),
    [
        ("Economy 60%", "coop 70 with 0-200"),
        ("Economy 60% coop 70 with 0-200 comp 30 attack", "100-150"),
        ("Economy 60% coop 70 with 0-200", "comp 30 attack 100-150"),
        ("Economy 60% coop", "70 with 0-200"),
        ("Economy 60% comp 30", "attack 100-*"),
        ("Economy 60% coop 70", "with 0–200 comp 30"),
    ],
)
def test_the_rest_of_a_wrapped_line_goes_on_from_the_line_before(before, rest):
    assert desk.continues(before, rest)
    assert desk.fit(rest) is not Fit.ORDER


BROKEN = (
    LINE,
    "Economy 60%, coop 70 with players of 0 to 200, comp 30",
    "Please put 40% into Economy, half of it for cooperation with everybody",
    "60% to Economy, half of it coop with all",
    "Defense 40% 70% comp attack 80-95 30% coop with everyone",
    "Economy 45%, of which 80% coop with 75 to 85 and 20% comp",
)


@pytest.mark.parametrize("line", BROKEN)
def test_no_line_that_is_broken_anywhere_is_read_as_a_shorter_order(line):
    state, words = new_game(), line.split()
    view = rules.view(state, 1)
    for place in range(1, len(words)):
        before, rest = " ".join(words[:place]), " ".join(words[place:])
        joined = desk.continues(before, rest, view)
        alone = parse(state, before).orders is None or desk.fit(rest, view) is Fit.ORDER
        assert joined or alone, (before, rest)


def test_fit_knows_the_items_of_the_game():
    view = rules.view(new_game(items=("Trade routes", "Fleet")), 1)
    assert desk.fit("trade ruotes 40", view) is Fit.ORDER
    assert desk.fit("fleet 40", view) is Fit.ORDER
    assert desk.fit("fleet 40") is Fit.NO


def test_fit_takes_a_strange_word_for_an_item_only_where_it_is_like_one_of_this_game():
    view = rules.view(new_game(items=("Battery life", "Humour")), 1)
    assert desk.fit("Battery 80%", view) is Fit.ORDER
    assert desk.fit("Humor 40%", view) is Fit.ORDER
    assert desk.fit("Economy 80%", view) is Fit.NEARLY
    assert desk.fit("Economy 80% coop 50", view) is Fit.ORDER
    metals = rules.view(new_game(items=("Metal",)), 1)
    assert desk.fit("Total 80%", metals) is not Fit.ORDER


def test_fit_takes_nothing_of_our_own_report():
    played = Played(
        with_points(new_game(2), (0, 0, 0), (50, 0, 0)),
        {
            1: "Economy 60% coop 70 with 0-200 comp 30 attack 10-60",
            2: "Economy 50% coop 50 with 0-100 / Defense 50% comp 100",
        },
    )
    report = desk.report(played.view(1), played.heard(1))
    lines = list(report.template)
    for section in report.sections:
        lines.append(section.heading)
        for block in section.blocks:
            lines += getattr(block, "items", ())
            lines += ["  ".join(row) for row in getattr(block, "rows", ())]
            lines.append(getattr(block, "text", ""))
    assert [line for line in lines if desk.fit(line) not in OURS] == []


SOUP = """
    Economy econ coop with comp attack 60% 0-200 100-* - * , 1,000 -5 all to and half between
    Environment % .. + up to at least Bruno if not defence Tourism ecnomy 7 ( points or of it
"""
TALK_OF_IT = """
    economy environment defense cooperation competition attack points percent turn everyone
    players range half about was with the and of to 60 100 Bruno
"""


def _lines(words, count, length):
    """So many different lines of words, each so long."""
    found = words.split()
    for number in range(count):
        line = " ".join(
            found[(number * 7 + place * place * 5 + place) % len(found)] for place in range(length)
        )
        yield line[:LONGEST_ORDER]


def _seconds(texts):
    view = rules.view(new_game(), 1)
    start = time.process_time()
    for text in texts:
        desk.fit(text, view)
        desk.parse(view, ASK, sheet(text))
    return time.process_time() - start


def test_the_worst_of_lines_take_not_much_longer_than_plain_ones():
    plain = [f"Economy {n % 90 + 1}% coop 50 with {n}-{n + 20} comp 50" for n in range(400)]
    soup = list(_lines(SOUP, 40, 70))
    talk = list(_lines(TALK_OF_IT, 200, 14))
    assert sum(map(len, soup)) > 11_000
    least = min(_seconds(plain) for _trial in range(3))
    assert min(_seconds(soup) for _trial in range(3)) < 2 * least
    assert min(_seconds(talk) for _trial in range(3)) < 3 * least
