"""Holds mails against a record: what they said when they were written still has to be true."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from pbem.engine.chain import ANSWER, ORDERS, Answer, Founding, Page, seal
from pbem.engine.replay import SHORT, Finding, Mark, Record, bad, unknown
from pbem.mailer.witness import NOTHING_HELD, Part, Witness


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
