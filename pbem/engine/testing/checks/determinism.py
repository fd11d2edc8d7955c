"""The same state, answers and secret give the same bytes, everywhere."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Iterator

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset
from pbem.engine.codec import canonical
from pbem.engine.rng import Chance
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.lab import Game, Lab, Moment, play
from pbem.engine.testing.result import Check, Fault, Note, Remark

HASH_SEEDS = ("1", "2", "3")
TURNS_ELSEWHERE = 20
"""How much of each game is told again by another process, at most."""

CAUSES = "a set's order, hash(), id(), random, the clock and module globals are the usual causes"

Part = tuple[str, bytes]
"""Where in a game, and the bytes made there."""


def _examine(lab: Lab) -> Iterator[Remark]:
    for game, moment in lab.moments():
        for (where, one), (_, other) in zip(
            _made(lab, game, moment), _made(lab, game, moment, stored=True), strict=True
        ):
            if one != other:
                yield Fault(
                    f"{where} differ when made again from the same state, as loaded from the "
                    f"record: {first_difference(one, other)}; {CAUSES}"
                )
    yield from _elsewhere(lab)


def _made(lab: Lab, game: Game, moment: Moment, stored: bool = False) -> Iterator[Part]:
    """All that can be made at a moment; `stored` goes through the record first."""
    ruleset, rules, desk = lab.ruleset, lab.ruleset.rules, lab.ruleset.desk
    codec, state = ruleset.codec, moment.state
    if stored:
        state = codec.load_state(codec.dump_state(state))
    where = game.at(moment)
    yield f"{where}: asks() and outcome()", canonical([rules.asks(state), rules.outcome(state)])
    for seat in (None, *game.seats):
        where = game.at(moment, seat)
        view = rules.view(state, seat)
        yield f"{where}: the bytes of view()", canonical(view)
        yield f"{where}: report()", canonical(desk.report(view, news_for(seat, moment.news)))
    for ask in moment.asks:
        where, view = game.at(moment, ask.seat), rules.view(state, ask.seat)
        chance = lab.chance(game, moment, f"again/{ask.seat}")
        sampled = desk.sample(view, ask, chance)
        yield f"{where}: orders of sample()", canonical(sampled)
        yield f"{where}: lines of write()", canonical(desk.write(view, ask, sampled))
        for name, bot in ruleset.bots.items():
            luck = lab.chance(game, moment, f"again/{name}/{ask.seat}")
            yield f"{where}: orders of the bot {name}", canonical(bot.decide(view, ask, luck))
    for seat in game.seats:
        chance = lab.chance(game, moment, f"again/scramble/{seat}")
        scrambled = rules.scramble(state, seat, chance)
        yield f"{game.at(moment, seat)}: states of scramble()", canonical(scrambled)
    if moment.is_open:
        where, chance = game.at(moment), Chance(game.secret, moment.turn)
        after, events = rules.resolve(state, dict(moment.answers), chance)
        yield f"{where}: states after resolve()", canonical(after)
        yield f"{where}: events of resolve()", canonical(events)
        yield f"{where}: labels drawn by resolve()", canonical(chance.labels)


def retell(lab: Lab) -> Iterator[Part]:
    """A game of the fewest players and one of the most, from set-up on, as bytes: what another
    process must make just the same."""
    most = min(TURNS_ELSEWHERE, lab.closely or TURNS_ELSEWHERE)
    for number, count in enumerate(sorted({min(lab.counts), max(lab.counts)})):
        game = play(lab, number, count, most=most)
        for moment in game.moments:
            yield from _made(lab, game, moment)


def _elsewhere(lab: Lab) -> Iterator[Remark]:
    address = find_address(lab.ruleset)
    if address is None:
        yield Note("not tried in another process: no module names this ruleset")
        return
    here = list(retell(lab))
    for seed in HASH_SEEDS:
        there = _ask_child(lab, address, seed)
        for (where, one), (_, other) in zip(here, there, strict=False):
            if one != other:
                yield Fault(
                    f"{where} differ in another process (PYTHONHASHSEED={seed}): "
                    f"{first_difference(one, other)}; {CAUSES}"
                )
                break
        else:
            if len(here) != len(there):
                yield Fault(
                    f"the same game is {len(here)} steps long here and {len(there)} in another "
                    f"process (PYTHONHASHSEED={seed}); {CAUSES}"
                )
    yield Note(f"{len(here)} results made again in {len(HASH_SEEDS)} other processes")


def find_address(ruleset: AnyRuleset) -> str | None:
    """``module:NAME`` under which another process can import this very ruleset."""
    for module_name, module in sorted(sys.modules.items()):
        if module_name in ("__main__", "__mp_main__"):
            continue
        for name, value in list(vars(module).items()) if hasattr(module, "__dict__") else ():
            if value is ruleset:
                return f"{module_name}:{name}"
    return None


def _ask_child(lab: Lab, address: str, hash_seed: str) -> list[Part]:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    numbers = (lab.seed, lab.turns, lab.closely or TURNS_ELSEWHERE)
    counts = ",".join(map(str, lab.counts))
    given = [address, *map(str, numbers), counts, canonical(lab.options).decode()]
    done = subprocess.run(
        [sys.executable, "-m", "pbem.engine.testing.child", *given],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise RuntimeError(f"{address} cannot be examined in another process: {last}")
    return [
        (where, base64.b64decode(made))
        for where, made in msgspec.json.decode(done.stdout, type=list[tuple[str, str]])
    ]


CHECK = Check("determinism", "The same state, answers and secret give the same bytes", _examine)
