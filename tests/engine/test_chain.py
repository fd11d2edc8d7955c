"""The chain's arithmetic, written out: whoever checks an export by other means needs no more."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime

from pbem.engine.chain import Closed, Played, forge, open_parts, parts_of, salt_for, seal

SALT = bytes(range(32))


def closed(**changes: object) -> Closed:
    values = {
        "turn": 3,
        "version": 1,
        "closed": datetime(2026, 11, 22, 19, tzinfo=UTC),
        "state": b'{"gold":4}',
        "events": b"[]",
        "labels": ("attack/1",),
        "public": b"{}",
        "mails": ("ab" * 32,),
        "outcome": None,
        "seats": 2,
        "answers": {2: Played(b'["MOVE"]', "mail", "cd" * 32)},
    }
    return Closed(**(values | changes))  # type: ignore[arg-type]  (typed by the names above)


def test_a_part_is_sealed_by_the_sha_256_of_its_salt_and_its_bytes() -> None:
    salt = hmac.digest(SALT, b"state", "sha256")
    assert salt_for(SALT, "state") == salt
    assert seal(salt, b"x") == hashlib.sha256(salt + b"x").hexdigest()


def test_the_head_is_the_sha_256_of_the_links_canonical_json() -> None:
    link, head = forge(closed(), previous="ee" * 32, salt=SALT)
    written = json.dumps(
        {
            "acts": link.acts,
            "answers": list(link.answers),
            "closed": link.closed.isoformat().replace("+00:00", "Z"),
            "events": link.events,
            "founding": None,
            "labels": link.labels,
            "mails": link.mails,
            "outcome": None,
            "previous": "ee" * 32,
            "public": link.public,
            "state": link.state,
            "turn": 3,
            "undone": list(link.undone),
            "version": 1,
        },
        separators=(",", ":"),
    )
    assert head == hashlib.sha256(written.encode()).hexdigest()


def test_every_part_changes_the_head() -> None:
    heads = {
        forge(one, previous="", salt=SALT)[1]
        for one in (
            closed(),
            closed(state=b'{"gold":5}'),
            closed(events=b'["x"]'),
            closed(labels=()),
            closed(public=b"[]"),
            closed(mails=()),
            closed(version=2),
            closed(turn=4),
            closed(closed=datetime(2026, 11, 22, 20, tzinfo=UTC)),
            closed(answers={}),
            closed(answers={2: Played(b"[]", "mail", "cd" * 32)}),
            closed(answers={2: Played(b'["MOVE"]', "bot", "cd" * 32)}),
            closed(answers={2: Played(b'["MOVE"]', "mail", "ce" * 32)}),
            closed(answers={2: Played(b'["MOVE"]', "mail", "cd" * 32, held="ab" * 32)}),
        )
    }
    assert len(heads) == 14


def test_a_link_does_not_show_who_answered() -> None:
    """Every seat has a seal in it, and equal answers have different ones."""
    both = {1: Played(b"[]", "mail"), 2: Played(b"[]", "mail")}
    for answers in ({}, both):
        link, _head = forge(closed(answers=answers), previous="", salt=SALT)
        assert len(set(link.answers)) == 2


def test_parts_laid_open_are_those_that_were_sealed() -> None:
    opened = open_parts(closed(), SALT)
    assert set(opened) == {name for name, _data in parts_of(closed(), SALT)}
    link, _head = forge(closed(), previous="", salt=SALT)
    part = opened["state"]
    assert seal(bytes.fromhex(part.salt), bytes(part.data)) == link.state
    answer = json.loads(bytes(opened["answer/2"].data))
    assert (answer["source"], answer["mail"]) == ("mail", "cd" * 32)
    orders = opened["orders/2"]
    assert seal(bytes.fromhex(orders.salt), bytes(orders.data)) == answer["orders"]
