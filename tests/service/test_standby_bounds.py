"""STANDBY: to whom no seat is offered, what one failure stops, and what a round costs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.counters import Count
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject, give_to
from pbem.service.play import offering
from pbem.service.play import pending as pending_play
from pbem.service.play.close import close_turn
from pbem.service.play.pending import end_pending
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.store import observers
from pbem.store.records import Act, GameStatus, SeatKind
from pbem.store.standbys import put_out_of, standbys_at
from pbem.store.tables import games, seats
from tests.servers.databases import migrated_file
from tests.service import world as world_module
from tests.service.looks import LINE, held
from tests.service.looks import seats as chairs
from tests.service.test_standby import (
    DAILY,
    DORA,
    EMIL,
    OTHERS,
    answer,
    ask,
    flat,
    free,
    listed,
    rows,
)
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(schedule=DAILY)
        yield world


def test_whoever_has_yet_to_confirm_it_is_passed_over(world: World) -> None:
    ask(world, DORA, confirm=False)
    ask(world, EMIL)
    free(world)
    assert not world.rows(recipient=DORA, kind="offer")
    assert world.rows(recipient=EMIL, kind="offer")


# Who gets none -----------------------------------------------------------------------


def test_whoever_was_put_out_is_offered_no_seat_of_that_game_again(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    world.reply(ANNA, "STANDBY hegemon", to=world.last(ANNA))
    world.poll()
    free(world)
    world.poll()
    assert not world.rows(recipient=ANNA, kind="offer")
    world.reply(ANNA, "STANDBY spring", to=world.last(ANNA, game="summer"))
    world.poll()
    assert "has taken a seat in it from you" in flat(world, ANNA)
    ask(world, DORA, "STANDBY hegemon")
    world.poll()
    assert not world.rows(recipient=ANNA, kind="offer")
    assert world.rows(recipient=DORA, kind="offer"), "the next one is asked"


def test_whoever_is_given_a_seat_later_is_put_out_no_more(world: World) -> None:
    free(world)
    by_operator(world.context, "spring", give_to, 2, ANNA)
    with world.context.database.read() as connection:
        assert put_out_of(connection, "spring") == (BORIS,)


def test_whoever_was_put_out_stays_so_where_the_game_goes(world: World, tmp_path: Path) -> None:
    free(world)
    archive = export_game(world.context, "spring", full=True)
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        with there.context.database.read() as connection:
            assert put_out_of(connection, "spring") == (ANNA,)


def test_whoever_moves_to_another_address_stands_by_from_there(world: World) -> None:
    world.new_game(id="summer", title="Summer", seats=OTHERS)
    world.reply(CHIARA, "STANDBY spring\nSTANDBY hegemon", to=world.last(CHIARA, kind="report"))
    world.poll()
    by_operator(world.context, "spring", give_to, 1, CHIARA)
    free(world)
    world.reply(CHIARA, f"PROFILE ADDRESS {EMIL}", to=world.last(CHIARA, game="summer"))
    world.poll()
    world.reply(EMIL, "CONFIRM", to=world.last(EMIL))
    world.poll()
    assert listed(world, "hegemon") == [EMIL]
    with world.context.database.read() as connection:
        assert EMIL in put_out_of(connection, "spring")


# What somebody who plays in no game may ask -------------------------------------------


def test_LIST_in_reply_tells_a_stranger_the_games_and_where_they_stand(world: World) -> None:
    world.new_game(id="summer", title="Summer", seats=(*OTHERS[:1], *_open()))
    ask(world, DORA)
    world.reply(DORA, "LIST", to=world.last(DORA, kind="standby"))
    world.poll()
    told = flat(world, DORA)
    assert "JOIN summer" in told
    assert "You stand by for Spring, as number 1." in told
    world.write(DORA, "LIST", to=world.context.config.mail.address)
    world.poll()
    assert "You stand by" not in flat(world, DORA), "that mail proves nothing"


def _open() -> tuple[world_module.SeatSpec, ...]:
    return (world_module.SeatSpec(),)


@pytest.mark.parametrize(
    ("line", "said", "about"),
    [
        ("STANDBY hegemon", "You stand by for Hegemon, as number 1.", ["hegemon", "spring"]),
        ("STANDBY spring", "You stand by for Spring, as number 1.", ["spring"]),
        ("STANDBY nowhere", "is no game and no rules here", ["spring"]),
        ("STANDBY OFF", "You stand by for nothing.", []),
        ("PREVIEW\nSTANDBY OFF", "You stand by for Spring", ["spring"]),
    ],
)
def test_a_reply_of_somebody_who_stands_by_is_proof_enough(
    world: World, line: str, said: str, about: list[str]
) -> None:
    ask(world, DORA)
    world.reply(DORA, line, to=world.last(DORA, kind="standby"))
    world.poll()
    assert said in flat(world, DORA)
    with world.context.database.read() as connection:
        found = standbys_at(connection, DORA)
    assert sorted(row.about for row in found if row.until is None) == about


def test_whoever_answers_an_offer_with_no_clear_word_gets_all_of_it_again(world: World) -> None:
    ask(world, DORA)
    free(world)
    first = text_of(world.last(DORA, kind="offer"))
    world.reply(DORA, "hm, what is it like?", to=world.last(DORA, kind="offer"))
    world.poll()
    again = text_of(world.last(DORA, kind="unclear")).replace("\r\n", "\n")
    assert "was not understood" in again
    assert first.replace("\r\n", "\n").partition("\n\n")[2] in again


# Those who watched --------------------------------------------------------------------


def test_whoever_takes_a_seat_watches_the_game_no_more(world: World) -> None:
    world.write(DORA, "WATCH spring", to=world.context.config.mail.address)
    world.poll()
    world.reply(DORA, "WATCH", to=world.last(DORA, kind="watch"))
    ask(world, DORA)
    free(world)
    answer(world, DORA)
    before = len(world.rows(recipient=DORA, kind="spectator"))
    with world.context.database.read() as connection:
        assert observers.observers_of(connection, "spring") == ()
    close_turn(world.context, "spring")
    world.wait(25)
    assert len(world.rows(recipient=DORA, kind="spectator")) == before


# Letters ------------------------------------------------------------------------------


def test_letters_of_before_go_to_nobody_who_takes_the_seat(world: World) -> None:
    world.reply(BORIS, "TO Anna:\nbetween us two")
    ask(world, DORA)
    by_operator(world.context, "spring", eject, 1)
    world.reply(BORIS, "TO Anna:\nare you still there", to=world.last(BORIS, kind="report"))
    world.poll()
    answer(world, DORA)
    world.wait(1)
    assert not world.rows(recipient=DORA, kind="press")


# A round ------------------------------------------------------------------------------


def test_one_seat_that_cannot_be_offered_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.new_game(id="summer", title="Summer", schedule=DAILY)
    ask(world, DORA, "STANDBY hegemon")
    offer = offering.offer_draft

    def failing(session: object, game: object, *rest: object) -> object:
        if getattr(game, "id", "") == "spring":
            raise RuntimeError("the report cannot be drawn")
        return offer(session, game, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(offering, "offer_draft", failing)
        for game in ("spring", "summer"):
            by_operator(world.context, game, eject, 1)
        world.poll()
    (offered,) = world.rows(recipient=DORA, kind="offer")
    assert offered.game == "summer"
    assert world.context.counters.read()[Count.OFFERED, ""] == 1
    world.clock.move(hours=2)
    world.poll()
    assert "spring: a free seat cannot be offered" in flat(world, "gm@example.org")


def test_what_can_be_offered_to_nobody_keeps_no_other_seat_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offering, "MOST_OFFERS", 1)
    monkeypatch.setattr(offering, "_may_have", lambda _s, game, _row: game.id == "summer")
    world.new_game(id="summer", title="Summer", schedule=DAILY)
    ask(world, DORA, "STANDBY hegemon")
    for game in ("spring", "summer"):
        by_operator(world.context, game, eject, 1)
    for _minute in range(2):
        world.clock.move(minutes=1)
        world.poll()
    assert [row.game for row in world.rows(recipient=DORA, kind="offer")] == ["summer"]


def test_one_seat_that_cannot_be_ended_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.new_game(id="summer", title="Summer", schedule=DAILY)
    world.resign(ANNA)
    world.resign(BORIS)
    ending = pending_play.ENDINGS[Act.RETURN]

    def failing(session: object, act: object) -> None:
        if getattr(act, "game", "") == "spring":
            raise RuntimeError("it cannot be ended")
        ending(session, act)  # type: ignore[arg-type]

    monkeypatch.setitem(pending_play.ENDINGS, Act.RETURN, failing)
    world.wait(73)
    addresses = {
        game: [one.address for one in chairs(world, game)] for game in ("spring", "summer")
    }
    assert sorted(str(one) for found in addresses.values() for one in found if one) != []
    assert world.context.counters.read()[Count.ENDED, ""] > 0


def test_a_round_costs_no_more_for_all_the_games_that_are_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_module, "migrated_database", migrated_file)
    with open_world(tmp_path) as world:
        world.new_game(schedule=DAILY)
        ask(world, DORA, "STANDBY hegemon")
        ask(world, EMIL)
        few = steps(world)
        _many_games_that_are_over(world, 300)
        assert steps(world) <= few + 50


def steps(world: World) -> int:
    """How many steps SQLite takes for a round of what is pending."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    def listen(connection: sqlite3.Connection, *_rest: object) -> None:
        connection.set_progress_handler(count, 1)

    engine = world.context.database.engine
    engine.dispose()
    sa.event.listen(engine, "connect", listen)
    try:
        end_pending(world.context)
    finally:
        sa.event.remove(engine, "connect", listen)
        engine.dispose()
    return counted


def _many_games_that_are_over(world: World, count: int) -> None:
    """The one game many times more, as games that are over, with a seat that fell free."""
    with world.context.database.write() as connection:
        game = connection.execute(sa.select(games)).mappings().one()
        seat = connection.execute(sa.select(seats).where(seats.c.seat == 1)).mappings().one()
        over = [
            dict(game) | {"id": f"over-{n}", "status": GameStatus.FINISHED} for n in range(count)
        ]
        connection.execute(games.insert(), over)
        left = {"kind": SeatKind.RESIGNED, "address": None}
        connection.execute(seats.insert(), [dict(seat) | left | {"game": g["id"]} for g in over])
    assert rows(world) and held(world) != [LINE]


def test_whoever_was_put_out_is_offered_no_seat_at_another_spelling(world: World) -> None:
    ask(world, "boris+1@example.org", "STANDBY hegemon")
    by_operator(world.context, "spring", eject, 2)
    world.poll()
    assert not world.rows(mailbox=BORIS, kind="offer")


def test_nobody_who_plays_takes_a_second_seat_by_another_spelling(world: World) -> None:
    ask(world, "anna+2@example.org", "STANDBY hegemon")
    by_operator(world.context, "spring", eject, 2)
    world.poll()
    assert not world.rows(mailbox=ANNA, kind="offer")
