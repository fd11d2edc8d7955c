"""What a player must not overlook: attacks under way on own sectors, and rivals about to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.telling.tables import section
from pbem.rulesets.asylamba_mini.view import View

_CLOSE = 3
"""A rival who needs no more points than this to win is pointed out."""

Attacks = Counter[tuple[int, Seat, Sector]]
"""Numbers of fleets by turn of arrival, owner and target."""


def attacks_on(view: View) -> Attacks:
    """Fleets of others on their way to conquer sectors of the view's seat, the soonest first.

    A colonisation that is aimed at one would turn back (AM-19).
    """
    found: Attacks = Counter()
    if view.seat is None:
        return found
    for mission in view.missions:
        course = mission.course
        aimed = course.kind == "conquer" and view.sector(course.target).owner == view.seat
        if aimed and course.owner != view.seat:
            found[course.arrives, course.owner, course.target] += course.count
    return Counter(dict(sorted(found.items())))


def look_out(view: View) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for."""
    yield from section(_("Look out"), (*_attacks(view), *_unguarded(view), *_rivals(view)))


def _attacks(view: View) -> Iterator[Block]:
    for (arrives, owner, target), count in attacks_on(view).items():
        yield Paragraph(_attack(view, owner, target, arrives, count), "warning")


def _attack(view: View, owner: Seat, target: Sector, arrives: int, count: int) -> str:
    holding = view.sector(target).garrison
    sentence = ngettext(
        "{fleets} of {faction} reaches {place} in {turn}. {holding}.",
        "{fleets} of {faction} reach {place} in {turn}. {holding}.",
        count,
    ).format(
        fleets=naming.count_fleets(count),
        faction=view.faction(owner).name,
        place=place(view, target),
        turn=coming_turn(view, arrives),
        holding=_holding(holding),
    )
    me = view.me
    if me is None or target != me.capital or arrives == view.open_turn:
        return sentence
    ready = _("What you build there now is ready before.")
    return f"{sentence} {ready}"


def _holding(garrison: int) -> str:
    if not garrison:
        return _("Nothing holds it")
    return ngettext("{fleets} holds it", "{fleets} hold it", garrison).format(
        fleets=naming.count_fleets(garrison)
    )


def _unguarded(view: View) -> Iterator[Block]:
    """AM-20: an empty garrison falls without a fight. Those under attack are told already."""
    if view.seat is None:
        return
    attacked = {target for _turn, _owner, target in attacks_on(view)}
    bare = [
        str(sector.number)
        for sector in view.owned_by(view.seat)
        if not sector.garrison and sector.number not in attacked
    ]
    if bare:
        sentence = ngettext(
            "No fleet guards sector {numbers}: any attack takes it without a fight.",
            "No fleet guards sectors {numbers}: any attack takes them without a fight.",
            len(bare),
        )
        yield Paragraph(sentence.format(numbers=naming.in_a_row(bare)), "warning")


def place(view: View, number: Sector) -> str:
    """ "sector 17", or "your capital (sector 18)"."""
    me = view.me
    if me is not None and me.alive and me.capital == number:
        return _("your capital (sector {number})").format(number=number)
    return naming.sector(number)


def coming_turn(view: View, turn: int) -> str:
    """ "turn 9", or "turn 8, the next one"."""
    if turn == view.open_turn:
        return _("turn {turn}, the next one").format(turn=turn)
    return _("turn {turn}").format(turn=turn)


def _rivals(view: View) -> Iterator[Block]:
    for faction in view.factions:
        points = view.standing(faction.seat).points
        near = points >= FIGURES.points_to_win - _CLOSE
        if near and faction.alive and faction.seat != view.seat:
            yield Paragraph(
                _("{faction} has {points} of the {goal} points that win.").format(
                    faction=faction.name, points=points, goal=FIGURES.points_to_win
                ),
                "warning",
            )
