"""Mail to people who did not ask for it: few, whatever became of the game, and none once they said
NEVER."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.service.play import unasked
from pbem.store.invitations import invite_no_more, wants_none
from pbem.store.records import OutboxStatus
from pbem.store.seconds import first_of
from pbem.store.unheard import unheard_of
from tests.service.test_mastering import confirmed
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.test_standby import answer, ask
from tests.service.world import ANNA, BORIS, World, open_world, text_of

ZOE = "zoe@example.org"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
LINES = {
    "INVITE": f"INVITE {ZOE}",
    "OBSERVER": f"OBSERVER {ZOE}",
    "APPOINT": f"APPOINT {ZOE}",
    "SEAT": f"SEAT 2 ADDRESS {ZOE}",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


def flat(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player)).split())


def told(world: World, line: str) -> str:
    """What is told of a command, confirmed where it has to be."""
    command(world, line)
    if "one word CONFIRM" in flat(world, EVE):
        command(world, "CONFIRM")
    return flat(world, EVE)


def create(world: World, lines: str) -> str:
    """What is told of a game file that a creator sends."""
    world.write(EVE, "TEMPLATES", to=SERVICE)
    world.poll()
    world.reply(EVE, f"CREATE\n{lines}\nEND", to=world.last(EVE))
    world.poll()
    return flat(world, EVE)


def want_none(world: World) -> None:
    with world.context.write() as session:
        invite_no_more(session.connection, ZOE, world.clock.now())


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_whoever_said_NEVER_is_not_written_to(world: World, line: str) -> None:
    want_none(world)
    assert "wants no invitations" in told(world, line)
    assert world.mails(ZOE) == []


def test_whoever_said_NEVER_is_in_no_file_that_comes_by_mail(world: World) -> None:
    want_none(world)
    said = create(
        world, f'ruleset = "hegemon"\n[[seats]]\naddress = "{ZOE}"\n[[seats]]\nbot = "hedger"'
    )
    assert "wants no invitations" in said
    assert world.mails(ZOE) == []


@pytest.mark.parametrize("word", ["ALSO", "ADDRESS"])
def test_whoever_said_NEVER_is_not_asked_whether_they_are_somebodys_other_address(
    world: World, word: str
) -> None:
    world.new_game(id="fall", title="Fall")
    want_none(world)
    report = world.last(ANNA, kind="report", game="fall")
    for other in ("yvo@example.org", ZOE):
        world.reply(ANNA, f"PROFILE {word} {other}", to=report)
        world.poll()
        assert f"address is {other}. Nothing has changed yet." in flat(world, ANNA)
    (asked,) = world.rows(recipient=ZOE)
    assert asked.status is OutboxStatus.OVERTAKEN


@pytest.mark.parametrize("word", ["ALSO", "ADDRESS"])
def test_nobody_is_asked_that_beyond_what_one_mailbox_gets_in_a_day(
    world: World, word: str
) -> None:
    world.new_game(id="fall", title="Fall")
    for _time in range(unasked.TO_MAILBOX):
        command(world, f"INVITE {ZOE}")
        confirmed(world, "SEAT 2 RELEASE")
    before = len(world.rows(mailbox=ZOE))
    report = world.last(ANNA, kind="report", game="fall")
    world.reply(ANNA, f"PROFILE {word} zoe+x@example.org", to=report)
    world.poll()
    assert "was written to unasked so often today" in flat(world, ANNA)
    assert len(world.rows(mailbox=ZOE)) == before


@pytest.mark.parametrize("word", ["ALSO", "ADDRESS"])
def test_whoever_confirms_an_address_has_been_heard_of_there(world: World, word: str) -> None:
    world.new_game(id="fall", title="Fall")
    world.reply(ANNA, f"PROFILE {word} {ZOE}", to=world.last(ANNA, kind="report", game="fall"))
    world.poll()
    with world.context.read() as session:
        assert unheard_of(session.connection, [ZOE])
    world.reply(ZOE, "CONFIRM", to=world.last(ZOE, kind="newaddress"))
    world.poll()
    with world.context.read() as session:
        assert not unheard_of(session.connection, [ZOE])


def test_NEVER_answers_the_mail_that_asks_whether_an_address_is_somebodys(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    world.reply(ANNA, f"PROFILE ALSO {ZOE}", to=world.last(ANNA, kind="report", game="fall"))
    world.poll()
    for word in ("NEVER", "CONFIRM"):
        world.reply(ZOE, word, to=world.last(ZOE, kind="newaddress"))
        world.poll()
    with world.context.read() as session:
        assert wants_none(session.connection, ZOE)
        assert first_of(session.connection, ZOE) is None


def test_whoever_said_NEVER_is_offered_no_seat(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    ask(world, "yvo@example.org", "STANDBY fall")
    want_none(world)
    by_operator(world.context, "fall", eject, 1)
    world.poll()
    assert not world.rows(recipient=ZOE, kind="offer")
    answer(world, "yvo@example.org")
    assert "You have a seat" in flat(world, "yvo@example.org") or world.rows(
        recipient="yvo@example.org", kind="report"
    )


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_one_mailbox_is_written_to_a_few_times_a_day_however_it_is_spelt(
    world: World, line: str
) -> None:
    for number in range(unasked.TO_MAILBOX):
        world.new_game(id=f"fall-{number}", title="Fall", masters=MASTERS, seats=CHAIRS)
        told(world, f"INVITE zoe+{number}@example.org")
    sent = len(world.rows(mailbox=ZOE))
    assert sent == unasked.TO_MAILBOX
    world.new_game(id="winter", title="Winter", masters=MASTERS, seats=CHAIRS)
    assert "was written to unasked so often today" in told(world, line)
    assert len(world.rows(mailbox=ZOE)) == sent
    world.clock.move(hours=25)
    world.poll()
    told(world, line)
    assert len(world.rows(mailbox=ZOE)) > sent


def test_neither_DELETE_nor_RELEASE_makes_room_for_more(world: World) -> None:
    for _time in range(unasked.TO_MAILBOX - 1):
        command(world, f"INVITE {ZOE}")
        confirmed(world, "SEAT 2 RELEASE")
    command(world, f"OBSERVER {ZOE}")
    confirmed(world, "DELETE")
    world.new_game(masters=MASTERS, seats=CHAIRS)
    assert "unasked so often today" in told(world, f"INVITE {ZOE}")
    assert len(world.rows(recipient=ZOE)) == unasked.TO_MAILBOX


@pytest.mark.parametrize("limit", ["BY_ONE", "IN_ALL"])
def test_what_people_cause_has_an_end(
    world: World, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(unasked, limit, 2)
    command(world, f"INVITE {BORIS}, {ZOE}")
    for line in ("OBSERVER yvo@example.org", "APPOINT yvo@example.org"):
        assert "today who did not ask for it" in told(world, line)
    assert world.mails("yvo@example.org") == []
    world.clock.move(hours=25)
    world.poll()
    command(world, "OBSERVER yvo@example.org")
    assert len(world.mails("yvo@example.org")) == 1


def test_a_file_that_comes_by_mail_names_no_more_than_one_may_cause(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "BY_ONE", 2)
    masters = ", ".join(f'{{address = "m{n}@example.org"}}' for n in range(2))
    said = create(
        world,
        f'ruleset = "hegemon"\nmasters = [{masters}]\n'
        f'[[seats]]\naddress = "{ZOE}"\n[[seats]]\nbot = "hedger"',
    )
    assert "today who did not ask for it" in said
    assert world.mails(ZOE) == world.mails("m1@example.org") == []


@pytest.mark.parametrize(
    "line", [f"INVITE zoe+1@example.org, {ZOE}", f"INVITE {ZOE}, Zoe@Example.org"]
)
def test_one_command_names_a_mailbox_once(world: World, line: str) -> None:
    command(world, line)
    assert ("are one mailbox: name one of them" in flat(world, EVE)) is ("+1" in line)
    assert len(world.rows(mailbox=ZOE)) == ("+1" not in line)


def test_one_file_names_a_mailbox_once(world: World) -> None:
    chairs = "".join(f'[[seats]]\naddress = "zoe+{n}@example.org"\n' for n in range(3))
    said = create(world, f'ruleset = "hegemon"\n{chairs}')
    assert "zoe+1@example.org and zoe+0@example.org are one mailbox" in said
    assert not world.rows(mailbox=ZOE)


def test_a_file_counts_every_mail_that_it_brings_somebody(world: World) -> None:
    both = (
        f'ruleset = "hegemon"\nmasters = [{{address = "{ZOE}"}}]\n'
        f'[[seats]]\naddress = "{ZOE}"\n[[seats]]\n'
    )
    assert "unasked" not in create(world, both)
    assert "unasked so often today" in create(world, both)


def test_what_others_send_somebody_costs_them_no_seat_that_they_stand_by_for(
    world: World,
) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    for number in range(unasked.TO_MAILBOX):
        world.new_game(id=f"winter-{number}", title="Winter", masters=MASTERS, seats=CHAIRS)
        command(world, f"OBSERVER {ZOE}")
    by_operator(world.context, "fall", eject, 1)
    world.poll()
    assert world.rows(recipient=ZOE, kind="offer")


def test_nobody_needs_leave_to_write_to_themselves(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "BY_ONE", 0)
    told(world, f"SEAT 2 ADDRESS {EVE}")
    assert "You have a seat in Spring" in " ".join(str(m["Subject"]) for m in world.mails(EVE))
