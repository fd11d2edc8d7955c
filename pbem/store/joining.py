"""Who may join a game, and what became of an invitation."""

from __future__ import annotations

from enum import StrEnum


class Joining(StrEnum):
    """Who may join a game."""

    OPEN = "open"
    """Whoever asks for a seat and confirms it."""
    APPROVE = "approve"
    """Of those, whom a game master approves of."""
    INVITED = "invited"
    """Whom a game master has invited."""


class Reply(StrEnum):
    """What became of an invitation."""

    AWAITED = "awaited"
    JOINED = "joined"
    REFUSED = "refused"
    LAPSED = "lapsed"
    """There was no answer in time."""
