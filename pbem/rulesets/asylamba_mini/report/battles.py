"""The fights of a turn, the own ones in sentences and those of others in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.engine.api import Event
from pbem.engine.blocks import and_more, bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    BonusFound,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import Cost, Fleets
from pbem.rulesets.asylamba_mini.mechanics.forecast import won_of_rebels
from pbem.rulesets.asylamba_mini.naming import who
from pbem.rulesets.asylamba_mini.report import bonus_given
from pbem.rulesets.asylamba_mini.view import Battle, View

_MOST = 15
"""So many fights of others are told."""


def battles_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """Own fights in sentences, then those of others, in numbers."""
    own, others = list[Block](), list[str]()
    for order, fight in enumerate(view.battles):
        if view.seat is not None and view.seat in (fight.attacker.seat, fight.defender.seat):
            mood: Literal["good", "bad"] = "good" if fight.winner == view.seat else "bad"
            own.append(Paragraph(" ".join(_own(view, news, order, fight)), mood))
        else:
            others.append(_told(view, fight))
    shown = (*bullets(others[:_MOST]), *and_more(_MOST, len(others)))
    yield from section(_("Battles"), (*own, *shown))


def _own(view: View, news: Sequence[Event], order: int, fight: Battle) -> Iterator[str]:
    yield _course(view, fight, attacking=fight.attacker.seat == view.seat)
    yield from _losses(view, news, order, fight)
    if fight.winner == view.seat:
        yield from _gains(news, order)
    for found in found_in(view, news, fight):
        yield _("Its bonus: {bonus}.").format(bonus=bonus_given(found))


def found_in(view: View, news: Sequence[Event], fight: Battle) -> Iterator[BonusFound]:
    """The bonus that the reader has found by winning a fight."""
    if fight.taken and fight.attacker.seat == view.seat:
        of_sector = (one for one in only(BonusFound, news) if one.sector == fight.sector)
        yield from (one for one in of_sector if one.seat == view.seat)


def _course(view: View, fight: Battle, *, attacking: bool) -> str:
    """What happened, in a sentence."""
    own, foe = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    match fight.was_fought, attacking, fight.taken:
        case False, True, _taken:
            sentence = _("You took {place} from {foe} without a fight: nobody guarded it.")
        case False, False, _taken:
            sentence = _("{foe} took {place} from you without a fight: nobody guarded it.")
        case True, True, True:
            sentence = _(
                "You took {place} from {foe}: {fleets} against {others}, {left} came through."
            )
        case True, True, False:
            sentence = _("Your attack on {place} failed: {fleets} against {others} of {foe}.")
        case True, False, True:
            sentence = _("{foe} took {place} from you: {others} against your {fleets}.")
        case _:
            sentence = _(
                "You held {place} against {foe}: {fleets} against {others}, {left} came through."
            )
    told = sentence.format(
        place=naming.sector(fight.sector),
        foe=who(view, foe.seat),
        fleets=naming.count_fleets(own.before),
        others=foe.before,
        left=own.after - fight.captured,
    )
    return capitalised(told)


def _losses(view: View, news: Sequence[Event], order: int, fight: Battle) -> Iterator[str]:
    """By type; the fleets that the winner captured stand among its own afterwards."""
    for types in only(BattleTypes, news):
        if types.order == order and fight.was_fought:
            prize = types.captured
            attackers = types.attackers - types.attackers_left
            defenders = types.defenders - types.defenders_left
            if fight.taken:
                attackers += prize
            else:
                defenders += prize
            attacking = fight.attacker.seat == view.seat
            own, others = (attackers, defenders) if attacking else (defenders, attackers)
            yield _("You lost {own}; they lost {others}.").format(
                own=naming.fleets(own), others=naming.fleets(others)
            )
            yield from _captured(view, fight, prize)
            yield from _luck(view, fight, types)


_RARE = 25
"""Times in 100; what happens no oftener is told."""


def _luck(view: View, fight: Battle, types: BattleTypes) -> Iterator[str]:
    """How likely a surprising end was, of attacks on rebels."""
    if view.me is None or fight.defender.seat is not None:
        return
    won = won_of_rebels(view, view.me, types.attackers, types.defenders)
    if fight.taken and won <= _RARE:
        yield _("Lucky: such a fight is won {percent} times in 100.").format(percent=won)
    elif not fight.taken and won >= 100 - _RARE:
        yield _("Unlucky: such a fight is won {percent} times in 100.").format(percent=won)
    else:
        return
    if (
        types.defenders.light < types.defenders.total
    ):  # what is reckoned beforehand holds them light
        ships = naming.fleets(types.defenders)
        yield _("That is against the ships that were there, {ships}.").format(ships=ships)


def _captured(view: View, fight: Battle, prize: Fleets) -> Iterator[str]:
    if not prize:
        return
    if fight.winner == view.seat:
        yield _("Of these you captured {fleets}.").format(fleets=naming.fleets(prize))
    else:
        yield _("{faction} captured {fleets} of yours.").format(
            faction=who(view, fight.winner), fleets=naming.fleets(prize)
        )


def _gains(news: Sequence[Event], order: int) -> Iterator[str]:
    for spoils in only(Spoils, news):
        if spoils.order == order:
            gains = [naming.amounts(Cost(X=spoils.experience))]
            if spoils.reward is not None:
                gains.append(naming.granted(spoils.reward))
            yield _("You gain {gains}.").format(gains=in_a_row(gains))


def _told(view: View, fight: Battle) -> str:
    """A fight of others, in numbers (AM-27)."""
    sentence = _("{attacker} took {place} from {defender} without a fight.")
    if fight.was_fought and fight.taken:
        sentence = _(
            "{attacker} took {place} from {defender}: {fleets} against {others}, {left} left."
        )
    elif fight.was_fought:
        sentence = _(
            "{defender} held {place} against {attacker}: {others} against {fleets}, {left} left."
        )
    best = fight.attacker if fight.taken else fight.defender
    told = sentence.format(
        attacker=who(view, fight.attacker.seat),
        defender=who(view, fight.defender.seat),
        place=naming.sector(fight.sector),
        fleets=naming.count_fleets(fight.attacker.before),
        others=fight.defender.before,
        left=best.after - fight.captured,
    )
    if not fight.was_fought or not fight.captured:
        return capitalised(told) if fight.was_fought else told
    prize = naming.count_fleets(fight.captured)
    captured = _("{faction} captured {fleets}.").format(faction=who(view, best.seat), fleets=prize)
    return f"{capitalised(told)} {captured}"
