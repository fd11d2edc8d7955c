"""The manual of a game's orders, which HELP sends: how each is written, with an example."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from pbem.engine.i18n import N_, _
from pbem.engine.language.forms import Form
from pbem.engine.language.reading import Language
from pbem.engine.menu import Menu, lines

_WIDTH = 76
_COLUMN = 42
"""The widest form that has its example beside it; that of a longer one stands below."""
_SIGNS = {
    "[": N_("What is in [ ] may be left out."),
    "|": N_("| stands for or."),
    "...": N_("... stands for more of the kind."),
    "(": N_("An example in ( ) cannot be sent as things stand."),
}


def manual(language: Language, remarks: str, menu: Menu = (), where: Any = None) -> str:
    """How each order is written, with an example from the `menu` of what can be ordered now, else
    the form's own for who is there. `remarks` are what forms cannot say, in the reader's language.
    """
    forms: dict[Any, Form] = {}
    for form in language.forms:
        forms.setdefault(form.of, form)
    forms.pop(None, None)
    shown = _shown(forms.values(), menu)
    for form in forms.values():
        own, late = form.example(where), menu and form.verb
        shown.setdefault(form, f"({own})" if own and late else own)
    table = "\n".join(_row(form.told(), shown[form]) for form in forms.values())
    signs = " ".join(_(said) for sign, said in _SIGNS.items() if sign in table)
    return "\n\n".join(filter(None, (table, textwrap.fill(signs, _WIDTH), remarks)))


def _shown(forms: Iterable[Form], menu: Menu) -> dict[Form, str]:
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


def _row(form: str, example: str) -> str:
    beside = f"  {form:{_COLUMN}}  {example if example != form else ''}".rstrip()
    if len(form) <= _COLUMN and len(beside) <= _WIDTH:
        return beside
    alone = textwrap.fill(form, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    return f"{alone}\n      {example}"
