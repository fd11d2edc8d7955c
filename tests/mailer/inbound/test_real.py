"""Replies to a report that a real program wrote, s-nail 14.9 with each way of quoting that it has.

``report.txt`` is the text that it quoted; the orders were typed below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pbem.engine.registry import load
from pbem.mailer.inbound.exchange import Unknown
from pbem.mailer.inbound.extract import extract
from pbem.mailer.inbound.reading import read_letter

REAL = Path(__file__).parent / "real"
MAILS = sorted(REAL.glob("*.eml"))
TYPED = ("Economy 60% comp 100", "Defense 40% comp 100")
FIT = load("hegemon").desk.fit


class Known(Unknown):
    def sent(self) -> Iterator[Sequence[str]]:
        return iter(((REAL / "report.txt").read_text(encoding="utf-8").splitlines(),))


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_orders_below_the_quote_count(path: Path) -> None:
    found = extract(read_letter(path.read_bytes()), FIT, Known())
    assert (found.taken, found.ignored, found.unread) == (TYPED, (), ())


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_where_nothing_is_on_record_they_are_named_at_the_least(path: Path) -> None:
    found = extract(read_letter(path.read_bytes()), FIT)
    assert {*found.taken, *found.unread} == {*TYPED}


def test_all_are_there() -> None:
    assert len(MAILS) == 4
