"""The rules of God Unit: a turn from production to its end. The steps are in ``turn/``; what
both sides reckon with in ``reckoning/``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.api import Ask, Event, Outcome, Player, Seat
from pbem.engine.i18n import _
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.events import GameEnded, TurnEnded
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.turn.acting import act
from pbem.rulesets.god_unit.turn.ending import count, eliminate, hold, judge
from pbem.rulesets.god_unit.turn.placing import place
from pbem.rulesets.god_unit.turn.play import Play
from pbem.rulesets.god_unit.turn.production import (
    complete_deployments,
    finish,
    take_orders,
    waste_away,
)
from pbem.rulesets.god_unit.turn.scrambling import scramble
from pbem.rulesets.god_unit.turn.seeing import see
from pbem.rulesets.god_unit.turn.setup import set_up
from pbem.rulesets.god_unit.view import View

_A_FACTORY = 1000.0
"""What a deployed factory counts in a score, so that factories go before units."""


class GodUnitRules:
    """Implements :class:`pbem.engine.api.Rules`."""

    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """GU-5, GU-7, SZ-7."""
        state = set_up(options, players, chance)
        return msgspec.structs.replace(state, history=(count(state),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """GU-7, GU-8: a list of squares first, orders of everyone who is left after that."""
        if state.ending is not None:
            return ()
        kind = "placement" if state.is_placing else "orders"
        sides = zip(state.players, state.sides, strict=True)
        return tuple(Ask(player.seat, kind) for player, side in sides if side.out is None)

    def view(self, state: State, seat: Seat | None) -> View:
        """GU-14."""
        return see(state, seat)

    def resolve(
        self, state: State, answers: Mapping[Seat, Orders], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """GU-9, GU-10: production, then actions by initiative; or GU-7: factories are placed."""
        if state.ending is not None:
            return state, ()
        play = Play(state, chance)
        if state.is_placing:
            place(play, answers)
        complete_deployments(play)
        waste_away(play)
        finish(play)
        take_orders(play, answers)
        act(play, answers)
        hold(play)
        eliminate(play)
        made = play.state()
        ending = judge(made)
        if ending is not None:
            play.events.append(GameEnded(ending=ending))
        play.events.append(TurnEnded(turn=play.turn))
        history = (*state.history, count(made))
        return msgspec.structs.replace(made, history=history, ending=ending), tuple(play.events)

    def outcome(self, state: State) -> Outcome | None:
        """GU-13, SZ-10. A seat's score is 1,000 for every factory and what its units cost."""
        if state.ending is None:
            return None
        standings = zip(state.players, state.history[-1], strict=True)
        return Outcome(
            winners=state.ending.winners,
            scores={player.seat: _A_FACTORY * s.factories + s.cost for player, s in standings},
            reason=_reason(state.ending.cause),
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """GU-14: other products in the factories of others."""
        return scramble(state, seat, chance.stream(f"scramble/{seat}"))


def _reason(cause: str) -> str:
    return {
        "last": _("the last one left"),
        "nobody": _("nobody was left"),
        "turns": _("the most factories when the turns were over"),
        "relics": _("the relics"),
    }[cause]
