"""The fights of a turn: the own ones whole, those of others in numbers (AM-20, AM-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import and_more, bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import BattleTypes, Spoils
from pbem.rulesets.asylamba_mini.figures import Cost, Fleets
from pbem.rulesets.asylamba_mini.naming import who
from pbem.rulesets.asylamba_mini.report import effects
from pbem.rulesets.asylamba_mini.view import Battle, View

_MOST = 15
"""So many fights of others are told."""


def battles_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """Own fights in sentences, then those of others, in numbers."""
    fights = view.battles
    own = [(order, fight) for order, fight in enumerate(fights) if _is_in(fight, view.seat)]
    others = [fight for fight in fights if not _is_in(fight, view.seat)]
    told = [Paragraph(*_own(view, news, order, fight)) for order, fight in own]
    yield from section(_("Battles"), (*told, *_others(view, others)))


def _is_in(fight: Battle, seat: Seat | None) -> bool:
    return seat is not None and seat in (fight.attacker.seat, fight.defender.seat)


def winner(fight: Battle) -> Seat | None:
    """Who won; None: rebels."""
    return fight.attacker.seat if fight.taken else fight.defender.seat


def _own(
    view: View, news: Sequence[Event], order: int, fight: Battle
) -> tuple[str, Literal["good", "bad"]]:
    won = winner(fight) == view.seat
    sentences = [
        _course(view, fight, attacking=fight.attacker.seat == view.seat),
        *_losses(view, news, order, fight),
    ]
    if won:
        sentences += _gains(news, order)
    return " ".join(sentences), "good" if won else "bad"


def _course(view: View, fight: Battle, *, attacking: bool) -> str:
    """What happened, in a sentence."""
    own, foe = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    if not fight.was_fought:
        sentence = (
            _("You took {place} from {foe} without a fight: nobody guarded it.")
            if attacking
            else _("{foe} took {place} from you without a fight: nobody guarded it.")
        )
    elif attacking:
        sentence = (
            _("You took {place} from {foe}: {fleets} against {others}, {left} came through.")
            if fight.taken
            else _("Your attack on {place} failed: {fleets} against {others} of {foe}.")
        )
    else:
        sentence = (
            _("{foe} took {place} from you: {others} against your {fleets}.")
            if fight.taken
            else _(
                "You held {place} against {foe}: {fleets} against {others}, {left} came through."
            )
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


def _captured(view: View, fight: Battle, prize: Fleets) -> Iterator[str]:
    if not prize:
        return
    if winner(fight) == view.seat:
        yield _("Of these you captured {fleets}.").format(fleets=naming.fleets(prize))
    else:
        yield _("{faction} captured {fleets} of yours.").format(
            faction=who(view, winner(fight)), fleets=naming.fleets(prize)
        )


def _gains(news: Sequence[Event], order: int) -> Iterator[str]:
    for spoils in only(Spoils, news):
        if spoils.order == order:
            gains = [naming.amounts(Cost(X=spoils.experience))]
            if spoils.reward is not None:
                gains.append(effects.granted(spoils.reward))
            yield _("You gain {gains}.").format(gains=in_a_row(gains))


def _others(view: View, fights: Sequence[Battle]) -> Iterator[Block]:
    yield from bullets(_told(view, fight) for fight in fights[:_MOST])
    yield from and_more(_MOST, len(fights))


def _told(view: View, fight: Battle) -> str:
    """A fight of others, in numbers (AM-27)."""
    attacker, defender = who(view, fight.attacker.seat), who(view, fight.defender.seat)
    if not fight.was_fought:
        sentence = _("{attacker} took {place} from {defender} without a fight.")
        return sentence.format(
            attacker=attacker, defender=defender, place=naming.sector(fight.sector)
        )
    sentence = (
        _("{attacker} took {place} from {defender}: {fleets} against {others}, {left} left.")
        if fight.taken
        else _(
            "{defender} held {place} against {attacker}: {others} against {fleets}, {left} left."
        )
    )
    best = fight.attacker if fight.taken else fight.defender
    told = sentence.format(
        attacker=attacker,
        defender=defender,
        place=naming.sector(fight.sector),
        fleets=naming.count_fleets(fight.attacker.before),
        others=fight.defender.before,
        left=best.after - fight.captured,
    )
    told = capitalised(told)
    if not fight.captured:
        return told
    prize = naming.count_fleets(fight.captured)
    captured = _("{faction} captured {fleets}.").format(faction=who(view, best.seat), fleets=prize)
    return f"{told} {captured}"
