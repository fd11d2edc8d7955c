"""docs/export.md names every key of every file in an export, and no other."""

from __future__ import annotations

import re

import msgspec
import pytest

from pbem.engine.chain import Answer, Founding, Link, Opened, Page
from pbem.service.tools import archive, entries
from tests.docs.documents import ROOT

TEXT = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")


def keys_under(heading: str) -> list[str]:
    """What stands in the first column of the table below a heading."""
    (section,) = re.findall(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL
    )
    (table, *_others) = re.findall(r"^\| Key \|.*?(?=\n\n|\Z)", section, re.MULTILINE | re.DOTALL)
    rows = table.splitlines()[2:]
    return [key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])]


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("manifest.json", archive.Manifest),
        ("game.json", archive.GameFile),
        ("turns/NNNNN.json", Page),
        ("link", Link),
        ("founding", Founding),
        ("a part laid open", Opened),
        ("service.json", archive.ServiceFile),
        ("seats", archive.SeatEntry),
        ("asks", archive.AskEntry),
        ("orders", archive.OrdersEntry),
        ("later", archive.LaterEntry),
        ("undone", archive.UndoneEntry),
        ("said", entries.SaidEntry),
        ("wishes", entries.WishEntry),
        ("motions", entries.MotionEntry),
        ("vacations", entries.VacationEntry),
        ("substitutions", entries.SubstitutionEntry),
        ("lapses", archive.LapseEntry),
        ("masters", entries.MasterEntry),
        ("acts", entries.ActEntry),
        ("mails.json", archive.MailEntry),
    ],
)
def test_the_keys_are_those_of_the_code(heading: str, kind: type[msgspec.Struct]) -> None:
    assert sorted(keys_under(heading)) == sorted(kind.__struct_fields__)


def test_the_keys_of_an_answer_are_told_too() -> None:
    section = TEXT.partition("`answer/1` is null")[2].partition("\n\nThe salt")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == Answer.__struct_fields__


def test_the_schema_is_the_one_that_is_told() -> None:
    assert f"version {archive.SCHEMA}." in TEXT
