"""The games that somebody runs, each in a line: what it waits for, and until when."""

from __future__ import annotations

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.mastering.masters import run_by
from pbem.service.mastering.showing import told
from pbem.store import games, lapses
from pbem.store.mastering import MasterRow
from pbem.store.records import GameRow, GameStatus

MOST_TOLD = 60
"""Games that one mail tells: the newest."""


def list_of(session: Session, master: MasterRow) -> Notice:
    """The games that somebody runs, each in a line."""
    found = [game for game, _master in run_by(session, master.address)]
    owing = games.count_owing(session.connection)
    seats = games.count_seats(session.connection)
    missed = lapses.count_missed(session.connection)
    lines = [
        _game(session, game, master, owing.get(game.id, 0), seats[game.id], missed.get(game.id, 0))
        for game in found[:MOST_TOLD]
    ]
    return Notice(
        title=ngettext("You run {count} game", "You run {count} games", len(found)).format(
            count=len(found)
        ),
        bullets=tuple(lines),
    )


def _game(
    session: Session,
    game: GameRow,
    master: MasterRow,
    owing: int,
    seats: tuple[int, int],
    missed: int,
) -> str:
    count, free = seats
    said = [f"{game.id}: {game.title}"]
    match game.status:
        case GameStatus.FORMING:
            said.append(_("{free} of {all} seats are not taken yet").format(free=free, all=count))
        case GameStatus.FINISHED:
            said.append(_("over"))
        case GameStatus.CANCELLED:
            said.append(_("cancelled"))
        case _:
            said.append(_("turn {turn}").format(turn=game.turn))
            if game.status is GameStatus.PAUSED:
                said.append(_("paused"))
            if game.stalled is not None or game.results_wait:
                said.append(_("waits for you"))
            if owing:
                said.append(
                    ngettext("waits for {count} player", "waits for {count} players", owing).format(
                        count=owing
                    )
                )
            if game.deadline is not None and game.status is GameStatus.RUNNING:
                said.append(_("until {moment}").format(moment=told(session, game.deadline, master)))
    if missed:
        said.append(
            ngettext("missed {count} turn", "missed {count} turns", missed).format(count=missed)
        )
    return "; ".join(said)
