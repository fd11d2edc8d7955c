"""WATCH of somebody who has proven who they are: a player, a game master, or who watches."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.intake.mail_session import MailSession
from pbem.service.observing.asking import CannotWatch, ask_to_watch, cannot_watch
from pbem.store import observers
from pbem.store.records import GameRow, OutboxDraft


def watch(session: MailSession, command: Command) -> list[OutboxDraft]:
    address = session.seat.address or ""
    return [session.answer(watch_for(session, command, address, session.batch.count_kind))]


def watch_for(
    session: Session, command: Command, address: str, counted: Callable[..., int]
) -> Notice:
    """Let whoever has an address watch a game, or watch one no more; and what is told of it."""
    if command.key == "off":
        return _end(session, command.argument, address)
    if not command.argument:
        return cannot_watch(_("Write which game, by its short name."))
    try:
        ask_to_watch(session, command.argument, address, counted=counted, proven=True)
    except CannotWatch as problem:
        return cannot_watch(str(problem))
    return Notice(
        title=_("You watch it from now on"),
        paragraphs=(_("A mail with an address of its own tells how to go on."),),
    )


def _end(session: Session, wanted: str, address: str) -> Notice:
    watched = observers.watched_from(session.connection, address)
    meant = [one for one in watched if wanted in ("", one[0].id)]
    if len(meant) != 1:
        said = (
            _("You watch several games; write which of them.")
            if meant
            else _("You watch no such game.")
        )
        lines = tuple(f"WATCH {game.id} OFF" for game, _row in watched)
        return Notice(title=_("Nothing was changed"), paragraphs=(said,), lines=lines, warning=True)
    game, row = meant[0]
    observers.drop_observer(session.connection, row)
    return stop_notice(game)


def stop_notice(game: GameRow) -> Notice:
    """That somebody watches a game no more."""
    return Notice(
        title=_("You watch {game} no more").format(game=game.title),
        paragraphs=(_("To watch it again, send this line:"),),
        lines=(f"WATCH {game.id}",),
    )
