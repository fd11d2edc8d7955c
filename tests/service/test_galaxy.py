"""A game of Asylamba Mini by mail: prices in receipts, one drawing for all, tips of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.drawing import render
from pbem.drawing.chart import WIDTH
from pbem.drawing.narrow import SCALE
from pbem.drawing.png import Drawing, draw
from pbem.service.gamefile import SeatSpec
from tests.service.world import World, open_world, text_of

NAMES = ("Anna", "Boris", "Chiara", "Deniz", "Elif", "Farid", "Greta")
FACTIONS = ("Ligue", "Negore", "Aphera", "Nerve", "Cardan", "Kovahk", "Empire")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, whole=True) as world:
        yield world


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def begin(world: World, seats: int) -> None:
    world.new_game(
        ruleset="asylamba-mini",
        options={"factions": FACTIONS[:seats], "balance": "source"},
        seats=tuple(SeatSpec(name=name, address=address(name)) for name in NAMES[:seats]),
    )


def attached(mail: EmailMessage, kind: str) -> list[str | bytes]:
    return [part.get_content() for part in mail.walk() if part.get_content_type() == kind]


def test_a_receipt_prices_every_line_and_says_which_the_purse_does_not_reach(world: World) -> None:
    begin(world, 2)
    orders = "RESEARCH extended administration\nUPGRADE hub\nBUILD 3 light\nBUILD 3 light"
    world.reply(address("Anna"), orders)
    world.poll()
    receipt = " ".join(text_of(world.last(address("Anna"))).replace("|", " ").split())
    # AM-2: 50 R and 50 C. Administration takes all C, so the hub's 50 C are not there; three
    # fleets take 30 R and leave 20 R, which build two more and not three.
    assert "extended administration 0 to 1 for 50 C; left: 50 R, 0 C, 0 S, 0 X" in receipt
    assert "50 C are needed, you have 0 C" in receipt
    assert "3 light for 30 R; left: 20 R, 0 C, 0 S, 0 X" in receipt
    assert "30 R are needed, you have 20 R" in receipt and "BUILD 2 light" in receipt
    world.wait(24)
    report = text_of(world.last(address("Anna"), kind="report"))
    assert "- Extended administration from 0 to 1 for 50 C." in report
    assert "- Built 3 light in your capital for 30 R." in report


def test_what_all_see_is_drawn_once_for_seven_players(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Drawing] = []

    def counted(drawing: Drawing) -> bytes:
        seen.append(drawing)
        return draw(drawing)

    begin(world, 7)
    monkeypatch.setattr(render, "draw", counted)
    world.wait(24)
    whole = [drawing.size[0] for drawing in seen if drawing.parts is None]
    assert whole == [round(WIDTH * SCALE)]  # the galaxy; a page so long goes without the charts
    assert len(seen) - len(whole) <= 7  # for narrow screens the part around each capital
    reports = [world.last(address(name), kind="report") for name in NAMES]
    assert all(len(attached(report, "image/png")) == 2 for report in reports)
    assert len({png for report in reports for png in attached(report, "image/png")}) == len(seen)


def test_am27_the_vector_map_tells_each_player_its_own_secrets_only(world: World) -> None:
    begin(world, 3)
    for name in NAMES[:3]:
        world.reply(address(name), "PROFILE SVG")
    world.poll()
    world.wait(24)
    maps = [
        str(attached(world.last(address(name), kind="report"), "image/svg+xml")[0])
        for name in NAMES[:3]
    ]
    told = [set(re.findall(r">([^<>]*commercial hub 4[^<>]*)<", drawing)) for drawing in maps]
    assert [len(tips) for tips in told] == [1, 1, 1]
    assert len(set.union(*told)) == 3
