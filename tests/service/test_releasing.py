"""Games whose master looks at what came of a turn before its players are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.service.gamefile import MasterSpec
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import check
from tests.service.looks import LINE, OTHER, held
from tests.service.test_mastering import books, confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, release="master")
        yield world


def played(world: World, turn: int = 1) -> None:
    """Both have ordered, and the turn is closed."""
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.poll()
    assert world.game().releases is not None
    assert world.game().turn == turn


def wrong(world: World) -> list[str]:
    return [one.text for one in verify_game(world.context, "spring") if one.mark == "bad"]


def reports(world: World, player: str = ANNA) -> int:
    return len(world.mails(player, kind="report"))


def test_nobody_is_told_of_a_turn_before_its_results_are_let_out(world: World) -> None:
    played(world)
    assert (reports(world), reports(world, BORIS)) == (1, 1)
    assert wrong(world) == []
    command(world, "RELEASE")
    assert (reports(world), reports(world, BORIS)) == (2, 2)
    assert world.game().turn == 2
    assert world.game().releases is None
    assert wrong(world) == []


def test_SHOW_in_the_mail_that_lets_results_out_says_that_they_go_out(world: World) -> None:
    played(world)
    asked = world.last(EVE)
    world.write(EVE, "RELEASE\nSHOW", to=str(asked["Reply-To"]))
    world.poll()
    told = " ".join(text_of(world.last(EVE)).split())
    assert "its results go out within minutes" in told
    assert "RELEASE sends them" not in told


def text(world: World, reader: str) -> str:
    return " ".join(text_of(world.last(reader)).replace("! ", "").split())


def ask(world: World, player: str, line: str) -> str:
    world.reply(player, line)
    world.poll()
    return text(world, player)


def test_whoever_asks_meanwhile_is_told_that_the_results_are_being_looked_at(world: World) -> None:
    played(world)
    for line in ("STATUS", "LIST", "ORDERS", "REPORT", OTHER, f"@ {OTHER}", f"TURN 2: {OTHER}"):
        assert "Turn 1 is closed, and the game master is looking at its results" in ask(
            world, ANNA, line
        ), line
    assert reports(world) == 1
    assert "Reports run from turn 0 to turn 0" in ask(world, ANNA, "REPORT 1")
    assert "No turn has been closed yet" in ask(world, ANNA, "HISTORY")


def test_orders_come_too_late_for_the_closed_turn_and_too_soon_for_the_next(world: World) -> None:
    played(world)
    told = ask(world, ANNA, f"{OTHER}\n@ {OTHER}\nTURN 2: {OTHER}")
    assert "Too late: turn 1 is closed" in told
    assert "is open" not in told
    world.clock.move(hours=2)
    assert "Too late" in ask(world, BORIS, f"WITHDRAW\n{LINE}")
    command(world, "RELEASE")
    assert (held(world, 1), held(world, 2)) == ([], [])
    assert wrong(world) == []


def test_the_next_turn_counts_from_when_the_results_are_let_out(world: World) -> None:
    played(world)
    world.wait(5)
    command(world, "RELEASE")
    game = world.game()
    assert game.opened == world.clock.now()
    assert game.deadline is not None
    assert (game.deadline - game.opened).total_seconds() == 24 * 3600
    world.wait(25)
    assert world.game().results_wait


def test_without_a_game_master_the_results_go_out_by_themselves(world: World) -> None:
    played(world)
    world.wait(23.5)
    assert reports(world) == 1
    world.wait(1)
    assert reports(world) == 2
    assert world.game().turn == 2
    assert wrong(world) == []


def test_while_the_clock_stands_still_they_go_out_on_the_word_alone(world: World) -> None:
    played(world)
    world.wait(20)
    command(world, "PAUSE")
    world.wait(10)
    assert reports(world) == 1
    command(world, "RESUME")
    world.wait(3.5)
    assert reports(world) == 1
    world.wait(1)
    assert reports(world) == 2
    world.reply(ANNA, LINE)
    world.reply(BORIS, OTHER)
    world.poll()
    command(world, "PAUSE")
    command(world, "RELEASE")
    assert reports(world) == 3
    assert world.game().status == "paused"


def test_the_game_masters_are_shown_what_each_player_will_read(world: World) -> None:
    played(world)
    told = text_of(world.last(EVE, kind="preview"))
    assert "Anna (seat 1)" in told
    assert "Boris (seat 2)" in told
    assert "(seat 1)" not in text_of(world.last(ADA, kind="preview"))
    assert "owners of the game who do not play" in text(world, ADA)
    command(world, "RELEASE", ADA)
    assert reports(world) == 2
    report = text_of(world.last(ANNA, kind="report"))
    assert "you lost 40.00 points" in report
    assert "you lost 40.00 points" in told


def files(world: World, master: str = EVE) -> list[str]:
    return pictures_of(world.last(master, kind="preview"))


def pictures_of(mail: EmailMessage) -> list[str]:
    return [str(one.get_filename()) for one in mail.walk() if one.get_content_type() == "image/png"]


def test_a_picture_comes_for_each_seat(world: World) -> None:
    played(world)
    assert files(world) == ["seat-1-points.png", "seat-2-points.png"]
    assert files(world, ADA) == []
    told = " ".join(text_of(world.last(EVE, kind="preview")).split())
    assert all(f"[Picture {name}: How far behind the first]" in told for name in files(world))
    command(world, "PREVIEW")
    assert pictures_of(world.last(EVE)) == files(world)


def test_of_many_seats_the_pictures_are_told_in_words(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.service.play.previews.MOST_DRAWN", 1)
    monkeypatch.setattr("pbem.service.play.previews.MOST_SHOWN", 10)
    monkeypatch.setattr("pbem.service.play.previews.FEWEST_SHOWN", 3)
    played(world)
    assert files(world) == ["seat-1-points.png"]
    told = text_of(world.last(EVE, kind="preview"))
    assert "seat-2-points.png" not in told
    assert told.count("... and ") == 2, "of each seat the first lines"


def test_an_owner_who_plays_is_not_shown_what_the_others_will_read(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        running = (MASTERS[0], MasterSpec(name="Anna", address=ANNA))
        world.new_game(masters=running, release="master")
        played(world)
        assert "Boris (seat 2)" not in text_of(world.last(ANNA, kind="preview"))


def test_PREVIEW_shows_what_waits_once_more_and_stands_in_the_log(world: World) -> None:
    played(world)
    told = command(world, "PREVIEW")
    assert "Anna (seat 1)" in told
    command(world, "RELEASE")
    assert "was shown what turn 1 brings before it was told" in ask(world, ANNA, "LOG")
    assert "let the results of turn 1 out" in text(world, ANNA)


KEPT = ("games", "audit", "insiders")
"""Tables in which it stands that somebody was shown what is hidden."""


@pytest.mark.parametrize("word", ["PREVIEW", "vorschau", "Aperçu!"])
def test_PREVIEW_of_an_open_turn_saves_nothing_but_that_it_was_shown(
    world: World, word: str
) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    before = {k: v for k, v in books(world).items() if k not in KEPT}
    told = command(world, word)
    assert "turn 1 as it would come out now" in " ".join(told.split())
    assert "Anna (seat 1)" in told
    assert {k: v for k, v in books(world).items() if k not in KEPT} == before
    assert world.game().turn == 1
    assert "was shown what turn 1 brings" in ask(world, ANNA, "LOG")


def test_PREVIEW_is_not_for_assistants_and_not_for_owners_who_play(world: World) -> None:
    before = books(world)
    assert "Only owners of the game who do not play" in text_of_answer(world, "PREVIEW", ADA)
    assert books(world) == before


def text_of_answer(world: World, line: str, master: str = EVE) -> str:
    return " ".join(command(world, line, master).split())


@pytest.mark.parametrize("word", ["RELEASE", "freigeben", "Publier."])
def test_results_are_let_out_in_any_language(world: World, word: str) -> None:
    played(world)
    command(world, word)
    assert reports(world) == 2


def test_where_nothing_waits_nothing_is_let_out(world: World) -> None:
    before = books(world)
    told = text_of_answer(world, "RELEASE")
    assert "No results wait" in told
    assert books(world) == before


@pytest.mark.parametrize("line", ["RELEASE now or never", "RELEASE 1 2"])
def test_what_is_no_RELEASE_lets_nothing_out(world: World, line: str) -> None:
    played(world)
    command(world, line)
    assert reports(world) == 1


def test_a_mail_with_PREVIEW_lets_nothing_out(world: World) -> None:
    played(world)
    assert "PREVIEW changes nothing" in text_of_answer(world, "PREVIEW\nRELEASE")
    assert reports(world) == 1


def test_a_word_about_one_turn_lets_no_other_out(world: World) -> None:
    played(world)
    old = world.last(EVE, kind="preview")
    command(world, "RELEASE")
    played(world, 2)
    command(world, "RELEASE", to=old)
    assert reports(world) == 2
    assert "Your mail answers one of turn 1" in text(world, EVE)


@pytest.mark.parametrize("line", ["CLOSE NOW", "EXTEND 24", "DEADLINE +12h"])
def test_the_clock_of_a_turn_whose_results_wait_is_not_moved(world: World, line: str) -> None:
    played(world)
    before = books(world)
    assert "its results wait for you: RELEASE sends them" in text_of_answer(world, line)
    assert books(world) == before


def test_CLOSE_NOW_closes_a_turn_whose_results_then_wait(world: World) -> None:
    confirmed(world, "CLOSE NOW")
    assert world.game().results_wait
    assert reports(world) == 1
    assert "wait for you" in text_of_answer(world, "TROUBLE")
    assert "waits for you" in text_of_answer(world, "LIST")
    told = text_of_answer(world, "SHOW")
    assert "wait for you" in told
    assert "Without either they go out by themselves on 3 March 2026" in told
    command(world, "PAUSE")
    assert "by themselves" not in text_of_answer(world, "SHOW")


def test_ROLLBACK_takes_back_what_nobody_was_told_of(world: World) -> None:
    played(world)
    confirmed(world, "ROLLBACK 1")
    assert (world.game().turn, world.game().results_wait) == (1, False)
    told = text(world, ANNA)
    assert "before anybody was told what came of it" in told
    assert "supersedes" not in told
    assert LINE in " ".join(told.split())
    assert wrong(world) == []
    played(world)
    command(world, "RELEASE")
    assert world.game().turn == 2
    assert wrong(world) == []


def test_ROLLBACK_goes_further_back_than_what_waits(world: World) -> None:
    played(world)
    command(world, "RELEASE")
    played(world, 2)
    confirmed(world, "ROLLBACK 1")
    assert "turns 1 to 2 is undone, and this report supersedes" in text(world, ANNA)
    assert wrong(world) == []


def test_the_last_turn_of_a_game_waits_too(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        options = {"turns": 1}
        world.new_game(masters=MASTERS, release="master", options=options)
        played(world)
        assert world.game().status == "running"
        assert "With it the game is over" in text(world, EVE)
        assert "over" not in ask(world, ANNA, "STATUS")
        assert wrong(world) == []
        command(world, "RELEASE")
        assert world.game().status == "finished"
        assert "has won" in text_of(world.last(ANNA, kind="report"))
        assert wrong(world) == []


def test_what_the_players_end_by_a_vote_is_not_looked_at(world: World) -> None:
    for player in (ANNA, BORIS):
        world.reply(player, "VOTE DRAW")
        world.poll()
    assert world.game().status == "finished"


def test_a_game_that_players_end_meanwhile_ends_after_its_results_are_out(world: World) -> None:
    played(world)
    for player in (ANNA, BORIS):
        world.reply(player, "VOTE DRAW")
        world.poll()
    assert world.game().status == "running"
    command(world, "RELEASE")
    world.poll()
    assert world.game().status == "finished"
    assert wrong(world) == []


def test_whoever_gets_a_seat_meanwhile_gets_the_last_report_that_was_told(world: World) -> None:
    played(world)
    confirmed(world, "SEAT 1 ADDRESS dora@example.org")
    told = text_of(world.last("dora@example.org", kind="report"))
    assert "Turn 1 is closed" in told
    assert "turn 2" not in told.lower()
    command(world, "RELEASE")
    assert "turn 2" in text_of(world.last("dora@example.org", kind="report")).lower()
    assert wrong(world) == []


def without_secrets(text: str) -> str:
    """A report without what is drawn by lot, and without the chain, whose salts are."""
    return re.sub(r"[0-9a-f]{8,}|\.[a-z2-7]{16}(?=[@\]])", "", text)


def test_what_is_let_out_is_what_would_have_been_told_at_once(tmp_path: Path) -> None:
    told = []
    for number, release in enumerate(("at once", "master")):
        (tmp_path / str(number)).mkdir()
        with open_world(tmp_path / str(number)) as world:
            world.new_game(masters=MASTERS, release=release)
            world.reply(ANNA, f"{LINE}\n@ {LINE}\nTURN 2: {OTHER}\nTURN 2: nonsense 5%")
            world.reply(BORIS, OTHER)
            world.poll()
            if release == "master":
                command(world, "RELEASE")
            told.append(without_secrets(text_of(world.last(ANNA, kind="report"))))
    assert told[0] == told[1]


@pytest.mark.parametrize("turns", [1, 12])
def test_a_game_moves_while_its_results_wait(tmp_path: Path, turns: int) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    with open_world(tmp_path / "here") as world, open_world(tmp_path / "there") as other:
        world.new_game(masters=MASTERS, release="master", options={"turns": turns})
        played(world)
        shown = export_game(world.context, "spring")
        assert [page.link.turn for page in shown.pages] == [0]
        assert [one for one in check(shown, record_in(shown)) if one.mark == "bad"] == []
        archive = unpack(pack(export_game(world.context, "spring", full=True)))
        assert [one for one in check(archive, record_in(archive)) if one.mark == "bad"] == []
        adopt(other.context, archive)
        assert other.game().results_wait
        assert wrong(other) == []
        command(other, "RELEASE")
        assert other.game().turn == 2
        assert wrong(other) == []
