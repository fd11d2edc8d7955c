"""Whatever command is written in a way that it cannot be: it is answered, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.mailer.inbound.commands import COMMANDS, OF_MASTERS, OF_PLAYERS, CommandForm
from pbem.service.gamefile import SeatSpec
from pbem.store.strangers import forget_idler
from tests.service.test_mastering import books
from tests.service.test_masters import EVE, MASTERS
from tests.service.world import ANNA, BORIS, World, open_world, text_of

WRITERS = {ANNA: OF_PLAYERS, EVE: OF_MASTERS}
BEHIND = {"NOTE": ""}
"""What stands behind a word for which any text will do."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("forms")
    with open_world(folder, creators=(EVE,), answers_per_hour=10_000) as world:
        people = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
        world.new_game(masters=MASTERS, seats=people)
        yield world


@pytest.mark.parametrize(
    ("writer", "form"),
    [
        (writer, form)
        for writer, verbs in WRITERS.items()
        for form in COMMANDS
        if form.verb in verbs
    ],
    ids=lambda one: one.verb if isinstance(one, CommandForm) else one,
)
def test_a_form_that_cannot_be_is_answered_with_one_that_can_and_changes_nothing(
    world: World, writer: str, form: CommandForm
) -> None:
    right: dict[str, set[str]] = {}  # some words are those of two commands
    for one in (one for one in COMMANDS if one.verb in WRITERS[writer]):
        for word in one.words:
            right.setdefault(word.split()[0], set()).add(one.example.split()[0])
    for word in form.words:
        with world.context.database.write() as connection:  # much of it brings no answers
            forget_idler(connection, writer)
        before, told = books(world), len(world.mails(writer))
        text = f"{word.upper()} {BEHIND.get(form.verb, '§7 ¿?')}"
        world.reply(writer, text, to=world.mails(writer)[0])
        world.poll()
        said = " ".join(map(text_of, world.mails(writer)[told:]))
        assert any(one in said for one in right[word.split()[0]]), text
        assert books(world) == before, text
