"""The recipe's first hour: an auction, installed, examined and played by mail to the end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.engine.api import AnyRuleset, Player
from pbem.engine.registry import load
from pbem.engine.rng import Chance
from pbem.engine.testing import CHECKS
from pbem.engine.testing.result import Result
from pbem.service.gamefile import SeatSpec
from pbem.service.tools.house_words import HOUSE_WORDS
from pbem.store.records import GameStatus
from tests.examples import installing
from tests.service.world import ANNA, BORIS, open_world, text_of

EXAMPLE = "sealed-bids"
GAMES = 5
CLOSELY = {"usual": None}
pytestmark = pytest.mark.usefixtures("example")


@pytest.fixture
def ruleset() -> AnyRuleset:
    return load(EXAMPLE)


@pytest.mark.parametrize("check", [check.name for check in (*CHECKS, HOUSE_WORDS)])
def test_it_keeps_every_promise(examined: Mapping[str, Result], check: str) -> None:
    assert examined[check].passed, "\n".join(examined[check].details)


def test_it_is_written_in_an_hour() -> None:
    files = (installing.EXAMPLES / EXAMPLE).rglob("*.py")
    assert sum(len(file.read_text().splitlines()) for file in files) <= 200


def test_two_people_play_it_by_mail_to_the_end(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset=EXAMPLE, options={"turns": 2})
        for anna, boris in (("BID 5", "bid 7 coins"), ("I bid 31", "pay 2")):
            world.reply(ANNA, anna)
            world.reply(BORIS, boris)
            world.poll()
        assert "you have 30 coins" in text_of(world.last(ANNA, kind="receipt"))
        world.wait(25)
        game = world.game()
        assert game.status is GameStatus.FINISHED
        assert game.outcome is not None and game.outcome.winners == (2,)
        reports = [text_of(mail) for mail in world.mails(BORIS, kind="report")]
        assert "You paid 7 coins." in reports[1]
        assert "You paid 7 coins." not in text_of(world.mails(ANNA, kind="report")[1])


def test_it_speaks_german_from_its_own_catalogue(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        anna = SeatSpec(name="Anna", address=ANNA, language="de")
        world.new_game(ruleset=EXAMPLE, seats=(anna, SeatSpec(name="Boris", address=BORIS)))
        world.reply(ANNA, "BIETE 31")
        world.poll()
        assert "Punkten steht zum Verkauf. Du hast 30 Münzen." in text_of(world.mails(ANNA)[0])
        assert "du hast 30 Münzen" in text_of(world.last(ANNA))
        assert "points is up. You have 30 coins." in text_of(world.mails(BORIS)[0])


def test_SB_2_a_tie_is_decided_by_lot(ruleset: AnyRuleset) -> None:
    players = [Player(seat, f"Player {seat}") for seat in (1, 2)]
    state = ruleset.rules.setup(ruleset.options(), players, Chance(bytes(32), 0))
    bid = ruleset.codec.load_orders(b'{"coins": 7}')
    points = set()
    for number in range(20):
        after, _events = ruleset.rules.resolve(state, {1: bid, 2: bid}, Chance(bytes([number]), 1))
        points.add(tuple(after.history[-1].values()))
    assert points == {(state.lots[0], 0), (0, state.lots[0])}
