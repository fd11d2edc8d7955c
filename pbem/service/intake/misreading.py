"""Lines that look like orders and were not taken, often whole sentences: what the game makes of
each, and how the order that comes nearest is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from pbem.engine.api import AnyRuleset, Ask, Fit, Level, Line, Verdict
from pbem.engine.i18n import _
from pbem.engine.language.refusals import quoted
from pbem.engine.orders import split_prefix, without_comment
from pbem.engine.report import Form, Forms
from pbem.mailer.inbound.commands import read_command
from pbem.service.play.table import Table

MOST = 3
"""Lines of a mail that are looked at like this."""
_WORD = re.compile(r"[^\W\d_]+")


def misread(table: Table, ask: Ask, lines: Sequence[str]) -> dict[str, Verdict]:
    """What is wrong with the first of these lines, told to whom `ask` is for; those of which the
    game understands all are left out: they stood where nothing counts."""
    view = table.view(ask.seat)
    found: dict[str, Verdict] = {}
    for line in lines:
        if len(found) < MOST and read_command(line) is None:
            verdict = _looked_at(table.ruleset, view, ask, line)
            if verdict is not None:
                found[line] = verdict
    return found


def _looked_at(ruleset: AnyRuleset, view: Any, ask: Ask, line: str) -> Verdict | None:
    if ruleset.desk.fit(line, view) is Fit.NO:
        return None
    verdicts = _verdicts(ruleset, view, ask, without_comment(split_prefix(line)[1]).strip())
    refused = next((one for one in verdicts if one.level is Level.REFUSED), None)
    if refused is None or _is_right(ruleset, view, ask, refused.suggestion):
        return refused
    meant = _with_a_verb(ruleset, view, ask, line)
    if meant:
        return structs.replace(refused, suggestion=meant)
    shown = _example(ruleset, view, ask, line)
    if not shown or shown in refused.message:
        return refused
    written = " ".join((_("It is written like this:"), quoted(shown), refused.note))
    return structs.replace(refused, suggestion=None, note=written.strip())


def _verdicts(ruleset: AnyRuleset, view: Any, ask: Ask, line: str) -> Sequence[Verdict]:
    return ruleset.desk.parse(view, ask, (Line(1, line, line),)).verdicts


def _is_right(ruleset: AnyRuleset, view: Any, ask: Ask, line: str | None) -> bool:
    """Whether a line that is proposed can be sent, and nothing is to be said against it."""
    if line is None:
        return False
    verdicts = _verdicts(ruleset, view, ask, line)
    return all(one.level is Level.ACCEPTED for one in verdicts)


def _with_a_verb(ruleset: AnyRuleset, view: Any, ask: Ask, line: str) -> str:
    """The one order that a line is with the first word of some form before it, as it is written;
    empty where none is that, or several are."""
    said = without_comment(split_prefix(line)[1]).strip()
    words = {form.line.split()[0] for form in _sendable(ruleset, view, ask)}
    found: set[tuple[str, ...]] = set()
    for word in filter(str.isupper, words):
        other = f"{word} {said}"
        parsed = ruleset.desk.parse(view, ask, (Line(1, other, other),))
        if parsed.orders is not None and all(v.level is Level.ACCEPTED for v in parsed.verdicts):
            found.add(ruleset.desk.write(view, ask, parsed.orders))
    if len(found) != 1:
        return ""
    written = found.pop()
    return written[0] if len(written) == 1 else ""


def _example(ruleset: AnyRuleset, view: Any, ask: Ask, line: str) -> str:
    """The example, of those that can be sent now, whose first word is said in the line, and of
    several the one with most of its words; that of a game with one form always. Else nothing."""
    said = _words(line)
    forms = list(_sendable(ruleset, view, ask))
    if len(forms) == 1:
        return forms[0].line
    led = [form for form in forms if form.line.split()[0].casefold() in said]
    best = max(led, key=lambda form: len(said & _words(form.line)), default=None)
    return best.line if best is not None else ""


def _sendable(ruleset: AnyRuleset, view: Any, ask: Ask) -> Iterator[Form]:
    for block in ruleset.desk.manual(view, ask):
        if isinstance(block, Forms):
            # An example in brackets cannot be sent as things stand.
            yield from (one for one in block.forms if one.line and not one.line.startswith("("))


def _words(line: str) -> frozenset[str]:
    return frozenset(_WORD.findall(line.casefold()))
