"""Whole games as the service would have kept them, without a service."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pbem.engine.advance import Step, advance, begin
from pbem.engine.api import AnyRuleset, Player
from pbem.engine.chain import (
    DEFAULT,
    Closed,
    Founding,
    Page,
    Played,
    forge,
    open_parts,
    public_view,
)
from pbem.engine.codec import canonical
from pbem.engine.replay import Finding, Mark, Record, verify
from pbem.engine.rng import Chance, chance_key, commitment

Answer = Callable[[Any, int], Mapping[int, Any]]
"""What is ordered for a state in a turn, by seat."""


def play(
    ruleset: AnyRuleset,
    options: Any,
    players: Sequence[Player],
    secret: bytes,
    *,
    answer: Answer,
    turns: int = 1000,
    confirmations: tuple[str | None, ...] = (),
    claimed: Mapping[tuple[int, int], str] | None = None,
) -> Record:
    """A game to its end, or so many turns of it. ``claimed[turn, seat]`` is a source that is
    recorded though it is not the true one."""
    key = chance_key(secret, confirmations)
    founding = Founding(
        ruleset=ruleset.name,
        title="A game",
        options=msgspec.json.decode(canonical(options)),
        players=tuple(players),
        commitment=commitment(secret),
        confirmations=confirmations,
    )
    made = begin(ruleset, options, players, key)
    pages = [_page(ruleset, made, 0, "", len(players), {}, founding)]
    turn = 1
    while turn <= turns and ruleset.rules.asks(made.state):
        given = answer(made.state, turn)
        made = advance(ruleset, made.state, given, key=key, turn=turn)
        played = {
            seat: Played(
                ruleset.codec.dump_orders(orders),
                (claimed or {}).get((turn, seat), DEFAULT if seat in made.defaulted else "mail"),
            )
            for seat, orders in made.answers.items()
        }
        pages.append(_page(ruleset, made, turn, pages[-1].head, len(players), played))
        turn += 1
    return Record(
        pages=pages,
        secret=secret,
        head=pages[-1].head,
        turn=turn,
        outcome=pages[-1].link.outcome,
    )


def _page(
    ruleset: AnyRuleset,
    made: Step[Any, Any],
    turn: int,
    previous: str,
    seats: int,
    played: Mapping[int, Played],
    founding: Founding | None = None,
) -> Page:
    closed = Closed(
        turn=turn,
        version=ruleset.version,
        closed=datetime(2026, 11, 22, 19, tzinfo=UTC) + timedelta(days=turn),
        state=ruleset.codec.dump_state(made.state),
        events=ruleset.codec.dump_events(made.events),
        labels=made.labels,
        public=public_view(ruleset, made.state),
        mails=(),
        outcome=made.outcome,
        seats=seats,
        answers=played,
    )
    salt = hashlib.sha256(f"salt {turn}".encode()).digest()
    link, head = forge(closed, previous=previous, salt=salt, founding=founding)
    return Page(link=link, head=head, opened=open_parts(closed, salt), salt=salt.hex())


def sampled(ruleset: AnyRuleset, secret: bytes, sends: Callable[[int, int], bool]) -> Answer:
    """Random legal orders of those seats that `sends` (turn, seat) names; the others are silent."""

    def answer(state: Any, turn: int) -> Mapping[int, Any]:
        return {
            ask.seat: ruleset.desk.sample(
                ruleset.rules.view(state, ask.seat), ask, Chance(secret, turn, f"test/{ask.seat}")
            )
            for ask in ruleset.rules.asks(state)
            if sends(turn, ask.seat)
        }

    return answer


def with_page(record: Record, turn: int, **changes: Any) -> Record:
    """The record with a page changed, whoever notices."""
    pages = list(record.pages)
    pages[turn] = msgspec.structs.replace(pages[turn], **changes)
    return replace(record, pages=pages)


def with_part(record: Record, turn: int, part: str, data: bytes) -> Record:
    """The record with other bytes in the place of a part."""
    opened = dict(record.pages[turn].opened)
    opened[part] = msgspec.structs.replace(opened[part], data=msgspec.Raw(data))
    return with_page(record, turn, opened=opened)


def wrong(ruleset: AnyRuleset, record: Record) -> list[Finding]:
    """What is found wrong."""
    return [one for one in verify(ruleset, record) if one.mark is Mark.BAD]
