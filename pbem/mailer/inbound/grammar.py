"""Placed lines as rows: what each orders by the ruleset's grammar, wrapped ones put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise, repeat

import msgspec

from pbem.engine.api import Fit
from pbem.engine.orders import LONGEST_ORDER, clears, is_comment, split_prefix
from pbem.mailer.inbound.commands import read_command
from pbem.mailer.inbound.quoting import Placed
from pbem.mailer.markers import SHOWN, begins_template, ends_template, may_be_marker

MOST_WORDS = 900
"""Words of prose that the grammar looks at in one mail: some games take a thousandth of a second
for a word that is none of theirs."""
_ORDERS_COST = 4
"""The words of an order, which a game knows, cost so many times less than those of prose."""
_NARROWEST = 70
"""Characters that programs put on a line at the least before they wrap it."""
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_]+ ){0,2}[^\W\d_]+(?:\s?[,:!.-]+\s+|\s+(?=[A-Z]{3}))")
"""A greeting or the like before what may be an order."""
_ADDRESS = re.compile(r"[\w+-]@[\w-]{1,63}\.\w")
"""A mail address: no order has one, and what introduces a quote has, in whatever language."""
_AROUND = re.compile(r"([*_'\"]{1,3})([^\W_@].*\S)\1[.,;]?")
_EMPHASIS = re.compile(r"(?<!\S)([*_]{1,3})(\w(?:[\w ]*\w)?)([:%]?)\1(?=[\s:,.]|$)")
_BULLET = re.compile(
    r"^(?:[-*+•‣▪●○■□➤➔·]|[-=]+>|\(?\d{1,2}[.)]|\(?[a-z]\)|\[[^\[\]]{1,40}\])\s+(?=[^\W\d_@])"
)
"""What may stand before an order: a sign, a number, or a name as Outlook puts it before what is
typed into a quote."""


Continues = Callable[[str, str], bool]
"""Whether a line is the rest of the order before it (:meth:`Desk.continues`)."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A placed line with what the grammar makes of it."""

    placed: Placed
    orders: tuple[str, ...] = ()
    command: bool = False
    near: bool = False
    """Whether it orders nothing as it stands, but is too like an order to be passed over."""
    ours: bool = False
    """Whether it stands in what we sent."""
    template: int = -1
    """The depth of the template it stands in; -1 outside of any."""

    @property
    def is_comment(self) -> bool:
        return is_comment(self.placed.text)


def _stands_alone(_before: str, _rest: str) -> bool:
    return False


class Grammar:
    """A ruleset's word on lines (:meth:`Desk.fit`), asked once for each and within bounds."""

    def __init__(self, fit: Callable[[str], Fit], continues: Continues | None = None) -> None:
        self._fit = fit
        self._continues = continues or _stands_alone
        self._seen: dict[str, Fit] = {}
        self._left: float = MOST_WORDS

    def fit(self, line: str) -> Fit:
        """How a line looks; what holds a figure beyond what can be looked at may be an order."""
        if len(line) > LONGEST_ORDER or not line:
            return Fit.NO
        known = self._seen.get(line)
        if known is None:
            known = self._fit(line) if self._left > 0 else _unseen(line)
            words = len(line.split())
            self._left -= words if known is Fit.NO else words / _ORDERS_COST
            self._seen[line] = known
        return known

    def rows(self, lines: Iterable[tuple[Placed, int]], ours: Iterable[bool] = ()) -> list[Row]:
        """Rows of lines with the depth of their template; `ours` tells of each whether it stands
        in what we sent."""
        rows: list[Row] = []
        above: Placed | None = None
        for (placed, template), known in zip(lines, chain(ours, repeat(False)), strict=False):
            if known or placed.kind in ("divider", "device") or is_shown(placed.text):
                rows.append(Row(placed, ours=known, template=template))
                above = None
                continue
            if not placed.text:
                rows.append(Row(placed, template=template))
                above = placed
                continue
            joined = self._joined(rows[-1], above, placed, template) if above else None
            if joined is None:
                rows.append(self._row(placed, template))
            else:
                rows[-1] = joined
            above = placed
        return rows

    def _row(self, placed: Placed, template: int) -> Row:
        orders = self._paragraph(placed) or self._too_long(placed)
        command = bool(orders) and read_command(orders[0]) is not None
        near = not orders and self._is_near(placed.text)
        return Row(placed, orders, command, near, template=template)

    def _too_long(self, placed: Placed) -> tuple[str, ...]:
        """The beginning of a line that begins as an order and is longer than any, to be refused."""
        text = placed.text.strip()
        if placed.pieces or len(text) <= LONGEST_ORDER or text[0] in "#;|>":
            return ()
        begun = text[:LONGEST_ORDER]
        return (f"{begun}…",) if self.fit(split_prefix(begun)[1]) is Fit.ORDER else ()

    def _is_near(self, text: str) -> bool:
        text = text.strip()
        if not text or _is_no_line(text) or _ADDRESS.search(text):
            return False
        if len(text) > LONGEST_ORDER:
            return self.fit(split_prefix(text[:LONGEST_ORDER])[1]) in (Fit.ORDER, Fit.NEARLY)
        found = (self.fit(split_prefix(variant)[1]) for variant in _variants(text))
        return any(one is Fit.NEARLY for one in found) or self._orders_after_words(text)

    def _orders_after_words(self, text: str) -> bool:
        """Whether an order stands behind a greeting or the like: "Hi, BUILD 4 light"."""
        found = _WORDS_BEFORE.match(text)
        return found is not None and self.fit(text[found.end() :]) is Fit.ORDER

    def _paragraph(self, placed: Placed) -> tuple[str, ...]:
        """The orders of a line, or of the lines that a soft wrap joined or should not have."""
        whole = self.orders((placed.text,))
        if not placed.pieces:
            return whole
        apart = self.orders(placed.pieces)
        return apart if (len(apart) > 1 and not _is_full(placed.pieces)) or not whole else whole

    def orders(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The orders and commands that texts are, each with what goes on from it."""
        found: list[str] = []
        follows = False
        for text in texts:
            order = self._order(text)
            if follows and self._is_rest(found[-1], text.strip()):
                found[-1] = f"{found[-1]} {text.strip()}"
            elif order is not None:
                found.append(order)
            follows = bool(found) and (order is not None or follows)
        return tuple(found)

    def _is_rest(self, before: str, rest: str) -> bool:
        short = len(before) + len(rest) < LONGEST_ORDER
        if not (short and rest) or _is_no_line(rest) or read_command(rest) is not None:
            return False
        return self._continues(before, rest)

    def _order(self, text: str) -> str | None:
        """The order or command that a line is, without bullet or emphasis; None for prose."""
        text = text.strip()
        if not text or len(text) > LONGEST_ORDER or _is_no_line(text):
            return None
        if read_command(text) is not None:
            return text
        for variant in _variants(text):
            prefix, rest = split_prefix(variant)
            if self.fit(rest) is Fit.ORDER or (prefix and clears(rest)):
                return variant
        return None

    def _joined(self, last: Row, above: Placed, placed: Placed, template: int) -> Row | None:
        """The last row with the line that is the rest of it; None where it is none. `above` is
        the line directly above, which the row may have taken in."""
        if last.template != template or above.depth != placed.depth or not above.text:
            return None
        rest = placed.text.strip()
        before = last.orders[-1] if last.orders else above.text.strip()
        if last.command or not self._is_rest(before, rest):
            return None
        if last.orders:
            orders = (*last.orders[:-1], f"{last.orders[-1]} {rest}")
        else:
            orders = self.orders((f"{above.text.strip()} {rest}",))
        return msgspec.structs.replace(last, orders=orders, near=False) if orders else None


def _unseen(line: str) -> Fit:
    return Fit.NEARLY if any(map(str.isdecimal, line)) else Fit.NO


def _is_full(pieces: Sequence[str]) -> bool:
    """Whether a program broke the lines: none had room for the word that comes next."""
    return all(
        len(piece) + 1 + len(follows.partition(" ")[0]) > _NARROWEST
        for piece, follows in pairwise(pieces)
        if follows
    )


def is_shown(text: str) -> bool:
    """Whether a line is a comment, or shows an order that was sent."""
    return is_comment(text) or text.lstrip().startswith(SHOWN.strip())


def _is_no_line(text: str) -> bool:
    """Whether a text is shown, or quoted."""
    return is_shown(text) or text.startswith(">")


def _variants(text: str) -> Iterator[str]:
    """A line less a bullet, less emphasis on words, as written, less emphasis on all of it."""
    bare = _BULLET.sub("", text)
    if bare != text:
        yield bare
    around = _AROUND.fullmatch(bare) if bare[:1] in "*_'\"" else None
    if around and around[1] not in around[2]:
        yield around[2]
    plain = _EMPHASIS.sub(r"\2\3", bare) if "*" in bare or "_" in bare else bare
    if plain != bare:
        yield plain
    yield text
    if around:
        yield around[2]
    if bare[-1:] in ".,;" and len(bare) > 1:
        yield bare[:-1].rstrip()


def in_templates(lines: Sequence[Placed]) -> Iterator[tuple[Placed, int]]:
    """Every line with the depth of the template it stands in, -1 for none; markers are left out."""
    inside = -1
    skip = False
    for index, line in enumerate(lines):
        if skip:
            skip = False
            continue
        text = line.text
        if may_be_marker(text):
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
