"""VOTE: what the people of a game decide together, and games that end by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.replay import Mark
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.story.queue import tell_stories
from pbem.service.tools.verify import verify_game
from pbem.store import lapses, votes
from pbem.store.records import GameStatus
from pbem.store.voting import Ballots, MotionRow, Voting
from tests.service.looks import LINE, seats
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

SEATS = (
    SeatSpec(name="Anna", address=ANNA),
    SeatSpec(name="Boris", address=BORIS),
    SeatSpec(name="Chiara", address=CHIARA),
    SeatSpec(name="Fox", bot="raider"),
)
SLOW = Schedule(every="10d", second_thoughts="0m", reminders=())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def begin(world: World, **voting: Any) -> None:
    world.new_game(seats=SEATS, schedule=SLOW, votes=Voting(**voting))


def say(world: World, text: str, player: str = ANNA) -> str:
    """What the player is told of a reply to their newest report."""
    world.reply(player, text)
    world.poll()
    return flat(world, player)


def flat(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player, game="spring")).split())


def subjects(world: World, player: str) -> list[str]:
    return [row.subject for row in world.rows(recipient=player)]


def motions(world: World, game: str = "spring") -> tuple[MotionRow, ...]:
    with world.context.database.read() as connection:
        return votes.motions_of(connection, game)


def given(world: World, number: int = 1) -> Ballots:
    with world.context.database.read() as connection:
        return votes.ballots_of(connection, "spring", number)


def wrong(world: World, game: str = "spring") -> list[str]:
    return [one.text for one in verify_game(world.context, game) if one.mark is Mark.BAD]


# Deciding -----------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["VOTE DRAW", "vote draw!", "STIMMEN Remis", "Voter nulle, svp"])
def test_whoever_votes_first_proposes_it_and_the_others_are_told(world: World, line: str) -> None:
    begin(world)
    said = say(world, line)
    assert "You said yes, and propose it" in said
    assert "1 of 3 people have said yes; it takes 3." in said
    for other in (BORIS, CHIARA):
        told = flat(world, other)
        assert "The vote is on a draw, which ends the game." in told
        assert "VOTE DRAW says yes; until then you may change it. VOTE DRAW NO says no" in told
        assert "and ends the vote" in told
        assert "Anna" not in told
    assert given(world) == {1: True}


@pytest.mark.parametrize(
    ("line", "agreed", "winners", "told"),
    [
        ("VOTE DRAW", "draw", (), "by a vote: it is a draw."),
        ("VOTE END", "end", (), "by a vote, without a result."),
        ("VOTE CONCEDE Chiara", "concede", (3,), "by a vote: Chiara has won."),
        ("VOTE CONCEDE to seat 3", "concede", (3,), "by a vote: Chiara has won."),
    ],
)
def test_a_vote_that_all_carry_ends_the_game_and_the_record_holds(
    world: World, line: str, agreed: str, winners: tuple[int, ...], told: str
) -> None:
    options = {"ending": "hidden"}
    world.new_game(seats=SEATS, schedule=SLOW, votes=Voting(), options=options)
    close_turn(world.context, "spring")
    say(world, LINE, BORIS)
    for player in (ANNA, BORIS, CHIARA):
        if not (winners and player == CHIARA):
            say(world, line, player)
    game = world.game()
    assert game.status is GameStatus.FINISHED
    assert game.outcome is not None
    assert (game.outcome.agreed, game.outcome.winners) == (agreed, winners)
    for player in (ANNA, BORIS, CHIARA):
        report = " ".join(text_of(world.last(player, kind="report")).split())
        assert told in report
        assert game.secret.hex() in report
        assert "The end, after turn 1" in str(world.last(player, kind="report")["Subject"])
        assert report.startswith("The end, after turn 1")
        assert "Reply with your orders" not in report
    assert wrong(world) == []
    with world.context.database.read() as connection:
        assert votes.open_motions(connection) == ()


def test_the_last_report_after_a_vote_tells_of_no_turn_that_is_not_played(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="asylamba-mini")
        close_turn(world.context, "spring")
        say(world, "VOTE DRAW")
        say(world, "VOTE DRAW", BORIS)
        report = " ".join(text_of(world.last(ANNA, kind="report")).split())
    assert "The end, after turn 1" in report
    for words in ("you need", "First thing in turn", "What your orders did", "No orders of yours"):
        assert words not in report


def test_once_it_is_decided_nothing_counts_down_any_more(world: World) -> None:
    begin(world)
    assert b"deadline.ics" in world.rows(recipient=ANNA)[-1].data
    for player in (ANNA, BORIS, CHIARA):
        say(world, "VOTE DRAW", player)
    told = next(row for row in world.rows(recipient=ANNA) if "the vote is carried" in row.subject)
    assert b"deadline.ics" not in told.data
    assert b"closes:" not in told.data
    assert world.game().turns_played == 0


def test_nobody_is_counted_as_absent_from_a_turn_that_was_not_played(world: World) -> None:
    patient = Schedule(every="24h", grace="12h", reminders=())
    world.new_game(seats=SEATS, schedule=patient, votes=Voting(end="half"))
    say(world, "VOTE END")
    world.wait(25)
    say(world, "VOTE END", BORIS)
    assert world.game().status is GameStatus.FINISHED
    with world.context.database.read() as connection:
        assert lapses.lapses_of(connection, "spring") == ()
    assert [seat.missed for seat in seats(world)] == [0, 0, 0, 0]


@pytest.mark.parametrize(("share", "takes"), [("half", 2), ("two thirds", 2), ("all", 3)])
def test_the_game_file_says_how_many_it_takes(world: World, share: Any, takes: int) -> None:
    begin(world, end=share)
    for count, player in enumerate((ANNA, BORIS, CHIARA), start=1):
        assert world.game().status is GameStatus.RUNNING
        said = say(world, "VOTE END", player)
        if count == takes:
            break
        assert f"{count} of 3 people have said yes; it takes {takes}" in said
    assert world.game().status is GameStatus.FINISHED


def test_more_time_is_decided_by_more_than_half(world: World) -> None:
    begin(world)
    before = world.game().deadline
    say(world, "VOTE EXTEND 2 days")
    assert world.game().deadline == before
    say(world, "VOTE EXTEND 48", BORIS)
    assert world.game().deadline == before + timedelta(hours=48)  # type: ignore[operator]
    assert "The vote is on 48 hours more for everybody." in flat(world, CHIARA)
    assert "the players put the deadline off" in say(world, "LOG", CHIARA)
    close_turn(world.context, "spring")
    assert wrong(world) == []


def test_of_two_people_one_is_not_more_than_half(world: World) -> None:
    world.new_game(schedule=SLOW)
    before = world.game().deadline
    assert "it takes 2" in say(world, "VOTE EXTEND 6")
    assert world.game().deadline == before


def test_a_vote_can_be_changed_and_counts_once(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    assert "1 of 3" in say(world, "VOTE DRAW")
    say(world, "VOTE EXTEND 24", BORIS)
    assert "0 of 3 people have said yes" in say(world, "VOTE NO EXTEND 24", BORIS)
    assert "1 of 3 people have said yes" in say(world, "VOTE EXTEND 24", BORIS)


def test_it_is_lost_as_soon_as_it_cannot_be_carried(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    assert "So it is lost." in say(world, "VOTE DRAW NO", BORIS)
    assert "the vote is lost" in subjects(world, CHIARA)[-1]
    assert world.game().status is GameStatus.RUNNING
    assert [row.passed for row in motions(world)] == [False]


def test_a_yes_that_comes_too_late_for_a_vote_does_not_propose_it_anew(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    asked = world.last(CHIARA)
    told = say(world, "VOTE DRAW NO", BORIS)
    assert "Too few are left who have not said no" in told
    world.clock.move(minutes=1)
    answer(world, "VOTE DRAW", asked)
    assert "your yes came too late for it" in flat(world, CHIARA)
    assert len(motions(world)) == 1
    world.clock.move(minutes=1)
    answer(world, "VOTE DRAW", world.last(CHIARA))
    assert "You said yes, and propose it" in flat(world, CHIARA)
    assert len(motions(world)) == 2


def answer(world: World, line: str, asked: EmailMessage) -> None:
    world.reply(CHIARA, line, to=asked, In_Reply_To=str(asked["Message-ID"]))
    world.poll()


def test_it_runs_out(world: World) -> None:
    begin(world, days=1)
    say(world, "VOTE DRAW")
    world.wait(25)
    assert "the vote is lost" in subjects(world, ANNA)[-1]
    assert "Nobody has proposed that" in say(world, "VOTE DRAW NO", BORIS)


def test_of_a_turn_that_is_closed_nothing_more_is_decided(world: World) -> None:
    begin(world)
    say(world, "VOTE EXTEND 24")
    close_turn(world.context, "spring")
    world.poll()
    assert motions(world)[0].ended is not None
    assert [subject for subject in subjects(world, BORIS) if "the vote is lost" in subject]


def test_bots_and_those_who_have_left_do_not_count(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    say(world, "VOTE DRAW", BORIS)
    assert world.game().status is GameStatus.RUNNING
    world.resign(CHIARA)
    world.poll()
    assert world.game().status is GameStatus.FINISHED
    assert wrong(world) == []


def test_what_somebody_said_is_not_said_by_whoever_gets_the_seat(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    world.resign(ANNA)
    world.wait(73)
    assert given(world) == {}


def test_the_story_tells_how_it_ended(world: World) -> None:
    begin(world, draw="half")
    close_turn(world.context, "spring")
    say(world, "VOTE DRAW")
    say(world, "VOTE DRAW", BORIS)
    world.clock.move(hours=3)
    assert tell_stories(world.context) == 3
    assert "the players agreed on a draw" in flat(world, ANNA)


# What is told -------------------------------------------------------------------------


def test_who_voted_how_is_told_where_the_game_says_so(world: World) -> None:
    begin(world, names="open")
    say(world, "VOTE DRAW")
    assert "Proposed by Anna." in flat(world, BORIS)
    assert "Yes: Anna." in say(world, "STATUS", CHIARA)


def test_STATUS_and_VOTE_tell_what_is_open(world: World) -> None:
    begin(world)
    assert "No vote is open" in say(world, "VOTE", BORIS)
    say(world, "VOTE CONCEDE Boris")
    for line in ("STATUS", "VOTE"):
        said = say(world, line, CHIARA)
        assert "The vote is on conceding the game to Boris" in said
        assert "1 of 2 people have said yes; it takes 2." in said
        assert "Anna" not in said.partition("The vote is on")[2].partition("VOTE CONCEDE")[0]
    assert "VOTE CONCEDE" not in say(world, "STATUS", BORIS)


def test_nothing_that_others_are_told_says_who_voted(world: World, tmp_path: Path) -> None:
    """Whoever of the others it was, a player gets the same."""
    begin(world)
    say(world, "VOTE DRAW")
    (tmp_path / "other").mkdir()
    with open_world(tmp_path / "other") as other:
        begin(other)
        say(other, "VOTE DRAW", BORIS)
        assert flat(world, CHIARA) == flat(other, CHIARA)
        assert say(world, "VOTE", CHIARA) == say(other, "VOTE", CHIARA)
