"""The manual of a game's orders, which HELP sends: how each is written, with an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pbem.engine.i18n import N_, _
from pbem.engine.language.forms import Form
from pbem.engine.language.reading import Language
from pbem.engine.menu import Menu, lines
from pbem.engine.report import Column, Forms, Paragraph, Table, TextBlock
from pbem.engine.report import Form as Shown

_CELLS = re.compile(r"\S+(?: \S+)*")
"""What stands between two blanks or more."""
_SIGNS = {
    "[": N_("What is in [ ] may be left out."),
    "|": N_("| stands for or."),
    "...": N_("... stands for more of the kind."),
    "(": N_("An example in ( ) cannot be sent as things stand."),
}


def manual(
    language: Language,
    remarks: str,
    menu: Menu = (),
    where: Any = None,
    takes: Callable[[str], bool] = lambda _line: True,
) -> tuple[TextBlock, ...]:
    """How orders are written: the first form of each type, and every other that has an example of
    its own. What is shown of a form is from the `menu` of what can be ordered now, else its own
    example for who is there, in brackets where the desk `takes` no such line. `remarks` are what
    forms cannot say, in the reader's language: paragraphs with an empty line between them, and
    tables, whose lines begin with blanks.
    """
    firsts: dict[Any, Form] = {}
    for form in language.forms:
        firsts.setdefault(form.of, form)
    firsts.pop(None, None)
    offered = _offered(firsts.values(), menu)
    told: dict[str, Form] = {}
    for form in language.forms:
        own = form.example(where)
        if own and not takes(own):
            own = f"({own})"
        if own or form is firsts.get(form.of):
            told.setdefault(offered.get(form) or own or form.told(), form)
    patterns = ((form.told(), line) for line, form in told.items())
    rows = tuple(Shown(pattern=one, line=line if line != one else "") for one, line in patterns)
    written = "".join(row.pattern + row.line for row in rows)
    signs = " ".join(_(said) for sign, said in _SIGNS.items() if sign in written)
    return (Forms(rows), *((Paragraph(signs),) if signs else ()), *_blocks(remarks))


def _offered(forms: Iterable[Form], menu: Menu) -> dict[Form, str]:
    """The first line of a menu for each form with a verb: of those whose words it has, it is the
    one with the most."""
    said = {form: {one.word for one in form.pieces if one.word and not one.group} for form in forms}
    found: dict[Form, str] = {}
    for line in lines(menu):
        words = line.split()
        fitting = [form for form in said if form.verb == words[0] and said[form] <= {*words}]
        if fitting:
            found.setdefault(max(fitting, key=lambda form: len(said[form])), line)
    return found


def _blocks(remarks: str) -> Iterator[TextBlock]:
    for part in filter(None, remarks.split("\n\n")):
        rows = [tuple(_CELLS.findall(line)) for line in part.splitlines()]
        if all(line.startswith("  ") for line in part.splitlines()) and len(rows) > 1:
            first, *others = rows
            yield Table(
                (Column(first[0]), *(Column(cell, "right") for cell in first[1:])), tuple(others)
            )
        else:
            yield Paragraph(" ".join(part.split()))
