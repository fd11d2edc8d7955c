"""A report leaves out what its reader has from the last one, unless they ask for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mailer.inbound.commands import Command, read_command
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.resend import resend
from pbem.service.play.close import close_turn
from pbem.store import games
from pbem.store.shown import forget_shown, shown_to
from tests.service.test_mastering import confirmed
from tests.service.test_masters import MASTERS
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

FOLDED = "REPORT FULL sends you the whole report."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game in which nobody orders anything, and two turns of it."""
    with open_world(tmp_path) as world:
        people = {"Anna": ANNA, "Boris": BORIS, "Chiara": CHIARA}
        seats = tuple(SeatSpec(name=name, address=address) for name, address in people.items())
        world.copied_game(ruleset="asylamba-mini", seats=seats, masters=MASTERS)
        world.wait(24)
        world.wait(24)
        yield world


def said(mail: EmailMessage) -> str:
    """The text of a report on one line."""
    return " ".join(text_of(mail).split())


def technologies(mail: EmailMessage) -> bool:
    """Whether a report has a row that has not changed since the game began."""
    lines = text_of(mail).splitlines()
    return any(line.strip().startswith("frame ") for line in lines)


def asked(world: World, line: str) -> EmailMessage:
    world.reply(ANNA, line)
    world.poll()
    return world.last(ANNA)


def test_the_second_report_leaves_out_what_stood_in_the_first(world: World) -> None:
    first, *_others, newest = world.mails(ANNA, kind="report")
    assert technologies(first)
    assert "Nothing has changed in" not in said(first)
    assert not technologies(newest)
    assert "Nothing has changed in" in said(newest)
    assert FOLDED in said(newest)
    html = newest.get_body(("html",))
    assert html is not None
    assert FOLDED in str(html.get_content())


@pytest.mark.parametrize(
    "line", ["REPORT FULL", "report ganz", "Rapport complet.", "REPORT 2 FULL"]
)
def test_report_full_sends_all_of_it(world: World, line: str) -> None:
    whole = asked(world, line)
    assert whole["Subject"] == world.last(ANNA, kind="report")["Subject"]
    assert technologies(whole)
    assert FOLDED not in said(whole)


def test_a_report_that_is_asked_for_again_or_resent_is_whole(world: World) -> None:
    assert technologies(asked(world, "REPORT"))
    resend(world.context, "spring", seat=2)
    assert technologies(world.last(BORIS))
    world.wait(24)
    assert not technologies(world.last(ANNA, kind="report"))


def test_report_full_is_read_with_and_without_a_turn() -> None:
    assert read_command("REPORT FULL") == Command("REPORT", key="full")
    assert read_command("Bericht Runde 3 vollständig") == Command("REPORT", "3", key="full")
    assert read_command("REPORT fully understood") is None


def test_whoever_has_the_seat_next_gets_a_whole_report(world: World) -> None:
    with world.context.write() as session:
        games.change_seat(session.connection, "spring", 1, nonce="another")
    world.wait(24)
    assert technologies(world.last(ANNA, kind="report"))
    assert not technologies(world.last(BORIS, kind="report"))


def test_a_report_after_a_rollback_is_whole_and_the_next_one_folded(world: World) -> None:
    confirmed(world, "ROLLBACK 2")
    assert technologies(world.last(ANNA, kind="report"))
    world.wait(24)
    assert not technologies(world.last(ANNA, kind="report"))


def test_what_one_player_was_shown_changes_no_other_report(world: World) -> None:
    with world.context.write() as session:
        before = shown_to(session.connection, games.seats_of(session.connection, "spring"))
        forget_shown(session.connection, "spring", 2)
    close_turn(world.context, "spring")
    assert technologies(world.last(BORIS, kind="report"))
    assert not technologies(world.last(ANNA, kind="report"))
    assert {*before} == {1, 2, 3}


def test_the_last_report_is_whole_and_nothing_is_kept_of_a_game_that_is_over(world: World) -> None:
    for player in (ANNA, BORIS, CHIARA):
        world.reply(player, "VOTE END")
        world.poll()
    world.wait(1)
    assert world.game().status == "finished"
    assert FOLDED not in said(world.last(ANNA, kind="report"))
    with world.context.database.read() as connection:
        assert not shown_to(connection, games.seats_of(connection, "spring"))


def test_all_lines_of_a_report_count_where_it_is_cut_short(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of its head, of what the service says and of the orders."""
    room = 72  # a third of a report goes: what must stay takes more than half of it
    monkeypatch.setattr("pbem.mailer.outbound.folding.LINES", room)
    world.wait(24)
    newest = world.last(ANNA, kind="report")
    assert "Cut short" in said(newest)
    assert len(text_of(newest).splitlines()) <= room
