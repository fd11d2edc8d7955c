"""Public pages, and how a game comes to stand on them, in the language of accents."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from lxml import html

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.play.close import close_turn
from pbem.service.publishing.site import publish
from pbem.store.fame import rate
from pbem.store.observing import Watching
from tests.i18n import masters
from tests.i18n.accents import plain_words
from tests.i18n.saying import CHAIRS, ITEMS, MOVE, SERVICE, STRANGER, TTT, new_game, say
from tests.service.world import World

_SEEN = "//text()[not(parent::script)] | //@alt | //@title | //@aria-label | //li/@data-told"
_FILM = "//figure/@*[starts-with(name(), 'data-')]"


def a_game_that_is_made_public(world: World, _patch: pytest.MonkeyPatch) -> None:
    lines = ("PUBLIC", "PUBLIC ON", "PUBLIC ON", "LOG", "PUBLIC OFF", "PUBLIC OFF", "LOG")
    masters.new_game(world)
    masters.say(world, *lines)
    masters.new_game(world, id="clsd", title="Clsd", observers=Watching.NONE)
    masters.say(world, "PUBLIC ON")


def pages_of_games(world: World, _patch: pytest.MonkeyPatch) -> None:
    """Games that wait for players, are played, were cancelled and are over."""
    folder = world.context.base / "pages"
    mail = msgspec.structs.replace(world.context.config.mail, name="Plm")
    config = msgspec.structs.replace(world.context.config, mail=mail)
    object.__setattr__(world.context, "config", config)
    publish(world.context, folder)
    new_game(world, public=True)
    say(world, "TO ALL:\nzzz\nEND", MOVE)
    world.wait(1)
    close_turn(world.context, "sprng")
    for game in ("cncl", "fr", "shrt"):
        seats = (*CHAIRS[:2], SeatSpec()) if game == "fr" else CHAIRS
        options = {"items": ITEMS, "turns": 1}
        new_game(world, id=game, title=game.title(), public=True, seats=seats, options=options)
    world.write(STRANGER, "JOIN fr AS Zzz", to=SERVICE)
    world.poll()
    by_operator(world.context, "cncl", cancel)
    board = {"max_turns": 1, "width": 10, "height": 10}
    bots = (SeatSpec(name="Mgt", bot="swarm"), SeatSpec(name="Brt", bot="swarm"))
    known = {"ruleset": "god-unit", "options": board, "seats": bots}
    new_game(world, id="gd", title="Gd", public=True, **known)
    while world.game("gd").status != "finished":
        close_turn(world.context, "gd")
    close_turn(world.context, "shrt")
    with world.context.database.write() as connection:
        rate(connection, TTT, "Ttt")
    publish(world.context, folder)
    untranslated = [
        f"{page.relative_to(folder)}: {' '.join(words)}"
        for page in folder.rglob("*.html")
        if page.name != "console.html"
        and "rules" not in page.parts
        and (words := [word for text in _shown(page) for word in plain_words(text)])
    ]
    assert not untranslated, "\n".join(untranslated)


def _shown(page: Path) -> list[str]:
    """All that a reader of a page sees or hears."""
    read = html.fromstring(page.read_bytes())
    return [str(text) for text in (*read.xpath(_SEEN), *read.xpath(_FILM))]


SCENES = (a_game_that_is_made_public, pages_of_games)
