"""Where a game file is wrong: line and column, with the line itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.engine.i18n import N_, _
from pbem.service.gamefile import UNSEEN, key_of, upwards
from pbem.service.making.places import Place, bare, places

_AT = re.compile(r"\(at line (?P<line>\d{1,9}), column (?P<column>\d{1,9})\)")
_GIVEN = re.compile(r"[\w.-]+\s*=")
_AT_END = "(at end of document)"


class Mistake(NamedTuple):
    """What is wrong, at which ``line`` and ``column``, from 1 on; 0 where that cannot be told.
    ``is_value``: it is what stands behind a key on a line of its own."""

    what: str
    line: int = 0
    column: int = 0
    is_value: bool = False


NO_VALUE = N_("Invalid value")
_SAID = (
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected newline or end of document after a statement"),
    NO_VALUE,
    N_("Invalid statement"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unterminated string"),
    N_("Cannot overwrite a value"),
)
"""What the reader of TOML says most."""
_ILLEGAL = "Illegal character "
_TWICE = re.compile(r"Cannot declare \((?P<key>.*)\) twice")


def in_toml(text: str, complaint: str) -> Mistake:
    """Where a text is no TOML, by what its reader says of it; the commonest of that in the
    reader's language."""
    found = _in_toml(text, complaint)
    if twice := _TWICE.fullmatch(found.what):
        key = bare(twice["key"]).strip(",").replace(",", ".")
        return found._replace(what=_("Cannot declare {key} twice").format(key=key))
    if found.what.startswith(_ILLEGAL):
        is_open = found.what == f"{_ILLEGAL}{chr(10)!r}"
        said = _("Unterminated string") if is_open else _(UNSEEN)
        return found._replace(what=said)
    if found.what == NO_VALUE:
        said = ": ".join((_(NO_VALUE), _("write texts and words in quotes")))
        line = text.split("\n")[found.line - 1 : found.line]
        return found._replace(what=said, is_value=any(_GIVEN.match(one) for one in line))
    return found._replace(what=_(found.what)) if found.what in _SAID else found


def _in_toml(text: str, complaint: str) -> Mistake:
    found = _AT.search(complaint)
    if found is None:
        return Mistake(complaint.removesuffix(_AT_END).rstrip(), len(text.rstrip().splitlines()))
    what = complaint[: found.start()].rstrip()
    return Mistake(what, int(found["line"]), int(found["column"]))


def in_keys(text: str, complaints: Sequence[str]) -> tuple[Mistake, ...]:
    """Where the keys stand that complaints name at their beginning, or what is next above them;
    in the order of their lines."""
    found = dict[str, Place]()
    for place in places(text):
        found.setdefault(place.path, place)
    mistakes = [_at_key(found, complaint) for complaint in complaints]
    return tuple(sorted(mistakes, key=lambda one: (one.line or len(text), one.column)))


def _at_key(found: Mapping[str, Place], complaint: str) -> Mistake:
    place = next((found[one] for one in upwards(key_of(complaint)) if one in found), None)
    return Mistake(complaint, place.line, place.column) if place else Mistake(complaint)
