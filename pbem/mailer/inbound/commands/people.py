"""What an owner may ask of the service about who runs a game."""

from __future__ import annotations

import re

from pbem.engine.i18n import N_
from pbem.mailer.inbound.commands.forms import Command, CommandForm, Person, Verb, Who

MOST_PEOPLE = 50
"""People of one command; more are no list that anybody writes."""
_LINKED = re.compile(r"<mailto:[^<>]*>", re.IGNORECASE)
"""What some programs put behind an address that they made a link of."""
_PERSON = re.compile(
    r"(?P<name>[^<>,;@]*?)\s*<\s*(?P<address>[^<>\s@]+@[^<>\s@]+)\s*>|(?P<bare>[^<>\s,;@]+@[^<>\s,;@]+)"
)
_ROLES = {
    **dict.fromkeys(("assistant", "assistent", "assistentin", "assistante"), True),
    **dict.fromkeys(("owner", "eigner", "eignerin", "propriétaire", "proprietaire"), False),
}


def read_people(text: str) -> tuple[tuple[Person, ...], str]:
    """The people that a text names, by address and with their names where those stand before it,
    and what is left of it."""
    found: list[Person] = []

    def taken(match: re.Match[str]) -> str:
        name = (match["name"] or "").strip(" \"'.")
        found.append(Person(name, (match["address"] or match["bare"]).strip(".").lower()))
        return " "

    left = _PERSON.sub(taken, _LINKED.sub("", text))
    return tuple(dict.fromkeys(found)), left.strip(" ,;.!\t")


def _people(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """Whom a command names. Without an address it is one in capitals alone: "dismiss that" is no
    command."""
    behind = text[slice(*match.span("text"))] if match["text"] else ""
    people, left = read_people(behind)
    if not people and not text.split()[0].isupper():
        return None
    role = _ROLES.get(left.casefold())
    if role is not None and verb == "APPOINT":
        people = tuple(Person(one.name, one.address, assistant=role) for one in people)
        left = ""
    return Command(verb, people=people[:MOST_PEOPLE], strange=left)


def _one(verb: Verb, match: re.Match[str], text: str) -> Command | None:
    """Somebody by seat, name or address. More words in small letters are a sentence."""
    behind = text[slice(*match.span("text"))].strip(" .!") if match["text"] else ""
    behind = _SEAT.sub("", behind)
    if len(behind.split()) > 1 and not text.split()[0].isupper():
        return None
    return Command(verb, name=behind)


_SEAT = re.compile(r"^(?:seat|platz|si[eè]ge|#)\s*(?=\d)", re.IGNORECASE)
_BEHIND = r"(?:\s*:?\s+(?P<text>\S.*))?\s*[.!]*"

PEOPLE: tuple[CommandForm, ...] = (
    CommandForm(
        "APPOINT",
        ("appoint", "ernennen", "nommer"),
        "APPOINT Ada <ada@example.org> assistant",
        N_("APPOINT Ada <ada@example.org> lets somebody run the game too; ASSISTANT behind it."),
        behind=_BEHIND,
        read=_people,
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "DISMISS",
        ("dismiss", "entlassen", "révoquer", "revoquer"),
        "DISMISS ada@example.org",
        N_("DISMISS ada@example.org ends that."),
        behind=_BEHIND,
        read=_people,
        changes=True,
        who=Who.OWNER,
        confirm=True,
    ),
    CommandForm(
        "INVITE",
        ("invite", "einladen", "inviter"),
        "INVITE boris@example.org, chiara@example.org",
        N_("INVITE boris@example.org keeps a free seat for somebody and asks them to take it."),
        behind=_BEHIND,
        read=_people,
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "APPROVE",
        ("approve", "zulassen", "approuver"),
        "APPROVE 3",
        N_("APPROVE 3 (or a name) gives seat 3 to whoever has asked for it."),
        behind=_BEHIND,
        read=_one,
        changes=True,
        who=Who.OWNER,
    ),
    CommandForm(
        "REFUSE",
        ("refuse", "ablehnen", "refuser"),
        "REFUSE 3",
        N_("REFUSE 3 gives it to nobody, and tells them."),
        behind=_BEHIND,
        read=_one,
        changes=True,
        who=Who.OWNER,
    ),
)
"""Everything about people that an owner can ask for by mail."""
