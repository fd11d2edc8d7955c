"""What of a game its masters are to be told, as data: each reads it in their own language."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec


class Matter(StrEnum):
    """What is the matter with a game."""

    WAITS = "waits"
    """A turn waits for a game master: more than ``count`` people sent no orders."""
    MISSED = "missed"
    """A player has missed ``count`` turns in a row."""
    FAILS = "fails"
    """Mail to a player fails."""
    HELD = "held"
    """Mail ``number`` for a seat may not be its player's, and is held."""
    UNREAD = "unread"
    """A player's mail was neither read nor answered."""
    JOINED = "joined"
    """An open seat was taken; ``count`` are free."""
    RESIGNED = "resigned"
    """A player has given the seat up, or lost it for ``count`` missed turns; until ``until`` they
    may take it back."""
    RETURNED = "returned"
    LENT = "lent"
    """Somebody else plays a seat until ``until``."""
    STOOD_BY = "stood by"
    """Somebody who stood by has taken a seat."""
    MOVED = "moved"
    """A player has another address; the one ``before`` is void."""
    OVER = "over"
    """The game is over; ``names`` are those who won."""
    ASKS = "asks"
    """Somebody waits to be approved of."""
    DECLINED = "declined"
    """Somebody who was invited said no."""
    LAPSED = "lapsed"
    """Somebody who was invited did not answer."""
    LEFT = "left"
    """Somebody runs the game no more, by their own word."""
    UNCLOSED = "unclosed"
    """The turn cannot be closed, for a fault of the service."""
    UNTOLD = "untold"
    """Reports of the turn cannot be written, for a fault of the service."""
    UNPASSED = "unpassed"
    """Letters cannot be passed on, for a fault of the service."""


class Concern(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that its masters should know of a game. ``seat``, ``name`` and ``address`` are of
    whom it is about; which of the rest there is depends on the matter."""

    game: str
    matter: Matter
    seat: int = 0
    name: str = ""
    address: str = ""
    turn: int = 0
    count: int = 0
    number: int = 0
    names: tuple[str, ...] = ()
    before: str = ""
    until: datetime | None = None
