"""What every report and receipt says of the chain, and how it is read back from a saved mail.

A mail in a player's mailbox is out of the service's reach: what it says of the record then
is what the record has to say for ever.
"""

from __future__ import annotations

import email
import re
from email.message import Message
from email.parser import BytesHeaderParser

import msgspec

from pbem.engine.i18n import _

CHAIN = "X-Pbem-Chain"
HELD = "X-Pbem-Held"
NOTHING_HELD = "none"
SHOWN = 16
"""Digits of a hash that the text of a mail shows; its header has all 64."""

_CHAIN = re.compile(
    r"(?P<game>[a-z0-9-]+) (?P<seat>\d{1,4}) (?P<turn>\d{1,6}) (?P<head>[0-9a-f]{64})"
)


class Chain(msgspec.Struct, frozen=True):
    """The head of a game's chain after a turn, as it is told to a seat."""

    game: str
    seat: int
    turn: int
    head: str


class Part(msgspec.Struct, frozen=True):
    """A part of the turn just closed, laid open to its owner: salt in hex, and JSON text."""

    salt: str
    data: str


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """What one mail says. ``held`` is the SHA-256 of the orders that its reader held for the next
    turn, or :data:`NOTHING_HELD`; None where it does not tell. What follows comes from
    report.json; None where there is none, or it does not tell."""

    chain: Chain
    kind: str
    held: str | None = None
    commitment: str | None = None
    secret: str | None = None
    confirmation: str | None = None
    opened: dict[str, Part] | None = None


class _Attachment(msgspec.Struct):
    """What counts here of a report.json."""

    commitment: str | None = None
    secret: str | None = None
    confirmation: str | None = None
    opened: dict[str, Part] | None = None


def header_lines(chain: Chain | None, held: str | None) -> list[str]:
    """The header lines of a mail; `held` as in :class:`Witness`."""
    lines = [f"{CHAIN}: {chain.game} {chain.seat} {chain.turn} {chain.head}"] if chain else []
    return [*lines, f"{HELD}: {held}"] if held else lines


def sentence(chain: Chain | None, held: str | None, *, explain: bool = False) -> str:
    """The same in words; empty where there is no chain. `explain` says what it is for."""
    if chain is None:
        return ""
    told = _("Record of the game after turn {turn}: {head}.").format(
        turn=chain.turn, head=chain.head[:SHOWN]
    )
    if held and held != NOTHING_HELD:
        told += " " + _("Your orders: {held}.").format(held=held[:SHOWN])
    if explain:
        told += " " + _("Keep this mail: by it anyone can tell if the record is changed later.")
    return told


def read_witness(raw: bytes) -> Witness | None:
    """What a saved mail says; None where it is none of ours, or says nothing of a chain."""
    message = email.message_from_bytes(raw)
    found = _CHAIN.fullmatch(" ".join(str(message.get(CHAIN, "")).split()))
    if found is None:
        return None
    attached = _attachment(message)
    return Witness(
        chain=Chain(found["game"], int(found["seat"]), int(found["turn"]), found["head"]),
        kind=str(message.get("X-Pbem", "")).strip(),
        held=str(message[HELD]).strip() if message[HELD] else None,
        commitment=attached.commitment if attached else None,
        secret=attached.secret if attached else None,
        confirmation=attached.confirmation if attached else None,
        opened=attached.opened if attached else None,
    )


def tells_what_is_held(raw: bytes) -> bool:
    """Whether a mail of ours says what orders its reader holds."""
    return BytesHeaderParser().parsebytes(raw)[HELD] is not None


def _attachment(message: Message) -> _Attachment | None:
    for part in message.walk():
        if part.get_filename() == "report.json":
            payload = part.get_payload(decode=True)
            try:
                return msgspec.json.decode(payload or b"", type=_Attachment)  # type: ignore[arg-type]
            except msgspec.MsgspecError:
                return None
    return None


def as_sent(raw: bytes) -> bytes:
    """A saved mail without the header lines that servers put before ours, with our line ends:
    byte for byte what left the service, where nobody on the way changed anything."""
    text = raw.replace(b"\r\n", b"\n")
    start = 0 if text.startswith(b"From: ") else text.find(b"\nFrom: ") + 1
    return text[start:].replace(b"\n", b"\r\n")
