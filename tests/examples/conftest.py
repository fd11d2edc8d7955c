"""The examples are built once and installed for a module at a time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.engine.registry import load
from pbem.engine.testing import CHECKS, run
from pbem.engine.testing.result import Result
from pbem.service.tools.house_words import HOUSE_WORDS
from tests.examples.installing import EXAMPLES, found_in, install


@pytest.fixture(scope="module")
def example(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The folder in which the example that the module names as ``EXAMPLE`` is installed."""
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(EXAMPLES / request.module.EXAMPLE, folder / "source")
    install(source, folder / "target")
    with found_in(folder / "target"):
        yield folder / "target"


@pytest.fixture(scope="module")
def examined(request: pytest.FixtureRequest, example: Path) -> Mapping[str, Result]:
    """What became of every check, by its name, in games that are played once for all of them. How
    many, and how closely each check looks at them, the module says as ``GAMES`` and ``CLOSELY``."""
    module = request.module
    names = [check.name for check in (*CHECKS, HOUSE_WORDS)]
    looks = {name: module.CLOSELY.get(name, module.CLOSELY["usual"]) for name in names}
    found: dict[str, Result] = {}
    for closely in dict.fromkeys(looks.values()):
        only = [name for name in names if looks[name] == closely]
        how = {"games": module.GAMES, "closely": closely, "more": (HOUSE_WORDS,)}
        found |= {one.check: one for one in run(load(module.EXAMPLE), only=only, **how)}
    return found
