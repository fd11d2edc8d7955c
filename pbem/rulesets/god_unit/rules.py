"""The rules of God Unit: a turn from production to its end. The steps are in ``turn/``; what
both sides reckon with in ``mechanics/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from pbem.engine.api import Ask, Event, Outcome, Player, Seat
from pbem.engine.i18n import _
from pbem.engine.ranking import best_of
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.events import GameEnded, TurnEnded
from pbem.rulesets.god_unit.figures import FIGURES, Factory
from pbem.rulesets.god_unit.mechanics.forecast import is_in_contact
from pbem.rulesets.god_unit.mechanics.position import field_of
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.state import State, scramble
from pbem.rulesets.god_unit.turn import Play, steps
from pbem.rulesets.god_unit.turn.setup import place, set_up
from pbem.rulesets.god_unit.view import Attacked, Ending, Fallen, Known, Standing, View

_A_FACTORY = 1000.0
"""What a deployed factory counts in a score, so that factories go before units."""


class GodUnitRules:
    """Implements :class:`pbem.engine.api.Rules`."""

    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """GU-5, GU-7, SZ-7."""
        state = set_up(options, players, chance)
        return msgspec.structs.replace(state, history=(count(state),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """GU-7, GU-8: a list of squares first, orders of everyone who is left after that. Nobody
        waits for who loses the last unit before anything can be ordered, unless that is all, nor
        for who passes (GU-10)."""
        if state.ending is not None:
            return ()
        kind = "placement" if state.is_placing else "orders"
        left = [seat for seat in state.seats if state.is_alive(seat)]
        able = [seat for seat in left if not state.is_doomed(seat)]
        return tuple(
            Ask(seat, kind, required=not state.passes_until(seat)) for seat in able or left
        )

    def view(self, state: State, seat: Seat | None) -> View:
        """GU-14: of what factories make one's own alone."""
        return view_of(state, seat)

    def resolve(
        self, state: State, answers: Mapping[Seat, Orders], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """GU-9, GU-10: production, then actions by initiative; or GU-7: factories are placed."""
        if state.ending is not None:
            return state, ()
        play = Play(state, chance)
        if state.is_placing:
            place(play, answers)
        steps.complete_deployments(play)
        steps.waste_away(play)
        steps.finish(play)
        steps.take_orders(play, answers)
        steps.act(play, answers)
        hold(play)
        eliminate(play)
        made = play.state()
        ending = judge(made)
        if ending is not None:
            play.events.append(GameEnded(ending=ending))
        play.events.append(TurnEnded(turn=play.turn))
        history = (*state.history, count(made))
        passing = () if ending is not None else passing_on(made, answers)
        made = msgspec.structs.replace(made, history=history, passing=passing, ending=ending)
        return made, tuple(play.events)

    def outcome(self, state: State) -> Outcome | None:
        """GU-13, SZ-10. A seat's score is 1,000 for every factory and what its units cost."""
        if state.ending is None:
            return None
        reasons = {
            "last": _("the last one left"),
            "nobody": _("nobody was left"),
            "turns": _("the most factories when the turns were over"),
            "relics": _("the relics"),
        }
        standings = {seat: state.standing(seat) for seat in state.seats}
        return Outcome(
            winners=state.ending.winners,
            scores={seat: _A_FACTORY * s.factories + s.cost for seat, s in standings.items()},
            reason=reasons[state.ending.cause],
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """GU-14: other products in the factories of others."""
        return scramble(state, seat, chance.stream(f"scramble/{seat}"))


def view_of(state: State, seat: Seat | None) -> View:
    """GU-14: of what factories make, and until when one passes, one's own alone."""
    known = {name: getattr(state, name) for name in Known.__struct_fields__}
    known["factories"] = tuple(
        one if one.site.seat == seat else Factory(one.site) for one in state.factories
    )
    known["passing"] = state.known_passing(seat)
    return View(seat=seat, **known)


# The end of a turn (GU-13, SZ-10) -----------------------------------------------------


def hold(play: Play) -> None:
    """SZ-10: who stands on a relic or outpost holds it; turns with most relics are counted."""
    for square, seat in tuple(play.field.held()):
        play.occupy(seat, square)
    relics = [play.holders[t.square] for t in play.before.things if t.kind == "relic"]
    for seat, side in play.sides.items():
        reigns = 2 * relics.count(seat) > len(relics)
        play.sides[seat] = msgspec.structs.replace(side, reign=side.reign + 1 if reigns else 0)


def eliminate(play: Play) -> None:
    """GU-13: who has neither units nor factories is out."""
    left = {seat for _square, seat in play.field.held()}
    for seat in tuple(play.living()):
        if seat not in left:
            play.sides[seat] = msgspec.structs.replace(play.sides[seat], out=play.turn)
            play.log.append(Fallen(seat=seat))


def passing_on(state: State, answers: Mapping[Seat, Orders]) -> tuple[int, ...]:
    """GU-10: by seat until which turn it passes from now on. An enemy in range ends that, and so
    does that all pass: weeks of a game would be over in a minute."""
    until = {}
    for seat in state.seats:
        said = answers[seat].asked_again if seat in answers else None
        turn = state.passes_until(seat) if said is None else said
        until[seat] = turn if turn > state.open_turn and _may_pass(state, seat) else 0
    waits = any(not until[s] and state.is_alive(s) and not state.is_doomed(s) for s in until)
    return tuple(until.values()) if waits and any(until.values()) else ()


def _may_pass(state: State, seat: Seat) -> bool:
    """Whose pieces were attacked is asked again, though the attacker is gone by now."""
    struck = any(isinstance(one, Attacked) and seat in one.attacked for one in state.log)
    in_contact = is_in_contact(field_of(view_of(state, seat)), seat)
    return state.is_alive(seat) and not struck and not in_contact


def count(state: State) -> tuple[Standing, ...]:
    """What every seat has, by seat."""
    armies = {seat: state.units_of(seat) for seat in state.seats}
    return tuple(
        Standing(
            factories=len(state.factories_of(seat)),
            units=len(units),
            cost=sum(unit.design.cost for unit in units),
        )
        for seat, units in armies.items()
    )


def judge(state: State) -> Ending | None:
    """How the game has ended with this state, or None."""
    left = tuple(seat for seat in state.seats if state.is_alive(seat))
    if len(left) < 2:
        return Ending(left, "last" if left else "nobody")
    if state.options.victory == "relics":
        reigning = tuple(seat for seat in left if state.side(seat).reign >= FIGURES.relic_turns)
        if reigning:
            return Ending(reigning, "relics")
    return _on_points(state, left) if state.turn >= state.options.max_turns else None


def _on_points(state: State, left: Sequence[Seat]) -> Ending:
    """GU-13: most deployed factories, then what the units cost; on Syzygy outposts (SZ-10)."""
    standings = dict(zip(state.seats, count(state), strict=True))
    measures: Mapping[Literal["factories", "cost", "outposts"], Callable[[Seat], int]] = {
        "factories": lambda seat: standings[seat].factories,
        "cost": lambda seat: standings[seat].cost,
        "outposts": lambda seat: state.holds(seat, "outpost"),
    }
    best, decisive = best_of(left, measures)
    return Ending(best, "turns", decisive or "shared")
