"""What the players of a game decide together, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

import msgspec

Share = Literal["none", "half", "two thirds", "all"]
"""How many of the people have to say yes: more than half, two thirds, all; "none": no such vote."""


class Voting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[votes]`` of a game file: which share of the people each decision takes."""

    draw: Share = "all"
    concede: Share = "all"
    end: Share = "all"
    extend: Share = "half"
    names: Literal["secret", "open"] = "secret"
    """Whether players are told who voted how, besides how many said yes."""
    days: Annotated[int, msgspec.Meta(ge=1, le=30)] = 3
    """How long a vote is open at the most."""


BY_DEFAULT = Voting()
"""What a game has that says nothing of it."""


class Motion(StrEnum):
    """What can be voted on."""

    DRAW = "draw"
    CONCEDE = "concede"
    END = "end"
    EXTEND = "extend"


@dataclass(frozen=True)
class MotionRow:
    """Something to vote on, proposed from seat ``proposer`` in turn ``turn``, ``until`` then.
    ``target`` is whom the game would be conceded to, ``hours`` by how many the deadline would be
    put off. ``ended``: when it was decided, or ran out; ``passed``: whether it was carried."""

    game: str
    number: int
    motion: Motion
    target: int | None
    hours: int | None
    proposer: int
    turn: int
    opened: datetime
    until: datetime
    ended: datetime | None = None
    passed: bool = False


Ballots = Mapping[int, bool]
"""By seat whether it said yes."""
