"""What everyone knows of the players, and how long the game may still last (PA-14, PA-15)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS
from pbem.rulesets.parsec.telling.phrases import count_artifacts, turn_of
from pbem.rulesets.parsec.view import View

_SHIPS_A_TURN = 2
"""What a player's turn usually takes from the pool."""
_SOON = 3
"""An end by the pool is announced so many rounds ahead."""
_FEW = 2
"""An end by artifacts is announced when so many more are lost or harvested."""


def standings_section(view: View) -> Section:
    """The public facts of all players, and what the end hangs on."""
    table = Table(
        (
            left(_("Player")),
            left(_("Leaders on the board")),
            right(_("Weapons")),
            right(_("Ships in hand")),
            right(_("Swapped")),
        ),
        tuple(_row(view, seat) for seat in view.seats),
        mark=tuple(place for place, seat in enumerate(view.seats) if seat == view.seat),
    )
    return Section(_("The players"), (table, *_how_long(view)))


def _row(view: View, seat: Seat) -> tuple[str, ...]:
    person = view.of(seat)
    return (
        view.name(seat),
        _leaders(view, seat),
        str(person.weapons),
        str(person.ships),
        str(person.swapped) if person.swapped else NONE,
    )


def _leaders(view: View, seat: Seat) -> str:
    """ "science f5, merchant g7"."""
    stand = {one.kind: one.square for one in view.galaxy.leaders if one.seat == seat}
    return (
        ", ".join(
            _("{kind} ({square})").format(kind=naming.kind(kind), square=square_name(stand[kind]))
            for kind in KINDS
            if kind in stand
        )
        or NONE
    )


def _how_long(view: View) -> Iterator[Block]:
    artifacts = len(view.galaxy.artifacts)
    yield Paragraph(
        _(
            "Left on the board: {artifacts}; with {few} the game ends. Left in the pool: {ships}; "
            "the game ends when it cannot refill a hand."
        ).format(
            artifacts=count_artifacts(artifacts),
            few=FIGURES.few_artifacts,
            ships=naming.count_ships(view.pool),
        )
    )
    yield from (Paragraph(told, "warning") for told in ends(view))


def ends(view: View) -> Iterator[str]:
    """How the game may end soon."""
    more = len(view.galaxy.artifacts) - FIGURES.few_artifacts
    if more <= 0:  # a conflict holds the end up
        yield (
            _("Too few artifacts are left: the game ends with this round.")
            if view.options.pace == "round"
            else _("Too few artifacts are left: the game ends with this turn.")
        )
    elif more <= _FEW:
        yield ngettext(
            "The game ends with the next artifact that is harvested or destroyed.",
            "The game ends when {number} more artifacts are harvested or destroyed.",
            more,
        ).format(number=more)
    turns = view.pool // _SHIPS_A_TURN + 1
    if turns <= _SOON * len(view.players):
        yield _about(view, turns)
    left = FIGURES.idle_rounds * len(view.players) - view.idle
    if view.idle >= len(view.players):
        yield ngettext(
            "For {idle} turns no ship has moved: one more such turn ends the game.",
            "For {idle} turns no ship has moved: {left} more such turns end the game.",
            left,
        ).format(idle=view.idle, left=left)


def _about(view: View, turns: int) -> str:
    """PA-14: the pool is what most games end by."""
    seats = len(view.players)
    ships = ngettext(
        "The pool has {number} ship left", "The pool has {number} ships left", view.pool
    ).format(number=view.pool)
    if turns < seats:
        return _("{ships}: not all may get another turn. {turn} is next.").format(
            ships=ships, turn=capitalised(turn_of(view, view.mover))
        )
    rounds = round(turns / seats)
    return ngettext(
        "{ships}: about {rounds} more round.", "{ships}: about {rounds} more rounds.", rounds
    ).format(ships=ships, rounds=rounds)
