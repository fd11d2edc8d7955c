"""Who may order what: tokens, senders, and strangers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.quarantine import accept, waiting_mails
from pbem.service.play.close import close_turn
from tests.service.looks import answers, held, reply_to
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
STRANGER = "stranger@elsewhere.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


# Tokens -------------------------------------------------------------------------------


def test_token_and_known_sender_are_believed(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    assert held(world) == [LINE]


def test_a_senders_capitals_do_no_harm(world: World) -> None:
    world.copied_game()
    world.reply("Anna <ANNA@Example.ORG>", LINE, to=world.last(ANNA))
    world.poll()
    assert held(world) == [LINE]


def test_token_from_an_unknown_address_is_held_and_only_the_registered_one_is_told(
    world: World,
) -> None:
    world.copied_game()
    world.reply(STRANGER, LINE, to=world.last(ANNA))
    world.poll()
    assert held(world) == []
    assert [row.sender for row in waiting_mails(world.context)] == [STRANGER]
    assert STRANGER in text_of(world.last(ANNA))
    assert world.rows(recipient=STRANGER) == ()


def test_the_game_master_may_accept_a_held_mail(world: World) -> None:
    world.copied_game()
    world.reply(STRANGER, LINE, to=world.last(ANNA))
    world.poll()
    accept(world.context, waiting_mails(world.context)[0].id)
    assert held(world) == [LINE]
    assert world.rows(recipient=STRANGER) == (), "its receipt goes to the registered address"
    assert "Economy" in text_of(world.last(ANNA, kind="receipt"))


def test_a_held_mail_that_asks_for_a_seat_is_answered_to_the_player(world: World) -> None:
    world.copied_game()
    world.new_game(id="autumn", seats=(SeatSpec(name="Chiara", address=CHIARA), SeatSpec()))
    for text in ("JOIN autumn AS Ann", "JOIN nowhere"):
        world.reply(STRANGER, text, to=world.last(ANNA, kind="report"))
        world.poll()
        accept(world.context, waiting_mails(world.context)[0].id)
    assert world.rows(recipient=STRANGER) == ()
    assert "Ann" in text_of(world.last(ANNA, kind="join"))
    assert "could not join nowhere" in str(world.last(ANNA)["Subject"])


def test_a_held_mail_is_not_taken_under_a_key_that_is_void_meanwhile(world: World) -> None:
    world.copied_game()
    world.reply(STRANGER, LINE, to=world.last(ANNA))
    world.reply(ANNA, "NEWKEY")
    world.poll()
    accept(world.context, waiting_mails(world.context)[0].id)
    assert held(world) == []


def test_a_leaked_token_cannot_flood_its_player(tmp_path: Path) -> None:
    with open_world(tmp_path, unproven_per_hour=3) as world:
        world.copied_game()
        report = world.last(ANNA)
        for number in range(10):
            world.reply(STRANGER, f"{LINE} # {number}", to=report)
        world.poll()
        assert len(world.rows(recipient=ANNA, kind="held", status="queued")) == 3


def test_forged_mail_does_not_silence_the_answer_to_a_proven_one_that_cannot_be_read(
    world: World,
) -> None:
    world.copied_game()
    to = reply_to(world)
    for number in range(25):
        world.write(ANNA, f"Hello {number}", to=HOUSE)
    world.poll()
    before = len(answers(world, ANNA))
    encrypted = "Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b--\r\n"
    world.deliver(f"From: {ANNA}\r\nTo: {to}\r\n{encrypted}".encode())
    world.poll()
    assert len(answers(world, ANNA)) == before + 1
    assert "could not be read" in str(answers(world, ANNA)[-1]["Subject"])


DISOWNED = "mx.host.test; dmarc=fail header.from=example.org"


def test_a_disowned_mail_with_the_marks_of_a_list_is_held_and_the_game_master_hears_of_it(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path, trusted_authserv=("mx.host.test",)) as world:
        world.copied_game()
        world.reply(ANNA, LINE, Precedence="bulk", Authentication_Results=DISOWNED)
        world.poll()
        assert held(world) == []
        [row] = waiting_mails(world.context)
        assert f"Mail {row.id} for spring seat 1 is held" in text_of(world.last("gm@example.org"))


def test_a_forged_sender_without_token_is_asked_at_the_registered_address(world: World) -> None:
    world.copied_game()
    world.write(ANNA, LINE, to=HOUSE)
    world.poll()
    assert held(world) == []
    asked = world.last(ANNA)
    assert "Your mail did not carry the reply address" in text_of(asked)
    world.reply(ANNA, LINE, to=asked)
    world.poll()
    assert held(world) == [LINE], "a reply to the question counts"


def test_a_player_of_two_games_is_asked_for_each(world: World) -> None:
    world.copied_game()
    world.new_game(id="autumn", title="Autumn")
    world.write(ANNA, LINE, to=HOUSE)
    world.poll()
    asked = answers(world, ANNA)
    assert {"spring" in str(m["Reply-To"]) for m in asked} == {True, False}
    assert (held(world), held(world, game="autumn")) == ([], [])


def test_a_tampered_token_counts_as_none(world: World) -> None:
    world.copied_game()
    address = reply_to(world)
    forged = re.sub(r"\.([a-z2-7])([a-z2-7]{15})@", r".\2\1@", address)
    other_seat = address.replace("spring.1.1.", "spring.1.2.")
    for recipient in {forged, other_seat} - {address}:
        world.write(ANNA, LINE, to=recipient)
    world.poll()
    assert (held(world, 1), held(world, 2)) == ([], [])
    assert waiting_mails(world.context) == ()
    assert len(answers(world, ANNA)) == 2
    assert answers(world, BORIS) == []


def test_a_token_is_good_for_its_own_game_and_seat_only(world: World) -> None:
    world.copied_game()
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
    world.copied_game()
    subject = f"AW: {world.last(ANNA)['Subject']}"
    world.write(ANNA, LINE, to=HOUSE, subject=subject)
    world.poll()
    assert held(world) == [LINE]


def test_a_host_without_plus_addresses_is_served_by_the_tag_alone(tmp_path: Path) -> None:
    with open_world(tmp_path, plus_addressing=False) as world:
        world.copied_game()
        assert HOUSE in reply_to(world)
        world.reply(ANNA, LINE)
        world.poll()
        assert held(world) == [LINE]


def test_a_token_of_a_closed_turn_is_told_so_and_its_lines_are_shown_back(world: World) -> None:
    world.copied_game()
    stale = world.last(ANNA)
    close_turn(world.context, "spring", 1)
    world.reply(ANNA, LINE, to=stale)
    world.reply(ANNA, "WITHDRAW", to=stale)
    world.poll()
    late = [text_of(mail) for mail in answers(world, ANNA)]
    assert LINE in late[0]
    assert all("turn 1" in text.lower() for text in late)
    assert held(world) == []


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
        world.copied_game()
        message = f"From: {ANNA}\nTo: {HOUSE}\nSubject: my move\n\n{LINE}\n"
        stamped = "".join(f"Authentication-Results: {value}\n" for value in results)
        world.deliver((stamped + message).encode())
        world.poll()
        assert held(world) == ([LINE] if counts else [])


def test_a_good_reply_address_counts_beside_void_ones(world: World) -> None:
    world.copied_game()
    good = str(world.last(ANNA)["Reply-To"])
    void = good.replace("spring.1.1.", "spring.1.2.")
    gone = good.replace("spring.1.1.", "autumn.1.1.")
    world.write(ANNA, LINE, to=f"{gone}, {void}, {good}")
    world.poll()
    assert held(world) == [LINE]
    other = LINE.replace("60%", "50%")
    world.write("anna@other.example", other, to=f"{void}, {good}")
    world.poll()
    (waiting,) = waiting_mails(world.context)
    accept(world.context, waiting.id)
    assert held(world) == [other]


def test_dmarc_is_not_asked_unless_configured(world: World) -> None:
    world.copied_game()
    mail = f"Authentication-Results: {PASS}\nFrom: {ANNA}\nTo: {HOUSE}\n\n{LINE}\n"
    world.deliver(mail.encode())
    world.poll()
    assert held(world) == []


def test_a_vouched_sender_of_two_games_is_heard_in_the_one_that_waits(tmp_path: Path) -> None:
    trusting = {"without_token": "dmarc", "trusted_authserv": ("mx.example.net",)}
    with open_world(tmp_path, **trusting) as world:
        world.copied_game()
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
    world.copied_game()
    for _poll in range(2):
        for _mail in range(2):
            world.write(STRANGER, "What is this?", to=HOUSE)
        world.poll()
        assert len(world.rows(recipient=STRANGER)) == 1
        world.clock.move(hours=12.5)
    world.write(STRANGER, "And now?", to=HOUSE)
    world.poll()
    assert len(world.rows(recipient=STRANGER)) == 2


def test_a_strangers_help_names_the_games_that_can_be_joined(world: World) -> None:
    world.new_game(id="open", seats=(SeatSpec(address=ANNA), SeatSpec()))
    world.write(STRANGER, "help", to=HOUSE)
    world.poll()
    assert "JOIN open" in text_of(world.last(STRANGER))


@pytest.mark.parametrize(
    "spellings",
    [
        ("v@mail.test", "v+1@mail.test", '"v"@mail.test', "v@MAIL.test.", "v+x+y@mail.test"),
        ("vic@gmail.com", "v.ic@gmail.com", "V.I.C+1@googlemail.com", "vic@googlemail.com"),
        ("v@b\u00fccher.test", "v@xn--bcher-kva.test", "v@B\u00dcCHER.test", "v@bu\u0308cher.test"),
    ],
)
def test_all_spellings_of_an_address_share_its_three_mails_a_day(
    world: World, spellings: tuple[str, ...]
) -> None:
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
    world.new_game(seats=chairs, ruleset="god-unit")
    for text in ("HELP", "What?", "JOIN spring", "STATUS", "JOIN nowhere"):
        for spelling in spellings:
            head = f"From: {spelling}\r\nTo: {HOUSE}\r\nSubject: {spelling}\r\n"
            world.deliver(f"{head}\r\n{text}\r\n".encode())
    world.poll()
    drawn = [row.kind for row in world.rows() if row.unproven]
    assert len(drawn) == 3
    assert drawn[-1] == "join"


def test_forged_cries_for_help_do_not_flood_their_victim(world: World) -> None:
    for _cry in range(20):
        world.write(STRANGER, "HELP", to=HOUSE)
    world.poll()
    assert 1 <= len(world.rows(recipient=STRANGER)) <= 3
