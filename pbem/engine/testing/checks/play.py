"""Random games come to an end."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.testing.lab import Lab
from pbem.engine.testing.result import Check, Fault, Note, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    for game in lab.games:
        if game.trouble:
            yield Fault(f"game {game.number} ({len(game.players)} players): {game.trouble}")
    turns = [len(game.turns()) for game in lab.games]
    told = ", ".join(map(str, lab.counts))
    yield Note(f"{len(turns)} games of {told} players, {sum(turns)} turns")


CHECK = Check("play", "Random play comes to an end at every player count", _examine)
