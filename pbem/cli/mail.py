"""`pbem mail`: what the intake makes of a mail, without a game."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click
import msgspec

from pbem.cli.main import Settings
from pbem.cli.words import count, plain
from pbem.engine.registry import load
from pbem.mailer.inbound.intake import Intake, take
from pbem.mailer.settings import MailSettings
from pbem.service.config import load_config


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
@click.option("--ruleset", required=True, help="Whose orders to look for; see 'pbem rulesets'.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_obj
def read(settings: Settings, file: BinaryIO, ruleset: str, as_json: bool) -> None:
    """Say which lines of a mail would be taken as orders, and which would be ignored.

    FILE is a mail as it is stored (.eml), or - for standard input. No game and no
    configuration is needed; where there is a config.toml, its [mail] limits hold.
    'reasons' say why a mail may not be answered, hold orders or be read.

    \b
    Examples:
      pbem mail read reply.eml --ruleset hegemon
      pbem mail read - --ruleset hegemon --json < reply.eml
    """
    found, limits = load(ruleset), _limits(settings.config)
    raw = file.read(limits.max_bytes + 1)  # one too many is enough to be over the limit
    intake = take(raw, found.desk.fit, limits, continues=found.desk.continues)
    reading = _reading(intake)
    if as_json:
        click.echo(msgspec.json.encode(reading))
    else:
        click.echo(_for_people(intake, reading))


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
