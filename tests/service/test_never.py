"""NEVER ends what nobody asked for, as long as a mail of it is on record."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.store import masters, observers, standbys
from pbem.store.invitations import wants_none
from pbem.store.pending import pending_of
from tests.service.looks import LINE, seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.test_standby import ask
from tests.service.world import ANNA, World, open_world, text_of

ZOE, YVO = "zoe@example.org", "yvo@example.org"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
LINES = ("INVITE", "OBSERVER", "APPOINT", "SEAT 2 ADDRESS")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


def do(world: World, line: str) -> EmailMessage:
    """Zoe's newest mail once a game master has said that, and confirmed it where it has to be."""
    command(world, f"{line} {ZOE}")
    if "one word CONFIRM" in " ".join(text_of(world.last(EVE)).split()):
        command(world, "CONFIRM")
    return world.last(ZOE)


def refuse(world: World, text: str = "NEVER", *, sender: str = ZOE, to: EmailMessage) -> None:
    """Answer one of our mails, as mail programs do."""
    world.reply(sender, text, to=to, In_Reply_To=str(to["Message-ID"]))
    world.poll()


def refused(world: World, address: str = ZOE) -> bool:
    with world.context.read() as session:
        return wants_none(session.connection, address)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    "word",
    ["NEVER", "never, please!", "Nie.\n\nZoe", "On 2 March, Spring wrote:\n> WATCH\n\njamais"],
)
def test_NEVER_answers_whatever_was_not_asked_for(world: World, line: str, word: str) -> None:
    refuse(world, word, to=do(world, line))
    assert refused(world)
    assert "Nobody can invite you" in text_of(world.last(ZOE, kind="candidate"))
    with world.context.read() as session:
        assert observers.asked_at(session.connection, ZOE) == ()
        assert masters.run_by(session.connection, ZOE) == ()
    assert [seat.kind for seat in seats(world)] == ["human", "open", "open"]


@pytest.mark.parametrize("line", LINES)
def test_it_works_when_the_game_is_gone(world: World, line: str) -> None:
    asked = do(world, line)
    confirmed(world, "DELETE")
    refuse(world, to=asked)
    assert refused(world)


def test_it_works_when_the_seat_was_released(world: World) -> None:
    asked = do(world, "INVITE")
    confirmed(world, "SEAT 2 RELEASE")
    refuse(world, to=asked)
    assert refused(world)


def test_a_seat_of_a_game_that_has_begun_goes_to_a_bot_and_can_be_had_back(world: World) -> None:
    confirmed(world, "START")
    do(world, "SEAT 2 ADDRESS")
    refuse(world, to=world.last(ZOE, kind="report"))
    assert seats(world)[1].kind == "resigned"
    world.reply(ZOE, "RETURN", to=world.last(ZOE, kind="return"))
    world.poll()
    assert seats(world)[1].address == ZOE


def test_whoever_is_offered_a_seat_or_asked_to_stand_in_may_say_it(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    by_operator(world.context, "fall", eject, 2)
    world.poll()
    refuse(world, to=world.last(ZOE, kind="offer"))
    report = world.last(ANNA, kind="report", game="fall")
    world.reply(ANNA, f"SUBSTITUTE {YVO} UNTIL 2026-03-08", to=report)
    world.poll()
    refuse(world, sender=YVO, to=world.last(YVO))
    with world.context.read() as session:
        assert standbys.standbys_at(session.connection, ZOE) == ()
    assert refused(world) and refused(world, YVO)
    assert "nobody plays for you" in str(world.last(ANNA)["Subject"])


@pytest.mark.parametrize(
    "text", ["Never mind, I come", f"{LINE}\nNEVER", "TO ALL:\nnever\nEND", "no", ""]
)
def test_other_words_are_none(world: World, text: str) -> None:
    refuse(world, text, to=do(world, "SEAT 2 ADDRESS"))
    assert not refused(world)


def test_nobody_says_it_for_another(world: World) -> None:
    asked = do(world, "INVITE")
    refuse(world, sender=YVO, to=asked)
    world.write(ZOE, "NEVER", to=SERVICE)
    world.write(ZOE, "NEVER", to=SERVICE, In_Reply_To="<guessed@example.org>")
    world.poll()
    assert not refused(world) and not refused(world, YVO)


def test_what_players_who_asked_for_their_seat_answer_is_theirs(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    refuse(world, sender=ANNA, to=world.last(ANNA, kind="report", game="fall"))
    assert not refused(world, ANNA)
    assert seats(world, "fall")[0].address == ANNA


def test_a_game_master_who_has_done_something_goes_on_running_the_game(world: World) -> None:
    welcome = do(world, "APPOINT")
    world.reply(ZOE, "NOTE hello", to=welcome)
    world.poll()
    refuse(world, to=welcome)
    with world.context.read() as session:
        assert [game.id for game, _row in masters.run_by(session.connection, ZOE)] == ["spring"]


def test_in_the_reply_to_a_letter_it_is_a_word_like_any_other(world: World) -> None:
    confirmed(world, "START")
    do(world, "SEAT 2 ADDRESS")
    for letter in (
        "TO seat 2:\nShall we be friends?\nEND",
        "TO GM:\nMay I have another hour?\nEND",
    ):
        world.reply(ANNA, letter, to=world.last(ANNA, kind="report"))
        world.poll()
    refuse(world, "NEVER", to=world.last(ZOE, kind="press"))
    refuse(world, "Never!\n\nI will crush you.", to=world.last(ZOE, kind="press"))
    refuse(world, "Never.", sender=EVE, to=world.last(EVE, kind="press"))
    assert not refused(world) and not refused(world, EVE)
    assert seats(world)[1].address == ZOE


@pytest.mark.parametrize("text", ["NEVER\nPREVIEW", "PREVIEW\nNEVER"])
@pytest.mark.parametrize("line", LINES)
def test_PREVIEW_beside_it_changes_nothing(world: World, line: str, text: str) -> None:
    refuse(world, text, to=do(world, line))
    assert not refused(world)


def test_what_somebody_has_said_yes_to_is_asked_about_before_it_ends(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    refuse(world, to=do(world, "INVITE"))
    asking = world.last(ZOE, kind="never")
    assert "You stand by for Fall, as number 1." in " ".join(text_of(asking).split())
    assert not refused(world)
    refuse(world, to=asking)
    assert refused(world)
    with world.context.read() as session:
        assert standbys.standbys_at(session.connection, ZOE) == ()


def test_what_is_offered_is_declined_at_once_and_other_lists_are_asked_about(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    ask(world, ZOE, "STANDBY Parsec")
    by_operator(world.context, "fall", eject, 2)
    world.poll()
    refuse(world, to=world.last(ZOE, kind="offer"))
    asking = world.last(ZOE, kind="never")
    said = " ".join(text_of(asking).split())
    assert "You do not take that seat." in said and "Nothing has changed yet" not in said
    assert "You stand by for Parsec" in said and "Fall" not in said
    with world.context.read() as session:
        assert pending_of(session.connection, "fall") == ()
        assert [row.about for row in standbys.standbys_at(session.connection, ZOE)] == ["parsec"]
    assert not refused(world)
    refuse(world, to=asking)
    assert refused(world)
    with world.context.read() as session:
        assert standbys.standbys_at(session.connection, ZOE) == ()


def test_a_list_that_somebody_else_asks_for_in_ones_name_ends_no_other(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    ask(world, ZOE, "STANDBY Parsec", confirm=False)
    refuse(world, to=world.last(ZOE, kind="standby"))
    assert not refused(world)
    refuse(world, to=world.last(ZOE, kind="never"))
    assert refused(world)


@pytest.mark.parametrize("line", ["INVITE", "OBSERVER"])
def test_also_where_a_mail_program_does_not_say_what_it_replies_to(world: World, line: str) -> None:
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, "STANDBY fall")
    for to, is_over in ((do(world, line), False), (None, True)):
        world.reply(ZOE, "NEVER", to=to or world.last(ZOE, kind="never"))
        world.poll()
        with world.context.read() as session:
            assert (standbys.standbys_at(session.connection, ZOE) == ()) is is_over
        assert refused(world) is is_over


@pytest.mark.parametrize("line", LINES[:2])
def test_a_token_alone_does_where_nothing_was_agreed_to(world: World, line: str) -> None:
    world.reply(ZOE, "NEVER", to=do(world, line))
    world.poll()
    assert refused(world)


def test_from_a_second_address_it_is_answered_there(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    world.reply(ANNA, f"PROFILE ALSO {YVO}", to=world.last(ANNA, kind="report", game="fall"))
    world.poll()
    world.reply(YVO, "CONFIRM", to=world.last(YVO))
    world.poll()
    world.new_game(id="winter", title="Winter", masters=MASTERS, seats=(SeatSpec(), SeatSpec()))
    command(world, f"INVITE {ANNA}")
    before = len(world.mails(ANNA)), len(world.mails(YVO))
    refuse(world, sender=YVO, to=world.last(ANNA, kind="invite"))
    assert refused(world, ANNA)
    assert (len(world.mails(ANNA)), len(world.mails(YVO))) == (before[0], before[1] + 1)
    assert "Nobody writes to you unasked" in str(world.last(YVO)["Subject"])


def test_what_somebody_would_lose_by_it_is_asked_at_the_second_address_too(world: World) -> None:
    world.new_game(id="fall", title="Fall")
    world.reply(ANNA, f"PROFILE ALSO {YVO}", to=world.last(ANNA, kind="report", game="fall"))
    world.poll()
    world.reply(YVO, "CONFIRM", to=world.last(YVO))
    world.poll()
    world.new_game(id="winter", title="Winter", masters=MASTERS, seats=(SeatSpec(), SeatSpec()))
    world.reply(ANNA, "STANDBY Parsec", to=world.last(ANNA, kind="report", game="fall"))
    world.poll()
    command(world, f"INVITE {ANNA}")
    refuse(world, sender=YVO, to=world.last(ANNA, kind="invite"))
    assert not refused(world, ANNA)
    refuse(world, sender=YVO, to=world.last(YVO, kind="never"))
    assert refused(world, ANNA)
    with world.context.read() as session:
        assert standbys.standbys_at(session.connection, ANNA) == ()
