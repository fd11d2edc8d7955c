"""The question that a conflict puts to the reader: what each number of ships would do (PA-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.blocks import left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Clash, Dispute
from pbem.rulesets.parsec.kinds import Kind
from pbem.rulesets.parsec.orders import Attack, Defend, Standing
from pbem.rulesets.parsec.reckoning.conflicts import (
    Strengths,
    ships_to_tie,
    ships_to_win,
    strengths,
)
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.phrases import attacks, capitalised, leader_of, systems
from pbem.rulesets.parsec.telling.sending import Reserves, answered, own_clashes
from pbem.rulesets.parsec.view import View


class Question(NamedTuple):
    """A conflict in which the reader is to name ships: ``held`` of them are in its hand."""

    dispute: Dispute
    clash: Clash
    seen: Strengths
    ship: Kind
    held: int
    attacks: bool

    @property
    def own(self) -> int:
        """The reader's strength without ships."""
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

    def answer(self, ships: int) -> Standing:
        """The order that sends so many."""
        make = Attack if self.attacks else Defend
        return make(kind=self.clash.kind, ships=ships)


def questions(view: View) -> tuple[Question, ...]:
    """Those that the reader is asked now, in the order in which they are fought."""
    if not view.is_asked or view.dispute is None or view.own is None or view.seat is None:
        return ()
    dispute, space = view.dispute, Space(view.galaxy)
    return tuple(
        Question(
            dispute=dispute,
            clash=clash,
            seen=strengths(space, dispute, clash),
            ship=dispute.ships[clash.kind],
            held=view.own.hand.of(dispute.ships[clash.kind]),
            attacks=clash.attacker == view.seat,
        )
        for clash in own_clashes(dispute, view.seat)
    )


def reaction_section(view: View) -> Iterator[Section]:
    """What is asked, what is at stake, and what happens without an answer."""
    asked = questions(view)
    if asked and view.dispute is not None:
        blocks = [block for question in asked for block in _question(view, question)]
        yield Section(
            _("You are asked for ships"),
            (Paragraph(_cause(view, view.dispute)), *blocks, *_also(view, asked)),
        )


def _cause(view: View, dispute: Dispute) -> str:
    """What opened the conflict and how it goes, for who has never seen one."""
    is_own = dispute.seat == view.seat
    if dispute.is_internal:
        deed = (
            _("You placed a leader at {square}, in a region that has one of this kind.")
            if is_own
            else _("{name} placed a leader at {square}, in a region that has one of this kind.")
        )
        count = _(
            "Each side counts the scientists' systems beside its leader and may add scientists of "
            "its hand."
        )
    else:
        deed = (
            _("You settled {square} and joined two regions in which leaders are alike.")
            if is_own
            else _("{name} settled {square} and joined two regions in which leaders are alike.")
        )
        count = _(
            "Each side counts the systems of the leader's kind in its region and may add such "
            "ships of its hand."
        )
    told = deed.format(name=view.name(dispute.seat), square=square_name(dispute.square))
    end = _("The higher number wins, a tie is the defender's; ships sent are gone.")
    return f"{told} {count} {end}"


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
    if question.held:
        yield Table(
            (right(_("You send")), right(_("Your strength")), left(_("What comes of it"))),
            tuple(
                (str(number), str(question.own + number), outcome(view, question, number))
                for number in range(question.held + 1)
            ),
        )
    else:
        yield Paragraph(
            _("You have no {ships} to send: {outcome}.").format(
                ships=naming.ship_name(question.ship, 2), outcome=outcome(view, question, 0)
            )
        )
    if question.held and question.enough > question.held:
        yield Paragraph(
            _("You cannot win it: ships that you send are lost in vain.")
            if question.attacks
            else _("You cannot hold it: ships that you send are lost in vain.")
        )
    yield Paragraph(_stakes(view, question))


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
    mine, other = question.own + number, question.other
    if not question.attacks:
        if mine > other:
            return _("you win")
        return _("a tie: you win as the defender") if mine == other else _("you lose")
    if mine <= other:
        return _("you lose")
    return ngettext(
        "you win unless {name} sends {number} or more",
        "you win unless {name} sends {number} or more",
        mine - other,
    ).format(name=view.name(question.rival), number=mine - other)


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
            "If you lose, your leader goes home, your {systems} there become empty and {name} "
            "gets {amount}."
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
    told = naming.side_by_side(answered(view.dispute, one.clash, space, own) for one in asked)
    yield Paragraph(
        _("If you do not answer in time, your standing orders do. {what}.").format(
            what=capitalised(told)
        )
    )
    if len(view.dispute.clashes) > 1:
        yield Paragraph(
            _(
                "The conflicts are fought in this order: {kinds}. What one takes from the board "
                "may change the strengths of the next."
            ).format(kinds=", ".join(naming.kind(clash.kind) for clash in view.dispute.clashes))
        )
