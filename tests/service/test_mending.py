"""A mail that can still be mended does not end a turn, and one that ends it promises no time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.mastering.acts import by_operator, pause
from pbem.service.play.upkeep import send_reminders
from pbem.service.schedule import Schedule
from pbem.service.tools.overview import one_game
from pbem.store import games
from pbem.store.records import Source
from tests.service.duels import BAD, LINE, OTHER, new_galaxy, new_round, said, write
from tests.service.looks import held
from tests.service.world import ANNA, BORIS, World, open_world, text_of

MIXED = f"{LINE}\n{BAD}"
GOES_ON = "Because of that the game goes on waiting for you"
CLOSES = "Everybody's orders are in: turn 1 closes now."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_galaxy(world)
        yield world


def owed(world: World) -> list[str]:
    """What `pbem show` tells of each seat."""
    return [seat.orders for seat in one_game(world.context, "spring").seats]


# A refused line -----------------------------------------------------------------------


def test_a_refused_line_keeps_the_turn_open_for_its_author(world: World) -> None:
    assert "The game waits for Anna." in write(world, BORIS, OTHER)
    receipt = write(world, ANNA, MIXED)
    assert GOES_ON in receipt
    assert "The game waits for you." in receipt
    assert (world.game().turn, held(world)) == (1, [LINE])
    assert owed(world) == ["owed", "in"]


@pytest.mark.parametrize("mended", [f"{LINE}\nBUILD 1 light", LINE])
def test_the_whole_set_mended_or_without_the_line_ends_the_turn(world: World, mended: str) -> None:
    """Without the line it is the set that is held already: it now answers what was asked."""
    write(world, BORIS, OTHER)
    write(world, ANNA, MIXED)
    receipt = write(world, ANNA, mended)
    assert GOES_ON not in receipt
    assert ("the same as before" in receipt) == (mended == LINE)
    assert world.game().turn == 2


def test_at_the_deadline_what_stands_is_played(world: World) -> None:
    write(world, BORIS, OTHER)
    write(world, ANNA, MIXED)
    world.wait(48.25)
    assert world.game().turn == 2
    with world.context.database.read() as connection:
        played = games.answers_of(connection, "spring", 1)
    assert [answer.source for answer in played] == [Source.MAIL, Source.MAIL]


def test_a_later_mail_with_a_refused_line_makes_the_turn_wait_again(world: World) -> None:
    write(world, ANNA, LINE)
    assert owed(world) == ["in", "owed"]
    assert GOES_ON in write(world, ANNA, MIXED)
    assert owed(world) == ["owed", "owed"]


def test_a_mail_of_which_nothing_is_taken_changes_nothing(world: World) -> None:
    write(world, ANNA, LINE)
    receipt = write(world, ANNA, BAD)
    assert "still stand" in receipt
    assert GOES_ON not in receipt
    assert owed(world) == ["in", "owed"]


def test_a_preview_changes_nothing_either(world: World) -> None:
    write(world, ANNA, LINE)
    assert GOES_ON not in write(world, ANNA, f"PREVIEW\n{MIXED}")
    assert owed(world) == ["in", "owed"]
    write(world, ANNA, MIXED)
    write(world, ANNA, f"PREVIEW\n{LINE}")
    assert owed(world) == ["owed", "owed"]


def test_a_mail_with_a_mistake_that_is_read_after_a_newer_one_changes_nothing(
    world: World,
) -> None:
    write(world, ANNA, LINE)
    world.clock.move(hours=-1)
    world.reply(ANNA, MIXED)
    world.clock.move(hours=1)
    world.poll()
    assert "a mail that you sent later is already in" in said(world, ANNA)
    assert owed(world) == ["in", "owed"]


def test_withdrawn_orders_are_owed_as_ever(world: World) -> None:
    write(world, ANNA, MIXED)
    assert GOES_ON not in write(world, ANNA, "WITHDRAW")
    assert owed(world) == ["owed", "owed"]


def test_a_refused_line_that_is_to_be_repeated_counts_like_any_other(world: World) -> None:
    assert GOES_ON in write(world, ANNA, f"{LINE}\n@ {BAD}")
    assert owed(world) == ["owed", "owed"]


def test_who_has_sent_what_could_be_taken_is_not_reminded(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world, every="24h", reminders=("6h",))
        write(world, ANNA, f"{LINE}\n{BAD}")
        world.wait(hours=19)
        send_reminders(world.context)
        assert world.rows(recipient=ANNA, kind="reminder") == ()
        assert len(world.rows(recipient=BORIS, kind="reminder")) == 1


def test_the_reminder_shows_what_is_held_of_repeated_lines(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world, reminders=("24h",))
        write(world, ANNA, f"@ {LINE}")
        write(world, BORIS, OTHER)
        world.clock.move(hours=25)
        send_reminders(world.context)
        reminder = said(world, ANNA, "reminder")
        assert "Held for turn 2 (repeated or sent ahead)" in reminder
        assert reminder.endswith(f"; the game waits for your reply, be it DONE: | {LINE}")


# Parsec, where some lines are orders of the turn and others stay ------------------------


@pytest.fixture
def round_of_two(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_round(world)
        yield world


def test_where_a_turn_lacks_more_than_the_line_the_game_itself_says_so(
    round_of_two: World,
) -> None:
    receipt = write(round_of_two, ANNA, "DEFEND WITH 3\nDESTROY z99")
    assert "The orders of your turn are still to come" in receipt
    assert GOES_ON not in receipt
    assert owed(round_of_two) == ["owed", "owed"]


def test_pa12_a_standing_order_leaves_the_waiting_for_a_turn_as_it_was(round_of_two: World) -> None:
    assert GOES_ON in write(round_of_two, ANNA, "SWAP ALL\nDESTROY z99")
    receipt = write(round_of_two, ANNA, "DEFEND WITH 3")
    assert "The game waits for you" in receipt
    assert held(round_of_two)[1:] == ["DEFEND WITH 3"]
    assert owed(round_of_two) == ["owed", "owed"], "the line is still to be mended"
    write(round_of_two, ANNA, "SWAP ALL")
    assert owed(round_of_two) == ["in", "owed"]
    write(round_of_two, ANNA, "DEFEND WITH 2")
    assert owed(round_of_two) == ["in", "owed"]
    assert held(round_of_two)[1:] == ["DEFEND WITH 2"]


def test_pa12_a_standing_order_does_not_end_a_turn_with_lines_that_were_sent_ahead(
    round_of_two: World,
) -> None:
    write(round_of_two, ANNA, "TURN 2: DESTROY p11\nSWAP ALL\nPASS")
    write(round_of_two, BORIS, "SWAP ALL\nPASS")
    assert held(round_of_two) == ["DESTROY p11"]
    write(round_of_two, BORIS, "SWAP ALL\nPASS")
    write(round_of_two, ANNA, "DEFEND WITH 3")
    assert round_of_two.game().turn == 2
    assert held(round_of_two) == ["DESTROY p11", "DEFEND WITH 3"]
    assert owed(round_of_two) == ["owed", "in"]


def test_an_older_mail_with_a_refused_line_for_the_turn_is_late_as_a_whole(
    round_of_two: World,
) -> None:
    older = round_of_two.last(ANNA, kind="report")
    for player in (ANNA, BORIS):
        write(round_of_two, player, "SWAP ALL\nPASS")
    write(round_of_two, ANNA, "SWAP ALL\nPASS")
    round_of_two.reply(ANNA, "LEADER science TO z9\nDEFEND WITH 3", to=older)
    round_of_two.poll()
    assert "Too late: turn 1 is closed" in said(round_of_two, ANNA)
    assert owed(round_of_two) == ["in", "owed"], "that mail was not meant for this turn"


def test_a_preview_tells_that_the_turn_would_wait(round_of_two: World) -> None:
    preview = write(round_of_two, ANNA, "PREVIEW\nSWAP ALL\nDESTROY z99")
    assert "Sent like this, the game would go on waiting for you because of that." in preview
    assert "would go on" not in write(round_of_two, ANNA, "PREVIEW\nSWAP ALL")


def test_whoever_resigns_sends_no_orders_with_the_same_mail(round_of_two: World) -> None:
    round_of_two.resign(ANNA, "RESIGN\nSWAP ALL\nPASS")
    assert round_of_two.mails(ANNA, kind="receipt") == []
    assert any("You have resigned" in str(mail["Subject"]) for mail in round_of_two.mails(ANNA))


def test_nobody_is_said_to_be_waited_for_of_whom_nothing_is_asked(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(
            ruleset="parsec", schedule=Schedule(every="24h", reminders=(), second_thoughts="0m")
        )
        receipt = write(world, BORIS, "DEFEND WITH 2\nATTACK WITH 2 many")
        assert "1 line was refused" in receipt
        assert GOES_ON not in receipt
        assert "The game waits for Anna." in receipt
        assert owed(world) == ["owed", "in"]


# The last mail of a turn ----------------------------------------------------------------


def test_the_mail_that_ends_a_turn_is_promised_no_time(world: World) -> None:
    first = write(world, ANNA, LINE)
    assert "Turn 1 closes:" in first
    assert "To change anything" in first
    last = write(world, BORIS, OTHER)
    assert CLOSES in last
    for promise in ("Turn 1 closes:", "To change anything", "WITHDRAW", "PREVIEW"):
        assert promise not in last
    record = text_of(world.last(BORIS, kind="receipt")).partition(f"| {OTHER}\r\n")[2]
    assert record.strip().startswith("Record of the game after turn 0: ")
    assert world.game().turn == 2


def test_where_turns_last_until_their_deadline_all_may_still_be_changed(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_galaxy(world, early_close=False)
        write(world, ANNA, LINE)
        receipt = write(world, BORIS, OTHER)
        assert "Everybody's orders are in. " in receipt
        assert "Turn 1 closes: Wednesday" in receipt
        assert "To change anything" in receipt


def test_a_game_that_is_paused_does_not_close(world: World) -> None:
    by_operator(world.context, "spring", pause)
    write(world, ANNA, LINE)
    receipt = write(world, BORIS, OTHER)
    assert "Everybody's orders are in. " in receipt
    assert "To change anything" in receipt
    world.poll()
    assert world.game().turn == 1


def test_a_mail_for_a_closed_turn_gets_no_time_for_one_that_closes_now(world: World) -> None:
    stale = world.last(BORIS, kind="report")
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.reply(BORIS, OTHER, to=stale)
    world.poll()
    late = said(world, BORIS)
    assert "Too late: turn 1 is closed" in late
    assert "turn 2 closes now" in late
    assert "Turn 2 closes:" not in late
    assert "To order for turn 2" not in late
