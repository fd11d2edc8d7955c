"""What the game waits for, and what is asked of the reader."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Dispute
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.reckoning.conflicts import strengths
from pbem.rulesets.parsec.reckoning.space import Space
from pbem.rulesets.parsec.telling.phrases import all_of, attacks
from pbem.rulesets.parsec.telling.reactions import reaction_section
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
