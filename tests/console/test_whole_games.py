"""A game of each ruleset to its end against the house bot, by somebody who types nothing: the
mails that come are opened in the browser, and what the page mails is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import registry
from pbem.engine.rng import Chance, Stream
from pbem.service.gamefile import SeatSpec
from pbem.store.records import OVER
from tests.console.browser import RULESETS, Player, attached
from tests.console.drivers import in_chromium
from tests.servers.plugin import MailHost
from tests.service.wired import WiredWorld, wired_world
from tests.service.world import NOON_TO_NOON, text_of

SHORT: Mapping[str, Mapping[str, Any]] = {
    "asylamba-mini": {"max_turns": 12},
    "god-unit": {"max_turns": 20, "width": 16, "height": 16},
    "hegemon": {"turns": 8},
    "parsec": {"board": "random", "width": 8, "height": 8},
}
"""Settings by which a game is soon over."""
MOST_MAILS = 200
REFUSED = re.compile(r"^\| x ", re.M)
"""How a receipt marks a line that does not count."""


def newest(world: WiredWorld) -> tuple[int, bytes]:
    """The latest console in Anna's mailbox, and the turn for which it is."""
    mails = [raw for raw in world.mailbox(world.at("anna")) if b"console.html" in raw]
    turns = [json.loads(attached(raw))["turn"] for raw in mails]
    return max(zip(turns, mails, strict=True), key=lambda found: found[0])


def compose(player: Player, stream: Stream) -> None:
    """What somebody clicks in a turn: all that the house bot would order, or one line of the menu,
    whatever of it."""
    if player.lines():
        player.press(player.one("#clear"))
    together = player.all("#proposed div > button")
    if together and stream.below(2):
        player.press(player.one("#proposed summary"))
        player.press(together[0])
        return
    for _click in range(100):
        shown = player.all("#composer .option, #composer .primary")
        player.press(stream.choice(shown or player.all("#composer .crumb")))  # back: unpayable
        if player.lines():
            return
    raise AssertionError("clicks lead to no line")


def receipts(player: Player, world: WiredWorld, ruleset: str) -> Iterator[str]:
    """Play the game to its end; what is said of each mail, once it is sent."""
    stream = Chance(b"whole games", 0, ruleset).stream("clicks")
    seen = 0
    for number in range(MOST_MAILS):
        turn, mail = newest(world)
        while turn == seen:  # others are at it
            world.wait(hours=1)
            turn, mail = newest(world)
        file = player.folder / f"{ruleset}-{number}.html"
        file.write_bytes(attached(mail, "console.html"))
        player.look_at(file)
        if world.game().status in OVER:
            return
        compose(player, stream)
        address, subject, text = player.mail()
        world.write(world.at("anna"), text, to=address, subject=subject)
        world.poll()
        seen = turn
        yield text_of(world.last(world.at("anna"), kind="receipt"))
    raise AssertionError(f"the game is not over after {MOST_MAILS} mails")


@pytest.mark.soak
@in_chromium
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_played_to_its_end_without_a_key_being_pressed(
    player: Player, tmp_path: Path, embedded_host: MailHost, ruleset: str
) -> None:
    with wired_world(tmp_path, embedded_host) as world:
        begin(world, ruleset)
        played = 0
        for receipt in receipts(player, world, ruleset):
            assert not REFUSED.search(receipt), receipt
            assert player.troubles() == []
            played += 1
        assert played >= 8
        assert player.all("#composer .option") == [], "a game that is over asks for nothing"


def begin(world: WiredWorld, ruleset: str) -> None:
    """A game of Anna and the house bot, in which she gets the console with every report."""
    bot = SeatSpec(bot=registry.load(ruleset).house_bot)
    seats = (SeatSpec(name="Anna", address=world.at("anna")), bot)
    world.new_game(
        ruleset=ruleset, seats=seats, options=dict(SHORT[ruleset]), schedule=NOON_TO_NOON
    )
    world.poll()
    world.reply(world.at("anna"), "CONSOLE ON")
    world.poll()
