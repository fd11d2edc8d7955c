"""PROFILE ADDRESS: somebody plays from another address, once both have heard of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.config import MAIN
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import delete
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from pbem.service.play.readdressing import MOST_ASKED
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.store.pending import any_void
from pbem.store.people import find_person
from pbem.store.readdressing import changes_done
from pbem.store.records import GameStatus, SeatKind
from tests.service.looks import LINE, held, seat_of, seats, settled
from tests.service.world import ANNA, BORIS, World, open_world, text_of

NEW = "anna@new.example"
OTHER = "eve@elsewhere.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.new_game(id="summer", title="Summer")
        yield world


def say(world: World, text: str, player: str = ANNA, game: str = "spring") -> None:
    world.reply(player, text, to=world.last(player, game=game, kind="report"))
    world.poll()


def ask(world: World, new: str = NEW) -> None:
    say(world, f"PROFILE ADDRESS {new}")


def confirm(world: World, word: str = "CONFIRM", sender: str = NEW) -> None:
    world.reply(sender, word, to=world.last(NEW, kind="newaddress"))
    world.poll()


def undo(world: World, sender: str = ANNA) -> None:
    world.reply(sender, "UNDO", to=world.last(ANNA, kind="readdressed"))
    world.poll()


def addresses(world: World, game: str = "spring") -> list[str | None]:
    return [seat.address for seat in seats(world, game)]


@pytest.mark.parametrize(
    "line",
    [f"PROFILE ADDRESS {NEW}", f"profil adresse: <{NEW.upper()}>", f"PROFIL E-MAIL ADRESSE {NEW}"],
)
def test_nothing_changes_before_the_new_address_has_confirmed_it(world: World, line: str) -> None:
    say(world, line)
    assert addresses(world) == [ANNA, BORIS]
    told = " ".join(text_of(world.last(ANNA, kind="readdressed")).split())
    assert f"The new address is {NEW}. Nothing has changed yet." in told
    assert "UNDO" in told
    assert len(world.rows(recipient=NEW)) == 1


def test_once_confirmed_it_counts_in_all_games_and_earlier_mails_are_void(world: World) -> None:
    before = world.last(ANNA, game="spring", kind="report")
    say(world, f"PROFILE ZONE Berlin\nPROFILE RATED AS Annika\n{LINE}")
    ask(world)
    confirm(world)
    for game in ("spring", "summer"):
        assert addresses(world, game) == [NEW, BORIS]
        assert seat_of(world, NEW, game).zone == "Europe/Berlin"
    assert held(world) == [LINE]
    with world.context.database.read() as connection:
        rated = [find_person(connection, one).rated for one in (ANNA, NEW)]
    assert rated == [None, "Annika"]
    assert "UNDO" in text_of(world.last(ANNA, kind="readdressed"))
    for sender in (ANNA, NEW):
        world.reply(sender, "WITHDRAW", to=before)
        world.poll()
    assert held(world) == [LINE]
    world.reply(NEW, "WITHDRAW", to=world.last(NEW, game="spring", kind="newkey"))
    world.poll()
    assert held(world) == []
    close_turn(world.context, "spring")
    assert world.last(NEW, kind="report", game="spring")


def test_finished_games_go_along_and_a_game_where_the_new_address_plays_does_not(
    world: World,
) -> None:
    world.new_game(id="short", options={"turns": 1})
    close_turn(world.context, "short")
    assert world.game("short").status is GameStatus.FINISHED
    chairs = (SeatSpec(name="Anna", address=ANNA), SeatSpec(bot="hedger"))
    world.new_game(id="alone", seats=chairs)
    ask(world, BORIS)
    world.reply(BORIS, "CONFIRM", to=world.last(BORIS, kind="newaddress"))
    world.poll()
    assert (addresses(world), addresses(world, "alone")) == ([ANNA, BORIS], [BORIS, None])
    assert "Those stay here" in text_of(world.last(ANNA, kind="readdressed"))
    ask(world)
    confirm(world)
    assert addresses(world, "short") == [NEW, BORIS]


@pytest.mark.parametrize("line", ["nonsense", "a@b c@d", ANNA, "orders@pbem.localhost", "x@y@z"])
def test_an_address_that_cannot_be_is_answered_with_the_right_form(world: World, line: str) -> None:
    say(world, f"PROFILE ZONE Berlin\nPROFILE ADDRESS {line}")
    said = text_of(world.last(ANNA, kind="answer"))
    assert "Nothing was changed." in said
    assert "| PROFILE ADDRESS new@example.org" in said
    assert seat_of(world, ANNA).zone == "UTC"
    assert {row.recipient for row in world.rows()} <= {ANNA, BORIS}


def test_a_preview_and_a_mail_without_proof_ask_nobody(world: World) -> None:
    say(world, f"PREVIEW\nPROFILE ADDRESS {NEW}")
    world.write(ANNA, f"PROFILE ADDRESS {NEW}", to=world.context.config.mail.address)
    world.poll()
    assert world.rows(recipient=NEW) == ()


def test_what_the_new_address_gets_is_small_and_within_the_budget_of_the_unproven(
    world: World,
) -> None:
    for _try in range(MOST_ASKED + 2):
        ask(world)
    rows = world.rows(recipient=NEW)
    assert 0 < len(rows) < MOST_ASKED
    assert all(row.unproven and len(row.data) < 4_500 for row in rows)
    assert "try again tomorrow" in text_of(world.last(ANNA, kind="answer"))
    for number in range(MOST_ASKED + 2):
        ask(world, f"dora{number}@a{number}.example")
    assert len(world.rows(kind="newaddress")) == MOST_ASKED


def test_the_newest_of_several_new_addresses_counts_alone(world: World) -> None:
    ask(world)
    ask(world, OTHER)
    confirm(world)
    assert addresses(world) == [ANNA, BORIS]


@pytest.mark.parametrize("word", ["hello", "yes", "UNDO"])
def test_only_the_word_confirms_it(world: World, word: str) -> None:
    ask(world)
    confirm(world, word)
    assert addresses(world) == [ANNA, BORIS]
    assert world.last(NEW, kind="candidate")


def test_only_the_address_that_was_written_to_can_confirm_or_undo_it(world: World) -> None:
    ask(world)
    confirm(world, sender=OTHER)
    confirm(world, sender=ANNA)
    undo(world, sender=OTHER)
    assert addresses(world) == [ANNA, BORIS]
    assert "has to come from the address" in text_of(world.last(OTHER))
    confirm(world)
    assert addresses(world) == [NEW, BORIS]


def test_the_old_address_stops_it_and_whoever_asked_has_a_void_key(world: World) -> None:
    ask(world)
    key = seat_of(world, ANNA).nonce
    undo(world)
    confirm(world)
    assert addresses(world) == [ANNA, BORIS]
    assert seat_of(world, ANNA).nonce != key
    assert "stays at this address" in str(world.last(ANNA, kind="newkey")["Subject"])


@pytest.mark.parametrize("command", ["NEWKEY", "RESIGN", f"PROFILE ADDRESS {OTHER}"])
def test_for_three_days_it_is_undone_whatever_the_new_address_does(
    world: World, command: str
) -> None:
    ask(world)
    confirm(world)
    world.reply(NEW, command, to=world.last(NEW, game="spring", kind="newkey"))
    world.poll()
    if command == "RESIGN":
        world.reply(NEW, command, to=world.last(NEW, kind="resign"))
        world.poll()
        assert seats(world)[0].kind is SeatKind.RESIGNED
    undo(world)
    for game in ("spring", "summer"):
        assert addresses(world, game) == [ANNA, BORIS]
    assert seats(world)[0].has_person
    world.reply(ANNA, LINE, to=world.last(ANNA, game="spring", kind="newkey"))
    world.poll()
    assert held(world) == [LINE]


def test_as_long_as_it_can_be_undone_no_second_change_takes_the_way_back(world: World) -> None:
    ask(world)
    confirm(world)
    world.reply(NEW, f"PROFILE ADDRESS {OTHER}", to=world.last(NEW, game="spring", kind="newkey"))
    world.poll()
    assert "was changed within the last days" in " ".join(text_of(world.last(NEW)).split())
    assert not world.rows(recipient=OTHER)


def test_later_it_cannot_be_undone_and_nothing_is_kept_of_it(world: World) -> None:
    ask(world)
    confirm(world)
    world.wait(71)
    with world.context.database.read() as connection:
        assert changes_done(connection)
    world.wait(2)
    undo(world)
    assert NEW in addresses(world, world.game().id)
    with world.context.database.read() as connection:
        assert changes_done(connection) == ()
        assert not any_void(connection, MAIN, world.clock.now())


def test_game_masters_see_it_and_the_other_players_do_not(world: World) -> None:
    ask(world)
    confirm(world)
    world.clock.move(hours=2)
    world.poll()
    told = " ".join(text_of(world.last("gm@example.org")).split())
    assert "plays from another address" in told
    assert f"{NEW} (before: " in told
    say(world, "LOG", BORIS)
    assert "another address" not in text_of(world.last(BORIS, kind="answer"))
    world.reply(NEW, "LOG", to=world.last(NEW, game="spring", kind="newkey"))
    world.poll()
    assert "plays from another address" in text_of(world.last(NEW, kind="answer"))
    assert NEW not in "".join(text_of(mail) for mail in world.mails(BORIS))


def test_a_game_that_is_deleted_takes_what_was_asked_in_it_along(world: World) -> None:
    world.new_game(id="autumn", title="Autumn", start="manual")
    world.reply(ANNA, f"PROFILE ADDRESS {NEW}", to=world.last(ANNA, game="autumn"))
    world.poll()
    by_operator(world.context, "autumn", delete)
    confirm(world)
    assert addresses(world) == [ANNA, BORIS]
    assert "gone" in settled(world)[-1].note


def test_a_change_that_is_open_moves_with_the_game(world: World) -> None:
    ask(world)
    whole = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, whole, "moved", again=True)
    world.reply(NEW, "CONFIRM", to=world.last(NEW, game="moved", kind="newaddress"))
    world.poll()
    assert addresses(world, "moved") == [NEW, BORIS]


def test_a_change_that_can_be_undone_still_can_where_the_game_goes(world: World) -> None:
    ask(world)
    confirm(world)
    whole = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, whole, "moved", again=True)
    assert addresses(world, "moved") == [NEW, BORIS]
    world.reply(ANNA, "UNDO", to=world.last(ANNA, game="moved", kind="readdressed"))
    world.poll()
    assert addresses(world, "moved") == [ANNA, BORIS]


DORA = "dora@example.org"


def key_of_seat(world: World) -> str:
    return seats(world)[0].nonce


def test_UNDO_of_a_substitute_does_nothing_to_the_seat_that_was_handed_back(world: World) -> None:
    say(world, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.reply(DORA, "ACCEPT", to=world.last(DORA))
    world.poll()
    say(world, f"PROFILE ADDRESS {NEW}", DORA)
    say(world, "SUBSTITUTE END")
    before, mails = key_of_seat(world), len(world.mails(ANNA))
    world.reply(DORA, "UNDO", to=world.last(DORA, kind="readdressed"))
    world.poll()
    assert key_of_seat(world) == before
    assert len(world.mails(ANNA)) == mails
    assert "Nothing comes of the change" in str(world.last(DORA)["Subject"])
    confirm(world)
    assert addresses(world) == [ANNA, BORIS]


def test_UNDO_of_whoever_lent_the_seat_renews_their_own_key_alone(world: World) -> None:
    ask(world)
    old = world.last(ANNA, game="spring", kind="report")
    say(world, f"SUBSTITUTE {DORA} UNTIL 2026-03-20")
    world.reply(DORA, "ACCEPT", to=world.last(DORA))
    world.poll()
    before = key_of_seat(world)
    undo(world)
    assert key_of_seat(world) == before
    world.reply(ANNA, "SUBSTITUTE END", to=old)
    world.poll()
    assert addresses(world) == [DORA, BORIS]
    world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="newkey"))
    world.poll()
    assert addresses(world) == [ANNA, BORIS]


def test_where_the_seat_is_lost_before_the_new_address_confirms_both_hear_that_nothing_goes(
    world: World,
) -> None:
    ask(world)
    for game in ("spring", "summer"):
        by_operator(world.context, game, eject, 1)
    confirm(world)
    for reader in (NEW, ANNA):
        assert "No game goes to another address" in str(world.last(reader)["Subject"])
    undo(world)
    assert addresses(world) == [None, BORIS]
    with world.context.database.read() as connection:
        assert changes_done(connection) == ()


def test_a_seat_that_was_given_up_stays_to_be_taken_back_from_the_old_address(world: World) -> None:
    by_operator(world.context, "summer", eject, 1)
    ask(world)
    world.resign(ANNA, to=world.last(ANNA, game="spring", kind="report"))
    confirm(world)
    assert "No game goes to another address" in str(world.last(NEW)["Subject"])
    world.reply(ANNA, "RETURN", to=world.last(ANNA, kind="return"))
    world.poll()
    assert addresses(world) == [ANNA, BORIS]
