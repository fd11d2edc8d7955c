"""What game masters do with the results of a turn before its players are told of them."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

from msgspec.structs import replace

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.service.mastering.acts import must_be_open, note
from pbem.service.play.close import foreseen
from pbem.service.play.masters import operator_of, playing_from, sees_the_truth
from pbem.service.play.outage import mail_read
from pbem.service.play.previews import Prospect, reports_to_come
from pbem.service.play.releasing import prospect_of, waiting_notice
from pbem.service.play.table import GameProblem, game_named
from pbem.store import audit, games, mail, masters
from pbem.store.mastering import Deed, MasterRow
from pbem.store.records import GameRow, SeatRow

BEHIND_ANSWERS = timedelta(seconds=1)
"""A mail that is due so much later goes out behind the answers of the same moment."""


def let_out(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Let the results that wait go out within minutes. The word is dated back to what mail has
    been read, for it waits for none, and to when a game's clock was stopped."""
    must_be_open(game)
    if not game.results_wait:
        raise GameProblem(_("No results wait."))
    now, read = session.context.clock.now(), mail_read(session.connection, game)
    moments = (now, read.until if read is not None else now, game.paused or now)
    games.change_game(session.connection, game.id, releases=min(moments))
    note(session, game, master, Deed.PUBLISH, str(game.turn))
    return game_named(session.connection, game.id)


def tell_of_no_release(session: Session, game: GameRow, by: MasterRow) -> None:
    """The turn whose results wait is taken back by somebody: tell all others who have let them out,
    for nothing comes of that."""
    released = set[int]()
    for act in audit.acts_of(session.connection, game.id):
        if act.deed is Deed.ROLLBACK:
            released.clear()
        if act.deed is Deed.PUBLISH and act.detail == str(game.turn):
            released.add(act.master)
    named = masters.masters_of(session.connection, game.id)
    for one in (*named, operator_of(session.context, session.connection, game.id)):
        if one.number in released - {by.number} and one.address:
            with in_language(session.context, one.language):
                header = for_master(session.context, game, one)
                draft = pack_notice(session.context, _no_release(game), header, game=game.id)
            due = session.context.clock.now() + BEHIND_ANSWERS
            mail.queue_mails(session.connection, [dataclasses.replace(draft, due=due)])


def _no_release(game: GameRow) -> Notice:
    return Notice(
        title=_("{game}: the reports of turn {turn} do not go out").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(
            _(
                "You had let them out. Before they went another game master took the game back to "
                "an earlier turn or to this one; nobody was told what had come of it."
            ),
            _("SHOW tells how the game stands now."),
        ),
        game_title=game.title,
        answer=False,
    )


def preview(session: Session, game: GameRow, master: MasterRow, *, pictures: bool = True) -> Notice:
    """What each player will read of the results that wait, or would read if the open turn were
    closed now, of which nothing is saved; with `pictures` in files. That it was shown stands on
    record."""
    must_be_open(game)
    seats = must_see_the_truth(session, game, master)
    note(session, game, master, Deed.PREVIEW, str(game.turn))
    renderer = session.context.renderer if pictures else None
    if game.results_wait:
        prospect = prospect_of(session.connection, game)
        shown = reports_to_come(prospect, seats, renderer)
        notice = waiting_notice(session.context, game, master, prospect, shown)
        told = _("LOG tells the players that you looked.")
        return replace(notice, paragraphs=(*notice.paragraphs, told))
    readers, made = foreseen(session, game.id)
    prospect = Prospect(readers.table.ruleset, made.state, made.events, made.outcome)
    over = (_("With it the game would be over."),) if made.outcome else ()
    shown = reports_to_come(prospect, seats, renderer)
    return Notice(
        title=_("{game}: turn {turn} as it would come out now").format(
            game=game.title, turn=game.turn
        ),
        paragraphs=(
            _(
                "This is what each player would read if the turn were closed now. Nothing of it is "
                "saved, and orders that come change it. LOG tells the players that you were shown "
                "it."
            ),
            *over,
        ),
        chapters=shown,
    )


def must_see_the_truth(session: Session, game: GameRow, master: MasterRow) -> tuple[SeatRow, ...]:
    """The seats of a game, for whoever gets none of them from now on. Raises :class:`GameProblem`
    for whoever may not be shown what players keep from each other."""
    seats = games.seats_of(session.connection, game.id)
    if not sees_the_truth(master, playing_from(session.connection, game.id)):
        raise GameProblem(_("Only owners of the game who do not play may be shown that."))
    masters.note_insider(session.connection, game.id, master.address)
    return seats
