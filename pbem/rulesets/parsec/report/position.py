"""What the reader has: ships, resources and what they score, leaders with what threatens them, and
standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import left, only, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import Square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import remedy
from pbem.rulesets.parsec.events import ShipsDrawn
from pbem.rulesets.parsec.figures import KINDS, Counts, Kind, Leader
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics.space import Area, Space, Survey
from pbem.rulesets.parsec.naming import count_artifacts, count_systems, leader_of
from pbem.rulesets.parsec.orders import Attack, Defend, Stance, Stances, Standing
from pbem.rulesets.parsec.report.conflicts import meaning
from pbem.rulesets.parsec.view import Holdings, View


class Missing(NamedTuple):
    """What raises the score: any ``number`` of the ``resources``, artifacts help with the rest."""

    number: int
    resources: Counts

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(kind for kind in KINDS if self.resources.of(kind))


def missing(own: Holdings) -> Missing:
    """What the resources lack of a score that is higher by one."""
    goal = own.score[0] + 1
    lack = Counts(*(max(0, goal - own.resources.of(kind)) for kind in KINDS))
    return Missing(lack.total - own.artifacts, lack)


def needed(own: Holdings) -> tuple[Kind, ...]:
    """The kinds that raise the score, alone or together; none where all four do alike."""
    kinds = missing(own).kinds
    return kinds if len(kinds) < len(KINDS) else ()


class Rivalry(NamedTuple):
    """An own leader and its like in another region, with the systems of their kind in both, and
    the free systems by which the regions could be joined."""

    own: Leader
    rival: Leader
    strength: int
    other: int
    squares: tuple[Square, ...]


def rivalries(space: Space, seat: Seat) -> tuple[Rivalry, ...]:
    """Those in which the other is ahead first, by how much."""
    found: dict[tuple[Leader, Leader], tuple[Rivalry, list[Square]]] = {}
    survey = Survey(space)
    for one, other in permutations(survey.led(), 2):
        squares = list(survey.grid.each(one.shore & other.shore & survey.joints))
        for rivalry in _between(seat, one, other) if squares else ():
            found.setdefault((rivalry.own, rivalry.rival), (rivalry, []))[1].extend(squares)
    made = (rivalry._replace(squares=tuple(sorted(where))) for rivalry, where in found.values())
    return tuple(sorted(made, key=lambda one: (one.strength - one.other, str(one.own))))


def _between(seat: Seat, one: Area, other: Area) -> Iterator[Rivalry]:
    for kind in KINDS:
        own, rival = one.leaders.get(kind), other.leaders.get(kind)
        if own is not None and rival is not None and own.seat == seat != rival.seat:
            yield Rivalry(own, rival, one.counts[kind], other.counts[kind], ())


_MOST_RIVALS = 4
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
        yield Section(_("Your standing orders"), tuple(_standing(view, view.own.stances)))


# Ships and resources ------------------------------------------------------------------


def _stock(view: View, own: Holdings) -> Iterator[Block]:
    marked = needed(own)
    yield Table(
        (left(_("Ships")), right(_("In hand")), left(_("Resource")), right(_("You have"))),
        tuple(
            (
                naming.ship_name(kind, 2),
                str(own.hand.of(kind)),
                _("{resource} (needed)").format(resource=naming.resource(kind))
                if kind in marked
                else naming.resource(kind),
                str(own.resources.of(kind)),
            )
            for kind in KINDS
        ),
    )
    if view.played:
        yield Paragraph(" ".join(_score(own)))


def _score(own: Holdings) -> Iterator[str]:
    """What counts at the end, and what to look for."""
    score = own.score
    if own.artifacts:
        yield ngettext(
            "Your score is {score}: your least resource, with {artifacts} laid where it helps "
            "most.",
            "Your score is {score}: your least resource, with {artifacts} laid where they help "
            "most.",
            own.artifacts,
        ).format(score=score[0], artifacts=count_artifacts(own.artifacts))
    else:
        yield _("Your score is {score}: your least resource.").format(score=score[0])
    yield _lack(own)


def _lack(own: Holdings) -> str:
    """What would raise the score."""
    number, resources = lack = missing(own)
    kinds = lack.kinds
    amounts = [naming.amount(kind, resources.of(kind)) for kind in kinds]
    if len(kinds) == len(KINDS) and number in (1, resources.total):
        return (
            _("To raise it you need 1 more of any kind.")
            if number == 1
            else _("To raise it you need 1 more of each kind.")
        )
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
    drawn = Counts()
    for event in only(ShipsDrawn, news):
        if event.swapped is None:
            drawn += event.ships
    if drawn.total:
        yield Paragraph(_("Newly drawn: {ships}.").format(ships=naming.ships(drawn)))


# Leaders ------------------------------------------------------------------------------


def _leaders(view: View, seat: Seat, own: Holdings) -> Iterator[Block]:
    """Those on the board, with what makes them strong; the others by name."""
    space = Space(view.galaxy)
    stand = [leader for kind in KINDS if (leader := space.leader(seat, kind)) is not None]
    yield Table(
        (
            left(_("Leader")),
            left(_("System")),
            left(_("Its region")),
            right(_("Inside")),
            right(_("Outside")),
        ),
        tuple(_leader(space, leader, own.hand) for leader in stand),
    )
    yield Paragraph(
        _(
            "Inside: the scientists' systems beside it, its strength against a leader of its kind "
            "that comes to its region. Outside: the systems of its kind in its region, its "
            "strength when that is joined with another one. After the plus: the ships in your "
            "hand that you could send."
        )
    )
    if view.dispute is not None and not view.dispute.is_internal:
        yield Paragraph(
            _("While a conflict waits, the regions that were joined count as one here.")
        )
    yield from _rivals(view, seat, own, space)
    there = {leader.kind for leader in stand}
    home = [naming.kind(kind) for kind in KINDS if kind not in there]
    if home:
        yield Paragraph(_("At home: {leaders}.").format(leaders=in_a_row(home)))


def _leader(space: Space, leader: Leader, hand: Counts) -> tuple[str, ...]:
    kind = leader.kind
    region = space.region(leader.square)
    live = sum(square in region and square in space.settled for square in space.artifacts)
    told = count_systems(len(region))
    if live:
        told = _("{systems}, {artifacts}").format(systems=told, artifacts=count_artifacts(live))
    return (
        naming.kind(kind),
        square_name(leader.square),
        told,
        _with_ships(space.scientists_beside(leader.square), hand.science),
        _with_ships(space.count(region, kind), hand.of(kind)),
    )


def _with_ships(strength: int, ships: int) -> str:
    return f"{strength} +{ships}" if ships else str(strength)


def _rivals(view: View, seat: Seat, own: Holdings, space: Space) -> Iterator[Block]:
    """What a single settlement, of anyone, could bring about."""
    found = rivalries(space, seat)[:_MOST_RIVALS]
    if not found:
        return
    yield Paragraph(_("Regions that a single settlement, yours or another's, could join:"))
    yield Bullets(
        tuple(
            _("at {squares}: {strength} (your {leader}) against {other} ({rival})").format(
                squares=_some(one.squares),
                leader=naming.leader(one.own.kind),
                strength=_with_ships(one.strength, own.hand.of(one.own.kind)),
                rival=leader_of(view, one.rival.seat, one.rival.kind),
                other=one.other,
            )
            for one in found
        )
    )
    order = remedy(view) if view.is_moving and any(_is_behind(one, own) for one in found) else None
    if order is not None:
        yield Paragraph(
            _("What the house bot would do against that: {order}.").format(
                order=quoted(written(order))
            ),
            tone="warning",
        )


def _is_behind(one: Rivalry, own: Holdings) -> bool:
    """Whether it could be lost whatever the hand is good for."""
    return one.strength + own.hand.of(one.own.kind) <= one.other


def _some(squares: Sequence[Square]) -> str:
    told = naming.squares(squares[:_MOST_SQUARES])
    return told if len(squares) <= _MOST_SQUARES else _("{squares} and more").format(squares=told)


# Standing orders ----------------------------------------------------------------------


def standing_lines(stances: Stances) -> tuple[Standing, ...]:
    """The orders that give these standing orders."""
    return (
        Attack(ships=stances.attack.ships),
        *(Attack(kind=kind, ships=ships) for kind, ships in _special(stances.attack)),
        Defend(ships=stances.defend.ships),
        *(Defend(kind=kind, ships=ships) for kind, ships in _special(stances.defend)),
    )


def _special(stance: Stance) -> Iterator[tuple[Kind, int | None]]:
    for kind in KINDS:
        if stance.of(kind) != stance.ships:
            yield kind, stance.of(kind)


def _standing(view: View, stances: Stances) -> Iterator[Block]:
    """What they mean before how they are written: no line of it begins as an order does."""
    yield Bullets(
        tuple(
            _("{meaning}: {order}.").format(
                meaning=capitalised(meaning(order)), order=quoted(written(order))
            )
            for order in standing_lines(stances)
        )
    )
    yield Paragraph(
        _("They are used where you do not answer in time, and can be changed at any time.")
        if view.options.reactions == "ask"
        else _("They are used in every conflict, and can be changed at any time.")
    )
