"""A game master takes a game back to an earlier turn: what comes of it for everybody, and of the
record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.play.close import close_turn
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check, verify_file
from pbem.store import games, undone
from pbem.store.tables import undone_orders, undone_turns
from tests.service.exported import save_mails, write_export
from tests.service.looks import LINE, OTHER, held
from tests.service.tampered import Copy, copied
from tests.service.test_mastering import confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def play(world: World, *lines: str) -> None:
    """One turn a line: it is what Anna orders."""
    for line in lines:
        world.reply(ANNA, line)
        world.poll()
        close_turn(world.context, "spring")


def wrong(world: World) -> list[str]:
    return [one.text for one in verify_game(world.context, "spring") if one.mark == "bad"]


def states(world: World) -> list[bytes]:
    with world.context.read() as session:
        return [row.state for row in games.turns_between(session.connection, "spring")]


def said(world: World, player: str) -> str:
    return " ".join(text_of(world.last(player)).replace("! ", "").split())


def test_a_game_stands_again_as_the_turn_was_opened(world: World) -> None:
    play(world, LINE)
    before = world.game()
    play(world, OTHER, LINE)
    confirmed(world, "ROLLBACK 2")
    after = world.game()
    assert (after.turn, after.head, after.status) == (2, before.head, "running")
    assert held(world) == []
    assert after.deadline is not None


def test_the_same_orders_give_the_same_states_again(world: World) -> None:
    play(world, LINE, OTHER, LINE)
    before = states(world)
    confirmed(world, "ROLLBACK 2")
    play(world, OTHER, LINE)
    assert states(world) == before
    assert world.game().turn == 4
    assert wrong(world) == []


def test_everybody_gets_the_report_of_the_turn_that_is_open_again(world: World) -> None:
    play(world, LINE, OTHER, LINE)
    confirmed(world, "ROLLBACK 2", ADA)
    for player in (ANNA, BORIS):
        assert world.rows(recipient=player)[-1].kind == "report"
        assert "taken the game back to turn 2" in said(world, player)
        assert "turns 2 to 3 is undone" in said(world, player)
    assert f"| {OTHER}" in text_of(world.last(ANNA))
    assert "Sent for turn 2" in said(world, ANNA)
    assert "Sent for" not in said(world, BORIS)
    assert OTHER not in text_of(world.last(BORIS))


def test_what_was_sent_before_can_be_sent_again(world: World) -> None:
    play(world, LINE, OTHER)
    confirmed(world, "ROLLBACK 2")
    quoted = "\n".join(f"> {line}" for line in text_of(world.last(ANNA)).splitlines())
    world.reply(ANNA, f"{OTHER}\n\n{quoted}")
    world.poll()
    assert held(world) == [OTHER]


@pytest.mark.parametrize("turn", [2, 3])
def test_a_mail_for_a_turn_that_no_longer_is_counts_for_nothing(world: World, turn: int) -> None:
    play(world, LINE, OTHER)
    old = world.mails(ANNA, kind="report")[turn - 1]
    assert f"+spring.{turn}.1." in str(old["Reply-To"])
    confirmed(world, "ROLLBACK 2")
    for _again in range(2):
        world.reply(ANNA, f"{OTHER}\n@ {OTHER}\nTURN 4: {LINE}", to=old)
        world.poll()
        assert world.rows(recipient=ANNA)[-1].kind == "receipt"
        assert f"turn {turn} as it was before the game was taken back" in said(world, ANNA)
        world.reply(ANNA, "WITHDRAW", to=old)
        world.poll()
        assert "does not count" in said(world, ANNA)
        assert held(world) == []
        play(world, LINE)
    assert wrong(world) == []


def test_a_question_in_an_old_mail_is_answered(world: World) -> None:
    play(world, LINE, OTHER)
    old = world.last(ANNA, kind="report")
    confirmed(world, "ROLLBACK 2")
    world.reply(ANNA, "STATUS", to=old)
    world.poll()
    assert "Turn 2 is open" in said(world, ANNA)


def test_a_mail_for_a_turn_before_is_for_a_closed_one(world: World) -> None:
    play(world, LINE, OTHER)
    old = world.mails(ANNA, kind="report")[0]
    confirmed(world, "ROLLBACK 2")
    world.reply(ANNA, OTHER, to=old)
    world.poll()
    assert "Too late: turn 1 is closed" in said(world, ANNA)


def test_reports_that_wait_are_not_sent(world: World) -> None:
    play(world, LINE)
    with world.context.write() as session:
        games.change_seat(session.connection, "spring", 2, quiet="00:00-23:59")
    play(world, OTHER)
    waiting = world.rows(recipient=BORIS, kind="report")[-1]
    assert waiting.due > world.clock.now()
    confirmed(world, "ROLLBACK 2")
    after = {row.id: row.status for row in world.rows(recipient=BORIS)}
    assert after[waiting.id] == "overtaken"


def test_a_deadline_missed_in_a_turn_that_was_undone_counts_no_more(world: World) -> None:
    world.wait(50)
    assert world.game().turn == 3
    confirmed(world, "ROLLBACK 1")
    with world.context.read() as session:
        assert {s.missed for s in games.seats_of(session.connection, "spring")} == {0}
    world.wait(25)
    assert wrong(world) == []


@pytest.mark.parametrize("word", ["ROLLBACK 2", "zurückdrehen auf Zug 2", "RECULER au tour 2"])
def test_it_is_asked_in_any_language(world: World, word: str) -> None:
    play(world, LINE, OTHER)
    confirmed(world, word)
    assert world.game().turn == 2


@pytest.mark.parametrize("line", ["ROLLBACK", "ROLLBACK five", "ROLLBACK 0", "ROLLBACK 3"])
def test_a_bad_form_is_answered_with_the_right_one(world: World, line: str) -> None:
    play(world, LINE, OTHER)
    before = world.game()
    told = command(world, line).replace("\n", " ")
    assert "Write a turn that is over, from 1 to 2." in told
    assert "ROLLBACK 5" in told
    assert world.game() == before


def test_nothing_is_taken_back_where_nothing_was_played_or_all_is_over(world: World) -> None:
    assert "No turn of Spring is over yet" in command(world, "ROLLBACK 1")
    play(world, LINE)
    command(world, "CANCEL")
    command(world, "CONFIRM")
    assert "cancelled" in command(world, "ROLLBACK 1")


def test_what_was_asked_before_is_not_confirmed_after(world: World) -> None:
    play(world, LINE, OTHER)
    command(world, "CLOSE NOW", ADA)
    asked = world.last(ADA)
    confirmed(world, "ROLLBACK 2")
    command(world, "CONFIRM", ADA, to=asked)
    assert world.game().turn == 2


def test_who_runs_the_game_and_does_not_play_sees_what_would_change(world: World) -> None:
    play(world, LINE, OTHER)
    told = command(world, "ROLLBACK 2")
    assert "Anna (seat 1):" in told
    assert "| - " in told
    assert "| + " in told
    assert world.game().turn == 3


def test_others_see_only_whose_reports_change_whatever_was_ordered(tmp_path: Path) -> None:
    told = []
    for number, line in enumerate((LINE, OTHER)):
        (tmp_path / str(number)).mkdir()
        with open_world(tmp_path / str(number)) as world:
            world.copied_game(masters=MASTERS)
            play(world, line, line)
            told.append(command(world, "ROLLBACK 2", ADA))
    assert told[0] == told[1]
    assert "- Anna (seat 1)" in told[0]
    assert "| - " not in told[0]


def test_the_record_holds_what_was_undone_and_what_was_played_after(world: World) -> None:
    play(world, LINE, OTHER)
    first = world.game().head
    confirmed(world, "ROLLBACK 2")
    confirmed_nothing_wrong(world)
    play(world, LINE)
    second = world.game().head
    confirmed(world, "ROLLBACK 1")
    play(world, OTHER, OTHER)
    confirmed_nothing_wrong(world)
    with world.context.read() as session:
        lines = undone.turns_of(session.connection, "spring")
    assert [line[-1].hash for line in lines] == [first, second]
    assert [[row.turn for row in line] for line in lines] == [[2], [1, 2]]
    found = [one.text for one in verify_game(world.context, "spring")]
    assert sum("before it was taken back" in text for text in found) == 3


def confirmed_nothing_wrong(world: World) -> None:
    assert wrong(world) == []


@pytest.fixture
def taken_back(world: World, tmp_path: Path) -> Iterator[Copy]:
    play(world, LINE, OTHER)
    confirmed(world, "ROLLBACK 2")
    play(world, LINE)
    (tmp_path / "copy").mkdir()
    with copied(world, tmp_path / "copy") as copy:
        yield copy


def test_a_change_of_what_was_undone_is_found(taken_back: Copy) -> None:
    taken_back.change(undone_turns.update().values(state=b"{}"))
    assert any("taken back: the stored state" in one for one in taken_back.wrong())


def test_orders_of_what_was_undone_are_compared_too(taken_back: Copy) -> None:
    taken_back.change(undone_orders.update().values(orders=b"{}"))
    taken_back.found("the orders held for the turn are not those that were played")


def test_what_was_undone_cannot_be_dropped(taken_back: Copy) -> None:
    taken_back.change(undone_turns.delete())
    told = "what was taken back to this turn is not what its link says"
    assert any(told in one for one in taken_back.wrong())


def test_a_turn_taken_back_behind_everybodys_back_is_found(world: World, tmp_path: Path) -> None:
    play(world, LINE, OTHER)
    (tmp_path / "copy").mkdir()
    with copied(world, tmp_path / "copy") as copy:
        with copy.context.write() as session:
            undone.take_back(session.connection, "spring", 0, 2)
        copy.change(sa.text("UPDATE games SET turn = 2"))
        assert copy.wrong()


@pytest.mark.parametrize("full", [False, True])
def test_an_export_holds_both_and_agrees_with_all_mails(
    world: World, tmp_path: Path, full: bool
) -> None:
    play(world, LINE, OTHER)
    confirmed(world, "ROLLBACK 2")
    play(world, LINE, LINE)
    path = write_export(world, tmp_path / "spring.zip", full=full)
    mails = save_mails(world, tmp_path / "mails")
    found = list(verify_file(path, mails))
    assert [one.text for one in found if one.mark == "bad"] == []
    assert any("mails agree" in one.text for one in found)
    (pages,) = unpack(path.read_bytes()).undone
    assert [page.link.turn for page in pages] == [2]


def test_a_game_that_was_taken_back_moves_to_another_service(world: World, tmp_path: Path) -> None:
    play(world, LINE, OTHER)
    confirmed(world, "ROLLBACK 2")
    play(world, LINE)
    packed = unpack(pack(export_game(world.context, "spring", full=True)))
    assert [one.text for one in check(packed, record_in(packed)) if one.mark == "bad"] == []
    (tmp_path / "other").mkdir()
    with open_world(tmp_path / "other") as other:
        adopt(other.context, packed)
        assert other.game().rollbacks == 1
        assert wrong(other) == []
        again = unpack(pack(export_game(other.context, "spring", full=True)))
        assert again.undone == packed.undone


def test_players_hear_of_it_from_LOG(world: World) -> None:
    play(world, LINE, OTHER)
    confirmed(world, "ROLLBACK 2")
    world.reply(BORIS, "LOG")
    world.poll()
    assert "took the game back to turn 2" in said(world, BORIS)
    assert "taken back" not in said(world, EVE)
