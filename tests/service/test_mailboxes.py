"""Several mailboxes of one service: each has games, keys, limits, a relay and outages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mailer.address import Claim, find_routes, token
from pbem.mailer.errors import MailServerTrouble
from pbem.service.config import MAIN
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.gamefile import SeatSpec
from pbem.store import games, mail
from pbem.store.records import InboxStatus, OutboxStatus
from tests.service.clubs import CLUB, CLUB_ADDRESS, Clubs, open_clubs
from tests.service.world import ANNA, BORIS, read, text_of

ORDERS = "Economy 60% comp 100"


def held(clubs: Clubs, game: str, seat: int = 1) -> tuple[str, ...] | None:
    with clubs.context.database.read() as connection:
        row = games.held_for(connection, game, clubs.game(game).turn, seat)
    return None if row is None else row.lines


def test_all_mails_of_a_game_are_from_its_mailbox_and_go_by_its_relay(clubs: Clubs) -> None:
    for game, address, relay in (
        ("spring", "orders@pbem.localhost", MAIN),
        ("summer", CLUB_ADDRESS, CLUB),
    ):
        name, _at, host = address.partition("@")
        for row in clubs.rows(game=game):
            assert row.relay == relay
            message = read(row)
            assert address in str(message["From"])
            assert f"<{name}+{game}." in str(message["Reply-To"])
            assert f"@{host}>" in str(message["Reply-To"])
            assert str(message["Message-ID"]).endswith(f"@{host}>")


def test_orders_count_in_whichever_mailbox_they_arrive_if_their_token_is_good(
    clubs: Clubs,
) -> None:
    """A forwarding host, or a reply to the wrong address with the subject's tag."""
    clubs.answer(MAIN, BORIS, ORDERS, "summer")
    clubs.poll()
    assert held(clubs, "summer", 2)
    receipt = clubs.last(BORIS, game="summer", kind="receipt")
    assert CLUB_ADDRESS in str(receipt["From"])


def test_whoever_has_the_key_of_one_mailbox_can_write_no_token_for_a_game_of_another(
    clubs: Clubs,
) -> None:
    report = clubs.last(ANNA, game="summer", kind="report")
    (claim, *_same) = find_routes([str(report["Reply-To"])], "")
    with clubs.context.database.read() as connection:
        seat = games.find_seat(connection, "summer", 1)
    assert seat is not None
    right = token(clubs.context.at(CLUB).key, claim.route, seat.nonce)
    forged = token(clubs.context.at(MAIN).key, claim.route, seat.nonce)
    assert claim == Claim(claim.route, right)
    clubs.write_to(MAIN, ANNA, ORDERS, to=str(report["Reply-To"]).replace(right, forged))
    clubs.write_to(CLUB, ANNA, ORDERS, to=str(report["Reply-To"]).replace(right, forged))
    clubs.poll()
    assert held(clubs, "summer") is None


def test_a_mailbox_that_is_away_stops_the_closings_of_its_own_games_alone(clubs: Clubs) -> None:
    for _half_hour in range(47):
        clubs.clock.move(minutes=30)
        clubs.look()
    clubs.away.add(CLUB)
    clubs.clock.move(minutes=30)  # to both deadlines
    clubs.poll()
    assert (clubs.game("spring").turn, clubs.game("summer").turn) == (2, 1)
    clubs.away.clear()
    clubs.poll()
    assert clubs.game("summer").turn == 2


def test_an_outage_pushes_the_deadlines_of_the_games_of_that_mailbox_alone(clubs: Clubs) -> None:
    before = {game: clubs.game(game).deadline for game in ("spring", "summer")}
    clubs.away.add(CLUB)
    for _half_hour in range(6):
        clubs.clock.move(minutes=30)
        clubs.poll()
    clubs.away.clear()
    clubs.poll()
    assert clubs.game("spring").deadline == before["spring"]
    pushed, deadline = before["summer"], clubs.game("summer").deadline
    assert pushed is not None and deadline == pushed + timedelta(hours=3)


def test_the_same_number_of_a_message_in_two_mailboxes_is_two_mails(clubs: Clubs) -> None:
    """UIDs begin anew in each (RFC 3501, 2.3.1.1)."""
    clubs.answer(MAIN, ANNA, ORDERS, "spring")
    clubs.answer(CLUB, ANNA, ORDERS, "summer")
    clubs.poll()
    with clubs.context.database.read() as connection:
        found = mail.mails_in(connection, InboxStatus.DONE)
    assert {(row.mailbox, row.uid) for row in found} == {(MAIN, 1), (CLUB, 1)}
    assert held(clubs, "spring") and held(clubs, "summer")


def test_a_relay_that_is_away_keeps_the_mail_of_no_other_mailbox_waiting(clubs: Clubs) -> None:
    """There is no relay at all here."""
    with pytest.raises(MailServerTrouble):
        send_outbox(clubs.context.at(CLUB))
    waiting = {row.relay for row in clubs.rows(status=OutboxStatus.QUEUED)}
    assert waiting == {MAIN, CLUB}
    assert send_outbox(clubs.context.at(CLUB)).accepted == 0, "it is left alone for a while"
    with pytest.raises(MailServerTrouble):
        send_outbox(clubs.context)  # which is tried all the same


def test_what_answers_a_mail_is_from_the_mailbox_that_it_came_to(clubs: Clubs) -> None:
    clubs.write_to(CLUB, "dora@example.org", "HELP")
    clubs.poll()
    assert CLUB_ADDRESS in str(clubs.last("dora@example.org")["From"])
    assert text_of(clubs.last("dora@example.org"))


def test_lists_show_the_games_of_the_mailbox_that_was_asked(clubs: Clubs) -> None:
    open_seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec())
    clubs.new_game_of(MAIN, "autumn", seats=open_seats)
    clubs.new_game_of(CLUB, "winter", seats=open_seats)
    clubs.write_to(CLUB, "dora@example.org", "LIST")
    clubs.poll()
    listed = text_of(clubs.last("dora@example.org"))
    assert "JOIN winter" in listed
    assert "autumn" not in listed
    clubs.write_to(CLUB, "dora@example.org", "JOIN autumn")
    clubs.poll()
    assert "There is no game autumn" in text_of(clubs.last("dora@example.org"))
    clubs.answer(CLUB, ANNA, "LIST", "summer")
    clubs.poll()
    assert "spring" not in text_of(clubs.last(ANNA))


def test_a_mailbox_may_show_the_games_of_all(tmp_path: Path) -> None:
    with open_clubs(tmp_path, lists="all") as clubs:
        open_seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec())
        clubs.new_game_of(MAIN, "autumn", seats=open_seats)
        clubs.write_to(CLUB, "dora@example.org", "JOIN autumn")
        clubs.poll()
        asked = clubs.last("dora@example.org", kind="join")
        assert "orders@pbem.localhost" in str(asked["From"])
        clubs.reply("dora@example.org", "JOIN", to=asked)  # into the club's mailbox
        clubs.poll()
        assert clubs.game("autumn").turn == 1


def test_a_game_made_by_mail_is_of_the_mailbox_in_which_it_was_asked_for(tmp_path: Path) -> None:
    with open_clubs(tmp_path, creators=("carl@club.example",)) as clubs:
        clubs.write_to(MAIN, "carl@club.example", "CREATE duel id=here")
        clubs.poll()
        assert not clubs.rows(kind="answer", game="here")
        clubs.write_to(CLUB, "carl@club.example", "CREATE")
        clubs.poll()
        asked = clubs.last("carl@club.example")
        assert CLUB_ADDRESS.partition("@")[2] in str(asked["Reply-To"])
        clubs.inbox = clubs.inboxes[CLUB]
        clubs.reply("carl@club.example", "CREATE duel\nid = 'there'", to=asked)
        clubs.poll()
        assert clubs.game("there").mailbox == CLUB


def test_the_limits_are_those_of_the_mailbox_that_a_mail_came_to(tmp_path: Path) -> None:
    """What a flood in one mailbox uses up is there for the others."""
    with open_clubs(tmp_path, strangers_per_hour=4) as clubs:
        for number in range(8):
            clubs.write_to(MAIN, f"main-{number}@example.org", "HELP")
            clubs.write_to(CLUB, f"club-{number}@example.org", "HELP")
        clubs.poll()
        answered = [row.relay for row in clubs.rows(unproven=True)]
    assert answered.count(MAIN) == 8
    assert 1 <= answered.count(CLUB) <= 4
