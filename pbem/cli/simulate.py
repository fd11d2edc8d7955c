"""`pbem simulate`: many games of bots, one after another or side by side."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from statistics import fmean

import click
import msgspec

from pbem.cli.new import read_option
from pbem.service.tools.simulate import Played, Simulation, plan, play
from pbem.service.tools.tally import (
    Tally,
    lengths,
    tallies_by_level,
    tallies_by_trait,
    victories_by_seat,
)


@click.command()
@click.argument("ruleset")
@click.option("--players", type=click.IntRange(min=1), help="Seats.  [default: the fewest]")
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The first game's seed.")
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Processes to play in; 0: one for every core.",
)
@click.option("--level", "levels", metavar="LEVEL[,LEVEL]...", help="Who plays, by seats in turn.")
@click.option("--paired", is_flag=True, help="Every game again with the levels' seats exchanged.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A game's setting.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game and line.")
def simulate(
    ruleset: str,
    players: int | None,
    games: int,
    seed: int,
    jobs: int,
    levels: str | None,
    paired: bool,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Let bots play many games of RULESET. No mail is sent, no database is needed.

    Game k (from 0) has the seed SEED + k, and a seed gives the same game, down to
    its hash, whatever --jobs says. LEVELs are given to the seats in turn, again from
    the first when they run out; 'random' plays at random.

    To compare levels take --paired: every seed is played as often as LEVELs are named,
    and these move one seat on each time, so that the luck of place and draw is the same
    for all. --games counts all games; the last seed's are always complete.

    \b
    Examples:
      pbem simulate hegemon --players 5 --games 200 --jobs 0
      pbem simulate hegemon --players 4 --games 200 --level raider,hedger --paired
      pbem simulate hegemon --players 4 --level raider,random --json | jq .winners
    """
    named = [level.strip() for level in levels.split(",")] if levels else []
    simulation = plan(ruleset, players, named, dict(map(read_option, options)), paired=paired)
    schedule = simulation.schedule(games, seed)
    played: list[Played] = []
    with _players(simulation, schedule, jobs or os.cpu_count() or 1) as results:
        for game in _with_progress(results, len(schedule), as_json):
            if as_json:
                click.echo(msgspec.json.encode(game))
            else:
                played.append(game)
    if not as_json:
        _summary(simulation, played)


@contextmanager
def _players(
    simulation: Simulation, schedule: Sequence[tuple[int, int]], jobs: int
) -> Iterator[Iterator[Played]]:
    """The games in the order of their schedule, played in `jobs` processes."""
    one = partial(play, simulation)
    seeds, shifts = zip(*schedule, strict=True)
    if jobs == 1 or len(schedule) == 1:
        yield map(one, seeds, shifts)
        return
    # Fresh processes: what this one holds open is none of theirs.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        min(jobs, len(schedule)),
        mp_context=context,
        # Ctrl-C is for this process to answer, not for every one of them.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as pool:
        chunk = max(1, min(50, len(schedule) // (jobs * 4)))
        try:
            yield pool.map(one, seeds, shifts, chunksize=chunk)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _with_progress(results: Iterator[Played], games: int, as_json: bool) -> Iterator[Played]:
    """The same games, with a bar on standard error while they are played, for a terminal."""
    if not sys.stderr.isatty() or (as_json and sys.stdout.isatty()):
        yield from results
        return
    with click.progressbar(length=games, label="Playing", file=sys.stderr) as bar:
        for game in results:
            bar.update(1)
            yield game


def _summary(simulation: Simulation, played: Sequence[Played]) -> None:
    _show_seats(simulation, played)
    if simulation.paired:
        _show_tallies("Level", tallies_by_level(played), len(played))
    for trait, tallies in tallies_by_trait(played).items():
        _show_tallies(trait.capitalize(), tallies, len(played))
    draws = sum(1 for game in played if not game.winners)
    seconds = sum(game.seconds for game in played)
    click.echo(
        f"{len(played)} games, {draws} of them drawn, in {_length(played)} and "
        f"{1000 * seconds / len(played):.1f} ms each."
    )


def _show_seats(simulation: Simulation, played: Sequence[Played]) -> None:
    from pbem.cli.tables import Table, show_table

    won = victories_by_seat(played)
    table = Table("Seat", "Level", "Victories", "Share", "Mean score")
    for seat, level in enumerate(simulation.seating(), start=1):
        victories = won.get(seat, 0.0)
        table.add_row(
            str(seat),
            "each in turn" if simulation.paired else level,
            f"{victories:g}",
            f"{victories / len(played):.0%}",
            f"{fmean(game.scores.get(seat, 0.0) for game in played):.2f}",
        )
    show_table(table)


def _show_tallies(heading: str, tallies: Sequence[Tally], games: int) -> None:
    from pbem.cli.tables import Table, show_table

    table = Table(heading, "Seats", "A game", "Victories", "Share", "Fair", "Ratio", "Luck")
    for tally in tallies:
        table.add_row(
            tally.value,
            str(tally.seats),
            f"{tally.seats / games:.2f}",
            f"{tally.victories:g}",
            f"{tally.victories / games:.1%}",
            f"{tally.fair / games:.1%}",
            f"{tally.ratio:.2f}",
            f"±{tally.luck:.2f}",
        )
    show_table(table)


def _length(played: Sequence[Played]) -> str:
    """How long the games were, for people."""
    length = lengths(played)
    if length.shortest == length.longest:
        return f"{length.median:g} turns (median)"
    return (
        f"{length.median:g} turns (median; {length.shortest} to {length.longest}, "
        f"half of them {length.lower:g} to {length.upper:g})"
    )
