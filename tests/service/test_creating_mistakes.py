"""What is wrong in a mail or a file that is to make a game: told with its place, and nothing is
made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.test_creating import FILE, attach, command, flat, made, proven
from tests.service.test_mastering import books
from tests.service.world import ANNA, World, open_world


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=("Eve@example.org",)) as world:
        yield world


@pytest.mark.parametrize(
    ("text", "why", "place"),
    [
        ("CREATE", "Attach a game file", ""),
        ("CREATE duel id=summer turns=20", "stands alone", ""),
        ("CREATE chess", "There is no template chess; there are: congress", ""),
        ("CREATE\nruleset = [hegemon]", "write texts and words in quotes", "Line 1, column 12"),
        ('CREATE\nruleset = "hegemon"\nseats = [{}, {}', "Unclosed array", "Line 2"),
        (f"CREATE\n{FILE}Thanks, Eve", "Expected '='", "Line 5, column 7"),
        (f"CREATE\n{FILE}colour = 'red'", "there is no such key; there are", "Line 5, column 1"),
        (f"CREATE\n{FILE}[options]\nturns = 0", "must be from 1", "Line 6, column 1"),
        (f'CREATE\n{FILE}[options]\nturns = 3\n"a:b" = 1', "no such option", "Line 7, column 1"),
        (f'CREATE\n{FILE}[options]\nturns = 3\n"=a.b" = 1', "no such option", "Line 7, column 1"),
        (f'CREATE\n{FILE}title = "ab', "Unterminated string", "Line 5"),
        (f"CREATE\n{FILE}[schedule]\nevery = 'soon'", "soon", "Line 6, column 1"),
        ('CREATE\nruleset = "chess"\nseats = [{}]', "no ruleset 'chess'", "Line 1"),
        ('CREATE\nruleset = "hegemon"\nseats = [{}]', "2 to 12 players", "Line 2"),
        (
            'CREATE\nruleset = "hegemon"\n[[seats]]\n[[seats]]\nbot = "rader"',
            "no bot 'rader'",
            "Line 4, column 1",
        ),
        (
            'CREATE\nruleset = "hegemon"\n[[seats]]\n[[seats]]\nnme = "x"',
            "there is no such key; there are: address, bot",
            "Line 4, column 1",
        ),
        ("CREATE duel\noptions.turns = many", "turns", "Line 1"),
        ("CREATE duel\nI want twenty turns", "Expected '='", "Line 1"),
        (f"CREATE\n{FILE}END\nCREATE duel", "One mail makes one game", ""),
        (f"CREATE\n{FILE.replace('summer', 'Sum mer')}", "write 1 to 31", ""),
        ("TEMPLATES chess", "There is no template chess", ""),
        ("TEMPLATES of all games", "stands alone", ""),
    ],
)
def test_a_bad_form_is_answered_with_where_and_what_and_makes_nothing(
    world: World, text: str, why: str, place: str
) -> None:
    proven(world)
    before = books(world)
    told = flat(command(world, text))
    assert why in told
    assert place in told
    assert "Nothing was changed" in told
    assert books(world) == before
    assert world.mails(ANNA) == []


def test_the_line_itself_is_shown_with_the_place(world: World) -> None:
    told = command(world, "CREATE\nruleset = [hegemon]").splitlines()
    line = next(n for n, text in enumerate(told) if text.endswith("ruleset = [hegemon]"))
    assert told[line + 1].index("^") == told[line].index("hegemon")


FAULTS = """CREATE
ruleset = parsec
title = Stars of Eve
colour = "red"
start = "now"
seats = [{name = "Anna"}, {name = "Ivo", bot = "hedger"}, {nme = "x"}]
press.kinds = ["publik"]
masters = [{name = "Eve"}]
schedule = {evry = "1h", every = "soon", extensions = {hours = "x"}}
[options]
pace = "rounds"
rounds = 3
"""


def test_all_that_is_wrong_in_a_file_is_told_at_once_each_at_its_place(world: World) -> None:
    told = flat(command(world, FAULTS))
    assert "11 things in it are wrong" in told
    for where, what in (
        ("Line 3, column 1", "colour: there is no such key"),
        ("Line 4, column 1", "start: 'now' is none of the words that can stand here: 'full', "),
        ("Line 5, column 42", "seats[2].bot: there is no bot 'hedger'; there are: colonist"),
        ("Line 5, column 60", "seats[3].nme: there is no such key; there are: address"),
        ("Line 6, column 16", "press.kinds[1]: 'publik' is none of the words"),
        ("Line 7, column 12", "masters[1].address: missing the key `address`"),
        ("Line 8, column 13", "schedule.evry: there is no such key"),
        ("Line 8, column 26", "schedule.every: 'soon' is no span of time"),
        ("Line 8, column 56", "schedule.extensions.hours: write a whole number here, not a text"),
        ("Line 10, column 1", "options.pace: 'rounds' is none of the words that can stand here"),
        ("Line 11, column 1", "options.rounds: parsec has no such option"),
    ):
        assert f"{where}: {what}" in told
    assert 'ruleset = "parsec"' in told, "the sample is of the game that was meant"
    assert made(world) == []


@pytest.mark.parametrize("preview", ["", "PREVIEW\n"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Duell", "id: 'Duell': write 1 to 31 of a-z, 0-9 and '-'"),
        ("spring", "id: there is a game 'spring' already; name another"),
    ],
)
def test_a_wrong_short_name_is_among_what_is_wrong_in_a_file(
    world: World, preview: str, name: str, said: str
) -> None:
    world.copied_game()
    file = f'CREATE duel\nid = "{name}"\noptions.turns = 0\nEND'
    told = flat(command(world, preview + file))
    assert "2 things in it are wrong" in told
    assert f"Line 1, column 1: {said}" in told


def test_what_is_no_value_hides_nothing_else_that_is_wrong(world: World) -> None:
    told = flat(command(world, "CREATE\nruleset = hegemon\nseats = [{bot = x}]\noptions.turns = 0"))
    assert "2 things in it are wrong" in told
    assert "Line 2, column 17: Invalid value: write texts and words in quotes" in told
    assert "Line 3, column 1: options.turns: must be from 1" in told


def test_the_name_of_an_attached_file_is_told(world: World) -> None:
    told = attach(world, "CREATE", ("summer.toml", f"{FILE}colour = 'red'\n"))
    assert "summer.toml, line 5, column 1:" in told


def test_words_need_no_quotes_in_a_file_of_ones_own_either(world: World) -> None:
    command(world, "CREATE\nruleset = hegemon\nid = summer\nseats = [{}, {}]")
    assert made(world) == ["summer"]


@pytest.mark.parametrize(
    ("text", "files", "why"),
    [
        ("CREATE duel", (("summer.toml", FILE),), "send one of the two"),
        ("CREATE", (("a.toml", FILE), ("b.toml", FILE)), "more than one game file"),
        (f"CREATE\n{FILE}", (("a.toml", FILE),), "more than one game file"),
        ("CREATE", (("a.pdf", FILE),), "Attach a game file"),
        ("CREATE", (("a.toml", "ruleset ="),), "a.toml, line 1"),
    ],
)
def test_files_that_are_not_clear_make_nothing(
    world: World, text: str, files: tuple[tuple[str, str], ...], why: str
) -> None:
    assert why in flat(attach(world, text, *files))
    assert made(world) == []


def test_an_id_that_is_taken_is_told(world: World) -> None:
    command(world, f"CREATE\n{FILE}")
    mails = len(world.mails(ANNA))
    assert "is a game 'summer' already" in flat(command(world, f"CREATE\n{FILE}"))
    assert len(world.mails(ANNA)) == mails
