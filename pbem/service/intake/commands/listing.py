"""LIST: how the games stand that somebody plays in, and which ones they can join."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import when
from pbem.service.context import Session
from pbem.service.intake.commands.status import how_late
from pbem.service.intake.mail_session import MailSession
from pbem.service.play.absence import Lateness
from pbem.service.play.ending import ends_early
from pbem.service.play.standby import places_of
from pbem.service.play.waiting import being_looked_at
from pbem.store.listing import Joinable, Played, games_played, joinable_games, missed_from
from pbem.store.records import GameRow, GameStatus, OutboxDraft

MOST_OFFERED = 8
"""Games with free seats that one mail names."""
MOST_PLAYED = 100
"""Games that somebody plays in which one mail tells of."""


def list_games(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """How all games stand that are played from the sender's address, each for itself."""
    address = session.seat.address or ""
    played = games_played(session.connection, address, MOST_PLAYED)
    missed = missed_from(session.connection, address)
    notice = Notice(
        title=_("Your games"),
        bullets=tuple(
            " ".join(_stands(session, one, missed.get((one.game.id, one.seat.seat), 0)))
            for one in played
        ),
        excerpts=(offered(session.connection, address),),
        closing=places_of(session, address),
    )
    return [session.answer(notice)]


def open_games_notice(connection: Connection, places: tuple[str, ...] = ()) -> Notice:
    """The games that anyone may join, for somebody who plays in none; with their `places` on lists
    of those who stand by, where they have proven who they are."""
    return Notice(
        title=_("Games that you can join"),
        paragraphs=(_("To take a seat, send a line such as: JOIN <game> AS <your name>"),),
        bullets=open_games(connection) or (_("No game has a free seat just now."),),
        closing=places,
        text_only=True,
    )


def open_games(connection: Connection, *, but: str = "") -> tuple[str, ...]:
    """The games that anyone may join, each as a line to send; the newest where there are many.
    Those are left out in which the address `but` has a seat."""
    return tuple(map(_offer, joinable_games(connection, MOST_OFFERED, but=but)))


def _offer(found: Joinable) -> str:
    said = ngettext(
        "JOIN {game} – {title}, {ruleset}, {free} seat free",
        "JOIN {game} – {title}, {ruleset}, {free} seats free",
        found.free,
    )
    return said.format(
        game=found.game.id,
        title=found.game.title,
        ruleset=load(found.game.ruleset).title,
        free=found.free,
    )


def offered(connection: Connection, address: str) -> Excerpt:
    """The games that somebody could join."""
    offers = open_games(connection, but=address)
    if not offers:
        return Excerpt(_("No game has a free seat just now."), ())
    return Excerpt(_("Games that you can join:"), offers)


def _stands(session: Session, played: Played, missed: int) -> Iterator[str]:
    """How a game stands for one of its players, sentence by sentence."""
    game, seat, owes = played
    yield _("{title} ({game}, {ruleset}): you are {name}.").format(
        title=game.title, game=game.id, ruleset=load(game.ruleset).title, name=seat.name
    )
    if game.status == GameStatus.FORMING:
        yield _("The game has not begun yet.")
        return
    if game.results_wait:
        yield being_looked_at(game)
        return
    yield _("Turn {turn} is open.").format(turn=game.turn)
    yield _("Your orders are not in yet, or not all of them.") if owes else _("You owe nothing.")
    yield from _how_long(session, game, seat.zone, seat.language)
    yield from how_late(Lateness(missed=missed))


def _how_long(session: Session, game: GameRow, zone: str, language: str) -> Iterator[str]:
    if game.status == GameStatus.PAUSED:
        yield _("The game is paused: the clock stands still.")
    elif game.stalled is not None:
        yield _("The deadline has passed; the game master has been asked what to do.")
    elif ends_early(game):
        yield _("Everybody's orders are in.")
    elif game.deadline is not None:
        until = session.context.local(game.deadline, zone)
        told = when(until, language or session.context.config.service.language)
        yield _("It closes on {when}.").format(when=told)
