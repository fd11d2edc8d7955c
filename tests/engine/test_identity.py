"""What was made of an object is made once, and never taken for that of an equal one."""

from __future__ import annotations

from pbem.engine.identity import IdentityCache


def test_equal_values_are_not_the_same() -> None:
    made: list[object] = []

    def noted(value: tuple[float, ...]) -> str:
        made.append(value)
        return repr(value)

    known = IdentityCache(noted, most=9)
    whole, broken = (1,), (1.0,)
    assert [known(whole), known(broken), known(whole)] == ["(1,)", "(1.0,)", "(1,)"]
    assert made == [whole, broken]


def test_an_object_that_takes_the_place_of_another_is_not_taken_for_it() -> None:
    """Python gives the ids of objects that are no more to new ones."""
    known: IdentityCache[list[int], int] = IdentityCache(lambda value: value[0], most=50)
    assert [known([number]) for number in range(200)] == [*range(200)]


def test_it_does_not_grow_without_bounds() -> None:
    known: IdentityCache[list[int], int] = IdentityCache(lambda value: value[0], most=50)
    for number in range(200):
        known([number])
        assert len(known) <= 50
