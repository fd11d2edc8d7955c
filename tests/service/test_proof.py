"""Whatever is changed in the database afterwards, verify finds it, and says what and where."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.engine.api import Outcome
from pbem.engine.registry import load
from pbem.engine.replay import Mark
from pbem.service.play.table import DamagedRecord, open_table
from pbem.store import games, mail
from pbem.store.tables import (
    answers,
    inbox,
    inbox_bytes,
    orders,
    outbox,
    outbox_bytes,
    seats,
    turns,
)
from pbem.store.tables import games as games_table
from tests.service.tampered import TURNS, Copy, copied, played_game
from tests.service.world import World, open_world, text_of


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with played_game(tmp_path_factory.mktemp("played")) as world:
        yield world


@pytest.fixture
def copy(played: World, tmp_path: Path) -> Iterator[Copy]:
    with copied(played, tmp_path) as found:
        yield found


def in_turn(number: int) -> sa.ColumnElement[bool]:
    return turns.c.turn == number


def test_an_honest_game_is_right_in_everything(copy: Copy) -> None:
    found = copy.findings()
    assert [one for one in found if one.mark is not Mark.OK] == []
    told = [one.text for one in found]
    assert any("mails agree with the record on its heads" in text for text in told)
    assert any("mails of this game are as they were written" in text for text in told)


def other(copy: Copy, column: sa.Column[bytes], turn: int, old: bytes, new: bytes) -> bytes:
    with copy.context.database.read() as connection:
        data = connection.execute(sa.select(column).where(in_turn(turn))).scalar_one()
    assert old in data
    return bytes(data).replace(old, new, 1)


@pytest.mark.parametrize("turn", [0, 2, TURNS])
def test_a_figure_in_a_stored_state(copy: Copy, turn: int) -> None:
    state = other(copy, turns.c.state, turn, f'"turn":{turn}'.encode(), b'"turn":7')
    copy.change(turns.update().where(in_turn(turn)).values(state=state))
    copy.found(f"{turn}/None: the stored state changed")


def test_a_turns_events(copy: Copy) -> None:
    events = other(copy, turns.c.events, 3, b'"audience":[1]', b'"audience":[2]')
    copy.change(turns.update().where(in_turn(3)).values(events=events))
    copy.found("3/None: the stored events changed")


def test_the_labels_of_the_dice(copy: Copy) -> None:
    copy.change(turns.update().where(in_turn(3)).values(labels='["another"]'))
    copy.found("3/None: the labels of the dice changed")


@pytest.mark.parametrize("column", ["salt", "link", "hash"])
def test_what_a_turn_is_sealed_with(copy: Copy, column: str) -> None:
    link = other(copy, turns.c.link, 3, b'"version":1', b'"version":2')
    values = {"salt": bytes(32), "link": link, "hash": "0" * 64}
    copy.change(turns.update().where(in_turn(3)).values({column: values[column]}))
    assert copy.wrong()
    assert all(one.startswith(("3/", "4/")) for one in copy.wrong())


@pytest.mark.parametrize("link", [b"", b"\xff", b"{}", "spaced"], ids=str)
def test_a_link_that_cannot_be_read(copy: Copy, link: bytes | str) -> None:
    if isinstance(link, str):
        link = other(copy, turns.c.link, 3, b",", b", ")
    copy.change(turns.update().where(in_turn(3)).values(link=link))
    assert "3/None: the link of this turn cannot be read" in copy.wrong()


def test_options_that_are_none_of_the_game(copy: Copy) -> None:
    copy.change(games_table.update().values(options={"turns": "many"}))
    copy.found("None/None: what the game began with cannot be read")


@pytest.mark.parametrize("column", ["options", "confirmations", "outcome", "status"])
def test_a_games_row_that_cannot_be_read(copy: Copy, column: str) -> None:
    copy.change(sa.text(f"UPDATE games SET {column} = '['"))
    copy.found("None/None: the record goes no further: ")


@pytest.mark.parametrize("column", ["labels", "mails"])
def test_lists_that_are_none(copy: Copy, column: str) -> None:
    copy.change(turns.update().where(in_turn(3)).values({column: '{"a": 1}'}))
    assert any(one.startswith("3/None: the l") and "changed" in one for one in copy.wrong())


def test_the_last_turn_taken_away(copy: Copy) -> None:
    copy.change(answers.delete().where(answers.c.turn == TURNS))
    copy.change(turns.delete().where(in_turn(TURNS)))
    copy.found(
        "None/None: the game's head is",
        f"None/None: the game says that turn {TURNS + 1} is next",
        "mails written before this turn (4) are here, its link is not",
        "a report (and 1 more), tells of this turn, of which there is no record",
    )


def test_the_last_turn_taken_away_and_the_game_set_back(copy: Copy) -> None:
    """Nothing in the record shows it, but the mails of the turn."""
    with copy.context.database.read() as connection:
        before = games.find_turn(connection, "spring", TURNS - 1)
    assert before is not None
    copy.change(
        answers.delete().where(answers.c.turn == TURNS),
        turns.delete().where(in_turn(TURNS)),
        games_table.update().values(turn=TURNS, head=before.hash),
    )
    copy.found("tells of this turn, of which there is no record", "are here, its link is not")


def test_a_turn_taken_away_from_the_middle_is_told_once(copy: Copy) -> None:
    copy.change(answers.delete().where(answers.c.turn == 3), turns.delete().where(in_turn(3)))
    assert copy.wrong() == ["3/None: there is no record of this turn"]


def test_a_link_that_cannot_be_read_is_told_without_what_follows_from_it(copy: Copy) -> None:
    copy.change(turns.update().where(in_turn(3)).values(link=b"{}"))
    assert copy.wrong() == [
        "3/None: the link of this turn cannot be read",
        "3/None: there is no record of this turn",
    ]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"title": "Autumn"}, "the game's title changed"),
        ({"ruleset_version": 7}, "the game's version changed"),
        ({"options": {"turns": 9}}, "the game's options changed"),
        ({"confirmations": ("ab" * 32, None)}, "the game's confirmations changed"),
        ({"turn": 9}, "the game says that turn 9 is next"),
        ({"head": "0" * 64}, "the game's head is"),
        ({"status": "finished"}, "the game is finished, but after its last turn it is not over"),
        (
            {"outcome": Outcome(winners=(1,), scores={1: 1}, reason="x")},
            "the game's outcome is not the one of its last turn",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_the_games_row(copy: Copy, values: dict[str, object], said: str) -> None:
    copy.change(games_table.update().values(values))
    copy.found(f"None/None: {said}")


def test_a_players_name(copy: Copy) -> None:
    copy.change(seats.update().where(seats.c.seat == 2).values(name="Bertil"))
    copy.found("None/None: the game's players changed")


def test_the_secret(copy: Copy) -> None:
    copy.change(games_table.update().values(secret=bytes(32)))
    copy.found(
        "the secret is not the one that the set-up committed to",
        "the game's commitment changed",
    )


def test_an_answer(copy: Copy) -> None:
    idle = load("hegemon").codec.dump_orders(load("hegemon").desk.idle(None, None))
    copy.change(
        answers.update().where(answers.c.turn == 2, answers.c.seat == 2).values(orders=idle)
    )
    copy.found(
        "2/2: the answer that was played (orders, source or mail) changed",
        "2/2: the orders held for the turn are not those that were played",
        "told other orders to be held than were played",
    )


def test_a_held_set(copy: Copy) -> None:
    idle = load("hegemon").codec.dump_orders(load("hegemon").desk.idle(None, None))
    copy.change(orders.update().where(orders.c.turn == 2, orders.c.seat == 1).values(orders=idle))
    copy.found("2/1: the orders held for the turn are not those that were played")


@pytest.mark.parametrize(
    "values",
    [
        {"lines": ("Economy 1%",)},
        {"said": ("Economy 1%",)},
        {"received": datetime(2026, 1, 1, tzinfo=UTC)},
    ],
    ids=lambda values: next(iter(values)),
)
def test_the_lines_of_a_held_set_and_when_it_came(copy: Copy, values: dict[str, object]) -> None:
    copy.change(orders.update().where(orders.c.turn == 2, orders.c.seat == 1).values(values))
    copy.found("2/1: the lines of the orders, as held or as sent, or when they came, changed")


@pytest.mark.parametrize("turn", [0, 2, TURNS])
def test_when_a_turn_was_closed(copy: Copy, turn: int) -> None:
    copy.change(turns.update().where(in_turn(turn)).values(closed=datetime(2026, 1, 1, tzinfo=UTC)))
    copy.found(f"{turn}/None: when the turn was closed is not what its link says")


def test_held_orders_that_were_dropped(copy: Copy) -> None:
    copy.change(orders.delete().where(orders.c.turn == 2, orders.c.seat == 1))
    copy.found(
        "2/1: the orders that were held for the turn are gone",
        "2/1: the mail with the orders",
    )


def test_where_orders_came_from(copy: Copy) -> None:
    copy.change(
        answers.update().where(answers.c.turn == 2, answers.c.seat == 1).values(source="bot")
    )
    copy.found("2/1: the answer that was played (orders, source or mail) changed")


def mail_with_orders(copy: Copy, turn: int, seat: int) -> int:
    with copy.context.database.read() as connection:
        held = games.held_for(connection, "spring", turn, seat)
    assert held is not None and held.mail is not None
    return held.mail


def test_a_raw_order_mail(copy: Copy) -> None:
    number = mail_with_orders(copy, 2, 1)
    copy.change(inbox_bytes.update().where(inbox_bytes.c.mail == number).values(data=b"Other"))
    copy.found(f"2/1: mail {number} with the orders is not the one that came")


def test_a_raw_order_mail_and_its_digest(copy: Copy) -> None:
    number = mail_with_orders(copy, 2, 1)
    copy.change(
        inbox_bytes.update().where(inbox_bytes.c.mail == number).values(data=b"Other"),
        inbox.update()
        .where(inbox.c.id == number)
        .values(digest=hashlib.sha256(b"Other").hexdigest()),
    )
    copy.found(f"2/1: mail {number} with the orders is not the one that came")


def test_a_raw_order_mail_that_is_gone(copy: Copy) -> None:
    """While the game goes on, all of them are kept."""
    number = mail_with_orders(copy, 2, 1)
    copy.change(inbox_bytes.delete().where(inbox_bytes.c.mail == number))
    copy.found(f"2/1: mail {number} with the orders is gone")


def report_of(copy: Copy, turn: int) -> int:
    with copy.context.database.read() as connection:
        (row,) = mail.outgoing(connection, game="spring", seat=1, turn=turn, kind="report")
    return row.id


@pytest.mark.parametrize("turn", [0, 2, TURNS])
def test_a_report_that_was_sent(copy: Copy, turn: int) -> None:
    number = report_of(copy, turn)
    data = sa.select(outbox_bytes.c.data).where(outbox_bytes.c.mail == number)
    with copy.context.database.read() as connection:
        raw = bytes(connection.execute(data).scalar_one()).replace(b"Anna", b"Hans", 1)
    copy.change(outbox_bytes.update().where(outbox_bytes.c.mail == number).values(data=raw))
    copy.found(f"{turn}/1: mail {number}, a report, is not the one that was written")


def test_a_report_that_was_sent_and_its_digest(copy: Copy) -> None:
    number = report_of(copy, 2)
    digest = hashlib.sha256(b"Other").hexdigest()
    copy.change(
        outbox_bytes.update().where(outbox_bytes.c.mail == number).values(data=b"Other"),
        outbox.update().where(outbox.c.id == number).values(digest=digest),
    )
    copy.found("is not in the link that should have it", "3/None: a mail written before this turn")


def test_a_receipt_that_is_gone(copy: Copy) -> None:
    with copy.context.database.read() as connection:
        row = mail.outgoing(connection, game="spring", seat=1, turn=2, kind="receipt")[0]
    copy.change(
        outbox_bytes.delete().where(outbox_bytes.c.mail == row.id),
        outbox.delete().where(outbox.c.id == row.id),
    )
    copy.found("2/None: a mail written before this turn")


def test_without_the_first_reports_the_commitment_is_not_held_against_itself(copy: Copy) -> None:
    first = sa.select(outbox.c.id).where(outbox.c.turn == 0, outbox.c.kind == "report")
    copy.change(
        outbox_bytes.delete().where(outbox_bytes.c.mail.in_(first)),
        outbox.delete().where(outbox.c.turn == 0, outbox.c.kind == "report"),
    )
    said = [one.text for one in copy.findings() if one.mark is Mark.UNKNOWN]
    assert said == [
        "no first report is at hand: whether the commitment is the one published cannot be checked"
    ]


def test_a_damaged_snapshot_is_not_played_on_and_the_game_master_hears_why(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        with world.context.database.write() as connection:
            first = games.find_turn(connection, "spring", 0)
            assert first is not None
            state = first.state.replace(b'"turn":0', b'"turn":1')
            connection.execute(turns.update().values(state=state))
        with (
            world.context.database.read() as connection,
            pytest.raises(DamagedRecord, match="turn 0 on record does not have the state"),
        ):
            open_table(connection, world.game())
        world.wait(25)
        assert world.game().turn == 1
        told = text_of(world.last("gm@example.org"))
        assert "does not have the state that it was closed with" in " ".join(told.split())


def test_a_game_of_a_ruleset_that_is_not_installed_is_told_as_one_finding(copy: Copy) -> None:
    copy.change(games_table.update().values(ruleset="chess"))
    copy.found("the record goes no further: no ruleset 'chess' is installed")
