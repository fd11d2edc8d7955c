"""One campaign's mails, as the service would ask for them."""

from __future__ import annotations

import email
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import cast
from zoneinfo import ZoneInfo

from pbem.engine.api import Level, Verdict
from pbem.engine.report import Bullets, Column, Paragraph, Picture, Report, Section, Table
from pbem.engine.scene import Scene
from pbem.mailer.outbound.contents import Addressing, Notice, Outcome, Receipt, ReportContext
from tests.mails import POLICY

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 22, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40

ADDRESSING = Addressing(
    to_name="Änne Müller",
    to_address="anne@example.org",
    reply_to="orders+spring.4.2.abcdefghijklmnop@play.example.net",
    from_name="Spring campaign",
    from_address="orders@play.example.net",
    message_id="<0123456789abcdef@play.example.net>",
    date=NOW,
    references=("<spring.2@play.example.net>", "<mine@example.org>"),
    in_reply_to="<mine@example.org>",
    tag="[spring.4.2.abcdefghijklmnop]",
)

_PLAYERS = ("Anna", "Bertrand", "Chiara", "Dmitri", "Łukasz")
_ITEMS = ("Economy", "Environment", "Education", "Science", "Defence")

STANDINGS = Table(
    columns=(
        Column("#", "right"),
        Column("Player"),
        *(Column(item, "right") for item in _ITEMS),
        Column("Total", "right"),
        Column("Change", "right"),
    ),
    rows=tuple(
        (
            str(place),
            player,
            *(f"{10 + 3 * place + k * 1.37:.2f}" for k in range(5)),
            f"{53 + 7 * place}.20",
            f"+{place}.10",
        )
        for place, player in enumerate(_PLAYERS, start=1)
    ),
    caption="After turn 3 of 12",
    mark=(1,),
)

REPORT = Report(
    title="Turn 3: what happened",
    headline="You are second of five with 67.20 points; Łukasz raided your Economy.",
    sections=(
        Section(
            "Standings",
            (
                STANDINGS,
                Picture(
                    "points",
                    Scene(720, 400, ()),
                    alt="Your total rose from 51.20 to 67.20 over three turns; Łukasz leads.",
                    caption="Points by turn",
                    svg=True,
                ),
            ),
        ),
        Section(
            "Your move and what came of it",
            (
                Paragraph("You put 60 % into Economy and 40 % into Environment."),
                Table(
                    (
                        Column("Item"),
                        Column("Share", "right"),
                        Column("New", "right"),
                        Column("What came of it"),
                    ),
                    (
                        (
                            "Economy",
                            "60 %",
                            "13.10",
                            "Cooperation with Anna and Chiara brought 4.20; Łukasz took 1.10 "
                            "before you could answer",
                        ),
                        ("Environment", "40 %", "9.00", "Nobody else"),
                    ),
                ),
                Paragraph("Łukasz attacked you and took 1.10 points of Economy.", tone="bad"),
                Paragraph("The alliance with Anna held.", tone="good"),
                Paragraph("Your malus grows next turn.", tone="warning"),
            ),
        ),
        Section(
            "Attacks",
            (
                Bullets(
                    (
                        "Łukasz attacked Economy 100-150 with 40 points, which is more than "
                        "anyone has thrown at it so far.",
                        "Nobody attacked Environment.",
                    )
                ),
            ),
        ),
    ),
    template=(
        "# Economy 60% coop 60 with 0-100 comp 40",
        "# Environment 40% coop 100 with *-*",
    ),
)

CONTEXT = ReportContext(
    game="spring",
    game_title="Spring campaign",
    ruleset="hegemon",
    ruleset_title="Hegemon",
    ruleset_version=1,
    turn=4,
    seat=2,
    player="Änne Müller",
    deadline=DEADLINE,
    without_orders="Without orders from you this is played:",
    played=("Economy 60% coop 60 with 0-100 comp 40",),
    players=("Anna", "Bertrand (automatic)"),
    notices=("One of our mails to you came back; this one is sent again.",),
    standing=("@ Economy 20% comp 10",),
    commitment="ab" * 32,
    data={"view": {"turn": 4}, "news": []},
)

RECEIPT = Receipt(
    outcome=Outcome.SAVED,
    game_title="Spring campaign",
    turn=4,
    open_turn=4,
    now=NOW,
    verdicts=(
        Verdict(1, "Economy 60% coop 60 with 0-100 comp 40", note="60 of 100 points spent"),
        Verdict(
            2,
            "Environment 45% coop 100 with *-*",
            Level.WARNED,
            "only 40 % are left; cut to 40 %",
            13,
            3,
        ),
        Verdict(
            3,
            "   Envirnment 10%",
            Level.REFUSED,
            "there is no item 'Envirnment'",
            4,
            10,
            "Environment",
        ),
    ),
    ignored=("Hello there, see you on Friday", "Anne"),
    held=("Economy 60% coop 60 with 0-100 comp 40", "Environment 40% coop 100 with *-*"),
    before=("Economy 50%", "Environment 40% coop 100 with *-*"),
    digest="7f3a9c21",
    standing=("Economy 20% comp 10",),
    later={6: ("Economy 100%",)},
    deadline=DEADLINE,
    waiting="The game waits for Anna, Chiara and you.",
    to_mend=True,
)

NOTICE = Notice(
    title="How orders are written",
    paragraphs=("One order on each line.",),
    bullets=("HELP sends this again.", "STATUS tells who is in."),
    lines=("Economy 60% coop 60 with 0-100", "Environment 40%"),
    closing=("Good luck!",),
    game_title="Spring campaign",
)


def parsed(data: bytes) -> EmailMessage:
    """The mail as a mail program reads it."""
    return cast(EmailMessage, email.message_from_bytes(data, policy=POLICY))


def body(data: bytes, kind: str = "plain") -> str:
    """Its text or HTML."""
    part = parsed(data).get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
