"""The table of commands: whoever adds one to it has to say how it is written, told and obeyed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from pbem.mailer.inbound.commands import (
    COMMANDS,
    OF_MASTERS,
    OF_PLAYERS,
    CommandForm,
    Verb,
    Who,
    read_command,
    read_subject,
)
from pbem.service.intake.commands.mastering import ACTS
from pbem.service.intake.commands.table import ANSWERS

PLAYER = Path(__file__).parents[2] / "docs" / "player.md"
MASTER = PLAYER.with_name("game-master.md")
SAY_HOW_ORDERS_ARE_MEANT = {"PREVIEW", "DONE", "WAIT"}


def test_every_command_stands_in_it_once_and_is_obeyed() -> None:
    verbs = [form.verb for form in COMMANDS]
    assert sorted(verbs) == sorted(get_args(Verb))
    assert set(verbs) == set(ANSWERS) | SAY_HOW_ORDERS_ARE_MEANT
    masters = {form.verb for form in COMMANDS if form.who not in (Who.PLAYER, Who.CREATOR)}
    assert masters == set(ACTS) | {"CONFIRM"}


@pytest.mark.parametrize("form", COMMANDS, ids=lambda form: form.verb)
def test_every_word_of_a_command_is_understood_in_small_and_large_letters(
    form: CommandForm,
) -> None:
    behind = form.example.removeprefix(form.verb)
    for word in form.words:
        small = () if form.verb == "ORDERS" else (word.capitalize() + behind,)
        for written in (word.upper() + behind, *small):
            found = read_command(written, of_master=True)
            assert found is not None, written
            assert found == read_command(form.example, of_master=True)


@pytest.mark.parametrize("form", COMMANDS, ids=lambda form: form.verb)
def test_whoever_may_give_it_reads_of_every_command_and_of_its_other_words(
    form: CommandForm,
) -> None:
    page = MASTER if form.is_masters_alone else PLAYER
    rows = [line for line in page.read_text().splitlines() if line.startswith(f"| `{form.verb}")]
    assert rows
    plain = "".join(rows).replace("`", "")
    bare = _without_accents(form.words)
    others = [word.upper() for word in form.words if word.upper() != form.verb and word not in bare]
    assert [word for word in others if word not in plain and word != "NEW KEY"] == []


@pytest.mark.parametrize(
    ("page", "verbs"), [(PLAYER, OF_PLAYERS), (MASTER, OF_MASTERS)], ids=["players", "game masters"]
)
def test_both_pages_tell_what_may_stand_in_a_subject(page: Path, verbs: frozenset[Verb]) -> None:
    said = re.search(r"in (?:the|its) subject\s+instead: ([^.]+)\.", page.read_text())
    assert said is not None
    theirs = {form.verb for form in COMMANDS if form.in_subject and form.verb in verbs}
    assert set(re.findall(r"`([A-Z]+)`", said[1])) == theirs


@pytest.mark.parametrize(
    "form", [form for form in COMMANDS if form.in_subject], ids=lambda form: form.verb
)
def test_what_may_stand_there_is_understood_in_all_its_words(form: CommandForm) -> None:
    behind = form.example[len(form.verb) :]
    for word in form.words:
        subject = f"Re: {word.capitalize()}{behind}"
        assert read_subject(subject, of_master=form.is_masters_alone) == read_command(form.example)


def _without_accents(words: tuple[str, ...]) -> list[str]:
    """How a keyboard without them writes words with accents."""
    return [word.translate(str.maketrans("éèç", "eec")) for word in words if not word.isascii()]
