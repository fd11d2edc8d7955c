"""Replies to the mails of whole games, as 50 programs write them and in every place to type.

Each mail in ``played`` stands beside what is to be taken of it and named; those whose program is
"real" were composed by it. ``reports`` holds the texts, plain and HTML, of the mails of ours that
they answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.extract import Extraction
from pbem.mailer.inbound.intake import take
from pbem.mailer.markers import frame_in
from pbem.mailer.settings import MailSettings
from tests.rulesets.god_unit import table as god_unit

PLAYED = Path(__file__).parent / "played"
MAILS = sorted(PLAYED.glob("*.eml"))


@dataclass(frozen=True)
class Recorded:
    """What we sent, by the names of its files, with its template framed in a language; and the
    orders of an earlier mail."""

    answers: Sequence[str]
    orders: Sequence[str]
    language: str

    def sent(self) -> Iterator[Sequence[str]]:
        for name in self.answers:
            sent = (PLAYED / "reports" / f"{name}.json").read_bytes()
            yield from json.loads(framed(sent, self.language))

    def earlier(self) -> Sequence[str]:
        return self.orders


def wanted(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return found


def fit_of(mail: dict[str, Any]) -> Callable[[str], Fit]:
    if mail.get("placing"):
        return partial(load("god-unit").desk.fit, view=god_unit.view(turn=0))
    return load(mail["game"]).desk.fit


def framed(data: bytes, language: str) -> bytes:
    for english, other in zip(frame_in("en"), frame_in(language), strict=True):
        data = data.replace(english.encode(), other.encode())
    return data


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_the_players_orders_are_taken_and_what_looks_like_one_is_named(
    path: Path, language: str
) -> None:
    mail = wanted(path)
    exchange = Recorded(mail["answers"], mail.get("earlier", ()), language)
    raw = framed(path.read_bytes(), language)
    intake = take(raw, fit_of(mail), MailSettings(), exchange=exchange)
    found = intake.extraction or Extraction()
    assert list(found.taken) == mail["taken"]
    assert list(found.unread) == mail["unread"]


def test_every_game_and_many_programs_and_places_are_there() -> None:
    mails = [wanted(path) for path in MAILS]
    assert {mail["game"] for mail in mails} == {"asylamba-mini", "god-unit", "hegemon", "parsec"}
    assert len({mail["program"] for mail in mails}) >= 50
    assert len({mail["place"] for mail in mails}) >= 40
    assert sum("(real)" in mail["program"] for mail in mails) >= 20
