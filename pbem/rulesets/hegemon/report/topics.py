"""What HELP tells of one thing alone: attacks, ranges."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.engine.blocks import left, right
from pbem.engine.i18n import N_, _
from pbem.engine.language import quoted
from pbem.engine.language.figures import FULL
from pbem.engine.phrases import decimal
from pbem.engine.report import Bullets, Paragraph, Table, TextBlock
from pbem.engine.topics import Topic
from pbem.rulesets.hegemon.figures import item_name
from pbem.rulesets.hegemon.language import LANGUAGE
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import Policy, Range
from pbem.rulesets.hegemon.receipts import read_back
from pbem.rulesets.hegemon.report import how_attacks_go, how_ranges_name
from pbem.rulesets.hegemon.view import View

_SEATS = 4
"""So many players are spoken of before the game begins."""


def _attack(view: View | None) -> tuple[TextBlock, ...]:
    """HG-7 to HG-9."""
    options = Options() if view is None else view.options
    players = _SEATS if view is None else len(view.players)
    return (Bullets((_example(view), *how_attacks_go(options, players))),)


def _example(view: View | None) -> str:
    """An attack as a line: on the rival who holds most in all, where that one holds most."""
    if view is None or view.seat is None:
        return _(
            "{item} 40% coop 0 comp 100 attack 90-110 puts 40% of the turn's points into "
            "competition, and strikes all who hold 90 to 110 there. They defend you too."
        ).format(item=Options().items[0] if view is None else view.options.items[0])
    rival = max(view.others, key=lambda one: view.now.score(one.seat)).seat
    items = range(len(view.options.items))
    index = max(items, key=lambda one: view.now.of(rival, one))
    held = Fraction(view.now.of(rival, index))
    policy = Policy(view.options.items[index], _GIVEN, comp=FULL, targets=Range(held, held))
    told = _("As the points stand {line} means {meaning}. It would defend you too.")
    return told.format(line=quoted(LANGUAGE.write(policy)), meaning=read_back(policy, view))


_GIVEN = Fraction(40)


def _ranges(view: View | None) -> tuple[TextBlock, ...]:
    """HG-5; and what everybody holds now."""
    ends = _(
        "A range holds every other player whose points in that item, as last printed, lie in it, "
        "both ends counted: 100-150 holds who has exactly 100 or 150, 100-* who has 100 and more. "
        "On turn 1 everybody has 0, so 0-0 holds all others. Without a range, what you put into "
        "cooperation finds no partner, and competition stays defence."
    )
    return (Paragraph(how_ranges_name()), Paragraph(ends), *_held(view))


def _held(view: View | None) -> Iterator[Table]:
    if view is not None:
        yield Table(
            (left(_("Player")), *map(right, map(item_name, view.options.items))),
            tuple((one.name, *map(decimal, view.now.points[one.seat - 1])) for one in view.players),
        )


TOPICS: tuple[Topic[View], ...] = (
    Topic({"en": "attack", "de": "Angriff", "fr": "attaque"}, N_("Attacks"), _attack),
    Topic({"en": "ranges", "de": "Spannen", "fr": "fourchettes"}, N_("Ranges"), _ranges),
)
"""In the order in which HELP names them."""
