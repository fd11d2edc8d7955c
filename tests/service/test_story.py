"""The story of a game that is over: told to all once, again to who asks, and without secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pbem.engine.registry import load, names
from pbem.engine.replay import Mark
from pbem.engine.rng import Chance
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.ending import cancel
from pbem.service.play.close import close_turn
from pbem.service.play.masters import operator_of
from pbem.service.play.table import GameProblem, game_named
from pbem.service.story import past as past_module
from pbem.service.story import queue, telling
from pbem.service.story.past import past_of
from pbem.service.story.queue import tell_stories
from pbem.service.story.telling import story_notice
from pbem.service.tools.verify_file import verify_file
from pbem.store import games
from pbem.store.records import Omission, SeatKind
from tests.service.exported import SHORT
from tests.service.world import ANNA, BORIS, World, open_world, text_of

STRANGER = "stranger@example.org"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def play(world: World, ruleset: str = "hegemon", game: str = "spring", **values: Any) -> None:
    """A short game to its end."""
    world.new_game(ruleset=ruleset, id=game, title=game.title(), **(SHORT[ruleset] | values))
    while world.game(game).status != "finished":
        close_turn(world.context, game)


def stories(world: World, player: str = ANNA) -> list[EmailMessage]:
    return world.mails(player, kind="story")


def files(message: EmailMessage) -> dict[str, bytes]:
    found = {str(p.get_filename()): p for p in message.walk() if p.get_filename()}
    return {name: part.get_payload(decode=True) for name, part in found.items()}  # type: ignore[misc]


def ask(world: World, text: str, **headers: str) -> str:
    """What a player of a finished game is answered at once."""
    world.reply(ANNA, text, to=world.last(ANNA, kind="report"), **headers)
    world.poll()
    return flat(world.last(ANNA, kind="answer"))


def flat(message: EmailMessage) -> str:
    """A mail's text without its line breaks."""
    return " ".join(text_of(message).split())


# Told when the game is over ------------------------------------------------------------


def test_all_people_of_a_game_are_told_its_story_once_when_it_is_over(world: World) -> None:
    world.new_game(options={"turns": 2})
    close_turn(world.context, "spring")
    assert tell_stories(world.context) == 0
    close_turn(world.context, "spring")
    assert tell_stories(world.context) == 2
    assert tell_stories(world.context) == 0
    assert len(stories(world)) == len(stories(world, BORIS)) == 1


@pytest.mark.parametrize("ruleset", names())
def test_a_story_of_every_ruleset_has_turning_points_a_chart_a_film_and_the_proof(
    world: World, ruleset: str, tmp_path: Path
) -> None:
    bot = SeatSpec(bot=load(ruleset).house_bot)
    play(world, ruleset, seats=(SeatSpec(name="Anna", address=ANNA), bot))
    tell_stories(world.context)
    [story] = stories(world)
    told, found = flat(story), files(story)
    assert "Won by" in told
    draws = ruleset != "hegemon"  # of which only a hidden ending is left to chance
    assert (world.game().secret.hex() in told) is draws
    assert ("all chance came from" in told) is draws
    assert found["chart.png"].startswith(b"\x89PNG")
    assert found["chart-narrow.png"].startswith(b"\x89PNG")
    page = story.get_body(("html",))
    assert page is not None
    assert '<source media="(max-width: 480px)" srcset="cid:chart-narrow.' in page.get_content()
    with Image.open(BytesIO(found["film.gif"])) as film:
        assert film.format == "GIF"
    export = tmp_path / "spring.pbem.zip"
    export.write_bytes(found["spring.pbem.zip"])
    assert [one for one in verify_file(export) if one.mark is Mark.BAD] == []
    if ruleset == "hegemon":
        assert "orders.txt" not in found
        assert "keep them secret for good" in told
    else:
        assert b"Anna (the game's own default)" in found["orders.txt"]


@pytest.mark.parametrize("ruleset", names())
def test_a_game_that_its_players_broke_off_has_a_story_too(world: World, ruleset: str) -> None:
    world.new_game(ruleset=ruleset)
    close_turn(world.context, "spring")
    for player in (ANNA, BORIS):
        world.reply(player, "VOTE END")
        world.poll()
    while world.game().status != "finished":
        world.wait(1)
    tell_stories(world.context)
    assert "agreed to end the game" in flat(stories(world)[0])


def test_the_orders_of_all_stand_by_turn_and_player_as_lines(world: World) -> None:
    world.new_game(ruleset="god-unit", **SHORT["god-unit"])
    world.reply(ANNA, "PASS")
    world.poll()
    while world.game().status != "finished":
        close_turn(world.context, "spring")
    tell_stories(world.context)
    orders = files(stories(world, BORIS)[0])["orders.txt"].decode()
    assert "Turn 1\n\nAnna (by mail)\n    PASS\nBoris (" in orders


def test_whoever_is_not_there_any_more_is_told_nothing(world: World) -> None:
    world.new_game(options={"turns": 1})
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 2, kind=SeatKind.RESIGNED)
    close_turn(world.context, "spring")
    assert tell_stories(world.context) == 1
    assert stories(world, BORIS) == []


def test_a_cancelled_game_has_no_story(world: World) -> None:
    world.copied_game()
    with world.context.write() as session:
        game = game_named(session.connection, "spring")
        cancel(session, game, operator_of(world.context, session.connection, "spring"))
    assert tell_stories(world.context) == 0
    with world.context.read() as session, pytest.raises(GameProblem, match="not over"):
        past_of(session, game_named(session.connection, "spring"))


def test_a_story_comes_as_its_reader_wants_mail(world: World) -> None:
    world.new_game(options={"turns": 1})
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, omits=(Omission.HTML, Omission.ATTACHMENTS))
        games.change_seat(connection, "spring", 2, omits=(Omission.PICTURES,))
    close_turn(world.context, "spring")
    tell_stories(world.context)
    plain, without = stories(world)[0], stories(world, BORIS)[0]
    assert plain.get_content_type() == "text/plain"
    for chart in ("The course of the game", "The film", "Total points after turns"):
        assert chart not in flat(plain)
    assert set(files(without)) == {"spring.pbem.zip"}
    page = without.get_body(("html",))
    assert page is not None
    assert "<img" not in page.get_content()


def test_a_story_waits_for_the_end_of_its_readers_quiet_hours(world: World) -> None:
    world.new_game(options={"turns": 1})
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, quiet="11:00-14:00", zone="UTC")
    close_turn(world.context, "spring")
    tell_stories(world.context)
    [waits], [goes] = (world.rows(recipient=who, kind="story") for who in (ANNA, BORIS))
    assert (waits.due - waits.created).total_seconds() == 2 * 3600
    assert goes.due == goes.created


def test_what_is_too_large_for_a_mail_is_told_of(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FILE_OCTETS", 100)
    play(world, "god-unit")
    tell_stories(world.context)
    [story] = stories(world)
    assert set(files(story)) == {"chart.png", "chart-narrow.png", "film.gif"}
    assert "too many for a mail" in flat(story)
    assert "The game master can give it to you" in flat(story)


def test_a_story_that_cannot_be_written_does_not_keep_another_from_its_readers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = queue.story_notice

    def fails_once(context: Any, past: Any, *rest: Any) -> Any:
        if past.game.id == "autumn":
            raise RuntimeError("a defect")
        return really(context, past, *rest)

    for game in ("autumn", "winter", "spring"):
        play(world, game=game)
    monkeypatch.setattr(queue, "story_notice", fails_once)
    assert [tell_stories(world.context) for _round in range(3)] == [2, 2, 0]
    assert [r.game for r in world.rows(recipient=ANNA, kind="story")] == ["spring", "winter"]
    monkeypatch.setattr(queue, "story_notice", really)
    world.clock.move(minutes=61)
    assert tell_stories(world.context) == 2
    assert len(stories(world)) == 3


# Asked for again -----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["STORY", "Geschichte", "récit.", "STORY spring", "story Spring?"])
def test_it_comes_again_by_mail_once_a_day(world: World, text: str) -> None:
    play(world)
    tell_stories(world.context)
    assert "once a day at the most" in ask(world, text)
    assert tell_stories(world.context) == 0
    world.clock.move(hours=25)
    assert "comes in a mail of its own" in ask(world, text)
    assert tell_stories(world.context) == 1
    assert len(stories(world)) == 2
    assert len(stories(world, BORIS)) == 1


def test_it_is_asked_for_in_a_subject_too(world: World) -> None:
    play(world)
    tell_stories(world.context)
    world.clock.move(hours=25)
    to = str(world.last(ANNA, kind="report")["Reply-To"])
    world.write(ANNA, "", to=to, subject="STORY")
    world.poll()
    assert "comes in a mail of its own" in flat(world.last(ANNA, kind="answer"))


def test_that_of_another_game_is_told_to_who_played_in_it(world: World) -> None:
    play(world, game="autumn")
    world.copied_game()
    tell_stories(world.context)
    world.clock.move(hours=25)
    world.reply(ANNA, "STORY autumn")
    world.poll()
    assert tell_stories(world.context) == 1
    assert [row.game for row in world.rows(recipient=ANNA, kind="story")] == ["autumn", "autumn"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("STORY", "Its story comes when it is"),
        ("STORY autumn", "None of the games that you play in is over"),
        ("STORY winter", "None of the games that you play in is over"),
    ],
)
def test_what_cannot_be_told_is_answered_and_changes_nothing(
    world: World, text: str, told: str
) -> None:
    theirs = (SeatSpec(name="Boris", address=BORIS), SeatSpec(bot="raider"))
    play(world, game="autumn", seats=theirs)
    tell_stories(world.context)
    world.copied_game()
    assert told in ask(world, text)
    assert tell_stories(world.context) == 0


def test_a_name_that_no_game_has_is_answered_with_those_that_there_are(world: World) -> None:
    play(world)
    tell_stories(world.context)
    assert "| STORY spring" in ask(world, "STORY sprong")
    assert tell_stories(world.context) == 0


def test_who_proves_nothing_is_told_no_story(world: World) -> None:
    play(world)
    tell_stories(world.context)
    world.clock.move(hours=25)
    for sender in (ANNA, STRANGER):
        world.write(sender, "STORY spring", to=world.context.config.mail.address, subject="STORY")
    world.poll()
    assert tell_stories(world.context) == 0


# Secrets -------------------------------------------------------------------------------


class Scrambling:
    """A codec that reads other truths than were written: those that `seat` cannot tell apart."""

    def __init__(self, ruleset: Any, seat: int) -> None:
        self._ruleset, self._seat = ruleset, seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ruleset.codec, name)

    def load_state(self, data: bytes) -> Any:
        state = self._ruleset.codec.load_state(data)
        return self._ruleset.rules.scramble(state, self._seat, Chance(b"other", 1))

    def load_orders(self, data: bytes) -> Any:
        raise AssertionError("orders that stay secret are not even read")


@pytest.mark.parametrize("seat", [1, 2])
def test_nothing_of_moves_that_stay_secret_is_in_a_story(
    world: World, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.new_game(options={"turns": 3})
    for text in ("Economy 60% coop 70 comp 30\nDefense 40% coop 100", "Economy 100% comp 100"):
        world.reply(ANNA, text)
        world.poll()
        close_turn(world.context, "spring")
    close_turn(world.context, "spring")
    ruleset = load("hegemon")
    truth = _told(world)
    other = replace(ruleset, codec=Scrambling(ruleset, seat))  # type: ignore[type-var]
    monkeypatch.setattr(past_module, "load", lambda _name: other)
    assert _told(world) == truth


def _told(world: World) -> Any:
    with world.context.read() as session:
        past = past_of(session, game_named(session.connection, "spring"))
    return story_notice(world.context, past, b"the record", "en")
