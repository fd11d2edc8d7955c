"""`pbem mail`: what the intake makes of a mail that is stored somewhere."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from pbem.cli.completing import game_ids
from pbem.cli.main import Failure, Settings
from pbem.cli.words import count, plain
from pbem.engine.advance import begin
from pbem.engine.api import Desk, Player
from pbem.engine.registry import load
from pbem.mailer.inbound.head import read_fields
from pbem.mailer.inbound.intake import Intake, take
from pbem.mailer.inbound.reading import head_of
from pbem.mailer.settings import MailSettings
from pbem.service.config import load_config
from pbem.service.context import open_context
from pbem.service.play.table import game_named, open_table
from pbem.store import games


class Verdicts(msgspec.Struct, frozen=True):
    """The guard's part of the answer."""

    may_answer: bool
    may_hold_orders: bool
    reasons: tuple[str, ...]


class Reading(msgspec.Struct, frozen=True):
    """The whole answer, as --json prints it."""

    guard: Verdicts
    taken: tuple[str, ...]
    unread: tuple[str, ...]
    ignored: tuple[str, ...]


@click.group()
def mail() -> None:
    """Look at mails as the service would."""


@mail.command()
@click.argument("file", type=click.File("rb"))
@click.option("--ruleset", help="Whose orders to look for; see 'pbem rulesets'.")
@click.option(
    "--game", shell_complete=game_ids, help="Read it as this game's player who wrote it stands now."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_obj
def read(
    settings: Settings, file: BinaryIO, ruleset: str | None, game: str | None, as_json: bool
) -> None:
    """Say which lines of a mail would be taken as orders, and which would be ignored.

    FILE is a mail as it is stored (.eml), or - for standard input. With --ruleset it is
    read as a reply to the first report of a new game; no configuration is needed then,
    and where there is a config.toml, its [mail] limits hold. With --game it is read as
    what its sender may order in that game now; what is on record of mails before is left
    out. 'reasons' say why a mail may not be answered, hold orders or be read.

    \b
    Examples:
      pbem mail read reply.eml --ruleset hegemon
      pbem mail read - --ruleset hegemon --json < reply.eml
      pbem mail read reply.eml --game spring
    """
    if (ruleset is None) is (game is None):
        raise click.UsageError("--ruleset or --game: one of them says whose orders to look for")
    limits = _limits(settings.config)
    raw = file.read(limits.max_bytes + 1)  # one too many is enough to be over the limit
    desk, view = _opening(ruleset) if ruleset else _standing(settings.config, str(game), raw)
    fit, continues = partial(desk.fit, view=view), partial(desk.continues, view=view)
    intake = take(raw, fit, limits, continues=continues)
    reading = _reading(intake)
    if as_json:
        click.echo(msgspec.json.encode(reading))
    else:
        click.echo(_for_people(intake, reading))


def _opening(name: str) -> tuple[Desk[Any, Any], Any]:
    """The desk, and what whoever is asked first sees of a new game: some lines are orders at one
    time and not at another."""
    ruleset = load(name)
    players = tuple(Player(seat, f"Player {seat}") for seat in range(1, ruleset.seats[0] + 1))
    state = begin(ruleset, ruleset.options(), players, bytes(32)).state
    return ruleset.desk, ruleset.rules.view(state, ruleset.rules.asks(state)[0].seat)


def _standing(config: Path, game_id: str, raw: bytes) -> tuple[Desk[Any, Any], Any]:
    """The desk, and what the sender sees of a game as it stands; nothing before it has begun."""
    sender = head_of(read_fields(raw)).sender
    with open_context(config) as context, context.read() as session:
        game = game_named(session.connection, game_id)
        at = games.seats_at(session.connection, sender)
        seat = next((seat.seat for played, seat in at if played.id == game.id), None)
        if seat is None:
            raise Failure(f"nobody plays in {game_id} by the address {sender or 'that is missing'}")
        view = open_table(session.connection, game).view(seat) if game.turn else None
        return load(game.ruleset).desk, view


def _limits(config: Path) -> MailSettings:
    return load_config(config).mail if config.exists() else MailSettings()


def _reading(intake: Intake) -> Reading:
    guard, extraction = intake.guard, intake.extraction
    reasons = guard.reasons
    if intake.unreadable and not (guard.oversize or guard.complex):
        reasons += (intake.unreadable.value,)
    if extraction and extraction.problem:
        reasons += (extraction.problem,)
    return Reading(
        Verdicts(guard.may_answer, guard.may_hold_orders, reasons),
        extraction.taken if extraction else (),
        extraction.unread if extraction else (),
        extraction.ignored if extraction else (),
    )


def _for_people(intake: Intake, reading: Reading) -> str:
    guard = reading.guard
    lines = [
        f"From {intake.head.sender or 'nobody'}: {intake.head.subject or 'no subject'}",
        f"It {'may' if guard.may_answer else 'must not'} be answered, and "
        f"{'may' if guard.may_hold_orders else 'must not'} hold orders.",
    ]
    if guard.reasons:
        lines.append(f"Why: {'; '.join(guard.reasons)}")
    for title, found in (
        ("Taken", reading.taken),
        ("Look like orders, not taken", reading.unread),
        ("Ignored", reading.ignored),
    ):
        lines.append(f"{title}: {count(len(found), 'line')}")
        lines += [f"  {line}" for line in found]
    return plain("\n".join(lines))
