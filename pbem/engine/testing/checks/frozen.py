"""What is handed about cannot be changed by whoever holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from pbem.engine.testing.lab import Lab
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    yield from _thawed("options", lab.options)
    for game, moment in lab.moments():
        yield from _thawed("state", moment.state)
        for event in moment.news:
            yield from _thawed("event", event)
        for orders in moment.answers.values():
            yield from _thawed("orders", orders)
        for seat in (None, *game.seats):
            yield from _thawed("view", lab.ruleset.rules.view(moment.state, seat))


def _thawed(path: str, value: Any) -> Iterator[Remark]:
    """What can be changed in place. Dicts may stand in a frozen Struct; the check
    "purity" sees to it that nobody writes to them."""
    kind = type(value).__name__
    if isinstance(value, list | set | bytearray):
        remedy = "frozenset" if isinstance(value, set) else "tuple"
        yield Fault(f"{path} is a {kind}, which anyone can change; use a {remedy}")
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield Fault(f"{path} is a {kind}, which is not frozen; declare it with frozen=True")
        for name in value.__struct_fields__:
            yield from _thawed(f"{path}.{name}", getattr(value, name))
    elif is_dataclass(value) and not isinstance(value, type):
        # The standard library tells it nowhere else, and its type stubs do not know it.
        if not type(value).__dataclass_params__.frozen:  # type: ignore[attr-defined]
            yield Fault(f"{path} is a {kind}, which is not frozen; declare it with frozen=True")
        for field in fields(value):
            yield from _thawed(f"{path}.{field.name}", getattr(value, field.name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _thawed(f"{path}.*", inner)
    elif isinstance(value, tuple | list | set | frozenset):
        for inner in value:
            yield from _thawed(f"{path}.*", inner)


CHECK = Check("frozen", "State, orders, views, events and options are frozen", _examine)
