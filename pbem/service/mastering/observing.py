"""Whom a game master lets watch a game, and whom no more; and whether it is shown to all."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_observer, pack_notice
from pbem.service.mastering.acts import note
from pbem.service.observing.asking import CannotWatch, invite, reader_of
from pbem.service.play.describing import seen_by_all
from pbem.service.play.notices import tell_all
from pbem.service.play.table import GameProblem, game_named
from pbem.service.wishes import BadWish, read_address
from pbem.store import games, mail, observers
from pbem.store.mastering import Deed, MasterRow
from pbem.store.observing import Watching
from pbem.store.records import GameRow, SeatRow


def add(session: Session, game: GameRow, master: MasterRow, text: str) -> GameRow:
    """Ask somebody whether they want to watch; whoever says so does, whatever the game's file
    says. Raises :class:`GameProblem`."""
    address = _address(text)
    try:
        invite(session, game, address, by=master.address)
    except CannotWatch as problem:
        raise GameProblem(str(problem)) from problem
    row = observers.observer_at(session.connection, game.id, address)
    note(session, game, master, Deed.OBSERVER, str(row.number) if row is not None else "")
    return game_named(session.connection, game.id)


def remove(session: Session, game: GameRow, master: MasterRow, text: str) -> GameRow:
    """Let somebody watch no more, and tell them, if they did. Raises :class:`GameProblem`."""
    address = _address(text)
    row = observers.observer_at(session.connection, game.id, address)
    if row is None:
        raise GameProblem(_("{address} does not watch it.").format(address=address))
    observers.drop_observer(session.connection, row)
    note(session, game, master, Deed.UNWATCH, str(row.number))
    if row.until is None:
        reader = reader_of(session, row)
        with in_language(session.context, reader.language or ""):
            notice = Notice(
                title=_("You watch {game} no more").format(game=game.title),
                paragraphs=(_("A game master has ended it."),),
                game_title=game.title,
                answer=False,
            )
            header = for_observer(session.context, game, row, reader)
            told = pack_notice(session.context, notice, header, game=game.id, turn=game.turn)
        mail.queue_mails(session.connection, [told])
    return game_named(session.connection, game.id)


def show(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Let the game stand on the public pages of the service, and tell its players. Raises
    :class:`GameProblem`."""
    if game.observers is not Watching.ALL:
        raise GameProblem(_("Only a game that everybody may watch can stand on public pages."))
    if game.public:
        raise GameProblem(_("{game} is shown on public pages already.").format(game=game.title))
    games.change_game(session.connection, game.id, public=True)
    note(session, game, master, Deed.SHOW)
    return tell_all(session, game, _shown, asks=False)


def hide(session: Session, game: GameRow, master: MasterRow) -> GameRow:
    """Take the game off them, and tell its players. Raises :class:`GameProblem`."""
    if not game.public:
        raise GameProblem(_("{game} is on no public page.").format(game=game.title))
    games.change_game(session.connection, game.id, public=False)
    note(session, game, master, Deed.HIDE)
    return tell_all(session, game, _hidden, asks=False)


def _shown(game: GameRow, _reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game} is shown on public pages").format(game=game.title),
        paragraphs=(
            seen_by_all(),
            _("A game master wants it so. If you do not, say so: TO GM: begins a letter to them."),
        ),
    )


def _hidden(game: GameRow, _reader: SeatRow) -> Notice:
    return Notice(
        title=_("{game} is on no public page any more").format(game=game.title),
        paragraphs=(_("A game master has taken it off them."),),
    )


def _address(text: str) -> str:
    """Raises :class:`GameProblem`."""
    try:
        return read_address(text)
    except BadWish as problem:
        raise GameProblem(str(problem)) from problem
