"""What a player's own ships would do in a conflict: by its standing orders, by an answer, and at
the most. Others' hands are never spoken of (PA-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Counts, Kind
from pbem.rulesets.parsec.orders import Attack, Standing
from pbem.rulesets.parsec.reckoning.conflicts import ships_sent, ships_to_win
from pbem.rulesets.parsec.reckoning.position import Prospect
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.stance import Stance, Stances
from pbem.rulesets.parsec.telling.question import Question, question_of
from pbem.rulesets.parsec.view import View


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
