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
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from pbem.engine.i18n import language
from pbem.engine.language.slips import Slips

Sense = tuple[str, str]
"""A sort, and the key of the thing."""
Names = Mapping[tuple[str, ...], frozenset[Sense]]
"""Words of one game alone, such as its players' names, by their folded words."""
NO_NAMES: Names = {}

_Rows = dict[str, tuple[str, ...]]
_Forms = dict[str, _Rows]
_CELL = re.compile(r"\(?([A-Za-z]{1,2})[-./,]?\s?0*([0-9]+)")
_ENGINE = "pbem.engine.language"
_SHORTEST_GLUED = 3
_LONGEST_CLINGING = 4
_SIGNS = frozenset("-−–+±~<>≤≥")


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """A word without capitals, accents and a possessive's ending."""
    plain = word.casefold().replace("’", "'").removesuffix("'s")
    parts = unicodedata.normalize("NFKD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) or word


class Term:
    """Words that mean something together, a figure, a place, a sign, or what means nothing.

    ``column`` counts from 1; ``senses`` is all that it may mean. ``digits`` is a figure in digits,
    even if it is written in letters, and ``cell`` a place of a grid in its plain form, "m3" for
    "M-03"; both are empty where it is none. ``is_plain``: it can fill no slot; ``marks`` are its
    keys as a verb, a particle or a doubt.
    """

    __slots__ = ("_by_sort", "cell", "column", "digits", "is_plain", "marks", "senses", "text")

    def __init__(self, text: str, column: int, senses: frozenset[Sense] = frozenset()) -> None:
        self.text = text
        self.column = column
        self.senses = senses
        self._by_sort = _by_sort(senses)
        self.digits = text if text.isdecimal() else self.key("number")
        found = None if self.digits else _CELL.fullmatch(text)
        self.cell = f"{found[1]}{found[2]}".lower() if found else ""
        self.is_plain = not (self.digits or self.cell or len(text) == 1 or _names(senses))
        self.marks = _marks(senses)

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.column + len(self.text)

    def key(self, sort: str) -> str:
        """What it means as a word of a sort, the first of several; empty where it is none."""
        found = self._by_sort.get(sort)
        return found[0] if found else ""

    def keys(self, sort: str) -> tuple[str, ...]:
        """All that it may mean as a word of a sort."""
        return self._by_sort.get(sort, ())

    def means(self, sort: str, *keys: str) -> bool:
        """Whether it may be of that sort, one of these keys if any are given."""
        found = self._by_sort.get(sort)
        if not found or not keys:
            return bool(found)
        return any(key in found for key in keys)

    @property
    def is_known(self) -> bool:
        return bool(self.senses or self.digits or self.cell) or not self.text[0].isalpha()


@cache
def _by_sort(senses: frozenset[Sense]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for sort, key in sorted(senses):
        found.setdefault(sort, []).append(key)
    return {sort: tuple(keys) for sort, keys in found.items()}


_JOINING = ("filler", "opening", "joint", "doubt", "prose", "sign")


@cache
def _names(senses: frozenset[Sense]) -> bool:
    return any(sort not in _JOINING for sort, _key in senses)


@cache
def _marks(senses: frozenset[Sense]) -> frozenset[str]:
    return frozenset(key for sort, key in senses if sort in ("verb", "particle", "doubt"))


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


def _read(package: str, *folders: str) -> dict[str, tuple[Tables, ...]]:
    """A folder's files, by language."""
    folder = files(package).joinpath("data", *folders)
    found = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return {
        name.removesuffix(".toml"): (
            msgspec.toml.decode(folder.joinpath(name).read_bytes(), type=Tables),
        )
        for name in found
    }


class Words:
    """All words of a game. `tables` are its files, by language."""

    def __init__(self, tables: Mapping[str, Sequence[Tables]]) -> None:
        told = [
            (spoken, *one)
            for spoken, of in tables.items()
            for table in of
            for one in table.senses()
        ]
        clinging = {
            word
            for _spoken, word, (sort, _key), _guessed in told
            if sort == "particle" and word.isalpha() and len(word) <= _LONGEST_CLINGING
        }
        self._token = _pattern(clinging)
        self._senses: dict[tuple[str, ...], set[Sense]] = {}
        self._longest: dict[str, int] = {}
        self._spoken: dict[str, set[str]] = {}
        guessed: dict[str, str] = {}
        for spoken, word, sense, may_be_guessed in told:
            run = self._learn(word, sense, spoken)
            if may_be_guessed and len(run) == 1 and sense[0] != "prose":
                guessed.setdefault(run[0], word)
        self._known = {run: frozenset(found) for run, found in self._senses.items()}
        self._slips = Slips(guessed)
        self._guess = lru_cache(maxsize=4096)(self._likely)
        self._terms = lru_cache(maxsize=256)(self._plain_terms)
        self._language = lru_cache(maxsize=64)(self._spoken_in)

    @classmethod
    def of(cls, package: str) -> Words:
        """The words of a game's package, and those that orders of any game have."""
        own, common = _read(package, "words"), _read(_ENGINE)
        return cls(
            {spoken: (*common.get(spoken, ()), *own.get(spoken, ())) for spoken in common | own}
        )

    @classmethod
    def made(cls, tables: Mapping[str, Tables]) -> Words:
        """The words of such tables, by language, and those that orders of any game have."""
        common = _read(_ENGINE)
        return cls({spoken: (*common.get(spoken, ()), table) for spoken, table in tables.items()})

    def _learn(self, word: str, sense: Sense, spoken: str) -> tuple[str, ...]:
        run = self.run(word)
        self._senses.setdefault(run, set()).add(sense)
        self._longest[run[0]] = max(self._longest.get(run[0], 1), len(run))
        for one in run:
            self._spoken.setdefault(one, set()).add(spoken)
        return run

    def run(self, text: str) -> tuple[str, ...]:
        """The folded words of a name; what clings to the next word, as in French, is one."""
        if text[-1:] in "'’" and text[:-1].isalpha():
            return (fold(text),)
        return tuple(fold(found) for found, _column in self._tokens(text))

    @property
    def reserved(self) -> frozenset[str]:
        """Words that no player's name may be: a line would mean another thing with it."""
        return frozenset(
            run[0]
            for run, senses in self._known.items()
            if len(run) == 1
            and any(sort not in ("filler", "opening", "prose") for sort, _ in senses)
        )

    # Lines ----------------------------------------------------------------------------

    def terms(self, text: str, names: Names = NO_NAMES) -> tuple[Term, ...]:
        """A line's terms from left to right; of several that fit the longest run is taken."""
        return tuple(self._found(text, names)) if names else self._terms(text)

    def _plain_terms(self, text: str) -> tuple[Term, ...]:
        return tuple(self._found(text, NO_NAMES))

    def _tokens(self, text: str) -> Iterator[tuple[str, int]]:
        return (
            (one.group(), one.start() + 1)
            for one in self._token.finditer(text)
            if one.lastgroup != "hyphen"
        )

    def _found(self, text: str, names: Names) -> Iterator[Term]:
        tokens = list(self._tokens(text))
        folded = [fold(token) for token, _column in tokens]
        most = max(map(len, names), default=1)
        place, led = 0, False
        while place < len(tokens):
            first, column = tokens[place]
            count, senses = 1, frozenset[Sense]()
            longest = min(max(self._longest.get(folded[place], 1), most), len(tokens) - place)
            for length in range(longest, 0, -1):
                run = tuple(folded[place : place + length])
                senses = self._known.get(run, frozenset()) | names.get(run, frozenset())
                if senses:
                    count = length
                    break
            last, start = tokens[place + count - 1]
            if first in _SIGNS and _is_sign(text, tokens, place, led=led):
                senses = frozenset({("sign", first)})
            led = any(sort == "particle" for sort, _key in senses)
            yield Term(text[column - 1 : start - 1 + len(last)], column, senses)
            place += count

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
        found = self._slips.like(folded)
        if not found:
            return None
        spoken = self._spoken
        return min(found, key=lambda one: (one[1], preferred not in spoken[fold(one[0])]))[0]

    def short_guess(self, term: Term, keys: Iterable[str], text: str) -> str | None:
        """The particle of these keys that a word of a few letters is a slip of: "ta" for "at"."""
        folded, preferred = fold(term.text), self._language(text, language())
        wanted = [
            (word, preferred not in self._spoken[run[0]])
            for key in keys
            for run, senses in self._known.items()
            if ("particle", key) in senses and len(run) == 1
            for word in run
            if word.isalpha() and word != folded and len(word) <= _LONGEST_CLINGING
        ]
        return self._slips.short(folded, wanted)

    def _spoken_in(self, text: str, reader: str) -> str:
        """The language of most of a line's words; of equal ones the reader's own."""
        known: dict[str, int] = {reader: 0}
        for word, _column in self._tokens(text):
            for spoken in self._spoken.get(fold(word), ()):
                known[spoken] = known.get(spoken, 0) + 1
        return max(known, key=lambda one: (known[one], one == reader))


def _pattern(clinging: Iterable[str]) -> re.Pattern[str]:
    """Arrows, places of a grid ("m3", "m-3", "(m, 3)"), a particle that clings to one, figures,
    French words that cling to the next, words, hyphens within them, which are passed over, and
    signs."""
    clings = "|".join(sorted(map(re.escape, clinging), key=len, reverse=True)) or "(?!)"
    return re.compile(
        r"->|=>"
        r"|(?<![^\W\d_])(?:[A-Za-z]{1,2}|[A-Za-z][-./,]|(?<=\()[A-Za-z],\s?(?=[0-9]+\)))[0-9]+(?!\w)"
        rf"|(?<![^\W\d_])(?:{clings})(?=[A-Za-z][0-9]+(?!\w))"
        r"|\d+"
        r"|(?<![^\W\d_])[djlmnst]['’](?=[^\W\d_])"
        r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
        r"|(?P<hyphen>(?<=[^\W\d_])[-\N{NON-BREAKING HYPHEN}](?=[^\W\d_]))"
        r"|\S",
        re.IGNORECASE,
    )


def _is_sign(text: str, tokens: list[tuple[str, int]], place: int, *, led: bool) -> bool:
    """Whether a sign belongs to a figure: "-1", "2+", "with - 1"; "scientist+1" and "100-150" have
    none."""
    _token, column = tokens[place]
    if led and place + 1 < len(tokens) and tokens[place + 1][0].isdecimal():
        return True
    before = text[column - 2 : column - 1] if column > 1 else " "
    after = text[column : column + 1]
    return (before in " \t(" and after.isdecimal()) or (before.isdecimal() and not after.strip())
