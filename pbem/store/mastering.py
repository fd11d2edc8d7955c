"""Rows about those who run games: who they are, what they did, what they are to confirm."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pbem.store.records import GameStatus, new_nonce


class Role(StrEnum):
    """What a game master may do."""

    OWNER = "owner"
    """Everything."""
    ASSISTANT = "assistant"
    """Run turns and time; nothing that ends a game, or concerns who sits where."""
    PLAYER = "player"
    """Of an act on record: what players may do by themselves. No game master has it."""


class Deed(StrEnum):
    """What a game master did, or players by themselves, as the record of a game names it."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    DEADLINE = "deadline"
    EXTEND = "extend"
    CLOSE = "close"
    ROLLBACK = "rollback"
    SCHEDULE = "schedule"
    CANCEL = "cancel"
    ARCHIVE = "archive"
    EJECT = "eject"
    ADDRESS = "address"
    BOT = "bot"
    NAME = "name"
    LANGUAGE = "language"
    ZONE = "zone"
    RELEASE = "release"
    NOTE = "note"
    MESSAGE = "message"
    APPOINT = "appoint"
    DISMISS = "dismiss"
    PUBLISH = "publish"
    """Let out the results of a turn."""
    ORDERS = "orders"
    """Gave orders for a seat."""
    LOOK = "look"
    """Looked at a seat's position."""
    TRUTH = "truth"
    """Looked at the whole state of the game."""
    PREVIEW = "preview"
    """Was shown the results of a turn before the players."""
    AGREE = "agree"
    """Players have ended the game by a vote."""
    OBSERVER = "observer"
    """Asked somebody whether they want to watch."""
    UNWATCH = "unwatch"
    """Let somebody watch no more."""
    SHOW = "show"
    """Let the game stand on the public pages."""
    HIDE = "hide"
    """Took it off them."""
    INVITE = "invite"
    APPROVE = "approve"
    REFUSE = "refuse"
    READDRESS = "readdress"
    """A player plays from another address."""
    SUBSTITUTE = "substitute"
    """Somebody else plays a player's seat for a while."""
    STANDBY = "standby"
    """Somebody who stood by has taken a seat that had fallen free."""
    HANDBACK = "handback"
    """Whoever had let somebody else play a seat plays it again."""


@dataclass(frozen=True)
class MasterRow:
    """Somebody who runs a game. ``number`` 0 is the operator of the service, who has no row.
    ``nonce`` is in the token of every reply address to them."""

    game: str
    number: int
    name: str
    address: str
    language: str = ""
    zone: str = ""
    role: Role = Role.OWNER
    nonce: str = field(default_factory=new_nonce)


@dataclass(frozen=True)
class ConfirmationRow:
    """What a game master ``asked`` for, as it was written, and can confirm ``until`` then by the
    reply to the mail whose token has ``nonce``, as long as the game is in this ``status`` and the
    seat that it concerns has the nonce ``chair``; empty where it concerns none."""

    nonce: str
    game: str
    master: int
    asked: str
    until: datetime
    status: GameStatus
    chair: str = ""


@dataclass(frozen=True)
class AuditRow:
    """What the game master ``master`` did: 0 is the operator. ``seat``: whom alone it concerns; of
    what players did by themselves (then ``role`` says so, and ``master`` is 0), who it was.
    ``detail`` says more, and never an address. ``link``: in which turn's link of the chain it
    stands, None until there is one."""

    game: str
    number: int
    at: datetime
    role: Role
    master: int
    deed: Deed
    seat: int | None
    detail: str
    link: int | None = None


def naming(master: MasterRow) -> str:
    """The detail of an act that names a game master, who may be none any more when it is read."""
    return f"{master.number} {master.name}".strip()


def named_in(act: AuditRow) -> tuple[int, str]:
    """Number and name of the game master whom an act names (:func:`naming`)."""
    number, _space, name = act.detail.partition(" ")
    return int(number), name
