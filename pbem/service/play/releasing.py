"""Lets out what came of a turn, where the game's master looks at it first.

Such a turn is closed as any other and stands in the chain, but the game's row stays as it was: the
turn is still the open one, takes nothing more, and nobody is asked anything. So whatever is told
meanwhile goes by what players know. Letting its results out works them out from the record, and the
next turn counts from that moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.chain import Link, Played
from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Context, in_language
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.service.play.absence import see_to_absence
from pbem.service.play.masters import sees_the_truth
from pbem.service.play.played import left_to_bots
from pbem.service.play.previews import Prospect, reports_to_come
from pbem.service.play.results import Readers, Resolved, readers_of, results_of, write_results
from pbem.service.play.table import GameProblem, closed_turn
from pbem.store import games, mail, outbox
from pbem.store.mastering import MasterRow
from pbem.store.masters import note_insider
from pbem.store.records import GameRow, OutboxDraft

RELEASE_TRIES = 5


@dataclass(frozen=True)
class Waiting:
    """A game whose turn is closed, and the mails to its masters. ``informed`` are those masters who
    read in them what came of it."""

    game: GameRow
    drafts: tuple[OutboxDraft, ...]
    informed: tuple[MasterRow, ...]


def wait_for_release(
    context: Context, readers: Readers, made: Resolved, masters: Sequence[MasterRow]
) -> Waiting:
    """The game as it waits for its masters. Touches no database."""
    row = readers.table.row
    until = context.clock.now() + timedelta(seconds=row.release_after)
    game = structs.replace(
        row,
        deadline=None,
        closes=None,
        stalled=None,
        closing=None,
        reminded=0,
        releases=until,
    )
    prospect = Prospect(readers.table.ruleset, made.state, made.events, made.outcome)
    drafts = []
    for master in masters:
        with in_language(context, master.language):
            shown = (
                reports_to_come(prospect, readers.seats, context.renderer)
                if sees_the_truth(master, readers.playing)
                else None
            )
            notice = waiting_notice(context, game, master, prospect, shown)
            header = for_master(context, game, master)
            drafts.append(
                pack_notice(context, notice, header, kind="preview", game=game.id, turn=game.turn)
            )
    informed = tuple(one for one in masters if sees_the_truth(one, readers.playing))
    return Waiting(game, tuple(drafts), informed)


def waiting_notice(
    context: Context,
    game: GameRow,
    master: MasterRow,
    prospect: Prospect,
    shown: tuple[Chapter, ...] | None,
) -> Notice:
    """That the results of a turn wait, with what each player will read; None for whoever may not
    see it."""
    assert game.releases is not None, "they wait"
    language = master.language or context.config.service.language
    until = stamp(context.local(game.releases, master.zone), language)
    over = (_("With it the game is over."),) if shown and prospect.outcome else ()
    told = (
        _("This is what each player will read.")
        if shown
        else _("What they will read is shown to owners of the game who do not play.")
    )
    return Notice(
        title=_("{game}: the results of turn {turn} wait for you").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(
            _(
                "The turn is closed, and nobody has been told what came of it. RELEASE sends the "
                "reports, ROLLBACK {turn} takes the turn back. Without either they go out by "
                "themselves on {until}."
            ).format(turn=game.turn, until=until),
            *over,
            told,
        ),
        chapters=shown or (),
        game_title=game.title,
        answer=False,
    )


def write_waiting(connection: Connection, waiting: Waiting) -> None:
    """Let a game whose turn is closed wait: nobody owes anything until its results are out."""
    game = waiting.game
    games.change_game(
        connection,
        game.id,
        deadline=None,
        closes=None,
        stalled=None,
        closing=None,
        reminded=0,
        releases=game.releases,
    )
    games.replace_asks(connection, game.id, ())
    outbox.overtake(connection, game.id, "reminder")
    mail.queue_mails(connection, waiting.drafts)
    for master in waiting.informed:
        note_insider(connection, game.id, master.address)


def resolved(connection: Connection, readers: Readers) -> Resolved:
    """What came of a turn whose results wait, from the record. Raises as
    :func:`~pbem.service.play.table.closed_turn`."""
    row, codec = readers.table.row, readers.table.ruleset.codec
    turn = closed_turn(connection, row.id, row.turn)
    return Resolved(
        turn=turn,
        state=codec.load_state(turn.state),
        events=codec.load_events(turn.events),
        outcome=msgspec.json.decode(turn.link, type=Link).outcome,
        played={
            one.seat: Played(one.orders, one.source.value, one.mail, one.stored, one.held)
            for one in games.answers_of(connection, row.id, row.turn)
        },
    )


def prospect_of(connection: Connection, row: GameRow) -> Prospect:
    """The same, as it is shown before it is let out."""
    readers = readers_of(connection, row)
    made = resolved(connection, readers)
    return Prospect(readers.table.ruleset, made.state, made.events, made.outcome)


def _owed(readers: Readers, made: Resolved) -> set[int]:
    """Who owed orders of their own for the turn, and no bot plays for while they are away."""
    asked = {number for number, ask in readers.table.asks.items() if ask.required}
    return asked - left_to_bots(readers.away, made.turn.closed)


def release_turn(context: Context, game_id: str, due_by: datetime | None = None) -> GameRow:
    """Send the reports that wait, and open the next turn; only if they were to go out `due_by`
    then, where that is given.

    Returns the game as it then stands. Raises :class:`GameProblem` where nothing waits.
    """
    for _attempt in range(RELEASE_TRIES):
        with context.database.read() as connection:
            row = games.find_game(connection, game_id)
            if row is None or row.releases is None:
                raise GameProblem(_("No results wait."))
            if due_by is not None and row.releases > due_by:
                return row
            readers = readers_of(connection, row)
            made = resolved(connection, readers)
        results = results_of(context, readers, made).composed()
        with context.write() as session:
            now = games.find_game(session.connection, game_id, lock=True)
            if now is None or (now.turn, now.revision) != (row.turn, row.revision):
                continue
            write_results(session, results, made.turn)
            over = made.outcome is not None
            see_to_absence(session, results.game, _owed(readers, made), over=over)
        return results.game
    raise GameProblem(f"{game_id} keeps changing; its results still wait, try again")
