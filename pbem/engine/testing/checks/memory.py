"""A desk answers from the view and the news alone, whatever the rules have seen since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.api import Seat
from pbem.engine.codec import canonical
from pbem.engine.rng import Chance
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.lab import Game, Lab, Moment
from pbem.engine.testing.result import Check, Fault, Remark
from pbem.engine.testing.surface import Reply, reply_bytes


def _examine(lab: Lab) -> Iterator[Remark]:
    for game, moment in lab.moments():
        for seat in game.seats:
            yield from _remembers(lab, game, moment, seat)


def _remembers(lab: Lab, game: Game, moment: Moment, seat: Seat) -> Iterator[Remark]:
    exchange = lab.exchange(moment.state, seat, moment.turn, moment.news)
    probes = lab.probes(game, moment, seat)
    _use_rules(lab, game, moment, moment.state)
    before = _answers(lab, game, moment, exchange, probes)
    chance = lab.chance(game, moment, f"memory/{seat}")
    other = lab.ruleset.rules.scramble(moment.state, seat, chance)
    _use_rules(lab, game, moment, other)
    after = _answers(lab, game, moment, exchange, probes)
    for call, made in before.items():
        if made != after[call]:
            yield Fault(
                f"{game.at(moment, seat)}: {call} answers the same view differently once the rules "
                f"have seen another state: {first_difference(made, after[call])}; something of the "
                "state is remembered outside of it (a module global, a cache, an attribute)"
            )


def _use_rules(lab: Lab, game: Game, moment: Moment, state: Any) -> None:
    """Let the rules see `state` in every way that they ever see one."""
    rules = lab.ruleset.rules
    rules.asks(state)
    rules.outcome(state)
    if moment.is_open:
        rules.resolve(state, dict(moment.answers), Chance(game.secret, moment.turn))
    for seat in (*game.seats, None):
        rules.view(state, seat)


def _answers(
    lab: Lab, game: Game, moment: Moment, exchange: Any, probes: Any
) -> Mapping[str, bytes]:
    """All that the desk makes of one view."""
    desk, view, ask = lab.ruleset.desk, exchange.view, exchange.ask
    made = {"report()": canonical(desk.report(view, exchange.news))}
    if ask is None:
        return made
    chance = lab.chance(game, moment, f"memory/sample/{exchange.seat}")
    sampled = desk.sample(view, ask, chance)
    made["sample()"] = canonical(sampled)
    made["write()"] = canonical(desk.write(view, ask, sampled))
    made["idle()"] = canonical(desk.idle(view, ask))
    if ask.required:
        made["default()"] = canonical(desk.default(view, ask))
    for number, lines in enumerate(probes, start=1):
        reply = Reply(lines, desk.parse(view, ask, lines))
        made[f"parse() of mail {number}"] = reply_bytes(lab.ruleset, reply)
    for name, bot in lab.ruleset.bots.items():
        luck = lab.chance(game, moment, f"memory/{name}/{exchange.seat}")
        made[f"the bot {name}"] = canonical(bot.decide(view, ask, luck))
    return made


CHECK = Check("memory", "Desk and bots know their view and news, and nothing else", _examine)
