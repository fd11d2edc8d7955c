"""What happened: the turns that the reader has not seen, one after the other, and of its own turn
also what only it is told."""

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
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn, TurnEnded
from pbem.rulesets.parsec.figures import FIGURES, Counts, Kind, counted
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.naming import as_chosen, by_seat, for_whom, leader_of, systems, turn_of
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFellAway,
    ConflictFought,
    Force,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    Passed,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
    View,
)


def chapters(view: View, news: Sequence[Event]) -> tuple[Chapter, ...]:
    """In their order: what is new, and whole the turns that lead up to what is asked now."""
    if not view.log:
        return ()
    new = {chapter.number: chapter for chapter in _new(view, news)}
    whole = _first_whole(view)
    return tuple(
        chapter if chapter.number >= whole else new[chapter.number]
        for chapter in view.log
        if chapter.number >= whole or chapter.number in new
    )


def _new(view: View, news: Sequence[Event]) -> tuple[Chapter, ...]:
    """What was noted in the resolutions of the news; without any, the turns since the own last."""
    ended = only(TurnEnded, news)
    if not ended:
        return tuple(chapter for chapter in view.log if chapter.number >= _own_last(view))
    parts = (chapter.after(ended[0].turn - 1) for chapter in view.log)
    return tuple(part for part in parts if part.entries)


def _first_whole(view: View) -> int:
    """For whom it is its turn, and for all at the end, everything since the own last turn; for
    who is asked for ships, the turn under way."""
    last = view.log[-1].number
    if view.is_moving or view.ending is not None:
        return _own_last(view)
    return last if view.is_asked else last + 1


def _own_last(view: View) -> int:
    """The own last turn. For whoever is not at the table, or has not moved yet, the last turn of
    everyone; where all order at once, the whole round (PA-4)."""
    seats, last = len(view.players), view.log[-1].number
    if view.options.pace == "round":
        return (last - 1) // seats * seats + 1
    own = [chapter.number for chapter in view.log if chapter.seat == view.seat]
    return max(own, default=last - seats + 1)


def entries(view: View, news: Sequence[Event]) -> Iterator[AnyEntry]:
    """Everything that is new."""
    for chapter in _new(view, news) if view.log else ():
        yield from chapter.entries


def is_under_way(view: View, chapter: Chapter) -> bool:
    """Whether a conflict holds this turn up."""
    return view.dispute is not None and chapter.number == view.log[-1].number


def is_continued(view: View, chapter: Chapter) -> bool:
    """Whether the reader was told of the beginning of this turn before."""
    whole = next(one for one in view.log if one.number == chapter.number)
    return len(chapter.entries) < len(whole.entries)


def settled(view: View, news: Sequence[Event]) -> Counts:
    """The resources that settlements have brought the reader newly."""
    return counted(
        entry.kind
        for entry in entries(view, news)
        if isinstance(entry, SystemSettled) and entry.gains == view.seat is not None
    )


_MOST_SQUARES = 6
"""So many vacated systems are named."""
_HARVESTER: Kind = "merchant"

Tone = Literal["plain", "good", "bad", "warning"]


class Tale(NamedTuple):
    """Something that happened, as the reader is told of it."""

    text: str
    tone: Tone = "plain"


def happenings_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """A section a player's turn, in their order."""
    told_of = chapters(view, news)
    own = [chapter for chapter in told_of if chapter.seat == view.seat]
    for chapter in told_of:
        tales = [_tale(view, entry) for entry in chapter.entries]
        if chapter in own[-1:]:
            tales = _as_owner(chapter, tales, news)
        yield from section(_heading(view, chapter), _blocks(tales))


def _heading(view: View, chapter: Chapter) -> str:
    turn = capitalised(turn_of(view, chapter.seat))
    if is_continued(view, chapter):
        return _("{turn}, continued").format(turn=turn)
    if is_under_way(view, chapter):
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
    """One's own turn, with the lines that could not be carried out behind what was done. Of one's
    own swap it is told which ships they were; there is one a turn (PA-9)."""
    told, entries = list(tales), chapter.entries
    swaps = [event for event in only(ShipsDrawn, news) if event.swapped is not None]
    swapped = _("You swapped {old} for {new}.")
    for place, entry in enumerate(entries):
        if isinstance(entry, ShipsSwapped) and swaps and swaps[-1].swapped is not None:
            old, new = naming.ships(swaps[-1].swapped), naming.ships(swaps[-1].ships)
            told[place] = Tale(swapped.format(old=old, new=new))
    not_done = _("Not done, {reason}: {order}.")
    refused = [
        Tale(not_done.format(order=quoted(written(e.order)), reason=e.refusal.text), "bad")
        for e in only(LineRefused, news)
    ]
    done = sum(not isinstance(entry, Passed | ArtifactHarvested) for entry in entries)
    return [*told[:done], *refused, *told[done:]]


# What everyone saw --------------------------------------------------------------------


def _tale(view: View, entry: AnyEntry) -> Tale:
    match entry:
        case LeaderPlaced() | LeaderRecalled() | LeaderHomeless() | ArtifactHarvested():
            return _led(view, entry)
        case SystemSettled():
            return Tale(_settlement(view, entry))
        case SystemDestroyed():
            return _destroyed(view, entry)
        case ConflictFought():
            return _fought(view, entry)
        case ShipsSwapped(count=count):
            told = ngettext(
                "{ships} was swapped for another.", "{ships} were swapped for others.", count
            )
            return Tale(told.format(ships=naming.count_ships(count)))
        case Passed(count=FIGURES.orders):
            return Tale(_("Nothing was ordered."))
        case Passed():
            return Tale(_("One order was passed."))
        case ConflictFellAway(kind=kind, seats=seats):
            one, other = (leader_of(view, seat, kind) for seat in seats)
            told = _("The conflict of {one} with {other} fell away, for one of them had left.")
            return Tale(told.format(one=one, other=other))


def _led(
    view: View, entry: LeaderPlaced | LeaderRecalled | LeaderHomeless | ArtifactHarvested
) -> Tale:
    """What one leader did, or what became of it."""
    own, kind, origin = entry.seat == view.seat, _HARVESTER, None
    if not isinstance(entry, ArtifactHarvested):
        kind = entry.kind
    tone: Tone = "plain"
    match entry:
        case LeaderPlaced(origin=None):
            told = _("{leader} came to {square}.")
        case LeaderPlaced():
            told, origin = _("{leader} went from {origin} to {square}."), entry.origin
        case LeaderRecalled():
            told = _("{leader} was called home from {square}.")
        case LeaderHomeless():
            told = _("{leader} went home from {square}: no scientists were left beside it.")
            tone = "bad" if own else "plain"
        case ArtifactHarvested():
            told = _("{leader} harvested the artifact of {square}.")
            tone = "good" if own else "plain"
    leader = capitalised(leader_of(view, entry.seat, kind))
    start, square = origin and square_name(origin), square_name(entry.square)
    return Tale(told.format(leader=leader, origin=start, square=square), tone)


def _settlement(view: View, entry: SystemSettled) -> str:
    if entry.is_union:
        told = _("{ships} settled {square} and joined two regions with leaders: no resource.")
    elif entry.gains is None:
        told = _("{ships} settled {square}: {amount} lost, for no leader collects it.")
    else:
        told = _("{ships} settled {square}: {amount} {whom}.")
    told = told.format(
        ships=capitalised(naming.ship_name(entry.kind, 2)),
        square=square_name(entry.square),
        amount=naming.amount(entry.kind, 1),
        whom=entry.gains and for_whom(view, entry.gains),
    )
    if not entry.first:
        return told
    in_order = _("The order of the conflicts, {as_chosen}: first {kinds}.")
    kinds = ", ".join(naming.kind(kind) for kind in entry.first)
    return f"{told} {in_order.format(as_chosen=as_chosen(view, entry.seat), kinds=kinds)}"


def _destroyed(view: View, entry: SystemDestroyed) -> Tale:
    told = _("{name} destroyed {square} with a prototype weapon")
    if entry.seat == view.seat:
        told = _("You destroyed {square} with a prototype weapon")
    parts = [told.format(name=view.name(entry.seat), square=square_name(entry.square))]
    if entry.settlement is not None:
        there = _("the {ships} there are gone")
        parts.append(there.format(ships=naming.ship_name(entry.settlement, 2)))
    if entry.leader is not None:
        parts.append(_("{leader} went home").format(leader=leader_of(view, *entry.leader)))
    if entry.artifact:
        parts.append(_("the artifact there is lost"))
    hurt = entry.leader is not None and entry.leader[0] == view.seat
    return Tale(f"{side_by_side(parts)}.", "bad" if hurt else "plain")


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
    ship, told = (
        entry.kind,
        _(
            "In the union at {union} {leader} on {origin} attacked {other} on {square}, {attack} "
            "against {defence}"
        ),
    )
    if entry.cause == "leader":
        ship = "science"
        told = _("{leader} on {origin} attacked {other} on {square}, {attack} against {defence}")
    attacker, defender = entry.attacker, entry.defender
    named = naming.count_kind(ship, defender.ships)
    attack = told.format(
        union=square_name(entry.square),
        leader=leader_of(view, attacker.seat, entry.kind),
        origin=square_name(attacker.square),
        other=by_seat(view, defender.seat, _("yours"), _("{name}'s")),
        square=square_name(defender.square),
        attack=_strength(attacker, naming.count_kind(ship, attacker.ships)),
        defence=_strength(defender, str(defender.ships) if attacker.ships else named),
    )
    return capitalised(attack)


def _strength(force: Force, ships: str) -> str:
    """ "3 + 2 merchants", or "3" where none were sent."""
    if not force.ships:
        return str(force.strength)
    return _("{strength} + {ships}").format(strength=force.strength, ships=ships)


def _outcome(view: View, entry: ConflictFought) -> Iterator[str]:
    """Who won what, and what the loser lost."""
    tie, number = entry.attacker.total == entry.defender.total, len(entry.vacated)
    won = _("you won {amount}") if entry.winner == view.seat else _("{name} won {amount}")
    won = won.format(name=view.name(entry.winner), amount=naming.amount(entry.resource, entry.gain))
    yield _("a tie, so {won}").format(won=won) if tie else won
    yield _("{leader} went home").format(leader=leader_of(view, entry.loser, entry.kind))
    if entry.vacated:
        squares = _(" ({squares})").format(squares=naming.squares(entry.vacated))
        yield ngettext(
            "{systems} was vacated{squares}", "{systems} were vacated{squares}", number
        ).format(
            systems=systems(entry.kind, number), squares=squares if number <= _MOST_SQUARES else ""
        )
