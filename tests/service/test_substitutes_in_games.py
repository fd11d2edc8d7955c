"""SUBSTITUTE, and what else happens to a seat that somebody plays for another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import MasterSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.mastering.rollback import roll_back
from pbem.service.mastering.seats import eject, give_to, give_to_bot
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.story.queue import tell_stories
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.store.records import SeatKind
from pbem.store.substitutions import stack_of
from tests.service.looks import seats, settled
from tests.service.test_substitutes import (
    ASK,
    DORA,
    EMIL,
    answer,
    at_seat,
    flat,
    lend,
    lend_on,
    say,
    stack,
    well,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.new_game(schedule=Schedule(every="24h", reminders=(), second_thoughts="0m"))
        yield world


@pytest.mark.parametrize("act", ["eject", "address", "bot"])
def test_what_a_game_master_does_with_the_seat_ends_it_all(world: World, act: str) -> None:
    lend(world)
    lend_on(world)
    if act == "eject":
        by_operator(world.context, "spring", eject, 1)
    elif act == "address":
        by_operator(world.context, "spring", give_to, 1, "fritz@example.org")
    else:
        by_operator(world.context, "spring", give_to_bot, 1, "")
    assert (stack(world), seats(world)[0].lent) == ((), None)
    for one in (ANNA, DORA, EMIL):
        assert "You play Spring no more" in str(world.last(one)["Subject"])
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert "gone" in settled(world)[-1].note


def test_the_owner_gets_the_end_and_the_story_and_is_who_played(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 2})
        lend(world)
        for _turn in range(2):
            close_turn(world.context, "spring")
        assert (at_seat(world), stack(world)) == (ANNA, ())
        assert world.last(ANNA, kind="report")["Subject"]
        assert "the secret" in flat(world, ANNA, kind="report").casefold()
        world.clock.move(hours=1)
        tell_stories(world.context)
        assert world.rows(recipient=ANNA, kind="story")
        assert not world.rows(recipient=DORA, kind="story")
        well(world)


def test_a_cancelled_game_ends_it_and_the_owner_hears_of_that(world: World) -> None:
    lend(world)
    by_operator(world.context, "spring", cancel)
    assert (at_seat(world), stack(world)) == (ANNA, ())
    assert "was cancelled" in str(world.last(ANNA)["Subject"])


def test_a_substitute_who_stays_away_loses_the_seat_to_its_owner(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=Schedule(every="24h", reminders=(), leave_after=1))
        lend(world)
        world.wait(25)
        assert (at_seat(world), seats(world)[0].kind) == (ANNA, SeatKind.HUMAN)
        assert seats(world)[0].missed == 0


def test_a_rollback_changes_nobodys_seat(world: World) -> None:
    close_turn(world.context, "spring")
    lend(world)
    close_turn(world.context, "spring")
    by_operator(world.context, "spring", roll_back, 1)
    assert at_seat(world) == DORA
    assert "is open again" in flat(world, DORA, kind="report")
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert at_seat(world) == ANNA
    well(world)


def test_a_vacation_ends_when_somebody_else_plays(world: World) -> None:
    say(world, "VACATION 2026-03-02 TO 2026-03-08 BOT")
    lend(world)
    assert "on vacation" not in say(world, "STATUS", BORIS)
    assert "No vacation" in say(world, "VACATION", DORA)


def test_letters_go_to_whoever_plays_and_wishes_stay_with_who_made_them(world: World) -> None:
    say(world, "BLOCK Boris")
    say(world, "UNBLOCK Boris\nPRESS WITH REPORT")
    world.clock.move(minutes=20)
    say(world, "TO Anna:\nbefore the change", BORIS)
    assert not world.rows(recipient=ANNA, kind="press")
    world.clock.move(minutes=1)
    lend(world)
    assert "before the change" in flat(world, ANNA, kind="press")
    say(world, "TO Anna:\nafter the change", BORIS)
    assert "after the change" in flat(world, DORA, kind="press")
    assert not any("before the change" in text_of(one) for one in world.mails(DORA))
    say(world, "SUBSTITUTE END", DORA)
    assert not any("after the change" in text_of(one) for one in world.mails(ANNA))
    world.clock.move(minutes=20)
    reports = len(world.rows(recipient=ANNA, kind="press"))
    say(world, "TO Anna:\nonce more", BORIS)
    assert len(world.rows(recipient=ANNA, kind="press")) == reports, "with the next report again"


def test_the_owners_profile_and_change_of_address_count_when_they_return(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    say(world, f"SUBSTITUTE {DORA} UNTIL 2026-03-08")
    answer(world)
    summer = seats(world, "summer")[0]
    lent = next(name for name in ("spring", "summer") if seats(world, name)[0].lent)
    other = "spring" if lent == "summer" else "summer"
    world.reply(ANNA, "PROFILE ADDRESS anna@new.example", to=world.last(ANNA, game=other))
    world.poll()
    world.reply("anna@new.example", "CONFIRM", to=world.last("anna@new.example"))
    world.poll()
    assert summer.seat == 1
    with world.context.database.read() as connection:
        assert [row.address for row in stack_of(connection, lent, 1)] == ["anna@new.example"]
    world.reply("anna@new.example", "RETURN", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert seats(world, lent)[0].address == "anna@new.example"


def test_a_game_master_who_is_named_plays_for_nobody(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=(MasterSpec(address=DORA),))
        assert "runs the game" in say(world, ASK)


def test_LOG_tells_the_owner_and_the_game_master_hears_of_it(world: World) -> None:
    lend(world)
    assert "lets somebody else play" in say(world, "LOG", DORA)
    assert "substitute" not in say(world, "LOG", BORIS)
    world.clock.move(hours=2)
    world.poll()
    assert f"{DORA} plays seat 1 of Spring for Anna" in flat(world, "gm@example.org")


def test_it_goes_where_the_game_goes(world: World, tmp_path: Path) -> None:
    lend(world)
    say(world, f"SUBSTITUTE {EMIL} UNTIL 2026-03-06", DORA)
    archive = export_game(world.context, "spring", full=True)
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        answer(there, EMIL)
        assert [row.address for row in stack(there)] == [ANNA, DORA]
        there.reply(ANNA, "SUBSTITUTE END", to=there.last(ANNA, kind="lent"))
        there.poll()
        assert at_seat(there) == ANNA
