"""What game masters did stands in the chain of their game: whoever changes it is found out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, keep_note
from pbem.service.play.close import close_turn
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.store import audit
from pbem.store.mastering import Deed
from pbem.store.tables import audit as table
from tests.service.tampered import Copy, copied
from tests.service.test_masters import EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in its third turn, with acts in two links and one that is in none yet."""
    with open_world(tmp_path_factory.mktemp("audited")) as world:
        world.copied_game(masters=MASTERS)
        for text in ("NOTE Anna writes late", "PAUSE", "RESUME"):
            command(world, text)
        close_turn(world.context, "spring")
        command(world, "EXTEND 3")
        close_turn(world.context, "spring")
        command(world, "PAUSE")
        yield world


@pytest.fixture
def copy(played: World, tmp_path: Path) -> Iterator[Copy]:
    with copied(played, tmp_path) as copy:
        yield copy


def test_a_legal_game_verifies_with_all_its_acts(played: World) -> None:
    with played.context.read() as session:
        acts = audit.acts_of(session.connection, "spring")
    deeds = [Deed.NOTE, Deed.PAUSE, Deed.RESUME, Deed.EXTEND, Deed.PAUSE]
    assert [act.deed for act in acts] == deeds
    assert [act.link for act in acts] == [1, 1, 1, 2, None]
    assert not [one for one in verify_game(played.context, "spring") if one.mark == "bad"]


def test_an_act_that_was_changed_is_named(copy: Copy) -> None:
    copy.change(table.update().where(table.c.number == 1).values(detail="Anna never writes"))
    copy.found("what a game master did (act/1) changed since the turn was closed")


def test_an_act_that_was_dropped_is_named(copy: Copy) -> None:
    copy.change(table.delete().where(table.c.number == 2))
    copy.found("what a game master did (act/2) is gone")


def test_an_act_that_was_put_in_is_named(copy: Copy) -> None:
    with copy.context.read() as session:
        act = audit.acts_of(session.connection, "spring")[0]
    for link in (1, None, 77):
        copy.change(
            table.delete().where(table.c.number == 0),
            table.insert().values(**(vars(act) | {"number": 0, "link": link})),
        )
        found = copy.wrong()
        assert [one for one in found if "act/0" in one], link


def test_an_act_moved_to_another_link_is_found(copy: Copy) -> None:
    copy.change(table.update().where(table.c.number == 4).values(link=1))
    assert all("act/4" in one for one in copy.wrong())
    assert copy.wrong()


def test_a_move_to_another_service_keeps_acts_and_game_masters(
    played: World, tmp_path: Path
) -> None:
    packed = pack(export_game(played.context, "spring", full=True))
    with open_world(tmp_path) as other:
        adopt(other.context, unpack(packed))
        assert not [one for one in verify_game(other.context, "spring") if one.mark == "bad"]
        told = command(other, "LOG")
        assert "noted: Anna writes late" in told
        assert "put the deadline off" in told
        command(other, "RESUME")
        assert other.game().status == "running"


def test_an_export_for_everybody_tells_no_act(played: World) -> None:
    packed = export_game(played.context, "spring")
    assert all(not name.startswith("act") for page in packed.pages for name in page.opened)


def test_players_read_what_concerns_them_and_no_note(played: World) -> None:
    played.reply(BORIS, "LOG")
    played.poll()
    told = text_of(played.last(BORIS))
    assert "Eve stopped the clock" in " ".join(told.split())
    assert "Anna writes late" not in told


def test_an_act_while_a_turn_is_worked_out_is_in_a_link(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        before = world.game().revision
        by_operator(world.context, "spring", keep_note, "Boris is away")
        assert world.game().revision > before
        close_turn(world.context, "spring")
        with world.context.read() as session:
            assert audit.unlinked_acts(session.connection, "spring") == ()


def test_no_address_stands_in_an_act(played: World) -> None:
    with played.context.read() as session:
        rows = session.connection.execute(sa.select(table)).all()
    assert EVE not in repr(rows)
    assert ANNA not in repr(rows)


def test_acts_before_the_start_are_in_the_first_link(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
        world.new_game(masters=MASTERS, seats=seats)
        command(world, "SEAT 2 ADDRESS boris@example.org")
        command(world, "CONFIRM")
        with world.context.read() as session:
            (act,) = audit.acts_of(session.connection, "spring")
        assert (act.deed, act.seat, act.link) == (Deed.ADDRESS, 2, None)
