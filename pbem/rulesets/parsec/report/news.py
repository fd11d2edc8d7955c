"""What happened: the turns that the reader has not seen, one after the other, and of its own turn
also what only it is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import only, section
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import capitalised, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn, TurnEnded
from pbem.rulesets.parsec.figures import FIGURES, Counts, counted
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.naming import by_seat, leader_of
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    Chapter,
    ConflictFellAway,
    ConflictFought,
    LeaderHomeless,
    LeaderPlaced,
    LeaderRecalled,
    Passed,
    ShipsSwapped,
    SystemDestroyed,
    SystemSettled,
    View,
)

_MOST_SQUARES = 6
"""So many vacated systems are named."""

Tone = Literal["plain", "good", "bad"]


# What is new --------------------------------------------------------------------------


def chapters(view: View, news: Sequence[Event]) -> tuple[Chapter, ...]:
    """In their order: what is new, and whole the turns that lead up to what is asked now: for whom
    it is its turn, and for all at the end, everything since the own last turn; for who is asked for
    ships, the turn under way."""
    if not view.log:
        return ()
    whole = view.log[-1].number + (not view.is_asked)
    if view.is_moving or view.ending is not None:
        whole = _own_last(view)
    new = [chapter for chapter in _new(view, news) if chapter.number < whole]
    return (*new, *(chapter for chapter in view.log if chapter.number >= whole))


def entries(view: View, news: Sequence[Event]) -> Iterator[AnyEntry]:
    """Everything that is new."""
    return (entry for chapter in _new(view, news) for entry in chapter.entries)


def settled(view: View, news: Sequence[Event]) -> Counts:
    """The resources that settlements have brought the reader newly."""
    found = only(SystemSettled, entries(view, news))
    return counted(one.kind for one in found if one.gains == view.seat is not None)


def _new(view: View, news: Sequence[Event]) -> Iterator[Chapter]:
    """What was noted in the resolutions of the news; without any, the turns since the own last."""
    ended = only(TurnEnded, news)
    for chapter in view.log:
        part = chapter.after(ended[0].turn - 1) if ended else chapter
        if part.entries if ended else chapter.number >= _own_last(view):
            yield part


def _own_last(view: View) -> int:
    """The own last turn. For whoever is not at the table, or has not moved yet, the last turn of
    everyone; where all order at once, the whole round (PA-4)."""
    seats, last = len(view.players), view.log[-1].number
    if view.options.pace == "round":
        return (last - 1) // seats * seats + 1
    own = [chapter.number for chapter in view.log if chapter.seat == view.seat]
    return max(own, default=last - seats + 1)


# A section a turn ---------------------------------------------------------------------


def happenings_sections(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """A section a player's turn, in their order."""
    told_of = chapters(view, news)
    own = [chapter for chapter in told_of if chapter.seat == view.seat]
    for chapter in told_of:
        tales = [
            _tale(view, entry, is_thinned=_is_thinned(entry, chapter.entries[:place]))
            for place, entry in enumerate(chapter.entries)
        ]
        if chapter in own[-1:]:
            tales = _as_owner(chapter, tales, news)
        others = view.seat not in (chapter.seat, *_served(chapter))
        yield from section(_heading(view, chapter), _blocks(tales), others=others)


def _served(chapter: Chapter) -> Iterator[Seat]:
    """To whom another's settlements brought something."""
    for entry in chapter.entries:
        if isinstance(entry, SystemSettled) and entry.gains is not None:
            yield entry.gains


def _heading(view: View, chapter: Chapter) -> str:
    turn = capitalised(naming.turn_of(view, chapter.seat))
    whole = next(one for one in view.log if one.number == chapter.number)
    if len(chapter.entries) < len(whole.entries):  # its beginning was told before
        return _("{turn}, continued").format(turn=turn)
    if view.dispute is not None and whole is view.log[-1]:
        return _("{turn} so far").format(turn=turn)
    return _("Your last turn") if chapter.seat == view.seat else turn


def _blocks(tales: Iterable[Paragraph]) -> Iterator[Block]:
    """Lists of what is plain, with what must not be overlooked between them."""
    for tone, alike in groupby(tales, key=lambda tale: tale.tone):
        if tone == "plain":
            yield Bullets(tuple(tale.text for tale in alike))
        else:
            yield from alike


def _as_owner(
    chapter: Chapter, tales: Sequence[Paragraph], news: Sequence[Event]
) -> list[Paragraph]:
    """One's own turn, with the lines that could not be carried out behind what was done. Of one's
    own swap it is told which ships they were; there is one a turn (PA-9)."""
    told, entries = list(tales), chapter.entries
    swaps = [event for event in only(ShipsDrawn, news) if event.swapped is not None]
    swapped = _("You swapped {old} for {new}.")
    for place, entry in enumerate(entries):
        if isinstance(entry, ShipsSwapped) and swaps and swaps[-1].swapped is not None:
            old, new = naming.ships(swaps[-1].swapped), naming.ships(swaps[-1].ships)
            told[place] = Paragraph(swapped.format(old=old, new=new))
    not_done = _("Not done, {reason}: {order}.")
    refused = [
        Paragraph(not_done.format(order=quoted(written(e.order)), reason=e.refusal.text), "bad")
        for e in only(LineRefused, news)
    ]
    done = sum(not isinstance(entry, Passed | ArtifactHarvested) for entry in entries)
    return [*told[:done], *refused, *told[done:]]


# What everyone saw --------------------------------------------------------------------


def _is_thinned(entry: AnyEntry, before: Sequence[AnyEntry]) -> bool:
    """Whether a conflict before in the same union has vacated systems, and may have cut off more of
    what this one was fought with (PA-11)."""
    return isinstance(entry, ConflictFought) and any(
        isinstance(one, ConflictFought) and one.square == entry.square and one.vacated
        for one in before
    )


def _tale(view: View, entry: AnyEntry, *, is_thinned: bool) -> Paragraph:
    match entry:
        case SystemSettled():
            return Paragraph(_settlement(view, entry))
        case SystemDestroyed():
            return _destroyed(view, entry)
        case ConflictFought():
            return _fought(view, entry, is_thinned=is_thinned)
        case ShipsSwapped(count=count):
            told = ngettext(
                "{ships} was swapped for another.", "{ships} were swapped for others.", count
            )
            return Paragraph(told.format(ships=naming.count_ships(count)))
        case Passed(count=FIGURES.orders):
            return Paragraph(_("Nothing was ordered."))
        case Passed():
            return Paragraph(_("One order was passed."))
        case ConflictFellAway(kind=kind, seats=seats):
            one, other = (leader_of(view, seat, kind) for seat in seats)
            told = _("The conflict of {one} with {other} fell away, for one of them had left.")
            return Paragraph(told.format(one=one, other=other))
        case _:
            return _led(view, entry)


_OfLeader = LeaderPlaced | LeaderRecalled | LeaderHomeless | ArtifactHarvested
_LED: Mapping[type[_OfLeader], tuple[str, Tone]] = {
    LeaderPlaced: (N_("{leader} came to {square}."), "plain"),
    LeaderRecalled: (N_("{leader} was called home from {square}."), "plain"),
    LeaderHomeless: (
        N_("{leader} went home from {square}: no scientists were left beside it."),
        "bad",
    ),
    ArtifactHarvested: (N_("{leader} harvested the artifact of {square}."), "good"),
}
"""What one leader did, or what became of it, and how its owner takes it."""


def _led(view: View, entry: _OfLeader) -> Paragraph:
    message, tone = _LED[type(entry)]
    origin = entry.origin if isinstance(entry, LeaderPlaced) else None
    if origin is not None:
        message = N_("{leader} went from {origin} to {square}.")
    kind = "merchant" if isinstance(entry, ArtifactHarvested) else entry.kind
    told = _(message).format(
        leader=capitalised(leader_of(view, entry.seat, kind)),
        origin=origin and square_name(origin),
        square=square_name(entry.square),
    )
    return Paragraph(told, tone if entry.seat == view.seat else "plain")


def _settlement(view: View, entry: SystemSettled) -> str:
    if entry.is_union:
        told = _("{ships} settled {square} and joined two regions with leaders: no resource.")
    elif entry.gains is None:
        told = _("{ships} settled {square}: {amount} lost, for no leader collects it.")
    else:
        told = _("{ships} settled {square}: {amount} {whom}.")
    told = told.format(
        ships=capitalised(naming.ship(entry.kind, 2)),
        square=square_name(entry.square),
        amount=naming.amount(entry.kind, 1),
        whom=entry.gains and naming.for_whom(view, entry.gains),
    )
    if not entry.first:
        return told
    in_order = _("The order of the conflicts, {as_chosen}: first {kinds}.").format(
        as_chosen=naming.as_chosen(view, entry.seat), kinds=", ".join(map(naming.kind, entry.first))
    )
    return f"{told} {in_order}"


def _destroyed(view: View, entry: SystemDestroyed) -> Paragraph:
    told = _("{name} destroyed {square} with a prototype weapon")
    if entry.seat == view.seat:
        told = _("You destroyed {square} with a prototype weapon")
    parts = [told.format(name=view.name(entry.seat), square=square_name(entry.square))]
    if entry.settlement is not None:
        there = _("the {ships} there are gone")
        parts.append(there.format(ships=naming.ship(entry.settlement, 2)))
    if entry.leader is not None:
        parts.append(_("{leader} went home").format(leader=leader_of(view, *entry.leader)))
    if entry.artifact:
        parts.append(_("the artifact there is lost"))
    hurt = entry.leader is not None and entry.leader[0] == view.seat
    return Paragraph(f"{side_by_side(parts)}.", "bad" if hurt else "plain")


# Conflicts ----------------------------------------------------------------------------


def _fought(view: View, entry: ConflictFought, *, is_thinned: bool) -> Paragraph:
    tone: Tone = "plain"
    if view.seat is not None and view.seat in (entry.attacker.seat, entry.defender.seat):
        tone = "good" if entry.winner == view.seat else "bad"
    attack, outcome = _attack(view, entry), side_by_side(_outcome(view, entry))
    told = _("{attack}: {outcome}.")
    if is_thinned:
        told = _("{attack}, with what the conflict before had left of the regions: {outcome}.")
    return Paragraph(told.format(attack=attack, outcome=outcome), tone)


def _attack(view: View, entry: ConflictFought) -> str:
    """ "Björn's merchant leader on g7 attacked yours on f5, 3 + 2 scientists against 4 + 1"."""
    attacker, defender, ship = entry.attacker, entry.defender, entry.kind
    told = _(
        "In the union at {union} {leader} on {origin} attacked {other} on {square}, {attack} "
        "against {defence}"
    )
    if entry.cause == "leader":
        told = _("{leader} on {origin} attacked {other} on {square}, {attack} against {defence}")
        ship = "science"
    sent = naming.count_kind(ship, attacker.ships) if attacker.ships else ""
    held = naming.count_kind(ship, defender.ships) if defender.ships else ""
    if sent and held:  # of which kind is said once
        held = str(defender.ships)
    attack = told.format(
        union=square_name(entry.square),
        leader=leader_of(view, attacker.seat, entry.kind),
        origin=square_name(attacker.square),
        other=by_seat(view, defender.seat, _("yours"), _("{name}'s")),
        square=square_name(defender.square),
        attack=naming.with_ships(attacker.strength, sent),
        defence=naming.with_ships(defender.strength, held),
    )
    return capitalised(attack)


def _outcome(view: View, entry: ConflictFought) -> Iterator[str]:
    """Who won what, and what the loser lost."""
    tie, number = entry.attacker.total == entry.defender.total, len(entry.vacated)
    won = _("you won {amount}") if entry.winner == view.seat else _("{name} won {amount}")
    won = won.format(name=view.name(entry.winner), amount=naming.amount(entry.resource, entry.gain))
    yield _("a tie, so {won}").format(won=won) if tie else won
    yield _("{leader} went home").format(leader=leader_of(view, entry.loser, entry.kind))
    if entry.vacated:
        told = ngettext("{systems} was vacated{squares}", "{systems} were vacated{squares}", number)
        squares = _(" ({squares})").format(squares=naming.squares(entry.vacated, number))
        yield told.format(
            systems=naming.systems(entry.kind, number),
            squares=squares if number <= _MOST_SQUARES else "",
        )
