"""Which players' turns a reader is told of: what is new since its last report, and before its own
turn all since its last one, that one included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import only
from pbem.rulesets.parsec.events import AnyEntry, Chapter, SystemSettled, TurnEnded
from pbem.rulesets.parsec.figures import Counts, counted
from pbem.rulesets.parsec.view import View


def chapters(view: View, news: Sequence[Event]) -> tuple[Chapter, ...]:
    """In their order: what is new, and whole the turns that lead up to what is asked now."""
    if not view.log:
        return ()
    new = {chapter.number: chapter for chapter in _new(view, news)}
    whole = _first_whole(view)
    return tuple(
        chapter if chapter.number >= whole else new[chapter.number]
        for chapter in view.log
        if chapter.number >= whole or chapter.number in new
    )


def _new(view: View, news: Sequence[Event]) -> tuple[Chapter, ...]:
    """What was noted in the resolutions of the news; without any, the turns since the own last."""
    ended = only(TurnEnded, news)
    if not ended:
        return tuple(chapter for chapter in view.log if chapter.number >= _own_last(view))
    parts = (chapter.after(ended[0].turn - 1) for chapter in view.log)
    return tuple(part for part in parts if part.entries)


def _first_whole(view: View) -> int:
    """For whom it is its turn, and for all at the end, everything since the own last turn; for
    who is asked for ships, the turn under way."""
    last = view.log[-1].number
    if view.is_moving or view.ending is not None:
        return _own_last(view)
    return last if view.is_asked else last + 1


def _own_last(view: View) -> int:
    """The own last turn. For whoever is not at the table, or has not moved yet, the last turn of
    everyone; where all order at once, the whole round (PA-4)."""
    seats, last = len(view.players), view.log[-1].number
    if view.options.pace == "round":
        return (last - 1) // seats * seats + 1
    own = [chapter.number for chapter in view.log if chapter.seat == view.seat]
    return max(own, default=last - seats + 1)


def entries(view: View, news: Sequence[Event]) -> Iterator[AnyEntry]:
    """Everything that is new."""
    for chapter in _new(view, news) if view.log else ():
        yield from chapter.entries


def is_under_way(view: View, chapter: Chapter) -> bool:
    """Whether a conflict holds this turn up."""
    return view.dispute is not None and chapter.number == view.log[-1].number


def is_continued(view: View, chapter: Chapter) -> bool:
    """Whether the reader was told of the beginning of this turn before."""
    whole = next(one for one in view.log if one.number == chapter.number)
    return len(chapter.entries) < len(whole.entries)


def settled(view: View, news: Sequence[Event]) -> Counts:
    """The resources that settlements have brought the reader newly."""
    return counted(
        entry.kind
        for entry in entries(view, news)
        if isinstance(entry, SystemSettled) and entry.gains == view.seat is not None
    )
