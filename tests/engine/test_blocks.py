"""Help for making a report's blocks: tables declared by their columns, what is alike together, and
remarks behind a template's lines."""

from __future__ import annotations

from pbem.engine.blocks import (
    WIDEST,
    commented,
    grouped,
    left,
    remarked,
    right,
    table,
    turn_title,
)
from pbem.engine.report import Column, Table


def test_a_table_is_declared_by_its_columns() -> None:
    made = table(
        ("Ada", "Bo"),
        (left("Name"), str),
        (right("Letters"), len),
        caption="All of them.",
        mark=lambda name: name == "Bo",
    )
    assert made == Table(
        columns=(Column("Name"), Column("Letters", "right")),
        rows=(("Ada", "3"), ("Bo", "2")),
        caption="All of them.",
        mark=(1,),
    )


def test_a_table_goes_through_its_rows_once() -> None:
    assert table(iter(("a", "b")), (left("Letter"), str)).rows == (("a",), ("b",))


def test_what_is_alike_stands_together_in_the_order_of_the_first_of_each() -> None:
    assert grouped(("b2", "a1", "b1"), lambda one: one[0]) == {"b": ["b2", "b1"], "a": ["a1"]}
    assert list(grouped(("b2", "a1", "b1"), lambda one: one[0])) == ["b", "a"]


def test_a_line_of_a_template_has_as_many_remarks_as_it_bears() -> None:
    long = "x" * WIDEST
    assert remarked("MOVE 1 TO c4", ("one", "two")) == "MOVE 1 TO c4  ; one, two"
    assert remarked("MOVE 1 TO c4", ("one", long)) == "MOVE 1 TO c4  ; one"
    assert remarked("MOVE 1 TO c4", ("", "one")) == "MOVE 1 TO c4  ; one"
    assert len(remarked("MOVE 1", (long[: -len("MOVE 1  ; ")],))) == WIDEST
    assert remarked("MOVE 1 TO c4", (long,)) == remarked("MOVE 1 TO c4", ()) == "MOVE 1 TO c4"


def test_a_line_stands_alone_where_it_does_not_bear_the_least_of_its_remarks() -> None:
    long = "x" * WIDEST
    assert remarked("MOVE 1 TO c4", ("one", long), least=2) == "MOVE 1 TO c4"
    assert remarked("MOVE 1 TO c4", (), least=0) == "MOVE 1 TO c4"


def test_what_is_offered_orders_nothing_by_itself() -> None:
    assert commented(["Take one:", "PASS", ""]) == ("# Take one:", "# PASS", "#")


def test_a_report_is_called_by_its_turn() -> None:
    titles = [
        turn_title(0, is_over=False),
        turn_title(7, is_over=False),
        turn_title(7, is_over=True),
    ]
    assert titles == ["Welcome", "After turn 7", "The end, after turn 7"]
