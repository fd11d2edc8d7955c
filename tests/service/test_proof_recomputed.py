"""A record that was changed, with all that follows from it worked out anew, is found out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.advance import advance
from pbem.engine.registry import load
from pbem.engine.rng import commitment
from pbem.service.gamefile import SeatSpec
from pbem.service.play.linking import answer_rows, link_turn, played_in, promise
from pbem.service.play.table import key_of
from pbem.store import games
from pbem.store.tables import (
    answers,
    orders,
    turns,
)
from tests.service.tampered import TURNS, Copy, copied, played_game
from tests.service.test_proof import in_turn
from tests.service.world import ANNA, World, open_world, text_of


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with played_game(tmp_path_factory.mktemp("played")) as world:
        yield world


@pytest.fixture
def copy(played: World, tmp_path: Path) -> Iterator[Copy]:
    with copied(played, tmp_path) as found:
        yield found


def recompute(connection: Connection, first: int, *, dropped: bool) -> None:
    """What somebody does who knows everything: the record from `first` on anew, links and all."""
    row = games.find_game(connection, "spring")
    assert row is not None
    ruleset, chairs = load(row.ruleset), games.seats_of(connection, "spring")
    before = games.find_turn(connection, "spring", first - 1)
    assert before is not None
    head, state = before.hash, ruleset.codec.load_state(before.state)
    for old in games.turns_between(connection, "spring", first):
        given = {
            one.seat: ruleset.codec.load_orders(one.orders)
            for one in games.answers_of(connection, "spring", old.turn)
            if not dropped
        }
        connection.execute(answers.delete().where(answers.c.turn == old.turn))
        connection.execute(turns.delete().where(in_turn(old.turn)))
        made = advance(ruleset, state, given, key=key_of(row), turn=old.turn)
        played = played_in(ruleset, made, {}, {}, {}, {})
        listed = tuple((0, digest) for digest in json.loads(old.mails))
        new = link_turn(
            ruleset,
            structs.replace(row, head=head),
            chairs,
            made,
            turn=old.turn,
            closed=old.closed,
            unlinked=listed,
            played=played,
        )
        games.add_turn(connection, new, answer_rows("spring", old.turn, played))
        head, state = new.hash, made.state
    games.change_game(connection, "spring", head=head)


def test_the_orders_of_four_turns_dropped_and_all_that_followed_recomputed(copy: Copy) -> None:
    """In itself the record is right. What was printed in mails since then tells otherwise."""
    with copy.context.database.write() as connection:
        recompute(connection, 2, dropped=True)
        connection.execute(orders.delete().where(orders.c.turn >= 2, orders.c.turn <= TURNS))
    wrong = copy.wrong()
    assert any(
        one.startswith("2/1: mail ") and "a report, says that the head is" in one for one in wrong
    )
    assert any("a receipt, told other orders to be held than were played" in one for one in wrong)
    assert not any("the stored" in one or "the link" in one for one in wrong)


def test_another_secret_with_everything_recomputed_is_not_the_one_published(copy: Copy) -> None:
    secret = bytes(range(32))
    with copy.context.database.write() as connection:
        row = games.find_game(connection, "spring")
        first = games.find_turn(connection, "spring", 0)
        assert row is not None and first is not None
        link = json.loads(first.link)
        link["founding"]["commitment"] = commitment(secret)
        games.change_game(connection, "spring", secret=secret)
        text = json.dumps(link, separators=(",", ":"), ensure_ascii=False).encode()
        connection.execute(turns.update().where(in_turn(0)).values(link=text))
    wrong = copy.wrong()
    assert any("published the commitment" in one and "replaced" in one for one in wrong)


def test_whoever_is_to_confirm_a_seat_is_told_the_commitment_before(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        game = world.new_game(
            seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), options={"ending": "hidden"}
        )
        assert game.status == "forming"
        told = " ".join(text_of(world.last(ANNA)).split())
        assert commitment(game.secret) in told
        [promised] = promise(game)
        assert " ".join(promised.split()) in told
