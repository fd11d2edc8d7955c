"""`pbem health`, as people and as machines ask it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.service.config import MAIN
from pbem.service.lock import sole_server
from pbem.service.operation.health import take
from pbem.service.play.outage import ANSWERED
from pbem.store import facts
from pbem.store.database import Database
from tests.cli.conftest import Command

KEYS = {
    "healthy", "problems", "serving", "last_poll", "last_poll_seconds", "outbox_waiting",
    "oldest_mail", "oldest_mail_seconds", "overdue_games", "alerts", "timed_out",
}  # fmt: skip


@pytest.fixture
def polled(database: Database) -> None:
    """A look into the mailbox, just now."""
    with database.write() as connection:
        facts.write_fact(
            connection, facts.of_mailbox(ANSWERED, MAIN), datetime.now(UTC).isoformat()
        )


def test_while_a_service_runs_all_is_well(pbem: Command, house: Path, polled: None) -> None:
    with sole_server(house):
        told, said = pbem("health", "--json"), pbem("health")
    found = json.loads(told.out)
    assert (told.code, set(found), found["problems"]) == (0, KEYS, [])
    assert (found["healthy"], found["serving"], found["outbox_waiting"]) == (True, True, 1)
    assert said.code == 0
    assert said.out.startswith("healthy\n")
    assert "the mailbox was last looked into" in said.out


def test_what_is_wrong_is_told_with_exit_code_1(pbem: Command, house: Path) -> None:
    told, said = pbem("health", "--json"), pbem("health")
    assert (told.code, said.code) == (1, 1)
    problems = json.loads(told.out)["problems"]
    assert problems == [
        "no service runs here; start 'pbem serve'",
        "the mailbox was never looked into",
    ]
    assert said.out.splitlines()[:3] == ["not healthy", *(f"bad {one}" for one in problems)]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("config.toml", None, "'pbem init' writes a config.toml"),
        ("config.toml", "[service]\npol = '5s'", "service.pol: there is no such key"),
        ("games.db", None, "games.db; 'pbem init' makes it"),
        ("games.db", "", "the database cannot be read: no such table"),
        ("games.db", "no database" * 1000, "the database cannot be read: file is not a database"),
    ],
)
def test_what_keeps_it_from_being_found_out_is_a_problem_too(
    pbem: Command, house: Path, name: str, text: str | None, problem: str
) -> None:
    (house / name).unlink()
    if text is not None:
        (house / name).write_text(text)
    said = pbem("health", "--json")
    found = json.loads(said.out)
    assert (said.code, said.err, set(found)) == (1, "", KEYS)
    assert (found["healthy"], found["last_poll"]) == (False, None)
    assert problem in found["problems"][0]
    assert text is not None or not (house / name).exists(), "it makes nothing"


def test_a_database_that_does_not_answer_is_left_behind(house: Path, database: Database) -> None:
    """Nothing else answers for as long as it is locked, which is until the test ends."""
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA locking_mode=EXCLUSIVE")
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
        found = take(house / "config.toml", limit=0.3)
        connection.exec_driver_sql("ROLLBACK")
    assert found.timed_out
    assert "gave no answer within 0 s; see 'pbem doctor'" in found.problems[0]


def test_the_command_ends_although_a_file_hangs(house: Path) -> None:
    (house / "config.toml").unlink()
    os.mkfifo(house / "config.toml", 0o600)
    program = (
        "import pbem.service.operation.health as h; h.take.__defaults__ = (0.2,)\n"
        "from pbem.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "health", "--json"],
        cwd=house,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["timed_out"]
