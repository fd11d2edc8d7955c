"""What tells a player something: HELP, STATUS, REPORT, LOG; and that a command is not theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _
from pbem.engine.language.words import fold
from pbem.engine.registry import load
from pbem.engine.report import Bullets, Forms, Paragraph, Table, TextBlock
from pbem.engine.topics import of_order, order_words
from pbem.mailer.inbound.commands import COMMANDS, Command
from pbem.mailer.inbound.commands.forms import Wish
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.service.context import Session
from pbem.service.intake.commands.helping import (
    OF_ORDERS,
    OF_PLAYERS,
    OF_SERVICE,
    RESIGNING,
    chapters,
    named,
    told,
)
from pbem.service.intake.commands.profile import change_profile
from pbem.service.intake.commands.status import status_notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.mastering.logbook import log_of
from pbem.service.play.news import newest_report, old_report, oldest_report
from pbem.service.wishes import switched
from pbem.store.people import wish
from pbem.store.records import GameRow, GameStatus, Omission, OutboxDraft, SeatRow


def explain(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The one thing that is asked for: a topic of the game, one of its orders, or a command. Else
    the game's orders, with examples from the sender's own position, and its topics, then what is
    written with orders, and the names of all else that the service does."""
    ruleset, word = load(session.game.ruleset), command.argument
    manual = _manual(session, ruleset)
    more = _more(ruleset, manual)
    if fold(word) in _SERVICE:
        return [session.answer(_of_service(session, ruleset))]
    if word and (notice := _alone(session, ruleset, manual, word)) is not None:
        return [session.answer(notice)]
    if word and (notice := _spoken_of(session, ruleset, word, more)) is not None:
        return [session.answer(notice)]
    unknown = _(
        "HELP knows nothing of its own about {word}, so here is all of it. To write to somebody, "
        "begin with TO and their name."
    ).format(word=word)
    notice = Notice(
        title=_("How to play {game}").format(game=ruleset.title),
        paragraphs=(
            *((unknown, *more) if word else ()),
            _("Reply to your last report with orders, one on each line."),
        ),
        chapters=(
            Chapter("", manual),
            Chapter(_("On one thing alone"), tuple(map(Paragraph, more))),
            *(msgspec.structs.replace(one, level=1) for one in chapters(OF_ORDERS)),
            Chapter(
                _("What you may ask of the service"),
                (
                    named(OF_SERVICE),
                    Paragraph(_("HELP SERVICE tells what each of them does, with an example.")),
                ),
            ),
        ),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


_SERVICE = {"service", "dienst"}
"""What all is called that is asked of the service, in any language."""


def _of_service(session: MailSession, ruleset: AnyRuleset) -> Notice:
    """All that may be asked of the service, each with an example."""
    return Notice(
        title=_("What you may ask of the service"),
        paragraphs=(_("One on each line of a mail, in reply to any of this game."),),
        chapters=chapters(OF_PLAYERS, instead=RESIGNING if ruleset.resign else {}),
        game_title=session.game.title,
    )


def _alone(
    session: MailSession, ruleset: AnyRuleset, manual: Sequence[TextBlock], word: str
) -> Notice | None:
    """What is told of one word; None where nothing is called so."""
    title, blocks = word.upper(), of_order(manual, word)
    for topic in ruleset.topics:
        if fold(word) in map(fold, topic.words.values()):
            title, blocks = _(topic.title), topic.told(_view(session))
    if not blocks:
        forms = [form for form in COMMANDS if word.casefold() in form.words]
        blocks = (Forms(tuple(told(form) for form in forms if not form.is_masters_alone)),)
        if not blocks[0].forms:
            return None
    return Notice(
        title=_("{game}: {topic}").format(game=ruleset.title, topic=title),
        chapters=(Chapter("", (*blocks, *map(Paragraph, _more(ruleset, manual, but=word)))),),
        game_title=session.game.title,
    )


_LEAST_LETTERS = 4
"""Shorter words stand inside too many others."""


def _spoken_of(
    session: MailSession, ruleset: AnyRuleset, word: str, more: Sequence[str]
) -> Notice | None:
    """The topic that speaks most of a word that is none, as a heading of a report may be; None
    where none does more than others."""
    stem = fold(word).removesuffix("s")
    view = _view(session)
    told = [(topic, topic.told(view)) for topic in ruleset.topics]
    counts = [fold(" ".join(_texts(blocks))).count(stem) for _topic, blocks in told]
    most = max(counts, default=0)
    if len(stem) < _LEAST_LETTERS or not most or counts.count(most) > 1:
        return None
    topic, blocks = told[counts.index(most)]
    unknown = _("HELP knows nothing of its own about {word}, but this speaks of it.")
    return Notice(
        title=_("{game}: {topic}").format(game=ruleset.title, topic=_(topic.title)),
        paragraphs=(unknown.format(word=word),),
        chapters=(Chapter("", (*blocks, *map(Paragraph, more))),),
        game_title=session.game.title,
    )


def _texts(blocks: Sequence[TextBlock]) -> Iterator[str]:
    """The sentences and headings of a topic, without the cells of its tables."""
    for block in blocks:
        match block:
            case Paragraph(text=text):
                yield text
            case Bullets(items=items):
                yield from items
            case Table(columns=columns, caption=caption):
                yield from (caption, *(column.heading for column in columns))


def _more(ruleset: AnyRuleset, manual: Sequence[TextBlock], *, but: str = "") -> tuple[str, ...]:
    """Which topics there are, without the one that is called so."""
    others = (one for one in ruleset.topics if fold(but) not in map(fold, one.words.values()))
    asked = [f"HELP {topic.name}" for topic in others]
    listed = _("More: {topics}.").format(topics=", ".join(asked))
    orders = [f"HELP {word}" for word in order_words(manual)[:1]]
    one = _("{example} tells of that order alone, and so it is with each order and command.")
    return (
        *((listed,) if asked else ()),
        *(one.format(example=example) for example in orders),
    )


def _manual(session: MailSession, ruleset: AnyRuleset) -> tuple[TextBlock, ...]:
    view = _view(session)
    if view is None:
        return ruleset.desk.manual()
    return ruleset.desk.manual(view, session.table.asks.get(session.seat.seat))


def _view(session: MailSession) -> Any:
    """What the sender knows; None where no game is under way."""
    running = session.game.status == GameStatus.RUNNING
    return session.table.view(session.seat.seat) if running else None


def stand(session: MailSession, _command: Command) -> list[OutboxDraft]:
    return [session.answer(status_notice(session, session.game, session.seat))]


def past_report(session: MailSession, command: Command) -> list[OutboxDraft]:
    last = session.game.turn - 1
    turn = int(command.argument) if command.argument.isdigit() else last
    if not oldest_report(session.seat) <= turn <= last:
        return _no_report(session)
    whole = command.key == "full"
    return [report_again(session, session.game, session.seat, turn, whole=whole)]


def send_console(session: MailSession, command: Command) -> list[OutboxDraft]:
    """The newest report with the page in which orders are composed. With ON every report is to
    come so from now on, with OFF none."""
    seat, has_report = session.seat, session.game.turn > oldest_report(session.seat)
    if command.argument == "off" or (command.argument and not has_report):
        wishes = (Wish("console", command.argument),)
        return change_profile(session, Command("PROFILE", wishes=wishes))
    if not has_report:
        return _no_report(session)
    said: tuple[str, ...] = ()
    if command.argument:
        omits = switched(seat.omits, Omission.CONSOLE, True)
        wish(session.connection, seat.address or "", omits=omits)
        said = (_("From now on the console comes with every report; CONSOLE OFF ends that."),)
    sent = session.orders if session.turn == session.game.turn else ()
    return [newest_report(session, session.game, seat, said, console=True, sent=sent)]


def _no_report(session: MailSession) -> list[OutboxDraft]:
    first, last = oldest_report(session.seat), session.game.turn - 1
    notice = Notice(
        title=_("There is no such report"),
        paragraphs=(
            _("Reports run from turn {first} to turn {last}.").format(first=first, last=last)
            if last >= 0
            else _("The game has not begun yet."),
        ),
        game_title=session.game.title,
    )
    return [session.answer(notice)]


def report_again(
    session: Session, game: GameRow, seat: SeatRow, turn: int, *, whole: bool = False
) -> OutboxDraft:
    """The report of a closed turn (0: the set-up) once more; the newest with all that the seat
    has not been told of yet, and if it is to be `whole`, with what its last report listed."""
    if turn == game.turn - 1:
        return newest_report(session, game, seat, whole=whole)
    return old_report(session, game, seat, turn)


def refuse(session: MailSession, command: Command) -> list[OutboxDraft]:
    """That a command is not the player's to give."""
    notice = Notice(
        title=_("Only the game master may do that"),
        paragraphs=(
            _("{command} is a command of game masters. Nothing was changed.").format(
                command=command.verb
            ),
            _("A game master who plays replies to a mail that they got as the game master."),
        ),
        game_title=session.game.title,
        warning=True,
    )
    return [session.answer(notice)]


def log(session: MailSession, _command: Command) -> list[OutboxDraft]:
    """What game masters did that concerns the player, or everybody."""
    seat = session.seat
    notice = log_of(session, session.game, seat=seat.seat, zone=seat.zone, language=seat.language)
    return [session.answer(notice)]
