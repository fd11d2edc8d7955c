"""Receipts written by a process beside the service: the same mails, in the same transaction."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from pbem.mailer.outbound.compose import receipt_mail
from pbem.mailer.outbound.templating import Templates, packaged, packaged_folder
from pbem.service.dispatch.writing import WORTH_A_PROCESS, Unwritten, Writers
from pbem.service.intake.receive import receive_mail
from pbem.service.processes import NICENESS
from tests.mailer.outbound.samples import ADDRESSING, RECEIPT, body
from tests.service.looks import LINE, OTHER, holds_orders, settled
from tests.service.world import ANNA, BORIS, open_world

MANY = WORTH_A_PROCESS + 3


@pytest.fixture
def writers() -> Iterator[Writers]:
    writers = Writers()
    yield writers
    writers.close()


def unwritten(templates: Templates | None = None, language: str = "en") -> list[Unwritten]:
    """Receipts of many turns."""
    header = structs.replace(ADDRESSING, language=language)
    return [
        Unwritten(structs.replace(RECEIPT, turn=turn), header, templates or packaged())
        for turn in range(1, MANY)
    ]


def test_a_process_writes_what_is_written_here(writers: Writers) -> None:
    receipts, same = unwritten(), unwritten()
    writers.begin(receipts)
    (process,) = multiprocessing.active_children()
    assert list(map(bytes, receipts)) == list(map(bytes, same))
    here = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid or 0) == min(here + NICENESS, 19)
    assert bytes(same[0]) == receipt_mail(structs.replace(RECEIPT, turn=1), ADDRESSING)


def test_it_writes_in_each_readers_language(writers: Writers) -> None:
    german = unwritten(language="de")
    writers.begin(german)
    assert body(bytes(german[0])).startswith("Gespeichert")


def test_it_writes_with_the_templates_of_a_folder(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(packaged_folder(), tmp_path / "templates"))
    (folder / "receipt.txt.j2").write_text("Turn {{ receipt.turn }}\n")
    writers = Writers(folder)
    receipts = unwritten(packaged())
    writers.begin(receipts)
    told = [body(bytes(one)) for one in receipts[:2]]
    writers.close()
    assert told == ["Turn 1\n", "Turn 2\n"]


def test_what_a_process_that_was_killed_leaves_is_written_here(writers: Writers) -> None:
    receipts = unwritten()
    writers.begin(receipts)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
        child.join()
    assert list(map(bytes, receipts)) == list(map(bytes, unwritten()))
    again = unwritten()
    for _attempt in range(2):  # the first finds the process gone
        writers.begin(again)
    assert list(map(bytes, again)) == list(map(bytes, unwritten()))
    assert len(multiprocessing.active_children()) == 1


def test_a_receipt_that_it_cannot_write_fails_where_it_is_wanted_and_no_other(
    writers: Writers,
) -> None:
    receipts = unwritten()
    receipts[2] = Unwritten(RECEIPT, structs.replace(ADDRESSING, to_address="nobody"), packaged())
    writers.begin(receipts)
    with pytest.raises(ValueError, match="is not a mail address"):
        bytes(receipts[2])
    same = unwritten()
    assert [bytes(one) for one in receipts[:2] + receipts[3:]] == [
        bytes(one) for one in same[:2] + same[3:]
    ]


class Noting(Writers):
    """Keeps what it is handed, to be written once more."""

    def __init__(self) -> None:
        super().__init__()
        self.again: list[Unwritten] = []

    def begin(self, receipts: Sequence[Unwritten]) -> None:
        self.again += [Unwritten(*one.contents, packaged()) for one in receipts]
        super().begin(receipts)


def test_a_service_queues_what_it_would_have_written_itself(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.context = replace(world.context, writers=(noting := Noting()))
        world.copied_game()
        for number in range(MANY):
            world.reply((ANNA, BORIS)[number % 2], (LINE, OTHER, "nonsense 12")[number % 3])
        receive_mail(world.context, world.inbox)
        rows = world.rows(kind="receipt")
        noting.close()
    assert len(noting.again) == WORTH_A_PROCESS
    assert len(rows) == MANY
    assert [row.data for row in rows][:WORTH_A_PROCESS] == [bytes(one) for one in noting.again]


@pytest.mark.parametrize("mails", [3, MANY])
def test_a_receipt_that_cannot_be_written_takes_back_its_own_mails_writes_alone(
    tmp_path: Path, mails: int
) -> None:
    folder = Path(shutil.copytree(packaged_folder(), tmp_path / "templates"))
    text = (folder / "receipt.txt.j2").read_text()
    (folder / "receipt.txt.j2").write_text(
        "{% if 'Economy' in receipt.held[0] %}{{ nothing }}{% endif %}" + text
    )
    with open_world(tmp_path) as world:
        writers, templates = Writers(folder), Templates(folder)
        world.context = replace(world.context, writers=writers, templates=templates)
        world.copied_game()
        for number in range(mails):
            world.reply(*((ANNA, LINE) if number == 1 else (BORIS, OTHER)))
        receive_mail(world.context, world.inbox)
        assert [row.status for row in settled(world)] == [
            "new" if number == 1 else "done" for number in range(mails)
        ]
        assert holds_orders(world, 2)
        assert not holds_orders(world, 1), "its orders were written before it failed"
        for _poll in range(2):
            receive_mail(world.context, world.inbox)
        writers.close()
        assert settled(world)[1].status == "quarantined"
