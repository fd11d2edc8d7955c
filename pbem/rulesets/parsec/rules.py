"""The rules of Parsec: players' turns, one order after the other, held up by conflicts that are
asked about. The steps are in ``turn/``; what both sides reckon with in ``mechanics/``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.api import Ask, Event, Outcome, Pace, Player, Seat
from pbem.engine.i18n import _
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.events import GameEnded, TurnEnded
from pbem.rulesets.parsec.figures import FIGURES, in_turn
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import IDLE, Orders, following
from pbem.rulesets.parsec.state import State, Turn, scramble
from pbem.rulesets.parsec.turn import Play
from pbem.rulesets.parsec.turn.ordering import end_turn, fight, judge, take_line
from pbem.rulesets.parsec.turn.setup import set_up
from pbem.rulesets.parsec.view import Public, SeenPlayer, View


class ParsecRules:
    """Implements :class:`pbem.engine.api.Rules`."""

    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """PA-1, PA-2."""
        return set_up(options, players, chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """PA-4, PA-12: orders of who moves, numbers of who fights; standing orders of the rest,
        for whom nobody waits."""
        if state.ending is not None:
            return ()
        return tuple(_ask(state, seat) for seat in state.seats)

    def view(self, state: State, seat: Seat | None) -> View:
        """PA-15: everything is open at the end."""
        people = tuple(
            SeenPlayer(
                seat=person.seat,
                weapons=person.weapons,
                ships=person.holdings.hand.total,
                swapped=person.holdings.swapped.total,
                holdings=person.holdings if state.ending or person.seat == seat else None,
            )
            for person in state.people
        )
        known = {field: getattr(state, field) for field in Public.__struct_fields__}
        return View(seat=seat, people=people, pool=state.pool.total, **known)

    def resolve(
        self, state: State, answers: Mapping[Seat, Orders], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """As many orders and conflicts as can be carried out before anyone must be asked."""
        if state.ending is not None:
            return state, ()
        asked = () if state.dispute is None else state.dispute.waits_for
        replies = {seat: orders for seat, orders in answers.items() if seat in asked}
        play = Play(state, replies, chance)
        for seat, orders in answers.items():
            if seat not in asked:
                stances = following(play.holdings(seat).stances, orders.standing)
                play.change_holdings(seat, stances=stances)
        if state.dispute is None:
            play.change(queue=tuple(_turns(state, answers)))
        _go_on(play)
        play.change(galaxy=play.space.galaxy())
        ending = None if play.state.queue else judge(play.state)
        if ending is not None:
            play.change(ending=ending)
            play.events.append(GameEnded(ending=ending))
        play.events.append(TurnEnded(turn=play.state.turn, played=play.state.played))
        return play.state, tuple(play.events)

    def outcome(self, state: State) -> Outcome | None:
        """PA-14. A seat's score is its least resource; the winner may owe it to the next least."""
        if state.ending is None:
            return None
        reasons = {
            "artifacts": _("few artifacts were left"),
            "pool": _("the pool of ships was empty"),
            "idle": _("no ship moved any more"),
        }
        return Outcome(
            winners=state.ending.winners,
            scores={seat: float(state.ending.scores[seat - 1][0]) for seat in state.seats},
            reason=reasons[state.ending.cause],
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """PA-15: what others hold and plan, drawn anew."""
        return scramble(state, seat, chance.stream(f"scramble/{seat}"))


def _ask(state: State, seat: Seat) -> Ask:
    if state.dispute is not None:
        if seat in state.dispute.waits_for:
            return Ask(seat, "reaction", Pace.REACTION)
    elif state.options.pace == "round" or seat == state.mover:
        return Ask(seat, "orders")
    return Ask(seat, "standing", required=False, lasting=True)


def _turns(state: State, answers: Mapping[Seat, Orders]) -> Iterator[Turn]:
    """The turns that are played now: the mover's, or everyone's, beginning with the mover."""
    movers = in_turn(state.seats, state.mover)
    if state.options.pace == "sequential":
        movers = movers[:1]
    for seat in movers:
        orders = answers.get(seat, IDLE)
        yield Turn(seat, orders.actions[: FIGURES.lines], orders.harvest)


def _go_on(play: Play) -> None:
    """Until all turns are over, or numbers are waited for."""
    while play.state.queue:
        if play.state.dispute is not None:
            if not fight(play, play.state.dispute):
                return
        elif play.turn.done < FIGURES.orders and play.turn.lines:
            take_line(play)
        else:
            end_turn(play)
    play.change(mover=in_turn(play.state.seats, play.state.mover)[1])
