"""WATCH: somebody who does not play is told what anybody may know, once they have confirmed it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.commands import read_command
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.digests import send_digests
from pbem.service.play.close import close_turn
from pbem.store import observers
from pbem.store.invitations import wants_none
from pbem.store.observing import ObserverRow, Watching
from tests.service.looks import LINE, held
from tests.service.world import ANNA, BORIS, World, open_world, text_of

DORA, EVE = "dora@elsewhere.test", "eve@elsewhere.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def ask(world: World, line: str = "WATCH spring", sender: str = DORA) -> None:
    world.write(sender, line, to=HOUSE)
    world.poll()


def confirm(world: World, word: str = "WATCH", sender: str = DORA) -> None:
    world.reply(sender, word, to=world.last(sender, kind="watch"))
    world.poll()


def watch(world: World, sender: str = DORA) -> None:
    ask(world, sender=sender)
    confirm(world, sender=sender)


def say(world: World, text: str, sender: str = DORA) -> None:
    world.reply(sender, text, to=world.last(sender, kind="notice"))
    world.poll()


def told(world: World, sender: str = DORA, **where: str) -> str:
    return " ".join(text_of(world.last(sender, **where)).split())


def watching(world: World, game: str = "spring") -> list[str]:
    with world.context.database.read() as connection:
        rows = observers.observers_of(connection, game)
    return [row.address for row in rows if row.until is None]


def row_of(world: World, address: str = DORA) -> ObserverRow:
    with world.context.database.read() as connection:
        found = observers.observer_at(connection, "spring", address)
    assert found is not None
    return found


# How somebody comes to watch ----------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["WATCH spring", "zuschauen spring", "Observer spring!", "please watch game Spring"]
)
def test_whoever_asks_is_asked_whether_they_meant_it_and_then_gets_reports(
    world: World, line: str
) -> None:
    ask(world, line)
    assert watching(world) == []
    assert [row.kind for row in world.rows(recipient=DORA)] == ["watch"]
    assert len(world.rows(recipient=DORA)[0].data) < 4_500
    confirm(world)
    assert watching(world) == [DORA]
    assert "WATCH OFF ends it." in told(world, kind="notice")
    assert "for all who watch" in told(world, kind="spectator")


def test_it_may_stand_in_the_subject(world: World) -> None:
    world.write(DORA, "", to=HOUSE, subject="WATCH spring")
    world.poll()
    assert world.last(DORA, kind="watch")


@pytest.mark.parametrize("word", ["no", "hello", "DONE", "JOIN spring AS Dora"])
def test_only_the_word_confirms_it(world: World, word: str) -> None:
    ask(world)
    confirm(world, word)
    assert watching(world) == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        *(
            (no, "You do not watch Spring")
            for no in ("NO", "No thanks, who are you?", "nein danke")
        ),
        ("NEVER", "Nobody writes to you unasked any more"),
    ],
)
def test_a_no_ends_it(world: World, word: str, said: str) -> None:
    ask(world)
    confirm(world, word)
    assert said in told(world)
    with world.context.read() as session:
        assert observers.observers_of(session.connection, "spring") == ()
        assert wants_none(session.connection, DORA) is (word == "NEVER")


def test_what_is_not_understood_is_told_so_whoever_asked(world: World) -> None:
    ask(world)
    confirm(world, "Who are you?")
    assert "Your reply was not understood" in told(world)
    assert "Somebody asked in your name" not in told(world)
    confirm(world)
    assert watching(world) == [DORA]


def test_nobody_else_can_confirm_it(world: World) -> None:
    ask(world)
    world.reply(EVE, "WATCH", to=world.last(DORA, kind="watch"))
    world.poll()
    assert watching(world) == []
    assert "It has to come from the address that we wrote to." in told(world, EVE)


def test_who_does_not_confirm_it_in_time_is_forgotten(world: World) -> None:
    ask(world)
    world.wait(49)
    confirm(world)
    assert watching(world) == []
    with world.context.database.read() as connection:
        assert observers.observers_of(connection, "spring") == ()


def test_an_answering_machine_confirms_nothing(world: World) -> None:
    ask(world)
    asking = world.last(DORA, kind="watch")
    world.reply(DORA, "ok", to=asking, Auto_Submitted="auto-replied")
    world.poll()
    assert watching(world) == []


@pytest.mark.parametrize(
    ("observing", "line"),
    [
        (Watching.NONE, "WATCH spring"),
        (Watching.INVITED, "WATCH spring"),
        (Watching.ALL, "WATCH autumn"),
    ],
)
def test_of_a_game_that_cannot_be_watched_nobody_is_told_whether_it_is_there(
    tmp_path: Path, observing: Watching, line: str
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(observers=observing)
        ask(world, line)
        game = line.rpartition(" ")[2]
        assert f"There is no game {game} that you can watch." in told(world)
        assert "Nothing was changed." in told(world)
        assert world.rows(recipient=DORA, kind="watch") == ()


def test_a_player_proves_who_they_are_and_need_not_confirm_it(world: World) -> None:
    world.new_game(
        id="summer", title="Summer", seats=(SeatSpec(address=BORIS), SeatSpec(bot="raider"))
    )
    world.reply(ANNA, f"{LINE}\nWATCH summer", to=world.last(ANNA, kind="report"))
    world.poll()
    assert watching(world, "summer") == [ANNA]
    assert held(world) == [LINE]
    world.reply(ANNA, "WATCH summer OFF", to=world.last(ANNA, kind="report"))
    world.poll()
    assert watching(world, "summer") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("WATCH spring", "You have a seat in it"),
        ("WATCH nowhere", "There is no game nowhere that you can watch."),
        ("WATCH", "Write which game"),
        ("WATCH OFF", "You watch no such game."),
        ("WATCH nowhere OFF", "You watch no such game."),
    ],
)
def test_a_bad_form_of_a_player_is_answered_with_the_right_one(
    world: World, line: str, said: str
) -> None:
    world.reply(ANNA, line)
    world.poll()
    assert said in told(world, ANNA, kind="answer")
    assert watching(world) == []


@pytest.mark.parametrize("line", ["Watch out!", "watch this", "watch me", "watch over the north"])
def test_prose_is_no_command(line: str) -> None:
    assert read_command(line) is None


def test_a_preview_changes_nothing(world: World) -> None:
    world.new_game(
        id="summer", title="Summer", seats=(SeatSpec(address=BORIS), SeatSpec(bot="raider"))
    )
    world.reply(ANNA, f"PREVIEW\nWATCH summer\n{LINE}", to=world.last(ANNA, kind="report"))
    world.poll()
    assert watching(world, "summer") == []
    watch(world)
    say(world, "PREVIEW\nWATCH OFF")
    assert watching(world) == [DORA]


def test_so_many_ask_in_somebodys_name_and_few_mails_go_to_them(world: World) -> None:
    for _time in range(8):
        ask(world)
    assert len(world.rows(recipient=DORA)) <= 3


def test_whoever_takes_a_seat_watches_no_more(world: World) -> None:
    world.new_game(id="open", title="Open", seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    ask(world, "WATCH open")
    confirm(world)
    assert watching(world, "open") == [DORA]
    world.join(DORA, "JOIN open AS Dora")
    assert watching(world, "open") == []
    assert world.rows(recipient=DORA, kind="spectator") == ()


# What they may say --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("HELP", "WATCH OFF ends it."),
        ("STATUS", "Turn 1 is open until"),
        ("LIST", "Spring (spring): Turn 1 is open"),
        ("RULES", "The rules of"),
        ("RULES parsec", "The rules of Parsec"),
        ("RULES nothing", "There are no rules of nothing"),
        ("REPORT 7", "Reports run from turn 0 to turn 0."),
        ("STORY", "The game is not over."),
        ("PRESS AT ONCE", "PRESS WITH REPORT"),
        ("PROFILE", "PROFILE ZONE Berlin"),
        ("PROFILE ZONE Nowhere", "Nowhere is no time zone"),
        ("PROFILE NAME Dora", "It is not clear what PROFILE Dora asks for."),
        ("PROFILE ZONE Berlin", "It is changed as you wished."),
        ("WATCH spring", "You watch it already."),
        ("WATCH nowhere", "There is no game nowhere that you can watch."),
        (LINE, "orders and letters from you go nowhere"),
        ("TO Anna:\nHello\nEND", "orders and letters from you go nowhere"),
        ("RESIGN", "orders and letters from you go nowhere"),
        ("PAUSE", "orders and letters from you go nowhere"),
    ],
)
def test_what_they_write_is_answered_plainly(world: World, line: str, said: str) -> None:
    watch(world)
    say(world, line)
    assert said in told(world, kind="answer")
    assert watching(world) == [DORA]


@pytest.mark.parametrize("more", ["", "NEWS EACH TURN\n\n"])
def test_a_letter_of_theirs_is_answered_and_goes_to_nobody(world: World, more: str) -> None:
    watch(world)
    say(world, f"{more}TO Anna:\nI bet on you!\nEND")
    assert "orders and letters from you go nowhere" in told(world)
    assert "Nothing was sent: | TO Anna: | I bet on you!" in told(world)
    world.poll()
    assert "bet" not in text_of(world.last(ANNA))


def test_the_report_of_a_turn_comes_again(world: World) -> None:
    watch(world)
    say(world, "REPORT 0\nREPORT")
    assert len(world.rows(recipient=DORA, kind="copy")) == 2


def test_their_wishes_count_for_their_mail(world: World) -> None:
    watch(world)
    say(world, "PROFILE LANGUAGE Deutsch\nPROFILE NO ATTACHMENTS\nPROFILE TEXT ONLY")
    say(world, "REPORT")
    copy = world.last(DORA, kind="copy")
    assert copy["Content-Language"] == "de"
    assert not copy.is_multipart()


@pytest.mark.parametrize("line", ["WATCH OFF", "zuschauen aus", "WATCH spring OFF"])
def test_who_wants_no_more_gets_no_more(world: World, line: str) -> None:
    watch(world)
    say(world, line)
    assert watching(world) == []
    assert "You watch Spring no more" in told(world)
    count = len(world.rows(recipient=DORA))
    close_turn(world.context, "spring")
    world.wait(25)
    assert len(world.rows(recipient=DORA)) == count


def test_a_mail_without_proof_ends_nothing_and_brings_an_address_that_does(world: World) -> None:
    watch(world)
    ask(world, "WATCH OFF")
    assert watching(world) == [DORA]
    world.reply(DORA, "WATCH OFF", to=world.last(DORA, kind="answer"))
    world.poll()
    assert watching(world) == []


def test_a_forged_sender_changes_nothing(world: World) -> None:
    watch(world)
    world.write(DORA, "WATCH OFF", to="orders+spring.1.o1.aaaaaaaaaaaaaaaa@pbem.localhost")
    world.poll()
    assert watching(world) == [DORA]


def test_over_the_limit_answers_are_gathered(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=2) as world:
        world.copied_game()
        watch(world)
        for _time in range(5):
            say(world, "STATUS")
        assert (
            len([r for r in world.rows(recipient=DORA, kind="answer") if r.status == "queued"]) <= 2
        )
        world.clock.move(minutes=10)
        send_digests(world.context)
        assert world.rows(recipient=DORA, kind="answer", status="gathered") == ()
