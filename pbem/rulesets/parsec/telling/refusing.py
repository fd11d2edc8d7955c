"""Why an order cannot be carried out, as a sentence for its author.

A sentence says what was wrong and what would be right. Its figures are the refusal's own, which
come from the author's view, or at the turn's end from what only its author is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.i18n import _, ngettext
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.reckoning.refusals import Refusal, Why


def sentence(refusal: Refusal) -> str:
    """The reason, and what would be right."""
    return _SENTENCES[refusal.why](refusal)


def _square(refusal: Refusal) -> str:
    assert refusal.square is not None, f"{refusal.why} is about a system"
    return square_name(refusal.square)


def _kind(refusal: Refusal) -> Kind:
    assert refusal.kind is not None, f"{refusal.why} is about a kind"
    return refusal.kind


def _off_board(refusal: Refusal) -> str:
    return _("there is no system {square} on this board").format(square=_square(refusal))


def _occupied(refusal: Refusal) -> str:
    return _("{square} is not empty").format(square=_square(refusal))


def _destroyed(refusal: Refusal) -> str:
    return _("{square} is destroyed for good").format(square=_square(refusal))


def _uninhabitable(refusal: Refusal) -> str:
    square = _square(refusal)
    if refusal.kind is None:
        return _("{square} is uninhabitable: leaders need an inhabitable system").format(
            square=square
        )
    return _("{square} is uninhabitable: only miners settle there").format(square=square)


def _inhabitable(refusal: Refusal) -> str:
    return _("{square} is inhabitable: miners settle uninhabitable systems only").format(
        square=_square(refusal)
    )


def _here(refusal: Refusal) -> str:
    return _("your {leader} is on {square} already").format(
        leader=naming.leader(_kind(refusal)), square=_square(refusal)
    )


def _no_scientists(refusal: Refusal) -> str:
    return _(
        "no scientists live beside {square}: a leader needs some to its left or right, above or "
        "below"
    ).format(square=_square(refusal))


def _joins_two(refusal: Refusal) -> str:
    return _("a leader on {square} would join {number} regions; it may touch one only").format(
        square=_square(refusal), number=refusal.have
    )


def _joins_more(refusal: Refusal) -> str:
    return _("a settlement on {square} would join {number} regions; two are the most").format(
        square=_square(refusal), number=refusal.have
    )


def _at_home(refusal: Refusal) -> str:
    return _("your {leader} is not on the board").format(leader=naming.leader(_kind(refusal)))


def _no_ship(refusal: Refusal) -> str:
    kind = _kind(refusal)
    if not refusal.have:
        return _("you have no {ships} in hand").format(ships=naming.ship_name(kind, 2))
    return ngettext(
        "{ships} are named, {number} is in your hand",
        "{ships} are named, {number} are in your hand",
        refusal.have,
    ).format(ships=naming.count_kind(kind, refusal.need), number=refusal.have)


def _no_weapon(refusal: Refusal) -> str:
    return _("your prototype weapons are used up; there were {number}").format(
        number=FIGURES.weapons
    )


def _swap_count(refusal: Refusal) -> str:
    return _("1 to {most} ships are swapped, not {number}").format(
        most=refusal.need, number=refusal.have
    )


def _swapped(refusal: Refusal) -> str:
    return _("ships are swapped once a turn only: name all of them in one SWAP")


def _no_artifact(refusal: Refusal) -> str:
    return _("there is no artifact on {square}").format(square=_square(refusal))


_SENTENCES: Mapping[Why, Callable[[Refusal], str]] = {
    Why.OFF_BOARD: _off_board,
    Why.OCCUPIED: _occupied,
    Why.DESTROYED: _destroyed,
    Why.UNINHABITABLE: _uninhabitable,
    Why.INHABITABLE: _inhabitable,
    Why.HERE: _here,
    Why.NO_SCIENTISTS: _no_scientists,
    Why.JOINS_TWO: _joins_two,
    Why.JOINS_MORE: _joins_more,
    Why.AT_HOME: _at_home,
    Why.NO_SHIP: _no_ship,
    Why.NO_WEAPON: _no_weapon,
    Why.SWAP_COUNT: _swap_count,
    Why.SWAPPED: _swapped,
    Why.NO_ARTIFACT: _no_artifact,
}
