"""What a report costs of a processor, step by step: games of every kind, from beginning to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from bench.common import Finding, new_house, order_for_all
from bench.sampling import REST, Sampler, Steps, clock_rate
from pbem.service.context import Context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.store import mail
from pbem.store.records import GameRow, GameStatus

LIMIT = 25.0
"""Milliseconds of a processor for a report, at the most."""


@dataclass(frozen=True)
class Kind:
    """Games of one ruleset: how many play, and the automatic player that gives everyone's
    orders."""

    ruleset: str
    title: str
    seats: int
    level: str


KINDS = (
    Kind("hegemon", "Hegemon", 5, "hedger"),
    Kind("asylamba-mini", "Asylamba", 7, "cadet"),
    Kind("god-unit", "God Unit", 4, "swarm"),
    Kind("parsec", "Parsec", 4, "colonist"),
)

TELLING: Steps = {
    "view": ("play/results.py:view", "/view.py"),
    "advice": ("/bots/", "engine/planner.py"),
    "scene": ("/map/", "/chart.py", "pbem/maps/", "drawing/sheet.py", "drawing/narrow.py"),
    "blocks": ("/desk.py", "/report/"),
    "folding": ("outbound/folding.py",),
    "menu": ("play/composing.py",),
    "SVG": ("drawing/svg.py", "drawing/render.py", "png.py:written"),
    "pixels": ("drawing/png.py:_rendered",),
    "PNG": ("drawing/png.py",),
    "text and HTML": ("outbound/templating.py", "outbound/layout_html.py", "templates/"),
    "report.json": ("outbound/report_json.py",),
    "console": ("pbem/console/", "dispatch/post.py:_console"),
    "MIME": ("outbound/mime.py",),
    "mail, all else": ("outbound/compose.py", "play/reports.py", "dispatch/"),
}
"""The steps of a report, from a view to the bytes of a mail."""
AROUND: Steps = {
    "turn played and sealed": ("engine/advance.py", "play/linking.py", "play/played.py"),
    "read and written": ("pbem/store/",),
}


@dataclass(frozen=True)
class Cost:
    """Milliseconds of a processor: of a report's steps on the average, of whole reports at the
    median, in the first, second and last third of a game, and of what else a turn's closing takes,
    by report."""

    steps: Mapping[str, float]
    thirds: tuple[float, ...]
    around: Mapping[str, float]
    reports: int
    loop: float

    @property
    def median(self) -> float:
        return median(self.thirds)


def measure(folder: Path, *, turns: int) -> Finding:
    """A game of each kind, of so many turns at the most."""
    costs = {kind: _cost(folder / kind.ruleset, kind, turns) for kind in KINDS}
    worst = max(cost.median for cost in costs.values())
    rows = [
        (step, *(f"{cost.steps[step]:.1f}" for cost in costs.values())) for step in (*TELLING, REST)
    ]
    for name, third in zip(("beginning", "middle", "end"), range(3), strict=True):
        rows.append(
            (f"a report, in the {name}", *(f"{cost.thirds[third]:.1f}" for cost in costs.values()))
        )
    rows += [
        (f"beside it: {step}", *(f"{cost.around[step]:.1f}" for cost in costs.values()))
        for step in AROUND
    ]
    rows.append(("a million rounds of a plain loop", *(f"{c.loop:.1f}" for c in costs.values())))
    told = "; ".join(f"{kind.title} {cost.median:.0f}" for kind, cost in costs.items())
    return Finding(
        title="The cost of a report",
        method=(
            f"A game of each kind, of {turns} turns at the most, whose players ("
            + ", ".join(f"{kind.seats} of {kind.title}" for kind in KINDS)
            + ") are all people who read English; a report goes to whoever is told of a turn. "
            "Milliseconds of a processor for each report, from the view to the bytes of the mail "
            "with its pictures, drawn in the same process: what all readers of a turn share counts "
            "by its share. The steps are averages, found by looking at what runs every few "
            "milliseconds; whole reports are medians of the turns in a third of the game. "
            "Milliseconds of a processor hang on the machine and on what else it does; the loop "
            "was timed before every turn."
        ),
        headings=("", *(kind.title for kind in KINDS)),
        rows=tuple(rows),
        target=f"at most {LIMIT:g} ms at the median",
        reached=f"{told} ms, with a loop of {median(c.loop for c in costs.values()):.0f} ms",
        held=worst <= LIMIT,
        command="python -m bench reports",
    )


def _cost(folder: Path, kind: Kind, turns: int) -> Cost:
    sampler = Sampler({**AROUND, **TELLING})
    each: list[float] = []
    loops: list[float] = []
    reports = 0
    with new_house(folder) as context:
        row = _new_game(context, kind)
        while row.status == GameStatus.RUNNING and len(each) < turns:
            order_for_all(context, [row], level=kind.level)
            loops.append(clock_rate())
            before, began = sampler.seconds.copy(), process_time()
            with sampler.watching():
                row = close_turn(context, row.id, row.turn)
            spent = 1000 * (process_time() - began)
            sent = _reports(context, row)
            if not sent:
                continue
            reports += sent
            beside = sum(sampler.seconds[step] - before[step] for step in AROUND)
            each.append((spent - 1000 * beside) / sent)
    seconds = sampler.seconds
    return Cost(
        steps={step: 1000 * seconds[step] / reports for step in (*TELLING, REST)},
        thirds=tuple(median(part) for part in _thirds(each)),
        around={step: 1000 * seconds[step] / reports for step in AROUND},
        reports=reports,
        loop=median(loops),
    )


def _thirds(each: Sequence[float]) -> list[Sequence[float]]:
    """The beginning, the middle and the end; of a game of fewer than three turns all are one."""
    size = len(each)
    if size < 3:
        return [each] * 3
    return [each[size * n // 3 : size * (n + 1) // 3] for n in range(3)]


def _new_game(context: Context, kind: Kind) -> GameRow:
    seats = tuple(
        SeatSpec(name=f"Player {n}", address=f"player{n}@players.example")
        for n in range(1, kind.seats + 1)
    )
    schedule = Schedule(every="48h", early_close=False, reminders=())
    spec = GameSpec(ruleset=kind.ruleset, id="told", title="Told", seats=seats, schedule=schedule)
    return create_game(context, spec)


def _reports(context: Context, row: GameRow) -> int:
    """How many reports tell of the turn just closed; each has its pictures."""
    with context.database.read() as connection:
        sent = mail.outgoing(connection, game=row.id, turn=row.turn - 1, kind="report")
    assert all(b"Content-Type: image/png" in report.data for report in sent)
    return len(sent)
