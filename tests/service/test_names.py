"""What players may be called."""

from __future__ import annotations

import re
import unicodedata

import pytest

from pbem.engine.registry import load, names
from pbem.service.config import ConfigError
from pbem.service.gamefile import GameSpec, SeatSpec, check_spec
from pbem.service.names import BadName, are_alike, check_name, free_name

HEGEMON = load("hegemon")
WESTERN = (
    "Anna",
    "Zoë",
    "J. R. O'Neill",
    "Marie-Claire",
    "Bot 2",
    "Анна",
)
EASTERN = ("山田 太郎", "김철수", "ありさ")


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("name", WESTERN + EASTERN)
def test_people_are_called_what_they_are_called(ruleset: str, name: str) -> None:
    assert check_name(name, ("Boris",), load(ruleset)) == unicodedata.normalize("NFKC", name)


def test_a_name_is_kept_in_one_form() -> None:
    assert check_name("  Ａｎｎａ \u00a0 the\tGreat ", (), HEGEMON) == "Anna the Great"
    assert check_name("Zoe\u0308", (), HEGEMON) == "Zoë"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "needs a letter"),
        ("12", "needs a letter"),
        ("A" * 41, "longer than 40 characters"),
        ("\u202eAnna", "no other signs"),
        ("Anna\u200b", "no other signs"),
        ("Anna\x07", "no other signs"),
        ("Anna [spring.1.1.x]", "no other signs"),
        ("😀 Anna", "no other signs"),
        ("www.evil", "look like an address"),
        ("evil.com", "look like an address"),
        ("Аnna", "of one script"),
        ("Zoë Ω", "of one script"),
        ("everyone", "more than one player"),
        ("ALL", "more than one player"),
        ("GM", "more than one player"),
        ("Spielleiter", "more than one player"),
        ("help", "word of orders"),
        ("JOIN", "word of orders"),
        ("Economy", "word of orders"),
        ("PASS", "word of orders"),
        ("ANNA", "looks like Anna, the name of another player; ANNA 2 would do"),
        ("B0ris", "looks like Boris"),
        ("BiII", "looks like Bill"),
        ("Bíll", "looks like Bill"),
        ("Anna Marn", "looks like Anna Mam"),
    ],
)
def test_a_name_that_could_mislead_is_refused_with_the_reason(name: str, told: str) -> None:
    with pytest.raises(BadName, match=re.escape(told)):
        check_name(name, ("Anna", "Boris", "Bill", "Anna Mam"), HEGEMON)


@pytest.mark.parametrize(
    ("ruleset", "word"),
    [
        ("asylamba-mini", "Send"),
        ("asylamba-mini", "Build"),
        ("god-unit", "Move"),
        ("god-unit", "Produce"),
        ("parsec", "Settle"),
        ("parsec", "Harvest"),
        ("hegemon", "Attack"),
    ],
)
def test_no_name_is_a_word_of_the_games_orders(ruleset: str, word: str) -> None:
    with pytest.raises(BadName, match="word of orders"):
        check_name(word, (), load(ruleset))
    assert check_name(f"Captain {word}", (), load(ruleset)) == f"Captain {word}"


@pytest.mark.parametrize("ruleset", ["asylamba-mini", "god-unit", "hegemon", "parsec"])
def test_ordinary_names_may_be_had_in_every_game(ruleset: str) -> None:
    names = "Anna Boris Chiara Deniz Emil Farid Greta Ida Jean Klaus Luc Maria Mark Otto Rose Tom"
    for name in names.split():
        assert check_name(name, (), load(ruleset)) == name


def test_a_name_that_is_offered_is_free() -> None:
    with pytest.raises(BadName, match="anna 4 would do"):
        check_name("anna", ("Anna", "Anna 2", "ANNA 3"), HEGEMON)


def test_who_asks_for_no_name_gets_the_first_that_may_be_had() -> None:
    others = ("Anna", "Anna 2")
    assert free_name(("Anna", "x"), others, HEGEMON, "Player 3") == "Anna 3"
    assert free_name(("http://evil", "orders"), (), HEGEMON, "Player 3") == "orders"
    assert free_name(("everyone", "pass"), (), HEGEMON, "Player 3") == "Player 3"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Anna", "anna", True),
        ("Paul", "Pau1", True),
        ("СОРА", "COPA", True),
        ("modern", "modem", True),
        ("Anna", "Anne", False),
        ("Anna 1", "Anna 2", False),
        ("Ida", "ida", True),
    ],
)
def test_names_are_alike_that_look_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is are_alike(other, one) is alike


def test_the_names_of_a_game_file_go_through_the_same_check() -> None:
    seats = (SeatSpec(name="Anna"), SeatSpec(name="ANNA"))
    with pytest.raises(ConfigError, match=r"seats\[2\].name: ANNA looks like Anna"):
        check_spec(GameSpec(ruleset="hegemon", seats=seats))
