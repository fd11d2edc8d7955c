"""Names and amounts as players read them, in their language. Orders and designs are written the
same in every language."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import counting, decimal
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit.figures import GRUNT, Design, Name, Unit, banner

_BOUND = "\N{NO-BREAK SPACE}"
_THIN = "\N{NARROW NO-BREAK SPACE}"
_MOST_TOGETHER = 6

count_attacks = counting(lambda n: ngettext("{number} attack", "{number} attacks", n))


def design(made: Design) -> str:
    """The source's notation (GU-4): "D2 R3"; a grunt and a factory by their names."""
    if made.is_factory:
        return _("factory")
    return _("grunt") if made == GRUNT else str(made)


_CHARACTERISTICS = {
    "A": N_("attack"),
    "D": N_("defence"),
    "M": N_("movement"),
    "N": N_("number of attacks"),
    "R": N_("range"),
}


def characteristic(letter: str) -> str:
    """What the letter of a level stands for (GU-4)."""
    return _(_CHARACTERISTICS[letter])


def explained(made: Design) -> str:
    """What a design is that has a name."""
    if made.is_factory:
        return _("a factory more")
    return _("all levels 1") if made == GRUNT else ""


def product(made: Design, *, repeat: bool = False) -> str:
    """What a factory makes, as it is ordered: "D2 R3 REPEAT"."""
    return f"{str(made).upper()}{' REPEAT' if repeat else ''}"


def units(alike: Sequence[Unit]) -> str:
    """Who they are and what, of the same owner and design: "Red 7+8 (D2 R3)"."""
    numbers = together([str(unit.number) for unit in alike])
    return _("{unit} ({design})").format(
        unit=f"{banner(alike[0].seat)} {numbers}", design=state(alike[0])
    )


def together(numbers: Sequence[str]) -> str:
    """Units of which the same is told: "3+4"; of many the first."""
    return "+".join((*numbers[:_MOST_TOGETHER], *(["…"] if len(numbers) > _MOST_TOGETHER else [])))


def state(unit: Unit) -> str:
    """A unit's design, and whether it is only to become that (GU-12)."""
    told = {
        "ready": "{design}",
        "undeployed": _("{design}, undeployed"),
        "deploying": _("{design}, deploying"),
    }
    return told[unit.phase].format(design=design(unit.design))


def far(half_squares: int, none: str = "0") -> str:
    """A distance in squares, as a number: "2.5"; what stands for none at all."""
    if not half_squares:
        return none
    whole, half = divmod(half_squares, 2)
    return decimal(f"{whole}.5") if half else str(whole)


def count_squares(half_squares: int) -> str:
    """A distance with its unit: "1 square", "2.5 squares"."""
    number = 1 if half_squares == 2 else 2
    return ngettext("{far} square", "{far} squares", number).format(far=far(half_squares))


def count_units(number: int) -> str:
    """ "1 unit", "3 units", "no units"."""
    told = ngettext("{number} unit", "{number} units", number).format(number=number)
    return told if number else _("no units")


def count_factories(number: int) -> str:
    """ "1 factory", "3 factories", "no factory"."""
    told = ngettext("{number} factory", "{number} factories", number).format(number=number)
    return told if number else _("no factory")


def percent(chance: Fraction | float) -> str:
    """ "83 %"; what is neither sure nor out of the question is never rounded to it."""
    rounded = round(100 * chance)
    if 0 < chance < 1:
        rounded = min(99, max(1, rounded))
    return f"{rounded}{_BOUND}%"


def unbroken(words: str) -> str:
    """Words that no line break can part."""
    return _BOUND.join(words.split())


def line(order: str) -> str:
    """An order within a sentence: in marks with a blank inside, so that they are not taken for
    emphasis, and a returned mail does not give it."""
    marked = quoted(order)
    return f"{marked[0]}{_THIN}{marked[1:-1].strip(_BOUND)}{_THIN}{marked[-1]}"


def told_above(letter: str) -> str:
    """Of a second line for a factory (GU-8)."""
    told = _("a line above tells factory {letter} something else; the last one counts")
    return told.format(letter=letter)


def odds(chances: Sequence[Fraction]) -> str:
    """From the least to the most likely: an attack draws its target in the square (GU-11)."""
    return "–".join(percent(one) for one in sorted({min(chances), max(chances)}))


def could_be_first(enemy: Name, square: Square, end: Square) -> str:
    """Of a way to `end`: an enemy's unit could stand there before, or cut it at a square."""
    cut = _("{enemy} could cut the way at {square} first")
    told = _("{enemy} could be at {square} first") if square == end else cut
    return told.format(enemy=enemy, square=square_name(square))


def gets_to(end: Square, half_squares: int, most: int) -> str:
    """Of a move that does not come to its goal in this turn."""
    told = _("gets to {square} this turn, {far} of {most}")
    return told.format(square=square_name(end), far=far(half_squares), most=count_squares(most))


def acts_above(number: int) -> str:
    """Of a second line for a unit, which is one choice more (GU-8)."""
    told = _("counts only if unit {number} cannot do what a line above says")
    return told.format(number=number)
