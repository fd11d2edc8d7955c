"""What a full export has beside the record is held against it, before anyone plays on with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pbem.engine.replay import Mark
from pbem.service.gamefile import SeatSpec
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import Archive, BadArchive, pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify_file import check
from pbem.store.records import GameStatus, Source
from tests.service.world import ANNA, BORIS, START, open_world

Change = Callable[[Archive], Archive]
LINES = "Economy {}% coop 30\n@ Defense 5%\nTURN 5: Economy 44%"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """A game in turn 3 of Anna, who holds orders for it, and of Boris, who took a seat by mail."""
    with open_world(tmp_path_factory.mktemp("whole")) as world:
        seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec())
        world.new_game(options={"turns": 6}, seats=seats)
        world.join(BORIS, "JOIN spring AS Boris")
        for turn in (1, 2):
            world.reply(ANNA, LINES.format(50 + turn))
            world.reply(BORIS, "Economy 60%")
            world.poll()
        world.reply(ANNA, "Economy 10%")
        world.poll()
        assert world.game().turn == 3
        yield unpack(pack(export_game(world.context, "spring", full=True)))


def wrong(archive: Archive) -> list[str]:
    """What is found wrong with an export whose manifest was made anew."""
    again = unpack(pack(archive))
    found = check(again, record_in(again))
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is Mark.BAD]


def service(archive: Archive, **values: Any) -> Archive:
    assert archive.service is not None
    return replace(archive, service=structs.replace(archive.service, **values))


def first_seat(archive: Archive, **values: Any) -> Archive:
    assert archive.service is not None
    one, *others = archive.service.seats
    return service(archive, seats=(structs.replace(one, **values), *others))


def first_set(archive: Archive, **values: Any) -> Archive:
    assert archive.service is not None
    one, *others = archive.service.orders
    assert (one.turn, one.seat) == (1, 1)
    return service(archive, orders=(structs.replace(one, **values), *others))


def first_page(archive: Archive, **values: Any) -> Archive:
    one, *others = archive.pages
    return replace(archive, pages=(structs.replace(one, **values), *others))


def of_a_far_turn(archive: Archive) -> Archive:
    assert archive.service is not None
    *others, last = archive.service.orders
    return service(archive, orders=(*others, last, structs.replace(last, turn=99, seat=9)))


def without(archive: Archive, number: int) -> Archive:
    return replace(archive, mails=archive.mails[:number] + archive.mails[number + 1 :])


def status(archive: Archive, name: GameStatus) -> Archive:
    return replace(archive, game=structs.replace(archive.game, status=name))


HELD = "1/1: the orders held for the turn are"
CHANGES: dict[str, tuple[Change, str]] = {
    "options": (lambda a: service(a, options={"turns": 99}), "the game's options are not"),
    "no options": (lambda a: service(a, options={"x": 1}), "the game's options are not"),
    "version": (lambda a: service(a, version=99), "the game's version is not"),
    "name": (lambda a: first_seat(a, name="Zed"), "the game's seats are not"),
    "number": (lambda a: first_seat(a, seat=2), "the game's seats are not"),
    "closed": (lambda a: service(a, closed=(START,)), "when turns were closed is not what"),
    "finished": (lambda a: service(a, finished=START), "when the game was over does not"),
    "orders": (lambda a: first_set(a, orders=msgspec.Raw(b"null")), f"{HELD} not those"),
    "source": (lambda a: first_set(a, source=Source.BOT), f"{HELD} not those"),
    "mail": (lambda a: first_set(a, mail="0" * 64), f"{HELD} of another mail"),
    "far": (of_a_far_turn, "99/9: orders are held where there is no such turn or seat"),
    "lines": (lambda a: first_set(a, lines=("Economy 1%",)), "1/1: the lines of the orders"),
    "sent lines": (lambda a: first_set(a, said=("Economy 1%",)), "1/1: the lines of the orders"),
    "moment": (
        lambda a: first_set(a, received=START + timedelta(hours=1)),
        "1/1: the lines of the orders",
    ),
    "another salt": (lambda a: first_page(a, salt="ab" * 32), "0/None: its salt does not open"),
    "no salt": (lambda a: first_page(a, salt=None), "0/None: its salt does not open"),
    "salt of no hash": (lambda a: first_page(a, salt="x"), "0/None: its salt does not open"),
    "confirmation": (lambda a: without(a, 0), "0/2: the mail that confirmed the seat"),
    "order mail": (lambda a: without(a, 1), "1/1: the mail with the orders"),
    "schedule": (lambda a: service(a, schedule={"every": 7}), "the schedule is none"),
    "zone": (lambda a: first_seat(a, zone="Mars/Base"), "no time zone"),
    "address": (lambda a: first_seat(a, address="nobody"), "seat 1 cannot be written to"),
    "language": (lambda a: first_seat(a, language="xx"), "seat 1 cannot be written to"),
    "forming": (lambda a: status(a, GameStatus.FORMING), "the game is forming, but it has begun"),
}


def test_a_full_export_is_right_as_it_was_written(whole: Archive) -> None:
    assert wrong(whole) == []


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_beside_the_record_is_found_and_not_taken_over(
    whole: Archive, tmp_path: Path, change: Change, said: str
) -> None:
    changed = change(whole)
    assert [one for one in wrong(changed) if said not in one] == []
    assert wrong(changed)
    with open_world(tmp_path) as world, pytest.raises(BadArchive, match="the export is not right"):
        adopt(world.context, changed)


def test_no_set_of_orders_and_no_seat_can_be_left_out(whole: Archive) -> None:
    assert whole.service is not None
    dropped = wrong(service(whole, orders=()))
    assert [one[:3] for one in dropped] == ["1/1", "1/2", "2/1", "2/2"]
    fewer = wrong(service(whole, seats=whole.service.seats[:1]))
    assert "None/None: the game's seats are not those of its set-up" in fewer
