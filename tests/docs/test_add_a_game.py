"""The recipe: what it prints stands in the examples, and every command of it works."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pbem.cli.skeleton import skeleton
from pbem.mailer.inbound.commands import COMMANDS
from tests.docs.documents import ROOT, document
from tests.docs.serving import served, use_free_ports
from tests.examples.installing import PBEM, found_in, install, run

RECIPE = document("docs/add-a-game.md")
MAIL = """\
From: anna@example.org
To: games@example.org
Subject: orders
Message-ID: <1@example.org>
Date: Mon, 02 Mar 2026 12:00:00 +0000

BIDD 5
See you at nine!
"""


def excerpts() -> list[tuple[str, str]]:
    """Each block of code with the file that it names in its first line."""
    blocks = [*RECIPE.blocks("python"), *RECIPE.blocks("toml")]
    named = (block.partition("\n") for block in blocks)
    return [(first.removeprefix("# "), rest.rstrip("\n")) for first, _line, rest in named]


def test_the_recipe_shows_code_of_both_examples() -> None:
    packages = {file.partition("/")[0] for file, _code in excerpts()}
    assert packages == {"pbem_sealed_bids", "pbem_kriegspiel"}


@pytest.mark.parametrize(("file", "code"), excerpts(), ids=lambda part: str(part)[:40])
def test_what_is_printed_stands_in_the_example(file: str, code: str) -> None:
    (source,) = (ROOT / "examples").glob(f"*/{file}")
    assert code in source.read_text(encoding="utf-8")


def test_the_layout_names_every_file_of_a_new_game() -> None:
    (layout,) = (block for block in RECIPE.blocks("text") if "pyproject.toml" in block)
    for path, _text in skeleton("my-game"):
        assert Path(path).name in layout or path.endswith("words/de.toml"), path


def test_every_word_of_the_house_that_players_use_is_listed() -> None:
    words = {form.words[0].upper() for form in COMMANDS if not form.is_masters_alone}
    chapter = RECIPE.text.partition("## 14.")[2].partition("## 15.")[0]
    assert words == set(re.findall(r"\b[A-Z]{3,}\b", chapter.partition("`@`")[0]))


# The commands -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("recipe")
    (folder / "target").mkdir()
    (folder / "reply.eml").write_text(MAIL)
    with found_in(folder / "target"):
        yield folder


def test_every_command_works_in_the_order_in_which_it_stands(folder: Path) -> None:
    said = {}
    with ExitStack() as stack:
        play = None
        for line in (line for block in RECIPE.blocks("sh") for line in block.splitlines()):
            program, *words = shlex.split(line)
            match program:
                case "pip":
                    install(folder / words[-1], folder / "target")
                case "pytest":
                    said[line] = run(sys.executable, "-m", "pytest", "-q", *words, cwd=folder)
                case "python3":
                    assert play is not None
                    while not play():
                        time.sleep(0.2)
                    said[line] = play(*words[1:])
                case _:
                    assert program == "pbem"
                    if words[0] == "serve":
                        use_free_ports(folder)
                        play = stack.enter_context(served(folder))
                    else:
                        said[line] = run(*PBEM, *words, cwd=folder)
    assert "my-game: My game 1, 2 to 6 players, of pbem-my-game 1.0.0" in said["pbem rulesets"]
    assert (folder / "golden" / "receipts.txt").exists()
    reading = said["pbem mail read reply.eml --ruleset my-game"]
    assert "BIDD 5" in reading
    assert "Saved: your orders for turn 1, 1 line." in said['python3 play.py "BID 5"']
