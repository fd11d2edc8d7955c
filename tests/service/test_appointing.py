"""Who runs a game, as its owners say by mail; and what a game that is put away leaves with them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.intake.commands import mastering
from pbem.service.mastering.acts import appoint, by_operator
from pbem.service.play.close import close_turn
from pbem.service.play.table import GameProblem
from pbem.service.tools.archive import unpack
from pbem.store import masters
from pbem.store.mastering import MasterRow, Role
from tests.service.looks import answers
from tests.service.test_mastering import books, confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, START, World, open_world, text_of

ZOE, GM = "zoe@example.org", "gm@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def who_runs(world: World) -> dict[str, str]:
    with world.context.read() as session:
        found = masters.masters_of(session.connection, "spring")
    return {one.address: str(one.role) for one in found}


@pytest.mark.parametrize(
    ("line", "name", "role"),
    [
        (f"APPOINT Zoe <{ZOE}>", "Zoe", "owner"),
        (f"appoint {ZOE} assistant", "", "assistant"),
        (f"Ernennen: Zoe Z. <{ZOE}> Assistentin", "Zoe Z", "assistant"),
        (f"NOMMER Zoe <{ZOE.upper()}<mailto:{ZOE}>> propriétaire", "Zoe", "owner"),
    ],
)
def test_somebody_is_appointed_once_it_was_confirmed(
    world: World, line: str, name: str, role: str
) -> None:
    command(world, line)
    assert world.mails(ZOE) == []
    command(world, "CONFIRM")
    assert who_runs(world)[ZOE] == role
    assert "You run Spring" in str(world.last(ZOE)["Subject"])
    assert str(world.last(ZOE)["To"]).startswith(name or ZOE)
    command(world, "PAUSE", ZOE)
    assert world.game().status == "paused"


def test_the_mail_that_asks_says_what_an_owner_may_do(world: World) -> None:
    assert "even dismiss you" in command(world, f"APPOINT {ZOE}").replace("\n", " ")
    assert "turns and time" in command(world, f"APPOINT {ZOE} assistant").replace("\n", " ")


def test_whoever_is_dismissed_is_told_and_commands_nothing_more(world: World) -> None:
    before = world.last(ADA)
    confirmed(world, f"DISMISS {ADA}")
    assert ADA not in who_runs(world)
    assert "no more" in str(world.last(ADA)["Subject"])
    world.write(ADA, "PAUSE", to=str(before["Reply-To"]))
    world.poll()
    assert world.game().status == "running"


def test_an_owner_may_go_where_another_stays(world: World) -> None:
    assert "has to be an owner" in command(world, f"DISMISS {EVE}").replace("\n", " ")
    confirmed(world, f"APPOINT {ZOE}")
    command(world, f"DISMISS {EVE}", ZOE)
    command(world, "CONFIRM", ZOE)
    assert EVE not in who_runs(world)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("APPOINT", "one person's mail address"),
        ("APPOINT Zoe", "one person's mail address"),
        (f"APPOINT {ZOE}, dora@example.org", "one person's mail address"),
        (f"APPOINT {ZOE} king", "one person's mail address"),
        (f"APPOINT {ADA}", "runs Spring already"),
        ("APPOINT orders@pbem.localhost", "the address of the games"),
        ("DISMISS", "one person's mail address"),
        ("DISMISS Ada", "one person's mail address"),
        (f"DISMISS {ZOE}", "Nobody of the address"),
        (f"DISMISS {EVE}", "has to be an owner"),
        (f"PREVIEW\nDISMISS {ADA}", "PREVIEW changes nothing"),
    ],
)
def test_a_bad_form_is_answered_and_changes_nothing(world: World, line: str, why: str) -> None:
    before = books(world)
    told = command(world, line).replace("\n", " ")
    assert why in told
    assert "Nothing was changed" in told
    assert books(world) == before


def test_an_assistant_appoints_nobody(world: World) -> None:
    assert "Only owners" in command(world, f"APPOINT {ZOE}", ADA)
    assert world.mails(ZOE) == []


def test_neither_a_player_nor_prose_appoints_anybody(world: World) -> None:
    world.reply(ANNA, f"APPOINT {ZOE}")
    world.poll()
    assert "Only the game master" in str(answers(world, ANNA)[-1]["Subject"])
    assert "HELP tells them all" in command(world, "Dismiss that idea.").replace("\n", " ")
    assert ZOE not in who_runs(world)


def test_who_was_appointed_stands_in_the_chain_without_an_address(world: World) -> None:
    confirmed(world, f"APPOINT Zoe <{ZOE}>")
    confirmed(world, f"DISMISS {ZOE}")
    told = command(world, "LOG").replace("\n", " ")
    assert "made somebody a game master: Zoe" in told
    assert "dismissed a game master: Zoe" in told
    assert ZOE not in told


# A game that is put away --------------------------------------------------------------


def test_the_record_of_a_game_comes_with_the_answer_to_ARCHIVE(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, options={"turns": 1})
        close_turn(world.context, "spring")
        command(world, "ARCHIVE")
        (file,) = world.last(EVE, kind="answer").iter_attachments()
        assert file.get_filename() == "spring.pbem.zip"
        assert unpack(file.get_content()).game.head == world.game().head


def test_a_record_that_is_too_large_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mastering, "fits", lambda _data: False)
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS)
        confirmed(world, "CANCEL")
        command(world, "ARCHIVE")
        assert "pbem export spring" in text_of(world.last(EVE, kind="answer"))
        assert not list(world.last(EVE).iter_attachments())


def test_a_game_that_never_began_has_no_record(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, start="manual")
        confirmed(world, "CANCEL")
        command(world, "ARCHIVE")
        assert world.game().archived is not None
        assert not list(world.last(EVE).iter_attachments())


@pytest.mark.parametrize("role", ["", " ASSISTANT"])
def test_the_operator_runs_the_game_on_with_the_first_who_is_named(
    tmp_path: Path, role: str
) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.write(GM, "SHOW", to="orders@pbem.localhost", subject="spring")
        world.poll()
        command(world, f"APPOINT Ada <{ADA}>{role}", GM)
        command(world, "CONFIRM", GM)
        assert who_runs(world) == {GM: "owner", ADA: role.strip().lower() or "owner"}
        own = world.last(GM, kind="notice")
        world.write(GM, "EXTEND 2", to=str(own["Reply-To"]))
        world.poll()
        assert world.game().deadline == START + timedelta(hours=26)


def test_an_assistant_alone_runs_no_game(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        given = MasterRow("spring", 0, "Ada", ADA, role=Role.ASSISTANT)
        with pytest.raises(GameProblem, match="has to be an owner"):
            by_operator(world.context, "spring", appoint, given)
        assert who_runs(world) == {}
