"""PROFILE NOTICES: what asks nothing of its reader comes at once, or together once a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.intake.digests import send_digests
from pbem.service.mastering.acts import by_operator, extend, pause, resume
from pbem.service.schedule import Schedule
from pbem.store import games
from pbem.store.records import NoticeWish, OutboxStatus
from tests.service.looks import seat_of
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(schedule=Schedule(every="10d", reminders=(), second_thoughts="0m"))
        yield world


def wish(world: World, line: str = "PROFILE NOTICES DIGEST") -> None:
    world.reply(ANNA, line)
    world.poll()


def happen(world: World) -> None:
    """Three things that ask nothing of anybody."""
    by_operator(world.context, "spring", pause)
    by_operator(world.context, "spring", resume)
    by_operator(world.context, "spring", extend, timedelta(hours=1))


def notices(world: World, reader: str) -> list[str]:
    rows = world.rows(recipient=reader, kind="notice")
    since = world.clock.now() - timedelta(days=2)
    return [row.status for row in rows if row.created >= since]


@pytest.mark.parametrize(
    ("line", "wished"),
    [
        ("PROFILE NOTICES DIGEST", NoticeWish.DIGEST),
        ("profil mitteilungen gesammelt", NoticeWish.DIGEST),
        ("Profil avis groupés", NoticeWish.DIGEST),
        ("PROFILE NOTICES EACH", NoticeWish.EACH),
        ("PROFIL Mitteilungen einzeln", NoticeWish.EACH),
        ("PROFIL AVIS UN PAR UN", NoticeWish.EACH),
    ],
)
def test_it_is_a_wish_like_others_in_all_languages(
    world: World, line: str, wished: NoticeWish
) -> None:
    wish(world, line)
    assert seat_of(world, ANNA).notices is wished
    shown = "NOTICES EACH" if wished is NoticeWish.DIGEST else "NOTICES DIGEST"
    assert f"PROFILE {shown}" in text_of(world.last(ANNA, kind="answer"))


@pytest.mark.parametrize("line", ["PROFILE NOTICES", "PROFILE NOTICES SOMETIMES"])
def test_a_bad_form_is_answered_with_the_right_one(world: World, line: str) -> None:
    wish(world, line)
    assert seat_of(world, ANNA).notices is NoticeWish.EACH
    said = text_of(world.last(ANNA, kind="answer"))
    assert "It is not clear what" in said and "PROFILE NOTICES DIGEST" in said


def test_the_first_comes_at_once_and_the_others_together_a_day_later(world: World) -> None:
    wish(world)
    happen(world)
    assert notices(world, ANNA) == ["queued", "gathered", "gathered"]
    assert notices(world, BORIS) == ["queued"] * 3
    world.clock.move(hours=23)
    send_digests(world.context)
    assert notices(world, ANNA) == ["queued", "gathered", "gathered"]
    world.clock.move(hours=1, minutes=1)
    send_digests(world.context)
    send_digests(world.context)
    assert notices(world, ANNA) == ["queued", "digested", "digested", "queued"]
    said = " ".join(text_of(world.last(ANNA, kind="notice")).split())
    assert "Spring: 2 notices" in said
    assert said.count("Turn 1 closes:") == 2


def test_one_that_waits_alone_goes_out_as_it_is(world: World) -> None:
    wish(world)
    by_operator(world.context, "spring", pause)
    by_operator(world.context, "spring", resume)
    world.clock.move(hours=25)
    send_digests(world.context)
    assert notices(world, ANNA) == ["queued", "queued"]
    assert "goes on" in text_of(world.last(ANNA, kind="notice"))


def test_what_comes_after_a_deadline_does_not_wait_for_it(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        wish(world)
        world.clock.move(hours=1)
        for _time in range(2):
            by_operator(world.context, "spring", extend, timedelta(minutes=5))
        statuses = [row.status for row in world.rows(recipient=ANNA, kind="notice")]
        assert statuses == [OutboxStatus.QUEUED] * 2


def test_a_seat_that_is_anothers_by_then_is_told_nothing_of_it(world: World) -> None:
    wish(world)
    happen(world)
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, address="eve@elsewhere.test")
    world.clock.move(hours=25)
    send_digests(world.context)
    assert notices(world, ANNA) == ["queued", "overtaken", "overtaken"]
