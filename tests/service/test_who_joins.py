"""Who asks for a seat, and who gets it: what was tried on the service, by SMTP."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.rng import commitment
from pbem.service.play.seating import JOINS_BY_ADDRESS, MOST_KEPT
from pbem.service.tools.overview import one_game
from pbem.store import mail
from tests.servers.plugin import MailHost
from tests.service.forging import flat, kinds, new_game
from tests.service.looks import seats
from tests.service.wired import WiredWorld, wired_world
from tests.service.world import text_of


@pytest.fixture
def world(tmp_path: Path, embedded_host: MailHost) -> Iterator[WiredWorld]:
    with wired_world(tmp_path, embedded_host) as world:
        yield world


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
    assert "kept for somebody who has yet to confirm it" in flat(world, "anna")
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
