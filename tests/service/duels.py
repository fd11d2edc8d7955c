"""Two small games in which is tried what becomes of a mail: what they begin with, and what a mail
is answered."""

from __future__ import annotations

from typing import Any

from pbem.service.gamefile import SeatSpec
from pbem.service.schedule import Schedule
from tests.service.world import ANNA, BORIS, World, text_of

LINE, OTHER, BAD = "BUILD 1 light", "BUILD 2 light", "BULD 1 light"
FACTIONS = ("Synelle", "Nerve", "Negore")


def new_galaxy(
    world: World, *people: str, game: str = "spring", every: str = "48h", **schedule: Any
) -> None:
    """Asylamba Mini of Anna and Boris, or of the addresses given. It takes the good lines of a
    mail and refuses the others."""
    people = people or (ANNA, BORIS)
    given: dict[str, Any] = {"reminders": (), "second_thoughts": "0m"}
    world.copied_game(
        id=game,
        ruleset="asylamba-mini",
        options={"balance": "source", "factions": list(FACTIONS[: len(people)])},
        seats=tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in people),
        schedule=Schedule(every=every, **(given | schedule)),
    )


def new_round(world: World, *, second_thoughts: str = "0m", **values: Any) -> None:
    """Parsec of Anna and Boris, both asked at once: some of its lines are orders of the turn,
    others stay."""
    schedule = Schedule(every="24h", reminders=(), second_thoughts=second_thoughts)
    world.copied_game(ruleset="parsec", options={"pace": "round"}, schedule=schedule, **values)


def write(world: World, player: str, text: str, game: str = "spring") -> str:
    """A mail is read; what it is answered, in one line."""
    world.reply(player, text, to=world.last(player, kind="report", game=game))
    world.poll()
    return said(world, player, game=game)


def said(world: World, player: str, kind: str = "receipt", game: str = "spring") -> str:
    """The newest mail of a kind to a player, in one line."""
    return " ".join(text_of(world.last(player, kind=kind, game=game)).split())
