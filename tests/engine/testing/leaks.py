"""Games that leak a secret, or prove too little about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from zlib import crc32

import msgspec

from pbem.engine.api import Ask, Event, Line, Parsed, Player, Seat
from pbem.engine.codec import StructCodec, canonical
from pbem.engine.report import Paragraph, Picture, Report, Section
from pbem.engine.rng import Chance
from pbem.engine.scene import Scene, Text

from .toy import TOY, Bid, Desk, Options, Paid, Rules, RunnerUp, Sold, State, View

Resolved = tuple[State, tuple[Event, ...]]
changed = msgspec.structs.replace


# Leaks ------------------------------------------------------------------------------------


class _ViewOfAllPurses(Rules):
    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return changed(view, extra=tuple(state.purses.values())) if seat else view


VIEW_LEAK = replace(TOY, rules=_ViewOfAllPurses())


class _SpectatorSeesTheDeck(Rules):
    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return view if seat else changed(view, extra=state.deck)


SPECTATOR_LEAK = replace(TOY, rules=_SpectatorSeesTheDeck())


class _AskTellsOfTheRich(Rules):
    def asks(self, state: State) -> tuple[Ask, ...]:
        rich = "richest" if max(state.purses.values()) > 15 else "orders"
        return tuple(changed(ask, kind=rich) for ask in super().asks(state))


ASK_LEAK = replace(TOY, rules=_AskTellsOfTheRich())


_last_seen: list[State] = []
"""What a careless author might keep: the state that the rules saw last."""


class _Remembers(Rules):
    def view(self, state: State, seat: Seat | None) -> View:
        _last_seen[:] = [state]
        return super().view(state, seat)


class _RemembersResolved(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        _last_seen[:] = [after]
        return after, events


class _VerdictFromTheTruth(Desk):
    def parse(
        self, view: View, ask: Ask, lines: Sequence[Line], held: Bid | None = None
    ) -> Parsed[Bid]:
        parsed = super().parse(view, ask, lines)
        richest = max(_last_seen[0].purses.values()) if _last_seen else 0
        told = tuple(changed(v, note=f"someone has {richest}") for v in parsed.verdicts)
        return Parsed(parsed.orders, told)


VERDICT_LEAK = replace(TOY, rules=_Remembers(), desk=_VerdictFromTheTruth())


class _SceneFromTheTruth(Desk):
    def picture(self, view: View) -> Picture:
        picture = super().picture(view)
        deck = str(_last_seen[0].deck) if _last_seen else ""
        scene = Scene(300, 120, (*picture.scene.items, Text(at=(0.0, 50.0), text=deck)))
        return changed(picture, scene=scene)


SCENE_LEAK = replace(TOY, rules=_Remembers(), desk=_SceneFromTheTruth())


class _ReportFromTheResolution(Desk):
    def report(self, view: View, news: Sequence[Event]) -> Report:
        report = super().report(view, news)
        known = str(_last_seen[0].purses) if _last_seen else ""
        return changed(report, sections=(*report.sections, Section("?", (Paragraph(known),))))


MEMORY_LEAK = replace(TOY, rules=_RemembersResolved(), desk=_ReportFromTheResolution())


class _NewsTellTheHighestBid(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        highest = max(bid.amount for bid in answers.values())
        return after, tuple(changed(e, extra=highest) if isinstance(e, Paid) else e for e in events)


NEWS_LEAK = replace(TOY, rules=_NewsTellTheHighestBid())


class _EveryoneHearsEachBid(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        everyone = tuple(state.purses)
        return after, tuple(
            changed(e, audience=everyone) if isinstance(e, Paid) else e for e in events
        )


AUDIENCE_LEAK = replace(TOY, rules=_EveryoneHearsEachBid())


class _SecondBidIsPublic(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        return after, tuple(
            changed(e, audience=None) if isinstance(e, RunnerUp) else e for e in events
        )


PUBLIC_EVENT_LEAK = replace(TOY, rules=_SecondBidIsPublic())


class _ViewTellsTheHighestBid(Rules):
    """A secret that travels in the state, where no scramble of this author finds it."""

    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        highest = max(bid.amount for bid in answers.values())
        return changed(after, options=changed(after.options, purse=20 + highest)), events

    def view(self, state: State, seat: Seat | None) -> View:
        view = super().view(state, seat)
        return changed(view, extra=(state.options.purse,)) if seat else view


STATE_LEAK = replace(TOY, rules=_ViewTellsTheHighestBid())


# Scrambles that prove too little, and declarations that claim too much ---------------------


class _LazyScramble(Rules):
    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        return changed(super().scramble(state, seat, chance), purses=state.purses)


LAZY_SCRAMBLE = replace(TOY, rules=_LazyScramble())


class _ScramblesOneSeatOnly(Rules):
    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        after = super().scramble(state, seat, chance)
        return changed(after, purses=state.purses | {1: after.purses[1]})


LAZY_FOR_SOME = replace(TOY, rules=_ScramblesOneSeatOnly())


TOO_PUBLIC = replace(TOY, public=(*TOY.public, "purses.*"))


class _EverythingShowsAtOnce(Rules):
    def resolve(self, state: State, answers: Mapping[Seat, Bid], chance: Chance) -> Resolved:
        after, events = super().resolve(state, answers, chance)
        trace = crc32(canonical([state, dict(answers)]))
        return changed(after, prize=trace), events


NOTHING_TO_COMPARE = replace(TOY, rules=_EverythingShowsAtOnce())


# Texts that hold more than one secret ------------------------------------------------------


class _Written(State, frozen=True):
    """The truth once more in writing: a card that is up, a card below it, and a remark."""

    cards: str = "ab"
    remark: str = "-"


class _ScramblesOneCard(Rules):
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        plain = super().setup(options, players, chance)
        return _Written(*(getattr(plain, name) for name in State.__struct_fields__))

    def scramble(self, state: State, seat: Seat, chance: Chance) -> State:
        card = chance.stream("card").choice("cdefgh")
        return changed(super().scramble(state, seat, chance), cards=card + state.cards[1:])


_WRITTEN = replace(
    TOY,
    rules=_ScramblesOneCard(),
    codec=StructCodec(state=_Written, orders=Bid, view=View, events=Sold | Paid | RunnerUp),
    public=(*TOY.public, "remark"),
)
WHOLE_TEXT = _WRITTEN
"""No fault that shows: a text is one leaf where its parts are not named."""
LAZY_FOR_A_PART = replace(_WRITTEN, parts={"cards": lambda text: {"up": text[0], "below": text[1]}})


class _RemarksOnTheCards(_ScramblesOneCard):
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        cards = "".join(chance.stream("cards").sample("abcdefgh", 2))
        remark = f"the cards are {cards}, then"
        return changed(super().setup(options, players, chance), cards=cards, remark=remark)


PUBLIC_TEXT_LEAK = replace(_WRITTEN, rules=_RemarksOnTheCards())


class _RemarksOnFigures(_ScramblesOneCard):
    def setup(self, options: Options, players: Sequence[Player], chance: Chance) -> State:
        cards = "".join(chance.stream("cards").sample("12345678", 2))
        plain = super().setup(options, players, chance)
        return changed(plain, cards=cards, remark=f"{cards} points")


FIGURES_ALIKE = replace(_WRITTEN, rules=_RemarksOnFigures())
"""No fault: figures are the same by chance."""
