"""What is kept of letters, and for how long: in exports, on other services, in the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.service.play.close import close_turn
from pbem.service.play.keeping import forget_old_mail
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import Archive, pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check
from pbem.store import press
from pbem.store.talk import PressKind
from tests.service.looks import LINE
from tests.service.talking import EVERY_KIND, letters, new_game, write
from tests.service.world import ANNA, BORIS, World, open_world

SECRET = "let us attack Chiara"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "one") as world:
        new_game(world, kinds=EVERY_KIND)
        yield world


@pytest.fixture(autouse=True)
def folders(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()


def full_export(world: World) -> Archive:
    """A game with orders and letters in one mail, exported whole."""
    write(world, ANNA, f"{LINE}\nTO Boris:\n{SECRET}\nTO ALL:\nPeace!\nANONYMOUS TO ALL:\nPsst!")
    write(world, BORIS, "BLOCK Anna")
    world.wait(hours=0.5)
    close_turn(world.context, "spring")
    return unpack(pack(export_game(world.context, "spring", full=True)))


def everything(archive: Archive) -> bytes:
    return b"".join((repr(archive).encode(), *(mail.data for mail in archive.mails)))


def test_an_export_holds_what_was_said_to_all_and_no_other_letter(world: World) -> None:
    archive = full_export(world)
    assert SECRET.encode() not in everything(archive)
    assert archive.service is not None
    assert [(one.text, one.seat) for one in archive.service.said] == [
        ("Peace!", 1),
        ("Psst!", None),
    ]
    assert archive.service.press == EVERY_KIND
    assert [one.mark for one in check(archive, record_in(archive)) if one.mark is Mark.BAD] == []


def test_a_game_that_moves_takes_wishes_and_public_letters_along(
    world: World, tmp_path: Path
) -> None:
    archive = full_export(world)
    with open_world(tmp_path / "other") as other:
        adopt(other.context, archive)
        with other.context.database.read() as connection:
            said = press.public_press(connection, "spring")
            assert press.find_wish(connection, "spring", 2).blocked == (1,)
        assert [(one.text, one.seat) for one in said] == [("Peace!", 1), ("Psst!", None)]
        assert other.game().press == EVERY_KIND
        found = list(verify_game(other.context, "spring"))
        assert [one.text for one in found if one.mark is Mark.BAD] == []
        again = export_game(other.context, "spring", full=True)
        assert [one for one in check(again, record_in(again)) if one.mark is Mark.BAD] == []


def test_verifying_is_quiet_where_people_have_talked(world: World) -> None:
    full_export(world)
    found = [one.text for one in verify_game(world.context, "spring") if one.mark is Mark.BAD]
    assert found == []


def test_letters_between_players_are_let_go_of_as_mails_are(world: World) -> None:
    full_export(world)
    with world.context.database.read() as connection:
        assert press.find_piece(connection, "spring", 1, 1) is not None
    world.clock.move(hours=91 * 24)
    forget_old_mail(world.context)
    with world.context.database.read() as connection:
        assert press.find_piece(connection, "spring", 1, 1) is None
        said = press.public_press(connection, "spring")
        assert press.mails_with_secrets(connection, "spring") == frozenset()
    assert [one.kind for one in said] == [PressKind.PUBLIC] * 2
    assert len(letters(world, BORIS)) == 3
