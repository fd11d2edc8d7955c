"""Compares everything that the database keeps of a game with its chain, and plays it again."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import RulesetError
from pbem.engine.chain import MAILS, Page
from pbem.engine.codec import canonical
from pbem.engine.errors import Trouble
from pbem.engine.registry import load
from pbem.engine.replay import (
    SHORT,
    TAKEN_BACK,
    Finding,
    Mark,
    Record,
    answers_of,
    bad,
    missing,
    unknown,
    verify,
)
from pbem.mailer.witness import in_store, read_witness
from pbem.service.context import Context
from pbem.service.play.linking import HELD_BEFORE, founding_of, set_digest
from pbem.service.play.table import game_named
from pbem.service.schedule import duration
from pbem.service.tools.record import link_of, record_of
from pbem.service.tools.witnesses import Saved, hold_against, last_before, told_in_store
from pbem.store import audit, games, mail, undone
from pbem.store.errors import StoreError
from pbem.store.mastering import Deed
from pbem.store.records import GameRow, GameStatus, InboxRow, OrdersRow, OutboxRow, SeatKind
from pbem.store.retention import WITNESSES

OTHER_SET = "the lines of the orders, as held or as sent, or when they came, changed since"


def verify_game(context: Context, game_id: str) -> Iterator[Finding]:
    """Everything that can be checked about a game. Raises :class:`GameProblem`."""
    with context.database.read() as connection:
        try:
            yield from _findings(context, connection, game_id)
        except (StoreError, LookupError, RulesetError) as error:
            yield bad(None, f"the record goes no further: {error}")


def _findings(context: Context, connection: Connection, game_id: str) -> Iterator[Finding]:
    row = game_named(connection, game_id)
    record = record_of(connection, row)
    for turn in games.turns_between(connection, row.id):
        link = link_of(turn)
        if link is None:
            yield bad(turn.turn, "the link of this turn cannot be read")
        elif link.closed != turn.closed:
            yield bad(turn.turn, "when the turn was closed is not what its link says")
    for turn in itertools.chain(*undone.turns_of(connection, row.id)):
        if link_of(turn) is None:
            yield bad(turn.turn, f"{TAKEN_BACK}the link of this turn cannot be read")
    yield from verify(load(row.ruleset), record)
    if not record.pages:
        return
    yield from _game_row(connection, row, record)
    kept = _kept(context, connection, row, record)
    yield from _confirmations(connection, record, kept)
    for page in record.pages:
        held = games.held_orders(connection, row.id, page.link.turn)
        yield from _orders(connection, held, page, kept)
    for line, pages in enumerate(record.undone):
        sets = undone.orders_of(connection, row.id, line)
        for page in pages:
            held = {one.seat: one for one in sets if one.turn == page.link.turn}
            yield from _orders(connection, held, page, kept)
    yield from _mails(connection, row, record, kept)
    yield from _acts(connection, row, record)


class _Kept(NamedTuple):
    """What has to be here of a game. ``is_over``: nothing of it is needed for good. The turns
    before ``first_here`` were closed by another service. Mails from before ``since`` may have
    been let go of, if the game was over by then (``may_go``); they are kept for ``span``."""

    is_over: bool
    first_here: int
    since: datetime
    may_go: bool
    span: str


def _kept(context: Context, connection: Connection, row: GameRow, record: Record) -> _Kept:
    """By the links: what the game's row says could have been written to have less looked at. Of
    what was sent elsewhere nothing is here, and the first that is sent here tells of the move."""
    here = mail.digests_sent(connection, row.id) if row.formerly else frozenset()
    made_here = (page.link.turn for page in record.pages if not here.isdisjoint(_listed(page)))
    first = min(made_here, default=row.turn) if row.formerly else 0
    last, span = record.pages[-1].link, context.config.service.keep_mail
    over = last.outcome is not None
    since = context.clock.now() - duration(span, "service.keep_mail")
    return _Kept(over, first, since, over and last.closed < since, span)


def _game_row(connection: Connection, row: GameRow, record: Record) -> Iterator[Finding]:
    """What stands of the game beside its turns."""
    first, last = record.pages[0].link, record.pages[-1].link
    told = first.founding
    try:
        now = founding_of(row, games.seats_of(connection, row.id))
    except (Trouble, ValueError, msgspec.MsgspecError) as error:
        yield bad(None, f"what the game began with cannot be read: {error}")
        return
    if told is not None:
        for name in now.__struct_fields__:
            if canonical(getattr(now, name)) != canonical(getattr(told, name)):
                yield bad(None, f"the game's {name} changed since it began")
    if row.ruleset_version != first.version:
        yield bad(None, "the game's version changed since it began")
    ended = last.outcome is not None and not row.is_untold
    if row.is_untold:
        yield from _waiting(row, record)
    if (row.status == GameStatus.FINISHED) != ended:
        over = "over" if ended else "not over"
        yield bad(None, f"the game is {row.status}, but after its last turn it is {over}")
    if row.status == GameStatus.FORMING:
        yield bad(None, "the game is forming, but it has begun")
    if row.rollbacks != len(record.undone):
        yield bad(None, f"the game was taken back {row.rollbacks} times, on record are others")
    if row.finished != (last.closed if ended else None):
        yield bad(None, "when the game was over does not go with its last turn")


def _waiting(row: GameRow, record: Record) -> Iterator[Finding]:
    """That the results which wait are those of the newest turn, and the game stands before it."""
    last, before = record.pages[-1], record.pages[-2:-1]
    if last.link.turn != row.turn or row.status is GameStatus.FINISHED:
        yield bad(None, "results wait to be told, but no turn is closed whose they are")
    elif before and before[0].head != row.head:
        yield bad(None, "results wait to be told, but the game does not stand before their turn")


def _confirmations(connection: Connection, record: Record, kept: _Kept) -> Iterator[Finding]:
    """The mails by which people took their seats, which are in the dice."""
    founding = record.pages[0].link.founding
    for seat, digest in enumerate(founding.confirmations if founding else (), start=1):
        if digest is not None:
            found = mail.mail_of_digest(connection, digest)
            yield from _brought(found, digest, "that confirmed the seat", (0, seat), kept)


def _orders(
    connection: Connection, held: Mapping[int, OrdersRow], page: Page, kept: _Kept
) -> Iterator[Finding]:
    """The orders played against those that were held, and the mails that brought them."""
    turn = page.link.turn
    for seat, answer in answers_of(page).items():
        set_held = held.get(seat)
        if answer.source in HELD_BEFORE:
            played = bytes(page.opened[f"orders/{seat}"].data)
            if set_held is None or set_held.orders is None:
                yield bad(turn, "the orders that were held for the turn are gone", seat)
            elif set_held.orders != played or set_held.source != answer.source:
                yield bad(turn, "the orders held for the turn are not those that were played", seat)
            elif set_digest(set_held) != answer.held:
                yield bad(turn, OTHER_SET, seat)
        if answer.mail is not None:
            number = set_held.mail if set_held is not None else None
            found = mail.find_mail(connection, number) if number is not None else None
            yield from _brought(found, answer.mail, "with the orders", (turn, seat), kept)


def _acts(connection: Connection, row: GameRow, record: Record) -> Iterator[Finding]:
    """What game masters did: nothing that a link has is gone, and nothing was put between."""
    linked = {int(number) for page in record.pages for number in page.link.acts}
    turns = {page.link.turn for page in record.pages} | missing(record.pages)
    here = audit.acts_of(connection, row.id)
    for page in record.pages:
        for number in page.link.acts:
            if f"act/{number}" not in page.opened:
                yield bad(page.link.turn, f"what a game master did (act/{number}) is gone")
    for page in record.pages:
        outcome = page.link.outcome
        by_vote = [act for act in here if act.deed is Deed.AGREE and act.link == page.link.turn]
        if outcome is not None and outcome.agreed and not by_vote:
            yield bad(page.link.turn, "players ended the game, but no vote of theirs is on record")
    for act in here:
        late = act.link is None and act.number <= max(linked, default=0)
        if act.number not in linked and (late or act.link not in (None, *turns)):
            yield bad(act.link, f"what a game master did (act/{act.number}) was added later")


def _brought(
    found: InboxRow | None, digest: str, what: str, place: tuple[int, int], kept: _Kept
) -> Iterator[Finding]:
    """Whether a mail that counted, at this turn and for this seat, is here as it came."""
    turn, seat = place
    if found is None and kept.is_over and turn < kept.first_here:
        yield unknown(turn, f"the mail {what} was not kept when the game came here", seat)
    elif found is None:
        yield bad(turn, f"the mail {what} ({digest[:SHORT]}) is not on record", seat)
    elif not found.raw and found.uidvalidity == mail.NO_MAILBOX:
        yield unknown(turn, f"mail {found.id} {what} was kept back when the game came here", seat)
    elif not found.raw:
        yield _gone(turn, seat, f"mail {found.id} {what}", kept, needed=True)
    elif found.digest != digest or hashlib.sha256(found.raw).hexdigest() != digest:
        yield bad(turn, f"mail {found.id} {what} is not the one that came", seat)


def _gone(turn: int | None, seat: int | None, name: str, kept: _Kept, *, needed: bool) -> Finding:
    """Bytes that are not here: let go of in their time, or taken away. `needed`: the game needed
    them as long as it went on."""
    if not needed or kept.may_go:
        return unknown(turn, f"{name} is not kept any more", seat)
    early = f" before its time (mails are kept for {kept.span})" if kept.is_over else ""
    return bad(turn, f"{name} is gone{early}", seat)


def _mails(connection: Connection, row: GameRow, record: Record, kept: _Kept) -> Iterator[Finding]:
    """All that was written in the game: its bytes, that the links have it, and what it says."""
    listed = {page.link.turn: _listed(page) for page in record.pages}
    present: set[str] = set()
    saved, sound = [], 0
    linked: Counter[int | None] = Counter()
    for one in mail.each_outgoing(connection, row.id):
        trouble = list(_mail(one, listed, kept))
        yield from trouble
        present.add(one.digest)
        linked[one.link] += 1
        sound += not trouble
        witness = read_witness(one.data)
        if witness is not None:
            saved.append(Saved(f"mail {one.id}, a {one.kind}", witness))
    undone_too = [(page.link.turn, _listed(page)) for page in itertools.chain(*record.undone)]
    for turn, digests in (*listed.items(), *undone_too):
        if turn < kept.first_here or (row.formerly and digests.isdisjoint(present)):
            continue
        for digest in sorted(digests - present):
            yield bad(turn, f"a mail written before this turn ({digest[:SHORT]}) is gone")
    yield from _homeless(record, linked)
    yield from hold_against(record, saved)
    yield from _in_store(connection, row, saved)
    if sound:
        yield Finding(None, Mark.OK, f"{sound} mails of this game are as they were written")


def _in_store(connection: Connection, row: GameRow, saved: Sequence[Saved]) -> Iterator[Finding]:
    """What the open turn opened with, and what is in store for later ones, against what the
    players were told of it."""
    if row.status == GameStatus.FINISHED:
        return
    told = told_in_store([one for one in saved if one.witness.chain.line == row.rollbacks])
    asked = {ask.seat: ask.stored for ask in games.open_asks(connection, row.id)}
    later = games.later_lines(connection, row.id)
    for seat in games.seats_of(connection, row.id):
        if seat.kind is SeatKind.BOT and seat.standing:
            yield bad(row.turn, "lines are repeated for a seat that a bot plays", seat.seat)
        found = told.get(seat.seat, [])
        if not seat.has_person or not found or found[-1].lines is None:
            continue
        now = in_store(seat.standing, later.get(seat.seat, {}), row.turn)
        if now != found[-1].after(row.turn):
            text = f"{found[-1].name}, told of other lines repeated or kept than there are now"
            yield bad(row.turn, text, seat.seat)
        last = last_before(found, row.turn)
        if seat.seat not in asked or not last:
            continue
        if asked[seat.seat] not in [one.for_turn(row.turn) for one in last]:
            text = f"{last[-1].name}, told of other lines in store than the open turn began with"
            yield bad(row.turn, text, seat.seat)


def _mail(one: OutboxRow, listed: Mapping[int, set[str]], kept: _Kept) -> Iterator[Finding]:
    """One mail that was sent or is about to be: its bytes, and that its link has it."""
    name = f"mail {one.id}, a {one.kind}"
    if not one.data:
        needed = one.kind in WITNESSES or one.created >= kept.since
        yield _gone(one.turn, one.seat, f"{name},", kept, needed=needed)
    elif hashlib.sha256(one.data).hexdigest() != one.digest:
        yield bad(one.turn, f"{name}, is not the one that was written", one.seat)
    if one.link is not None and one.digest not in listed.get(one.link, {one.digest}):
        yield bad(one.link, f"{name}, is not in the link that should have it", one.seat)


def _homeless(record: Record, linked: Mapping[int | None, int]) -> Iterator[Finding]:
    """Mails of links behind the end of the record; one missing before that is told already."""
    turns = {None, *(page.link.turn for page in record.pages), *missing(record.pages)}
    for turn, mails in linked.items():
        if turn not in turns:
            yield bad(turn, f"mails written before this turn ({mails}) are here, its link is not")


def _listed(page: Page) -> set[str]:
    """The SHA-256 of the mails that a link has."""
    return set(msgspec.json.decode(bytes(page.opened[MAILS].data), type=list[str]))
