"""Our own mails, sent back in any manner, order nothing but what the player wrote into them."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from pbem.engine.api import Fit
from pbem.engine.report import Form, Forms
from pbem.mailer.inbound.intake import take
from pbem.mailer.outbound.compose import notice_mail, receipt_mail, report_mail
from pbem.mailer.outbound.contents import Chapter
from pbem.mailer.settings import MailSettings
from tests.mailer.outbound.samples import ADDRESSING, CONTEXT, NOTICE, RECEIPT, REPORT, body

_FORMS = (
    Form("Economy 60%", says="A share says how much goes to it."),
    Form("Economy 60% coop 10", pattern="Economy percent [coop percent]"),
    Form(pattern="Environment 10%"),
    Form("RESIGN", says="Gives the seat up."),
)
HELP = structs.replace(NOTICE, chapters=(Chapter("Orders", (Forms(_FORMS),)),))
OURS = {
    "report": body(report_mail(REPORT, {}, {}, CONTEXT, ADDRESSING)),
    "receipt": body(receipt_mail(RECEIPT, ADDRESSING)),
    "notice": body(notice_mail(NOTICE, ADDRESSING)),
    "help": body(notice_mail(HELP, ADDRESSING)),
}


def fit(line: str) -> Fit:
    """As a ruleset's grammar: an item and a share without a blank before its sign."""
    return Fit.ORDER if re.match(r"\s*(Economy|Environment)\s+\d+%", line) else Fit.NO


def taken(text: str) -> tuple[str, ...]:
    head = (
        "From: anne@example.org\r\nTo: orders@play.example.net\r\nMessage-ID: <1@example.org>\r\n"
    )
    raw = f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()
    extraction = take(raw, fit, MailSettings()).extraction
    assert extraction is not None
    return extraction.taken


@pytest.mark.parametrize("kind", OURS)
def test_sent_back_untouched_it_orders_nothing(kind: str) -> None:
    assert taken(OURS[kind]) == ()


@pytest.mark.parametrize("kind", OURS)
def test_below_a_players_lines_it_adds_nothing(kind: str) -> None:
    outlook = (
        "Economy 100%\n\nFrom: Spring campaign <orders@play.example.net>\n"
        "Sent: Saturday, November 21, 2026 1:00 PM\nTo: Anne\nSubject: Turn 3\n\n"
    )
    quoted = "".join(f"> {line}\n" for line in OURS[kind].splitlines())
    assert taken(outlook + OURS[kind]) == ("Economy 100%",)
    gmail = "Economy 100%\n\nOn Sat, Nov 21, 2026 at 1:00 PM Spring <o@x.org> wrote:\n\n"
    assert taken(gmail + quoted) == ("Economy 100%",)


def test_what_is_written_into_the_template_is_taken() -> None:
    filled = OURS["report"].replace("# Environment 40%", "Environment 70%")
    assert taken(filled) == ("Environment 70% coop 100 with *-*",)
