"""Packages with games, installed where this process and those that it starts find them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.engine import registry
from pbem.service.languages import catalogue

EXAMPLES = Path(__file__).parents[2] / "examples"
PBEM = (sys.executable, "-c", "from pbem.cli.main import main; main()")


def install(package: Path, target: Path, *how: str) -> None:
    """By pip, from its folder, without any network."""
    words = ("-q", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "install", *words, "--target", target, *how, package)


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command says, which must succeed."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@contextmanager
def found_in(target: Path) -> Iterator[None]:
    """Within this block the packages of a folder are installed."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(target)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(target), *sys.path[1:]]))
        _forget()
        try:
            yield
        finally:
            for name in set(sys.modules) - before:
                if (Path(target) / name.partition(".")[0]).exists():
                    del sys.modules[name]
    _forget()


def _forget() -> None:
    for kept in (
        *(registry._entries, registry.load, registry.playable),
        *(registry.rulebook, registry.catalogues, catalogue),
    ):
        kept.cache_clear()
