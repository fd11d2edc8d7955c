"""States, orders, views and events as bytes: canonical, exact, lifted from old schemas."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Event, Outcome
from pbem.engine.codec import (
    StructCodec,
    UnreadableRecord,
    canonical,
    from_json,
    look_at,
    read_fraction,
    to_builtins,
)


class State(msgspec.Struct, frozen=True):
    points: dict[int, Fraction]
    names: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()


class Order(msgspec.Struct, frozen=True):
    share: Fraction


class Grew(Event, frozen=True, kw_only=True):
    by: Fraction


class Shrank(Event, frozen=True, kw_only=True):
    by: int


CODEC: StructCodec[State, Order, State] = StructCodec(
    state=State, orders=Order, view=State, events=Grew | Shrank
)
states = st.builds(
    State,
    points=st.dictionaries(st.integers(-50, 50), st.fractions(), max_size=15),
    names=st.lists(st.text(max_size=8), max_size=4).map(tuple),
    flags=st.frozensets(st.text(max_size=4), max_size=6),
)


@given(states)
def test_states_come_back_as_they_were(state: State) -> None:
    stored = CODEC.dump_state(state)
    assert CODEC.load_state(stored) == state
    assert CODEC.dump_state(CODEC.load_state(stored)) == stored
    assert CODEC.load_view(CODEC.dump_view(state)) == state


@given(st.fractions(), st.integers())
def test_orders_and_events_come_back_as_they_were(share: Fraction, by: int) -> None:
    assert CODEC.load_orders(CODEC.dump_orders(Order(share))) == Order(share)
    events = (Grew(audience=(1, 3), by=share), Shrank(by=by))
    assert CODEC.load_events(CODEC.dump_events(events)) == events


@given(st.dictionaries(st.integers(), st.integers(), min_size=2))
def test_equal_values_are_equal_bytes(entries: dict[int, int]) -> None:
    backwards = dict(reversed(entries.items()))
    assert canonical(entries) == canonical(backwards)


def test_canonical_json_sorts_keys_of_any_kind() -> None:
    """Seats are whole numbers, and the keys of Outcome.scores are seats."""
    outcome = Outcome(winners=(2,), scores={2: 1.0, 10: 0.5, 1: 0.0}, reason="over")
    assert canonical(outcome) == (
        b'{"reason":"over","scores":{"1":0.0,"10":0.5,"2":1.0},"winners":[2]}'
    )


def test_canonical_json_sorts_sets() -> None:
    assert canonical(frozenset("dcba")) == b'["a","b","c","d"]'


def test_fractions_travel_as_text() -> None:
    assert canonical(Order(Fraction(3, 7))) == b'{"share":"3/7"}'
    assert to_builtins(Order(Fraction(4, 2))) == {"share": "2"}


@pytest.mark.parametrize(("written", "meant"), [("3/7", "3/7"), (2, "2"), (0.1, "1/10")])
def test_fractions_are_read_as_they_are_written(written: Any, meant: str) -> None:
    assert read_fraction(Fraction, written) == Fraction(meant)


@pytest.mark.parametrize("bad", ['"x"', '"1/0"', "null", "[1]"])
def test_what_is_no_fraction_is_a_validation_error(bad: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        from_json(f'{{"share":{bad}}}'.encode(), Order)


def test_an_unknown_kind_of_value_has_no_stored_form() -> None:
    with pytest.raises(NotImplementedError, match="object has no stored form"):
        canonical(object())


class Renamed(msgspec.Struct, frozen=True):
    score: int
    note: str


def codec_of_schema_3() -> StructCodec[Renamed, Order, State]:
    return StructCodec(
        state=Renamed,
        orders=Order,
        view=State,
        events=Grew,
        schema=3,
        lifts={
            1: lambda old: {"score": old["points"]},
            2: lambda old: {**old, "note": "lifted"},
        },
    )


def test_old_schemas_are_lifted_one_by_one() -> None:
    codec = codec_of_schema_3()
    assert codec.load_state(b'{"schema":1,"state":{"points":5}}') == Renamed(5, "lifted")
    assert codec.load_state(b'{"schema":2,"state":{"score":5}}') == Renamed(5, "lifted")
    assert codec.load_state(b'{"schema":3,"state":{"score":5,"note":""}}') == Renamed(5, "")


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        (b'{"schema":4,"state":{}}', "schema 4 is newer than this ruleset's 3"),
        (b'{"schema":0,"state":{}}', "cannot read"),
        (b'{"schema":3,"state":{"score":"x"}}', r"Expected `int`"),
        (b'{"schema":"3","state":{}}', "cannot read"),
        (b'{"state":{}}', "schema"),
        (b"[]", "cannot read"),
        (b"{", "cannot read"),
        (b"", "cannot read"),
        (b"\xff", "cannot read"),
    ],
)
def test_unreadable_states_say_why(stored: bytes, reason: str) -> None:
    with pytest.raises(UnreadableRecord, match=reason):
        codec_of_schema_3().load_state(stored)


class Unreadable(msgspec.Struct, frozen=True):
    """Of a type that nobody can read."""

    value: dict[tuple[int, int], list[set[list[int]]]] | dict[str, int]


def test_types_are_looked_at_when_a_codec_is_made_and_not_by_the_first_thread_that_reads() -> None:
    """Two threads that read a type for the first time at once would end the process."""
    with pytest.raises(TypeError):
        look_at(Unreadable)
    with pytest.raises(TypeError):
        StructCodec(state=Unreadable, orders=int, view=Unreadable, events=Event)
