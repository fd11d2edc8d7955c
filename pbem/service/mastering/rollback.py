"""Takes a game back to a turn that is over, as it was when that turn was opened.

What was played since stays on record (:mod:`pbem.store.undone`) and counts no more.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.context import Session, in_language
from pbem.service.dispatch.alerts import end_alert
from pbem.service.mastering.acts import must_be_open, note
from pbem.service.mastering.releasing import tell_of_no_release
from pbem.service.observing.telling import tell_of_rollback
from pbem.service.play.absence import decided
from pbem.service.play.close import closing_alert
from pbem.service.play.masters import playing_from, sees_the_truth
from pbem.service.play.news import report_since
from pbem.service.play.opening import plan_opening, write_opening
from pbem.service.play.previews import lines_of, the_first
from pbem.service.play.table import GameProblem, closed_turn, game_named, humans, schedule_of
from pbem.store import games, mail, masters, outbox, undone, votes
from pbem.store.mastering import Deed, MasterRow
from pbem.store.records import GameRow, OrdersRow, SeatRow, Source
from pbem.store.shown import forget_shown, note_shown

MOST_CHANGED = 40
"""Lines of one seat's report that a preview shows as changed."""


def roll_back(session: Session, game: GameRow, master: MasterRow, turn: int | None) -> GameRow:
    """Open a turn once more, with nobody's orders for it, and tell everybody."""
    turn = _over(session, game, turn)
    connection, now = session.connection, session.context.clock.now()
    if game.results_wait:
        tell_of_no_release(session, game, master)
    before = closed_turn(connection, game.id, turn - 1)
    sent = _sent_since(session, game, turn)
    ruleset = load(game.ruleset)
    undone.take_back(connection, game.id, game.rollbacks, turn)
    opening = plan_opening(
        session.context,
        ruleset,
        ruleset.codec.load_state(before.state),
        game=game.id,
        turn=turn,
        opened=now,
        schedule=schedule_of(game),
        seats=games.seats_of(connection, game.id),
        later={},
    )
    write_opening(connection, game.id, opening)
    games.change_game(
        connection,
        game.id,
        turn=turn,
        head=before.hash,
        rollbacks=game.rollbacks + 1,
        opened=now,
        deadline=opening.deadline,
        closes=opening.closes,
        reminded=0,
        stalled=None,
        paused=now if game.paused else None,
        closing=None,
        releases=None,
    )
    for kind in ("report", "reminder"):
        outbox.overtake(connection, game.id, kind)
    masters.drop_all_confirmations(connection, game.id)
    decided(connection, game.id)
    end_alert(connection, closing_alert(game.id))
    note(session, game, master, Deed.ROLLBACK, str(turn))
    _tell(session, game, sent)
    return game_named(connection, game.id)


def _over(session: Session, game: GameRow, turn: int | None) -> int:
    """A turn of the game that is over. Raises :class:`GameProblem` for any other."""
    must_be_open(game)
    if votes.agreed(session.connection, game.id) is not None:
        raise GameProblem(_("The players have ended the game by a vote."))
    last = _last_closed(game)
    if not last:
        raise GameProblem(_("No turn of {game} is over yet.").format(game=game.title))
    if turn is None or not 0 < turn <= last:
        raise GameProblem(_("Write a turn that is over, from 1 to {last}.").format(last=last))
    return turn


def _last_closed(game: GameRow) -> int:
    """The newest turn that was closed, be it that nobody has been told of it."""
    return game.turn if game.results_wait else game.turn - 1


def _sent_since(session: Session, game: GameRow, turn: int) -> dict[int, list[OrdersRow]]:
    """By seat, the orders that were sent for turns from this one on by who sits there, but for
    repeated lines: these are repeated again."""
    found: dict[int, list[OrdersRow]] = {}
    seats = games.seats_of(session.connection, game.id)
    repeating = {seat.seat for seat in seats if seat.standing}
    since = {seat.seat: seat.since for seat in seats}
    for undone_turn in range(turn, game.turn + 1):
        for seat, held in games.held_orders(session.connection, game.id, undone_turn).items():
            repeated = held.source is Source.STANDING and seat in repeating
            theirs = undone_turn >= since[seat]
            if held.orders is not None and theirs and not repeated:
                found.setdefault(seat, []).append(held)
    return found


def _tell(session: Session, before: GameRow, sent: Mapping[int, list[OrdersRow]]) -> None:
    """Every person gets the report of the turn that is open again, which supersedes all since."""
    game = game_named(session.connection, before.id)
    last, now = game.turn - 1, session.context.clock.now()
    for seat in games.seats_of(session.connection, game.id):
        told = seat.told + 1 if seat.told < last else min(max(seat.told_from, 0), last)
        people = {"told_from": told, "told": last, "told_at": now} if seat.has_person else {}
        fresh = {
            "missed": 0,
            "waited": 0,
            "told": min(seat.told, last),
            "since": min(seat.since, game.turn),
            **people,
        }
        games.change_seat(session.connection, game.id, seat.seat, **fresh)
    forget_shown(session.connection, game.id)
    written = []
    for seat in humans(games.seats_of(session.connection, game.id)):
        with in_language(session.context, seat.language):
            again = tuple(_excerpt(held) for held in sent.get(seat.seat, ()))
            said = (_supersedes(game, before), *([_once_more()] if again else ()))
            written.append(report_since(session, game, seat, seat.told_from, said, again))
    note_shown(session.connection, {one.seat: one.shown for one in written})
    mail.queue_mails(session.connection, [one.draft for one in written])
    tell_of_rollback(session, game)


def _supersedes(game: GameRow, before: GameRow) -> str:
    if game.turn == before.turn:
        untold = _(
            "The game master has taken turn {turn} back before anybody was told what came of it. "
            "It is open again."
        )
        return untold.format(turn=game.turn)
    last = _last_closed(before)
    gone = ngettext(
        "The game master has taken the game back to turn {turn}, which is open again. What was "
        "played in it is undone, and this report supersedes those that came after it.",
        "The game master has taken the game back to turn {turn}, which is open again. What was "
        "played in the turns {turn} to {last} is undone, and this report supersedes all that came "
        "after it.",
        last - game.turn + 1,
    )
    return gone.format(turn=game.turn, last=last)


def _once_more() -> str:
    return _(
        "What you sent for a turn that was taken back is not played again by itself. These were "
        "your orders: send again what you still want."
    )


def _excerpt(held: OrdersRow) -> Excerpt:
    return Excerpt(_("Sent for turn {turn}:").format(turn=held.turn), held.lines)


def preview(session: Session, game: GameRow, master: MasterRow, turn: int | None) -> Notice:
    """Whose reports change if a turn is opened once more; and line by line how, each from that
    seat's view and news alone, for who may see everything."""
    turn = _over(session, game, turn)
    ruleset = load(game.ruleset)
    seats = games.seats_of(session.connection, game.id)
    now, then = (_Stand(session, ruleset, game.id, last) for last in (game.turn - 1, turn - 1))
    changed = {seat: list(_changes(now.report_of(seat), then.report_of(seat))) for seat in seats}
    names = {
        seat: _("{name} (seat {seat})").format(name=seat.name, seat=seat.seat)
        for seat, lines in changed.items()
        if lines
    }
    if game.results_wait and turn == game.turn:
        return _untold(game)
    title = _("{game} would stand again as turn {turn} was opened.").format(
        game=game.title, turn=turn
    )
    if not names:
        return Notice(title=title, paragraphs=(_("No report changes."),))
    if not sees_the_truth(master, playing_from(session.connection, game.id)):
        said = _("The reports of these would be others:")
        return Notice(title=title, paragraphs=(said,), bullets=tuple(names.values()))
    masters.note_insider(session.connection, game.id, master.address)
    told = _("What goes from each report stands behind a minus, what comes behind a plus.")
    lines = tuple(
        Excerpt(_("{name}:").format(name=name), tuple(the_first(changed[seat], MOST_CHANGED)))
        for seat, name in names.items()
    )
    return Notice(title=title, paragraphs=(told,), excerpts=lines)


def _untold(game: GameRow) -> Notice:
    """What follows where nobody has been told what came of the turn."""
    return Notice(
        title=_(
            "Turn {turn} of {game} is open again, and what came of it is told to nobody."
        ).format(turn=game.turn, game=game.title),
        paragraphs=(
            _("Everybody gets back what they had ordered for it, to send again what they want."),
        ),
    )


class _Stand:
    """A game after a turn, as each seat is told of it."""

    def __init__(self, session: Session, ruleset: AnyRuleset, game: str, turn: int) -> None:
        row = closed_turn(session.connection, game, turn)
        self._ruleset = ruleset
        self._state = ruleset.codec.load_state(row.state)
        self._events = ruleset.codec.load_events(row.events)

    def report_of(self, seat: SeatRow) -> list[str]:
        view = self._ruleset.rules.view(self._state, seat.seat)
        report = self._ruleset.desk.report(view, news_for(seat.seat, self._events))
        return list(lines_of(report))


def _changes(now: list[str], then: list[str]) -> Iterator[str]:
    """What goes, behind a minus, and what comes, behind a plus."""
    matcher = difflib.SequenceMatcher(None, now, then, autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        if tag != "equal":
            yield from (f"- {line}" for line in now[start:end])
            yield from (f"+ {line}" for line in then[other_start:other_end])
