"""docs/reference.md says of each slot, kit and type what the code says."""

from __future__ import annotations

import re

import pytest

from tests.docs.documents import ROOT
from tests.docs.reference import reference

PAGE = ROOT / "docs" / "reference.md"


def test_the_reference_is_that_of_the_code(update: bool) -> None:
    if update:
        PAGE.write_text(reference(), encoding="utf-8")
    kept = PAGE.read_text(encoding="utf-8").splitlines()
    assert kept == reference().splitlines(), "read the difference, then renew it with --update"


@pytest.mark.parametrize(
    "name",
    ["Several", "edge_names", "shown", "leads", "either", "known", "Table", "manual", "TakingDesk"],
)
def test_what_games_are_written_with_is_told(name: str) -> None:
    page = reference()
    assert re.search(rf"^#### {name}$|`\.?{name}\b", page, re.MULTILINE), name
