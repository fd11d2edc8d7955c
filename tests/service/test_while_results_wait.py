"""What goes on in a game whose turn is closed and whose results nobody has been told yet: votes,
the clock, outages, people who leave and come. And that nothing of it tells what the results are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.mastering import releasing
from pbem.service.mastering.acts import by_operator
from pbem.service.play.upkeep import note_poll, release_due
from pbem.service.schedule import Extensions, Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.overview import one_game
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check
from pbem.store import votes
from pbem.store.vacations import find_vacation
from tests.service.looks import LINE, OTHER, seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.test_observers import DORA, say, watch
from tests.service.test_releasing import ask, played, reports, text, without_secrets, wrong
from tests.service.world import ANNA, BORIS, World, open_world, read, text_of

LOOKED_AT = "Turn 1 is closed, and the game master is looking at its results"
SLOW = Schedule(
    every="48h",
    reminders=(),
    second_thoughts="0m",
    vacation="7d",
    extensions=Extensions(hours=24, times=2),
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, release="master", schedule=SLOW)
        yield world


def let_out(world: World) -> datetime:
    """When the turn that opens with the results closes."""
    command(world, "RELEASE")
    game = world.game()
    assert (game.turn, game.results_wait, wrong(world)) == (2, False, [])
    assert game.deadline is not None
    return game.deadline


def releases(world: World) -> datetime:
    moment = world.game().releases
    assert moment is not None
    return moment


def open_motions(world: World) -> int:
    with world.context.database.read() as connection:
        return len(votes.open_motions(connection, "spring"))


def test_a_vote_to_extend_ends_with_the_turn_that_is_closed(world: World) -> None:
    ask(world, ANNA, "VOTE EXTEND 24")
    played(world)
    assert open_motions(world) == 0
    assert "the vote is lost" in str(world.last(ANNA)["Subject"])
    world.resign(BORIS)  # whoever is left would carry it alone
    assert world.game().deadline is None
    assert let_out(world) == world.clock.now() + timedelta(hours=48)


@pytest.mark.parametrize("line", ["VOTE EXTEND 24", "EXTEND 12"])
def test_players_cannot_put_off_what_is_closed(world: World, line: str) -> None:
    played(world)
    assert LOOKED_AT in ask(world, ANNA, line)
    assert open_motions(world) == 0
    assert let_out(world) == world.clock.now() + timedelta(hours=48)


def test_a_vacation_takes_none_of_its_share_until_the_next_turn_is_due(world: World) -> None:
    played(world)
    ask(world, ANNA, "VACATION 2026-03-02 TO 2026-03-05")
    world.wait(20)
    with world.context.database.read() as connection:
        assert find_vacation(connection, "spring", 1).waited == 0
    due = let_out(world)
    world.wait(48)
    game = world.game()
    assert (game.turn, game.deadline is not None and game.deadline > due) == (2, True)


def test_a_game_is_paused_and_goes_on_without_a_word_of_orders_or_deadlines(world: World) -> None:
    played(world)
    until = releases(world)
    command(world, "PAUSE")
    assert LOOKED_AT in text(world, ANNA)
    assert "still count" not in text(world, ANNA)
    assert "Orders" not in command(world, "SHOW")
    world.wait(3)
    command(world, "RESUME")
    assert "Spring goes on" in str(world.last(ANNA)["Subject"])
    assert LOOKED_AT in text(world, ANNA)
    assert (releases(world) - until) == timedelta(hours=3)
    assert (world.game().deadline, world.game().closes) == (None, None)
    assert let_out(world) == world.clock.now() + timedelta(hours=48)


def test_a_schedule_that_changes_meanwhile_is_that_of_the_next_turn(world: World) -> None:
    played(world)
    command(world, "SCHEDULE every = 72h")
    assert world.game().deadline is None
    assert let_out(world) == world.clock.now() + timedelta(hours=72)


def test_an_outage_gives_the_game_master_the_time_back(world: World) -> None:
    played(world)
    until, before = releases(world), len(world.mails(ANNA))
    world.clock.move(hours=30)
    world.poll()
    assert releases(world) == until + timedelta(hours=30)
    assert world.game().deadline is None
    assert len(world.mails(ANNA)) == before


def test_results_wait_until_the_mail_is_read_that_came_before_they_go_out(world: World) -> None:
    played(world)
    world.wait(23.75)
    asked = command(world, "ROLLBACK 1")
    assert "reply to this very mail" in " ".join(asked.split())
    mail = world.last(EVE)
    world.write(EVE, "CONFIRM", to=str(mail["Reply-To"]), subject="Re: it")
    world.clock.move(minutes=20)
    release_due(world.context)
    assert world.game().results_wait
    world.poll()
    assert (world.game().turn, world.game().results_wait, reports(world)) == (1, False, 2)
    assert "before anybody was told" in text(world, ANNA)


def test_whose_RELEASE_comes_to_nothing_hears_of_it(world: World) -> None:
    played(world)
    command(world, "ROLLBACK 1")
    asked = world.last(EVE)
    world.write(ADA, "RELEASE", to=str(world.last(ADA)["Reply-To"]))
    world.write(EVE, "CONFIRM", to=str(asked["Reply-To"]))
    world.poll()
    assert (world.game().turn, world.game().results_wait, reports(world)) == (1, False, 2)
    told = [row.subject for row in world.rows(recipient=ADA)][-2:]
    assert [("turn 1 go out" in one, "turn 1 do not go out" in one) for one in told] == [
        (False, True),
        (True, False),
    ]
    assert not [row for row in world.rows(recipient=EVE) if "do not go out" in row.subject]
    played(world)
    before = len(world.rows(recipient=ADA))
    confirmed(world, "ROLLBACK 1")
    after = world.rows(recipient=ADA)[before:]
    assert not [row for row in after if "do not go out" in row.subject], "she has not said so again"


def test_before_the_first_look_into_the_mailbox_nothing_goes_out(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "here") as world, open_world(tmp_path / "there") as other:
        world.new_game(masters=MASTERS, release="master")
        played(world)
        archive = unpack(pack(export_game(world.context, "spring", full=True)))
        adopt(other.context, archive)
        other.clock.move(hours=25)
        assert release_due(other.context) == 0
        note_poll(other.context, other.clock.now())
        assert release_due(other.context) == 1


def test_a_word_to_let_them_out_waits_for_no_other_mail(world: World) -> None:
    played(world)
    world.clock.move(minutes=10)
    by_operator(world.context, "spring", releasing.let_out)
    assert release_due(world.context) == 1
    assert reports(world) == 2


def test_whoever_resigns_meanwhile_may_return_and_is_told_then(world: World) -> None:
    played(world)
    world.resign(BORIS)
    assert world.game().closes is None
    assert reports(world, BORIS) == 1
    world.reply(BORIS, "RETURN", to=world.last(BORIS))
    world.poll()
    assert LOOKED_AT in text(world, BORIS)
    before = len(world.mails(BORIS))
    let_out(world)
    assert "turn 2" in text_of(world.mails(BORIS)[before]).lower()


def test_whoever_has_resigned_is_told_nothing_of_the_results(world: World) -> None:
    played(world)
    world.resign(BORIS)
    before = len(world.mails(BORIS))
    let_out(world)
    assert len(world.mails(BORIS)) == before
    assert [str(seat.kind) for seat in seats(world)] == ["human", "resigned"]


def test_a_substitute_who_comes_meanwhile_gets_the_report_and_the_owner_does_not(
    world: World,
) -> None:
    played(world)
    ask(world, ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.reply(DORA, "ACCEPT", to=world.last(DORA))
    world.poll()
    assert any(LOOKED_AT in " ".join(text_of(one).split()) for one in world.mails(DORA))
    assert not any("you lost 40.00" in text_of(one) for one in world.mails(DORA))
    before = reports(world, ANNA)
    let_out(world)
    assert "you lost 40.00" in text_of(world.last(DORA, kind="report"))
    assert reports(world, ANNA) == before


def test_of_a_game_that_is_cancelled_they_are_told_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "here") as world, open_world(tmp_path / "there") as other:
        world.new_game(masters=MASTERS, release="master", schedule=SLOW)
        played(world)
        confirmed(world, "CANCEL")
        assert not world.game().results_wait
        for line in ("STATUS", "LIST", "ORDERS", "REPORT", OTHER):
            told = ask(world, ANNA, line)
            assert "is looking at its results" not in told, line
            assert "you lost 40.00" not in told, line
        assert "wait for you" not in " ".join(command(world, "TROUBLE").split())
        assert "No results wait" not in command(world, "SHOW")
        assert one_game(world.context, "spring").releases is None
        world.wait(30)
        assert reports(world) == 1
        assert wrong(world) == []
        shown = export_game(world.context, "spring")
        assert [page.link.turn for page in shown.pages] == [0]
        assert [one for one in check(shown, record_in(shown)) if one.mark == "bad"] == []
        archive = unpack(pack(export_game(world.context, "spring", full=True)))
        assert [one for one in check(archive, record_in(archive)) if one.mark == "bad"] == []
        adopt(other.context, archive)
        assert [one for one in verify_game(other.context, "spring") if one.mark == "bad"] == []


MEANWHILE = (
    "STATUS",
    "LIST",
    "REPORT",
    "REPORT 1",
    "ORDERS",
    "HISTORY",
    "LOG",
    "FAME",
    OTHER,
    f"PREVIEW\n{OTHER}",
    f"@ {LINE}",
    f"TURN 2: {OTHER}",
    "DONE",
    "WITHDRAW",
    "VOTE DRAW",
    "EXTEND 12",
    "VACATION 2026-03-02 TO 2026-03-05",
)


def told_meanwhile(folder: Path, of_boris: str) -> tuple[list[str], str]:
    """All that Anna and somebody who watches are sent while the results wait of a turn for which
    Boris gave these orders, and what Anna is told when they are out."""
    folder.mkdir()
    with open_world(folder) as world:
        world.new_game(masters=MASTERS, release="master", schedule=SLOW)
        watch(world)
        world.reply(ANNA, LINE)
        world.reply(BORIS, of_boris)
        world.poll()
        assert world.game().results_wait
        before = len(world.rows())
        for line in MEANWHILE:
            ask(world, ANNA, line)
        for line in ("STATUS", "REPORT"):
            say(world, line)
        for line in ("PREVIEW", "VIEW 2", "VIEW TRUTH", "PAUSE", "RESUME", "SEAT 1 LANGUAGE fr"):
            command(world, line)
        confirmed(world, "SEAT 2 BOT raider")
        world.clock.move(hours=3)
        world.wait(12)
        assert world.game().results_wait
        meanwhile = world.rows()[before:]
        sent = [whole(read(row)) for row in meanwhile if row.recipient in (ANNA, DORA)]
        command(world, "RELEASE")
        return sent, without_secrets(text_of(world.last(ANNA, kind="report")))


def whole(mail: EmailMessage) -> str:
    """A mail's subject and all its parts."""
    parts = (part.get_payload(decode=True) for part in mail.walk())
    texts = [str(mail["Subject"]), *(part.decode() for part in parts if isinstance(part, bytes))]
    return without_secrets("\n".join(texts))


def test_nothing_that_is_sent_meanwhile_hangs_on_what_others_keep_secret(tmp_path: Path) -> None:
    (sent, then), (others, later) = (
        told_meanwhile(tmp_path / str(number), orders)
        for number, orders in enumerate((OTHER, "Economy 10% comp 100"))
    )
    assert len(sent) > len(MEANWHILE)
    assert sent == others
    assert then != later


def test_who_watches_is_told_when_the_players_are(world: World) -> None:
    watch(world)
    before = len(world.mails(DORA))
    played(world)
    world.poll()
    assert len(world.mails(DORA)) == before
    command(world, "RELEASE")
    world.wait(25)
    assert any("News from" in str(one["Subject"]) for one in world.mails(DORA)[before:])
