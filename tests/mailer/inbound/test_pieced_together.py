"""Mails pieced together at random from what real clients write: none is more than can be read."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from pbem.engine.registry import load
from pbem.mailer.inbound.intake import take
from pbem.mailer.inbound.phrasebook import ALONE, DASHED, LABELS
from pbem.mailer.settings import MailSettings
from tests.mailer.inbound import clients_html, clients_plain
from tests.mailer.inbound.blocks import (
    DEFENSE,
    ECONOMY,
    ENVIRONMENT,
    PLAYER,
    REPORT,
    filled,
    mail,
    multipart,
    part,
    quote,
)
from tests.soaking import soak

SETTINGS = MailSettings()
MARKS = ("> ", ">", ">> ", "| ", "\t", "    ", "AM> ", "")
SIGNATURES = (
    "-- ",
    "--",
    "-- \nAnna Müller\n+49 30 1234",
    "Sent from my iPhone",
    "Anna",
    "Gruß\nAnna",
)
ALTERNATIVES = ("plain", "html", "alternative", "mixed", "attached")


def own_words(chance: random.Random) -> list[str]:
    lines = [
        ECONOMY,
        ENVIRONMENT,
        DEFENSE,
        "PREVIEW",
        "HELP",
        "@ PASS",
        "TURN 8: PASS",
        "",
        "* " + ECONOMY,
    ]
    return chance.sample([*lines, *clients_plain.GREETINGS.values()], chance.randint(0, 4))


def announcement(chance: random.Random) -> list[str]:
    """What stands above a quote, in any language; perhaps not all of it."""
    labels = chance.sample(sorted(LABELS), chance.randint(1, 5))
    found = chance.choice(
        [
            [chance.choice([*clients_plain.THUNDERBIRD.values()])],
            [
                chance.choice([*clients_html.GMAIL.values()])
                .replace("&lt;", "<")
                .replace("&gt;", ">")
            ],
            [
                f"{label.title()}: {chance.choice(('a@b.c', '3 May 2026 11:58', 'x'))}"
                for label in labels
            ],
            [f"-----{chance.choice(sorted(DASHED)).title()}-----"],
            [f"{chance.choice(sorted(ALONE)).title()}:"],
            ["_" * 32, "From: Play by mail <a@b.c>", "Sent: Sunday"],
        ]
    )
    return found[: chance.randint(1, len(found))]


def quoted(chance: random.Random) -> list[str]:
    """A part of the report, marked in one of the ways of mail programs, perhaps filled in."""
    report = filled(ECONOMY) if chance.random() < 0.3 else REPORT
    begin = chance.randint(0, len(report))
    return quote(report[begin : chance.randint(begin, len(report))], chance.choice(MARKS)).split(
        "\n"
    )


def body(chance: random.Random) -> str:
    pieces = [
        chance.choice((own_words, announcement, quoted, signature))(chance)
        for _piece in range(chance.randint(1, 7))
    ]
    return "\n".join(chain.from_iterable(pieces)) + chance.choice(("", "\n", "\n\n"))


def signature(chance: random.Random) -> list[str]:
    return chance.choice(SIGNATURES).split("\n")


def page(chance: random.Random) -> str:
    own, text = "<br>".join(own_words(chance)), "\n".join(announcement(chance))
    shown = clients_html.report_html()
    whole = clients_html.gmail(own, text, shown, "<div>".join(own_words(chance)))
    return whole[: chance.randint(1, len(whole))] if chance.random() < 0.3 else whole


def pieced_together(chance: random.Random) -> bytes:
    kind = chance.choice(ALTERNATIVES)
    flowed = chance.choice(("plain", "plain; format=flowed", "plain; format=flowed; delsp=yes"))
    encoding = chance.choice(("quoted-printable", "base64"))
    text = part(body(chance), flowed, encoding=encoding)
    shown = part(page(chance), "html", encoding=encoding)
    if kind == "plain":
        return mail(text)
    if kind == "html":
        return mail(shown)
    if kind == "alternative":
        return mail(multipart("alternative", "b1", text, shown))
    if kind == "mixed":
        return mail(multipart("mixed", "b1", text, part(body(chance), "plain")))
    name = 'Content-Disposition: attachment; filename="orders.txt"\r\n'
    return mail(multipart("mixed", "b1", text, name + part(body(chance), "plain")))


@pytest.mark.parametrize("mails", [300, soak(20_000)])
def test_no_mail_of_clients_pieces_raises(mails: int) -> None:
    fit = load("hegemon").desk.fit
    chance = random.Random(2026)
    taken = 0
    for _mail in range(mails):
        found = take(pieced_together(chance), fit, SETTINGS)
        assert found.head.sender == PLAYER
        assert (found.extraction is None) is (found.letter is None)
        taken += bool(found.extraction and found.extraction.taken)
    assert taken > mails // 5, "the pieces are no more orders than chance has it"
