"""How orders are typed: behind a greeting, crossed out, wrapped, below what a program adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from pbem.engine.registry import load
from pbem.mailer.inbound.exchange import Unknown
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.reading import read_letter

FIRST, SECOND = "Economy 60% comp 100", "Defense 40% comp 100"
REPORT = (
    "After turn 1 of 4 you hold 115.00 points, place 3 of 4.",
    "Economy: 34 points: 27.20 to cooperation with players of 0-*, 6.80 to competition as defence",
    "| Environment 34% coop 80 with 0-* comp 20",
    "Reply with your orders, one on each line; lines that begin with # are remarks.",
)


class Known(Unknown):
    """An exchange of which the report is on record."""

    def sent(self) -> Iterator[Sequence[str]]:
        return iter((REPORT,))


def extracted(text: str, kind: str = "text/plain", game: str = "hegemon") -> Extraction:
    raw = f"From: a@b.c\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n{text}".encode()
    return extract(read_letter(raw), load(game).desk.fit, Known())


@pytest.mark.parametrize("before", ["Hi,", "Hello GM!", "From Anna:", "Cheers -"])
def test_an_order_behind_other_words_is_named(before: str) -> None:
    text = f"{before} {FIRST}"
    found = extracted(f"{text}\n{SECOND}")
    assert (found.taken, found.unread) == ((SECOND,), (text,))


@pytest.mark.parametrize("before", ["My orders:", "Then -", "I want to put"])
def test_words_that_open_an_order_belong_to_it(before: str) -> None:
    text = f"{before} {FIRST}"
    found = extracted(f"{text}\n{SECOND}")
    assert (found.taken, found.unread) == ((text, SECOND), ())


@pytest.mark.parametrize("bullet", ["->", "=>", "*", "2)", "[Anna]"])
def test_signs_numbers_and_a_name_in_brackets_may_stand_before_an_order(bullet: str) -> None:
    assert extracted(f"{bullet} {FIRST}").taken == (FIRST,)


def test_a_number_alone_between_orders_is_a_lists() -> None:
    found = extracted(f"{FIRST}\n2.\n{SECOND}")
    assert (found.taken, found.unread) == ((FIRST, SECOND), ())


def test_a_turn_on_its_own_line_comes_with_the_orders_below_it() -> None:
    found = extracted(f"TURN 3:\n\n{FIRST}\n\nTURN 4:\nNothing yet.\n{SECOND}\n\nTURN 5:\nBye")
    assert found.taken == ("TURN 3:", FIRST, "TURN 4:", SECOND)
    assert found.ignored == ("Nothing yet.", "TURN 5:", "Bye")


@pytest.mark.parametrize("mark", ["<s>{}</s>", "<del>{}</del>", "<strike><b>{}</b></strike>"])
def test_what_is_crossed_out_is_neither_taken_nor_named(mark: str) -> None:
    found = extracted(f"<p>{mark.format(SECOND)}</p><p>{FIRST}</p>", "text/html")
    assert (found.taken, found.unread) == ((FIRST,), ())


def test_a_word_crossed_out_leaves_the_rest_of_its_line() -> None:
    style = "text-decoration: underline line-through"
    text = f'<p>Economy <span style="{style}">50%</span> 60% comp 100</p>'
    (taken,) = extracted(text, "text/html").taken
    assert taken.split() == FIRST.split()


def test_a_line_that_a_program_wrapped_is_one_and_one_with_a_blank_at_its_end_is_two() -> None:
    flowed = "text/plain; format=flowed"
    full = "ATTACK 3 AT g8, g9, h9 ELSE NEAREST ELSE LATE MOVE TOWARDS b8 ELSE LATE"
    joined = extracted(f"{full} \nMOVE TOWARDS c7\n", flowed, game="god-unit")
    assert joined.taken == (f"{full} MOVE TOWARDS c7",)
    assert extracted(f"{FIRST} \n{SECOND}\n", flowed).taken == (FIRST, SECOND)


@pytest.mark.parametrize("bullet", ["   - ", "* ", "• "])
def test_what_we_sent_is_known_by_whatever_bullet_a_program_writes(bullet: str) -> None:
    quoted = "\n".join(f"> {bullet if ':' in line else ''}{line}" for line in REPORT)
    found = extracted(f"{FIRST}\n\nOn 3 May 2026 at 11:58, Play <p@b.c> wrote:\n{quoted}")
    assert (found.taken, found.unread) == ((FIRST,), ())


def test_an_order_that_we_showed_and_that_was_changed_in_the_quote_is_named() -> None:
    changed = "| Environment 50% coop 80 with 0-* comp 20"
    quoted = "\n".join(f"> {changed if line[0] == '|' else line}" for line in REPORT)
    found = extracted(f"On 3 May 2026 at 11:58, Play <p@b.c> wrote:\n{quoted}")
    assert (found.taken, found.unread) == ((), (changed,))


HEADS = {
    "groupwise": [">>> Play <p@b.c> 03/05/2026 11:58 >>>"],
    "a whole header": [
        "-------- Original Message --------",
        "Return-Path: <p@b.c>",
        "Received: from b.c by b.c with ESMTP for <a@b.c>; Sun, 3 May",
        " 2026 11:58:00 +0000",
        "From: Play <p@b.c>",
        "To: Anna <a@b.c>",
        "Subject: Turn 2",
        "X-Auto-Response-Suppress: All",
        "",
    ],
}


@pytest.mark.parametrize("head", HEADS)
def test_orders_count_between_lines_that_only_a_head_tells_to_be_quoted(head: str) -> None:
    text = "\n".join(["Hi,", "", *HEADS[head], *REPORT[:2], FIRST, *REPORT[2:]])
    found = extracted(text)
    assert (found.taken, found.unread) == ((FIRST,), ())


def test_an_order_copied_from_a_receipt_with_its_gutter_is_named() -> None:
    found = extracted(f"{FIRST}\n| {SECOND}")
    assert (found.taken, found.unread) == ((FIRST,), (f"| {SECOND}",))


def test_a_line_too_long_for_an_order_that_begins_like_one_is_named() -> None:
    found = extracted(f"{FIRST}\n{SECOND}{' attack 0-50' * 30}")
    assert found.taken == (FIRST,)
    assert [line[: len(SECOND)] for line in found.unread] == [SECOND]
