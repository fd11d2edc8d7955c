"""What a story can say of a game, whichever it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

import pytest

from pbem.engine import registry
from pbem.engine.agreement import Agreed, agreed_outcome
from pbem.engine.api import Outcome
from pbem.engine.chronicle import Course
from pbem.engine.report import Paragraph
from pbem.mailer.outbound.contents import Chapter, Excerpt, File
from pbem.service.play.close import close_turn
from pbem.service.story import telling
from pbem.service.story.past import Ordered, Past
from pbem.service.story.queue import tell_stories
from pbem.store.records import Source
from tests.i18n.saying import ITEMS, MOVE, new_game, say
from tests.service.world import START, World


def a_game_that_is_told(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "STORY", "STORY xqz")
    new_game(world, id="shrt", title="Shrt", options={"items": ITEMS, "turns": 2})
    say(world, MOVE, "PROFILE NO ATTACHMENTS")
    close_turn(world.context, "shrt")
    close_turn(world.context, "shrt")
    tell_stories(world.context)
    say(world, "STORY", "STORY xqz")
    world.clock.move(hours=25)
    say(world, "STORY")
    patch.setattr(telling, "FILE_OCTETS", 10)
    tell_stories(world.context)


def fame(world: World, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(registry, "names", lambda: ("hegemon",))
    new_game(world, id="shrt", title="Shrt", options={"items": ITEMS, "turns": 1})
    say(world, "FAME", "FAME xqz", MOVE)
    close_turn(world.context, "shrt")
    say(world, "PROFILE RATED", "PROFILE RATED\nPROFILE UNRATED", "PROFILE RATED", "FAME")


SCENES = (a_game_that_is_told, fame)
_AGREED: tuple[Agreed, ...] = ("draw", "concede", "end")
_FILES = (File("orders.txt", "", b""), File("sprng.pbem.zip", "", b""))
_AFTER = tuple(
    tuple((points,) for points in after)
    for after in ((1.0, 1.0, 0.0), (3.0, 0.0, 0.0), (3.0, 8.0, 3.0), (0.0, 8.0, 8.0))
)


def told() -> Iterator[str]:
    names = ("Ttt", "Brk", "Mgt")
    seats = tuple(SimpleNamespace(name=name, seat=n) for n, name in enumerate(names, start=1))
    orders = tuple(Ordered(1, 1, source, ("Xyz",)) for source in Source)
    agreed = (agreed_outcome(how, 1 if how == "concede" else None, 2) for how in _AGREED)
    for outcome in (Outcome((1,), {}, "xyz"), *agreed):
        game = SimpleNamespace(
            id="sprng",
            title="Sprng",
            turn=4,
            turns_played=3,
            secret=b"\0" * 32,
            created=START,
            finished=START + timedelta(days=3),
            outcome=outcome,
        )
        for known, chance in ((orders, True), (None, True), (orders, False)):
            past = cast(
                Past, SimpleNamespace(game=game, seats=seats, orders=known, has_chance=chance)
            )
            yield from telling.ending(past)
            for files in ((), _FILES):
                yield from _words(telling.closing_chapters(past, files))
        yield from telling.all_orders(past, orders)
    course = Course(("Pts",), _AFTER, {2: 5, 1: 3})
    yield from (telling.happened(past, course, one) for one in telling.turning_points(course))
    see_saw = tuple(tuple((float(turn % 2 == seat),) for seat in (0, 1, 2)) for turn in range(9))
    yield from telling.turned(past, Course(("Pts",), see_saw, {}))


def _words(chapters: tuple[Chapter, ...]) -> Iterator[str]:
    for chapter in chapters:
        yield chapter.heading
        for block in chapter.blocks:
            if isinstance(block, Excerpt):
                yield block.caption
            elif isinstance(block, Paragraph):
                yield block.text
