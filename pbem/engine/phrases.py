"""Sentences put together of their parts, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from pbem.engine.i18n import _, ngettext


def in_a_row(names: Sequence[str]) -> str:
    """ "Ada, Björn and Cé"."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def side_by_side(clauses: Iterable[str]) -> str:
    """ "1 of 2.5 squares; then ELSE is tried"; clauses that say nothing are left out."""
    told = ""
    for clause in filter(None, clauses):
        told = _("{one}; {other}").format(one=told, other=clause) if told else clause
    return told


def sentence(clauses: Sequence[str]) -> str:
    """Clauses that stand side by side."""
    return f"{capitalised(side_by_side(clauses))}."


def decimal(number: object) -> str:
    """A number with the mark that the reader sets before decimals: "2.5", in German "2,5"."""
    whole, mark, part = str(number).partition(".")
    return _("{whole}.{part}").format(whole=whole, part=part) if mark else whole


def counted_as(amount: Fraction) -> int:
    """The number that gettext finds the form for an amount by. Languages in which nothing is
    singular ("0 point" in French) have all below two in the singular, others only what is one."""
    if amount.denominator == 1:
        return int(amount)
    return 0 if amount < 2 else 2


def capitalised(words: str) -> str:
    """With a capital letter, where a name or a number of the middle now stands first."""
    return words[:1].upper() + words[1:]


def counting(told: Callable[[int], str]) -> Callable[[int], str]:
    """So many of a thing, as `told` says it of any number by gettext's two forms."""
    return lambda number: told(number).format(number=number)


count_turns = counting(lambda n: ngettext("{number} turn", "{number} turns", n))
""" "1 turn", "3 turns"."""
