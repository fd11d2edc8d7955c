"""Chance: fair, labelled, and the same for ever."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.rng import Chance, Stream, commitment

SECRET = bytes(range(32))
PINNED_BELOW = [782, 189, 271, 134, 447, 275, 914, 12]
PINNED_SCOPED = 247151184920
PINNED_SHUFFLE = "jifeadghbc"
PINNED_DICE = [2, 6, 5, 2, 6, 3, 5, 1, 3, 2]

labels = st.text(max_size=20)


class Bytes(Stream):
    """A stream that draws from given bytes, to count what each of them makes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(b"")
        self._pool = data


def test_the_same_secret_gives_the_same_draws_for_ever() -> None:
    """Pinned: a change here breaks the verification of every game ever played."""
    stream = Chance(SECRET, 3).stream("attack/3/dice")
    assert [stream.below(1000) for _ in range(8)] == PINNED_BELOW
    assert Chance(SECRET, 3, "north").stream("attack/3/dice").below(10**12) == PINNED_SCOPED
    assert "".join(Chance(SECRET, 0).stream("deal").shuffled("abcdefghij")) == PINNED_SHUFFLE
    assert [Chance(SECRET, 1).stream(f"die {n}").die() for n in range(10)] == PINNED_DICE


def test_the_first_block_is_hmac_sha_256_of_turn_scope_and_label() -> None:
    key = hmac.digest(SECRET, b"3\x1f\x1fattack", "sha256")
    block = hmac.digest(key, bytes(8), "sha256") + hmac.digest(key, bytes(7) + b"\x01", "sha256")
    stream = Chance(SECRET, 3).stream("attack")
    assert bytes(stream.below(256) for _ in range(64)) == block


def test_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 100, 128, 129, 255, 256])
def test_below_is_exactly_uniform_over_all_single_bytes(n: int) -> None:
    """Every byte that is not thrown away makes each number equally often."""
    filler = bytes(40)
    made = Counter[int]()
    for byte in range(256):
        stream = Bytes(bytes([byte]) + filler)
        drawn = stream.below(n)
        if len(stream._pool) == len(filler):
            made[drawn] += 1
    assert set(made) == set(range(n))
    assert len(set(made.values())) == 1


def test_shuffle_makes_every_order_equally_often() -> None:
    """Three items take one draw of 3 and one of 2: all 12 pairs of their bits, 6 orders."""
    made = Counter[tuple[str, ...]]()
    for first in range(3):
        for second in range(2):
            stream = Bytes(bytes([first << 6, second << 7]))
            made[tuple(stream.shuffled("abc"))] += 1
    assert made == Counter(dict.fromkeys(permutations("abc"), 1))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 999), labels, labels)
def test_other_labels_do_not_shift_a_stream(
    secret: bytes, turn: int, label: str, other: str
) -> None:
    alone = Chance(secret, turn).stream(label)
    among = Chance(secret, turn)
    if other != label:
        among.stream(other).below(10**6)
    late = among.stream(label)
    assert [alone.below(97) for _ in range(5)] == [late.below(97) for _ in range(5)]


def test_streams_of_one_turn_can_be_drawn_in_any_order() -> None:
    chance = Chance(SECRET, 1)
    one, two = chance.stream("one"), chance.stream("two")
    mixed = [(one.below(50), two.below(50)) for _ in range(20)]
    again = Chance(SECRET, 1)
    two, one = again.stream("two"), again.stream("one")
    seconds = [two.below(50) for _ in range(20)]
    firsts = [one.below(50) for _ in range(20)]
    assert mixed == list(zip(firsts, seconds, strict=True))


def test_turn_scope_label_and_secret_each_make_another_stream() -> None:
    drawn = {
        chance.stream(label).below(10**15)
        for chance, label in [
            (Chance(SECRET, 1), "a"),
            (Chance(SECRET, 2), "a"),
            (Chance(SECRET, 1), "b"),
            (Chance(SECRET, 1, "s"), "a"),
            (Chance(SECRET[::-1], 1), "a"),
        ]
    }
    assert len(drawn) == 5


def test_a_label_cannot_be_drawn_twice() -> None:
    chance = Chance(SECRET, 1)
    chance.stream("dice")
    with pytest.raises(ValueError, match="'dice' has been drawn"):
        chance.stream("dice")
    chance.stream("other")
    assert chance.labels == ("dice", "other")


@given(st.integers(1, 10**30), st.integers(0, 50))
def test_draws_stay_in_their_range(n: int, label: int) -> None:
    stream = Chance(SECRET, 1).stream(str(label))
    assert 0 <= stream.below(n) < n
    assert -n <= stream.between(-n, n) <= n
    assert 1 <= stream.die(n) <= n


@given(st.lists(st.integers(), max_size=30), st.data())
def test_samples_and_shuffles_take_every_place_once(items: list[int], data: st.DataObject) -> None:
    stream = Chance(SECRET, 1).stream("x")
    assert sorted(stream.shuffled(items)) == sorted(items)
    count = data.draw(st.integers(0, len(items)))
    taken = stream.sample(items, count)
    assert len(taken) == count
    assert not Counter(taken) - Counter(items)


def test_strikes_has_exactly_its_chance() -> None:
    struck = [Bytes(bytes([byte << 6]) + bytes(9)).strikes(3, 4) for byte in range(4)]
    assert struck == [True, True, True, False]


def test_what_cannot_be_drawn_raises() -> None:
    stream = Chance(SECRET, 1).stream("x")
    with pytest.raises(ValueError, match="below 0"):
        stream.below(0)
    with pytest.raises(ValueError, match="below 0"):
        stream.choice([])
    with pytest.raises(ValueError, match="3 of 2"):
        stream.sample([1, 2], 3)
