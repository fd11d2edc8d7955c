"""Random games for the checks to look at, played once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from typing import Any, NamedTuple

from pbem.engine.advance import advance, begin, news_for
from pbem.engine.api import AnyRuleset, Ask, Event, Line, Outcome, Player, Seat
from pbem.engine.codec import canonical
from pbem.engine.rng import Chance
from pbem.engine.testing.compare import differences
from pbem.engine.testing.junk import HOSTILE, as_lines, raw_lines, spoiled
from pbem.engine.testing.raised import during, told
from pbem.engine.testing.surface import Exchange, Reply, Surface, reply_bytes

CLOSE_SEATS = 5
"""At how many seats games are still small enough to compare every seat with every other."""
CLOSELY = 60
"""How many moments are looked at closely where nobody says how many: as many as one waits a minute
for while a game is being written. Rare faults want more."""

FEW = 40
"""At how many of those whatever is no matter of secrets is tried."""
SCRAMBLES = 3
"""How often each state is scrambled for each seat."""
WHOLLY = 24
"""At how many moments all that is sent is made, even of what is the same."""


class Received(NamedTuple):
    """What somebody is told and answered, and all that is made and sent of it, if it was made."""

    exchange: Exchange
    made: Mapping[str, bytes] | None


@dataclass(frozen=True)
class Moment:
    """A state of a game that was played, and what happened next.

    ``turn`` is the open turn, ``news`` all events of the resolution that led here,
    ``answers`` what the open turn was resolved with (empty at the end), ``image``
    the state's canonical bytes when it was made. ``error`` is what the resolution raised.
    """

    turn: int
    state: Any
    image: bytes
    news: tuple[Event, ...]
    asks: tuple[Ask, ...]
    answers: Mapping[Seat, Any]
    outcome: Outcome | None
    error: Exception | None = None

    @property
    def is_open(self) -> bool:
        """Whether the game goes on from here."""
        return self.outcome is None and bool(self.asks)

    def ask_of(self, seat: Seat) -> Ask | None:
        """What this seat owes now."""
        return next((ask for ask in self.asks if ask.seat == seat), None)


@dataclass(frozen=True)
class Game:
    """One random game.

    ``trouble`` says why it did not come to its end, if it did not; ``failed`` is the
    moment whose resolution raised, which is then not among the others.
    """

    number: int
    players: tuple[Player, ...]
    secret: bytes
    moments: tuple[Moment, ...]
    trouble: str | None
    failed: Moment | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    def turns(self) -> tuple[Moment, ...]:
        """The moments that something was resolved from."""
        return tuple(moment for moment in self.moments if moment.is_open)

    def at(self, moment: Moment, seat: Seat | None = None) -> str:
        """A place in this game, for a message."""
        who = "" if seat is None else f", seat {seat}"
        return f"game {self.number} ({len(self.players)} players), turn {moment.turn}{who}"


class Lab:
    """A ruleset under examination: what to play, and what has been played.

    `games` are spread over all player counts, or those of `players` alone, at least one
    each, and played with `options` (None: the default game); `surface` is what counts as
    received by a seat; no game may take more than `turns` turns. With `closely` so many moments,
    drawn from all games alike, are looked at closely; without it those of games with few seats,
    of more than :data:`CLOSELY` so many.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        *,
        games: int,
        seed: int,
        surface: Surface,
        turns: int,
        options: Any = None,
        closely: int | None = None,
        players: Sequence[int] = (),
    ) -> None:
        self.ruleset = ruleset
        self.closely = closely
        self.counts = tuple(players) or tuple(ruleset.seats)
        self.seed = seed
        self.turns = turns
        self._wanted = games
        self._surface = surface
        self._options = options
        self._scrambled: dict[tuple[int, int, Seat], tuple[Any, ...]] = {}

    @cached_property
    def options(self) -> Any:
        """What all games are played with."""
        return self.ruleset.options() if self._options is None else self._options

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Random games of every player count that is tried."""
        counts = cycle(self.counts)
        many = max(self._wanted, len(self.counts))
        return tuple(play(self, number, next(counts)) for number in range(many))

    @cached_property
    def close_games(self) -> tuple[Game, ...]:
        """Those to look at closely, from every one of their seats."""
        if self.closely is not None:
            return self.games
        few = max(CLOSE_SEATS, min(self.counts, default=0))
        return tuple(game for game in self.games if len(game.players) <= few)

    def secret(self, number: int) -> bytes:
        """The secret of the game of that number: the same for the same seed."""
        return hashlib.sha256(f"{self.ruleset.name}/{self.seed}/{number}".encode()).digest()

    @cached_property
    def _drawn(self) -> frozenset[tuple[int, int]] | None:
        """Game and turn of the moments drawn to be looked at closely; None: all are."""
        wanted = CLOSELY if self.closely is None else self.closely
        every = [(game.number, moment.turn) for game in self.close_games for moment in game.moments]
        if self.closely is None and len(every) <= wanted:
            return None
        stream = Chance(self.secret(-1), 0, "kit/closely").stream("moments")
        return frozenset(stream.sample(every, min(wanted, len(every))))

    def close_moments(self, game: Game) -> Iterator[Moment]:
        """The moments of a game that are looked at closely."""
        for moment in game.moments:
            if self._drawn is None or (game.number, moment.turn) in self._drawn:
                yield moment

    @cached_property
    def _wholly(self) -> frozenset[bytes]:
        """The states of which all is made that is sent."""
        every = [one.image for game in self.close_games for one in self.close_moments(game)]
        return frozenset(every[:: -(-len(every) // WHOLLY) or 1])

    def moments(self) -> Iterator[tuple[Game, Moment]]:
        """The moments that are looked at closely, of every game; where nobody says how many, so
        many of them as tell all that has nothing to do with secrets."""
        every = [(game, moment) for game in self.close_games for moment in self.close_moments(game)]
        if self.closely is None and len(every) > FEW:
            every = every[:: -(-len(every) // FEW)]
        yield from every

    def scrambled(self, game: Game, moment: Moment, seat: Seat) -> tuple[Any, ...]:
        """Other truths that `seat` cannot tell from this one, says the ruleset."""
        place = game.number, moment.turn, seat
        if place not in self._scrambled:
            self._scrambled[place] = tuple(
                self.ruleset.rules.scramble(
                    moment.state, seat, self.chance(game, moment, f"scramble/{seat}/{attempt}")
                )
                for attempt in range(SCRAMBLES)
            )
        return self._scrambled[place]

    def asked(self) -> Iterator[tuple[Game, Moment, Ask, Any]]:
        """Every ask of those games, with the view of the seat that is asked."""
        for game, moment in self.moments():
            for ask in moment.asks:
                yield game, moment, ask, self.ruleset.rules.view(moment.state, ask.seat)

    def chance(self, game: Game, moment: Moment, scope: str) -> Chance:
        """Chance of the kit's own, apart from what the game itself draws."""
        return Chance(game.secret, moment.turn, f"kit/{scope}")

    def exchange(
        self,
        state: Any,
        seat: Seat | None,
        turn: int,
        events: tuple[Event, ...],
        probes: tuple[tuple[Line, ...], ...] = (),
    ) -> Exchange:
        """What `seat` is told in `state` after `events`, and answered to `probes`."""
        rules, desk = self.ruleset.rules, self.ruleset.desk
        ask = next((a for a in rules.asks(state) if a.seat == seat), None)
        view = rules.view(state, seat)
        replies = () if ask is None else tuple(Reply(p, desk.parse(view, ask, p)) for p in probes)
        return Exchange(seat, turn, view, ask, news_for(seat, events), replies)

    def received(
        self,
        moment: Moment,
        state: Any,
        seat: Seat | None,
        turn: int,
        events: tuple[Event, ...],
        probes: tuple[tuple[Line, ...], ...] = (),
    ) -> Received:
        """What `seat` gets in `state` after `events`; `moment` says whether all of it is made."""
        exchange = self.exchange(state, seat, turn, events, probes)
        wholly = moment.image in self._wholly
        return Received(exchange, self._surface(self.ruleset, exchange) if wholly else None)

    def told_apart(self, one: Received, other: Received) -> Iterator[tuple[str, str]]:
        """By which parts of what is received two differ, with the first place of each.

        All that is received is made of an exchange; so where those are the same it is made at some
        moments only, to find what has another source.
        """
        if one.made is not None and other.made is not None:
            yield from differences(one.made, other.made)
        elif self._made_of(one.exchange) != self._made_of(other.exchange):
            both = (self._surface(self.ruleset, told.exchange) for told in (one, other))
            yield from differences(*both)

    def _made_of(self, exchange: Exchange) -> list[bytes]:
        codec = self.ruleset.codec
        return [
            codec.dump_view(exchange.view),
            canonical([exchange.seat, exchange.turn, exchange.ask]),
            codec.dump_events(exchange.news),
            *(reply_bytes(self.ruleset, reply) for reply in exchange.replies),
        ]

    def probes(self, game: Game, moment: Moment, seat: Seat) -> tuple[tuple[Line, ...], ...]:
        """Mails to try on `seat`'s desk: what every seat might order now, spoiled, and junk.

        Other seats' orders are among them because a verdict on what belongs to
        another is where a desk is most likely to tell too much.
        """
        rules, desk = self.ruleset.rules, self.ruleset.desk
        stream = self.chance(game, moment, f"probe/{seat}").stream("spoil")
        written: list[str] = []
        mails: list[tuple[Line, ...]] = []
        for ask in moment.asks:
            view = rules.view(moment.state, ask.seat)
            orders = desk.sample(view, ask, self.chance(game, moment, f"probe/{seat}/{ask.seat}"))
            lines = desk.write(view, ask, orders)
            written += lines
            mails.append(as_lines(lines, moment.turn))
        mails.append(raw_lines([spoiled(line, stream) for line in written]))
        mails.append(raw_lines(stream.sample(HOSTILE, 6)))
        return tuple(mails)


def players_for(count: int) -> tuple[Player, ...]:
    """So many players with names of different letters and lengths."""
    names = ("Ada", "Björn", "Cé", "Dwayne-Lee", "Eleni", "Фёдор", "Gül", "Hatshepsut", "Iñaki")
    return tuple(
        Player(seat, names[seat - 1] if seat <= len(names) else f"Player {seat}")
        for seat in range(1, count + 1)
    )


def play(
    lab: Lab, number: int, count: int, decide: Decide | None = None, *, most: int | None = None
) -> Game:
    """One game from its set-up to its end, to where it fails, or to the last of as many moments as
    are wanted at `most`."""
    ruleset, secret, players = lab.ruleset, lab.secret(number), players_for(count)
    moments: list[Moment] = []
    trouble: str | None = None
    failed: Moment | None = None
    try:
        for moment in islice(_moments(lab, secret, players, decide or random_answer), most):
            if moment.error is not None:
                failed = moment
                raise moment.error
            moments.append(moment)
            if moment.turn > lab.turns:
                trouble = (
                    f"{ruleset.name} is not over after {lab.turns} turns of random play; "
                    "outcome() must come to something in every game"
                )
                break
    except Exception as error:  # noqa: BLE001  (a ruleset may raise anything; it is the finding)
        trouble = told(error)
    return Game(number, players, secret, tuple(moments), trouble, failed)


Decide = Callable[[AnyRuleset, Any, Ask, Chance], Any]
"""A seat's orders from its view, or None where it stays silent."""


def random_answer(ruleset: AnyRuleset, view: Any, ask: Ask, chance: Chance) -> Any:
    """Mostly a random order, now and then an idle one or none at all."""
    mood = chance.stream("kit/mood").below(10)
    if mood == 0:
        return None
    desk = ruleset.desk
    return desk.idle(view, ask) if mood == 1 else desk.sample(view, ask, chance)


def _moments(
    lab: Lab, secret: bytes, players: tuple[Player, ...], decide: Decide
) -> Iterator[Moment]:
    ruleset, rules = lab.ruleset, lab.ruleset.rules
    with during("setting a game up"):
        state = begin(ruleset, lab.options, players, secret).state
    events: tuple[Event, ...] = ()
    turn = 1
    while True:
        with during(f"what is asked in turn {turn}"):
            asks, outcome, image = rules.asks(state), rules.outcome(state), canonical(state)
        if outcome is not None or not asks:
            yield Moment(turn, state, image, events, asks, {}, outcome)
            return
        given: dict[Seat, Any] = {}
        for ask in asks:
            chance = Chance(secret, turn, f"kit/answer/{ask.seat}")
            with during(f"deciding for seat {ask.seat} in turn {turn}"):
                orders = decide(ruleset, rules.view(state, ask.seat), ask, chance)
            if orders is not None:
                given[ask.seat] = orders
        try:
            step = advance(ruleset, state, given, key=secret, turn=turn)
        except Exception as error:  # noqa: BLE001  (told by play(), with the moment kept)
            error.add_note(f"resolving turn {turn}")
            yield Moment(turn, state, image, events, asks, given, outcome, error)
            return
        yield Moment(turn, state, image, events, asks, step.answers, outcome)
        state, events, turn = step.state, step.events, turn + 1
