"""Orders that a thing leads, with shares in percent and ranges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.i18n import N_
from pbem.engine.language import (
    Form,
    Language,
    Percent,
    Range,
    Tables,
    Taker,
    Thing,
    Words,
)
from pbem.engine.orders import OrderError

SHARES = Language(
    Words.made(
        {
            "en": Tables(
                words={
                    "kind": {"archer": ("archer", "archers"), "rider": ("rider", "riders")},
                    "particle": {
                        "drill": ("drill",),
                        "percent": ("%",),
                        "half": ("half",),
                        "points": ("points",),
                        "everyone": ("all",),
                        "least": ("at least",),
                        "most": ("up to",),
                        "between": ("between",),
                    },
                    "prose": {"told": ("coins",)},
                }
            )
        }
    ),
    (
        Form(
            "{item} {share} [drill {drill}] [WITH {partners}]",
            lambda said, _where: tuple(said.values.items()),
            of=dict,
            item=Thing(("kind",)),
            share=Percent(),
            drill=Percent({"half": Fraction(50)}, sign="", question=N_("how many?")),
            partners=Range(unit="points"),
            verbs=("",),
            bare=True,
            heads=("kind",),
        ),
    ),
)
SHARER: Taker[None] = Taker(
    SHARES, lambda where, _order: (where, None), begins=lambda _where, found: f"no kind {found}"
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("archers 60%", {"item": "archer", "share": 60}),
        ("archers 12.5 with 0-200", {"item": "archer", "share": 12.5, "partners": (0, 200)}),
        ("60% archer with 100-*", {"item": "archer", "share": 60, "partners": (100, None)}),
        ("rider: 40% with 100 to 150", {"item": "rider", "share": 40, "partners": (100, 150)}),
        ("rider 40 with all", {"item": "rider", "share": 40, "partners": (0, None)}),
        ("rider 1/4 with 10..20", {"item": "rider", "share": 25, "partners": (10, 20)}),
        ("rider 5 with 10 - 20 points", {"item": "rider", "share": 5, "partners": (10, 20)}),
        ("rider 5 with at least 1,5", {"item": "rider", "share": 5, "partners": (1.5, None)}),
        ("rider 5 with up to 20", {"item": "rider", "share": 5, "partners": (0, 20)}),
        ("rider 5 with between 1 and 2", {"item": "rider", "share": 5, "partners": (1, 2)}),
        ("rider 5 with 100+", {"item": "rider", "share": 5, "partners": (100, None)}),
        ("rider 5, half of it drill", {"item": "rider", "share": 5, "drill": 50}),
        (
            "5% rider 20% drill with *",
            {"item": "rider", "share": 5, "drill": 20, "partners": (0, None)},
        ),
        (
            "rider 5 drill with 1-2 30",
            {"item": "rider", "share": 5, "drill": 30, "partners": (1, 2)},
        ),
    ],
)
def test_an_item_may_lead_with_a_share_and_a_range(text: str, values: dict[str, Any]) -> None:
    assert SHARES.fit(text) is Fit.ORDER
    (clause,) = SHARES.analyse(text).clauses
    filled = {slot: one.value for slot, one in clause.best[0].values.items()}
    assert filled == values
    again = SHARES.analyse(clause.best[0].write()).clauses[0].best[0]
    assert {slot: one.value for slot, one in again.values.items()} == values


@pytest.mark.parametrize(
    ("text", "framed", "suggestion"),
    [
        ("rider 160%", "160%", None),
        ("rider -5", "-5", None),
        ("rider 1/3", "1/3", "rider 33%"),
        ("rider 5 with 20-10", "20-10", "rider 5% WITH 10-20"),
        ("rider 5 with 20", "20", "rider 5% WITH 20-20"),
        ("rider 5 with 1-20%", "1-20%", "rider 5% WITH 1-20"),
        ("rider 5 with 0-1,000", "0-1,000", "rider 5% WITH 0-1000"),
        ("rider 5 with -1-5", "-1-5", None),
        ("rider 5 drill", "", None),
        ("rider 5 drill 5 drill 6", "6", None),
        ("80% drill rider 40", "40", None),
        ("scout 5 drill 5", "scout", None),
    ],
)
def test_a_figure_that_cannot_stand_is_framed_and_mended_in_the_whole_line(
    text: str, framed: str, suggestion: str | None
) -> None:
    assert SHARES.fit(text) in (Fit.ORDER, Fit.NEARLY)
    with pytest.raises(OrderError) as found:
        SHARER.take(text, None)
    error = found.value
    assert text[error.column - 1 : error.column - 1 + error.length] == framed
    assert error.suggestion == suggestion
    if suggestion is not None:
        assert SHARER.take(suggestion, None)


def test_an_item_with_too_little_or_in_a_sentence_is_no_order() -> None:
    for text in ("archers", "archers are the best of all", "archers 5 6 7", "archers 5 coins"):
        assert SHARES.fit(text) is not Fit.ORDER
    assert SHARES.fit("archers with 0-200") is Fit.ORDER


def test_an_unknown_item_is_told_where_the_rest_is_an_order() -> None:
    assert SHARES.fit("fast scouts 5 drill 5") is Fit.ORDER
    assert SHARES.fit("battery 80%") is Fit.NEARLY
    with pytest.raises(OrderError, match="no kind “fast”"):
        SHARER.take("fast scouts 5 drill 5", None)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("archesr 5", "archers 5"),
        ("ricer 5", "rider 5"),
        ("rieder 5", "rider 5"),
        ("rired 5", "rider 5"),
    ],
)
def test_letters_missing_changed_or_in_another_order_are_slips(text: str, mended: str) -> None:
    assert SHARES.corrected(SHARES.analyse(text)) == mended
