"""Reads a page of Markdown into what a mail is laid out of, as text and as HTML.

What a rulebook needs is understood: headings, paragraphs, lists, tables, fenced lines, and
pictures, or the words that stand for them. Links and emphasis leave their words; other HTML leaves
nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec.structs import replace

from pbem.engine.report import Bullets, Column, Paragraph, Table
from pbem.mailer.outbound.contents import Chapter, ChapterBlock, Excerpt, Figure, File

_IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_SAID = re.compile(r'\b(src|alt|width)="([^"]*)"', re.IGNORECASE)
_WIDTH = 560
"""Pixels of a picture that does not say how wide it is to be shown."""
_SIDES: Mapping[str, Literal["right", "centre"]] = {
    "text-align:right": "right",
    "text-align:center": "centre",
}


def read_page(
    text: str, pictures: Callable[[str], bytes | None] = lambda _source: None
) -> tuple[Chapter, ...]:
    """What a text in Markdown (CommonMark, with tables) says below each heading. Its first one is
    left out: it is the title of the whole. `pictures` finds PNG files by the paths in the text;
    of others the words are told."""
    chapters: list[Chapter] = []
    heading, blocks = Chapter("", ()), list[ChapterBlock]()
    for part in _parts(MarkdownIt("commonmark").enable("table").parse(text), pictures):
        if isinstance(part, Chapter):
            chapters.append(replace(heading, blocks=tuple(blocks)))
            heading, blocks = part, []
        elif part != Paragraph(""):  # of a mere anchor
            blocks.append(part)
    chapters.append(replace(heading, blocks=tuple(blocks)))
    first, *others = [one for one in chapters if one.blocks or one.heading] or [heading]
    return (Chapter("", first.blocks), *others)


def _parts(
    tokens: Sequence[Token], pictures: Callable[[str], bytes | None]
) -> Iterator[Chapter | ChapterBlock]:
    """Headings, as chapters with nothing in them yet, and blocks, in their order."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = _end(tokens, at)
        inside = tokens[at + 1 : end]
        match token.type:
            case "heading_open":
                yield Chapter(_words(inside), (), level=1 if token.tag in ("h1", "h2") else 2)
            case "paragraph_open":
                yield Paragraph(_words(inside))
            case "bullet_list_open" | "ordered_list_open":
                yield Bullets(tuple(_items(inside)))
            case "table_open":
                yield _table(inside)
            case "blockquote_open":
                yield Excerpt("", tuple(_words([token]) for token in inside if token.children))
            case "fence" | "code_block":
                yield Excerpt("", tuple(token.content.splitlines()))
            case "html_block":
                images = _IMAGE.findall(token.content)
                yield from (_image(dict(_SAID.findall(one)), pictures) for one in images)
        at = end + 1


def _image(said: Mapping[str, str], pictures: Callable[[str], bytes | None]) -> ChapterBlock:
    alt, source = html.unescape(said.get("alt", "")), said.get("src", "")
    data = pictures(source)
    if data is None:
        return Paragraph(alt)
    width = said.get("width", "")
    file = File(source.rpartition("/")[2], "image/png", data)
    return Figure(file, alt, "", int(width) if width.isdigit() else _WIDTH)


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where what is opened at a place is closed; the place itself where nothing is."""
    if tokens[at].nesting != 1:
        return at
    level = tokens[at].level
    return next(
        n
        for n in range(at + 1, len(tokens))
        if tokens[n].nesting == -1 and tokens[n].level == level
    )


def _items(tokens: Sequence[Token]) -> Iterator[str]:
    """The points of a list; what is nested stands behind its point."""
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        yield _words(tokens[at:end])
        at = end + 1


def _table(tokens: Sequence[Token]) -> Table:
    columns: list[Column] = []
    rows: list[list[str]] = []
    for number, token in enumerate(tokens):
        match token.type:
            case "tr_open":
                rows.append([])
            case "th_open":
                heading = _words(tokens[number + 1 : number + 2])
                side = _SIDES.get(str(token.attrGet("style"))) or "left"
                columns.append(Column(heading, side))
            case "td_open":
                rows[-1].append(_words(tokens[number + 1 : number + 2]))
    return Table(tuple(columns), tuple(tuple(row) for row in rows if row))


def _words(tokens: Sequence[Token]) -> str:
    """What these tokens say, without their marks, in one line."""
    return " ".join(" ".join(_inline(token) for token in tokens if token.children).split())


def _inline(token: Token) -> str:
    said = {"softbreak": " ", "hardbreak": " "}
    return "".join(
        said.get(child.type, "" if child.type == "html_inline" else child.content)
        for child in token.children or ()
    )
