"""What docs/scaling.md says can be done: the unit of a worker, and the compose file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from pbem.cli.main import CONFIG_ENV, cli
from pbem.cli.worker import QUEUES
from pbem.service.workers.jobs import QUEUES as DONE

ROOT = Path(__file__).parents[2]
SCALING = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")


def composes(engine: str) -> bool:
    """Whether a container engine is here, at work, and able to read such files."""
    if shutil.which(engine) is None:
        return False
    asked = (("info",), ("compose", "version"))
    return all(
        subprocess.run([engine, *words], capture_output=True).returncode == 0 for words in asked
    )


ENGINES = [name for name in ("podman", "docker") if composes(name)]


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_the_queues_that_it_tells_of_are_those_that_there_are() -> None:
    (table,) = re.findall(r"^\| Queue \|.*?\n\n", SCALING, re.MULTILINE | re.DOTALL)
    told = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert tuple(told) == DONE == tuple(QUEUES.split(","))


def test_the_lines_for_a_worker_fit_into_the_unit_of_the_service() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (unit,) = re.findall(r"```ini\n(\[Unit\].*?)```", readme, re.DOTALL)
    (lines,) = re.findall(r"```ini\n(Description.*?)```", SCALING, re.DOTALL)
    for line in lines.splitlines():
        name, _equals, value = line.partition("=")
        own = re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)
        assert len(own) == 1, f"{name} stands once in the unit of the service"
        if name == "ExecStart":
            assert value == own[0].removesuffix("serve") + "worker"


def test_the_containers_run_commands_that_there_are(compose: Any) -> None:
    worker = compose["services"]["worker"]
    assert CliRunner().invoke(cli, [*worker["command"], "--help"]).exit_code == 0
    assert (ROOT / worker["build"]["dockerfile"]).is_file()
    containerfile = (ROOT / "Containerfile").read_text(encoding="utf-8")
    (home,) = re.findall(rf"^ENV {CONFIG_ENV}=(.*)/config\.toml$", containerfile, re.MULTILINE)
    assert worker["volumes"] == [f"./house:{home}"]
    assert worker["environment"]["PGPASSFILE"].startswith(home)
    assert worker["deploy"]["replicas"] == 3


def test_what_a_service_of_it_names_is_declared(compose: Any) -> None:
    database, worker = compose["services"]["database"], compose["services"]["worker"]
    assert set(worker["depends_on"]) <= set(compose["services"])
    assert database["healthcheck"]["test"][0] == "CMD", "workers wait until it is healthy"
    assert set(database["secrets"]) <= set(compose["secrets"])
    assert {volume.partition(":")[0] for volume in database["volumes"]} <= set(compose["volumes"])


def test_every_container_engine_that_is_here_reads_it_as_well() -> None:
    for engine in ENGINES:
        command = [engine, "compose", "--file", str(ROOT / "compose.yaml"), "config", "--quiet"]
        subprocess.run(command, check=True)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_where_an_engine_is_here_three_workers_of_it_start(tmp_path: Path) -> None:
    for engine in ENGINES:
        shutil.copytree(ROOT, tmp_path / engine, ignore=shutil.ignore_patterns(".git", ".venv"))
        _start(engine, tmp_path / engine)


def _start(engine: str, folder: Path) -> None:
    def compose(*words: str) -> str:
        command = [engine, "compose", *words]
        return subprocess.run(
            command, cwd=folder, check=True, capture_output=True, text=True
        ).stdout

    house = folder / "house"
    house.mkdir()
    os.chown(house, 10001, 10001)

    def private(name: str, text: str) -> None:
        path = house / name
        path.write_text(text)
        path.chmod(0o600)
        os.chown(path, 10001, 10001)

    private("database-password", "open-sesame\n")
    private("pgpass", "database:5432:pbem:pbem:open-sesame\n")
    private("password", "open-sesame\n")
    try:
        compose("build")
        compose("run", "--rm", "worker", "init")
        config = (house / "config.toml").read_text()
        config = config.replace("sqlite:///games.db", "postgresql://pbem@database/pbem")
        config = config.replace('user = ""', 'user = "orders"', 1)
        private(
            "config.toml", config.replace('password_file = ""', 'password_file = "password"', 1)
        )
        compose("run", "--rm", "worker", "init")
        compose("up", "--detach")
        end = time.monotonic() + 120
        while compose("logs", "worker").count("Working for") < 3:
            assert time.monotonic() < end, compose("logs", "worker")
            time.sleep(1)
    finally:
        compose("down", "--volumes")
