"""Which lines of a mail are orders, and which are prose."""

from __future__ import annotations

import time

import pytest

from pbem.engine.api import Fit
from pbem.engine.orders import LONGEST_ORDER
from tests.rulesets.hegemon.lines import LINE
from tests.rulesets.hegemon.table import (
    ASK,
    Played,
    desk,
    new_game,
    parse,
    rules,
    sheet,
    with_points,
)

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""


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
