"""One order line: ``Economy 60% coop 70 with 0-200 comp 30 attack 100-150`` (HG-12)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from pbem.engine.i18n import _
from pbem.engine.orders import Cursor, OrderError, Token, nearest
from pbem.rulesets.hegemon.figures import DECIMALS, is_plain, plain
from pbem.rulesets.hegemon.orders import EVERYONE, FULL, HIGHEST_END, NOTHING, Policy, Range
from pbem.rulesets.hegemon.vocabulary import (
    DASHES,
    EVERYONE_WORDS,
    LEADING_FILLERS,
    PARTS,
    PERCENT,
    SEPARATORS,
    STARS,
    TRAILING_FILLERS,
    Part,
    item_names,
    without_bullet,
)

_LONGEST_LINE = 400
_THOUSANDS = re.compile(r"\d{1,3}[.,]\d{3}")
_HEAD = re.compile(r"[^\d%]*")


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
