"""What a game file may hold that others read, or that is written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.service.config import ConfigError
from pbem.service.gamefile import MasterSpec, SeatSpec, spec_of_text
from pbem.service.making.making import NoGame, make, spec_of
from pbem.service.play.table import GameProblem
from pbem.store import masters
from tests.service.world import open_world

FILE = 'ruleset = "hegemon"\nseats = [{}, {}]\n'


@pytest.mark.parametrize(
    "sign",
    [
        *("\\u0000", "\\n", "\\r", "\\u2028", "\\u202e", "\\u2066"),
        *("\\u115f", "\\u3164", "\\u200b", "\\U000E0041"),
    ],
)
@pytest.mark.parametrize(
    "line", ['title = "A{}B"', 'masters = [{{address="a@b.org", name="A{}B"}}]']
)
def test_titles_and_names_stand_on_one_line_that_reads_as_it_is(line: str, sign: str) -> None:
    with pytest.raises(ConfigError, match="on one line"):
        spec_of_text(FILE + line.format(sign), "file")


@pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x85", "\u2028"])
def test_a_sign_that_breaks_lines_is_complained_of_where_it_stands(
    tmp_path: Path, sign: str
) -> None:
    text = f'{FILE}colour = 1\ntitle = "A{sign}B"'
    refusal = pytest.raises(NoGame, match="of signs that can be seen")
    with open_world(tmp_path) as world, world.context.read() as session, refusal as refused:
        spec_of(session, "", text)
    assert refused.value.mistakes[-1].line == 4


@pytest.mark.parametrize("title", ["Frühling 2026", "Été – l'hiver", "春の戦い", "A👩‍🚀B"])
def test_what_people_write_is_a_title(title: str) -> None:
    assert spec_of_text(FILE + f'title = "{title}"', "file").title == title


def test_a_game_masters_name_is_no_longer_than_its_column() -> None:
    spec_of_text(FILE + f'masters = [{{address = "a@b.org", name = "{"x" * 100}"}}]', "file")
    with pytest.raises(ConfigError, match="100 characters"):
        spec_of_text(FILE + f'masters = [{{address = "a@b.org", name = "{"x" * 101}"}}]', "file")


def test_an_address_is_one_that_mail_can_go_to() -> None:
    with pytest.raises(ConfigError, match=r"seats\[1\].address"):
        long = "a" * 400
        spec_of_text(
            f'ruleset = "hegemon"\nseats = [{{address = "{long}@example.org"}}, {{}}]', "file"
        )


@pytest.mark.parametrize("own", ["orders@pbem.localhost", "Orders+spring.1.2.x@pbem.localhost"])
@pytest.mark.parametrize("where", ["seats", "masters"])
def test_no_game_is_played_or_run_by_the_service_itself(
    tmp_path: Path, where: str, own: str
) -> None:
    given = {
        "seats": {"seats": (SeatSpec(address=own), SeatSpec())},
        "masters": {"masters": (MasterSpec(address=own),)},
    }
    with open_world(tmp_path) as world, pytest.raises(GameProblem, match="games themselves"):
        world.new_game(**given[where])


def test_whoever_makes_a_game_by_mail_has_a_name_that_fits(tmp_path: Path) -> None:
    with open_world(tmp_path) as world, world.context.write() as session:
        row = make(session, spec_of_text(FILE, "file"), "eve@x.org", "E\u202ev\n" + "e" * 300)
        (owner,) = masters.masters_of(session.connection, row.id)
    assert owner.name == ("Ev" + "e" * 300)[:100]
