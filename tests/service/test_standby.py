"""STANDBY: seats that fall free are offered to those who wait for one, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel, delete
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.tools.verify import verify_game
from pbem.store.fame import in_time
from pbem.store.joining import Joining
from pbem.store.observing import Watching
from pbem.store.records import SeatKind
from pbem.store.standbys import StandbyRow, add_standby, standbys_about
from tests.service.looks import LINE, held, seats, settled
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA, EMIL = "dora@example.org", "emil@elsewhere.test"
DAILY = Schedule(every="24h", reminders=(), second_thoughts="0m")

OTHERS = (SeatSpec(name="Chiara", address=CHIARA), SeatSpec(bot="hedger"))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(schedule=DAILY)
        yield world


def flat(world: World, player: str, **where: str) -> str:
    return " ".join(text_of(world.last(player, **where)).split())


def ask(world: World, player: str, text: str = "STANDBY spring", *, confirm: bool = True) -> None:
    world.write(player, text, to=world.context.config.mail.address)
    world.poll()
    if confirm:
        world.reply(player, "CONFIRM", to=world.last(player, kind="standby"))
        world.poll()


def rows(world: World, about: str = "spring") -> tuple[StandbyRow, ...]:
    with world.context.database.read() as connection:
        return standbys_about(connection, about)


def listed(world: World, about: str = "spring") -> list[str]:
    return [row.address for row in rows(world, about) if row.until is None]


def answer(world: World, player: str, word: str = "ACCEPT") -> None:
    world.reply(player, word, to=world.last(player, kind="offer"))
    world.poll()


def free(world: World) -> None:
    """Anna's seat falls free."""
    by_operator(world.context, "spring", eject, 1)
    world.poll()


@pytest.mark.parametrize("line", ["STANDBY spring", "standby: spring", "NACHRÜCKEN spring"])
def test_a_stranger_stands_by_once_they_have_confirmed_it(world: World, line: str) -> None:
    ask(world, DORA, line, confirm=False)
    assert listed(world) == []
    asked = world.rows(recipient=DORA)
    assert [row.kind for row in asked] == ["standby"]
    assert asked[0].unproven and len(asked[0].data) < 4_500
    world.reply(EMIL, "CONFIRM", to=world.last(DORA))
    world.reply(DORA, "hello", to=world.last(DORA))
    world.poll()
    assert listed(world) == []
    world.reply(DORA, "CONFIRM", to=world.last(DORA, kind="standby"))
    world.poll()
    assert listed(world) == [DORA]
    assert "You stand by for Spring, as number 1." in flat(world, DORA)


def test_what_nobody_confirms_is_forgotten(world: World) -> None:
    ask(world, DORA, confirm=False)
    world.wait(49)
    assert rows(world) == ()


def test_a_player_of_another_game_stands_by_at_once_and_LIST_tells_it(world: World) -> None:
    ask(world, DORA, "STANDBY Hegemon")
    world.new_game(id="summer", seats=OTHERS)
    world.reply(CHIARA, "STANDBY spring\nSTANDBY hegemon", to=world.last(CHIARA))
    world.poll()
    assert listed(world) == [CHIARA]
    assert listed(world, "hegemon") == [DORA, CHIARA]
    world.reply(CHIARA, "LIST", to=world.last(CHIARA, kind="report"))
    world.poll()
    assert "You stand by for Hegemon, as number 2." in flat(world, CHIARA)
    world.reply(CHIARA, "STANDBY OFF", to=world.last(CHIARA, kind="report"))
    world.poll()
    assert "You stand by for nothing." in flat(world, CHIARA)
    assert listed(world, "hegemon") == [DORA]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("STANDBY nowhere", "is no game and no rules here"),
        ("STANDBY spring", "plays in the game already"),
        ("PREVIEW\nSTANDBY hegemon", "PREVIEW changes nothing"),
        ("STANDBY", "You stand by for nothing."),
    ],
)
def test_a_bad_form_is_told_and_notes_nothing(world: World, line: str, said: str) -> None:
    world.reply(ANNA, line)
    world.poll()
    assert said in flat(world, ANNA)
    assert (rows(world), rows(world, "hegemon")) == ((), ())


@pytest.mark.parametrize(
    ("no", "yes"), [("DECLINE", "ACCEPT"), ("Nein, danke", "Ja!"), ("No", "OK")]
)
def test_a_seat_is_offered_to_the_first_for_the_game_and_then_for_its_rules(
    world: World, no: str, yes: str
) -> None:
    ask(world, EMIL, "STANDBY hegemon")
    ask(world, DORA)
    free(world)
    assert len(world.rows(recipient=DORA, kind="offer")) == 1
    assert not world.rows(recipient=EMIL, kind="offer")
    answer(world, DORA, no)
    world.poll()
    assert listed(world) == []
    answer(world, EMIL, yes)
    anna = seats(world)[0]
    assert (anna.address, anna.kind, anna.name) == (EMIL, SeatKind.HUMAN, "Anna")
    world.reply(EMIL, LINE, to=world.last(EMIL, kind="report"))
    world.poll()
    assert held(world) == [LINE]
    found = list(verify_game(world.context, "spring"))
    assert [one.text for one in found if one.mark is Mark.BAD] == []


def test_whoever_does_not_answer_for_two_days_is_passed_over(world: World) -> None:
    ask(world, DORA)
    ask(world, EMIL)
    free(world)
    world.wait(49)
    assert listed(world) == [EMIL]
    assert world.rows(recipient=EMIL, kind="offer")
    answer(world, DORA)
    assert seats(world)[0].address is None


def test_an_offer_shows_what_anyone_may_see_and_the_seats_own_report_comes_later(
    world: World,
) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    close_turn(world.context, "spring")
    ask(world, DORA)
    free(world)
    offer = flat(world, DORA, kind="offer")
    assert "What anyone may see of it:" in offer
    assert "points.png" not in offer, "no picture comes with it"
    assert ".:" not in offer
    assert "\r\n-----" in text_of(world.last(DORA, kind="offer")), "headings are told as such"
    assert "a turn takes 1 day" in offer
    assert LINE not in offer
    assert "Your move" not in offer
    assert not world.rows(recipient=DORA, kind="report")
    answer(world, DORA)
    assert world.last(DORA, kind="report")


def test_nothing_of_whoever_left_is_played_or_shown(world: World) -> None:
    world.reply(ANNA, f"@ {LINE}\nTURN 3: {LINE}")
    world.poll()
    ask(world, DORA)
    free(world)
    answer(world, DORA)
    assert held(world) == []
    world.reply(DORA, "ORDERS", to=world.last(DORA, kind="report"))
    world.poll()
    assert LINE not in flat(world, DORA)


def test_the_others_are_told_that_somebody_else_plays_under_the_name(world: World) -> None:
    ask(world, DORA)
    free(world)
    answer(world, DORA)
    assert "Spring: somebody else plays as Anna" in str(world.last(BORIS)["Subject"])
    assert "what you agreed on with Anna before was with somebody else" in flat(world, BORIS)
    assert DORA not in flat(world, BORIS)
    welcome = " ".join(text_of(world.mails(DORA)[-2]).split())
    assert "the others are told that somebody else plays" in welcome


def test_a_seat_that_can_still_be_taken_back_is_not_offered(world: World) -> None:
    ask(world, DORA)
    world.resign(ANNA)
    world.wait(70)
    assert not world.rows(recipient=DORA, kind="offer")
    world.wait(3)
    assert world.rows(recipient=DORA, kind="offer")


def test_a_game_that_not_all_may_watch_is_offered_without_a_look_at_it(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=DAILY, observers=Watching.INVITED)
        with world.context.write() as session:
            row = {"game": "spring", "ruleset": None, "address": DORA, "nonce": "x", "until": None}
            add_standby(session.connection, **row)
        free(world)
        assert "What anyone may see" not in flat(world, DORA, kind="offer")


def test_a_game_may_do_without(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=Schedule(every="24h", standby=False))
        ask(world, DORA, confirm=False)
        assert "Nobody can stand by for this game" in flat(world, DORA)
        ask(world, DORA, "STANDBY hegemon")
        free(world)
        assert not world.rows(recipient=DORA, kind="offer")


def test_a_game_whose_master_says_who_joins_offers_nothing(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(schedule=DAILY, join=Joining.APPROVE)
        ask(world, DORA, confirm=False)
        assert "Nobody can stand by for this game" in flat(world, DORA)
        ask(world, DORA, "STANDBY hegemon")
        free(world)
        assert not world.rows(recipient=DORA, kind="offer")


def test_a_game_that_is_over_or_gone_clears_its_list_and_offers(world: World) -> None:
    ask(world, DORA)
    free(world)
    by_operator(world.context, "spring", cancel)
    world.poll()
    assert rows(world) == ()
    answer(world, DORA)
    assert seats(world)[0].address is None
    by_operator(world.context, "spring", delete)
    world.poll()
    answer(world, DORA)
    assert "gone" in settled(world)[-1].note


def test_it_goes_where_the_game_goes(world: World, tmp_path: Path) -> None:
    ask(world, DORA)
    ask(world, EMIL)
    free(world)
    archive = export_game(world.context, "spring", full=True)
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "there") as there:
        adopt(there.context, unpack(pack(archive)))
        assert listed(there) == [DORA, EMIL]
        answer(there, DORA)
        assert seats(there)[0].address == DORA


def test_whoever_took_a_seat_is_told_their_own_lateness_and_nobody_elses(world: World) -> None:
    ask(world, DORA)
    for _turn in range(2):
        world.wait(24)
    free(world)
    answer(world, DORA)

    def status(word: str = "STATUS") -> str:
        world.reply(DORA, word, to=world.last(DORA, kind="report"))
        world.poll()
        return flat(world, DORA)

    def reliable() -> tuple[int, int]:
        with world.context.database.read() as connection:
            return in_time(connection, DORA)

    assert world.game().turn == 3 and "missed" not in status()
    assert "missed" not in status("LIST") and reliable() == (0, 0)
    world.wait(24)
    assert "You have missed 1 turn so far." in status()
    assert "You have missed 1 turn so far." in status("LIST") and reliable() == (0, 1)


@pytest.mark.parametrize("word", ["yes", "no"])
def test_no_machine_takes_a_seat_that_is_offered(world: World, word: str) -> None:
    ask(world, DORA)
    free(world)
    offer = world.last(DORA, kind="offer")
    says_so = {"Subject": "Automatic reply: A seat is free", "X_Auto_Response_Suppress": "OOF"}
    world.reply(DORA, f"{word}\n\nI am out of the office.", to=offer, **says_so)
    world.poll()
    assert listed(world) == [DORA]
    assert seats(world)[0].address is None
