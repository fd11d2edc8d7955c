"""Games with one fault each, and the check that must find it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, Ask, Event, Level, Line, Outcome, Parsed, Player, Seat
from pbem.engine.codec import StructCodec
from pbem.engine.menu import Choice, Item, Menu, Take
from pbem.engine.report import Report
from pbem.engine.rng import Chance
from tests.engine.testing.leaks import (
    ASK_LEAK,
    AUDIENCE_LEAK,
    LAZY_FOR_A_PART,
    LAZY_FOR_SOME,
    LAZY_SCRAMBLE,
    MEMORY_LEAK,
    NEWS_LEAK,
    NOTHING_TO_COMPARE,
    PUBLIC_EVENT_LEAK,
    PUBLIC_TEXT_LEAK,
    SCENE_LEAK,
    SPECTATOR_LEAK,
    STATE_LEAK,
    TOO_PUBLIC,
    VERDICT_LEAK,
    VIEW_LEAK,
    Resolved,
    _last_seen,
    _Remembers,
    changed,
)

from .toy import CODEC, TOY, Bid, Desk, Options, Paid, Rules, RunnerUp, Sold, State, View

# Impure rules --------------------------------------------------------------------------------


class _WritesToThePurses(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        state.purses[1] = max(0, state.purses[1] - 1)
        return super().resolve(state, answers, chance)


MUTATES_STATE = replace(TOY, rules=_WritesToThePurses())


class _DeskWritesToTheView(Desk):
    def report(self, view: View, news: Sequence[Event]) -> Report:
        view.won[1] += 1
        return super().report(changed(view, won=dict(view.won)), news)


MUTATES_VIEW = replace(TOY, desk=_DeskWritesToTheView())


class _Rolls(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        return changed(after, prize=random.randint(1, 10**9)), events


RANDOM = replace(TOY, rules=_Rolls())


class _LooksAtTheClock(Desk):
    def report(self, view: View, news: Sequence[Event]) -> Report:
        return changed(super().report(view, news), headline=f"it is {time.perf_counter_ns()}")


CLOCK = replace(TOY, desk=_LooksAtTheClock())


class _OrdersBySet(Rules):
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        state = super().setup(options, players, chance)
        letters = {"amber", "birch", "cedar", "dogwood", "elm", "fir", "gorse"}
        return changed(state, names=tuple(letters)[: len(players)])


HASH_ORDER = replace(TOY, rules=_OrdersBySet())


class _DrawsTwice(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        chance.stream("bonus").below(6)
        return super().resolve(state, answers, chance)


LABEL_TWICE = replace(TOY, rules=_DrawsTwice())
DENIES_CHANCE = replace(TOY, draws=lambda _options: False)


class _NoJson(StructCodec[State, Bid, View]):
    def dump_orders(self, orders: Bid) -> bytes:
        return str(orders.amount).encode() + b" coins"

    def load_orders(self, data: bytes) -> Bid:
        return Bid(int(data.split()[0]))


NO_JSON = replace(
    TOY, codec=_NoJson(state=State, orders=Bid, view=View, events=Sold | Paid | RunnerUp)
)


SEALS_NOTHING = replace(TOY, sealed={"moves": "T-1"})


class _LosesAFieldCodec(StructCodec[State, Bid, View]):
    def dump_state(self, state: State) -> bytes:
        return super().dump_state(changed(state, deck=()))


LOSES_A_FIELD = replace(
    TOY,
    codec=_LosesAFieldCodec(state=State, orders=Bid, view=View, events=Sold | Paid | RunnerUp),
)


class _Jotting(msgspec.Struct):
    amount: int


class _SamplesThawedOrders(Desk):
    def sample(self, view: View, ask: Ask, chance: Chance) -> Any:
        return _Jotting(super().sample(view, ask, chance).amount)


NOT_FROZEN = replace(TOY, desk=_SamplesThawedOrders())


# Games that do not keep the contract ----------------------------------------------------------


class _NeverEnds(Rules):
    def outcome(self, state: State) -> Outcome | None:
        return None


NEVER_ENDS = replace(TOY, rules=_NeverEnds())


class _AsksTwice(Rules):
    def asks(self, state: State) -> tuple[Ask, ...]:
        asks = super().asks(state)
        return (*asks, *asks[:1])


ASKS_TWICE = replace(TOY, rules=_AsksTwice())


class _StillAsks(Rules):
    def asks(self, state: State) -> tuple[Ask, ...]:
        return tuple(Ask(seat) for seat in state.purses)


ASKS_AT_THE_END = replace(TOY, rules=_StillAsks())


class _StrangerWins(Rules):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return changed(outcome, winners=(9,)) if outcome else None


STRANGER_WINS = replace(TOY, rules=_StrangerWins())


class _TellsNobody(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        return after, (*events, Paid(audience=(7,), bid=0))


STRANGE_AUDIENCE = replace(TOY, rules=_TellsNobody())


class _OrdersByTemplate(Desk):
    def report(self, view: View, news: Sequence[Event]) -> Report:
        return changed(super().report(view, news), template=("BID 3",))


TEMPLATE_ORDERS = replace(TOY, desk=_OrdersByTemplate())


NO_HOUSE_BOT = replace(TOY, house_bot="nobody")


# Desks that players would curse ----------------------------------------------------------------


class _WritesWhatItCannotRead(Desk):
    def write(self, view: View, ask: Ask, orders: Bid) -> tuple[str, ...]:
        return (f"BID {orders.amount + 1}",)


WRITES_ANOTHER = replace(TOY, desk=_WritesWhatItCannotRead())


class _WritesComments(Desk):
    def write(self, view: View, ask: Ask, orders: Bid) -> tuple[str, ...]:
        return (f"# BID {orders.amount}",)


WRITES_COMMENTS = replace(TOY, desk=_WritesComments())


class _AddsUp(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        parsed = super().parse(view, ask, lines)
        if held is None or parsed.orders is None:
            return parsed
        return Parsed(Bid(parsed.orders.amount + held.amount), parsed.verdicts)


ADDS_TO_HELD = replace(TOY, desk=_AddsUp())


class _DefaultBeyondThePurse(Desk):
    def default(self, view: View, ask: Ask) -> Bid:
        return Bid(view.purse + 1)


ILLEGAL_DEFAULT = replace(TOY, desk=_DefaultBeyondThePurse())


class _Offers(Desk):
    def __init__(self, item: Callable[[int, tuple[Take, ...]], Item]) -> None:
        self._item = item

    def menu(self, view: View, ask: Ask, held: Bid | None = None) -> Menu:
        too_much = (Take("coins", view.purse, (view.purse + 1,)),)
        return (self._item(view.purse, too_much),)


_OFFERS: Sequence[Callable[[int, tuple[Take, ...]], Item]] = (
    lambda purse, _too_much: Item(words="BID", then=Choice(0, purse + 1, 0)),
    lambda _purse, _too_much: Item(words="RAISE"),
    lambda _purse, too_much: Item(words="BID 0", takes=too_much),
    lambda purse, too_much: Item(words=f"BID {purse + 1}", takes=too_much),
)
OFFERS_TOO_MUCH, OFFERS_STRANGE, TOO_DEAR, HIDES_THE_PRICE = (
    replace(TOY, desk=_Offers(item)) for item in _OFFERS
)


class _SkipsBadLines(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        parsed = super().parse(view, ask, lines)
        good = tuple(v for v in parsed.verdicts if v.level is not Level.REFUSED)
        return Parsed(parsed.orders, good)


VERDICT_MISSING = replace(TOY, desk=_SkipsBadLines())


class _PointsBeyond(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        parsed = super().parse(view, ask, lines)
        return Parsed(parsed.orders, tuple(changed(v, length=500) for v in parsed.verdicts))


COLUMN_BEYOND = replace(TOY, desk=_PointsBeyond())


class _Chokes(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        for line in lines:
            if "%" in line.text:
                int(line.text)
        return super().parse(view, ask, lines)


PARSE_RAISES = replace(TOY, desk=_Chokes())


class _Spender:
    def decide(self, view: View, ask: Ask, chance: Chance) -> Bid:
        return Bid(view.purse + 5)


ILLEGAL_BOT = replace(TOY, bots={"spender": _Spender()}, house_bot="spender")


class _Telepath:
    def decide(self, view: View, ask: Ask, chance: Chance) -> Bid:
        return Bid(min(view.purse, sum(_last_seen[0].purses.values()) // 7))


BOT_KNOWS_MORE = replace(TOY, rules=_Remembers(), bots={"t": _Telepath()}, house_bot="t")


assert CODEC.schema == 1


class _WantsCapitals(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        parsed = super().parse(view, ask, lines, held)
        shouted = all(line.text == line.text.upper() for line in lines)
        return parsed if shouted else replace(parsed, orders=None)


WANTS_CAPITALS = replace(TOY, desk=_WantsCapitals())


TRAITS_OF_A_STRANGER = replace(TOY, traits=lambda _view: {9: {"colour": "red"}})


TRAITS_OF_NUMBERS = replace(TOY, traits=lambda _view: {1: {"purse": 9}})


EXPECTED: Mapping[str, tuple[AnyRuleset, str, str]] = {
    "a menu offers more than there is": (OFFERS_TOO_MUCH, "menu", r"offers 'BID \d+', .* refused"),
    "a menu's price is too high": (TOO_DEAR, "menu", r"'BID 0' takes \d+ of .*, and is accepted"),
    "a refusal hides the price": (HIDES_THE_PRICE, "menu", r"'BID \d+' takes .* these figures"),
    "a menu speaks another language": (OFFERS_STRANGE, "menu", r"offers 'RAISE', which fit\(\)"),
    "a view shows all purses": (VIEW_LEAK, "scramble", r"its view differs .* extra\.\d"),
    "spectators see the deck": (SPECTATOR_LEAK, "scramble", r"spectator's view .* extra\.0"),
    "an ask tells of the rich": (ASK_LEAK, "scramble", r"its ask differs .* kind"),
    "a verdict knows the truth": (VERDICT_LEAK, "scramble", r"its verdicts \d differs .*someone"),
    "a verdict remembers": (VERDICT_LEAK, "memory", r"parse\(\) of mail 1 .*module global"),
    "a picture shows the deck": (SCENE_LEAK, "scramble", r"its picture won differs"),
    "a report remembers": (MEMORY_LEAK, "memory", r"report\(\) answers the same view differently"),
    "a bot reads minds": (BOT_KNOWS_MORE, "memory", r"the bot t answers the same view"),
    "news tell of others' bids": (
        NEWS_LEAK,
        "side-by-side",
        r"the event Paid, .*Ruleset\.disclosures",
    ),
    "an audience is too wide": (AUDIENCE_LEAK, "side-by-side", r"the event Paid, .* audience"),
    "a public event tells": (PUBLIC_EVENT_LEAK, "side-by-side", r"the public event RunnerUp"),
    "a view tells a bid": (STATE_LEAK, "side-by-side", r"its view after the turn .*extra\.0"),
    "a lazy scramble": (LAZY_SCRAMBLE, "coverage", r"the leaf purses\.1 .*never changed"),
    "a scramble lazy for some": (LAZY_FOR_SOME, "coverage", r"the leaf purses\.2 .*never changed"),
    "a scramble lazy for a part of a text": (
        LAZY_FOR_A_PART,
        "coverage",
        r"the leaf cards\.below .*never changed",
    ),
    "a public text says a secret": (
        PUBLIC_TEXT_LEAK,
        "coverage",
        r"public leaf remark says what stands in the hidden leaf cards",
    ),
    "declared public in error": (TOO_PUBLIC, "coverage", r"'purses\.\*' covers purses\.\d"),
    "nothing left to compare": (NOTHING_TO_COMPARE, "side-by-side", r"not one pair of games"),
    "resolve changes the state": (MUTATES_STATE, "purity", r"changed after it was made, at purses"),
    "a desk changes its view": (MUTATES_VIEW, "purity", r"report\(\) changed .*won\.1"),
    "random numbers": (RANDOM, "determinism", r"states after resolve\(\) differ .*prize"),
    "the clock": (CLOCK, "determinism", r"report\(\) differ .*headline"),
    "the order of a set": (HASH_ORDER, "determinism", r"in another process \(PYTHONHASHSEED="),
    "a label drawn twice": (
        LABEL_TWICE,
        "chance",
        r"resolve\(\) draws from the label 'bonus' twice",
    ),
    "dice that are denied": (DENIES_CHANCE, "chance", r"resolve\(\) draws .*'bonus', .*draws\(\)"),
    "a record that is no JSON": (NO_JSON, "codec", "dump_orders makes no JSON"),
    "a part that is none stays sealed": (SEALS_NOTHING, "contract", "sealed: 'moves' must be one"),
    "a codec loses a field": (LOSES_A_FIELD, "codec", r"load_state\(dump_state.*deck"),
    "orders are not frozen": (NOT_FROZEN, "frozen", r"orders is a _Jotting, .*frozen=True"),
    "a game never ends": (NEVER_ENDS, "play", r"is not over after 60 turns"),
    "two asks for a seat": (ASKS_TWICE, "contract", r"2 asks for seat 1"),
    "asks after the end": (ASKS_AT_THE_END, "contract", r"game is over but asks\(\) still"),
    "a stranger wins": (STRANGER_WINS, "contract", r"winners names seats \[9\]"),
    "traits of a stranger": (TRAITS_OF_A_STRANGER, "contract", r"traits names seats \[9\]"),
    "traits of numbers": (TRAITS_OF_NUMBERS, "contract", r"traits holds values that are no text"),
    "an event for a stranger": (STRANGE_AUDIENCE, "contract", r"Paid has the audience \(7,\)"),
    "a template that orders": (TEMPLATE_ORDERS, "contract", r"orders something when sent back"),
    "no such house bot": (NO_HOUSE_BOT, "contract", r"house_bot 'nobody' is none of the bots"),
    "a mail sent twice counts twice": (ADDS_TO_HELD, "orders", r"sent again .*amount"),
    "write says another thing": (WRITES_ANOTHER, "orders", r"does not parse back .*amount"),
    "write says a comment": (WRITES_COMMENTS, "orders", r"of which 0 reach the desk"),
    "only capitals are read": (WANTS_CAPITALS, "typing", r"in small letters, .* no longer underst"),
    "the default is illegal": (ILLEGAL_DEFAULT, "orders", r"default\(\): made .*is refused"),
    "a verdict is missing": (VERDICT_MISSING, "verdicts", r"has 0 verdicts"),
    "a verdict points beyond": (COLUMN_BEYOND, "verdicts", r"points at column 1, length 500"),
    "parse raises": (PARSE_RAISES, "hostile", r"parse\(\) raised ValueError: .*'%'"),
    "a bot spends too much": (ILLEGAL_BOT, "bots", r"the bot spender: made .*is refused"),
}
"""What is planted: the mutant, the check that must catch it, and what its message names."""
