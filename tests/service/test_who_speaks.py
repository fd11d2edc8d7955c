"""Nobody speaks for somebody else: what was tried on the service, by SMTP."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.rng import commitment
from pbem.mailer.address import bounce_address
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.gamefile import SeatSpec
from pbem.service.intake import receive
from pbem.service.intake.digests import send_digests
from pbem.service.intake.quarantine import waiting_mails
from pbem.service.play.seating import JOINS_BY_ADDRESS, MOST_KEPT
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.overview import one_game
from pbem.store import games, mail, outbox
from tests.servers.plugin import MailHost
from tests.service.looks import held, seats
from tests.service.wired import WiredWorld, wired_world
from tests.service.world import text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
KILOBYTES = 10_000
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


def new_game(world: WiredWorld, *names: str, **values: Any) -> None:
    """A game of these people; an empty name is a free seat."""
    chairs = (SeatSpec(name=n.title(), address=world.at(n)) if n else SeatSpec() for n in names)
    world.new_game(seats=tuple(chairs), **values)


def kinds(world: WiredWorld) -> list[str]:
    return [seat.kind for seat in seats(world)]


def flat(world: WiredWorld, name: str) -> str:
    """The newest mail to somebody, as one line."""
    return " ".join(text_of(world.newest(world.at(name))).split())


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


def test_to_resign_takes_the_open_turns_address(world: WiredWorld) -> None:
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
    world.reply(anna, "RESIGN", to=world.newest(anna))  # this one is of the open turn, and asks
    world.poll()
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


# JOIN ---------------------------------------------------------------------------------


def test_forged_joins_send_outsiders_one_small_mail_each_and_start_nothing(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", *[""] * 3, ruleset="god-unit")
    victims = [world.at(f"victim{number}") for number in range(7)]
    sent = 0
    for victim in victims:
        sent += len(world.write(victim, "JOIN spring AS Meg", to=world.service))
    world.poll()
    got = {victim: world.mailbox(victim) for victim in victims}
    assert world.game().status == "forming"
    assert [len(mails) for mails in got.values()] == [1] * 7
    asked = [raw for mails in got.values() for raw in mails if b"a seat" in raw.lower()]
    assert all(len(raw) < 3_500 for raw in asked)
    octets = sum(len(raw) for mails in got.values() for raw in mails)
    assert octets < 7 * 3_500, f"{sent} octets drew {octets}"


def test_the_mail_that_asks_to_confirm_is_plain_small_and_tells_the_commitment(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", "", ruleset="god-unit")
    world.write(world.at("boris"), "JOIN spring AS Boris", to=world.service)
    world.poll()
    (raw,) = world.mailbox(world.at("boris"))
    row = world.rows(recipient=world.at("boris"))[0]
    assert len(row.data) < 3_000
    told = world.newest(world.at("boris"))
    assert told.get_content_type() == "text/plain"
    assert commitment(world.game().secret) in text_of(told).replace("\n", "").replace("\r", "")
    assert raw.endswith(row.data)


def test_a_seat_is_kept_for_two_days_and_others_see_that_it_is(world: WiredWorld) -> None:
    new_game(world, "anna", "", start="manual")
    world.write(world.at("boris"), "JOIN spring AS Boris", to=world.service)
    world.poll()
    world.reply(world.at("anna"), "STATUS", to=world.newest(world.at("anna")))
    world.write(world.at("chiara"), "JOIN spring AS Chiara", to=world.service)
    world.poll()
    assert "seat 2 is kept for somebody" in flat(world, "anna")
    assert "1 of 2 seats are taken" in flat(world, "anna")
    assert "All its seats are taken or kept" in flat(world, "chiara")
    kept = one_game(world.context, "spring").seats[1]
    assert (kept.kind, kept.name, kept.address) == ("kept", "Boris", world.at("boris"))
    asked = world.newest(world.at("boris"))
    world.clock.move(hours=49)
    world.poll()
    assert kinds(world) == ["human", "open"]
    world.reply(world.at("boris"), "JOIN", to=asked)
    world.poll()
    assert kinds(world) == ["human", "open"], "it is too late"
    assert "not yours any more" in str(world.newest(world.at("boris"))["Subject"])


@pytest.mark.parametrize("text", ["JOIN", "join spring as Boris", "Yes!", "Ja"])
def test_only_the_candidates_own_reply_takes_a_seat_and_its_hash_is_kept(
    world: WiredWorld, text: str
) -> None:
    new_game(world, "anna", "", start="manual")
    boris = world.at("boris")
    world.write(boris, "JOIN spring AS Boris", to=world.service)
    world.poll()
    asked = world.newest(boris)
    world.reply(world.at("eve"), "JOIN", to=asked)
    world.reply(boris, "I am away until Monday.", to=asked)
    world.poll()
    assert kinds(world) == ["human", "kept"]
    world.reply(boris, text, to=asked)
    world.poll()
    assert kinds(world) == ["human", "human"]
    with world.context.database.read() as connection:
        newest = mail.mails_in(connection, "done")[-1]
    assert seats(world)[1].confirmation == hashlib.sha256(newest.raw).hexdigest()
    assert "You have a seat in Spring" in str(world.newest(boris)["Subject"])


@pytest.mark.parametrize(("text", "subject"), [("WITHDRAW", "Re: a seat"), ("", "unsubscribe")])
def test_whoever_did_not_ask_can_let_the_seat_go(
    world: WiredWorld, text: str, subject: str
) -> None:
    new_game(world, "anna", "", start="manual")
    boris = world.at("boris")
    world.write(boris, "JOIN spring AS Boris", to=world.service)
    world.poll()
    asked = str(world.newest(boris)["Reply-To"])
    world.write(boris, text, to=asked, subject=subject)
    world.poll()
    assert kinds(world) == ["human", "open"]
    assert "You have left Spring" in str(world.newest(boris)["Subject"])


def test_a_kept_seat_has_the_name_that_was_asked_for_last(world: WiredWorld) -> None:
    new_game(world, "anna", "", start="manual")
    boris = world.at("boris")
    for name in ("Idiot", "Bob"):
        world.write(boris, f"JOIN spring AS {name}", to=world.service)
        world.poll()
        assert f"as {name}." in flat(world, "boris")
    asked = str(world.newest(boris)["Reply-To"])
    world.write(boris, "JOIN AS Anna", to=asked)
    world.poll()
    assert "Anna" in flat(world, "boris")
    assert kinds(world) == ["human", "kept"]
    world.write(boris, "JOIN spring AS Boris", to=asked)
    world.poll()
    assert [seat.name for seat in seats(world)] == ["Anna", "Boris"]
    assert kinds(world) == ["human", "human"]


def test_nobody_can_ask_for_seats_without_end(world: WiredWorld) -> None:
    """Neither can a proven player, whose answers have no other limit here."""
    for number in range(MOST_KEPT + 1):
        new_game(world, "boris", "", id=f"game-{number}", start="manual")
    new_game(world, "boris", "anna")
    anna = world.at("anna")
    report = world.last(anna)

    def ask(number: int) -> str:
        world.reply(anna, f"JOIN game-{number} AS Ann", to=report)
        world.poll()
        return flat(world, "anna")

    for number in range(MOST_KEPT):
        assert "is kept for you" in ask(number)
    assert "3 seats are kept for you already" in ask(MOST_KEPT)
    for _again in range(JOINS_BY_ADDRESS - MOST_KEPT):
        assert "is kept for you" in ask(0)
    assert "So many seats were asked for today" in ask(0)
    assert len(world.rows(kind="join")) == JOINS_BY_ADDRESS


# What forged mail draws ---------------------------------------------------------------


def test_whatever_comes_in_its_name_an_address_gets_three_small_mails_a_day(
    world: WiredWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(world, "anna", "", start="manual")
    victim = world.at("victim")
    void = str(world.last(world.at("anna"))["Reply-To"]).replace(".1.", ".2.", 1)
    bomb = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" * 300
    mails = [
        "To: {ours}\r\n\r\nJOIN spring AS Meg",
        "To: {ours}\r\n\r\nHELP",
        "To: {ours}\r\nSubject: STATUS\r\n\r\n",
        "To: {ours}\r\n\r\nWhat is this?",
        "To: {ours}\r\n\r\nJOIN nowhere AS Meg",
        f"To: {void}\r\n\r\nEconomy 5%",
        "To: {ours}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + bomb,
        "To: {ours}\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n--b--",
        "To: {ours}\r\nSubject: unsubscribe\r\n\r\n",
    ]
    letters = [f"From: {victim}\r\n{m.format(ours=world.service)}\r\n".encode() for m in mails]
    for number in range(3):
        world.post(*(b"X-Number: %d\r\n" % number + letter for letter in letters), to=world.service)
        world.poll()
    with monkeypatch.context() as patch:
        patch.setattr(receive, "settle", lambda *_: 1 / 0)
        for number in range(4):
            world.write(victim, f"curse {number}", to=world.service)
        for _attempt in range(3):
            world.poll()
    assert len(waiting_mails(world.context)) == 4, "mails that cannot be processed are set aside"
    world.clock.move(hours=2)
    send_digests(world.context)
    send_outbox(world.context)
    got = world.mailbox(victim)
    assert 1 <= len(got) <= 3
    assert sum(map(len, got)) <= KILOBYTES


def test_an_apology_goes_out_where_there_is_room_for_it(
    world: WiredWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "settle", lambda *_: 1 / 0)
    world.write(world.at("zoe"), "JOIN spring", to=world.service)
    for _attempt in range(3):
        world.poll()
    assert "has not been processed yet" in str(world.newest(world.at("zoe"))["Subject"])


def test_all_strangers_together_get_no_more_than_the_budget_and_after_the_players(
    open_with: Any,
) -> None:
    with open_with(strangers_per_hour=6) as world:
        new_game(world, "anna", "boris")
        new_game(world, "boris", *[""] * 3, id="autumn", ruleset="god-unit")
        send_outbox(world.context)
        words = ("HELP", "What is this?", "JOIN nowhere", "JOIN autumn")
        letters = [
            f"From: {world.at(f's{n}')}\r\nTo: {world.service}\r\n\r\n{words[n % 4]}\r\n".encode()
            for n in range(60)
        ]
        world.post(*letters)
        world.reply(world.at("anna"), LINE)
        receive.receive_mail(world.context, world.inbox)
        waiting = world.rows(status="queued")
        assert [row.kind for row in waiting][-1] == "receipt", "it was written last"
        assert sum(row.unproven for row in waiting) == 6
        with world.context.database.write() as connection:
            now = world.clock.now()
            first = outbox.lease_mails(connection, now, 1, by="test", until=now)
        assert [row.kind for row in first] == ["receipt"], "and is sent first"
        world.clock.move(minutes=59)
        world.write(world.at("late"), "HELP", to=world.service)
        world.poll()
        assert world.rows(recipient=world.at("late")) == ()
        world.clock.move(minutes=2)
        world.write(world.at("later"), "HELP", to=world.service)
        world.poll()
        assert len(world.rows(recipient=world.at("later"))) == 1


def test_an_answering_machine_that_gives_no_sign_of_it_is_answered_three_times(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    report = world.last(anna)
    for _round in range(6):
        world.reply(anna, "Thank you for your message, I read it soon.", to=report)
        world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 3
    world.reply(anna, LINE, to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 4, "orders are answered"
    world.reply(anna, "And thank you.", to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 5, "and begin the count anew"


def test_forged_mail_without_orders_uses_up_nobodys_answers(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    report = world.last(anna)
    for number in range(5):
        world.write(anna, f"Hello {number}", to=world.service)
    world.poll()
    assert len(world.rows(recipient=anna, kind="answer")) == 3
    world.reply(anna, "I think I shall wait.", to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 1
    world.write(anna, LINE, to=world.service)
    world.poll()
    assert "Please send your orders for Spring once more" in str(world.newest(anna)["Subject"])


# Lists and bulk -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "header", ["Precedence: bulk", "List-Id: <all.example.org>", "List-Unsubscribe: <mailto:x@y.z>"]
)
def test_a_players_mail_with_the_marks_of_a_list_is_read_and_answered(
    world: WiredWorld, header: str
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    to = str(world.last(anna)["Reply-To"])
    world.post(f"{header}\r\nFrom: {anna}\r\nTo: {to}\r\n\r\n{LINE}\r\n".encode())
    world.post(f"{header}\r\nFrom: {world.at('eve')}\r\nTo: {to}\r\n\r\n{OTHER}\r\n".encode())
    world.post(
        f"{header}\r\nFrom: {world.at('max')}\r\nTo: {world.service}\r\n\r\nHELP\r\n".encode()
    )
    world.poll()
    assert held(world) == [LINE]
    assert len(world.rows(recipient=anna, kind="receipt")) == 1
    assert waiting_mails(world.context) == ()
    assert world.rows(recipient=world.at("max")) == ()


def test_where_it_cannot_be_read_the_game_master_hears_of_it(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    to = str(world.last(anna)["Reply-To"])
    kind = "Content-Type: multipart/encrypted; boundary=b"
    for sender in (anna, world.at("eve")):
        head = f"Precedence: bulk\r\nFrom: {sender}\r\nTo: {to}\r\n{kind}\r\n\r\n--b--\r\n"
        world.post(head.encode())
    world.poll()
    assert "for spring seat 1 cannot be read: encrypted" in str(
        world.newest(world.at("gm"))["Subject"]
    )
    assert world.rows(recipient=anna, kind="answer") == ()


# Bounces ------------------------------------------------------------------------------


def bounce_of(world: WiredWorld, name: str, *, to: str = "", status: str = "5.1.1") -> bytes:
    """A delivery report about the first mail to somebody."""
    row = world.rows(recipient=world.at(name))[0]
    return (
        f"From: MAILER-DAEMON@mx.evil.test\r\nTo: {to or world.service}\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        f"Final-Recipient: rfc822; {world.at(name)}\r\nAction: failed\r\nStatus: {status}\r\n\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {row.message_id}\r\n\r\n--b--\r\n"
    ).encode()


def score_of(world: WiredWorld, name: str) -> float:
    with world.context.database.read() as connection:
        found = mail.find_contact(connection, world.at(name))
    return found.score if found else 0.0


def verp(world: WiredWorld, name: str) -> str:
    row = world.rows(recipient=world.at(name))[0]
    return bounce_address(world.context.config.mail, world.context.key, row.id)


def test_bounces_that_anybody_could_write_hold_nobodys_mail(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    for number in range(5):
        world.post(b"X-Number: %d\r\n" % number + bounce_of(world, "anna"))
    world.poll()
    assert score_of(world, "anna") == 0.0


def test_a_signed_bounce_counts_once_for_each_mail(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    for number in range(3):
        letter = bounce_of(world, "anna", to=verp(world, "anna"))
        world.post(b"X-Number: %d\r\n" % number + letter)
    world.poll()
    assert score_of(world, "anna") == 1.0


def test_without_plus_addresses_message_id_and_recipient_must_fit_on_two_days(
    open_with: Any,
) -> None:
    with open_with(plus_addressing=False) as world:
        new_game(world, "anna", "boris")
        new_game(world, "anna", "boris", id="autumn")
        first, second = world.rows(recipient=world.at("anna"))
        swapped = bounce_of(world, "boris").replace(b"boris@", b"anna@")
        world.post(swapped)
        world.poll()
        assert score_of(world, "anna") == 0.0, "not of the mail that it names"
        letter = bounce_of(world, "anna")
        again = letter.replace(first.message_id.encode(), second.message_id.encode())
        world.post(letter, again)
        world.poll()
        assert score_of(world, "anna") == 1.0, "one a day"
        world.clock.move(days=1)
        world.post(b"X-Again: yes\r\n" + again)
        world.poll()
        assert score_of(world, "anna") == 2.0


def test_a_hold_ends_by_a_token_and_by_no_forged_sender(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    report = world.last(world.at("anna"))
    with world.context.database.write() as connection:
        mail.score_contact(
            connection, world.at("anna"), 2.0, hold_at=2.0, now=world.clock.now(), note="gone"
        )
    world.write(world.at("anna"), "HELP", to=world.service)
    world.write(world.at("anna"), LINE, to=world.service)
    world.poll()
    assert score_of(world, "anna") == 2.0
    world.reply(world.at("anna"), LINE, to=report)
    world.poll()
    assert score_of(world, "anna") == 0.0


@pytest.mark.parametrize("status", ["4.2.2", "5.2.2"])
def test_a_full_mailbox_is_told_as_what_it_is(world: WiredWorld, status: str) -> None:
    new_game(world, "anna", "boris")
    world.post(bounce_of(world, "anna", to=verp(world, "anna"), status=status))
    world.poll()
    assert "is full" in str(world.newest(world.at("gm"))["Subject"])
    told = flat(world, "gm")
    assert "make room there, then send again with 'pbem resend'" in told
    assert f"({status})" in told


# After an import ----------------------------------------------------------------------


def test_whoever_may_come_back_is_written_to_when_a_game_moves(
    world: WiredWorld, tmp_path: Path, embedded_host: MailHost
) -> None:
    new_game(world, "anna", "boris")
    world.resign(world.at("anna"))
    archive = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, archive, "elsewhere")
    send_outbox(world.context)
    world.reply(world.at("anna"), "RETURN", to=world.newest(world.at("anna")))
    world.poll()
    with world.context.database.read() as connection:
        assert games.seats_of(connection, "elsewhere")[0].kind == "human"
