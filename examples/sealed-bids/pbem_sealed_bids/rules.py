"""The rules: the only module that sees every bid and every purse."""

from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.api import Ask, Event, Outcome, Player, Seat
from pbem.engine.i18n import N_
from pbem.engine.rng import Chance
from pbem_sealed_bids.bids import Bid, Options, Paid, Sold, View


class State(msgspec.Struct, frozen=True):
    """The whole truth. Purses are secret, and all ``lots`` but the first, which is up now."""

    options: Options
    players: tuple[Player, ...]
    lots: tuple[int, ...]
    purses: dict[Seat, int]
    history: tuple[dict[Seat, int], ...]


class AuctionRules:
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        """SB-1."""
        stream, purses = chance.stream("lots"), {one.seat: options.purse for one in players}
        lots = tuple(stream.between(1, 9) for _turn in range(options.turns))
        return State(options, tuple(players), lots, purses, (dict.fromkeys(purses, 0),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "bid") for seat in state.purses if state.lots)

    def view(self, state: State, seat: Seat | None) -> View:
        """SB-3."""
        lot, purse = (*state.lots, 0)[0], state.purses[seat] if seat else 0
        return View(seat, state.options.turns, state.players, lot, state.history, purse)

    def resolve(
        self, state: State, answers: Mapping[Seat, Bid], chance: Chance
    ) -> tuple[State, tuple[Event, ...]]:
        """SB-2. A bid that the purse cannot pay is no bid."""
        lot, points, purses = state.lots[0], state.history[-1], state.purses
        good = {s: bid.coins for s, bid in answers.items() if 0 < bid.coins <= purses[s]}
        best = [seat for seat in good if good[seat] == max(good.values())]
        winner = chance.stream("tie").choice(best) if best else None
        events: list[Event] = [Sold(lot=lot, winner=winner)]
        if winner is not None:
            points = points | {winner: points[winner] + lot}
            purses = purses | {winner: purses[winner] - good[winner]}
            events.append(Paid(audience=(winner,), coins=good[winner]))
        history = (*state.history, points)
        return State(state.options, state.players, state.lots[1:], purses, history), tuple(events)

    def outcome(self, state: State) -> Outcome | None:
        """SB-4."""
        return None if state.lots else Outcome.by_score(state.history[-1], N_("the most points"))

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        """SB-3: other lots to come, and other purses for all others who have bought."""
        stream, points = chance.stream("scramble"), state.history[-1]
        others = [other for other in points if points[other] and other != seat]
        purses = state.purses | {other: stream.below(state.options.purse) for other in others}
        lots = (*state.lots[:1], *(stream.between(1, 9) for _lot in state.lots[1:]))
        return msgspec.structs.replace(state, lots=lots, purses=purses)
