"""Old mails are let go of, but for what a game needs; rows and hashes stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.mailer.embedded.maildir import Store, forget_old
from pbem.service.config import ServiceSettings
from pbem.service.intake import quarantine
from pbem.service.intake.batch import Batch, Settled
from pbem.service.play.close import close_turn
from pbem.service.play.keeping import forget_in_mailbox, forget_old_mail
from pbem.service.play.table import GameProblem
from pbem.service.schedule import ScheduleError
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check
from pbem.store import mail, retention
from pbem.store.records import InboxStatus, OutboxStatus
from tests.service.world import ANNA, BORIS, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game with a closed turn to which Anna sent orders, all mail sent, and a stranger's mail."""
    with open_world(tmp_path) as found:
        found.copied_game(options={"turns": 2})
        found.reply(ANNA, "Economy 40%")
        found.write("stranger@example.net", "Who are you?", to="orders@pbem.localhost")
        found.poll()
        found.reply(ANNA, "STATUS")
        found.poll()
        close_turn(found.context, "spring")
        send_all(found)
        yield found


def send_all(world: World) -> None:
    with world.context.database.write() as connection:
        mail.change_mails(connection, [r.id for r in world.rows()], status=OutboxStatus.SENT)


def incoming(world: World) -> dict[str, bool]:
    """Whether the bytes of each mail that came are there, by its sender and number."""
    with world.context.database.read() as connection:
        return {f"{r.id} {r.sender}": bool(r.raw) for r in mail.mails_in(connection, *InboxStatus)}


def kinds_kept(world: World) -> set[str]:
    return {row.kind for row in world.rows() if row.data}


def test_a_strangers_mail_goes_after_a_week_and_orders_stay(world: World) -> None:
    assert forget_old_mail(world.context) == 0
    world.clock.move(hours=24 * 8)
    assert forget_old_mail(world.context) == 1
    gone = [name for name, kept in incoming(world).items() if not kept]
    assert [name.partition(" ")[2] for name in gone] == ["stranger@example.net"]


def test_what_a_running_game_needs_stays_for_ever(world: World) -> None:
    world.clock.move(hours=24 * 400)
    forget_old_mail(world.context)
    kept = [name for name, there in incoming(world).items() if there]
    assert kept == [f"1 {ANNA}"], "the mail with orders, and neither STATUS nor the stranger's"
    assert kinds_kept(world) == {"report", "receipt"}
    found = list(verify_game(world.context, "spring"))
    assert [one.text for one in found if one.mark is Mark.BAD] == []
    assert any(", is not kept any more" in one.text for one in found)
    assert len(incoming(world)) == 3, "the rows stay"


def test_a_finished_games_mails_go_so_long_after_its_end(world: World) -> None:
    world.clock.move(hours=24 * 400)
    close_turn(world.context, "spring")
    send_all(world)
    forget_old_mail(world.context)
    assert kinds_kept(world) >= {"report"}
    world.clock.move(hours=24 * 91)
    forget_old_mail(world.context)
    assert not any(incoming(world).values())
    assert kinds_kept(world) == set()
    found = list(verify_game(world.context, "spring"))
    assert [one.text for one in found if one.mark is Mark.BAD] == []


def test_a_game_whose_mails_are_gone_is_exported_and_taken_over_without_them(world: World) -> None:
    close_turn(world.context, "spring")
    send_all(world)
    world.clock.move(hours=24 * 400)
    forget_old_mail(world.context)
    moving = unpack(pack(export_game(world.context, "spring", full=True)))
    assert moving.mails == ()
    adopt(world.context, moving, "autumn", again=True)
    found = list(verify_game(world.context, "autumn"))
    assert [one.text for one in found if one.mark is Mark.BAD] == []
    assert any("was not kept when the game came here" in one.text for one in found)
    again = unpack(pack(export_game(world.context, "autumn", full=True)))
    found = list(check(again, record_in(again)))
    assert [one.text for one in found if one.mark is Mark.BAD] == []
    assert any(one.text.endswith("was not kept") for one in found)


def test_what_has_not_gone_out_yet_stays(world: World) -> None:
    world.new_game(id="autumn", title="Autumn")
    with world.context.database.write() as connection:
        rows = mail.outgoing(connection, game="spring", kind="answer")
        mail.change_mails(connection, [rows[0].id], status=OutboxStatus.HELD)
    world.clock.move(hours=24 * 400)
    forget_old_mail(world.context)
    assert kinds_kept(world) == {"report", "receipt", "answer"}


def test_a_mail_that_waited_for_the_game_master_too_long_is_told_to_be_gone(world: World) -> None:
    with world.context.write() as session:
        batch = Batch(session, ())
        batch.add(2, Settled(InboxStatus.QUARANTINED, sender="stranger@example.net"))
        batch.write()
    world.clock.move(hours=24 * 60)
    forget_old_mail(world.context)
    assert quarantine.waiting_mail(world.context, 2).raw, "a stranger's, but somebody is to see it"
    world.clock.move(hours=24 * 60)
    forget_old_mail(world.context)
    with pytest.raises(GameProblem, match="and not kept any more"):
        quarantine.retry(world.context, 2)


def test_it_happens_once_a_day_in_small_batches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 1)
    monkeypatch.setattr("pbem.service.play.keeping.BATCH", 1)
    world.clock.move(hours=24 * 400)
    assert forget_old_mail(world.context) > 2
    world.write(BORIS, "Hello", to="orders@pbem.localhost")
    world.poll()
    assert forget_old_mail(world.context) == 0
    world.clock.move(hours=23)
    assert forget_old_mail(world.context) == 0


def test_the_folders_of_read_mails_are_cleared_too(world: World) -> None:
    assert len(world.inbox.folders["Processed"]) == 3
    world.clock.move(hours=24 * 60)
    assert forget_in_mailbox(world.context, world.inbox) == 0
    world.reply(ANNA, "STATUS")
    world.poll()
    world.clock.move(hours=24 * 31)
    assert forget_in_mailbox(world.context, world.inbox) == 3
    assert len(world.inbox.folders["Processed"]) == 1


def test_the_built_in_servers_mailboxes_lose_what_is_old(tmp_path: Path) -> None:
    store = Store(tmp_path / "mail")
    inbox = store.account(ANNA).inbox
    for received in (1_000_000, 2_000_000):
        inbox.commit(inbox.stage(b"Subject: hi\n\n"), 13, received, "", fresh=True)
    store.close()
    assert forget_old(tmp_path / "mail", 1_500_000) == 1
    again = Store(tmp_path / "mail")
    assert [one.received for one in again.account(ANNA).inbox.mails.values()] == [2_000_000]
    again.close()


@pytest.mark.parametrize("key", ["keep_mail", "keep_strangers"])
def test_less_than_a_day_is_refused(key: str) -> None:
    with pytest.raises(ScheduleError, match=f"service.{key}: mails have to be kept for a day"):
        ServiceSettings(**{key: "23h"})
    assert ServiceSettings(**{key: "1d"})
