"""A codec for rulesets whose state, orders, view and events are msgspec Structs.

JSON, sorted keys, so that equal values are equal bytes. Fractions travel as
"3/7". A stored state carries its schema; older ones are lifted dict by dict.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, cast

import msgspec

from pbem.engine.api import Event, O, RulesetError, S, V

Lift = Callable[[dict[str, Any]], dict[str, Any]]


class UnreadableRecord(RulesetError):
    """A stored state or order set is not of a schema that this ruleset can read."""


def _encode(value: Any) -> Any:
    """msgspec's `enc_hook`, which says of what it does not know by NotImplementedError."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} has no stored form")


def read_fraction(kind: type[Any], value: Any) -> Any:
    """msgspec's `dec_hook`: a Fraction from "3/7", "0.1" or a number, as it is written.

    Of any other kind it says NotImplementedError, as msgspec asks of a hook.
    """
    if kind is not Fraction:
        raise NotImplementedError(f"a {kind.__name__} has no stored form")
    try:
        return Fraction(str(value))
    except ZeroDivisionError as error:
        raise ValueError(f"{value!r} divides by nothing") from error


def to_builtins(value: Any) -> Any:
    """Structs as dicts, keys and fractions as text; tuples stay tuples, which JSON calls lists."""
    return msgspec.to_builtins(value, enc_hook=_encode, str_keys=True)


def json_schema(kinds: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of an object with values of these types, as :func:`to_builtins`
    writes them."""
    schemas, parts = msgspec.json.schema_components(
        kinds.values(), schema_hook=_schema, ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        if "description" in part:
            part["description"] = inspect.cleandoc(part["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": dict(zip(kinds, schemas, strict=True)),
        "required": list(kinds),
        "$defs": parts,
    }


def _schema(kind: Any) -> dict[str, Any]:
    if kind is not Fraction:
        raise NotImplementedError(f"a {kind.__name__} has no stored form")
    return {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: keys sorted as text, no blanks; ``msgspec.Raw`` as it is."""
    # The JSON encoder sorts mappings with text keys only; builtins have no others.
    plain = msgspec.to_builtins(
        value, builtin_types=(msgspec.Raw,), enc_hook=_encode, str_keys=True, order="sorted"
    )
    return msgspec.json.encode(plain)


def look_at(*kinds: Any) -> None:
    """Let msgspec look at types before anything is read. It does so at the first use of each, and
    ends the process where two threads come first (msgspec 0.22)."""
    for kind in kinds:
        msgspec.json.Decoder(kind, dec_hook=read_fraction)


def from_json(data: bytes, kind: Any) -> Any:
    """A value of type `kind` from its JSON. Raises msgspec.ValidationError."""
    return msgspec.json.decode(data, type=kind, dec_hook=read_fraction)


class StructCodec(Generic[S, O, V]):
    """Implements :class:`pbem.engine.api.Codec` for given Struct types.

    ``lifts[n]`` turns the builtins of a schema-n state into those of schema n + 1.
    """

    def __init__(
        self,
        *,
        state: type[S],
        orders: Any,
        view: type[V],
        events: Any,
        schema: int = 1,
        lifts: Mapping[int, Lift] | None = None,
    ) -> None:
        self.schema = schema
        self._state = state
        self._orders = orders
        self._view = view
        self._events = tuple[events, ...]
        self._lifts = dict(lifts or {})
        look_at(state, orders, view, self._events)

    def dump_state(self, state: S) -> bytes:
        return canonical({"schema": self.schema, "state": state})

    def load_state(self, data: bytes) -> S:
        """The state, lifted to today's schema. Raises :class:`UnreadableRecord`."""
        try:
            record = msgspec.json.decode(data)
            found, body = record["schema"], record["state"]
            while found < self.schema:
                body, found = self._lifts[found](body), found + 1
            if found != self.schema:
                raise UnreadableRecord(f"schema {found} is newer than this ruleset's {self.schema}")
            return msgspec.convert(body, self._state, dec_hook=read_fraction, str_keys=True)
        except (KeyError, TypeError, msgspec.MsgspecError) as error:
            raise UnreadableRecord(f"cannot read a stored state: {error}") from error

    def dump_orders(self, orders: O) -> bytes:
        return canonical(orders)

    def load_orders(self, data: bytes) -> O:
        return cast(O, from_json(data, self._orders))

    def dump_view(self, view: V) -> bytes:
        return canonical(view)

    def load_view(self, data: bytes) -> V:
        return cast(V, from_json(data, self._view))

    def told_schema(self) -> dict[str, Any]:
        """The JSON Schema of what a seat is told: its view, and the events of its news."""
        return json_schema({"view": self._view, "news": self._events})

    def dump_events(self, events: Sequence[Event]) -> bytes:
        return canonical(tuple(events))

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        return cast(tuple[Event, ...], from_json(data, self._events))
