"""How a seat comes to somebody: asked for, kept, confirmed; and given back before the start.

Anybody can write a mail in somebody's name. So nothing that gives a seat to somebody, or takes it
away for good, comes of one mail alone: it is *pending* until the reply to a mail that went to the
address concerned. Whoever has a seat is known by its nonce, which is in every reply address to
it; when the seat changes hands, a new one is drawn and all addresses given out before are void.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.alerts import end_alert, note_concern
from pbem.service.fame.reliability import hides_a_record, reliability_of
from pbem.service.names import BadName, check_name, free_name, name_at, seat_name
from pbem.service.play.acts import (
    approval_alert,
    before_that,
    begin,
    for_act,
    how_to_take,
)
from pbem.service.play.describing import seen_by_all
from pbem.service.play.dropping import let_go
from pbem.service.play.games import start_game, welcome
from pbem.service.play.inviting import invited_draft
from pbem.service.play.linking import promise
from pbem.service.play.masters import may_know_of
from pbem.service.play.sitting import must_not_sit
from pbem.service.play.table import humans, is_to_begin
from pbem.service.press.delivery import pass_on_now
from pbem.store import games, mail, pending, people, press, seconds
from pbem.store.concerns import Concern, Matter
from pbem.store.invitations import invite_again, note_reply
from pbem.store.joining import Joining, Reply
from pbem.store.records import (
    Act,
    GameRow,
    GameStatus,
    NewsWish,
    NoticeWish,
    OutboxDraft,
    PendingRow,
    SeatKind,
    SeatRow,
    new_nonce,
)
from pbem.store.strangers import mailbox_of
from pbem.store.wishes import USUAL

KEPT_FOR = timedelta(hours=48)
"""How long a seat is kept for whoever asked for it."""
DAY = timedelta(days=1)
LONGEST_TITLE = 40
"""Characters of a game's title in the mail that asks to confirm a seat, which has to be small."""
MOST_KEPT = 3
"""Seats that are kept for one address at a time, in all games."""
JOINS_BY_ADDRESS, JOINS_BY_GAME, JOINS_IN_ALL = 5, 20, 100
"""Mails a day that ask for a seat to be confirmed: to one address, in one game, in all."""


OF_CANDIDATES = (Act.JOIN, Act.INVITE, Act.APPROVE)
"""What is pending for somebody for whom a seat is kept."""


class Reserved(NamedTuple):
    """What came of a JOIN: the mail that asks to confirm it, or why there is none."""

    draft: OutboxDraft | None = None
    problem: str = ""


def reserve(
    session: Session,
    game_id: str,
    address: str,
    wanted: str,
    *,
    known_as: str = "",
    mail_id: int | None = None,
    counted: Callable[..., int],
    proven: bool = False,
) -> Reserved:
    """Keep a free seat of a forming game for an address until it replies. `wanted` is the name
    that was asked for; without one it is made of `known_as`, what the mail program says. Mails are
    `counted` by kind and since when, with those that are about to be written; whoever has `proven`
    to own the address is not counted with those who have not."""
    row = games.find_game(session.connection, game_id, lock=True)
    if row is None or not session.context.lists(row):
        return Reserved(problem=_("There is no game {game}.").format(game=game_id))
    chairs = games.seats_of(session.connection, game_id)
    mine = next((s for s in humans(chairs) if s.address == address), None)
    if mine:
        said = _("You already have a seat in it, as {name}.").format(name=mine.name)
        return Reserved(problem=said)
    if not (_is_listed(row, chairs) or may_know_of(session, row, address)):
        return Reserved(problem=_("There is no game {game}.").format(game=game_id))
    if row.status != GameStatus.FORMING:
        return Reserved(problem=_("It has started already."))
    if (told := too_unreliable(session, row, address)) is not None:
        return Reserved(problem=told)
    asked = partial(counted, Act.JOIN, session.context.clock.now() - DAY)
    if _asked_enough(asked, game_id, address, proven=proven):
        said = _("So many seats were asked for today that no more are kept. Try again tomorrow.")
        return Reserved(problem=said)
    for act in pending.pending_of(session.connection, game_id):
        if act.address == address and act.act in OF_CANDIDATES:
            seat = next(s for s in chairs if s.seat == act.seat)
            return _once_more(session, row, seat, act, wanted)
    if row.joining is Joining.INVITED:
        return Reserved(problem=_("Its game master gives its seats to people whom they invite."))
    return _keep(session, row, chairs, address, wanted, known_as, mail_id)


def _is_listed(row: GameRow, chairs: Sequence[SeatRow]) -> bool:
    """Whether LIST names a game to anybody."""
    is_open = row.status is GameStatus.FORMING and row.joining is not Joining.INVITED
    return is_open and any(one.kind is SeatKind.OPEN for one in chairs)


def too_unreliable(session: Session, row: GameRow, address: str) -> str | None:
    """Why somebody may have no seat of a game that asks for people who send their orders; None
    where they may, as newcomers do. Whoever hides a record is asked to show it, good or bad."""
    if not row.reliability:
        return None
    if hides_a_record(session.connection, address):
        return _(
            "It asks to see how reliable you are: PROFILE RATED in a reply to any mail of a game "
            "shows it. Then ask again."
        )
    percent = reliability_of(session.connection, [address]).get(address)
    if percent is None or percent >= row.reliability:
        return None
    return _(
        "It asks for players whose orders come in time for {wanted} of a hundred turns; yours did "
        "for {percent}."
    ).format(wanted=row.reliability, percent=percent)


def _asked_enough(asked: Callable[..., int], game: str, address: str, *, proven: bool) -> bool:
    """Whether so many seats were asked for within a day that no more are kept. What anybody may
    have asked for is counted apart: it shuts out nobody who proves who they are."""
    if proven:
        return asked(recipient=address, unproven=False) >= JOINS_BY_ADDRESS
    return (
        asked(mailbox=mailbox_of(address), unproven=True) >= JOINS_BY_ADDRESS
        or asked(game=game, unproven=True) >= JOINS_BY_GAME
        or asked(unproven=True) >= JOINS_IN_ALL
    )


def _keep(
    session: Session,
    row: GameRow,
    chairs: tuple[SeatRow, ...],
    address: str,
    wanted: str,
    known_as: str,
    mail_id: int | None,
) -> Reserved:
    free = next((s for s in chairs if s.kind == SeatKind.OPEN), None)
    if free is None:
        if any(s.kind == SeatKind.KEPT for s in chairs):
            said = _(
                "All its seats are taken or kept for somebody, for two days at the most. Try "
                "again then."
            )
            return Reserved(problem=said)
        return Reserved(problem=_("All its seats are taken."))
    kept = (mailbox_of(act.address) for act in pending.all_pending(session.connection, Act.JOIN))
    if sum(mailbox == mailbox_of(address) for mailbox in kept) >= MOST_KEPT:
        said = ngettext(
            "{count} seat is kept for you already; confirm it first.",
            "{count} seats are kept for you already; confirm one of them first.",
            MOST_KEPT,
        )
        return Reserved(problem=said.format(count=MOST_KEPT))
    ruleset = load(row.ruleset)
    others = [s.name for s in chairs if s.seat != free.seat]
    try:
        name = (
            check_name(wanted, others, ruleset)
            if wanted
            else free_name((known_as, name_at(address)), others, ruleset, free.name)
        )
    except BadName as problem:
        return Reserved(problem=str(problem))
    act = begin(
        session.connection, free, Act.JOIN, address, session.context.clock.now() + KEPT_FOR, mail_id
    )
    games.change_seat(session.connection, row.id, free.seat, kind=SeatKind.KEPT, name=name)
    seat = structs.replace(free, kind=SeatKind.KEPT, name=name)
    return Reserved(candidate_draft(session.context, row, seat, act))


def _once_more(
    session: Session, row: GameRow, seat: SeatRow, act: PendingRow, wanted: str
) -> Reserved:
    """What becomes of a JOIN where a seat is kept for its sender already."""
    if act.act is Act.INVITE:
        return Reserved(invited_draft(session, row, seat, act))
    if act.act is Act.APPROVE:
        said = _("You have asked for a seat in it: the game master has yet to say yes or no.")
        return Reserved(problem=said)
    return _ask_again(session, row, seat, act, wanted)


def _ask_again(
    session: Session, row: GameRow, seat: SeatRow, act: PendingRow, wanted: str
) -> Reserved:
    """Ask once more to confirm a kept seat. Where it gets another name, which anybody may have
    asked for, the mails with the former one are void: nobody takes a seat by a name unseen."""
    try:
        named = rename(session.connection, row, seat, wanted) if wanted else seat
    except BadName as problem:
        return Reserved(problem=str(problem))
    if named.name != seat.name:
        act = structs.replace(act, nonce=new_nonce())
        pending.put_pending(session.connection, act)
    return Reserved(candidate_draft(session.context, row, named, act))


def rename(connection: Connection, game: GameRow, seat: SeatRow, wanted: str) -> SeatRow:
    """Give a kept seat the name that its candidate asks for now; raises BadName."""
    others = [s.name for s in games.seats_of(connection, game.id) if s.seat != seat.seat]
    name = check_name(wanted, others, load(game.ruleset))
    games.change_seat(connection, game.id, seat.seat, name=name)
    return structs.replace(seat, name=name)


def candidate_draft(
    context: Context, game: GameRow, seat: SeatRow, act: PendingRow, *, unclear: bool = False
) -> OutboxDraft:
    """That a seat is kept for somebody, and how it is taken: small, for nobody may have asked."""
    if len(game.title) > LONGEST_TITLE:
        game = structs.replace(game, title=f"{game.title[:LONGEST_TITLE].rstrip()}…")
    with in_language(context, seat.language):
        notice = Notice(
            title=_("A seat in {game} is kept for you").format(game=game.title),
            paragraphs=(
                _(
                    "Somebody asked in your name for a seat in a game of {ruleset}, as {name}."
                ).format(ruleset=load(game.ruleset).title, name=seat.name),
                how_to_take(context, seat, act),
                *([_decides()] if game.joining is Joining.APPROVE else ()),
                *([seen_by_all()] if game.public else ()),
                before_that(),
                *promise(game),
            ),
            game_title=game.title,
            text_only=True,
        )
        return for_act(context, game, seat, act, notice, unclear=unclear)


def _decides() -> str:
    return _("The game master then says whether you play, and you are told.")


def confirm(
    session: Session,
    game: GameRow,
    seat: SeatRow,
    act: PendingRow,
    digest: str,
) -> GameRow:
    """Give a kept seat to whom it was kept for; starts the game when it is full. `digest` is the
    SHA-256 of the mail that says so. Raises :class:`GameProblem` where they have another seat by
    now."""
    must_not_sit(session.connection, game.id, act.address)
    taken = {
        "kind": SeatKind.HUMAN,
        "address": act.address,
        "nonce": new_nonce(),
        "confirmation": digest,
        **people.wishes_of(session.connection, act.address),
    }
    pending.drop_pending(session.connection, game.id, seat.seat)
    note_reply(session.connection, game.id, act.address, Reply.JOINED)
    invite_again(session.connection, act.address)
    games.change_seat(session.connection, game.id, seat.seat, **taken)
    chairs = games.seats_of(session.connection, game.id)
    seat = next(s for s in chairs if s.seat == seat.seat)
    mail.queue_mails(session.connection, [welcome(session.context, game, seat, chairs)])
    _tell_of_joining(session, game, seat, chairs)
    if is_to_begin(game, chairs):
        return start_game(session, game)
    return game


def _tell_of_joining(
    session: Session, row: GameRow, seat: SeatRow, chairs: Sequence[SeatRow]
) -> None:
    """Let the game masters hear that an open seat was taken, and what that leads to."""
    kinds = [chair.kind for chair in chairs]
    free, kept = kinds.count(SeatKind.OPEN), kinds.count(SeatKind.KEPT)
    joined = Concern(
        game=row.id,
        matter=Matter.JOINED,
        seat=seat.seat,
        name=seat.name,
        address=seat.address or "",
        count=free,
        number=kept,
        turn=int(row.start_when_full and not free + kept),
    )
    note_concern(session, f"joined.{row.id}.{seat.seat}", joined)


def vacate(session: Session, game: str, seat: int) -> None:
    """Let a seat of a forming game be free, whoever it was kept for or has it."""
    connection = session.connection
    place = games.lock_place(connection, game, seat)
    if place is not None:
        let_go(session, *place, leaves=True)
        pass_on_now(session, *place)
    end_alert(connection, approval_alert(game, seat))
    press.forget_reader(connection, game, seat)
    chairs = games.seats_of(connection, game)
    others = [one.name for one in chairs if one.seat != seat]
    left = next((one.address for one in chairs if one.seat == seat), None)
    games.change_seat(
        connection,
        game,
        seat,
        kind=SeatKind.OPEN,
        address=None,
        name=seat_name("Player", seat, others),
        quiet="",
        news=NewsWish.DIGEST,
        confirmation=None,
        nonce=new_nonce(),
        omits=USUAL,
        notices=NoticeWish.EACH,
        **_as_nobodys(people.wishes_of(connection, left or "")),
    )
    seconds.drop_without_seat(connection, left or "")


def _as_nobodys(wishes: dict[str, Any]) -> dict[str, Any]:
    """Zone and language of a seat without those of whoever leaves it."""
    return {key: "" for key in ("zone", "language") if key in wishes}


def renew_key(session: Session, game: GameRow, seat: SeatRow) -> SeatRow:
    """Make all reply addresses void that were given out for a seat, and whatever was asked by
    them and is not confirmed; returns the seat as it is now."""
    nonce = new_nonce()
    games.change_seat(session.connection, game.id, seat.seat, nonce=nonce)
    now = structs.replace(seat, nonce=nonce)
    let_go(session, game, now)
    return now
