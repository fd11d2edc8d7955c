"""What players write to each other by ``TO name:``: who gets it, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.service.press.directory import Directory
from pbem.service.press.limits import LONGEST
from pbem.store.records import SeatKind, SeatRow
from pbem.store.talk import PressKind
from tests.service.looks import LINE, held
from tests.service.talking import GM, letters, new_game, write
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def nobody_heard(world: World) -> bool:
    return not any(world.mails(one, kind="press") for one in (ANNA, BORIS, CHIARA, GM))


# Who gets it --------------------------------------------------------------------------


def test_a_letter_goes_to_whom_it_names_and_to_nobody_else(world: World) -> None:
    new_game(world)
    answer = write(world, ANNA, "TO Boris:\nShall we cooperate?\n\nYours, Anna")
    assert "Sent to Boris (seat 2):\n| Shall we cooperate?\n|\n| Yours, Anna" in answer
    (letter,) = letters(world, BORIS)
    assert "Anna (seat 1) writes to you:\n| Shall we cooperate?\n|\n| Yours, Anna\n" in letter
    assert letters(world, CHIARA) == letters(world, ANNA) == []
    assert ANNA not in world.rows(recipient=BORIS, kind="press")[0].data.decode()


@pytest.mark.parametrize(
    "header",
    [
        "TO Boris: hello",
        "to boris: hello",
        "TO: Boris\nhello",
        "To Boris :\nhello",
        "*TO Boris:*\nhello",
        "TO BORIS:\nhello",
        "TO seat 2:\nhello",
        "TO #2:\nhello",
        "AN Boris:\nhello",
        "AN Platz 2: hello",
        "À Boris : hello",
        "A Boris:\nhello",
        "TO Bor:\nhello",
    ],
)
def test_a_name_is_understood_as_people_write_it(world: World, header: str) -> None:
    new_game(world)
    write(world, ANNA, header)
    (letter,) = letters(world, BORIS)
    assert "Anna (seat 1) writes to you:\n| hello\n" in letter


def test_a_letter_to_two_tells_each_who_else_has_it(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris and Chiara:\nhello")
    assert "writes to you, and to Chiara:" in letters(world, BORIS)[0]
    assert "writes to you, and to Boris:" in letters(world, CHIARA)[0]


def test_a_game_s_own_names_of_seats_are_understood(world: World) -> None:
    new_game(world, ruleset="god-unit")
    write(world, ANNA, "TO blue:\nhello", of="god-unit")
    assert len(letters(world, BORIS)) == 1


@pytest.mark.parametrize("word", ["TO ALL", "AN ALLE", "À TOUS", "to everyone"])
def test_a_letter_to_all_waits_five_minutes(world: World, word: str) -> None:
    new_game(world)
    answer = write(world, ANNA, f"{word}:\nPeace!")
    assert "Goes to all at 12:05 UTC; until then UNSAY 1 takes it back:\n| Peace!" in answer
    world.clock.move(minutes=4)
    world.poll()
    assert nobody_heard(world)
    world.clock.move(minutes=1)
    world.poll()
    assert "Anna (seat 1) writes to all:\n| Peace!" in letters(world, BORIS)[0]
    assert len(letters(world, CHIARA)) == 1
    assert letters(world, ANNA) == []


@pytest.mark.parametrize(
    "word",
    [
        *("TO GM", "To the game master", "AN SL", "AN Spielleiter", "An den Spielleiter"),
        *("An die Spielleitung", "À MJ", "Au MJ", "AU MAÎTRE DU JEU"),
    ],
)
def test_a_letter_to_the_game_master_tells_him_the_seat(world: World, word: str) -> None:
    new_game(world)
    assert "Sent to the game master:" in write(world, BORIS, f"{word}:\nPlease extend.")
    (letter,) = letters(world, GM)
    assert "Boris has seat 2." in letter
    assert "Boris writes:\n| Please extend." in letter
    assert BORIS not in letter
    assert letters(world, ANNA) == []


def test_several_letters_and_orders_come_in_one_mail_and_get_one_answer(world: World) -> None:
    new_game(world)
    text = f"{LINE}\nTO Boris:\none\nTO Chiara:\ntwo\nEND\nDONE"
    answer = write(world, ANNA, text)
    assert held(world) == [LINE]
    assert "Saved: your orders for turn 1" in answer or "Done" in answer
    assert "Sent to Boris (seat 2):" in answer
    assert "Sent to Chiara (seat 3):" in answer
    assert "| one" in letters(world, BORIS)[0]
    assert "two" not in letters(world, BORIS)[0]
    assert len([m for m in world.mails(ANNA) if m["X-Pbem"] != "report"]) == 1


def test_before_the_start_people_can_talk_already(world: World) -> None:
    new_game(world, start="manual")
    write(world, ANNA, "TO Boris: hello", of="notice")
    assert "| hello" in letters(world, BORIS)[0]


# What is asked ------------------------------------------------------------------------


def test_what_reads_as_an_order_below_a_letter_without_end_is_asked_about(world: World) -> None:
    new_game(world)
    answer = write(world, ANNA, f"TO Boris:\nhello\n{LINE}")
    assert nobody_heard(world)
    assert held(world) == []
    assert "1 line of your mail looks like an order and was not taken:" in answer
    assert "Not sent. It is not clear where your letter ends" in answer
    assert f"| hello\n| {LINE}" in answer


def test_orders_that_stand_before_a_letter_in_doubt_count(world: World) -> None:
    new_game(world)
    other = "Environment 40% comp 100"
    write(world, ANNA, f"{LINE}\nTO Boris:\nhello\n{other}")
    assert held(world) == [LINE]
    assert nobody_heard(world)


def test_an_order_between_a_header_and_end_is_press(world: World) -> None:
    new_game(world)
    write(world, ANNA, f"TO Boris: you should play\n{LINE}\nEND")
    assert held(world) == []
    assert f"| {LINE}" in letters(world, BORIS)[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("TO Borys: hello", "Nobody here is called Borys. Did you mean Boris? There are"),
        ("TO Zoe: hello", "Nobody here is called Zoe. There are Boris (seat 2), Chiara (seat 3)"),
        ("To Zoe: hello", "Nobody here is called Zoe."),
        ("TO Boris, Zoe: hello", "Nobody here is called Zoe."),
        ("TO Boris, all: hello", "goes to nobody else: name them alone"),
        ("TO Anna: hello", "Anna is yourself."),
        ("TO Robot: hello", "Nobody would read it"),
        ("TO Boris:", "There is no text below the line."),
        ("TO Boris:\nEND", "There is no text below the line."),
        ("TO Boris:\n" + ("word " * 200 + "\n") * 11, "10999 characters; 10000 are the most"),
        ("TO Boris:\n" + "word " * 900, "has more than 4000 characters: break it into several"),
        ("ANONYMOUS TO Boris: hello", "In this game all letters carry their writer's name."),
        ("TO Boris:\nhello\nSTATUS", "It is not clear where your letter ends"),
        ("TO Boris:\nhello\n> what you wrote\nwell", "It is not clear where your letter ends"),
    ],
)
def test_what_cannot_go_is_answered_and_goes_to_nobody(world: World, text: str, told: str) -> None:
    new_game(world)
    answer = write(world, ANNA, text)
    assert "Not sent." in answer
    assert told in " ".join(answer.split())
    world.wait(hours=1)
    assert nobody_heard(world)
    assert held(world) == []


def test_a_name_that_may_be_two_is_asked_about(world: World) -> None:
    new_game(world, names=("Anna", "Marius", "Mariette"))
    assert "Mari may be Marius (seat 2) and Mariette (seat 3)" in write(world, ANNA, "TO Mari: hi")
    assert nobody_heard(world)


@pytest.mark.parametrize(
    ("kinds", "text", "told"),
    [
        (("private",), "TO ALL: hello", "nobody writes to all"),
        (("public",), "TO Boris: hello", "nobody writes to single players"),
        (("public",), "TO GM: hello", "nobody writes to the game master"),
        (("anonymous", "master"), "ANONYMOUS TO GM: hello", "always told who writes"),
    ],
)
def test_a_game_says_whom_its_players_may_write_to(
    world: World, kinds: tuple[str, ...], text: str, told: str
) -> None:
    new_game(world, kinds=tuple(map(PressKind, kinds)))
    assert told in " ".join(write(world, ANNA, text).split())
    world.wait(hours=1)
    assert nobody_heard(world)


def test_a_preview_shows_where_it_would_go_and_sends_nothing(world: World) -> None:
    new_game(world)
    answer = write(world, ANNA, "PREVIEW\nTO Boris: hello\nTO Zoe: hi")
    assert "PREVIEW: without that word this would go to Boris (seat 2):\n| hello" in answer
    assert "Nobody here is called Zoe" in answer
    assert nobody_heard(world)


def test_a_mail_that_proves_nothing_says_nothing_to_anybody(world: World) -> None:
    new_game(world)
    world.write(ANNA, "TO Boris: hello", to="orders@pbem.localhost")
    world.wait(hours=1)
    assert nobody_heard(world)


# What must not travel -----------------------------------------------------------------


def test_quotes_and_signatures_stay_behind(world: World) -> None:
    new_game(world)
    text = "TO Boris:\nhello\n\nOn Monday the service wrote:\n> a report\n> of mine\n"
    write(world, ANNA, text)
    write(world, ANNA, "TO Boris:\nagain\n-- \nAnna, 0170 1234")
    first, second = letters(world, BORIS)
    assert "| hello\n\nA plain" in first
    assert "| again\n\nA plain" in second


def test_an_unmarked_quote_of_our_own_mail_stays_behind(world: World) -> None:
    new_game(world)
    report = world.last(ANNA, kind="report")
    write(world, ANNA, f"TO Boris:\nhello\n\n{text_of(report)}", In_Reply_To=report["Message-ID"])
    (letter,) = letters(world, BORIS)
    assert "| hello\n\nA plain" in letter


def test_addresses_and_tokens_are_taken_out_and_the_writer_is_told(world: World) -> None:
    new_game(world)
    report = world.last(ANNA, kind="report")
    tag = str(report["Subject"]).rpartition(" ")[2]
    text = f"TO Boris:\nwrite to me@home.example or {report['Reply-To']} or {tag}!"
    answer = write(world, ANNA, text)
    assert "3 mail addresses were left out." in answer
    assert "| write to [...] or Spring <[...]> or [...]!" in " ".join(
        letters(world, BORIS)[0].split()
    )


def test_a_game_masters_token_does_not_travel_either(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris:\nsee [spring.0.m1.abcdefgh23456723] there")
    assert "see [...] there" in letters(world, BORIS)[0]


def test_a_seats_number_is_meant_before_a_name_of_that_form(world: World) -> None:
    chairs = (
        SeatRow("spring", 1, "Player 2", SeatKind.HUMAN, "house", ANNA, "", "", ()),
        SeatRow("spring", 2, "Boris", SeatKind.HUMAN, "house", BORIS, "", "", ()),
    )
    assert Directory(chairs, 3).read("player 2").seats == (2,)


# Replies ------------------------------------------------------------------------------


def reply(world: World, sender: str, text: str) -> str:
    letter = world.last(sender, kind="press")
    quote = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
    whole = f"{text}\n\n{quote}"
    return write(world, sender, whole, to=letter, In_Reply_To=letter["Message-ID"])


def test_a_plain_reply_goes_back_to_the_writer_alone(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris, Chiara:\nShall we?")
    assert "Sent to Anna (seat 1):\n| Yes, let us." in reply(world, BORIS, "Yes, let us.")
    (letter,) = letters(world, ANNA)
    assert "Boris (seat 2) writes to you:\n| Yes, let us.\n\nA plain" in letter
    assert len(letters(world, CHIARA)) == 1


def test_a_reply_with_orders_is_obeyed_and_its_prose_asked_about(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris:\nShall we?")
    answer = reply(world, BORIS, f"Yes, let us.\n{LINE}")
    assert held(world, 2) == [LINE]
    assert "Not sent. Your reply holds orders or commands, and this as well." in answer
    assert "| Yes, let us." in answer
    assert letters(world, ANNA) == []


def test_a_reply_with_orders_alone_orders(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris:\nShall we?")
    assert "Not sent" not in reply(world, BORIS, LINE)
    assert held(world, 2) == [LINE]


def test_a_reply_that_a_machine_may_have_written_goes_to_nobody(world: World) -> None:
    new_game(world)
    write(world, ANNA, "TO Boris:\nShall we?")
    letter = world.last(BORIS, kind="press")
    world.write(
        BORIS,
        "I am out of the office until Monday.",
        to=str(letter["Reply-To"]),
        subject=f"Automatic reply: {letter['Subject']}",
        In_Reply_To=letter["Message-ID"],
    )
    world.wait(hours=1)
    assert letters(world, ANNA) == []


# Limits -------------------------------------------------------------------------------


def test_who_writes_very_much_is_told_that_it_goes_no_further(world: World) -> None:
    new_game(world)
    for number in range(20):
        write(world, ANNA, f"TO Boris: letter {number}")
    answer = write(world, ANNA, "TO Boris: one too many")
    assert "20 such letters an hour are the most" in answer
    world.wait(hours=1)
    assert "Sent to" in write(world, ANNA, "TO Boris: once more")
    told = "".join(letters(world, BORIS))
    assert "letter 19" in told
    assert "one too many" not in told


def test_who_gets_very_much_gets_it_gathered(world: World) -> None:
    new_game(world)
    for number in range(16):
        write(world, (ANNA, CHIARA)[number % 2], f"TO Boris: letter {number}.")
    assert len(letters(world, BORIS)) == 12
    world.wait(hours=0.5)
    assert len(letters(world, BORIS)) == 13
    told = "".join(letters(world, BORIS))
    assert all(f"| letter {number}." in told for number in range(16))


def test_all_letters_to_the_limit_of_size_travel_whole(world: World) -> None:
    new_game(world)
    text = "\n".join(["word " * 199 + "word"] * (LONGEST // 1000))
    write(world, ANNA, f"TO Boris:\n{text}")
    told = " ".join(line.removeprefix("| ") for line in letters(world, BORIS)[0].splitlines())
    assert " ".join(text.split()) in told


def test_two_weeks_after_the_end_is_the_last_word(world: World) -> None:
    new_game(world, options={"turns": 1})
    world.wait(hours=25)
    assert world.game().status == "finished"
    assert "Sent to Boris" in write(world, ANNA, "TO Boris: well played")
    world.clock.move(seconds=timedelta(days=15).total_seconds())
    assert "letters are passed on no more" in " ".join(
        write(world, ANNA, "TO Boris: and another thing").split()
    )
