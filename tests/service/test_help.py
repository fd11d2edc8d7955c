"""HELP tells everything that its reader may write, once, by what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.report import Form
from pbem.mailer.inbound.commands import COMMANDS, Who
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.commands.helping import OF_MASTERS, OF_PLAYERS, Topics
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, World, open_world, text_of

TOLD_ELSEWHERE = {"HELP"}
"""It needs not be told of itself."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        yield world


def written(topics: Topics) -> Counter[str]:
    return Counter(
        one.line if isinstance(one, Form) else one for _heading, some in topics for one in some
    )


@pytest.mark.parametrize(
    ("topics", "who"),
    [
        (OF_PLAYERS, {Who.PLAYER, Who.ANYONE}),
        (OF_MASTERS, {Who.MASTER, Who.OWNER, Who.ANYONE}),
    ],
)
def test_each_command_that_somebody_may_give_stands_in_their_HELP_once(
    topics: Topics, who: set[Who]
) -> None:
    told = written(topics)
    assert set(told.values()) == {1}
    mine = {form.verb for form in COMMANDS if form.who in who} - TOLD_ELSEWHERE
    assert mine <= set(told)
    assert set(told) - mine <= {"@", "TURN 8:", "#", "TO Boris:"}


def page_of(world: World, text: str) -> str:
    world.reply(ANNA, text)
    world.poll()
    page = world.last(ANNA).get_body(("html",))
    assert page is not None
    return str(page.get_content())


@pytest.mark.parametrize("word", ["SERVICE", "service", "Dienst"])
def test_HELP_SERVICE_has_each_command_with_an_example(world: World, word: str) -> None:
    shown = page_of(world, f"HELP {word}")
    for form in COMMANDS:
        line = form.example.replace("<", "&lt;").replace(">", "&gt;")
        offered = form.who in (Who.PLAYER, Who.ANYONE) and form.verb not in TOLD_ELSEWHERE
        assert (f"| </span>{line}</td>" in shown) is offered, form.verb
    assert "Economy" not in shown


def test_HELP_tells_the_games_own_words_first_and_names_what_the_service_does(
    world: World,
) -> None:
    """Of what is written with orders it tells what each does."""
    told = asked(world, "HELP")
    assert told.index("Economy 60%") < told.index("More: HELP ATTACK") < told.index("PREVIEW shows")
    assert told.index("PREVIEW shows") < told.index("What you may ask of the service")
    assert "- The others: TO Boris, UNSAY, PRESS, BLOCK, UNBLOCK" in told
    assert told.index("- Other games: LIST, JOIN, STANDBY, WATCH, FAME") < told.index(
        "HELP SERVICE tells what each of them does, with an example."
    )
    assert "stands by" not in told and len(text_of(world.last(ANNA)).splitlines()) < 90


def asked(world: World, text: str) -> str:
    """What Anna is answered, in one line."""
    world.reply(ANNA, text, to=world.last(ANNA, kind="report"))
    world.poll()
    return " ".join(text_of(world.last(ANNA)).split())


def test_HELP_names_its_topics_below_the_orders_of_the_game(world: World) -> None:
    told = asked(world, "HELP")
    assert "More: HELP ATTACK, HELP RANGES. HELP PASS tells of that order alone" in told
    assert told.index("Economy 60%") < told.index("More: HELP ATTACK") < told.index("FAME")


@pytest.mark.parametrize(
    "text", ["HELP ranges", "help Ranges", "Hilfe Spannen", "AIDE fourchettes!"]
)
def test_HELP_with_a_topic_tells_that_alone_from_the_askers_view(world: World, text: str) -> None:
    told = asked(world, text)
    assert "Hegemon: Ranges" in told
    assert "Boris 0.00 0.00 0.00" in told
    assert "PREVIEW" not in told


def test_HELP_with_an_orders_or_a_commands_word_tells_that_alone(world: World) -> None:
    order = asked(world, "HELP pass")
    assert "PASS alone gives nothing away." in order
    assert "Economy" not in order
    command = asked(world, "HELP vorschau")
    assert "PREVIEW shows what your orders would do and saves nothing." in command
    assert "DONE" not in command


def test_HELP_with_a_word_of_a_topic_tells_that_topic(world: World) -> None:
    """Designs are a heading of God Unit's reports; what makes them is told under production."""
    world.new_game(ruleset="god-unit", id="unit", title="Unit")
    world.reply(ANNA, "HELP DESIGNS", to=world.last(ANNA, kind="report"))
    world.poll()
    told = " ".join(text_of(world.last(ANNA)).split())
    assert "HELP knows nothing of its own about DESIGNS, but this speaks of it." in told
    assert "God Unit: Production" in told
    assert "VACATION" not in told


def test_an_unknown_topic_is_answered_with_those_there_are_and_all_of_HELP(world: World) -> None:
    told = asked(world, "HELP ragnes")
    first = told.index("begin with TO and their name. More: HELP ATTACK")
    assert first < told.index("Economy 60%") < told.index("PREVIEW shows")
    assert "HELP knows nothing of its own about ragnes" in told
    assert "nothing of its own about PAUSE" in asked(world, "HELP PAUSE"), (
        "it is for game masters alone"
    )


def test_before_the_start_topics_are_those_of_the_usual_game(world: World) -> None:
    world.new_game(id="late", seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.reply(ANNA, "HELP ranges", to=world.last(ANNA))
    world.poll()
    told = text_of(world.last(ANNA))
    assert "Hegemon: Ranges" in told
    assert "0.00" not in told, "nobody holds anything yet"


def test_assistants_are_told_of_nothing_that_is_for_owners(world: World) -> None:
    owner, assistant = command(world, "HELP"), command(world, "HELP", ADA)
    for line in ("CANCEL ends the game", "PREVIEW alone", "VIEW 3 shows", "APPOINT Ada"):
        assert line in " ".join(owner.split())
        assert line not in " ".join(assistant.split())
    assert "The end" in owner
    assert "The end" not in assistant, "no heading without anything below it"
    assert "PAUSE stops the clock" in assistant
    assert text_of(world.last(EVE)) == owner
