"""The rulebook's pictures show what the program does now."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from pbem.engine.scene import AnyShape, Group, Text
from pbem.rulesets.parsec.mechanics import Space

IMAGES = Path(__file__).parents[3] / "docs" / "images"
MOST = 60_000


def _maker() -> ModuleType:
    """The script that draws them, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("make_parsec", IMAGES / "make_parsec.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _maker()
FIGURES = {figure.name: figure for figure in MAKER.figures()}


def texts(items: tuple[AnyShape, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        found += texts(item.items) if isinstance(item, Group) else []
        found += [item.text] if isinstance(item, Text) else []
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_a_picture_is_up_to_date(name: str) -> None:
    """If not, run ``python docs/images/make_parsec.py`` and look at what it has changed."""
    assert MAKER.digest_of(IMAGES / f"{name}.png") == FIGURES[name].facts


@pytest.mark.parametrize("name", FIGURES)
def test_a_picture_is_small(name: str) -> None:
    assert (IMAGES / f"{name}.png").stat().st_size < MOST


@pytest.mark.parametrize("name", FIGURES)
def test_its_words_can_be_read_in_a_document(name: str) -> None:
    scene = FIGURES[name].scene
    assert scene.width == 560
    sizes = [item.size for item in scene.items if isinstance(item, Text)]
    assert min(sizes) >= 13


def test_there_is_no_picture_that_nobody_makes() -> None:
    assert {path.stem for path in IMAGES.glob("parsec-*.png")} == set(FIGURES)


def test_PA_3_the_picture_of_regions_counts_them_rightly() -> None:
    (panel,) = FIGURES["parsec-region"].panels
    assert len(Space(panel.state.galaxy).regions()) == 5
    assert "Five regions" in texts(FIGURES["parsec-region"].scene.items)


def test_PA_10_the_pictured_internal_conflict_is_the_sources() -> None:
    before, after = FIGURES["parsec-internal"].panels
    assert before.state.dispute is not None
    gained = after.state.people[0].holdings.resources
    assert (gained.science, gained.merchant) == (1, 1)
    assert after.state.galaxy.leaders[0].seat == 1 and len(after.state.galaxy.leaders) == 1


def test_PA_11_the_pictured_external_conflict_is_the_sources() -> None:
    before, after = FIGURES["parsec-external"].panels
    assert before.state.dispute is not None and len(before.state.dispute.sides) == 2
    assert after.state.people[0].holdings.resources.merchant == 6
    assert len(before.state.galaxy.settlements) - len(after.state.galaxy.settlements) == 5


def test_PA_11_the_pictured_artifact_sleeps_until_it_is_settled_again() -> None:
    dormant = []
    for panel in FIGURES["parsec-dormant"].panels:
        space = Space(panel.state.galaxy)
        dormant.append([square for square in space.artifacts if square not in space.settled])
    assert dormant == [[], [(3, 0)], []]


def test_PA_13_the_pictured_harvest_takes_the_border_artifact_first() -> None:
    before, after = FIGURES["parsec-harvest"].panels
    taken = set(before.state.galaxy.artifacts) - set(after.state.galaxy.artifacts)
    assert [(artifact.square, artifact.border) for artifact in taken] == [((0, 0), True)]
    assert after.state.people[0].holdings.resources.merchant == 1
