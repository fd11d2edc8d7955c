"""What players may be called: names that cannot be taken for another's, or for an order.

Names stand in every player's reports and, in some games, in orders. They are compared as they
look (Unicode's confusables, UTS 39), so that nobody passes for somebody else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from typing import get_args

from pbem.engine.api import AnyRuleset
from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Verb, read_command

LONGEST = 40
"""Characters of a name."""
SHORTEST = 3
"""Letters of a name: shorter ones are squares, factories and resources in orders."""
_SYLLABIC = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
"""Scripts whose signs stand for whole syllables, and count for two letters."""
_UNMARKED = frozenset({"LATIN", "GREEK", "CYRILLIC", "HAN", "HIRAGANA", "KATAKANA", "HANGUL"})
"""Scripts whose marks are all within their letters once they are in the form NFKC."""
_WRITING = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts that are written together (UTS 39, 5.1)."""
_SIGNS = " -'’."
"""What may stand in a name and does not count where names are compared."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing (Unicode's Default_Ignorable_Code_Point)."""
_REPEATING = "々ーゝゞヽヾๆໆ"
"""The modifier letters that words are written with."""
_STRAY_MARKS = re.compile(r"(?:^|[^am])m|m{3}")
_URL = re.compile(r"://|www\.|@|\.[^\W\d_]{2,}|\d\.\d|\s\.", re.IGNORECASE)
_TAIL = re.compile(r"(?:[\s.'’-]*\d+|[\s.'’-]+[^\W\d_]\d*)[\s.'’-]*$")
"""What names a piece of somebody's behind the name: "7", "B", "B7"."""
_FOR_ALL = frozenset(
    {"everyone", "everyone else", "everybody", "every player", "anyone", "anybody", "someone"}
    | {"somebody", "all", "all players", "all others", "the others", "others", "nobody", "no one"}
    | {"none", "gm", "game master"}
    | {"alle", "alle anderen", "alle spieler", "die anderen", "jeder", "jedermann", "jemand"}
    | {"niemand", "keiner", "sl", "spielleiter", "spielleiterin", "spielleitung"}
    | {"tous", "toutes", "tout le monde", "tous les autres", "tous les joueurs", "les autres"}
    | {"chacun", "personne", "aucun", "quelqu'un", "mj", "maître du jeu", "maître de jeu"}
    | {"meneur de jeu", "meneuse de jeu"}
)
"""Words for more than one player, for none of them, or for the game master."""
TO_ALL = frozenset(
    {"all", "all players", "everyone", "everybody", "alle", "alle spieler", "tous", "toutes"}
    | {"tous les joueurs", "tout le monde", "players", "die spieler", "joueurs"}
)
"""Whom a letter to everybody is for, in its writer's words (:func:`plain_name`)."""
TO_MASTER = frozenset(
    {"gm", "game master", "gamemaster", "master", "sl", "spielleiter", "spielleiterin"}
    | {"spielleitung", "mj", "maitre du jeu", "maitre de jeu", "meneur de jeu", "meneuse de jeu"}
)
"""The same for the game master."""
SEAT = re.compile(r"(?:(?:seat|player|platz|spieler|siege|joueur)\s*#?|#)\s*(\d{1,4})")
"""A seat by its number, as people write it."""
_OFFICE = re.compile(
    r"\b(?:(?:game ?)?masters?|gm|spielleit\w*|sl|operators?|mj|(?:maitre|meneu\w+) d[eu] jeu"
    r"|anonym\w*|(?:some|no) ?body|somebody who)\b"
)
"""Whoever has these in a name could be taken for the game master, or for nobody in particular."""
_ADDRESSING = re.compile(r"(?:to|an|aux?|a) \S.*|end|ende|fin")
"""What begins or ends a letter."""
_ARTICLE = re.compile(r"^(?:the|der|die|das|den|dem|le|la|les) ")
_ARTICLES = ("", "the ", "der ", "die ", "das ", "le ", "la ")
_OF_THE_SERVICE = frozenset(
    {"turn", "each", "every", "digest", "daily", "return", "unsubscribe", "bot", "bots", "seat"}
    | {"seats", "hilfe", "fertig", "zug", "runde", "platz", "rückkehr", "abmelden"}
    | {"aide", "terminé", "tour", "siège", "retour", "désabonner"}
)
"""Words of commands, of their answers, and of what stands in reports beside names."""
_SECOND = (
    *("Vega", "Lyra", "Orion", "Rigel", "Altair", "Deneb", "Sirius", "Capella", "Antares"),
    *("Polaris", "Castor", "Regulus", "Вега", "Лира", "Орион", "Ригель", "Денеб", "Сириус"),
)
"""Stars, which are called so in every language: second names that tell a player from others."""


class BadName(Trouble):
    """A name cannot be had; the message says why, and what would do."""


def check_name(wanted: str, others: Iterable[str], ruleset: AnyRuleset) -> str:
    """The name as it is kept: in Unicode's form NFKC, its blanks single.

    Raises :class:`BadName` where it may not be had in a game with these `others`.
    """
    name = _check_alone(wanted, ruleset)
    taken = tuple(others)
    like = next((other for other in taken if can_mislead(name, other)), None)
    if like is None:
        return name
    free = next((one for one in _varied(name) if _is_free(one, taken, ruleset)), None)
    if free is None:
        raise BadName(
            _("{name} looks like {other}, the name of another player; take another name.").format(
                name=name, other=like
            )
        )
    raise BadName(
        _("{name} looks like {other}, the name of another player; {free} would do.").format(
            name=name, other=like, free=free
        )
    )


def _check_alone(wanted: str, ruleset: AnyRuleset) -> str:
    """The name as it is kept, whatever the others are called."""
    name = " ".join(unicodedata.normalize("NFKC", wanted).split())
    if not all(map(_may_stand, name)) or _has_stray_marks(name):
        raise BadName(_("A name has letters, figures, blanks and - ' . in it, and no other signs."))
    if sum(map(_letters, name)) < SHORTEST:
        raise BadName(
            _("A name needs {count} letters or more, such as in Anna.").format(count=SHORTEST)
        )
    if len(name) > LONGEST:
        raise BadName(
            _("That name is longer than {count} characters; take a shorter one.").format(
                count=LONGEST
            )
        )
    if _URL.search(name):
        raise BadName(_("A name must not look like an address; leave its dots out."))
    if not _is_one_script(name):
        raise BadName(_("The letters of a name have to be of one script, all Latin for instance."))
    _check_meaning(name, ruleset)
    return name


def _is_free(name: str, taken: Sequence[str], ruleset: AnyRuleset) -> bool:
    try:
        _check_alone(name, ruleset)
    except BadName:
        return False
    return not any(can_mislead(name, other) for other in taken)


def _varied(name: str) -> Iterator[str]:
    """A name, numbers apart, with second words that tell it from others; in scripts that have no
    star here it is said twice."""
    stem = (*_heads(name), name)[0][: LONGEST - max(map(len, _SECOND)) - 1].strip(_SIGNS)
    return (f"{stem} {second}" for second in (*_SECOND, stem, f"{stem} {stem}"))


def _may_stand(sign: str) -> bool:
    if sign in _SIGNS:
        return True
    category = unicodedata.category(sign)
    if _UNSEEN.match(sign) or (category == "Lm" and sign not in _REPEATING):
        return False
    if category == "Lo" and _script(sign) == "LATIN":
        return False  # clicks and stops, which look like signs
    return sign.isalnum() or category in ("Mn", "Mc")


def _has_stray_marks(name: str) -> bool:
    """Whether marks stand where no letter is, more than two in a row, or in a script that has
    its own within its letters."""
    shape = "".join(
        "m" if unicodedata.category(sign) in ("Mn", "Mc") else "a" if sign.isalpha() else " "
        for sign in name
    )
    if "m" in shape and not _UNMARKED.isdisjoint(map(_script, name)):
        return True
    return _STRAY_MARKS.search(shape) is not None


@lru_cache(maxsize=4096)
def _script(sign: str) -> str:
    """Which script a sign belongs to, in Unicode's name for it."""
    # Imported late: few commands look at names, and its tables take longer than most of these.
    from confusable_homoglyphs.categories import alias

    return str(alias(sign))


def _letters(sign: str) -> int:
    """For how many letters a sign counts."""
    if not sign.isalpha():
        return 0
    return 2 if unicodedata.name(sign, "").startswith(_SYLLABIC) else 1


def _is_one_script(name: str) -> bool:
    scripts = set(map(_script, name)) - {"COMMON", "INHERITED"}
    return len(scripts) < 2 or any(scripts <= writing for writing in _WRITING)


def _check_meaning(name: str, ruleset: AnyRuleset) -> None:
    """Raise :class:`BadName` for a name that means something in a mail."""
    plain = plain_name(name)
    office = _OFFICE.search(plain) or _ADDRESSING.fullmatch(plain)
    if office or plain in TO_ALL | TO_MASTER or not readings(name).isdisjoint(_for_all()):
        raise BadName(
            _(
                "{name} means somebody else, more than one player, or none; take another name."
            ).format(name=name)
        )
    if _is_of_words(name, _words(ruleset.desk.reserved())) or read_command(name) is not None:
        raise BadName(
            _("{name} is a word of orders; with another word before it, it would do.").format(
                name=name
            )
        )


def means(plain: str, words: frozenset[str]) -> bool:
    """Whether a plain name is one of these words, be it with an article."""
    return plain in words or _ARTICLE.sub("", plain, count=1) in words


def plain_name(name: str) -> str:
    """A name without capitals, accents and signs around it."""
    signs = unicodedata.normalize("NFKD", name.strip(" .!'\"*_").casefold())
    bare = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return " ".join(bare.split())


@cache
def _for_all() -> frozenset[str]:
    said = (f"{article}{word}" for article in _ARTICLES for word in _FOR_ALL)
    return frozenset(chain.from_iterable(map(readings, said)))


@lru_cache(maxsize=32)
def _words(reserved: frozenset[str]) -> frozenset[str]:
    """How the words of a game's orders and those of the service look."""
    said = chain(reserved, _OF_THE_SERVICE, map(str.lower, get_args(Verb)))
    return frozenset(chain.from_iterable(map(readings, said)))


def _is_of_words(name: str, words: frozenset[str]) -> bool:
    """Whether a name is one of these words, or nothing but such words, figures and letters."""
    if not readings(name).isdisjoint(words):
        return True
    parts = re.split(rf"[{re.escape(_SIGNS)}]+|(?<=\D)(?=\d)", name)
    return all(
        len(part) < 2 or part.isdecimal() or not readings(part).isdisjoint(words) for part in parts
    )


def free_name(
    wishes: Sequence[str], others: Sequence[str], ruleset: AnyRuleset, fallback: str
) -> str:
    """The first of these wishes that may be had, with a second word where somebody has it already;
    `fallback` where none may."""
    for wish in filter(None, wishes):
        for candidate in chain((wish,), _varied(wish)):
            try:
                return check_name(candidate, others, ruleset)
            except BadName:
                if not any(can_mislead(candidate, other) for other in others):
                    break  # no second word mends it
    return fallback


def name_at(address: str) -> str:
    """What somebody is called of whom nothing but the address is known."""
    own = address.partition("@")[0]
    return own[:1].upper() + own[1:]


def seat_name(stem: str, seat: int, others: Sequence[str]) -> str:
    """What a seat is called where nobody sits or a bot does: "Player 2", with a second word where
    that could be taken for another's name."""
    plain = f"{stem} {seat}"
    names = (plain, *(f"{plain} {second}" for second in _SECOND))
    return next(one for one in names if not any(can_mislead(one, other) for other in others))


def can_mislead(one: str, other: str) -> bool:
    """Whether two names look alike, or one is the other with what names a piece of its owner's:
    "Anna 7" is a unit of Anna's."""
    return (
        are_alike(one, other)
        or any(are_alike(head, other) for head in _heads(one))
        or any(are_alike(one, head) for head in _heads(other))
    )


def _heads(name: str) -> tuple[str, ...]:
    """A name without the figures and single letters behind it, the shortest first."""
    found: tuple[str, ...] = ()
    while (tail := _TAIL.search(name)) and tail.start():
        name = name[: tail.start()]
        found = (name, *found)
    return found


def are_alike(one: str, other: str) -> bool:
    """Whether two names look the same."""
    return not readings(one).isdisjoint(readings(other))


_TWOFOLD = {"I", "1"}
"""What looks like an i or an l."""
_MOST_TWOFOLD = 6
"""So many of a name's are tried both ways; further ones count as an l."""
_AS_LETTERS = str.maketrans("023456789", "ozeasgtbq")
_LATIN = re.compile(r"LATIN (?:SMALL LETTER|LETTER SMALL CAPITAL|LETTER) (?:[A-Z-]+ )*([A-Z])")


@lru_cache(maxsize=8192)
def readings(name: str) -> frozenset[str]:
    """What a name looks like: names that can be taken for one another have a reading in common.

    A stand-in for UTS 39's skeleton: capitals, accents, blanks and signs aside, figures are the
    letters that they look like, and each letter becomes the least of those that look like it. 1
    and a capital I are an i or an l.
    """
    compared = [sign for sign in name if sign not in _SIGNS]
    twofold = [place for place, sign in enumerate(compared) if sign in _TWOFOLD]
    for place in twofold[_MOST_TWOFOLD:]:
        compared[place] = "l"
    ways = [("i", "l") if sign in _TWOFOLD else (sign.casefold(),) for sign in compared]
    return frozenset(_skeleton("".join(way).translate(_AS_LETTERS)) for way in product(*ways))


def _skeleton(text: str) -> str:
    signs = unicodedata.normalize("NFKD", text)
    plain = (_least(_drawn_from(sign)) for sign in signs if not unicodedata.combining(sign))
    return "".join(plain).replace("rn", "m").replace("vv", "w")


@lru_cache(maxsize=4096)
def _drawn_from(sign: str) -> str:
    """The letter that a phonetic one, a small capital, or one with a stroke or a hook is drawn
    from: "n" for "ɴ", "r" for "ɾ"."""
    name = unicodedata.name(sign, "").partition(" WITH ")[0]
    if latin := _LATIN.fullmatch(name):
        return latin[1].lower()
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return sign


@lru_cache(maxsize=4096)
def _least(sign: str) -> str:
    """The sign that stands for all single signs that look like this one."""
    from confusable_homoglyphs.confusables import confusables_data  # late, as in _script

    alike, left = {sign}, [sign]
    while left:
        for entry in confusables_data.get(left.pop(), ()):
            other = entry["c"].strip("\u200e").casefold()
            if len(other) == 1 and other not in alike:
                alike.add(other)
                left.append(other)
    return min(alike)
