"""What a receipt shows line by line: verdicts, what is held, what changed, what was not taken."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from pbem.engine.api import Level, Verdict
from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Outcome, Receipt
from pbem.mailer.outbound.layout_text import WIDTH, columns, printable, wrap
from pbem.mailer.witness import SHOWN

Kind = Literal["plain", "ok", "warn", "bad", "note", "new", "gone"]

ECHOED = 40
"""Ignored lines that are shown back."""
_MARKS: Mapping[Level, tuple[str, Kind]] = {
    Level.ACCEPTED: ("ok", "ok"),
    Level.WARNED: ("!", "warn"),
    Level.REFUSED: ("x", "bad"),
}
_SPOILT: tuple[str, Kind] = ("-", "note")
"""Of a line that is as it should be and does not count, for another spoils the whole mail."""
_MARGIN = " " * 4
_LONGEST = 120
"""Columns of an order line that are shown; of a longer one the part around the fault."""


class Row(msgspec.Struct, frozen=True):
    """One line behind the gutter, and what it is (for its colour; its text says the same). Where it
    is too long for a narrow screen, the rest of it hangs below its words, `margin` columns in."""

    text: str
    kind: Kind = "plain"
    margin: int = 0


class Passage(msgspec.Struct, frozen=True):
    """A heading and the lines below it."""

    heading: str
    rows: tuple[Row, ...]


def not_taken(receipt: Receipt) -> tuple[Passage, ...]:
    """The lines that look like orders and were not taken: what is read before all else."""
    if not receipt.unread:
        return ()
    n = len(receipt.unread)
    heading = ngettext(
        "{n} line of your mail looks like an order and was not taken:",
        "{n} lines of your mail look like orders and were not taken:",
        n,
    ).format(n=n)
    return (Passage(heading, tuple(_unread_rows(receipt))),)


def _unread_rows(receipt: Receipt) -> Iterator[Row]:
    for line in receipt.unread:
        yield from _ignored((line,))
        if line in receipt.misread:
            yield from _told_of(receipt.misread[line], "bad")


def shown(receipt: Receipt) -> tuple[Passage, ...]:
    """All that is shown line by line, in reading order; empty ones are left out."""
    found = (
        Passage(_("What became of your lines"), tuple(_verdict_rows(receipt))),
        Passage(_held_heading(receipt), _plain(receipt.held or ())),
        *(
            Passage(one.caption, _plain(one.lines))
            for one in (receipt.instead,)
            if one is not None and one.lines
        ),
        Passage(_("Changed by this mail"), tuple(_difference(receipt))),
        Passage(_("Repeated every turn (@)"), _plain(receipt.standing)),
        *(
            Passage(_("Kept for turn {turn}").format(turn=turn), _plain(lines))
            for turn, lines in sorted(receipt.later.items())
        ),
        Passage(_("Not taken for orders"), tuple(_ignored(receipt.ignored))),
        *(Passage(letter.caption, _plain(letter.lines)) for letter in receipt.said),
    )
    return tuple(passage for passage in found if passage.rows)


def _held_heading(receipt: Receipt) -> str:
    if receipt.outcome is Outcome.PREVIEW:
        return _("Orders for turn {turn} as they would stand").format(turn=receipt.open_turn)
    if receipt.outcome is Outcome.LATE:
        return _("What is played for you in turn {turn}").format(turn=receipt.open_turn)
    heading = _("Your orders for turn {turn} as they now stand").format(turn=receipt.open_turn)
    return f"{heading} [{receipt.digest[:SHOWN]}]" if receipt.digest else heading


def _plain(lines: Sequence[str]) -> tuple[Row, ...]:
    return tuple(Row(printable(line)) for line in lines)


def _verdict_rows(receipt: Receipt) -> Iterator[Row]:
    for verdict in receipt.verdicts:
        is_spoilt = verdict.level is Level.ACCEPTED and not receipt.taken
        mark, kind = _SPOILT if is_spoilt else _MARKS[verdict.level]
        text, before, length = _in_view(verdict)
        yield Row(f"{mark:<{len(_MARGIN)}}{text}", kind, len(_MARGIN))
        if verdict.level is not Level.ACCEPTED and verdict.length:
            yield Row(_MARGIN + " " * before + "^" * length, kind, len(_MARGIN))
        yield from _told_of(verdict, kind)


def _told_of(verdict: Verdict, kind: Kind) -> Iterator[Row]:
    if words := explained(verdict):
        yield from (Row(line, kind, len(_MARGIN)) for line in _indented(words))
    if verdict.note:
        yield from (Row(line, "note", len(_MARGIN)) for line in _indented(verdict.note))


def explained(verdict: Verdict) -> str:
    """What was wrong with a line, and what may have been meant."""
    words = verdict.message
    if not verdict.suggestion:
        return words
    guess = _("Did you mean “{suggestion}”?").format(suggestion=verdict.suggestion)
    return f"{words.rstrip('. ')}. {guess}" if words else guess


def _indented(text: str) -> list[str]:
    return wrap(printable(text), _MARGIN, _MARGIN, WIDTH - 2).splitlines()


def _in_view(verdict: Verdict) -> tuple[str, int, int]:
    """The line as shown, the columns before its fault and the columns of the fault."""
    text = printable(verdict.text).replace("\n", " ")
    start = min(max(0, verdict.column - 1), len(text))
    end = min(start + verdict.length, max(len(text), start + 1))
    first = 0
    if len(text) > _LONGEST:
        first = max(0, min(start - _LONGEST // 3, len(text) - _LONGEST))
        cut = text[first : first + _LONGEST]
        tail = "…" if first + _LONGEST < len(text) else ""
        end = min(end, first + _LONGEST)
        text, fault = ("…" if first else "") + cut + tail, text[start:end]
        before = columns(text[: start - first + (1 if first else 0)])
    else:
        fault = text[start:end]
        before = columns(text[:start])
    return text, before, max(1, columns(fault))


def _difference(receipt: Receipt) -> Iterator[Row]:
    """What this mail added and took away; nothing for a first set or where nothing changed."""
    if receipt.before is None or receipt.outcome not in (
        Outcome.SAVED,
        Outcome.PREVIEW,
        Outcome.WITHDRAWN,
    ):
        return
    old, new = receipt.before, receipt.held or ()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for _tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if _tag == "equal":
            continue
        gone, added = old[old_start:old_end], new[new_start:new_end]
        yield from (Row(f"- {printable(line)}", "gone", len("- ")) for line in gone)
        yield from (Row(f"+ {printable(line)}", "new", len("+ ")) for line in added)


def _ignored(lines: Sequence[str]) -> Iterator[Row]:
    for line in lines[:ECHOED]:
        shown = printable(line)
        yield Row(shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…")
    if len(lines) > ECHOED:
        more = len(lines) - ECHOED
        yield Row(ngettext("... and {n} more line", "... and {n} more lines", more).format(n=more))
