"""Lays a report's blocks out as plain text of 76 columns that reads well by itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest

from pbem.engine.i18n import _
from pbem.engine.report import Block, Bullets, Column, Form, Forms, Paragraph, Picture, Signs, Table
from pbem.mailer.outbound.contents import Excerpt, Figure

WIDTH = 76
GUTTER = "| "
"""Stands before every line that could be taken for an order if the mail came back."""

_GAP, _NARROW_GAP = "  ", " "
_MARK = "→ "
"""Stands before a row that is marked: one's own, mostly."""
_WIDEST_CELL = 30
"""Columns of a cell beyond which a table that does not fit is told row by row."""
_NARROWEST_PROSE = 14
"""Columns that a cell's text is broken into at least."""
_PATTERN = 42
"""The widest pattern that has its example beside it."""
_TONES = {"plain": "", "hint": "", "good": "+ ", "bad": "! ", "warning": "! "}
_NARROW = re.compile(r"[\x00-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027]*")
"""Letters and signs known to take one column each, so that Unicode's tables need not be asked."""
_BLANKS = re.compile(r"[^\S\xa0\u202f]+")
"""Where a line may be broken: not at the blanks that bind, as before a French colon."""
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: two for wide characters, none for accents."""
    if _is_narrow(text):
        return len(text)
    return sum(_columns_of(character) for character in text)


def _is_narrow(text: str) -> bool:
    return text.isascii() or _NARROW.fullmatch(text) is not None


def _columns_of(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """`text` broken at blanks; `first` begins the first line, `rest` (or as many blanks) others.

    Line breaks in `text` stay.
    """
    indent = " " * columns(first) if rest is None else rest
    lines: list[str] = []
    for paragraph in text.splitlines() or [""]:
        lines.extend(_wrapped(paragraph, first if not lines else indent, indent, width))
    return "\n".join(lines)


def _wrapped(paragraph: str, first: str, rest: str, width: int) -> Iterator[str]:
    words = _BLANKS.split(paragraph.strip())
    whole = first + " ".join(words)
    measure = len if _is_narrow(whole) else columns
    if measure(whole) <= width:
        yield whole.rstrip()
        return
    line, used, empty = first, columns(first), True
    indent = columns(rest)
    for word in words:
        fits = measure(word) <= width - indent
        for piece in (word,) if fits else _pieces(word, width - indent):
            taken = measure(piece)
            if not empty and (piece is not word or used + 1 + taken > width):
                yield line.rstrip()
                line, used, empty = rest, indent, True
            line += piece if empty else f" {piece}"
            used += taken if empty else taken + 1
            empty = False
    yield line.rstrip()


def _pieces(word: str, width: int) -> Iterator[str]:
    """The word, or parts of it where it alone is too wide (a language without blanks)."""
    if columns(word) <= width or word.isascii():
        yield word
        return
    piece, used = "", 0
    for character in word:
        if used + _columns_of(character) > width:
            yield piece
            piece, used = "", 0
        piece += character
        used += _columns_of(character)
    yield piece


def underline(text: str, sign: str = "-") -> str:
    """A heading with a line below it, as wide as its last line and never just two dashes."""
    wrapped = wrap(text)
    longest = max(columns(line) for line in wrapped.splitlines() or [""])
    return f"{wrapped}\n{sign * max(3, longest)}"


def gutter(lines: Iterable[str]) -> str:
    """`lines` as they are, each behind the gutter; no line of a mail's reader is among them."""
    parts = (part for line in lines for part in line.splitlines() or [""])
    return "\n".join((GUTTER + printable(part)).rstrip() for part in parts)


def printable(text: str) -> str:
    """`text` with a blank for each tab and control character, so that columns stay countable."""
    return _UNPRINTABLE.sub(" ", text.replace("\t", " "))


def bullets(items: Iterable[str]) -> str:
    """A list, one point after the other."""
    return "\n".join(wrap(item, "- ") for item in items)


def lay_out_all(blocks: Sequence[Block | Excerpt | Figure]) -> str:
    """Blocks below each other, apart by an empty line but for points that stand side by side."""
    lines = [lay_out(block) for block in blocks]
    apart = ("\n" if _is_point(a) and _is_point(b) else "\n\n" for a, b in pairwise(blocks))
    return "".join(part for pair in zip_longest(lines, apart, fillvalue="") for part in pair)


def _is_point(block: Block | Excerpt | Figure) -> bool:
    """Whether its lines begin with a sign."""
    return isinstance(block, Bullets) or (isinstance(block, Paragraph) and bool(_TONES[block.tone]))


def lay_out(block: Block | Excerpt | Figure) -> str:
    """One block of a report or of a chapter as lines."""
    match block:
        case Excerpt(caption=caption, lines=lines):
            return "\n".join(filter(None, (wrap(caption), gutter(lines))))
        case Paragraph(text=text, tone=tone):
            return wrap(text, _TONES[tone])
        case Bullets(items=items):
            return bullets(items)
        case Table():
            return table(block)
        case Forms(forms=forms):
            return "\n".join(line for form in forms for line in _form(form))
        case Picture():
            title = block.caption or block.scene.title or block.name
            if block.signs is not None:
                return "\n".join((_picture(f"{block.name}.png", title), *_signs(block.signs)))
            return _picture(f"{block.name}.png", title, "" if block.chart else block.alt)
        case Figure(file=file, alt=alt, caption=caption, is_chart=is_chart):
            return _picture(file.name, caption or alt, alt if caption and not is_chart else "")


def _form(form: Form) -> Iterator[str]:
    """What a form says, with its example below where that is not told; or its pattern, with the
    example beside it where there is room."""
    if form.says:
        yield wrap(form.says, "- ")
        if form.line and form.line not in form.says:
            yield gutter((form.line,))
        return
    beside = f"{form.pattern:{_PATTERN}}{_GAP}{form.line}".rstrip()
    if not form.line or (len(form.pattern) <= _PATTERN and len(GUTTER + beside) <= WIDTH):
        yield gutter((beside,))
    else:
        yield wrap(form.pattern, GUTTER, f"{GUTTER}  ")
        yield gutter((f"    {form.line}",))


def _signs(signs: Signs) -> Iterator[str]:
    yield gutter(signs.rows)
    yield wrap(signs.meaning)


def _picture(file: str, title: str, alt: str = "") -> str:
    named = _("[Picture {file}: {title}]").format(file=file, title=title)
    return f"{wrap(named)}\n{wrap(alt)}" if alt else wrap(named)


def table(block: Table) -> str:
    """A table in aligned columns; too wide, with its widest column broken into lines, in bands
    of columns, or row by row. A caption of one line is its head, a longer one stands apart."""
    parts = [wrap(block.caption)] if block.caption else []
    if parts and "\n" in parts[0]:
        parts.append("")
    if block.columns:
        parts += _fitted(block)
    return "\n".join(parts)


def _fitted(block: Table) -> Iterator[str]:
    heads = block.columns
    cells = [tuple(" ".join(printable(cell).split()) for cell in row) for row in block.rows]
    marked = frozenset(block.mark)
    widths = [
        max([columns(head.heading), *(columns(row[i]) for row in cells)])
        for i, head in enumerate(heads)
    ]
    room = WIDTH - (len(_MARK) if marked else 0)
    gap, over = _GAP, sum(widths) + len(_GAP) * (len(widths) - 1) - room
    if 0 < over < len(widths):
        gap, over = _NARROW_GAP, 0
    narrowed = _narrowed(heads, cells, widths, over)
    if narrowed is not None:
        yield _grid(heads, cells, marked, narrowed, range(len(widths)), gap)
    elif max(widths) <= _WIDEST_CELL:
        bands = _bands(heads, widths, room)
        yield "\n\n".join(_grid(heads, cells, marked, widths, band) for band in bands)
    else:
        yield _rows_apart(heads, cells, marked)


def _narrowed(
    heads: Sequence[Column], cells: Sequence[Sequence[str]], widths: Sequence[int], over: int
) -> list[int] | None:
    """The widths, those of the widest columns of words smaller by as much as is `over` in all;
    None where these would be too narrow to read, or for a single word."""
    found = list(widths)
    least = {
        i: max([_NARROWEST_PROSE, *(columns(word) for row in cells for word in row[i].split())])
        for i, head in enumerate(heads)
        if over > 0 and head.align == "left"
    }
    for _column in range(over):
        broad = [i for i in least if found[i] > least[i]]
        if not broad:
            return None
        found[max(broad, key=lambda i: found[i])] -= 1
    return found


def _grid(
    heads: Sequence[Column],
    cells: Sequence[Sequence[str]],
    marked: frozenset[int],
    widths: Sequence[int],
    chosen: Sequence[int],
    gap: str = _GAP,
) -> str:
    blank = " " * len(_MARK) if marked else ""

    def lines(texts: Sequence[str], mark: str) -> Iterator[str]:
        broken = [
            [texts[i]] if columns(texts[i]) <= widths[i] else _broken(texts[i], widths[i])
            for i in chosen
        ]
        for n in range(max(map(len, broken))):
            fitted = (
                _fit(part[n] if n < len(part) else "", widths[i], heads[i].align)
                for i, part in zip(chosen, broken, strict=True)
            )
            yield ((blank if n else mark) + gap.join(fitted)).rstrip()

    # A line of just two dashes would begin a signature for many mail programs.
    rule = ["-" * max(3 if len(chosen) == 1 else 1, width) for width in widths]
    rows: list[str] = []
    if any(heads[i].heading for i in chosen):
        rows += lines([head.heading for head in heads], blank)
        rows.append((blank + gap.join(rule[i] for i in chosen)).rstrip())
    for n, row in enumerate(cells):
        rows += lines(row, _MARK if n in marked else blank)
    return "\n".join(rows)


def _broken(text: str, width: int) -> list[str]:
    return wrap(text, width=width).splitlines() or [""]


def _fit(text: str, width: int, align: str) -> str:
    missing = max(0, width - columns(text))
    if align == "right":
        return " " * missing + text
    if align == "centre":
        return " " * (missing // 2) + text + " " * (missing - missing // 2)
    return text + " " * missing


def _bands(heads: Sequence[Column], widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Columns in groups that fit, each led by those that say whose row it is."""
    named = next((i for i, head in enumerate(heads) if head.align == "left"), 0)
    keys = list(range(named + 1))
    if sum(widths[i] + len(_GAP) for i in keys) > room // 2:
        keys = [named]
    start = sum(widths[i] + len(_GAP) for i in keys)
    band, used = list(keys), start
    for i in range(len(heads)):
        if i in keys:
            continue
        if used + widths[i] > room and len(band) > len(keys):
            yield band
            band, used = list(keys), start
        band.append(i)
        used += widths[i] + len(_GAP)
    yield band


def _rows_apart(
    heads: Sequence[Column], cells: Sequence[Sequence[str]], marked: frozenset[int]
) -> str:
    """One paragraph a row: its first cell, then the others by name."""
    blocks = []
    said = _("{name}: {what}")
    for n, row in enumerate(cells):
        lines = [wrap(row[0], _MARK if n in marked else "", "  ")]
        lines += [
            wrap(said.format(name=head.heading, what=cell), "  ", "    ")
            for head, cell in zip(heads[1:], row[1:], strict=True)
            if cell
        ]
        blocks.append("\n".join(lines))
    return "\n".join(blocks)
