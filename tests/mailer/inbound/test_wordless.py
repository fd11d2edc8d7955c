"""Quotes are told without knowing the language, and no player's own words are taken for one.

The languages of the introductions here are made up, so that no list helps.
"""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

import pytest

from pbem.engine.registry import load
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings

E = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"
V = "Environment 40 coop 100 with *-*"
OLD = "Defense 90% comp 100"
OURS = "orders+spring.1.2.abcdefghijklmnop@pbem.localhost"
TAG = "[spring.1.2.abcdefghijklmnop]"


def taken(body: str, kind: str = "text/plain") -> list[str]:
    head = (
        f"From: Anna Muster <anna@example.org>\r\nTo: Play <{OURS}>\r\n"
        f"Subject: Re: {TAG} turn 3\r\nContent-Type: {kind}; charset=utf-8\r\n\r\n"
    )
    raw = (head + body.replace("\n", "\r\n")).encode()
    extraction = take(raw, load("hegemon").desk.fit, MailSettings()).extraction
    assert extraction is not None
    return list(extraction.taken)


QUOTES = {
    "block that names the sender": f"Qo: Anna Muster <anna@example.org>\nXil: 17.11.2026 19:00\nWe: Play\nJut: x\n\n{OLD}",
    "block that names us": f"Xil: ma 17 kup 2026\nWe: {OURS}\n\n{OLD}",
    "block that names the tag": f"Qo: Anna\nJut: Re: {TAG} turn 3\n\n{OLD}",
    "block in bold": f"*Qo:* Anna Muster\n*We:* Play <{OURS}>\n\n{OLD}",
    "block of a script with marks": f"प्रेषक: Anna <anna@example.org>\nदिनांक: 17.11.2026 19:00\nविषय: {TAG}\n\n{OLD}",
    "block with fullwidth colons": f"ꯑꯏ：Anna <anna@example.org>\nꯇꯥꯡ：2026/11/17 19:00\n\n{OLD}",
    "block below dashes": f"-------- Xoti kal --------\nQo: Anna <anna@example.org>\nXil: 26/11/17 19:00 (GMT+09:00)\n\n{OLD}",
    "sentence that ends in a colon": f"Um Qildag, 17. Kup 2026 um 19:00:00 het Anna Muster <anna@yahoo.example> dos gesch:\n\n{OLD}",
    "sentence in two lines": f"Um Qildag, 17. Kup 2026 um 19:00:00 het Anna Muster\n<anna@yahoo.example> dos gesch:\n\n{OLD}",
    "date and address (Rambler)": f"17.11.2026, 19:00, Anna Muster <anna@rambler.example>\n\n{OLD}",
    "address and date": f"Anna Muster <anna@example.org> 2026-11-17 19:00\n\n{OLD}",
    "framed (GroupWise)": f">>> Anna Muster <anna@example.org> 17.11.2026 19:00 >>>\n\n{OLD}",
    "framed in a date of America": f'>>> "Anna Muster" <anna@example.org> 11/17/26 7:00 PM >>>\n{OLD}',
    "our address without its secret": f"Qo: x\nWe: orders@pbem.localhost\n\n{OLD}",
}


@pytest.mark.parametrize("name", QUOTES)
def test_what_stands_below_is_quoted(name: str) -> None:
    assert taken(f"Hi!\n{E}\n{V}\n\n{QUOTES[name]}\n") == [E, V]


def test_what_stands_below_is_quoted_in_html_too() -> None:
    body = (
        f"<div>{E}</div><div>{V}</div><div><br></div><div><b>Qo:</b> Anna &lt;anna@example.org&gt;</div>"
        f"<div><b>Xil:</b> 17.11.2026 19:00</div><div><b>We:</b> Play</div><div>{OLD}</div>"
    )
    assert taken(body, "text/html") == [E, V]


@pytest.mark.parametrize(
    "name", ["block that names the sender", "date and address (Rambler)", "framed (GroupWise)"]
)
def test_a_certain_quote_does_not_count_though_nothing_else_was_ordered(name: str) -> None:
    assert taken(f"Did you get this?\n\n{QUOTES[name]}\n") == []


TRAPS = {
    "letter head": f"From here to victory\nTo: everyone\n{E}\n{V}",
    "form above the orders": f"Name: Anna Muster\nMail: anna@example.org\nGame: {TAG}\nTurn: 3\n\n{E}\n{V}",
    "form below a greeting": f"Hello,\n\nName: Anna Muster\nMail: anna@example.org\nGame: {TAG}\n\n{E}\n{V}",
    "form of two lines": f"Hi\n\nPlayer: Anna\nAddress: anna@example.org\n{E}\n{V}",
    "form without a gap": f"Orders of mine.\nPlayer: Anna\nGame: {TAG}\n{E}\n{V}",
    "appointment above": f"Hi,\n\nI wrote to {OURS} on 17.11.2026 19:00 and heard nothing\n\n{E}\n{V}",
    "appointment with colon": f"Hi,\n\nAs agreed with Bertrand (bertrand@example.org) on 17.11.2026 at 19:00:\n\n{E}\n{V}",
    "appointment between": f"{E}\n\nCall me at 19:00 or write to anna@example.org\n\n{V}",
    "phone hours between": f"{E}\n\nI sit at anna@example.org from 9:00 to 17:30, never on 24.12.2026.\n\n{V}",
    "friend's address between": f"{E}\n\nBertrand (bertrand@example.org) plays along this turn\n\n{V}",
    "our address between": f"{E}\n\nDo you read mail to {OURS}?\n\n{V}",
    "our address and hour between": f"{E}\n\nI will write to {OURS} again before 20:00 on Thursday if I change my mind, 17.11.2026\n\n{V}",
    "colon style": f"Here:\nEconomy: 60% coop 70\nEnvironment: 40% coop 100\n{E}\n{V}",
    "label and order": f"Mail: anna@example.org\n{E}\n{V}",
    "times in prose": f"{E}\n\nDeadline: 19.11.2026 20:00\nStill owing: two players\n\n{V}",
    "contact lines above a marked quote": f"{E}\n\nAnna\n\nMail: anna@example.org\nTel.: 12345\n\nOn 3 May 2026 at 11:58, Play <a@b.c> wrote:\n> bla\n\n{V}",
    "contact lines of a signature": f"{E}\n-- \nAnna\n\nMail: anna@example.org\nTel.: 19:00\n\n> bla\n\n{V}",
    "signs of a shell": f">>> {E}\n\n{E}\n{V}",
}


@pytest.mark.parametrize("name", TRAPS)
def test_a_players_own_words_are_no_introduction(name: str) -> None:
    found = taken(TRAPS[name] + "\n")
    assert [line for line in found if not line.startswith(("Economy:", "Environment:"))] == [E, V]


def test_orders_below_a_doubtful_introduction_count_where_no_others_do() -> None:
    doubtful = f"Qo: Anna\nJut: {TAG}\n\n{OLD}"
    assert taken(f"As I said:\n\n{doubtful}\n") == [OLD]
    assert taken(f"As I said:\n{E}\n\n{doubtful}\n") == [E]
