"""The service of a folder, and the README's program that reads and answers a player's mail."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.docs.documents import document
from tests.examples.installing import PBEM

PATIENCE = 60.0
README = document("README.md")
Play = Callable[..., str]


def use_free_ports(folder: Path) -> None:
    """The mail server that comes with pbem is on whatever ports are free, not on the usual ones."""
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("= 1143", "= 0").replace("= 1025", "= 0"))


@contextmanager
def served(folder: Path) -> Iterator[Play]:
    """Within this block the service of a folder is up; gives what runs play.py there."""
    with (folder / "log").open("w") as log:
        service = subprocess.Popen(
            [*PBEM, "serve", "--embedded"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert service.stdout is not None
    try:
        greeting = service.stdout.readline()
        imap, smtp = (greeting.partition(f"{name} 127.0.0.1:")[2] for name in ("IMAP", "SMTP"))
        ports = f"{imap.partition(',')[0]}, {smtp.partition('.')[0]}"
        program = README.files()["play.py"].replace("1143, 1025", ports)
        (folder / "play.py").write_text(program)

        def play(*lines: str) -> str:
            done = subprocess.run(
                [sys.executable, "play.py", *lines],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            return done.stdout

        yield play
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(PATIENCE)
        service.stdout.close()
