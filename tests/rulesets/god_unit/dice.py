"""Dice that fall as a test has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.api import Seat
from pbem.engine.rng import Chance, Stream
from pbem.rulesets.god_unit.figures import BANNERS

SECRET = bytes(range(32))


class Scripted(Stream):
    """Dice as they are written: faces for dice, places from 0 for draws among several. Who is
    the only one to choose from is chosen without a draw."""

    def __init__(self, numbers: Iterable[int]) -> None:
        super().__init__(b"")
        self.left = list(numbers)

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        number = self._next()
        assert 0 <= number < n, f"{number} cannot be drawn below {n}"
        return number

    def die(self, sides: int = 6) -> int:
        face = self._next()
        assert 1 <= face <= sides, f"no die shows {face}"
        return face

    def _next(self) -> int:
        assert self.left, "a die that the test has not scripted"
        return self.left.pop(0)


class Loaded(Chance):
    """Chance in which seats act in the `order` named, and dice fall as scripted: by label, or
    by the name of the unit that attacks, as ``{"Red 1": [0, 6, 3]}``."""

    def __init__(
        self, dice: Mapping[str, Iterable[int]] | None = None, order: Sequence[Seat] = (1, 2)
    ) -> None:
        super().__init__(SECRET, 1)
        faces = {seat: len(order) - place for place, seat in enumerate(order)}
        self._streams = {"initiative": Scripted(faces[seat] for seat in sorted(order))}
        for label, numbers in (dice or {}).items():
            self._streams[_label(label)] = Scripted(numbers)

    @property
    def left(self) -> dict[str, list[int]]:
        """Dice that were not rolled."""
        return {
            label: stream.left
            for label, stream in self._streams.items()
            if stream.left and label != "initiative"
        }

    def stream(self, label: str) -> Stream:
        return self._streams.get(label) or super().stream(label)


def _label(text: str) -> str:
    colour, _blank, number = text.partition(" ")
    return f"attack/{BANNERS.index(colour) + 1}/{number}" if colour in BANNERS else text


def first(*order: Seat) -> Loaded:
    """Chance in which seats act in this order, and all else as it falls."""
    return Loaded(order=order)
