"""Golden reports: what players were told in a fixed game, kept as text and compared.

Pure: reading and writing the files is the caller's part (``pbem check RULESET
--golden DIR [--update]``, and pytest with ``--update``).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Seat
from pbem.engine.report import Block, Bullets, Forms, Paragraph, Picture, Report, Table
from pbem.engine.scene import AnyShape, Group, Text
from pbem.engine.testing.lab import Game, Lab, play
from pbem.engine.testing.surface import plain_surface

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

    `options` are the game's (None: the default game). Each report is rendered for
    seat 1 and for a spectator. Raises RuntimeError where the game does not come to
    its end within `turns` turns.
    """
    lab = Lab(ruleset, games=1, seed=seed, surface=plain_surface, turns=turns, options=options)
    count = min(max(PLAYERS, ruleset.seats[0]), ruleset.seats[-1])
    game = play(lab, 0, count)
    if game.trouble:
        raise RuntimeError(f"the golden game of {ruleset.name} failed: {game.trouble}")
    viewers: tuple[tuple[str, Seat | None], ...] = (("seat-1", 1), ("spectator", None))
    return {
        f"{number}-{stage}-{who}.txt": (render or plain_text)(_report(ruleset, game, index, seat))
        for number, (stage, index) in enumerate(_stages(len(game.moments)).items())
        for who, seat in viewers
    }


def _stages(moments: int) -> dict[str, int]:
    """Which moments are kept; short games have fewer."""
    last = moments - 1
    stages = {"welcome": 0}
    if last > 2:
        stages["early"] = 1
    if last > 1:
        stages["middle"] = (last + 1) // 2
    return {**stages, "final": last}


def _report(ruleset: AnyRuleset, game: Game, index: int, seat: Seat | None) -> Report:
    moment = game.moments[index]
    view = ruleset.rules.view(moment.state, seat)
    return ruleset.desk.report(view, news_for(seat, moment.news))


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
    if words:
        lines.append(f"  it says: {' | '.join(words)}")
    return [*lines, f"  {picture.caption}"] if picture.caption else lines


def _texts(shape: AnyShape) -> list[str]:
    if isinstance(shape, Group):
        return [text for item in shape.items for text in _texts(item)]
    return [shape.text] if isinstance(shape, Text) else []
