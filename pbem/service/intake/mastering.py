"""Obeys the mail of a game master: who proves it by their own token, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

import msgspec

from pbem.engine.i18n import _
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import COMMANDS, Command, CommandForm, Who, read_command
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_master, pack_notice
from pbem.service.intake.batch import Settled
from pbem.service.intake.commands.master_letters import plain_reply, write_to_players
from pbem.service.intake.commands.mastering import (
    ACTS,
    Stands,
    how_it_stands,
    needs_confirmation,
    what_would_change,
)
from pbem.service.intake.creating import elsewhere
from pbem.service.intake.guesses import left_out
from pbem.service.intake.held import Why, held_notice
from pbem.service.intake.incoming import (
    Incoming,
    answerable,
    done,
    is_undone,
    letter_of,
    line_of,
    note_alive,
    once_read,
)
from pbem.service.intake.limits import (
    MOST_IDLE,
    MOST_MISREAD,
    counts_anew,
    is_idle_again,
    room_for,
    sparing,
    within_limit,
)
from pbem.service.intake.master_lines import commands_something, misread, read_mail
from pbem.service.intake.master_session import Answered, MasterSession, nothing_found
from pbem.service.intake.strangers import Obeyed, asked_in_subject
from pbem.service.intake.unproven import ENOUGH, unproven, without_proof
from pbem.service.mastering import ending
from pbem.service.mastering.acting import may_stand
from pbem.service.mastering.masters import master_numbered, may, renew_key, run_by
from pbem.service.names import BadName
from pbem.service.play.table import GameProblem, open_table
from pbem.service.press.directory import Directory
from pbem.store import audit, games, masters
from pbem.store.mastering import ConfirmationRow, MasterRow
from pbem.store.records import OVER, GameRow, InboxStatus, OutboxDraft, new_nonce
from pbem.store.talk import MASTER_SEAT

FORMS = {form.verb: form for form in COMMANDS}
MOST_COMMANDS = 10
"""Different commands that one mail may give."""
MOST_OFFERED = 5
"""Games of which a mail without proof brings its sender an address."""
CONFIRM_WITHIN = timedelta(days=1)
"""How long what a game master asked for may be confirmed."""


def master_of(
    session: Session, claims: Iterable[address.Claim], arrived: datetime
) -> tuple[GameRow, MasterRow, Answered] | None:
    """The game master whose token a mail shows, with the game, and what the mail answers. None
    where it shows none that is good."""
    for claim in claims:
        if not isinstance(claim.route, address.MasterRoute):
            continue
        game = games.find_game(session.connection, claim.route.game, lock=True)
        master = master_numbered(session, claim.route.game, claim.route.number)
        if game is None or master is None:
            continue
        turn = claim.route.turn
        asked = masters.confirmations_of(session.connection, game.id, master.number, arrived)
        for one in (None, *asked):
            line = line_of(session, claim, one.nonce if one else master.nonce, game)
            if line is not None:
                undone = is_undone(session, game, turn, line)
                return game, master, Answered(turn, undone, one)
    return None


def settle_master(
    session: Session,
    incoming: Incoming,
    game: GameRow,
    master: MasterRow,
    answered: Answered,
) -> Settled:
    """What a mail with a game master's token comes to. Raises UnreadableMail."""
    if incoming.head.sender != master.address:
        return _hold(session, incoming, game, master, Why.UNKNOWN)
    if incoming.dmarc is Dmarc.FAIL:
        return _hold(session, incoming, game, master, Why.DISOWNED)
    note_alive(session.connection, incoming)
    letter = letter_of(incoming)
    with in_language(session.context, master.language):
        own = MasterSession(
            session.context, session.connection, incoming.row, letter, game, master, *answered
        )
        obeyed = obey_master(own, sure=not incoming.guard.doubtful)
    here = game.id if games.find_game(session.connection, game.id) else None
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    most = MOST_MISREAD if obeyed.pressing else MOST_IDLE
    if obeyed.ordered:
        counts_anew(session, master.address, incoming.known)
    elif is_idle_again(session, master.address, proven=True, most=most):
        return done(incoming, InboxStatus.DONE, f"{obeyed.note}; {ENOUGH}", (), here)
    drafts = answerable(once_read(incoming, obeyed), obeyed.drafts, corrects=obeyed.ordered)
    drafts = within_limit(
        session.context, drafts, room_for(session.context, incoming.batch, master.address)
    )
    return done(incoming, InboxStatus.DONE, obeyed.note, drafts, here)


def _hold(
    session: Session, incoming: Incoming, game: GameRow, master: MasterRow, why: Why
) -> Settled:
    """Right token, but not shown to be the game master's: it counts for nothing, and they hear of
    it."""
    with in_language(session.context, master.language):
        trusting = bool(session.context.config.mail.trusted_authserv)
        notice = held_notice(game, incoming.head.sender, why, trusting=trusting)
        header = for_master(session.context, game, master)
        told = pack_notice(
            session.context, notice, header, kind="held", game=game.id, turn=game.turn
        )
    drafts = sparing(session.context, incoming.batch, (told,), plays=True)
    return done(incoming, InboxStatus.IGNORED, f"as a game master: {why.value}", drafts, game.id)


def ask_master(session: Session, incoming: Incoming, *, void: bool) -> Settled | None:
    """A mail of somebody who runs games, which proves nothing: each of a few games' addresses
    goes to them. None where the sender runs none."""
    found = run_by(session, incoming.head.sender)[:MOST_OFFERED]
    if not found:
        return None
    note = "a game master's mail without a valid token"
    commands = commands_something(letter_of(incoming))
    if not commands and is_idle_again(session, incoming.head.sender, proven=False):
        return done(incoming, InboxStatus.DONE, f"{note}; {ENOUGH}")
    drafts = []
    for game, master in found:
        with in_language(session.context, master.language):
            header = for_master(session.context, game, master, in_reply_to=incoming.head.message_id)
            drafts.append(
                pack_notice(
                    session.context,
                    _asking(game, void=void),
                    header,
                    kind="answer",
                    game=game.id,
                    turn=game.turn,
                )
            )
    answers = unproven(session.context, incoming, tuple(drafts), plays=True)
    return done(incoming, InboxStatus.DONE, note, answers)


def _asking(game: GameRow, *, void: bool) -> Notice:
    without = _(
        "Your mail did not carry the reply address that was given to you as its game "
        "master, so it could have been written by anyone. Nothing was changed."
    )
    return Notice(
        title=_("Please send your commands for {game} once more").format(game=game.title),
        paragraphs=(
            without_proof(void=True) if void else without,
            _("Reply to this mail with your commands, one on each line, and they count."),
        ),
        game_title=game.title,
        warning=True,
    )


def obey_master(session: MasterSession, *, sure: bool = True) -> Obeyed:
    """Carry out what a game master's mail says, each command once. What only changed the game is
    told in one mail, with how it then stands. Where it is `sure` that a person wrote it, a plain
    reply to a player's letter goes there."""
    people = _people(session)
    found, commands = read_mail(session, people.knows)
    if not (commands or found.press):
        asked = asked_in_subject(session.connection, session.letter, of_master=True)
        commands = [asked] if asked is not None else []
    wrong = misread(found, commands)
    letters = found.press
    if not (commands or letters or wrong) and sure:
        letters = plain_reply(session, found.own, people)
    if not (commands or letters):
        answer = session.answer(nothing_found(wrong or found.ignored))
        return Obeyed("no command found", (answer,), ordered=False, pressing=bool(wrong))
    verbs: list[str] = [command.verb for command in commands[:MOST_COMMANDS]]
    preview = "PREVIEW" in verbs
    kind = "answer"
    if "NEWKEY" in verbs and not preview:
        session, kind = (
            replace(session, master=renew_key(session, session.master), asked=None),
            "newkey",
        )
    note = ", ".join(["game master", *(verb.lower() for verb in verbs)])
    wanted = [command for command in commands[:MOST_COMMANDS] if command.verb != "PREVIEW"]
    if preview and not (wanted or letters):
        wanted = [Command("PREVIEW")]  # alone it asks to see what players will read
    drafts: list[OutboxDraft] = []
    keys: list[str] = []  # lines of the schedule that changed: players are told once
    before, shows = audit.next_number(session.connection, session.game.id), -1
    for number, command in enumerate(wanted, start=1):
        one = _carried_out(session, command, preview=preview)
        if isinstance(one, Stands) and command.verb == "SCHEDULE" and not preview:
            keys.append(command.key)
        if isinstance(one, Stands):
            shows = len(drafts) if shows < 0 else shows  # where the first that did something stands
        else:
            drafts.append(one if isinstance(one, OutboxDraft) else session.answer(one, kind))
        now = _as_it_stands(session)
        if now is None:
            if wanted[number:] or letters:
                drafts.append(session.answer(_refused(session, None, _deleted(session.game))))
            return Obeyed(note, tuple(drafts))
        session = now
    if keys:
        ending.tell_of_schedule(session, session.game, keys)
    if shows >= 0:
        whole = any(command.verb == "SHOW" for command in wanted)
        drafts.insert(shows, session.answer(how_it_stands(session, before, whole=whole), kind))
    if wrong:
        drafts.append(session.answer(left_out(wrong), kind))
    if not letters:
        return Obeyed(note, tuple(drafts))
    said = write_to_players(session, letters, _people(session), preview=preview)
    return Obeyed(f"{note}, press", (*drafts, session.answer(said)))


def _as_it_stands(session: MasterSession) -> MasterSession | None:
    """The same mail, the game as its commands so far have left it; None where they deleted it."""
    game = games.find_game(session.connection, session.game.id, lock=True)
    return replace(session, game=game) if game is not None else None


def _deleted(game: GameRow) -> str:
    said = _("{game} is deleted: nothing else that your mail says was carried out.")
    return said.format(game=game.title)


def _people(session: MasterSession) -> Directory:
    """Whom a game master can write to, by the words that players use."""
    game = session.game
    table = open_table(session.connection, game) if game.turn and game.status not in OVER else None
    seats = games.seats_of(session.connection, game.id)
    language = session.master.language or session.context.config.service.language
    return Directory(seats, MASTER_SEAT, language, table)


def _carried_out(
    session: MasterSession, command: Command, *, preview: bool
) -> Notice | OutboxDraft | Stands:
    """What came of one command: told, or the mail that asks to confirm it. What fails takes back
    its own writes."""
    form = FORMS[command.verb]
    if form.who is Who.CREATOR:
        return elsewhere(session, session.letter, session.master.address)
    if form.who is Who.PLAYER:
        said = _(
            "You write as the game master. For your seat, reply to a mail that you got as its "
            "player."
        )
        return _refused(session, command, f"{said} {may_stand()}" if form.of_orders else said)
    if not may(session.master, form.who):
        return _refused(session, command, _("Only owners of the game may do that."))
    if form.changes and preview and command.verb != "FOR":  # which only shows then, too
        return _refused(session, command, _("A mail with PREVIEW changes nothing."))
    if command.verb == "CONFIRM":
        return _confirmed(session, command)
    return _tried(session, command, form, confirmed=False)


def _tried(
    session: MasterSession, command: Command, form: CommandForm, *, confirmed: bool
) -> Notice | OutboxDraft | Stands:
    part = session.connection.begin_nested()
    try:
        asks = not confirmed and needs_confirmation(session, command)
        told = ACTS[command.verb](session, command)
    except (GameProblem, BadName) as problem:
        part.rollback()
        return _refused(session, command, str(problem), form)
    if asks:
        part.rollback()
        return _ask_to_confirm(session, command)
    part.commit()
    if isinstance(told, (OutboxDraft, Stands)):
        return told
    return msgspec.structs.replace(told, game_title=session.game.title)


def _ask_to_confirm(session: MasterSession, command: Command) -> OutboxDraft:
    until = session.context.clock.now() + CONFIRM_WITHIN
    place = (session.game.id, session.master.number)
    stands = (session.game.status, _chair(session, command))
    asked = ConfirmationRow(new_nonce(), *place, written(command), until, *stands)
    masters.add_confirmation(session.connection, asked)
    shown = what_would_change(session, command)
    notice = Notice(
        title=_("Do you mean {command} in {game}?").format(
            command=asked.asked, game=session.game.title
        ),
        paragraphs=(
            *((shown.title, *shown.paragraphs) if shown.title else ()),
            _("Nothing has changed yet."),
            _(
                "To have it done, reply to this very mail with the one word CONFIRM until {until}."
            ).format(until=session.until(until)),
            _(
                "If you did not ask for this, somebody has one of your mails: reply with NEWKEY, "
                "and the addresses in all earlier mails are void."
            ),
        ),
        bullets=shown.bullets,
        excerpts=shown.excerpts,
        game_title=session.game.title,
        warning=True,
    )
    return session.answer(notice, "confirm", asked.nonce)


def _confirmed(session: MasterSession, given: Command) -> Notice | OutboxDraft | Stands:
    if session.asked is None:
        said = _("CONFIRM counts only in reply to the mail that asks whether you mean it.")
        return _refused(session, given, said)
    masters.drop_confirmation(session.connection, session.asked.nonce)
    command = read_command(session.asked.asked, of_master=True)
    assert command is not None, "what is to be confirmed has been read before"
    command = replace(command, line=session.asked.asked)
    if (session.game.status, _chair(session, command)) != (
        session.asked.status,
        session.asked.chair,
    ):
        return _refused(
            session,
            command,
            _(
                "Since you asked for it the game or the seat has changed: it has begun, stopped or "
                "ended, or somebody else sits there. If you still mean it, ask again."
            ),
        )
    return _tried(session, command, FORMS[command.verb], confirmed=True)


def _chair(session: MasterSession, command: Command) -> str:
    """The nonce of the seat that a command concerns; empty for none."""
    found = games.find_seat(session.connection, session.game.id, command.seat)
    return found.nonce if found is not None else ""


def _refused(
    session: MasterSession, command: Command | None, why: str, form: CommandForm | None = None
) -> Notice:
    """Why a command was not carried out, with its line, and how such a one is written."""
    shown = []
    if command is not None and command.line:
        shown.append(Excerpt(_("You wrote:"), (command.line,)))
    if form is not None:
        shown.append(Excerpt(_("It is written like this:"), (form.example,)))
    return Notice(
        title=_("{command} was not done").format(command=command.verb)
        if command is not None
        else _("That was not done"),
        paragraphs=(why, _("Nothing was changed.")),
        excerpts=tuple(shown),
        game_title=session.game.title,
        warning=True,
    )


def written(command: Command) -> str:
    """A command as it can be read again."""
    parts = (
        command.verb,
        str(command.seat or command.number or ""),
        command.key.upper() if command.verb == "SEAT" else "",
        command.text,
        ", ".join(map(str, command.people)),
    )
    return " ".join(part for part in parts if part)
