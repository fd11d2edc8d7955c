"""No turn is closed before the mail that may count for it has been read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.imap import Pending
from pbem.service.context import Context
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play import close
from pbem.service.play.close import Closing, Reading, close_turn
from pbem.service.play.upkeep import close_due
from pbem.store import games, mail
from pbem.store.records import InboxStatus, NewsWish, Source
from tests.mailer.inbound.test_workers import no_process_starts
from tests.service import relay
from tests.service.faults import failing_once, watching
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

LINE, OTHER = "Economy 60% coop 70 with 0-200 comp 30", "Environment 40% comp 100 attack 0-50"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def settles_a_mail(statement: str) -> bool:
    return statement.startswith("UPDATE inbox") and "status" in statement


def poll_with_failures(world: World, times: int = 1) -> None:
    """One round of the service in which mails cannot be settled for the first `times`."""
    with watching(world.context.database, failing_once(settles_a_mail, times)):
        world.poll()


def played(world: World, turn: int, seat: int) -> Source:
    with world.context.database.read() as connection:
        return Source(
            next(a.source for a in games.answers_of(connection, "spring", turn) if a.seat == seat)
        )


def held(world: World, seat: int) -> list[str]:
    with world.context.database.read() as connection:
        row = games.held_for(connection, "spring", world.game().turn, seat)
    return list(row.lines) if row and row.orders else []


def test_a_mail_that_fails_once_is_read_before_the_turn_is_closed(world: World) -> None:
    world.wait(23.75)
    world.reply(ANNA, LINE)
    world.clock.move(minutes=16)
    poll_with_failures(world)
    assert world.game().turn == 1, "a mail that came in time waits"
    world.clock.move(minutes=1)
    world.poll()
    assert world.game().turn == 2
    assert played(world, 1, seat=1) is Source.MAIL
    assert "Saved" in text_of(world.last(ANNA, kind="receipt"))


def test_a_mail_that_fails_holds_up_the_game_that_it_names_and_no_other(world: World) -> None:
    world.new_game(id="autumn", title="Autumn")
    world.wait(23.75)
    world.reply(ANNA, LINE, to=world.last(ANNA, kind="report", game="spring"))
    world.clock.move(minutes=16)
    poll_with_failures(world)
    assert (world.game("spring").turn, world.game("autumn").turn) == (1, 2)


def test_a_mail_that_fails_and_names_no_game_holds_up_all(world: World) -> None:
    world.new_game(id="autumn", title="Autumn")
    world.wait(23.75)
    world.write(ANNA, "HELP", to=world.context.config.mail.address)
    world.clock.move(minutes=16)
    poll_with_failures(world)
    assert (world.game("spring").turn, world.game("autumn").turn) == (1, 1)


def test_of_two_mails_of_one_second_the_one_recorded_first_came_first(world: World) -> None:
    world.wait(1)
    world.reply(ANNA, LINE)
    poll_with_failures(world)
    world.reply(ANNA, OTHER)  # in the same second
    poll_with_failures(world)
    assert held(world, seat=1) == [OTHER], "the first one fails again, the other does not"
    world.poll()
    assert held(world, seat=1) == [OTHER]


def test_a_mail_that_fails_on_the_very_deadline_is_waited_for(world: World) -> None:
    world.wait(23.75)
    world.clock.move(minutes=15)
    world.reply(ANNA, LINE)
    poll_with_failures(world)
    assert world.game().turn == 1
    world.poll()
    assert played(world, 1, seat=1) is Source.MAIL


def test_a_mail_that_goes_on_failing_is_set_aside_and_holds_up_nothing_any_more(
    world: World,
) -> None:
    world.wait(23.75)
    world.reply(ANNA, LINE)
    world.clock.move(minutes=16)
    turns = []
    for _poll in range(world.context.config.service.attempts):
        # Each poll tries to settle it, and at last to set it aside, which works.
        poll_with_failures(world)
        turns.append(world.game().turn)
    assert turns == [1, 1, 2]
    with world.context.database.read() as connection:
        (aside,) = mail.mails_in(connection, InboxStatus.QUARANTINED)
    assert aside.attempts == 3


def test_where_no_process_can_be_started_mails_wait_however_often_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_world(tmp_path, whole=True) as world:
        world.new_game()
        world.wait(23.75)
        world.reply(ANNA, "\n".join([LINE, *["> so long that it takes a process"] * 2000]))
        world.clock.move(minutes=16)
        with monkeypatch.context() as patch:
            no_process_starts(patch)
            for _poll in range(world.context.config.service.attempts + 2):
                world.poll()
                assert world.game().turn == 1, "a mail that came in time waits"
        world.poll()
        assert played(world, 1, seat=1) is Source.MAIL


def test_a_mail_that_came_after_the_deadline_holds_up_nothing(world: World) -> None:
    world.wait(23.75)
    world.clock.move(minutes=16)
    world.reply(ANNA, LINE)
    world.clock.move(minutes=1)
    poll_with_failures(world)
    assert world.game().turn == 2


def test_a_turn_that_everyone_has_answered_waits_for_the_mail_that_failed(world: World) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(BORIS, OTHER)
    world.clock.move(minutes=1)
    world.reply(ANNA, OTHER)
    # Boris's mail is settled; that by which Anna thinks better of it is not.
    held = 0

    def fail_the_second(statement: str) -> bool:
        nonlocal held
        held += statement.startswith("INSERT INTO orders")
        return held == 2

    with watching(world.context.database, failing_once(fail_the_second)):
        world.poll()
    assert world.game().turn == 1
    world.poll()
    assert world.game().turn == 2
    with world.context.database.read() as connection:
        anna = games.held_for(connection, "spring", 1, 1)
    assert anna is not None
    assert "Environment" in anna.lines[0]


def test_a_poll_that_broke_off_lets_no_turn_close(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.wait(23.75)
    world.clock.move(minutes=16)

    def waiting() -> tuple[Pending, ...]:
        raise ConnectionError("the server hung up")

    with monkeypatch.context() as patch:
        patch.setattr(world.inbox, "waiting", waiting)
        with pytest.raises(ConnectionError):
            world.poll()
        assert close_due(world.context) == []
    world.poll()
    assert world.game().turn == 2


# Mail that is read while a turn is being closed -----------------------------------------


def while_worked_out(patch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen once between what a closing reads and what it writes."""
    works_out = close.work_out
    happened = False

    def work_out(context: Context, reading: Reading) -> Closing:
        nonlocal happened
        closing = works_out(context, reading)
        if not happened:
            happened = True
            happens()
        return closing

    patch.setattr(close, "work_out", work_out)


@pytest.mark.parametrize(
    "text",
    ["TURN 2: Economy 10 comp 100", "@ Economy 10 comp 100", "NEWS EACH TURN"],
    ids=["sent ahead", "repeated", "news"],
)
def test_what_is_kept_while_a_turn_closes_counts(
    world: World, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    world.reply(ANNA, text)
    while_worked_out(monkeypatch, lambda: receive_mail(world.context, world.inbox))
    close_turn(world.context, "spring", 1)
    if text.startswith("NEWS"):
        with world.context.database.read() as connection:
            assert games.seats_of(connection, "spring")[0].news == NewsWish.EACH_TURN
    else:
        assert held(world, seat=1) == ["Economy 10% comp 100"]
        assert "Economy 10% comp 100" in text_of(world.last(ANNA, kind="report"))


def test_a_report_sent_while_a_turn_closes_is_not_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with relay.installed(), open_world(tmp_path) as world:
        people = (("Anna", ANNA), ("Boris", BORIS), ("Chiara", CHIARA))
        seats = tuple(SeatSpec(name=name, address=address) for name, address in people)
        world.new_game(ruleset="relay", seats=seats)
        close_turn(world.context, "spring", 1)
        world.reply(CHIARA, "REPORT")
        while_worked_out(monkeypatch, lambda: receive_mail(world.context, world.inbox))
        close_turn(world.context, "spring", 2)
        asked, told = (text_of(report) for report in world.mails(CHIARA)[-2:])
    assert ("(moved 1" in asked, "(moved 2" in asked) == (True, False)
    assert ("(moved 1" in told, "(moved 2" in told) == (False, True)
