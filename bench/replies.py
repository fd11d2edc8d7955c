"""Replies as players send them: orders on top of the whole report, by several mail programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from bench.common import SEED
from bench.programs import PROGRAMS, Letter, Program, answer
from pbem.engine.rng import Chance
from pbem.service.context import Context
from pbem.service.play.table import Table, open_table
from pbem.store import games, mail
from pbem.store.records import GameRow


@dataclass(frozen=True)
class Player:
    """A seat, and the newest report as its player's mail program holds it."""

    address: str
    table: Table
    seat: int
    letter: Letter

    def orders(self, scope: str) -> list[str]:
        """Legal orders, others for every `scope`."""
        table, desk = self.table, self.table.ruleset.desk
        ask, view = table.asks[self.seat], table.view(self.seat)
        chance = Chance(SEED, table.row.turn, scope=scope)
        return list(desk.write(view, ask, desk.sample(view, ask, chance)))


def players_of(context: Context, rows: Sequence[GameRow]) -> list[Player]:
    """Everyone at these games, as they stand in the database."""
    found = []
    with context.database.read() as connection:
        for row in rows:
            table = open_table(connection, row)
            for seat in games.seats_of(connection, row.id):
                newest = mail.outgoing(connection, game=row.id, seat=seat.seat, kind="report")[-1]
                letter = Letter.read(newest.data)
                found.append(Player(newest.recipient, table, seat.seat, letter))
    return found


def replies(players: Sequence[Player], label: str) -> Iterator[bytes]:
    """Replies without end, players and mail programs in turn; none equals another.

    `label` keeps the replies of one run apart from those of the next.
    """
    for number in count():
        player = players[number % len(players)]
        write = PROGRAMS[(number + number // len(players)) % len(PROGRAMS)]
        yield reply(player, player.orders(f"{label}/{number}"), f"{label}-{number}", write)


def reply(player: Player, lines: Sequence[str], name: str, write: Program) -> bytes:
    """One reply to the player's report. `name` makes its Message-ID."""
    sender = f"Player <{player.address}>"
    message_id = f"<{name}@players.example>"
    return answer(player.letter, lines, sender=sender, message_id=message_id, write=write)
