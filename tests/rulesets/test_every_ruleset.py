"""What holds for every ruleset that is installed, whoever wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine import registry
from pbem.engine.testing import compare, golden

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", registry.names())
def test_golden_reports_are_what_a_person_last_read(name: str, update: bool) -> None:
    """``pytest --update`` renews them; read the difference before you commit it."""
    made = golden(registry.load(name))
    folder = FOLDER / name
    if update:
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.iterdir():
            file.unlink()
        for file_name, text in made.items():
            (folder / file_name).write_text(text, encoding="utf-8")
    assert folder.is_dir(), f"{name} has no golden reports; make them with pytest --update"
    kept = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    assert compare(kept, made) == ()


def test_every_golden_folder_belongs_to_a_ruleset() -> None:
    assert {folder.name for folder in FOLDER.iterdir()} <= set(registry.names())
