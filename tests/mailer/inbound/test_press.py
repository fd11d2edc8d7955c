"""What goes to other people is exactly what a player wrote for them, whatever program sent it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.registry import load
from pbem.mailer.inbound.commands import read_command
from pbem.mailer.inbound.exchange import Unknown
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.lines import key
from pbem.mailer.inbound.press import Header, Lines, is_end, read_header, take_blocks, tidy
from pbem.mailer.inbound.quoting import Placed
from pbem.mailer.inbound.reading import Letter, UnreadableMail, read_letter
from pbem.mailer.inbound.texts import NO_TEXT, Text
from tests.mailer.inbound import make_corpus
from tests.mailer.inbound.blocks import REPORT
from tests.soaking import examples

MAILS = sorted(make_corpus.CORPUS.glob("*.eml"))
HEADER = "TO Bruno:"
KEYS = {key(line) for line in REPORT}


class Report(Unknown):
    """An exchange of which the report is on record."""

    def sent(self) -> Iterator[Sequence[str]]:
        return iter((REPORT,))


def knows(names: str) -> bool:
    return names in ("Bruno", "ALL")


@cache
def letters() -> tuple[Letter, ...]:
    """The mails of all clients that can be read and hold lines of their writer's own."""
    found = []
    for path in MAILS:
        try:
            letter = read_letter(path.read_bytes())
        except UnreadableMail:
            continue
        if any(map(is_own, letter.body.lines)):
            found.append(letter)
    return tuple(found)


def is_own(line: Placed) -> bool:
    typed = not line.depth and line.kind == "text" and bool(line.text)
    return typed and key(line.text) not in KEYS


def is_prose(line: str) -> bool:
    return not (is_end(line) or read_command(line) or read_header(line, knows, first=True))


PROSE = st.lists(
    st.text("abcdeilmnorstuéöABEMT ,.!?'", max_size=60).map(str.strip).filter(is_prose),
    min_size=1,
    max_size=8,
).filter(any)


def in_the_place_of_orders(letter: Letter, lines: Sequence[str]) -> Letter:
    """The same mail, in which its writer's own lines are these."""
    old = letter.body.lines
    first = next(index for index, line in enumerate(old) if is_own(line))
    typed = tuple(Placed(line, 0, key=key(line)) for line in lines)
    rest = tuple(line for line in old[first:] if not is_own(line))
    body = Text((*old[:first], *typed, *rest))
    return replace(letter, body=body, shown=NO_TEXT, attachments=())


def read(letter: Letter) -> Extraction:
    desk = load("hegemon").desk
    return extract(letter, desk.fit, Report(), desk.continues, knows)


@examples(150, soak=3000)
@given(number=st.integers(0, 10_000), lines=PROSE, ended=st.booleans())
def test_exactly_what_was_written_travels_from_any_mail_program(
    number: int, lines: list[str], ended: bool
) -> None:
    letter = letters()[number % len(letters())]
    typed = [HEADER, *lines, *(["END"] if ended else [])]
    (block,) = read(in_the_place_of_orders(letter, typed)).press
    if ended or not block.doubt:
        assert block.lines == tidy(lines)


@pytest.mark.parametrize("number", range(len(letters())))
def test_a_block_without_an_end_takes_nothing_that_a_program_adds(number: int) -> None:
    (block,) = read(in_the_place_of_orders(letters()[number], [HEADER, "Hello there"])).press
    assert block.doubt or block.lines == ("Hello there",)


@pytest.mark.parametrize("letter", letters(), ids=lambda letter: letter.subject[:1])
def test_nothing_but_the_block_travels_from_each(letter: Letter) -> None:
    found = read(in_the_place_of_orders(letter, [HEADER, "Shall we", "", "cooperate?", "END"]))
    assert [block.lines for block in found.press] == [("Shall we", "", "cooperate?")]


def test_a_mail_without_a_block_has_none() -> None:
    assert all(not read(letter).press for letter in letters())


# Headers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "names", "text"),
    [
        ("TO Bruno: hello: there", "Bruno", "hello: there"),
        ("TO: Bruno", "Bruno", ""),
        ("TO: Bruno: hello", "Bruno", "hello"),
        ("to ALL :", "ALL", ""),
        ("À Bruno : salut", "Bruno", "salut"),
        ("**TO Bruno:** hello", "Bruno", "hello"),
    ],
)
def test_a_header_is_read_as_people_write_it(line: str, names: str, text: str) -> None:
    assert read_header(line, knows) == Header(names, text, anonymous=False, is_known=True)


@pytest.mark.parametrize(
    "line",
    ["To be honest: no", "An der Grenze: nichts", "A demain: bises", "TOBruno:", "TO", "TO :", ""],
)
def test_prose_is_no_header(line: str) -> None:
    assert read_header(line, knows) is None


def test_what_is_written_as_a_header_is_one_whoever_it_names() -> None:
    found = read_header("TO Zoe: hello", knows)
    assert found is not None
    assert not found.is_known
    assert read_header("To Zoe: hello", knows) is None
    assert read_header("To Zoe: hello", knows, first=True) is not None


def flowed(text: str) -> Extraction:
    raw = "Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
    return read(read_letter(f"From: a@b.c\r\n{raw}{text}".encode()))


def test_paragraphs_that_a_program_wraps_are_whole_again_and_end_where_they_should() -> None:
    found = flowed("TO Bruno: \nShall we \ncooperate?\n\nYes? \nEND \nEconomy 60% comp 100\n")
    assert [block.lines for block in found.press] == [("Shall we cooperate?", "", "Yes?")]
    assert found.taken == ("Economy 60% comp 100",)


def test_many_lines_of_ours_within_a_letter_are_read_in_a_time_that_grows_with_them() -> None:
    steps = 0

    class Counted(Lines):
        def is_own(self, index: int) -> bool:
            nonlocal steps
            steps += 1
            return super().is_own(index)

    many = 1000
    placed = tuple(Placed(text, 0) for text in ("TO Bruno:", "hi", *["Welcome"] * many))
    ours = (False, False, *[True] * many)
    take_blocks(Counted(placed, ours), knows, lambda _line: (False, False))
    assert steps < 20 * many
