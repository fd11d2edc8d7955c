"""Who runs a game, and how their mail is known for theirs."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.gamefile import MasterSpec
from pbem.store import masters
from pbem.store.mastering import Role
from tests.service.looks import answers
from tests.service.world import ANNA, BORIS, World, open_world, read, text_of

EVE, ADA, GM = "eve@example.org", "ada@example.org", "gm@example.org"
SERVICE = "orders@pbem.localhost"
MASTERS = (
    MasterSpec(name="Eve", address="Eve@example.org"),
    MasterSpec(name="Ada", address=ADA, role=Role.ASSISTANT),
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def command(world: World, text: str, master: str = EVE, *, to: EmailMessage | None = None) -> str:
    """What a game master's reply to their newest mail, alerts apart, is answered."""
    mail = to or _newest(world, master)
    world.write(master, text, to=str(mail["Reply-To"]), subject=f"Re: {mail['Subject']}")
    world.poll()
    return text_of(_newest(world, master))


def _newest(world: World, master: str) -> EmailMessage:
    return read([row for row in world.rows(recipient=master) if row.kind != "alert"][-1])


def test_whom_the_game_file_names_gets_an_address_of_their_own(world: World) -> None:
    assert "You run Spring" in str(world.last(EVE)["Subject"])
    assert "+spring.0.m1." in str(world.last(EVE)["Reply-To"])
    assert "+spring.0.m2." in str(world.last(ADA)["Reply-To"])


def test_a_game_is_paused_and_goes_on_by_mail(world: World) -> None:
    assert "paused" in command(world, "PAUSE")
    assert world.game().status == "paused"
    assert "is paused" in str(world.last(ANNA)["Subject"])
    command(world, "please resume")
    assert world.game().status == "running"
    assert "Spring goes on" in str(world.last(BORIS)["Subject"])
    assert "The clock of turn 1 runs again" in text_of(world.last(BORIS))


def test_what_cannot_be_done_is_told_with_the_right_form(world: World) -> None:
    told = command(world, "RESUME")
    assert "Spring is not paused" in told
    assert "Nothing was changed" in told


def test_a_mail_without_a_token_changes_nothing_and_brings_one(world: World) -> None:
    world.write(EVE, "PAUSE", to=SERVICE)
    world.poll()
    assert world.game().status == "running"
    told = world.last(EVE)
    assert "Nothing was changed" in text_of(told)
    command(world, "PAUSE", to=told)
    assert world.game().status == "paused"


def test_a_token_counts_from_the_address_alone_to_which_it_was_given(world: World) -> None:
    address = str(world.last(EVE)["Reply-To"])
    for other in (BORIS, ADA, "mallory@elsewhere.test"):
        world.write(other, "PAUSE", to=address)
    world.poll()
    assert world.game().status == "running"
    assert "may not be yours" in str(world.last(EVE)["Subject"])
    assert world.mails("mallory@elsewhere.test") == []


def test_a_player_token_gives_no_command_of_a_game_master(world: World) -> None:
    world.reply(ANNA, "PAUSE")
    world.poll()
    assert world.game().status == "running"
    assert "Only the game master" in str(answers(world, ANNA)[-1]["Subject"])


def test_prose_of_a_player_is_no_command(world: World) -> None:
    world.reply(ANNA, "Note that I am away.\nclose now, I must go\nSeat 3 ejects me")
    world.poll()
    assert "Only the game master" not in str(world.last(ANNA)["Subject"])


def test_a_game_master_speaks_for_no_seat(world: World) -> None:
    told = command(world, "WITHDRAW\nEconomy 60% comp 100")
    assert "You write as the game master" in told


def test_NEWKEY_makes_the_earlier_addresses_void(world: World) -> None:
    before = world.last(EVE)
    command(world, "NEWKEY")
    world.write(EVE, "PAUSE", to=str(before["Reply-To"]))
    world.poll()
    assert world.game().status == "running"
    command(world, "PAUSE")
    assert world.game().status == "paused"


def test_a_game_that_names_nobody_is_run_by_the_operator(world: World) -> None:
    world.new_game(id="autumn", title="Autumn")
    world.write(GM, "hello", to=SERVICE)
    world.poll()
    assert "Autumn" in str(world.last(GM)["Subject"])
    command(world, "PAUSE", GM)
    assert world.game("autumn").status == "paused"
    command(world, "NEWKEY", GM)
    command(world, "RESUME", GM)
    assert world.game("autumn").status == "running"


def test_a_preview_changes_nothing(world: World) -> None:
    assert "PREVIEW changes nothing" in command(world, "PREVIEW\nPAUSE").replace("\n", " ")
    assert world.game().status == "running"


def test_whoever_is_dismissed_is_nobody(world: World) -> None:
    with world.context.write() as session:
        ada = masters.masters_of(session.connection, "spring")[1]
        masters.remove_master(session.connection, ada)
    command(world, "PAUSE", ADA)
    assert world.game().status == "running"


@pytest.mark.parametrize("line", ["CANCEL", "EJECT 1", "SEAT 1 NAME Zoe", "SCHEDULE grace = 2h"])
def test_an_assistant_runs_turns_and_nothing_else(world: World, line: str) -> None:
    assert "Only owners" in command(world, line, ADA)
    assert "paused" in command(world, "PAUSE", ADA)
