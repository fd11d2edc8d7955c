"""The end of a player's turn, and of the game (PA-9, PA-13, PA-14)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.parsec.events import ShipsDrawn
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS
from pbem.rulesets.parsec.log import ArtifactHarvested, Passed
from pbem.rulesets.parsec.reckoning.harvest import harvestable
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.turn.play import Play
from pbem.rulesets.parsec.view import EndCause, Ending


def end_turn(play: Play) -> None:
    """Refill, harvest, and the next player's turn."""
    turn = play.turn
    passed = turn.passed + FIGURES.orders - turn.done
    if passed:
        play.note(Passed(seat=turn.seat, count=passed))
    _refill(play, turn.seat)
    _harvest(play, turn.seat, turn.harvest)
    for seat in play.seats:
        holdings = play.holdings(seat)
        amounts = (*(holdings.resources.of(kind) for kind in KINDS), holdings.artifacts)
        play.change(seat, course=(*holdings.course, amounts))
    play.idle = 0 if play.turn.moved else play.idle + 1
    play.played += 1
    del play.queue[0]


def _refill(play: Play, active: Seat) -> None:
    """PA-9: the active player's whole hand first, then in seat order."""
    for seat in (active, *(other for other in play.seats if other != active)):
        drawn = play.draw(seat, play.missing(seat), f"refill/{active}/{seat}")
        if drawn.total:
            play.events.append(ShipsDrawn(audience=(seat,), ships=drawn))


def _harvest(play: Play, seat: Seat, wish: Square | None) -> None:
    """PA-13: one artifact for a merchant leader in a region with two or more."""
    found = harvestable(play.space, seat)
    if not found:
        return
    square = found[0] if wish is None or wish not in found else wish
    del play.space.artifacts[square]
    play.change(seat, artifacts=play.holdings(seat).artifacts + 1)
    play.note(ArtifactHarvested(seat=seat, square=square))


def judge(state: State) -> Ending | None:
    """PA-14: how the game has ended with this state, or None."""
    if len(state.galaxy.artifacts) <= FIGURES.few_artifacts:
        return _ended(state, "artifacts")
    if state.dry:
        return _ended(state, "pool")
    if state.idle >= FIGURES.idle_rounds * len(state.players):
        return _ended(state, "idle")
    return None


def _ended(state: State, cause: EndCause) -> Ending:
    scores = tuple(person.holdings.score for person in state.people)
    winners = tuple(p.seat for p in state.people if p.holdings.score == max(scores))
    return Ending(winners, cause, scores)
