"""The order lines of a letter: grammar first, so that no quote, greeting or signature is one.

What the sender wrote counts, wherever it stands: above a quote, below it, or between its lines,
which are told from his by what is on record of the exchange. Where nothing is on record, only his
own writing counts, or else what stands uncommented in the template of the report that is quoted,
for we send comments there only. What looks like an order and does not count is ``unread``; all
else is ignored. Both are named to the sender.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.engine.orders import LONGEST_ORDER, is_heading
from pbem.mailer.inbound.commands import read_command
from pbem.mailer.inbound.exchange import (
    Exchange,
    Record,
    Unknown,
    ours_among,
    strange_to,
    unmarked,
)
from pbem.mailer.inbound.grammar import Continues, Grammar, Row, in_templates
from pbem.mailer.inbound.lines import key
from pbem.mailer.inbound.press import (
    Block,
    Known,
    Lines,
    may_hold_press,
    own_text,
    take_blocks,
    unflowed,
)
from pbem.mailer.inbound.quoting import Placed
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.inbound.texts import Text, keys_in
from pbem.mailer.inbound.unread import beside, looks_like_one, worth_naming
from pbem.mailer.markers import SHOWN

LONG_LETTER = 25
"""Lines of one's own writing, quotes apart, beyond which a letter may hold our mail unmarked."""
MOST_UNREAD = 20
_FEW = 12
"""Lines of a quote that are not on record, from which down they are looked at one by one."""
_FINAL = frozenset({"JOIN", "RESIGN", "WITHDRAW"})
"""Commands that are not carried out where they stand in a quote: a piece of a sentence of ours,
mangled by a program, must not cost anyone a seat."""
_SHOWN = SHOWN.strip()


@dataclass(frozen=True)
class Extraction:
    """What was taken from a mail, and what of its sender's own lines was not.

    ``unread`` are lines that look like orders and do not count, each once, of which not more
    than :data:`MOST_UNREAD` are kept. ``problem`` is a sentence for the sender where nothing can
    be taken because it is not clear what is meant. ``press`` is what is said to other people, and
    ``own`` all that the sender wrote where nothing is.
    """

    taken: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    problem: str = ""
    unread: tuple[str, ...] = ()
    press: tuple[Block, ...] = ()
    own: tuple[str, ...] = ()

    @property
    def orders_something(self) -> bool:
        """Whether the mail holds orders, commands or press, even if it is not clear which count."""
        return bool(self.taken or self.problem or self.press)


_NOTHING_KNOWN = Unknown()


def _nobody(_names: str) -> bool:
    return False


def extract(
    letter: Letter,
    fit: Callable[[str], Fit],
    exchange: Exchange = _NOTHING_KNOWN,
    continues: Continues | None = None,
    known: Known | None = None,
) -> Extraction:
    """The order lines and commands of `letter`, and its press; `fit` and `continues` are the
    ruleset's (:meth:`Desk.fit`), `exchange` is what is on record of the mails before, and `known`
    says whom press can be for (None: there is none)."""
    reader = _Reader(Grammar(fit, continues), exchange, known)
    result = reader.read(letter.body)
    if not (result.taken or result.press) and letter.shown.lines:
        shown = reader.read(letter.shown)
        result = shown if shown.taken or shown.press else result
    read = (reader.read(file.text) for file in letter.attachments)
    filed = [found for found in read if found.taken or found.press]
    return _with_files(result, filed) if filed else result


def _with_files(result: Extraction, filed: Sequence[Extraction]) -> Extraction:
    """What a mail orders to which files are attached that hold orders."""
    found = (result, *filed)
    taken = tuple(chain.from_iterable(one.taken for one in found))
    ignored = tuple(chain.from_iterable(one.ignored for one in found))
    holding = sum(bool(one.taken) for one in filed)
    ordering = any(read_command(line) is None for line in result.taken)
    if holding > 1 or (holding and ordering):
        return Extraction(ignored=(*taken, *ignored), problem=_in_two_places())
    unread = dict.fromkeys(chain.from_iterable(one.unread for one in found))
    press = tuple(chain.from_iterable(one.press for one in found))
    return Extraction(
        taken, ignored, unread=tuple(unread)[:MOST_UNREAD], press=press, own=result.own
    )


def _in_two_places() -> str:
    return _(
        "There are orders in more than one place: in the mail and in an attached file, or in "
        "several files. I have taken none of them. Please send them once more in one place."
    )


class _Reader:
    """Reads the texts of one letter."""

    def __init__(self, grammar: Grammar, exchange: Exchange, known: Known | None) -> None:
        self._grammar = grammar
        self._known = known
        self._exchange = exchange
        self._sent = Record()
        self._versions = exchange.sent()
        self._written: Record | None = None

    def read(self, text: Text) -> Extraction:
        """What one text (a body or a file) orders."""
        found: Sequence[Placed] = text.lines
        speaks = self._known is not None and may_hold_press(found, self._known)
        if speaks:
            found = tuple(unflowed(found, self._known or _nobody))
        own = (line for line in found if not line.depth and line.kind in ("text", "signature"))
        for line in sorted(own, key=lambda line: len(line.text)):
            self._orders(line)  # first what is short and one's own: bounds are for the rest
        self._recall(found, whole=speaks)
        lines = list(in_templates(unmarked(found, self._sent)))
        placed = [line for line, _template in lines]
        ours = ours_among(placed, self._sent, self._orders)
        told = Lines(tuple(placed), tuple(ours))
        press: tuple[Block, ...] = ()
        if speaks:
            press, used = take_blocks(told, self._known or _nobody, self._reads)
            left = [index for index in range(len(lines)) if index not in used]
            lines, ours = [lines[index] for index in left], [ours[index] for index in left]
            placed = [line for line, _template in lines]
        rows = self._grammar.rows(lines, ours)
        level = _shallowest(placed)
        answered = level if self._is_of_ours(rows, level) else None
        chosen = _chosen(rows, level, answered)
        unread = self._unread(rows, chosen, answered)
        unread += tuple(line for block in press for line in block.orders)
        headings = _headings(rows, chosen)
        chosen |= headings.keys()
        taken = tuple(
            line for index in sorted(chosen) for line in headings.get(index, rows[index].orders)
        )
        if taken:
            unread += self._only_elsewhere(text)
        named = frozenset(unread)
        ignored = (
            row.placed.text[:LONGEST_ORDER]
            for index, row in enumerate(rows)
            if not row.ours and index not in chosen and worth_naming(row)
        )
        return Extraction(
            taken,
            tuple(line for line in ignored if line.strip() not in named),
            unread=tuple(dict.fromkeys(unread))[:MOST_UNREAD],
            press=press,
            own=own_text(told) if self._known is not None and not press else (),
        )

    def _reads(self, line: Placed) -> tuple[bool, bool]:
        """Whether a line is an order, and whether it is one, near one or a command."""
        row = self._grammar.rows([(line, -1)])[0]
        return bool(row.orders) and not row.command, bool(row.orders) or row.near

    # What is on record --------------------------------------------------------------

    def _recall(self, placed: Sequence[Placed], *, whole: bool) -> None:
        """Take from the record what this mail may quote, as far as anything hangs on it: all of it
        where what is no quote goes to other people."""
        if whole:
            for version in self._versions:
                self._sent.add(version)
            return
        if not self._may_quote(placed) or (self._sent and not self._is_in_doubt(placed)):
            return
        for version in self._versions:
            self._sent.add(version)
            if not self._is_in_doubt(placed):
                break

    def _may_quote(self, placed: Sequence[Placed]) -> bool:
        """Whether there is more than orders, of which some may be ours."""
        written = [line for line in placed if line.text]
        return (
            len(written) > LONG_LETTER
            or any(line.depth or line.kind == "divider" for line in written)
            or not all(map(self._orders, written))
        )

    def _orders(self, line: Placed) -> bool:
        return bool(self._grammar.orders((line.text,)))

    def _is_near(self, line: Placed) -> bool:
        return self._grammar.rows([(line, -1)])[0].near

    def _is_in_doubt(self, placed: Sequence[Placed]) -> bool:
        """Whether lines in a quote, or such as may be one, may be orders and are not on record."""
        strange = (
            placed[index]
            for index in strange_to(self._sent, placed)
            if placed[index].depth or self._is_near(placed[index])
        )
        left = list(islice(strange, _FEW + 1))
        return len(left) > _FEW or any(self._orders(line) or self._is_near(line) for line in left)

    def _is_of_ours(self, rows: Sequence[Row], level: int | None) -> bool:
        """Whether the mail quoted at that depth is one of ours: by what is on record of it, and
        by how much there is of which it does not tell where it comes from."""
        if level is None:
            return False
        quoted = [row for row in rows if row.placed.depth == level and row.placed.kind == "text"]
        foreign = sum(
            bool(row.placed.text) and not (row.ours or row.orders or row.near) for row in quoted
        )
        known = (row for row in quoted if row.ours and self._sent.proves(row.placed))
        enough = max(1, (foreign + 1) // 2)
        if sum(1 for _row in islice(known, enough)) == enough:
            return True
        return not foreign and self._is_all_new(quoted)

    def _is_all_new(self, quoted: Sequence[Row]) -> bool:
        """Whether nothing but orders is left below what introduces a quote, and none of them was
        in an earlier mail: they were typed in its place."""
        orders = [line for row in quoted for line in row.orders]
        if not self._sent or not orders:
            return False
        earlier = self._earlier()
        return not any(line in earlier for line in orders)

    # What is left -------------------------------------------------------------------

    def _unread(
        self, rows: Sequence[Row], chosen: set[int], answered: int | None
    ) -> tuple[str, ...]:
        """The lines that look like orders and do not count, in order of appearance."""
        near_by = beside(rows, chosen)
        left = [
            (row, line.strip()[:LONGEST_ORDER])
            for index, row in enumerate(rows)
            if index not in chosen
            and not row.ours
            and (
                index in near_by or looks_like_one(row, answered) or self._is_changed(row, answered)
            )
            for line in row.orders or (row.placed.text,)
        ]
        return tuple(
            line
            for row, line in left
            if row.placed.depth in (0, answered) or line not in self._earlier()
        )

    def _is_changed(self, row: Row, answered: int | None) -> bool:
        """Whether an order that we showed stands otherwise in the quote of what we sent, or was
        copied from there and changed."""
        line = row.placed
        known = line.depth == answered or (not line.depth and bool(self._sent))
        if line.kind != "text" or not known:
            return False
        if row.ours or not line.text.startswith(_SHOWN):
            return False
        return bool(self._grammar.orders((line.text.removeprefix(_SHOWN),)))

    def _earlier(self) -> Record:
        if self._written is None:
            self._written = Record(self._exchange.earlier())
        return self._written

    def _only_elsewhere(self, text: Text) -> tuple[str, ...]:
        """The orders of one's own in another version of the text that this one has not."""
        if not text.missing:
            return ()
        here = keys_in(text.lines)
        rows = self._grammar.rows([(line, -1) for line in text.missing])
        return tuple(
            line
            for row in rows
            for line in row.orders
            if not (row.command or key(line) in here or line in self._sent)
        )


# What counts --------------------------------------------------------------------------


def _chosen(rows: Sequence[Row], level: int | None, answered: int | None) -> set[int]:
    """Which rows count, by their place. Where the mail quoted is known (`answered` is its depth):
    all of the sender's own. Else his own writing, or without such the template's.

    Commands alone do not keep the template from counting ("PREVIEW" above a template filled in).
    Where neither holds an order, what an uncertain signature holds counts after all.
    """
    with_orders = [(index, row) for index, row in enumerate(rows) if row.orders]
    own = [(i, r) for i, r in with_orders if r.placed.depth == 0 and r.placed.kind == "text"]
    found = {index for index, _row in own}
    found |= {index for index, row in with_orders if _is_won(row, answered)}
    if any(not rows[i].command and (rows[i].template < 0 or answered is not None) for i in found):
        return found
    filled = _answered_template(rows, level)
    if filled is not None:
        found |= {i for i, row in with_orders if _fills(row, filled)}
    if any(not rows[index].command for index in found):
        return found
    weak = {i for i, row in with_orders if _spare(row.placed)}
    return found | {index for index in weak if not rows[index].command}


def _headings(rows: Sequence[Row], chosen: set[int]) -> dict[int, tuple[str, ...]]:
    """The headings that name the turn of orders that count, by their place."""
    found: dict[int, tuple[str, ...]] = {}
    heading: int | None = None
    for index, row in enumerate(rows):
        if index in chosen and heading is not None and not row.command:
            found[heading] = (rows[heading].placed.text.strip(),)
        if _is_heading(row):
            heading = index
    return found


def _is_heading(row: Row) -> bool:
    return not (row.ours or row.placed.depth) and is_heading(row.placed.text)


def _is_won(row: Row, answered: int | None) -> bool:
    """Whether a row is the sender's own in the quote of a mail of ours."""
    line = row.placed
    if answered is None or line.depth != answered or line.kind != "text":
        return False
    command = read_command(row.orders[0]) if row.command else None
    return command is None or command.verb not in _FINAL or row.template == answered


def _spare(line: Placed) -> bool:
    """Whether what a line orders counts where nothing else does."""
    return line.doubtful or (line.depth == 0 and line.weak)


def _fills(row: Row, level: int) -> bool:
    """Whether a row stands in the template of that depth, as deep or typed between its lines."""
    return row.template == level and row.placed.depth in (0, level) and row.placed.kind == "text"


def _answered_template(rows: Sequence[Row], level: int | None) -> int | None:
    """The depth of the template that is being answered: of the mail quoted first, no deeper.

    A template further down the thread was filled, if at all, in an earlier mail.
    """
    found = min((row.template for row in rows if row.template >= 0), default=None)
    if found is None or level is None:
        return found
    return found if found <= level else None


def _shallowest(lines: Sequence[Placed]) -> int | None:
    """How deep the mail is quoted that the sender answers; None where nothing is quoted."""
    depths = {
        line.depth
        for line in lines
        if line.depth and line.text and (line.kind != "divider" or line.leads)
    }
    return min(depths, default=None)
