"""Golden reports: what players were told in a fixed game, kept as text and compared.

Pure: reading and writing the files is the caller's part (``pbem check RULESET
--golden DIR [--update]``, and pytest with ``--update``).
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Seat
from pbem.engine.codec import canonical
from pbem.engine.report import Block, Bullets, Forms, Paragraph, Picture, Report, Table
from pbem.engine.scene import AnyShape, Group, Text
from pbem.engine.testing.junk import as_lines, spoiled
from pbem.engine.testing.lab import Game, Lab, play
from pbem.engine.testing.surface import Exchange, plain_surface

PLAYERS = 3
"""At how many seats the fixed game is played, where the ruleset can."""

Render = Callable[[Report], str]


def golden(
    ruleset: AnyRuleset,
    *,
    seed: int = 1,
    turns: int = 500,
    options: Any = None,
    render: Render | None = None,
) -> dict[str, str]:
    """File name to text: the welcome, an early, a middle and the final report of one game.

    `options` are the game's (None: the default game). Each report is rendered for every seat and
    for a spectator; beside it stand what each seat is answered to good lines and to misspelt ones,
    HELP, and a digest of every picture.
    Raises RuntimeError where the game does not come to its end within `turns` turns.
    """
    lab = Lab(ruleset, games=1, seed=seed, surface=plain_surface, turns=turns, options=options)
    game = _played(lab)
    viewers = {**{f"seat-{seat}": seat for seat in game.seats}, "spectator": None}
    made, pictures, receipts = {}, [], []
    for number, (stage, index) in enumerate(_stages(len(game.moments)).items()):
        for who, seat in viewers.items():
            name = f"{number}-{stage}-{who}"
            one = _exchange(ruleset, game, index, seat)
            report = ruleset.desk.report(one.view, one.news)
            made[f"{name}.txt"] = (render or plain_text)(report)
            pictures += [f"{name} {_digest(picture)}" for picture in report.pictures()]
            receipts += [f"{name}: {line}" for line in _answers(lab, game, index, seat)]
    rest = {"help": _help(lab, game), "pictures": pictures, "receipts": receipts}
    return made | {f"{name}.txt": "\n".join((*lines, "")) for name, lines in rest.items()}


def golden_exchanges(ruleset: AnyRuleset) -> dict[str, Exchange]:
    """What seat 1 is told at those moments of the same game, by the names of the files."""
    game = _played(Lab(ruleset, games=1, seed=1, surface=plain_surface, turns=500))
    return {
        f"{number}-{stage}-seat-1": _exchange(ruleset, game, index, 1)
        for number, (stage, index) in enumerate(_stages(len(game.moments)).items())
    }


def _played(lab: Lab) -> Game:
    ruleset = lab.ruleset
    game = play(lab, 0, min(max(PLAYERS, ruleset.seats[0]), ruleset.seats[-1]))
    if game.trouble:
        raise RuntimeError(f"the golden game of {ruleset.name} failed: {game.trouble}")
    return game


def _stages(moments: int) -> dict[str, int]:
    """Which moments are kept; short games have fewer."""
    last = moments - 1
    stages = {"welcome": 0}
    if last > 2:
        stages["early"] = 1
    if last > 1:
        stages["middle"] = (last + 1) // 2
    return {**stages, "final": last}


def _exchange(ruleset: AnyRuleset, game: Game, index: int, seat: Seat | None) -> Exchange:
    moment = game.moments[index]
    view = ruleset.rules.view(moment.state, seat)
    ask = moment.ask_of(seat) if seat is not None else None
    return Exchange(seat, moment.turn, view, ask, news_for(seat, moment.news), ())


def _digest(picture: Picture) -> str:
    """What tells that a picture is no longer the same, on every machine."""
    drawn = canonical(_rounded(msgspec.to_builtins(picture.scene)))
    return f"{picture.name} {hashlib.sha256(drawn).hexdigest()[:16]}"


def _rounded(plain: Any) -> Any:
    """The same with fewer decimals: sines and the like differ in the last one."""
    if isinstance(plain, dict):
        return {key: _rounded(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_rounded(value) for value in plain]
    return round(plain, 3) if isinstance(plain, float) else plain


def _answers(lab: Lab, game: Game, index: int, seat: Seat | None) -> Iterator[str]:
    """The verdicts on what a seat may order, as it is written and with a slip of the pen."""
    moment, desk = game.moments[index], lab.ruleset.desk
    ask = None if seat is None else moment.ask_of(seat)
    if ask is None:
        return
    view, chance = lab.ruleset.rules.view(moment.state, seat), lab.chance(game, moment, "golden")
    stream = chance.stream("slips")
    good = desk.write(view, ask, desk.sample(view, ask, chance))
    for lines in (good, [spoiled(line, stream) for line in good]):
        parsed = desk.parse(view, ask, as_lines(lines, moment.turn))
        for one in parsed.verdicts:
            said = (one.level, one.text, one.message, one.note, one.suggestion)
            yield " | ".join(filter(None, said))
        yield parsed.remark or "no remark"


def _help(lab: Lab, game: Game) -> list[str]:
    """What HELP answers to whoever is asked first."""
    first, desk = game.moments[0], lab.ruleset.desk
    view = lab.ruleset.rules.view(first.state, first.asks[0].seat)
    blocks = desk.manual(view, first.asks[0])
    return [line for block in blocks for line in _block(block)]


def compare(expected: Mapping[str, str], actual: Mapping[str, str]) -> tuple[str, ...]:
    """Unified diffs of all files that differ, are missing or are no longer made."""
    found = []
    for name in sorted({*expected, *actual}):
        if name not in expected:
            found.append(f"{name} is new: keep it with --update")
        elif name not in actual:
            found.append(f"{name} is not made any more: remove it with --update")
        elif expected[name] != actual[name]:
            diff = difflib.unified_diff(
                expected[name].splitlines(),
                actual[name].splitlines(),
                name,
                f"{name} now",
                "",
                "",
                2,
                "",
            )
            found.append("\n".join(diff) or f"{name} differs in its line ends only")
    return tuple(found)


def plain_text(report: Report) -> str:
    """A report as plain text that a reviewer can read and a diff can show."""
    lines = [report.title, "=" * len(report.title), report.headline]
    for section in report.sections:
        lines += ["", section.heading, "-" * len(section.heading)]
        for block in section.blocks:
            lines += _block(block)
    if report.template:
        lines += ["", *report.template]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Paragraph():
            return [block.text if block.tone == "plain" else f"[{block.tone}] {block.text}"]
        case Bullets():
            return [f"* {item}" for item in block.items]
        case Table():
            return _table(block)
        case Forms():
            return [": ".join(filter(None, (f.says or f.pattern, f.line))) for f in block.forms]
        case Picture():
            return _picture(block)


def _table(table: Table) -> list[str]:
    rows = [tuple(column.heading for column in table.columns), *table.rows]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    lines = [table.caption] if table.caption else []
    for index, row in enumerate(rows, start=-1):
        cells = [
            cell.rjust(width) if column.align == "right" else cell.ljust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        ]
        lines.append(f"{'>' if index in table.mark else ' '} {'  '.join(cells)}")
    return lines


def _picture(picture: Picture) -> list[str]:
    scene = picture.scene
    words = [text for item in scene.items for text in _texts(item)]
    lines = [
        f"[picture {picture.name}, {scene.width} x {scene.height}, {len(scene.items)} items]",
        f"  {picture.alt}",
    ]
    if picture.signs is not None:
        lines += (f"  | {row}" for row in (*picture.signs.rows, picture.signs.meaning))
    if words:
        lines.append(f"  it says: {' | '.join(words)}")
    return [*lines, f"  {picture.caption}"] if picture.caption else lines


def _texts(shape: AnyShape) -> list[str]:
    if isinstance(shape, Group):
        return [text for item in shape.items for text in _texts(item)]
    return [shape.text] if isinstance(shape, Text) else []
