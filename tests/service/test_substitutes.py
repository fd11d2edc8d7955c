"""SUBSTITUTE: somebody else plays a seat for a while, and then its owner again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.tools.verify import verify_game
from pbem.store.people import wish
from pbem.store.records import SeatKind
from pbem.store.substitutions import SubstitutionRow, stack_of
from tests.service.looks import LINE, OTHER, held, seats
from tests.service.world import ANNA, BORIS, START, World, open_world, text_of

DORA, EMIL = "dora@example.org", "emil@elsewhere.test"
ASK = f"SUBSTITUTE {DORA} UNTIL 2026-03-08"
ENDS = START.replace(day=9, hour=0)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(schedule=Schedule(every="24h", reminders=(), second_thoughts="0m"))
        yield world


def say(world: World, text: str, player: str = ANNA) -> str:
    world.reply(player, text)
    world.poll()
    return flat(world, player)


def flat(world: World, player: str, **where: str) -> str:
    return " ".join(text_of(world.last(player, **where)).split())


def answer(world: World, player: str = DORA, word: str = "ACCEPT") -> None:
    world.reply(player, word, to=world.last(player, kind="substitute"))
    world.poll()


def lend(world: World) -> None:
    say(world, ASK)
    answer(world)


def lend_on(world: World, until: str = "2026-03-06") -> None:
    """Dora has Emil play for her."""
    say(world, f"SUBSTITUTE {EMIL} UNTIL {until}", DORA)
    answer(world, EMIL)


def stack(world: World) -> tuple[SubstitutionRow, ...]:
    with world.context.database.read() as connection:
        return stack_of(connection, "spring", 1)


def at_seat(world: World) -> str | None:
    return seats(world)[0].address


def well(world: World) -> None:
    found = list(verify_game(world.context, "spring"))
    assert [one.text for one in found if one.mark is Mark.BAD] == []


# Asked, and agreed to ----------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        ASK,
        f"substitute <{DORA.upper()}> until 8 March, please",
        f"Vertretung: {DORA} bis zum 8.3.",
        f"REMPLAÇANT {DORA} jusqu'au 8 mars",
        f"SUBSTITUTE Dora <{DORA}> TO sunday",
    ],
)
def test_nothing_changes_before_whoever_is_asked_agrees(world: World, line: str) -> None:
    assert f"{DORA} was asked to play for you until" in say(world, line)
    assert at_seat(world) == ANNA
    asked = world.rows(recipient=DORA)
    assert [row.kind for row in asked] == ["substitute"]
    assert asked[0].unproven and len(asked[0].data) < 4_500
    assert "Anna, who plays Hegemon by mail, asks you" in flat(world, DORA)


def test_what_can_be_agreed_to_until_midnight_can_be_until_the_end_of_the_day(world: World) -> None:
    told = say(world, f"SUBSTITUTE {DORA} UNTIL 2026-03-03")
    assert "until the end of 3 March 2026, and can agree until the end of 3 March 2026" in told
    assert "ACCEPT until the end of 3 March 2026." in flat(world, DORA)


@pytest.mark.parametrize(
    "word",
    ["ACCEPT", "accept, please", "Annehmen", "ACCEPTER!", "Yes", "ja, gerne!", "Oui.\n\nDora"],
)
def test_then_the_seat_is_played_by_them_under_the_owners_name(world: World, word: str) -> None:
    say(world, ASK)
    answer(world, word=word)
    assert (at_seat(world), seats(world)[0].lent) == (DORA, ENDS)
    assert "Until the end of 8 March 2026 the seat's mails" in flat(world, DORA, kind="notice")
    assert "somebody plays for you now" in str(world.last(ANNA)["Subject"])
    assert DORA in flat(world, ANNA)
    assert [row.kind for row in world.rows(recipient=DORA)][1:] == ["notice", "report"]
    say(world, LINE, DORA)
    assert held(world) == [LINE]
    assert "a substitute plays" in say(world, "STATUS", BORIS)
    say(world, OTHER, BORIS)
    assert world.game().turn == 2
    assert "Anna (a substitute plays)" in flat(world, BORIS, kind="report")
    assert DORA not in "".join(text_of(one) for one in world.mails(BORIS))
    assert world.last(DORA, kind="report")
    well(world)


@pytest.mark.parametrize(
    "word", ["hello", "yes, but when?", "JOIN", "LINE", "Who are you?\nYes", "> yes"]
)
def test_only_the_word_takes_a_seat_over(world: World, word: str) -> None:
    say(world, ASK)
    answer(world, word=word)
    assert at_seat(world) == ANNA
    assert world.last(DORA, kind="unclear")


def test_only_whoever_was_asked_can_agree(world: World) -> None:
    say(world, ASK)
    world.reply(EMIL, "ACCEPT", to=world.last(DORA))
    world.poll()
    assert at_seat(world) == ANNA


@pytest.mark.parametrize(
    "word", ["DECLINE", "ablehnen", "Refuser.", "No", "Nein, danke!", "non", "No thanks, not now."]
)
def test_whoever_declines_hears_no_more_and_the_owner_plays_on(world: World, word: str) -> None:
    say(world, ASK)
    answer(world, word=word)
    assert at_seat(world) == ANNA
    assert "nobody plays for you" in str(world.last(ANNA)["Subject"])
    answer(world)
    assert at_seat(world) == ANNA


def test_whoever_does_not_answer_declines(world: World) -> None:
    say(world, ASK)
    world.wait(73)
    assert "nobody plays for you" in " ".join(row.subject for row in world.rows(recipient=ANNA))
    answer(world)
    assert at_seat(world) == ANNA


@pytest.mark.parametrize("line", ["SUBSTITUTE END", "VERTRETUNG ENDE", "remplaçant fin"])
def test_the_owner_asks_nobody_any_more(world: World, line: str) -> None:
    say(world, ASK)
    assert "nobody was asked" in say(world, line)
    answer(world)
    assert at_seat(world) == ANNA


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SUBSTITUTE dora", "Write who is to play"),
        (f"SUBSTITUTE {DORA}", "Write who is to play"),
        (f"SUBSTITUTE {DORA} UNTIL soon", "Write who is to play"),
        (f"SUBSTITUTE {DORA} UNTIL 2026-02-01", "That day has passed"),
        (f"SUBSTITUTE {DORA} UNTIL 2026-12-24", "100 days are the most"),
        (f"SUBSTITUTE {ANNA} UNTIL 8.3.", "is your own"),
        ("SUBSTITUTE anna+x@example.org UNTIL 8.3.", "is your own"),
        ("SUBSTITUTE orders@pbem.localhost UNTIL 8.3.", "address of this service"),
        ("SUBSTITUTE x@y@z UNTIL 8.3.", "no mail address"),
        ("SUBSTITUTE END", "Nobody plays for you"),
        (f"PREVIEW\n{ASK}", "PREVIEW changes nothing"),
    ],
)
def test_a_bad_form_is_told_the_right_one_and_asks_nobody(
    world: World, line: str, said: str
) -> None:
    assert said in say(world, line)
    assert {row.recipient for row in world.rows()} <= {ANNA, BORIS}
    assert at_seat(world) == ANNA


def test_prose_and_mail_without_proof_ask_nobody(world: World) -> None:
    say(world, "Substitute teachers are nice\nVertretung wäre schön, ja")
    world.write(ANNA, ASK, to=world.context.config.mail.address)
    world.poll()
    assert world.rows(recipient=DORA) == ()
    assert "nobody was asked" in say(world, "SUBSTITUTE")


def test_a_few_people_a_day_are_asked_and_no_more(world: World) -> None:
    for number in range(5):
        say(world, f"SUBSTITUTE dora{number}@a{number}.example UNTIL 8.3.")
    assert len(world.rows(kind="substitute")) == 3
    assert "try again tomorrow" in flat(world, ANNA)


def test_NEWKEY_and_RESIGN_take_what_was_asked_back(world: World) -> None:
    for command in ("NEWKEY", "RESIGN"):
        say(world, ASK)
        world.reply(ANNA, command, to=(world.mails(ANNA, kind="newkey") or [None])[-1])
        world.poll()
        answer(world)
        assert at_seat(world) == ANNA
        world.clock.move(hours=25)


def test_whoever_lives_elsewhere_reads_the_moment_by_their_own_clock(world: World) -> None:
    with world.context.write() as session:
        wish(session.connection, DORA, zone="America/New_York")
    lend(world)
    assert "Until 8 March 2026, 20:00 EDT the seat's mails" in flat(world, DORA, kind="notice")
    assert "plays your seat until the end of 8 March 2026;" in flat(world, ANNA)


# Handed back -------------------------------------------------------------------------


def test_the_owner_has_it_back_by_itself_with_a_report_of_all_turns(world: World) -> None:
    lend(world)
    for _turn in range(3):
        close_turn(world.context, "spring")
    before = len(world.rows(recipient=ANNA))
    assert world.rows(recipient=ANNA)[-1].kind == "lent", "no mails while another plays"
    world.clock.move(hours=(ENDS - START).total_seconds() / 3600 - 1)
    world.poll()
    assert at_seat(world) == DORA
    world.clock.move(hours=1)
    world.poll()
    assert (at_seat(world), seats(world)[0].lent, stack(world)) == (ANNA, None, ())
    assert [row.kind for row in world.rows(recipient=ANNA)][before:][:2] == ["handback", "report"]
    report = flat(world, ANNA, kind="report")
    assert report.count("Your move and what came of it") == 3
    assert "Thank you for playing" in flat(world, DORA)
    well(world)


def test_all_addresses_of_the_substitute_are_void_and_the_owners_count(world: World) -> None:
    first = world.last(ANNA, kind="report")
    lend(world)
    theirs = world.last(DORA, kind="report")
    world.reply(ANNA, LINE, to=first)
    world.poll()
    assert held(world) == []
    assert "somebody else plays your seat" in flat(world, ANNA)
    world.reply(ANNA, f"SUBSTITUTE END\n{LINE}", to=first)
    world.poll()
    assert at_seat(world) == ANNA
    assert held(world) == []
    assert "your orders were not taken" in flat(world, ANNA)
    world.reply(DORA, LINE, to=theirs)
    world.poll()
    assert held(world) == []
    world.reply(ANNA, OTHER, to=world.last(ANNA, kind="report"))
    world.poll()
    assert held(world) == [OTHER]


@pytest.mark.parametrize("word", ["SUBSTITUTE END", "Vertretung aus", "RETURN", "zurück!"])
def test_the_owners_word_brings_it_back_at_once(world: World, word: str) -> None:
    lend(world)
    world.reply(ANNA, word, to=world.last(ANNA, kind="lent"))
    world.poll()
    assert at_seat(world) == ANNA


@pytest.mark.parametrize("word", ["PREVIEW\nSUBSTITUTE END", "STATUS", "hello", "RESIGN", "NEWKEY"])
def test_any_other_word_of_the_owner_is_told_how(world: World, word: str) -> None:
    lend(world)
    key = seats(world)[0].nonce
    world.reply(ANNA, word, to=world.last(ANNA, kind="lent"))
    world.poll()
    assert (at_seat(world), seats(world)[0].nonce) == (DORA, key)
    assert "reply with SUBSTITUTE END" in flat(world, ANNA)


def test_only_the_owners_mailbox_brings_it_back(world: World) -> None:
    lend(world)
    world.reply(EMIL, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert at_seat(world) == DORA


def test_the_substitute_hands_it_back_and_may_not_resign(world: World) -> None:
    lend(world)
    assert "who alone can give it up" in say(world, "RESIGN", DORA)
    assert seats(world)[0].kind is SeatKind.HUMAN
    world.reply(DORA, "hello", to=world.last(DORA, kind="report"), Subject="unsubscribe")
    world.poll()
    assert "SUBSTITUTE END" in flat(world, DORA)
    assert "You play for Anna until" in say(world, "SUBSTITUTE", DORA)
    say(world, "SUBSTITUTE END", DORA)
    assert at_seat(world) == ANNA


def test_a_mail_that_came_after_the_last_day_counts_for_nothing(world: World) -> None:
    lend(world)
    report = world.last(DORA, kind="report")
    by_hours = (ENDS - world.clock.now()) / timedelta(hours=1)
    world.clock.move(hours=by_hours)
    world.reply(DORA, LINE, to=report)
    world.poll()
    assert held(world) == []
    assert at_seat(world) == ANNA


# In a stack --------------------------------------------------------------------------


def test_a_substitute_may_have_one_of_their_own_and_gets_it_back(world: World) -> None:
    lend(world)
    assert "nobody for you any longer" in say(world, f"SUBSTITUTE {EMIL} UNTIL 9.3.", DORA)
    lend_on(world)
    assert [row.address for row in stack(world)] == [ANNA, DORA]
    assert at_seat(world) == EMIL
    world.clock.move(
        hours=(START.replace(day=7, hour=0) - world.clock.now()).total_seconds() / 3600
    )
    world.poll()
    assert (at_seat(world), seats(world)[0].lent) == (DORA, ENDS)
    assert [row.address for row in stack(world)] == [ANNA]


def test_all_that_lie_above_go_when_an_earlier_one_ends(world: World) -> None:
    lend(world)
    lend_on(world)
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
    world.poll()
    assert (at_seat(world), stack(world)) == (ANNA, ())
    for one in (DORA, EMIL):
        assert "Thank you for playing" in flat(world, one)
