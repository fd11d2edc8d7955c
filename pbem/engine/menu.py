"""What can be ordered now, as a tree of words: every path from its root spells one line that is
legal, but for its price perhaps: lines written before it may bring what it takes. Of what counts
none more is left (a limit whose ``most`` is 0) the lines stand there to tell why.

A branch that stands at several places may be one and the same tuple at all of them, so that a few
items spell thousands of lines: a level of a design leaves those open behind it that others do.
Where several things may be told the same in one line (``together``), their rows are never spelled
out: "MOVE 3 4 TOWARDS h9" is two picks of what stands behind MOVE, and what stands behind both.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from pbem.engine.i18n import _
from pbem.engine.identity import IdentityCache
from pbem.engine.rng import Stream


class Choice(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int
    default: int


class Take(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a line takes ``of`` something that there is so much of (``has``), by the name of it
    that prices have; it may take more than there is. Of ``amounts`` there is one, or one for each
    number that may stand behind, from the lowest on; what a line brings is less than nothing. Where
    something ``rises`` to the number, amounts are counted from where it stands now: behind a line
    that raises it to 5, one that raises it to 6 takes the difference.

    What is only ``needed`` has to be there and stays. Where the amount is ``said`` by the number in
    the item's words, a line with another number there takes that much. What ``lapses`` is lost as
    far as no line takes it."""

    of: str
    has: int
    amounts: tuple[int, ...]
    rises: bool = False
    needed: bool = False
    said: bool = False
    lapses: bool = False

    def amount(self, place: int = 0) -> int:
        """What is taken with the number at this `place` behind the line, 0 for the lowest."""
        return self.amounts[place if len(self.amounts) > 1 else 0]


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many lines of a mail (``most``) count ``of`` something, a name that no reader sees;
    ``beyond`` tells what becomes of one more, in the reader's language. Where a line too many is
    ``refused`` the mail is in error. What stands ``alone`` is itself too many beside any other
    line, as every other is beside it."""

    of: str
    most: int
    beyond: str
    refused: bool = False
    alone: bool = False


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of a line: its ``words``, and what may stand behind them; nothing: the line ends.

    ``label`` says what it is where the words do not, ``note`` tells a price, odds or how long it
    takes, ``lasts`` that in turns, ``takes`` a price in figures, where lines share what they are
    paid of, ``odds`` how often in 100 it succeeds with each number that may stand behind it, from
    the lowest on, ``limits`` how many lines with it count, ``refs`` are the things on the map that
    it concerns (``square:f5``).

    Where ``together`` is not None one of the items of ``then`` may be picked, or several, one
    behind the other and each once. Behind all that is picked stands what is in ``together``, less
    the words that any of it has in ``but``; behind one alone stands what it has itself as well.
    Where there is neither the line ends (:func:`behind`).
    """

    words: str
    label: str = ""
    note: str = ""
    lasts: int = 0
    takes: tuple[Take, ...] = ()
    odds: tuple[int, ...] = ()
    limits: tuple[Limit, ...] = ()
    refs: tuple[str, ...] = ()
    then: tuple[Item, ...] | Choice = ()
    together: tuple[Item, ...] | None = None
    but: tuple[str, ...] = ()

    @property
    def branches(self) -> Menu:
        """The items that may stand behind it; none behind a number."""
        return self.then if isinstance(self.then, tuple) else ()

    def lacking(self, place: int = 0) -> Take | None:
        """Of what there is too little for it, with the number at this `place` behind it, 0 for the
        lowest; None where it can be paid."""
        return next((one for one in self.takes if one.amount(place) > max(0, one.has)), None)

    @property
    def payable_numbers(self) -> int:
        """How many of the numbers that may stand behind it can be paid, from the lowest on."""
        assert isinstance(self.then, Choice)
        many = self.then.high - self.then.low + 1
        if not self.takes:
            return many
        return next((place for place in range(many) if self.lacking(place)), many)


Menu = tuple[Item, ...]
_TOGETHER = 3
"""So many are told the same in lines that show a menu, and in those of random play."""


def behind(verb: Item, *picked: Item) -> Menu:
    """What may stand behind what was `picked` of the items of `verb`, one or several."""
    own = picked[0].branches if len(picked) == 1 else ()
    return (*own, *_shared_by(verb, picked))


def _shared_by(verb: Item, picked: Sequence[Item]) -> Menu:
    barred = frozenset(words for one in picked for words in one.but)
    return _without(verb.together or (), barred) if barred else verb.together or ()


def _several(items: Iterable[Item]) -> Sequence[Item]:
    """One for each of what may be picked: a line that may end with it, or go on, has two."""
    return tuple({one.words: one for one in items}.values())


def _without(menu: Menu, barred: Set[str]) -> Menu:
    """The same menu less the items with these words, however far behind, and what led to them."""
    kept = ((one, _without(one.branches, barred)) for one in menu if one.words not in barred)
    return tuple(
        msgspec.structs.replace(one, then=then) if then else one
        for one, then in kept
        if then or not one.branches
    )


def in_common(verb: Item) -> Item:
    """The same with its items to be picked together, for all that some of them may be told as well
    alone; of a price or odds nothing is noted there."""
    ends = [
        {one.words: msgspec.structs.replace(one, note="") for one in pick.branches if not one.then}
        for pick in verb.branches
    ]
    many = Counter(words for row in ends for words in row)
    shared = {words: one for row in ends for words, one in row.items() if many[words] > 1}
    then = tuple(
        msgspec.structs.replace(pick, but=tuple(words for words in shared if words not in row))
        for pick, row in zip(verb.branches, ends, strict=True)
    )
    return msgspec.structs.replace(verb, then=then, together=tuple(shared.values()))


class Catalogue(tuple[Item, ...]):
    """A branch that stands in many menus alike, because it hangs on little more than the options of
    a game: its table is made once and kept."""


def explained(menu: Menu, does: Mapping[str, str]) -> Menu:
    """The same menu whose first items tell in the reader's language what an order does that begins
    so; `does` has a sentence to be translated for every verb."""
    return tuple(msgspec.structs.replace(item, label=_(does[item.words])) for item in menu)


def payable(menu: Menu) -> Menu:
    """The same menu without what cannot be paid as things stand, for whoever orders one line alone:
    random play, examples. Numbers go as far as there is enough. A branch that stands at several
    places still is one tuple."""
    known: dict[int, Menu] = {}

    def paid(item: Item) -> Item | None:
        if isinstance(item.then, Choice):
            one, many = item.then, item.payable_numbers
            high = one.low + many - 1
            if high == one.high:
                return item
            lower = Choice(one.low, high, min(one.default, high))
            return msgspec.structs.replace(item, then=lower) if many else None
        if item.lacking() or any(one.refused and not one.most for one in item.limits):
            return None
        then, shared = rest(item.branches), item.together and (rest(item.together) or None)
        if then is item.branches and shared is item.together:
            return item
        return msgspec.structs.replace(item, then=then, together=shared) if then else None

    def rest(items: Menu) -> Menu:
        if id(items) not in known:
            kept = tuple(found for item in items if (found := paid(item)) is not None)
            is_whole = len(kept) == len(items) and all(map(operator.is_, kept, items))
            known[id(items)] = items if is_whole else kept
        return known[id(items)]

    return rest(menu)


def lines(menu: Sequence[Item]) -> Iterator[str]:
    """Lines that show all of it: of numbers the default and the ends; of a branch that stands at
    several places every line at the first of them, and one line at each other; of what may be told
    the same each alone, and the first few together."""
    met: set[int] = set()

    def picked(verb: Item, before: str, some: Sequence[Item], whole: bool) -> Iterator[str]:
        said = " ".join((before, *(one.words for one in some)))
        if shared := _shared_by(verb, some):
            yield from spelled(shared, said, whole)
        elif not behind(verb, *some):
            yield said

    def spelled(items: Sequence[Item], before: str, whole: bool) -> Iterator[str]:
        for item in items if whole else items[:1]:
            said = f"{before} {item.words}".strip()
            if isinstance(item.then, Choice):
                one = item.then
                for number in dict.fromkeys((one.default, one.low, one.high)):
                    yield f"{said} {number}"
            elif item.together is not None:
                for n, pick in enumerate(item.branches if whole else item.branches[:1]):
                    yield from spelled(pick.branches, f"{said} {pick.words}", whole)
                    yield from picked(item, said, (pick,), whole and not n)
                some = _several(item.branches)[:_TOGETHER]
                yield from picked(item, said, some, whole) if some[1:] else ()
            elif item.then:
                is_new = id(item.then) not in met
                met.add(id(item.then))
                yield from spelled(item.then, said, is_new)
            else:
                yield said

    return spelled(menu, "", True)


class Table(NamedTuple):
    """Branches as plain data, each once: an item that one of them stands behind has its number,
    ``behind``, in place of ``then``; a branch has only lower numbers than its own behind its items.
    ``numbers`` has that of each by the identity of its tuple."""

    rows: Sequence[Sequence[Mapping[str, Any]]] = ()
    numbers: Mapping[int, int] = MappingProxyType({})


def tabled(menu: Menu) -> dict[str, Any]:
    """The menu as plain data: its items, and in ``branches`` the rows of a :class:`Table` of those
    that stand at several places, its catalogue's first."""
    table = table_of(catalogue_of(menu))
    own = tabled_behind(table, menu)
    return {**own, "branches": [*table.rows, *own["branches"]]}


def tabled_behind(table: Table, menu: Menu) -> dict[str, Any]:
    """The same less the rows of its catalogue's `table`."""
    rows = _Rows(table, _shared(menu, table.numbers))
    return {"menu": [*map(rows.plain, menu)], "branches": rows.rows}


def catalogue_of(menu: Menu) -> Catalogue:
    """The first catalogue that stands in a menu; an empty one where there is none."""
    for item in menu:
        branches = item.branches
        found = branches if isinstance(branches, Catalogue) else catalogue_of(branches)
        if found:
            return found
    return Catalogue()


def _table_of(catalogue: Catalogue) -> Table:
    rows = _Rows(Table(), _shared(catalogue, {}))
    if catalogue:
        rows.number(catalogue)
    return Table(rows.rows, rows.numbers)


table_of: IdentityCache[Catalogue, Table] = IdentityCache(_table_of, most=16)
"""All of a catalogue; the catalogue itself is the last row."""


def _shared(menu: Menu, told: Container[int]) -> frozenset[int]:
    """The identities of the branches that stand at several places, of those that are not `told`."""
    places: dict[int, int] = {}

    def count(items: Menu) -> None:
        for branches in filter(
            None, (row for one in items for row in (one.branches, one.together))
        ):
            places[id(branches)] = places.get(id(branches), 0) + 1
            if places[id(branches)] == 1 and id(branches) not in told:
                count(branches)

    count(menu)
    return frozenset(branches for branches, often in places.items() if often > 1)


class _Rows:
    """The rows of a table behind those of another, for a menu with these `shared` branches."""

    def __init__(self, before: Table, shared: Container[int]) -> None:
        self.rows: list[list[dict[str, Any]]] = []
        self.numbers = dict(before.numbers)
        self._before = len(before.rows)
        self._shared = shared

    def plain(self, item: Item) -> dict[str, Any]:
        branches = item.branches
        if not branches:
            return dict(msgspec.to_builtins(item))
        own = dict(msgspec.to_builtins(msgspec.structs.replace(item, then=(), together=None)))
        if item.together is not None:
            own["together"] = self.number(item.together)
        if id(branches) in self.numbers or id(branches) in self._shared:
            return {**own, "behind": self.number(branches)}
        return {**own, "then": [*map(self.plain, branches)]}

    def number(self, branches: Menu) -> int:
        if id(branches) not in self.numbers:
            row = [*map(self.plain, branches)]
            self.numbers[id(branches)] = self._before + len(self.rows)
            self.rows.append(row)
        return self.numbers[id(branches)]


def walk(menu: Sequence[Item], stream: Stream) -> str:
    """One of its lines, each choice at random. `menu` must offer something."""
    words: list[str] = []
    now: Sequence[Item] = menu
    while now:
        item = stream.choice(now)
        words.append(item.words)
        if isinstance(item.then, Choice):
            words.append(str(stream.between(item.then.low, item.then.high)))
            break
        if item.together is None:
            now = item.then
            continue
        some = _several(stream.sample(item.then, 1 + stream.below(min(_TOGETHER, len(item.then)))))
        words += [one.words for one in some]
        now = behind(item, *some)
    return " ".join(words)


def branch(menu: Sequence[Item], words: str) -> Menu:
    """The items that begin with these words."""
    return tuple(item for item in menu if item.words == words)
