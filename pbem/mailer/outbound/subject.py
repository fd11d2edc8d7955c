"""A report's subject: what is asked and by when, or that there is news; and how one stands."""

from __future__ import annotations

from datetime import datetime

from pbem.engine.i18n import _
from pbem.engine.report import Report
from pbem.mailer.outbound.contents import ReportContext
from pbem.mailer.outbound.phrases import near


def report_subject(report: Report, context: ReportContext, now: datetime, language: str) -> str:
    """What a list of mails shows of a report. The last one is called what its game calls it."""
    if not context.game_title:
        return report.title
    if context.secret:
        told = _("{game}: {title}").format(game=context.game_title, title=report.title)
        told_and = _("{subject}, {standing}")
        return told_and.format(subject=told, standing=report.standing) if report.standing else told
    told = _asked(context, now, language) or _("News from {game}").format(game=context.game_title)
    if not report.standing:
        return told
    separate = _("{subject}, {standing}") if context.owes else _("{subject}: {standing}")
    return separate.format(subject=told, standing=report.standing)


def _asked(context: ReportContext, now: datetime, language: str) -> str:
    """Empty where nothing is asked of the reader."""
    if not context.owes:
        return ""
    if context.deadline is None:
        return _("{game}: your move").format(game=context.game_title)
    return _("{game}: your move by {moment}").format(
        game=context.game_title, moment=near(context.deadline, now, language)
    )
