"""All that one seat receives, as named bytes that two games can be compared by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine.api import AnyRuleset, Ask, Event, Line, Parsed, Seat
from pbem.engine.codec import canonical
from pbem.engine.menu import tabled


@dataclass(frozen=True)
class Reply:
    """What a desk answered to one mail's lines."""

    lines: tuple[Line, ...]
    parsed: Parsed[Any]


@dataclass(frozen=True)
class Exchange:
    """What one seat (None: a spectator) is told at one moment, and was answered.

    Nothing in it knows the truth: ``view`` is this seat's own, ``news`` are the
    events for it alone, ``ask`` is what it owes now, if anything, and
    ``replies`` are the answers to probes that are the same in every game compared.
    ``turn`` is the turn that is open, from 1.
    """

    seat: Seat | None
    turn: int
    view: Any
    ask: Ask | None
    news: tuple[Event, ...]
    replies: tuple[Reply, ...]


Surface = Callable[[AnyRuleset, Exchange], Mapping[str, bytes]]
"""Everything that leaves the house for one seat: a name for each part, and its bytes.

The engine's own is :func:`plain_surface`; the service has one that makes the real
mails and pictures.
"""


def plain_surface(ruleset: AnyRuleset, exchange: Exchange) -> Mapping[str, bytes]:
    """View, ask, verdicts, news, report with its pictures, and order template."""
    report = ruleset.desk.report(exchange.view, exchange.news)
    parts = {
        "view": ruleset.codec.dump_view(exchange.view),
        "ask": canonical(exchange.ask),
        "news": ruleset.codec.dump_events(exchange.news),
        "report": canonical(report),
        "template": "\n".join(report.template).encode(),
    }
    for picture in report.pictures():
        parts[f"picture {picture.name}"] = canonical(picture)
    if exchange.ask is not None:
        parts["menu"] = canonical(tabled(ruleset.desk.menu(exchange.view, exchange.ask)))
    for number, reply in enumerate(exchange.replies, start=1):
        parts[f"verdicts {number}"] = reply_bytes(ruleset, reply)
    return parts


def reply_bytes(ruleset: AnyRuleset, reply: Reply) -> bytes:
    """A desk's answer whole: orders as stored, every verdict and the remark."""
    parsed = reply.parsed
    orders = b"null" if parsed.orders is None else ruleset.codec.dump_orders(parsed.orders)
    return canonical([parsed.verdicts, parsed.remark]) + b"\n" + orders
