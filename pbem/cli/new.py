"""`pbem new`: a game from a file or from the words of the command line."""

from __future__ import annotations

import tomllib
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import click

from pbem.cli.mailboxes import mailbox_option, of_mailbox
from pbem.cli.main import Settings
from pbem.cli.words import when
from pbem.service.config import convert
from pbem.service.context import Context, open_context
from pbem.service.gamefile import GameSpec, read_game_file
from pbem.service.play.games import create_game
from pbem.service.play.table import free_seats
from pbem.store import games
from pbem.store.records import GameRow, GameStatus

HERE = Path("the command line")
"""Stands for the file's name where complaints name a file."""

WORDS = ("ruleset", "id", "title", "start", "observers", "public")
SCHEDULE_WORDS = (
    *("every", "hour", "zone", "between", "holidays", "pauses"),
    *("grace", "missed", "waits", "absent", "leave_after"),
)
_HOLIDAY = "No deadline falls on 2026-12-24, or on '2026-12-24 to 2027-01-06'."
_PAUSE = "The clock stands still on these days, written in the same way."

_WAITS = "So often in a row the game waits a day more for somebody before that is played."
_ABSENT = "If more people than this sent nothing, the turn waits, and you are asked."
_MASTER = "Who runs it, instead of the operator."
_PRESS = "What players may write to each other: public,private,master,anonymous, or none."
_VOTE = "A line of [votes]: draw=all, extend=half, names=open, days=3."
_LEAVE_AFTER = "After so many turns missed in a row the house bot takes the seat."


@click.command()
@click.argument("gamefile", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--ruleset", help="Which game it is; 'pbem rulesets' lists them.")
@click.option("--id", help="Its short name in commands and mails.  [default: the next free one]")
@click.option("--title", help="Its name in mails.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A game's setting.")
@click.option("--player", "players", multiple=True, metavar="'ANNA <ANNA@HOST>'", help="A person.")
@click.option("--master", "masters", multiple=True, metavar="'EVE <EVE@HOST>'", help=_MASTER)
@click.option("--bot", "bots", multiple=True, metavar="LEVEL", help="A seat that a bot plays.")
@click.option(
    "--open", "free", type=click.IntRange(min=0), default=None, help="Seats to join by mail."
)
@click.option("--every", metavar="SPAN", help="How long a turn lasts, such as 48h.")
@click.option("--weekdays", metavar="DAYS", help="Turns end on these days instead: tue,fri.")
@click.option("--hour", metavar="HH:MM", help="With --weekdays: at this time.  [default: 20:00]")
@click.option("--zone", help="The time zone of hours and days.  [default: the service's]")
@click.option("--between", metavar="SPAN", help="Every turn stays open so long.  [default: 0m]")
@click.option("--holiday", "holidays", multiple=True, metavar="DAYS", help=_HOLIDAY)
@click.option("--pause", "pauses", multiple=True, metavar="DAYS", help=_PAUSE)
@click.option("--grace", metavar="SPAN", help="Orders still count so long after the deadline.")
@click.option("--no-early-close", is_flag=True, help="Wait for the deadline even if all are in.")
@click.option(
    "--missed",
    type=click.Choice(["default", "bot", "pass"]),
    help="What is played for those without orders.  [default: default]",
)
@click.option("--waits", type=click.IntRange(min=0), help=_WAITS)
@click.option("--absent", type=click.IntRange(min=0), help=_ABSENT)
@click.option("--leave-after", type=click.IntRange(min=0), help=_LEAVE_AFTER)
@click.option("--press", metavar="KINDS", help=_PRESS)
@click.option("--vote", "votes", multiple=True, metavar="KEY=VALUE", help=_VOTE)
@click.option(
    "--observers",
    type=click.Choice(["all", "invited", "none"]),
    help="Who may watch it by mail.  [default: all]",
)
@click.option("--public", is_flag=True, help="Show it on the public pages ('pbem publish').")
@click.option(
    "--start",
    type=click.Choice(["full", "manual"]),
    help="Begin when every seat is taken, or on 'pbem start'.  [default: full]",
)
@mailbox_option
@click.pass_obj
def new(settings: Settings, /, gamefile: Path | None, mailbox: str, **words: Any) -> None:
    """Make a game, from GAMEFILE (TOML) or from options. Seats are players, bots, open seats.

    \b
    Examples:
      pbem new spring.toml
      pbem new --ruleset hegemon --player "Anna <anna@example.org>" --bot raider --every 24h
      pbem new --ruleset hegemon --open 5 --weekdays tue,fri --hour 20:00 --zone Europe/Paris
      pbem new spring.toml --mailbox club

    \b
    The same as a file:
      ruleset = "hegemon"
      seats = [{name = "Anna", address = "anna@example.org"}, {bot = "raider"}, {}]
      [schedule]
      weekdays = ["tue", "fri"]
      hour = "20:00"
    """
    given = [name for name, value in words.items() if _is_given(value)]
    if gamefile is not None and given:
        raise click.UsageError("give either a game file or options, not both")
    if gamefile is None and not words["ruleset"]:
        raise click.UsageError("give a game file, or --ruleset and seats; see 'pbem new --help'")
    spec = spec_of(words) if gamefile is None else read_game_file(gamefile)
    with open_context(settings.config) as context:
        game = create_game(of_mailbox(context, mailbox), spec)
        click.echo(game.id)
        click.echo(what_next(context, game))


def _is_given(value: object) -> bool:
    """Whether an option was; 0 may be."""
    return bool(value) or (value == 0 and value is not False)


def spec_of(words: dict[str, Any]) -> GameSpec:
    """The game that options describe. Raises ConfigError and usage errors."""
    schedule = {word: words[word] for word in SCHEDULE_WORDS if _is_given(words[word])}
    if words["weekdays"]:
        schedule["weekdays"] = [day.strip() for day in words["weekdays"].split(",")]
    elif not words["every"]:
        schedule["every"] = "48h"
    if words["no_early_close"]:
        schedule["early_close"] = False
    values = {
        **{word: words[word] for word in WORDS if words[word]},
        "options": dict(map(read_option, words["options"])),
        "seats": [
            *map(read_player, words["players"]),
            *({"bot": bot} for bot in words["bots"]),
            *({} for _ in range(words["free"] or 0)),
        ],
        "masters": [read_player(text, "'--master'") for text in words["masters"]],
        "schedule": schedule,
        "votes": dict(read_option(text, "'--vote'") for text in words["votes"]),
    }
    if words["press"]:
        kinds = [kind.strip() for kind in words["press"].split(",")]
        values["press"] = {"kinds": [] if kinds == ["none"] else kinds}
    return convert(HERE, values, GameSpec)


def read_option(text: str, option: str = "'--option'") -> tuple[str, Any]:
    """``key=value``, the value as TOML has it; what is no TOML is a word: ``map=small``."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise click.BadParameter(f"{text!r}: write it as key=value", param_hint=option)
    try:
        found: Any = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        found = value
    return key.strip(), found


def read_player(text: str, option: str = "'--player'") -> dict[str, str]:
    """``Anna <anna@example.org>``, or the address alone."""
    name, address = parseaddr(text)
    if "@" not in address:
        raise click.BadParameter(
            f"{text!r}: write it as 'Anna <anna@example.org>'", param_hint=option
        )
    return {"name": name, "address": address} if name else {"address": address}


def what_next(context: Context, game: GameRow) -> str:
    """What a game master should know of a game that was just made or started."""
    if game.status == GameStatus.RUNNING:
        until = f", open until {when(context, game.deadline)}" if game.deadline else ""
        return (
            f"{game.title} has begun: turn {game.turn}{until}. The first reports are in the "
            "outbox; 'pbem serve' sends them."
        )
    with context.database.read() as connection:
        seats = games.seats_of(connection, game.id)
    free = free_seats(seats)
    begins = (
        f"when 'pbem start {game.id}' says so" if not game.start_when_full else "when it is full"
    )
    return (
        f"{game.title} begins {begins}; {free} of {len(seats)} seats are free. People join by mail "
        f"to {context.address_of(game.mailbox)} with the line: JOIN {game.id} AS <name>"
    )
