"""What the reader has: ships, resources and what they score, leaders with what threatens them, and
standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import bullets, left, only, right, section, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import advice, remedy
from pbem.rulesets.parsec.events import ShipsDrawn
from pbem.rulesets.parsec.figures import KINDS, Counts, Stances
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics import Area, Space, Survey
from pbem.rulesets.parsec.naming import count_artifacts, count_systems
from pbem.rulesets.parsec.orders import standing_lines
from pbem.rulesets.parsec.report.conflicts import meaning
from pbem.rulesets.parsec.report.rivals import guests, thefts, told_thefts, told_union, unions
from pbem.rulesets.parsec.view import Holdings, View

_MOST_NEAR = 3
_MOST_FAR = 2


def holdings_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """For who plays, while the game goes on."""
    if view.seat is None or view.own is None or view.ending is not None:
        return
    yield Section(_("What you have"), (*_stock(view, view.own), *_drawn(news)))
    if view.is_asked:  # the hand is what an answer is made of
        return
    if any(one.seat == view.seat for one in view.galaxy.leaders):
        yield Section(_("Your leaders"), tuple(_leaders(view, view.seat, view.own)))
        yield from section(
            _("Two settlements away"), _far_unions(view, view.seat, view.own.hand), others=True
        )
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
    rows: list[tuple[object, ...]] = [
        (
            naming.ship(kind, 2),
            own.hand.of(kind),
            (marked if kind in needed else "{resource}").format(resource=naming.resource(kind)),
            own.resources.of(kind),
        )
        for kind in KINDS
    ]
    if own.artifacts:
        rows.append(("", "", _("artifacts"), own.artifacts))
    heads = (left(_("Ships")), right(_("In hand")), left(_("Resource")), right(_("You have")))
    yield table(rows, *((head, itemgetter(n)) for n, head in enumerate(heads)))
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
    return _("To raise it you need {number} more in all, at most {amounts}.").format(
        number=number, amounts=in_a_row(amounts)
    )


def _drawn(news: Sequence[Event]) -> Iterator[Block]:
    """What came to the hand since the last report, but for swaps."""
    draws = (event.ships for event in only(ShipsDrawn, news) if event.swapped is None)
    drawn = sum(draws, start=Counts())
    if drawn.total:
        yield Paragraph(_("Newly drawn: {ships}.").format(ships=naming.ships(drawn)))


# Leaders ------------------------------------------------------------------------------


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
        (right(_("Inside")), lambda kind: naming.up_to(beside[kind], hand.science)),
        (left(_("Challenger")), lambda kind: _challenger(view, survey, areas[kind])),
        (
            right(_("Outside")),
            lambda kind: naming.up_to(areas[kind].counts[kind], hand.of(kind)),
        ),
    )
    yield Paragraph(
        _(
            "Inside: the scientists' systems beside it, its strength against a leader of its kind "
            "that comes to its region. Outside: the systems of its kind in its region, its "
            "strength when that is joined with another one. The higher number: with the ships of "
            "your hand that you could send."
        ),
        "hint",
    )
    yield Paragraph(
        _(
            "Challenger: the most systems of scientists that another's leader could have beside it "
            "in that region, coming from anywhere in one order, and where. The higher number: with "
            "as many scientists as others hold ships at the most."
        ),
        "hint",
    )
    if view.dispute is not None and not view.dispute.is_internal:
        yield Paragraph(
            _("While a conflict waits, the regions that were joined count as one here.")
        )
    yield from _unions(view, survey, seat, hand)
    others = in_a_row([*guests(view, survey, seat)])
    if others:
        told = _("In your regions others earn as well: {leaders}.")
        yield Paragraph(told.format(leaders=others))
    for told in told_thefts(view, thefts(survey, seat)):
        yield Paragraph(told, tone="warning")
    home = [naming.kind(kind) for kind in KINDS if kind not in squares]
    if home:
        yield Paragraph(_("At home: {leaders}.").format(leaders=in_a_row(home)))


def _region(area: Area) -> str:
    told = count_systems(area.squares.bit_count())
    if not area.live:
        return told
    return _("{systems}, {artifacts}").format(systems=told, artifacts=count_artifacts(area.live))


def _unions(view: View, survey: Survey, seat: Seat, hand: Counts) -> Iterator[Block]:
    """What a single settlement, of anyone, could bring about."""
    found = unions(survey, seat)
    near = [one for one in found if one.settlements == 1][:_MOST_NEAR]
    if near:
        told = _(
            "Regions that a single settlement, yours or another's, could join, and what would be "
            "fought over there (the others' ships come on top):"
        )
        yield Paragraph(told)
        yield from bullets(told_union(view, one, hand) for one in near)
    rivalries = (rivalry for one in near for rivalry in one.rivalries)
    # Something could be lost whatever the hand is good for.
    is_behind = any(one.strength + hand.of(one.own.kind) <= one.other for one in rivalries)
    if is_behind and view.is_moving:
        yield Paragraph(_against(view), tone="warning")


def _against(view: View) -> str:
    """What the house bot knows against the dangers just told, and whether it proposes that."""
    order = remedy(view)
    if order is None:
        return _("The house bot knows nothing against that which would be worth its price.")
    told = _("Against that the house bot would order {order}, as it proposes below.")
    if order not in advice(view).turn:
        told = _(
            "Against that alone the house bot would order {order}; what it proposes below counts "
            "for more with it, danger and all."
        )
    return told.format(order=quoted(written(order)))


def _far_unions(view: View, seat: Seat, hand: Counts) -> Iterator[Block]:
    """What the two settlements of a turn could, where something could be lost: nobody would see
    that coming on a board of signs."""
    found = unions(Survey(Space(view.galaxy)), seat)
    far = [one for one in found if one.settlements == 2 and one.may_be_lost(view, hand)]
    if far:
        told = _(
            "Regions that two settlements, the orders of one turn, could join, and what would be "
            "fought over there (the others' ships come on top):"
        )
        yield Paragraph(told)
        yield from bullets(told_union(view, one, hand) for one in far[:_MOST_FAR])


def _challenger(view: View, survey: Survey, area: Area) -> str:
    """The most scientists that another's leader could have beside it where it comes to the region,
    from wherever it is, alone and with all ships that another holds, and where that is (PA-10);
    nothing where none can come."""
    most = survey.foothold(area)
    if not most:
        return ""
    at = min(survey.grid.each(area.land & survey.science[most - 1]))
    ships = max((one.ships for one in view.people if one.seat != view.seat), default=0)
    told = _("{strength} ({square})")
    return told.format(strength=naming.up_to(most, ships), square=square_name(at))


# Standing orders ----------------------------------------------------------------------


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
