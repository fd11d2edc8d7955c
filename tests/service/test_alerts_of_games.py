"""The masters of a game are told of what needs them, and answer with a command at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.service.dispatch import concerns
from pbem.service.dispatch.alerts import (
    MOST_TOLD,
    begin_concern,
    end_alert,
    note_concern,
    send_alerts,
)
from pbem.service.dispatch.bounces import release, score
from pbem.service.gamefile import MasterSpec
from pbem.service.play import upkeep
from pbem.service.schedule import Schedule
from pbem.store import facts
from pbem.store.alerts import games_to_tell, lasting_alerts
from pbem.store.concerns import Concern, Matter
from pbem.store.joining import Joining
from pbem.store.mastering import MasterRow, Role
from tests.service import looks
from tests.service.test_inviting import CHAIRS, DORA, answer
from tests.service.test_mastering import confirmed
from tests.service.test_masters import ADA, EVE, GM, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, read, text_of

ORDER = "Economy 60% comp 100"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def alerts(world: World, address: str) -> list[EmailMessage]:
    """All alerts of games that somebody was sent."""
    return [read(row) for row in world.rows(recipient=address, kind="alert")]


def subjects(world: World, address: str) -> list[str]:
    return looks.subjects(world, address, kind="alert")


def newest(world: World, address: str) -> str:
    return " ".join(text_of(alerts(world, address)[-1]).split())


def begin(world: World, seat: int, game: str = "spring") -> None:
    concern = Concern(game=game, matter=Matter.RETURNED, seat=seat, name=f"N{seat}")
    with world.context.write() as session:
        begin_concern(session, f"lamp.{game}.{seat}", concern)


def boris_misses_two_turns(world: World) -> None:
    for _turn in range(2):
        world.reply(ANNA, ORDER)
        world.wait(25)


def test_each_master_is_told_as_they_may_know_and_nobody_else_is(world: World) -> None:
    world.copied_game(masters=MASTERS)
    boris_misses_two_turns(world)
    for master in (EVE, ADA):
        assert subjects(world, master) == ["Spring: Boris (seat 2) has missed 2 turns in a row"]
        assert "EXTEND 48" in newest(world, master)
    assert f"Write to {BORIS}" in newest(world, EVE)
    assert "SEAT 2 ADDRESS" in newest(world, EVE)
    assert BORIS not in alerts(world, ADA)[0].as_string()
    assert "SEAT" not in newest(world, ADA)
    assert world.mails(GM) == []
    for player in (ANNA, BORIS):
        world.reply(player, ORDER)
    world.wait(25)
    assert subjects(world, ADA)[1:] == ["Spring: Over: Boris (seat 2) has missed 2 turns in a row"]
    assert "It lasted 1 hour" in newest(world, ADA)


@pytest.mark.parametrize("named", [True, False])
def test_the_reply_to_an_alert_is_a_command(world: World, named: bool) -> None:
    """The operator runs a game that names nobody else."""
    world.new_game(masters=MASTERS if named else ())
    boris_misses_two_turns(world)
    master = EVE if named else GM
    before = world.game().deadline
    told = command(world, "EXTEND 24", master, to=alerts(world, master)[-1])
    assert before is not None
    assert world.game().deadline == before + timedelta(hours=24), told


def test_each_master_reads_it_in_their_language_and_zone(world: World) -> None:
    masters = (
        MasterSpec(name="Eve", address=EVE, zone="Asia/Tokyo"),
        MasterSpec(name="Ada", address=ADA, language="de", zone="Europe/Berlin"),
    )
    world.new_game(masters=masters)
    world.resign(BORIS)
    assert "Until 5 March 2026, 21:00 JST" in newest(world, EVE)
    german = newest(world, ADA)
    assert "5. März 2026, 13:00" in german
    assert "Antworte auf diese Mail mit Kommandos" in german


def test_a_turn_that_waits_is_told_once_and_shown_by_trouble(world: World) -> None:
    slow = Schedule(every="24h", reminders=(), absent=0)
    world.new_game(masters=MASTERS, schedule=slow)
    world.reply(ANNA, ORDER)
    world.wait(25)
    for master in (EVE, ADA):
        assert subjects(world, master) == ["Spring: Turn 1 waits for you"]
        said = newest(world, master)
        assert "CLOSE NOW plays it" in said
        assert "Nothing came from Boris" in said
    shown = " ".join(command(world, "TROUBLE").split())
    assert "Turn 1 waits for you. CLOSE NOW plays it" in shown
    confirmed(world, "CLOSE NOW")
    world.wait(2)
    assert subjects(world, EVE)[1:] == ["Spring: Over: Turn 1 waits for you"]


def test_masters_hear_of_a_fault_without_its_cause_and_the_operator_of_that(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_values: Any) -> None:
        raise ZeroDivisionError("a secret")

    world.new_game(masters=MASTERS)
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "close_turn", fails)
        world.wait(50)
        assert subjects(world, EVE) == ["Spring: Turn 1 cannot be closed"]
        assert "operator has been told" in newest(world, EVE)
        assert [mail["Subject"] for mail in world.mails(GM)] == ["spring: turn 1 cannot be closed"]
        assert "Turn 1 cannot be closed" in command(world, "TROUBLE")
        assert "secret" not in alerts(world, EVE)[0].as_string()
    world.wait(2)
    assert subjects(world, EVE)[1:] == ["Spring: Over: Turn 1 cannot be closed"]
    assert "Nothing needs you" in command(world, "TROUBLE")


def test_mail_that_fails_is_told_to_the_operator_and_the_masters_of_each_game(
    world: World,
) -> None:
    world.copied_game(masters=MASTERS)
    world.new_game(id="fall", title="Fall")
    with world.context.write() as session:
        score(session, world.rows(recipient=BORIS)[0], permanent=True, reason="550 unknown")
    send_alerts(world.context)
    assert subjects(world, EVE) == [f"Spring: Mail to Boris (seat 2, {BORIS}) fails"]
    assert subjects(world, ADA) == ["Spring: Mail to Boris (seat 2) fails"]
    assert "SEAT 2 ADDRESS" in newest(world, EVE)
    assert subjects(world, GM) == [], "the operator runs the other, and has an alert of it"
    assert [mail["Subject"] for mail in world.mails(GM)] == [f"Mail to {BORIS} fails"]
    assert f"Mail to Boris (seat 2, {BORIS}) fails" in " ".join(command(world, "TROUBLE").split())
    with world.context.database.write() as connection:
        release(connection, BORIS)
    world.clock.move(minutes=61)
    send_alerts(world.context)
    assert subjects(world, ADA)[1:] == ["Spring: Over: Mail to Boris (seat 2) fails"]


def test_nobody_is_written_to_that_mail_to_themselves_fails(world: World) -> None:
    world.new_game(masters=(MasterSpec(address=BORIS), MasterSpec(address=EVE)))
    with world.context.write() as session:
        score(session, world.rows(recipient=BORIS)[0], permanent=True, reason="550 unknown")
    send_alerts(world.context)
    assert (len(alerts(world, BORIS)), len(alerts(world, EVE))) == (0, 1)


def test_a_held_mail_is_told_to_masters_with_its_sender_for_owners(world: World) -> None:
    world.copied_game(masters=MASTERS)
    report = world.last(ANNA, kind="report")
    world.reply("anna@elsewhere.test", ORDER, to=report)
    world.poll()
    assert subjects(world, EVE) == [
        "Spring: Mail 1 of anna@elsewhere.test for Anna (seat 1) is held"
    ]
    assert subjects(world, ADA) == ["Spring: Mail 1 for Anna (seat 1) is held"]
    assert len(world.mails(GM)) == 1


# Who joins ----------------------------------------------------------------------------


def test_owners_hear_of_a_no_and_of_an_invitation_that_lapses(world: World) -> None:
    world.new_game(masters=MASTERS, seats=CHAIRS)
    command(world, f"INVITE {BORIS}, {CHIARA}")
    answer(world, BORIS, "NO")
    assert subjects(world, EVE) == [f"Spring: {BORIS} was invited and said no"]
    assert "INVITE asks somebody else" in newest(world, EVE)
    for _half in range(16):
        world.wait(12)
    assert subjects(world, EVE)[1:] == [f"Spring: {CHIARA} was invited and never answered"]
    assert alerts(world, ADA) == [], "addresses are for owners"


def test_whoever_gives_a_seat_back_that_they_had_asked_for_has_said_no_to_nobody(
    world: World,
) -> None:
    world.new_game(masters=MASTERS, seats=CHAIRS)
    world.write(BORIS, "JOIN spring", to=world.context.config.mail.address)
    world.poll()
    world.reply(BORIS, "WITHDRAW", to=world.last(BORIS, kind="join"))
    world.poll()
    assert alerts(world, EVE) == []


def test_owners_are_reminded_after_two_days_of_whoever_waits_for_their_word(world: World) -> None:
    world.new_game(masters=MASTERS, seats=CHAIRS, join=Joining.APPROVE)
    world.join(DORA, "JOIN spring AS Dora")
    shown = " ".join(command(world, "TROUBLE").split())
    assert f"Dora ({DORA}) waits for seat 2. Reply with APPROVE {DORA} or REFUSE {DORA}." in shown
    assert DORA not in command(world, "TROUBLE", ADA)
    world.wait(47)
    assert alerts(world, EVE) == []
    world.wait(26)
    assert subjects(world, EVE) == [f"Spring: Dora ({DORA}) waits for seat 2"]
    assert alerts(world, ADA) == []
    command(world, "APPROVE 2", to=alerts(world, EVE)[-1])
    world.wait(2)
    said = newest(world, EVE)
    assert f"Over: Dora ({DORA}) waits for seat 2" in said
    assert "has taken seat 2. 1 seat is still free" in said


# How often ----------------------------------------------------------------------------


def test_one_mail_an_hour_for_each_game_gathers_what_there_is(world: World) -> None:
    world.copied_game(masters=MASTERS)
    world.new_game(id="fall", title="Fall", masters=MASTERS)
    begin(world, 1)
    send_alerts(world.context)
    for seat in range(2, 72):
        begin(world, seat)
    begin(world, 1, "fall")
    send_alerts(world.context)
    first = "Spring: N1 has taken seat 1 back"
    assert subjects(world, EVE) == [first, "Fall: N1 has taken seat 1 back"]
    world.clock.move(minutes=61)
    assert send_alerts(world.context)
    assert subjects(world, EVE)[2:] == ["Spring: 70 things that you should know"]
    assert f"And {70 - MOST_TOLD} more" in newest(world, EVE)
    assert not send_alerts(world.context)
    world.clock.move(minutes=61)
    assert send_alerts(world.context)
    assert len(alerts(world, EVE)) == len(alerts(world, ADA)) == 4


def test_when_a_game_was_told_of_is_forgotten_in_time(world: World) -> None:
    world.copied_game(masters=MASTERS)
    world.new_game(id="fall", title="Fall", masters=MASTERS)
    for game in ("spring", "fall"):
        begin(world, 1, game)
        send_alerts(world.context)
        world.clock.move(minutes=61)
    with world.context.database.read() as connection:
        assert facts.read_fact(connection, "alerts.told.spring") is None
        assert facts.read_fact(connection, "alerts.told.fall") is not None


def test_of_what_is_over_or_was_deleted_before_it_was_told_nobody_hears(world: World) -> None:
    world.new_game(masters=MASTERS, seats=CHAIRS)
    begin(world, 1)
    with world.context.write() as session:
        end_alert(session.connection, "lamp.spring.1")
    assert not send_alerts(world.context)
    begin(world, 2)
    send_alerts(world.context)
    confirmed(world, "DELETE")
    with world.context.database.read() as connection:
        assert games_to_tell(connection) == ()
        assert lasting_alerts(connection) == ()


def test_without_anybody_who_runs_a_game_nothing_is_kept(tmp_path: Path) -> None:
    with open_world(tmp_path, admin="") as world:
        world.copied_game()
        begin(world, 1)
        with world.context.write() as session:
            note_concern(session, "over", Concern(game="spring", matter=Matter.OVER))
        assert not send_alerts(world.context)
        with world.context.database.read() as connection:
            assert lasting_alerts(connection) == ()


# Words --------------------------------------------------------------------------------


@pytest.mark.parametrize("matter", list(Matter))
def test_no_assistant_is_told_an_address_or_a_command_for_owners(
    world: World, matter: Matter
) -> None:
    concern = Concern(
        game="spring",
        matter=matter,
        seat=2,
        name="Boris",
        address=BORIS,
        before=ANNA,
        turn=3,
        count=2,
        number=7,
        names=("Boris",),
        until=datetime(2026, 3, 9, tzinfo=UTC),
    )
    owner = MasterRow("spring", 1, "Eve", EVE, role=Role.OWNER)
    assistant = MasterRow("spring", 2, "Ada", ADA, role=Role.ASSISTANT)
    assert all(concerns.told(world.context, concern, owner))
    assert concerns.hears(owner, concern)
    if concerns.hears(assistant, concern):
        said = " ".join(concerns.told(world.context, concern, assistant))
        assert "@" not in said
        for word in ("SEAT ", "INVITE", "APPROVE", "ARCHIVE"):
            assert word not in said


def test_the_next_game_of_a_deleted_ones_name_need_not_wait_with_its_alerts(world: World) -> None:
    world.copied_game(masters=MASTERS)
    begin(world, 2)
    world.poll()
    assert alerts(world, EVE)
    confirmed(world, "CANCEL")
    confirmed(world, "DELETE")
    with world.context.database.read() as connection:
        assert facts.read_fact(connection, "alerts.told.spring") is None
