"""report.json: what it says, how it is packed, and how large it gets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from msgspec import structs

from pbem.engine.menu import Item
from pbem.engine.report import Picture, Report, Section
from pbem.engine.scene import Circle, Scene, Squares, Style
from pbem.mailer.outbound.contents import Desktop, Frame, ReportContext
from pbem.mailer.outbound.report_json import LARGEST, report_json, unpacked
from tests.mailer.outbound.samples import ADDRESSING, CONTEXT, REPORT

DOCUMENT = Path(__file__).parents[3] / "docs" / "report-json.md"
DOT = Circle(centre=(10.0, 20.0), radius=5.0, style=Style(fill="#112233"), ref="square:a1")


def record(report: Report = REPORT, context: ReportContext = CONTEXT) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(report_json(report, context, ADDRESSING))
    return found


def drawn(*scenes: Scene) -> Report:
    pictures = tuple(Picture(f"p{n}", scene, "a dot") for n, scene in enumerate(scenes))
    return structs.replace(REPORT, sections=(Section("Map", pictures),))


def test_it_says_whose_report_of_what_it_is() -> None:
    found = record()
    told = {
        "schema": 1,
        "game": "spring",
        "game_title": "Spring campaign",
        "ruleset": "hegemon",
        "ruleset_version": 1,
        "turn": 4,
        "seat": 2,
        "player": "Änne Müller",
        "language": "en",
        "deadline": "2026-11-22T19:00:00+00:00",
        "commitment": "ab" * 32,
        "secret": None,
        "ask": None,
    }
    assert {key: found[key] for key in told} == told


def test_a_reply_goes_to_the_turns_own_address_with_the_tag_in_its_subject() -> None:
    assert record()["reply"] == {
        "to": "orders+spring.4.2.abcdefghijklmnop@play.example.net",
        "subject": "Orders for turn 4 [spring.4.2.abcdefghijklmnop]",
    }


def test_each_key_stands_on_a_line_of_its_own_and_in_the_document() -> None:
    lines = report_json(REPORT, CONTEXT, ADDRESSING).decode().splitlines()
    keys = [line.partition('"')[2].partition('"')[0] for line in lines[1:-1]]
    assert keys == sorted(record())
    told = set(re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text(), re.MULTILINE))
    assert {*keys, *unpacked(record())} - {"data"} <= told


def test_a_picture_in_a_section_names_its_scene_whose_shapes_stand_in_one_table() -> None:
    squares = Squares((28.0, 62.0), 36.0, 8, 8)
    found = record(drawn(Scene(100, 80, (DOT, DOT), squares=squares), Scene(60, 40, (DOT,))))
    bulk = unpacked(found)
    blocks = bulk["sections"][0]["blocks"]
    assert [(block["type"], block["scene"]) for block in blocks] == [("Picture", 0), ("Picture", 1)]
    assert [scene["items"] for scene in bulk["scenes"]] == [[0, 0], [0]]
    assert bulk["scenes"][0]["squares"] == {
        "corner": [28.0, 62.0],
        "size": 36.0,
        "columns": 8,
        "rows": 8,
    }
    assert bulk["shapes"] == [
        {
            "type": "Circle",
            "centre": [10.0, 20.0],
            "radius": 5.0,
            "ref": "square:a1",
            "style": {"fill": "#112233"},
        }
    ]


def test_what_the_seat_knows_is_packed_beside_the_menu() -> None:
    found = unpacked(record())
    assert (found["view"], found["news"]) == ({"turn": 4}, [])
    assert not found.keys() & record().keys()


def test_the_menu_is_told_as_it_is() -> None:
    menu = (Item(words="MOVE", then=(Item(words="7", refs=("unit:7",)),)), Item(words="PASS"))
    found = unpacked(record(context=structs.replace(CONTEXT, desk=Desktop(menu=menu))))["menu"]
    assert [item["words"] for item in found] == ["MOVE", "PASS"]
    assert found[0]["then"][0]["refs"] == ["unit:7"]


def bulky(turn: int) -> Scene:
    """A thousand dots whose places repeat nothing, so that hardly anything of it can be packed."""
    places = ((hash((turn, n, 1)) % 7919 / 7, hash((turn, n, 2)) % 7907 / 3) for n in range(999))
    return Scene(700, 700, tuple(structs.replace(DOT, centre=place) for place in places))


def test_where_it_would_grow_too_large_the_oldest_pictures_are_left_out() -> None:
    frames = tuple(Frame(turn, f"Turn {turn}", bulky(turn)) for turn in range(30, 0, -1))
    large = report_json(REPORT, structs.replace(CONTEXT, desk=Desktop(frames=frames)), ADDRESSING)
    kept = [one["turn"] for one in unpacked(json.loads(large))["frames"]]
    assert len(large) <= LARGEST
    assert kept == list(range(30, 30 - len(kept), -1))
    assert 0 < len(kept) < 30


def test_where_this_turns_own_pictures_are_too_large_the_map_alone_stays() -> None:
    large = report_json(drawn(*map(bulky, range(20))), CONTEXT, ADDRESSING)
    found = unpacked(json.loads(large))
    assert [len(scene["items"]) for scene in found["scenes"]] == [999]
    assert len(found["sections"][0]["blocks"]) == 20
    assert len(large) <= LARGEST
