"""What HELP says of commands: by what they are about, each with an example."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from pbem.engine.i18n import N_, _
from pbem.engine.report import Bullets, Form, Forms
from pbem.mailer.inbound.commands import COMMANDS, CommandForm, Verb
from pbem.mailer.outbound.contents import Chapter

Topics = Sequence[tuple[str, Sequence["Verb | Form"]]]
"""Headings, and below each what can be written: commands, and lines that are none."""

OF_ORDERS: Topics = (
    (
        N_("Your orders"),
        (
            Form("@", N_("@ before a line repeats it every turn; @ NONE ends that.")),
            Form(
                "TURN 8:", N_("TURN 8: before a line keeps it for turn 8; TURN 8: NONE forgets it.")
            ),
            Form("#", N_("# begins a comment.")),
            *("PREVIEW", "DONE", "WAIT", "WITHDRAW", "ORDERS", "HISTORY"),
        ),
    ),
)
"""What concerns the orders of the open turn, which HELP tells beside those of the game."""
OF_SERVICE: Topics = (
    (N_("The game"), ("STATUS", "REPORT", "CONSOLE", "RULES", "LOG", "STORY", "EXTEND", "VOTE")),
    (
        N_("The others"),
        (
            Form(
                "TO Boris:",
                N_(
                    "TO Boris: begins a letter to Boris, TO ALL: one to everybody, TO GM: one to "
                    "the game master; it ends at a line END, or where your text ends."
                ),
            ),
            *("UNSAY", "PRESS", "BLOCK", "UNBLOCK"),
        ),
    ),
    (N_("When you are away"), ("VACATION", "SUBSTITUTE", "RESIGN")),
    (N_("Your mail"), ("NEWS", "PROFILE", "NEWKEY")),
    (N_("Other games"), ("LIST", "JOIN", "STANDBY", "WATCH", "FAME")),
)
"""All else that players may write, which HELP only names and HELP SERVICE tells."""
OF_PLAYERS: Topics = (*OF_ORDERS, *OF_SERVICE)
OF_MASTERS: Topics = (
    (
        N_("How it stands"),
        (
            *("SHOW", "TROUBLE", "LOG", "VIEW"),
            Form("PREVIEW", N_("PREVIEW alone shows what each player will read of the turn.")),
            Form("LIST", N_("LIST tells the games that you run, and what each waits for.")),
        ),
    ),
    (
        N_("Turns and time"),
        (
            *("START", "PAUSE", "RESUME", "DEADLINE", "EXTEND", "SCHEDULE", "CLOSE NOW"),
            *("RELEASE", "ROLLBACK", "FOR"),
        ),
    ),
    (
        N_("Players and others"),
        (
            *("INVITE", "APPROVE", "REFUSE", "SEAT", "EJECT"),
            Form(
                "TO Boris:",
                N_("TO Boris: begins a letter to a player, TO ALL: one to all; END ends it."),
            ),
            *("NOTE", "OBSERVER", "PUBLIC", "WATCH", "APPOINT", "DISMISS"),
        ),
    ),
    (N_("The end"), ("CANCEL", "ARCHIVE", "DELETE")),
    (
        N_("Your mail"),
        (
            "NEWKEY",
            Form(
                "CONFIRM",
                N_("CONFIRM, in reply to the mail that asks whether you mean it, has it done."),
            ),
        ),
    ),
)
RESIGNING = {
    "RESIGN": Form(
        "RESIGN",
        N_("RESIGN gives the game up as its rules have it, once you have confirmed it."),
    )
}
"""Where the rules of a game say what a resignation does, and no bot plays on."""

_BY_VERB: Mapping[Verb, CommandForm] = {form.verb: form for form in COMMANDS}


def told(form: CommandForm) -> Form:
    """A command as HELP tells it."""
    return Form(form.example, _(form.says))


def chapters(
    topics: Topics, but: Collection[str] = (), instead: Mapping[str, Form] = MappingProxyType({})
) -> tuple[Chapter, ...]:
    """All that can be written, but for these commands, which the reader may not give; with what is
    told of some `instead`."""
    found = (
        (heading, [instead.get(_name(one), one) for one in written if _name(one) not in but])
        for heading, written in topics
    )
    return tuple(
        Chapter(_(heading), (Forms(tuple(map(_form, written))),), level=2)
        for heading, written in found
        if written
    )


def named(topics: Topics) -> Bullets:
    """All that can be written, by name alone: "Other games: LIST, JOIN"."""
    told = _("{heading}: {names}")
    rows = ((heading, [_name(one).rstrip(":") for one in written]) for heading, written in topics)
    return Bullets(
        tuple(told.format(heading=_(heading), names=", ".join(names)) for heading, names in rows)
    )


def _name(one: Verb | Form) -> str:
    return one.line if isinstance(one, Form) else one


def _form(one: Verb | Form) -> Form:
    return Form(one.line, _(one.says)) if isinstance(one, Form) else told(_BY_VERB[one])
