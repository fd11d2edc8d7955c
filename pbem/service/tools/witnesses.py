"""Holds mails against a record: what they said when they were written still has to be true."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import msgspec

from pbem.engine.chain import ANSWER, ORDERS, Answer, Founding, Page, seal
from pbem.engine.replay import SHORT, Finding, Mark, Record, answers_of, bad, unknown
from pbem.mailer.witness import EVERY_TURN, NOTHING_HELD, Part, Witness


@dataclass(frozen=True)
class Saved:
    """A mail at hand: how it is called, and what it says. ``second`` is when it was written, where
    nothing else tells which of two was written first."""

    name: str
    witness: Witness
    second: datetime | None = None


def hold_against(record: Record, saved: Sequence[Saved]) -> Iterator[Finding]:
    """What the mails, oldest first, have to say of the record."""
    pages = {page.link.turn: page for page in record.pages}
    founding = record.pages[0].link.founding if record.pages else None
    agree = 0
    for one in saved:
        found = [*_head(one, pages), *_founding(one, founding, record.secret), *_own(one, pages)]
        yield from found
        agree += not found
    yield from _held(saved, pages)
    for seat, told in told_in_store(saved).items():
        yield from _stored(seat, told, pages)
    if agree:
        mails = "1 mail agrees" if agree == 1 else f"{agree} mails agree"
        yield Finding(None, Mark.OK, f"{mails} with the record on its heads and hashes")
    published = sum(one.witness.commitment is not None for one in saved)
    if founding is not None and not published:
        why = "no first report is at hand"
        yield unknown(None, f"{why}: whether the commitment is the one published cannot be checked")


def _head(one: Saved, pages: Mapping[int, Page]) -> Iterator[Finding]:
    told = one.witness.chain
    page = pages.get(told.turn)
    if page is None:
        yield bad(told.turn, f"{one.name}, tells of this turn, of which there is no record")
    elif page.head != told.head:
        yield bad(
            told.turn,
            f"{one.name}, says that the head is {told.head[:SHORT]}, recorded is "
            f"{page.head[:SHORT]}: this turn or one before was changed after it was written",
            told.seat,
        )


def _founding(one: Saved, founding: Founding | None, secret: bytes | None) -> Iterator[Finding]:
    said = one.witness
    if founding is None:
        return
    if said.commitment and said.commitment != founding.commitment:
        yield bad(
            0,
            f"{one.name}, published the commitment {said.commitment[:SHORT]}, recorded is "
            f"{founding.commitment[:SHORT]}: the secret was replaced",
            said.chain.seat,
        )
    if said.secret and secret is not None and said.secret != secret.hex():
        yield bad(None, f"{one.name}, told another secret", said.chain.seat)
    if said.confirmation and said.confirmation not in founding.confirmations:
        yield bad(0, f"{one.name}: this confirmation is not in the dice", said.chain.seat)


def _own(one: Saved, pages: Mapping[int, Page]) -> Iterator[Finding]:
    """The parts that were laid open to the reader alone."""
    page = pages.get(one.witness.chain.turn)
    if page is None:
        return
    seat, told = one.witness.chain.seat, one.witness.opened or {}
    answer, played = told.get(f"{ANSWER}/{seat}"), told.get(f"{ORDERS}/{seat}")
    if answer is None or not 0 < seat <= len(page.link.answers):
        return
    said = _answer(answer)
    true = _sealed(answer) == page.link.answers[seat - 1]
    if played is not None:
        true = true and said is not None and said.orders == _sealed(played)
    if not true:
        text = f"{one.name}: the record has other orders than those it told as played"
        yield bad(page.link.turn, text, seat)


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
    for (seat, turn), found in last.items():
        told = {one.witness.held for one in found}
        if NOTHING_HELD in told or turn not in pages:
            continue
        opened = pages[turn].opened.get(f"{ORDERS}/{seat}")
        name = found[-1].name
        if opened is None:
            if f"{ANSWER}/{seat}" in pages[turn].opened:
                yield bad(turn, f"{name}, told orders to be held that were not played", seat)
        elif hashlib.sha256(bytes(opened.data)).hexdigest() not in told:
            yield bad(turn, f"{name}, told other orders to be held than were played", seat)


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
