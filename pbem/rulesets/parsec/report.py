"""A turn's report: what the owner of a view is told (PA-15)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Event
from pbem.engine.i18n import _
from pbem.engine.report import Report
from pbem.rulesets.parsec.view import View


def make_report(view: View, news: Sequence[Event]) -> Report:
    """The turn as the owner of `view` saw it."""
    title = _("Parsec: turn {turn}").format(turn=view.turn)
    return Report(title=title, headline=title, sections=())
