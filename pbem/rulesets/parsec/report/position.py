"""What the reader has: ships, resources and what they score, leaders with what threatens them, and
standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import bullets, left, only, right, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import remedy
from pbem.rulesets.parsec.events import ShipsDrawn
from pbem.rulesets.parsec.figures import KINDS, Counts, Leader, Stances
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics import Area, Space, Survey
from pbem.rulesets.parsec.naming import count_artifacts, count_systems, leader_of
from pbem.rulesets.parsec.orders import Attack, Defend, Standing
from pbem.rulesets.parsec.report.conflicts import meaning
from pbem.rulesets.parsec.view import Holdings, View

_MOST_RIVALS = 4
_MOST_TWO_AWAY = 2
_MOST_SQUARES = 3


def holdings_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """For who plays, while the game goes on."""
    if view.seat is None or view.own is None or view.ending is not None:
        return
    yield Section(_("What you have"), (*_stock(view, view.own), *_drawn(news)))
    if view.is_asked:  # the hand is what an answer is made of
        return
    if any(one.seat == view.seat for one in view.galaxy.leaders):
        yield Section(_("Your leaders"), tuple(_leaders(view, view.seat, view.own)))
    if view.played:
        blocks = tuple(_standing(view, view.own.stances))
        yield Section(_("Your standing orders"), blocks, reference=True)


# Ships and resources ------------------------------------------------------------------


def missing(own: Holdings) -> tuple[int, Counts]:
    """What raises the score: any so many of these resources; artifacts help with the rest
    (PA-14)."""
    goal = own.score[0] + 1
    lack = Counts(*(max(0, goal - own.resources.of(kind)) for kind in KINDS))
    return lack.total - own.artifacts, lack


def _stock(view: View, own: Holdings) -> Iterator[Block]:
    _number, lack = missing(own)
    needed = [kind for kind in KINDS if lack.of(kind)]
    if len(needed) == len(KINDS):
        needed = []
    marked = _("{resource} (needed)")
    yield table(
        KINDS,
        (left(_("Ships")), lambda kind: naming.ship(kind, 2)),
        (right(_("In hand")), own.hand.of),
        (
            left(_("Resource")),
            lambda kind: (marked if kind in needed else "{resource}").format(
                resource=naming.resource(kind)
            ),
        ),
        (right(_("You have")), own.resources.of),
    )
    if view.played:
        yield Paragraph(own_score(own))


def own_score(own: Holdings) -> str:
    """What counts at the end, and what would raise it."""
    return f"{_score(own)} {_lack(own)}"


def _score(own: Holdings) -> str:
    """What counts at the end."""
    told = _("Your score is {score}: your least resource.")
    if own.artifacts:
        told = ngettext(
            "Your score is {score}: your least resource, with {artifacts} laid where it helps "
            "most.",
            "Your score is {score}: your least resource, with {artifacts} laid where they help "
            "most.",
            own.artifacts,
        )
    return told.format(score=own.score[0], artifacts=count_artifacts(own.artifacts))


def _lack(own: Holdings) -> str:
    """What would raise the score."""
    number, resources = missing(own)
    kinds = [kind for kind in KINDS if resources.of(kind)]
    amounts = [naming.amount(kind, resources.of(kind)) for kind in kinds]
    if len(kinds) == len(KINDS) and number == 1:
        return _("To raise it you need 1 more of any kind.")
    if len(kinds) == len(KINDS) and number == resources.total:
        return _("To raise it you need 1 more of each kind.")
    if len(kinds) == 1 or number == resources.total:
        amounts = [naming.amount(kinds[0], number)] if len(kinds) == 1 else amounts
        return _("To raise it you need {amounts} more.").format(amounts=in_a_row(amounts))
    if number == 1:
        *names, last = (naming.resource(kind) for kind in kinds)
        return _("To raise it you need 1 more of {kinds} or {last}.").format(
            kinds=", ".join(names), last=last
        )
    return _("To raise it you need any {number} of these: {amounts}.").format(
        number=number, amounts=", ".join(amounts)
    )


def _drawn(news: Sequence[Event]) -> Iterator[Block]:
    """What came to the hand since the last report, but for swaps."""
    draws = (event.ships for event in only(ShipsDrawn, news) if event.swapped is None)
    drawn = sum(draws, start=Counts())
    if drawn.total:
        yield Paragraph(_("Newly drawn: {ships}.").format(ships=naming.ships(drawn)))


# Leaders ------------------------------------------------------------------------------


class Rivalry(NamedTuple):
    """An own leader and its like in another region, with the systems of their kind in both, and
    the free systems by which the regions could be joined; ``settlements`` tells whether one of
    them is enough or it takes two, which is a turn."""

    own: Leader
    rival: Leader
    strength: int
    other: int
    squares: tuple[Square, ...]
    settlements: int = 1


def rivalries(survey: Survey, seat: Seat) -> list[Rivalry]:
    """Where one settlement, or the two of a turn, could set one's own leaders against others'
    (PA-11): those in which the other is ahead first, by how much."""
    found = []
    ways = [(*pair, 1) for pair in survey.bridges()] + [(*pair, 2) for pair in survey.gaps()]
    for one, other, between, settlements in ways:
        squares = tuple(sorted(survey.grid.each(between)))
        for (here, there), kind in product(((one, other), (other, one)), KINDS):
            own, rival = here.leaders.get(kind), there.leaders.get(kind)
            if own is not None and rival is not None and own.seat == seat != rival.seat:
                strength, against = here.counts[kind], there.counts[kind]
                found.append(Rivalry(own, rival, strength, against, squares, settlements))
    return sorted(found, key=lambda one: (one.strength - one.other, str(one.own)))


def _leaders(view: View, seat: Seat, own: Holdings) -> Iterator[Block]:
    """Those on the board, with what makes them strong; the others by name."""
    survey, hand = Survey(Space(view.galaxy)), own.hand
    squares = {kind: o.square for kind in KINDS if (o := survey.space.leader(seat, kind))}
    areas = {kind: survey.area(square) for kind, square in squares.items()}
    beside = {kind: survey.scientists_beside(square) for kind, square in squares.items()}
    yield table(
        squares,
        (left(_("Leader")), naming.kind),
        (left(_("System")), lambda kind: square_name(squares[kind])),
        (left(_("Its region")), lambda kind: _region(areas[kind])),
        (right(_("Inside")), lambda kind: _with_ships(beside[kind], hand.science)),
        (left(_("Challenger")), lambda kind: _challenger(survey, areas[kind])),
        (
            right(_("Outside")),
            lambda kind: _with_ships(areas[kind].counts[kind], hand.of(kind)),
        ),
    )
    yield Paragraph(
        _(
            "Inside: the scientists' systems beside it, its strength against a leader of its kind "
            "that comes to its region. Outside: the systems of its kind in its region, its "
            "strength when that is joined with another one. After the plus: the ships in your "
            "hand that you could send."
        ),
        "hint",
    )
    yield Paragraph(
        _(
            "Challenger: the most systems of scientists that another's leader could have beside it "
            "in that region, coming from anywhere in one order, and where; its ships come on top."
        ),
        "hint",
    )
    if view.dispute is not None and not view.dispute.is_internal:
        yield Paragraph(
            _("While a conflict waits, the regions that were joined count as one here.")
        )
    rivals = rivalries(survey, seat)
    near = [one for one in rivals if one.settlements == 1][:_MOST_RIVALS]
    yield from _rivals(view, near, hand)
    yield from _two_away(view, [one for one in rivals if one.settlements == 2], hand)
    home = [naming.kind(kind) for kind in KINDS if kind not in squares]
    if home:
        yield Paragraph(_("At home: {leaders}.").format(leaders=in_a_row(home)))


def _region(area: Area) -> str:
    told = count_systems(area.squares.bit_count())
    if not area.live:
        return told
    return _("{systems}, {artifacts}").format(systems=told, artifacts=count_artifacts(area.live))


def _with_ships(strength: int, ships: int) -> str:
    return f"{strength} +{ships}" if ships else str(strength)


def _rivals(view: View, found: Sequence[Rivalry], hand: Counts) -> Iterator[Block]:
    """What a single settlement, of anyone, could bring about."""
    if not found:
        return
    yield Paragraph(_("Regions that a single settlement, yours or another's, could join:"))
    yield from bullets(_rivalry(view, one, hand) for one in found)
    # Something could be lost whatever the hand is good for.
    is_behind = any(one.strength + hand.of(one.own.kind) <= one.other for one in found)
    order = remedy(view) if view.is_moving and is_behind else None
    if order is not None:
        told = _("What the house bot would do against that: {order}.")
        yield Paragraph(told.format(order=quoted(written(order))), tone="warning")


def _rivalry(view: View, one: Rivalry, hand: Counts) -> str:
    return _("at {squares}: {strength} (your {leader}) against {other} ({rival})").format(
        squares=naming.squares(one.squares, _MOST_SQUARES),
        leader=naming.leader(one.own.kind),
        strength=_with_ships(one.strength, hand.of(one.own.kind)),
        rival=leader_of(view, one.rival.seat, one.rival.kind),
        other=one.other,
    )


def _two_away(view: View, found: Sequence[Rivalry], hand: Counts) -> Iterator[Block]:
    """What the two settlements of a turn could bring about, where the other is not behind: nobody
    would see that coming on a board of signs."""
    ahead = [one for one in found if one.strength <= one.other][:_MOST_TWO_AWAY]
    if ahead:
        yield Paragraph(_("Regions that two settlements, the orders of one turn, could join:"))
        yield from bullets(_rivalry(view, one, hand) for one in ahead)


def _challenger(survey: Survey, area: Area) -> str:
    """The most scientists that another's leader could have beside it where it comes to the region,
    from wherever it is, and where that is (PA-10); nothing where none can come."""
    most = survey.foothold(area)
    if not most:
        return ""
    at = min(survey.grid.each(area.land & survey.science[most - 1]))
    return f"{most} ({square_name(at)})"


# Standing orders ----------------------------------------------------------------------


def standing_lines(stances: Stances) -> tuple[Standing, ...]:
    """The orders that give these standing orders."""
    return tuple(
        make(kind=kind, ships=ships)
        for make, stance in ((Attack, stances.attack), (Defend, stances.defend))
        for kind, ships in ((None, stance.ships), *((k, stance.of(k)) for k in KINDS))
        if kind is None or ships != stance.ships
    )


def _standing(view: View, stances: Stances) -> Iterator[Block]:
    """What they mean before how they are written: no line of it begins as an order does."""
    yield from bullets(
        _("{meaning}: {order}.").format(
            meaning=capitalised(meaning(order)), order=quoted(written(order))
        )
        for order in standing_lines(stances)
    )
    yield Paragraph(
        _("They are used where you do not answer in time, and can be changed at any time.")
        if view.options.reactions == "ask"
        else _("They are used in every conflict, and can be changed at any time.")
    )
