"""What anyone may ask without proof: to join a game, and how all this works."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.engine.phrases import in_a_row
from pbem.engine.registry import load, names
from pbem.engine.report import Form, Forms, Paragraph
from pbem.mailer.inbound.commands import (
    Command,
    Verb,
    bare_subject,
    read_command,
    read_subject,
)
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import (
    for_address,
    for_seat,
    language_at,
    pack_notice,
)
from pbem.service.intake.batch import Batch
from pbem.service.intake.commands.listing import (
    joinable,
    nothing_played,
    open_games,
    open_games_notice,
)
from pbem.service.intake.commands.rulebooks import rules_notice
from pbem.service.intake.commands.status import status_notice
from pbem.service.intake.limits import RULES
from pbem.service.observing.asking import CannotWatch, ask_to_watch, cannot_watch
from pbem.service.play.seating import reserve
from pbem.service.play.standby import asking_draft as confirming_draft
from pbem.service.play.standby import stand_by
from pbem.service.play.table import GameProblem
from pbem.store import mail
from pbem.store.records import GameRow, OutboxDraft, SeatRow
from pbem.store.standbys import standbys_at

UNDERSTOOD = frozenset(("JOIN", "LIST", "RULES", "WATCH", "STANDBY", "HELP"))
"""The words that those are reminded of who play nowhere."""
MOST_STANDS = 5
"""Of so many games at the most one mail without proof is told how they stand."""


class Obeyed(NamedTuple):
    """A note for the log (no orders in it), and the answers.

    ``ordered``: the mail held orders or commands, whether or not they could be taken.
    ``pressing``: lines of it were refused or not taken, which its author must hear of at once.
    ``corrects``: what its author was last told to hold may not be true any more; the receipt says
    what is.
    """

    note: str
    drafts: tuple[OutboxDraft, ...]
    ordered: bool = True
    pressing: bool = False
    corrects: bool = False


def join_drafts(
    session: Session,
    letter: Letter,
    command: Command,
    mail_id: int,
    *,
    batch: Batch,
    proven: bool = False,
) -> list[OutboxDraft]:
    """Carry out a JOIN: the mail that asks to confirm it, or why there is none."""
    joined = reserve(
        session,
        command.argument.lower(),
        letter.sender,
        command.name,
        known_as=letter.sender_name,
        mail_id=mail_id,
        counted=batch.count_kind,
        proven=proven,
    )
    if joined.draft is not None:
        return [joined.draft]
    notice = Notice(
        title=_("You could not join {game}").format(game=command.argument),
        paragraphs=(joined.problem,),
        chapters=_joinable(session),
        text_only=True,
    )
    return [answer_to(session, letter, notice)]


def _joinable(session: Session) -> tuple[Chapter, ...]:
    games = open_games(session)
    return (Chapter(_("Games that you can join"), (games,)),) if games.forms else ()


def _watch_draft(session: Session, letter: Letter, command: Command, batch: Batch) -> OutboxDraft:
    """The mail that asks to confirm a WATCH, or why there is none."""
    game, counted = command.argument, batch.count_kind
    try:
        draft = ask_to_watch(session, game, letter.sender, counted=counted)
    except CannotWatch as problem:
        return answer_to(session, letter, cannot_watch(str(problem)))
    assert draft is not None, "nothing is proven"
    return draft


def _standby_draft(session: Session, letter: Letter, command: Command) -> OutboxDraft:
    """The mail that asks to confirm a STANDBY, or why there is none."""
    try:
        if command.argument:
            row = stand_by(session, letter.sender, command.argument, proven=False)
            return confirming_draft(session, row)
        (row, *_more) = standbys_at(session.connection, letter.sender)
    except (GameProblem, ValueError) as problem:
        said = str(problem) if isinstance(problem, GameProblem) else _("You stand by for nothing.")
        notice = Notice(title=_("That was not done"), paragraphs=(said,), text_only=True)
        return answer_to(session, letter, notice)
    return confirming_draft(session, row)


def answer_to(
    session: Session, letter: Letter, notice: Notice, reader: str = "", *, kind: str = "answer"
) -> OutboxDraft:
    """A notice to whoever wrote a mail, whether or not they play; or to another address of
    theirs."""
    language = language_at(session.connection, letter.sender)
    header = for_address(
        session.context, reader or letter.sender, in_reply_to=letter.message_id, language=language
    )
    return pack_notice(session.context, notice, header, kind=kind)


def asked_in_subject(
    connection: Connection, letter: Letter, *, of_master: bool = False
) -> Command | None:
    """The command in a mail's subject, unless that is but the title of what it answers."""
    command = read_subject(letter.subject, of_master=of_master)
    if command is None:
        return None
    sent = mail.find_sent(connection, letter.in_reply_to) if letter.in_reply_to else None
    is_ours = sent is not None and bare_subject(sent.subject) == bare_subject(letter.subject)
    return None if is_ours else command


def obey_stranger(
    session: Session,
    letter: Letter,
    mail_id: int,
    known: Sequence[tuple[GameRow, SeatRow]] = (),
    *,
    batch: Batch,
    room: Callable[..., bool],
    answers_to: str = "",
) -> Obeyed | None:
    """What anyone may ask without proof: JOIN, HELP, LIST, and STATUS of the games that are `known`
    to be played from the sender's address. None where the mail asks nothing of the kind. Without
    `room` for an answer (:func:`pbem.service.intake.limits.has_room`) no seat is kept; a player
    can prove who asks for it. The answers go to the second address that the mail comes from, where
    `answers_to` names one, with word of what goes to the first."""
    obeyed = _obeyed(session, letter, mail_id, known, batch=batch, room=room, reader=answers_to)
    if not answers_to or obeyed is None or not obeyed.drafts:
        return obeyed
    if any(draft.recipient == answers_to for draft in obeyed.drafts):
        return obeyed
    told = answer_to(session, letter, _went_to_the_first(), answers_to)
    return obeyed._replace(drafts=(*obeyed.drafts, told))


def _obeyed(
    session: Session,
    letter: Letter,
    mail_id: int,
    known: Sequence[tuple[GameRow, SeatRow]],
    *,
    batch: Batch,
    room: Callable[..., bool],
    reader: str,
) -> Obeyed | None:
    extraction = extract(letter, _no_order)
    commands = [c for c in map(read_command, extraction.taken) if c is not None]
    if not commands and (asked := asked_in_subject(session.connection, letter)) is not None:
        commands = [asked]
    if any(c.verb == "PREVIEW" for c in commands):
        commands = [c for c in commands if not _asks_for_more(c)]
        if known and not commands:
            return None
        if not commands:
            return Obeyed("a preview", (answer_to(session, letter, _changes_nothing(), reader),))
    elif commands and known and _holds_orders(letter, known):
        return None  # the answer to a command would not say that the orders do not count
    wanted = {c.verb: c for c in reversed(commands)}
    if commands and not room(joins="JOIN" in wanted):
        if known:
            return None
        return Obeyed(f"{commands[0].verb.lower()}, and no answer is left for it", ())
    drafts = [
        *_asking(session, letter, wanted, mail_id, batch),
        *_telling(session, letter, wanted, known, reader),
    ]
    note = ", ".join(dict.fromkeys(c.verb.lower() for c in commands))
    return Obeyed(note, tuple(drafts)) if drafts else None


def _asking(
    session: Session, letter: Letter, wanted: Mapping[Verb, Command], mail_id: int, batch: Batch
) -> list[OutboxDraft]:
    """The mail that asks to confirm what a mail asks for, of which there is one at the most, or
    why there is none. It comes first, for a seat is kept by it."""
    if (join := wanted.get("JOIN")) is not None:
        return join_drafts(session, letter, join, mail_id, batch=batch)
    if (watch := wanted.get("WATCH")) is not None and watch.argument and not watch.key:
        return [_watch_draft(session, letter, watch, batch)]
    if (standby := wanted.get("STANDBY")) is not None:
        return [_standby_draft(session, letter, standby)]
    return []


def _telling(
    session: Session,
    letter: Letter,
    wanted: Mapping[Verb, Command],
    known: Sequence[tuple[GameRow, SeatRow]],
    reader: str,
) -> Iterator[OutboxDraft]:
    """What only tells something."""
    if known and "STATUS" in wanted:
        for place in known[:MOST_STANDS]:
            yield _stand(session, letter, *place, reader)
    if "LIST" in wanted:
        ended = () if known else nothing_played(session, letter.sender)
        yield answer_to(session, letter, open_games_notice(session, ended=ended), reader)
    if "CREATE" in wanted or "TEMPLATES" in wanted:
        yield answer_to(session, letter, _may_not_create(), reader)
    rules = wanted.get("RULES")
    if rules is not None and rules.argument:
        kind = "answer" if known else RULES
        yield _rules(session, letter, rules.argument, reader, kind=kind)
    elif rules is not None or "HELP" in wanted or ("STATUS" in wanted and not known):
        yield answer_to(session, letter, _help(session, known), reader)


def _rules(session: Session, letter: Letter, wanted: str, reader: str, *, kind: str) -> OutboxDraft:
    """The rulebook of a game that is named, or of one that anyone may join."""
    offers = [one.game for one in joinable(session)]
    language = language_at(session.connection, letter.sender)
    spoken = language or session.context.config.service.language
    notice = msgspec.structs.replace(rules_notice(wanted, None, offers, spoken), text_only=True)
    return answer_to(session, letter, notice, reader, kind=kind if notice.chapters else "answer")


def _help(session: Session, known: Sequence[tuple[GameRow, SeatRow]]) -> Notice:
    """How a stranger comes to play: no more than that. Whoever is `known` to play is told where
    answers about their games come from."""
    rulesets = [load(name) for name in names()]
    said = _("{name}: {what}")
    rules = (
        Form(f"RULES {one.name}", said.format(name=one.title, what=_(one.summary)))
        for one in rulesets
    )
    none = Chapter("", (Paragraph(_("No game has a free seat just now.")),))
    return Notice(
        title=_("How to play by mail"),
        paragraphs=(
            *_asked_in_reply(known),
            _("Games are played by mail here, against people and bots, in your own time."),
            _("Every game sends you reports; reply to one with orders, one on each line."),
            _("To take a seat, send a line such as: JOIN <game> AS <your name>"),
        ),
        chapters=(
            *(_joinable(session) or (none,)),
            Chapter(_("What is played here, and its rules"), (Forms(tuple(rules)),)),
        ),
        text_only=True,
    )


def _asked_in_reply(known: Sequence[tuple[GameRow, SeatRow]]) -> Iterator[str]:
    if known:
        told = _(
            "You play {games}. HELP, RULES and whatever else you ask of a game go into a reply to "
            "one of its reports."
        )
        yield told.format(games=in_a_row(sorted({game.title for game, _seat in known})))


def _went_to_the_first() -> Notice:
    return Notice(
        title=_("The answer went to your first address"),
        paragraphs=(_("What you ask for from here counts as asked for from there."),),
        text_only=True,
    )


def _asks_for_more(command: Command) -> bool:
    """Whether a command asks for what a second mail confirms; or only for a preview of it."""
    return command.verb in ("JOIN", "WATCH", "STANDBY", "CREATE", "PREVIEW")


def _changes_nothing() -> Notice:
    return Notice(
        title=_("Nothing was changed"),
        paragraphs=(_("A mail with PREVIEW changes nothing. Send it again without that word."),),
        text_only=True,
    )


def _may_not_create() -> Notice:
    return Notice(
        title=_("No game was made"),
        paragraphs=(_("Only people whom the operator of this service has named may make games."),),
        text_only=True,
    )


def _stand(
    session: Session, letter: Letter, game: GameRow, seat: SeatRow, reader: str
) -> OutboxDraft:
    """How a game stands, but for what the player has sent: this mail proves nothing."""
    with in_language(session.context, seat.language):
        notice = msgspec.structs.replace(status_notice(session, game, seat), excerpts=())
        header = for_seat(
            session.context, game, seat, turn=game.turn, in_reply_to=letter.message_id
        )
        header = msgspec.structs.replace(header, to_address=reader or header.to_address)
        return pack_notice(
            session.context,
            notice,
            header,
            kind="answer",
            game=game.id,
            turn=game.turn,
            seat=seat.seat,
        )


def orders_something(letter: Letter, known: Sequence[tuple[GameRow, SeatRow]]) -> bool:
    """Whether a mail holds orders for one of these games, or commands."""
    found = _found(letter, known)
    return found.orders_something or bool(found.unread)


def _holds_orders(letter: Letter, known: Sequence[tuple[GameRow, SeatRow]]) -> bool:
    """The same but for commands."""
    found = _found(letter, known)
    orders = any(read_command(line) is None for line in found.taken)
    return orders or bool(found.unread or found.press)


def _found(letter: Letter, known: Sequence[tuple[GameRow, SeatRow]]) -> Extraction:
    fits = [load(game.ruleset).desk.fit for game, _seat in known]

    def fit(line: str) -> Fit:
        found = {one(line) for one in fits}
        return next((f for f in (Fit.ORDER, Fit.NEARLY) if f in found), Fit.NO)

    return extract(letter, fit)


def _no_order(_line: str) -> Fit:
    return Fit.NO
