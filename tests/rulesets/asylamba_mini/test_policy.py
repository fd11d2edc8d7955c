"""What begins like an order is one: read, or refused with the line that was meant.

Conditions, remarks and stories are not understood. Where an order stands among them, its author is
told its plain form.
"""

from __future__ import annotations

import random
import time

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.orders import LONGEST_ORDER, read_sheet
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from tests.rulesets.asylamba_mini.mails import ASK, desk, marked, parse, rich, verdict
from tests.rulesets.asylamba_mini.test_holdout import MEANS, MEANT
from tests.rulesets.asylamba_mini.test_order_properties import VOCABULARY


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("build 8 light or research defence", "BUILD 8 light"),
        ("if Carla attacks 18 then build 8 light", "BUILD 8 light"),
        ("send 5 light from 17 to 8 unless somebody else goes there", "SEND 5 light FROM 17 TO 8"),
        ("* send 5 light from 17 to 8 (should be enough)", "SEND 5 light FROM 17 TO 8"),
        ("RESEARCH attack BY 2 (150 S)", "RESEARCH attack BY 2"),
        ("WONDER Space Elevator (150 R, +1 point)", "WONDER Space Elevator"),
        ("Hi Anna, build 8 light", "BUILD 8 light"),
        ("research attack to 1, from S", "RESEARCH attack TO 1"),
        ("baue 8 leichte, falls möglich", "BUILD 8 light"),
        ("construire 8 légers si possible", "BUILD 8 light"),
        ("BUILD -5 light", "BUILD 5 light"),
        ("sector 17 shall build heavy", "AUTOBUILD 17 heavy"),
        ("send light from 17 to 8", "SEND 5 light FROM 17 TO 8 COLONISE"),
        ("attack 8 from 17", "SEND 3 heavy 5 light FROM 17 TO 8 COLONISE"),
    ],
)
def test_an_order_among_other_words_is_refused_with_its_plain_form(text, plain):
    assert desk.fit(text, rich()) in (Fit.ORDER, Fit.NEARLY)
    found = verdict(text)
    assert (found.level, found.suggestion) == (Level.REFUSED, plain)
    assert parse(rich(), plain).orders is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don't build 6 light", "don't"),
        ("send 5 light from 17 to 8, no wait, to 16", "no wait"),
        ("send half of 17 to 8", "half"),
    ],
)
def test_what_is_denied_taken_back_or_left_open_is_never_suggested(text, words):
    found = verdict(text)
    assert (found.level, found.suggestion) == (Level.REFUSED, None)
    assert marked(found) == words


def extracted(*lines: str) -> tuple[tuple[str, ...], bool]:
    """What a mail of these lines orders, written out, and whether any line is asked about."""
    head = "From: Anna <anna@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    intake = take(
        (head + "\r\n".join(lines)).encode(),
        lambda line: desk.fit(line, MEANS),
        MailSettings(),
        continues=lambda before, rest: desk.continues(before, rest, MEANS),
    )
    assert intake.extraction is not None
    found = parse(MEANS, *intake.extraction.taken)
    refused = any(one.level is Level.REFUSED for one in found.verdicts)
    orders = () if found.orders is None else desk.write(MEANS, ASK, found.orders)
    return orders, refused or bool(intake.extraction.unread)


@pytest.mark.parametrize("text", MEANT)
def test_a_line_broken_in_two_at_any_blank_is_never_a_shorter_order(text):
    whole, _asked = extracted(text)
    words = text.split(" ")
    for place in range(1, len(words)):
        orders, asked = extracted(" ".join(words[:place]), " ".join(words[place:]))
        assert orders == whole or asked or not orders, (text, place, orders)


def effort(lines: list[str]) -> float:
    """Seconds of computing that reading takes, the least of several trials."""
    trials = []
    for trial in range(9):
        own = [f"{line} {trial}" for line in lines]
        start = time.process_time()
        for line in own:
            desk.fit(line, MEANS)
        desk.parse(MEANS, ASK, read_sheet(own, MEANS.open_turn).now)
        trials.append(time.process_time() - start)
    return min(trials)


def soup(words: int, lines: int = 12) -> list[str]:
    """Lines of our own words without any sense, each of so many; no two are alike."""
    drawn = random.Random(words * lines)
    known = [word for word in VOCABULARY.split() if word.isalnum() and len(word) < 9]
    return [" ".join(drawn.choices(known, k=words)) for _line in range(lines)]


def test_reading_takes_time_in_proportion_to_the_line():
    long, short = soup(40), soup(20)
    assert max(map(len, long)) < LONGEST_ORDER
    assert effort(long) <= 2.6 * effort(short)


def test_a_mails_lines_are_read_in_proportion_to_their_number():
    assert effort(soup(40, lines=24)) <= 2.6 * effort(soup(40, lines=12))
