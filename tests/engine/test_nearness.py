"""What comes near an order is told by how much of a line is the game's."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit
from pbem.engine.nearness import Part, near

_PARTS = {
    "w": Part.WORD,
    "f": Part.FIGURE,
    "s": Part.SIGN,
    "j": Part.JOINT,
    "x": Part.STRANGE,
}


def judged(parts: str, text: str = "line") -> Fit:
    return near(text, (_PARTS[one] for one in parts))


@pytest.mark.parametrize(
    "parts", ["wf", "fw", "wjf", "wfx", "wfwf", "xfs", "wfwxf", "xfwjfjf", "jwf"]
)
def test_a_figure_and_a_word_or_sign_with_little_else_are_near(parts: str) -> None:
    assert judged(parts) is Fit.NEARLY


@pytest.mark.parametrize(
    "parts", ["", "j", "w", "f", "ff", "fff", "ww", "xf", "xwf", "wfxx", "xxfs", "fjx", "fs"[1:]]
)
def test_words_alone_figures_alone_and_sentences_are_not(parts: str) -> None:
    assert judged(parts) is Fit.NO


def test_figures_side_by_side_count_as_one() -> None:
    """A telephone number is no list of orders."""
    assert judged("wxfff") is judged("wxf")
    assert judged("xwfff") is Fit.NO


@pytest.mark.parametrize("text", ["attack 34?", "“attack 34”", "x" * 301])
def test_questions_quotations_and_long_lines_are_not(text: str) -> None:
    assert judged("wf", text) is Fit.NO
