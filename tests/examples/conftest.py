"""The examples are built once and installed for a module at a time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

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
