"""For tests of press: a game of three people and a bot, who write to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.service.gamefile import PressSpec, SeatSpec
from pbem.store.talk import SIGNED_PRESS, PressKind
from tests.service.world import ANNA, BORIS, CHIARA, World, text_of

GM = "gm@example.org"
EVERY_KIND = tuple(PressKind)


def new_game(
    world: World,
    names: Sequence[str] = ("Anna", "Boris", "Chiara"),
    kinds: tuple[PressKind, ...] = SIGNED_PRESS,
    quiet: str = "",
    **values: Any,
) -> None:
    """Anna, Boris (with these quiet hours), Chiara, and a bot."""
    bot = {"god-unit": "swarm"}.get(values.get("ruleset", ""), "raider")
    people = zip(names, (ANNA, BORIS, CHIARA), ("", quiet, ""), strict=True)
    given: dict[str, Any] = {
        "seats": (
            *(SeatSpec(name=name, address=to, quiet=hours) for name, to, hours in people),
            SeatSpec(name="Robot", bot=bot),
        ),
        "press": PressSpec(kinds=kinds),
    }
    world.copied_game(**(given | values))


def letters(world: World, to: str) -> list[str]:
    """The texts of all press that an address was sent."""
    return [_text(mail) for mail in world.mails(to, kind="press")]


def write(world: World, sender: str, text: str, of: str = "report", **more: Any) -> str:
    """Send a mail in reply to the newest of a kind, and return what answers it."""
    if "to" not in more:
        kind = of if of in ("report", "notice", "press") else "report"
        more["to"] = world.last(sender, kind=kind)
    world.reply(sender, text, **more)
    written = f"<mail-{world._serial}@"
    world.poll()
    world.clock.move(seconds=1)
    world.poll()
    answers = [m for m in world.mails(sender) if str(m["In-Reply-To"]).startswith(written)]
    return "\n\n".join(map(_text, answers))


def _text(mail: Any) -> str:
    return text_of(mail).replace("\r\n", "\n")
