"""Who may join a game."""

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
