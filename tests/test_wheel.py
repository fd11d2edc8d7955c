"""The wheel works outside the checkout: templates, data, fonts and migrations travel inside."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest

from tests.service.exported import SHORT, finished, save_mails, write_export
from tests.service.world import open_world
from tests.soaking import soak
from tests.test_container import copied

ROOT = Path(__file__).parents[1]
WORKERS = ROOT / "pbem" / "service" / "workers"


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def new_environment(folder: Path, wheel: Path) -> Path:
    """A venv with the wheel in it; the libraries are lent by this one, for no network is used.

    A path in a .pth file is not searched for further .pth files, so the checkout
    that is installed editable here stays out of sight there.
    """
    venv.create(folder)
    pip = (sys.executable, "-m", "pip", "--python", folder)
    run(*pip, "install", "-q", "--no-index", "--no-deps", wheel, cwd=folder)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "pbem"


@pytest.fixture(scope="module")
def pbem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment that has nothing of this checkout but the wheel, which is made
    of what the Containerfile copies."""
    folder = tmp_path_factory.mktemp("installed")
    dist, source = folder / "dist", folder / "src"
    source.mkdir()
    for name in copied():
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", dist, source)
    run(*build, cwd=folder)
    (wheel,) = dist.glob("*.whl")
    return new_environment(folder / "venv", wheel)


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "size",
    [("--closely", "1", "--option", "turns=1"), soak(("--games", "24"))],
    ids=["small", "full"],
)
def test_an_installed_wheel_plays(pbem: Path, tmp_path: Path, size: tuple[str, ...]) -> None:
    place = tmp_path / "games"
    place.mkdir()

    run(pbem, "init", cwd=place)
    assert (place / "config.toml").exists() and (place / "games.db").exists()
    run(pbem, "check", "hegemon", *size, cwd=place)
    run(pbem, "demo", "--turns", "2", "--players", "3", "--out", "demo", cwd=place)
    run(pbem, "new-ruleset", "my-game", cwd=place)
    assert (place / "pbem-my-game" / "pbem_my_game" / "rules.py").exists()
    assert "Nothing is wrong" in run(
        pbem, "--config", "demo/config.toml", "verify", "demo", cwd=place
    )
    assert list((place / "demo").glob("seat-1-*/*.eml"))
    assert list((place / "demo").glob("seat-1-*/*.png"))

    mail = sorted((place / "demo").glob("seat-1-*/*sent-orders.eml"))[0]
    read = run(pbem, "mail", "read", mail, "--ruleset", "hegemon", "--json", cwd=place)
    shares = [re.search(r"(\d+)%", line) for line in json.loads(read)["taken"]]
    assert sum(int(share[1]) for share in shares if share) == 100


VERIFY = """
import sys
from pbem.cli.main import cli
for ruleset in sys.argv[1:]:
    for more in ([], ["--mails", f"{ruleset}/mails"]):
        cli(["verify", f"{ruleset}/spring.pbem.zip", *more], standalone_mode=False)
"""
"""The command several times in one process: starting one takes longer than checking a game."""


@pytest.mark.timeout(600)
def test_an_installed_wheel_checks_finished_games_of_others(pbem: Path, tmp_path: Path) -> None:
    """No configuration, no database, no service: the files alone, and a player's mails."""
    for ruleset in SHORT:
        service = tmp_path / ruleset / "service"
        service.mkdir(parents=True)
        with open_world(service) as world:
            finished(world, ruleset)
            write_export(world, tmp_path / ruleset / "spring.pbem.zip")
            save_mails(world, tmp_path / ruleset / "mails")
        shutil.rmtree(service)
    told = run(pbem.with_name("python"), "-c", VERIFY, *SHORT, cwd=tmp_path)
    assert told.count("Nothing is wrong.") == 2 * len(SHORT)
    assert told.count("agree with the record on its heads and hashes") == len(SHORT)
    assert told.count("are in the chain, byte for byte") == len(SHORT)


def plain(name: str) -> str:
    """A distribution's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_engine_of_jobs_is_imported_by_workers_alone_for_whom_it_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = (
        line
        for line in project["optional-dependencies"]["postgresql"]
        if line.startswith("procrastinate")
    )
    assert wanted in project["optional-dependencies"]["dev"]
    importing = {
        source
        for source in (ROOT / "pbem").rglob("*.py")
        if re.search(r"^\s*(from|import) procrastinate\b", source.read_text("utf-8"), re.MULTILINE)
    }
    assert importing and all(source.is_relative_to(WORKERS) for source in importing)


def test_every_library_that_is_imported_is_declared() -> None:
    declared = {
        plain(re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0])
        for line in metadata.requires("pbem") or []
        if "extra ==" not in line
    }
    owners = metadata.packages_distributions()
    imported: dict[str, str] = {}
    for source in (ROOT / "pbem").rglob("*.py"):
        if source.is_relative_to(WORKERS):
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            imported |= {name.partition(".")[0]: source.name for name in names}
    for name, where in sorted(imported.items()):
        if name in sys.stdlib_module_names or name == "pbem":
            continue
        candidates = {plain(owner) for owner in owners.get(name, [])}
        assert candidates & declared, (
            f"{where} imports {name}, which pyproject.toml does not declare"
        )
