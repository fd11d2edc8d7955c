"""VOTE where nothing is decided, and what the record keeps of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pbem.engine.replay import Mark
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify_file import check
from pbem.store.records import GameStatus
from tests.service.looks import LINE, held, reply_to
from tests.service.test_voting import SEATS, begin, given, motions, say, subjects, wrong
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("VOTE FOR ME", "It is not clear what VOTE FOR ME asks for"),
        ("VOTE DRAW tomorrow", "It is not clear what VOTE DRAW tomorrow asks for"),
        ("VOTE EXTEND", "Write how many hours"),
        ("VOTE EXTEND soon", "Write how many hours"),
        ("VOTE EXTEND 400", "A vote gives 336 hours at the most"),
        ("VOTE CONCEDE", "Write to whom the game is conceded"),
        ("VOTE CONCEDE Zoe", "Zoe"),
        ("VOTE CONCEDE ALL", "Write to whom the game is conceded"),
        ("VOTE CONCEDE Anna", "Anna is yourself"),
        ("VOTE DRAW NO", "Nobody has proposed that"),
        ("PREVIEW\nVOTE DRAW", "PREVIEW changes nothing"),
    ],
)
def test_a_bad_form_is_told_the_right_one_and_nothing_is_proposed(
    world: World, line: str, said: str
) -> None:
    begin(world)
    assert said in say(world, line)
    assert motions(world) == ()
    assert subjects(world, BORIS) == subjects(world, CHIARA) == subjects(world, BORIS)[:1]


def test_prose_that_begins_with_the_word_is_no_vote(world: World) -> None:
    begin(world)
    say(world, "vote as you like\nVote for peace, my friends, and end it")
    assert motions(world) == ()


def test_nothing_is_decided_that_the_game_does_not_let_its_players_decide(world: World) -> None:
    begin(world, concede="none")
    assert "cannot decide that" in say(world, "VOTE CONCEDE Boris")
    assert motions(world) == ()


def test_one_thing_a_day_is_proposed_from_a_seat(world: World) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    assert "within the last day" in say(world, "VOTE END")
    assert len(motions(world)) == 1
    world.wait(25)
    say(world, "VOTE END")
    assert len(motions(world)) == 2


def test_a_mail_that_proves_nothing_votes_for_nobody(world: World) -> None:
    begin(world)
    world.write("eve@elsewhere.test", "VOTE DRAW", to=reply_to(world).replace("+", "+x"))
    world.write(ANNA, "VOTE DRAW", to=world.context.config.mail.address)
    world.poll()
    assert motions(world) == ()


def test_orders_beside_a_vote_count(world: World) -> None:
    begin(world)
    say(world, f"VOTE DRAW\n{LINE}")
    assert given(world) == {1: True}
    assert held(world) == [LINE]


def test_before_the_start_there_is_nothing_to_vote_on(world: World) -> None:
    world.new_game(seats=SEATS, start="manual")
    world.reply(ANNA, "VOTE END", to=world.last(ANNA))
    world.poll()
    assert "has not begun" in text_of(world.last(ANNA))
    assert motions(world) == ()


def test_open_votes_go_where_the_game_goes(world: World, tmp_path: Path) -> None:
    begin(world)
    say(world, "VOTE DRAW")
    archive = export_game(world.context, "spring", full=True)
    assert not [one for one in check(archive, record_in(archive)) if one.mark is Mark.BAD]
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        assert motions(there) == motions(world)
        assert given(there) == {1: True}
        for player in (BORIS, CHIARA):
            there.reply(player, "VOTE DRAW", to=there.last(player))
            there.poll()
        assert there.game().status is GameStatus.FINISHED
        assert wrong(there) == []


def test_an_end_that_nobody_voted_for_is_found_out(world: World) -> None:
    """A link that says that the players ended the game is no way around what was played."""
    begin(world, end="half")
    say(world, "VOTE END")
    say(world, "VOTE END", BORIS)
    archive = export_game(world.context, "spring", full=True)
    last = archive.pages[-1]
    assert last.link.outcome is not None
    winner = msgspec.structs.replace(last.link.outcome, winners=(1,))
    page = msgspec.structs.replace(last, link=msgspec.structs.replace(last.link, outcome=winner))
    forged = msgspec.structs.replace(archive.game, outcome=winner)
    other = replace(archive, game=forged, pages=(*archive.pages[:-1], page))
    found = check(other, record_in(other))
    assert any("none that players can agree on" in one.text for one in found)


def test_a_game_master_sees_open_votes_and_no_more_of_them_than_players(world: World) -> None:
    begin(world)
    world.reply(ANNA, "VOTE DRAW")
    world.poll()
    world.write("gm@example.org", "hello", to="orders@pbem.localhost")
    world.poll()
    world.write("gm@example.org", "SHOW", to=str(world.last("gm@example.org")["Reply-To"]))
    world.poll()
    said = " ".join(text_of(world.last("gm@example.org", kind="answer")).split())
    assert "The vote is on a draw, which ends the game. 1 of 3 people have said yes" in said
    assert "Yes: Anna" not in said
