"""What came of the own move, told from the events for its owner (HG-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from msgspec.structs import replace

from pbem.engine.api import Event
from pbem.engine.blocks import NONE, bullets, grouped, left, only, right, section, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import counted_as, decimal, in_a_row, side_by_side
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.hegemon.events import (
    AttackMade,
    AttackSuffered,
    Cooperated,
    ItemResult,
    MoveRejected,
    OwnResult,
)
from pbem.rulesets.hegemon.figures import item_name, points
from pbem.rulesets.hegemon.orders import IDLE, Fault
from pbem.rulesets.hegemon.view import View


def account_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """Own move, cooperation and attacks; nothing where nothing was played."""
    for result in only(OwnResult, news):
        rows = result.items
        yield Section(_("Your move and what came of it"), tuple(_own_move(view, rows, news)))
        for told in section(_("Cooperation"), bullets(_cooperation(view, rows, news))):
            hint = _how_to_be_let_in(view, rows)
            yield replace(told, blocks=(*told.blocks, *_one_more(view, news), *hint))
        yield from section(_("Attacks"), bullets(_attacks(view, news)))


def _own_move(view: View, rows: Sequence[ItemResult], news: Sequence[Event]) -> Iterator[Block]:
    for rejected in only(MoveRejected, news):
        message = _("Your move was invalid, so your last valid one was played instead: {faults}.")
        yield Paragraph(message.format(faults=side_by_side(map(_fault, rejected.faults))), "bad")
    if view.move is None or view.move == IDLE:
        yield Paragraph(_("You gave no points to any item."), "warning")
    yield _result_table(rows)
    if not view.options.competition_counts:
        yield Paragraph(_("Competition defends; its points are not added to yours."))


def _fault(fault: Fault) -> str:
    sentences = {
        "unknown": _("there is no item {item}"),
        "repeated": _("{item} is named more than once"),
        "percent": _("a percentage of {item} is not from 0 to 100"),
        "split": _("coop and comp of {item} sum to more than 100"),
        "range": _("a range of {item} makes no sense"),
        "sum": _("the allocations sum to more than 100"),
    }
    return sentences[fault.rule].format(item=item_name(fault.item))


def _result_table(rows: Sequence[ItemResult]) -> Table:
    return table(
        rows,
        (left(_("Item")), lambda row: item_name(row.item)),
        (right(_("Before")), lambda row: decimal(row.before)),
        (right(_("Given")), lambda row: _or_dash(row.allocated)),
        (right(_("Coop in")), lambda row: _or_dash(row.coop)),
        (right(_("Coop out")), lambda row: _or_dash(row.gain, "+")),
        (right(_("Comp")), lambda row: _or_dash(row.comp)),
        (right(_("Malus")), lambda row: _or_dash(row.malus, "-")),
        (right(_("Damage")), lambda row: _or_dash(row.damage, "-")),
        (right(_("Now")), lambda row: decimal(row.after)),
    )


def _or_dash(value: Decimal, sign: str = "") -> str:
    return f"{sign}{decimal(value)}" if value else NONE


def _cooperation(view: View, rows: Sequence[ItemResult], news: Sequence[Event]) -> Iterator[str]:
    groups = {event.item: event for event in only(Cooperated, news)}
    for row in rows:
        group = groups.get(row.item)
        if group is not None:
            yield " ".join((_group(view, group), *_missing(view, row.item)))
        elif row.coop:
            told = ngettext(
                "{item}: no partner; the {points} point that you put in is lost.",
                "{item}: no partner; the {points} points that you put in are lost.",
                counted_as(Fraction(row.coop)),
            )
            lost = told.format(item=item_name(row.item), points=decimal(row.coop))
            yield " ".join((lost, *_missing(view, row.item)))


def _missing(view: View, item: str) -> Iterator[str]:
    """Who was in the own range and is no partner; which of the two reasons it is, nobody is told
    (HG-6, HG-11)."""
    names = [view.name(seat) for seat in view.kept_out(view.options.items.index(item))]
    if names:
        yield ngettext(
            "{names} did not share with you: gave nothing there, or to a range without you.",
            "{names} did not share with you: they gave nothing there, or to ranges without you.",
            len(names),
        ).format(names=in_a_row(names))


def _how_to_be_let_in(view: View, rows: Sequence[ItemResult]) -> Iterator[Paragraph]:
    """What brings back a partner (HG-5, HG-11), to who gave and did not share with all that were
    welcome; nothing after the end."""
    gave = [row.item for row in rows if row.coop]
    if view.ending is None and any(any(_missing(view, item)) for item in gave):
        hint = _(
            "Nobody is told who gave what, but what each gains shows it. To be taken in by others, "
            "give, and hold about as many points in the item as those who share it, so that a "
            "range holds you all and nobody else."
        )
        yield Paragraph(hint, "hint")


def _group(view: View, group: Cooperated) -> str:
    partners = side_by_side(
        _("{name} {points}").format(name=view.name(part.seat), points=decimal(part.points))
        for part in group.partners
    )
    sentence = _(
        "{item}: a group of {members} with {pool} points in the pool. "
        "Your partners put in: {partners}."
    ).format(
        item=item_name(group.item),
        members=group.members,
        pool=decimal(group.pool),
        partners=partners,
    )
    further = group.members - 1 - len(group.partners)
    if not further:
        return sentence
    more = ngettext(
        "{count} more member is a partner of a partner.",
        "{count} more members are partners of partners.",
        further,
    ).format(count=further)
    return f"{sentence} {more}"


def _one_more(view: View, news: Sequence[Event]) -> Iterator[Paragraph]:
    """HG-6, at the margin, beside what the same point brings as competition (HG-9): a group's size
    decides whether to share pays. Nothing where nobody shared with the reader."""
    items: dict[str, list[str]] = {}
    for group in only(Cooperated, news):
        own = Fraction(1, group.members) + Fraction(view.options.bonus_coop)
        items.setdefault(points(own), []).append(item_name(group.item))
    if not items:
        return
    brought = [*items]
    if len(items) > 1:
        told = _("{points} in {items}")
        brought = [told.format(points=one, items=in_a_row(at)) for one, at in items.items()]
    told = _(
        "One point more put in there would have brought you {points}, and as competition {kept}."
    )
    kept = int(view.options.competition_counts)
    yield Paragraph(told.format(points=in_a_row(brought), kept=kept))


def _attacks(view: View, news: Sequence[Event]) -> Iterator[str]:
    made = grouped(only(AttackMade, news), lambda strike: strike.item)
    for strikes in made.values():
        yield _attack_made(view, strikes[0]) if len(strikes) == 1 else _attacks_made(view, strikes)
    yield from _attacks_on_nobody(view, {*made})
    for event in only(AttackSuffered, news):
        yield _attack_suffered(view, event)


def _attacks_made(view: View, strikes: Sequence[AttackMade]) -> str:
    """HG-7: each of several targets is struck with as much."""
    told = [
        (_("{name} lost {damage}") if strike.damage else _("{name} beat it off")).format(
            name=view.name(strike.target), damage=decimal(strike.damage)
        )
        for strike in strikes
    ]
    return _("{item}: you attacked with {share} each: {outcomes}.").format(
        item=item_name(strikes[0].item), share=decimal(strikes[0].share), outcomes=in_a_row(told)
    )


def _attack_made(view: View, strike: AttackMade) -> str:
    sentence = (
        ngettext(
            "{item}: you attacked {name} with {share}: {damage} point of damage.",
            "{item}: you attacked {name} with {share}: {damage} points of damage.",
            counted_as(Fraction(strike.damage)),
        )
        if strike.damage
        else _(
            "{item}: you attacked {name} with {share} and were beaten off: competition of that "
            "many points or more stood there."
        )
    )
    return sentence.format(
        item=item_name(strike.item),
        name=view.name(strike.target),
        share=decimal(strike.share),
        damage=decimal(strike.damage),
    )


def _attacks_on_nobody(view: View, attacked: set[str]) -> Iterator[str]:
    """HG-7: a declared attack that found nobody stays defence."""
    for policy in view.move.policies if view.move else ():
        if policy.targets and policy.comp and policy.allocation and policy.item not in attacked:
            yield _("{item}: nobody was in {range}, so your competition stayed defence.").format(
                item=item_name(policy.item), range=policy.targets
            )


def _attack_suffered(view: View, event: AttackSuffered) -> str:
    number = counted_as(Fraction(event.damage))
    if event.attacker is None:
        sentence = (
            ngettext(
                "{item}: you were attacked and lost {damage} point.",
                "{item}: you were attacked and lost {damage} points.",
                number,
            )
            if event.damage
            else _("{item}: you were attacked and beat it off.")
        )
        return sentence.format(item=item_name(event.item), damage=decimal(event.damage))
    sentence = (
        ngettext(
            "{item}: {name} attacked you, and you lost {damage} point.",
            "{item}: {name} attacked you, and you lost {damage} points.",
            number,
        )
        if event.damage
        else _("{item}: {name} attacked you, and you beat it off.")
    )
    return sentence.format(
        item=item_name(event.item), name=view.name(event.attacker), damage=decimal(event.damage)
    )
