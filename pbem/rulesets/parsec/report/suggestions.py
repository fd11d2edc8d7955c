"""The order template: what the house bot would order in the reader's place, and why, as comments.

The first orders are a turn; those behind it could take the place of the last of them, and stand
in reserve where they are sent as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import in_a_row
from pbem.engine.planner import Reasons, Step
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.bots import advice, advised_answer
from pbem.rulesets.parsec.bots.evaluation import INCOME
from pbem.rulesets.parsec.figures import FIGURES, KINDS, Kind
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics.course import Way, attempt, ways_after
from pbem.rulesets.parsec.mechanics.execution import Done, Placed, Settled, position_of
from pbem.rulesets.parsec.naming import count_systems, for_whom
from pbem.rulesets.parsec.orders import Action, Attack, Harvest, Stance, Stances, Standing
from pbem.rulesets.parsec.report.conflicts import Question
from pbem.rulesets.parsec.report.position import standing_lines
from pbem.rulesets.parsec.report.questions import outcome, questions
from pbem.rulesets.parsec.view import View

_WIDEST = 74
"""A longer line might be broken by a mail client, and its end be read as an order."""
_TELLING = 0.02
"""What speaks for an order with less than this is not told."""


class Hint(NamedTuple):
    """An order, what it comes to in each way that the turn may go, and what speaks for it."""

    order: Action
    done: tuple[Done | None, ...]
    gains: Reasons


class Suggestions(NamedTuple):
    """``turn`` are orders one after the other; ``instead`` are others that could take the place of
    the last of them. ``attacks`` are the ships for conflicts, ``harvest`` what is named for the
    end of the turn."""

    turn: tuple[Hint, ...]
    instead: tuple[Hint, ...]
    attacks: tuple[Standing, ...]
    harvest: Harvest | None


def suggest(view: View) -> Suggestions:
    """What the house bot would order. Raises ValueError for spectators."""
    found = advice(view)
    assert view.own is not None
    attacks = [view.own.stances.following(found.attacks).attack]
    if view.options.reactions == "ask":
        attacks = [Stance(0), Stance(FIGURES.hand)]
    start = Way(position_of(view))
    orders = [step.proposal.orders[0] for step in found.steps]

    def hint(step: Step[Action], before: Sequence[Action]) -> Hint:
        order = step.proposal.orders[0]
        done = tuple(
            attempt(way, order, attack).done
            for attack in attacks
            for way in ways_after([start], before, attack)
        )
        return Hint(order, done, step.gains)

    return Suggestions(
        tuple(hint(step, orders[:number]) for number, step in enumerate(found.steps)),
        tuple(hint(step, orders[:-1]) for step in found.reserves),
        found.attacks,
        None if found.harvest is None else Harvest(square=found.harvest),
    )


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
    yield _("Take the # away to order. The house bot would order in your place:")
    yield from (_line(view, hint) for hint in found.turn)
    for order in found.attacks:
        yield _with(written(order), [_in_short(order)])
    if found.harvest is not None:
        yield _with(
            written(found.harvest), [_("your merchant leader takes it when your turn ends")]
        )
    if found.instead:
        yield ""
        yield _("Or instead of the second:")
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
    """What the house bot would send into each conflict, and what else makes sense."""
    asked = questions(view)
    named = {order.kind: order.ships for order in advised_answer(view)}
    advised = [
        named.get(one.clash.kind) or 0 if one.attacks else one.sends(Stances()) for one in asked
    ]
    yield _("Take the # away to answer. The house bot would answer in your place:")
    for question, number in zip(asked, advised, strict=True):
        yield _answer(view, question, number)
    others = [
        _answer(view, question, number)
        for question, first in zip(asked, advised, strict=True)
        for number in _sensible(question)
        if number != first
    ]
    if others:
        yield ""
        yield _("Or:")
        yield from others


def _answer(view: View, question: Question, number: int) -> str:
    return _with(written(question.answer(number)), [outcome(view, question, number)])


def _sensible(question: Question) -> Sequence[int]:
    """As many as are enough, all, and none; nothing that is lost in vain."""
    enough, held = question.enough, question.held
    numbers = [enough] if enough <= held else []
    if question.attacks and enough <= held:
        numbers += [held]
    return tuple(dict.fromkeys([*numbers, 0]))


def _line(view: View, hint: Hint) -> str:
    return _with(written(hint.order), list(_remarks(view, hint)))


def _remarks(view: View, hint: Hint) -> Iterator[str]:
    """What it comes to for certain, the weightiest first, and what speaks for it."""
    assert view.seat is not None
    first, *others = ([] if done is None else [*_facts(view, done)] for done in hint.done)
    facts = [fact for fact in first if all(fact in told for told in others)]
    why = _why(hint.gains)
    by_itself = any(
        d is not None and (isinstance(d.deed, Settled) or d.prospects) for d in hint.done
    )
    yield from (*facts, why) if by_itself else (why, *facts)


def _why(gains: Reasons) -> str:
    """The reason that won, in a few words; none for what an order brings by itself."""
    reason = max(gains, key=lambda name: gains[name])
    if gains[reason] < _TELLING:
        return ""
    if reason in INCOME.values():
        kinds = [kind for kind in KINDS if gains[INCOME[kind]] >= _TELLING]
        if len(kinds) == len(KINDS):
            return _("to earn all four resources")
        earned = in_a_row([naming.resource(kind) for kind in kinds])
        return _("to earn {resources}").format(resources=earned)
    return {
        "resources": "",
        "harvest": _("you take an artifact when your turn ends"),
        "artifacts": _("it brings artifacts nearer"),
        "hand": _("better ships for your next turn"),
        "rivals": _("it costs your rivals"),
        "chances": _("you could attack in your next turn"),
        "dangers": _("your leaders stand safer"),
    }[reason]


def _facts(view: View, done: Done) -> Iterator[str]:
    assert view.seat is not None
    deed, space = done.deed, done.position.space
    match deed:
        case Settled():
            yield from _yields(view, view.seat, deed)
        case Placed(leader=leader) if not done.prospects:
            yield _("region of {systems}").format(
                systems=count_systems(len(space.region(leader.square)))
            )
            beside = space.scientists_beside(leader.square)
            yield ngettext(
                "{number} beside it with scientists", "{number} beside it with scientists", beside
            ).format(number=beside)
    for prospect in done.prospects:
        clash, seen = prospect.clash, prospect.seen
        if clash.attacker == view.seat:
            ship: Kind = "science" if isinstance(deed, Placed) else clash.kind
            held = done.position.means.hand.of(ship)
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
    kept = [remark for remark in remarks if remark]
    while kept and len(_joined(line, kept)) > _WIDEST:
        kept.pop()
    return _joined(line, kept)


def _joined(line: str, remarks: Sequence[str]) -> str:
    return f"{line}  ; {', '.join(remarks)}" if remarks else line
