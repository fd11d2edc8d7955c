"""Nobody changes what was handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pbem.engine.advance import news_for
from pbem.engine.api import Seat
from pbem.engine.codec import canonical
from pbem.engine.rng import Chance
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.lab import Game, Lab, Moment
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    for game in lab.games:
        for moment in game.moments:
            now = canonical(moment.state)
            if now != moment.image:
                yield Fault(
                    f"{game.at(moment)}: this state was changed after it was made, at "
                    f"{first_difference(moment.image, now)}; make a new one (msgspec.structs."
                    "replace) and copy dicts before writing to them"
                )
    for game, moment in lab.moments():
        yield from _rules(lab, game, moment)
        for seat in game.seats:
            yield from _desk(lab, game, moment, seat)


def _untouched(where: str, call: str, given: Any, act: Callable[[], Any]) -> Iterator[Remark]:
    """Call `act` and see that the canonical bytes of all `given` stay what they were."""
    before = canonical(given)
    act()
    after = canonical(given)
    if before != after:
        yield Fault(f"{where}: {call} changed what it was given: {first_difference(before, after)}")


def _rules(lab: Lab, game: Game, moment: Moment) -> Iterator[Remark]:
    rules, where = lab.ruleset.rules, game.at(moment)
    state, answers = moment.state, dict(moment.answers)
    yield from _untouched(where, "asks()", state, partial(rules.asks, state))
    yield from _untouched(where, "outcome()", state, partial(rules.outcome, state))
    for viewer in (None, *game.seats):
        where = game.at(moment, viewer)
        yield from _untouched(where, "view()", state, partial(rules.view, state, viewer))
    for seat in game.seats:
        chance = lab.chance(game, moment, f"purity/{seat}")
        yield from _untouched(
            game.at(moment, seat),
            "scramble()",
            state,
            partial(rules.scramble, state, seat, chance),
        )
    if moment.is_open:
        yield from _untouched(
            game.at(moment),
            "resolve()",
            [state, answers],
            partial(rules.resolve, state, answers, Chance(game.secret, moment.turn)),
        )


def _desk(lab: Lab, game: Game, moment: Moment, seat: Seat) -> Iterator[Remark]:
    desk, where = lab.ruleset.desk, game.at(moment, seat)
    view = lab.ruleset.rules.view(moment.state, seat)
    news = news_for(seat, moment.news)
    yield from _untouched(where, "report()", [view, news], partial(desk.report, view, news))
    ask = moment.ask_of(seat)
    if ask is None:
        return
    chance = lab.chance(game, moment, f"purity/sample/{seat}")
    yield from _untouched(where, "default()", view, partial(desk.default, view, ask))
    yield from _untouched(where, "idle()", view, partial(desk.idle, view, ask))
    yield from _untouched(where, "sample()", view, partial(desk.sample, view, ask, chance))
    orders = moment.answers.get(seat)
    if orders is not None:
        yield from _untouched(
            where, "write()", [view, orders], partial(desk.write, view, ask, orders)
        )
    for lines in lab.probes(game, moment, seat):
        yield from _untouched(
            where, "parse()", [view, lines], partial(desk.parse, view, ask, lines)
        )
    for name, bot in lab.ruleset.bots.items():
        luck = lab.chance(game, moment, f"purity/{name}/{seat}")
        yield from _untouched(
            where,
            f"the bot {name}",
            view,
            partial(bot.decide, view, ask, luck),
        )


CHECK = Check("purity", "Nothing that is handed in is changed", _examine)
