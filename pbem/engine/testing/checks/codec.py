"""What is stored comes back as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pbem.engine.codec import canonical
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    codec, rules = lab.ruleset.codec, lab.ruleset.rules
    if codec.schema < 1:
        yield Fault(f"the codec's schema is {codec.schema}; schemas count from 1")
    for game, moment in lab.moments():
        where = game.at(moment)
        yield from _trip(where, "state", moment.state, codec.dump_state, codec.load_state)
        yield from _trip(where, "events", moment.news, codec.dump_events, codec.load_events)
        for seat, orders in moment.answers.items():
            where = game.at(moment, seat)
            yield from _trip(where, "orders", orders, codec.dump_orders, codec.load_orders)
        for viewer in (None, *game.seats):
            view = rules.view(moment.state, viewer)
            where = game.at(moment, viewer)
            yield from _trip(where, "view", view, codec.dump_view, codec.load_view)


def _trip(
    where: str, name: str, value: Any, dump: Callable[[Any], bytes], load: Callable[[bytes], Any]
) -> Iterator[Remark]:
    """There and back: the same type, value, content and bytes."""
    stored = dump(value)
    try:
        msgspec.json.decode(stored)
    except (msgspec.DecodeError, UnicodeDecodeError):
        yield Fault(f"{where}: dump_{name} makes no JSON, which exports are made of")
        return
    back = load(stored)
    again = dump(back)
    before, after = canonical(value), canonical(back)
    if before != after:
        yield Fault(
            f"{where}: load_{name}(dump_{name}(...)) is not what was dumped; the first "
            f"difference is at {first_difference(before, after)}"
        )
    elif back != value or type(back) is not type(value):
        yield Fault(
            f"{where}: load_{name}(dump_{name}(...)) has the same JSON but is not equal: "
            f"{_abridged(value)} came back as {_abridged(back)}"
        )
    if again != stored:
        yield Fault(
            f"{where}: dump_{name} makes other bytes of what it loaded: "
            f"{first_difference(stored, again)}; equal values must be equal bytes"
        )


def _abridged(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


CHECK = Check("codec", "State, orders, views and events come back from the record", _examine)
