"""The machine-readable copy of a report; its schema is told in docs/report-json.md."""

from __future__ import annotations

from datetime import UTC

import msgspec

from pbem.engine.codec import canonical
from pbem.mailer.outbound.contents import ReportContext
from pbem.mailer.witness import Chain

REPORT_SCHEMA = 1


def report_json(context: ReportContext, chain: Chain | None) -> bytes:
    """report.json: what the service knows of the mail, then the ruleset's data, for programs."""
    deadline = context.deadline.astimezone(UTC).isoformat() if context.deadline else None
    return msgspec.json.format(
        canonical(
            {
                **context.data,
                "schema": REPORT_SCHEMA,
                "game": context.game,
                "game_title": context.game_title,
                "ruleset": context.ruleset,
                "ruleset_version": context.ruleset_version,
                "turn": context.turn,
                "seat": context.seat,
                "player": context.player,
                "deadline": deadline,
                "commitment": context.commitment or None,
                "secret": context.secret or None,
                "confirmation": context.confirmation or None,
                "head": chain.head if chain else None,
                "held": context.digest or None,
                "opened": context.opened or None,
            }
        ),
        indent=1,
    )
