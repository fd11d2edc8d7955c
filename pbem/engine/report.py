"""What a player is told of a turn, as plain data that any mail, text or HTML can be made of.

A ruleset's desk fills a :class:`Report` from one View and the events for it; the
mailer lays it out. Sentences are already in the reader's language.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.scene import Scene


class Paragraph(msgspec.Struct, frozen=True, tag=True):
    """A sentence or several. ``tone`` marks what must not be overlooked, or a hint: how to read
    what stands around it, for who is new to the game."""

    text: str
    tone: Literal["plain", "good", "bad", "warning", "hint"] = "plain"


class Bullets(msgspec.Struct, frozen=True, tag=True):
    items: tuple[str, ...]


class Column(msgspec.Struct, frozen=True):
    heading: str
    align: Literal["left", "right", "centre"] = "left"


class Table(msgspec.Struct, frozen=True, tag=True):
    """Rows of ready-made cells. ``mark`` holds the indexes of rows to stand out (one's own)."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    mark: tuple[int, ...] = ()


class Form(msgspec.Struct, frozen=True):
    """A kind of line that can be written. ``line`` is one as an example; where it is empty, the
    ``pattern`` is one itself. ``says`` tells in a sentence what it does, ``pattern`` how all such
    are put together; one of both may be empty."""

    line: str = ""
    says: str = ""
    pattern: str = ""


class Forms(msgspec.Struct, frozen=True, tag=True):
    """What can be written, one form below the other. No mail shows such lines so that they count
    where they are sent back."""

    forms: tuple[Form, ...]


class Signs(msgspec.Struct, frozen=True):
    """A map for who reads text alone: ``rows`` of signs that stand below each other, and what each
    of them means."""

    rows: tuple[str, ...]
    meaning: str


class Picture(msgspec.Struct, frozen=True, tag=True):
    """A drawing. ``alt`` states its facts for who cannot see it; ``name`` is a file name's stem.

    With ``svg`` the vector picture is attached too (for its tips). ``narrow`` is what screens show
    on which the words of the whole would be too small to read: the part of a map that matters
    most, a chart drawn for them. ``signs`` stand for ``alt`` in mails as text. A ``chart`` shows
    how figures have changed that stand in a table beside it: such mails name it alone.
    """

    name: str
    scene: Scene
    alt: str
    caption: str = ""
    svg: bool = False
    narrow: Scene | None = None
    signs: Signs | None = None
    chart: bool = False


TextBlock = Paragraph | Bullets | Table | Forms
Block = TextBlock | Picture


class Section(msgspec.Struct, frozen=True):
    """A part of a report. In the one that ``ranks`` the players stands how all of them stand. One
    for ``reference`` lists what stands, not what has happened: of its tables, lists and sentences
    mails leave out what stood there in the reader's last report. Its rows begin with what orders
    call them, as do its points that have a colon. One that tells what passed among ``others`` is,
    as is one for reference, the first that is missing where a mail would be too long, but for one
    that is ``kept`` as long as can be: what its reader chooses from now. With ``short`` it is cut
    to so many rows and points before it goes. One that stands ``together`` is told whole where any
    of it has changed: its rows are weighed against each other. One on the ``default``
    tells what comes of it: mails have its blocks right below the lines that are played, and it is
    left out where something else is."""

    heading: str
    blocks: tuple[Block, ...]
    ranks: bool = False
    reference: bool = False
    others: bool = False
    default: bool = False
    kept: bool = False
    short: int = 0
    together: bool = False

    @property
    def is_charts(self) -> bool:
        """Whether charts are all that it has: mails as text leave it out."""
        return all(isinstance(block, Picture) and block.chart for block in self.blocks)


class Report(msgspec.Struct, frozen=True):
    """One seat's personal report.

    ``headline`` is the turn in one sentence (the mail's preview), with the reader's own score and
    place. ``standing`` has these as a clause for the mail's subject, "you lead with 412"; it is
    made from the View alone, and empty where there is nothing to tell. ``template``
    are the lines offered for the next orders: each is a comment (``# ...``), so
    that a template sent back untouched orders nothing. A sentence between them is
    one line however long; the mail breaks it.
    """

    title: str
    headline: str
    sections: tuple[Section, ...]
    template: tuple[str, ...] = ()
    standing: str = ""

    def pictures(self) -> tuple[Picture, ...]:
        """All pictures in reading order."""
        return tuple(b for s in self.sections for b in s.blocks if isinstance(b, Picture))

    def opened_by_picture(self) -> tuple[Picture | None, tuple[Section, ...]]:
        """The first picture, if there is one, and the sections without it."""
        first = next(iter(self.pictures()), None)
        if first is None:
            return None, self.sections
        others = (
            msgspec.structs.replace(
                section, blocks=tuple(block for block in section.blocks if block is not first)
            )
            for section in self.sections
        )
        return first, tuple(section for section in others if section.blocks)
