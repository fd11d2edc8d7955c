"""A second address, from which somebody may write as from the first: what is told of it, and what
becomes of it. It is asked for, confirmed and undone as another address is
(:mod:`pbem.service.play.readdressing`)."""

from __future__ import annotations

from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_address, for_seat, pack_notice
from pbem.service.play.describing import never_again
from pbem.service.play.seating import renew_key
from pbem.store import games, masters, seconds
from pbem.store.readdressing import ReaddressRow, places_at
from pbem.store.records import OVER, GameRow, OutboxDraft, SeatRow


def asking(title: str, until: str) -> Notice:
    """Whether the address that this goes to is somebody's second one."""
    return Notice(
        title=_("Do you want to write from this address, too?"),
        paragraphs=(
            _("Somebody who plays {game} by mail says that this is their second address.").format(
                game=title
            ),
            _(
                "If that is you, reply to this very mail with the one word CONFIRM until {until}. "
                "Orders that you send from here count then. Reports go to your first address."
            ).format(until=until),
            _("If not, do nothing: no other mail comes of it."),
            never_again(),
        ),
        text_only=True,
    )


def asked(row: ReaddressRow, until: str) -> Notice:
    """To the first address: which second one it is to have."""
    return Notice(
        title=_("You are to have a second address"),
        paragraphs=(
            _("The second address is {address}. Nothing has changed yet.").format(address=row.new),
            _(
                "A mail went there. Reply to it from there with the one word CONFIRM until "
                "{until}, and mail from it counts as yours."
            ).format(until=until),
            _(
                "If you did not ask for this, somebody has one of your mails: reply to this one "
                "with the one word UNDO, and nothing comes of it."
            ),
        ),
        warning=True,
    )


def told(row: ReaddressRow, until: str) -> Notice:
    """To the first address: that the second one counts."""
    return Notice(
        title=_("You have a second address"),
        paragraphs=(
            _("Replies to your mails count from {address}, too.").format(address=row.new),
            _("PROFILE ALSO NONE in a reply to any mail of a game ends that."),
            _(
                "If you did not want that, reply to this very mail with the one word UNDO until "
                "{until}: it ends, and all other reply addresses are void."
            ).format(until=until),
        ),
        answer=False,
        warning=True,
    )


def add(session: Session, row: ReaddressRow) -> bool:
    """Let a second address count that has confirmed it; False where it is of use to somebody
    already: plays or runs a game itself, or goes with another."""
    connection, new = session.connection, row.new
    if (
        games.seats_at(connection, new)
        or masters.run_by(connection, new)
        or seconds.is_taken(connection, new, but=row.old)
        or seconds.is_taken(connection, row.old, but=row.old)
    ):
        return False
    seconds.put_second(connection, row.old, new)
    masters.hand_insight_on(connection, row.old, new)
    masters.hand_insight_on(connection, new, row.old)
    return True


def confirmed(session: Session, row: ReaddressRow, *, added: bool) -> OutboxDraft:
    """To the second address: what became of it."""
    notice = Notice(
        title=_("You can write from this address now")
        if added
        else _("This address cannot be a second one"),
        paragraphs=(
            _(
                "Reply to the mails of your first address from here, or to the answers that you "
                "get here. Reports go to your first address."
            )
            if added
            else _("It plays or runs a game itself, or goes with another address already."),
        ),
        text_only=True,
    )
    return pack_notice(session.context, notice, for_address(session.context, row.new))


def take_away(session: Session, row: ReaddressRow) -> list[OutboxDraft]:
    """End a second address that its owner did not want: whoever wrote from it has reply addresses,
    so that all are void."""
    seconds.drop_second(session.connection, row.new)
    drafts = []
    for game_id, number in places_at(session.connection, row.old):
        place = games.lock_place(session.connection, game_id, number)
        if place is None or place[0].status in OVER:
            continue
        game, seat = place[0], renew_key(session, *place)
        with in_language(session.context, seat.language):
            drafts.append(_void(session, game, seat))
    return drafts


def _void(session: Session, game: GameRow, seat: SeatRow) -> OutboxDraft:
    notice = Notice(
        title=_("{game}: you have one address").format(game=game.title),
        paragraphs=(
            _("Your second address counts no more. Orders that were sent still count."),
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void: nobody who has one of them can order in your name."
            ),
        ),
        game_title=game.title,
        answer=False,
    )
    header = for_seat(session.context, game, seat, turn=game.turn)
    return pack_notice(
        session.context,
        notice,
        header,
        kind="newkey",
        game=game.id,
        turn=game.turn,
        seat=seat.seat,
    )
