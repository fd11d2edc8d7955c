"""What a player's own ships would do in a conflict: by its standing orders, by an answer, and at
the most; and on which ends of conflicts it hangs what is told. Others' hands are never spoken
of (PA-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import Clash, Kind, Stances
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.mechanics.conflicts import Prospect, prospects
from pbem.rulesets.parsec.mechanics.course import Way
from pbem.rulesets.parsec.orders import Attack, Standing
from pbem.rulesets.parsec.view import View


def questions(view: View) -> tuple[Prospect, ...]:
    """The conflicts for which the reader is asked for ships now, in the order in which they are
    fought. While numbers are waited for none is, so that all of them stand."""
    if not view.is_asked or view.dispute is None or view.own is None or view.seat is None:
        return ()
    clashes = view.dispute.asked_of(view.seat)
    return prospects(Space(view.galaxy), view.dispute, clashes, view.seat, view.own.hand)


# Conflicts that an order opens --------------------------------------------------------


def opened(view: View, found: Sequence[Prospect], stances: Stances) -> str:
    """The conflicts of an order, with visible strengths and the author's own ships."""
    if found[0].dispute.is_internal:
        return _internal(view, found[0], stances)
    told = [
        _("{kind} ({strengths})").format(
            kind=naming.kind(one.clash.kind), strengths=_external(view, one, stances)
        )
        for one in found
    ]
    return ngettext("conflict: {conflicts}", "conflicts: {conflicts}", len(told)).format(
        conflicts=_(", then ").join(told)
    )


def _internal(view: View, one: Prospect, stances: Stances) -> str:
    told = ngettext(
        "opens a conflict with {rival}'s {leader}: {number} adjacent scientist against {other}",
        "opens a conflict with {rival}'s {leader}: {number} adjacent scientists against {other}",
        one.own,
    ).format(
        rival=view.name(one.rival),
        leader=naming.leader(one.clash.kind),
        number=one.own,
        other=one.other,
    )
    return side_by_side((told, *_own_ships(view, one, stances)))


def _external(view: View, one: Prospect, stances: Stances) -> str:
    told = _("{attacker} attacks {defender}, {strength} against {other}")
    if one.attacks:
        told = _("you attack {defender}, {strength} against {other}")
    told = told.format(
        attacker=view.name(one.clash.attacker),
        defender=view.name(one.clash.defender),
        strength=one.seen.attacker,
        other=one.seen.defender,
    )
    if not one.attacks:
        return told
    prize = _("a win brings {amount}").format(amount=naming.amount(one.clash.kind, one.other + 1))
    return side_by_side((told, prize, *_own_ships(view, one, stances)))


def _own_ships(view: View, one: Prospect, stances: Stances) -> Iterator[str]:
    """How strong the author could become, and what it sends unless it says otherwise."""
    if not one.held:
        yield _("you have no {ships} to send").format(ships=naming.ship(one.ship, 2))
        return
    yield _("with your {ships} in hand up to {most}").format(
        ships=naming.count_kind(one.ship, one.held), most=one.own + one.held
    )
    if view.options.reactions == "ask":
        yield _("you are asked how many")
    told = _("by your standing orders you send {sent}")
    if not one.sends(stances):
        told = _("by your standing orders you send none")
    yield told.format(sent=one.sends(stances))


def hopeless(found: Sequence[Prospect]) -> Iterator[str]:
    """Warnings of attacks that even all ships of the hand cannot win (PA-10, PA-11).

    Only the first is fought as the board stands; each may change the strengths of the next.
    """
    for one in found:
        most = one.own + one.held
        if not one.attacks or most > one.other:
            continue
        told = _(
            "as the board stands you cannot win the {kind} conflict: {most} at the most against "
            "{other}, and a tie is the defender's; the conflicts before may change that, or end it"
        )
        if one.is_first:
            told = _(
                "you cannot win the {kind} conflict: {most} at the most against {other}, and a "
                "tie is the defender's"
            )
        yield told.format(kind=naming.kind(one.clash.kind), most=most, other=one.other)


# Standing orders ----------------------------------------------------------------------


def pledged(order: Standing, before: Stances) -> str:
    """What a standing order means from now on (PA-12), and what it takes back."""
    told = _("from now on {meaning}").format(meaning=meaning(order))
    stance = before.attack if isinstance(order, Attack) else before.defend
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
    told = _("when your {leader} attacks") if attacks else _("when your {leader} is attacked")
    return told.format(leader=naming.leader(kind))


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


def answered(view: View, one: Prospect, stances: Stances) -> str:
    """What a clash comes to with the ships that the author sends by its answer."""
    sends, ships = one.sends(stances), naming.count_kind(one.ship, one.held)
    if not one.held:
        told = _("{kind}: you have no {ships} to send, {told}")
        ships = naming.ship(one.ship, 2)
    elif sends == one.held:
        told = _("{kind}: you send your {ships}, {told}")
    elif not sends:
        told = _("{kind}: you send none ({ships} in hand), {told}")
    else:
        told = _("{kind}: you send {number} of your {ships}, {told}")
    against = _("{strength} against {other}: {result}")
    if one.attacks:
        against = _("{strength} against {other} and what {name} sends")
    against = against.format(
        strength=one.own + sends,
        other=one.other,
        name=view.name(one.rival),
        result=_defended(one, sends),
    )
    kind = naming.kind(one.clash.kind)
    return told.format(kind=kind, number=sends, ships=ships, told=against)


def outcome(view: View, one: Prospect, ships: int) -> str:
    """How it ends with so many ships."""
    if not one.attacks:
        return _defended(one, ships)
    ahead = one.own + ships - one.other
    if ahead <= 0:
        return _("you lose")
    return ngettext(
        "you win unless {name} sends {number} or more",
        "you win unless {name} sends {number} or more",
        ahead,
    ).format(name=view.name(one.rival), number=ahead)


def _defended(one: Prospect, ships: int) -> str:
    """Who attacks has named its own ships."""
    return {
        "win": _("you win"),
        "tie": _("a tie, so you win as the defender"),
        "loss": _("you lose"),
    }[one.result(ships)]


# What hangs on them -------------------------------------------------------------------


def in_all(view: View, ways: Sequence[Way], told: Sequence[str]) -> str:
    """What is `told` of each way, in one sentence: once where it is the same however the
    conflicts end; else by the one that decides it, or for the two ends in which one side wins
    all of them."""
    first, last = told[0], told[-1]
    if first != last:
        cases = zip(_cases(view, ways, told), (first, last), strict=True)
        return side_by_side(
            _("if {case}: {told}").format(case=case, told=one) for case, one in cases if one
        )
    if not first or set(told) == {first}:
        return next((one for one in told if one), "")
    return _("if the conflicts before all end alike: {told}; else it may be otherwise").format(
        told=first
    )


def _cases(view: View, ways: Sequence[Way], told: Sequence[str]) -> tuple[str, str]:
    """The ends for which the first and the last is told: "you win" and "you lose"."""
    disputes = dict.fromkeys(dispute for way in ways for dispute in way.disputes)
    clashes = [clash for dispute in disputes for clash in dispute.clashes]
    clash = _decisive(ways, told)
    if clash is not None:
        is_alone = len(clashes) == 1
        won, lost = (
            _wins(view, seat, clash, is_alone=is_alone) for seat in (clash.attacker, clash.defender)
        )
        return won, lost
    if all(one.attacker == view.seat for one in clashes):
        return _("you win all conflicts"), _("you lose all conflicts")
    return _("the attackers win all conflicts"), _("the defenders win all conflicts")


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


def _wins(view: View, winner: Seat, clash: Clash, *, is_alone: bool) -> str:
    """Who wins; the conflict is named where another could be meant."""
    if clash.attacker != view.seat:
        told = _("{name} wins") if is_alone else _("{name} wins the {kind} conflict")
    elif winner == view.seat:
        told = _("you win") if is_alone else _("you win the {kind} conflict")
    else:
        told = _("you lose") if is_alone else _("you lose the {kind} conflict")
    return told.format(name=view.name(winner), kind=naming.kind(clash.kind))
