"""What every report and receipt says of the chain, and how it is read back from a saved mail.

A mail in a player's mailbox is out of the service's reach: what it says of the record then
is what the record has to say for ever.
"""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Mapping, Sequence
from email.message import Message
from email.parser import BytesHeaderParser

import msgspec

from pbem.engine.i18n import _

CHAIN = "X-Pbem-Chain"
HELD = "X-Pbem-Held"
STORED = "X-Pbem-Stored"
NOTHING_HELD = "none"
EVERY_TURN = "@"
"""Stands for lines repeated every turn where those sent ahead have the number of theirs."""
ANEW = "anew"
"""Says that the mail answered has changed what is in store."""
SHOWN = 16
"""Digits of a hash that the text of a mail shows; its header has all 64."""

_CHAIN = re.compile(
    r"(?P<game>[a-z0-9-]+) (?P<seat>\d{1,4}) (?P<turn>\d{1,6}) (?P<head>[0-9a-f]{64})"
    r"(?: (?P<line>\d{1,6}))?"
)


class Chain(msgspec.Struct, frozen=True):
    """The head of a game's chain after a turn, as it is told to a seat; ``line`` is how often the
    game had been taken back by then."""

    game: str
    seat: int
    turn: int
    head: str
    line: int = 0

    def __str__(self) -> str:
        line = f" {self.line}" if self.line else ""
        return f"{self.game} {self.seat} {self.turn} {self.head}{line}"


class Part(msgspec.Struct, frozen=True):
    """A part of the turn just closed, laid open to its owner: salt in hex, and JSON text."""

    salt: str
    data: str


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """What one mail says. ``held`` is the SHA-256 of the orders that its reader held for the next
    turn, or :data:`NOTHING_HELD`; None where it does not tell. ``stored`` is what :func:`in_store`
    says, None where it does not tell, ``anew`` whether it is otherwise than told
    before. What follows comes from report.json; None where there is none, or it does not tell."""

    chain: Chain
    kind: str
    held: str | None = None
    stored: dict[str, str] | None = None
    anew: bool = False
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


def digest_of_lines(lines: Sequence[str]) -> str:
    """The SHA-256 of order lines as they are stored, in hex."""
    return hashlib.sha256(msgspec.json.encode(list(lines))).hexdigest()


def in_store(
    repeated: Sequence[str], ahead: Mapping[int, Sequence[str]], after: int = 0
) -> dict[str, str]:
    """The SHA-256 of the lines that are in store for turns after that one: those repeated every
    turn behind :data:`EVERY_TURN`, those sent ahead behind the number of their turn."""
    lines = {str(turn): said for turn, said in sorted(ahead.items()) if said and turn > after}
    if repeated:
        lines = {EVERY_TURN: repeated, **lines}
    return {mark: digest_of_lines(said) for mark, said in lines.items()}


def header_lines(
    chain: Chain | None,
    held: str | None,
    stored: Mapping[str, str] | None = None,
    *,
    anew: bool = False,
) -> list[str]:
    """The header lines of a mail; what they say as in :class:`Witness`."""
    lines = [f"{CHAIN}: {chain}"] if chain else []
    if held:
        lines.append(f"{HELD}: {held}")
    if stored is not None:
        told = [f"{mark} {digest}" for mark, digest in stored.items()] or [NOTHING_HELD]
        lines += [f"{STORED}: {one}" for one in (*told, *([ANEW] if anew else ()))]
    return lines


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
        chain=Chain(
            found["game"],
            int(found["seat"]),
            int(found["turn"]),
            found["head"],
            int(found["line"] or 0),
        ),
        kind=str(message.get("X-Pbem", "")).strip(),
        held=str(message[HELD]).strip() if message[HELD] else None,
        stored=_stored(message),
        anew=ANEW in message.get_all(STORED, ()),
        commitment=attached.commitment if attached else None,
        secret=attached.secret if attached else None,
        confirmation=attached.confirmation if attached else None,
        opened=attached.opened if attached else None,
    )


def tells_what_is_held(raw: bytes) -> bool:
    """Whether a mail of ours says what orders its reader holds."""
    return BytesHeaderParser().parsebytes(raw)[HELD] is not None


def _stored(message: Message) -> dict[str, str] | None:
    told = [str(line).split() for line in message.get_all(STORED, ())]
    return {one[0]: one[1] for one in told if len(one) == 2} if told else None


def _attachment(message: Message) -> _Attachment | None:
    for part in message.walk():
        if part.get_filename() == "report.json":
            payload = part.get_payload(decode=True)
            try:
                return msgspec.json.decode(
                    payload if isinstance(payload, bytes) else b"", type=_Attachment
                )
            except msgspec.MsgspecError:
                return None
    return None


def as_sent(raw: bytes) -> bytes:
    """A saved mail without the header lines that servers put before ours, with our line ends:
    byte for byte what left the service, where nobody on the way changed anything."""
    text = raw.replace(b"\r\n", b"\n")
    start = 0 if text.startswith(b"From: ") else text.find(b"\nFrom: ") + 1
    return text[start:].replace(b"\n", b"\r\n")
