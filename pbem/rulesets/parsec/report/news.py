"""What happened, one player's turn after the other; of one's own turn also what only oneself
is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pbem.engine.api import Event
from pbem.engine.blocks import only, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.events import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFellAway,
    ConflictFought,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    LineRefused,
    Passed,
    ShipsDrawn,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
)
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.naming import (
    as_chosen,
    for_whom,
    its_like,
    leader_of,
    systems,
    turn_of,
)
from pbem.rulesets.parsec.report import unseen
from pbem.rulesets.parsec.view import View

_MOST_SQUARES = 6
"""So many vacated systems are named."""

Tone = Literal["plain", "good", "bad", "warning"]


class Tale(NamedTuple):
    """Something that happened, as the reader is told of it."""

    text: str
    tone: Tone = "plain"


def happenings_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """A section a player's turn, in their order."""
    told_of = unseen.chapters(view, news)
    own = [chapter for chapter in told_of if chapter.seat == view.seat]
    for chapter in told_of:
        tales = [_tale(view, entry) for entry in chapter.entries]
        if chapter in own[-1:]:
            tales = _as_owner(chapter, tales, news)
        yield from section(_heading(view, chapter), _blocks(tales))


def _heading(view: View, chapter: Chapter) -> str:
    turn = capitalised(turn_of(view, chapter.seat))
    if unseen.is_continued(view, chapter):
        return _("{turn}, continued").format(turn=turn)
    if unseen.is_under_way(view, chapter):
        return _("{turn} so far").format(turn=turn)
    return _("Your last turn") if chapter.seat == view.seat else turn


def _blocks(tales: Sequence[Tale]) -> Iterator[Block]:
    """Lists of what is plain, with what must not be overlooked between them."""
    plain: list[str] = []
    for tale in tales:
        if tale.tone == "plain":
            plain.append(tale.text)
            continue
        if plain:
            yield Bullets(tuple(plain))
            plain = []
        yield Paragraph(tale.text, tale.tone)
    if plain:
        yield Bullets(tuple(plain))


# What only its owner is told ----------------------------------------------------------


def _as_owner(chapter: Chapter, tales: Sequence[Tale], news: Sequence[Event]) -> list[Tale]:
    """One's own turn, with the lines that could not be carried out behind what was done."""
    done = sum(not isinstance(entry, Passed | ArtifactHarvested) for entry in chapter.entries)
    told = [*_with_swap(chapter, tales, news)]
    return [*told[:done], *_refused(news), *told[done:]]


def _refused(news: Sequence[Event]) -> Iterator[Tale]:
    for event in only(LineRefused, news):
        yield Tale(
            _("Not done, {reason}: {order}.").format(
                order=quoted(written(event.order)), reason=event.refusal.text
            ),
            "bad",
        )


def _with_swap(chapter: Chapter, tales: Sequence[Tale], news: Sequence[Event]) -> Iterator[Tale]:
    """Of one's own swap it is told which ships they were; there is one a turn (PA-9)."""
    swaps = [event for event in only(ShipsDrawn, news) if event.swapped is not None]
    for entry, tale in zip(chapter.entries, tales, strict=True):
        if isinstance(entry, ShipsSwapped) and swaps and swaps[-1].swapped is not None:
            yield Tale(
                _("You swapped {old} for {new}.").format(
                    old=naming.ships(swaps[-1].swapped), new=naming.ships(swaps[-1].ships)
                )
            )
        else:
            yield tale


# What everyone saw --------------------------------------------------------------------


def _tale(view: View, entry: AnyEntry) -> Tale:
    match entry:
        case LeaderPlaced():
            return Tale(_placed(view, entry))
        case LeaderRecalled():
            return Tale(
                _("{leader} was called home from {square}.").format(
                    leader=capitalised(leader_of(view, entry.seat, entry.kind)),
                    square=square_name(entry.square),
                )
            )
        case SystemSettled():
            return Tale(_settled(view, entry))
        case SystemDestroyed():
            return _destroyed(view, entry)
        case ShipsSwapped():
            return Tale(
                ngettext(
                    "{ships} was swapped for another.",
                    "{ships} were swapped for others.",
                    entry.count,
                ).format(ships=naming.count_ships(entry.count))
            )
        case Passed():
            return Tale(
                _("Nothing was ordered.")
                if entry.count == FIGURES.orders
                else _("One order was passed.")
            )
        case ConflictFought():
            return _fought(view, entry)
        case ConflictFellAway():
            return Tale(_fell_away(view, entry))
        case LeaderHomeless():
            return _homeless(view, entry)
        case ArtifactHarvested():
            return _harvested(view, entry)


def _placed(view: View, entry: LeaderPlaced) -> str:
    leader = capitalised(leader_of(view, entry.seat, entry.kind))
    if entry.origin is None:
        return _("{leader} came to {square}.").format(
            leader=leader, square=square_name(entry.square)
        )
    return _("{leader} went from {origin} to {square}.").format(
        leader=leader, origin=square_name(entry.origin), square=square_name(entry.square)
    )


def _settled(view: View, entry: SystemSettled) -> str:
    ships = capitalised(naming.ship_name(entry.kind, 2))
    square = square_name(entry.square)
    if entry.is_union:
        told = _(
            "{ships} settled {square} and joined two regions with leaders: no resource."
        ).format(ships=ships, square=square)
        return " ".join((told, *_order_of_conflicts(view, entry)))
    if entry.gains is None:
        return _("{ships} settled {square}: {amount} lost, for no leader collects it.").format(
            ships=ships, square=square, amount=naming.amount(entry.kind, 1)
        )
    return _("{ships} settled {square}: {amount} {whom}.").format(
        ships=ships,
        square=square,
        amount=naming.amount(entry.kind, 1),
        whom=for_whom(view, entry.gains),
    )


def _order_of_conflicts(view: View, entry: SystemSettled) -> Iterator[str]:
    """PA-11, where it was not left to the rules."""
    if entry.first:
        yield _("The order of the conflicts, {as_chosen}: first {kinds}.").format(
            as_chosen=as_chosen(view, entry.seat),
            kinds=", ".join(naming.kind(kind) for kind in entry.first),
        )


def _destroyed(view: View, entry: SystemDestroyed) -> Tale:
    told = (
        _("You destroyed {square} with a prototype weapon")
        if entry.seat == view.seat
        else _("{name} destroyed {square} with a prototype weapon")
    )
    parts = [told.format(name=view.name(entry.seat), square=square_name(entry.square))]
    if entry.settlement is not None:
        parts.append(
            _("the {ships} there are gone").format(ships=naming.ship_name(entry.settlement, 2))
        )
    if entry.leader is not None:
        seat, kind = entry.leader
        parts.append(_("{leader} went home").format(leader=leader_of(view, seat, kind)))
    if entry.artifact:
        parts.append(_("the artifact there is lost"))
    hurt = entry.leader is not None and entry.leader[0] == view.seat
    return Tale(f"{side_by_side(parts)}.", "bad" if hurt else "plain")


def _homeless(view: View, entry: LeaderHomeless) -> Tale:
    return Tale(
        _("{leader} went home from {square}: no scientists were left beside it.").format(
            leader=capitalised(leader_of(view, entry.seat, entry.kind)),
            square=square_name(entry.square),
        ),
        "bad" if entry.seat == view.seat else "plain",
    )


def _harvested(view: View, entry: ArtifactHarvested) -> Tale:
    return Tale(
        _("{leader} harvested the artifact of {square}.").format(
            leader=capitalised(leader_of(view, entry.seat, "merchant")),
            square=square_name(entry.square),
        ),
        "good" if entry.seat == view.seat else "plain",
    )


# Conflicts ----------------------------------------------------------------------------


def _fought(view: View, entry: ConflictFought) -> Tale:
    tone: Tone = "plain"
    if view.seat is not None and view.seat in (entry.attacker.seat, entry.defender.seat):
        tone = "good" if entry.winner == view.seat else "bad"
    told = _("{attack}: {outcome}.").format(
        attack=_attack(view, entry), outcome=side_by_side(_outcome(view, entry))
    )
    return Tale(told, tone)


def _attack(view: View, entry: ConflictFought) -> str:
    """ "Björn's merchant leader on g7 attacked yours on f5, 3 + 2 scientists against 4 + 1"."""
    told = (
        _("{leader} on {origin} attacked {other} on {square}, {attack} against {defence}")
        if entry.cause == "leader"
        else _(
            "In the union at {union} {leader} on {origin} attacked {other} on {square}, {attack} "
            "against {defence}"
        )
    )
    ship = "science" if entry.cause == "leader" else entry.kind
    attacker, defender = entry.attacker, entry.defender
    attack = told.format(
        union=square_name(entry.square),
        leader=leader_of(view, attacker.seat, entry.kind),
        origin=square_name(attacker.square),
        other=its_like(view, defender.seat),
        square=square_name(defender.square),
        attack=_strength(attacker, naming.count_kind(ship, attacker.ships)),
        defence=_strength(
            defender,
            str(defender.ships) if attacker.ships else naming.count_kind(ship, defender.ships),
        ),
    )
    return capitalised(attack)


def _strength(force: Force, ships: str) -> str:
    """ "3 + 2 merchants", or "3" where none were sent."""
    if not force.ships:
        return str(force.strength)
    return _("{strength} + {ships}").format(strength=force.strength, ships=ships)


def _outcome(view: View, entry: ConflictFought) -> Iterator[str]:
    """Who won what, and what the loser lost."""
    tie = entry.attacker.total == entry.defender.total
    won = _("you won {amount}") if entry.winner == view.seat else _("{name} won {amount}")
    won = won.format(name=view.name(entry.winner), amount=naming.amount(entry.resource, entry.gain))
    yield _("a tie, so {won}").format(won=won) if tie else won
    yield _("{leader} went home").format(leader=leader_of(view, entry.loser, entry.kind))
    if entry.vacated:
        yield ngettext(
            "{systems} was vacated{squares}",
            "{systems} were vacated{squares}",
            len(entry.vacated),
        ).format(systems=systems(entry.kind, len(entry.vacated)), squares=_named(entry))


def _named(entry: ConflictFought) -> str:
    if len(entry.vacated) > _MOST_SQUARES:
        return ""
    return _(" ({squares})").format(squares=naming.squares(entry.vacated))


def _fell_away(view: View, entry: ConflictFellAway) -> str:
    one, other = (leader_of(view, seat, entry.kind) for seat in entry.seats)
    return _("The conflict of {one} with {other} fell away, for one of them had left.").format(
        one=one, other=other
    )
