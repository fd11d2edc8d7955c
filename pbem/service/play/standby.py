"""A list of people who would take a seat that falls free: who gets on it, and where they stand."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from pbem.engine.i18n import _
from pbem.engine.registry import load, named
from pbem.mailer import address
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.phrases import ending
from pbem.service.context import Session
from pbem.service.dispatch.post import for_address, language_at, pack_notice
from pbem.service.play.masters import knows_too_much, may_know_of, runs
from pbem.service.play.seating import too_unreliable
from pbem.service.play.sitting import is_put_out, must_not_sit
from pbem.service.play.table import GameProblem, schedule_of
from pbem.store import games, standbys
from pbem.store.joining import Joining
from pbem.store.records import OVER, GameRow, OutboxDraft, new_nonce
from pbem.store.standbys import StandbyRow

CONFIRM_WITHIN = timedelta(days=2)
"""How long somebody may confirm that they stand by."""
MOST = 10
"""So many games and rules one address stands by for at the most."""
ASKS = "standby"
"""The kind of the mail that asks to confirm it."""


def stand_by(session: Session, address: str, wanted: str, *, proven: bool) -> StandbyRow:
    """Put somebody on the list for a game or a ruleset, or find where they are; who has not
    `proven` who they are has to confirm it. Raises :class:`GameProblem`."""
    game, ruleset = _meant(session, address, wanted)
    mine = standbys.standbys_at(session.connection, address)
    about = game.id if game is not None else ruleset
    found = next((row for row in mine if row.about == about), None)
    if found is not None:
        if proven and found.until is not None:
            standbys.confirm_standby(session.connection, found.id)
        return found
    if len(mine) >= MOST:
        raise GameProblem(_("You stand by for {count} already.").format(count=len(mine)))
    if game is not None:
        may_stand_by(session, game, address)
    return standbys.add_standby(
        session.connection,
        game=game.id if game is not None else None,
        ruleset=None if game is not None else ruleset,
        address=address,
        nonce=new_nonce(),
        until=None if proven else session.context.clock.now() + CONFIRM_WITHIN,
    )


def _meant(session: Session, address: str, wanted: str) -> tuple[GameRow | None, str]:
    game = games.find_game(session.connection, wanted.lower())
    if (
        game is not None
        and session.context.lists(game)
        and game.status not in OVER
        and may_know_of(session, game, address)
    ):
        return game, game.ruleset
    ruleset = named(wanted)
    if ruleset is None:
        raise GameProblem(_("{wanted} is no game and no rules here.").format(wanted=wanted))
    return None, ruleset.name


def takes_standbys(game: GameRow) -> bool:
    """Whether seats of a game that fall free are offered: not where its master says who joins, nor
    where who gives up is out of the game."""
    plays_on = load(game.ruleset).resign is None
    return plays_on and schedule_of(game).standby and game.joining is Joining.OPEN


def may_stand_by(session: Session, game: GameRow, address: str) -> None:
    """Raises :class:`GameProblem` where somebody cannot have a seat that falls free."""
    if not takes_standbys(game):
        raise GameProblem(_("Nobody can stand by for this game: its free seats stay a bot's."))
    must_not_sit(session.connection, game.id, address)
    if runs(session.context, session.connection, game.id, address):
        raise GameProblem(_("Whoever runs the game gets no seat that falls free in it."))
    if knows_too_much(session.connection, game.id, address):
        raise GameProblem(
            _("This address was shown what players keep from each other: it gets no seat.")
        )
    if is_put_out(session.connection, game.id, address):
        raise GameProblem(_("Its game master has taken a seat in it from you."))
    if (unreliable := too_unreliable(session, game, address)) is not None:
        raise GameProblem(unreliable)


def places_of(session: Session, address: str) -> tuple[str, ...]:
    """Where somebody stands on the lists, each as a sentence."""
    said = []
    for row in standbys.standbys_at(session.connection, address):
        if row.until is None:
            others = standbys.standbys_about(session.connection, row.about)
            place = 1 + sum(one.id < row.id and one.until is None for one in others)
            what = _title(session, row)
            said.append(
                _("You stand by for {what}, as number {place}.").format(what=what, place=place)
            )
    return tuple(said)


def _title(session: Session, row: StandbyRow) -> str:
    """What somebody stands by for: the title of a game, or of its rules."""
    game = games.find_game(session.connection, row.game) if row.game else None
    return game.title if game is not None else row.game or load(row.ruleset or "").title


def asking_draft(session: Session, row: StandbyRow) -> OutboxDraft:
    """Whether somebody wants to stand by, or that they do: small, for its reader may not have
    asked. A reply to it counts as theirs."""
    language = language_at(session.connection, row.address)
    if row.until is None:
        notice = Notice(
            title=_("Where you stand by"),
            paragraphs=places_of(session, row.address),
            closing=(how_to_end(),),
            text_only=True,
        )
        return _with_address(session, row, notice, language)
    until = ending(
        session.context.local(row.until, ""), language or session.context.config.service.language
    )
    what = _title(session, row)
    notice = Notice(
        title=_("Do you stand by for {what}?").format(what=what),
        paragraphs=(
            _("Somebody asked in your name to be offered a seat that falls free."),
            _(
                "If that was you, reply to this mail with the one word CONFIRM until {until}. If "
                "not, do nothing."
            ).format(until=until),
        ),
        text_only=True,
    )
    return _with_address(session, row, notice, language)


def how_to_end() -> str:
    """How somebody comes off all lists."""
    return _(
        "STANDBY OFF in a reply takes you off every list, LIST tells which games you can join."
    )


def _with_address(session: Session, row: StandbyRow, notice: Notice, language: str) -> OutboxDraft:
    """A mail to somebody who stands by; its token names no seat."""
    route = address.Route(row.about, 0, 0)
    token = address.token(session.context.key, route, row.nonce)
    header = msgspec.structs.replace(
        for_address(session.context, row.address, language=language),
        reply_to=address.reply_address(session.context.config.mail, route, token),
        tag=address.subject_tag(route, token),
    )
    return pack_notice(session.context, notice, header, kind=ASKS)
