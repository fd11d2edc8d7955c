"""How order lines are read (HG-12): their words, one line, and a mail's lines as a move.

A line: ``Economy 60% coop 70 with 0-200 comp 30 attack 100-150``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

import msgspec

from pbem.engine.api import Level, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import Cursor, OrderError, Token, judge, nearest
from pbem.rulesets.hegemon.figures import DECIMALS, is_plain, plain, points
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.hegemon.orders import (
    EVERYONE,
    FULL,
    HIGHEST_END,
    IDLE,
    NOTHING,
    PASS,
    Move,
    Policy,
    Range,
    amount,
    read_back,
)
from pbem.rulesets.hegemon.view import View


class Part(StrEnum):
    """What may follow an item's allocation; the value is the word we write."""

    COOP = "coop"
    WITH = "with"
    COMP = "comp"
    ATTACK = "attack"


_FORMS: Mapping[Part, str] = {
    Part.COOP: "coop co-op cooperation co-operation cooperate cooperates cooperating cooperative",
    Part.WITH: "with",
    Part.COMP: "comp competition compete competes competing competitive"
    " defend defends defending defence defense",
    Part.ATTACK: "attack attacks attacking att atk",
}

PARTS: Mapping[str, Part] = {form: part for part, forms in _FORMS.items() for form in forms.split()}

DASHES = frozenset("-–—−‒―")
STARS = frozenset("*∞")
PERCENT = frozenset({"%", "percent", "pct"})
SEPARATORS = frozenset({",", ":", "=", ".", "|", "/", "+", "and"})
"""May stand between parts."""
EVERYONE_WORDS = frozenset({"all", "anyone", "anybody", "everyone", "everybody"})
LEADING_FILLERS = frozenset({"players", "player", "those", "of", "on", "from", "between", "range"})
"""May stand before a range."""
TRAILING_FILLERS = frozenset({"points", "pts"})
"""May stand behind a range."""

_TRANSLATED = frozenset(
    {"angriff", "verteidigung", "kooperation", "wettbewerb"}
    | {"attaque", "défense", "coopération", "concurrence"}
)
"""The parts as players of other languages know them; they are not read in orders."""

_SHORTEST_ABBREVIATION = 3
_LONGEST_LINE = 400
_BULLET = re.compile(r"\s*(?:[-*•·–]|\d{1,2}[.)])\s+")
_THOUSANDS = re.compile(r"\d{1,3}[.,]\d{3}")
_HEAD = re.compile(r"[^\d%]*")


@lru_cache(maxsize=64)
def item_names(items: tuple[str, ...]) -> Mapping[str, str]:
    """Casefolded names and unambiguous abbreviations of 3 letters or more, with their item."""
    full = {item.casefold(): item for item in items}
    known = dict(full)
    for key, item in full.items():
        for end in range(_SHORTEST_ABBREVIATION, len(key)):
            short = key[:end]
            alone = sum(other.startswith(short) for other in full) == 1
            if alone and not short.endswith((" ", "-", "'", "’")):
                known[short] = item
    return known


RESERVED = frozenset(
    {*item_names(Options().items), *PARTS, *_TRANSLATED, *EVERYONE_WORDS, PASS.casefold()}
)
"""What no player may be called."""


def without_bullet(text: str) -> str:
    """`text` with a list's bullet or number blanked out, so that columns stay."""
    bullet = _BULLET.match(text)
    return " " * bullet.end() + text[bullet.end() :] if bullet else text


@dataclass(frozen=True)
class Reading:
    """A line's policy, and where its item and its allocation stand."""

    policy: Policy
    item: Token
    allocation: Token


def read_policy(text: str, items: tuple[str, ...]) -> Reading:
    """Read one line for a game with these items. Raises :class:`OrderError`."""
    if len(text) > _LONGEST_LINE:
        raise OrderError(_("the line is too long for an order"), 1, len(text))
    cursor = Cursor(without_bullet(text))
    item, item_token = _item(cursor, items)
    _skip_to_allocation(cursor)
    allocation, allocation_token = _percent(cursor, _("the allocation"))
    shares: dict[Part, Fraction] = {}
    ranges: dict[Part, Range] = {}
    _skip(cursor, SEPARATORS)
    while cursor.peek() is not None:
        part, word = _part(cursor)
        if part in shares or part in ranges:
            raise cursor.fail(_("{part} is given twice; once is enough").format(part=part), word)
        _skip(cursor, frozenset({":", "="}))
        if part in (Part.WITH, Part.ATTACK):
            ranges[part] = _range(cursor)
        else:
            shares[part] = _share(cursor, part, sum(shares.values(), NOTHING))
        _skip(cursor, SEPARATORS)
    policy = Policy(
        item=item,
        allocation=allocation,
        coop=shares.get(Part.COOP, NOTHING),
        comp=shares.get(Part.COMP, NOTHING),
        partners=ranges.get(Part.WITH),
        targets=ranges.get(Part.ATTACK),
    )
    return Reading(policy, item_token, allocation_token)


def _skip(cursor: Cursor, words: frozenset[str]) -> None:
    while cursor.skip(*words) is not None:
        continue


def _item(cursor: Cursor, items: tuple[str, ...]) -> tuple[str, Token]:
    try:
        return cursor.name(item_names(items), _("item"))
    except OrderError as error:
        head = _HEAD.match(cursor.text)
        written = " ".join(head.group().strip(" :=,-–").split()) if head else ""
        token = cursor.peek()
        if token is None or not written:
            wanted = _("a line begins with an item: {items}").format(items=", ".join(items))
            raise cursor.fail(wanted, token) from error
        message = _("there is no item {found}; there are {items}")
        guess = nearest(written, items) or nearest(token.text, items)
        raise cursor.fail(
            message.format(found=repr(token.text), items=", ".join(items)), token, guess
        ) from error


def _skip_to_allocation(cursor: Cursor) -> None:
    """Pass over ``:`` or ``=``, or a dash that stands by itself (``Economy - 60%``)."""
    _skip(cursor, frozenset({":", "=", ",", "|"}))
    token = cursor.peek()
    if token is not None and token.text in DASHES and cursor.text[token.column :][:1].isspace():
        cursor.take()


def _figure(cursor: Cursor, what: str) -> tuple[Fraction, Token]:
    """A number that is not negative and can be written out again."""
    sign = cursor.skip(*DASHES)
    if sign is not None:
        number = cursor.peek() or sign
        length = number.column + len(number.text) - sign.column
        raise OrderError(_("{what} cannot be negative").format(what=what), sign.column, length)
    value, token = cursor.number(what)
    if not is_plain(value):
        message = _("{what} has too many decimals; {most} are the most")
        raise cursor.fail(message.format(what=what, most=DECIMALS), token)
    return value, token


def _percent(cursor: Cursor, what: str) -> tuple[Fraction, Token]:
    value, token = _figure(cursor, what)
    if value > FULL:
        message = _("{what} is {value}%; 100% is the most")
        raise cursor.fail(message.format(what=what, value=plain(value)), token)
    cursor.skip(*PERCENT)
    return value, token


def _share(cursor: Cursor, part: Part, before: Fraction) -> Fraction:
    """A coop or comp percentage that leaves the two at 100 at most (HG-2)."""
    value, token = _percent(cursor, _("the figure after {part}").format(part=part))
    if before + value > FULL:
        message = _("coop and comp sum to {sum}%; 100% is the most, so {left} is left for {part}")
        raise cursor.fail(
            message.format(sum=plain(before + value), left=plain(FULL - before), part=part), token
        )
    return value


def _part(cursor: Cursor) -> tuple[Part, Token]:
    token = cursor.take()
    if token is None:
        raise cursor.fail(_("coop, with, comp or attack is missing"))
    if token.key in PARTS:
        return PARTS[token.key], token
    if token.text[0].isdigit() or token.text in DASHES:
        message = _(
            "{found} stands alone; coop, with, comp and attack take one figure or range each"
        )
        raise cursor.fail(message.format(found=repr(token.text)), token)
    guess = nearest(token.text, PARTS)
    message = _("coop, with, comp or attack was expected, found {found}")
    raise cursor.fail(
        message.format(found=repr(token.text)), token, PARTS[guess] if guess else None
    )


def _range(cursor: Cursor) -> Range:
    _skip(cursor, LEADING_FILLERS)
    if cursor.skip(*EVERYONE_WORDS):
        return EVERYONE
    start = cursor.peek()
    low = _end(cursor)
    if cursor.skip("+"):
        found = Range(low or NOTHING, None)
    elif _skip_dash(cursor):
        found = Range(low or NOTHING, _end(cursor))
    elif low is None:
        return EVERYONE
    else:
        message = _("a range has two ends, as in {example}")
        raise cursor.fail(message.format(example="100-150"), start, f"{plain(low)}-{plain(low)}")
    if found.high is not None and found.low > found.high:
        message = _("the range is reversed: the lower end comes first")
        raise cursor.fail(message, start, f"{plain(found.high)}-{plain(found.low)}")
    percent = cursor.peek()
    if percent is not None and percent.key in PERCENT:
        raise cursor.fail(_("a range is in points, not in percent"), percent)
    _skip(cursor, TRAILING_FILLERS)
    return found


def _skip_dash(cursor: Cursor) -> bool:
    """Pass over what stands between a range's ends: a dash, ``..``, ``to`` or ``and``."""
    if cursor.skip("…", "to", "and", *DASHES):
        return True
    dots = False
    while cursor.skip("."):
        dots = True
    return dots


def _end(cursor: Cursor) -> Fraction | None:
    """One end of a range; None where it is open."""
    if cursor.skip(*STARS):
        return None
    value, token = _figure(cursor, _("the end of a range"))
    if _THOUSANDS.fullmatch(token.text):
        digits = token.text.replace(",", "").replace(".", "")
        message = _("{found} could be meant in thousands; write it without a sign")
        raise cursor.fail(message.format(found=token.text), token, digits)
    if value > HIGHEST_END:
        raise cursor.fail(_("nobody has so many points; write * for no end"), token, "*")
    return value


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
