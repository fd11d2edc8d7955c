"""What those who watch a game can ask for by mail: one function for each command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Wish
from pbem.mailer.inbound.press import Block
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import in_language
from pbem.service.intake.commands.listing import offered
from pbem.service.intake.commands.rulebooks import rules_notice
from pbem.service.intake.commands.watching import stop_notice, watch_for
from pbem.service.intake.guesses import nothing_came_of
from pbem.service.intake.observer_session import ObserverSession
from pbem.service.observing.asking import commands
from pbem.service.observing.spectator import how_long, report_draft
from pbem.service.play.masters import running_seats
from pbem.service.play.reports import who
from pbem.service.press.writing import wrapped
from pbem.service.wishes import BadWish, read_language, read_quiet, read_zone, switched
from pbem.store import games, observers, stories
from pbem.store.observing import ObserverRow
from pbem.store.people import wish
from pbem.store.records import GameRow, GameStatus, OutboxDraft
from pbem.store.wishes import USUAL

MOST_WATCHED = 20
"""Games of those watched that LIST tells of."""


def explain(session: ObserverSession, _command: Command) -> list[OutboxDraft]:
    notice = Notice(
        title=_("What you can ask while you watch {game}").format(game=session.game.title),
        paragraphs=(_("Reply to this mail with commands, one on each line."),),
        bullets=commands(),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


def nothing_found(
    game: GameRow, letters: Sequence[Block] = (), lines: Sequence[str] = ()
) -> Notice:
    """That a mail asks for nothing that somebody may have who watches, with the letters in it, and
    the `lines` that look like commands."""
    shown = tuple(
        line
        for one in letters
        for line in (f"TO {one.header.names}:", *wrapped("\n".join(one.lines)))
    )
    return Notice(
        title=_("Nothing in your mail counts while you watch"),
        paragraphs=(
            _(
                "You watch {game} and have no seat in it: orders and letters from you go nowhere. "
                "This is what you can ask for, one command on each line:"
            ).format(game=game.title),
        ),
        bullets=commands(),
        excerpts=(
            *nothing_came_of(lines, ANSWERS),
            *((Excerpt(_("Nothing was sent:"), shown),) if shown else ()),
        ),
        game_title=game.title,
        warning=True,
    )


def stand(session: ObserverSession, _command: Command) -> list[OutboxDraft]:
    game = session.game
    seats = games.seats_of(session.connection, game.id)
    running = running_seats(session.context, session.connection, game.id, seats)
    notice = Notice(
        title=_("{game}: where things stand").format(game=game.title),
        paragraphs=(*_stands(session), _how_often(session.observer)),
        bullets=tuple(who(seat, seat.seat in running) for seat in seats),
        game_title=game.title,
    )
    return [session.answer(notice)]


def _stands(session: ObserverSession) -> Iterator[str]:
    match session.game.status:
        case GameStatus.FORMING:
            yield _("The game has not begun yet.")
        case GameStatus.FINISHED:
            yield _("The game is over.")
        case GameStatus.CANCELLED:
            yield _("{game} was cancelled.").format(game=session.game.title)
        case _:
            yield from how_long(session, session.game, session.reader)


def _how_often(row: ObserverRow) -> str:
    if row.each_turn:
        return _("You get a report of every turn.")
    return _("You get one report a day at the most.")


def past_report(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    """The report of a closed turn (0: the set-up), of that turn alone."""
    last = session.game.turn - 1
    turn = int(command.argument) if command.argument.isdigit() else last
    if not 0 <= turn <= last:
        said = (
            _("Reports run from turn {first} to turn {last}.").format(first=0, last=last)
            if last >= 0
            else _("The game has not begun yet.")
        )
        notice = Notice(
            title=_("There is no such report"),
            paragraphs=(said,),
            game_title=session.game.title,
        )
        return [session.answer(notice)]
    place = (session.game, session.observer, session.reader)
    return [replace(report_draft(session, *place, turn, turn), kind="copy")]


def wish_for_news(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    each = command.argument == "each turn"
    observers.change_observer(session.connection, session.observer, each_turn=each)
    said = _how_often(replace(session.observer, each_turn=each))
    return [session.answer(_changed(session, said))]


def wish_for_letters(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    if command.argument not in ("with report", "off"):
        notice = Notice(
            title=_("It is not clear which letters you want"),
            paragraphs=(_("Send one of these lines:"),),
            lines=("PRESS WITH REPORT", "PRESS OFF"),
            game_title=session.game.title,
            warning=True,
        )
        return [session.answer(notice)]
    wanted = command.argument == "with report"
    row, now = session.observer, session.context.clock.now()
    heard = row.heard if row.letters and wanted else now
    observers.change_observer(session.connection, row, letters=wanted, heard=heard)
    said = (
        _("What players write to all comes with your reports from now on.")
        if wanted
        else _("What players write to all does not come any more.")
    )
    return [session.answer(_changed(session, said))]


def _changed(session: ObserverSession, said: str) -> Notice:
    title = _("{game}: how you watch").format(game=session.game.title)
    return Notice(title=title, paragraphs=(said,), game_title=session.game.title)


def watch(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    """WATCH OFF ends it, WATCH and a game begins with another."""
    if command.key == "off" and command.argument in ("", session.game.id):
        observers.drop_observer(session.connection, session.observer)
        return [session.answer(stop_notice(session.game))]
    notice = watch_for(session, command, session.observer.address, session.batch.count_kind)
    return [session.answer(notice)]


def list_games(session: ObserverSession, _command: Command) -> list[OutboxDraft]:
    address = session.observer.address
    watched = observers.watched_from(session.connection, address)[:MOST_WATCHED]
    notice = Notice(
        title=_("What you watch"),
        bullets=tuple(_in_line(session, game) for game, _row in watched),
        chapters=(offered(session, address),),
    )
    return [session.answer(notice)]


def _in_line(session: ObserverSession, game: GameRow) -> str:
    match game.status:
        case GameStatus.FORMING:
            stands = _("The game has not begun yet.")
        case GameStatus.FINISHED | GameStatus.CANCELLED:
            stands = _("The game is over.")
        case _:
            stands = " ".join(how_long(session, game, session.reader))
    return f"{game.title} ({game.id}): {stands}"


def send_rules(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    played = (session.game,)
    return [
        session.answer(
            rules_notice(command.argument, session.game, played, session.language, pictures=True)
        )
    ]


def ask_for_story(session: ObserverSession, _command: Command) -> list[OutboxDraft]:
    game, row = session.game, session.observer
    if game.status is not GameStatus.FINISHED:
        said = _("The game is not over. Its story comes when it is.")
    elif stories.wrote_to(session.connection, game.id, row.address, session.context.clock.now()):
        said = _("It was written for you within a day. It is written once a day at the most.")
    else:
        now = session.context.clock.now()
        observers.change_observer(session.connection, row, story=now)
        said = _("It is being written, and comes in a mail of its own.")
    title = _("The story of {game}").format(game=game.title)
    return [session.answer(Notice(title=title, paragraphs=(said,)))]


def change_profile(session: ObserverSession, command: Command) -> list[OutboxDraft]:
    """Grant all that a mail wishes for, or nothing where something of it cannot be."""
    try:
        granted = _read(session, command.wishes)
    except BadWish as problem:
        return [session.answer(_profile(session, str(problem), refused=True))]
    if granted:
        wish(session.connection, session.observer.address, **granted)
        session = session.as_it_stands(session.observer)
    with in_language(session.context, session.reader.language or ""):
        said = _("It is changed as you wished.") if granted else ""
        return [session.answer(_profile(session, said))]


def _read(session: ObserverSession, wishes: Iterable[Wish]) -> dict[str, Any]:
    """What is changed, by columns. Raises BadWish."""
    found: dict[str, Any] = {}
    omits = USUAL if session.reader.omits is None else session.reader.omits
    for one in wishes:
        match one.key:
            case "zone":
                found["zone"] = read_zone(one.value)
            case "language":
                found["language"] = read_language(one.value)
            case "quiet":
                found["quiet"] = read_quiet(one.value)
            case "html" | "pictures" | "attachments" | "svg" | "console":
                omits = switched(omits, one.key, one.value == "on")
                found["omits"] = omits
            case _:
                line = f"PROFILE {one.value}"
                raise BadWish(_("It is not clear what {line} asks for.").format(line=line))
    return found


def _profile(session: ObserverSession, said: str, *, refused: bool = False) -> Notice:
    nothing = _("Nothing was changed. Each line below shows how a wish is written.")
    context, service = session.context, session.context.config.service
    zone = session.reader.zone or service.zone
    language = session.reader.language or service.language
    now = stamp(context.local(context.clock.now(), zone), language)
    return Notice(
        title=_("Your profile"),
        paragraphs=(
            *filter(None, (said,)),
            *((nothing,) if refused else ()),
            _("It is {now} where you are ({zone}).").format(now=now, zone=zone),
        ),
        excerpts=(
            Excerpt(
                _("This is how your mail can be changed:"),
                (
                    _("PROFILE ZONE Berlin"),
                    "PROFILE LANGUAGE Deutsch",
                    _("PROFILE QUIET 22-7"),
                    _("PROFILE TEXT ONLY"),
                    _("PROFILE NO PICTURES"),
                    _("PROFILE NO ATTACHMENTS"),
                    "PROFILE SVG",
                ),
            ),
        ),
        game_title=session.game.title,
        warning=refused,
    )


ANSWERS: Mapping[str, Callable[[ObserverSession, Command], list[OutboxDraft]]] = {
    "HELP": explain,
    "STATUS": stand,
    "REPORT": past_report,
    "NEWS": wish_for_news,
    "PRESS": wish_for_letters,
    "WATCH": watch,
    "LIST": list_games,
    "RULES": send_rules,
    "STORY": ask_for_story,
    "PROFILE": change_profile,
}
"""All other commands are for players or game masters."""
