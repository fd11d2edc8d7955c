"""Small help for setting tables and lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from pbem.engine.api import Event
from pbem.engine.report import Block, Column, Section

E = TypeVar("E", bound=Event)

NONE = "–"
"""What stands in a cell that has nothing to say."""


def left(heading: str) -> Column:
    """A column of words."""
    return Column(heading)


def right(heading: str) -> Column:
    """A column of figures."""
    return Column(heading, "right")


def only(kind: type[E], news: Iterable[Event]) -> tuple[E, ...]:
    """The events of one kind."""
    return tuple(event for event in news if isinstance(event, kind))


def section(heading: str, blocks: Iterable[Block]) -> Iterator[Section]:
    """A section, if it has anything to say."""
    found = tuple(blocks)
    if found:
        yield Section(heading, found)
