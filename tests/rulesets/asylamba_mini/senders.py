"""Missions to send, and factions to send them."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Purse,
    Technologies,
)
from pbem.rulesets.asylamba_mini.orders import Send
from tests.rulesets.asylamba_mini.situation import (
    ONE,
    Game,
    new_game,
)


def colonise(source: int, target: int, *, free: bool = False) -> Send:
    return Send("colonise", ONE, source, target, free)


def conquer(source: int, target: int, *, free: bool = False) -> Send:
    return Send("conquer", ONE, source, target, free)


def reinforce(source: int, target: int, fleets: Fleets = ONE) -> Send:
    return Send("reinforce", fleets, source, target)


def sender(*factions: str, administration: int = 11) -> Game:
    """Seat 1 may send what it likes: nothing but the tested rule holds it back."""
    game = new_game(*factions)
    technologies = Technologies(administration=administration, conquest=1)
    game = game.with_faction(1, technologies=technologies, purse=Purse(5000, 0, 5000))
    return game.with_sector(18, fleets=Fleets(light=90), facilities=Facilities())
