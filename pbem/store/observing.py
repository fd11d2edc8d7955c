"""Observers as frozen values: who may watch a game, and who does."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Watching(StrEnum):
    """Who may watch a game."""

    ALL = "all"
    """Whoever asks."""
    INVITED = "invited"
    """Whom a game master has named."""
    NONE = "none"


def _new_nonce() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True)
class ObserverRow:
    """Somebody who watches a game, with a ``number`` of their own in it. ``until`` is by when they
    have to confirm that they want to; None once they have. ``each_turn``: they are told of every
    turn at once, not once a day at the most; ``letters``: of what players write to all, too, of
    which they have ``heard`` what was due until then. ``told`` and ``told_at`` are as a seat's: the
    last turn that they were told of, and when. ``story`` is when they are to be told that of the
    game, which is over; ``knows_end``: they were told how it ended. ``nonce`` is in the token of
    every reply address to them."""

    game: str
    number: int
    address: str
    nonce: str = field(default_factory=_new_nonce)
    until: datetime | None = None
    each_turn: bool = False
    letters: bool = False
    told: int = -1
    told_at: datetime | None = None
    heard: datetime | None = None
    story: datetime | None = None
    knows_end: bool = False
