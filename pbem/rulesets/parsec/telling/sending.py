"""What a player's own ships would do in a conflict: by its standing orders, by an answer, and at
the most. Others' hands are never spoken of (PA-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Counts, Kind
from pbem.rulesets.parsec.orders import Attack, Standing
from pbem.rulesets.parsec.reckoning.conflicts import (
    Strengths,
    ships_sent,
    ships_to_tie,
    ships_to_win,
    strengths,
)
from pbem.rulesets.parsec.reckoning.position import Prospect
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.stance import Stance, Stances
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
    return naming.side_by_side((told, *_own_ships(prospect, "science", own)))


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
    return naming.side_by_side((told, prize, *_own_ships(prospect, clash.kind, own)))


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
    """Warnings of attacks that even all ships of the hand cannot win (PA-10, PA-11)."""
    for prospect in prospects:
        clash, seen = prospect.clash, prospect.seen
        if clash.attacker != own.seat:
            continue
        most = seen.attacker + own.hand.of("science" if internal else clash.kind)
        if most <= seen.defender:
            yield _(
                "you cannot win the {kind} conflict: {most} at the most against {other}, and a "
                "tie is the defender's"
            ).format(kind=naming.kind(clash.kind), most=most, other=seen.defender)


# Standing orders ----------------------------------------------------------------------


def pledged(order: Standing, before: Stances) -> str:
    """What a standing order means from now on (PA-12), and what it takes back."""
    told = _("from now on {meaning}").format(meaning=meaning(order))
    stance: Stance = before.attack if isinstance(order, Attack) else before.defend
    if order.kind is not None or not stance.by_kind:
        return told
    kinds = naming.in_a_row([naming.kind(kind) for kind in stance.by_kind])
    replaced = _("it replaces what you had said for {kinds}").format(kinds=kinds)
    return naming.side_by_side((told, replaced))


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


def own_clashes(dispute: Dispute, seat: Seat) -> tuple[Clash, ...]:
    """The clashes for which this seat is to name ships now."""
    attackers = dispute.asked == "attackers"
    return tuple(
        clash
        for clash in dispute.clashes
        if (clash.attacker if attackers else clash.defender) == seat
    )


def answered(dispute: Dispute, clash: Clash, space: Space, own: Reserves) -> str:
    """What a clash comes to with the ships that the author sends by its answer.

    While numbers are waited for none is fought, so that all of them stand.
    """
    kind = naming.kind(clash.kind)
    seen = strengths(space, dispute, clash)
    sends = _sends(dispute, clash, seen, own)
    told = _versus(dispute, clash, seen, sends, own)
    ship = dispute.ships[clash.kind]
    held = own.hand.of(ship)
    if not held:
        ships = naming.ship_name(ship, 2)
        return _("{kind}: you have no {ships} to send, {told}").format(
            kind=kind, ships=ships, told=told
        )
    ships = naming.count_kind(ship, held)
    if sends == held:
        return _("{kind}: you send your {ships}, {told}").format(kind=kind, ships=ships, told=told)
    if not sends:
        none = _("{kind}: you send none of your {ships}, {told}")
        return none.format(kind=kind, ships=ships, told=told)
    return _("{kind}: you send {number} of your {ships}, {told}").format(
        kind=kind, number=sends, ships=ships, told=told
    )


def _sends(dispute: Dispute, clash: Clash, seen: Strengths, own: Reserves) -> int:
    held = own.hand.of(dispute.ships[clash.kind])
    if clash.attacker == own.seat:
        return ships_sent(own.stances.attack.of(clash.kind), ships_to_win(seen), held)
    wanted = ships_to_tie(seen, clash.sent or 0)
    return ships_sent(own.stances.defend.of(clash.kind), wanted, held)


def _versus(dispute: Dispute, clash: Clash, seen: Strengths, sends: int, own: Reserves) -> str:
    if clash.attacker == own.seat:
        return _("{strength} against {other} and what {name} sends").format(
            strength=seen.attacker + sends, other=seen.defender, name=own.view.name(clash.defender)
        )
    mine, other = seen.defender + sends, seen.attacker + (clash.sent or 0)
    if mine > other:
        result = _("you win")
    elif mine == other:
        result = _("a tie, which the defender wins")
    else:
        result = _("you lose")
    return _("{strength} against {other}: {result}").format(
        strength=mine, other=other, result=result
    )
