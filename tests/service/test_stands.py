"""Mails that are read together: each tells of the waiting as those before it have left it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.service.dispatch.post import pack_receipt
from pbem.store import games
from tests.service.duels import BAD, LINE, OTHER, new_galaxy, new_round
from tests.service.world import ANNA, BORIS, World, open_world, text_of

NOW = "Everybody's orders are in: turn 1 closes now."
"""What whoever sends the last orders is told, with DONE, where all are sure."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_galaxy(world, second_thoughts="10m")
        yield world


def read_together(world: World, *mails: tuple[str, str]) -> str:
    """The receipt for the last of these mails, which are all of one poll."""
    for writer, text in mails:
        world.reply(writer, text)
    world.poll()
    return " ".join(text_of(world.last(mails[-1][0], kind="receipt")).split())


def test_orders_count_for_the_mails_behind_them(world: World) -> None:
    assert NOW in read_together(world, (ANNA, f"{LINE}\nDONE"), (BORIS, f"{OTHER}\nDONE"))
    assert world.game().turn == 2


def test_a_DONE_that_is_taken_back_counts_no_more_for_the_mails_behind(world: World) -> None:
    told = read_together(world, (ANNA, f"{LINE}\nDONE"), (ANNA, BAD), (BORIS, f"{OTHER}\nDONE"))
    assert "turn 1 closes at 12:10 UTC (in 10 minutes)" in told
    assert world.game().turn == 1


def test_a_set_that_is_sent_again_is_known_from_the_mail_before(world: World) -> None:
    assert "are the same as before" in read_together(world, (ANNA, LINE), (ANNA, LINE))


@pytest.mark.parametrize("between", [OTHER, "WITHDRAW"])
def test_a_set_that_was_replaced_or_withdrawn_is_new_again(world: World, between: str) -> None:
    told = read_together(world, (ANNA, LINE), (ANNA, between), (ANNA, LINE))
    assert "Saved" in told and "are the same as before" not in told


def test_lines_sent_ahead_are_shown_though_there_were_none_before(world: World) -> None:
    told = read_together(world, (ANNA, LINE), (ANNA, f"TURN 5: {OTHER}"))
    assert "Kept for turn 5" in told


def test_pa12_a_set_that_an_older_mail_joined_is_what_the_next_goes_on_from(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        new_round(world)
        for minute, text in ((5, "SWAP ALL\nPASS"), (1, "DEFEND WITH 3"), (6, "SWAP ALL\nPASS")):
            world.clock.move(minutes=minute)
            world.reply(ANNA, text)
            world.clock.move(minutes=-minute)
        world.clock.move(minutes=7)
        world.poll()
        with world.context.database.read() as connection:
            row = games.held_for(connection, "spring", 1, 1)
    assert row is not None and row.lines[-1] == "DEFEND WITH 3"


def test_what_a_mail_that_failed_had_changed_does_not_count(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game's revision goes back with it, and rises again by a mail that changes no waiting."""

    def trip(context: Any, receipt: Any, header: Any, **more: Any) -> Any:
        if header.to_address == ANNA:
            raise ZeroDivisionError
        return pack_receipt(context, receipt, header, **more)

    monkeypatch.setattr("pbem.service.intake.mail_session.pack_receipt", trip)
    told = read_together(
        world, (ANNA, f"{LINE}\nDONE"), (BORIS, "NEWS DIGEST"), (BORIS, f"{OTHER}\nDONE")
    )
    assert "The game waits for Anna." in told
    assert world.game().turn == 1
