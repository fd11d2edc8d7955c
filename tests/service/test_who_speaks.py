"""Nobody speaks for somebody else: reports in wrong hands, and seats that change hands, by SMTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.service.intake.quarantine import waiting_mails
from tests.servers.plugin import MailHost
from tests.service.forging import LINE, OTHER, flat, kinds, new_game
from tests.service.looks import held, seats
from tests.service.wired import WiredWorld, wired_world

NUMBERS = count(1)
"""Mails whose bytes came before count once; the clock of the mail host shows full seconds."""


Open = AbstractContextManager[WiredWorld]


@pytest.fixture
def world(tmp_path: Path, embedded_host: MailHost) -> Iterator[WiredWorld]:
    with wired_world(tmp_path, embedded_host) as world:
        yield world


@pytest.fixture
def open_with(tmp_path: Path, embedded_host: MailHost) -> Any:
    """A world with other settings of [mail]."""
    return partial(wired_world, tmp_path, embedded_host)


# A report in the wrong hands ----------------------------------------------------------


def forged(world: WiredWorld, text: str, *, to: str, results: str = "") -> None:
    """A mail of Eve in Anna's name, as Anna's host would let it in."""
    stamp = f"Authentication-Results: {results}\r\n" if results else ""
    own = f"Message-ID: <{next(NUMBERS)}@evil.test>\r\nSubject: orders\r\n"
    head = f"{stamp}From: {world.at('anna')}\r\nTo: {to}\r\n{own}\r\n"
    world.post(f"{head}{text}\r\n".encode())


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("{host}; dmarc=fail header.from={domain}", False),
        ("{host}; dmarc=permerror header.from={domain}", False),
        ('"{host}" 1; dmarc=fail (p=reject) header.from={domain}', False),
        ("(a (nested) comment) {host} (c) 1; dmarc=fail header.from={domain}", False),
        ("{host}; dmarc=pass header.from=evil.test", False),
        ("{host}; dmarc=pass header.from={domain}", True),
        ("{host}; dmarc=none header.from={domain}", True),
        ("mx.elsewhere.test; dmarc=fail header.from={domain}", True),
        ("", True),
    ],
)
def test_a_good_token_with_a_sender_whose_domain_disowns_it_is_held(
    open_with: Any, said: str, counts: bool
) -> None:
    with open_with(trusted_authserv=("mx.host.test",)) as world:
        new_game(world, "anna", "boris")
        to = str(world.last(world.at("anna"))["Reply-To"])
        results = said.format(host="mx.host.test", domain=world.host.address_domain)
        forged(world, LINE, to=to, results=results)
        world.poll()
        assert held(world) == ([LINE] if counts else [])
        assert len(waiting_mails(world.context)) == (not counts)
        if not counts:
            assert "(DMARC) say that it was not sent from there" in flat(world, "anna")


def test_without_dmarc_a_forged_sender_counts_as_the_notices_say_until_NEWKEY(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    leaked = world.last(anna)
    forged(world, LINE, to=str(leaked["Reply-To"]))
    world.poll()
    assert held(world) == [LINE], "whoever holds a report can put any sender on a mail"
    world.reply(world.at("eve"), OTHER, to=leaked)
    world.poll()
    told = flat(world, "anna")
    assert "can order in your name by putting your address on a mail" in told
    assert "Reply to this mail with NEWKEY" in told
    world.reply(anna, "NEWKEY", to=world.newest(anna))
    world.poll()
    fresh = world.newest(anna)
    assert "new reply address" in str(fresh["Subject"])
    forged(world, OTHER, to=str(leaked["Reply-To"]))
    world.poll()
    assert held(world) == [LINE], "the leaked report is worth nothing now"
    world.reply(anna, OTHER, to=fresh)
    world.poll()
    assert held(world) == [OTHER]


@pytest.mark.parametrize("word", ["NEWKEY", "new key", "Neuer Schlüssel", "nouvelle clé"])
def test_a_new_key_is_asked_for_in_any_language_and_goes_to_the_player_alone(
    world: WiredWorld, word: str
) -> None:
    new_game(world, "anna", "boris")
    old = str(world.last(world.at("anna"))["Reply-To"])
    forged(world, f"{word}\r\nSTATUS", to=old)
    world.poll()
    answers = [mail for mail in world.mails(world.at("anna")) if mail["X-Pbem"] != "report"]
    assert len(answers) == 2
    assert old not in {str(m["Reply-To"]) for m in answers}, "no answer goes by the old key"
    assert world.rows(recipient=world.at("eve")) == ()


# Seats that change hands --------------------------------------------------------------


def test_who_has_left_cannot_speak_for_who_sits_there_now(world: WiredWorld) -> None:
    new_game(world, "anna", "", start="manual")
    eve = world.at("eve")
    world.join(eve, "JOIN spring AS Eve")
    hers = world.last(eve, kind="notice")
    world.resign(eve, "WITHDRAW", to=hers)
    world.join(world.at("boris"), "JOIN spring AS Boris")
    for word in ("WITHDRAW", "RESIGN", "NEWKEY"):
        world.reply(eve, word, to=hers)
        head = f"From: {world.at('boris')}\r\nTo: {hers['Reply-To']}\r\n\r\n{word}\r\n"
        world.post(head.encode())
    world.poll()
    assert [seat.name for seat in seats(world)] == ["Anna", "Boris"]
    assert kinds(world) == ["human", "human"]


def test_a_leaked_report_alone_costs_nobody_a_seat(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    to = str(world.last(world.at("anna"))["Reply-To"])
    for _time in range(3):
        forged(world, "RESIGN", to=to)
        world.poll()
    assert kinds(world) == ["human", "human"]
    told = flat(world, "anna")
    assert "Nothing has changed yet: the seat is yours" in told
    assert "reply with NEWKEY" in told
    world.reply(world.at("anna"), "NEWKEY", to=world.newest(world.at("anna")))
    world.poll()
    world.reply(world.at("anna"), "RESIGN", to=world.last(world.at("anna"), kind="resign"))
    world.poll()
    assert kinds(world) == ["human", "human"], "NEWKEY takes back what was asked by the old one"


def test_whoever_resigns_is_asked_once_whichever_mail_they_answer(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    stale = world.last(anna)
    world.clock.move(hours=23)
    world.poll()
    world.wait(hours=2)
    assert world.game().turn == 2
    world.reply(anna, "RESIGN", to=stale)
    world.poll()
    assert world.rows(recipient=anna, subject="Do you give up your seat in Spring?") != ()
    assert kinds(world) == ["human", "human"]
    world.reply(anna, "RESIGN", to=world.newest(anna))
    world.poll()
    assert kinds(world) == ["resigned", "human"]


def test_a_seat_given_up_can_be_taken_back_for_three_days_with_all_that_was_kept(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    world.reply(anna, f"@ {LINE}")
    world.poll()
    world.resign(anna)
    assert kinds(world) == ["resigned", "human"]
    farewell = world.newest(anna)
    assert "reply to this mail with the one word RETURN" in flat(world, "anna")
    world.clock.move(days=2, hours=23)
    world.reply(anna, "What was it again?", to=farewell)
    world.poll()
    assert "RETURN" in flat(world, "anna"), "it is told again"
    world.reply(anna, "return.", to=farewell)
    world.poll()
    assert kinds(world) == ["human", "human"]
    report = world.newest(anna)
    assert report["X-Pbem"] == "report"
    assert seats(world)[0].standing == (LINE,)
    world.reply(anna, OTHER, to=report)
    world.poll()
    assert held(world) == [OTHER]


def test_after_three_days_a_seat_given_up_is_gone(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    world.resign(anna)
    farewell = world.newest(anna)
    world.clock.move(days=3, minutes=1)
    world.poll()
    world.reply(anna, "RETURN", to=farewell)
    world.poll()
    seat = seats(world)[0]
    assert (seat.kind, seat.address, seat.standing) == ("resigned", None, ())
    assert "not yours any more" in str(world.newest(anna)["Subject"])
