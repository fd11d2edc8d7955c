"""Ratings and the hall of fame: of those alone who want to be seen, and from the record alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.api import Outcome
from pbem.service.fame.ratings import NEWCOMER, halls
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.store.fame import Result, in_time, results
from pbem.store.people import find_person
from tests.service.world import ANNA, BORIS, CHIARA, START, World, open_world, text_of

LINE = "Economy 60% coop 70 comp 30"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def say(world: World, text: str, player: str = ANNA) -> str:
    """The answer to a reply to a player's newest report, in one line."""
    world.reply(player, text)
    world.poll()
    return " ".join(text_of(world.last(player, kind="answer")).split())


def played(world: World, game: str = "spring", **values: object) -> None:
    """A short game that Anna wins: Boris and Chiara send nothing."""
    people = (("Anna", ANNA), ("Boris", BORIS), ("Chiara", CHIARA))
    seats = tuple(SeatSpec(name=name, address=address) for name, address in people)
    world.new_game(**({"id": game, "seats": seats, "options": {"turns": 1}} | values))
    world.reply(ANNA, LINE)
    world.poll()
    close_turn(world.context, game)


def rated(world: World, address: str = ANNA) -> str | None:
    with world.context.database.read() as connection:
        return find_person(connection, address).rated


# Who wants to be seen ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("PROFILE RATED", "Anna"),
        ("PROFILE RATED AS Nanna", "Nanna"),
        ("Profil gewertet als Nanna", "Nanna"),
        ("PROFIL CLASSÉE COMME Nanna", "Nanna"),
    ],
)
def test_who_wants_to_be_rated_stands_in_the_hall_of_fame_by_their_name(
    world: World, text: str, name: str
) -> None:
    played(world)
    assert f"You are rated as {name}" in say(world, text)
    told = say(world, "FAME", BORIS)
    assert f"{name} – 1 1" in told
    assert "Boris" not in told and "Chiara" not in told and "@" not in told


@pytest.mark.parametrize("text", ["PROFILE UNRATED", "PROFIL UNGEWERTET", "PROFIL NON CLASSÉ"])
def test_who_does_not_any_more_is_out_of_it_at_once_with_their_name(
    world: World, text: str
) -> None:
    played(world)
    say(world, "PROFILE RATED AS Nanna")
    assert "You are not rated" in say(world, text)
    assert rated(world) is None
    assert "Nobody stands in it yet" in say(world, "FAME")


def test_a_name_that_somebody_else_is_rated_by_is_refused_and_nothing_changes(
    world: World,
) -> None:
    played(world)
    say(world, "PROFILE RATED AS Nanna")
    assert "Nothing was changed" in say(world, "PROFILE ZONE Berlin\nPROFILE RATED AS nanna", BORIS)
    assert rated(world, BORIS) is None
    with world.context.database.read() as connection:
        assert find_person(connection, BORIS).zone is None


def test_a_preview_rates_nobody_and_neither_does_a_mail_without_proof(world: World) -> None:
    played(world)
    world.reply(ANNA, "PREVIEW\nPROFILE RATED")
    world.write(ANNA, "PROFILE RATED", to=world.context.config.mail.address)
    world.poll()
    assert rated(world) is None


def test_a_wish_to_be_rated_leaves_all_else_as_it_is(world: World) -> None:
    played(world)
    say(world, "PROFILE QUIET 22-7")
    say(world, "PROFILE RATED")
    with world.context.database.read() as connection:
        person = find_person(connection, ANNA)
    assert (person.quiet, person.rated, person.zone) == ("22:00-07:00", "Anna", None)


# The hall of fame ----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["FAME hegemon", "Bestenliste Hegemon", "PALMARÈS de Hegemon"])
def test_the_hall_of_one_game_is_asked_for_by_its_name(world: World, text: str) -> None:
    played(world)
    for player in (ANNA, BORIS):
        say(world, "PROFILE RATED", player)
    told = say(world, text)
    assert "Hegemon" in told and "Longest game: 1 turn" in told
    assert told.index("Anna") < told.index("Boris")


@pytest.mark.parametrize("text", ["FAME God Unit", "FAME parsec"])
def test_of_a_game_that_nobody_has_finished_there_is_none(world: World, text: str) -> None:
    played(world)
    say(world, "PROFILE RATED")
    assert "Nobody stands in it yet" in say(world, text)


def test_a_game_that_there_is_not_is_answered_with_those_that_there_are(world: World) -> None:
    played(world)
    assert "| FAME God Unit" in say(world, "FAME chess")


# Ratings -------------------------------------------------------------------------------


def result(game: int, seat: int, name: str, winner: int, *, score: float = 0.0) -> Result:
    outcome = Outcome((winner,), {seat: score}, "a test")
    ended = START + timedelta(days=game)
    return Result(f"g{game}", "hegemon", 10 + game, ended, outcome, seat, f"{name}@x.test", name)


def duel(game: int, winner: str, loser: str) -> list[Result]:
    return [result(game, 1, winner, 1), result(game, 2, loser, 1)]


def test_who_wins_is_rated_above_who_loses_and_moves_less_and_less() -> None:
    course = []
    for games in (1, 2, 10):
        [hall] = halls(one for game in range(games) for one in duel(game, "Anna", "Boris"))
        [first, last] = hall.entries
        assert (first.name, first.games, first.won, last.won) == ("Anna", games, games, 0)
        assert first.rating is not None and last.rating is not None
        assert first.rating > NEWCOMER
        assert first.rating > last.rating
        course.append(first.rating)
    assert course == sorted(course)
    assert course[1] - course[0] > (course[2] - course[1]) / 8


def test_the_same_games_give_the_same_ratings() -> None:
    games = [*duel(1, "Anna", "Boris"), *duel(2, "Boris", "Chiara"), *duel(3, "Anna", "Chiara")]
    assert halls(games) == halls(list(games))


def test_a_game_without_another_who_is_rated_counts_but_rates_nobody() -> None:
    [hall] = halls([result(1, 1, "Anna", 1)])
    assert [(one.rating, one.games, one.won) for one in hall.entries] == [(None, 1, 1)]


def test_whoever_draws_by_the_rules_stands_alike_whatever_the_scores_are() -> None:
    drawn = Outcome((), {1: 9.0, 2: 4.0}, "a test")
    [hall] = halls(replace(one, outcome=drawn) for one in duel(1, "Anna", "Boris"))
    assert [one.won for one in hall.entries] == [0, 0]
    assert hall.entries[0].rating == hall.entries[1].rating


def test_several_seats_of_one_person_count_as_the_best_of_them() -> None:
    twice = [result(1, 1, "Anna", 3), result(1, 3, "Anna", 3), result(1, 2, "Boris", 3)]
    [hall] = halls(twice)
    assert [(one.name, one.games, one.won) for one in hall.entries] == [
        ("Anna", 1, 1),
        ("Boris", 1, 0),
    ]


def test_records_are_the_highest_score_and_the_longest_game() -> None:
    games = [result(1, 1, "Anna", 1, score=7), result(5, 2, "Boris", 2, score=3)]
    [hall] = halls(games)
    assert (hall.highest.names, hall.highest.amount) == (("Anna",), 7)
    assert (hall.longest.names, hall.longest.amount) == (("Boris",), 15)


def test_a_game_that_was_ended_without_a_result_counts_for_nothing() -> None:
    ended = Outcome((), {}, "a test", agreed="end")
    assert halls(replace(one, outcome=ended) for one in duel(1, "Anna", "Boris")) == ()


def test_rulesets_are_rated_apart() -> None:
    other = [replace(one, ruleset="parsec") for one in duel(2, "Boris", "Anna")]
    first, second = halls([*duel(1, "Anna", "Boris"), *other])
    assert [hall.entries[0].name for hall in (first, second)] == ["Anna", "Boris"]
    assert halls([*duel(1, "Anna", "Boris"), *other], "parsec") == (second,)


def test_results_come_in_the_order_in_which_games_ended(world: World) -> None:
    played(world)
    world.clock.move(hours=1)
    played(world, "autumn")
    for player in (ANNA, BORIS):
        say(world, "PROFILE RATED", player)
    with world.context.database.read() as connection:
        found = [(one.game, one.seat) for one in results(connection)]
    assert found == [("spring", 1), ("spring", 2), ("autumn", 1), ("autumn", 2)]


# Reliability ---------------------------------------------------------------------------


def test_who_owed_orders_is_told_how_often_they_came_in_time(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, LINE)
    world.poll()
    world.wait(25)
    world.wait(25)
    with world.context.database.read() as connection:
        assert in_time(connection, ANNA) == (1, 2)
        assert in_time(connection, BORIS) == (0, 2)
        assert in_time(connection, CHIARA) == (0, 0)
    assert "owed orders: 2; they came in time for 50 %" in say(world, "PROFILE")
