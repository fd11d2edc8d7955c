"""The order template: what could sensibly be ordered in this very position, as comments.

Every line was tried on the position before it is offered. The first two can be carried out one
after the other; the others instead of the second. What stands behind a conflict can be carried
out, and comes to what is said of it, however that ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.language.refusals import Refused
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.holdings import Holdings
from pbem.rulesets.parsec.kinds import Kind, just
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import Action, Attack, Harvest, PlaceLeader, Settle, Standing, Swap
from pbem.rulesets.parsec.reckoning.deeds import Placed, Settled
from pbem.rulesets.parsec.reckoning.harvest import harvestable
from pbem.rulesets.parsec.reckoning.position import Done, Position, carry_out, position_of
from pbem.rulesets.parsec.reckoning.ways import Way, ways_after
from pbem.rulesets.parsec.stance import Stance
from pbem.rulesets.parsec.telling.advice import ideas
from pbem.rulesets.parsec.telling.holdings import standing_lines
from pbem.rulesets.parsec.telling.phrases import count_systems, for_whom
from pbem.rulesets.parsec.telling.question import Question
from pbem.rulesets.parsec.telling.reactions import outcome, questions
from pbem.rulesets.parsec.telling.scores import missing
from pbem.rulesets.parsec.view import View

Ways = tuple[Way, ...]

_WIDEST = 74
"""A longer line might be broken by a mail client, and its end be read as an order."""


class Hint(NamedTuple):
    """An order that can be carried out, and what it comes to: in all ways that the turn may go,
    or in one way where these differ in nothing that is told."""

    order: Action
    done: Done


class Suggestions(NamedTuple):
    """``turn`` are two orders one after the other, or one where no other is as good however its
    conflicts end; ``instead`` are others that could take the place of the last of them;
    ``harvest`` is what could be named for the end of the turn."""

    turn: tuple[Hint, ...]
    instead: tuple[Hint, ...]
    harvest: Harvest | None


class _Spot(NamedTuple):
    """A turn as far as orders are given: the ways that it may go, and what its player has then,
    but for what conflicts bring."""

    ways: Ways
    own: Holdings


def suggest(view: View) -> Suggestions:
    """What could be ordered now, the best first. Raises ValueError for spectators."""
    start = position_of(view)
    assert view.own is not None
    spots = [_Spot((Way(start),), view.own)]
    turn = _turn_at(view, spots[0])
    for hint in turn:
        spots.append(_onward(view, spots[-1], hint))
    told = {_topic(hint) for hint in turn}
    instead: dict[object, Hint] = {}
    for hint in _hints(view, spots[-2] if turn else spots[0]):
        topic = _topic(hint)
        if topic not in told and topic not in instead and _is_possible(start, hint.order):
            instead[topic] = hint
    return Suggestions(
        turn,
        tuple(instead.values())[: FIGURES.lines - len(turn)],
        _harvest(spots[-1].ways),
    )


def _turn_at(view: View, spot: _Spot) -> tuple[Hint, ...]:
    """The best order and the best one behind it. A conflict comes second where it can, for what
    stands behind it hangs on it."""
    first = next(_hints(view, spot), None)
    if first is None:
        return ()
    if first.done.prospects:
        quiet = next((hint for hint in _hints(view, spot) if _is_quiet(hint)), None)
        behind = () if quiet is None else _hints(view, _onward(view, spot, quiet))
        conflict = next((hint for hint in behind if hint.order == first.order), None)
        if quiet is not None and conflict is not None:
            return quiet, conflict
    behind = _hints(view, _onward(view, spot, first))
    start = spot.ways[0].position
    second = next((hint for hint in behind if _is_possible(start, hint.order)), None)
    return (first,) if second is None else (first, second)


def _is_quiet(hint: Hint) -> bool:
    """Whether it is plain what can be ordered behind it."""
    return not hint.done.prospects and not isinstance(hint.order, Swap)


def _onward(view: View, spot: _Spot, hint: Hint) -> _Spot:
    """With an order more: what is sent when the author is asked may be anything from none to
    all."""
    assert view.own is not None
    attacks: tuple[Stance, ...] = (view.own.stances.attack,)
    if hint.done.prospects and view.options.reactions == "ask":
        attacks = (Stance(0), Stance(FIGURES.hand))
    ways = tuple(way for attack in attacks for way in ways_after(spot.ways, [hint.order], attack))
    return _Spot(ways, _richer(spot.own, ways[0].position.seat, hint.done))


def _richer(own: Holdings, seat: Seat, done: Done) -> Holdings:
    """With the resource that an order brings, so that the next one looks for another."""
    deed = done.deed
    if not isinstance(deed, Settled) or deed.gains != seat:
        return own
    return msgspec.structs.replace(own, resources=own.resources + just(deed.kind))


def _hints(view: View, spot: _Spot) -> Iterator[Hint]:
    """What can be carried out in all ways, with the same to say of it in each."""
    assert view.own is not None
    for order in _common(spot, _kept(view.own)):
        done = [_done(way.position, order) for way in spot.ways]
        hints = [Hint(order, one) for one in done if one is not None]
        if len(hints) == len(done) and len({tuple(_remarks(view, hint)) for hint in hints}) == 1:
            yield hints[0]


def _kept(own: Holdings) -> tuple[Kind, ...]:
    """The kinds that are needed; before anything is earned that is said of none."""
    return missing(own).kinds if own.resources.total or own.artifacts else ()


def _common(spot: _Spot, kept: Collection[Kind]) -> Iterator[Action]:
    """What comes to mind whoever wins, by what it promises at the least."""
    minds = [
        {idea.order: idea.promise for idea in ideas(way.position, spot.own, kept)}
        for way in spot.ways
    ]
    common = [order for order in minds[0] if all(order in mind for mind in minds)]
    yield from sorted(common, key=lambda order: -min(mind[order] for mind in minds))


def _done(position: Position, order: Action) -> Done | None:
    try:
        return carry_out(position, order)
    except Refused:
        return None


def _is_possible(start: Position, order: Action) -> bool:
    """Whether it could be sent alone."""
    return _done(start, order) is not None


def _topic(hint: Hint) -> object:
    """What an order is about: two suggestions of one topic are one too many."""
    order = hint.order
    match order:
        case Settle(at=square) if hint.done.prospects:
            return square
        case Settle(kind=kind) | PlaceLeader(kind=kind):
            return type(order), kind
        case _:
            return type(order)


def _harvest(ways: Ways) -> Harvest | None:
    """Named where there is a choice (PA-13), if it can be taken whoever wins."""
    first, *others = (harvestable(way.position.space, way.position.seat) for way in ways)
    found = (square for square in first if all(square in one for one in others))
    return next((Harvest(square=square) for square in found), None)


# Lines --------------------------------------------------------------------------------


def order_template(view: View) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    if view.seat is None or view.own is None or view.ending is not None:
        return ()
    if view.is_asked:
        lines = [*_answers(view)]
    elif view.is_moving:
        lines = [*_turn(view)]
    else:
        lines = [*_pledges(view)]
    return tuple(f"# {line}".rstrip() for line in lines)


def _turn(view: View) -> Iterator[str]:
    found = suggest(view)
    if not found.turn:
        yield _("Take the # away to order. Nothing better comes to mind than:")
        yield _with("PASS", [_("both orders are left out")])
        return
    if len(found.turn) == FIGURES.orders:
        yield _("Take the # away to order. These two would be a turn:")
    else:
        yield _("Take the # away to order. This would be one of your two orders:")
    yield from (_line(view, hint) for hint in found.turn)
    if found.harvest is not None:
        yield _with(
            written(found.harvest), [_("your merchant leader takes it when your turn ends")]
        )
    if found.instead:
        yield ""
        if len(found.turn) == FIGURES.orders:
            yield _("Or instead of the second:")
        else:
            yield _("Or instead of it:")
        yield from (_line(view, hint) for hint in found.instead)


def _pledges(view: View) -> Iterator[str]:
    assert view.own is not None
    yield _("Your standing orders. To change one, take its # away and write it anew:")
    for order in standing_lines(view.own.stances):
        yield _with(written(order), [_in_short(order)])


def _in_short(order: Standing) -> str:
    """What it means (PA-12), short enough for a line."""
    if order.ships is None and isinstance(order, Attack):
        return _("the fewest that win, or none")
    if order.ships is None:
        return _("the fewest that tie, or none")
    if not order.ships:
        return _("no ships")
    return ngettext(
        "{number} ship, if it is there", "{number} ships, or as many as are there", order.ships
    ).format(number=order.ships)


def _answers(view: View) -> Iterator[str]:
    yield _("Take the # away from your answer:")
    for question in questions(view):
        yield from (
            _with(written(order), [outcome(view, question, order.ships or 0)])
            for order in _sensible(question)
        )


def _sensible(question: Question) -> Iterator[Standing]:
    """As many as are enough, all, and none; nothing that is lost in vain."""
    enough, held = question.enough, question.held
    numbers = [enough] if enough <= held else []
    if question.attacks and enough <= held:
        numbers += [held]
    yield from (question.answer(number) for number in dict.fromkeys([*numbers, 0]))


def _line(view: View, hint: Hint) -> str:
    return _with(written(hint.order), list(_remarks(view, hint)))


def _remarks(view: View, hint: Hint) -> Iterator[str]:
    """What it comes to, the weightiest first."""
    assert view.seat is not None
    deed, space = hint.done.deed, hint.done.position.space
    match deed:
        case Settled():
            yield from _yields(view, view.seat, deed)
        case Placed(leader=leader) if not hint.done.prospects:
            yield _("region of {systems}").format(
                systems=count_systems(len(space.region(leader.square)))
            )
            beside = space.scientists_beside(leader.square)
            yield ngettext(
                "{number} beside it with scientists", "{number} beside it with scientists", beside
            ).format(number=beside)
        case Swap(ships=ships):
            yield ngettext(
                "{number} ship of little use now", "{number} ships of little use now", len(ships)
            ).format(number=len(ships))
    for prospect in hint.done.prospects:
        clash, seen = prospect.clash, prospect.seen
        if clash.attacker == view.seat:
            ship: Kind = "science" if isinstance(deed, Placed) else clash.kind
            held = hint.done.position.means.hand.of(ship)
            yield _("you attack {name}, {strength} (+{ships}) against {other}").format(
                name=view.name(clash.defender),
                strength=seen.attacker,
                ships=held,
                other=seen.defender,
            )


def _yields(view: View, seat: Seat, deed: Settled) -> Iterator[str]:
    if deed.gains is not None:
        yield _("{amount} {whom}").format(
            amount=naming.amount(deed.kind, 1), whom=for_whom(view, deed.gains)
        )


def _with(line: str, remarks: Sequence[str]) -> str:
    """With as many remarks as the line bears."""
    kept = list(remarks)
    while kept and len(_joined(line, kept)) > _WIDEST:
        kept.pop()
    return _joined(line, kept)


def _joined(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(remarks)}" if remarks else line
