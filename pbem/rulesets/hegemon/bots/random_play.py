"""Any legal move, by walking the menu: what tests play, and the weakest opponent of all."""

from __future__ import annotations

from pbem.engine.menu import walk
from pbem.engine.rng import Stream
from pbem.rulesets.hegemon.language import Situation
from pbem.rulesets.hegemon.menu import items
from pbem.rulesets.hegemon.orders import Move
from pbem.rulesets.hegemon.taking import TAKER
from pbem.rulesets.hegemon.view import View


def random_move(view: View, stream: Stream) -> Move:
    """Any items in any order, each with what the menu offers for it."""
    at = Situation(view)
    for _item in range(stream.between(0, len(view.options.items))):
        menu = tuple(items(view, at.move))
        if menu:
            (step,) = TAKER.take(walk(menu, stream), at)
            at = step.after
    return at.move
