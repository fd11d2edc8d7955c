"""The words that the service itself knows: JOIN, HELP, STATUS and the rest."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.games import start_game
from pbem.service.play.table import game_named
from pbem.store import games
from tests.service.looks import answers, held, seat_of, seats
from tests.service.world import ANNA, BORIS, World, open_world, text_of

LINE = "Economy 60% coop 70 with 0-200 comp 30"
OTHER = "Environment 40% comp 100 attack 0-50"
STRANGER = "stranger@elsewhere.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


# JOIN ---------------------------------------------------------------------------------


def test_a_stranger_joins_and_the_game_starts_when_it_is_full(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()), start="full")
    assert world.game().status == "forming"
    world.join(STRANGER, "JOIN spring AS Zoë")
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
    world.copied_game()
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


def test_names_that_clash_are_told_apart_where_nobody_asked_for_one(world: World) -> None:
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec(), SeatSpec())
    world.new_game(seats=chairs)
    for host in ("one.test", "two.test"):
        world.write(f"ANNA <somebody@{host}>", "JOIN spring", to=HOUSE)
    world.write("anna@three.test", "JOIN spring AS ANNA", to=HOUSE)
    world.poll()
    assert [s.name for s in seats(world)] == ["Anna", "ANNA Vega", "ANNA Lyra", "Player 4"]
    assert "ANNA looks like Anna" in text_of(world.last("anna@three.test"))
    assert "ANNA Orion would do" in text_of(world.last("anna@three.test"))


def test_the_name_of_a_seat_that_falls_free_gives_way_to_a_players(world: World) -> None:
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
    world.new_game(seats=chairs, start="manual")
    world.join(BORIS, "JOIN spring AS Boris")
    world.join(STRANGER, "JOIN spring AS Player 2")
    world.resign(BORIS, "WITHDRAW", to=world.last(BORIS, kind="notice"))
    assert [s.name for s in seats(world)] == ["Anna", "Player 2 Vega", "Player 2"]


def test_the_names_of_bots_give_way_to_those_of_players(world: World) -> None:
    bot = SeatSpec(bot="raider")
    chairs = (bot, SeatSpec(address="raider.1@one.test"), SeatSpec(), SeatSpec())
    world.new_game(seats=chairs, start="manual")
    world.join(STRANGER, "JOIN spring AS Hedger 4")
    with world.context.write() as session:
        start_game(session, game_named(session.connection, "spring", lock=True))
    told = [s.name for s in seats(world)]
    assert told == ["Raider 1 Vega", "Raider.1", "Hedger 4", "Hedger 4 Vega"]


# The service's own words --------------------------------------------------------------


def test_help_tells_how_each_order_is_written_with_an_example_of_this_game(world: World) -> None:
    world.new_game(options={"items": ["Trade", "War", "Peace"]})
    world.reply(ANNA, "HELP")
    world.poll()
    told = text_of(world.last(ANNA))
    assert "item percent [coop percent] [with from-to] [comp percent] [attack from-to]" in told
    assert "Trade 60% coop 70 with 0-200 comp 30 attack 100-150" in told


def test_help_before_the_start_has_examples_of_any_position(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.reply(ANNA, "HELP", to=world.last(ANNA))
    world.poll()
    assert "Economy 60% coop 70 with" in text_of(world.last(ANNA))


def test_status_tells_who_is_late_and_what_is_held(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"status\n{LINE}")
    world.poll()
    receipt, status = answers(world, ANNA)
    assert "player still owes orders" in text_of(status)
    assert LINE in text_of(receipt)
    world.reply(ANNA, "STATUS?")
    world.poll()
    assert f"| {LINE}" in text_of(world.last(ANNA))


def test_status_waits_for_people_and_not_for_bots(world: World) -> None:
    anna, boris = SeatSpec(name="Anna", address=ANNA), SeatSpec(name="Boris", address=BORIS)
    world.new_game(seats=(anna, boris, SeatSpec(name="Robot", bot="raider")))
    world.reply(ANNA, LINE)
    world.reply(ANNA, "STATUS")
    world.poll()
    assert "1 player still owes orders" in text_of(world.last(ANNA, kind="answer"))


def test_report_sends_a_closed_turn_again(world: World) -> None:
    world.copied_game()
    close_turn(world.context, "spring", 1)
    world.reply(ANNA, "REPORT 0\nreport\nREPORT 7")
    world.poll()
    first, newest = world.mails(ANNA, kind="copy")
    assert "spring.1.1." in str(first["Reply-To"])
    assert "spring.2.1." in str(newest["Reply-To"])
    assert "There is no such report" in str(world.last(ANNA, kind="answer")["Subject"])


def test_withdraw_before_the_start_frees_the_seat(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    welcome = world.last(ANNA)
    world.reply(ANNA, "WITHDRAW", to=welcome)
    world.poll()
    assert [s.kind for s in seats(world)] == ["human", "open"], "one mail alone costs no seat"
    world.resign(ANNA, "WITHDRAW", to=welcome)
    assert [s.kind for s in seats(world)] == ["open", "open"]
    assert "You have left" in str(world.last(ANNA)["Subject"])


def test_withdraw_during_the_game_takes_the_orders_back(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, "Withdraw.")
    world.poll()
    assert held(world) == []


def test_withdraw_and_new_orders_in_one_mail_leave_the_new_orders(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, f"WITHDRAW\n{OTHER}")
    world.poll()
    assert held(world) == [OTHER]


def test_resign_hands_the_seat_to_the_house_bot_and_tells_the_game_master(world: World) -> None:
    world.copied_game()
    world.resign(ANNA)
    assert [s.kind for s in seats(world)] == ["resigned", "human"]
    assert "resigned" in str(world.last("gm@example.org")["Subject"])
    world.reply(BORIS, OTHER)
    world.poll()
    assert world.game().turn == 2, "nobody waits for who has resigned"
    assert len(world.mails(ANNA, kind="report")) == 1


def test_in_a_quote_a_word_is_obeyed_that_can_be_taken_back_and_resign_is_not(
    world: World,
) -> None:
    """It may be a piece of what we wrote, mangled by a program: no seat is lost by that."""
    world.copied_game()
    quote = [f"> {line}" for line in text_of(world.last(ANNA, kind="report")).splitlines()]
    for word in ("NEWS EACH TURN", "RESIGN", "WITHDRAW"):
        world.reply(ANNA, "\n".join([OTHER, "", *quote[:3], f"> {word}", *quote[3:]]))
        world.poll()
        assert held(world) == [OTHER]
    assert [(s.kind, s.news) for s in seats(world)] == [("human", "each turn"), ("human", "digest")]
    assert not any("give up your seat" in str(mail["Subject"]) for mail in world.mails(ANNA))


def test_there_is_nothing_to_resign_from_once_the_game_is_over(world: World) -> None:
    world.new_game(options={"turns": 1})
    close_turn(world.context, "spring")
    world.reply(ANNA, "RESIGN")
    world.poll()
    assert seat_of(world, ANNA).kind == "human"
    assert "is over" in str(world.last(ANNA)["Subject"])


def test_preview_shows_and_saves_nothing(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, f"PREVIEW\n{OTHER}\n@ {OTHER}\nTURN 3: {OTHER}")
    world.poll()
    assert OTHER in text_of(world.last(ANNA, kind="receipt"))
    assert held(world) == [LINE]
    assert seat_of(world, ANNA).standing == ()
    with world.context.database.read() as connection:
        assert games.later_lines(connection, "spring").get(1, {}) == {}


def test_preview_with_polite_words_saves_nothing_either(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"Preview please!\n\n{LINE}\n\nThank you")
    world.poll()
    assert "nothing was saved" in text_of(world.last(ANNA, kind="receipt"))
    assert held(world) == []


def test_beside_preview_no_command_changes_anything_and_the_answer_says_so(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.reply(ANNA, "NEWS EACH TURN\nWITHDRAW\nRESIGN\nJOIN autumn AS Ann\nSTATUS\nPREVIEW")
    world.poll()
    status, preview = answers(world, ANNA)[1:]
    assert "Turn 1 is open." in text_of(status)
    told = " ".join(text_of(preview).split())
    assert "what yours says beside it does not count: NEWS, WITHDRAW, RESIGN, JOIN." in told
    assert held(world) == [LINE]
    anna = seat_of(world, ANNA)
    assert (anna.kind, anna.news) == ("human", "digest")


def test_status_says_for_which_turn_lines_are_held_and_whether_it_waits(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"{LINE}\nTURN 5: {OTHER}")
    world.reply(ANNA, f"STATUS\n@ {OTHER}")
    world.poll()
    assert f"Held for turn 1; nothing more is needed from you: | {OTHER}" in status(world)
    world.reply(BORIS, OTHER)
    world.poll()
    told = status(world)
    waits = "Held for turn 2, but the game goes on waiting for a mail from you, be it DONE:"
    assert f"{waits} | {OTHER} Repeated every turn (@): | {OTHER}" in told
    assert f"Kept for turn 5: | {OTHER}" in told
    assert "The game waits for you." in told


def status(world: World) -> str:
    """What STATUS tells Anna, in one line."""
    world.reply(ANNA, "STATUS")
    world.poll()
    return " ".join(text_of(world.last(ANNA, kind="answer")).split())


def test_several_commands_in_one_mail_are_each_answered_once(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"HELP\nSTATUS\nhelp\n{LINE}")
    world.poll()
    assert len(answers(world, ANNA)) == 3
    assert held(world) == [LINE]


def test_what_is_asked_beside_orders_is_told_as_they_have_left_it(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, f"STATUS\n{LINE}")
    world.poll()
    told = " ".join(text_of(world.last(ANNA, kind="answer")).split())
    assert f"Held for turn 1; nothing more is needed from you: | {LINE}" in told
    assert "not in yet" not in told


def test_a_mail_full_of_commands_is_carried_out_as_far_as_any_player_would_go(
    world: World,
) -> None:
    world.copied_game()
    world.reply(ANNA, "\n".join(f"REPORT {turn}" for turn in range(500)))
    world.poll()
    assert len(world.rows(recipient=ANNA, kind="answer")) == 10
    assert "Only the first 10 commands" in text_of(world.last(ANNA))


# Unsubscribe --------------------------------------------------------------------------


def unsubscribe(world: World, message: EmailMessage, text: str = "") -> None:
    """What people write who want no more mail, and some mail programs for them."""
    player = str(message["To"].addresses[0].addr_spec)
    world.reply(player, text, to=message, Subject="unsubscribe")


@pytest.mark.parametrize("text", ["", "This message was automatically generated by Gmail."])
def test_unsubscribe_is_answered_with_how_to_leave_and_changes_nothing(
    world: World, text: str
) -> None:
    world.copied_game()
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
    world.reply(ANNA, "RESIGN", to=world.last(ANNA))
    world.poll()
    assert [s.kind for s in seats(world)] == ["resigned", "human"]


def test_unsubscribe_before_the_start_is_told_to_withdraw(world: World) -> None:
    world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    unsubscribe(world, world.last(ANNA))
    world.poll()
    assert "WITHDRAW" in text_of(world.last(ANNA))
    assert seat_of(world, ANNA).name == "Anna"


def test_unsubscribe_without_a_token_is_told_for_every_game(world: World) -> None:
    world.copied_game()
    world.new_game(id="autumn", title="Autumn")
    world.write(ANNA, "", to=HOUSE, subject="Unsubscribe")
    world.poll()
    assert {str(m["Subject"]).split(" [")[0] for m in answers(world, ANNA)} == {
        "How to leave Spring",
        "How to leave Autumn",
    }


def test_orders_under_the_subject_unsubscribe_are_orders(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    unsubscribe(world, world.last(ANNA), OTHER)
    world.poll()
    assert held(world) == [OTHER]


def test_an_unknown_senders_unsubscribe_is_told_that_nothing_more_comes(world: World) -> None:
    world.copied_game()
    world.write(STRANGER, "", to=HOUSE, subject="unsubscribe")
    world.poll()
    assert "plays no game here" in str(world.last(STRANGER)["Subject"])
