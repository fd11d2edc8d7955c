"""A report is a front page: what is asked and how it looks come first, and all of it is short."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from lxml import html

from pbem.engine import registry
from pbem.engine.language.refusals import quoted
from pbem.engine.scene import AnyShape, Group, Scene, Text
from tests.mailer.outbound.samples import body
from tests.service.fronts import (
    CHROMIUM,
    Measures,
    golden_mails,
    golden_told,
    in_the_dark,
    measured,
    page_of,
    watched,
    whole_game,
)
from tests.soaking import soak

SCREEN = 800
"""Pixels of a screen's height."""
WIDTHS = (680, 380)
"""Pixels that a mail program has beside its lists, and a telephone."""
ON_TELEPHONE = 350
"""Pixels that a picture takes there."""
SMALLEST = 11.0
"""Pixels of the smallest letters beside a picture."""


@pytest.mark.parametrize("name", registry.names())
def test_the_box_with_its_button_and_the_first_picture_stand_before_all_sections(name: str) -> None:
    for mail in golden_mails(name).values():
        page = html.fromstring(body(mail, "html"))
        told = page.xpath("//*[@class='box' or @class='button' or self::img or self::h2]")
        kinds = [one.get("class") or one.tag for one in told]
        front = kinds[: kinds.index("h2")]
        asked = ["box", "button"] if page.xpath("//a[@class='button']") else []
        assert front == [*asked, *["img"][: len(page.xpath("//img"))]]


@pytest.mark.parametrize("name", registry.names())
def test_nothing_in_a_report_lists_the_players_beside_the_standings(name: str) -> None:
    for moment, mail in golden_mails(name).items():
        told = body(mail).splitlines()
        if (
            not moment.startswith("0-") or name != "parsec"
        ):  # whose first report has no table of them
            assert "Players" not in told
            assert "Player 1" not in told
            assert "Among the players: Player 2 (automatic)." in told


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Measures]:
    """The pages of all players at all widths, on both grounds."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: nobody looks how pages come out")
    pages = {}
    for name in registry.names():
        for moment, mail in golden_mails(name).items():
            page = page_of(mail)
            for width in WIDTHS:
                pages[f"{name} {moment}", width] = page
                pages[f"{name} {moment}, dark", width] = in_the_dark(page)
    return measured(pages, tmp_path_factory.mktemp("pages"))


def test_the_box_is_on_the_first_screen_and_the_first_picture_on_the_first_two(
    drawn: dict[tuple[str, int], Measures],
) -> None:
    assert {name.split()[0] for name, _width in drawn} == {*registry.names()}
    for name, page in drawn.items():
        assert page.box_end is None or page.box_end <= SCREEN, name
        assert page.picture is None or page.picture <= SCREEN, name  # most of it on the second


HIGH, HIGH_WELCOME = 4 * SCREEN, 5 * SCREEN
"""Pixels of a report's page, and of the first one of a game: it explains the game's rules in short
to who has never played it, and is read once, with time."""


def test_a_report_is_four_screens_long_and_the_first_one_five(
    drawn: dict[tuple[str, int], Measures],
) -> None:
    for (name, width), page in drawn.items():
        if width == WIDTHS[0]:
            assert page.height <= (HIGH_WELCOME if " 0-" in name else HIGH), name


def test_an_order_in_quotation_marks_breaks_where_the_page_ends(
    drawn: dict[tuple[str, int], Measures], tmp_path: Path
) -> None:
    """No blank in it may be broken, so that it never begins a line of a reply: it is broken between
    two letters where it is too long. Without that the measures would notice."""
    order = quoted("MOVE 27 TOWARDS f3 ELSE ATTACK NEAREST ELSE LATE f4").replace(" ", "\xa0")
    page = page_of(golden_mails("god-unit")["1-early-seat-1"])
    page = page.replace("<h2", f"<p>{order}: done.</p><h2", 1)
    rigid = page.replace("overflow-wrap", "not-overflow-wrap")
    pages = {("broken", WIDTHS[1]): page, ("rigid", WIDTHS[1]): rigid}
    found = measured(pages, tmp_path)
    assert found["broken", WIDTHS[1]].over == ()
    assert [told for told in found["rigid", WIDTHS[1]].over if "MOVE" in told]


def test_nothing_is_cut_and_all_can_be_read_by_day_and_night(
    drawn: dict[tuple[str, int], Measures],
) -> None:
    for name, page in drawn.items():
        assert page.over == (), name
        assert page.faint == (), name
        assert page.smallest >= SMALLEST, name


@pytest.mark.parametrize(
    ("name", "pictures"),
    [
        ("asylamba-mini", {"galaxy", "history"}),
        ("god-unit", {"board", "history"}),
        ("hegemon", {"points"}),
        ("parsec", {"board", "course"}),
    ],
)
def test_on_a_telephone_no_word_of_a_picture_is_too_small(name: str, pictures: set[str]) -> None:
    game, seen = registry.load(name), set()
    for moment, told in golden_told(name).items():
        for picture in game.desk.report(told.view, told.news).pictures():
            narrow, where = picture.narrow, f"{moment}, {picture.name}"
            assert narrow is not None, where
            assert min(_sizes(narrow)) * ON_TELEPHONE / narrow.width >= 9, where
            seen.add(picture.name)
    assert seen == pictures


@pytest.mark.parametrize("name", ["asylamba-mini", "god-unit", "parsec"])
def test_on_a_telephone_those_who_watch_can_read_the_whole_map(name: str) -> None:
    for report in watched(name):
        board = report.pictures()[0]
        narrow, window = board.narrow, board.narrow and board.narrow.window
        assert narrow is not None
        assert window is not None
        assert min(_sizes(narrow)) * ON_TELEPHONE / narrow.width >= 9
        across = {
            x for pane in window.panes for x in (pane.corner[0], pane.corner[0] + pane.size[0])
        }
        assert max(across) - min(across) > 0.9 * board.scene.width


def _sizes(scene: Scene) -> Iterator[float]:
    """Of all texts of a picture and of that of which it shows parts, in its pixels."""
    above = scene.window.scene.items if scene.window is not None else ()
    waiting: list[tuple[float, AnyShape]] = [(1.0, shape) for shape in (*scene.items, *above)]
    while waiting:
        scale, shape = waiting.pop()
        if isinstance(shape, Text):
            yield shape.size * scale
        elif isinstance(shape, Group):
            waiting += [(scale * shape.scale, one) for one in shape.items]


@pytest.mark.parametrize(
    ("name", "wide", "narrow"), [("parsec", 720, 444), ("hegemon", 720, 340)], ids=["map", "chart"]
)
def test_a_telephone_shows_a_picture_of_its_own_and_a_wide_screen_the_whole(
    drawn: dict[tuple[str, int], Measures], name: str, wide: int, narrow: int
) -> None:
    """A fifth more pixels are drawn than the scene has."""
    shown = {width: drawn[f"{name} 2-middle-seat-1", width].drawn for width in WIDTHS}
    assert shown == {680: round(wide * 1.2), 380: round(narrow * 1.2)}


LINES, LONG_LINES = 120, 180
"""Of the text of a turn's report, and of the first and the last."""
PAGE, MAIL = 40_000, 250_000
"""Octets of HTML, and of the whole mail."""


@pytest.mark.parametrize(
    ("language", "number"),
    [("de", 1), ("fr", 1), *(soak(*one) for one in product(("en", "de", "fr"), (1, 2, 3, 4)))],
)
@pytest.mark.parametrize("name", registry.names())
def test_reports_of_whole_games_keep_within_what_one_reads(
    name: str, language: str, number: int
) -> None:
    """English needs least room."""
    for told in whole_game(name, language, number):
        most = LONG_LINES if told.turn == 1 or told.ends else LINES
        lines, page = len(body(told.mail).splitlines()), len(body(told.mail, "html").encode())
        assert lines <= most, f"turn {told.turn}"
        assert page <= PAGE, f"turn {told.turn}"


@pytest.mark.parametrize("name", registry.names())
def test_mails_with_their_pictures_are_small(name: str) -> None:
    for moment, mail in golden_mails(name).items():
        assert len(mail) <= MAIL, moment
