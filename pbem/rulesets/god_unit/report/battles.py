"""Every attack with all its dice (GU-14): one's own and those on oneself, and the rest apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import bullets, grouped
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.view import Attacked, Roll, View

_MOST_ATTACKS = 4
"""So many are told with their dice, of one's own and of those on oneself; the log has all."""


def own_battles_section(view: View) -> Iterator[Section]:
    """The attacks of the reader's units, and those on what is the reader's."""
    attacks = _attacks(view)
    own = [one for one in attacks if one.unit.seat == view.seat]
    on_own = [one for one in attacks if one not in own and view.seat in one.attacked]
    blocks: list[Block] = []
    for heading, some in ((_("Yours:"), own), (_("On you:"), on_own)):
        if some:
            blocks += [Paragraph(heading), *bullets(_told(some))]
    if blocks:
        yield Section(_("Attacks"), (_key(), *blocks))


def other_battles_section(view: View) -> Iterator[Section]:
    """The attacks in which the reader has no part; all of them for a spectator."""
    attacks = _attacks(view)
    others = [one for one in attacks if view.seat not in {one.unit.seat, *one.attacked}]
    if not others:
        return
    is_all = len(others) == len(attacks)
    heading = _("Attacks") if is_all else _("Among others")
    key = [_key()] if is_all else []
    told = (Paragraph(_summary(others)), *key, *bullets(map(attack, others)))
    yield Section(heading, told, others=view.seat is not None)


def _told(attacks: Sequence[Attacked]) -> Iterator[str]:
    """Each with its dice; of many those that destroyed something first, and the rest in sum."""
    weighty = sorted(attacks, key=lambda one: not any(roll.hit for roll in one.rolls))
    shown, rest = weighty[:_MOST_ATTACKS], weighty[_MOST_ATTACKS:]
    if len(rest) < 2:
        shown, rest = list(attacks), []
    yield from map(attack, shown)
    if rest:
        told = _("Besides: {units} Their dice are in report.json.")
        yield told.format(units=_summary(rest))


def _summary(attacks: Sequence[Attacked]) -> str:
    rolls = [roll for entry in attacks for roll in entry.rolls]
    return ngettext(
        "{n} unit attacked: {hits} of {all} hit.",
        "{n} units attacked: {hits} of {all} hit.",
        len(attacks),
    ).format(
        n=len(attacks), hits=sum(roll.hit for roll in rolls), all=naming.count_attacks(len(rolls))
    )


def _attacks(view: View) -> list[Attacked]:
    return [entry for entry in view.log if isinstance(entry, Attacked)]


def _key() -> Paragraph:
    return Paragraph(
        _(
            "Dice are told as attacker:defender; each counts times its side's strength (×). A "
            "third die decides a tie, even for the attacker."
        ),
        "hint",
    )


def attack(entry: Attacked) -> str:
    """ "Red 12 (A3 R2, ×4) from c4. At d8: Blue 7 (D2, ×2) 5:3 destroyed"."""
    told = _("{unit} ({design}, ×{strength}) from {square}").format(
        unit=entry.unit,
        design=naming.design(entry.design),
        strength=entry.design.attack,
        square=square_name(entry.square),
    )
    by_square = grouped(entry.rolls, lambda roll: roll.square)
    parts = [
        _("at {square} {targets}").format(
            square=square_name(square), targets=", ".join(_targets(rolls))
        )
        for square, rolls in by_square.items()
    ]
    return _("{name}: {what}.").format(name=told, what=side_by_side(parts))


def _targets(rolls: Sequence[Roll]) -> Iterator[str]:
    """What stood in a square, each with the dice that were for it. Of several that are alike
    only the first says what it is."""
    kinds = grouped(rolls, lambda roll: (roll.target.seat, _kind(roll)))
    for (_seat, kind), alike in kinds.items():
        for place, (target, its) in enumerate(grouped(alike, lambda roll: roll.target).items()):
            name = target.name if place else _("{target} ({kind})").format(target=target, kind=kind)
            fate = _("destroyed") if its[-1].hit else _("held")
            yield " ".join((name, *filter(None, map(_dice, its)), fate))


def _kind(roll: Roll) -> str:
    design = naming.design(roll.design)
    if roll.defence is None:
        return _("{design}, no defence").format(design=design)
    return _("{design}, ×{strength}").format(design=design, strength=roll.defence[1])


def _dice(roll: Roll) -> str:
    """ "5:3", "4:4 (tie, 2)"; nothing where no dice were needed."""
    if roll.attack is None or roll.defence is None:
        return ""
    told = f"{roll.attack[0]}:{roll.defence[0]}"
    tie = _("{dice} (tie, {third})")
    return told if roll.tie is None else tie.format(dice=told, third=roll.tie)
