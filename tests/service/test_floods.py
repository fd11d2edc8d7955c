"""Whoever floods the service is answered all the same, in a few mails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.service.intake.digests import send_digests
from pbem.service.intake.limits import MOST_GATHERED, MOST_GATHERED_OCTETS
from tests.service.looks import LINE, OTHER, answers, held
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def lines(number: int) -> str:
    return f"Economy {number}%"


GATHERED = "from here on their answers are gathered"


def flood(world: World, *texts: str) -> None:
    for text in texts:
        world.reply(ANNA, text)
    world.poll()


def told_of(world: World, **where: Any) -> list[str]:
    return [" ".join(text_of(m).split()) for m in world.mails(ANNA, status="queued", **where)]


def test_receipts_over_the_limit_are_gathered_and_their_orders_count(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.copied_game()
        flood(world, *(lines(number) for number in range(1, 11)))
        assert len(world.rows(recipient=ANNA, kind="receipt", status="queued")) == 3
        assert len(world.rows(recipient=ANNA, kind="receipt", status="gathered")) == 7
        assert held(world) == [lines(10)]


def test_the_last_answer_before_the_limit_says_so_and_no_other(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=4) as world:
        world.copied_game()
        flood(world, lines(1), "STATUS", lines(2), lines(3), lines(4))
        said = [GATHERED in " ".join(text_of(answer).split()) for answer in answers(world, ANNA)]
        assert said == [False, False, False, True, False]


@pytest.mark.parametrize("text", ["STATUS", "REPORT", "REPORT\nSTATUS", "HELP\n" + LINE])
def test_whatever_the_last_answer_is_it_says_so(tmp_path: Path, text: str) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        flood(world, text)
        assert any(GATHERED in told for told in told_of(world))


def test_gathered_answers_come_within_minutes_and_complete(tmp_path: Path) -> None:
    """The newest as it is, the others with all that they said."""
    with open_world(tmp_path, answers_per_hour=3) as world:
        world.copied_game()
        flood(world, *(lines(number) for number in range(1, 9)), "STATUS", lines(10))
        assert send_digests(world.context) == 0, "more may come"
        world.clock.move(minutes=5)
        assert send_digests(world.context) == 1
        newest = told_of(world, kind="receipt")[-1]
        assert lines(10) in newest
        assert any("Turn 1 is open." in told for told in told_of(world, kind="answer"))
        (digest,) = told_of(world, kind="digest")
        assert digest.startswith("5 more answers to your mails")
        for number in range(4, 9):
            assert f"| | {lines(number)}" in digest
        assert send_digests(world.context) == 0
        assert world.rows(status="gathered") == ()


def test_many_gathered_answers_come_in_several_mails(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        flood(world, *(lines(number) for number in range(1, 61)))
        world.clock.move(minutes=5)
        send_digests(world.context)
        digests = told_of(world, kind="digest")
        assert len(digests) == 3
        for number in range(2, 60):
            assert sum(f"| | {lines(number)} " in told for told in digests) == 1


def test_answers_that_say_the_same_are_told_once(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        flood(world, *["HELP", "STATUS"] * 10, *["REPORT"] * 5)
        world.clock.move(minutes=5)
        send_digests(world.context)
        assert len(told_of(world, kind="copy")) == 1
        assert sum("Turn 1 is open." in told for told in told_of(world)) == 1
        assert sum("How to play Hegemon" in told for told in told_of(world, kind="answer")) == 1
        assert world.rows(status="gathered") == ()


def test_a_flood_that_goes_on_is_answered_every_few_minutes(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=2) as world:
        world.copied_game()
        for number in range(1, 31):
            flood(world, lines(number))
            send_digests(world.context)
            world.clock.move(minutes=1)
        assert 4 <= len(world.rows(recipient=ANNA, kind="digest")) <= 6


def test_a_receipt_with_a_refused_line_is_never_gathered(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        flood(world, lines(1), lines(2), "Enviroment 4%", lines(3), "PREVIEW\nEnviroment 5%")
        told = told_of(world, kind="receipt")
        assert [GATHERED in one for one in told] == [True, False, False]
        assert "Enviroment 4%" in told[1]
        assert "Enviroment 5%" in told[2]


def test_a_receipt_that_tells_of_lines_not_taken_is_never_gathered(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        below_a_signature = f"{lines(3)}\n-- \nAnna\nEnvironment 5%"
        flood(world, lines(1), lines(2), below_a_signature)
        told = told_of(world, kind="receipt")
        assert [GATHERED in one for one in told] == [True, False]
        assert "Environment 5%" in told[1]


def test_each_game_has_its_newest_receipt_in_full(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=1) as world:
        world.copied_game()
        world.new_game(id="autumn", title="Autumn")
        reports = {
            game: world.last(ANNA, kind="report", game=game) for game in ("spring", "autumn")
        }
        for number in range(1, 5):
            for report in reports.values():
                world.reply(ANNA, lines(number), to=report)
        world.poll()
        world.clock.move(minutes=5)
        send_digests(world.context)
        for game in reports:
            newest = world.rows(recipient=ANNA, kind="receipt", status="queued", game=game)[-1]
            assert lines(4) in newest.data.decode()


def test_mail_without_proof_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """A forged sender's victim gets no more of it for the players' higher limit."""
    with open_world(tmp_path, answers_per_hour=50, unproven_per_hour=2) as world:
        world.copied_game()
        for number in range(5):
            world.write(ANNA, lines(number), to="orders@pbem.localhost")
        world.poll()
        assert len(world.rows(recipient=ANNA, kind="answer", status="queued")) == 2
        world.clock.move(minutes=30)
        assert send_digests(world.context) == 0
        flood(world, LINE)
        assert len(told_of(world, kind="receipt")) == 1
        world.clock.move(minutes=31)
        assert send_digests(world.context) == 1
        assert len(told_of(world, kind="answer")) == 3
        assert told_of(world, kind="digest") == [], "they all say the same"


def test_forged_mail_takes_no_players_receipts(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=5) as world:
        world.copied_game()
        for number in range(25):
            world.write(ANNA, f"JOIN nowhere-{number}", to="orders@pbem.localhost")
        flood(world, LINE)
        assert len(world.rows(recipient=ANNA, kind="receipt", status="queued")) == 1


def test_a_digest_counts_among_the_mails_of_the_hour(tmp_path: Path) -> None:
    with open_world(tmp_path, unproven_per_hour=2) as world:
        world.copied_game()
        for _hour in range(3):
            before = len(world.rows(unproven=True, status="queued"))
            send_digests(world.context)
            for number in range(20):
                world.write(ANNA, f"JOIN nowhere-{number}", to="orders@pbem.localhost")
            world.poll()
            assert len(world.rows(unproven=True, status="queued")) - before == 2
            world.clock.move(minutes=61)


def test_what_is_gathered_for_forged_mail_is_little_and_the_rest_is_only_counted(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path, unproven_per_hour=2) as world:
        world.copied_game()
        for number in range(40):
            world.write(ANNA, f"JOIN nowhere-{number}", to="orders@pbem.localhost")
        world.poll()
        waiting = world.rows(status="gathered")
        assert 1 < len(waiting) <= MOST_GATHERED
        assert sum(len(row.data) for row in waiting) <= MOST_GATHERED_OCTETS
        world.clock.move(minutes=61)
        before = len(told_of(world))
        send_digests(world.context)
        [said] = told_of(world)[before:]
        assert said.count("Your mail did not carry the reply address") == 1
        assert f"{40 - 2 - len(waiting)} more mails in your name were not answered." in said
        [digest] = world.rows(kind="digest")
        assert digest.unproven
        assert len(digest.data) <= MOST_GATHERED_OCTETS
        world.clock.move(minutes=61)
        send_digests(world.context)
        assert len(told_of(world)) == before + 1


def test_digests_for_forged_mail_keep_to_the_budget_of_the_hour(tmp_path: Path) -> None:
    with open_world(tmp_path, unproven_per_hour=2, strangers_per_hour=6) as world:
        world.copied_game()
        for player in (ANNA, BORIS):
            for number in range(20):
                world.write(player, f"JOIN nowhere-{number}", to="orders@pbem.localhost")
        world.poll()
        for _hour in range(3):
            before = len(world.rows(unproven=True, status="queued"))
            world.clock.move(minutes=61)
            for number in range(10):
                world.write(f"s{number}@example.org", "HELP", to="orders@pbem.localhost")
            world.poll()
            send_digests(world.context)
            assert len(world.rows(unproven=True, status="queued")) - before <= 6


def test_one_players_flood_costs_nobody_else_an_answer(tmp_path: Path) -> None:
    with open_world(tmp_path, answers_per_hour=2) as world:
        world.copied_game()
        for number in range(1, 6):
            world.reply(ANNA, lines(number))
        world.reply(BORIS, OTHER)
        world.poll()
        assert len(world.rows(recipient=BORIS, kind="receipt", status="queued")) == 1
