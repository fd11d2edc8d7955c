"""Reads a page of Markdown into what a mail is laid out of, as text and as HTML.

What a rulebook needs is understood: headings, paragraphs, lists, tables, fenced lines, and the
words that stand for a picture. Links and emphasis leave their words; other HTML leaves nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec.structs import replace

from pbem.engine.report import Bullets, Column, Paragraph, Table
from pbem.mailer.outbound.contents import Chapter, ChapterBlock, Excerpt

_ALT = re.compile(r'<img\b[^>]*\balt="([^"]*)"', re.IGNORECASE)
_SIDES = {"text-align:right": "right", "text-align:center": "centre"}


@cache
def read_page(text: str) -> tuple[Chapter, ...]:
    """What a text in Markdown (CommonMark, with tables) says below each heading. Its first one is
    left out: it is the title of the whole."""
    chapters: list[Chapter] = []
    heading, blocks = Chapter("", ()), list[ChapterBlock]()
    for part in _parts(MarkdownIt("commonmark").enable("table").parse(text)):
        if isinstance(part, Chapter):
            chapters.append(replace(heading, blocks=tuple(blocks)))
            heading, blocks = part, []
        elif part != Paragraph(""):  # of a mere anchor
            blocks.append(part)
    chapters.append(replace(heading, blocks=tuple(blocks)))
    first, *others = [one for one in chapters if one.blocks or one.heading] or [heading]
    return (Chapter("", first.blocks), *others)


def _parts(tokens: Sequence[Token]) -> Iterator[Chapter | ChapterBlock]:
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
            case "fence" | "code_block":
                yield Excerpt("", tuple(token.content.splitlines()))
            case "html_block":
                yield from (Paragraph(html.unescape(alt)) for alt in _ALT.findall(token.content))
        at = end + 1


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
                side = _SIDES.get(str(token.attrGet("style") or ""), "left")
                heading = _words(tokens[number + 1 : number + 2])
                columns.append(Column(heading, side))  # type: ignore[arg-type]
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
