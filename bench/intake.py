"""Intake: fetch to committed receipt, against a loop that only fetches and parses."""

from __future__ import annotations

import email
import email.policy
import gc
import re
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage, Message
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from imapclient import IMAPClient

from bench.common import Finding, MailHost, mail_client, mail_host, new_game, new_house, play
from bench.replies import players_of, replies
from pbem.mailer.inbound.imap import Mailbox
from pbem.service.context import Context
from pbem.service.intake.receive import receive_mail
from pbem.store import mail
from pbem.store.records import InboxStatus

BATCH = 100
TARGET = 0.35


def measure(folder: Path, *, mails: int, rounds: int, games: int, turns: int) -> Finding:
    """Each round delivers new mails; the bare loops read them before the service does, and
    again afterwards where it has moved them, so that no side gains by its turn."""
    taken: dict[str, list[float]] = {"compat32": [], "default": [], "service": []}
    sizes: list[int] = []
    with mail_host(folder) as host, new_house(folder / "house", host=host) as context:
        rows = play(context, [new_game(context, n) for n in range(1, games + 1)], turns)
        players = players_of(context, rows)
        # As `pbem serve` does with what it has imported: no loop of these looks through it, or
        # through what is the bench's own, for what is of no more use.
        gc.freeze()
        for turn in range(rounds):
            raws = list(islice(replies(players, f"intake{turn}"), mails))
            sizes += map(len, raws)
            with mail_client(host) as client, Mailbox(host.imap) as mailbox:
                _deliver(client, host.imap.inbox, raws)
                before = _bare_loops(client, host.imap.inbox, mails)
                taken["service"].append(_service(context, mailbox, mails))
                after = _bare_loops(client, host.imap.processed, mails)
                _empty(client, host.imap.processed)
            for name in before:
                taken[name].append((before[name] + after[name]) / 2)
        _check(context, rounds * mails)
    return _finding(host, taken, sizes, mails)


def _deliver(client: IMAPClient, folder: str, raws: Sequence[bytes]) -> None:
    for raw in raws:
        client.append(folder, raw)


def _empty(client: IMAPClient, folder: str) -> None:
    client.select_folder(folder)
    client.delete_messages(client.search("ALL"))
    client.expunge()


def _bare_loops(client: IMAPClient, folder: str, mails: int) -> dict[str, float]:
    return {
        "compat32": _bare(client, folder, mails, email.message_from_bytes, _text_compat32),
        "default": _bare(client, folder, mails, _parse_default, _text_default),
    }


def _bare(
    client: IMAPClient,
    folder: str,
    mails: int,
    parse: Callable[[bytes], Any],
    text: Callable[[Any], str],
) -> float:
    """Seconds to fetch all mails of a folder in batches, parse them and decode their text."""
    client.select_folder(folder, readonly=True)
    began = perf_counter()
    found = sum(1 for raw in _fetched(client) if text(parse(raw)))
    seconds = perf_counter() - began
    assert found == mails, f"{found} mails of {mails} had a text"
    return seconds


def _fetched(client: IMAPClient) -> Iterator[bytes]:
    uids = client.search("ALL")
    for start in range(0, len(uids), BATCH):
        for row in client.fetch(uids[start : start + BATCH], ["BODY.PEEK[]"]).values():
            yield row[b"BODY[]"]


def _parse_default(raw: bytes) -> Message:
    return email.message_from_bytes(raw, policy=email.policy.default)


def _text_compat32(message: Message) -> str:
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            return content.decode(part.get_content_charset("utf-8"))
    return ""


def _text_default(message: EmailMessage) -> str:
    return next(
        (
            str(part.get_content())
            for part in message.walk()
            if part.get_content_type() == "text/plain"
        ),
        "",
    )


def _service(context: Context, mailbox: Mailbox, mails: int) -> float:
    """Seconds for one whole poll: listing, fetching, receipts committed, mails moved away."""
    began = perf_counter()
    poll = receive_mail(context, mailbox)
    seconds = perf_counter() - began
    assert poll.processed == mails, f"{poll.processed} mails of {mails} were processed"
    return seconds


def _check(context: Context, mails: int) -> None:
    """Every mail was taken for orders and has its receipt: nothing was fast by failing."""
    with context.database.read() as connection:
        done = mail.mails_in(connection, InboxStatus.DONE)
        receipts = mail.outgoing(connection, kind="receipt")
    assert len(done) == len(receipts) == mails
    assert all(
        re.fullmatch(r"orders for turn \d+: \d+ (accepted|warned).*", row.note) for row in done
    )


def _finding(
    host: MailHost, taken: dict[str, list[float]], sizes: Sequence[int], mails: int
) -> Finding:
    ratios = {
        name: median(
            bare / service for bare, service in zip(taken[name], taken["service"], strict=True)
        )
        for name in taken
    }
    labels = {
        "compat32": "bare loop, `email.message_from_bytes` (its default policy, compat32)",
        "default": "bare loop, `policy=email.policy.default`",
        "service": "service: poll, record, read, check, commit, move",
    }
    rows = tuple(
        (label, f"{mails / median(taken[name]):,.0f}", f"{ratios[name]:.2f}")
        for name, label in labels.items()
    )
    return Finding(
        title="Intake",
        method=(
            f"{len(taken['service'])} rounds of {mails:,} new replies with legal orders, "
            f"{min(sizes) // 1000} to {max(sizes) // 1000} KB each "
            f"({sum(sizes) // len(sizes) // 1000} KB on average; plain text, Gmail's two versions, "
            f"Apple Mail with the pictures sent back; the whole report quoted), in {host.name}. "
            f"The bare loop fetches {BATCH} at a time, parses with the standard library, walks the "
            "parts and decodes the text. It runs before the service and again after it. The "
            "service's time is that of one whole poll, up to the mails moved out of the inbox, "
            "every receipt written and committed in one transaction with its orders. Medians "
            "of the rounds; the ratio is that of each round."
        ),
        headings=("", "mails a second", "service / this"),
        rows=rows,
        target=f"at least {TARGET} of the bare loop",
        reached=f"{ratios['compat32']:.2f} of the faster bare loop",
        held=ratios["compat32"] >= TARGET,
        command="python -m bench intake",
    )
