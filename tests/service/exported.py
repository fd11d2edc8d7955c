"""Short finished games of every ruleset, and what their players have in their mailboxes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.engine.registry import load
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.tools.archive import pack
from pbem.service.tools.export import export_game
from pbem.store import games
from pbem.store.records import NOT_BY_ITSELF, SeatKind
from tests.service.world import ANNA, World

SHORT: dict[str, dict[str, Any]] = {
    "hegemon": {"options": {"turns": 2}},
    "god-unit": {"options": {"max_turns": 2, "width": 10, "height": 10}},
    "asylamba-mini": {"options": {"max_turns": 2}},
    "parsec": {},
}
"""What makes a game of each ruleset short; Parsec's end when somebody has won."""
LAST_OF_ANNA = 6


def finished(world: World, ruleset: str) -> None:
    """A game of Anna, who sends nothing and resigns in the end, against a house bot."""
    seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(bot=load(ruleset).house_bot))
    world.new_game(ruleset=ruleset, seats=seats, **SHORT[ruleset])
    while world.game().status != "finished":
        close_turn(world.context, "spring")
        if world.game().turn == LAST_OF_ANNA:
            with world.context.database.write() as connection:
                games.change_seat(connection, "spring", 1, kind=SeatKind.RESIGNED)


def write_export(world: World, path: Path, *, full: bool = False) -> Path:
    path.write_bytes(pack(export_game(world.context, "spring", full=full)))
    return path


def save_mails(world: World, folder: Path, recipient: str = ANNA) -> Path:
    """A player's mails as a mail program saves them: what servers put before them included."""
    folder.mkdir()
    went_out = [r for r in world.rows(recipient=recipient) if r.status not in NOT_BY_ITSELF]
    for row in went_out:
        passed_on = b"Return-Path: <orders@pbem.localhost>\nReceived: from a\n by b; today\n"
        data = passed_on + row.data.replace(b"\r\n", b"\n")
        (folder / f"{row.id}.eml").write_bytes(data)
    return folder
