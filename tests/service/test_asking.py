"""What a player can ask for between turns: the games, and the orders that are held."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.intake.commands.history import MOST_TURNS
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.mastering.ending import cancel
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from tests.service import relay
from tests.service.faults import watching
from tests.service.looks import held, settled
from tests.service.world import ANNA, BORIS, World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
STRANGER = "stranger@elsewhere.test"
HOUSE = "orders@pbem.localhost"
IN_BERLIN = SeatSpec(name="Anna", address=ANNA, zone="Europe/Berlin")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def ask(world: World, text: str, player: str = ANNA, **headers: str) -> str:
    """The text of the answer to a reply to the player's newest mail."""
    before = len(world.mails(player))
    world.reply(player, text, to=world.last(player), **headers)
    world.poll()
    answered = world.mails(player)[before:]
    assert len(answered) == 1, [str(mail["Subject"]) for mail in answered]
    return " ".join(text_of(answered[0]).split())


# LIST ---------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["LIST", "list", "Liste", "LIST GAMES", "Liste des parties"])
def test_a_player_is_told_how_each_game_stands_and_what_can_be_joined(
    world: World, written: str
) -> None:
    world.new_game(seats=(IN_BERLIN, SeatSpec(name="Boris", address=BORIS)))
    world.new_game(id="autumn", title="Autumn", seats=(SeatSpec(), SeatSpec()))
    world.new_game(id="summer", title="Summer", seats=(IN_BERLIN, SeatSpec()), start="manual")
    said = ask(world, written)
    assert "Spring (spring, Hegemon), as Anna" in said
    assert "not in yet" in said
    assert "Tuesday, 3 March 2026, 13:00 CET" in said
    assert "Summer (summer, Hegemon), as Anna" in said
    assert "The game has not begun yet." in said
    assert "Autumn, Hegemon, 2 seats free | JOIN autumn" in said
    assert "JOIN summer" not in said


def test_the_list_tells_of_turns_that_were_missed_of_pauses_and_of_nothing_owed(
    world: World,
) -> None:
    world.copied_game()
    world.wait(25)
    world.reply(ANNA, LINE)
    world.poll()
    said = ask(world, "LIST")
    assert "You owe nothing." in said
    assert "You have missed 1 turn so far." in said
    by_operator(world.context, "spring", pause)
    assert "The game is paused" in ask(world, "LIST")


def test_the_list_in_the_subject_is_enough(world: World) -> None:
    world.copied_game()
    world.write(ANNA, "", to=str(world.last(ANNA)["Reply-To"]), subject="List")
    world.poll()
    assert "Spring (spring, Hegemon)" in text_of(world.last(ANNA))


def test_who_proves_nothing_is_told_of_free_seats_alone(world: World) -> None:
    world.copied_game()
    world.new_game(id="autumn", title="Autumn", seats=(SeatSpec(), SeatSpec()))
    for sender in (STRANGER, ANNA):
        world.write(sender, "LIST", to=HOUSE)
        world.poll()
        said = text_of(world.last(sender))
        assert "JOIN autumn" in said
        assert "Spring" not in said


def test_free_seats_of_a_game_that_was_cancelled_are_offered_to_nobody(world: World) -> None:
    world.new_game(id="autumn", title="Autumn", seats=(SeatSpec(), SeatSpec()))
    by_operator(world.context, "autumn", cancel)
    world.write(STRANGER, "LIST", to=HOUSE)
    world.poll()
    said = text_of(world.last(STRANGER))
    assert "autumn" not in said and "To take a seat" not in said
    assert "No game has a free seat just now." in said


def test_a_stranger_gets_three_lists_a_day_and_no_more(world: World) -> None:
    for _mail in range(6):
        world.write(STRANGER, "LIST", to=HOUSE)
        world.poll()
    assert 1 <= len(world.mails(STRANGER)) <= 3


def test_the_list_takes_as_many_statements_for_many_games_as_for_one(world: World) -> None:
    def statements() -> int:
        world.reply(ANNA, "LIST", to=world.last(ANNA, game="first"))
        asked: list[str] = []
        with watching(world.context.database, asked.append):
            receive_mail(world.context, world.inbox)
        return len(asked)

    world.new_game(id="first")
    world.new_game(id="open-0", seats=(SeatSpec(), SeatSpec()))
    statements()
    one = statements()
    for number in range(1, 8):
        world.new_game(id=f"game-{number}")
        world.new_game(id=f"open-{number}", seats=(SeatSpec(), SeatSpec()))
    assert statements() == one


# ORDERS -------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["ORDERS", "orders?", "BEFEHLE, bitte", "ORDRES"])
def test_all_that_is_held_is_shown_as_lines_that_can_be_sent_again(
    world: World, written: str
) -> None:
    world.copied_game()
    world.reply(ANNA, f"{LINE}\n@ {OTHER}\nTURN 3: {LINE}")
    world.poll()
    said = ask(world, written)
    assert "You owe nothing." in said
    for line in (f"| {LINE}", f"| @ {OTHER}", f"| TURN 3: {LINE}"):
        assert line in said


def test_orders_that_are_shown_can_be_sent_again_and_change_nothing(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"{LINE}\n@ {OTHER}\nTURN 3: {LINE}")
    world.poll()
    before = held(world)
    world.reply(ANNA, "ORDERS", to=world.last(ANNA))
    world.poll()
    shown = [line[2:] for line in text_of(world.last(ANNA)).splitlines() if line.startswith("| ")]
    world.reply(ANNA, "\n".join(shown), to=world.last(ANNA))
    world.poll()
    assert held(world) == before


def test_who_holds_nothing_is_told_so_and_that_orders_are_owed(world: World) -> None:
    world.copied_game()
    said = ask(world, "ORDERS")
    assert "Your orders are not in yet." in said
    assert "Nothing is held of you" in said


def test_before_the_start_and_after_the_end_there_are_none(world: World) -> None:
    world.new_game(start="manual")
    assert "has not begun yet" in ask(world, "ORDERS")
    world.new_game(id="short", title="Short", options={"turns": 1})
    close_turn(world.context, "short")
    assert "The game is over." in ask(world, "ORDERS")


def test_STATUS_of_a_game_that_is_over_says_who_won_and_by_what(world: World) -> None:
    world.new_game(id="short", title="Short", options={"turns": 1})
    world.reply(ANNA, "Economy 100% comp 100", to=world.last(ANNA, kind="report"))
    world.poll()
    close_turn(world.context, "short")
    assert "The game is over. Won by Anna: the highest score." in ask(world, "STATUS")


def test_who_has_played_is_told_which_games_are_over(world: World) -> None:
    world.new_game(options={"turns": 1}, schedule=Schedule(every="2h", reminders=()))
    world.wait(3)
    ended = "No game of yours goes on. These are over: Spring."
    assert ended in ask(world, "LIST")
    for text in ("Thanks, that was fun", "LIST my games"):
        world.write(ANNA, text, to=HOUSE)
        world.poll()
    said = " ".join(text_of(world.last(ANNA)).split())
    assert ended in said and "its STORY, its REPORT of any turn" in said
    world.write(STRANGER, "Thanks, that was fun", to=HOUSE)
    world.poll()
    assert "This address plays no game here" in text_of(world.last(STRANGER))


def test_a_heading_above_orders_brings_no_second_answer(world: World) -> None:
    world.copied_game()
    assert "Saved" in ask(world, f"Orders:\n{LINE}")
    assert held(world) == [LINE]


def test_nobody_sees_another_players_orders(world: World) -> None:
    world.copied_game()
    world.reply(BORIS, f"{OTHER}\nTURN 3: {OTHER}")
    world.poll()
    assert OTHER not in ask(world, "ORDERS")


def test_who_proves_nothing_is_shown_no_orders(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.write(ANNA, "ORDERS", to=HOUSE)
    world.poll()
    assert LINE not in text_of(world.last(ANNA))


# REPORT -------------------------------------------------------------------------------


def test_an_older_report_has_no_lines_to_order_with(world: World) -> None:
    world.new_game(schedule=Schedule(every="24h", reminders=(), waits=1, second_thoughts="0m"))
    close_turn(world.context, "spring")
    close_turn(world.context, "spring")
    newest = text_of(world.last(ANNA, kind="report"))
    world.reply(ANNA, "REPORT 1")
    world.poll()
    older = " ".join(text_of(world.last(ANNA, kind="copy")).split())
    assert "write below this line" in newest and "write below this line" not in older
    assert "What can be ordered now stands in your newest report." in older


# HISTORY ------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["HISTORY", "history 3", "Verlauf", "HISTORIQUE tour 3"])
def test_each_turn_is_told_with_the_lines_sent_and_how_they_came(
    world: World, written: str
) -> None:
    world.new_game(schedule=Schedule(every="24h", reminders=(), waits=1, second_thoughts="0m"))
    world.reply(ANNA, f"{LINE}\n@ {OTHER}")
    world.poll()
    close_turn(world.context, "spring")
    world.reply(ANNA, LINE)
    world.poll()
    close_turn(world.context, "spring")
    close_turn(world.context, "spring")
    said = ask(world, written)
    assert "Turn 1 (closed 2 March 2026, 12:00 UTC). Your orders came by mail, in time:" in said
    assert f"in time: | {LINE} | {OTHER} Turn 2" in said
    assert "Turn 3 (closed 2 March 2026, 12:00 UTC). Lines were played that you repeat" in said
    assert "REPORT 3 sends the report of that turn again" in said


def test_lines_that_were_repeated_and_mail_that_was_late_are_told_as_such(world: World) -> None:
    world.new_game(schedule=Schedule(every="24h", reminders=(), waits=1, second_thoughts="0m"))
    world.wait(26)
    world.reply(ANNA, f"{LINE}\n@ {OTHER}")
    world.poll()
    close_turn(world.context, "spring")
    close_turn(world.context, "spring")
    said = ask(world, "HISTORY")
    assert f"Your orders came by mail, 2 hours late: | {LINE} | {OTHER}" in said
    assert f"Lines were played that you repeat or had sent ahead: | {OTHER}" in said


def test_a_bots_play_and_turns_that_asked_nothing_are_told_without_lines(world: World) -> None:
    with relay.installed():
        world.new_game(ruleset="relay", schedule=Schedule(every="24h", missed="bot", reminders=()))
        world.wait(25)
        said = {player: ask(world, "HISTORY", player) for player in (ANNA, BORIS)}
    assert "A bot played for you." in said[ANNA]
    assert "Nothing was asked of you." in said[BORIS]


def test_a_long_history_comes_in_pieces(world: World) -> None:
    world.new_game(options={"turns": 40})
    for _turn in range(MOST_TURNS + 3):
        close_turn(world.context, "spring")
    said = ask(world, "HISTORY")
    assert "HISTORY 3 tells of the turns before." in said
    assert "Turn 4 (" in said
    assert "Turn 3 (" not in said
    said = ask(world, "HISTORY 3")
    assert (
        "Turn 1 (closed 2 March 2026, 12:00 UTC). Nothing came from you: the game's own default"
        in said
    )
    assert "of the turns before" not in said


@pytest.mark.parametrize("written", ["HISTORY 0", "HISTORY 2", "HISTORY 999999"])
def test_a_turn_that_was_not_is_answered_with_those_that_were(world: World, written: str) -> None:
    world.copied_game()
    close_turn(world.context, "spring")
    assert "Turns 1 to 1 are closed; HISTORY 1 tells of the newest." in ask(world, written)


def test_before_any_turn_is_closed_there_is_no_history(world: World) -> None:
    world.copied_game()
    assert "No turn has been closed yet." in ask(world, "HISTORY")


def test_a_history_is_the_same_whatever_the_others_did(tmp_path: Path) -> None:
    told = []
    for number, others in enumerate((OTHER, "Defense 100% comp 100")):
        folder = tmp_path / str(number)
        folder.mkdir()
        with open_world(folder) as world:
            world.copied_game()
            world.reply(ANNA, LINE)
            world.reply(BORIS, others)
            world.poll()
            world.clock.move(minutes=1)
            world.poll()
            told.append(ask(world, "HISTORY"))
    assert told[0] == told[1]


# HELP and RULES -----------------------------------------------------------------------


@pytest.mark.parametrize("word", ["HELP", "RULES"])
def test_who_plays_and_does_not_reply_is_told_where_to_ask(world: World, word: str) -> None:
    world.copied_game()
    said = {}
    for writer in (ANNA, STRANGER):
        world.write(writer, word, to=HOUSE)
        world.poll()
        said[writer] = " ".join(text_of(world.last(writer)).split())
    assert (
        "You play Spring. HELP, RULES and whatever else you ask of a game go into a reply"
        in said[ANNA]
    )
    assert "You play" not in said[STRANGER]


def test_a_stranger_learns_how_to_play_and_no_book_is_sent(world: World) -> None:
    world.write(STRANGER, "RULES", to=HOUSE)
    world.poll()
    assert "How to play by mail" in text_of(world.last(STRANGER))
    assert sum(len(mail.as_bytes()) for mail in world.mails(STRANGER)) < 9_000


@pytest.mark.parametrize("word", ["HISTORY", "RULES"])
def test_what_only_asks_may_stand_in_the_subject(world: World, word: str) -> None:
    world.copied_game()
    world.write(ANNA, "", to=str(world.last(ANNA)["Reply-To"]), subject=word)
    world.poll()
    assert settled(world)[-1].note == word.lower()


@pytest.mark.parametrize(
    "line",
    ["ORDERS are below", "list of my moves", "ORDERS 2 to 4", "rules are made to be broken, Boris"],
)
def test_a_sentence_that_begins_alike_is_no_command(world: World, line: str) -> None:
    world.copied_game()
    world.reply(ANNA, f"{line}\n{LINE}")
    world.poll()
    assert "list" not in settled(world)[-1].note
    assert "orders," not in settled(world)[-1].note
    assert held(world) == [LINE]
