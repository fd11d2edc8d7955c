"""Exactly the player's lines are taken from mails in the manner of every client."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.extract import Extraction
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from tests.mailer.inbound import make_corpus
from tests.mailer.inbound.clients import all_cases

MAILS = sorted(make_corpus.CORPUS.glob("*.eml"))


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_exactly_the_players_lines_are_taken(path: Path) -> None:
    wanted = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    desk = load("hegemon").desk
    intake = take(path.read_bytes(), desk.fit, MailSettings(), continues=desk.continues)
    found = intake.extraction or Extraction()
    assert list(found.taken) == wanted["taken"]
    assert intake.guard.may_answer is wanted["guard"]["may_answer"]
    assert intake.guard.may_hold_orders is wanted["guard"]["may_hold_orders"]
    if "ignored" in wanted:
        assert list(found.ignored) == wanted["ignored"]
    if "unread" in wanted:
        assert list(found.unread) == wanted["unread"]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_no_pleasantry_and_no_signature_is_nearly_an_order(path: Path) -> None:
    """What is named, here where nothing is on record, are whole orders in quotes alone."""
    fit = load("hegemon").desk.fit
    intake = take(path.read_bytes(), fit, MailSettings())
    found = intake.extraction or Extraction()
    assert [line for line in found.unread if fit(line) is not Fit.ORDER] == []


def test_the_built_part_of_the_corpus_is_what_its_builder_writes() -> None:
    for case in all_cases():
        path = make_corpus.CORPUS / f"{case.name}.eml"
        assert path.read_bytes() == case.raw
        assert json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) == (
            make_corpus.expected(case)
        )


def test_the_corpus_is_wide_enough() -> None:
    assert len(MAILS) >= 150
