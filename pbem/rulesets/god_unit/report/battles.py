"""Every attack with all its dice (GU-14), and what a turn's log adds up to: who lost what, and to
whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.blocks import bullets
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Name
from pbem.rulesets.god_unit.view import Attacked, Roll, View


def battles_section(view: View) -> Iterator[Section]:
    """One entry an attacking unit, its dice by target in the order of the first die."""
    attacks = [entry for entry in view.log if isinstance(entry, Attacked)]
    if not attacks:
        return
    own = [entry for entry in attacks if entry.unit.seat == view.seat]
    on_own = [entry for entry in attacks if entry not in own and _aims_at(entry, view.seat)]
    others = [entry for entry in attacks if entry not in own and entry not in on_own]
    yield Section(
        _("Attacks"),
        (
            Paragraph(_summary(attacks)),
            Paragraph(_key()),
            *_group(_("Yours:"), own),
            *_group(_("On you:"), on_own),
            *_group(_("Among others:") if own or on_own else "", others),
        ),
    )


def _aims_at(entry: Attacked, seat: Seat | None) -> bool:
    return any(roll.target.seat == seat for roll in entry.rolls)


def _summary(attacks: Sequence[Attacked]) -> str:
    rolls = [roll for entry in attacks for roll in entry.rolls]
    return ngettext(
        "{n} unit attacked: {hits} of {all} hit.",
        "{n} units attacked: {hits} of {all} hit.",
        len(attacks),
    ).format(
        n=len(attacks), hits=sum(roll.hit for roll in rolls), all=naming.count_attacks(len(rolls))
    )


def _key() -> str:
    return _(
        "Dice are told as attacker:defender; each counts times its side's strength (×). A third "
        "die decides a tie, even for the attacker."
    )


def _group(heading: str, attacks: Sequence[Attacked]) -> Iterator[Block]:
    if attacks and heading:
        yield Paragraph(heading)
    yield from bullets(attack(entry) for entry in attacks)


def attack(entry: Attacked) -> str:
    """ "Red 12 (A3 R2, ×4) from c4. At d8: Blue 7 (D2, ×2) 5:3 destroyed"."""
    told = _("{unit} ({design}, ×{strength}) from {square}").format(
        unit=entry.unit,
        design=naming.design(entry.design),
        strength=entry.design.attack,
        square=square_name(entry.square),
    )
    squares = list(dict.fromkeys(roll.square for roll in entry.rolls))
    parts = [
        _("at {square} {targets}").format(
            square=square_name(square),
            targets=", ".join(_targets([r for r in entry.rolls if r.square == square])),
        )
        for square in squares
    ]
    return _("{name}: {what}.").format(name=told, what=side_by_side(parts))


def _targets(rolls: Sequence[Roll]) -> Iterator[str]:
    """What stood in a square, each with the dice that were for it. Of several that are alike
    only the first says what it is."""
    kinds: dict[tuple[Seat, str], dict[Name, list[Roll]]] = {}
    for roll in rolls:
        alike = kinds.setdefault((roll.target.seat, _kind(roll)), {})
        alike.setdefault(roll.target, []).append(roll)
    for (_seat, kind), alike in kinds.items():
        for place, (target, its) in enumerate(alike.items()):
            name = target.name if place else _("{target} ({kind})").format(target=target, kind=kind)
            yield " ".join((name, *filter(None, map(_dice, its)), _fate(its)))


def _kind(roll: Roll) -> str:
    design = naming.design(roll.design)
    if roll.defence is None:
        return _("{design}, no defence").format(design=design)
    return _("{design}, ×{strength}").format(design=design, strength=roll.defence[1])


def _fate(rolls: Sequence[Roll]) -> str:
    return _("destroyed") if rolls[-1].hit else _("held")


def _dice(roll: Roll) -> str:
    """ "5:3", "4:4 (tie, 2)"; nothing where no dice were needed."""
    if roll.attack is None or roll.defence is None:
        return ""
    told = f"{roll.attack[0]}:{roll.defence[0]}"
    if roll.tie is None:
        return told
    return _("{dice} (tie, {third})").format(dice=told, third=roll.tie)
