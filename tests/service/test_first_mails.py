"""What somebody reads first who does not know a game: by whom they are asked, what it is, and what
they can ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.gamefile import MasterSpec, SeatSpec
from pbem.store.joining import Joining
from pbem.store.records import SeatKind
from tests.service.looks import seats
from tests.service.test_mastering import confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

SERVICE = "orders@pbem.localhost"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
ABOUT = "Hegemon, 3 seats: a turn takes 1 day. Cooperate or compete"
FIRST_WORDS = "RULES brings the rules of the game, HELP tells how orders are written, PREVIEW above"
THE_PAGE = "CONSOLE brings a page on which you choose your orders"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


def flat(world: World, reader: str) -> str:
    return " ".join(text_of(world.last(reader)).split())


def answer(world: World, reader: str, text: str) -> str:
    world.reply(reader, text, to=world.last(reader))
    world.poll()
    return flat(world, reader)


def kinds(world: World) -> list[SeatKind]:
    return [seat.kind for seat in seats(world)]


def test_an_invitation_says_who_invites_to_what_and_as_whom(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    told = flat(world, BORIS)
    assert "Eve invites you" in told
    assert ABOUT in told
    assert "You would be Boris. JOIN AS Anna takes it by another name" in told


def test_without_a_name_it_is_a_game_master_who_invites(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=(MasterSpec(address=EVE),), seats=CHAIRS)
        command(world, f"INVITE {BORIS}")
        assert "A game master invites you" in flat(world, BORIS)


def test_whoever_is_invited_gets_the_rules_and_joins_by_a_reply_to_them(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    told = answer(world, BORIS, "RULES")
    assert "The rules of Hegemon" in told
    assert "reply to this mail with the one word JOIN" in told
    assert kinds(world) == ["human", "kept", "open"]
    answer(world, BORIS, "JOIN")
    assert kinds(world) == ["human", "human", "open"]


@pytest.mark.parametrize(
    "text",
    [
        "Join, with pleasure! And what are the rules?",
        "JOIN with pleasure",
        "Join! Looking forward to it.",
        "Yes, gladly",
        "Join spring, gerne",
    ],
)
def test_a_joyful_yes_is_one(world: World, text: str) -> None:
    command(world, f"INVITE {BORIS}")
    answer(world, BORIS, text)
    assert kinds(world) == ["human", "human", "open"]


@pytest.mark.parametrize(
    "text", ["Join? I do not know.", "Join, but not now", "Join: maybe later", "Why me?"]
)
def test_what_is_not_understood_is_told_so_and_takes_no_seat(world: World, text: str) -> None:
    command(world, f"INVITE {BORIS}")
    assert "Your reply was not understood" in answer(world, BORIS, text)
    assert kinds(world) == ["human", "kept", "open"]


@pytest.mark.parametrize("text", ["HELP", "LIST"])
def test_a_question_is_not_told_to_be_misunderstood(world: World, text: str) -> None:
    command(world, f"INVITE {BORIS}")
    told = answer(world, BORIS, text)
    assert "Eve invites you" in told
    assert "not understood" not in told


@pytest.mark.parametrize("text", ["No thanks, who are you?", "Nein danke, keine Zeit"])
def test_a_no_with_more_behind_it_is_one(world: World, text: str) -> None:
    command(world, f"INVITE {BORIS}")
    answer(world, BORIS, text)
    assert kinds(world) == ["human", "open", "open"]


def test_whoever_asks_for_a_seat_hears_that_the_game_master_decides(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, seats=CHAIRS, join=Joining.APPROVE)
        world.write(CHIARA, "JOIN spring AS Chiara", to=SERVICE)
        world.poll()
        assert "The game master then says whether you play" in flat(world, CHIARA)
        answer(world, CHIARA, "JOIN")
        assert "not understood" in answer(world, CHIARA, "And now?")


def test_a_welcome_counts_seats_and_names_JOIN_only_where_one_can_join(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, seats=CHAIRS, join=Joining.INVITED)
        assert "JOIN spring" not in flat(world, ANNA)
        command(world, f"INVITE {BORIS}, {CHIARA}")
        told = answer(world, BORIS, "JOIN")
        assert "1 seat is still free. 1 of these is kept for somebody" in told
        answer(world, CHIARA, "JOIN")
        (welcome,) = world.mails(CHIARA, kind="notice")
        said = " ".join(text_of(welcome).split())
        assert "All its seats are taken: it begins now" in said
        assert "WITHDRAW" not in said


def test_the_first_report_and_no_other_says_what_can_be_asked_for(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        assert FIRST_WORDS in flat(world, ANNA)
        assert THE_PAGE in flat(world, ANNA)
        world.wait(25)
        assert "After turn 1" in flat(world, ANNA)
        assert FIRST_WORDS not in flat(world, ANNA)


def test_a_substitute_is_told_what_the_game_is(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, f"SUBSTITUTE {CHIARA} UNTIL 2026-03-08")
        world.poll()
        assert "not understood" in answer(world, CHIARA, "Who is Anna?")
        answer(world, CHIARA, "ACCEPT")
        (told,) = world.mails(CHIARA, kind="notice")
        assert "Hegemon, 2 seats" in text_of(told)
        assert FIRST_WORDS in " ".join(text_of(told).split())


def test_whoever_is_given_a_seat_is_told_what_the_game_is(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        confirmed(world, f"SEAT 2 ADDRESS {CHIARA}")
        (told,) = world.mails(CHIARA, kind="notice")
        assert FIRST_WORDS in " ".join(text_of(told).split())


def test_an_assistant_is_told_what_that_is_and_an_owner_too(world: World) -> None:
    assert "You are an assistant" in flat(world, ADA)
    assert ABOUT in flat(world, ADA)
    confirmed(world, "APPOINT Dora <dora@example.org>")
    told = flat(world, "dora@example.org")
    assert "Eve has named you for it" in told
    assert "You are an owner" in told


@pytest.mark.parametrize("word", ["HELP", "RULES", "HELP\nRULES"])
def test_a_stranger_is_told_what_is_played_and_how_to_come_in_and_little_else(
    world: World, word: str
) -> None:
    world.write(CHIARA, word, to=SERVICE)
    world.poll()
    told = flat(world, CHIARA)
    assert "Spring, Hegemon, 2 seats free | JOIN spring" in told
    assert "Parsec: Settle a galaxy in rival regions" in told
    assert "| RULES parsec" in told
    assert "WITHDRAW" not in told
    assert len(text_of(world.last(CHIARA)).splitlines()) < 40
    assert len(world.mails(CHIARA)) == 1


@pytest.mark.parametrize("word", ["RULES hegemon", "rules of Spring", "REGELN Hegemon"])
def test_a_stranger_reads_the_rules_before_they_join(world: World, word: str) -> None:
    world.write(CHIARA, word, to=SERVICE)
    world.poll()
    assert world.last(CHIARA)["Subject"] == "The rules of Hegemon"
    assert "HG-12" in flat(world, CHIARA)
    assert world.last(CHIARA).get_body(("html",)) is None


def test_a_stranger_gets_one_rulebook_a_day_and_may_still_join(world: World) -> None:
    for number, word in enumerate(("RULES hegemon", "RULES parsec", "HELP", "LIST")):
        world.write(CHIARA.replace("@", f"+{number}@"), word, to=SERVICE)
        world.poll()
    names = [CHIARA.replace("@", f"+{number}@") for number in range(4)]
    assert [len(world.mails(name)) for name in names] == [1, 0, 1, 0]
    world.write(CHIARA, "JOIN spring AS Chiara", to=SERVICE)
    world.poll()
    assert [row.kind for row in world.rows(recipient=CHIARA)] == ["join"]
    world.clock.move(hours=24)
    world.write(CHIARA, "RULES parsec", to=SERVICE)
    world.poll()
    assert world.last(CHIARA)["Subject"] == "The rules of Parsec"


def test_a_stranger_who_asks_for_rules_of_nothing_is_told_what_there_are(world: World) -> None:
    world.write(CHIARA, "RULES chess", to=SERVICE)
    world.poll()
    assert world.last(CHIARA)["Subject"] == "There are no rules of chess"
    assert "| RULES Hegemon" in text_of(world.last(CHIARA))


@pytest.mark.parametrize("text", ["LIST\nJOIN spring AS Chiara", "JOIN spring AS Chiara\nLIST"])
def test_JOIN_and_LIST_in_one_first_mail_are_both_answered(world: World, text: str) -> None:
    world.write(CHIARA, text, to=SERVICE)
    world.poll()
    assert [row.kind for row in world.rows(recipient=CHIARA)] == ["join", "answer"]
    assert world.last(CHIARA)["Subject"] == "Games that you can join"


def test_where_only_the_room_kept_for_it_is_left_JOIN_beside_LIST_has_it(world: World) -> None:
    for _time in range(2):
        world.write(CHIARA, "LIST", to=SERVICE)
        world.poll()
    world.write(CHIARA, "LIST\nJOIN spring AS Chiara", to=SERVICE)
    world.poll()
    assert [row.kind for row in world.rows(recipient=CHIARA)] == ["answer", "answer", "join"]


def test_players_are_told_what_of_the_schedule_changed_and_STATUS_tells_it(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS)
        command(world, "SCHEDULE second_thoughts = 1h")
        told = flat(world, BORIS)
        assert 'second_thoughts = "1h"' in told
        assert "So a turn takes 1 day." in told
        command(world, "SCHEDULE weekdays = tue, fri")
        world.reply(BORIS, "STATUS")
        world.poll()
        assert "The schedule: turns end on Tuesday and Friday at 20:00" in flat(world, BORIS)


def test_a_bad_schedule_is_refused_in_words(world: World) -> None:
    told = " ".join(command(world, "SCHEDULE waits = many").split())
    assert "waits: write a whole number here" in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"ending": "hidden"}, "The end is hidden: from turn 8 on, every turn is the last"),
        ({"turns": 7}, "The game lasts 7 turns."),
    ],
)
def test_whoever_is_asked_to_play_hears_how_long_it_lasts(
    tmp_path: Path, options: dict[str, object], said: str
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, seats=CHAIRS, options=options)
        assert said in flat(world, ANNA), "the welcome"
        command(world, f"INVITE {BORIS}")
        assert said in flat(world, BORIS)


@pytest.mark.parametrize(("ending", "draws"), [("fixed", False), ("hidden", True)])
def test_dice_are_spoken_of_only_where_a_game_draws(
    tmp_path: Path, ending: str, draws: bool
) -> None:
    """HG-1: a hidden ending is all that Hegemon leaves to chance."""
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, seats=CHAIRS, options={"ending": ending})
        command(world, f"INVITE {BORIS}")
        assert ("All dice come from a secret" in flat(world, BORIS)) is draws
        assert ("All dice come from a secret" in flat(world, ANNA)) is draws
    begun = tmp_path / "begun"
    begun.mkdir()
    with open_world(begun) as world:
        world.new_game(options={"ending": ending})
        [report] = world.mails(ANNA, kind="report")
        assert ("Fair dice" in text_of(report)) is draws
        page = report.get_body(("html",))
        assert page is not None
        assert ("Fair dice" in page.get_content()) is draws
