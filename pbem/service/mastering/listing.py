"""The games that somebody runs: what it waits for, and until when."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Column, Table
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.service.context import Session
from pbem.service.mastering.masters import run_by
from pbem.service.mastering.showing import told
from pbem.store.listing import Counts, counts_of
from pbem.store.mastering import MasterRow
from pbem.store.records import GameRow, GameStatus

MOST_TOLD = 60
"""Games that one mail tells: the newest."""


def list_of(session: Session, master: MasterRow) -> Notice:
    """The games that somebody runs, in a table."""
    found = [game for game, _master in run_by(session, master.address)]
    counts = counts_of(session.connection, found[:MOST_TOLD])
    columns = (Column(_("Game")), Column(_("How it stands")), Column(_("Until")))
    rows = tuple(
        (
            f"{game.id}: {game.title}",
            side_by_side(_stands(game, counts[game.id])),
            _until(session, game, master),
        )
        for game in found[:MOST_TOLD]
    )
    return Notice(
        title=ngettext("You run {count} game", "You run {count} games", len(found)).format(
            count=len(found)
        ),
        chapters=(Chapter("", (Table(columns, rows),)),) if rows else (),
    )


def _stands(game: GameRow, counts: Counts) -> Iterator[str]:
    match game.status:
        case GameStatus.FORMING:
            yield _("{free} of {all} seats are not taken yet").format(
                free=counts.free, all=counts.seats
            )
        case GameStatus.FINISHED:
            yield _("over")
        case GameStatus.CANCELLED:
            yield _("cancelled")
        case _:
            yield _("turn {turn}").format(turn=game.turn)
            if game.status is GameStatus.PAUSED:
                yield _("paused")
            if game.stalled is not None or game.results_wait:
                yield _("waits for you")
            if owing := counts.owing:
                said = ngettext("waits for {count} player", "waits for {count} players", owing)
                yield said.format(count=owing)
    if missed := counts.missed:
        said = ngettext("missed {count} turn", "missed {count} turns", missed)
        yield said.format(count=missed)


def _until(session: Session, game: GameRow, master: MasterRow) -> str:
    if game.deadline is None or game.status is not GameStatus.RUNNING:
        return ""
    return told(session, game.deadline, master)
