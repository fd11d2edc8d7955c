"""The measurements still run. What they measure is told by `make bench` alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.__main__ import QUICK
from bench.page import page
from tests.soaking import soak

HOUSES = ("deadline", "memory", "pbem-worker", "reading", "soak", "workers")
"""Those that start whole services, several processes each; such services have tests of their own
in tests/workers and tests/cli."""
MEASURES = [soak(name) if name in HOUSES else name for name in QUICK]


@pytest.mark.parametrize("name", MEASURES)
def test_a_measurement_in_small_runs_and_can_be_written_down(name: str, tmp_path: Path) -> None:
    finding = QUICK[name](tmp_path)
    assert finding.rows
    assert all(len(row) == len(finding.headings) for row in finding.rows)
    written = page([finding])
    assert finding.command in written
    assert str(tmp_path) not in written
