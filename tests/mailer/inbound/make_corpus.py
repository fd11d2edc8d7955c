"""Writes the corpus: mails as each client builds them, with what must be taken from them.

Run ``python -m tests.mailer.inbound.make_corpus`` after a change here. Every
building block mirrors one client: its structure, tags, encodings and phrases.
The other mails of the folder stand for themselves.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.mailer.inbound import clients
from tests.mailer.inbound.blocks import Case

CORPUS = Path(__file__).parent / "corpus"


def write(folder: Path) -> None:
    """Write every case as ``<name>.eml`` with ``<name>.json`` beside it."""
    folder.mkdir(exist_ok=True)
    for case in clients.all_cases():
        (folder / f"{case.name}.eml").write_bytes(case.raw)
        (folder / f"{case.name}.json").write_text(
            json.dumps(expected(case), ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )


def expected(case: Case) -> dict[str, object]:
    """The sidecar of a case; ``ignored`` and ``unread`` are exact where they are given."""
    found: dict[str, object] = {
        "guard": {"may_answer": True, "may_hold_orders": True},
        "taken": list(case.taken),
    }
    if case.ignored is not None:
        found["ignored"] = list(case.ignored)
    if case.unread is not None:
        found["unread"] = list(case.unread)
    return found


if __name__ == "__main__":
    write(CORPUS)
