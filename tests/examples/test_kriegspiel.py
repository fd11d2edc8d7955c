"""The recipe's afternoon: blind chess, installed, examined and played by mail to the end."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.engine.advance import begin
from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _, speaking
from pbem.engine.registry import load
from pbem.engine.scene import Rect
from pbem.engine.testing import CHECKS
from pbem.engine.testing.lab import players_for
from pbem.engine.testing.result import Result
from pbem.service.gamefile import SeatSpec
from pbem.service.languages import catalogue
from pbem.service.tools import simulate
from pbem.service.tools.house_words import HOUSE_WORDS
from pbem.store.records import GameStatus
from tests.examples import installing
from tests.examples.installing import PBEM
from tests.service.world import ANNA, BORIS, World, open_world, text_of

EXAMPLE = "kriegspiel"
GAMES = 1
CLOSELY = {"usual": 6, "coverage": 40}
pytestmark = pytest.mark.usefixtures("example")


@pytest.fixture
def ruleset() -> AnyRuleset:
    return load(EXAMPLE)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(ruleset=EXAMPLE)
        yield world


def play(world: World, *mails: str) -> None:
    """White and Black in turn."""
    for number, text in enumerate(mails):
        world.reply((ANNA, BORIS)[number % 2], text)
        world.poll()


def flat(text: str) -> str:
    return " ".join(text.split())


def report(world: World, player: str) -> str:
    return flat(text_of(world.last(player, kind="report")))


@pytest.mark.parametrize("check", [check.name for check in (*CHECKS, HOUSE_WORDS)])
def test_it_keeps_every_promise(examined: Mapping[str, Result], check: str) -> None:
    assert examined[check].passed, "\n".join(examined[check].details)


def test_it_is_written_in_an_afternoon() -> None:
    files = (installing.EXAMPLES / EXAMPLE).rglob("*.py")
    assert sum(len(file.read_text().splitlines()) for file in files) <= 700


def test_two_people_play_it_by_mail_to_mate(world: World) -> None:
    play(world, "f2 f3", "e7e5", "g2-g4", "queen to h4")
    game = world.game()
    assert game.status is GameStatus.FINISHED
    assert game.outcome is not None
    assert game.outcome.winners == (2,)
    assert "Black has won: checkmate." in report(world, ANNA)
    assert "All men: " in report(world, ANNA)


def test_the_first_try_that_is_legal_is_played(world: World) -> None:
    play(world, "e4 e5\nNf3\ne2 e4")
    assert "knight g1-f3" in text_of(world.last(ANNA, kind="receipt"))
    assert "White: has moved." in report(world, BORIS)
    assert "Your men: Black" in report(world, BORIS)
    assert "White pawn" not in report(world, BORIS)


def test_KS_3_where_all_tries_fail_the_same_side_is_asked_again_within_its_deadline(
    world: World,
) -> None:
    play(world, "e2 e4", "e7 e5")
    deadline = world.game().deadline
    world.wait(3)
    play(world, "e4 e5")
    assert world.game().deadline == deadline
    assert "The umpire has said no to e4e5; try something else." in report(world, ANNA)
    play(world, "e4 e5")
    assert "the umpire has said no to that already" in flat(
        text_of(world.last(ANNA, kind="receipt"))
    )
    play(world, "d2 d4")
    assert "no, 1 time; is asked again." in report(world, BORIS)
    assert "e4e5" not in report(world, BORIS)


def test_KS_5_without_a_move_the_umpire_makes_one(world: World) -> None:
    assert "Without a move from you the umpire makes one for you, by lot." in report(world, ANNA)
    world.wait(25)
    assert "White: has moved." in report(world, BORIS)


def test_KS_6_whoever_resigns_against_a_bot_has_lost_at_once(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        bot = SeatSpec(name="Robot", bot="hunter")
        world.new_game(ruleset=EXAMPLE, seats=(SeatSpec(name="Anna", address=ANNA), bot))
        world.resign(ANNA)
        assert world.game().status is GameStatus.FINISHED


def test_KS_6_whoever_resigns_has_lost(world: World) -> None:
    play(world, "e2 e4")
    world.resign(BORIS)
    game = world.game()
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert "the other side resigned" in report(world, ANNA)


def test_KS_6_the_same_position_for_the_third_time_is_a_draw(world: World) -> None:
    there_and_back = ("Nf3", "Nf6", "Ng1", "Ng8")
    play(world, *there_and_back, *there_and_back)
    game = world.game()
    assert game.status is GameStatus.FINISHED
    assert game.outcome is not None
    assert game.outcome.winners == ()
    assert "A draw: the same position for the third time." in report(world, ANNA)


def test_KS_6_a_position_counts_anew_once_a_pawn_has_moved(world: World) -> None:
    there_and_back = ("Nf3", "Nf6", "Ng1", "Ng8")
    play(world, *there_and_back, "e2 e3", "e7 e6", *there_and_back)
    assert world.game().status is GameStatus.RUNNING
    play(world, *there_and_back)
    assert world.game().status is GameStatus.FINISHED


def test_KS_6_players_may_agree_on_a_draw(world: World) -> None:
    play(world, "e2 e4\n\nVOTE DRAW")
    assert any("VOTE DRAW says yes" in flat(text_of(mail)) for mail in world.mails(BORIS))
    world.reply(BORIS, "VOTE DRAW")
    world.poll()
    world.wait(1)
    game = world.game()
    assert game.status is GameStatus.FINISHED
    assert game.outcome is not None
    assert game.outcome.winners == ()


def test_it_speaks_german_from_its_own_catalogue(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        anna = SeatSpec(name="Anna", address=ANNA, language="de")
        world.new_game(ruleset=EXAMPLE, seats=(anna, SeatSpec(name="Boris", address=BORIS)))
        play(world, "Bauer nach e4", "d7 d5", "e4 schlägt d5\nSf3\nDame nach e2")
        receipt = flat(text_of(world.last(ANNA, kind="receipt")))
        assert "Bauer e4-d5" in receipt
        assert "Springer g1-f3" in receipt
        assert "Dame d1-e2" in receipt
        assert "Weiß: hat gezogen. Auf d5 wurde ein Bauer geschlagen." in report(world, ANNA)
        assert "White: has moved. A pawn was taken on d5." in report(world, BORIS)


def test_its_catalogue_has_every_sentence(example: Path) -> None:
    package = example / "pbem_kriegspiel"
    called = {"_", "N_", "ngettext"}
    said = {
        found.args[0].value
        for file in package.glob("*.py")
        for found in ast.walk(ast.parse(file.read_text()))
        if isinstance(found, ast.Call)
        and isinstance(found.func, ast.Name)
        and found.func.id in called
        and isinstance(found.args[0], ast.Constant)
    }
    with speaking(catalogue("de")):
        assert sorted(one for one in said if _(one) == one) == []


def test_HELP_tells_each_way_to_move_and_RESIGN_once(world: World) -> None:
    world.reply(ANNA, "HELP")
    world.poll()
    told = flat(text_of(world.last(ANNA)))
    for line in ("MOVE a2 TO a3", "KNIGHT TO f3", "Nf3", "(O-O)", "(O-O-O)", "ANY"):
        assert f" {line} " in told
    assert told.count("RESIGN") == 1


def test_the_board_lies_as_its_owner_sits(ruleset: AnyRuleset) -> None:
    state = begin(ruleset, ruleset.options(), players_for(2), bytes(32)).state
    for seat, last in ((1, "h1"), (2, "a8")):
        (picture,) = ruleset.desk.report(ruleset.rules.view(state, seat), ()).pictures()
        corners = {item.ref: item.corner for item in picture.scene.items if isinstance(item, Rect)}
        assert max(corners, key=lambda ref: corners[ref][::-1]) == f"square:{last}"


def test_the_hunter_beats_the_wanderer() -> None:
    simulation = simulate.plan(EXAMPLE, 2, ("hunter", "wanderer"), {}, paired=True)
    played = [simulate.play(simulation, seed, shift) for seed in range(4) for shift in (0, 1)]
    won = Counter(game.levels[seat - 1] for game in played for seat in game.winners)
    assert won["hunter"] > 2 * won["wanderer"]


def test_bots_play_it_on_a_real_mail_server(tmp_path: Path) -> None:
    words = (
        "--ruleset",
        EXAMPLE,
        "--players",
        "2",
        "--option",
        "moves=1",
        "--out",
        tmp_path / "out",
    )
    assert "finished" in installing.run(*PBEM, "demo", *words)
