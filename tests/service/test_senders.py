"""Who may order what: tokens, senders, strangers, and the words that the service itself knows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.quarantine import accept, waiting_mails
from pbem.service.play.close import close_turn
from pbem.store import games
from pbem.store.records import SeatRow
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
STRANGER = "stranger@elsewhere.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def held(world: World, seat: int = 1, game: str = "spring") -> list[str]:
    """The lines held for the open turn; empty for none."""
    with world.house.database.read() as connection:
        row = games.held_for(connection, game, world.game(game).turn, seat)
        lines: list[str] = json.loads(row.lines) if row and row.orders else []
    return lines


def seats(world: World, game: str = "spring") -> tuple[SeatRow, ...]:
    with world.house.database.read() as connection:
        return games.seats_of(connection, game)


def seat_of(world: World, address: str, game: str = "spring") -> SeatRow:
    return next(seat for seat in seats(world, game) if seat.address == address)


def reply_to(world: World, player: str = ANNA) -> str:
    return str(world.last(player, kind="report")["Reply-To"])


def answers(world: World, to: str) -> list[EmailMessage]:
    """All that went to an address but reports."""
    return [mail for mail in world.mails(to) if mail["X-Pbem"] != "report"]


# Tokens -------------------------------------------------------------------------------


def test_token_and_known_sender_are_believed(world: World) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    world.poll()
    assert held(world) == [LINE]


def test_a_senders_capitals_do_no_harm(world: World) -> None:
    world.new_game()
    world.reply("Anna <ANNA@Example.ORG>", LINE, to=world.last(ANNA))
    world.poll()
    assert held(world) == [LINE]


def test_token_from_an_unknown_address_is_held_and_only_the_registered_one_is_told(
    world: World,
) -> None:
    world.new_game()
    world.reply(STRANGER, LINE, to=world.last(ANNA))
    world.poll()
    assert held(world) == []
    assert [row.sender for row in waiting_mails(world.house)] == [STRANGER]
    assert STRANGER in text_of(world.last(ANNA))
    assert world.rows(recipient=STRANGER) == ()


def test_the_game_master_may_accept_a_held_mail(world: World) -> None:
    world.new_game()
    world.reply(STRANGER, LINE, to=world.last(ANNA))
    world.poll()
    accept(world.house, waiting_mails(world.house)[0].id)
    assert held(world) == [LINE]
    assert world.rows(recipient=STRANGER) == (), "its receipt goes to the registered address"
    assert "Economy" in text_of(world.last(ANNA, kind="receipt"))


def test_a_leaked_token_cannot_flood_its_player(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.new_game()
        report = world.last(ANNA)
        for number in range(10):
            world.reply(STRANGER, f"{LINE} # {number}", to=report)
        world.poll()
        assert len(world.rows(recipient=ANNA, kind="held", status="queued")) == 3


def test_a_forged_sender_without_token_is_asked_at_the_registered_address(world: World) -> None:
    world.new_game()
    world.write(ANNA, LINE, to=HOUSE)
    world.poll()
    assert held(world) == []
    asked = world.last(ANNA)
    assert "Your mail did not carry the reply address" in text_of(asked)
    world.reply(ANNA, LINE, to=asked)
    world.poll()
    assert held(world) == [LINE], "a reply to the question counts"


def test_a_player_of_two_games_is_asked_for_each(world: World) -> None:
    world.new_game()
    world.new_game(id="autumn", title="Autumn")
    world.write(ANNA, LINE, to=HOUSE)
    world.poll()
    asked = answers(world, ANNA)
    assert {"spring" in str(m["Reply-To"]) for m in asked} == {True, False}
    assert (held(world), held(world, game="autumn")) == ([], [])


def test_a_tampered_token_counts_as_none(world: World) -> None:
    world.new_game()
    address = reply_to(world)
    forged = re.sub(r"\.([a-z2-7])([a-z2-7]{15})@", r".\2\1@", address)
    other_seat = address.replace("spring.1.1.", "spring.1.2.")
    for recipient in {forged, other_seat} - {address}:
        world.write(ANNA, LINE, to=recipient)
    world.poll()
    assert (held(world, 1), held(world, 2)) == ([], [])
    assert waiting_mails(world.house) == ()
    assert len(answers(world, ANNA)) == 2
    assert answers(world, BORIS) == []


def test_a_token_is_good_for_its_own_game_and_seat_only(world: World) -> None:
    world.new_game()
    world.new_game(
        id="autumn",
        seats=(
            SeatSpec(name="Boris", address=BORIS),
            SeatSpec(name="Chiara", address=CHIARA),
        ),
    )
    world.reply(ANNA, LINE, to=world.last(CHIARA))  # Anna has no seat in autumn
    world.reply(BORIS, LINE, to=world.mails(BORIS, game="autumn")[0])
    world.poll()
    assert held(world, 2, "autumn") == []
    assert held(world, 1, "autumn") == [LINE]
    assert (held(world, 1), held(world, 2)) == ([], [])


def test_the_subjects_tag_alone_works_where_the_address_lost_its_plus(world: World) -> None:
    world.new_game()
    subject = f"AW: {world.last(ANNA)['Subject']}"
    world.write(ANNA, LINE, to=HOUSE, subject=subject)
    world.poll()
    assert held(world) == [LINE]


def test_a_host_without_plus_addresses_is_served_by_the_tag_alone(tmp_path: Path) -> None:
    with open_world(tmp_path, plus_addressing=False) as world:
        world.new_game()
        assert HOUSE in reply_to(world)
        world.reply(ANNA, LINE)
        world.poll()
        assert held(world) == [LINE]


def test_a_token_of_a_closed_turn_is_told_so_and_its_lines_are_shown_back(world: World) -> None:
    world.new_game()
    stale = world.last(ANNA)
    close_turn(world.house, "spring", 1)
    world.reply(ANNA, LINE, to=stale)
    world.reply(ANNA, "WITHDRAW", to=stale)
    world.poll()
    late = [text_of(mail) for mail in answers(world, ANNA)]
    assert LINE in late[0]
    assert all("turn 1" in text.lower() for text in late)
    assert held(world) == []


def test_a_seat_given_up_is_nobodys_any_more(world: World) -> None:
    world.new_game()
    report = world.last(ANNA)
    world.reply(ANNA, "RESIGN")
    world.poll()
    world.reply(ANNA, LINE, to=report)
    world.poll()
    assert held(world) == []
    assert "not yours any more" in str(world.last(ANNA)["Subject"])


# DMARC --------------------------------------------------------------------------------

PASS = "mx.example.net; dmarc=pass header.from=example.org"
FAIL = "mx.example.net; dmarc=fail header.from=example.org"
FOREIGN = "mx.evil.test; dmarc=pass header.from=example.org"


@pytest.mark.parametrize(
    ("results", "counts"),
    [
        ([PASS], True),
        ([FAIL], False),
        ([FOREIGN], False),
        ([FAIL, PASS], False),  # the host's own is the topmost; the other came with the mail
        ([FOREIGN, PASS], True),
        (["mx.example.net; dmarc=pass header.from=evil.test"], False),
        (["mx.example.net; spf=pass smtp.mailfrom=example.org"], False),
        ([], False),
    ],
)
def test_without_a_token_only_the_topmost_trusted_dmarc_pass_is_believed(
    tmp_path: Path, results: list[str], counts: bool
) -> None:
    trusting = {"without_token": "dmarc", "trusted_authserv": ("mx.example.net",)}
    with open_world(tmp_path, **trusting) as world:
        world.new_game()
        message = f"From: {ANNA}\nTo: {HOUSE}\nSubject: my move\n\n{LINE}\n"
        stamped = "".join(f"Authentication-Results: {value}\n" for value in results)
        world.deliver((stamped + message).encode())
        world.poll()
        assert held(world) == ([LINE] if counts else [])


def test_dmarc_is_not_asked_unless_configured(world: World) -> None:
    world.new_game()
    mail = f"Authentication-Results: {PASS}\nFrom: {ANNA}\nTo: {HOUSE}\n\n{LINE}\n"
    world.deliver(mail.encode())
    world.poll()
    assert held(world) == []


def test_a_vouched_sender_of_two_games_is_heard_in_the_one_that_waits(tmp_path: Path) -> None:
    trusting = {"without_token": "dmarc", "trusted_authserv": ("mx.example.net",)}
    with open_world(tmp_path, **trusting) as world:
        world.new_game()
        world.new_game(id="autumn")
        mail = f"Authentication-Results: {PASS}\nFrom: {ANNA}\nTo: {HOUSE}\n\n{LINE}\n"
        world.deliver(mail.encode())
        world.poll()
        assert (held(world), held(world, game="autumn")) == ([], []), "both wait: it is asked"
        world.reply(ANNA, LINE, to=world.mails(ANNA, game="autumn")[0])
        world.deliver(mail.replace("60%", "50%").encode())
        world.poll()
        assert held(world) == [LINE.replace("60%", "50%")]
        assert held(world, game="autumn") == [LINE]


# Strangers ----------------------------------------------------------------------------


def test_an_unknown_sender_is_told_once_a_day(world: World) -> None:
    world.new_game()
    for _mail in range(3):
        world.write(STRANGER, "What is this?", to=HOUSE)
    world.poll()
    assert len(world.rows(recipient=STRANGER)) == 1
    world.clock.move(hours=25)
    world.write(STRANGER, "And now?", to=HOUSE)
    world.poll()
    assert len(world.rows(recipient=STRANGER)) == 2


def test_a_strangers_help_names_the_games_that_can_be_joined(world: World) -> None:
    world.new_game(id="open", seats=(SeatSpec(address=ANNA), SeatSpec()))
    world.write(STRANGER, "help", to=HOUSE)
    world.poll()
    assert "JOIN open" in text_of(world.last(STRANGER))


def test_forged_cries_for_help_do_not_flood_their_victim(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=4) as world:
        for _cry in range(20):
            world.write(STRANGER, "HELP", to=HOUSE)
        world.poll()
        assert len(world.rows(recipient=STRANGER, status="queued")) == 4


# JOIN ---------------------------------------------------------------------------------


def test_a_stranger_joins_and_the_game_starts_when_it_is_full(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="full")
    assert world.game().status == "forming"
    world.write(STRANGER, "JOIN spring AS Zoë", to=HOUSE)
    world.poll()
    assert world.game().status == "running"
    assert seat_of(world, STRANGER).name == "Zoë"
    assert len(world.mails(STRANGER, kind="report")) == len(world.mails(ANNA, kind="report")) == 1
    world.reply(STRANGER, LINE)
    world.poll()
    assert held(world, 2) == [LINE]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("JOIN nowhere AS Zoë", "There is no game nowhere"),
        ("JOIN spring AS Zoë", "started already"),
        ("JOIN packed AS Zoë", "All its seats are taken"),
    ],
)
def test_a_join_that_cannot_be_says_why(world: World, text: str, told: str) -> None:
    world.new_game()
    world.new_game(id="packed", start="manual")
    world.write(STRANGER, text, to=HOUSE)
    world.poll()
    assert told in text_of(world.last(STRANGER))
    assert all(s.address != STRANGER for g in ("spring", "packed") for s in seats(world, g))


def test_a_second_join_changes_nothing(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec()))
    world.write(ANNA, "JOIN spring AS Again", to=HOUSE)
    world.poll()
    assert [s.name for s in seats(world) if s.address == ANNA] == ["Anna"]
    assert "already have a seat" in text_of(world.last(ANNA))


def test_names_that_clash_are_told_apart(world: World) -> None:
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="anna 3"), SeatSpec(), SeatSpec())
    world.new_game(seats=chairs)
    for sender in ("one@elsewhere.test", "two@elsewhere.test", "three@elsewhere.test"):
        world.write(sender, "JOIN spring AS ANNA", to=HOUSE)
    world.poll()
    names = [s.name.casefold() for s in seats(world)]
    assert len(set(names)) == len(names)


# The service's own words --------------------------------------------------------------


def test_help_answers_with_the_games_manual(world: World) -> None:
    world.new_game()
    world.reply(ANNA, "HELP")
    world.poll()
    assert "HOW TO WRITE YOUR MOVE" in text_of(world.last(ANNA))


def test_status_tells_who_is_late_and_what_is_held(world: World) -> None:
    world.new_game()
    world.reply(ANNA, f"status\n{LINE}")
    world.poll()
    status, receipt = answers(world, ANNA)
    assert "players still owe orders" in text_of(status)
    assert LINE in text_of(receipt)
    world.reply(ANNA, "STATUS?")
    world.poll()
    assert f"| {LINE}" in text_of(world.last(ANNA))


def test_report_sends_a_closed_turn_again(world: World) -> None:
    world.new_game()
    close_turn(world.house, "spring", 1)
    world.reply(ANNA, "REPORT 0\nreport\nREPORT 7")
    world.poll()
    first, newest = world.mails(ANNA, kind="copy")
    assert "spring.1.1." in str(first["Reply-To"])
    assert "spring.2.1." in str(newest["Reply-To"])
    assert "There is no such report" in str(world.last(ANNA, kind="answer")["Subject"])


def test_withdraw_before_the_start_frees_the_seat(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.reply(ANNA, "WITHDRAW", to=world.last(ANNA))
    world.poll()
    assert [s.kind for s in seats(world)] == ["open", "open"]
    assert "You have left" in str(world.last(ANNA)["Subject"])


def test_withdraw_during_the_game_takes_the_orders_back(world: World) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, "Withdraw.")
    world.poll()
    assert held(world) == []


def test_withdraw_and_new_orders_in_one_mail_leave_the_new_orders(world: World) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, f"WITHDRAW\n{OTHER}")
    world.poll()
    assert held(world) == [OTHER]


def test_resign_hands_the_seat_to_the_house_bot_and_tells_the_game_master(world: World) -> None:
    world.new_game()
    world.reply(ANNA, "RESIGN")
    world.poll()
    assert [s.kind for s in seats(world)] == ["resigned", "human"]
    assert "resigned" in str(world.last("gm@example.org")["Subject"])
    world.reply(BORIS, OTHER)
    world.poll()
    assert world.game().turn == 2, "nobody waits for who has resigned"
    assert len(world.mails(ANNA, kind="report")) == 1


def test_there_is_nothing_to_resign_from_once_the_game_is_over(world: World) -> None:
    world.new_game(options={"turns": 1})
    close_turn(world.house, "spring")
    world.reply(ANNA, "RESIGN")
    world.poll()
    assert seat_of(world, ANNA).kind == "human"
    assert "is over" in str(world.last(ANNA)["Subject"])


def test_preview_shows_and_saves_nothing(world: World) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, f"PREVIEW\n{OTHER}\n@ {OTHER}\nTURN 3: {OTHER}")
    world.poll()
    assert OTHER in text_of(world.last(ANNA, kind="receipt"))
    assert held(world) == [LINE]
    assert seat_of(world, ANNA).standing == "[]"
    with world.house.database.read() as connection:
        assert games.later_lines(connection, "spring", 1) == {}


def test_several_commands_in_one_mail_are_each_answered_once(world: World) -> None:
    world.new_game()
    world.reply(ANNA, f"HELP\nSTATUS\nhelp\n{LINE}")
    world.poll()
    assert len(answers(world, ANNA)) == 3
    assert held(world) == [LINE]


def test_a_mail_full_of_commands_is_carried_out_as_far_as_any_player_would_go(
    world: World,
) -> None:
    world.new_game()
    world.reply(ANNA, "\n".join(f"REPORT {turn}" for turn in range(500)))
    world.poll()
    assert len(world.rows(recipient=ANNA, kind="answer")) == 10
    assert "Only the first 10 commands" in text_of(world.last(ANNA))


# List-Unsubscribe (RFC 2369) ----------------------------------------------------------


def unsubscribe(world: World, message: EmailMessage, text: str = "") -> None:
    """What a mail program's button sends for this mail's List-Unsubscribe."""
    found = re.search(r"mailto:([^?]+)\?subject=([^>]+)>", str(message["List-Unsubscribe"]))
    assert found is not None
    address, subject = (
        re.sub("%..", lambda m: chr(int(m[0][1:], 16)), part) for part in found.groups()
    )
    player = str(message["To"].addresses[0].addr_spec)
    world.write(player, text, to=address, subject=subject)


@pytest.mark.parametrize("text", ["", "This message was automatically generated by Gmail."])
def test_unsubscribe_is_answered_with_how_to_leave_and_changes_nothing(
    world: World, text: str
) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    world.poll()
    unsubscribe(world, world.last(ANNA, kind="report"), text)
    world.poll()
    answer = world.last(ANNA)
    assert "How to leave Spring" in str(answer["Subject"])
    assert "RESIGN" in text_of(answer)
    assert (seat_of(world, ANNA).kind, held(world)) == ("human", [LINE])
    world.reply(ANNA, "RESIGN", to=answer)
    world.poll()
    assert [s.kind for s in seats(world)] == ["resigned", "human"]


def test_unsubscribe_before_the_start_is_told_to_withdraw(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    unsubscribe(world, world.last(ANNA))
    world.poll()
    assert "WITHDRAW" in text_of(world.last(ANNA))
    assert seat_of(world, ANNA).name == "Anna"


def test_unsubscribe_without_a_token_is_told_for_every_game(world: World) -> None:
    world.new_game()
    world.new_game(id="autumn", title="Autumn")
    world.write(ANNA, "", to=HOUSE, subject="Unsubscribe")
    world.poll()
    assert {str(m["Subject"]).split(" [")[0] for m in answers(world, ANNA)} == {
        "How to leave Spring",
        "How to leave Autumn",
    }


def test_orders_under_the_subject_unsubscribe_are_orders(world: World) -> None:
    world.new_game()
    world.reply(ANNA, LINE)
    unsubscribe(world, world.last(ANNA), OTHER)
    world.poll()
    assert held(world) == [OTHER]


def test_an_unknown_senders_unsubscribe_is_told_that_nothing_more_comes(world: World) -> None:
    world.new_game()
    world.write(STRANGER, "", to=HOUSE, subject="unsubscribe")
    world.poll()
    assert "plays no game here" in str(world.last(STRANGER)["Subject"])
