"""The welcome: the game in a few sentences, one's own start, designs, and how to order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.engine.api import Seat
from pbem.engine.blocks import left, right, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, in_a_row
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import Square, distance, square_name
from pbem.maps.paths import reach
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, Design, banner, is_valid
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyOrder,
    AttackAt,
    AttackNearest,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.view import View

_MOST_SQUARES = 60
"""So many squares of a home zone are listed."""

SAMPLES: tuple[Design, ...] = (
    Design(),
    Design(d=2, m=0),
    Design(a=2, m=2),
    Design(d=2, m=2, r=3),
    Design(a=3, d=3, r=3),
    FACTORY,
    Design(a=3, d=5, m=3, n=4, r=4),
)
"""Designs that the welcome gives as examples, as far as the game's options allow them."""


def welcome_sections(view: View) -> Iterator[Section]:
    """Before the first turn; a spectator is not told how to order."""
    if view.turn or view.ending is not None:
        return
    yield Section(_("The game"), tuple(_the_game(view)))
    yield Section(_("The starts"), tuple(_starts(view)), ranks=True)
    yield Section(_("Designs"), tuple(designs(view.options)))
    if view.seat is not None:
        yield Section(_("How to order"), tuple(_how_to_order(view, view.seat)))


def _the_game(view: View) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Factories make units of your own design, and nobody knows which before they are "
            "done: a grunt a turn, or a god unit in many. Destroy all others, their units and "
            "factories: the last one left wins. Who has no factory any more loses a unit each turn."
        )
    )
    yield Bullets(tuple(_how_it_goes(view.options)))


def _how_it_goes(options: Options) -> Iterator[str]:
    yield _(
        "A turn: what is finished appears, then all that was ordered is carried out by "
        "initiative, a die each: round after round everyone's first line that can be. A unit "
        "moves, attacks or deploys once a turn."
    )
    yield how_attacks_go()
    yield odds_told()
    yield how_far_steps_are(options)
    yield _(
        "Secret are what factories make and everyone's orders. All else is public: units with "
        "their levels, every die, and for how long each factory has been at work."
    )
    if options.board == "syzygy":
        yield ngettext(
            "Nobody may attack before turn {turn}. Undeployed factories move 1 square a turn and "
            "cannot defend themselves; once deployed they make units.",
            "Nobody may attack before turn {turn}. Undeployed factories move 1 square a turn and "
            "cannot defend themselves; once deployed they make units.",
            FIGURES.truce + 1,
        ).format(turn=FIGURES.truce + 1)
    if options.victory == "relics":
        yield _("Who holds more than half of the relics for {turns} in a row wins too.").format(
            turns=count_turns(FIGURES.relic_turns)
        )
    yield ngettext(
        "The game ends after {turns} turn at the latest: most deployed factories win, then most "
        "worth in units.",
        "The game ends after {turns} turns at the latest: most deployed factories win, then most "
        "worth in units.",
        options.max_turns,
    ).format(turns=options.max_turns)


def how_attacks_go() -> str:
    """GU-11, in a few sentences."""
    return _(
        "Each attack draws its target among all that stands in the square, whichever of them the "
        "line names; attacks left over go on to the nearest square of the same owner's units in "
        "range. Both roll a die, times attack and defence; the higher wins, a tie is even odds."
    )


def how_far_steps_are(options: Options) -> str:
    """GU-6, in a few sentences."""
    on_islands = _(
        "A step to the side is 1 square, a diagonal one 1.5, so that M2 is faster than M1 by "
        "diagonals alone. Sea and enemies bar the way; nothing bars an attack."
    )
    on_syzygy = _(
        "A step to the side is 1 square, a diagonal one 1.5, so that M2 is faster than M1 by "
        "diagonals alone. Water, forest and enemies bar the way; nothing bars an attack."
    )
    return on_syzygy if options.board == "syzygy" else on_islands


def odds_told() -> str:
    """GU-11, GU-12: the chances by how many levels apart attack and defence are."""
    low, top = 1, len(FIGURES.strength) - 1
    chance = {
        gap: naming.percent(
            chance_to_hit(
                FIGURES.strength[max(low, low + gap)], FIGURES.strength[max(low, low - gap)]
            )
        )
        for gap in range(low - top, top)
    }
    return _(
        "An attack wins at equal levels with {even}; one level lower with {under1}, two lower with "
        "{under2}, three lower never; one higher with {over1}, two higher with {over2}, three "
        "higher always. A factory defends as D{factory}; D0, and what is undeployed, falls without "
        "a roll."
    ).format(
        even=chance[0],
        under1=chance[-1],
        under2=chance[-2],
        over1=chance[1],
        over2=chance[2],
        factory=FIGURES.factory.d,
    )


def _starts(view: View) -> Iterator[Block]:
    if view.seat is not None:
        told = _own_zone(view, view.seat) if view.is_placing else _own_units(view, view.seat)
        yield Paragraph(told, "good")
    caption = _(
        "Squares of land within 7 of each player's starts, and squares from each start to the "
        "nearest rival's, added up: the worst has {percent} of the best."
    )
    if view.is_placing:  # GU-5; on Syzygy SZ-9
        caption = _(
            "Squares of land within 7 of the middle of each home zone, and squares from there to "
            "the nearest rival's: the worst start has {percent} of the best one's."
        )
    yield table(
        view.seats,
        (left(_("Player")), view.name),
        (right(_("Land near")), lambda seat: view.homes[seat - 1].land),
        (right(_("Nearest rival")), lambda seat: naming.far(view.homes[seat - 1].rival)),
        caption=caption.format(percent=naming.percent(Fraction(view.evenness, 100))),
        mark=lambda seat: seat == view.seat,
    )


def _own_units(view: View, seat: Seat) -> str:
    told = [
        _("{number} ({design}) at {square}").format(
            number=unit.number, design=naming.state(unit), square=square_name(unit.square)
        )
        for unit in view.units_of(seat)
    ]
    own = _("You are {colour}. Your units: {units}.")
    return own.format(colour=banner(seat), units=in_a_row(told))


def _own_zone(view: View, seat: Seat) -> str:
    zone = view.homes[seat - 1].zone
    told = _(
        "You are {colour} and place {factories} in your home zone, whose squares are {squares}."
    )
    if view.options.placement == "open":
        told = _("You are {colour} and place {factories} on any land.")
    return told.format(
        colour=banner(seat),
        factories=naming.count_factories(view.options.factories),
        squares=", ".join(map(square_name, zone[:_MOST_SQUARES])),
    )


def designs(options: Options) -> Iterator[Paragraph | Table]:
    """What can be made (GU-1, GU-2), in a few sentences; what levels give; examples."""
    yield Paragraph(
        _(
            "A design has levels from 0 to 6 of attack (A), defence (D), movement (M), number of "
            "attacks (N) and range (R). A grunt has 1 each and takes 1 turn. Each level more "
            "takes a turn more; D0 saves one, M0 one, A0 R0 N0 together one. A design takes 1 to "
            "{max_cost} turns. Of A, N and R those above 1 may add up to {armament}: A4 N4 R4 and "
            "N6 R6 can be made, A5 N4 R4 cannot. One with M0 comes out undeployed, walks 1 square "
            "a turn, and fights once deployed."
        ).format(max_cost=options.max_cost, armament=FIGURES.armament)
    )
    yield table(
        range(len(FIGURES.strength)),
        (right(_("Level")), str),
        (right(_("A, D, N")), lambda level: FIGURES.strength[level]),
        (right(_("M, R in squares")), lambda level: naming.far(FIGURES.reach(level))),
    )
    yield table(
        [design for design in SAMPLES if is_valid(design, options.max_cost)],
        (left(_("Examples")), naming.design),
        (right(_("Turns")), lambda design: design.cost),
        (left(_("What it is")), _what_it_is),
    )


def _what_it_is(design: Design) -> str:
    if design.is_factory:
        return _("another factory, undeployed")
    told = _("{attacks} a turn, die times {attack}, {range} far; moves {walk}")
    if design.unfolds:
        told = _("immobile once deployed, die times {defence} in defence")
    return told.format(
        attacks=naming.count_attacks(design.attacks),
        attack=design.attack,
        defence=design.defence,
        range=naming.count_squares(design.range),
        walk=naming.far(design.walk),
    )


# How to order -------------------------------------------------------------------------


def _how_to_order(view: View, seat: Seat) -> Iterator[Block]:
    """Orders are written in English whatever the reader's language. What they mean is told in
    so many words that no line of it looks like an order when a mail comes back unmarked."""
    yield Paragraph(
        _(
            "Orders are lines, carried out in the order written; the end of this mail has some "
            "that fit your position. A line that cannot be carried out yet waits for its turn."
        )
    )
    examples = _placing_examples(view, seat) if view.is_placing else _nomad_examples(view, seat)
    told = _("{order}: {meaning}")
    yield Bullets(
        tuple(told.format(order=naming.line(written(one)), meaning=it) for one, it in examples)
    )


def _placing_examples(view: View, seat: Seat) -> Iterator[tuple[AnyOrder, str]]:
    """With squares of the home zone; units are still to be made."""
    zone = view.homes[seat - 1].zone
    yield (
        Place(squares=zone[: view.options.factories + 1]),
        _("the dearest square first; later ones stand in for those that are taken"),
    )
    yield _producing()
    yield _moving(3, zone[0], zone[-1])
    yield (
        Act(unit=4, choice=AttackAt(squares=zone[:2])),
        _("whoever of the others stands in these squares, once they are in range"),
    )
    yield _deploying(5)


def _nomad_examples(view: View, seat: Seat) -> Iterator[tuple[AnyOrder, str]]:
    """With the starting units (SZ-7)."""
    units = view.units_of(seat)
    folded = next((unit for unit in units if unit.phase == "undeployed"), units[0])
    scout = next((unit for unit in units if unit.phase == "ready"), units[-1])
    foes = [unit.square for unit in view.units if unit.seat != seat]
    near = [*reach(view.board, scout.square, scout.levels.walk), scout.square][1]
    yield _deploying(folded.number)
    yield _producing()
    yield _moving(scout.number, near, min(foes, key=lambda foe: distance(scout.square, foe)))
    yield (
        Act(unit=scout.number, choice=AttackNearest()),
        _("the nearest of the others, as soon as one is in range"),
    )


def _producing() -> tuple[AnyOrder, str]:
    design = Design(d=2, r=3)
    meaning = _("what factory A makes, again and again; the first comes {turns} later")
    order = Produce(factory="A", product=design, repeat=True)
    return order, meaning.format(turns=count_turns(design.cost))


def _moving(unit: int, to: Square, goal: Square) -> tuple[AnyOrder, str]:
    order = Act(unit=unit, choice=Move(to=to), others=(Else(MoveTowards(goal=goal)),))
    return order, _("to that square, or as far as it gets towards the other")


def _deploying(unit: int) -> tuple[AnyOrder, str]:
    meaning = _("an undeployed unit, where it stands; it is ready in the next turn")
    return Act(unit=unit, choice=Deploy()), meaning
