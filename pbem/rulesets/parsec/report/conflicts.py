"""What a player's own ships would do in a conflict: by its standing orders, by an answer, and at
the most; and on which ends of conflicts it hangs what is told. Others' hands are never spoken
of (PA-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import Clash, Counts, Dispute, Kind
from pbem.rulesets.parsec.mechanics.conflicts import (
    Strengths,
    ships_sent,
    ships_to_tie,
    ships_to_win,
    strengths,
)
from pbem.rulesets.parsec.mechanics.course import Way
from pbem.rulesets.parsec.mechanics.execution import Prospect
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.orders import Attack, Defend, Stance, Stances, Standing
from pbem.rulesets.parsec.view import View

Result = Literal["win", "tie", "loss"]
"""How it ends if no more ships are sent on the other side; a tie is the defender's."""


class Question(NamedTuple):
    """A conflict in which a player is to name ships: ``held`` of them are in its hand."""

    dispute: Dispute
    clash: Clash
    seen: Strengths
    ship: Kind
    held: int
    attacks: bool

    @property
    def own(self) -> int:
        """The player's strength without ships."""
        return self.seen.attacker if self.attacks else self.seen.defender

    @property
    def other(self) -> int:
        """The other side's strength, with the ships that it has named already."""
        return self.seen.defender if self.attacks else self.seen.attacker + (self.clash.sent or 0)

    @property
    def enough(self) -> int:
        """The fewest ships that win, or win if no more are sent against them."""
        if self.attacks:
            return ships_to_win(self.seen)
        return ships_to_tie(self.seen, self.clash.sent or 0)

    @property
    def rival(self) -> Seat:
        return self.clash.defender if self.attacks else self.clash.attacker

    @property
    def is_first(self) -> bool:
        """Whether no conflict comes before it that could change its strengths (PA-11)."""
        return self.clash == self.dispute.clashes[0]

    def sends(self, stances: Stances) -> int:
        """How many ships these standing orders send."""
        stance = stances.attack if self.attacks else stances.defend
        return ships_sent(stance.of(self.clash.kind), self.enough, self.held)

    def result(self, ships: int) -> Result:
        """What so many ships come to."""
        mine = self.own + ships
        if mine == self.other:
            return "tie"
        return "win" if mine > self.other else "loss"

    def answer(self, ships: int) -> Standing:
        """The order that sends so many."""
        make = Attack if self.attacks else Defend
        return make(kind=self.clash.kind, ships=ships)


def question_of(dispute: Dispute, clash: Clash, space: Space, seat: Seat, hand: Counts) -> Question:
    """The question that a clash puts to one of those involved.

    While numbers are waited for none is fought, so that all of them stand.
    """
    ship = dispute.ships[clash.kind]
    return Question(
        dispute=dispute,
        clash=clash,
        seen=strengths(space, dispute, clash),
        ship=ship,
        held=hand.of(ship),
        attacks=clash.attacker == seat,
    )


@dataclass(frozen=True)
class Reserves:
    """A player's own ships in hand, and what it wants done with them."""

    view: View
    seat: Seat
    hand: Counts
    stances: Stances


# Conflicts that an order opens --------------------------------------------------------


def opened(prospects: Sequence[Prospect], *, internal: bool, own: Reserves) -> str:
    """The conflicts of an order, with visible strengths and the author's own ships."""
    if internal:
        return _internal(prospects[0], own)
    told = [
        _("{kind} ({strengths})").format(
            kind=naming.kind(one.clash.kind), strengths=_external(one, own)
        )
        for one in prospects
    ]
    return ngettext("conflict: {conflicts}", "conflicts: {conflicts}", len(told)).format(
        conflicts=_(", then ").join(told)
    )


def _internal(prospect: Prospect, own: Reserves) -> str:
    seen, clash = prospect.seen, prospect.clash
    told = ngettext(
        "opens a conflict with {rival}'s {leader}: {number} adjacent scientist against {other}",
        "opens a conflict with {rival}'s {leader}: {number} adjacent scientists against {other}",
        seen.attacker,
    ).format(
        rival=own.view.name(clash.defender),
        leader=naming.leader(clash.kind),
        number=seen.attacker,
        other=seen.defender,
    )
    return side_by_side((told, *_own_ships(prospect, "science", own)))


def _external(prospect: Prospect, own: Reserves) -> str:
    clash, seen = prospect.clash, prospect.seen
    told = _("{attacker} attacks {defender}, {strength} against {other}")
    if own.seat == clash.attacker:
        told = _("you attack {defender}, {strength} against {other}")
    told = told.format(
        attacker=own.view.name(clash.attacker),
        defender=own.view.name(clash.defender),
        strength=seen.attacker,
        other=seen.defender,
    )
    if own.seat != clash.attacker:
        return told
    prize = _("a win brings {amount}").format(amount=naming.amount(clash.kind, seen.defender + 1))
    return side_by_side((told, prize, *_own_ships(prospect, clash.kind, own)))


def _own_ships(prospect: Prospect, ship: Kind, own: Reserves) -> Iterator[str]:
    """How strong the author could become, and what it sends unless it says otherwise."""
    held = own.hand.of(ship)
    if not held:
        yield _("you have no {ships} to send").format(ships=naming.ship_name(ship, 2))
        return
    seen = prospect.seen
    yield _("with your {ships} in hand up to {most}").format(
        ships=naming.count_kind(ship, held), most=seen.attacker + held
    )
    wish = own.stances.attack.of(prospect.clash.kind)
    sent = ships_sent(wish, ships_to_win(seen), held)
    if own.view.options.reactions == "ask":
        yield _("you are asked how many")
    if sent:
        yield _("by your standing orders you send {sent}").format(sent=sent)
    else:
        yield _("by your standing orders you send none")


def hopeless(prospects: Sequence[Prospect], *, internal: bool, own: Reserves) -> Iterator[str]:
    """Warnings of attacks that even all ships of the hand cannot win (PA-10, PA-11).

    Only the first is fought as the board stands; each may change the strengths of the next.
    """
    for prospect in prospects:
        clash, seen = prospect.clash, prospect.seen
        if clash.attacker != own.seat:
            continue
        most = seen.attacker + own.hand.of("science" if internal else clash.kind)
        if most > seen.defender:
            continue
        told = _(
            "as the board stands you cannot win the {kind} conflict: {most} at the most against "
            "{other}, and a tie is the defender's"
        )
        if prospect == prospects[0]:
            told = _(
                "you cannot win the {kind} conflict: {most} at the most against {other}, and a "
                "tie is the defender's"
            )
        yield told.format(kind=naming.kind(clash.kind), most=most, other=seen.defender)


# Standing orders ----------------------------------------------------------------------


def pledged(order: Standing, before: Stances) -> str:
    """What a standing order means from now on (PA-12), and what it takes back."""
    told = _("from now on {meaning}").format(meaning=meaning(order))
    stance: Stance = before.attack if isinstance(order, Attack) else before.defend
    if order.kind is not None or not stance.by_kind:
        return told
    kinds = in_a_row([naming.kind(kind) for kind in stance.by_kind])
    replaced = _("it replaces what you had said for {kinds}").format(kinds=kinds)
    return side_by_side((told, replaced))


def meaning(order: Standing) -> str:
    """ "when you attack you send no ships"."""
    attacks = isinstance(order, Attack)
    return _("{when} {what}").format(
        when=_when(order.kind, attacks=attacks), what=_what(order.ships, attacks=attacks)
    )


def _when(kind: Kind | None, *, attacks: bool) -> str:
    if kind is None:
        return _("when you attack") if attacks else _("when you are attacked")
    leader = naming.leader(kind)
    if attacks:
        return _("when your {leader} attacks").format(leader=leader)
    return _("when your {leader} is attacked").format(leader=leader)


def _what(ships: int | None, *, attacks: bool) -> str:
    if ships is None and attacks:
        return _(
            "you send the fewest ships that win against what is seen, or none if you lack them"
        )
    if ships is None:
        return _("you send the fewest ships that tie, which wins, or none if you lack them")
    if not ships:
        return _("you send no ships")
    return ngettext(
        "you send {number} ship if you have it",
        "you send {number} ships, or as many as you have",
        ships,
    ).format(number=ships)


# Answers in a conflict ----------------------------------------------------------------


def answered(dispute: Dispute, clash: Clash, space: Space, own: Reserves) -> str:
    """What a clash comes to with the ships that the author sends by its answer."""
    question = question_of(dispute, clash, space, own.seat, own.hand)
    kind, sends = naming.kind(clash.kind), question.sends(own.stances)
    told = _versus(question, sends, own)
    if not question.held:
        ships = naming.ship_name(question.ship, 2)
        return _("{kind}: you have no {ships} to send, {told}").format(
            kind=kind, ships=ships, told=told
        )
    ships = naming.count_kind(question.ship, question.held)
    if sends == question.held:
        return _("{kind}: you send your {ships}, {told}").format(kind=kind, ships=ships, told=told)
    if not sends:
        none = _("{kind}: you send none ({ships} in hand), {told}")
        return none.format(kind=kind, ships=ships, told=told)
    return _("{kind}: you send {number} of your {ships}, {told}").format(
        kind=kind, number=sends, ships=ships, told=told
    )


def _versus(question: Question, sends: int, own: Reserves) -> str:
    mine, other = question.own + sends, question.other
    if question.attacks:
        return _("{strength} against {other} and what {name} sends").format(
            strength=mine, other=other, name=own.view.name(question.rival)
        )
    return _("{strength} against {other}: {result}").format(
        strength=mine, other=other, result=defended(question, sends)
    )


def defended(question: Question, ships: int) -> str:
    """How a defence with so many ships ends; who attacks has named its own."""
    match question.result(ships):
        case "win":
            return _("you win")
        case "tie":
            return _("a tie, so you win as the defender")
        case "loss":
            return _("you lose")


def in_all(view: View, ways: Sequence[Way], told: Sequence[str]) -> str:
    """What is `told` of each way, in one sentence: once where it is the same however the
    conflicts end; else by the one that decides it, or for the two ends in which one side wins
    all of them."""
    first, last = told[0], told[-1]
    if first != last:
        won, lost = _cases(view, ways, told)
        return side_by_side(
            _("if {case}: {told}").format(case=case, told=one)
            for case, one in ((won, first), (lost, last))
            if one
        )
    if not first or set(told) == {first}:
        return next((one for one in told if one), "")
    return _("if the conflicts before all end alike: {told}; else it may be otherwise").format(
        told=first
    )


def _cases(view: View, ways: Sequence[Way], told: Sequence[str]) -> tuple[str, str]:
    """The ends for which the first and the last is told: "you win" and "you lose"."""
    clashes = _clashes(ways)
    clash = _decisive(ways, told)
    if clash is not None and len(clashes) == 1:
        return _wins(view, clash.attacker, clash), _wins(view, clash.defender, clash)
    if clash is not None:
        return _wins_one(view, clash.attacker, clash), _wins_one(view, clash.defender, clash)
    if all(one.attacker == view.seat for one in clashes):
        return _("you win all conflicts"), _("you lose all conflicts")
    return _("the attackers win all conflicts"), _("the defenders win all conflicts")


def _clashes(ways: Sequence[Way]) -> tuple[Clash, ...]:
    """All that were opened before, in any of the ways."""
    disputes = dict.fromkeys(dispute for way in ways for dispute in way.disputes)
    return tuple(clash for dispute in disputes for clash in dispute.clashes)


def _decisive(ways: Sequence[Way], told: Sequence[str]) -> Clash | None:
    """The clash on which alone it hangs what is told."""
    ends = [dict(way.fought) for way in ways]
    for clash in ends[0]:
        if all(
            clash in end and one == (told[0] if end[clash] else told[-1])
            for end, one in zip(ends, told, strict=True)
        ):
            return clash
    return None


def _wins(view: View, winner: Seat, clash: Clash) -> str:
    """Where no other conflict could be meant."""
    if clash.attacker != view.seat:
        return _("{name} wins").format(name=view.name(winner))
    return _("you win") if winner == view.seat else _("you lose")


def _wins_one(view: View, winner: Seat, clash: Clash) -> str:
    kind = naming.kind(clash.kind)
    if clash.attacker != view.seat:
        return _("{name} wins the {kind} conflict").format(name=view.name(winner), kind=kind)
    if winner == view.seat:
        return _("you win the {kind} conflict").format(kind=kind)
    return _("you lose the {kind} conflict").format(kind=kind)
