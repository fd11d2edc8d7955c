"""What a game master may ask of the service."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import ASKS, Command, CommandForm, Verb, Who

_SEAT = r"(?:seat|platz|si[eè]ge|#)?\s*(?P<seat>\d{1,4})"
_SEAT_TOO = _SEAT.replace("<seat>", "<seat_too>")
_TEXT = r"\s*:?\s+(?P<text>\S.*)"
_MAYBE = rf"(?:{_TEXT})?"
_TO = r"(?:(?:to|auf|bis|au)\s+)?(?:turn|zug|tour)"


def _says(verb: Verb, match: re.Match[str], text: str) -> Command:
    """A command with a text behind it, which may be missing."""
    return Command(verb, text=_behind(match, text))


def _behind(match: re.Match[str], text: str) -> str:
    return text[slice(*match.span("text"))].strip() if match["text"] else ""


def _lasts(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """ "extend it" in small letters is none: a span of time begins with a figure."""
    behind = _behind(match, text)
    meant = behind.lstrip("+")[:1].isdigit() or text.split()[0].isupper()
    return Command(verb, text=behind) if meant else None


def _of_seat(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, seat=int(match["seat"] or 0))


def _for_seat(verb: Verb, match: re.Match[str], text: str) -> Command:
    """A seat, and the first order line, where it stands behind the colon."""
    behind = _behind(match, text)
    seat = int(match["seat"] or match["seat_too"] or 0)
    return Command(verb, seat=seat, lines=(behind,) if behind else ())


def _to_look_at(verb: Verb, match: re.Match[str], _text: str) -> Command:
    return Command(verb, seat=int(match["seat"] or 0), key="truth" if match["truth"] else "")


def _to_turn(verb: Verb, match: re.Match[str], text: str) -> Command:
    number = int(match["turn"]) if match["turn"] else None
    return Command(verb, number=number, text=_behind(match, text))


def _keyed(verb: Verb, match: re.Match[str], text: str) -> Command:
    return Command(verb, key=(match["key"] or "").lower(), text=_behind(match, text))


def _seat(verb: Verb, match: re.Match[str], text: str) -> Command:
    found = (match["key"] or "").casefold()
    key = next((name for name, words in SEAT_WORDS.items() if found in words), found)
    return Command(verb, seat=int(match["seat"] or 0), key=key, text=_behind(match, text))


SEAT_WORDS = {
    "address": ("address", "adresse"),
    "bot": ("bot",),
    "name": ("name", "nom"),
    "language": ("language", "sprache", "langue"),
    "zone": ("zone", "zeitzone", "fuseau"),
    "release": ("release", "freigeben", "libérer", "liberer"),
}
"""What of a seat a game master may change, as it is written."""

MASTERS: tuple[CommandForm, ...] = (
    CommandForm(
        "SHOW",
        ("show", "zeigen", "montrer"),
        "SHOW",
        N_("SHOW tells who is in, who owes orders and what mail fails."),
        behind=ASKS,
        in_subject=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "TROUBLE",
        ("trouble", "probleme", "problèmes", "problemes"),
        "TROUBLE",
        N_("TROUBLE tells what needs you."),
        behind=ASKS,
        in_subject=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "START",
        ("start", "starten", "démarrer", "demarrer"),
        "START",
        N_("START begins a game that has not begun; bots take the seats that are still free."),
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "PAUSE",
        ("pause", "pausieren", "suspendre"),
        "PAUSE",
        N_("PAUSE stops the clock. Orders still count."),
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "RESUME",
        ("resume", "fortsetzen", "reprendre"),
        "RESUME",
        N_("RESUME starts it again; the deadline moves by as long as it stood."),
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "DEADLINE",
        ("deadline", "frist", "échéance", "echeance"),
        "DEADLINE 2026-12-24 20:00",
        N_("DEADLINE 2026-12-24 20:00 sets the deadline of the open turn."),
        behind=_MAYBE,
        read=_says,
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "EXTEND",
        ("extend", "verlängern", "prolonger"),
        "EXTEND 24",
        N_("EXTEND 24 gives everybody 24 hours more; players may where the game allows it."),
        behind=r"(?:\s*:?\s+(?P<text>\+?\d\S*(?:\s+[^\W\d_]+)?|\S+))?\s*[.!]*",
        read=_lasts,
        changes=True,
        who=Who.ANYONE,
    ),
    CommandForm(
        "CLOSE NOW",
        ("close now", "jetzt schließen", "jetzt schliessen", "clore maintenant"),
        "CLOSE NOW",
        N_("CLOSE NOW closes the open turn, whoever has not written."),
        changes=True,
        who=Who.MASTER,
        confirm=True,
    ),
    CommandForm(
        "ROLLBACK",
        ("rollback", "zurückdrehen", "zurueckdrehen", "reculer"),
        "ROLLBACK 5",
        N_("ROLLBACK 5 takes the game back to turn 5, as it was opened."),
        behind=rf"(?:\s+(?:{_TO}\s+)?(?P<turn>\d{{1,6}})\s*[.!]*|{_TEXT})?",
        read=_to_turn,
        changes=True,
        who=Who.MASTER,
        confirm=True,
    ),
    CommandForm(
        "RELEASE",
        ("release", "freigeben", "publier"),
        "RELEASE",
        N_("RELEASE sends the reports of a turn whose results wait for you."),
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "FOR",
        ("for", "für", "fuer", "pour"),
        "FOR 3:",
        N_("FOR 3: above order lines gives these orders for seat 3, whose player is told."),
        behind=rf"(?:(?:\s+{_SEAT})?\s*[.!:]*|\s+{_SEAT_TOO}\s*:{_MAYBE}|\s+[^:]{{1,60}}:)",
        read=_for_seat,
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "VIEW",
        ("view", "ansehen", "voir"),
        "VIEW 3",
        N_("VIEW 3 shows the report of seat 3 as it is now, VIEW TRUTH everything there is."),
        behind=rf"(?:\s+(?:(?P<truth>truth|wahrheit|v[ée]rit[ée])|{_SEAT}|[^\W\d_]+))?\s*[.!]*",
        read=_to_look_at,
        in_subject=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "SCHEDULE",
        ("schedule", "zeitplan", "calendrier"),
        'SCHEDULE weekdays = ["tue", "fri"]',
        N_("SCHEDULE grace = 2h changes a line of the game's schedule."),
        behind=r"(?:\s*:?\s+(?P<key>[a-z_]+)\s*=\s*(?P<text>\S.*))?",
        read=_keyed,
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "NOTE",
        ("note", "notiz"),
        "NOTE Chiara is away until Sunday",
        N_("NOTE keeps a line with the game, for game masters alone."),
        behind=_MAYBE,
        read=_says,
        changes=True,
        who=Who.MASTER,
    ),
    CommandForm(
        "LOG",
        ("log", "protokoll", "journal"),
        "LOG",
        N_("LOG tells what game masters did."),
        behind=ASKS,
        in_subject=True,
        who=Who.ANYONE,
    ),
    CommandForm(
        "EJECT",
        ("eject", "ausschließen", "ausschliessen", "exclure"),
        "EJECT 3",
        N_("EJECT 3 hands seat 3 to the house bot."),
        behind=rf"(?:\s+{_SEAT})?\s*[.!]*",
        read=_of_seat,
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "SEAT",
        ("seat", "platz", "siège"),
        "SEAT 3 ADDRESS dora@example.org",
        N_("SEAT 3 ADDRESS (or BOT, NAME, LANGUAGE, ZONE, RELEASE) changes who sits there."),
        behind=rf"(?:\s+(?P<seat>\d{{1,4}})(?:\s+(?P<key>[^\W\d_]+){_MAYBE})?)?",
        read=_seat,
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "CANCEL",
        ("cancel", "absagen", "interrompre"),
        "CANCEL",
        N_("CANCEL ends the game for good; all are told."),
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "ARCHIVE",
        ("archive", "archivieren", "archiver"),
        "ARCHIVE",
        N_("ARCHIVE takes a game that is over off the lists."),
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "DELETE",
        ("delete", "löschen", "supprimer"),
        "DELETE",
        N_("DELETE forgets a game that is over, cancelled or not begun."),
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "CONFIRM",
        ("confirm", "bestätigen", "confirmer"),
        "CONFIRM",
        changes=True,
        who=Who.MASTER,
    ),
)
"""Everything that game masters can ask for by mail."""
