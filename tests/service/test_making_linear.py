"""Reading a game file costs in proportion to its size, whatever stands in it, and is bounded."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.gamefile import MOST_PARTS, complaints, upwards
from pbem.service.making.mistakes import in_keys, in_toml
from pbem.service.making.request import (
    MOST_LINES,
    MOST_SIGNS,
    NotToml,
    read_changes,
    read_toml,
)
from tests.soaking import examples

HEAD = 'ruleset = "hegemon"\nseats = [{}, {}]\n'
HOSTILE: dict[str, Callable[[int], str]] = {
    "a table's name that does not end": lambda n: f'title = """\n[{" " * n}!\n"""\nzzz = 1',
    "a table's name with blanks": lambda n: f'title = """\n[ a{" " * n}b !\n"""\nzzz = 1',
    "a key without an end": lambda n: f'title = """\n{"a." * (n // 2)}\n"""\nzzz = 1',
    "a key in blanks": lambda n: f'title = """\n{"a . " * (n // 4)}\n"""\nzzz = 1',
    "a word with blanks in it": lambda n: f"id = a{' ' * n}b",
    "lists in lists": lambda n: f"a = [{'[1, [2]], ' * (n // 10)}]",
    "tables in a list": lambda n: f"a = [{'{b = 1, c = [3]}, ' * (n // 19)}]",
    "texts in a list": lambda n: f"""a = [{"'[', " * (n // 6)}]""",
    "a key within a long one": lambda n: f"{'a' * (n // 2)} = [{'1,' * (n // 4)}]",
    "blanks before an equals sign": lambda n: f"id{' ' * n}b = 1",
    "long texts that do not end": lambda n: "x = [zz, " + '"""x"\\' * (n // 6),
    "texts beside each other in a table": lambda n: "x = [zz, {" + '"" ' * (n // 3),
    "a key of dots in quotes": lambda n: f'"={"a." * (n // 2)}" = 1',
    "a key of brackets in quotes": lambda n: f'"={"a]" * (n // 2)}" = 1',
    "lines that are no values": lambda n: "a = b c\n" * min(n // 8, MOST_LINES - 5),
}
MOST_GROWTH = 2.6
"""What doubling a file may multiply the work by."""
WORTH_COMPARING = 0.05
"""Seconds of processor time below which the clock's noise is larger than what is measured."""
SIZES = (6_000, 12_000, 24_000)


def seconds(text: str) -> float:
    """The processor time of reading a file, and of finding what is wrong in it."""
    began = time.process_time()
    for read in (read_toml, read_changes):
        try:
            read(text)
        except NotToml as error:
            in_toml(text, error.mistake.what)
    told_in_words(text)
    return time.process_time() - began


def told_in_words(text: str) -> tuple[str, ...]:
    """What is wrong with the keys of a file, each of which has found its place or none."""
    try:
        found = complaints(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError):
        found = ("zzz: there is no such key",)
    return tuple(one.what for one in in_keys(text, found))


@examples(60, soak=2000)
@given(
    st.text('ab.=[]:12"x \u00a0é', max_size=60), st.sampled_from(["", "[options]", "[schedule]"])
)
def test_a_file_with_any_key_is_told_what_is_wrong_with_it(key: str, table: str) -> None:
    quoted = key.replace('"', '\\"')
    assert told_in_words(f'{HEAD}{table}\n"{quoted}" = 1\n')


@examples(60, soak=2000)
@given(st.text("ab.[]12", max_size=300))
def test_what_a_key_stands_in_is_shorter_each_time(key: str) -> None:
    found = list(upwards(key))
    assert len(found) <= MOST_PARTS
    assert all(after == before[: len(after)] != before for before, after in pairwise(found))


def test_a_key_of_a_thousand_parts_is_looked_at_a_few_times() -> None:
    assert len(list(upwards("a." * 1000))) == MOST_PARTS
    assert list(upwards("seats[2].bot")) == ["seats[2].bot", "seats[2]", "seats"]


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_file_is_about_twice_the_work(name: str) -> None:
    texts = [HEAD + HOSTILE[name](size) for size in SIZES]
    best = [min(seconds(text) for _trial in range(3)) for text in texts]
    for before, after in pairwise(best):
        assert after <= MOST_GROWTH * max(before, WORTH_COMPARING), best


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = " + "[" * 3000 + "]" * 3000, "too deep"),
        ("x = " + "[\n" * 450, "too deep"),
        ("x = " + "[ # ]\n" * 450, "Invalid value"),
        (".".join("a" * 2000) + " = 1", "too deep"),
        ("x = " + "9" * 5000, "too long"),
        ("a = 1\n" * MOST_LINES, f"{MOST_LINES} lines"),
        ("#" * (MOST_SIGNS + 1), f"{MOST_SIGNS} characters"),
    ],
)
def test_what_would_cost_too_much_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotToml, match=why):
        read_toml(text)
