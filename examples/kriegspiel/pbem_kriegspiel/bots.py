"""Automatic players. They know what a player in their seat would know."""

import chess

from pbem.engine.api import Ask
from pbem.engine.rng import Chance
from pbem_kriegspiel.game import Lot, Tries, Try, View, possible

MOST = 6  # tries of a bot at once, before it leaves the rest to the umpire
WORTH = {"": 0, "p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 20}


class Wanderer:
    """Tries anything."""

    def decide(self, view: View, ask: Ask, chance: Chance) -> Tries:
        found = chance.stream("wander").shuffled(list(possible(view)))
        return Tries((*map(Try.of, found[:MOST]), Lot()))


class Hunter:
    """Takes back where something of its own was taken, captures with pawns where the umpire says
    that it can, and else brings its men forward, the least dear first."""

    def ranked(self, view: View) -> list[Try]:
        """All tries, the best first."""
        found = possible(view)
        best = sorted(found, key=lambda uci: (-_worth(view, uci, found), uci))
        return list(map(Try.of, best))

    def decide(self, view: View, ask: Ask, chance: Chance) -> Tries:
        best, stream = self.ranked(view)[:MOST], chance.stream("hunt")
        if stream.strikes(1, 4):  # now and then another order: whoever repeats itself stands still
            best = stream.shuffled(best)
        return Tries((*best, Lot()))


def _worth(view: View, uci: str, found: dict[str, str]) -> float:
    """What speaks for a try, by what was heard and where it leads."""
    man, start, end = found[uci], chess.parse_square(uci[:2]), chess.parse_square(uci[2:4])
    worth = WORTH[uci[4:]] * 2.0
    if view.last.taken == uci[2:4]:
        worth += 12 - WORTH[man] / 2
    if view.last.checks and man == "k":
        worth += 4
    across = chess.square_file(start) != chess.square_file(end)
    if man == "p" and across:
        worth += 8 if view.captures else -20
    forward = chess.square_rank(end) - chess.square_rank(start)
    forward = forward if view.seat != 2 else -forward
    middle = abs(chess.square_file(start) - 3.5) - abs(chess.square_file(end) - 3.5)
    return worth + (forward + middle) * (0.1 if man == "k" else 1.2 - WORTH[man] / 10)
