"""The report in one sentence: what is asked of the reader, then the weightiest of what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import only
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, sentence, side_by_side
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.events import (
    AnyEntry,
    ArtifactHarvested,
    ConflictFought,
    LeaderHomeless,
    LineRefused,
    SystemDestroyed,
)
from pbem.rulesets.parsec.figures import KINDS
from pbem.rulesets.parsec.naming import all_of, attacks, leader_of
from pbem.rulesets.parsec.report import unseen
from pbem.rulesets.parsec.report.questions import questions
from pbem.rulesets.parsec.report.standings import who_won
from pbem.rulesets.parsec.view import View

_MOST = 2
"""So many clauses about what happened are told."""


def headline(view: View, news: Sequence[Event]) -> str:
    """What the mail's preview says."""
    if view.ending is not None:
        return who_won(view, view.ending)
    if view.is_asked:
        return _asked(view)
    if not view.log:
        return _beginning(view)
    told = [*_in_dispute(view), *_own(view, news), *_public(view, news)][:_MOST]
    if view.is_moving:
        return _("It is your turn: {what}").format(what=side_by_side(told) or _quiet()) + "."
    return sentence([*(told or [_quiet()]), _waits(view)])


def _asked(view: View) -> str:
    first, *others = questions(view)
    told = _("You are asked: {attack}, {strength} against {other}").format(
        attack=attacks(view, first.dispute, first.clash),
        strength=first.other if not first.attacks else first.own,
        other=first.own if not first.attacks else first.other,
    )
    if others:
        told = ngettext(
            "{told}; and {number} more conflict", "{told}; and {number} more conflicts", len(others)
        ).format(told=told, number=len(others))
    return f"{told}."


def _beginning(view: View) -> str:
    if view.is_moving:
        return _("The game begins, and it is your turn: place a leader and settle its region.")
    if view.options.pace == "round":
        return _("The game begins: all players order at once.")
    return _("The game begins with {name}'s turn.").format(name=view.name(view.mover))


def _waits(view: View) -> str:
    if view.dispute is not None:
        return _("a conflict waits for {names}").format(names=all_of(view, view.dispute.waits_for))
    if view.options.pace == "round":
        return _("all players order next")
    return _("{name} moves next").format(name=view.name(view.mover))


def _quiet() -> str:
    return _("all was quiet")


# What concerns the reader -------------------------------------------------------------


def _own(view: View, news: Sequence[Event]) -> Iterator[str]:
    """The weightiest first: what was lost, what was won, and lines that did nothing."""
    if view.seat is None:
        return
    entries = list(unseen.entries(view, news))
    for entry in reversed(entries):
        yield from _lost(view, entry)
    for entry in reversed(entries):
        yield from _won(view, entry)
    stuck = len(only(LineRefused, news))
    if stuck:
        yield ngettext(
            "{number} line of yours could not be carried out",
            "{number} lines of yours could not be carried out",
            stuck,
        ).format(number=stuck)
    brought = unseen.settled(view, news)
    if brought.total:
        amounts = [naming.amount(kind, brought.of(kind)) for kind in KINDS if brought.of(kind)]
        yield _("settlements brought you {amounts}").format(amounts=in_a_row(amounts))


def _in_dispute(view: View) -> Iterator[str]:
    """A conflict in which another is asked first: the reader's, or else the first of all."""
    if view.dispute is not None:
        clashes = view.dispute.clashes
        own = (clash for clash in clashes if view.seat in (clash.attacker, clash.defender))
        yield attacks(view, view.dispute, next(own, clashes[0]))


def _lost(view: View, entry: AnyEntry) -> Iterator[str]:
    match entry:
        case ConflictFought() if entry.loser == view.seat:
            yield _("{leader} on {square} was beaten").format(
                leader=leader_of(view, entry.loser, entry.kind),
                square=square_name(entry.beaten.square),
            )
        case SystemDestroyed(leader=(seat, kind)) if seat == view.seat:
            yield _("{leader} lost its system {square} to a weapon").format(
                leader=leader_of(view, seat, kind), square=square_name(entry.square)
            )
        case LeaderHomeless(seat=seat) if seat == view.seat:
            yield _("{leader} had to go home from {square}").format(
                leader=leader_of(view, seat, entry.kind), square=square_name(entry.square)
            )


def _won(view: View, entry: AnyEntry) -> Iterator[str]:
    match entry:
        case ConflictFought(winner=winner) if winner == view.seat:
            yield _("you beat {leader} on {square} for {amount}").format(
                leader=leader_of(view, entry.loser, entry.kind),
                square=square_name(entry.beaten.square),
                amount=naming.amount(entry.resource, entry.gain),
            )
        case ArtifactHarvested(seat=seat) if seat == view.seat:
            yield _("you harvested the artifact of {square}").format(
                square=square_name(entry.square)
            )


# What everyone saw --------------------------------------------------------------------


def _public(view: View, news: Sequence[Event]) -> Iterator[str]:
    for entry in reversed(list(unseen.entries(view, news))):
        match entry:
            case ConflictFought() if view.seat not in (entry.attacker.seat, entry.defender.seat):
                yield _("{name} beat {leader} on {square}").format(
                    name=view.name(entry.winner),
                    leader=leader_of(view, entry.loser, entry.kind),
                    square=square_name(entry.beaten.square),
                )
            case SystemDestroyed() if entry.seat != view.seat:
                yield _("{name} destroyed {square}").format(
                    name=view.name(entry.seat), square=square_name(entry.square)
                )
            case ArtifactHarvested() if entry.seat != view.seat:
                yield _("{name} harvested the artifact of {square}").format(
                    name=view.name(entry.seat), square=square_name(entry.square)
                )
