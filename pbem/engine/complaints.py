"""What msgspec says of values that do not fit, in words for whoever wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from pbem.engine.i18n import N_, _

_KIND = re.compile(r"Expected `(?P<wanted>[\w| ]+)`, got `(?P<found>\w+)`")
_BOUND = re.compile(r"Expected `\w+` (?P<sign>>=|<=) (?P<bound>\S+)")
_MISSING = re.compile(r"Object missing required field `(?P<key>\w+)`")
_WORD = re.compile(r"Invalid enum value (?P<found>.+)", re.DOTALL)
_KINDS = {
    "str": N_("a text in quotes"),
    "int": N_("a whole number"),
    "float": N_("a number"),
    "bool": N_("true or false"),
    "array": N_("a list in brackets"),
    "object": N_("a table"),
}


def in_words(complaint: str, kind: Any) -> str:
    """A complaint about a value that had to be of this `kind`, in the reader's language; one of a
    sort that is not known here as it is."""
    if clash := _KIND.fullmatch(complaint):
        wanted = _KINDS.get(clash["wanted"].removesuffix(" | null"))
        found = _KINDS.get(clash["found"])
        if wanted and found:
            return _("write {wanted} here, not {found}").format(wanted=_(wanted), found=_(found))
    if bound := _BOUND.fullmatch(complaint):
        at_least = _("write a number of {bound} or more")
        said = at_least if bound["sign"] == ">=" else _("write a number of {bound} or less")
        return said.format(bound=bound["bound"])
    if missing := _MISSING.fullmatch(complaint):
        return _("missing the key `{key}`").format(key=missing["key"])
    if word := _WORD.fullmatch(complaint):
        said = _("{found} is none of the words that can stand here: {words}")
        return said.format(found=word["found"], words=", ".join(map(repr, _words_of(kind))))
    return complaint


def _words_of(kind: Any) -> Iterator[str]:
    """The words that a value of a kind can be, of those within it too."""
    if get_origin(kind) is Literal:
        yield from map(str, get_args(kind))
    elif isinstance(kind, type) and issubclass(kind, Enum):
        yield from (str(one.value) for one in kind)
    else:
        for inner in get_args(kind):
            yield from _words_of(inner)
