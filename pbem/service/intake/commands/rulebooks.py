"""RULES: the rulebook of a game as a mail."""

from __future__ import annotations

from pbem.engine import registry
from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.markdown import read_page
from pbem.service.intake.mail_session import MailSession
from pbem.store import games
from pbem.store.records import OutboxDraft


def send_rules(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The rules of the mail's own game, or of the one that is named: by its ruleset, or by the
    short name of a game in which the reader plays."""
    name = _meant(session, command.argument) if command.argument else session.game.ruleset
    if name is None:
        return [session.answer(_unknown(command.argument))]
    title = registry.load(name).title
    language = session.seat.language or session.context.config.service.language
    found = registry.rulebook(name, language.partition("-")[0].lower())
    if found is None:
        said = _("{game} has no rulebook here. HELP tells how its orders are written.")
        return [
            session.answer(Notice(title=_rules_of(title), paragraphs=(said.format(game=title),)))
        ]
    text, spoken = found
    foreign = not language.lower().startswith(spoken)
    notice = Notice(
        title=_rules_of(title),
        paragraphs=(_("The rules are in English only."),) if foreign else (),
        chapters=read_page(text),
    )
    return [session.answer(notice)]


def _rules_of(title: str) -> str:
    return _("The rules of {game}").format(game=title)


def _meant(session: MailSession, wanted: str) -> str | None:
    """The ruleset that somebody means, however they write it."""
    words = key(wanted)
    for name in registry.names():
        if words in (key(name), key(registry.load(name).title)):
            return name
    for game, _seat in games.seats_at(session.connection, session.seat.address or ""):
        if words in (key(game.id), key(game.title)):
            return game.ruleset
    return None


def key(name: str) -> str:
    """A name as it is compared with another, however either is written."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _unknown(wanted: str) -> Notice:
    titles = [registry.load(name).title for name in registry.names()]
    return Notice(
        title=_("There are no rules of {game}").format(game=wanted),
        paragraphs=(_("Send one of these lines:"),),
        lines=tuple(f"RULES {title}" for title in titles),
    )
