"""The report in one sentence: what is asked of the reader, then the weightiest of what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import only
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row, sentence, side_by_side
from pbem.engine.ranking import own_end, with_own_end
from pbem.maps.board import square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.figures import KINDS, Leader
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.naming import all_of, attacks, leader_of
from pbem.rulesets.parsec.report.conflicts import questions
from pbem.rulesets.parsec.report.news import entries, settled
from pbem.rulesets.parsec.report.standings import who_won
from pbem.rulesets.parsec.view import (
    AnyEntry,
    ArtifactHarvested,
    ConflictFought,
    LeaderHomeless,
    LeaderPlaced,
    SystemDestroyed,
    SystemSettled,
    View,
)

_MOST = 2
"""So many clauses about what happened are told."""


def headline(view: View, news: Sequence[Event]) -> str:
    """What the mail's preview says."""
    if view.ending is not None:
        won = view.seat in view.ending.winners
        return with_own_end(who_won(view, view.ending), standing(view), won=won)
    if view.is_asked:
        return _asked(view)
    if not view.log:
        return _beginning(view)
    told = [*_in_dispute(view), *_happened(view, news)][:_MOST]
    told = told or [*_quietly(view, news)][:_MOST] or [_("all was quiet")]
    if view.is_moving:
        what = side_by_side(told)
        return _("It is your turn. Since your last report: {what}.").format(what=what)
    return sentence([*told, _waits(view)])


def with_score(view: View, headline: str) -> str:
    """A headline with the reader's own score behind it, where there is one."""
    own = standing(view)
    return headline if view.ending is not None or not own else f"{headline} {sentence([own])}"


def standing(view: View) -> str:
    """The reader's own score, in a clause; empty before it is told, and for spectators. Nobody
    knows their place before the end."""
    if view.own is None or not view.played:
        return ""
    if view.ending is not None and view.seat is not None:
        scores, winners = (
            dict(zip(view.seats, view.ending.scores, strict=True)),
            view.ending.winners,
        )
        places = {s: 1 + sum(one > scores[s] for one in scores.values()) for s in view.seats}
        return own_end(places, view.seat, str(scores[view.seat][0]), winners)
    return _("your score is {score}").format(score=view.own.score[0])


def _asked(view: View) -> str:
    first, *others = questions(view)
    told = _("You are asked: {attack}, {strength} against {other}").format(
        attack=attacks(view, first.dispute, first.clash),
        strength=first.own if first.attacks else first.other,
        other=first.other if first.attacks else first.own,
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


def _in_dispute(view: View) -> Iterator[str]:
    """A conflict in which another is asked first: the reader's, or else the first of all."""
    if view.dispute is not None:
        clashes = view.dispute.clashes
        own = (clash for clash in clashes if view.seat in (clash.attacker, clash.defender))
        yield attacks(view, view.dispute, next(own, clashes[0]))


def _happened(view: View, news: Sequence[Event]) -> Iterator[str]:
    """The weightiest first, and the latest of them: what the reader lost and won, lines that did
    nothing, what settlements brought, and then what others did."""
    newest = reversed(list(entries(view, news)))
    clauses = [clause for entry in newest for clause in _clauses(view, entry)]
    yield from (told for weight, told in clauses if weight == "lost")
    yield from (told for weight, told in clauses if weight == "won")
    stuck = len(only(LineRefused, news))
    if stuck:
        yield ngettext(
            "{number} line of yours could not be carried out",
            "{number} lines of yours could not be carried out",
            stuck,
        ).format(number=stuck)
    brought = settled(view, news)
    if brought.total:
        amounts = [naming.amount(kind, brought.of(kind)) for kind in KINDS if brought.of(kind)]
        yield _("settlements brought you {amounts}").format(amounts=in_a_row(amounts))
    yield from (told for weight, told in clauses if weight == "others")


def _quietly(view: View, news: Sequence[Event]) -> Iterator[str]:
    """What the others did where nothing weighs more: "Olaf settled 2 systems"."""
    new = list(entries(view, news))
    for seat in view.seats:
        settlements = sum(isinstance(one, SystemSettled) and one.seat == seat for one in new)
        leaders = sum(isinstance(one, LeaderPlaced) and one.seat == seat for one in new)
        if seat == view.seat or not settlements + leaders:
            continue
        parts = []
        if leaders:
            parts.append(ngettext("placed {n} leader", "placed {n} leaders", leaders))
        if settlements:
            parts.append(ngettext("settled {n} system", "settled {n} systems", settlements))
        counts = [number for number in (leaders, settlements) if number]
        did = in_a_row([part.format(n=n) for part, n in zip(parts, counts, strict=True)])
        yield _("{name} {did}").format(name=view.name(seat), did=did)


def _clauses(view: View, entry: AnyEntry) -> Iterator[tuple[str, str]]:
    """What is worth a clause, and how it weighs: what was lost, what was won, what others did."""
    match entry:
        case ConflictFought(winner=winner, loser=loser, kind=kind):
            weight, told = "others", _("{name} beat {leader} on {square}")
            if loser == view.seat:
                weight = "lost"
            elif winner == view.seat:
                weight, told = "won", _("you beat {leader} on {square} for {amount}")
            yield (
                weight,
                told.format(
                    name=view.name(winner),
                    leader=leader_of(view, loser, kind),
                    square=square_name(entry.beaten.square),
                    amount=naming.amount(entry.resource, entry.gain),
                ),
            )
        case SystemDestroyed(seat=seat, square=square, leader=leader):
            name, where = view.name(seat), square_name(square)
            if leader is not None and leader[0] == view.seat:
                told = _("{leader} lost its system {square} to a weapon")
                yield "lost", told.format(leader=leader_of(view, *leader), square=where)
            if seat != view.seat:
                yield "others", _("{name} destroyed {square}").format(name=name, square=where)
        case LeaderPlaced(seat=seat, kind=kind, square=square) if seat != view.seat:
            space = Space(view.galaxy)
            is_there = space.leader(seat, kind) == Leader(seat, kind, square)
            beside = space.leaders_in(space.region(square)) if is_there else ()
            if view.dispute is None and view.seat in {one.seat for one in beside}:
                told = _("{leader} came to your region on {square}")
                leader_name, where = leader_of(view, seat, kind), square_name(square)
                yield "others", told.format(leader=leader_name, square=where)
        case LeaderHomeless(seat=seat, kind=kind, square=square) if seat == view.seat:
            told = _("{leader} had to go home from {square}")
            leader_name, where = leader_of(view, seat, kind), square_name(square)
            yield "lost", told.format(leader=leader_name, square=where)
        case ArtifactHarvested(seat=seat, square=square):
            weight, told = "others", _("{name} harvested the artifact of {square}")
            if seat == view.seat:
                weight, told = "won", _("you harvested the artifact of {square}")
            yield weight, told.format(name=view.name(seat), square=square_name(square))
