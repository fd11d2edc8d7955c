"""The findings as docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from bench.common import Finding, machine

HEAD = """\
# Benchmarks

Written by `make bench`, all in one run on {machine}. What counts are the ratios: both sides of
each were measured in turns, in the same minutes and on the same machine. Every measurement checks
that its work was really done. A single one is run with the command below its table and writes
nothing; add `--quick` to see only whether it works. What `python -m bench.soak` found of other
databases and sizes is added by hand, as it was shown.
"""


def page(findings: Sequence[Finding]) -> str:
    parts = [HEAD.format(machine=machine()), "\n".join(_summary(findings)) + "\n"]
    parts += [section(finding) for finding in findings]
    return "\n".join(parts)


def section(finding: Finding) -> str:
    """What a measurement found, as a part of the page."""
    return "\n".join(_section(finding)) + "\n"


def _summary(findings: Sequence[Finding]) -> Iterator[str]:
    yield from _table(
        ("", "target", "reached", ""),
        [(f.title, f.target, f.reached, "holds" if f.held else "missed") for f in findings],
    )


def _section(finding: Finding) -> Iterator[str]:
    yield f"## {finding.title}"
    yield ""
    yield fill(finding.method, 110, break_long_words=False, break_on_hyphens=False)
    yield ""
    yield from _table(finding.headings, finding.rows)
    yield ""
    yield f"`{finding.command}`"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in (headings, ["---"] * len(headings), *rows):
        yield f"| {' | '.join(row)} |"
