"""What each command of a game master does: one function, from the mail and the command to what is
told of it. Raises GameProblem where it cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import COMMANDS, Command
from pbem.mailer.outbound.contents import Excerpt, File, Notice
from pbem.service.intake.commands import helping
from pbem.service.intake.commands.acting import let_out, look, order, preview
from pbem.service.intake.commands.watching import watch_for
from pbem.service.intake.master_session import MasterSession, must_be_of_open_turn
from pbem.service.mastering import (
    acts,
    effects,
    ending,
    listing,
    logbook,
    observing,
    people,
    rollback,
    seats,
    showing,
    troubles,
)
from pbem.service.mastering.masters import may
from pbem.service.mastering.moments import read_moment, read_span
from pbem.service.play.table import GameProblem, is_to_begin, schedule_of, waits_for
from pbem.service.story.telling import fits
from pbem.service.tools.archive import pack
from pbem.service.tools.export import exported
from pbem.store import audit, games, strangers
from pbem.store.mastering import Role
from pbem.store.records import NOT_TAKEN, OutboxDraft, SeatKind


@dataclass(frozen=True)
class Stands:
    """Nothing but how the game stands is told of a command; one mail tells it of all."""


CONFIRMED_KEYS = ("address", "bot", "release")
"""What of a seat is changed only once it was confirmed."""


def explain(session: MasterSession, _command: Command) -> Notice:
    refused = {form.verb for form in COMMANDS if not may(session.master, form.who)}
    if session.master.role is not Role.OWNER:
        refused.add("PREVIEW")
    return Notice(
        title=_("How to run {game} by mail").format(game=session.game.title),
        paragraphs=(_("Reply to this mail with commands, one on each line."),),
        chapters=helping.chapters(helping.OF_MASTERS, but=refused),
    )


def list_games(session: MasterSession, _command: Command) -> Notice:
    return listing.list_of(session, session.master)


def show(session: MasterSession, _command: Command) -> Stands:
    return Stands()


def trouble(session: MasterSession, _command: Command) -> Notice:
    return troubles.trouble(session, session.game, session.master)


def log(session: MasterSession, _command: Command) -> Notice:
    return logbook.log_of(session, session.game, zone=session.master.zone)


def start(session: MasterSession, _command: Command) -> Stands:
    acts.start(session, session.game, session.master)
    return Stands()


def pause(session: MasterSession, _command: Command) -> Stands:
    acts.pause(session, session.game, session.master)
    return Stands()


def resume(session: MasterSession, _command: Command) -> Stands:
    acts.resume(session, session.game, session.master)
    return Stands()


def deadline(session: MasterSession, command: Command) -> Stands:
    game = session.game
    zone = ZoneInfo(schedule_of(game).zone or session.context.config.service.zone)
    moment = read_moment(command.text, session.context.clock.now(), game.deadline, zone)
    acts.set_deadline(session, game, session.master, moment)
    return Stands()


def extend(session: MasterSession, command: Command) -> Stands:
    by = read_span(command.text)
    acts.extend(session, session.game, session.master, by)
    return Stands()


def close_now(session: MasterSession, _command: Command) -> Notice:
    _for_this_turn(session)
    game = acts.close_now(session, session.game, session.master)
    return Notice(
        title=_("{game}: turn {turn} closes").format(game=game.title, turn=game.turn),
        paragraphs=(_("It closes within minutes, as soon as all mail has been read."),),
    )


def take_back(session: MasterSession, command: Command) -> Stands:
    _for_this_turn(session)
    rollback.roll_back(session, session.game, session.master, command.number)
    return Stands()


def change_schedule(session: MasterSession, command: Command) -> Stands:
    ending.change_schedule(session, session.game, session.master, command.key, command.text)
    return Stands()


def keep_note(session: MasterSession, command: Command) -> Stands:
    if not command.text:
        raise GameProblem(_("Write what is to be noted behind the word."))
    acts.keep_note(session, session.game, session.master, command.text)
    return Stands()


def eject(session: MasterSession, command: Command) -> Stands:
    seats.eject(session, session.game, session.master, command.seat)
    return Stands()


def seat(session: MasterSession, command: Command) -> Stands:
    game, master, text = session.game, session.master, command.text
    match command.key:
        case "address" if text:
            seats.give_to(session, game, master, command.seat, text)
        case "bot":
            seats.give_to_bot(session, game, master, command.seat, text)
        case "name" if text:
            seats.rename(session, game, master, command.seat, text)
        case "language" if text:
            seats.set_language(session, game, master, command.seat, text)
        case "zone" if text:
            seats.set_zone(session, game, master, command.seat, text)
        case "release" if not text:
            seats.release(session, game, master, command.seat)
        case _:
            raise GameProblem(_("Write which seat, what of it, and to what it is to be changed."))
    return Stands()


def cancel(session: MasterSession, _command: Command) -> Stands:
    ending.cancel(session, session.game, session.master)
    return Stands()


def archive(session: MasterSession, _command: Command) -> Notice:
    """The game's record comes with the answer, where it has one that goes into a mail."""
    since = audit.next_number(session.connection, session.game.id)
    game = ending.archive(session, session.game, session.master)
    notice = how_it_stands(replace(session, game=game), since)
    if not session.game.turn:
        return notice
    data = pack(exported(session.connection, session.game, session.context.clock.now()))
    name = f"{session.game.id}.pbem.zip"
    if not fits(data):
        large = _(
            "The game's record is too large for a mail. On the service's machine this writes it:"
        )
        shown = Excerpt(large, (f"pbem export {session.game.id}",))
        return msgspec.structs.replace(notice, excerpts=(*notice.excerpts, shown))
    said = _("The file {file} is the game's record.").format(file=name)
    return msgspec.structs.replace(
        notice,
        paragraphs=(*notice.paragraphs, said),
        files=(File(name, "application/zip", data),),
    )


def appoint(session: MasterSession, command: Command) -> Stands:
    people.appoint(session, session.game, session.master, command)
    return Stands()


def invite(session: MasterSession, command: Command) -> Stands:
    if command.strange:
        raise GameProblem(_("{text} is no mail address.").format(text=command.strange))
    people.invite(session, session.game, session.master, command.people)
    return Stands()


def approve(session: MasterSession, command: Command) -> Stands:
    people.approve(session, session.game, session.master, command.name)
    return Stands()


def refuse(session: MasterSession, command: Command) -> Stands:
    people.refuse(session, session.game, session.master, command.name)
    return Stands()


def dismiss(session: MasterSession, command: Command) -> Stands:
    people.dismiss(session, session.game, session.master, command)
    return Stands()


def delete(session: MasterSession, _command: Command) -> Notice:
    gone = ending.delete(session, session.game, session.master)
    return Notice(
        title=_("{game} is deleted").format(game=gone.title),
        paragraphs=(_("Nothing of its record is kept."),),
    )


def new_key(session: MasterSession, _command: Command) -> Notice:
    """The address of the new key, which the game master has already."""
    return Notice(
        title=_("{game}: you have a new reply address").format(game=session.game.title),
        paragraphs=(
            _(
                "From now on reply to this mail, and to those that come after it. The addresses in "
                "all earlier mails are void."
            ),
        ),
    )


def watch(session: MasterSession, command: Command) -> Notice:
    """A game master watches a game as anybody does."""
    counted = partial(strangers.count_kind, session.connection)
    return watch_for(session, command, session.master.address, counted)


def name_observer(session: MasterSession, command: Command) -> Stands:
    act = observing.remove if command.key == "off" else observing.add
    act(session, session.game, session.master, command.text)
    return Stands()


def make_public(session: MasterSession, command: Command) -> Stands:
    if not command.key:
        raise GameProblem(_("Write PUBLIC ON or PUBLIC OFF."))
    act = observing.show if command.key == "on" else observing.hide
    act(session, session.game, session.master)
    return Stands()


def how_it_stands(session: MasterSession, since: int, *, whole: bool = False) -> Notice:
    """What a game is like after acts, those from number `since` on told above it; the `whole` of
    it where that was asked for."""
    notice = showing.shown(session, session.game, session.master, whole=whole)
    owner = session.master.role is Role.OWNER
    guests = tuple(people.guests(session, session.game, addresses=owner))
    did = logbook.done_since(session, session.game, session.master, since)
    return msgspec.structs.replace(
        notice,
        paragraphs=(*did, *notice.paragraphs),
        bullets=(*notice.bullets, *guests),
        game_title=session.game.title,
    )


def _for_this_turn(session: MasterSession) -> None:
    """Refuse what was confirmed for a turn that is closed."""
    if session.asked is not None:
        must_be_of_open_turn(session)


def needs_confirmation(session: MasterSession, command: Command) -> bool:
    """Whether a command is carried out only by the reply to a second mail."""
    match command.verb:
        case "SEAT":
            return command.key in CONFIRMED_KEYS
        case "CLOSE NOW":
            return not session.is_of_open_turn or bool(waits_for(session.connection, session.game))
    return next(form for form in COMMANDS if form.verb == command.verb).confirm


def what_would_change(session: MasterSession, command: Command) -> Notice:
    """What a command that is to be confirmed would change, where that needs to be shown."""
    game = session.game
    match command.verb:
        case "EJECT" if game.turn:
            return effects.of_ejecting(session, game, command.seat)
        case "EJECT" | "SEAT":
            return Notice(title=_effect(session, command), paragraphs=_begins(session, command))
        case "APPOINT" | "DISMISS":
            return people.who_is_meant(command)
        case "ROLLBACK":
            return rollback.preview(session, game, session.master, command.number)
        case "START":
            return effects.of_starting(session, game)
        case "CLOSE NOW":
            return effects.of_closing(session, game)
        case "CANCEL":
            return effects.of_cancelling(session, game)
        case "DELETE":
            return effects.of_deleting(session, game)
    return Notice(title="")


def _effect(session: MasterSession, command: Command) -> str:
    """Who loses what to whom by a command about a seat."""
    chair = games.find_seat(session.connection, session.game.id, command.seat)
    if command.key == "bot" and chair is not None and chair.kind in NOT_TAKEN:
        return _("Seat {seat}, which nobody has, goes to a bot.").format(seat=command.seat)
    if command.key == "address":
        said = _("Seat {seat}, now {name}, goes to {to}.")
    elif command.key == "bot":
        said = _("Seat {seat}, now {name}, goes to a bot.")
    else:
        said = _("Seat {seat}, now {name}, falls free.")
    return said.format(seat=command.seat, name=chair.name if chair else "", to=command.text)


def _begins(session: MasterSession, command: Command) -> tuple[str, ...]:
    """That a game begins with that, where no other seat is free."""
    chairs = games.seats_of(session.connection, session.game.id)
    taken = [
        structs.replace(chair, kind=SeatKind.BOT) if chair.seat == command.seat else chair
        for chair in chairs
    ]
    gives = command.key in ("address", "bot")
    return (_("All seats are taken then, and the game begins."),) * (
        gives and is_to_begin(session.game, taken)
    )


ACTS: Mapping[str, Callable[[MasterSession, Command], Notice | OutboxDraft | Stands]] = {
    "HELP": explain,
    "LIST": list_games,
    "SHOW": show,
    "TROUBLE": trouble,
    "START": start,
    "PAUSE": pause,
    "RESUME": resume,
    "DEADLINE": deadline,
    "EXTEND": extend,
    "CLOSE NOW": close_now,
    "ROLLBACK": take_back,
    "RELEASE": let_out,
    "PREVIEW": preview,
    "FOR": order,
    "VIEW": look,
    "SCHEDULE": change_schedule,
    "NOTE": keep_note,
    "LOG": log,
    "EJECT": eject,
    "SEAT": seat,
    "CANCEL": cancel,
    "ARCHIVE": archive,
    "DELETE": delete,
    "NEWKEY": new_key,
    "APPOINT": appoint,
    "DISMISS": dismiss,
    "INVITE": invite,
    "APPROVE": approve,
    "REFUSE": refuse,
    "WATCH": watch,
    "OBSERVER": name_observer,
    "PUBLIC": make_public,
}
"""CONFIRM is missing here: it carries out what another mail asked for."""
