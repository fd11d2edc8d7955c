"""A game whose data have no vowels, and how its players write: for scenes in the language of
accents."""

from __future__ import annotations

from typing import Any

from pbem.service.gamefile import SeatSpec
from pbem.service.schedule import Schedule
from tests.service.world import World, read

TTT, BRK, NNT = "ttt@example.org", "brk@example.org", "nnt@example.org"
STRANGER = "zzz@elsewhere.test"
SERVICE = "orders@pbem.localhost"
ITEMS = ("Cnmy", "Nvrnmt", "Dfns")
MOVE = "Cnmy 60% coop 70 with 0-200 comp 30\nDfns 40% comp 100 attack 0-50"
OTHER = "Nvrnmt 40% comp 100 attack 0-50"
FLAWED = "Cnmy 60% cop 70\nCnmy 50%\n  Nvrmt 30%\nCnmy 500%\nTURN 1: Cnmy 10%\n@"


def new_game(world: World, **values: Any) -> None:
    """A game whose data have no vowels: Ttt sits with Brk and a bot."""
    given: dict[str, Any] = {
        "id": "sprng",
        "title": "Sprng",
        "seats": CHAIRS,
        "options": {"items": ITEMS},
        "schedule": Schedule(every="48h", second_thoughts="0m", reminders=("24h",)),
    }
    world.new_game(**(given | values))


def say(world: World, *texts: str, player: str = TTT, **headers: str) -> None:
    """Replies to the player's last report (or what else came first), one mail each."""
    for text in texts:
        rows = world.rows(recipient=player, kind="report") or world.rows(recipient=player)
        to = read(rows[-1])
        subject = f"Re: {to['Subject']}"
        world.write(player, text, to=str(to["Reply-To"]), **({"subject": subject} | headers))
        world.poll()


CHAIRS = (
    SeatSpec(name="Ttt", address=TTT),
    SeatSpec(name="Brk", address=BRK),
    SeatSpec(name="Mgt", bot="hedger"),
)
