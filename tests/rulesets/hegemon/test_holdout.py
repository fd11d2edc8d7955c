"""Moves as people write them by mail, in three languages, each with its exact meaning (HG-12).

They were written before it was looked at how lines are read, by the rulebook alone.
"""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from tests.rulesets.hegemon.table import ASK, desk, new_game, parse, rules, with_points

GAME = with_points(new_game(), (40, 30, 20), (60, 50, 92), (120, 10, 40))
VIEW = rules.view(GAME, 1)

MEANT = {
    "econ 50% co-op 60 w/ everyone, comp 40": "Economy 50% coop 60 with 0-* comp 40",
    "Put half into Defense, all of it competition, attack 90 to 95": (
        "Defense 50% comp 100 attack 90-95"
    ),
    "economy forty percent, coop fifty with all, comp fifty": (
        "Economy 40% coop 50 with 0-* comp 50"
    ),
    "Env: 30 / coop 80 (0-100) / comp 20": "Environment 30% coop 80 with 0-100 comp 20",
    "eco=50 coop=70 with=0-200 comp=30 atk=100-150": (
        "Economy 50% coop 70 with 0-200 comp 30 attack 100-150"
    ),
    "I'd like to put 60% in economy, cooperating 70 with anyone up to 200, defending with 30": (
        "Economy 60% coop 70 with 0-200 comp 30"
    ),
    "Economy 40%, coop 50 w 30-50, rest comp": "Economy 40% coop 50 with 30-50 comp 50",
    "Economy 40% comp 30, the rest cooperating with all": "Economy 40% coop 70 with 0-* comp 30",
    "40 % economy coop 100 everyone": "Economy 40% coop 100 with 0-*",
    "Economy 50% coop 100 *": "Economy 50% coop 100 with 0-*",
    "econ 50 coop 100 all": "Economy 50% coop 100 with 0-*",
    "Economy 60% comp 100 everyone": "Economy 60% comp 100 attack 0-*",
    "Economy 60% coop 100% with players under 100": "Economy 60% coop 100 with 0-100",
    "Economy 60% coop 100% with players over 100": "Economy 60% coop 100 with 100-*",
    "60% economy - 70% coop w/ all - 30% comp": "Economy 60% coop 70 with 0-* comp 30",
    "coop 70 with 0-200 comp 30 economy 60%": "Economy 60% coop 70 with 0-200 comp 30",
    "Economy 60% coop 70 with all, defence 30": "Economy 60% coop 70 with 0-* comp 30",
    "economy 55.5% coop 100 [30..60]": "Economy 55.5% coop 100 with 30-60",
    "No orders": "PASS",
    "I'll pass this turn, thanks!": "PASS",
    "Wirtschaft 50%, davon 60 Kooperation mit allen, 40 Wettbewerb": (
        "Economy 50% coop 60 with 0-* comp 40"
    ),
    "40% in die Wirtschaft, die Hälfte davon Kooperation mit allen": (
        "Economy 40% coop 50 with 0-*"
    ),
    "Wirtschaft 60%, 70 Koop mit allen, der Rest Wettbewerb": (
        "Economy 60% coop 70 with 0-* comp 30"
    ),
    "Économie 50 %, coopération 60 avec tout le monde, compétition 40": (
        "Economy 50% coop 60 with 0-* comp 40"
    ),
    "économie 50 %, coopération 60 avec tous, le reste en compétition": (
        "Economy 50% coop 60 with 0-* comp 40"
    ),
}


@pytest.mark.parametrize("text", MEANT)
def test_what_people_write_is_taken_for_what_they_mean(text: str) -> None:
    assert desk.fit(text, VIEW) is Fit.ORDER
    parsed = parse(GAME, text)
    assert parsed.orders is not None, parsed.verdicts
    assert desk.write(VIEW, ASK, parsed.orders) == (MEANT[text],)


REFUSED = {
    "If Bruno attacks me, Economy 40% comp 100, otherwise 40% coop 100 with all": (
        "Economy 40% comp 100"
    ),
    "Economy 60% coop 70 with 200-0 comp 30": "Economy 60% coop 70 with 0-200 comp 30",
    "Economy 60% coop 100 with everybody but Bruno": "Economy 60% coop 100 with 60.01-*",
    "Economy 60%, coop with sharks": None,
    "Economy 50 coop everyone": None,
    "Economy 50% split evenly between coop and comp": None,
    "Economy 50% attack 100 to 150 with everything": None,
    "economy 5o%": None,
    "Economy 60, Environment 40": None,
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_clear_is_refused_and_not_lost(text: str) -> None:
    assert desk.fit(text, VIEW) is Fit.ORDER
    (verdict,) = parse(GAME, text).verdicts
    assert (verdict.level, verdict.suggestion) == (Level.REFUSED, REFUSED[text])


@pytest.mark.parametrize(
    "text",
    [
        "Economy 60%, Defense 40%",
        "60% Economy, 40% Defense",
        "Economy 60 defense 40",
        "Wirtschaft 60, Verteidigung 40",
        "Économie 60 et 40 pour la défense",
    ],
)
def test_an_item_that_is_called_like_a_part_is_asked_about_beside_another_item(text: str) -> None:
    (verdict,) = parse(GAME, text).verdicts
    assert verdict.level is Level.REFUSED
    assert verdict.message.replace("\xa0", " ") == (
        "is Defense an item here, on a line of its own, or competition? "
        "“Economy 60%; Defense 40%” or “Economy 60% comp 40”"
    )


@pytest.mark.parametrize("text", ["Economy .5", "put everything in Defense", "all in on defense!"])
def test_an_item_without_a_plain_figure_is_named_as_not_taken(text: str) -> None:
    assert desk.fit(text, VIEW) is Fit.NEARLY
