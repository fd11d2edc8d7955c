"""SUBSTITUTE tells whoever lends a seat nothing of whom an address is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.play import unasked
from pbem.store.invitations import invite_no_more
from pbem.store.masters import note_insider
from pbem.store.records import OutboxStatus
from pbem.store.strangers import mailbox_of
from tests.service.looks import seats
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of

DORA, WORK = "dora@example.org", "boris@work.example"
STANDS_AGAINST = {
    BORIS: "plays in the game already",
    WORK: "only your first one can play",
    EVE: "Whoever runs the game plays no seat",
    DORA: "was shown what players keep",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Boris has a second address, Dora was shown the truth, Eve runs the game."""
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        world.reply(BORIS, f"PROFILE ALSO {WORK}")
        world.poll()
        world.reply(WORK, "CONFIRM", to=world.last(WORK))
        world.poll()
        with world.context.write() as session:
            note_insider(session.connection, "spring", DORA)
        yield world


def flat(world: World, player: str, **where: str) -> str:
    return " ".join(text_of(world.last(player, **where)).split())


def ask(world: World, address: str) -> str:
    """What Anna is told, but for the address."""
    world.reply(ANNA, f"SUBSTITUTE {address} UNTIL 2026-03-08")
    world.poll()
    return flat(world, ANNA).replace(address, "...")


@pytest.mark.parametrize("address", STANDS_AGAINST)
def test_only_whoever_agrees_hears_what_stands_against_it(world: World, address: str) -> None:
    assert ask(world, "nobody@elsewhere.test") == ask(world, address)
    before = len(world.rows(recipient=ANNA))
    world.reply(address, "ACCEPT", to=world.last(address, kind="substitute"))
    world.poll()
    assert STANDS_AGAINST[address] in flat(world, address)
    assert len(world.rows(recipient=ANNA)) == before + 1
    assert "Whoever you asked has declined, or did not answer in time" in flat(world, ANNA)
    assert seats(world)[0].address == ANNA


def test_whoever_wants_no_mail_unasked_gets_none_and_the_lender_does_not_hear_why(
    world: World,
) -> None:
    with world.context.write() as session:
        invite_no_more(session.connection, mailbox_of("zoe@example.org"), world.clock.now())
    said = ask(world, "zoe@example.org")
    assert said == ask(world, "yvo@example.org")
    (asked,) = world.rows(recipient="zoe@example.org")
    assert asked.status is OutboxStatus.OVERTAKEN, "it never goes out"
    ask(world, "zoe@example.org")
    assert "try again tomorrow" in ask(world, "zoe@example.org"), "it counts as any other"
    world.wait(73)
    assert "did not answer in time" in flat(world, ANNA, kind="notice")


def test_who_is_asked_is_written_to_no_more_often_than_anybody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "TO_MAILBOX", 1)
    ask(world, BORIS)
    assert "unasked so often today" in ask(world, "boris+x@example.org")
    assert len(world.rows(recipient=BORIS, kind="substitute")) == 1


def test_to_be_asked_takes_nothing_from_a_game_master(world: World) -> None:
    ask(world, EVE)
    command(world, "VIEW TRUTH", to=world.mails(EVE)[0])
    assert "truth.json" in [part.get_filename() for part in world.last(EVE).iter_attachments()]
