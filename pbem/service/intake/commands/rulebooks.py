"""RULES: the rulebook of a game as a mail."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from pbem.engine import registry
from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.mailer.outbound.markdown import read_page
from pbem.service.intake.mail_session import MailSession
from pbem.store import games
from pbem.store.records import GameRow, OutboxDraft


def send_rules(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The rules of the mail's own game, or of the one that is named."""
    played = [
        game for game, _seat in games.seats_at(session.connection, session.seat.address or "")
    ]
    language = session.seat.language or session.context.config.service.language
    notice = rules_notice(command.argument, session.game, played, language, pictures=True)
    return [session.answer(notice)]


def rules_notice(
    wanted: str,
    own: GameRow | None,
    known: Iterable[GameRow],
    language: str,
    *,
    pictures: bool = False,
) -> Notice:
    """The rules of the reader's `own` game, or of the one that is `wanted`: by its ruleset, or by
    the short name of a game that they know. With `pictures` they are large: not for who may not
    have written the mail that asks for them."""
    name = own.ruleset if own is not None and not wanted else _meant(wanted, known)
    if name is None:
        return _unknown(wanted)
    title = registry.load(name).title
    found = registry.rulebook(name, language.partition("-")[0].lower())
    if found is None:
        said = _("{game} has no rulebook here. HELP tells how its orders are written.")
        return Notice(title=_rules_of(title), paragraphs=(said.format(game=title),))
    text, spoken = found
    foreign = not language.lower().startswith(spoken)
    return Notice(
        title=_rules_of(title),
        paragraphs=(_("The rules are in English only."),) if foreign else (),
        chapters=chapters_of(name, text, pictures=pictures),
    )


@cache
def chapters_of(name: str, text: str, *, pictures: bool) -> tuple[Chapter, ...]:
    """A rulebook by its headings, with its `pictures` or with what they show told."""
    return (
        read_page(text, partial(registry.rulebook_picture, name)) if pictures else read_page(text)
    )


def _rules_of(title: str) -> str:
    return _("The rules of {game}").format(game=title)


def _meant(wanted: str, known: Iterable[GameRow]) -> str | None:
    """The ruleset that somebody means, however they write it."""
    ruleset = registry.named(wanted)
    if ruleset is not None:
        return ruleset.name
    words = registry.letters_of(wanted)
    for game in known:
        if words in (registry.letters_of(game.id), registry.letters_of(game.title)):
            return game.ruleset
    return None


def _unknown(wanted: str) -> Notice:
    return Notice(
        title=_("There are no rules of {game}").format(game=wanted),
        paragraphs=(_("Send one of these lines:"),),
        lines=tuple(f"RULES {ruleset.title}" for ruleset in registry.playable()),
    )
