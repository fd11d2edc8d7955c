"""Obeys the mail of those who watch a game: the reply that confirms it, and what they may ask."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import COMMANDS, Command, read_command, without_courtesy
from pbem.mailer.inbound.commands.profile import gathered
from pbem.mailer.inbound.extract import extract
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_observer, pack_notice
from pbem.service.intake.batch import Settled
from pbem.service.intake.commands.observing import ANSWERS, nothing_found
from pbem.service.intake.guesses import left_out, misspelt
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    keys_of,
    letter_of,
    note_alive,
    once_read,
)
from pbem.service.intake.limits import (
    MOST_IDLE,
    MOST_MISREAD,
    counts_anew,
    is_idle_again,
    room_for,
    to_candidate,
    within_limit,
)
from pbem.service.intake.observer_session import ObserverSession
from pbem.service.intake.strangers import Obeyed, asked_in_subject
from pbem.service.intake.unproven import ENOUGH, disowned, elsewhere, unproven
from pbem.service.observing.asking import asking_draft, begin, reader_of
from pbem.service.observing.asking import commands as commands_told
from pbem.store import games, observers
from pbem.store.observing import ObserverRow
from pbem.store.records import GameRow, InboxStatus, OutboxDraft

MOST_COMMANDS = 10
"""Different commands that one mail may give."""
MOST_OFFERED = 2
"""Games of which a mail without proof brings its sender an address."""
CHANGES = frozenset(form.verb for form in COMMANDS if form.changes)
_CONSENT = re.compile(
    r"(?:(?:watch|zuschauen|observer|regarder)(?:\s+[a-z0-9-]+)?|(?P<vague>yes|ja|oui|ok|okay))"
    r"\s*[.!]*",
    re.IGNORECASE,
)


_REFUSAL = re.compile(
    r"(?:(?:no|nein|non)(?:,?\s+(?:thanks|thank\s+you|danke|merci)\b.*)?"
    r"|never|nie|niemals|jamais)\s*[.!]*",
    re.IGNORECASE,
)


def observer_of(
    session: Session, claims: Iterable[address.Claim]
) -> tuple[GameRow, ObserverRow] | None:
    """Who watches which game, or is asked to, by the token that a mail shows; None where it shows
    none that is good."""
    for claim in claims:
        if not isinstance(claim.route, address.ObserverRoute):
            continue
        game = games.find_game(session.connection, claim.route.game, lock=True)
        row = observers.observer_numbered(session.connection, claim.route.game, claim.route.number)
        if game is None or row is None:
            continue
        if address.authentic(keys_of(session, game), claim, row.nonce):
            return game, row
    return None


def offer_addresses(session: Session, incoming: Incoming) -> Settled | None:
    """A mail without proof of somebody who watches games, which wants to end that or asks for
    nothing that anybody may have: the address of each of a few goes to them. None for any other
    mail."""
    watched = observers.watched_from(session.connection, incoming.head.sender)[:MOST_OFFERED]
    if not watched:
        return None
    found = extract(letter_of(incoming), lambda line: Fit.NO)
    read = [command for line in found.taken if (command := read_command(line)) is not None]
    if any(command.verb in ("JOIN", "LIST", "HELP") or command.argument for command in read):
        return None
    note = "the mail of somebody who watches, without a valid token"
    if not read and is_idle_again(session, incoming.head.sender, proven=False):
        return done(incoming, InboxStatus.DONE, f"{note}; {ENOUGH}")
    drafts = []
    for game, row in watched:
        reader = reader_of(session, row)
        with in_language(session.context, reader.language or ""):
            notice = Notice(
                title=_("You watch {game}").format(game=game.title),
                paragraphs=(
                    _("Your mail could have been written by anyone. Nothing was changed."),
                    _("Reply to this mail with commands, one on each line."),
                ),
                bullets=commands_told(),
                text_only=True,
            )
            message_id = incoming.head.message_id
            header = for_observer(session.context, game, row, reader, in_reply_to=message_id)
            drafts.append(
                pack_notice(
                    session.context, notice, header, kind="answer", game=game.id, turn=game.turn
                )
            )
    answers = unproven(session.context, incoming, tuple(drafts), plays=False)
    return done(incoming, InboxStatus.DONE, note, answers)


def settle_observer(
    session: Session, incoming: Incoming, game: GameRow, row: ObserverRow
) -> Settled:
    """What a mail with an observer's token comes to. Raises UnreadableMail."""
    if incoming.guard.bulk:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if incoming.head.sender != row.address:
        return elsewhere(session, incoming)
    if incoming.dmarc is Dmarc.FAIL:
        return disowned(session, incoming)
    note_alive(session.connection, incoming)
    reader = reader_of(session, row)
    with in_language(session.context, reader.language or ""):
        own = ObserverSession(
            *(session.context, session.connection, incoming.batch, incoming.row),
            *(letter_of(incoming), game, row, reader),
        )
        if row.until is not None:
            return _confirmed(own, incoming)
        obeyed = obey_observer(own)
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if obeyed.ordered:
        counts_anew(session, row.address, incoming.known)
    elif is_idle_again(
        session, row.address, proven=True, most=MOST_MISREAD if obeyed.pressing else MOST_IDLE
    ):
        return done(incoming, InboxStatus.DONE, f"{obeyed.note}; {ENOUGH}", (), game.id)
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts)
    room = room_for(session.context, incoming.batch, row.address)
    drafts = within_limit(session.context, drafts, room)
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, game.id)


def _confirmed(session: ObserverSession, incoming: Incoming) -> Settled:
    """The reply of somebody who was asked whether they want to watch."""
    game, row = session.game, session.observer
    if row.until is not None and row.until <= incoming.row.received:
        drafts: tuple[OutboxDraft, ...] = (session.answer(_too_late(game)),)
        obeyed = Obeyed("confirms too late that they watch", drafts)
    elif _consents(session, sure=not incoming.guard.doubtful):
        begin(session, game, row)
        return done(incoming, InboxStatus.DONE, "confirms that they watch", (), game.id)
    elif _refuses(session):
        drafts = (session.answer(_declined(session)),)
        obeyed = Obeyed("does not want to watch", drafts)
    else:
        again = asking_draft(session, game, row, unclear=True)
        obeyed = Obeyed("does not confirm that they watch", (again,), ordered=False)
    may_go = answerable(once_read(incoming, obeyed), obeyed.drafts)
    drafts = to_candidate(
        session.context, incoming.batch, may_go, row.address, clear=obeyed.ordered
    )
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, game.id)


def _consents(session: ObserverSession, *, sure: bool) -> bool:
    """Whether a reply says so; in words that a machine might use where it is `sure` that a person
    wrote it."""
    lines = extract(session.letter, partial(_fit, _CONSENT)).taken
    said = [_CONSENT.fullmatch(without_courtesy(line.strip())) for line in lines]
    return any(one is not None and (sure or not one["vague"]) for one in said)


def _refuses(session: ObserverSession) -> bool:
    return bool(extract(session.letter, partial(_fit, _REFUSAL)).taken)


def _declined(session: ObserverSession) -> Notice:
    """Somebody does not want to watch."""
    observers.drop_observer(session.connection, session.observer)
    return Notice(
        title=_("You do not watch {game}").format(game=session.game.title),
        paragraphs=(_("No more mail comes of it."),),
        text_only=True,
    )


def _fit(meant: re.Pattern[str], line: str) -> Fit:
    return Fit.ORDER if meant.fullmatch(without_courtesy(line.strip())) else Fit.NO


def _too_late(game: GameRow) -> Notice:
    return Notice(
        title=_("It is too late to confirm that"),
        paragraphs=(_("To watch {game}, ask once more.").format(game=game.title),),
        lines=(f"WATCH {game.id}",),
        text_only=True,
    )


def obey_observer(session: ObserverSession) -> Obeyed:
    """Carry out what a mail of somebody who watches says, each command once."""
    found = extract(
        session.letter,
        lambda line: Fit.ORDER if read_command(line) else Fit.NO,
        known=lambda _names: True,
    )
    read = [command for line in found.taken if (command := read_command(line)) is not None]
    if (
        not (read or found.press)
        and (asked := asked_in_subject(session.connection, session.letter)) is not None
    ):
        read = [asked]
    commands: list[Command] = [*dict.fromkeys(gathered(read))][:MOST_COMMANDS]
    wrong = misspelt((*found.unread, *found.ignored), ANSWERS)
    if not commands:
        answer = session.answer(nothing_found(session.game, found.press, wrong))
        note = "from somebody who watches, no command"
        return Obeyed(note, (answer,), ordered=False, pressing=bool(wrong))
    preview = any(command.verb == "PREVIEW" for command in commands)
    untaken = bool(found.press)
    drafts: list[OutboxDraft] = []
    for command in commands:
        answers = ANSWERS.get(command.verb)
        if answers is None or (preview and command.verb in CHANGES):
            untaken = True
        else:
            drafts += answers(session, command)
        fresh = observers.observer_numbered(
            session.connection, session.game.id, session.observer.number
        )
        if fresh is None:
            break
        session = session.as_it_stands(fresh)
    if untaken:
        drafts.append(session.answer(nothing_found(session.game, found.press, wrong)))
    elif wrong:
        drafts.append(session.answer(left_out(wrong, ANSWERS)))
    note = ", ".join(["watching", *(command.verb.lower() for command in commands)])
    return Obeyed(note, tuple(drafts))
