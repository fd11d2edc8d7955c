"""What a story may tell of a game that is over, read from its record: the spectator's views, and
the orders of all where the rules let them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbem.engine.api import AnyRuleset
from pbem.engine.chain import ANSWER, ORDERS
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.service.context import Session
from pbem.service.play.table import GameProblem, options_of, undamaged
from pbem.service.tools.export import let_out
from pbem.store import games
from pbem.store.records import AnswerRow, GameRow, SeatRow, Source, TurnRow


@dataclass(frozen=True)
class Ordered:
    """What was played for a seat in a turn, in the words of its desk."""

    turn: int
    seat: int
    source: Source
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Past:
    """``views`` are the spectator's after each turn, the set-up first; ``orders`` is None where
    the rules keep them secret for good."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    ruleset: AnyRuleset
    views: tuple[Any, ...]
    orders: tuple[Ordered, ...] | None

    @property
    def has_chance(self) -> bool:
        """Whether anything was left to chance in this game."""
        return self.ruleset.draws(options_of(self.game))


def past_of(session: Session, game: GameRow) -> Past:
    """The past of a finished game; orders in the language that is being spoken. Raises
    :class:`GameProblem` while it goes on, and DamagedRecord."""
    if game.outcome is None:
        raise GameProblem(_("{game} is not over.").format(game=game.title))
    ruleset = load(game.ruleset)
    open_to_all = {ANSWER, ORDERS} <= let_out(game.ruleset, over=True)
    views: list[Any] = []
    orders: list[Ordered] = []
    state: Any = None
    for turn in games.turns_between(session.connection, game.id):
        if views and open_to_all:
            answers = games.answers_of(session.connection, game.id, turn.turn)
            orders += _ordered(ruleset, state, turn, answers)
        state = ruleset.codec.load_state(undamaged(turn).state)
        views.append(ruleset.rules.view(state, None))
    seats = games.seats_of(session.connection, game.id)
    return Past(game, seats, ruleset, tuple(views), tuple(orders) if open_to_all else None)


def _ordered(
    ruleset: AnyRuleset, state: Any, turn: TurnRow, answers: tuple[AnswerRow, ...]
) -> Iterator[Ordered]:
    asks = {ask.seat: ask for ask in ruleset.rules.asks(state)}
    for answer in answers:
        if (ask := asks.get(answer.seat)) is not None:
            view = ruleset.rules.view(state, answer.seat)
            orders = ruleset.codec.load_orders(answer.orders)
            lines = ruleset.desk.write(view, ask, orders)
            yield Ordered(turn.turn, answer.seat, answer.source, lines)
