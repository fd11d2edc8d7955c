"""What each game tells of one thing alone: short, in every language, with its own figures."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.api import Player
from pbem.engine.i18n import speaking
from pbem.engine.language.words import fold
from pbem.engine.rng import Chance
from pbem.engine.topics import Topic, order_words
from pbem.mailer.inbound.commands import Command, read_command
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.asylamba_mini.figures import FACTIONS
from pbem.service.languages import catalogue
from tests.rulesets.hegemon import table as hegemon
from tests.rulesets.parsec import table as parsec

TOPICS = {
    "asylamba-mini": ["FIGHTS", "PRICES", "FACTIONS", "MEGASTRUCTURES", "MAP", "MISSIONS"],
    "god-unit": ["FIGHTS", "PRODUCTION", "MOVEMENT"],
    "hegemon": ["ATTACK", "RANGES"],
    "parsec": ["CONFLICTS", "SCORING"],
}
LONGEST = 25
games = pytest.mark.parametrize("name", sorted(TOPICS))


@lru_cache(maxsize=8)
def view(name: str) -> Any:
    """The first view of seat 1, in a game of as many as may play."""
    ruleset = registry.load(name)
    players = [Player(seat, f"Player {seat}") for seat in range(1, ruleset.seats[-1] + 1)]
    state = ruleset.rules.setup(ruleset.options(), players, Chance(bytes(32), 0))
    return ruleset.rules.view(state, 1)


def words(topic: Topic[Any], known: Any) -> str:
    return "\n\n".join(map(lay_out, topic.told(known)))


def flat(name: str, word: str, known: Any = None) -> str:
    (topic,) = (one for one in registry.load(name).topics if one.name == word)
    return " ".join(words(topic, known).split())


@games
def test_each_game_has_its_topics(name: str) -> None:
    assert [topic.name for topic in registry.load(name).topics] == TOPICS[name]


@games
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_topic_fits_25_lines_in_every_language(name: str, language: str) -> None:
    with speaking(catalogue(language)):
        for topic in registry.load(name).topics:
            for known in (None, view(name)):
                lines = words(topic, known).splitlines()
                assert 0 < len(lines) <= LONGEST, (topic.name, len(lines))
                assert max(map(len, lines)) <= 76


@games
def test_every_word_for_a_topic_can_be_asked_for_and_means_but_one(name: str) -> None:
    topics = registry.load(name).topics
    for topic in topics:
        assert set(topic.words) == {"en", "de", "fr"}
        for word in topic.words.values():
            assert read_command(f"HELP {word}") == Command("HELP", word)
    said = [{fold(word) for word in topic.words.values()} for topic in topics]
    assert len(set().union(*said)) == sum(map(len, said))
    known = {fold(word) for word in order_words(registry.load(name).desk.manual())}
    assert not known & set().union(*said), "an order's word would never be told"


def test_Asylambas_odds_are_those_of_equal_squadrons() -> None:
    """AM-20: 10 fleets against 10 alike win every second time."""
    told = flat("asylamba-mini", "FIGHTS")
    assert "10 81 % 50 % 19 %" in told, "what wins for one ship is lost for the other"
    assert "12 95 % 77 % 44 %" in told


def test_Asylambas_prices_are_those_of_the_readers_own_faction() -> None:
    """Table 3, AM-8: 25 % off 50 are 37.5, a whole unit is 38; AM-17: 50 C for one sector."""
    known = view("asylamba-mini")
    aphera = msgspec.structs.replace(known.me, name="Aphera")
    known = msgspec.structs.replace(known, factions=(aphera, *known.factions[1:]))
    assert "defence 50 S 10" in flat("asylamba-mini", "PRICES")
    told = flat("asylamba-mini", "PRICES", known)
    assert "defence 38 S 10" in told
    assert "At present a colonisation costs you 50 C, a conquest 50 X." in told


def test_Asylambas_factions_are_those_of_the_game_or_before_it_all_twelve() -> None:
    known = view("asylamba-mini")
    playing = {faction.name for faction in known.factions}
    for asked, told in ((None, set(FACTIONS)), (known, playing)):
        said = flat("asylamba-mini", "FACTIONS", asked)
        assert {name for name in FACTIONS if f"- {name}: " in said} == told
    assert len(FACTIONS) == 12
    assert len(playing) == 7


def test_Asylambas_missions_name_no_swift_faction_that_is_not_in_the_game() -> None:
    known = view("asylamba-mini")
    for name in ("Empire", "Cardan"):
        playing = (msgspec.structs.replace(known.me, name=name),)
        told = flat("asylamba-mini", "MISSIONS", msgspec.structs.replace(known, factions=playing))
        assert "takes half a turn, any other a whole one" in told
        assert ("For Cardan every step takes half a turn." in told) == (name == "Cardan")


def test_God_Units_odds_go_by_how_many_levels_apart() -> None:
    """GU-11. One level lower, a die against twice a die: of 36 throws 6 win (3 to 6 against 1, 5
    and 6 against 2) and 3 are even (2, 4, 6 against 1, 2, 3): 7.5 / 36 = 21 %."""
    told = flat("god-unit", "FIGHTS")
    assert "A1 50 % 21 % 7 %" in told
    assert "A2 79 % 50 % 21 % 7 %" in told


def test_Hegemon_tells_what_everybody_holds_that_ranges_go_by() -> None:
    assert "Player 1" not in flat("hegemon", "RANGES")
    assert "Player 2 0.00 0.00 0.00" in flat("hegemon", "RANGES", view("hegemon"))


def test_Parsec_tells_a_player_the_own_score() -> None:
    assert "Your score is 0: your least resource." in flat("parsec", "SCORING", view("parsec"))
    assert "Your score" not in flat("parsec", "SCORING")


def test_what_an_attack_is_shows_in_a_line_for_the_readers_own_position() -> None:
    told = flat("hegemon", "ATTACK", parsed_view())
    assert (
        "As the points stand “Environment 40% comp 100 attack 120.5-120.5” means 40 points: 40 to "
        "competition: hits Bruno (120.50), costs 8. It would defend you too."
    ) in told.replace("\xa0", " ")
    assert "90-110" not in told and "90-110" in flat("hegemon", "ATTACK")


def parsed_view() -> Any:
    return hegemon.rules.view(
        hegemon.with_points(hegemon.new_game(3), (0, 0, 0), (10, "120.5", 0), (50, 0, 0)), 1
    )


def test_what_conflicts_are_shows_in_the_one_that_threatens_the_reader() -> None:
    board = parsec.view(parsec.BEHIND, players=2, turn=9, played=9)
    assert (
        "a single settlement would bring conflicts (the others' ships come on top) at d1: your"
        in (flat("parsec", "CONFLICTS", board))
    )
    assert "a single settlement would bring" not in flat("parsec", "CONFLICTS")
