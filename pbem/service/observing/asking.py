"""Who watches a game: asked for, confirmed, ended.

Anybody can write a mail in somebody's name. So nobody is told of a game before they have confirmed
that they want to be, by the reply to a mail that went to their address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs

from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_observer, pack_notice
from pbem.service.play.acts import not_understood
from pbem.service.play.table import humans
from pbem.service.play.unasked import write_unasked
from pbem.store import games, mail, observers
from pbem.store.invitations import invite_again
from pbem.store.observing import ObserverRow, Watching
from pbem.store.people import PersonRow, find_person
from pbem.store.records import OVER, GameRow, OutboxDraft, new_nonce
from pbem.store.strangers import mailbox_of

ASKS = "watch"
"""The kind of the mails that ask somebody to confirm that they want to watch."""
CONFIRM_WITHIN = timedelta(hours=48)
"""How long whoever asked to watch may confirm it."""
INVITED_FOR = timedelta(days=14)
"""How long somebody whom a game master has named may."""
MOST_OBSERVERS = 200
"""Those who watch one game, and who were asked whether they want to."""
ASKED_BY_ADDRESS, ASKED_BY_GAME = 5, 20
"""Mails a day that ask somebody to confirm it: to one address, in one game."""
DAY = timedelta(days=1)
LONGEST_TITLE = 40
"""Characters of a game's title in the mail that asks, which has to be small."""


class CannotWatch(Trouble):
    """Somebody cannot watch a game; the message says why."""


def ask_to_watch(
    session: Session,
    game_id: str,
    address: str,
    *,
    counted: Callable[..., int],
    proven: bool = False,
) -> OutboxDraft | None:
    """Let somebody watch a game who has `proven` to own the address, or ask them to confirm it by
    the mail that is returned. Raises :class:`CannotWatch`."""
    game = _watchable(session, game_id, address)
    known = observers.observer_at(session.connection, game.id, address)
    if known is not None and known.until is None:
        raise CannotWatch(_("You watch it already."))
    if proven:
        begin(session, game, known or _new(session, game, address))
        return None
    now = session.context.clock.now()
    if known is None:
        since = now - DAY
        if (
            counted(ASKS, since, mailbox=mailbox_of(address)) >= ASKED_BY_ADDRESS
            or counted(ASKS, since, game=game.id) >= ASKED_BY_GAME
        ):
            raise CannotWatch(_("So many asked for that today; try again tomorrow."))
        known = replace(_new(session, game, address), until=now + CONFIRM_WITHIN)
        observers.add_observer(session.connection, known)
    return asking_draft(session, game, known)


def _watchable(session: Session, game_id: str, address: str) -> GameRow:
    """The game, where whoever has this address may watch it. Of one that they may not nobody is
    told whether it is there. Raises :class:`CannotWatch`."""
    game = games.find_game(session.connection, game_id, lock=True)
    plays = game is not None and any(
        seat.address == address for seat in humans(games.seats_of(session.connection, game.id))
    )
    if game is not None and plays:
        raise CannotWatch(
            _(
                "You have a seat in it; its reports tell you more. NEWS EACH TURN in a reply to "
                "one brings you one of every turn."
            )
        )
    named = game is not None and observers.observer_at(session.connection, game.id, address)
    if (
        game is None
        or not session.context.lists(game)
        or game.observers is Watching.NONE
        or (game.observers is Watching.INVITED and not named)
    ):
        raise CannotWatch(_("There is no game {game} that you can watch.").format(game=game_id))
    if game.status in OVER:
        raise CannotWatch(_("It is over."))
    return game


def _new(session: Session, game: GameRow, address: str) -> ObserverRow:
    """Raises :class:`CannotWatch`."""
    if len(observers.observers_of(session.connection, game.id)) >= MOST_OBSERVERS:
        raise CannotWatch(_("So many watch it that nobody else can."))
    return ObserverRow(game.id, observers.next_number(session.connection, game.id), address)


def invite(session: Session, game: GameRow, address: str, *, by: str) -> None:
    """Ask somebody whom a game master has named, whose address is `by`, whether they want to watch.
    Raises :class:`CannotWatch`, or GameProblem where they may not be asked unasked."""
    if game.status in OVER:
        raise CannotWatch(_("{game} is over.").format(game=game.title))
    if any(s.address == address for s in humans(games.seats_of(session.connection, game.id))):
        raise CannotWatch(_("{address} has a seat in it.").format(address=address))
    known = observers.observer_at(session.connection, game.id, address)
    if known is not None and known.until is None:
        raise CannotWatch(_("{address} watches it already.").format(address=address))
    write_unasked(session, by, [address])
    until = session.context.clock.now() + INVITED_FOR
    row = replace(known or _new(session, game, address), until=until)
    if known is None:
        observers.add_observer(session.connection, row)
    else:
        observers.change_observer(session.connection, row, until=until)
    mail.queue_mails(session.connection, [asking_draft(session, game, row, invited=True)])


def asking_draft(
    session: Session,
    game: GameRow,
    row: ObserverRow,
    *,
    invited: bool = False,
    unclear: bool = False,
) -> OutboxDraft:
    """Whether somebody wants to watch a game: small, for nobody may have asked. `unclear`: a reply
    to it was not understood, and it comes once more."""
    assert row.until is not None, "it is still to be confirmed"
    reader = reader_of(session, row)
    title = game.title
    if len(title) > LONGEST_TITLE:
        title = f"{title[:LONGEST_TITLE].rstrip()}…"
    with in_language(session.context, reader.language or ""):
        if unclear:
            who = _("You were asked whether you want to watch {game}, a game of {ruleset} by mail.")
        elif invited:
            who = _("A game master of {game}, a game of {ruleset} by mail, lets you watch it.")
        else:
            who = _("Somebody asked in your name to watch {game}, a game of {ruleset} by mail.")
        notice = Notice(
            title=_("Do you want to watch {game}?").format(game=title),
            paragraphs=(
                *([not_understood()] if unclear else ()),
                who.format(game=title, ruleset=load(game.ruleset).title),
                _(
                    "If you do, reply to this mail with the one word WATCH until {until}. If not, "
                    "with NO, or do nothing: no other mail comes of it. NEVER says that nobody is "
                    "to invite you to anything here."
                ).format(until=until_for(session, reader, row.until)),
            ),
            game_title=title,
            text_only=True,
        )
        header = for_observer(session.context, structs.replace(game, title=title), row, reader)
        return pack_notice(session.context, notice, header, kind=ASKS, game=game.id, turn=game.turn)


def cannot_watch(why: str) -> Notice:
    """Why somebody cannot watch a game, with the right form."""
    return Notice(
        title=_("You cannot watch that"),
        paragraphs=(why, _("Nothing was changed.")),
        lines=("WATCH spring", "WATCH OFF"),
        warning=True,
        text_only=True,
    )


def begin(session: Session, game: GameRow, row: ObserverRow) -> ObserverRow:
    """Let somebody watch from now on, and welcome them; their first report is that of the turn
    before the open one."""
    now = session.context.clock.now()
    watching = replace(
        row, nonce=new_nonce(), until=None, told=max(game.turn - 2, -1), told_at=None, heard=now
    )
    observers.drop_observer(session.connection, row)
    observers.add_observer(session.connection, watching)
    invite_again(session.connection, row.address)
    mail.queue_mails(session.connection, [welcome(session, game, watching)])
    return watching


def welcome(session: Session, game: GameRow, row: ObserverRow) -> OutboxDraft:
    """What somebody who watches can expect, and ask for, by replies to this mail."""
    reader = reader_of(session, row)
    with in_language(session.context, reader.language or ""):
        notice = Notice(
            title=_("You watch {game}").format(game=game.title),
            paragraphs=(
                _(
                    "From now on you get a report of what anybody may know of it, once a day at "
                    "the most, and its story when it is over."
                ),
                _("The game has not begun yet.")
                if not game.turn
                else _("The first report comes in a mail of its own."),
            ),
            bullets=commands(),
            game_title=game.title,
            answer=False,
        )
        header = for_observer(session.context, game, row, reader)
        return pack_notice(session.context, notice, header, game=game.id, turn=game.turn)


def take_observers_over(session: Session, game: GameRow, given: Iterable[dict[str, Any]]) -> None:
    """Let those watch on, by columns of their rows, who did on another service: by an address that
    counts here."""
    for values in given:
        row = ObserverRow(game=game.id, **values)
        observers.add_observer(session.connection, row)
        if game.status not in OVER:
            mail.queue_mails(session.connection, [welcome(session, game, row)])


def commands() -> tuple[str, ...]:
    """What somebody who watches may ask for, in replies to their mails."""
    return (
        _("NEWS EACH TURN brings you a report of every turn, NEWS DIGEST one a day at the most."),
        _("PRESS WITH REPORT brings what players write to all, too, PRESS OFF ends that."),
        _("REPORT 3 brings the report of turn 3, STATUS tells when the open turn ends."),
        _("RULES sends the rulebook, LIST tells what you watch and which games you can join."),
        _("PROFILE ZONE Berlin, PROFILE LANGUAGE Deutsch and PROFILE TEXT ONLY change your mail."),
        _("STORY sends the story of the game again when it is over."),
        _("WATCH OFF ends it."),
    )


def reader_of(session: Session, row: ObserverRow) -> PersonRow:
    """What somebody who watches wishes for their mail."""
    return find_person(session.connection, row.address)


def until_for(session: Session, reader: PersonRow, moment: datetime) -> str:
    """A moment up to which something lasts, in a reader's zone and language."""
    language = reader.language or session.context.config.service.language
    return ending(session.context.local(moment, reader.zone or ""), language)
