"""What is asked, told and decided has the shape that the service relies on."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Event
from pbem.engine.chain import PARTS
from pbem.engine.orders import read_sheet
from pbem.engine.testing.lab import Game, Lab, Moment
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    yield from _declared(lab.ruleset)
    for game in lab.games:
        for moment in game.moments:
            yield from _asks(game, moment)
            yield from _outcome(game, moment)
            yield from _events(game, moment)
        yield from _traits(lab.ruleset, game)
    for game, moment in lab.moments():
        yield from _template(lab, game, moment)


def _declared(ruleset: AnyRuleset) -> Iterator[Remark]:
    ruleset.options()
    if not ruleset.seats or ruleset.seats.start < 1:
        yield Fault(f"seats is {ruleset.seats}: it must hold player counts from 1 up")
    if ruleset.house_bot not in ruleset.bots:
        yield Fault(f"house_bot {ruleset.house_bot!r} is none of the bots: {sorted(ruleset.bots)}")
    if not ruleset.desk.manual():
        yield Fault("manual() is empty: it is what a player who asks for HELP gets")
    for kind, ruling in ruleset.disclosures.items():
        if not issubclass(kind, Event) or not ruling.strip():
            yield Fault(f"disclosures: {kind!r} must be an Event type with the ruling for it")
    for part, ruling in ruleset.sealed.items():
        if part not in PARTS or not ruling.strip():
            yield Fault(f"sealed: {part!r} must be one of {PARTS}, with the ruling for it")


def _asks(game: Game, moment: Moment) -> Iterator[Remark]:
    where, asked = game.at(moment), [ask.seat for ask in moment.asks]
    if asked != sorted(asked):
        yield Fault(f"{where}: asks() are for seats {asked}; they must be in seat order")
    for seat in sorted({seat for seat in asked if asked.count(seat) > 1}):
        yield Fault(f"{where}: asks() has {asked.count(seat)} asks for seat {seat}, one is allowed")
    for seat in sorted(set(asked) - set(game.seats)):
        yield Fault(f"{where}: asks() names seat {seat}; there are seats {list(game.seats)}")
    if moment.outcome is not None and asked:
        yield Fault(f"{where}: the game is over but asks() still wants orders of seats {asked}")
    if moment.outcome is None and not asked:
        yield Fault(f"{where}: asks() is empty but outcome() is None, so the game is stuck")


def _outcome(game: Game, moment: Moment) -> Iterator[Remark]:
    if moment.outcome is None:
        return
    strangers = sorted(set(moment.outcome.winners) - set(game.seats))
    if strangers:
        yield Fault(f"{game.at(moment)}: outcome().winners names seats {strangers}, not in play")
    if sorted(moment.outcome.scores) != list(game.seats):
        yield Fault(
            f"{game.at(moment)}: outcome().scores are of seats {sorted(moment.outcome.scores)}; "
            f"there must be one for each of {list(game.seats)}"
        )
    if not moment.outcome.reason.strip():
        yield Fault(f"{game.at(moment)}: outcome().reason is empty; players are told why it ended")


def _traits(ruleset: AnyRuleset, game: Game) -> Iterator[Remark]:
    """Statistics call it with the spectator's view of a finished game."""
    if ruleset.traits is None or not game.moments or game.moments[-1].outcome is None:
        return
    last = game.moments[-1]
    traits = ruleset.traits(ruleset.rules.view(last.state, None))
    strangers = sorted(set(traits) - set(game.seats))
    if strangers:
        yield Fault(f"{game.at(last)}: traits names seats {strangers}, not in play")
    if not all(isinstance(value, str) for facts in traits.values() for value in facts.values()):
        yield Fault(f"{game.at(last)}: traits holds values that are no text: {traits!r}")


def _events(game: Game, moment: Moment) -> Iterator[Remark]:
    for event in moment.news:
        name = type(event).__name__
        if not isinstance(event, Event):
            yield Fault(f"{game.at(moment)}: resolve() made a {name}, which is no Event")
            continue
        if type(event).is_for is not Event.is_for:
            yield Fault(f"the event {name} overrides is_for; its audience alone may decide")
        if event.audience is None:
            continue
        strangers = sorted(set(event.audience) - set(game.seats))
        if strangers or not event.audience:
            yield Fault(
                f"{game.at(moment)}: the event {name} has the audience {event.audience}; it must "
                f"be some of the seats {list(game.seats)}, or None for everyone"
            )


def _template(lab: Lab, game: Game, moment: Moment) -> Iterator[Remark]:
    rules, desk = lab.ruleset.rules, lab.ruleset.desk
    for seat in game.seats:
        view = rules.view(moment.state, seat)
        template = desk.report(view, news_for(seat, moment.news)).template
        if read_sheet(template, moment.turn).says_something:
            yield Fault(
                f"{game.at(moment, seat)}: the order template {template!r} orders something when "
                "sent back untouched; each of its lines must be a comment (# ...)"
            )


CHECK = Check("contract", "Asks, events, outcome and template are as the contract says", _examine)
