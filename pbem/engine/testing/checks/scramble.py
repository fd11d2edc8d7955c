"""Non-interference, first form: what a seat cannot know does not reach it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, TypeGuard

from pbem.engine.api import AnyRuleset, Seat
from pbem.engine.codec import canonical
from pbem.engine.testing.compare import Leaf, changing_lengths, leaves
from pbem.engine.testing.lab import Game, Lab, Moment
from pbem.engine.testing.result import Check, Fault, Note, Remark

SAID_OFTEN = 5
"""How often a public text says a secret before it is no coincidence."""

NAMED = 12
"""How many hidden kinds of leaves are named in the note."""


def _examine_surface(lab: Lab) -> Iterator[Remark]:
    compared = changed = 0
    for game in lab.close_games:
        for moment in lab.close_moments(game):
            for seat in game.seats:
                for text in _told_apart(lab, game, moment, seat):
                    yield Fault(f"{game.at(moment, seat)}: {text}")
                others = lab.scrambled(game, moment, seat)
                changed += sum(canonical(other) != moment.image for other in others)
                compared += len(others)
    yield Note(
        f"{compared} pairs of states compared, each with all that a seat receives; "
        f"in {changed} of them scramble() had changed anything"
    )


def _told_apart(lab: Lab, game: Game, moment: Moment, seat: Seat) -> Iterator[str]:
    """How `seat`, or a spectator, tells the truth from a scrambled one."""
    rules, probes = lab.ruleset.rules, lab.probes(game, moment, seat)
    place = moment.turn, moment.news
    mine = lab.received(moment, moment.state, seat, *place, probes)
    public = lab.received(moment, moment.state, None, *place)
    for other in lab.scrambled(game, moment, seat):
        theirs = lab.received(moment, other, seat, *place, probes)
        for part, text in lab.told_apart(mine, theirs):
            remedy = _remedy(lab.ruleset, moment.state, other, game)
            yield f"its {part} differs with what it cannot know, at {text}; {remedy}"
        for part, text in lab.told_apart(public, lab.received(moment, other, None, *place)):
            yield f"the spectator's {part} differs with what this seat cannot know, at {text}"
        if rules.outcome(other) != moment.outcome:
            yield "outcome() differs with what this seat cannot know"


def _remedy(ruleset: AnyRuleset, state: Any, other: Any, game: Game) -> str:
    before, after = _table(ruleset, state, game), _table(ruleset, other, game)
    changed = [change.path for change in _changed(before, after)]
    shown = ", ".join(changed[:4]) + (", ..." if len(changed) > 4 else "")
    return f"scrambled was {shown}: hide it from this seat, or do not scramble what it may know"


_Table = dict[str, tuple[str, Any]]
"""Family and value of every leaf of a state, by its path."""


def _table(
    ruleset: AnyRuleset, value: Any, game: Game, changing: Collection[str] = frozenset()
) -> _Table:
    table: _Table = {}
    for leaf in leaves(value, game.seats, changing):
        apart = _taker_apart(ruleset, leaf)
        if apart is None:
            table[leaf.path] = (leaf.family, leaf.value)
            continue
        for name, part in apart(leaf.value).items():
            table[f"{leaf.path}.{name}"] = (f"{leaf.family}.{name}", part)
    return table


def _is_word(value: Any) -> TypeGuard[str]:
    """Whether a value is a text that says something wherever it stands, as no figure does."""
    return isinstance(value, str) and len(value) > 1 and any(map(str.isalpha, value))


def _taker_apart(ruleset: AnyRuleset, leaf: Leaf) -> Callable[[str], Mapping[str, str]] | None:
    """What takes a leaf of text apart, if its ruleset names its parts."""
    if not isinstance(leaf.value, str):
        return None
    found = (apart for path, apart in ruleset.parts.items() if fnmatchcase(leaf.path, path))
    return next(found, None)


_NONE = ("", None)


@dataclass(frozen=True)
class _Change:
    path: str
    family: str


def _changed(one: _Table, two: _Table) -> list[_Change]:
    """The leaves by which two states differ, those that only one of them has included."""
    return [
        _Change(path, (one.get(path) or two[path])[0])
        for path in {**one, **two}
        if one.get(path) != two.get(path)
    ]


@dataclass
class _Family:
    """Leaves of one kind: where they were seen, and whether a scramble ever moved one."""

    seen: int = 0
    moved: bool = False
    values: set[Any] = field(default_factory=set)
    undeclared: dict[str, None] = field(default_factory=dict)


def _examine_coverage(lab: Lab) -> Iterator[Remark]:
    census = _Census(lab.ruleset.public)
    for game in lab.close_games:
        changing = changing_lengths(moment.state for moment in game.moments)
        for moment in lab.close_moments(game):
            table = _table(lab.ruleset, moment.state, game, changing)
            census.see(table)
            for seat in game.seats:
                where = f"{game.at(moment)}, for seat {seat}"
                for other in lab.scrambled(game, moment, seat):
                    census.compare(table, _table(lab.ruleset, other, game, changing), where)
    yield from census.judge()


class _Census:
    """What kinds of leaves there are, and which of them scrambles move."""

    def __init__(self, public: tuple[str, ...]) -> None:
        self._public = public
        self._families: dict[str, _Family] = {}
        self._matched: set[str] = set()
        self._leaked: dict[str, str] = {}
        self._patterns: dict[str, str | None] = {}
        self._said: Counter[tuple[str, str]] = Counter()
        self._texts: Counter[str] = Counter()

    def see(self, table: _Table) -> None:
        """Take in a true state."""
        for path, (name, value) in table.items():
            if isinstance(value, dict | list | tuple):
                continue  # Nothing is in it to hide; that it fills up is a change of its members.
            family = self._families.setdefault(name, _Family())
            family.seen += 1
            if len(family.values) < 2:
                family.values.add(value)
            pattern = self._pattern_of(path)
            if pattern is None:
                family.undeclared[path] = None
            else:
                self._matched.add(pattern)

    def compare(self, table: _Table, other: _Table, where: str) -> None:
        """Take in a scrambled state."""
        for change in _changed(table, other):
            self._families.setdefault(change.family, _Family()).moved = True
            pattern = self._pattern_of(change.path)
            if pattern is not None:
                self._leaked.setdefault(pattern, f"{change.path} ({where})")
                continue
            secret, instead = table.get(change.path, _NONE)[1], other.get(change.path, _NONE)[1]
            if _is_word(secret) and _is_word(instead):
                self._texts[change.family] += 1
                for family in self._saying(secret, table) - self._saying(instead, table):
                    self._said[change.family, family] += 1

    def _saying(self, secret: str, table: _Table) -> set[str]:
        """The kinds of public leaves whose texts say a secret. One that says as well what might be
        in its place, as a list of all that there is does, tells nothing."""
        word = re.compile(rf"(?<!\w){re.escape(secret)}(?!\w)")
        return {
            family
            for path, (family, text) in table.items()
            if isinstance(text, str) and word.search(text) and self._pattern_of(path)
        }

    def judge(self) -> Iterator[Remark]:
        """What was never moved and is not declared, and what was declared and moved."""
        for name, family in self._families.items():
            if not family.moved and family.undeclared:
                example = next(iter(family.undeclared))
                yield Fault(
                    f"the leaf {name} (such as {example}, seen {family.seen} times) was never "
                    "changed by scramble() for any seat; scramble it for those who cannot know "
                    "it, or, if everyone may, declare it in Ruleset.public"
                )
        for pattern, where in self._leaked.items():
            yield Fault(
                f"the public pattern {pattern!r} covers {where}, which scramble() changes: what "
                "is public is known to everyone; narrow the pattern or leave the leaf alone"
            )
        for (secret, text), count in self._said.items():
            is_told = len(self._families[text].values) > 1  # what never changes tells of nothing
            if is_told and count >= SAID_OFTEN and 2 * count > self._texts[secret]:
                yield Fault(
                    f"the public leaf {text} says what stands in the hidden leaf {secret}, "
                    f"{count} times: what is in a public text is known to everyone; leave it out "
                    "there, or name the parts of the text (Ruleset.parts) and declare public those "
                    "that are"
                )
        for pattern in self._public:
            if pattern not in self._matched:
                yield Note(f"the public pattern {pattern!r} fits no leaf that was ever seen")
        hidden = sorted(name for name, family in self._families.items() if family.moved)
        shown = ", ".join(hidden[:NAMED]) + (", ..." if len(hidden) > NAMED else "")
        counted = f"{len(hidden)} of {len(self._families)} kinds of leaves are hidden"
        yield Note(f"{counted}: {shown or 'none'}")

    def _pattern_of(self, path: str) -> str | None:
        if path not in self._patterns:
            found = (pattern for pattern in self._public if fnmatchcase(path, pattern))
            self._patterns[path] = next(found, None)
        return self._patterns[path]


SCRAMBLE = Check("scramble", "What a seat cannot know changes no byte for it", _examine_surface)
COVERAGE = Check("coverage", "Every leaf of the state is scrambled or public", _examine_coverage)
