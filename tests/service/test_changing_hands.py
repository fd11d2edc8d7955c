"""A seat changes hands by two mails, whatever comes between them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake import receive
from pbem.service.intake.digests import send_digests
from pbem.service.play.pending import end_pending
from tests.servers.plugin import MailHost
from tests.service.looks import LINE, OTHER, answers, held, seats, settled
from tests.service.wired import posted_world
from tests.service.world import ANNA, BORIS, World, text_of

HOUSE = "orders@pbem.localhost"
FREE = (SeatSpec(name="Anna", address=ANNA), SeatSpec())


@pytest.fixture
def world(tmp_path: Path, embedded_host: MailHost) -> Iterator[World]:
    with posted_world(tmp_path, embedded_host) as world:
        yield world


def kinds(world: World) -> list[str]:
    return [seat.kind for seat in seats(world)]


# In time, and read late ---------------------------------------------------------------


def test_a_RETURN_in_time_counts_though_mail_could_not_be_read_for_hours(world: World) -> None:
    world.copied_game()
    world.resign(ANNA)
    world.clock.move(hours=70)
    world.reply(ANNA, "RETURN", to=world.last(ANNA))
    world.clock.move(hours=3)
    assert end_pending(world.context) == 0, "it may be waiting to be read, and is"
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_a_confirmation_in_time_counts_though_the_service_was_off(world: World) -> None:
    world.new_game(seats=FREE)
    world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
    world.poll()
    world.clock.move(hours=47)
    world.reply(BORIS, "JOIN", to=world.last(BORIS, kind="join"))
    world.clock.move(hours=2)
    end_pending(world.context)
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_a_RETURN_in_time_counts_though_the_last_poll_before_the_end_could_not_settle_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.new_game()
    world.resign(ANNA)
    world.clock.move(hours=71)
    world.reply(ANNA, "RETURN", to=world.last(ANNA))
    world.clock.move(hours=1)
    with monkeypatch.context() as patch:
        patch.setattr(receive, "settle", lambda *_: 1 / 0)
        world.poll()
    world.poll()
    assert kinds(world) == ["human", "human"]


# A mail without which nobody could go on ----------------------------------------------

NO_ANSWER = {"X_Auto_Response_Suppress": "All"}


def test_a_new_key_is_sent_also_to_whoever_wants_no_automatic_answer(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, "NEWKEY", **NO_ANSWER)
    world.poll()
    world.reply(ANNA, LINE, to=world.last(ANNA, kind="newkey"))
    world.poll()
    assert held(world) == [LINE]


def test_whoever_wants_no_automatic_answer_can_resign_and_return(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, "RESIGN", **NO_ANSWER)
    world.poll()
    world.reply(ANNA, "RESIGN", to=world.last(ANNA, kind="resign"), **NO_ANSWER)
    world.poll()
    assert kinds(world) == ["resigned", "human"]
    world.reply(ANNA, "RETURN", to=world.last(ANNA, kind="return"), **NO_ANSWER)
    world.poll()
    assert kinds(world) == ["human", "human"]


def test_a_gathered_question_whether_to_resign_can_be_answered(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    with posted_world(tmp_path, embedded_host, answers_per_hour=1) as world:
        world.copied_game()
        for text in ("STATUS", "RESIGN", "HELP", "NEWKEY"):
            world.reply(ANNA, text)
            world.poll()
        world.reply(ANNA, "RESIGN", to=world.last(ANNA, kind="newkey"))
        world.poll()
        world.reply(ANNA, "HELP", to=world.last(ANNA, kind="newkey"))
        world.poll()
        world.clock.move(minutes=5)
        send_digests(world.context)
        assert not any("this very mail" in text_of(m) for m in world.mails(ANNA, kind="digest"))
        [asked] = world.mails(ANNA, kind="resign", status="queued")
        world.reply(ANNA, "RESIGN", to=asked)
        world.poll()
        assert kinds(world) == ["resigned", "human"]


# What the reply says -----------------------------------------------------------------


def test_a_confirmation_that_comes_too_late_takes_no_seat_even_before_the_upkeep(
    world: World,
) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="manual")
    world.write(BORIS, "JOIN spring AS Boris", to=HOUSE)
    world.poll()
    world.clock.move(hours=49)
    world.reply(BORIS, "JOIN", to=world.last(BORIS, kind="join"))
    world.poll()
    assert [seat.kind for seat in seats(world)] == ["human", "open"]


def test_a_polite_RETURN_takes_the_seat_back(world: World) -> None:
    world.copied_game()
    world.resign(ANNA)
    world.reply(ANNA, "RETURN, please.", to=world.last(ANNA))
    world.poll()
    assert seats(world)[0].kind == "human"


def test_orders_beside_RESIGN_or_RETURN_are_named_as_not_taken(world: World) -> None:
    world.copied_game()
    world.resign(ANNA, f"RESIGN\n{LINE}")
    gone = world.last(ANNA)
    assert "The orders in your mail were not taken" in text_of(gone)
    assert LINE in text_of(gone)
    world.reply(ANNA, f"RETURN\n{OTHER}", to=gone)
    world.poll()
    told = answers(world, ANNA)[-1]
    assert "your orders were not taken" in str(told["Subject"])
    assert OTHER in text_of(told)
    assert held(world) == []


def test_a_seat_given_up_is_nobodys_any_more(world: World) -> None:
    world.copied_game()
    report = world.last(ANNA)
    world.resign(ANNA)
    world.reply(ANNA, LINE, to=report)
    world.poll()
    assert held(world) == []
    assert "not yours any more" in str(world.last(ANNA)["Subject"])


@pytest.mark.parametrize("then", ["NEWS EACH TURN", "@ Economy 5%", "STATUS\nDONE"])
def test_whatever_follows_WITHDRAW_is_for_a_seat_that_is_nobodys(world: World, then: str) -> None:
    world.new_game(seats=FREE, start="manual")
    world.resign(ANNA, f"WITHDRAW\n{then}", to=world.last(ANNA, kind="notice"))
    assert seats(world)[0].kind == "open"
    assert seats(world)[0].news == "digest"
    assert [row.subject for row in world.rows(recipient=ANNA)][-1] == "You have left Spring"


def test_the_log_tells_of_no_orders_beside_a_RESIGN_that_counts(world: World) -> None:
    world.copied_game()
    world.resign(ANNA, f"RESIGN\n{LINE}")
    assert settled(world)[-1].note == "resign"
