"""The welcome: the game in a few sentences, one's own start, and how to order."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.kinds import KINDS, Kind
from pbem.rulesets.parsec.orders import AnyOrder, Defend, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.telling.phrases import capitalised
from pbem.rulesets.parsec.telling.suggestions import suggest
from pbem.rulesets.parsec.telling.tables import left
from pbem.rulesets.parsec.view import View


def welcome_sections(view: View) -> Iterator[Section]:
    """Before the first turn; a spectator is not told how to order."""
    if view.turn or view.ending is not None:
        return
    yield Section(_("The game"), tuple(_the_game(view)))
    yield Section(_("Conflicts"), tuple(_conflicts(view)))
    if view.own is not None:
        yield Section(_("How to order"), tuple(_how_to_order(view)))


def _the_game(view: View) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Corporations settle a galaxy of solar systems. Ships that settle systems bring "
            "resources of four kinds, and in the end only your least counts: who has 9, 9, 9 and "
            "2 scores 2. Most in the least kind wins."
        )
    )
    yield Table(
        (left(_("Leader")), left(_("Ship")), left(_("Resource")), left(_("Settles"))),
        tuple(
            (
                capitalised(naming.kind(kind)),
                naming.ship(kind),
                naming.resource(kind),
                _("uninhabitable systems") if kind == "mining" else _("inhabitable systems"),
            )
            for kind in KINDS
        ),
    )
    yield Bullets(tuple(_how_it_goes(view)))


def _how_it_goes(view: View) -> Iterator[str]:
    yield _(
        "Settled systems and leaders that touch, side by side and not across corners, form a "
        "region. A ship that settles beside a region brings 1 resource to the owner of the leader "
        "of its kind there; without one to the owner of the government leader, else to nobody."
    )
    yield _(
        "A leader stands on an empty inhabitable system beside scientists, who need not be "
        "yours. If the last scientists beside it go, it goes home too."
    )
    yield _(
        "You have {weapons}, which destroy a system for good, and {ships} in hand, refilled from "
        "the pool after each turn."
    ).format(weapons=naming.count_weapons(FIGURES.weapons), ships=naming.count_ships(FIGURES.hand))
    yield _(
        "Artifacts lie in some systems. At the end of your turn your merchant leader takes one "
        "where its region has two or more; an artifact stands for any resource."
    )
    yield _(
        "The game ends when {few} or fewer artifacts are left, or a hand cannot be refilled. "
        "Secret are hands, resources and artifacts held."
    ).format(few=FIGURES.few_artifacts)


def _conflicts(view: View) -> Iterator[Block]:
    yield Paragraph(
        _(
            "A leader placed in a region that has one of its kind attacks it: both count the "
            "scientists' systems beside them and may add scientists of their hand. A system that "
            "joins two regions sets their leaders of a kind against each other: both count the "
            "systems of that kind in their old region and may add such ships. The higher number "
            "wins, a tie is the defender's, and ships sent are gone."
        )
    )
    yield Paragraph(
        _(
            "The beaten leader goes home. After an attack inside a region the winner gets 1 "
            "technology; after a union the loser's systems of that kind become empty, and the "
            "winner gets 1 resource for each and 1 for the leader."
        )
    )


def _how_to_order(view: View) -> Iterator[Block]:
    yield Paragraph(_when(view))
    yield Bullets(tuple(_examples(view)))
    yield Paragraph(
        _(
            "First steps: place a leader where you hold ships of its kind, beside as many "
            "scientists as you can, and settle next to its region. Each mail that asks you for a "
            "turn ends with lines that fit your position."
        )
    )


def _when(view: View) -> str:
    if view.options.pace == "round":
        when = _("Everyone sends {orders} orders a round, which are played one after the other.")
    else:
        when = _("Players move one after the other, with {orders} orders a turn.")
    answer = (
        _("When you are in a conflict you are asked how many ships you send.")
        if view.options.reactions == "ask"
        else _("In conflicts your standing orders tell how many ships you send.")
    )
    return " ".join(
        (
            when.format(orders=FIGURES.orders),
            answer,
            _(
                "Unless you say otherwise you send the fewest that win against what is seen, or "
                "the fewest that tie when attacked, or none if you lack them."
            ),
        )
    )


def _examples(view: View) -> Iterator[str]:
    """Orders that could be carried out now; they are written in English whatever the reader's
    language. What they mean is told in so many words that no line of it looks like an order."""
    found = suggest(view)
    for hint in found.turn:
        yield _example(hint.order, _meaning(hint.order))
    assert view.own is not None
    spare = max(KINDS, key=view.own.hand.of)
    yield _example(Swap(ships=(spare,)), _("that ship leaves the game for another one, drawn"))
    yield _example(
        Defend(kind="merchant", ships=1),
        _("from now on one ship defends your merchant leader, if you have it"),
    )


def _example(order: AnyOrder, meaning: str) -> str:
    return _("{order}: {meaning}").format(order=naming.line(order), meaning=meaning)


def _meaning(order: AnyOrder) -> str:
    match order:
        case PlaceLeader(kind=kind):
            return _("your {leader} comes to that system").format(leader=naming.leader(kind))
        case Settle(kind=kind):
            return _resource(kind)
        case _:
            return _("a way to use one of the two orders")


def _resource(kind: Kind) -> str:
    return ngettext(
        "one ship of your hand settles it, for {amount}",
        "one ship of your hand settles it, for {amount}",
        1,
    ).format(amount=naming.amount(kind, 1))
