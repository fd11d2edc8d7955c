"""What systemd is told: nothing unasked, and that all is well only while it is."""

from __future__ import annotations

import logging
import socket
from pathlib import Path

import pytest

from pbem.service.counters import Count, Counters
from pbem.service.operation.systemd import (
    ALIVE,
    PROGRESS,
    READY,
    Watchdog,
    notify,
    watchdog_seconds,
)

EVERY = {"receive": 60.0, "close": 2.0, "send": 2.0}


class Service:
    """A watchdog whose time and jobs the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.told: list[str] = []
        self.counters = Counters()
        self.dog = Watchdog(
            self.counters, EVERY, 100.0, clock=lambda: self.now, tell=self.told.append
        )

    def rounds(self, *jobs: str, seconds: float) -> bool:
        """Let time pass and these jobs come round; says whether systemd was told after that."""
        self.now += seconds
        for job in jobs:
            self.counters.add(Count.ROUNDS, job=job)
        before = len(self.told)
        self.dog.look()
        return self.told[before:] == [ALIVE]


def test_while_all_jobs_come_round_systemd_is_told() -> None:
    service = Service()
    assert all(service.rounds(*EVERY, seconds=90) for _round in range(10))


@pytest.mark.parametrize("stuck", EVERY)
def test_one_job_that_stands_still_ends_that_and_the_log_says_which(
    stuck: str, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service()
    others = [job for job in EVERY if job != stuck]
    longest = EVERY[stuck] + 100
    assert service.rounds(*others, seconds=longest)
    assert not service.rounds(*others, seconds=1)
    assert not service.rounds(*others, seconds=1)
    assert [r.getMessage() for r in caplog.records] == [
        f"stands still: {stuck}; systemd is told no more"
    ]
    assert service.rounds(*EVERY, seconds=1), "it went on after all"


def test_a_round_that_fails_is_a_round(caplog: pytest.LogCaptureFixture) -> None:
    """The mail server may be away for days: starting the service anew brings it no nearer."""
    service = Service()
    service.counters.add(Count.FAILED, job="receive")
    assert service.rounds(*EVERY, seconds=200)


@pytest.mark.parametrize("job", EVERY)
def test_a_long_round_is_alive_for_as_long_as_it_gets_on(job: str) -> None:
    others = [one for one in EVERY if one != job]
    for what in PROGRESS[job]:
        service = Service()
        for _mail in range(5):
            service.counters.add(what)
            assert service.rounds(*others, seconds=99), what
        assert not service.rounds(*others, seconds=200)


@pytest.mark.parametrize("name", ["notify", "@pbem-test-{}"])
def test_what_is_told_is_one_datagram(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = name.format(tmp_path.name) if "@" in name else str(tmp_path / name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path.replace("@", "\0"))
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        notify(READY)
        assert systemd.recv(100) == b"READY=1"


def test_without_systemd_nobody_is_told_and_a_deaf_one_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify(READY)
    assert not caplog.records
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    notify(READY)
    assert "systemd cannot be told READY=1" in caplog.text


@pytest.mark.parametrize(
    ("microseconds", "process", "seconds"),
    [
        ("30000000", "", 30.0),
        ("500000", "mine", 0.5),
        ("30000000", "1", None),
        ("", "", None),
        ("0", "", None),
        ("soon", "", None),
    ],
)
def test_the_watchdog_is_on_where_systemd_asks_this_process(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, process: str, seconds: float | None
) -> None:
    monkeypatch.setattr("os.getpid", lambda: 4711)
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.setenv("WATCHDOG_PID", "4711" if process == "mine" else process)
    assert watchdog_seconds() == seconds
