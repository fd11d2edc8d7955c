"""FAME: the halls of fame, with those alone who want to stand in them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.drawing.ticks import short
from pbem.engine import registry
from pbem.engine.blocks import left, right
from pbem.engine.i18n import _
from pbem.engine.phrases import count_turns
from pbem.engine.registry import UnknownRuleset
from pbem.engine.report import Bullets, Table
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.fame.ratings import Hall, halls
from pbem.service.intake.mail_session import MailSession
from pbem.store.fame import results
from pbem.store.records import OutboxDraft

MOST_SHOWN = 50
"""People of one hall that a mail names."""


def tell_fame(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The hall of fame of the game that is named, or all."""
    wanted = command.argument
    ruleset = registry.named(wanted)
    if wanted and ruleset is None:
        notice = Notice(
            title=_("There is no game called {game}").format(game=wanted),
            paragraphs=(_("Send one of these lines:"),),
            lines=tuple(f"FAME {ruleset.title}" for ruleset in registry.playable()),
        )
        return [session.answer(notice)]
    found = halls(
        results(session.connection, session.context.listed), ruleset.name if ruleset else ""
    )
    language = session.seat.language or session.context.config.service.language
    notice = Notice(
        title=_("The hall of fame"),
        paragraphs=() if found else (_("Nobody stands in it yet."),),
        closing=(
            _("Only those stand here who want to: PROFILE RATED, or PROFILE UNRATED to end it."),
            _("Ratings go by games between two or more of them; a newcomer has 1000."),
        ),
        chapters=tuple(
            Chapter(title_of(hall.ruleset), tuple(hall_blocks(hall, language))) for hall in found
        ),
    )
    return [session.answer(notice)]


def title_of(ruleset: str) -> str:
    """What the game of these rules is called, be it that they are not installed any more."""
    try:
        return registry.load(ruleset).title
    except UnknownRuleset:
        return ruleset


def hall_blocks(hall: Hall, language: str) -> Iterator[Table | Bullets]:
    """Who stands in it, and its records."""
    columns = (left(_("Player")), right(_("Rating")), right(_("Games")), right(_("Won")))
    yield Table(
        columns,
        tuple(
            (
                one.name,
                "–" if one.rating is None else str(one.rating),
                str(one.games),
                str(one.won),
            )
            for one in hall.entries[:MOST_SHOWN]
        ),
    )
    highest = _("Highest score: {score} ({names})").format(
        score=short(hall.highest.amount), names=listing(hall.highest.names, language)
    )
    longest = _("Longest game: {turns}").format(turns=count_turns(round(hall.longest.amount)))
    yield Bullets((highest, longest))
