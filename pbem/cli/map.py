"""`pbem map`: boards and maps without a game, as pictures and as data."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import click

from pbem.drawing.png import to_png
from pbem.engine.codec import canonical
from pbem.engine.scene import Scene
from pbem.maps import islands as plain
from pbem.maps.board import square_name
from pbem.maps.picture import board_picture
from pbem.maps.syzygy import geometry
from pbem.maps.syzygy.conformance import Clause, check
from pbem.maps.syzygy.generate import chance_of, generate
from pbem.maps.syzygy.options import FULL_SIZE, Options
from pbem.maps.syzygy.picture import picture
from pbem.maps.syzygy.survey import CRITICAL, Seen, fits, look

_FILE = click.Path(dir_okay=False, path_type=Path)
_png = click.option("--png", type=_FILE, help="Draw the map into this file.")
_json = click.option("--json", "as_json", type=_FILE, help="Write the map into this file as data.")
_seed = click.option("--seed", type=int, default=1, show_default=True)
_players = click.option("--players", type=click.IntRange(2, 8), default=4, show_default=True)


@click.group("map")
def map_() -> None:
    """Make the boards that games are played on, to look at."""


@map_.command()
@click.option(
    "--size",
    type=click.IntRange(geometry.SMALLEST, geometry.LARGEST),
    default=FULL_SIZE,
    show_default=True,
    help="Tiles a side.",
)
@_players
@_seed
@click.option("--antiquity", is_flag=True, help="With oysters.")
@click.option(
    "--biome", "biomes", multiple=True, help="Planet 1's biome; three more for planets 2 to 4."
)
@_png
@_json
@click.option("--report", is_flag=True, help="Tell of every clause what was counted.")
@click.option(
    "--survey", type=click.IntRange(min=1), help="Make so many maps, from --seed on, and count."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="With --survey: processes to work in; 0: one for every core.",
)
@click.pass_context
def syzygy(
    ctx: click.Context,
    size: int,
    players: int,
    seed: int,
    antiquity: bool,
    biomes: tuple[str, ...],
    png: Path | None,
    as_json: Path | None,
    report: bool,
    survey: int | None,
    jobs: int,
) -> None:
    """Make a Syzygy map: four planets in a row, each of another biome.

    Equal options and seeds give equal maps, byte for byte. Every clause of the
    specification is checked on the finished map; exit code 1 where one does not hold.
    --survey makes many maps and tells how often each thing comes up; nothing is written.

    \b
    Examples:
      pbem map syzygy --size 120 --players 4 --seed 7 --png map.png --report
      pbem map syzygy --size 32 --biome City --biome Lakes --biome Desert --biome Snow --png b.png
      pbem map syzygy --size 48 --players 8 --survey 2000 --jobs 0
    """
    options = Options(size=size, players=players, antiquity=antiquity, biomes=biomes or None)
    if survey is not None:
        ctx.exit(0 if _survey(options, range(seed, seed + survey), jobs or _cores()) else 1)
    chart = generate(options, chance_of(seed))
    clauses = check(chart)
    _write(as_json, canonical(chart))
    if png:
        _draw(png, picture(chart))
    if report:
        _report(clauses, chart.left_out)
    good = sum(clause.holds for clause in clauses)
    names = ", ".join(planet.name for planet in chart.planets)
    click.echo(f"Planets 1 to 4: {names}. {good} of {len(clauses)} checks hold.")
    if good < len(clauses):
        ctx.exit(1)


def _report(clauses: Sequence[Clause], left_out: Sequence[str]) -> None:
    from pbem.cli.tables import Table, show_table

    table = Table("Clause", "Of", "Counted", "Holds")
    for clause in clauses:
        table.add_row(
            clause.number, clause.subject, clause.counted, "yes" if clause.holds else "NO"
        )
    show_table(table)
    if left_out:
        click.echo(f"No room was found for: {', '.join(left_out)}.")


def _survey(options: Options, seeds: range, jobs: int) -> bool:
    """Tell of many maps; whether every clause held on each."""
    with click.progressbar(
        _looked(options, seeds, jobs), length=len(seeds), label="Making maps"
    ) as bar:
        maps = list(bar)
    made = [seen for seen in maps if seen.refused is None]
    refused = [seen for seen in maps if seen.refused is not None]
    failed = Counter(number for seen in made for number in set(seen.failed))
    seeds_of = {number: next(s.seed for s in made if number in s.failed) for number in failed}
    click.echo(
        f"{len(maps)} maps of {options.size} tiles a side for {options.players} players: "
        f"{sum(not seen.failed for seen in made)} conform, {len(refused)} refused."
    )
    for number, count in sorted(failed.items()):
        click.echo(f"{number}: fails on {count} maps, first with seed {seeds_of[number]}")
    for seen in refused[:3]:
        click.echo(f"seed {seen.seed}: {seen.refused}")
    left_out = sum(bool(seen.left_out) for seen in made)
    click.echo(f"On {left_out} maps a resource found no room.")
    if made:
        _frequencies(made)
    return not failed and not refused


def _frequencies(maps: Sequence[Seen]) -> None:
    from pbem.cli.tables import Table, show_table

    table = Table("Against the tables", "Chi-square", "Freedom", "1 in 1,000 above", "Agrees")
    for fit in fits(maps):
        table.add_row(
            fit.name,
            f"{fit.statistic:.1f}",
            str(fit.freedom),
            f"{CRITICAL[fit.freedom]:.1f}",
            "yes" if fit.agrees else "NO",
        )
    show_table(table)


def _looked(options: Options, seeds: range, jobs: int) -> Iterator[Seen]:
    one = partial(look, options)
    if jobs == 1:
        yield from map(one, seeds)
        return
    # Fresh processes: what this one holds open is none of theirs.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        try:
            yield from pool.map(one, seeds, chunksize=10)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _cores() -> int:
    return os.cpu_count() or 1


@map_.command()
@click.option("--width", type=int, help="Squares.  [default: by players]")
@click.option("--height", type=int, help="Squares.  [default: by players]")
@_players
@_seed
@click.option("--sea", type=int, default=25, show_default=True, help="Percent of the squares.")
@_png
@_json
def islands(
    width: int | None,
    height: int | None,
    players: int,
    seed: int,
    sea: int,
    png: Path | None,
    as_json: Path | None,
) -> None:
    """Make a plain board: one land mass in the sea, with a home for every player.

    \b
    Example:
      pbem map islands --width 16 --height 12 --players 4 --seed 3 --png board.png
    """
    wide, high = plain.default_size(players)
    options = plain.Options(
        width=wide if width is None else width,
        height=high if height is None else height,
        players=players,
        sea=sea,
    )
    found = plain.make_islands(options, plain.chance_of(seed))
    _write(as_json, canonical(found))
    if png:
        _draw(png, board_picture(found))
    click.echo("\n".join(found.board.rows))
    for home in found.homes:
        click.echo(
            f"Player {home.seat} around {square_name(home.square)}: {home.worth.land} land within "
            f"7, next rival {home.worth.rival / 2:g} away."
        )
    click.echo(f"The homes are alike by {found.evenness} %.")


def _write(file: Path | None, data: bytes) -> None:
    if file:
        file.write_bytes(data + b"\n")


def _draw(file: Path, scene: Scene) -> None:
    file.write_bytes(to_png(scene))
