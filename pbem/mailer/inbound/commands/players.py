"""What a player may ask of the service."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import ASKS, Command, CommandForm, Verb, Who

_NO_TOPIC = frozenset(
    {"me", "us", "him", "her", "them", "anyone", "needed", "wanted"}
    | {"mir", "uns", "ihm", "ihnen", "bitte", "gesucht", "moi", "nous", "toi"}
)
"""What stands behind "help" where it is cried for."""


def _help(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """HELP with one word behind it, the topic; "help me" is none."""
    topic = text[slice(*match.span("topic"))] if match["topic"] else ""
    return None if topic.casefold() in _NO_TOPIC else Command(verb, topic)


def _said_alone(verb: Verb, _match: re.Match[str], text: str) -> Command | None:
    """ "done." in small letters looks like the last word of a sentence that was wrapped."""
    return None if text[0].islower() and not text[-1].isalpha() else Command(verb)


def _orders(verb: Verb, _match: re.Match[str], text: str) -> Command | None:
    """ "Orders:" is what people write above theirs."""
    asked = text[-1] == "?" or (text.isupper() and text[-1] != ":")
    return Command(verb) if asked else None


def _of_turn(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, match["turn"] or "")


def _report(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, match["turn"] or "", key="full" if match["full"] else "")


def _of_game(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """A command about a game that may be named; more than three words are a sentence."""
    named = text[slice(*match.span("game"))].strip() if match["game"] else ""
    return Command(verb, named) if len(named.split()) <= 3 else None


def _wish(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, "each turn" if match["each"] else "digest")


def _console(verb: Verb, match: re.Match[str], _text: str) -> Command:
    switch = next((one for one in ("on", "off") if match[one]), "")
    return Command(verb, switch)


def _seat(verb: Verb, match: re.Match[str], text: str) -> Command:
    name = text[slice(*match.span("name"))].strip(" \"'.") if match["name"] else ""
    return Command(verb, match["game"].lower(), name)


_TURN = r"(?:\s+(?:(?:turn|runde|zug|tour)\s+|n[or]\.?\s*|#\s*)?(?P<turn>\d{1,6}))?"
_FULL = r"(?:\s+(?P<full>full|ganz|vollständig|complet))?"

PLAYERS: tuple[CommandForm, ...] = (
    CommandForm(
        "HELP",
        ("help", "hilfe", "aide"),
        "HELP",
        behind=r"(?:\s+(?P<topic>[^\W\d_]+))?" + ASKS,
        read=_help,
        in_subject=True,
        who=Who.ANYONE,
    ),
    CommandForm(
        "PREVIEW",
        ("preview", "vorschau", "aperçu", "apercu"),
        "PREVIEW",
        N_("PREVIEW shows what your orders would do and saves nothing."),
        behind=ASKS,
        who=Who.ANYONE,
        of_orders=True,
    ),
    CommandForm(
        "DONE",
        ("done", "fertig", "termine", "terminé"),
        "DONE",
        N_("DONE says that your orders are meant as they stand: the turn need not wait for you."),
        read=_said_alone,
        changes=True,
        of_orders=True,
    ),
    CommandForm(
        "WAIT",
        ("wait", "warten", "attendre"),
        "WAIT",
        N_("WAIT keeps the turn open until its deadline, though your orders are in."),
        read=_said_alone,
        changes=True,
        of_orders=True,
    ),
    CommandForm(
        "WITHDRAW",
        ("withdraw", "widerrufen", "annuler"),
        "WITHDRAW",
        N_("WITHDRAW takes your orders back (before the start: your seat)."),
        changes=True,
        of_orders=True,
    ),
    CommandForm(
        "STATUS",
        ("status", "statut"),
        "STATUS",
        N_("STATUS tells who is in and when the turn ends."),
        behind=ASKS,
        in_subject=True,
    ),
    CommandForm(
        "REPORT",
        ("report", "bericht", "rapport"),
        "REPORT 3",
        N_(
            "REPORT sends your last report again, REPORT 3 that of turn 3, REPORT FULL the newest "
            "with all that has not changed."
        ),
        behind=_TURN + _FULL + ASKS,
        read=_report,
        in_subject=True,
    ),
    CommandForm(
        "CONSOLE",
        ("console", "konsole"),
        "CONSOLE ON",
        N_(
            "CONSOLE sends a page in which you choose orders instead of typing them; CONSOLE ON "
            "with every report, CONSOLE OFF no more."
        ),
        behind=r"(?:\s+(?:(?P<on>on|an|ein|oui)|(?P<off>off|aus|non)))?" + ASKS,
        read=_console,
        in_subject=True,
        changes=True,
    ),
    CommandForm(
        "ORDERS",
        ("orders", "befehle", "ordres"),
        "ORDERS",
        N_("ORDERS shows your orders as they are held, as lines that you can send again."),
        behind=ASKS,
        read=_orders,
    ),
    CommandForm(
        "HISTORY",
        ("history", "verlauf", "historique"),
        "HISTORY",
        N_("HISTORY tells what you ordered in each turn so far, HISTORY 12 in those up to 12."),
        behind=_TURN + ASKS,
        read=_of_turn,
        in_subject=True,
    ),
    CommandForm(
        "RULES",
        ("rules", "regeln", "règles", "regles"),
        "RULES",
        N_("RULES sends the rulebook of this game, RULES <game> that of another."),
        behind=r"(?:\s+(?:(?:of|for|von|für|de|pour)\s+)?(?P<game>[^\W_][\w -]{0,30}?))?" + ASKS,
        read=_of_game,
        in_subject=True,
    ),
    CommandForm(
        "LIST",
        ("list", "liste"),
        "LIST",
        N_("LIST tells how your games stand, and which ones you can join."),
        behind=r"(?:\s+(?:(?:my|all)\s+)?games|\s+der\s+spiele|\s+des\s+parties)?" + ASKS,
        in_subject=True,
        who=Who.ANYONE,
    ),
    CommandForm(
        "NEWS",
        ("news", "nachrichten", "nouvelles"),
        "NEWS DIGEST",
        N_("NEWS EACH TURN brings you a report of every turn, NEWS DIGEST one a day at the most."),
        behind=(
            r"\s*:?\s+(?:(?P<each>(?:each|every)\s+turn|jede\s+runde|jeden\s+zug|chaque\s+tour)"
            r"|(?:daily\s+)?digest|daily|täglich|quotidiennes)\s*[.!]*"
        ),
        read=_wish,
        in_subject=True,
        changes=True,
    ),
    CommandForm(
        "NEWKEY",
        ("newkey", "new key", "neuer schlüssel", "nouvelle clé", "nouvelle cle"),
        "NEWKEY",
        N_("NEWKEY makes the addresses in all earlier mails void, and sends you a new one."),
        changes=True,
        who=Who.ANYONE,
    ),
    CommandForm(
        "RESIGN",
        ("resign", "aufgeben", "abandonner"),
        "RESIGN",
        N_("RESIGN hands your seat to the house bot, once you have confirmed it."),
        changes=True,
    ),
    CommandForm(
        "JOIN",
        ("join", "beitreten", "rejoindre"),
        "JOIN spring AS Anna",
        N_("JOIN <game> AS <name> takes a free seat in another game."),
        behind=(
            r"\s+(?:game\s+)?(?P<game>[a-z0-9][a-z0-9-]{0,30})"
            r"(?:\s+(?:as|als|comme)\s+(?P<name>\S.{0,59}))?"
        ),
        read=_seat,
        in_subject=True,
        changes=True,
    ),
)

AFTER: tuple[CommandForm, ...] = (
    CommandForm(
        "STORY",
        ("story", "geschichte", "récit", "recit"),
        "STORY",
        N_("STORY sends the story of a game that is over, STORY <game> that of another."),
        behind=r"(?:\s+(?:(?:of|von|de|du)\s+)?(?P<game>[^\W_][\w -]{0,30}?))?" + ASKS,
        read=_of_game,
        in_subject=True,
    ),
    CommandForm(
        "FAME",
        ("fame", "bestenliste", "palmarès", "palmares"),
        "FAME",
        N_("FAME shows who of those who want to be seen is rated how, FAME <game> in one game."),
        behind=r"(?:\s+(?:(?:of|von|de)\s+)?(?P<game>[^\W_][\w -]{0,30}?))?" + ASKS,
        read=_of_game,
        in_subject=True,
    ),
)
"""Everything that is asked when games are over."""
