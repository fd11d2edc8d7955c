"""Holds mails against a record: what they said when they were written still has to be true."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import msgspec

from pbem.engine.chain import ANSWER, ORDERS, Answer, Founding, Page, seal
from pbem.engine.replay import Finding, Mark, Record, answers_of, apart, bad, missing, unknown
from pbem.mailer.witness import EVERY_TURN, NOTHING_HELD, Part, Witness

REPORTS = ("report", "copy")
"""Kinds of mail that are reports; a copy is one that was asked for again."""


@dataclass(frozen=True)
class Saved:
    """A mail at hand: how it is called, and what it says. ``second`` is when it was written, where
    nothing else tells which of two was written first."""

    name: str
    witness: Witness
    second: datetime | None = None


def hold_against(record: Record, saved: Sequence[Saved]) -> Iterator[Finding]:
    """What the mails, oldest first, have to say of the record."""
    lines = [{page.link.turn: page for page in pages} for pages in record.lines()]
    founding = record.pages[0].link.founding if record.pages else None
    agree = 0
    yield from _unrecorded(saved, record)
    for one in saved:
        pages = lines[one.witness.chain.line] if one.witness.chain.line < len(lines) else {}
        found = [*_head(one, pages), *_founding(one, founding, record.secret), *_own(one, pages)]
        yield from found
        agree += not found and one.witness.chain.turn in pages
    for number, pages in enumerate(lines):
        of_line = [one for one in saved if one.witness.chain.line == number]
        yield from _held(of_line, pages)
        for seat, told in told_in_store(of_line).items():
            yield from _stored(seat, told, pages)
    if agree:
        mails = "1 mail agrees" if agree == 1 else f"{agree} mails agree"
        yield Finding(None, Mark.OK, f"{mails} with the record on its heads and hashes")
    published = sum(one.witness.commitment is not None for one in saved)
    if founding is not None and not published:
        why = "no first report is at hand"
        yield unknown(None, f"{why}: whether the commitment is the one published cannot be checked")


def _unrecorded(saved: Sequence[Saved], record: Record) -> Iterator[Finding]:
    """Mails that tell of turns behind the end of the record; one that is missing before it is told
    already."""
    there = [{p.link.turn for p in pages} | missing(pages) for pages in record.lines()]
    telling = defaultdict(list)
    for one in saved:
        told = one.witness.chain
        if told.line >= len(there) or told.turn not in there[told.line]:
            telling[told.turn].append(one.name)
    for turn in sorted(telling):
        first, *others = telling[turn]
        more = f" (and {len(others)} more)" if others else ""
        yield bad(turn, f"{first}{more}, tells of this turn, of which there is no record")


def _head(one: Saved, pages: Mapping[int, Page]) -> Iterator[Finding]:
    told = one.witness.chain
    page = pages.get(told.turn)
    if page is not None and page.head != told.head:
        said, recorded = apart(told.head, page.head)
        yield bad(
            told.turn,
            f"{one.name}, says that the head is {said}, recorded is {recorded}: "
            "after it was written this turn or one before was changed, or the mail was",
            told.seat,
        )


def _founding(one: Saved, founding: Founding | None, secret: bytes | None) -> Iterator[Finding]:
    said = one.witness
    if founding is None:
        return
    if said.commitment and said.commitment != founding.commitment:
        published, recorded = apart(said.commitment, founding.commitment)
        yield bad(
            0,
            f"{one.name}, published the commitment {published}, recorded is {recorded}: "
            "the secret was replaced, or the mail was changed",
            said.chain.seat,
        )
    if said.secret and secret is not None and said.secret != secret.hex():
        yield bad(None, f"{one.name}, told another secret", said.chain.seat)
    if said.confirmation and said.confirmation not in founding.confirmations:
        yield bad(0, f"{one.name}: this confirmation is not in the dice", said.chain.seat)


def _own(one: Saved, pages: Mapping[int, Page]) -> Iterator[Finding]:
    """The parts that were laid open to the reader alone."""
    chain = one.witness.chain
    if _parts_of_reader(one, pages) is not None and not _laid_open(one, pages):
        text = f"{one.name}: the record has other orders than those it told as played"
        yield bad(chain.turn, text, chain.seat)


class _Opened(NamedTuple):
    """What a report lays open to its reader: their seal in the record, and the parts."""

    seal: str
    answer: Part
    orders: Part | None


def _parts_of_reader(one: Saved, pages: Mapping[int, Page]) -> _Opened | None:
    page, seat = pages.get(one.witness.chain.turn), one.witness.chain.seat
    told = one.witness.opened or {}
    answer = told.get(f"{ANSWER}/{seat}")
    if page is None or answer is None or not 0 < seat <= len(page.link.answers):
        return None
    return _Opened(page.link.answers[seat - 1], answer, told.get(f"{ORDERS}/{seat}"))


class _Played(NamedTuple):
    """What was played for a seat, as far as it is told: None where there were no orders."""

    orders: bytes | None


def _laid_open(one: Saved, pages: Mapping[int, Page]) -> _Played | None:
    """What a report lays open of its reader's orders; None where it does not, or where the record
    has sealed something else."""
    told = _parts_of_reader(one, pages)
    if told is None or _sealed(told.answer) != told.seal:
        return None
    said, orders = _answer(told.answer), told.orders
    if said is None or orders is None:
        return _Played(None) if said is None and orders is None else None
    return _Played(orders.data.encode()) if said.orders == _sealed(orders) else None


def at_hand(record: Record, saved: Sequence[Saved]) -> Iterator[Finding]:
    """Whose mails these are, and the turns of which none is there. A report may tell of several
    turns; for orders that came by mail a receipt says what was held."""
    pages = {page.link.turn: page for page in record.pages}
    by_seat: dict[int, list[Saved]] = defaultdict(list)
    for one in saved:
        by_seat[one.witness.chain.seat].append(one)
    for seat, mails in sorted(by_seat.items()):
        said = [one.witness for one in mails]
        reports = {one.chain.turn for one in said if one.kind in REPORTS}
        receipts = {one.chain.turn + 1 for one in said if one.held and one.kind not in REPORTS}
        there = f"reports of {_turns(reports)} and receipts for {_turns(receipts)} are at hand"
        yield Finding(None, Mark.OK, there, seat)
        if none := pages.keys() - reports:
            text = f"no report of {_turns(none)} is at hand: what one told is not compared"
            yield unknown(None, text, seat)
        ordered = {turn for turn, page in pages.items() if _by_mail(seat, page, mails)}
        if none := ordered - receipts:
            why = "what was held of the orders that came by mail is not compared"
            yield unknown(None, f"no receipt for {_turns(none)} is at hand: {why}", seat)


def _by_mail(seat: int, page: Page, mails: Sequence[Saved]) -> bool:
    """Whether a seat's orders came by mail, as far as the record or its own mails tell."""
    answer = answers_of(page).get(seat)
    for one in mails:
        told = _parts_of_reader(one, {page.link.turn: page})
        answer = answer or (_answer(told.answer) if told else None)
    return answer is not None and answer.mail is not None


def _turns(numbers: Iterable[int]) -> str:
    """In words: "turns 0-3, 5"; "no turn"."""
    turns = sorted(numbers)
    starts = [turn for turn in turns if turn - 1 not in turns]
    ends = [turn for turn in turns if turn + 1 not in turns]
    spans = [f"{a}-{b}" if a < b else f"{a}" for a, b in zip(starts, ends, strict=True)]
    return f"turn{'s' if len(turns) > 1 else ''} {', '.join(spans)}" if spans else "no turn"


def _answer(part: Part) -> Answer | None:
    try:
        return msgspec.json.decode(part.data, type=Answer | None)
    except msgspec.MsgspecError:
        return None


def _sealed(part: Part) -> str:
    try:
        return seal(bytes.fromhex(part.salt), part.data.encode())
    except ValueError:
        return ""


def _held(saved: Sequence[Saved], pages: Mapping[int, Page]) -> Iterator[Finding]:
    """The orders that each seat was last told to hold for a turn, against those played."""
    last: dict[tuple[int, int], list[Saved]] = {}
    for one in saved:
        if one.witness.held is not None:
            found = last.setdefault((one.witness.chain.seat, one.witness.chain.turn + 1), [])
            if one.second is None or any(other.second != one.second for other in found):
                found.clear()
            found.append(one)
    played = _played(saved, pages)
    for (seat, turn), found in last.items():
        told = {one.witness.held for one in found}
        if NOTHING_HELD in told or (seat, turn) not in played:
            continue
        orders, name = played[seat, turn].orders, found[-1].name
        if orders is None:
            yield bad(turn, f"{name}, told orders to be held that were not played", seat)
        elif hashlib.sha256(orders).hexdigest() not in told:
            yield bad(turn, f"{name}, told other orders to be held than were played", seat)


def _played(saved: Sequence[Saved], pages: Mapping[int, Page]) -> dict[tuple[int, int], _Played]:
    """By seat and turn what was played: as the record tells, else as the seat's own report does."""
    found = {}
    for one in saved:
        opened = _laid_open(one, pages)
        if opened is not None:
            found[one.witness.chain.seat, one.witness.chain.turn] = opened
    for turn, page in pages.items():
        for seat in range(1, len(page.link.answers) + 1):
            orders = page.opened.get(f"{ORDERS}/{seat}")
            if orders is not None or f"{ANSWER}/{seat}" in page.opened:
                found[seat, turn] = _Played(bytes(orders.data) if orders else None)
    unplayed = {turn for turn, page in pages.items() if _is_unplayed(page)}
    return {place: one for place, one in found.items() if place[1] not in unplayed}


def _is_unplayed(page: Page) -> bool:
    """Whether the players ended the game in this turn, so that no orders were played."""
    return page.link.outcome is not None and bool(page.link.outcome.agreed)


class InStore(NamedTuple):
    """What a mail, written while `turn` was open, says that is in store for later turns; ``lines``
    is None where that is over, for who resigned; ``anew`` where the mail answered changed them.
    ``second`` as in :class:`Saved`."""

    name: str
    turn: int
    anew: bool
    lines: dict[str, str] | None
    second: datetime | None = None

    def for_turn(self, turn: int) -> str | None:
        """The SHA-256 of the lines that go into a turn as it opens."""
        lines = self.lines or {}
        return lines.get(str(turn), lines.get(EVERY_TURN))

    def after(self, turn: int) -> dict[str, str]:
        """What is left once a turn has opened."""
        lines = self.lines or {}
        return {m: lines[m] for m in lines if m == EVERY_TURN or int(m) > turn}

    def goes_on(self, before: InStore) -> bool:
        """Whether it says nothing else than the mail before it, or may."""
        if self.anew or self.lines is None or before.lines is None:
            return True
        return _at_once(self, before) or self.lines == before.after(self.turn)


def told_in_store(saved: Sequence[Saved]) -> dict[int, list[InStore]]:
    """By seat what mails say of lines in store, the oldest first."""
    found: dict[int, list[InStore]] = {}
    for one in saved:
        said, place = one.witness, one.witness.chain
        ended = said.kind == "notice" and said.held == NOTHING_HELD
        if said.stored is not None or ended:
            told = InStore(one.name, place.turn + 1, said.anew, said.stored, one.second)
            found.setdefault(place.seat, []).append(told)
    return found


def last_before(told: Sequence[InStore], turn: int) -> list[InStore]:
    """The last word before a turn opened; of one second all, and none where it is over."""
    earlier = [one for one in told if one.turn < turn]
    last = [one for one in earlier if one is earlier[-1] or _at_once(one, earlier[-1])]
    return [] if any(one.lines is None for one in last) else last


def _at_once(one: InStore, other: InStore) -> bool:
    return one.second is not None and one.second == other.second


def _stored(seat: int, told: Sequence[InStore], pages: Mapping[int, Page]) -> Iterator[Finding]:
    """What was said to be in store: without a mail that changed it none says otherwise than
    the one before, and what a turn opened with is what it was."""
    for before, one in pairwise(told):
        if not one.goes_on(before):
            text = f"{one.name}: other lines are repeated or kept than {before.name}, told"
            yield bad(one.turn, text, seat)
    for turn, page in pages.items():
        last, answer = last_before(told, turn), answers_of(page).get(seat)
        if not last or answer is None:
            continue
        if answer.stored not in [one.for_turn(turn) for one in last]:
            text = f"{last[-1].name}, told of other lines in store than this turn opened with"
            yield bad(turn, text, seat)
