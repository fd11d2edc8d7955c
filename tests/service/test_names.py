"""What players may be called."""

from __future__ import annotations

import re
import unicodedata

import pytest

from pbem.engine.registry import load, names
from pbem.service.config import ConfigError
from pbem.service.gamefile import GameSpec, SeatSpec, check_spec
from pbem.service.names import BadName, are_alike, check_name, free_name, seat_name

HEGEMON = load("hegemon")
WESTERN = (
    "Anna",
    "Zoë",
    "J. R. O'Neill",
    "Marie-Claire",
    "Anna 2",
    "Łukasz Đorđević",
    "Nguyễn Thị Ánh",
    "Анна",
)
EASTERN = ("山田 太郎", "김철수", "ありさ", "リー", "李明", "किरण", "นก้อย")


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
        ("", "needs 3 letters"),
        ("12", "needs 3 letters"),
        ("A" * 41, "longer than 40 characters"),
        ("\u202eAnna", "no other signs"),
        ("Anna\u200b", "no other signs"),
        ("Anna\x07", "no other signs"),
        ("Anna [spring.1.1.x]", "no other signs"),
        ("😀 Anna", "no other signs"),
        ("www.evil", "look like an address"),
        ("evil.com", "look like an address"),
        ("Аnna", "of one script"),
        ("почта.рф", "look like an address"),
        ("evil .com", "look like an address"),
        ("Anna 1.2.3.4", "look like an address"),
        ("Zoë Ω", "of one script"),
        ("everyone", "more than one player"),
        ("ALL", "more than one player"),
        ("Spielleiter", "more than one player"),
        ("Seat 2", "word of orders"),
        ("Master", "somebody else"),
        ("Game Master Eve", "somebody else"),
        ("Spielleiter Eve", "somebody else"),
        ("MJ Eve", "somebody else"),
        ("The Operator", "somebody else"),
        ("Anonymous", "somebody else"),
        ("Somebody who gives no name", "somebody else"),
        ("An Boris", "somebody else"),
        ("Fin", "somebody else"),
        ("GM", "needs 3 letters"),
        ("help", "word of orders"),
        ("JOIN", "word of orders"),
        ("Economy", "word of orders"),
        ("PASS", "word of orders"),
        ("Hılfe", "word of orders"),
        ("Turn 8", "word of orders"),
        ("each turn", "word of orders"),
        ("return", "word of orders"),
        ("unsubscribe", "word of orders"),
        ("bot", "word of orders"),
        ("T 8", "needs 3 letters"),
        ("f5", "needs 3 letters"),
        ("ANNA", "looks like Anna, the name of another player; ANNA Vega would do"),
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
    "name",
    [
        *("Anna\U000e0100", "Anna\ufe0f", "Ann\u034fa", "\u1160\u1160\u1160", "\u3164\u3164\u3164"),
        *("Annaˈ", "Annaˑ", "Annaʼ", "Anna ǃ"),
        *("Anna" + "\u0301" * 39, "Anna\u0332", "ก้อย" + "\u0e49" * 3),
    ],
    ids=ascii,
)
def test_nothing_in_a_name_is_unseen_or_heaped_up(name: str) -> None:
    with pytest.raises(BadName, match="no other signs"):
        check_name(name, (), HEGEMON)


@pytest.mark.parametrize(
    "name",
    [
        *("Anna-", "-Anna", "An-na", "Anna.", "'Anna'", "AɴɴA", "Aᴎᴎa"),
        *("8oris", "Bor1s", "Boɾis", "B0RIS", "Borɪs"),
    ],
)
def test_a_name_with_other_signs_figures_or_phonetic_letters_looks_like_the_plain_one(
    name: str,
) -> None:
    with pytest.raises(BadName, match=r"looks like (Anna|Boris),"):
        check_name(name, ("Anna", "Boris"), HEGEMON)


@pytest.mark.parametrize("name", ["Anna 7", "anna7", "Anna B", "Anna-B.", "Anna B7", "Anna 7 8"])
def test_no_name_is_what_a_piece_of_another_player_is_called(name: str) -> None:
    with pytest.raises(BadName, match=r"; [Aa]nna Vega would do"):
        check_name(name, ("Anna",), load("god-unit"))
    with pytest.raises(BadName, match="Anna Vega would do"):
        check_name("Anna", (name,), load("god-unit"))


@pytest.mark.parametrize(
    "name",
    [
        *("everyone-", "every-one", "All.", "The Game Master", "no one", "tout le monde"),
        *("alle anderen", "Der Spielleiter", "quelqu’un"),
    ],
)
def test_no_name_means_all_players_none_or_the_game_master(name: str) -> None:
    with pytest.raises(BadName, match="more than one player"):
        check_name(name, (), HEGEMON)


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        ("asylamba-mini", "refinery hub medium light heavy credits frame defence Ligue"),
        ("god-unit", "Einheit Fabrik usine vers later Rouge"),
        ("parsec", "science scientist merchant miner settler government"),
        ("hegemon", "Angriff attaque Eco coop defense"),
    ],
)
def test_no_name_is_made_of_words_of_the_games_orders(ruleset: str, words: str) -> None:
    first = words.split()[0]
    for name in (*words.split(), f"{first} 7", f"{first} B", f"{first} {first}"):
        with pytest.raises(BadName, match="word of orders"):
            check_name(name, (), load(ruleset))


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
    with pytest.raises(BadName, match="anna Orion would do"):
        check_name("anna", ("Anna", "Anna Vega", "ANNA LYRA"), HEGEMON)
    with pytest.raises(BadName, match="Анна Вега would do"):
        check_name("Анна", ("Анна",), HEGEMON)
    with pytest.raises(BadName, match="김철수 김철수 would do"):
        check_name("김철수", ("김철수",), HEGEMON)
    with pytest.raises(BadName, match="take another name"):
        check_name("김철수", ("김철수", "김철수 김철수", "김철수 김철수 김철수"), HEGEMON)


def test_who_asks_for_no_name_gets_the_first_that_may_be_had() -> None:
    others = ("Anna", "Anna Vega")
    assert free_name(("Anna", "Otto"), others, HEGEMON, "Player 3") == "Anna Lyra"
    assert free_name(("http://evil", "office"), (), HEGEMON, "Player 3") == "office"
    assert free_name(("x",), (), HEGEMON, "Player 3") == "Player 3"
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
        ("Łukasz", "Lukasz", True),
        ("Elia", "Ella", False),
        ("Milla", "M1l1a", True),
        ("BILLIE", "B1llie", True),
        ("Player 6", "Player 8", False),
    ],
)
def test_names_are_alike_that_look_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is are_alike(other, one) is alike


def test_a_seats_own_name_gives_way_to_those_of_players() -> None:
    assert seat_name("Player", 2, ("Anna",)) == "Player 2"
    assert seat_name("Player", 2, ("player 2",)) == "Player 2 Vega"
    assert seat_name("Balanced", 3, ("Balanced", "Balanced 3 Vega")) == "Balanced 3 Lyra"


def test_the_names_of_a_game_file_go_through_the_same_check() -> None:
    seats = (SeatSpec(name="Anna"), SeatSpec(name="ANNA"))
    with pytest.raises(ConfigError, match=r"seats\[2\].name: ANNA looks like Anna"):
        check_spec(GameSpec(ruleset="hegemon", seats=seats))
