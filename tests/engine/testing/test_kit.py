"""The conformance kit passes a game that keeps its promises and catches each that does not."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.engine.api import AnyRuleset, Ask, Event, Seat
from pbem.engine.language.forms import Said
from pbem.engine.registry import load
from pbem.engine.report import Form, Forms, TextBlock
from pbem.engine.rng import Chance
from pbem.engine.testing import CHECKS, Exchange, Result, plain_surface, run
from pbem.engine.testing.lab import SCRAMBLES
from tests.soaking import soak

from .leaks import FIGURES_ALIKE, WHOLE_TEXT
from .mutants import EXPECTED
from .toy import TOY, Bid, Desk, Options, Paid, Rules, RunnerUp, State, View


def results(ruleset: AnyRuleset, *only: str, games: int = 6) -> dict[str, Result]:
    return {r.check: r for r in run(ruleset, games=games, turns=60, only=only)}


@pytest.mark.parametrize("games", [4, soak(48)])
def test_the_toy_keeps_every_promise(games: int) -> None:
    found = results(TOY, games=games)
    assert list(found) == [check.name for check in CHECKS]
    assert {name: r.details for name, r in found.items() if not r.passed} == {}


@pytest.mark.parametrize("planted", EXPECTED)
def test_a_planted_fault_is_caught_by_its_check(planted: str) -> None:
    mutant, check, message = EXPECTED[planted]
    result = results(mutant, check)[check]
    assert not result.passed
    assert any(re.search(message, text, re.DOTALL) for text in result.details), result.details


def test_every_check_has_a_mutant_that_fails_it() -> None:
    assert {check for _, check, _ in EXPECTED.values()} == {check.name for check in CHECKS}


def test_side_by_side_really_compares_turns() -> None:
    note = results(TOY, "side-by-side")["side-by-side"].details[0]
    compared = int(note.split()[0])
    assert compared > 100, note


@pytest.mark.parametrize(("behind", "passes"), [(True, True), (False, False)])
def test_what_follows_from_a_declared_disclosure_may_stand_behind_it(
    behind: bool, passes: bool
) -> None:
    """The winner hears the second highest bid (TOY-1), and is told it once more."""

    class ToldTwice(Rules):
        def resolve(
            self, state: State, answers: Mapping[Seat, Bid], chance: Chance
        ) -> tuple[State, tuple[Event, ...]]:
            after, (*rest, heard) = super().resolve(state, answers, chance)
            assert isinstance(heard, RunnerUp)
            again = Paid(audience=heard.audience, bid=0, extra=heard.amount)
            return after, (*rest, *((heard, again) if behind else (again, heard)))

    found = results(replace(TOY, rules=ToldTwice()), "side-by-side")
    assert found["side-by-side"].passed is passes


def test_the_same_seed_gives_the_same_results() -> None:
    mutant = EXPECTED["a view shows all purses"][0]
    assert results(mutant, "scramble") == results(mutant, "scramble")


def test_a_form_that_no_bot_writes_is_tried_by_its_example(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("asylamba-mini")
    form = next(one for one in game.desk.language.forms if one.verb == "ATTACK")
    assert form.example_everywhere

    def fails(_said: Said, _where: object) -> None:
        raise KeyError(0)

    monkeypatch.setattr(form, "make", fails)
    (result,) = run(game, games=1, turns=1, only=("hostile",), players=(2,))
    assert any("KeyError" in text for text in result.details), result.details


@pytest.mark.parametrize(("line", "passes"), [("BID nothing", False), ("(BID nothing)", True)])
def test_what_HELP_shows_can_be_sent_unless_it_stands_in_brackets(line: str, passes: bool) -> None:
    class Shows(Desk):
        def manual(self, view: View | None = None, ask: Ask | None = None) -> tuple[TextBlock, ...]:
            return (Forms((Form(line),)),)

    (result,) = run(replace(TOY, desk=Shows()), games=1, only=("menu",))
    assert result.passed is passes
    assert passes or "manual() offers 'BID nothing', which is refused" in result.details[0]


def test_faults_say_where_they_are() -> None:
    mutant = EXPECTED["a view shows all purses"][0]
    fault = results(mutant, "scramble")["scramble"].details[0]
    assert re.search(r"game \d+ \(\d players\), turn \d+, seat \d: its view differs", fault)


def test_faults_that_are_alike_are_told_once_and_counted() -> None:
    mutant = EXPECTED["a view shows all purses"][0]
    details = results(mutant, "scramble")["scramble"].details
    views = [text for text in details if "its view differs" in text]
    assert len(views) == 1
    assert re.search(r"\(and \d{2,} more like it\)$", views[0])


def test_the_kit_says_how_often_a_scramble_changed_anything() -> None:
    note = results(TOY, "scramble")["scramble"].details[-1]
    compared, changed = map(int, re.findall(r"\d+", note))
    assert 0 < changed < compared


def test_of_long_games_a_bounded_number_of_moments_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pbem.engine.testing.lab.CLOSELY", 5)
    (result,) = run(TOY, games=6, only=["scramble"])
    assert int(result.details[-1].split()[0]) <= 5 * 4 * SCRAMBLES


def test_what_is_sent_is_made_at_some_moments_only_where_nothing_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pbem.engine.testing.lab.WHOLLY", 1)
    made: list[tuple[int, int]] = []

    def counting(ruleset: AnyRuleset, exchange: Exchange) -> Mapping[str, bytes]:
        made.append((len(exchange.view.names), exchange.turn))
        return plain_surface(ruleset, exchange)

    assert all(r.passed for r in run(TOY, games=3, surface=counting, only=["scramble"]))
    assert set(made) == {(2, 1)}


def test_of_long_games_few_moments_are_tried_for_what_is_no_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pbem.engine.testing.lab.FEW", 4)
    (result,) = run(TOY, games=6, only=["menu"])
    few = int(result.details[-1].split()[0])
    monkeypatch.undo()
    (result,) = run(TOY, games=6, only=["menu"])
    assert few * 4 < int(result.details[-1].split()[0])


def test_a_figure_that_stands_in_a_public_text_too_says_nothing() -> None:
    assert results(FIGURES_ALIKE, "coverage")["coverage"].passed


def test_a_text_is_one_leaf_where_its_parts_are_not_named() -> None:
    assert results(WHOLE_TEXT, "coverage")["coverage"].passed


def test_a_richer_surface_is_compared_too() -> None:
    def mails(ruleset: AnyRuleset, exchange: Exchange) -> Mapping[str, bytes]:
        letter = f"Dear seat {exchange.seat}, {exchange.view.extra}".encode()
        return {**plain_surface(ruleset, exchange), "mail": letter}

    mutant = EXPECTED["a view shows all purses"][0]
    (result,) = run(mutant, games=3, surface=mails, only=["scramble"])
    assert any("its mail differs" in text for text in result.details)


def test_an_exchange_holds_nothing_of_others() -> None:
    seen: list[Exchange] = []

    def watching(ruleset: AnyRuleset, exchange: Exchange) -> Mapping[str, bytes]:
        seen.append(exchange)
        return plain_surface(ruleset, exchange)

    assert all(r.passed for r in run(TOY, games=3, surface=watching, only=["scramble"]))
    assert {e.seat for e in seen} == {None, 1, 2, 3, 4}
    for exchange in seen:
        assert exchange.view.seat == exchange.seat
        assert all(event.is_for(exchange.seat) for event in exchange.news)
        assert exchange.ask is None or exchange.ask.seat == exchange.seat


def test_games_may_be_played_with_other_options() -> None:
    found = list(
        run(TOY, games=3, options=Options(rounds=2, purse=8), only=["play", "determinism"])
    )
    assert all(r.passed for r in found)
    assert found[0].details == ("3 games of 2, 3, 4 players, 6 turns",)


def test_games_may_be_played_by_few_alone() -> None:
    found = list(run(TOY, games=4, players=(2, 3), only=["play", "determinism", "side-by-side"]))
    assert all(r.passed for r in found)
    assert found[0].details[0].startswith("4 games of 2, 3 players, ")
    with pytest.raises(ValueError, match="toy cannot be played by 9"):
        list(run(TOY, players=(2, 9)))


def test_of_many_games_some_moments_of_all_are_examined() -> None:
    pairs = 3  # as often each state is scrambled for each seat
    (result,) = run(TOY, games=40, only=["scramble"], closely=5)
    compared = int(result.details[0].split()[0])
    assert 5 * 2 * pairs <= compared <= 5 * 4 * pairs
    assert all(r.passed for r in run(TOY, games=12, closely=20))


def test_a_planted_fault_is_caught_among_the_moments_drawn() -> None:
    mutant = EXPECTED["a view shows all purses"][0]
    (result,) = run(mutant, games=40, only=["scramble"], closely=10)
    assert not result.passed


def test_progress_is_told_before_each_check() -> None:
    told: list[tuple[int, int, str]] = []
    for _result in run(TOY, games=3, only=["play", "codec"], progress=lambda *p: told.append(p)):
        pass
    assert [(done, of) for done, of, _title in told] == [(0, 2), (1, 2)]


def test_an_unknown_check_is_named() -> None:
    with pytest.raises(ValueError, match="no check 'scrambel'"):
        list(run(TOY, only=["scrambel"]))


def test_a_ruleset_that_cannot_be_set_up_fails_with_the_reason() -> None:
    broken = replace(TOY, options=type("NoOptions", (), {}))
    result = results(broken, "play")["play"]
    assert not result.passed
    assert "AttributeError" in result.details[0]
    assert "setting a game up" in result.details[0]


def test_the_kit_needs_no_test_library() -> None:
    """It travels in the wheel and is run by `pbem check` where nothing is installed for tests."""
    program = (
        "import sys, pbem.engine.testing as kit; "
        "rooms = {name.split('.')[1] for name in sys.modules if name.startswith('pbem.')}; "
        "assert rooms == {'engine'}, rooms; "
        "assert not {'pytest', 'hypothesis'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
