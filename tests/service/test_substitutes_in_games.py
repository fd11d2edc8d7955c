"""SUBSTITUTE, and what else happens to a seat that somebody plays for another."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.service.context import Session
from pbem.service.counters import Count
from pbem.service.gamefile import MasterSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel
from pbem.service.mastering.rollback import roll_back
from pbem.service.mastering.seats import eject, give_to, give_to_bot
from pbem.service.play import substituting
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.story.queue import tell_stories
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.overview import one_game
from pbem.store import observers, people
from pbem.store.records import GameRow, SeatKind
from pbem.store.substitutions import stack_of
from tests.service.looks import seats, settled
from tests.service.test_masters import MASTERS, command
from tests.service.test_substitutes import (
    ASK,
    DORA,
    EMIL,
    ENDS,
    answer,
    at_seat,
    flat,
    lend,
    lend_on,
    say,
    stack,
    well,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(schedule=Schedule(every="24h", reminders=(), second_thoughts="0m"))
        yield world


@pytest.mark.parametrize("act", ["eject", "address", "bot"])
def test_what_a_game_master_does_with_the_seat_ends_it_all(world: World, act: str) -> None:
    lend(world)
    lend_on(world)
    if act == "eject":
        by_operator(world.context, "spring", eject, 1)
    elif act == "address":
        by_operator(world.context, "spring", give_to, 1, "fritz@example.org")
    else:
        by_operator(world.context, "spring", give_to_bot, 1, "")
    assert (stack(world), seats(world)[0].lent) == ((), None)
    for one in (ANNA, DORA, EMIL):
        assert "You play Spring no more" in str(world.last(one)["Subject"])
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert "gone" in settled(world)[-1].note


def test_the_owner_gets_the_end_and_the_story_and_is_who_played(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 2})
        lend(world)
        for _turn in range(2):
            close_turn(world.context, "spring")
        assert (at_seat(world), stack(world)) == (ANNA, ())
        assert world.last(ANNA, kind="report")["Subject"]
        assert "the end, after turn 2" in flat(world, ANNA, kind="report").casefold()
        world.clock.move(hours=1)
        tell_stories(world.context)
        assert world.rows(recipient=ANNA, kind="story")
        assert not world.rows(recipient=DORA, kind="story")
        well(world)


def test_a_cancelled_game_ends_it_and_the_owner_hears_of_that(world: World) -> None:
    lend(world)
    by_operator(world.context, "spring", cancel)
    assert (at_seat(world), stack(world)) == (ANNA, ())
    assert "was cancelled" in str(world.last(ANNA)["Subject"])


def test_a_substitute_who_stays_away_loses_the_seat_to_its_owner(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=Schedule(every="24h", reminders=(), leave_after=1))
        lend(world)
        world.wait(25)
        assert (at_seat(world), seats(world)[0].kind) == (ANNA, SeatKind.HUMAN)
        assert seats(world)[0].missed == 0


def test_a_rollback_changes_nobodys_seat(world: World) -> None:
    close_turn(world.context, "spring")
    lend(world)
    close_turn(world.context, "spring")
    by_operator(world.context, "spring", roll_back, 1)
    assert at_seat(world) == DORA
    assert "is open again" in flat(world, DORA, kind="report")
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert at_seat(world) == ANNA
    well(world)


def test_a_vacation_ends_when_somebody_else_plays(world: World) -> None:
    say(world, "VACATION 2026-03-02 TO 2026-03-08 BOT")
    lend(world)
    assert "on vacation" not in say(world, "STATUS", BORIS)
    assert "No vacation" in say(world, "VACATION", DORA)


def test_letters_go_to_whoever_plays_and_wishes_stay_with_who_made_them(world: World) -> None:
    say(world, "BLOCK Boris")
    say(world, "UNBLOCK Boris\nPRESS WITH REPORT")
    world.clock.move(minutes=20)
    say(world, "TO Anna:\nbefore the change", BORIS)
    assert not world.rows(recipient=ANNA, kind="press")
    world.clock.move(minutes=1)
    lend(world)
    assert "before the change" in flat(world, ANNA, kind="press")
    say(world, "TO Anna:\nafter the change", BORIS)
    assert "after the change" in flat(world, DORA, kind="press")
    assert not any("before the change" in text_of(one) for one in world.mails(DORA))
    say(world, "SUBSTITUTE END", DORA)
    assert not any("after the change" in text_of(one) for one in world.mails(ANNA))
    world.clock.move(minutes=20)
    reports = len(world.rows(recipient=ANNA, kind="press"))
    say(world, "TO Anna:\nonce more", BORIS)
    assert len(world.rows(recipient=ANNA, kind="press")) == reports, "with the next report again"


@pytest.mark.parametrize("minutes", [4, 6])
def test_a_letter_goes_to_whoever_played_when_it_fell_due(world: World, minutes: int) -> None:
    """Letters to all wait for five minutes; nothing is looked into before the seat goes over."""
    say(world, ASK)
    world.clock.move(minutes=20)
    say(world, "TO ALL:\nfrom before", BORIS)
    world.clock.move(minutes=minutes)
    answer(world)
    world.clock.move(minutes=10)
    world.poll()
    reached = [one for one in (ANNA, DORA) if world.rows(recipient=one, kind="press")]
    assert reached == [DORA if minutes < 5 else ANNA]


def test_a_letter_of_the_last_day_stays_with_the_substitute(world: World) -> None:
    """It goes back at midnight, whenever the service gets round to that."""
    lend(world)
    minutes = (ENDS - world.clock.now()) / timedelta(minutes=1)
    world.clock.move(minutes=minutes - 30)
    for text, at in (("before midnight", 35), ("after midnight", 60)):
        world.reply(BORIS, f"TO Anna:\n{text}", to=world.last(BORIS, kind="report"))
        world.clock.move(minutes=at)
    world.poll()
    world.clock.move(minutes=1)
    world.poll()
    assert at_seat(world) == ANNA
    told = {one: [text_of(m) for m in world.mails(one, kind="press")] for one in (ANNA, DORA)}
    assert ["before midnight" in text for text in told[DORA]] == [True]
    assert ["after midnight" in text for text in told[ANNA]] == [True]


def test_letters_that_were_put_off_for_quiet_hours_go_to_whoever_they_fell_due_for(
    world: World,
) -> None:
    say(world, "PROFILE QUIET 10-20")
    say(world, ASK)
    world.reply(BORIS, "TO Anna:\nin the quiet hours", to=world.last(BORIS, kind="report"))
    world.poll()
    world.clock.move(minutes=2)
    world.poll()
    answer(world)
    world.wait(10)
    assert not world.rows(recipient=DORA, kind="press")
    assert world.rows(recipient=ANNA, kind="press")


def test_a_substitute_watches_the_game_no_more_unless_they_ask_once_more(world: World) -> None:
    world.write(DORA, "WATCH spring", to=world.context.config.mail.address)
    world.poll()
    world.reply(DORA, "WATCH", to=world.last(DORA, kind="watch"))
    lend(world)
    before = len(world.rows(recipient=DORA, kind="spectator"))
    say(world, "SUBSTITUTE END", DORA)
    close_turn(world.context, "spring")
    world.wait(25)
    assert len(world.rows(recipient=DORA, kind="spectator")) == before


def test_an_owner_who_watches_meanwhile_watches_no_more_once_the_seat_is_back(
    world: World,
) -> None:
    lend(world)
    world.write(ANNA, "WATCH spring", to=world.context.config.mail.address)
    world.poll()
    world.reply(ANNA, "WATCH", to=world.last(ANNA, kind="watch"))
    world.poll()
    say(world, "SUBSTITUTE END", DORA)
    with world.context.database.read() as connection:
        assert observers.observers_of(connection, "spring") == ()


def test_what_an_owner_wishes_is_not_forgotten_while_another_plays(world: World) -> None:
    say(world, "PROFILE RATED\nPROFILE LANGUAGE Deutsch")
    lend(world)
    with world.context.database.write() as connection:
        people.forget_people(connection)
        assert people.find_person(connection, ANNA).rated is not None


def test_one_seat_that_cannot_be_handed_back_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(world)
    world.new_game(id="summer", title="Summer")
    summer = world.last(ANNA, kind="report", game="summer")
    world.reply(ANNA, f"SUBSTITUTE {EMIL} UNTIL 2026-03-08", to=summer)
    world.poll()
    answer(world, EMIL)
    hand_back = substituting.hand_back

    def failing(session: Session, game: GameRow, *rest: int, **named: Any) -> None:
        if game.id == "spring":
            raise RuntimeError("it cannot be handed back")
        hand_back(session, game, *rest, **named)

    monkeypatch.setattr(substituting, "hand_back", failing)
    world.clock.move(hours=(ENDS - world.clock.now()) / timedelta(hours=1))
    world.poll()
    assert [seats(world, game)[0].lent for game in ("spring", "summer")] == [ENDS, None]
    assert world.context.counters.read()[Count.HANDED_BACK, ""] == 1


def test_game_masters_see_who_plays_for_whom(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        lend(world)
        assert f"{DORA}; a substitute plays for {ANNA} until" in " ".join(
            command(world, "SHOW").split()
        )
        (anna, boris) = one_game(world.context, "spring").seats
        assert (anna.address, anna.owner, anna.lent) == (DORA, ANNA, ENDS)
        assert (boris.owner, boris.lent) == (None, None)


def test_the_owners_profile_and_change_of_address_count_when_they_return(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    say(world, f"SUBSTITUTE {DORA} UNTIL 2026-03-08")
    answer(world)
    summer = seats(world, "summer")[0]
    lent = next(name for name in ("spring", "summer") if seats(world, name)[0].lent)
    other = "spring" if lent == "summer" else "summer"
    world.reply(ANNA, "PROFILE ADDRESS anna@new.example", to=world.last(ANNA, game=other))
    world.poll()
    world.reply("anna@new.example", "CONFIRM", to=world.last("anna@new.example"))
    world.poll()
    assert summer.seat == 1
    with world.context.database.read() as connection:
        assert [row.address for row in stack_of(connection, lent, 1)] == ["anna@new.example"]
    world.reply("anna@new.example", "RETURN", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert seats(world, lent)[0].address == DORA, "the addresses in all earlier mails are void"
    told = world.last("anna@new.example", kind="lent", game=lent)
    world.reply("anna@new.example", "RETURN", to=told)
    world.poll()
    assert seats(world, lent)[0].address == "anna@new.example"


def test_UNDO_of_that_brings_the_lender_a_new_key_at_the_old_address(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    spring = world.last(ANNA, kind="report", game="spring")
    world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-03-08", to=spring)
    world.poll()
    answer(world)
    first = world.last(ANNA, kind="lent")
    world.reply(ANNA, "PROFILE ADDRESS anna@new.example", to=world.last(ANNA, game="summer"))
    world.poll()
    world.reply("anna@new.example", "CONFIRM", to=world.last("anna@new.example"))
    world.poll()
    world.reply(ANNA, "UNDO", to=world.last(ANNA, kind="readdressed"))
    world.poll()
    world.reply(ANNA, "SUBSTITUTE END", to=first)
    world.poll()
    assert at_seat(world) == DORA
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert at_seat(world) == ANNA


def test_whoever_is_given_back_what_they_lent_hears_of_no_loss(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        lend(world)
        before = len(world.rows(recipient=ANNA))
        command(world, f"SEAT 1 ADDRESS {ANNA}")
        command(world, "CONFIRM")
        told = [row.subject for row in world.rows(recipient=ANNA)][before:]
        assert not [subject for subject in told if "no more" in subject]
        assert "You have a seat in Spring" in " ".join(told)
        assert "You play Spring no more" in " ".join(r.subject for r in world.rows(recipient=DORA))
        assert (at_seat(world), stack(world)) == (ANNA, ())


def test_a_game_master_who_is_named_plays_for_nobody(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=(MasterSpec(address=DORA),))
        say(world, ASK)
        answer(world)
        assert "runs the game" in flat(world, DORA)


def test_LOG_tells_the_owner_and_the_game_master_hears_of_it(world: World) -> None:
    lend(world)
    assert "lets somebody else play" in say(world, "LOG", DORA)
    assert "substitute" not in say(world, "LOG", BORIS)
    world.clock.move(hours=2)
    world.poll()
    assert f"{DORA} plays for Anna (seat 1)" in flat(world, "gm@example.org")


def test_it_goes_where_the_game_goes(world: World, tmp_path: Path) -> None:
    lend(world)
    say(world, f"SUBSTITUTE {EMIL} UNTIL 2026-03-06", DORA)
    archive = export_game(world.context, "spring", full=True)
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        answer(there, EMIL)
        assert [row.address for row in stack(there)] == [ANNA, DORA]
        there.reply(ANNA, "SUBSTITUTE END", to=there.last(ANNA, kind="lent"))
        there.poll()
        assert at_seat(there) == ANNA
