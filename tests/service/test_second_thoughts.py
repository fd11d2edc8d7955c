"""A turn that is complete closes once nothing has changed for a while, or at DONE from all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play.games import pause, resume
from pbem.service.play.upkeep import awaits_poll, close_due, note_poll
from pbem.service.schedule import Schedule, ScheduleError
from pbem.service.tools.overview import one_game
from tests.service.looks import answers, held
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of
from tests.soaking import examples

LINE, OTHER, BAD = "BUILD 1 light", "BUILD 2 light", "BULD 1 light"
SPAN = timedelta(minutes=10)
WAITS = "turn 1 closes at 12:10 UTC (in 10 minutes) unless somebody changes something."
NOW = "Everybody's orders are in: turn 1 closes now."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        new_game(world)
        yield world


def new_game(world: World, *people: str, game: str = "spring", **schedule: Any) -> None:
    given: dict[str, Any] = {"every": "48h", "reminders": ()}
    named = (SeatSpec(name=a.partition("@")[0].title(), address=a) for a in people or (ANNA, BORIS))
    world.new_game(
        id=game,
        ruleset="asylamba-mini",
        options={
            "balance": "source",
            "factions": ["Synelle", "Nerve", "Negore"][: len(people) or 2],
        },
        seats=tuple(named),
        schedule=Schedule(**(given | schedule)),
    )


def alone(world: World, **schedule: Any) -> None:
    """Anna against a bot, in Hegemon, where an allocation of less than 100% is warned."""
    given: dict[str, Any] = {"every": "48h", "reminders": ()}
    world.new_game(
        id="alone",
        seats=(SeatSpec(name="Anna", address=ANNA, zone="Europe/Rome"), SeatSpec(bot="raider")),
        schedule=Schedule(**(given | schedule)),
    )


def write(world: World, player: str, text: str, game: str = "spring") -> str:
    """A mail is read; what it is answered, in one line."""
    world.reply(player, text, to=world.last(player, kind="report", game=game))
    world.poll()
    return " ".join(text_of(world.last(player, kind="receipt", game=game)).split())


def later(world: World, **span: float) -> int:
    """The open turn after some time in which nobody writes."""
    world.clock.move(**span)
    world.poll()
    return world.game().turn


# The span ---------------------------------------------------------------------------


def test_a_complete_turn_waits_and_says_until_when_in_the_readers_zone(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_game(world)
        write(world, ANNA, LINE)
        assert WAITS in write(world, BORIS, OTHER)
        assert world.game().turn == 1
        assert later(world, minutes=9, seconds=59) == 1
        assert later(world, seconds=1) == 2


def test_a_change_begins_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "closes at 12:19 UTC (in 10 minutes)" in write(world, ANNA, OTHER)
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_what_changes_nothing_does_not(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=4)
    for text in (LINE, f"PREVIEW\n{OTHER}", "STATUS", "Good luck to all of you"):
        world.reply(ANNA, text)
        world.poll()
    assert "closes at 12:10 UTC (in 6 minutes)" in " ".join(
        text_of(world.last(ANNA, kind="receipt")).split()
    )
    assert later(world, minutes=6) == 2


def test_whoever_sends_a_change_that_is_refused_gets_the_time_to_mend_it(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "(in 10 minutes)" in write(world, ANNA, BAD)
    assert (later(world, minutes=9), held(world)) == (1, [LINE])


@pytest.mark.parametrize("slip", [BAD, "SND 4 light FROM 19 TO 20"])
def test_a_change_of_which_nothing_is_taken_takes_done_back(world: World, slip: str) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    assert "You have said DONE" not in write(world, ANNA, slip)
    assert WAITS in write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 1


def test_a_line_that_is_none_begins_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=9)
    assert "(in 10 minutes)" in write(world, ANNA, "SND 4 light FROM 19 TO 20")
    assert later(world, minutes=9) == 1


def test_a_line_that_is_none_is_named_beside_a_command_too(world: World) -> None:
    world.reply(ANNA, "STATUS\nSND 4 light FROM 19 TO 20")
    world.poll()
    assert "| SND 4 light FROM 19 TO 20" in text_of(world.last(ANNA, kind="receipt"))


def test_withdrawn_orders_make_the_turn_wait_again(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    assert "The game waits for you." in write(world, ANNA, "WITHDRAW")
    assert world.game().closes is None
    assert later(world, hours=1) == 1


def test_a_mail_that_came_before_the_end_of_the_span_is_read_first(world: World) -> None:
    """A tick of the clock alone closes nothing: the mailbox must have been looked into."""
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    world.clock.move(minutes=10)
    world.reply(ANNA, OTHER)
    assert close_due(world.house) == []
    world.poll()
    assert (world.game().turn, held(world)) == (1, [OTHER])


def test_the_deadline_comes_first_where_it_is_nearer(world: World) -> None:
    write(world, ANNA, LINE)
    world.wait(47.75)
    world.clock.move(minutes=8)
    receipt = write(world, BORIS, OTHER)
    assert "Everybody's orders are in. " in receipt
    assert "Turn 1 closes: Wednesday, 4 March 2026, 12:00 UTC (in 7 minutes)" in receipt
    assert later(world, minutes=7) == 2


def test_with_a_span_of_nothing_a_turn_closes_at_once(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_game(world, second_thoughts="0m")
        write(world, ANNA, LINE)
        assert NOW in write(world, BORIS, OTHER)
        assert world.game().turn == 2


def test_a_span_must_be_one() -> None:
    with pytest.raises(ScheduleError, match=r"schedule.second_thoughts: 'soon' is no span"):
        Schedule(every="24h", second_thoughts="soon")


def test_a_game_that_goes_on_after_a_pause_gives_the_span_anew(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, OTHER)
    pause(world.house, "spring")
    assert later(world, hours=5) == 1
    resume(world.house, "spring")
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_a_seat_that_is_given_up_is_not_waited_for_but_the_others_keep_their_span(
    world: World,
) -> None:
    write(world, ANNA, LINE)
    world.clock.move(hours=3)
    world.reply(BORIS, "RESIGN")
    world.poll()
    assert later(world, minutes=9) == 1
    assert later(world, minutes=1) == 2


def test_status_and_show_say_when_the_turn_closes(world: World) -> None:
    write(world, ANNA, LINE)
    assert one_game(world.house, "spring").closes is None
    write(world, BORIS, OTHER)
    world.reply(ANNA, "STATUS")
    world.poll()
    told = " ".join(text_of(answers(world, ANNA)[-1]).split())
    assert WAITS in told
    assert "Turn 1 closes:" not in told
    assert one_game(world.house, "spring").closes == world.clock.now() + SPAN


def test_lines_that_are_repeated_do_not_hurry_a_turn(world: World) -> None:
    for player in (ANNA, BORIS):
        write(world, player, f"@ {LINE}\nDONE")
    assert world.game().turn == 2
    assert later(world, hours=2) == 2
    write(world, BORIS, "DONE")
    write(world, ANNA, "DONE")
    assert world.game().turn == 3, "who says so is content with them"


# DONE -------------------------------------------------------------------------------


def test_when_all_have_said_done_the_turn_closes_at_once(world: World) -> None:
    assert "You have said DONE" in write(world, ANNA, f"{LINE}\nDONE")
    receipt = write(world, BORIS, OTHER)
    assert WAITS in receipt
    assert "DONE in a mail says that you are sure" in receipt
    assert NOW in write(world, BORIS, "done")
    assert world.game().turn == 2


def test_done_in_any_language_and_with_a_please(world: World) -> None:
    write(world, ANNA, f"{LINE}\nFertig, danke!")
    write(world, BORIS, f"{OTHER}\nterminé")
    assert world.game().turn == 2


def test_a_later_change_without_done_takes_it_back(world: World) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    write(world, ANNA, OTHER)
    assert WAITS in write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 1


def test_the_same_orders_once_more_leave_it(world: World) -> None:
    write(world, ANNA, f"{LINE}\nDONE")
    write(world, ANNA, LINE)
    write(world, BORIS, f"{OTHER}\nDONE")
    assert world.game().turn == 2


def test_done_ends_the_waiting_for_a_refused_line(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    assert "or DONE if all is as you mean it" in write(world, ANNA, f"{LINE}\n{BAD}")
    assert world.game().turn == 1
    write(world, ANNA, "DONE")
    assert world.game().turn == 2


def test_done_beside_a_refused_line_plays_what_stands(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    receipt = write(world, ANNA, f"{LINE}\n{BAD}\nDONE")
    assert "1 line was refused" in receipt
    assert "goes on waiting" not in receipt
    assert world.game().turn == 2


def test_done_beside_orders_of_which_none_is_taken_settles_nothing(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    write(world, ANNA, f"{LINE}\n{BAD}")
    write(world, ANNA, f"{BAD}\nDONE")
    assert world.game().turn == 1


def test_done_with_nothing_held_settles_nothing_and_says_what_would(world: World) -> None:
    write(world, BORIS, f"{OTHER}\nDONE")
    receipt = write(world, ANNA, "DONE")
    assert "DONE changes nothing yet. You hold no orders for turn 1." in receipt
    assert "To do nothing in this turn, send: --------------------------------- | PASS | DONE" in (
        receipt
    )
    assert world.game().turn == 1
    write(world, ANNA, "PASS\nDONE")
    assert world.game().turn == 2


def test_done_does_not_stand_for_orders_of_a_turn_that_are_still_to_come(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(
            ruleset="parsec",
            options={"pace": "round"},
            schedule=Schedule(every="24h", reminders=()),
        )
        write(world, ANNA, "DEFEND WITH 3")
        assert "something that is asked of you is still missing" in write(world, ANNA, "DONE")
        write(world, BORIS, "SWAP ALL\nPASS\nDONE")
        assert world.game().turn == 1
        write(world, ANNA, "DEFEND WITH 2\nDONE")
        assert world.game().turn == 1
        write(world, ANNA, "SWAP ALL\nPASS\nDONE")
        assert world.game().turn == 2


def test_beside_done_a_line_for_a_later_turn_is_kept_and_shown(world: World) -> None:
    write(world, ANNA, LINE)
    receipt = write(world, ANNA, f"TURN 3: {OTHER}\nDONE")
    assert "Done: your orders for turn 1 are played" in receipt
    assert f"| ok TURN 3: {OTHER} | kept for turn 3" in receipt
    assert "You have said DONE" in receipt


def test_beside_preview_done_does_not_count(world: World) -> None:
    write(world, ANNA, LINE)
    write(world, BORIS, f"{OTHER}\nDONE")
    write(world, ANNA, f"PREVIEW\n{LINE}\nDONE")
    assert world.game().turn == 1


# Alone ------------------------------------------------------------------------------


def test_who_plays_alone_and_made_no_mistake_does_not_wait(world: World) -> None:
    alone(world)
    assert "turn 1 closes now" in write(world, ANNA, "Economy 100% comp 100", "alone")
    assert world.game("alone").turn == 2


def test_who_plays_alone_and_is_warned_has_time_to_think_it_over(world: World) -> None:
    alone(world)
    receipt = write(world, ANNA, "Economy 60% comp 100", "alone")
    assert "Your orders are in: turn 1 closes at 13:10 CET (in 10 minutes) unless you" in receipt
    assert world.game("alone").turn == 1
    write(world, ANNA, "DONE", "alone")
    assert world.game("alone").turn == 2


def test_a_turn_that_closes_at_once_asks_for_one_more_look_into_the_mailbox(world: World) -> None:
    """Where the mail arrived after the poll that read it began, by the mail server's clock."""
    alone(world)
    world.reply(ANNA, "Economy 100% comp 100", to=world.last(ANNA, kind="report", game="alone"))
    poll = receive_mail(world.house, world.inbox)
    assert not awaits_poll(world.house, poll)
    early = type(poll)(poll.began - timedelta(seconds=1), poll.received, poll.processed)
    note_poll(world.house, early)
    assert close_due(world.house) == []
    assert awaits_poll(world.house, early)


# Whatever the order -----------------------------------------------------------------


@dataclass
class Player:
    """What a player would say of their seat."""

    held: str = ""
    owes: bool = True
    done: bool = False


@dataclass
class Model:
    """The open turn as all players together know it."""

    changed: datetime
    players: dict[str, Player] = field(default_factory=dict)

    def hears(self, who: str, act: str, line: str, now: datetime) -> None:
        one = self.players[who]
        before = (one.held, one.owes)
        match act:
            case "orders":
                one.done = one.done and one.held == line
                one.held, one.owes = line, False
            case "orders and DONE":
                one.held, one.owes, one.done = line, False, True
            case "a slip":
                one.held, one.owes, one.done = line, True, False
            case "WITHDRAW":
                one.held, one.owes, one.done = "", True, False
            case "DONE" if one.held:
                one.owes, one.done = False, True
        if (one.held, one.owes) != before:
            self.changed = now

    @property
    def is_complete(self) -> bool:
        return not any(one.owes for one in self.players.values())

    @property
    def is_sure(self) -> bool:
        return self.is_complete and all(one.done for one in self.players.values())


MAILS = {
    "orders": "{line}",
    "orders and DONE": "{line}\nDONE",
    "a slip": "{line}\nBULD 1 light",
    "WITHDRAW": "WITHDRAW",
    "DONE": "DONE",
    "nothing": "PREVIEW\n{line}",
}
PEOPLE = (ANNA, BORIS, CHIARA)


@pytest.fixture(scope="module")
def any_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with open_world(tmp_path_factory.mktemp("thoughts"), answers_per_hour=10**6) as world:
        yield world


@examples(6, soak=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PEOPLE),
            st.sampled_from([*MAILS, "orders", "orders and DONE"]),
            st.sampled_from([LINE, OTHER]),
            st.integers(0, 11),
        ),
        max_size=14,
    )
)
def test_a_turn_closes_when_all_are_sure_or_the_span_is_over_and_at_no_other_time(
    any_world: World, story: list[tuple[str, str, str, int]]
) -> None:
    world = any_world
    game = f"game-{len(world.rows(kind='report'))}"
    new_game(world, *PEOPLE, game=game)
    model = Model(world.clock.now(), {who: Player() for who in PEOPLE})
    for who, act, line, minutes in [*story, (ANNA, "nothing", LINE, 11)]:
        write(world, who, MAILS[act].format(line=line), game)
        model.hears(who, act, line, world.clock.now())
        for minute in range(minutes + 1):
            world.clock.move(minutes=bool(minute))
            world.poll()
            quiet = world.clock.now() - model.changed >= SPAN
            over = model.is_sure or (model.is_complete and quiet)
            assert (world.game(game).turn == 2) == over
            if over:
                return
