"""What a game master writes to players: TO Boris, TO ALL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.i18n import _
from pbem.mailer.inbound.press import Block, Header
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.context import in_language
from pbem.service.dispatch.post import for_seat, may_wait, pack_notice
from pbem.service.intake.master_session import MasterSession
from pbem.service.mastering.acts import note
from pbem.service.press import limits
from pbem.service.press.cleaning import without_addresses
from pbem.service.press.delivery import KIND
from pbem.service.press.directory import Directory
from pbem.service.press.writing import wrapped
from pbem.store import mail, press
from pbem.store.mastering import Deed
from pbem.store.records import GameRow, OutboxDraft, SeatRow
from pbem.store.talk import FROM_MASTER, PressKind


def write_to_players(
    session: MasterSession, blocks: Sequence[Block], people: Directory, *, preview: bool
) -> Notice:
    """Send what a game master's mail says to players; returns what went to whom."""
    return Notice(
        title=_("{game}: your letters").format(game=session.game.title),
        excerpts=tuple(_said(session, block, people, preview=preview) for block in blocks),
        game_title=session.game.title,
    )


def _said(session: MasterSession, block: Block, people: Directory, *, preview: bool) -> Excerpt:
    text, _left_out = without_addresses("\n".join(block.lines).strip())
    named, shown = people.read(block.header.names), wrapped(text)
    to_all = named.kind is PressKind.PUBLIC
    readers = [
        seat for seat in people.seats if seat.has_person and (to_all or seat.seat in named.seats)
    ]
    why = named.problem or limits.too_long(text) or (limits.cut_short() if block.is_cut else "")
    if not why and block.header.anonymous:
        why = _("A game master's letters are signed: leave the word ANONYMOUS out.")
    if not why:
        why = limits.too_many_of_master(session, session.game, session.master, to_all=to_all)
    if not why and (block.doubt or not text):
        why = _("Write whom it is for, a text, and a line END below it.")
    if not why and not readers:
        why = _("Nobody would read it: no person has any of these seats.")
    if why:
        return Excerpt(" ".join((why, _("Nothing was sent:"))), shown)
    language = session.master.language or session.context.config.service.language
    names = listing([seat.name for seat in readers], language)
    if preview:
        said = _("PREVIEW: without that word this would go to {to}:")
        return Excerpt(said.format(to=names), shown)
    mail.queue_mails(session.connection, list(_letters(session, readers, shown)))
    for seat in [None] if to_all else [reader.seat for reader in readers]:
        note(session, session.game, session.master, Deed.MESSAGE, seat=seat)
    return Excerpt(_("This went to {to}:").format(to=names), shown)


def plain_reply(
    session: MasterSession, own: tuple[str, ...], people: Directory
) -> tuple[Block, ...]:
    """All that a game master's mail says, as a letter to the player whose letter it is a reply to;
    nothing where it is a reply to none, or that player has left."""
    for message_id in session.letter.answered if own else ():
        sent = mail.find_sent(session.connection, message_id)
        if sent is None or sent.game != session.game.id or sent.recipient != session.master.address:
            continue
        number = press.written_to_master(session.connection, session.game.id, sent.id)
        writer = next((seat for seat in people.seats if seat.seat == number), None)
        if writer is not None and sent.kind == KIND and sent.seat is None:
            return (Block(Header(writer.name, "", anonymous=False, is_known=True), own),)
    return ()


def _how_to_answer(game: GameRow) -> tuple[str, ...]:
    if limits.not_allowed(game, PressKind.MASTER, anonymous=False):
        return ()
    return (
        _("A plain reply goes to the game master, and to nobody else; TO ALL: begins one to all."),
    )


def _letters(
    session: MasterSession, readers: Sequence[SeatRow], shown: tuple[str, ...]
) -> Iterator[OutboxDraft]:
    game = session.game
    for seat in readers:
        with in_language(session.context, seat.language):
            notice = Notice(
                title=_("{game}: the game master writes").format(game=game.title),
                excerpts=(Excerpt(_("The game master writes:"), shown),),
                closing=_how_to_answer(game),
                game_title=game.title,
                answer=False,
            )
            header = for_seat(session.context, game, seat, turn=game.turn)
            draft = pack_notice(
                session.context,
                notice,
                header,
                kind=FROM_MASTER,
                game=game.id,
                turn=game.turn,
                seat=seat.seat,
            )
        yield may_wait(session.context, draft, seat)
