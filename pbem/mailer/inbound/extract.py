"""The order lines of a letter: grammar first, so that no quote, greeting or signature is one.

Three rules, in this order. Orders in the sender's own writing win. Where there
are none, what stands uncommented in the template of the report that is quoted
counts, for we send comments there only. All else is ignored and named to its
sender.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import clears, read_command, split_prefix
from pbem.mailer.inbound.lines import BodyLine
from pbem.mailer.inbound.quoting import Placed, place
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.inbound.wordless import marks_of
from pbem.mailer.markers import SHOWN, begins_template, ends_template

LONGEST_ORDER = 300
_MOST_FITS = 20_000


@dataclass(frozen=True)
class Extraction:
    """What was taken from a mail, and what of its sender's own lines was not.

    ``problem`` is a sentence for the sender where nothing can be taken because
    it is not clear what is meant.
    """

    taken: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    problem: str = ""

    @property
    def orders_something(self) -> bool:
        """Whether the mail holds orders or commands, even if it is not clear which count."""
        return bool(self.taken or self.problem)


def extract(letter: Letter, fit: Callable[[str], Fit], *, sent: Sequence[str] = ()) -> Extraction:
    """The order lines and commands of `letter`; `fit` is the ruleset's (:meth:`Desk.fit`).

    `sent` are the text lines of the mail that this one answers, where known:
    what equals them is quoted, marked or not.
    """
    reader = _Reader(fit, sent, marks_of(letter))
    result = reader.read(letter.body)
    if not result.taken and letter.shown:
        shown = reader.read(letter.shown)
        result = shown if shown.taken else result
    filed = [found for file in letter.attachments if (found := reader.read(file.lines)).taken]
    if not filed:
        return result
    taken = (*result.taken, *(line for found in filed for line in found.taken))
    ignored = (*result.ignored, *(line for found in filed for line in found.ignored))
    if len(filed) > 1 or any(read_command(line) is None for line in result.taken):
        return Extraction(ignored=(*taken, *ignored), problem=_in_two_places())
    return Extraction(taken, ignored)


def _in_two_places() -> str:
    return _(
        "There are orders in more than one place: in the mail and in an attached file, or in "
        "several files. I have taken none of them. Please send them once more in one place."
    )


class _Row(msgspec.Struct, frozen=True):
    """A placed line with what the grammar makes of it."""

    placed: Placed
    orders: tuple[str, ...] = ()
    command: bool = False
    template: int = -1
    """The depth of the template it stands in; -1 outside of any."""


class _Reader:
    def __init__(
        self, fit: Callable[[str], Fit], sent: Sequence[str], marks: Sequence[str]
    ) -> None:
        self._fit = fit
        self._marks = marks
        self._seen: dict[str, Fit] = {}
        self._sent = {key for line in sent if (key := _key(line))}

    def fit(self, line: str) -> Fit:
        """The ruleset's word on a line, asked once for each and only for lines of order length."""
        if len(line) > LONGEST_ORDER or not line:
            return Fit.NO
        known = self._seen.get(line)
        if known is None:
            known = self._fit(line) if len(self._seen) < _MOST_FITS else Fit.NO
            self._seen[line] = known
        return known

    # One text ------------------------------------------------------------------

    def read(self, body: Sequence[BodyLine]) -> Extraction:
        """What one text (a body or a file) orders."""
        lines = self._without_sent(place(body, self._marks))
        rows = self._rows(_in_templates(lines))
        chosen = _chosen(rows, _shallowest(lines))
        taken = tuple(line for index in sorted(chosen) for line in rows[index].orders)
        ignored = tuple(
            row.placed.text[:LONGEST_ORDER]
            for index, row in enumerate(rows)
            if index not in chosen and _worth_naming(row)
        )
        return Extraction(taken, ignored)

    def _without_sent(self, lines: list[Placed]) -> list[Placed]:
        """The lines less those at depth 0 that we sent: three in a row, or any
        that orders nothing."""
        if not self._sent:
            return lines
        kept: list[Placed] = []
        run: list[Placed] = []
        for line in lines:
            ours = line.depth == 0 and (not line.text or _key(line.text) in self._sent)
            if ours and not begins_template(line.text) and not ends_template(line.text):
                run.append(line)
                continue
            kept += self._spared(run)
            run = []
            kept.append(line)
        return kept + self._spared(run)

    def _spared(self, run: list[Placed]) -> list[Placed]:
        few = sum(1 for line in run if line.text) < 3
        return [line for line in run if not line.text or (few and self._orders((line.text,)))]

    # Grammar -------------------------------------------------------------------

    def _rows(self, lines: Iterable[tuple[Placed, int]]) -> list[_Row]:
        """Rows of the lines that may count, wrapped orders put together again."""
        rows: list[_Row] = []
        held: tuple[Placed, int] | None = None
        for placed, template in lines:
            if placed.depth and template < 0 and not placed.doubtful:
                held = None
                continue
            if placed.kind in ("divider", "device") or _is_comment(placed.text):
                rows.append(_Row(placed, template=template))
                held = None
                continue
            if self._joins(rows, held, placed, template):
                held = (placed, template)
                continue
            rows.append(self._row(placed, template))
            held = (placed, template)
        return rows

    def _row(self, placed: Placed, template: int) -> _Row:
        if placed.text.startswith(SHOWN.strip()):
            return _Row(placed, template=template)
        orders = self._paragraph(placed)
        command = bool(orders) and read_command(orders[0]) is not None
        return _Row(placed, orders, command, template)

    def _paragraph(self, placed: Placed) -> tuple[str, ...]:
        """The orders of a line, or of the lines that a soft wrap joined or should not have."""
        whole = self._orders((placed.text,))
        if not placed.pieces:
            return whole
        apart = self._orders(placed.pieces)
        return apart if len(apart) > 1 or not whole else whole

    def _orders(self, texts: Sequence[str]) -> tuple[str, ...]:
        found: list[str] = []
        follows = False
        for text in texts:
            order = self._order(text)
            if order is not None:
                found.append(order)
            elif follows and self.fit(text.strip()) is Fit.CONTINUES:
                found[-1] = f"{found[-1]} {text.strip()}"
            follows = bool(found) and (order is not None or follows)
        return tuple(found)

    def _order(self, text: str) -> str | None:
        """The order or command that a line is, without bullet or emphasis; None for prose."""
        text = text.strip()
        if not text or len(text) > LONGEST_ORDER or text[0] in "#;|>":
            return None
        if read_command(text) is not None:
            return text
        for variant in _variants(text):
            prefix, rest = split_prefix(variant)
            if self.fit(rest) is Fit.ORDER or (prefix and clears(rest)):
                return variant
        return None

    def _joins(
        self, rows: list[_Row], held: tuple[Placed, int] | None, placed: Placed, template: int
    ) -> bool:
        """Whether a line is the rest of the one directly above; if so the two become one row."""
        if held is None or held[1] != template or held[0].depth != placed.depth:
            return False
        if not held[0].text or self.fit(placed.text.strip()) is not Fit.CONTINUES:
            return False
        last = rows[-1]
        if last.orders and not last.command:
            joined: tuple[str, ...] = (
                *last.orders[:-1],
                f"{last.orders[-1]} {placed.text.strip()}",
            )
        elif not last.orders:
            joined = self._orders((f"{held[0].text.strip()} {placed.text.strip()}",))
        else:
            return False
        if not joined:
            return False
        rows[-1] = _Row(last.placed, joined, False, template)
        return True


def _variants(text: str) -> Iterator[str]:
    """A line as written, less a bullet, less emphasis."""
    bare = re.sub(r"^(?:[-*+•‣▪●○■□➤➔·]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+(?=[^\W\d_@])", "", text)
    if bare != text:
        yield bare
    yield text
    if "*" in bare or "_" in bare or "`" in bare or bare[:1] in "\"'":
        around = re.fullmatch(r"([*_'\"]{1,3})([^\W_@].*\S)\1[.,;]?", bare)
        if around:
            yield around[2]
        yield re.sub(r"(?<!\S)([*_]{1,3})(\w(?:[\w ]*\w)?)([:%]?)\1(?=[\s:,.]|$)", r"\2\3", bare)
    if bare[-1:] in ".,;" and len(bare) > 1:
        yield bare[:-1].rstrip()


def _is_comment(text: str) -> bool:
    return text.lstrip()[:1] in ("#", ";")


def _key(text: str) -> str:
    return " ".join(text.split())


def _in_templates(lines: Sequence[Placed]) -> Iterator[tuple[Placed, int]]:
    """Every line with the depth of the template it stands in, -1 for none; markers are left out."""
    inside = -1
    skip = False
    for index, line in enumerate(lines):
        if skip:
            skip = False
            continue
        text = line.text
        if text[:2] == "--" or "orders" in text.lower():
            wrapped = _with_next(lines, index)
            if begins_template(text) or begins_template(wrapped):
                inside = line.depth
                skip = not begins_template(text)
                continue
            if inside >= 0 and (ends_template(text) or ends_template(wrapped)):
                inside = -1
                skip = not ends_template(text)
                continue
            if ends_template(text):
                continue
        if inside >= 0 and (line.kind == "divider" or line.kind == "signature"):
            inside = -1
        yield line, inside


def _with_next(lines: Sequence[Placed], index: int) -> str:
    text = lines[index].text
    if index + 1 >= len(lines) or len(text) > 60:
        return ""
    return f"{text} {lines[index + 1].text}"


def _chosen(rows: Sequence[_Row], shallowest: int | None) -> set[int]:
    """Which rows count, by their place: the sender's own orders, else the template's.

    Commands alone do not keep the template from counting ("PREVIEW" above a
    template filled in). Where neither holds an order, what an uncertain
    signature holds counts after all.
    """
    with_orders = [(index, row) for index, row in enumerate(rows) if row.orders]
    own = [(i, r) for i, r in with_orders if r.placed.depth == 0 and r.placed.kind == "text"]
    found = {index for index, _row in own}
    if any(not row.command and row.template < 0 for _index, row in own):
        return found
    level = _answered_level(rows, shallowest)
    if level is not None:
        found |= {i for i, row in with_orders if _fills(row, level)}
    if any(not rows[index].command for index in found):
        return found
    weak = {i for i, row in with_orders if _spare(row.placed)}
    return found | {index for index in weak if not rows[index].command}


def _spare(line: Placed) -> bool:
    """Whether what a line orders counts where nothing else does."""
    return line.doubtful or (line.depth == 0 and line.weak)


def _fills(row: _Row, level: int) -> bool:
    """Whether a row stands in the template of that depth, as deep or typed between its lines."""
    return row.template == level and row.placed.depth in (0, level) and row.placed.kind == "text"


def _answered_level(rows: Sequence[_Row], shallowest: int | None) -> int | None:
    """The depth of the template that is being answered: of the mail quoted first, no deeper.

    A template further down the thread was filled, if at all, in an earlier mail.
    """
    level = min((row.template for row in rows if row.template >= 0), default=None)
    if level is None or shallowest is None:
        return level
    return level if level <= shallowest else None


def _shallowest(lines: Sequence[Placed]) -> int | None:
    """How deep the mail is quoted that the sender answers; None where nothing is quoted."""
    depths = {
        line.depth
        for line in lines
        if line.depth and line.text and (line.kind != "divider" or line.leads)
    }
    return min(depths, default=None)


def _worth_naming(row: _Row) -> bool:
    """Whether an ignored line is the sender's own: not a quote's, a signature's or ours."""
    line = row.placed
    if line.depth or not line.text.strip() or line.kind in ("divider", "device"):
        return False
    if line.text.startswith(SHOWN.strip()):
        return False
    if row.template >= 0 and _is_comment(line.text):
        return False
    return line.kind == "text" or bool(row.orders)
