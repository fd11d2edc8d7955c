"""The Containerfile, as far as it can be known without a container: what it says is right.

That what it copies is enough for a wheel that works is shown in `test_wheel.py`.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import click
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pbem.cli.main import CONFIG_ENV, cli
from pbem.service.operation.health import LIMIT

ROOT = Path(__file__).parents[1]

Instruction = tuple[str, str]


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, word and rest; what stands before all stages comes first."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    found: list[list[Instruction]] = [[]]
    for line in filter(None, text.splitlines()):
        word, _blank, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def last(word: str) -> str:
    """The one instruction of this word in the stage that becomes the image."""
    (found,) = (rest for one, rest in stages()[-1] if one == word)
    return found


def copied() -> tuple[str, ...]:
    """What the build takes from this repository."""
    first = next(stage for stage in stages()[1:] if any(word == "COPY" for word, _rest in stage))
    return tuple(
        source for word, rest in first if word == "COPY" for source in shlex.split(rest)[:-1]
    )


def test_it_runs_as_nobody_who_may_do_anything() -> None:
    user, _sign, group = last("USER").partition(":")
    assert user.isdigit() and group.isdigit(), "by number, so that it can be proved not to be root"
    assert int(user) > 0
    words = [word for word, _rest in stages()[-1]]
    assert "RUN" not in words[words.index("USER") :]
    made = " ".join(rest for word, rest in stages()[-1] if word == "RUN")
    assert f"--uid {user} " in made and f"--gid {group} " in made


def test_configuration_key_and_games_are_in_its_one_volume() -> None:
    folder = last("VOLUME")
    assert last("WORKDIR") == folder
    assert last("ENV") == f"{CONFIG_ENV}={folder}/config.toml"
    made = [rest for word, rest in stages()[-1] if word == "RUN"]
    assert made[-1].endswith(f"install -d -o pbem -g pbem -m 700 {folder}")


def test_it_serves_and_is_watched_by_commands_that_exist() -> None:
    assert json.loads(last("ENTRYPOINT")) == ["pbem"]
    options, _word, command = last("HEALTHCHECK").partition("CMD ")
    for words in (json.loads(last("CMD")), json.loads(command)[1:]):
        context = click.Context(cli, info_name="pbem")
        found = cli.get_command(context, words[0])
        assert found is not None
        found.make_context(words[0], words[1:], parent=context)
    assert json.loads(command)[:2] == ["pbem", "health"]
    timeout = re.search(r"--timeout=(\d+)s", options)
    assert timeout and int(timeout[1]) > LIMIT


def test_all_that_it_copies_is_there_and_let_through() -> None:
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    shut_out = [rule for rule in rules if rule and rule[0] not in "#!"]
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    assert shut_out[0] == "*", "whatever is not named stays out of the image"
    assert set(copied()) == let_in
    assert all((ROOT / source).exists() for source in copied())
    assert not any(fnmatch("games.db", rule) for rule in let_in)


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pairs}


def test_every_library_in_it_has_one_version_that_we_can_work_with() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    optional = project["project"]["optional-dependencies"]["postgresql"]
    wanted = [*project["project"]["dependencies"], *optional, *project["build-system"]["requires"]]
    for requirement in map(Requirement, wanted):
        version = pinned().get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name}: 'make constraints'"
        assert requirement.specifier.contains(version), requirement
