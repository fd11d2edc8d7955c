"""A plain reply to a letter goes to whoever wrote it, game masters and players alike."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import give_to
from pbem.store.records import InboxStatus
from tests.service.looks import LINE, held, settled
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def flat(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def answer(world: World, sender: str, text: str, to: EmailMessage, **headers: str) -> str:
    world.reply(sender, text, to=to, In_Reply_To=str(to["Message-ID"]), **headers)
    world.poll()
    return flat(world.last(sender))


def from_master(world: World) -> EmailMessage:
    command(world, "TO Anna:\nDo you need more time?\nEND")
    return world.last(ANNA, kind="letter")


def from_players(world: World) -> dict[str, EmailMessage]:
    """What Eve reads of letters of two players that come in one round."""
    for player in (ANNA, BORIS):
        world.reply(player, f"TO GM:\nHello from {player.partition('@')[0]}\nEND")
    world.poll()
    mails = {address: world.mails(address, kind="press")[-2:] for address in (EVE, ADA)}
    return {f"{address} {n}": one for address, two in mails.items() for n, one in enumerate(two)}


def test_a_player_answers_what_the_game_master_writes(world: World) -> None:
    asked = from_master(world)
    assert "A plain reply goes to the game master" in flat(asked)
    told = answer(world, ANNA, "No, thank you.\n\nAnna", asked)
    assert "Sent to the game master" in told
    for master in (EVE, ADA):
        assert "No, thank you." in flat(world.last(master, kind="press"))
    assert not world.rows(recipient=BORIS, kind="press")


def test_orders_in_such_a_reply_are_orders(world: World) -> None:
    answer(world, ANNA, LINE, from_master(world))
    assert held(world) == [LINE]
    assert not world.rows(recipient=EVE, kind="press")


def test_an_absence_note_is_no_answer(world: World) -> None:
    answer(world, ANNA, "I am away.", from_master(world), Subject="Out of office: Spring")
    assert not world.rows(recipient=EVE, kind="press")


@pytest.mark.parametrize("master", [EVE, ADA])
def test_game_masters_answer_the_player_whose_letter_it_is(world: World, master: str) -> None:
    mails = from_players(world)
    for number, (player, other) in enumerate(((ANNA, BORIS), (BORIS, ANNA))):
        asked = mails[f"{master} {number}"]
        assert f"Hello from {player.partition('@')[0]}" in flat(asked)
        before = len(world.rows(recipient=other))
        told = answer(world, master, "Yes, until Sunday.", asked)
        assert "This went to" in told
        assert "Yes, until Sunday." in flat(world.last(player, kind="letter"))
        assert len(world.rows(recipient=other)) == before


def test_commands_in_such_a_reply_are_commands(world: World) -> None:
    asked = from_players(world)[f"{EVE} 0"]
    answer(world, EVE, "PAUSE", asked)
    assert world.game().status == "paused"
    assert "Did you mean “RESUME”?" in answer(world, EVE, "RESUM", asked)
    assert not world.rows(recipient=ANNA, kind="letter")


def test_what_answers_no_letter_goes_to_nobody_and_is_quoted(world: World) -> None:
    told = answer(world, EVE, "Shall we begin?", world.last(EVE))
    assert "No command was found" in told and "Shall we begin?" in told
    assert not world.rows(kind="letter")


def test_nobody_else_in_the_seat_reads_the_answer(world: World) -> None:
    asked = from_players(world)[f"{EVE} 0"]
    by_operator(world.context, "spring", give_to, 1, CHIARA)
    assert "No command was found" in answer(world, EVE, "Yes, until Sunday.", asked)
    assert not world.rows(kind="letter")
    assert settled(world)[-1].status is InboxStatus.DONE
