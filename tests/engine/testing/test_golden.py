"""Golden reports: made from a fixed game, compared as text, written by nobody here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pbem.engine.api import Ask, Event, Line, Parsed
from pbem.engine.report import (
    Bullets,
    Column,
    Paragraph,
    Picture,
    Report,
    Section,
    Table,
    TextBlock,
)
from pbem.engine.scene import Circle, Group, Scene, Text
from pbem.engine.testing import compare, golden, plain_text, run

from .mutants import NEVER_ENDS
from .toy import TOY, Bid, Desk, View

STAGES = ("0-welcome", "1-early", "2-middle", "3-final")


def test_four_stages_for_every_seat_and_a_spectator_with_answers_help_and_pictures() -> None:
    who = ("seat-1", "seat-2", "seat-3", "spectator")
    reports = [f"{stage}-{one}.txt" for stage in STAGES for one in who]
    assert list(golden(TOY)) == [*reports, "help.txt", "pictures.txt", "receipts.txt"]


class _AnotherColour(Desk):
    def report(self, view: View, news: Sequence[Event]) -> Report:
        report = super().report(view, news)
        return msgspec.convert(_repainted(msgspec.to_builtins(report)), Report)


def _repainted(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _repainted(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_repainted(value) for value in plain]
    is_colour = isinstance(plain, str) and re.fullmatch("#[0-9a-f]{6}", plain)
    return "#123456" if is_colour else plain


class _OtherHelp(Desk):
    def manual(self, view: View | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
        return (Paragraph("Help yourself."),)


class _OtherAnswers(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        return replace(super().parse(view, ask, lines, held), remark="Well done.")


@pytest.mark.parametrize(
    ("desk", "file"),
    [
        (_AnotherColour(), "pictures.txt"),
        (_OtherHelp(), "help.txt"),
        (_OtherAnswers(), "receipts.txt"),
    ],
)
def test_whatever_a_player_gets_is_compared(desk: Desk, file: str) -> None:
    (found,) = compare(golden(TOY), golden(replace(TOY, desk=desk)))
    assert found.startswith(f"--- {file}")


def test_the_same_game_makes_the_same_reports() -> None:
    assert golden(TOY) == golden(TOY)
    assert compare(golden(TOY), golden(TOY)) == ()


def test_another_seed_is_another_game() -> None:
    assert golden(TOY) != golden(TOY, seed=2)


def test_the_caller_may_render_reports_its_own_way() -> None:
    made = golden(TOY, render=lambda report: report.headline)
    assert made["0-welcome-seat-1.txt"].startswith("Prize ")


def test_differences_are_unified_diffs() -> None:
    found = compare({"a.txt": "one\ntwo\n"}, {"a.txt": "one\nthree\n"})
    assert found == ("--- a.txt\n+++ a.txt now\n@@ -1,2 +1,2 @@\n one\n-two\n+three",)


def test_new_missing_and_relined_files_are_told() -> None:
    found = compare({"gone": "x", "lines": "x"}, {"new": "x", "lines": "x\n"})
    assert "gone is not made any more" in found[0]
    assert "lines differs in its line ends only" in found[1]
    assert "new is new" in found[2]


def test_run_compares_golden_files_where_it_is_given_any() -> None:
    kept = golden(TOY)
    (same,) = run(TOY, golden_files=lambda made: compare(kept, made), only=["golden"])
    assert same.passed
    kept["3-final-seat-1.txt"] = "another\n"
    (differs,) = run(TOY, golden_files=lambda made: compare(kept, made), only=["golden"])
    assert not differs.passed
    assert "-another" in differs.details[0]


def test_a_game_that_never_ends_has_no_golden_reports() -> None:
    (result,) = run(NEVER_ENDS, turns=9, golden_files=lambda made: (), only=["golden"])
    assert "golden game of toy failed: toy is not over after 9 turns" in result.details[0]


def test_plain_text_says_all_that_a_report_holds() -> None:
    scene = Scene(
        10, 20, (Circle(centre=(1.0, 1.0), radius=1.0), Group(items=(Text(at=(0, 0), text="Hi"),)))
    )
    report = Report(
        title="Title",
        headline="Headline.",
        sections=(
            Section("First", (Paragraph("Plain."), Paragraph("Beware!", tone="warning"))),
            Section("Second", (Bullets(("one", "two")), Picture("map", scene, "Alt.", "Caption."))),
            Section(
                "Third",
                (
                    Table(
                        (Column("Name"), Column("Points", "right")),
                        (("Ada", "5"), ("Björn", "12")),
                        caption="Table",
                        mark=(1,),
                    ),
                ),
            ),
        ),
        template=("# ORDER",),
    )
    assert plain_text(report).splitlines() == [
        "Title",
        "=====",
        "Headline.",
        "",
        "First",
        "-----",
        "Plain.",
        "[warning] Beware!",
        "",
        "Second",
        "------",
        "* one",
        "* two",
        "[picture map, 10 x 20, 2 items]",
        "  Alt.",
        "  it says: Hi",
        "  Caption.",
        "",
        "Third",
        "-----",
        "Table",
        "  Name   Points",
        "  Ada         5",
        "> Björn      12",
        "",
        "# ORDER",
    ]
