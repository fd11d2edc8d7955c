"""Reading a game file costs in proportion to its size, whatever stands in it, and is bounded."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from pbem.service.making.mistakes import in_keys, in_toml
from pbem.service.making.request import (
    MOST_LINES,
    MOST_SIGNS,
    NotToml,
    read_changes,
    read_toml,
)

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
    "lines that are no values": lambda n: "a = b c\n" * min(n // 8, MOST_LINES - 5),
}
MOST_GROWTH = 2.6
"""What doubling a file may multiply the work by."""
WORTH_COMPARING = 0.02
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
    in_keys(text, ("zzz: there is no such key",))
    return time.process_time() - began


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
