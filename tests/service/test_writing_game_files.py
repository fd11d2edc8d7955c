"""The game file that SHOW writes makes a game like the one that is there."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pbem.service.gamefile import GameSpec, SeatSpec, spec_of_text
from pbem.service.making.templates import SHIPPED
from pbem.service.making.writing import game_file, toml_lines
from tests.service.looks import seats
from tests.service.world import ANNA, open_world

FILE = """
ruleset = "asylamba-mini"
id = "winter"
title = 'A "cold" Wïnter'
join = "invited"
start = "manual"
observers = "none"
seats = [{address = "anna@example.org"}, {}, {}, {bot = "cadet"}]
release = "master"
release_after = "90m"
reliability = 50

[options]
max_turns = 40

[schedule]
weekdays = ["tue", "fri"]
zone = "Europe/Berlin"
holidays = ["2026-12-24 to 2026-12-26", "2027-01-01", "2027-04-02", "2027-04-05"]
extensions = {hours = 24, times = 2, in_all = 6}
absent = 1

[press]
kinds = ["public"]

[votes]
draw = "two thirds"
names = "open"
"""


def written(folder: Path, spec: GameSpec) -> GameSpec:
    with open_world(folder) as world:
        game = world.new_game(**msgspec.structs.asdict(spec))
        lines = game_file(game, seats(world, game.id))
        return spec_of_text("\n".join(lines), "written")


def like(spec: GameSpec) -> GameSpec:
    """The same, with the seats of people open, and with options that go without saying."""
    open_seats = tuple(SeatSpec(bot=one.bot) for one in spec.seats)
    return msgspec.structs.replace(spec, seats=open_seats, options={}, masters=())


def test_every_table_comes_back_and_nobodys_address(tmp_path: Path) -> None:
    spec = spec_of_text(FILE, "file")
    again = written(tmp_path, spec)
    assert like(again) == like(spec)
    assert again.options["max_turns"] == 40
    assert ANNA not in str(again)


@pytest.mark.parametrize("name", ["congress", "sector", "islands", "stars"])
def test_games_made_from_templates_can_be_made_again(tmp_path: Path, name: str) -> None:
    spec = spec_of_text((SHIPPED / f"{name}.toml").read_text(), name)
    schedule = msgspec.structs.replace(spec.schedule, zone=spec.schedule.zone or "UTC")
    own = msgspec.structs.replace(spec, id="again", schedule=schedule)
    assert like(written(tmp_path, own)) == like(own)


def test_odd_keys_and_texts_are_quoted() -> None:
    lines = list(toml_lines({"a b": 'x "y" \\', "none": None, "t": {"k.l": [True, 1.5]}}))
    assert lines == ['"a b" = "x \\"y\\" \\\\"', "[t]", '"k.l" = [true, 1.5]']
