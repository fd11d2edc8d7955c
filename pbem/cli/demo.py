"""`pbem demo`: a whole campaign by real mail, shown as it happens."""

from __future__ import annotations

import logging
import shlex
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from pbem.cli.main import Failure
from pbem.cli.new import read_option
from pbem.service.tools.demo import RATE, DemoPlan, DemoStuck, Scene, play_demo

LINES_SHOWN = 14


@click.command()
@click.option("--ruleset", default="hegemon", show_default=True, help="The game to play.")
@click.option(
    "--turns", type=click.IntRange(min=1), help="How many turns.  [default: to the end of the game]"
)
@click.option(
    "--players",
    type=click.IntRange(2, 12),
    default=4,
    show_default=True,
    help="How many, or as near to it as the game allows.",
)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of it.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("demo"),
    show_default=True,
    help="Where every mail and picture is left, by seat.",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=1),
    default=RATE,
    show_default=True,
    help="Seconds of the game in one of ours.",
)
def demo(
    ruleset: str,
    turns: int | None,
    players: int,
    options: tuple[str, ...],
    out: Path,
    rate: float,
) -> None:
    """Play a campaign of bots whose orders really travel by mail.

    A mail server starts on this machine; the bots read their reports from it by
    IMAP and answer by SMTP, as people do, and the service takes their orders out
    of those mails. Nothing leaves the machine. The folder must be new or empty.

    \b
    Examples:
      pbem demo --ruleset hegemon --turns 5 --out demo
      pbem demo --ruleset hegemon --players 6 --option ending=hidden
    """
    if out.exists() and any(out.iterdir()):
        raise Failure(f"{out} is not empty; name another folder with --out, or remove it")
    plan = DemoPlan(
        ruleset=ruleset,
        out=out,
        turns=turns,
        players=players,
        options=dict(read_option(text) for text in options),
        rate=rate,
    )
    out.mkdir(parents=True, exist_ok=True)
    # The stage belongs to the players; what the service has to say goes to a file.
    logging.basicConfig(filename=out / "demo.log", level=logging.WARNING)
    with _stage() as (tell, show):
        try:
            last = play_demo(plan, tell=tell, show=show)
        except DemoStuck as stuck:
            raise Failure(f"the demo stands still: {stuck}; look into {out}") from stuck
    click.echo(_summary(last, out))


@contextmanager
def _stage() -> Iterator[tuple[Callable[[str, str], None], Callable[[Scene], None]]]:
    """How the demo is shown: a live table on a terminal, else line by line."""
    from rich.console import Console
    from rich.live import Live

    console = Console()
    if not console.is_terminal:
        turns: set[int] = set()

        def show_plainly(scene: Scene) -> None:
            if scene.game.turn not in turns:
                turns.add(scene.game.turn)
                click.echo(f"-- turn {scene.game.turn}, {scene.game.status} --")

        yield lambda who, what: click.echo(f"{who} {what}"), show_plainly
        return
    said: deque[tuple[str, str]] = deque(maxlen=LINES_SHOWN)
    with Live(console=console, refresh_per_second=8) as live:
        yield (
            lambda who, what: said.append((who, what)),
            lambda scene: live.update(_picture(scene, tuple(said))),
        )


def _picture(scene: Scene, said: tuple[tuple[str, str], ...]) -> Any:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    game = scene.game
    title = Text(f"{game.title}: turn {game.turn}, {game.status}", style="bold")
    seats = Table()
    for heading in ("seat", "player", "orders"):
        seats.add_column(heading)
    for seat in scene.seats:
        owes = seat.seat in scene.waiting
        seats.add_row(str(seat.seat), seat.name, "awaited" if owes else "in")
    mails = ", ".join(f"{count} {status}" for status, count in sorted(scene.outbox.items()))
    news = [Text(f"{who} {what}", no_wrap=True, overflow="ellipsis") for who, what in said]
    return Group(title, seats, Text(f"mails out: {mails or 'none yet'}", style="dim"), *news)


def _summary(last: Scene, out: Path) -> str:
    mails = sum(1 for _mail in out.glob("seat-*/*.eml"))
    pictures = sum(1 for _picture in out.glob("seat-*/*.png"))
    ended = "is over" if last.game.finished else f"stands at turn {last.game.turn}"
    return (
        f"The game {ended}. {mails} mails (.eml) and {pictures} pictures (.png) are in {out}, "
        "a folder for each seat: open them with any mail program.\n"
        f"Look into it: 'pbem --config {shlex.quote(str(out / 'config.toml'))} verify "
        f"{last.game.id}', or show, stats and export in the place of verify."
    )
