"""HG-12: how moves are written, read and understood."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.orders import read_sheet
from pbem.rulesets.hegemon.orders import EVERYONE, IDLE, Move, Policy, Range, write
from tests.rulesets.hegemon.table import (
    ASK,
    Played,
    desk,
    move,
    new_game,
    parse,
    rules,
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
        ("Econmy 60%", "Econmy", "Economy"),
        ("Economy 60% cop 70", "cop", "coop"),
        ("Economy 60% coop 70 wiht 0-200", "wiht", "with"),
        ("Economy 60% coop 70 with 200-0", "200", "0-200"),
        ("Economy 60% comp 70 attack 120", "120", "120-120"),
        ("Economy 60% comp 70 attack 0-1,000", "1,000", "1000"),
        ("Economy 60% coop 70 comp 31", "31", None),
        ("Economy 60% coop -7", "-7", None),
        ("Economy 160%", "160", None),
        ("Economy 60% coop 70 with 0-50%", "%", None),
        ("Economy 0.1234567%", "0.1234567", None),
        ("Economy 60% comp ²", "²", None),
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
    assert (second.column, second.length) == (13, 2)
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
    state = new_game()
    written = write(move(state, "eco 33,50 attack 1-* comp 40 / env 10 with 0-5 / def 0"))
    assert written == (
        "Economy 33.5% comp 40 attack 1-*",
        "Environment 10% coop 0 with 0-5",
        "Defense 0%",
    )
    assert write(IDLE) == ("PASS",)


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
    "Ecology 40%",
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
]

PROSE = [
    "",
    "Economy is going well this turn",
    "I think 60% is enough",
    "I think 60%",
    "About 60%",
    "Economy was great, 60% of us are happy",
    "Economy",
    "Economy 60% is what I'd play",
    "Economy 60 seems fine to me",
    "Should I do Economy 60% coop 70?",
    "Hi all,",
    "Best regards",
    "with kind regards",
    "attack of the clones",
    "Attack Bruno next turn",
    "Cooperation is the way to go",
    "I pass",
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
    "Defense 33 attack Hedger 100",
    "Economy up 12 points",
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

WRAPPED = [
    "coop 70 with 0-200",
    "100-150",
    "comp 30 attack 100-150",
    "70 with 0-200",
    "attack 100-*",
    "with 0–200 comp 30 # as agreed",
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


@pytest.mark.parametrize("line", WRAPPED)
def test_fit_knows_the_rest_of_a_wrapped_line(line):
    assert desk.fit(line) is Fit.CONTINUES


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


def test_the_manual_fits_a_screen_and_its_example_is_valid():
    manual = desk.manual()
    assert max(map(len, manual.splitlines())) <= 79
    assert len(manual.splitlines()) <= 40
    assert LINE in manual and parse(new_game(), LINE).orders is not None
