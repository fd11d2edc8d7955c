"""What players may be called: names that cannot be taken for another's, or for an order.

Names stand in every player's reports and, in some games, in orders. They are compared as they
look (Unicode's confusables, UTS 39), so that nobody passes for somebody else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, count
from typing import get_args

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

from pbem.engine.api import AnyRuleset, Fit
from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Verb, read_command

LONGEST = 40
"""Characters of a name."""
_URL = re.compile(r"://|www\.|@|\w\.[a-z]{2,}(?:\W|$)", re.IGNORECASE)
_WRITING = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts that are written together (UTS 39, 5.1)."""
_FOR_ALL = frozenset(
    {"everyone", "everybody", "all", "gm", "nobody", "none", "anyone", "game master"}
    | {"alle", "jeder", "niemand", "spielleiter", "spielleitung"}
    | {"tous", "toutes", "personne", "maître du jeu"}
)
"""Words for more than one player, or for none of them."""
_TAILS = ("", " 1", " 60%")
"""What an order may go on with behind its first word."""
_SPOKEN = re.compile(r"[^\W\d_]{2,}")


class BadName(Trouble):
    """A name cannot be had; the message says why, and what would do."""


def check_name(wanted: str, others: Iterable[str], ruleset: AnyRuleset) -> str:
    """The name as it is kept: in Unicode's form NFKC, its blanks single.

    Raises :class:`BadName` where it may not be had in a game with these `others`.
    """
    name = " ".join(unicodedata.normalize("NFKC", wanted).split())
    if not any(sign.isalpha() for sign in name):
        raise BadName(_("A name needs a letter, such as in Anna 2."))
    if len(name) > LONGEST:
        raise BadName(
            _("That name is longer than {count} characters; take a shorter one.").format(
                count=LONGEST
            )
        )
    if not all(map(_may_stand, name)):
        raise BadName(_("A name has letters, figures, blanks and - ' . in it, and no other signs."))
    if _URL.search(name):
        raise BadName(_("A name must not look like an address; leave its dots out."))
    if not _is_one_script(name):
        raise BadName(_("The letters of a name have to be of one script, all Latin for instance."))
    _check_meaning(name, ruleset)
    taken = tuple(others)
    like = next((other for other in taken if are_alike(name, other)), None)
    if like is not None:
        free = next(one for one in _numbered(name) if not any(are_alike(one, o) for o in taken))
        raise BadName(
            _("{name} looks like {other}, the name of another player; {free} would do.").format(
                name=name, other=like, free=free
            )
        )
    return name


def _numbered(name: str) -> Iterator[str]:
    """A name with the numbers that tell it from others, from 2 on."""
    return (f"{name[: LONGEST - 4]} {number}" for number in count(2))


def _may_stand(sign: str) -> bool:
    return sign.isalnum() or sign in " -'’." or unicodedata.category(sign) in ("Mn", "Mc")


def _is_one_script(name: str) -> bool:
    scripts = {categories.alias(sign) for sign in name} - {"COMMON", "INHERITED"}
    return len(scripts) < 2 or any(scripts <= writing for writing in _WRITING)


def _check_meaning(name: str, ruleset: AnyRuleset) -> None:
    """Raise :class:`BadName` for a name that means something in a mail."""
    if name.casefold() in _FOR_ALL or looks(name) in _looks_for_all():
        raise BadName(
            _("{name} means more than one player, or none; take another name.").format(name=name)
        )
    is_command = name.upper() in get_args(Verb) or read_command(name) is not None
    if is_command or is_word_of_orders(name, ruleset):
        raise BadName(
            _("{name} is a word of orders; with another word before it, it would do.").format(
                name=name
            )
        )


@cache
def _looks_for_all() -> frozenset[str]:
    return frozenset(map(looks, _FOR_ALL))


def is_word_of_orders(name: str, ruleset: AnyRuleset) -> bool:
    """Whether a name could be read as an order, alone or as the head of a line."""
    if any(ruleset.desk.fit(f"{name}{tail}") in (Fit.ORDER, Fit.CONTINUES) for tail in _TAILS):
        return True
    return name.casefold() in _words_in_capitals(ruleset.desk.manual())


@lru_cache(maxsize=32)
def _words_in_capitals(manual: str) -> frozenset[str]:
    """The words of the orders that a manual shows, below its heading."""
    body = manual.partition("\n")[2]
    return frozenset(word.casefold() for word in _SPOKEN.findall(body) if word.isupper())


def free_name(
    wishes: Sequence[str], others: Sequence[str], ruleset: AnyRuleset, fallback: str
) -> str:
    """The first of these wishes that may be had, with a number where somebody has it already;
    `fallback` where none may."""
    for wish in filter(None, wishes):
        for candidate in chain((wish,), _numbered(wish)):
            try:
                return check_name(candidate, others, ruleset)
            except BadName:
                if not any(are_alike(candidate, other) for other in others):
                    break  # no number mends it
    return fallback


def are_alike(one: str, other: str) -> bool:
    """Whether two names can be taken for one another."""
    return one.casefold() == other.casefold() or looks(one) == looks(other)


_SHAPES = str.maketrans({"I": "l", "|": "l", "0": "o"})
"""What looks alike as it is, but not once capitals are small letters."""


@lru_cache(maxsize=4096)
def looks(name: str) -> str:
    """What a name looks like: the same for all that can be taken for one another.

    A stand-in for UTS 39's skeleton: capitals and accents aside, each sign becomes the least of
    those that look like it.
    """
    signs = unicodedata.normalize("NFKD", name.translate(_SHAPES).casefold())
    plain = (_least(sign) for sign in signs if not unicodedata.combining(sign))
    return "".join("".join(plain).replace("rn", "m").replace("vv", "w").split())


@lru_cache(maxsize=4096)
def _least(sign: str) -> str:
    """The sign that stands for all single signs that look like this one."""
    alike, left = {sign}, [sign]
    while left:
        for entry in confusables_data.get(left.pop(), ()):
            other = entry["c"].strip("\u200e").casefold()
            if len(other) == 1 and other not in alike:
                alike.add(other)
                left.append(other)
    return min(alike)
