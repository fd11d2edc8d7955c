"""What a player must not overlook: attacks under way on own sectors, and rivals about to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.telling.guarding import guard
from pbem.rulesets.asylamba_mini.telling.phrases import coming_turn, place
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


def look_out(view: View, realm: Realm) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for."""
    yield from section(_("Look out"), (*_attacks(view), *_unguarded(view, realm), *_rivals(view)))


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


def _unguarded(view: View, realm: Realm) -> Iterator[Block]:
    """AM-20: an empty garrison falls without a fight. Attacks under way are told already, and
    no other can strike in the open turn: what is there in the next one is what counts (AM-15)."""
    attacked = {target for _turn, _owner, target in attacks_on(view)}
    bare = [
        str(sector)
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
        yield Paragraph(sentence.format(numbers=in_a_row(bare)), "warning")


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
