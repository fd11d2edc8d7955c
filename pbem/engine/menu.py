"""What can be ordered now, as a tree of words: every path from its root spells one legal line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.engine.i18n import _
from pbem.engine.rng import Stream


class Choice(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int
    default: int


class Take(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a line takes ``of`` something that there is so much of (``has``), by the name of it
    that prices have. Of ``amounts`` there is one, or one for each number that may stand behind,
    from the lowest on; what a line brings is less than nothing. Where something ``rises`` to the
    number, amounts are counted from where it stands now: behind a line that raises it to 5, one
    that raises it to 6 takes the difference."""

    of: str
    has: int
    amounts: tuple[int, ...]
    rises: bool = False


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of a line: its ``words``, and what may stand behind them; nothing: the line ends.

    ``label`` says what it is where the words do not, ``note`` tells a price or odds, ``takes`` a
    price in figures, where lines share what they are paid of, ``refs`` are the things on the map
    that it concerns (``square:f5``).
    """

    words: str
    label: str = ""
    note: str = ""
    takes: tuple[Take, ...] = ()
    refs: tuple[str, ...] = ()
    then: tuple[Item, ...] | Choice = ()

    @property
    def branches(self) -> Menu:
        """The items that may stand behind it; none behind a number."""
        return self.then if isinstance(self.then, tuple) else ()


Menu = tuple[Item, ...]


def explained(menu: Menu, does: Mapping[str, str]) -> Menu:
    """The same menu whose first items tell in the reader's language what an order does that begins
    so; `does` has a sentence to be translated for every verb."""
    return tuple(msgspec.structs.replace(item, label=_(does[item.words])) for item in menu)


def lines(menu: Sequence[Item], before: str = "") -> Iterator[str]:
    """Every line that it spells; of numbers the default and the ends."""
    for item in menu:
        said = f"{before} {item.words}".strip()
        if isinstance(item.then, Choice):
            one = item.then
            for number in dict.fromkeys((one.default, one.low, one.high)):
                yield f"{said} {number}"
        elif item.then:
            yield from lines(item.then, said)
        else:
            yield said


def walk(menu: Sequence[Item], stream: Stream) -> str:
    """One of its lines, each choice at random. `menu` must offer something."""
    words: list[str] = []
    now: Sequence[Item] = menu
    while now:
        item = stream.choice(now)
        words.append(item.words)
        if isinstance(item.then, Choice):
            words.append(str(stream.between(item.then.low, item.then.high)))
            break
        now = item.then
    return " ".join(words)


def branch(menu: Sequence[Item], words: str) -> Menu:
    """The items that begin with these words."""
    return tuple(item for item in menu if item.words == words)
