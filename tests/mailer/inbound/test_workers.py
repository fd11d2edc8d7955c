"""Mail is read in processes that the operating system holds to limits: whatever a mail does to
its reader, it is answered for, all others are read, and the order is kept."""

from __future__ import annotations

import errno
import multiprocessing
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.intake import ReadMail, is_harmless, read_mail
from pbem.mailer.inbound.reading import Letter, Unreadable
from pbem.mailer.inbound.workers import (
    FEW,
    NICENESS,
    Limits,
    NoReader,
    RawMail,
    Readers,
    ReadingFailed,
    read_one,
)
from pbem.mailer.settings import MailSettings
from tests.mailer.inbound.hostile import html, plain

SETTINGS = MailSettings()
QUICK = Limits(cpu_seconds=0.2, memory_bytes=256 * 2**20, wall_seconds=300.0)
"""The kernel counts processor time in whole seconds: one that works without end is ended after
one or two."""


def doomed(mail: RawMail) -> ReadMail:
    """Reads mail, and dies of what a mail tells it to die of."""
    if mail.head_alone and b"head too" not in mail.raw:
        return read_one(mail)
    if b"for ever" in mail.raw:
        while True:
            pass
    if b"all memory" in mail.raw:
        hoard = [bytearray(2**20) for _ in range(600)]
        assert hoard
    if b"some time" in mail.raw:
        began = time.process_time()
        while time.process_time() - began < 0.3:
            pass
    if b"killed once" in mail.raw:
        flag = Path(mail.raw.partition(b"flag: ")[2].partition(b"\r\n")[0].decode())
        if not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if b"killed always" in mail.raw:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"a mistake of ours" in mail.raw:
        raise ZeroDivisionError("orders: Economy 60%")
    return read_one(mail)


def no_process_starts(patch: pytest.MonkeyPatch) -> None:
    """As where the machine has as many processes as it may have."""

    def refuse(_process: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    patch.setattr(multiprocessing.get_context("spawn").Process, "start", refuse)


@pytest.fixture
def readers() -> Iterator[Readers]:
    found = Readers(workers=2, limits=QUICK, read=doomed)
    yield found
    found.close()


def ordinary(number: int) -> bytes:
    return html(f"<p>Mail {number}</p>")


def begun(readers: Readers, raws: list[bytes]) -> list[Callable[[], ReadMail]]:
    return readers.begin([RawMail(raw, len(raw), SETTINGS) for raw in raws])


def text(read: ReadMail) -> str:
    assert isinstance(read.text, Letter)
    return " ".join(line.text for line in read.text.body.lines if line.text)


def test_many_mails_come_back_read_and_in_their_order(readers: Readers) -> None:
    waited = begun(readers, [ordinary(number) for number in range(60)])
    assert [text(wait()) for wait in waited] == [f"Mail {number}" for number in range(60)]


def test_workers_stand_back_behind_the_process_that_settles_what_they_read(
    readers: Readers,
) -> None:
    for wait in begun(readers, [ordinary(number) for number in range(60)]):
        wait()
    here = os.getpriority(os.PRIO_PROCESS, 0)
    found = {
        os.getpriority(os.PRIO_PROCESS, one.pid or 0) for one in multiprocessing.active_children()
    }
    assert found == {min(here + NICENESS, 19)}


def test_a_worker_gives_back_just_what_reading_here_gives(readers: Readers) -> None:
    mails = [ordinary(1), plain("Economy 60%"), b"", plain("x", "Precedence: bulk\r\n")]
    waited = begun(readers, mails)
    assert [wait() for wait in waited] == [read_mail(raw, SETTINGS) for raw in mails]


@pytest.mark.parametrize("death", ["for ever", "all memory"])
def test_a_mail_beyond_the_limits_is_too_complex_and_all_others_are_read(
    readers: Readers, death: str
) -> None:
    mails = [ordinary(number) for number in range(6)]
    mails.insert(3, html(death))
    reads = [wait() for wait in begun(readers, mails)]
    bad = reads.pop(3)
    assert bad.text is Unreadable.COMPLEX
    assert bad.guard.complex
    assert bad.guard.may_answer
    assert not bad.guard.may_hold_orders
    assert bad.head.sender == "anna@example.org"
    assert [text(read) for read in reads] == [f"Mail {number}" for number in range(6)]


def test_the_limit_is_for_one_mail_and_not_for_a_workers_life() -> None:
    readers = Readers(workers=1, limits=Limits(cpu_seconds=1.0), read=doomed)
    try:
        waited = begun(readers, [html("<p>some time</p>")] * 5)
        assert {text(wait()) for wait in waited} == {"some time"}
    finally:
        readers.close()


def test_where_not_even_the_head_can_be_read_nobody_is_answered(readers: Readers) -> None:
    (wait,) = begun(readers, [html("for ever, head too")])
    read = wait()
    assert read.text is Unreadable.COMPLEX
    assert not read.guard.may_answer
    assert read.head.sender == ""


def test_a_worker_that_somebody_kills_in_mid_mail_costs_nothing(
    readers: Readers, tmp_path: Path
) -> None:
    mails = [ordinary(0), html(f"killed once flag: {tmp_path / 'flag'}\r\n"), ordinary(2)]
    reads = [wait() for wait in begun(readers, mails)]
    assert text(reads[0]) == "Mail 0"
    assert "killed once" in text(reads[1])
    assert text(reads[2]) == "Mail 2"


def test_a_mail_of_which_two_workers_die_fails_alone_and_may_be_tried_again(
    readers: Readers,
) -> None:
    waited = begun(readers, [ordinary(0), html("killed always"), ordinary(2)])
    assert text(waited[0]()) == "Mail 0"
    with pytest.raises(ReadingFailed, match="ended while they read it"):
        waited[1]()
    assert text(waited[2]()) == "Mail 2"


def test_a_worker_killed_while_it_waits_is_replaced(readers: Readers) -> None:
    assert text(begun(readers, [ordinary(0)])[0]()) == "Mail 0"
    for process in multiprocessing.active_children():
        if process.name == "reader":
            process.kill()
            process.join()
    assert text(begun(readers, [ordinary(1)])[0]()) == "Mail 1"


def test_a_worker_that_takes_nothing_any_more_is_replaced() -> None:
    readers = Readers(workers=1, limits=Limits(wall_seconds=5.0), read=doomed)
    try:
        assert text(begun(readers, [ordinary(0)])[0]()) == "Mail 0"
        (process,) = (p for p in multiprocessing.active_children() if p.name == "reader")
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        more_than_a_line_holds = html(f"<p>Mail 1</p><!-- {'x' * 400_000} -->")
        assert text(begun(readers, [more_than_a_line_holds])[0]()) == "Mail 1"
    finally:
        readers.close()


def test_where_no_process_can_be_started_that_is_said_of_every_mail(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        no_process_starts(patch)
        for wait in begun(readers, [ordinary(0), ordinary(1)]):
            with pytest.raises(NoReader, match="Resource temporarily unavailable"):
                wait()
    assert text(begun(readers, [ordinary(2)])[0]()) == "Mail 2"


def test_what_fails_in_a_worker_is_told_without_the_mails_words(readers: Readers) -> None:
    (wait,) = begun(readers, [html("a mistake of ours")])
    with pytest.raises(ReadingFailed) as caught:
        wait()
    assert "ZeroDivisionError at doomed" in str(caught.value)
    assert "Economy" not in str(caught.value)


def test_a_few_harmless_mails_start_no_process(readers: Readers) -> None:
    mails = [plain(f"Economy {number}%") for number in range(FEW)]
    assert all(is_harmless(raw, len(raw)) for raw in mails)
    assert [text(wait()) for wait in begun(readers, mails)] == [
        f"Economy {number}%" for number in range(FEW)
    ]
    assert not [p for p in multiprocessing.active_children() if p.name == "reader"]


@pytest.mark.parametrize(
    "raw",
    [
        html("a"),
        plain("a", "Content-Type: multipart/mixed; boundary=b\r\n"),
        plain("a", "Content-Type: message/rfc822\r\n"),
        plain("a", "Content-Type: text/plain\r\nContent-Type: text/html\r\n"),
        plain("a", "content-type : text/html\r\n"),
        plain("a" * 65_536),
    ],
)
def test_what_is_more_than_one_short_plain_text_is_not_harmless(raw: bytes) -> None:
    assert not is_harmless(raw, len(raw))


def test_of_a_mail_that_was_not_fetched_whole_nothing_is_harmless() -> None:
    assert not is_harmless(plain("a"), 50_000_000)


def test_whoever_waits_when_the_readers_close_is_told() -> None:
    readers = Readers(workers=1, limits=QUICK, read=doomed)
    waited = begun(readers, [ordinary(number) for number in range(40)])
    readers.close()
    outcomes = []
    for wait in waited:
        try:
            outcomes.append(text(wait()))
        except ReadingFailed:
            outcomes.append("told")
    assert outcomes == [
        f"Mail {number}" if outcome != "told" else "told" for number, outcome in enumerate(outcomes)
    ]


def lonely_parent(told: multiprocessing.SimpleQueue[int]) -> None:
    """Has a mail read, says who read it, and then waits to be killed."""
    readers = Readers(workers=1)
    readers.read(RawMail(ordinary(1), len(ordinary(1)), SETTINGS))
    for process in multiprocessing.active_children():
        told.put(process.pid or 0)
    threading.Event().wait()


def test_workers_end_with_their_parent_however_that_ends() -> None:
    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    parent = context.Process(target=lonely_parent, args=(told,))
    parent.start()
    worker = os.pidfd_open(told.get())
    parent.kill()
    parent.join()
    ended, _, _ = select.select([worker], [], [], 30)
    os.close(worker)
    assert ended, "the worker has outlived its parent"
