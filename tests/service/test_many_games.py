"""However many games there are, what tells of them asks the database as often as of a few."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.service.context import Context
from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.tools.overview import all_games, one_game
from pbem.store.tables import metadata
from tests.service.faults import watching
from tests.service.looks import LINE
from tests.service.test_masters import EVE
from tests.service.world import ANNA, World, open_world

MANY = 200
"""Games of six people."""
MOST_FOR_A_MAIL = 74
"""Statements of a poll with one mail, whatever it asks."""
MOST_FOR_ONE_MORE = 7
"""Statements for each further mail of a poll that holds orders and nothing else: the savepoint's
two, then the seat, what it holds, the new set, when the turn closes, and what is kept for later.
How the turn stands is known from the mail before it."""


def new_games(world: World, first: int, last: int) -> None:
    people = (SeatSpec(name="Anna", address=ANNA), *(_seat(n) for n in range(5)))
    for number in range(first, last):
        masters = (MasterSpec(address=EVE),)
        world.new_game(id=f"game-{number}", seats=people, masters=masters)


def copy_game(world: World, first: int, last: int) -> None:
    """As many games as the first, with all that is on record of it but mail."""
    with world.context.write() as session:
        for table in metadata.sorted_tables:
            key = "id" if table.name == "games" else "game"
            if key not in table.c or (key == "game" and "id" in table.c):
                continue
            query = sa.select(table).where(table.c[key] == "game-0")
            found = [dict(row) for row in session.connection.execute(query).mappings()]
            copies = [{**row, key: f"game-{n}"} for row in found for n in range(first, last)]
            if copies:
                session.connection.execute(table.insert(), copies)


def _seat(number: int) -> SeatSpec:
    return SeatSpec(name=f"Kkk{'abcde'[number] * 3}", address=f"p{number}@example.org")


def listed(context: Context) -> int:
    asked: list[str] = []
    with watching(context.database, asked.append):
        all_games(context)
        one_game(context, "game-0")
    return len(asked)


def answered(world: World, sender: str, text: str) -> int:
    """The statements of a poll with one mail, of which the answer is the newest to its sender."""
    to = next(mail for mail in world.mails(sender) if "game-0." in str(mail["Reply-To"]))
    world.write(sender, text, to=str(to["Reply-To"]), subject=f"Re: {to['Subject']}")
    asked: list[str] = []
    with watching(world.context.database, asked.append):
        receive_mail(world.context, world.inbox)
    return len(asked)


def asked_for(world: World, senders: Sequence[str]) -> int:
    """The statements of a poll with a mail of each of these people, which holds an order."""
    for sender in senders:
        world.reply(sender, LINE)
    asked: list[str] = []
    with watching(world.context.database, asked.append):
        receive_mail(world.context, world.inbox)
    return len(asked)


@pytest.mark.parametrize(
    ("sender", "text"),
    [(EVE, "LIST"), (EVE, "SHOW"), (EVE, "TROUBLE"), (ANNA, "STATUS"), (ANNA, "LIST")],
)
def test_a_mail_asks_no_more_of_many_games_than_of_a_few(
    tmp_path: Path, sender: str, text: str
) -> None:
    with open_world(tmp_path) as world:
        new_games(world, 0, 2)
        answered(world, sender, text)
        few = answered(world, sender, text)
        copy_game(world, 2, MANY)
        assert answered(world, sender, text) == few <= MOST_FOR_A_MAIL


def test_what_all_mails_of_a_poll_need_is_asked_once(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_games(world, 0, 1)
        people = [ANNA, *(f"p{n}@example.org" for n in range(5))]
        asked_for(world, people)
        further = asked_for(world, people) - asked_for(world, people[:1])
        assert further <= MOST_FOR_ONE_MORE * (len(people) - 1)


def test_the_command_line_asks_no_more_of_many_games_than_of_a_few(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_games(world, 0, 2)
        few = listed(world.context)
        copy_game(world, 2, MANY)
        assert listed(world.context) == few <= 25
