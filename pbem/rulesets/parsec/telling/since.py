"""Which players' turns a reader is told of: all since its own last one, that one included."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.parsec.kinds import Counts, counted
from pbem.rulesets.parsec.log import AnyEntry, Chapter, SystemSettled
from pbem.rulesets.parsec.view import View


def chapters(view: View) -> tuple[Chapter, ...]:
    """In their order. Whoever is not at the table, or has not moved yet, is told of the last
    turn of everyone; where all order at once, of the whole round (PA-4)."""
    if not view.log:
        return ()
    first = _first(view, view.log[-1].number)
    return tuple(chapter for chapter in view.log if chapter.number >= first)


def _first(view: View, last: int) -> int:
    seats = len(view.players)
    if view.options.pace == "round":
        return (last - 1) // seats * seats + 1
    own = [chapter.number for chapter in view.log if chapter.seat == view.seat]
    return max(own, default=last - seats + 1)


def entries(view: View) -> Iterator[AnyEntry]:
    """Everything that happened in these turns."""
    for chapter in chapters(view):
        yield from chapter.entries


def is_under_way(view: View, chapter: Chapter) -> bool:
    """Whether a conflict holds this turn up."""
    return view.dispute is not None and chapter == view.log[-1]


def settled(view: View) -> Counts:
    """The resources that settlements brought the reader in these turns."""
    return counted(
        entry.kind
        for entry in entries(view)
        if isinstance(entry, SystemSettled) and entry.gains == view.seat is not None
    )
