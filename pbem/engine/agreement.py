"""How players end a game by agreement: nothing is played in its last turn, and the chain's last
link says that it is so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pbem.engine.advance import Step
from pbem.engine.api import AnyRuleset, Outcome, Seat
from pbem.engine.chain import EVENTS, LABELS, PUBLIC, STATE, Page, public_view
from pbem.engine.codec import canonical
from pbem.engine.i18n import N_

Agreed = Literal["draw", "concede", "end"]

REASONS: dict[Agreed, str] = {
    "draw": N_("the players agreed on a draw"),
    "concede": N_("the others conceded"),
    "end": N_("the players agreed to end the game without a result"),
}


def agreed_outcome(agreed: Agreed, winner: Seat | None, seats: int) -> Outcome:
    """The outcome that an agreement makes; `winner` is whom the game was conceded to."""
    winners = () if winner is None else (winner,)
    scores = {seat: float(seat == winner) for seat in range(1, seats + 1)}
    return Outcome(winners, scores, REASONS[agreed], agreed)


def agreed_end(state: Any, outcome: Outcome) -> Step[Any, Any]:
    """The step by which a game ends in this state, without any play."""
    return Step(state, (), {}, (), outcome, ())


def check_agreed(ruleset: AnyRuleset, page: Page, before: Any) -> Iterator[str]:
    """What is wrong with the link of a turn that ended a game by agreement, of the parts that are
    laid open; `before` is the state that the turn began with."""
    codec, outcome = ruleset.codec, page.link.outcome
    right = {
        STATE: codec.dump_state(before),
        EVENTS: codec.dump_events(()),
        LABELS: canonical(()),
        PUBLIC: public_view(ruleset, before),
    }
    for name, data in right.items():
        if name in page.opened and bytes(page.opened[name].data) != data:
            yield f"{name}: something was played, although the game ended by agreement"
    for seat in range(1, len(page.link.answers) + 1):
        answer = page.opened.get(f"answer/{seat}")
        if answer is not None and bytes(answer.data) != canonical(None):
            yield f"orders of seat {seat} were played, although the game ended by agreement"
    if outcome is not None and outcome.agreed:
        winner = outcome.winners[0] if outcome.winners else None
        if (winner is not None) != (outcome.agreed == "concede") or outcome != agreed_outcome(
            outcome.agreed, winner, len(page.link.answers)
        ):
            yield "the outcome is none that players can agree on"
