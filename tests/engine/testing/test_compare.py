"""Differences and leaves are named so that an author finds them."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pbem.engine.testing.compare import changing_lengths, first_difference, leaves


class Unit(msgspec.Struct, frozen=True, tag="unit"):
    name: str
    strength: Fraction


class World(msgspec.Struct, frozen=True, rename={"by_seat": "bySeat"}):
    units: dict[str, Unit]
    by_seat: dict[int, tuple[int, ...]]
    tags: frozenset[str] = frozenset()
    empty: tuple[int, ...] = ()


WORLD = World(
    units={"u7": Unit("Fleet", Fraction(1, 3))},
    by_seat={1: (4, 5), 2: (6, 7), 3: (8, 9)},
    tags=frozenset({"b", "a"}),
)


def test_a_difference_in_json_is_named_by_its_path() -> None:
    text = first_difference(b'{"a":{"b":[1,2]}}', b'{"a":{"b":[1,3]}}')
    assert text.startswith("a.b.1, byte 13: ")
    assert "against" in text


def test_a_missing_key_or_element_is_named() -> None:
    assert first_difference(b'{"a":1,"b":2}', b'{"a":1}').startswith("b, byte")
    assert first_difference(b"[1]", b"[1,2]").startswith("1, byte")
    assert first_difference(b"1", b"2").startswith("the whole, byte 0")


def test_a_difference_in_other_bytes_is_shown_in_its_context() -> None:
    assert first_difference(b"\x89PNG one", b"\x89PNG two") == (
        "byte 5: b'\\x89PNG one' against b'\\x89PNG two'"
    )


def test_bytes_that_end_early_differ_at_their_end() -> None:
    assert first_difference(b"abc", b"ab").startswith("byte 2: ")


def test_equal_json_of_other_bytes_differs_by_bytes_only() -> None:
    assert first_difference(b"[1]", b"[1 ]").startswith("byte 2: ")


def test_leaves_have_the_paths_of_the_dumped_state() -> None:
    found = {leaf.path: leaf.value for leaf in leaves(WORLD, (1, 2, 3))}
    assert found == {
        "units.u7.type": "unit",
        "units.u7.name": "Fleet",
        "units.u7.strength": "1/3",
        "bySeat.1.0": 4,
        "bySeat.1.1": 5,
        "bySeat.2.0": 6,
        "bySeat.2.1": 7,
        "bySeat.3.0": 8,
        "bySeat.3.1": 9,
        "tags": b'["a","b"]',
        "empty": (),
    }


def test_families_keep_a_place_for_every_seat_and_no_other_key() -> None:
    families = {leaf.path: leaf.family for leaf in leaves(WORLD, (1, 2, 3))}
    assert families["units.u7.name"] == "units.*.name"
    assert families["bySeat.2.1"] == "bySeat.2.*"
    other = {leaf.family for leaf in leaves(WORLD, (1, 2))}
    assert "bySeat.*.0" in other


def test_a_list_that_grows_is_not_by_seat_when_it_happens_to_be_as_long() -> None:
    class Table(msgspec.Struct, frozen=True):
        purses: tuple[int, ...]
        bids: tuple[int, ...]

    course = [Table((5, 6), ()), Table((5, 6), (1, 2)), Table((4, 6), (1, 2, 3))]
    changing = changing_lengths(course)
    assert changing == {"bids"}
    families = {leaf.family for leaf in leaves(course[1], (1, 2), changing)}
    assert families == {"purses.0", "purses.1", "bids.*"}


def test_structs_stored_as_arrays_are_walked_by_index() -> None:
    class Pair(msgspec.Struct, frozen=True, array_like=True, tag="pair"):
        left: int
        right: tuple[int, ...]

    found = {leaf.path: leaf.value for leaf in leaves(Pair(1, (2, 3, 4)), (1, 2))}
    assert found == {"0": "pair", "1": 1, "2.0": 2, "2.1": 3, "2.2": 4}
