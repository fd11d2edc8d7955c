"""Why something is not taken: a message with its fields, kept as data and told in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.i18n import N_, _
from pbem.engine.phrases import side_by_side

_BOUND = "\N{NO-BREAK SPACE}"


class Refusal(msgspec.Struct, frozen=True):
    """A sentence that is marked for translation, with its fields. Words among them that are marked
    for translation too are translated with it. ``slot`` is what of the order is at fault, ``also``
    what would stop it besides."""

    message: str
    slot: str = ""
    fields: tuple[tuple[str, str | int], ...] = ()
    also: tuple[Refusal, ...] = ()

    @property
    def told(self) -> dict[str, str | int]:
        """Its fields in the reader's language."""
        return {key: _(one) if isinstance(one, str) and one else one for key, one in self.fields}

    @property
    def text(self) -> str:
        """All of it in the reader's language."""
        said = _(self.message).format(**self.told)
        return side_by_side([said, *(one.text for one in self.also)])


class Refused(Exception):
    """An order that cannot be carried out; `instead` is an order, or a line, that may be meant, and
    `either` are orders of which one is. ``for_good``: nor can it ever be again."""

    for_good = False

    def __init__(
        self,
        message: str,
        slot: str = "",
        instead: Any = None,
        either: tuple[Any, ...] = (),
        **fields: str | int,
    ) -> None:
        super().__init__(message)
        self.either = either
        self.refusal = Refusal(message, slot, tuple(fields.items()))
        self.instead = instead

    @classmethod
    def for_all(cls, causes: Sequence[Refused]) -> Refused:
        """One for all of these causes, the first before the others."""
        first, *others = causes
        first.refusal = replace(first.refusal, also=tuple(one.refusal for one in others))
        return first


def quoted(line: str) -> str:
    """An order line within a sentence. No line break can part it, and its marks keep a returned
    mail from giving it."""
    words = _BOUND.join(line.split())
    return _("“{line}”").format(line=words)


_CONDITIONS = N_("an order has no conditions: take them out")
_DOUBTS: Mapping[str, str] = {
    "or": N_("a line orders one thing; a second line is there for what cannot be done"),
    "when": _CONDITIONS,
    "unless": _CONDITIONS,
    "not": N_("an order says what to do; leave the line out if it is not to be done"),
    "back": N_("a mail replaces the orders sent before it: send all those that are to count"),
}
_CHOICE = N_("which of both? Behind ELSE stands what is done where the first cannot be")


def in_doubt(key: str, *, has_others: bool) -> str:
    """What is said of a word of doubt, in a language whose orders may have others behind ELSE."""
    message = _CHOICE if has_others and key == "or" else _DOUBTS[key]
    return _(message)
