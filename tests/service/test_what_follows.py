"""What a game master cannot take back comes with what follows from it; a game begins on their
word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.store.mastering import Deed
from tests.service.looks import LINE, acts, seats
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


PEOPLE = (SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS))


def told(world: World, text: str, master: str = EVE) -> str:
    return " ".join(command(world, text, master).split())


# START --------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["START", "starten", "Démarrer", "start, please!"])
@pytest.mark.parametrize("start", ["full", "manual"])
def test_a_game_begins_on_its_owners_word(world: World, start: str, word: str) -> None:
    world.new_game(masters=MASTERS, seats=(*PEOPLE, SeatSpec()), start=start)
    asked = told(world, word)
    assert "Spring begins, and everybody gets the first report." in asked
    assert "Bots take for good the seats that nobody has: | seat 3" in asked
    assert world.game().status == "forming"
    assert "Turn 1 is open." in told(world, "CONFIRM")
    assert [seat.kind for seat in seats(world)] == ["human", "human", "bot"]
    assert len(world.mails(ANNA, kind="report")) == 1
    assert (acts(world)[0].deed, acts(world)[0].link) == (Deed.START, 0)
    assert "Eve began the game" in told(world, "LOG")


def test_the_question_whether_a_game_begins_names_for_whom_a_seat_is_kept(world: World) -> None:
    world.new_game(masters=MASTERS, seats=(*PEOPLE, SeatSpec()))
    world.write(CHIARA, "JOIN spring AS Chiara", to="orders@pbem.localhost")
    world.poll()
    assert "seat 3, kept for Chiara, who has not confirmed it" in told(world, "START")


def test_an_owner_reads_how_a_game_begins_where_it_has_not(world: World) -> None:
    world.new_game(masters=MASTERS, seats=(*PEOPLE, SeatSpec()), start="manual")
    said = "START begins it now; bots take the seats that are still free."
    assert said in " ".join(text_of(world.last(EVE)).split())
    assert said not in " ".join(text_of(world.last(ADA)).split())
    assert said in told(world, "SHOW")
    assert "START begins a game that has not begun" in told(world, "HELP")


def test_neither_assistants_nor_players_begin_a_game(world: World) -> None:
    world.new_game(masters=MASTERS, seats=(*PEOPLE, SeatSpec()), start="manual")
    assert "Only owners" in told(world, "START", ADA)
    world.reply(ANNA, "START", to=world.last(ANNA))
    world.poll()
    assert "START is a command of game masters" in " ".join(text_of(world.last(ANNA)).split())
    assert world.game().status == "forming"


def test_a_game_that_has_begun_or_was_cancelled_is_not_begun(world: World) -> None:
    world.copied_game(masters=MASTERS)
    assert "Spring has begun already" in told(world, "START")
    told(world, "CANCEL")
    told(world, "CONFIRM")
    assert "Spring was cancelled" in told(world, "START")


# What follows -------------------------------------------------------------------------


def test_who_closes_a_turn_reads_who_owes_orders_and_what_is_played(world: World) -> None:
    world.copied_game(masters=MASTERS)
    asked = told(world, "CLOSE NOW")
    assert "! Turn 1 closes, and nobody can order for it any more." in asked
    assert "| Anna (seat 1): what the game's rules say for a move that is missing" in asked
    world.reply(ANNA, f"@ {LINE}")
    world.poll()
    close_turn(world.context, "spring")
    told(world, "SHOW")
    assert "| Anna (seat 1): what is held for them is played" in told(world, "CLOSE NOW")


@pytest.mark.parametrize(
    ("missed", "played"), [("bot", "the house bot plays this turn for them"), ("pass", "they pass")]
)
def test_what_is_played_is_as_the_schedule_has_it(world: World, missed: str, played: str) -> None:
    world.new_game(masters=MASTERS, schedule=Schedule(every="24h", missed=missed))  # type: ignore[arg-type]
    assert f"| Boris (seat 2): {played}" in told(world, "CLOSE NOW")


def test_who_closes_a_turn_whose_results_wait_reads_so(world: World) -> None:
    world.new_game(masters=MASTERS, release="master")
    assert "Its results wait for you" in told(world, "CLOSE NOW")


def test_who_cancels_reads_that_all_are_told_and_what_stays(world: World) -> None:
    world.copied_game(masters=MASTERS)
    asked = told(world, "CANCEL")
    assert "! Spring ends for good, without a result." in asked
    assert "All 2 players are told. What was played stays on record" in asked


def test_results_that_nobody_knows_are_taken_back_without_a_word_of_plus_and_minus(
    world: World,
) -> None:
    world.new_game(masters=MASTERS, release="master")
    close_turn(world.context, "spring")
    asked = told(world, "ROLLBACK 1")
    assert "Turn 1 of Spring is open again, and what came of it is told to nobody." in asked
    assert "minus" not in asked


# DELETE -------------------------------------------------------------------------------


def test_who_deletes_a_game_reads_what_its_people_lose(world: World) -> None:
    over(world)
    world.reply(ANNA, "TO ALL:\nThank you!\nEND", to=world.last(ANNA))
    world.poll()
    asked = told(world, "DELETE")
    assert "! Nothing of Spring is kept, and nobody can have it again." in asked
    assert "The players lose what they were promised" in asked
    assert "1 letter that has not gone out yet goes out first." in asked


def test_letters_that_wait_go_out_before_a_game_is_deleted(world: World) -> None:
    over(world)
    world.reply(ANNA, "TO ALL:\nThank you!\nEND", to=world.last(ANNA))
    world.poll()
    told(world, "DELETE")
    assert not answers_of(world, BORIS)
    told(world, "CONFIRM")
    (letter,) = answers_of(world, BORIS)
    assert "| Thank you!" in letter
    world.wait(1)
    assert len(answers_of(world, BORIS)) == 1


def test_what_was_taken_back_goes_to_nobody_as_a_game_is_deleted(world: World) -> None:
    over(world)
    world.reply(ANNA, "TO ALL:\nThank you!\nEND", to=world.last(ANNA))
    world.poll()
    world.reply(ANNA, "UNSAY 1")
    world.poll()
    told(world, "DELETE")
    told(world, "CONFIRM")
    assert not answers_of(world, BORIS)


def over(world: World) -> None:
    """A game that is over."""
    world.new_game(masters=MASTERS, options={"turns": 1})
    close_turn(world.context, "spring")


def answers_of(world: World, player: str) -> list[str]:
    return [text_of(mail) for mail in world.mails(player, kind="press")]


# What is told -------------------------------------------------------------------------


def test_what_several_commands_did_is_told_in_one_mail(world: World) -> None:
    world.copied_game(masters=MASTERS)
    before = len(world.mails(EVE))
    said = told(world, "PAUSE\nNOTE Anna is ill\nSCHEDULE grace = 2h\nSHOW")
    assert len(world.mails(EVE)) == before + 1
    assert "Eve stopped the clock. Eve noted: Anna is ill. Eve changed the schedule" in said
    assert "The game is paused" in said
    assert "stopped the clock" not in told(world, "SHOW")


def test_answers_come_in_the_order_in_which_they_were_asked_for(world: World) -> None:
    world.copied_game(masters=MASTERS)
    before = len(world.mails(EVE))
    told(world, "LOG\nPAUSE\nLIST\nNOTE Anna is ill")
    titles = [str(mail["Subject"]).partition(" [")[0] for mail in world.mails(EVE)[before:]]
    assert titles == [
        "Spring: what the game masters did",
        "Spring: where things stand",
        "You run 1 game",
    ]


def test_what_is_refused_is_quoted_beside_what_would_be_right(world: World) -> None:
    world.copied_game(masters=MASTERS)
    said = told(world, "PAUSE\nSCHEDULE graze = 1m")
    assert "SCHEDULE was not done" in said
    assert "You wrote: | SCHEDULE graze = 1m It is written like this:" in said
    assert world.game().status == "paused"


def test_the_log_keeps_the_name_of_who_runs_the_game_no_more(world: World) -> None:
    world.copied_game(masters=MASTERS)
    told(world, "PAUSE", ADA)
    told(world, f"DISMISS {ADA}")
    told(world, "CONFIRM")
    said = told(world, "LOG")
    assert "Ada stopped the clock" in said
    assert "Eve dismissed a game master: Ada" in said


def test_the_log_says_which_observer_was_asked_and_sent_away(world: World) -> None:
    world.copied_game(masters=MASTERS)
    assert "1 dora@example.org has yet to confirm it" in told(world, "OBSERVER dora@example.org")
    told(world, "OBSERVER dora@example.org OFF")
    said = told(world, "LOG")
    assert "Eve asked observer 1 whether they want to watch" in said
    assert "Eve let observer 1 watch no more" in said


def test_help_names_confirm_and_letters_and_to_an_assistant_no_preview(world: World) -> None:
    world.copied_game(masters=MASTERS)
    assert "CONFIRM, in reply" in told(world, "HELP")
    said = told(world, "HELP", ADA)
    assert "TO Boris: begins a letter" in said
    assert "PREVIEW" not in said
