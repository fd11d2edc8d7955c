"""The turn in one sentence, and what a player must not overlook: attacks under way on own sectors,
and rivals about to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import only, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import in_a_row, sentence
from pbem.engine.ranking import with_own_end
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.bots import Turn, remedy
from pbem.rulesets.asylamba_mini.events import (
    Eliminated,
    MegastructureBuilt,
    MegastructureLost,
    OrderRefused,
)
from pbem.rulesets.asylamba_mini.figures import FIGURES, Sector
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import Realm
from pbem.rulesets.asylamba_mini.mechanics.forecast import (
    attacks_on,
    guard,
    largest_in_reach,
    soonest_win,
)
from pbem.rulesets.asylamba_mini.naming import coming_turn, place, who
from pbem.rulesets.asylamba_mini.report.opening import who_won
from pbem.rulesets.asylamba_mini.report.position import rank_of, ranks_of, standing
from pbem.rulesets.asylamba_mini.view import View

_MOST_NEWS = 2
"""So many clauses about what happened stand between the standing and the threat."""


def headline(view: View, news: Sequence[Event]) -> str:
    """What the mail's preview says."""
    if view.ending is not None:
        won = view.seat in view.ending.winners
        own = standing(view) if view.me is not None and view.me.alive else ""
        return with_own_end(who_won(view, view.ending), own, won=won)
    me = view.me
    if view.turn == 0:
        if me is None:
            return _("The game begins: turn 1 awaits its orders.")
        return _("You lead {faction} from sector {capital}: turn 1 awaits your orders.").format(
            faction=me.name, capital=me.capital
        )
    if me is None or not me.alive:
        return sentence([*_fallen_now(view, news), _leader(view), *_public_news(view, news)])
    return sentence(
        [
            _standing(view, me.seat),
            *list(_own_news(view, me.seat, news))[:_MOST_NEWS],
            *list(_threats(view))[:1],
        ]
    )


def _fallen_now(view: View, news: Sequence[Event]) -> Iterator[str]:
    for fall in only(Eliminated, news):
        if fall.seat == view.seat:
            yield _("{by} has taken your capital and you are out of the game").format(
                by=view.faction(fall.by).name
            )


def _leader(view: View) -> str:
    every, goal = ranks_of(view), FIGURES.points_to_win
    best = max(rank.now.points for rank in every)
    ranks = [rank for rank in every if rank.now.points == best]
    if len(ranks) == len(every):
        said = _("after turn {turn} all have {points} of {goal} points")
        return said.format(turn=view.turn, points=best, goal=goal)
    names = in_a_row([view.faction(rank.seat).name for rank in ranks])
    return ngettext(
        "after turn {turn} {names} leads with {points} of {goal} points",
        "after turn {turn} {names} lead with {points} of {goal} points each",
        len(ranks),
    ).format(turn=view.turn, names=names, points=best, goal=goal)


def _public_news(view: View, news: Sequence[Event]) -> Iterator[str]:
    for fall in only(Eliminated, news):
        if fall.seat != view.seat:
            yield _fall(view, fall)
    taken = len({fight.sector for fight in view.battles if fight.taken})
    if taken:
        yield ngettext("{sectors} changed hands", "{sectors} changed hands", taken).format(
            sectors=naming.count_sectors(taken)
        )


def _fall(view: View, fall: Eliminated) -> str:
    name = view.faction(fall.seat).name
    if fall.by == view.seat:
        return _("{name} has fallen to you").format(name=name)
    return _("{name} has fallen to {by}").format(name=name, by=view.faction(fall.by).name)


def _standing(view: View, seat: Seat) -> str:
    own, goal = rank_of(view, seat), FIGURES.points_to_win
    rivals = [rank for rank in ranks_of(view) if rank.seat != seat]
    level = [rank for rank in rivals if rank.now.points == own.now.points]
    best = max((rank.now.points for rank in rivals), default=0)
    if best > own.now.points:
        leaders = [view.faction(rank.seat).name for rank in rivals if rank.now.points == best]
        return ngettext(
            "you have {points} of {goal} points, {leaders} leads with {best}",
            "you have {points} of {goal} points, {leaders} lead with {best} each",
            len(leaders),
        ).format(points=own.now.points, goal=goal, leaders=in_a_row(leaders), best=best)
    if level and len(level) == len(rivals):
        return _("all have {points} of {goal} points").format(points=own.now.points, goal=goal)
    if level:
        names = in_a_row([view.faction(rank.seat).name for rank in level])
        return _("you lead with {points} of {goal} points, level with {names}").format(
            points=own.now.points, goal=goal, names=names
        )
    return _("you lead with {points} of {goal} points").format(points=own.now.points, goal=goal)


def _own_news(view: View, seat: Seat, news: Sequence[Event]) -> Iterator[str]:
    """The weightiest first: falls, sectors lost, sectors taken, wonders, attacks beaten off, and
    last the orders that came to nothing."""
    fights = view.battles
    yield from (_fall(view, fall) for fall in only(Eliminated, news))
    for fight in fights:
        if fight.taken and fight.defender.seat == seat and view.sector(fight.sector).owner != seat:
            yield _("{place} is lost to {foe}").format(
                place=naming.sector(fight.sector), foe=who(view, fight.attacker.seat)
            )
    fallen = {view.faction(f.seat).capital for f in only(Eliminated, news) if f.by == seat}
    won = [f.sector for f in fights if f.taken and f.attacker.seat == seat]
    yield from _taken(view, seat, [sector for sector in won if sector not in fallen])
    for built in only(MegastructureBuilt, news):
        if built.seat == seat:
            yield _("{name} is built").format(name=built.name)
    for fight in fights:
        if not fight.taken and fight.defender.seat == seat:
            yield _("{place} held out against {foe}").format(
                place=naming.sector(fight.sector), foe=who(view, fight.attacker.seat)
            )
        if not fight.taken and fight.attacker.seat == seat:
            yield _("your attack on {place} failed").format(place=naming.sector(fight.sector))
    for lost in only(MegastructureLost, news):
        yield _("{faction} has the {name} that you wanted").format(
            faction=view.faction(lost.winner).name, name=lost.name
        )
    refused = len(only(OrderRefused, news))
    if refused:
        yield ngettext(
            "{number} order of yours was not carried out",
            "{number} orders of yours were not carried out",
            refused,
        ).format(number=refused)


def _taken(view: View, seat: Seat, won: Sequence[Sector]) -> Iterator[str]:
    kept = sorted({sector for sector in won if view.sector(sector).owner == seat})
    if kept:
        names = in_a_row([str(sector) for sector in kept])
        yield ngettext("sector {names} is yours", "sectors {names} are yours", len(kept)).format(
            names=names
        )


def _threats(view: View) -> Iterator[str]:
    """The own capital's first, then the soonest."""
    me = view.me
    attacks = attacks_on(view)
    for arrives, owner, target in sorted(
        attacks, key=lambda key: (me is None or key[2] != me.capital, key)
    ):
        yield _arrival(view, arrives, owner, target, attacks[arrives, owner, target])


def _arrival(view: View, arrives: int, owner: Seat, target: Sector, count: int) -> str:
    """ "8 fleets of Cardan reach sector 17 in turn 9"."""
    return ngettext(
        "{fleets} of {faction} reaches {place} in {turn}",
        "{fleets} of {faction} reach {place} in {turn}",
        count,
    ).format(
        fleets=naming.count_fleets(count),
        faction=view.faction(owner).name,
        place=place(view, target),
        turn=coming_turn(view, arrives),
    )


_CLOSE = 3
"""A rival who needs no more points than this to win is pointed out."""


def look_out(view: View, realm: Realm, advised: Turn) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for."""
    yield from section(
        _("Look out"),
        (
            *_attacks(view),
            *_unguarded(view, realm),
            *_in_reach(view, realm, advised),
            *_close_rivals(view),
        ),
    )


def _remedy(view: View, sectors: Sequence[Sector]) -> Iterator[Block]:
    """What the house bot would do about these in its place."""
    orders = [order for sector in sectors for order in remedy(view, sector)]
    if orders:
        told = in_a_row([quoted(written(order)) for order in dict.fromkeys(orders)])
        sentence = _("The house bot would answer: {order}.")
        yield Paragraph(sentence.format(order=told), "warning")


def _attacks(view: View) -> Iterator[Block]:
    capital = None if view.me is None else view.me.capital
    for (arrives, owner, target), count in attacks_on(view).items():
        coming = _arrival(view, arrives, owner, target, count)
        told = f"{coming}. {_holding(view.sector(target).garrison)}."
        if target == capital and arrives != view.open_turn:
            ready = _("What you build there now is ready before.")
            told = f"{told} {ready}"
        yield Paragraph(told, "warning")
        yield from _remedy(view, [target])


def _holding(garrison: int) -> str:
    if not garrison:
        return _("Nothing holds it")
    return ngettext("{fleets} holds it", "{fleets} hold it", garrison).format(
        fleets=naming.count_fleets(garrison)
    )


def _unguarded(view: View, realm: Realm) -> Iterator[Block]:
    """AM-20: an empty garrison falls without a fight. Attacks under way are told already, and
    no other can strike in the open turn: what is there in the next one is what counts (AM-15)."""
    attacked = {target for _turn, _owner, target in attacks_on(view)}
    bare = [
        sector
        for sector in realm.sectors
        if sector not in attacked and not guard(realm, sector, view.open_turn + 1)
    ]
    if bare:
        sentence = ngettext(
            "No fleet guards sector {numbers} and none is on its way: unless you build or send "
            "some, any attack takes it without a fight.",
            "No fleet guards sectors {numbers} and none is on its way: unless you build or send "
            "some, any attack takes them without a fight.",
            len(bare),
        )
        told = in_a_row([str(sector) for sector in bare])
        yield Paragraph(sentence.format(numbers=told), "warning")
        yield from _remedy(view, bare)


def _in_reach(view: View, realm: Realm, advised: Turn) -> Iterator[Block]:
    """Sectors that the advice sends or builds fleets for although nothing is under way to them:
    who could strike there with more than stand there."""
    attacked = {target for _turn, _owner, target in attacks_on(view)}
    for sector in advised.guarded:
        there = guard(realm, sector, view.open_turn)
        force = largest_in_reach(view, sector) if sector not in attacked and there else None
        if force is not None and force.fleets > there:
            told = ngettext(
                "{fleets} of {faction} stands in sector {source} and could reach {place} in "
                "{turn}. {holding}.",
                "{fleets} of {faction} stand in sector {source} and could reach {place} in "
                "{turn}. {holding}.",
                force.fleets,
            ).format(
                fleets=naming.count_fleets(force.fleets),
                faction=view.faction(force.owner).name,
                source=force.source,
                place=place(view, sector),
                turn=coming_turn(view, view.open_turn + force.turns),
                holding=_holding(there),
            )
            yield Paragraph(told, "warning")


def _close_rivals(view: View) -> Iterator[Block]:
    """Rivals near the points that win, and when they could have them (AM-25, AM-26)."""
    for faction in view.factions:
        if not faction.alive or faction.seat == view.seat:
            continue
        points, goal = view.standing(faction.seat).points, FIGURES.points_to_win
        wins = soonest_win(view, faction)
        if points < goal - _CLOSE and wins is None:
            continue
        told = [
            _("{faction} has {points} of the {goal} points that win.").format(
                faction=faction.name, points=points, goal=goal
            )
        ]
        if wins is not None:
            sentence = _("By its missions under way it could win in {turn}.")
            told.append(sentence.format(turn=coming_turn(view, wins)))
        sooner = soonest_win(view, faction, wonders=1)
        if sooner is not None and (wins is None or sooner < wins):
            sentence = _("With a megastructure more it could win in {turn}.")
            told.append(sentence.format(turn=coming_turn(view, sooner)))
        yield Paragraph(" ".join(told), "warning")
