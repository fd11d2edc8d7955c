"""What the game waits for, and what is asked of the reader: what each number of ships would do in a
conflict (PA-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import bullets, left, right, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, Clash, Dispute, in_turn
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.mechanics.conflicts import Prospect, strengths
from pbem.rulesets.parsec.naming import all_of, as_chosen, attacks, leader_of, systems
from pbem.rulesets.parsec.orders import PASS, Attack, Defend, Standing
from pbem.rulesets.parsec.report.conflicts import answered, outcome, questions
from pbem.rulesets.parsec.view import View


def asking_section(view: View) -> Iterator[Section]:
    """One section; none at the end."""
    if view.ending is not None:
        return
    if view.is_asked:
        yield Section(_("You are asked for ships"), tuple(_reaction(view, questions(view))))
    elif view.is_moving:
        yield Section(_("It is your turn"), tuple(_your_turn(view)))
    else:
        yield Section(_("Whom the game waits for"), tuple(_waiting(view)))


def _your_turn(view: View) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Send your {orders} orders, one a line; lines that fit your position are at the end "
            "of this mail. The first {orders} that can be carried out count, up to {more} more "
            "stand in reserve. What is left open is passed."
        ).format(orders=FIGURES.orders, more=FIGURES.lines - FIGURES.orders),
        "hint",
    )
    if view.options.pace == "round":
        yield Paragraph(_order_of_round(view))


def _order_of_round(view: View) -> str:
    """PA-4: everyone orders at once, and the orders are carried out one player after another."""
    return _("Everyone orders now; this round is played in this order: {names}.").format(
        names=", ".join(all_of(view, [seat]) for seat in in_turn(view.seats, view.mover))
    )


def _waiting(view: View) -> Iterator[Block]:
    dispute = view.dispute
    if dispute is not None:
        yield from _dispute(view, dispute)
    elif view.options.pace == "round":
        yield Paragraph(_("The game waits for the orders of all players."))
        yield Paragraph(_order_of_round(view))
    else:
        yield Paragraph(_("The game waits for {name}'s turn.").format(name=view.name(view.mover)))
    defends = dispute is not None and any(one.defender == view.seat for one in dispute.clashes)
    if dispute is not None and dispute.asked == "attackers" and defends:
        yield Paragraph(
            _(
                "You are asked next, once you can see what is sent against you. Your standing "
                "orders can be changed at any time."
            )
        )
    elif view.seat is not None:
        yield Paragraph(
            _(
                "Conflicts come in others' turns too: your standing orders tell what you do in "
                "them, and you can change them at any time."
            )
        )


def _dispute(view: View, dispute: Dispute) -> Iterator[Block]:
    """PA-12: that a conflict waits is public, and so are the strengths on the board."""
    names, number = all_of(view, dispute.waits_for), len(dispute.waits_for)
    told = ngettext(
        "A conflict waits for the ships that {names} will send:",
        "A conflict waits for the ships that {names} will send:",
        number,
    )
    yield Paragraph(told.format(names=names))
    space, told = Space(view.galaxy), _("{attack}, {strength} against {other}")
    seen = [(clash, strengths(space, dispute, clash)) for clash in dispute.clashes]
    clashes = (
        told.format(
            attack=capitalised(attacks(view, dispute, clash)),
            strength=_attack(dispute, clash, strength.attacker),
            other=strength.defender,
        )
        for clash, strength in seen
    )
    yield from bullets(f"{one}." for one in clashes)


def _attack(dispute: Dispute, clash: Clash, strength: int) -> str:
    """An attacker's strength, with its ships once they are named."""
    ship = dispute.ships[clash.kind]
    return naming.with_ships(strength, naming.count_kind(ship, clash.sent) if clash.sent else "")


# What is asked of the reader ----------------------------------------------------------


def _reaction(view: View, asked: Sequence[Prospect]) -> Iterator[Block]:
    """What is asked, what is at stake, and what happens without an answer."""
    assert view.dispute is not None
    has_choice = any(one.held for one in asked)
    cause = _cause(view, view.dispute)
    yield Paragraph(f"{cause} {_how(view.dispute)}" if has_choice else cause)
    for one in asked:
        yield from _question(view, one)
    if has_choice:
        yield from _also(view, view.dispute, asked)
    else:
        nothing = _("You have no choice: answer {order} or wait.")
        yield Paragraph(nothing.format(order=quoted(PASS)))


def _cause(view: View, dispute: Dispute) -> str:
    """What opened the conflict."""
    if dispute.is_internal:
        told = _("{leader} came to {square}, into a region that has a leader of its kind.")
    elif dispute.seat == view.seat:
        told = _("You settled {square} and joined two regions that have leaders of the same kind.")
    else:
        told = _(
            "{name} settled {square} and joined two regions that have leaders of the same kind."
        )
    return told.format(
        leader=capitalised(leader_of(view, dispute.seat, dispute.clashes[0].kind)),
        name=view.name(dispute.seat),
        square=square_name(dispute.square),
    )


def _how(dispute: Dispute) -> str:
    """How a conflict goes, for who has never seen one."""
    count = _(
        "Each side counts the systems of the leader's kind on its own side of {square}, which "
        "itself counts for neither, and may add such ships of its hand."
    ).format(square=square_name(dispute.square))
    if dispute.is_internal:
        count = _(
            "Each side counts the scientists' systems beside its leader and may add scientists of "
            "its hand."
        )
    end = _("The higher number wins, a tie is the defender's; ships sent are gone.")
    return f"{count} {end}"


def _question(view: View, one: Prospect) -> Iterator[Block]:
    told = _("{attack}: {own} against {other}.").format(
        attack=capitalised(attacks(view, one.dispute, one.clash)),
        own=_attack(one.dispute, one.clash, one.seen.attacker),
        other=one.seen.defender,
    )
    yield Paragraph(told, "warning")
    settled = _settled(view, one)
    if settled is not None:
        yield Paragraph(settled)
        return
    yield table(
        range(one.held + 1),
        (right(_("You send")), str),
        (right(_("Your strength")), lambda number: one.own + number),
        (left(_("What comes of it")), lambda number: outcome(view, one, number)),
    )
    yield Paragraph(_stakes(view, one))


def _settled(view: View, one: Prospect) -> str | None:
    """What is to be said where the ships sent change nothing; None where they may. Certain of the
    first conflict only: each may change the strengths of the next (PA-11)."""
    if not one.held:
        return _("You have no {ships} to send: {outcome}.").format(
            ships=naming.ship(one.ship, 2), outcome=outcome(view, one, 0)
        )
    # At most the other side sends its whole hand.
    most = one.other + view.of(one.rival).ships if one.attacks else one.other - 1
    if one.own > most:
        certain = _("You win it whatever is sent: ships that you send are wasted.")
        likely = _(
            "As the board stands you win it whatever is sent, and ships that you send are wasted."
        )
    elif one.enough <= one.held:
        return None
    elif one.attacks:
        certain = _("You cannot win it: ships that you send are lost in vain.")
        likely = _(
            "As the board stands you cannot win it, and ships that you send are lost in vain."
        )
    else:
        certain = _("You cannot hold it: ships that you send are lost in vain.")
        likely = _(
            "As the board stands you cannot hold it, and ships that you send are lost in vain."
        )
    return certain if one.is_first else likely


def _stakes(view: View, one: Prospect) -> str:
    kind = one.clash.kind
    if one.dispute.is_internal:
        return _("The winner gets {amount}, and the loser's leader goes home.").format(
            amount=naming.amount("science", 1)
        )
    there = one.seen.defender if one.attacks else one.seen.attacker
    win = _("If you win, you get {amount} and {leader} goes home.").format(
        amount=naming.amount(kind, there + 1), leader=leader_of(view, one.rival, kind)
    )
    loss = _("If you lose, your leader goes home and {name} gets {amount}.")
    if one.own:
        loss = _(
            "If you lose, your leader goes home, your side loses {systems} and {name} gets "
            "{amount}."
        )
    loss = loss.format(
        systems=systems(kind, one.own),
        name=view.name(one.rival),
        amount=naming.amount(kind, one.own + 1),
    )
    return f"{win} {loss}"


def _also(view: View, dispute: Dispute, asked: Sequence[Prospect]) -> Iterator[Block]:
    """What goes without an answer; that one conflict may change the next (PA-11), and when the
    fewest ships that suffice are reckoned (PA-12)."""
    assert view.own is not None
    told = side_by_side(answered(view, one, view.own.stances) for one in asked)
    without = _("If you do not answer in time, your standing orders do. {what}.")
    yield Paragraph(without.format(what=capitalised(told)))
    if len(dispute.clashes) == 1:
        return
    in_order = _(
        "The conflicts are fought in this order: {kinds}. What one takes from the board may "
        "change the strengths of the next."
    )
    if dispute.first:
        in_order = _(
            "The conflicts are fought in this order, {as_chosen}: {kinds}. What one takes from the "
            "board may change the strengths of the next."
        )
    kinds = ", ".join(naming.kind(clash.kind) for clash in dispute.clashes)
    yield Paragraph(in_order.format(as_chosen=as_chosen(view, dispute.seat), kinds=kinds))
    order: Standing = Defend()
    reckoned = _(
        "With {order} your ships are reckoned when a conflict is fought, as the board stands then."
    )
    if dispute.asked == "attackers":
        order = Attack()
        reckoned = _(
            "With {order} your ships for every conflict are reckoned now, as the board stands "
            "before the first of them."
        )
    yield Paragraph(reckoned.format(order=quoted(written(order))))
