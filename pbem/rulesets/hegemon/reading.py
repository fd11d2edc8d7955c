"""A mail's order lines made into a move, with a verdict for every line (HG-2, HG-3, HG-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from pbem.engine.api import Level, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import OrderError, judge
from pbem.rulesets.hegemon.figures import plain, points
from pbem.rulesets.hegemon.grammar import read_policy
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import FULL, IDLE, NOTHING, PASS, Move, Policy, Range
from pbem.rulesets.hegemon.view import View


def read_move(view: View, lines: Sequence[Line]) -> Parsed[Move]:
    """The move that the lines make; None where any of them is in error (HG-3)."""
    reader = _Reader(view.options, alone=len(lines) == 1)
    good, verdicts = judge(lines, reader.read)
    complete = bool(lines) and len(good) == len(lines)
    policies = tuple(policy for _line, policy in good if policy is not None)
    warnings = {
        line.number: tuple(_warnings(view, policy)) for line, policy in good if policy is not None
    }
    if complete and policies and reader.allocated < FULL:
        last = lines[-1].number
        warnings[last] = (*warnings[last], _unallocated(view.options, reader.allocated))
    told = tuple(_warned(verdict, warnings.get(verdict.line, ())) for verdict in verdicts)
    if not complete:
        return Parsed(None, told, remark=_what_is_played(view, bool(lines)))
    return Parsed(Move(policies), told)


class _Reader:
    """Reads a mail line by line and keeps the balance; a line in error does not count."""

    def __init__(self, options: Options, *, alone: bool) -> None:
        self._options = options
        self._alone = alone
        self._lines: dict[str, int] = {}
        self.allocated = NOTHING

    def read(self, line: Line) -> tuple[Policy | None, str]:
        """The policy (None: PASS) and how we understood it. Raises :class:`OrderError`."""
        if line.text.strip(" .!").upper() == PASS:
            return None, self._read_pass(line)
        reading = read_policy(line.text, self._options.items)
        policy = reading.policy
        if policy.item in self._lines:
            message = _("{item} is ordered in line {line} already; one line an item").format(
                item=policy.item, line=self._lines[policy.item]
            )
            raise OrderError(message, reading.item.column, len(reading.item.text))
        total = self.allocated + policy.allocation
        if total > FULL:
            message = _("the allocations sum to {sum}%; 100% is the most, so {left}% is left here")
            raise OrderError(
                message.format(sum=plain(total), left=plain(FULL - self.allocated)),
                reading.allocation.column,
                len(reading.allocation.text),
            )
        self._lines[policy.item] = line.number
        self.allocated = total
        return policy, read_back(policy, self._options)

    def _read_pass(self, line: Line) -> str:
        if not self._alone:
            message = _("PASS stands alone; take it or the other lines out")
            raise OrderError(message, 1, len(line.text))
        return _("you pass: nothing is allocated this turn")


def amount(percent: Fraction, whole: Fraction | int) -> Fraction:
    """`percent` of `whole`, exactly (HG-4)."""
    return whole * percent / FULL


def read_back(policy: Policy, options: Options) -> str:
    """What a line means in points: "60 points: 42 to cooperation ..., 18 to competition"."""
    allocated = amount(policy.allocation, options.points_per_turn)
    uses = [
        use for use in (_cooperation(policy, allocated), _competition(policy, allocated)) if use
    ]
    whole = _("{points} points").format(points=points(allocated))
    return f"{whole}: {', '.join(uses)}" if uses else whole


def _cooperation(policy: Policy, allocated: Fraction) -> str:
    if not policy.coop:
        return ""
    into = points(amount(policy.coop, allocated))
    if policy.partners is None:
        return _("{points} to cooperation with nobody").format(points=into)
    return _("{points} to cooperation with players of {range}").format(
        points=into, range=policy.partners
    )


def _competition(policy: Policy, allocated: Fraction) -> str:
    if not policy.comp:
        return ""
    into = points(amount(policy.comp, allocated))
    if policy.targets is None:
        return _("{points} to competition as defence").format(points=into)
    return _("{points} to competition, attacking {range}").format(points=into, range=policy.targets)


def _warnings(view: View, policy: Policy) -> Iterator[str]:
    """What is allowed and yet most likely not meant."""
    used = policy.coop + policy.comp
    if policy.allocation and used < FULL:
        lost = amount(FULL - used, amount(policy.allocation, view.options.points_per_turn))
        yield _("coop and comp sum to {sum}%: {points} points are lost").format(
            sum=plain(used), points=points(lost)
        )
    if policy.coop and policy.partners is None:
        yield _("without a range this cooperates with nobody: add {example}").format(
            example="with 0-*"
        )
    if policy.partners is not None:
        if not policy.coop:
            yield _("the range after with does nothing without coop")
        elif not _anyone_in(view, policy.item, policy.partners):
            yield _("as the points stand nobody else is in {range}: nobody can cooperate").format(
                range=policy.partners
            )
    if policy.targets is not None:
        if not policy.comp:
            yield _("the range after attack does nothing without comp")
        elif not _anyone_in(view, policy.item, policy.targets):
            yield _("as the points stand nobody else is in {range}: it stays defence").format(
                range=policy.targets
            )


def _anyone_in(view: View, item: str, span: Range) -> bool:
    index = view.options.items.index(item)
    return any(span.holds(view.now.of(player.seat, index)) for player in view.others)


def _unallocated(options: Options, allocated: Fraction) -> str:
    lost = amount(FULL - allocated, options.points_per_turn)
    return _("the allocations sum to {sum}%: {points} points are lost").format(
        sum=plain(allocated), points=points(lost)
    )


def _warned(verdict: Verdict, warnings: Sequence[str]) -> Verdict:
    if not warnings:
        return verdict
    return msgspec.structs.replace(verdict, level=Level.WARNED, message="; ".join(warnings))


def _what_is_played(view: View, something: bool) -> str:
    """HG-3: an invalid move is replaced as a whole."""
    reason = (
        _("A move with an error is invalid as a whole, so nothing of it counts.")
        if something
        else _("There is no order to read.")
    )
    if view.move is None or view.move == IDLE:
        instead = _(
            "The move that you sent before for this turn still holds; if there is none, "
            "nothing is allocated."
        )
    else:
        instead = _(
            "The move that you sent before for this turn still holds; if there is none, "
            "your last valid move is played again: {move}."
        ).format(move="; ".join(str(policy) for policy in view.move.policies))
    return f"{reason} {instead}"
