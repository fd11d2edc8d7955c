"""Whatever command is written in a way that it cannot be: it is answered, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.mailer.inbound.commands import COMMANDS
from pbem.service.gamefile import SeatSpec
from pbem.store.strangers import forget_idler
from tests.service.test_mastering import books
from tests.service.test_masters import EVE, MASTERS
from tests.service.world import ANNA, BORIS, World, open_world

WRITERS = {"a player": ANNA, "a game master": EVE}
BEHIND = {"NOTE": ""}
"""What stands behind a word for which any text will do."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("forms")
    with open_world(folder, creators=(EVE,), answers_per_hour=10_000) as world:
        people = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))
        world.new_game(masters=MASTERS, seats=people)
        yield world


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("verb", [form.verb for form in COMMANDS])
def test_a_form_that_cannot_be_is_answered_and_changes_nothing(
    world: World, verb: str, writer: str
) -> None:
    sender = WRITERS[writer]
    with world.context.database.write() as connection:  # who writes much of it gets no answers
        forget_idler(connection, sender)
    before, told = books(world), len(world.mails(sender))
    world.reply(sender, f"{verb} {BEHIND.get(verb, '§7 ¿?')}", to=world.mails(sender)[0])
    world.poll()
    assert len(world.mails(sender)) > told
    assert books(world) == before
