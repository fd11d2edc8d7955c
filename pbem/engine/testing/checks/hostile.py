"""A desk answers anything, and every line of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.api import Ask, Level, Line, Parsed, Verdict
from pbem.engine.language import LanguageDesk
from pbem.engine.rng import Stream
from pbem.engine.testing.junk import HOSTILE, as_lines, raw_lines, spoiled
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import told
from pbem.engine.testing.result import Check, Fault, Remark

SINGLES_EVERY = 5
"""At each so many-eth ask all junk is tried line by line; at the others in one mail."""


def _examine_hostile(lab: Lab) -> Iterator[Remark]:
    for game, moment, ask, view, mails in _mails(lab):
        for lines in mails:
            answer = _answer(lab, view, ask, lines)
            if isinstance(answer, str):
                shown = [_shown(line.source) for line in lines[:3]]
                yield Fault(f"{game.at(moment, ask.seat)}: {answer}, given {shown}")


def _examine_verdicts(lab: Lab) -> Iterator[Remark]:
    for game, moment, ask, view, mails in _mails(lab):
        for lines in mails:
            answer = _answer(lab, view, ask, lines)
            if not isinstance(answer, str):
                for text in _misjudged(lines, answer.verdicts):
                    yield Fault(f"{game.at(moment, ask.seat)}: {text}")


def _mails(lab: Lab) -> Iterator[tuple[Any, Any, Ask, Any, list[tuple[Line, ...]]]]:
    """Every ask with mails of junk, and of good orders with junk among them."""
    desk = lab.ruleset.desk
    for count, (game, moment, ask, view) in enumerate(lab.asked()):
        chance = lab.chance(game, moment, f"hostile/{ask.seat}")
        stream = chance.stream("kit/junk")
        good = list(desk.write(view, ask, desk.sample(view, ask, chance)))
        mixed = stream.shuffled([*good, *stream.sample(HOSTILE, 8)])
        mails = [
            (),
            as_lines(mixed, moment.turn),
            raw_lines(mixed),
            raw_lines([spoiled(line, stream) for line in good]),
            as_lines([f"   {spoiled(line, stream)}  # why not" for line in good], moment.turn),
            raw_lines([*good, *good]),
        ]
        if count % SINGLES_EVERY == 0:
            mails += [raw_lines([text]) for text in (*HOSTILE, *_examples(desk))]
            mails += [raw_lines(_prefixes(line, stream)) for line in good]
        yield game, moment, ask, view, mails


def _examples(desk: Any) -> Iterator[str]:
    """The forms' own examples, whole and cut at each blank: a form may stand in no menu, and no
    bot may write it."""
    for form in desk.language.forms if isinstance(desk, LanguageDesk) else ():
        words = form.example_everywhere.split()
        yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))


def _prefixes(line: str, stream: Stream) -> list[str]:
    """The line cut short at some places, as a slow typist's mail client may send it."""
    cuts = sorted({1 + stream.below(max(1, len(line))) for _ in range(6)})
    return [line[:cut] for cut in cuts]


def _answer(lab: Lab, view: Any, ask: Ask, lines: Sequence[Line]) -> Parsed[Any] | str:
    """The desk's answer, or how it failed to give one."""
    desk = lab.ruleset.desk
    call = "fit()"
    try:
        for line in lines:
            desk.fit(line.source, view)
            desk.fit(line.source)
        call = "parse()"
        return desk.parse(view, ask, lines)
    except Exception as error:  # noqa: BLE001  (whatever a desk raises here is the finding)
        return f"{call} raised {told(error)}; it must refuse the line with a verdict instead"


def _misjudged(lines: Sequence[Line], verdicts: Sequence[Verdict]) -> Iterator[str]:
    numbers = [verdict.line for verdict in verdicts]
    for line in lines:
        if numbers.count(line.number) != 1:
            yield (
                f"line {line.number}, {_shown(line.source)}, has {numbers.count(line.number)} "
                "verdicts; every line handed to parse() has exactly one"
            )
    sources = {line.number: line.source for line in lines}
    for verdict in verdicts:
        yield from _misplaced(verdict, sources.get(verdict.line))


def _misplaced(verdict: Verdict, source: str | None) -> Iterator[str]:
    name = f"the verdict on line {verdict.line}"
    if source is None:
        yield f"{name} ({_shown(verdict.message)}) is on a line that was never handed in"
        return
    if verdict.text != source:
        yield f"{name} quotes {_shown(verdict.text)}, the line is {_shown(source)}"
    last = verdict.column - 1 + verdict.length
    behind_the_end = verdict.length == 0 and verdict.column == len(source) + 1
    if (verdict.column < 1 or verdict.length < 0 or last > len(source)) and not behind_the_end:
        yield (
            f"{name} points at column {verdict.column}, length {verdict.length}, outside "
            f"of {_shown(source)} with its {len(source)} columns"
        )
    if verdict.level is Level.REFUSED and not verdict.message.strip():
        yield f"{name} refuses {_shown(source)} without a message that says why"


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 60 else f"{text[:57]}...")


HOSTILE_TEXT = Check("hostile", "Nothing that a player writes makes a desk fail", _examine_hostile)
VERDICTS = Check("verdicts", "Every line has exactly one verdict, in its place", _examine_verdicts)
