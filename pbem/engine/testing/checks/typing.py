"""Orders are understood as people type them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.engine.codec import canonical
from pbem.engine.language import LanguageDesk, Words
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Stream
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import during
from pbem.engine.testing.result import Check, Fault, Note, Remark

_SYNONYMS = 3
"""How often other words are tried at every ask."""


def _examine(lab: Lab) -> Iterator[Remark]:
    desk, replaced = lab.ruleset.desk, 0
    words = desk.language.words if isinstance(desk, LanguageDesk) else None
    for game, moment, ask, view in lab.asked():
        chance = lab.chance(game, moment, f"typing/{ask.seat}")
        orders = desk.sample(view, ask, chance)
        lines = desk.write(view, ask, orders)
        stream = chance.stream("kit/typing")
        typed = {how: tuple(map(change, lines)) for how, change in _HABITS.items()}
        for number in range(_SYNONYMS if words else 0):
            other = tuple(_otherwise(line, words, stream) for line in lines) if words else lines
            if other != lines:
                replaced += 1
                typed[f"in other words, {number + 1}"] = other
        for how, written in typed.items():
            with during(f"{game.at(moment, ask.seat)}: parse() of {written!r}"):
                parsed = desk.parse(view, ask, read_sheet(written, moment.turn).now)
            if canonical(parsed.orders) != canonical(orders):
                said = next((one.message for one in parsed.verdicts if one.message), "other orders")
                yield Fault(
                    f"{game.at(moment, ask.seat)}: {how}, {lines!r} is no longer understood: "
                    f"{written!r} comes to: {said}"
                )
    if words:
        yield Note(f"{replaced} mails were tried in other words")


def _small(line: str) -> str:
    """But for single letters, which name things: "a" is an article, and may be asked about."""
    return " ".join(word if len(word) == 1 else word.lower() for word in line.split(" "))


_HABITS: Mapping[str, Callable[[str], str]] = {
    "in small letters": _small,
    "in capitals": str.upper,
    "with more blanks": lambda line: "  " + "   ".join(line.split()) + " ",
}


def _otherwise(line: str, words: Words, stream: Stream) -> str:
    """The line with one of its verbs or particles in another word that means the same, and nothing
    else."""
    found = [
        (term, other)
        for term in words.terms(line)
        if term.senses and {sort for sort, _key in term.senses} <= {"verb", "particle"}
        for other in words.alike(term)
    ]
    if not found:
        return line
    term, other = stream.choice(found)
    return f"{line[: term.column - 1]}{other}{line[term.end - 1 :]}"


CHECK = Check("typing", "Orders are understood in capitals, with blanks, in other words", _examine)
