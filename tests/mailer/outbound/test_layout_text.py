"""The plain text reads well by itself, within 76 columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.report import Bullets, Column, Paragraph, Picture, Signs, Table
from pbem.engine.scene import Scene
from pbem.mailer.outbound.layout_text import (
    WIDTH,
    columns,
    gutter,
    lay_out,
    lay_out_all,
    table,
    underline,
    wrap,
)

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=40)


def test_a_table_that_fits_is_aligned_with_a_rule_below_its_heads() -> None:
    shown = table(
        Table(
            (Column("Player"), Column("Points", "right"), Column("In", "centre")),
            (("Anna", "7.00", "x"), ("Łukasz", "12.50", "")),
            mark=(1,),
        )
    )
    assert shown.splitlines() == [
        "  Player  Points  In",
        "  ------  ------  --",
        "  Anna      7.00  x",
        "→ Łukasz   12.50",
    ]


def test_a_table_of_one_narrow_column_shows_no_signature_line() -> None:
    shown = table(Table((Column("X"),), (("1",), ("2",))))
    assert "--" not in shown.splitlines()
    assert "-- " not in shown.splitlines()


def test_a_wide_table_is_told_in_bands_each_led_by_the_names() -> None:
    heads = (Column("Player"), *(Column(f"Heading {n}", "right") for n in range(12)))
    shown = table(Table(heads, (("Anna", *["1"] * 12),)))
    assert shown.count("Player") == shown.count("Anna") == 2
    assert all(f"Heading {n}" in shown for n in range(12))


def test_a_table_of_several_long_texts_is_told_row_by_row() -> None:
    long = "a text that goes on and on and on, far beyond a cell"
    shown = table(Table(tuple(map(Column, "ABCDEF")), ((long,) * 6,)))
    assert f"  B: {long}" in shown.splitlines()


def test_long_cells_are_broken_into_lines_where_their_columns_can_be_narrower() -> None:
    rows = ((", ".join(map(str, range(3, 23))), "12", "one thing after another " * 3),)
    shown = table(Table((Column("Units"), Column("Points", "right"), Column("Says")), rows))
    assert shown.splitlines() == [
        "Units                              Points  Says",
        "---------------------------------  ------  ---------------------------------",
        "3, 4, 5, 6, 7, 8, 9, 10, 11, 12,       12  one thing after another one thing",
        "13, 14, 15, 16, 17, 18, 19, 20,            after another one thing after",
        "21, 22                                     another",
    ]


def test_wide_characters_count_two_columns_and_accents_none() -> None:
    assert columns("日本") == 4
    assert columns("e\u0301") == 1
    assert table(Table((Column("日本", "right"), Column("x")), (("a", "b"),))).splitlines() == [
        "日本  x",
        "----  -",
        "   a  b",
    ]


def test_headings_are_underlined_and_tones_have_a_sign() -> None:
    assert underline("Standings") == "Standings\n---------"
    assert lay_out(Paragraph("Lost.", tone="bad")) == "! Lost."
    assert lay_out(Bullets(("one", "two"))) == "- one\n- two"


@given(words, st.sampled_from(["", "- ", "! "]))
def test_wrapped_text_keeps_every_word_within_76_columns(text: str, first: str) -> None:
    shown = wrap(text * 3, first)
    assert "".join(shown.removeprefix(first.rstrip()).split()) == "".join((text * 3).split())
    for line in shown.splitlines():
        assert columns(line) <= WIDTH or len(line.split()) <= 2


@given(
    st.integers(1, 9).flatmap(
        lambda n: st.tuples(
            st.lists(st.text(max_size=20), min_size=n, max_size=n),
            st.lists(st.lists(words, min_size=n, max_size=n), max_size=4),
        )
    )
)
def test_any_table_can_be_laid_out(drawn: tuple[list[str], list[list[str]]]) -> None:
    heads, rows = drawn
    block = Table(tuple(map(Column, heads)), tuple(map(tuple, rows)), mark=(0,) if rows else ())
    shown = table(block)
    assert "--" not in shown.splitlines()
    for row in rows:
        for cell in row:
            for word in "".join(c if c.isprintable() else " " for c in cell).split():
                assert word[:4] in shown


def test_a_table_without_columns_or_rows_is_its_caption_or_its_heads() -> None:
    assert table(Table((), (), caption="Nothing yet")) == "Nothing yet"
    assert table(Table((Column("Player"),), ())).splitlines() == ["Player", "------"]


def test_a_table_whose_heads_are_all_empty_has_no_head_and_no_rule() -> None:
    block = Table((Column(""), Column("")), (("1: 2 3", "13: 5 6"), ("2: 1", "14: 6 7")))
    assert table(block).splitlines() == ["1: 2 3  13: 5 6", "2: 1    14: 6 7"]


def test_points_that_follow_each_other_are_one_list() -> None:
    blocks = (
        Paragraph("Then"),
        Bullets(("one", "two")),
        Paragraph("won", "good"),
        Bullets(("on",)),
    )
    told = "Then\n\n- one\n- two\n+ won\n- on\n\nEnd"
    assert lay_out_all((*blocks, Paragraph("End"))) == told
    assert lay_out_all(()) == ""


def test_a_map_is_drawn_in_signs_and_a_chart_only_named() -> None:
    scene = Scene(width=1, height=1, title="The isle", items=())
    signs = Signs(("   a b", "1  . ~"), ". land, ~ sea")
    board = Picture("board", scene, "Ada: unit a1.", signs=signs)
    assert lay_out(board).splitlines() == [
        "[Picture board.png: The isle]",
        "|    a b",
        "| 1  . ~",
        ". land, ~ sea",
    ]
    points = Picture("points", scene, "Ada: 0, 3, 9.", caption="Points", chart=True)
    assert lay_out(points) == "[Picture points.png: Points]"


def test_every_line_behind_the_gutter_has_it() -> None:
    assert gutter(("one\ntwo", "", "a\tb")) == "| one\n| two\n|\n| a b"
