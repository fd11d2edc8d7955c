"""LIST: how the games stand that somebody plays in, and which ones they can join."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.engine.registry import load
from pbem.engine.report import Column, Form, Forms, Paragraph, Table
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.mailer.outbound.phrases import when
from pbem.service.context import Session
from pbem.service.intake.commands.status import how_late
from pbem.service.intake.mail_session import MailSession
from pbem.service.play.ending import ends_early
from pbem.service.play.lateness import Lateness
from pbem.service.play.standby import places_of
from pbem.service.play.waiting import being_looked_at
from pbem.store.listing import (
    Joinable,
    Played,
    games_ended,
    games_played,
    joinable_games,
    missed_from,
)
from pbem.store.records import GameRow, GameStatus, OutboxDraft

MOST_OFFERED = 8
"""Games with free seats that one mail names."""
MOST_ENDED = 3
"""Games that are over of which it tells where none goes on."""
MOST_PLAYED = 100
"""Games that somebody plays in which one mail tells of."""


def list_games(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """How the games stand that are played from the sender's address, each for itself."""
    address = session.seat.address or ""
    here = session.context.listed
    played = games_played(session.connection, address, MOST_PLAYED, mailbox=here)
    missed = missed_from(session.connection, address)
    notice = Notice(
        title=_("Your games"),
        paragraphs=() if played else tuple(nothing_played(session, address)),
        closing=places_of(session, address),
        chapters=(
            *((Chapter("", (_table(session, played, missed),)),) if played else ()),
            offered(session, address),
        ),
    )
    return [session.answer(notice)]


def nothing_played(session: Session, address: str) -> Iterator[str]:
    """That no game of this address goes on, and which were the last."""
    ended = games_ended(session.connection, address, MOST_ENDED)
    if not ended:
        return
    yield _("No game of yours goes on. These are over: {games}.").format(
        games=in_a_row([game.title for game in ended])
    )
    yield _(
        "A reply to the last report of a game still brings its STORY, its REPORT of any turn and "
        "its HISTORY."
    )


def _table(
    session: Session, played: Sequence[Played], missed: Mapping[tuple[str, int], int]
) -> Table:
    return Table(
        (Column(_("Game")), Column(_("Turn")), Column(_("How it stands"))),
        tuple(
            (
                _("{title} ({game}, {ruleset}), as {name}").format(
                    title=one.game.title,
                    game=one.game.id,
                    ruleset=load(one.game.ruleset).title,
                    name=one.seat.name,
                ),
                str(one.game.turn or "–"),
                " ".join(_stands(session, one, missed.get((one.game.id, one.seat.seat), 0))),
            )
            for one in played
        ),
    )


def open_games_notice(
    session: Session, places: tuple[str, ...] = (), ended: Iterable[str] = ()
) -> Notice:
    """The games that anyone may join, for somebody who plays in none; with their `places` on lists
    of those who stand by, where they have proven who they are, and with what is to be said of those
    of their games that have `ended`."""
    games = open_games(session)
    said = (
        _("To take a seat, send a line such as: JOIN <game> AS <your name>")
        if games.forms
        else _("No game has a free seat just now.")
    )
    return Notice(
        title=_("Games that you can join"),
        paragraphs=(*ended, said),
        closing=places,
        chapters=(Chapter("", (games,)),) if games.forms else (),
        text_only=True,
    )


def open_games(session: Session, *, but: str = "") -> Forms:
    """The games that anyone may join, each as a line to send; the newest where there are many.
    Those are left out in which the address `but` has a seat."""
    return Forms(tuple(map(_offer, joinable(session, but=but))))


def joinable(session: Session, *, but: str = "") -> tuple[Joinable, ...]:
    """The same games, of the context's mailbox or of all."""
    here = session.context.listed
    return joinable_games(session.connection, MOST_OFFERED, mailbox=here, but=but)


def _offer(found: Joinable) -> Form:
    said = ngettext(
        "{title}, {ruleset}, {free} seat free", "{title}, {ruleset}, {free} seats free", found.free
    ).format(title=found.game.title, ruleset=load(found.game.ruleset).title, free=found.free)
    return Form(f"JOIN {found.game.id}", says=said)


def offered(session: Session, address: str) -> Chapter:
    """The games that somebody could join."""
    offers = open_games(session, but=address)
    none = Paragraph(_("No game has a free seat just now."))
    return Chapter(_("Games that you can join"), (offers if offers.forms else none,))


def _stands(session: Session, played: Played, missed: int) -> Iterator[str]:
    """How a game stands for one of its players, sentence by sentence."""
    game, seat, owes = played
    if game.status == GameStatus.FORMING:
        yield _("The game has not begun yet.")
        return
    if game.results_wait:
        yield being_looked_at(game)
        return
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
