"""What stands first: the welcome, the farewell to a faction that fell, or the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import only
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import Eliminated
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    Cost,
    FactionFigures,
    Fleets,
    Resource,
    discounted,
    stocks_of,
)
from pbem.rulesets.asylamba_mini.galaxy import zone
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import prices, realm_of
from pbem.rulesets.asylamba_mini.mechanics.forecast import Target, targets
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report import speciality
from pbem.rulesets.asylamba_mini.view import Ending, SeenFaction, View

_TWICE = 2
"""So many times the garrison win nearly always."""


def opening_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """The end before all else; a welcome before the first turn; a farewell after a fall."""
    if view.ending is not None:
        yield Section(_("The end"), tuple(_end(view, view.ending, news)))
        return
    if view.turn == 0:
        yield Section(_("The game"), tuple(_welcome(view)))
    if view.turn + 1 == view.options.max_turns:
        yield Section(_("Coming up"), (Paragraph(_("The next turn is the last."), "warning"),))
    for fall in only(Eliminated, news):
        if fall.seat == view.seat:
            yield Section(_("Your faction has fallen"), tuple(_farewell(view, fall)))


def _welcome(view: View) -> Iterator[Block]:
    yield Paragraph(
        _(
            "Factions struggle for a galaxy of 36 sectors, most of them held by rebels. You raise "
            "facilities in your capital, research, build fleets, colonise rebel sectors and, "
            "later, conquer those of others. The first faction to have {goal} victory points "
            "wins."
        ).format(goal=FIGURES.points_to_win)
    )
    if view.me is not None:
        yield from _your_faction(view, view.me)
    own = None if view.me is None else FACTIONS[view.me.name]
    yield Bullets(tuple(_how_it_goes(view.options, own)))
    if view.options.balance == "even":
        yield Paragraph(_beginnings(view))
    if view.me is not None:
        yield Paragraph(_("Orders are lines like these, one an order, carried out from the top:"))
        yield Bullets(tuple(_examples(view)))


def _your_faction(view: View, me: SeenFaction) -> Iterator[Block]:
    yield Paragraph(
        _("You lead {faction} from your capital, sector {capital}. {speciality}").format(
            faction=me.name,
            capital=me.capital,
            speciality=speciality(me.name, view.options.faction_bonuses),
        ),
        "good",
    )


def _how_it_goes(options: Options, own: FactionFigures | None) -> Iterator[str]:
    points = FIGURES.points_by_zone
    yield _(
        "Points: a peripheral sector or a bridge gives {edge}, one of the central ring {ring}, "
        "the centre {centre}; a megastructure {wonder} more. Each megastructure can be built once "
        "only, by whoever is first."
    ).format(
        edge=points["peripheral"],
        ring=points["ring"],
        centre=points["central"],
        wonder=FIGURES.points_per_megastructure,
    )
    yield _(
        "A turn: all order at once; then missions arrive and fight; then facilities produce. "
        "Who loses the capital is out."
    )
    yield _(
        "R (resources) builds fleets, refinery and megastructures; C (credits) pays the "
        "commercial hub, colonisations and the research of administration and engineering; "
        "S (science) and X (experience), from bonuses and fights, pay the rest. Each level of "
        "extended administration lets you own, or attack, one sector more."
    )
    yield " ".join(_what_is_paid(own))
    yield how_fights_go()
    if options.open_book:
        yield _("Books are open: all but orders and the bonuses of rebels is public.")
    else:
        yield _(
            "Secret are everyone's orders, resources, facilities, technologies and types of "
            "ship; owners, sizes of garrisons, missions under way and points are public."
        )
    if options.bonus_secrecy == "owner" and not options.open_book:
        yield _("Rebel sectors hide a bonus each; who takes one learns it, and no one else.")
    else:
        yield _("Rebel sectors hide a bonus each; everyone learns it when one is taken.")
    if options.max_turns is not None:
        yield ngettext(
            "The game ends after {turns} turn at the latest; then most points win.",
            "The game ends after {turns} turns at the latest; then most points win.",
            options.max_turns,
        ).format(turns=options.max_turns)


def _what_is_paid(own: FactionFigures | None) -> Iterator[str]:
    yield what_attacks_cost(own)
    if own is None or not own.start.technologies.conquest:
        yield what_conquests_need(own)
    yield what_exchange_gives(own)


def what_attacks_cost(own: FactionFigures | None) -> str:
    """AM-17, for that faction or for most."""
    cost = FIGURES.missions.cost
    return _(
        "A colonisation costs {colonisation} C for every sector that you own, a conquest "
        "{conquest} X, the capital counted."
    ).format(
        colonisation=cost if own is None else discounted(cost, own.colonisation_discount),
        conquest=cost,
    )


def what_conquests_need(own: FactionFigures | None) -> str:
    """AM-17."""
    discount = 0 if own is None else own.technology_discount
    return _("Before the first one, conquest must be researched, for {price} X.").format(
        price=discounted(FIGURES.technologies["conquest"].cost, discount)
    )


def what_exchange_gives(own: FactionFigures | None) -> str:
    """AM-11."""
    rate = None if own is None else own.exchange_rate
    return _("EXCHANGE gives one of any resource for {rate} of another.").format(
        rate=FIGURES.exchange.rate if rate is None else rate
    )


def how_fights_go() -> str:
    """AM-20, in a few sentences."""
    return _(
        "A fight goes on until one side has no fleet left: as many win every second time, twice as "
        "many nearly always. Medium ships beat light ones, heavy beat medium and light beat heavy, "
        "each being a quarter stronger then."
    )


def _beginnings(view: View) -> str:
    """AM-2: what everybody begins with."""
    told = _("{faction} {stocks}")
    begins = [
        told.format(faction=one.name, stocks=naming.amounts(Cost(had.resources, had.purse.credits)))
        for one in view.factions
        if (had := stocks_of(one.name, view.options.balance))
    ]
    return _("So that the factions are equal they begin with different stocks: {begins}.").format(
        begins=side_by_side(begins)
    )


def _examples(view: View) -> Iterator[str]:
    """Orders are written in English whatever the reader's language. What they mean is told in
    so many words that no line of it looks like an order when a mail comes back unmarked."""
    told, realm = _("{order}: {meaning}"), realm_of(view)
    wonder = next(iter(MEGASTRUCTURES))
    a_wonder = _("once you have spatial engineering {level} and {price}, a megastructure").format(
        level=MEGASTRUCTURES[wonder].level,
        price=naming.amounts(prices.megastructure(realm.faction, wonder)),
    )
    examples: list[tuple[AnyOrder, str]] = [
        (Upgrade(facility="refinery"), _("this raises it by one level and costs R")),
        (
            Research(technology="administration"),
            _("a level of it, and so one sector more that you may own"),
        ),
        (Build(ship="light", count=5), _("five fleets, ready at the end of the turn")),
        (
            Exchange(give=Resource.C, get=Resource.R, amount=10, named="get"),
            _("ten R for C, at the rate told above"),
        ),
        (Wonder(megastructure=wonder), a_wonder),
    ]
    target = _first_target(targets(view, realm))
    if target is not None:
        fleets = Fleets(light=max(1, _TWICE * target.garrison))
        mission = Send(kind="colonise", fleets=fleets, source=target.source, target=target.sector)
        meaning = _("once you have that many fleets, a mission against the nearest rebels")
        examples.append((mission, meaning))
    for order, meaning in examples:
        yield told.format(order=quoted(written(order)), meaning=meaning)


def _first_target(known: Sequence[Target]) -> Target | None:
    """The nearest and weakest rebels, on the periphery if there are any."""
    return min(
        (target for target in known if target.kind == "colonise"),
        key=lambda t: (zone(t.sector) != "peripheral", t.route.turns, t.garrison, t.sector),
        default=None,
    )


def _farewell(view: View, fall: Eliminated) -> Iterator[Block]:
    standing = max(row[fall.seat - 1].points for row in view.history)
    yield Paragraph(
        _(
            "{by} has taken your capital, and with it {faction} is out of the game. Your other "
            "sectors are rebels now, your missions have disbanded."
        ).format(by=view.faction(fall.by).name, faction=view.faction(fall.seat).name),
        "bad",
    )
    yield Paragraph(
        ngettext(
            "You held out for {turns} turn and had {points} at your best. Thank you for playing.",
            "You held out for {turns} turns and had {points} at your best. Thank you for playing.",
            view.turn,
        ).format(turns=view.turn, points=naming.count_points(standing))
    )
    if view.ending is None:
        yield Paragraph(
            _("You will go on receiving what everyone may see, until the game is decided.")
        )


def who_won(view: View, ending: Ending) -> str:
    """The end in a sentence, said to the winner as such."""
    if view.seat in ending.winners:
        others = [view.faction(seat).name for seat in ending.winners if seat != view.seat]
        if not others and ending.cause == "fallen":
            return _("You have won, though your own capital fell too.")
        if not others:
            return _("You have won: the galaxy is yours.")
        return _("You have won, together with {names}.").format(names=in_a_row(others))
    names = [
        _("{faction} ({player})").format(faction=view.faction(seat).name, player=view.name(seat))
        for seat in ending.winners
    ]
    return ngettext("{names} has won.", "{names} have won together.", len(names)).format(
        names=in_a_row(names)
    )


def _end(view: View, ending: Ending, news: Sequence[Event]) -> Iterator[Block]:
    won = view.seat in ending.winners
    # The headline tells who has won.
    reason = _("{cause} {made_the_difference}").format(
        cause=_cause(view, ending), made_the_difference=_decided_by(ending)
    )
    yield Paragraph(reason.strip(), "good" if won else "plain")
    for fall in only(Eliminated, news):
        if fall.seat == view.seat:
            yield Paragraph(
                _("{by} has taken your capital in this last turn.").format(
                    by=view.faction(fall.by).name
                ),
                "bad",
            )
    if view.me is not None and not won:
        yield Paragraph(_own_end(view, view.me))


def _own_end(view: View, me: SeenFaction) -> str:
    if not me.alive:
        # Where all fell together, the last standings are those before the falls (AM-25).
        held = sum(1 for row in view.history if row[me.seat - 1].sectors)
        return _("Your faction fell in turn {turn}. Thank you for playing.").format(
            turn=min(held, view.turn)
        )
    return _("Thank you for playing.")


def _cause(view: View, ending: Ending) -> str:
    """AM-25, AM-26."""
    best = view.standing(ending.winners[0]).points
    match ending.cause:
        case "points":
            goal = FIGURES.points_to_win
            told = _("{goal} points win, and {points} are reached.").format(goal=goal, points=best)
            others = [one for one in view.factions if one.seat not in ending.winners]
            also = [one.name for one in others if view.standing(one.seat).points >= goal]
            if also and ending.decided_by == "points":
                why = _("{names} had enough as well: of several the most points win.")
                told = f"{told} {why.format(names=in_a_row(also))}"
            return told
        case "last":
            return _("No other faction is left.")
        case "fallen":
            return _("All that remained fell together; what they held before decides.")
        case "turns":
            return ngettext(
                "The last turn is played, and {points} point is the most.",
                "The last turn is played, and {points} points are the most.",
                best,
            ).format(points=best)


def _decided_by(ending: Ending) -> str:
    match ending.decided_by:
        case "points":
            return ""
        case "sectors":
            return _("Points were level: the number of sectors decided.")
        case "fleets":
            return _("Points and sectors were level: the number of fleets decided.")
        case "shared":
            return _("Points, sectors and fleets were level.")
