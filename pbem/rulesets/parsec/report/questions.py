"""What the game waits for, and what is asked of the reader: what each number of ships would do in a
conflict (PA-12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.blocks import left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, Dispute
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics.conflicts import strengths
from pbem.rulesets.parsec.mechanics.space import Space
from pbem.rulesets.parsec.naming import all_of, as_chosen, attacks, leader_of, systems
from pbem.rulesets.parsec.orders import PASS, Attack, Defend
from pbem.rulesets.parsec.report.conflicts import (
    Question,
    Reserves,
    answered,
    defended,
    question_of,
)
from pbem.rulesets.parsec.view import View


def asking_section(view: View) -> Iterator[Section]:
    """One section; none at the end."""
    if view.ending is not None:
        return
    if view.is_asked:
        yield from reaction_section(view)
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
        "good",
    )
    if view.options.pace == "round":
        yield Paragraph(_order_of_round(view))


def _order_of_round(view: View) -> str:
    """PA-4: everyone orders at once, and the orders are carried out one player after another."""
    place = view.seats.index(view.mover)
    seats = (*view.seats[place:], *view.seats[:place])
    return _("Everyone orders now; this round is played in this order: {names}.").format(
        names=", ".join(all_of(view, [seat]) for seat in seats)
    )


def _waiting(view: View) -> Iterator[Block]:
    if view.dispute is not None:
        yield from _dispute(view, view.dispute)
    elif view.options.pace == "round":
        yield Paragraph(_("The game waits for the orders of all players."))
        yield Paragraph(_order_of_round(view))
    else:
        yield Paragraph(_("The game waits for {name}'s turn.").format(name=view.name(view.mover)))
    if _comes_next(view):
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


def _comes_next(view: View) -> bool:
    """Whether the reader is to defend itself in a conflict whose attacker is asked first."""
    if view.dispute is None or view.dispute.asked != "attackers":
        return False
    return any(clash.defender == view.seat for clash in view.dispute.clashes)


def _dispute(view: View, dispute: Dispute) -> Iterator[Block]:
    """PA-12: that a conflict waits is public, and so are the strengths on the board."""
    names = all_of(view, dispute.waits_for)
    yield Paragraph(
        ngettext(
            "A conflict waits for the ships that {names} will send:",
            "A conflict waits for the ships that {names} will send:",
            len(dispute.waits_for),
        ).format(names=names)
    )
    space = Space(view.galaxy)
    told = []
    for clash in dispute.clashes:
        seen = strengths(space, dispute, clash)
        sent = naming.count_kind(dispute.ships[clash.kind], clash.sent) if clash.sent else ""
        told.append(
            _("{attack}, {strength} against {other}").format(
                attack=capitalised(attacks(view, dispute, clash)),
                strength=_("{strength} + {ships}").format(strength=seen.attacker, ships=sent)
                if sent
                else seen.attacker,
                other=seen.defender,
            )
        )
    yield Bullets(tuple(f"{one}." for one in told))


def questions(view: View) -> tuple[Question, ...]:
    """Those that the reader is asked now, in the order in which they are fought."""
    if not view.is_asked or view.dispute is None or view.own is None or view.seat is None:
        return ()
    space = Space(view.galaxy)
    return tuple(
        question_of(view.dispute, clash, space, view.seat, view.own.hand)
        for clash in view.dispute.asked_of(view.seat)
    )


def reaction_section(view: View) -> Iterator[Section]:
    """What is asked, what is at stake, and what happens without an answer."""
    asked = questions(view)
    if not asked or view.dispute is None:
        return
    cause = _cause(view, view.dispute)
    blocks = [block for question in asked for block in _question(view, question)]
    if any(question.held for question in asked):
        blocks = [Paragraph(f"{cause} {_how(view.dispute)}"), *blocks, *_also(view, asked)]
    else:
        nothing = _("You have no choice: answer {order} or wait.").format(order=quoted(PASS))
        blocks = [Paragraph(cause), *blocks, Paragraph(nothing)]
    yield Section(_("You are asked for ships"), tuple(blocks))


def _cause(view: View, dispute: Dispute) -> str:
    """What opened the conflict."""
    square = square_name(dispute.square)
    if dispute.is_internal:
        return _("{leader} came to {square}, into a region that has a leader of its kind.").format(
            leader=capitalised(leader_of(view, dispute.seat, dispute.clashes[0].kind)),
            square=square,
        )
    told = (
        _("You settled {square} and joined two regions that have leaders of the same kind.")
        if dispute.seat == view.seat
        else _("{name} settled {square} and joined two regions that have leaders of the same kind.")
    )
    return told.format(name=view.name(dispute.seat), square=square)


def _how(dispute: Dispute) -> str:
    """How a conflict goes, for who has never seen one."""
    count = (
        _(
            "Each side counts the scientists' systems beside its leader and may add scientists of "
            "its hand."
        )
        if dispute.is_internal
        else _(
            "Each side counts the systems of the leader's kind on its own side of {square}, which "
            "itself counts for neither, and may add such ships of its hand."
        ).format(square=square_name(dispute.square))
    )
    end = _("The higher number wins, a tie is the defender's; ships sent are gone.")
    return f"{count} {end}"


def _question(view: View, question: Question) -> Iterator[Block]:
    clash = question.clash
    yield Paragraph(
        _("{attack}: {own} against {other}.").format(
            attack=capitalised(attacks(view, question.dispute, clash)),
            own=_attackers(question),
            other=question.seen.defender,
        ),
        "warning",
    )
    settled = _settled(view, question)
    if settled is not None:
        yield Paragraph(settled)
        return
    yield Table(
        (right(_("You send")), right(_("Your strength")), left(_("What comes of it"))),
        tuple(
            (str(number), str(question.own + number), outcome(view, question, number))
            for number in range(question.held + 1)
        ),
    )
    yield Paragraph(_stakes(view, question))


def _settled(view: View, question: Question) -> str | None:
    """What is to be said where the ships sent change nothing; None where they may."""
    if not question.held:
        return _("You have no {ships} to send: {outcome}.").format(
            ships=naming.ship_name(question.ship, 2), outcome=outcome(view, question, 0)
        )
    if question.enough > question.held:
        return _hopeless(question)
    return _won(question) if _is_won(view, question) else None


def _is_won(view: View, question: Question) -> bool:
    """Whether no ships are needed, whatever the other side sends: at most its whole hand."""
    if question.attacks:
        return question.own > question.other + view.of(question.rival).ships
    return question.own >= question.other


def _won(question: Question) -> str:
    """Certain of the first conflict only, as what is said of hopeless ones."""
    if question.is_first:
        return _("You win it whatever is sent: ships that you send are wasted.")
    return _("As the board stands you win it whatever is sent, and ships that you send are wasted.")


def _hopeless(question: Question) -> str:
    """Certain of the first conflict only: each may change the strengths of the next (PA-11)."""
    if question.is_first:
        return (
            _("You cannot win it: ships that you send are lost in vain.")
            if question.attacks
            else _("You cannot hold it: ships that you send are lost in vain.")
        )
    return (
        _("As the board stands you cannot win it, and ships that you send are lost in vain.")
        if question.attacks
        else _("As the board stands you cannot hold it, and ships that you send are lost in vain.")
    )


def _attackers(question: Question) -> str:
    """ "3", or "3 + 2 merchants" once they are named."""
    if not question.clash.sent:
        return str(question.seen.attacker)
    return _("{strength} + {ships}").format(
        strength=question.seen.attacker,
        ships=naming.count_kind(question.ship, question.clash.sent),
    )


def outcome(view: View, question: Question, number: int) -> str:
    """What so many ships would do."""
    if not question.attacks:
        return defended(question, number)
    if question.result(number) != "win":
        return _("you lose")
    ahead = question.own + number - question.other
    return ngettext(
        "you win unless {name} sends {number} or more",
        "you win unless {name} sends {number} or more",
        ahead,
    ).format(name=view.name(question.rival), number=ahead)


def _stakes(view: View, question: Question) -> str:
    kind, dispute = question.clash.kind, question.dispute
    if dispute.is_internal:
        return _("The winner gets {amount}, and the loser's leader goes home.").format(
            amount=naming.amount("science", 1)
        )
    there = question.seen.defender if question.attacks else question.seen.attacker
    win = _("If you win, you get {amount} and {leader} goes home.").format(
        amount=naming.amount(kind, there + 1), leader=leader_of(view, question.rival, kind)
    )
    if not question.own:
        loss = _("If you lose, your leader goes home and {name} gets {amount}.")
    else:
        loss = _(
            "If you lose, your leader goes home, your side loses {systems} and {name} gets "
            "{amount}."
        )
    return " ".join(
        (
            win,
            loss.format(
                systems=systems(kind, question.own),
                name=view.name(question.rival),
                amount=naming.amount(kind, question.own + 1),
            ),
        )
    )


def _also(view: View, asked: tuple[Question, ...]) -> Iterator[Block]:
    """What goes without an answer, and that one conflict may change the next."""
    assert view.dispute is not None and view.seat is not None and view.own is not None
    own = Reserves(view, view.seat, view.own.hand, view.own.stances)
    space = Space(view.galaxy)
    told = side_by_side(answered(view.dispute, one.clash, space, own) for one in asked)
    yield Paragraph(
        _("If you do not answer in time, your standing orders do. {what}.").format(
            what=capitalised(told)
        )
    )
    if len(view.dispute.clashes) > 1:
        yield Paragraph(_in_order(view, view.dispute))
        yield Paragraph(_without_number(attacks=view.dispute.asked == "attackers"))


def _in_order(view: View, dispute: Dispute) -> str:
    """PA-11."""
    told = (
        _(
            "The conflicts are fought in this order, {as_chosen}: {kinds}. What one takes from "
            "the board may change the strengths of the next."
        )
        if dispute.first
        else _(
            "The conflicts are fought in this order: {kinds}. What one takes from the board may "
            "change the strengths of the next."
        )
    )
    return told.format(
        as_chosen=as_chosen(view, dispute.seat),
        kinds=", ".join(naming.kind(clash.kind) for clash in dispute.clashes),
    )


def _without_number(*, attacks: bool) -> str:
    """When the fewest ships that suffice are reckoned (PA-12)."""
    if attacks:
        return _(
            "With {order} your ships for every conflict are reckoned now, as the board stands "
            "before the first of them."
        ).format(order=quoted(written(Attack())))
    return _(
        "With {order} your ships are reckoned when a conflict is fought, as the board stands then."
    ).format(order=quoted(written(Defend())))
