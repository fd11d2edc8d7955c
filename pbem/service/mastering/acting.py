"""What game masters do in a player's place: orders given for a seat, a look at its position, and at
everything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import msgspec
from msgspec import structs

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import OF_ORDERS, Verb, read_command
from pbem.mailer.outbound.contents import File, Notice, Outcome, Receipt
from pbem.service.context import Session, in_language
from pbem.service.dispatch.post import for_seat, pack_receipt
from pbem.service.intake.ordering import submit, withdraw
from pbem.service.intake.submission import Submission
from pbem.service.mastering.acts import must_be_open, note
from pbem.service.mastering.releasing import must_see_the_truth
from pbem.service.play.ending import stand_of
from pbem.service.play.previews import Prospect, chapters_of, report_to
from pbem.service.play.table import GameProblem, closed_turn, game_named, open_table
from pbem.service.play.waiting import waits
from pbem.store import games, mail
from pbem.store.mastering import Deed, MasterRow
from pbem.store.records import GameRow, SeatRow

NO_SEAT = 0
TAKEN = (Outcome.SAVED, Outcome.SAME, Outcome.WITHDRAWN, Outcome.DONE, Outcome.WAITS)
"""What came of orders that the seat's player has to hear of."""


@dataclass(frozen=True)
class Given:
    """Orders as a game master gives them for a seat: by a mail (``number``, ``digest``) or not.
    ``words`` are the commands among them, once they are told apart."""

    seat: int
    lines: tuple[str, ...]
    received: datetime
    unread: tuple[str, ...] = ()
    number: int | None = None
    digest: str = ""
    words: frozenset[Verb] = frozenset()


def order_for(session: Session, game: GameRow, master: MasterRow, given: Given) -> Receipt:
    """Take orders for a seat as its player's own, who gets a receipt; returns the game master's.
    With PREVIEW they are shown and nothing is saved. Raises :class:`GameProblem`."""
    must_be_open(game)
    chair = _person(game, must_see_the_truth(session, game, master), given.seat)
    lines, words = _told_apart(given.lines)
    if not lines and words <= {"PREVIEW"}:
        raise GameProblem(_("Write the orders below that line, one on each line."))
    given = replace(given, lines=lines, words=words)
    part = session.connection.begin_nested()
    receipt = _submitted(session, game, chair, given)  # in the language of whoever gives them
    part.rollback()
    if "PREVIEW" in words:
        note(session, game, master, Deed.LOOK, seat=chair.seat)
        said = _("Nothing is saved. {name} (seat {seat}) hears by LOG that you looked.")
        return _for_master(session, master, receipt, chair, said)
    if receipt.outcome not in TAKEN:
        said = _("Nothing came of it, and {name} (seat {seat}) is told nothing.")
        return _for_master(session, master, receipt, chair, said)
    with in_language(session.context, chair.language):
        told = _submitted(session, game, chair, given)
        said = _("The game master has given these orders for you.")
        draft = pack_receipt(
            session.context,
            msgspec.structs.replace(told, foreword=said, waiting=_waiting(session, told, chair)),
            for_seat(session.context, game, chair, turn=game.turn),
            game=game.id,
            seat=chair.seat,
        )
    mail.queue_mails(session.connection, [draft])
    note(session, game, master, Deed.ORDERS, given.digest, seat=chair.seat)
    said = _("Given for {name} (seat {seat}), who reads the same:")
    return _for_master(session, master, receipt, chair, said)


def _told_apart(lines: Sequence[str]) -> tuple[tuple[str, ...], frozenset[Verb]]:
    """The order lines, and what is said of them. Raises :class:`GameProblem` for any other command,
    which the command line alone brings here."""
    commands = {line: read_command(line) for line in lines}
    for line, command in commands.items():
        if command is not None and command.verb not in OF_ORDERS:
            raise GameProblem(f"{line} is no order. {may_stand()}")
    words = frozenset(command.verb for command in commands.values() if command is not None)
    return tuple(line for line in lines if commands[line] is None), words


def may_stand() -> str:
    """What may be said of orders for a seat."""
    said = _("Among orders for a seat (FOR 3:) these words may stand: {words}.")
    return said.format(words=", ".join(OF_ORDERS))


def _for_master(
    session: Session, master: MasterRow, receipt: Receipt, chair: SeatRow, said: str
) -> Receipt:
    """The receipt as whoever gave the orders reads it, who has no seat."""
    reader = structs.replace(chair, seat=NO_SEAT, zone=master.zone, language=master.language)
    return msgspec.structs.replace(
        receipt,
        foreword=said.format(name=chair.name, seat=chair.seat),
        given_for=chair.seat,
        waiting=_waiting(session, receipt, reader),
    )


def _waiting(session: Session, receipt: Receipt, reader: SeatRow) -> str:
    """For whom the game waits now. Nobody has said DONE but the game master."""
    game = game_named(session.connection, reader.game)
    if not receipt.waiting:
        return ""
    stand = stand_of(session.connection, game)
    return waits(session.context, game, reader, stand.seats, stand.owing, sure=None)


def _submitted(session: Session, game: GameRow, chair: SeatRow, given: Given) -> Receipt:
    table = open_table(session.connection, game)
    words, lines = given.words, given.lines
    sent = Submission(
        game,
        chair,
        game.turn,
        lines,
        (),
        given.received,
        given.number,
        preview="PREVIEW" in words,
        done="DONE" in words and "WAIT" not in words,
        waits="WAIT" in words,
        unread=given.unread,
        fit=partial(table.ruleset.desk.fit, view=table.view(chair.seat)),
    )
    if "WITHDRAW" in words and "PREVIEW" not in words:
        receipt = withdraw(session, table, sent)
        if not lines:
            return receipt
        sent = replace(sent, game=games.find_game(session.connection, game.id) or game)
    return submit(session, table, sent)


def look_at(
    session: Session, game: GameRow, master: MasterRow, seat: int, *, pictures: bool = True
) -> Notice:
    """A seat's report as it is now, with `pictures` in a file. That it was looked at stands on
    record, and its player's LOG tells it."""
    must_be_open(game)
    chairs = must_see_the_truth(session, game, master)
    chair = next((one for one in chairs if one.seat == seat), None)
    if chair is None:
        raise GameProblem(
            _("There is no seat {seat} in {game}.").format(seat=seat, game=game.title)
        )
    note(session, game, master, Deed.LOOK, seat=seat)
    renderer = session.context.renderer if pictures else None
    return Notice(
        title=_("{game}: what seat {seat} sees").format(game=game.title, seat=seat),
        paragraphs=(_since(game), _("LOG tells its player that you looked.")),
        chapters=report_to(_as_told(session, game), chair, renderer),
    )


def look_at_all(session: Session, game: GameRow, master: MasterRow) -> Notice:
    """The whole state of a game: as spectators may see it, and all of it in a file. That it was
    looked at stands on record, and every player's LOG tells it."""
    must_be_open(game)
    must_see_the_truth(session, game, master)
    note(session, game, master, Deed.TRUTH)
    prospect = _as_told(session, game)
    state = json.loads(prospect.ruleset.codec.dump_state(prospect.state))
    data = json.dumps(state, indent=2, ensure_ascii=False).encode()
    return Notice(
        title=_("{game}: everything there is").format(game=game.title),
        paragraphs=(
            _since(game),
            _("The file truth.json has the whole state of the game, all that is hidden with it."),
            _("LOG tells the players that you looked."),
        ),
        closing=(_("What anybody may see:"),),
        chapters=chapters_of(prospect.report_of(None)),
        files=(File("truth.json", "application/json", data),),
    )


def _since(game: GameRow) -> str:
    said = _("This is how turn {turn} was opened.").format(turn=game.turn)
    if not game.results_wait:
        return said
    return " ".join((said, _("What has come of it waits, and PREVIEW shows that.")))


def _as_told(session: Session, game: GameRow) -> Prospect:
    """The position that players know, with what happened last."""
    table = open_table(session.connection, game)
    last = closed_turn(session.connection, game.id, game.turn - 1)
    return Prospect(table.ruleset, table.state, table.ruleset.codec.load_events(last.events))


def _person(game: GameRow, chairs: Sequence[SeatRow], seat: int) -> SeatRow:
    chair = next((one for one in chairs if one.seat == seat), None)
    if chair is None:
        raise GameProblem(
            _("There is no seat {seat} in {game}.").format(seat=seat, game=game.title)
        )
    if not chair.has_person:
        raise GameProblem(_("No person has seat {seat}.").format(seat=seat))
    return chair
