"""The words of order lines, all languages at once, and what each may mean.

A game keeps its own in ``data/words/<language>.toml``: by sort of thing, by the key of the thing,
all that may be written for it::

    [words.verb]
    settle = ["settle", "colonize"]

``verb`` and ``particle`` (words that lead others: "to", "with") have the game's keys, and all sorts
that are not named here are the game's things. The grammar around them is the same in every game
(``data`` beside this module): ``number`` (the key is its digits), ``joint`` (between two orders),
``filler`` (says nothing; ``article`` before a noun, ``modal`` behind who does it), ``opening``
(says nothing before an order), ``doubt`` (what makes an order uncertain: ``or``, ``when``, ``not``,
``back``) and ``prose`` (like our words, and never in an order). ``[short]`` has words cut short,
which are never guessed; ``[stem]`` and ``[head]`` are what German writes as one word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files

import msgspec

from pbem.engine.api import Player
from pbem.engine.i18n import language
from pbem.engine.language.slips import Slips
from pbem.engine.nearness import Part

Sense = tuple[str, str]
"""A sort, and the key of the thing."""

_Rows = dict[str, tuple[str, ...]]
_Forms = dict[str, _Rows]
_CELL = re.compile(r"\(?([A-Za-z]{1,2})[-./,]?\s?0*([0-9]+)")
_ENGINE = "pbem.engine.language"
_SHORTEST_GLUED = 3
_LONGEST_CLINGING = 4
_SIGNS = frozenset("-−–+±~<>≤≥")
_BEHIND_MORE = frozenset(",;.:)")
"""What may stand right behind "2+"."""
_BEFORE_DASHES = ("percent", "all")
"""Particles behind which a sign before a figure is a dash."""
_NEVER_GUESSED = ("prose", "name")
_NO_SENSES: frozenset[Sense] = frozenset()


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """A word without capitals, accents and a possessive's ending."""
    plain = word.casefold().replace("’", "'").removesuffix("'s")
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) or word


class Meaning:
    """What a term is wherever it stands; equal words of a line have the same one.

    ``by_sort`` has the keys of its senses. ``digits`` is a figure in digits, even if it is written
    in letters, and ``cell`` a place of a grid in its plain form, "m3" for "M-03"; both are empty
    where it is none. ``is_plain``: it can fill no slot; ``marks`` are its keys as a verb, a
    particle or a doubt.
    """

    __slots__ = ("by_sort", "cell", "digits", "is_plain", "is_verb", "marks", "text")

    def __init__(self, text: str, senses: frozenset[Sense]) -> None:
        found: dict[str, tuple[str, ...]] = {}
        for sort, key in sorted(senses):
            found[sort] = (*found.get(sort, ()), key)
        self.text = text
        self.by_sort: Mapping[str, tuple[str, ...]] = found
        self.digits = text if text.isdecimal() else found.get("number", ("",))[0]
        place = None if self.digits else _CELL.fullmatch(text)
        self.cell = f"{place[1]}{place[2]}".lower() if place else ""
        is_value = self.digits or self.cell or len(text) == 1
        self.is_plain = not is_value and _JOINING.issuperset(found)
        self.is_verb = "verb" in found
        marks = ("verb", "particle", "doubt")
        self.marks = frozenset(key for sort, key in senses if sort in marks)


_JOINING = frozenset({"filler", "opening", "joint", "doubt", "prose", "sign"})
_meaning = lru_cache(maxsize=4096)(Meaning)


class Term:
    """Words that mean something together, a figure, a place, a sign, or what means nothing.

    ``column`` counts from 1, ``end`` is behind it; ``senses`` is all that it may mean.
    """

    __slots__ = ("by_sort", "cell", "column", "digits", "end", "meaning", "senses", "text")

    def __init__(self, text: str, column: int, senses: frozenset[Sense] = frozenset()) -> None:
        self.text = text
        self.column = column
        self.senses = senses
        self.end = column + len(text)
        self.meaning = meaning = _meaning(text, senses)
        self.by_sort, self.digits, self.cell = meaning.by_sort, meaning.digits, meaning.cell

    def key(self, sort: str) -> str:
        """What it means as a word of a sort, the first of several; empty where it is none."""
        found = self.by_sort.get(sort)
        return found[0] if found else ""

    def keys(self, sort: str) -> tuple[str, ...]:
        """All that it may mean as a word of a sort."""
        return self.by_sort.get(sort, ())

    def means(self, sort: str, *keys: str) -> bool:
        """Whether it may be of that sort, one of these keys if any are given."""
        found = self.by_sort.get(sort)
        return found is not None and not (keys and set(keys).isdisjoint(found))

    @property
    def is_known(self) -> bool:
        return bool(self.senses or self.digits or self.cell) or not self.text[0].isalpha()


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language's file."""

    words: _Forms
    short: _Forms = {}
    stem: _Rows = {}
    head: dict[str, tuple[str, ...]] = {}

    def senses(self) -> Iterator[tuple[str, Sense, bool]]:
        """Every word with what it means, and whether it is guessed where it is misspelt."""
        for table, guessed in ((self.words, True), (self.short, False)):
            for sort, rows in table.items():
                for key, found in rows.items():
                    yield from ((word, (sort, key), guessed) for word in found)
        for sort, heads in self.head.items():
            for key, stems in self.stem.items():
                for word in (f"{stem}{head}" for stem in stems for head in heads):
                    yield word, (sort, key), True
                    yield word, ("particle", sort), True


def _read(package: str, *folders: str) -> dict[str, Tables]:
    """A folder's files, by language."""
    found = sorted(files(package).joinpath("data", *folders).iterdir(), key=lambda one: one.name)
    return {
        file.name.removesuffix(".toml"): msgspec.toml.decode(file.read_bytes(), type=Tables)
        for file in found
        if file.name.endswith(".toml")
    }


class Words:
    """All words of a game. `tables` are its files, each with its language; `known` are words beside
    them."""

    def __init__(self, tables: Iterable[tuple[str, Tables]], known: Words | None = None) -> None:
        told = [(spoken, *one) for spoken, table in tables for one in table.senses()]
        self._short: dict[str, set[str]] = dict(known._short) if known else {}
        for _spoken, word, (sort, key), _guessed in told:
            if sort == "particle" and word.isalpha() and len(word) <= _LONGEST_CLINGING:
                self._short.setdefault(key, set()).add(fold(word))
        clinging = frozenset().union(*self._short.values())
        self._token: re.Pattern[str] = known._token if known else _pattern(clinging)
        self._known: dict[tuple[str, ...], frozenset[Sense]] = dict(known._known) if known else {}
        self._longest: dict[str, int] = dict(known._longest) if known else {}
        self._spoken: dict[str, set[str]] = dict(known._spoken) if known else {}
        guessed: dict[str, str] = {}
        for spoken, word, sense, may_be_guessed in told:
            run = self._learn(word, sense, spoken)
            if may_be_guessed and len(run) == 1 and sense[0] not in _NEVER_GUESSED:
                guessed.setdefault(run[0], word)
        self._slips: Slips = Slips(guessed, known._slips if known else None)
        self._guess = lru_cache(maxsize=4096)(self._likely)
        self._language = lru_cache(maxsize=64)(self._spoken_in)
        self._named = lru_cache(maxsize=16)(self._with_names)

    @classmethod
    def of(cls, package: str) -> Words:
        """The words of a game's package, and those that orders of any game have."""
        return cls.made(_read(package, "words"))

    @classmethod
    def made(cls, tables: Mapping[str, Tables]) -> Words:
        """The words of such tables, by language, and those that orders of any game have."""
        return cls([*_read(_ENGINE).items(), *tables.items()])

    def along(self, table: Tables) -> Words:
        """These words and those of one game alone, such as its items."""
        return Words([("", table)], self)

    def naming(self, players: tuple[Player, ...]) -> Words:
        """These words and players' own names (sort "name"), each with its seat for a key."""
        return self._named(players)

    def _with_names(self, players: tuple[Player, ...]) -> Words:
        return self.along(Tables(words={"name": {str(one.seat): (one.name,) for one in players}}))

    def _learn(self, word: str, sense: Sense, spoken: str) -> tuple[str, ...]:
        run = self._run(word)
        self._known[run] = self._known.get(run, frozenset()) | {sense}
        self._longest[run[0]] = max(self._longest.get(run[0], 1), len(run))
        for one in run if spoken else ():
            self._spoken.setdefault(one, set()).add(spoken)
        return run

    def _run(self, text: str) -> tuple[str, ...]:
        """The folded words of a name; what clings to the next word, as in French, is one."""
        if text[-1:] in "'’" and text[:-1].isalpha():
            return (fold(text),)
        return tuple(fold(found) for found, _column in self._tokens(text))

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Words that no player's name may be: a line would mean another thing with it."""
        return frozenset(
            run[0]
            for run, senses in self._known.items()
            if len(run) == 1
            and any(sort not in ("filler", "opening", "prose") for sort, _ in senses)
        )

    # Lines ----------------------------------------------------------------------------

    def terms(self, text: str) -> tuple[Term, ...]:
        """A line's terms from left to right; of several that fit the longest run is taken."""
        return tuple(self._found(text))

    def _tokens(self, text: str) -> list[tuple[str, int]]:
        return [
            (one.group(), one.start() + 1)
            for one in self._token.finditer(text)
            if one.lastgroup != "hyphen"
        ]

    def _found(self, text: str) -> Iterator[Term]:
        tokens = self._tokens(text)
        folded = [fold(token) for token, _column in tokens]
        known, most = self._known, self._longest
        place, count, led = 0, len(tokens), False
        while place < count:
            first, column = tokens[place]
            word = folded[place]
            longest = most.get(word, 0)
            last, senses = place, known.get((word,), _NO_SENSES) if longest else _NO_SENSES
            for end in range(min(place + longest, count), place + 1, -1):
                found = known.get(tuple(folded[place:end]))
                if found:
                    last, senses = end - 1, found
                    break
            if first in _SIGNS and _is_sign(text, tokens, place, led=led):
                senses = frozenset({("sign", first)})
            if last > place:
                final, start = tokens[last]
                first = text[column - 1 : start - 1 + len(final)]
            term = Term(first, column, senses)
            led = term.means("particle") and not term.means("particle", *_BEFORE_DASHES)
            yield term
            place = last + 1

    def alike(self, term: Term) -> tuple[str, ...]:
        """Other words, in letters alone, that mean just what a term means."""
        return tuple(
            " ".join(run)
            for run, senses in self._known.items()
            if senses == term.senses and run != self._run(term.text) and "".join(run).isalpha()
        )

    # Slips ----------------------------------------------------------------------------

    def guess(self, term: Term, text: str) -> str | None:
        """What a misspelt word was to be, or two words that are written as one: rather in the
        language that the rest of the line is in. In capitals where it is."""
        if term.is_known:
            return None
        found = self._guess(term.text, self._language(text, language()))
        return found.upper() if found and term.text.isupper() else found

    def _likely(self, word: str, preferred: str) -> str | None:
        folded = fold(word)
        for place in range(_SHORTEST_GLUED, len(folded) - _SHORTEST_GLUED + 1):
            first, second = (folded[:place],), (folded[place:],)
            if first in self._known and second in self._known:
                return f"{word[:place]} {word[place:]}"
        spoken = self._spoken
        found = self._slips.like(folded)
        if len(folded) <= _LONGEST_CLINGING:  # a few letters are like too many words
            found = [one for one in found if preferred in spoken.get(fold(one[0]), preferred)]
        if not found:
            return None

        def unlikely(one: tuple[str, int]) -> tuple[int, bool, bool]:
            """How many letters are wrong; then what says nothing in an order; other tongues."""
            known = fold(one[0])
            senses = self._known.get((known,), _NO_SENSES)
            is_idle = bool(senses) and all(sort == "filler" for sort, _key in senses)
            return one[1], is_idle, preferred not in spoken.get(known, "")

        return min(found, key=unlikely)[0]

    def short_guess(self, term: Term, keys: Iterable[str], text: str) -> str | None:
        """The particle of these keys that a word of a few letters is a slip of: "ta" for "at"."""
        folded, preferred = fold(term.text), self._language(text, language())
        wanted = [
            (word, preferred not in self._spoken[word])
            for key in keys
            for word in self._short.get(key, ())
            if word != folded
        ]
        return self._slips.short(folded, wanted)

    def _spoken_in(self, text: str, reader: str) -> str:
        """The language of most of a line's words; of equal ones the reader's own."""
        known: dict[str, int] = {reader: 0}
        for word in text.split():
            for spoken in self._spoken.get(fold(word), ()):
                known[spoken] = known.get(spoken, 0) + 1
        return max(known, key=lambda one: (known[one], one == reader))


def _pattern(clinging: Iterable[str]) -> re.Pattern[str]:
    """Figures and whole words, which are most of a line, figures that lack what is before their
    point, arrows, dots in a row, places of a grid ("m3", "m-3", "(m, 3)"), a particle that clings
    to one, French words that cling to the next, other words, hyphens within them, which are passed
    over, and signs."""
    clings = "|".join(sorted(map(re.escape, clinging), key=len, reverse=True)) or "(?!)"
    return re.compile(
        r"\d+|[^\W\d_]{3,}(?!\S)|(?<!\S)\.\d+|->|=>|\.{2,}"
        r"|(?<![^\W\d_])(?:[A-Za-z]{1,2}|[A-Za-z][-./,]|(?<=\()[A-Za-z],\s?(?=[0-9]+\)))[0-9]+(?!\w)"
        rf"|(?<![^\W\d_])(?:{clings})(?=[A-Za-z][0-9]+(?!\w))"
        r"|(?<![^\W\d_])[djlmnst]['’](?=[^\W\d_])"
        r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
        r"|(?P<hyphen>(?<=[^\W\d_])[-\N{NON-BREAKING HYPHEN}](?=[^\W\d_]))"
        r"|\S",
        re.IGNORECASE,
    )


def _is_sign(text: str, tokens: list[tuple[str, int]], place: int, *, led: bool) -> bool:
    """Whether a sign belongs to a figure: "-1", "2+", "2+, then", "with - 1"; "scientist+1" and
    "100-150" have none."""
    _token, column = tokens[place]
    if led and place + 1 < len(tokens) and tokens[place + 1][0].isdecimal():
        return True
    before = text[column - 2 : column - 1] if column > 1 else " "
    after = text[column : column + 1]
    ends = not after.strip() or (tokens[place][0] == "+" and after in _BEHIND_MORE)
    return (before in " \t(" and after.isdecimal()) or (before.isdecimal() and ends)


def part_of(term: Term, figures: Sequence[str]) -> Part:
    """What a term is in the judgement of lines that come near an order; such particles stand for
    `figures`."""
    if term.cell or term.text[-1].isdecimal() or term.means("number"):
        return Part.FIGURE
    if figures and term.means("particle", *figures):
        return Part.FIGURE
    if term.means("particle", "percent"):
        return Part.SIGN
    sorts = {sort for sort, _key in term.senses}
    if sorts & {"prose", "name", "doubt"}:
        return Part.STRANGE
    if sorts <= {"particle", "filler", "opening", "joint", "sign"} and (
        sorts or not term.text[0].isalpha()
    ):
        return Part.JOINT
    return Part.WORD if sorts else Part.STRANGE
