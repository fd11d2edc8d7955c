"""Exactly the player's lines are taken from mails in the manner of every client."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.extract import Extraction
from pbem.mailer.inbound.intake import take
from pbem.mailer.markers import frame_in
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


FRAMED = [path for path in MAILS if frame_in("en").begin.encode() in path.read_bytes()]


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("path", FRAMED, ids=lambda path: path.stem)
def test_the_same_lines_are_taken_where_the_template_is_framed_in_another_language(
    path: Path, language: str
) -> None:
    """No mail before it is on record here: the markers alone tell the template."""
    raw = path.read_bytes()
    for ours, theirs in zip(frame_in("en"), frame_in(language), strict=True):
        raw = raw.replace(ours.encode(), theirs.encode())
    desk = load("hegemon").desk
    english, other = (
        take(mail, desk.fit, MailSettings(), continues=desk.continues).extraction
        for mail in (path.read_bytes(), raw)
    )
    assert english is not None
    assert other == english


def test_many_mails_of_the_corpus_have_a_template() -> None:
    assert len(FRAMED) >= 50


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
