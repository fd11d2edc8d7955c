"""The rules of Asylamba Mini: a turn from its orders to its end (AM-15). The steps are in
``turn/``; what both sides reckon with in ``mechanics/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from pbem.engine.api import Ask, Event, Outcome, Player, Seat
from pbem.engine.i18n import _
from pbem.engine.ranking import best_of
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini.events import Eliminated, Flow, GameEnded, TurnEnded
from pbem.rulesets.asylamba_mini.figures import FIGURES, Cost, Fleets
from pbem.rulesets.asylamba_mini.mechanics.prices import sector_points
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Orders
from pbem.rulesets.asylamba_mini.state import State, scramble, see
from pbem.rulesets.asylamba_mini.turn import Play
from pbem.rulesets.asylamba_mini.turn.arrivals import arrive
from pbem.rulesets.asylamba_mini.turn.economy import give_orders, produce
from pbem.rulesets.asylamba_mini.turn.setup import set_up
from pbem.rulesets.asylamba_mini.view import Ending, Standing, View


class AsylambaRules:
    """Implements :class:`pbem.engine.api.Rules`."""

    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """AM-2 to AM-4."""
        state = set_up(options, players, chance)
        # The standings are counted as in every turn; setting up left nothing more to chance.
        return replace(state, history=(count(Play(state, chance)),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """AM-14: orders of every living faction, every turn."""
        if state.ending is not None:
            return ()
        return tuple(Ask(faction.seat, "orders") for faction in state.factions if faction.alive)

    def view(self, state: State, seat: Seat | None) -> View:
        """AM-27."""
        return see(state, seat)

    def resolve(
        self, state: State, answers: Mapping[Seat, Orders], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """AM-15: orders, arrivals, production, eliminations and victory."""
        if state.ending is not None:
            return state, ()
        play = Play(state, chance)
        views = {faction.seat: see(state, faction.seat) for faction in play.living()}
        before = {seat: play.balance(seat) for seat in views}
        spent = give_orders(play, views, answers)
        arrive(play)
        produced = produce(play)
        held = count(play)
        eliminate(play)
        after = count(play)
        _tell_flows(play, before, spent, produced)
        living = tuple(faction.seat for faction in play.living())
        ending = judge(state.options, play.turn, living, held, after)
        if ending is not None:
            play.events.append(GameEnded(ending=ending))
        play.events.append(TurnEnded(turn=play.turn))
        standings = after if living else held
        made = replace(play.state(), history=(*state.history, standings), ending=ending)
        return made, tuple(play.events)

    def outcome(self, state: State) -> Outcome | None:
        """AM-25, AM-26. A seat's score is its victory points."""
        if state.ending is None:
            return None
        return Outcome(
            winners=state.ending.winners,
            scores={
                player.seat: float(standing.points)
                for player, standing in zip(state.players, state.history[-1], strict=True)
            },
            reason=_reason(state.ending.cause),
        )

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """AM-27: what others keep secret, drawn anew as far as no public fact tells it."""
        return scramble(state, seat, chance.stream(f"scramble/{seat}"))


def _reason(cause: str) -> str:
    return {
        "points": _("12 victory points"),
        "last": _("the last faction standing"),
        "fallen": _("the most when all that remained fell together"),
        "turns": _("the most victory points when the turns were over"),
    }[cause]


def _tell_flows(
    play: Play,
    before: Mapping[Seat, Cost],
    spent: Mapping[Seat, Cost],
    produced: Mapping[Seat, Cost],
) -> None:
    for faction in play.living():
        seat = faction.seat
        after = play.balance(seat)
        gained = after - before[seat] + spent[seat] - produced[seat]
        play.events.append(
            Flow(
                audience=(seat,),
                before=before[seat],
                spent=spent[seat],
                gained=gained,
                produced=produced[seat],
                after=after,
            )
        )


Standings = tuple[Standing, ...]
"""By seat."""


def count(play: Play) -> Standings:
    """What everyone owns now (AM-25)."""
    return tuple(_standing(play, seat) for seat in sorted(play.factions))


def _standing(play: Play, seat: Seat) -> Standing:
    faction, owned, capitals = play.factions[seat], play.owned(seat), play.capitals()
    stationed = sum((sector.inside.fleets for sector in owned), Fleets())
    under_way = sum(m.course.count for m in play.missions if m.course.owner == seat)
    points = sum(
        sector_points(s.number, s.bonus, s.megastructures, faction.name, capitals) for s in owned
    )
    return Standing(points=points, sectors=len(owned), fleets=stationed.total + under_way)


def eliminate(play: Play) -> None:
    """AM-24: whose capital fell is out; its missions disband, its sectors turn rebel."""
    for seat, by in sorted(play.fallen.items()):
        play.factions[seat] = replace(play.factions[seat], alive=False)
        for sector in play.owned(seat):
            inside = replace(sector.inside, autobuild=None)
            play.sectors[sector.number] = replace(sector, owner=None, inside=inside)
        play.events.append(Eliminated(seat=seat, by=by))
    play.missions = [m for m in play.missions if m.course.owner not in play.fallen]


def judge(
    options: Options, turn: int, living: tuple[Seat, ...], before: Standings, after: Standings
) -> Ending | None:
    """Who has won, if anyone has; `before` are the holdings before eliminations."""
    if not living:
        # Those who fell earlier held nothing any more, so that all seats may be compared.
        return _best(tuple(range(1, len(before) + 1)), before, "fallen")
    if len(living) == 1:
        return Ending(winners=living, cause="last", decided_by="points")
    reached = tuple(s for s in living if after[s - 1].points >= FIGURES.points_to_win)
    if reached:
        return _best(reached, after, "points")
    if options.max_turns is not None and turn >= options.max_turns:
        return _best(living, after, "turns")
    return None


def _best(
    seats: tuple[Seat, ...], standings: Standings, cause: Literal["points", "fallen", "turns"]
) -> Ending:
    """AM-25: most points, then most sectors, then most fleets, then shared."""
    measures: Mapping[Literal["points", "sectors", "fleets"], Callable[[Seat], int]] = {
        "points": lambda seat: standings[seat - 1].points,
        "sectors": lambda seat: standings[seat - 1].sectors,
        "fleets": lambda seat: standings[seat - 1].fleets,
    }
    best, decisive = best_of(seats, measures)
    return Ending(winners=best, cause=cause, decided_by=decisive or "shared")
