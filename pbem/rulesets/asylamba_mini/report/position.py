"""Who stands where, and what one has to order with: capital, resources, technologies, sectors; and
the megastructures of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import NONE, left, listed, only, right, table, with_change
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import in_a_row
from pbem.engine.ranking import Rank, own_end, own_standing, ranking
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import Flow
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Facility,
    Inside,
    Resource,
    Sector,
    Technology,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import Ladder, Realm, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import tried
from pbem.rulesets.asylamba_mini.mechanics.forecast import points_of
from pbem.rulesets.asylamba_mini.mechanics.prices import fleets_a_turn
from pbem.rulesets.asylamba_mini.naming import holder
from pbem.rulesets.asylamba_mini.orders import Research, Upgrade, Wonder
from pbem.rulesets.asylamba_mini.report import powers, technology_gives
from pbem.rulesets.asylamba_mini.view import SeenFaction, SeenSector, Standing, View


def ranks_of(view: View) -> tuple[Rank[Standing], ...]:
    """All factions, the best first by the tie-breaks of AM-25."""
    return ranking(view.history, lambda seat: _worth(view, seat))


def rank_of(view: View, seat: Seat) -> Rank[Standing]:
    return next(rank for rank in ranks_of(view) if rank.seat == seat)


def standing(view: View) -> str:
    """How the reader stands by points, in a clause; empty before the first turn."""
    if view.seat is None or not view.turn:
        return ""
    points = naming.count_points(view.standing(view.seat).points)
    if view.ending is not None:
        places = {rank.seat: rank.place for rank in ranks_of(view)}
        return own_end(places, view.seat, points, view.ending.winners)
    ranks = ranking(view.history, lambda seat: view.standing(seat).points)
    return own_standing({rank.seat: rank.place for rank in ranks}, view.seat, points)


def _worth(view: View, seat: Seat) -> tuple[bool, int, int, int]:
    now = view.standing(seat)
    return view.faction(seat).alive, now.points, now.sectors, now.fleets


def standings_section(view: View) -> Section:
    """Everybody's points, and how many are missing to win."""
    standings = table(
        ranks_of(view),
        (left(_("Faction")), lambda rank: _named(view.faction(rank.seat))),
        (left(_("Player")), lambda rank: view.name(rank.seat)),
        (right(_("Points")), lambda rank: _points_of(view, rank)),
        (right(_("Sectors")), lambda rank: rank.now.sectors),
        (right(_("Fleets")), lambda rank: rank.now.fleets),
        mark=lambda rank: rank.seat == view.seat,
        caption=_still_needed(view) if view.ending is None else "",
    )
    heading = _("Victory points") if view.ending is None else _("Final standings")
    hidden = any(_hidden(view, rank) for rank in ranks_of(view))
    told = _("Hidden points are those of governors: only who owns such a sector knows which it is.")
    return Section(heading, (standings, *([Paragraph(told)] if hidden else [])), ranks=True)


def powers_section(view: View) -> Iterator[Section]:
    """What the rivals are good at (3.5), before the first turn."""
    if view.turn:
        return
    reading = view.options.faction_bonuses
    told = [
        _("{faction}: {powers}.").format(faction=one.name, powers=good_at)
        for one in view.factions
        if one.alive and one.seat != view.seat and (good_at := powers(one.name, reading))
    ]
    if told:
        heading = _("What the rivals are good at") if view.me else _("What each is good at")
        yield Section(heading, (Bullets(tuple(told)),))


def _named(faction: SeenFaction) -> str:
    return faction.name if faction.alive else _("{faction}, fallen").format(faction=faction.name)


def _points_of(view: View, rank: Rank[Standing]) -> str:
    """With those that no place shows: who has them owns governors' sectors (AM-27)."""
    told, hidden = with_change(rank.now.points, rank.before.points), _hidden(view, rank)
    return _("{points}, {hidden} hidden").format(points=told, hidden=hidden) if hidden else told


def _hidden(view: View, rank: Rank[Standing]) -> int:
    """How many points of a faction no place shows."""
    name = view.faction(rank.seat).name
    seen = sum(points_of(view, sector.number, name) for sector in view.owned_by(rank.seat))
    return max(0, rank.now.points - seen)


def _still_needed(view: View) -> str:
    goal = FIGURES.points_to_win
    me = view.me
    if me is None or not me.alive:
        return _("{goal} points win.").format(goal=goal)
    if view.open_turn == view.options.max_turns:
        return _("{goal} points win; if nobody has them, the most after the next turn.").format(
            goal=goal
        )
    return ""  # the headline tells how many are missing


def open_book(view: View) -> Iterator[Section]:
    """Everybody's means, where the game is played with open books."""
    known = [(f, f.means) for f in view.factions if f.alive and f.means is not None]
    if not any(faction.seat != view.seat for faction, _means in known):
        return
    means = table(
        known,
        (left(_("Faction")), lambda one: one[0].name),
        (right("R"), lambda one: _at_home(view, one[0])),
        (right("C"), lambda one: one[1].purse.credits),
        (right("S"), lambda one: one[1].purse.science),
        (right("X"), lambda one: one[1].purse.experience),
        (left(_("Technologies")), lambda one: naming.technologies(one[1].technologies)),
        (left(_("Tokens")), lambda one: listed(naming.tokens(one[1].tokens))),
        caption=_("R is that of the capital."),
        mark=lambda one: one[0].seat == view.seat,
    )
    insides = [
        (sector.number, view.faction(sector.owner).name, sector.inside)
        for sector in view.sectors
        if sector.owner not in (None, view.seat) and sector.inside is not None
    ]
    sectors = table(
        insides,
        (left(_("Sector")), lambda one: one[0]),
        (left(_("Faction")), lambda one: one[1]),
        (left(_("Facilities")), lambda one: _facilities(one[2])),
        (left(_("Fleets")), lambda one: _fleets(one[2])),
    )
    yield Section(_("Open books"), (means, sectors) if insides else (means,))


def _at_home(view: View, faction: SeenFaction) -> object:
    inside = view.sector(faction.capital).inside
    return NONE if inside is None else inside.resources


def _facilities(inside: Inside) -> str:
    return naming.facilities(inside.facilities) if inside.facilities else NONE


def _fleets(inside: Inside) -> str:
    return naming.fleets(inside.fleets) if inside.fleets else NONE


def capital_sections(realm: Realm, news: Sequence[Event]) -> Iterator[Section]:
    """The capital with its facilities, the stocks and the technologies."""
    heading = _("Your capital, sector {number}").format(number=realm.capital)
    yield Section(heading, (_capital(realm), Paragraph(" ".join(_garrison_and_wonders(realm)))))
    yield Section(_("Your resources"), tuple(_resources(realm, news)))
    yield Section(_("Your technologies"), (_technologies(realm),), reference=True, kept=True)


def _garrison_and_wonders(realm: Realm) -> Iterator[str]:
    yield _("Garrison: {fleets}.").format(fleets=naming.fleets(realm.home.fleets))
    yield _fleet_price(realm)
    standing = [name for name, sector in realm.built.items() if sector == realm.capital]
    if standing:
        yield ngettext("Here stands {names}.", "Here stand {names}.", len(standing)).format(
            names=in_a_row(standing)
        )


def _capital(realm: Realm) -> Table:
    orders = [Upgrade(facility=key, to=FIGURES.facilities[key].maximum) for key in FACILITIES]
    return table(
        (order for order in orders if realm.ladder(order).level or realm.ladder(order).price(1)),
        (left(_("Facility")), lambda order: naming.facility(order.facility)),
        (right(_("Level")), lambda order: _level(realm.ladder(order))),
        (left(_("Gives a turn")), lambda order: _output(realm, order.facility)),
        (left(_("Next level")), lambda order: _next(realm.ladder(order))),
        (left(_("Payable now")), lambda order: _payable(realm, order)),
    )


def _technologies(realm: Realm) -> Table:
    highest = ((key, FIGURES.technologies[key].maximum) for key in TECHNOLOGIES)
    return table(
        (Research(technology=key, to=most) for key, most in highest),
        (left(_("Technology")), lambda order: naming.technology(order.technology)),
        (right(_("Level")), lambda order: _level(realm.ladder(order))),
        (left(_("Gives")), lambda order: _effect(realm, order.technology)),
        (left(_("Next")), lambda order: _next(realm.ladder(order))),
        (left(_("Payable now")), lambda order: _payable(realm, order)),
        mark=lambda order: order.technology == "administration" and realm.wants_administration,
    )


def _output(realm: Realm, key: Facility) -> str:
    given, level = FIGURES.facilities[key], realm.home.facilities.of(key)
    return naming.amounts(Cost.just(given.resource, given.output * level)) if level else NONE


def _effect(realm: Realm, key: Technology) -> str:
    return technology_gives(key, realm.technologies.of(key))


def _level(ladder: Ladder) -> str:
    return _("{level} of {maximum}").format(level=ladder.level, maximum=ladder.maximum)


def _next(ladder: Ladder) -> str:
    price = ladder.price(ladder.level + 1)
    if ladder.level >= ladder.maximum:
        return _("complete")
    return _("by bonuses only") if price is None else naming.amounts(price)


def _payable(realm: Realm, order: Upgrade | Research) -> str:
    """How far the stocks reach: "to 6 for 110 R"."""
    ladder = realm.ladder(order)
    if ladder.level >= ladder.maximum or ladder.price(1) is None:
        return NONE
    dealt = tried(realm, order)
    if dealt is None:
        return _("no")
    price = naming.amounts(dealt.done.cost)
    return _("to {level} for {price}").format(level=dealt.done.after, price=price)


def _fleet_price(realm: Realm) -> str:
    ships = in_a_row([naming.ship(ship) for ship in SHIPS if realm.unlocked(ship)])
    price = naming.amounts(prices.fleets(1))
    if FACTIONS[realm.faction].builds_with_credits:
        credits = naming.amounts(prices.fleets(1, with_credits=True))
        price = _("{price} or {other}").format(price=price, other=credits)
    return _("A fleet costs {price}; you can build {ships}.").format(price=price, ships=ships)


def _resources(realm: Realm, news: Sequence[Event]) -> Iterator[Block]:
    told = [(_("in stock"), realm.balance, "")]
    for flow in only(Flow, news):
        told = [
            (_("before"), flow.before, ""),
            (_("spent"), flow.spent, "-"),
            (_("gained"), flow.gained, "+"),
            (_("produced"), flow.produced, "+"),
            (_("in stock"), flow.after, ""),
        ]
    told.append((_("next turn"), realm.income, "+"))
    yield table(
        Resource,
        (left(""), naming.resource),
        *((right(name), partial(_stock, cost, sign)) for name, cost, sign in told),
    )
    tokens = in_a_row(naming.tokens(realm.means.tokens))
    if tokens:
        held = _("You hold: {tokens}.").format(tokens=tokens)
        yield Paragraph(" ".join((held, *naming.used_for(realm.means.tokens))), "good")


def _stock(cost: Cost, sign: str, resource: Resource) -> str:
    amount = cost.of(resource)
    if sign and not amount:
        return NONE
    return f"{sign}{amount}" if amount >= 0 else f"{amount}"


def sectors_section(view: View, realm: Realm) -> Iterator[Section]:
    """A row for each own sector but the capital, which has its own section.

    Their R is not told: all of it becomes fleets every turn (AM-9).
    """
    others = [(view.sector(n), inside) for n, inside in realm.sectors.items() if n != realm.capital]
    insides = [inside for _seen, inside in others]

    def builds(row: tuple[SeenSector, Inside]) -> str:
        return _builds(realm, row[1])

    if others:
        rows = table(
            others,
            (left(_("Sector (points)")), lambda row: _points(view, realm, row[0].number)),
            (left(_("Facilities")), lambda row: _facilities(row[1])),
            (left(_("Fleets")), lambda row: _fleets(row[1])),
            (left(_("Bonus, wonders")), lambda row: _special(row[0])),
            *([(left(_("Builds")), builds)] if any(map(fleets_a_turn, insides)) else []),
        )
        yield Section(_("Your other sectors"), (rows,), reference=True)


def _points(view: View, realm: Realm, number: Sector) -> str:
    return f"{number} ({points_of(view, number, realm.faction)})"


def _special(seen: SeenSector) -> str:
    bonus = () if seen.bonus is None else (naming.bonus(seen.bonus),)
    return listed((*bonus, *seen.megastructures))


def _builds(realm: Realm, inside: Inside) -> str:
    count = fleets_a_turn(inside)
    if not count:
        return _("no refinery")
    return naming.ships(inside.autobuild or realm.heaviest, count)


def wonders_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All nine; prices are those of `realm`, without it the common ones."""
    built = tuple(_built(view))
    to_be_had = tuple(_to_be_had(view, realm)) if view.ending is None else ()
    if realm is not None and view.turn:
        yield Section(_("Megastructures to be had"), to_be_had, reference=True, kept=True)
    rest = to_be_had if realm is None or not view.turn else ()
    yield Section(_("Megastructures"), (*built, *rest), reference=True)


def _built(view: View) -> Iterator[Block]:
    told = _("{name} stands in sector {number} ({owner}): {effect}.")
    found = tuple(
        told.format(
            name=name,
            number=sector.number,
            owner=holder(view, sector.owner),
            effect=naming.megastructure_does(name),
        )
        for sector in view.sectors
        for name in sector.megastructures
    )
    yield Bullets(found) if found else Paragraph(_("None is built yet."))


def _to_be_had(view: View, realm: Realm | None) -> Iterator[Block]:
    """What lacks R at most, with its effect; of the rest the names."""
    built = {name for sector in view.sectors for name in sector.megastructures}
    free = [name for name in MEGASTRUCTURES if name not in built]
    level = 99 if realm is None else realm.technologies.engineering
    near = [name for name in free if _needed(name) <= level]
    far = [f"{name} ({_needed(name)})" for name in free if name not in near]
    if near:
        yield Paragraph(_("To be had, each once only, by whoever is first, for one point more:"))
        yield Bullets(tuple(offer(name, realm) for name in near))
    if far:
        told = _(
            "With more spatial engineering, at the level told: {names}. HELP MEGASTRUCTURES tells "
            "what each does."
        )
        yield Paragraph(told.format(names=", ".join(far)))
    if not free:
        yield Paragraph(_("None is left to be built."))


def _needed(name: str) -> int:
    return MEGASTRUCTURES[name].level


def offer(name: str, realm: Realm | None) -> str:
    """A megastructure's price and effect; for a realm also whether it can be paid."""
    table = MEGASTRUCTURES[name]
    price = Cost.just(Resource.R, table.cost)
    if realm is not None:
        price = prices.megastructure(realm.faction, name)
    told = _("{name}, {price} at engineering {level}: {effect}").format(
        name=name,
        price=naming.amounts(price),
        level=table.level,
        effect=naming.megastructure_does(name),
    )
    if realm is None or realm.technologies.engineering < table.level:
        return f"{told}."
    return _("{offer} ({now}).").format(offer=told, now=_now(realm, name, price))


def _now(realm: Realm, name: str, price: Cost) -> str:
    order = Wonder(megastructure=name)
    if tried(realm, order) is not None:
        return _("payable: {order}").format(order=quoted(written(order)))
    return _("{amount} R short").format(amount=price.R - realm.balance.R)
