"""The welcome: the game in a few sentences, one's own start, and how to order."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.blocks import bullets, left, table
from pbem.engine.i18n import _
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import advice
from pbem.rulesets.parsec.figures import FIGURES, KINDS
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import AnyOrder, Defend, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.view import View


def welcome_sections(view: View) -> Iterator[Section]:
    """Before the first turn; a spectator is not told how to order."""
    if view.turn or view.ending is not None:
        return
    yield Section(_("The game"), tuple(_the_game(view)))
    yield Section(_("Conflicts"), tuple(how_conflicts_go()))
    if view.own is not None:
        yield Section(_("How to order"), tuple(_how_to_order(view)))


def _the_game(view: View) -> Iterator[Block]:
    yield Paragraph(what_counts())
    ground = {"mining": _("uninhabitable systems")}
    yield table(
        KINDS,
        (left(_("Leader")), lambda kind: capitalised(naming.kind(kind))),
        (left(_("Ship")), naming.ship),
        (left(_("Resource")), naming.resource),
        (left(_("Settles")), lambda kind: ground.get(kind, _("inhabitable systems"))),
    )
    yield from bullets(_how_it_goes())


def what_counts() -> str:
    """PA-14, in a few sentences."""
    return _(
        "Corporations settle a galaxy of solar systems. Ships that settle systems bring "
        "resources of four kinds, and in the end only your least counts: who has 9, 9, 9 and "
        "2 scores 2. The highest score wins; where scores are level the next least decides."
    )


def how_artifacts_count() -> str:
    """PA-13, in a few sentences."""
    return _(
        "Artifacts lie in some systems. At the end of a player's turn its merchant leader takes "
        "one where its region has two or more; an artifact stands for any resource. Where the "
        "settlement around one is vacated it is dormant: nobody takes it, and it does not count, "
        "until the system is settled again."
    )


def how_it_ends() -> str:
    """PA-14, PA-15, in a few sentences."""
    return _(
        "The game ends when {few} or fewer artifacts are left, or a hand cannot be refilled. "
        "Secret are hands, resources and artifacts held."
    ).format(few=FIGURES.few_artifacts)


def _how_it_goes() -> Iterator[str]:
    yield _(
        "Settled systems and leaders that touch, side by side and not across corners, form a "
        "region. A ship that settles beside a region brings 1 resource to the owner of the leader "
        "of its kind there; without one to the owner of the government leader, else to nobody."
    )
    yield _(
        "A leader stands on an empty inhabitable system beside scientists, whoever settled them. "
        "If the last scientists beside it go, it goes home too."
    )
    yield _(
        "Everyone has {weapons}, which destroy a system for good, and {ships} in hand, refilled "
        "from the pool after each turn."
    ).format(weapons=naming.count_weapons(FIGURES.weapons), ships=naming.count_ships(FIGURES.hand))
    yield how_artifacts_count()
    yield _(
        "A settlement may join two regions, a leader none: what would join more is refused. One "
        "that joins two regions with leaders brings nobody a resource, and where both had a leader "
        "of the same kind these fight."
    )
    yield how_it_ends()


def how_conflicts_go() -> Iterator[Paragraph]:
    """PA-10, PA-11, in a few sentences."""
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
    yield from bullets(_examples(view))
    yield Paragraph(
        _(
            "First steps: place a leader where you hold ships of its kind, beside as many "
            "scientists as you can, and settle next to its region. Each mail that asks you for a "
            "turn ends with lines that fit your position."
        )
    )


def _when(view: View) -> str:
    when = _(
        "Players move one after the other, with {orders} orders a turn; each one's turn counts as "
        "a turn of the game."
    )
    if view.options.pace == "round":
        when = _("Everyone sends {orders} orders a round, which are played one after the other.")
    answer = _("In conflicts your standing orders tell how many ships you send.")
    if view.options.reactions == "ask":
        answer = _("When you are in a conflict you are asked how many ships you send.")
    otherwise = _(
        "Unless you say otherwise you send the fewest that win against what is seen, or "
        "the fewest that tie when attacked, or none if you lack them."
    )
    return f"{when.format(orders=FIGURES.orders)} {answer} {otherwise}"


def _examples(view: View) -> Iterator[str]:
    """Orders that could be carried out now; they are written in English whatever the reader's
    language. What they mean comes first, so that no line of it begins as an order does."""
    assert view.own is not None, "a spectator is not told how to order"
    another = _("To have another ship drawn for one of your hand")
    defend = _("To defend your merchant leader with one ship from now on, if you have it")
    found: list[tuple[AnyOrder, str]] = [
        *((order, _meaning(order)) for order in advice(view).turn),
        (Swap(ships=(max(KINDS, key=view.own.hand.of),)), another),
        (Defend(kind="merchant", ships=1), defend),
    ]
    for order, meaning in found:
        yield _("{meaning}: {order}").format(meaning=meaning, order=quoted(written(order)))


def _meaning(order: AnyOrder) -> str:
    match order:
        case PlaceLeader(kind=kind, to=square):
            told = _("To place your {leader} at {square}")
            return told.format(leader=naming.leader(kind), square=square_name(square))
        case Settle(kind=kind, at=square):
            told = _("To settle {square} with a ship of your hand, for {amount}")
            return told.format(square=square_name(square), amount=naming.amount(kind, 1))
        case _:
            return _("Another way to use one of the orders")
