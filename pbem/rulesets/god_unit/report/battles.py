"""Every attack with all its dice (GU-14): one's own and those on oneself, and the rest apart;
and what is likely of one that is yet to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.blocks import bullets, grouped, only
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Design, Piece, Unit
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.view import Attacked, Roll, View

_MOST_ATTACKS, _MOST_HITS = 3, 8
"""So many are told with their dice, of one's own and of those on oneself; more where they destroyed
something."""


def own_battles_section(view: View) -> Iterator[Section]:
    """The attacks of the reader's units, and those on what is the reader's."""
    attacks = only(Attacked, view.log)
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
    attacks = only(Attacked, view.log)
    others = [one for one in attacks if view.seat not in {one.unit.seat, *one.attacked}]
    if not others:
        return
    is_all = len(others) == len(attacks)
    heading = _("Attacks") if is_all else _("Among others")
    key = [_key()] if is_all else []
    told = (Paragraph(_summary(others)), *key, *bullets(map(attack, others)))
    yield Section(heading, told, others=view.seat is not None)


def _told(attacks: Sequence[Attacked]) -> Iterator[str]:
    """Each with its dice; of many those that destroyed something, and the rest in sum."""
    weighty = sorted(attacks, key=lambda one: not _hits(one))
    most = max(_MOST_ATTACKS, min(_MOST_HITS, sum(map(_hits, attacks))))
    shown, rest = weighty[:most], weighty[most:]
    if len(rest) == 1:
        shown, rest = weighty, []
    yield from map(attack, shown)
    if rest:
        yield _("Besides: {units}").format(units=_summary(rest))


def _hits(entry: Attacked) -> bool:
    return any(roll.hit for roll in entry.rolls)


def _summary(attacks: Sequence[Attacked]) -> str:
    rolls = [roll for entry in attacks for roll in entry.rolls]
    return ngettext(
        "{n} unit attacked: {hits} of {all} hit.",
        "{n} units attacked: {hits} of {all} hit.",
        len(attacks),
    ).format(
        n=len(attacks), hits=sum(roll.hit for roll in rolls), all=naming.count_attacks(len(rolls))
    )


def _key() -> Paragraph:
    """In every report that tells dice: a line, for who has read it before."""
    return Paragraph(
        _("Dice: attacker:defender, and what multiplies them; in a tie a third, hit if even.")
    )


def attack(entry: Attacked) -> str:
    """ "Red 12 (A3 R2) from c4: at d8 Blue 7 (D2) destroyed, dice 5:3, ×4:×2."."""
    told = _("{unit} ({design}) from {square}").format(
        unit=entry.unit,
        design=naming.design(entry.design),
        square=square_name(entry.square),
    )
    by_square = grouped(entry.rolls, lambda roll: roll.square)
    strength = entry.design.attack
    parts = [
        _("at {square} {targets}").format(
            square=square_name(square), targets=side_by_side(_targets(rolls, strength))
        )
        for square, rolls in by_square.items()
    ]
    return _("{name}: {what}.").format(name=told, what=side_by_side(parts))


def _targets(rolls: Sequence[Roll], strength: int) -> Iterator[str]:
    """What stood in a square, what became of it, and the dice that were for it. Of several that are
    alike only the first says what it is."""
    kinds = grouped(rolls, lambda roll: (roll.target.seat, roll.design))
    for (_seat, design), alike in kinds.items():
        what = naming.design(design)
        for place, (target, its) in enumerate(grouped(alike, lambda roll: roll.target).items()):
            name = target.name if place else f"{target} ({what})"
            fate = _("{target} held, {dice}")
            if its[-1].hit:
                fate = _("{target} destroyed, {dice}")
            yield fate.format(target=name, dice=_dice(its, strength))


def _dice(rolls: Sequence[Roll], strength: int) -> str:
    """ "dice 5:3 4:4 (tie, 2), ×4:×2"."""
    told = []
    against = 0
    for roll in rolls:
        if roll.attack is not None and roll.defence is not None:
            against = roll.defence[1]
            dice = f"{roll.attack[0]}:{roll.defence[0]}"
            tie = _("{dice} (tie, {third})")
            told.append(dice if roll.tie is None else tie.format(dice=dice, third=roll.tie))
    if not told:
        return _("no defence")
    return _("dice {dice}, ×{strength}:×{other}").format(
        dice=" ".join(told), strength=strength, other=against
    )


# Attacks to come ----------------------------------------------------------------------


def shots(unit: Unit, targets: Mapping[Square, Sequence[Piece]]) -> Iterator[str]:
    """The attacks of a unit at the squares named, in that order: all are for the first until it is
    empty (GU-11)."""
    if len(targets) == 1:
        yield from (odds_of(unit, pieces) for pieces in targets.values())
        return
    attacks = naming.count_attacks(unit.levels.attacks)
    for place, (square, pieces) in enumerate(targets.items()):
        told = _("what is left on {square}: {odds}")
        if not place:
            told = _("{attacks} in all, first on {square}: {odds}")
        odds = _aimed(unit, pieces)
        yield told.format(attacks=attacks, square=square_name(square), odds=odds)


def odds_of(unit: Unit, pieces: Sequence[Piece]) -> str:
    """How many attacks, and how likely each of them hits what stands there (GU-11)."""
    return _("{attacks} {odds}").format(
        attacks=naming.count_attacks(unit.levels.attacks), odds=_aimed(unit, pieces)
    )


def _aimed(unit: Unit, pieces: Sequence[Piece]) -> str:
    """How likely each attack of a unit hits what stands in one square."""
    levels = unit.levels
    counts = sorted(Counter(piece.levels.d for piece in pieces).items())
    chances = [
        naming.percent(chance_to_hit(levels.attack, Design(d=d).defence)) for d, _n in counts
    ]
    if len(counts) == 1:
        told = _("at A{a} against D{d}: {chance} each")
        if levels.attacks == 1:
            told = _("at A{a} against D{d}: {chance}")
        return told.format(a=levels.a, d=counts[0][0], chance=chances[0])
    targets = [
        _("{n} with D{d} ({chance})").format(n=n, d=d, chance=chance)
        for (d, n), chance in zip(counts, chances, strict=True)
    ]
    told = _("at A{a}, each at one drawn from {targets}")
    return told.format(a=levels.a, targets=in_a_row(targets))
