"""Where a line may be cut: before its first order, and where one order ends and the next begins."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pbem.engine.language.words import Term

_JOINTS = frozenset(",.;/&+")
_BREAKS = frozenset("-–—(!:…")
"""Signs behind which a remark may follow, or the rest of the order."""
_CUTTING = _JOINTS | _BREAKS
BULLETS = frozenset("-*•–—>·\"'’‘`[_")
_LABELS = frozenset(".:)-–/")


def head(terms: Sequence[Term], start: int, *, opens: bool = False) -> tuple[int, bool, bool]:
    """The place of an order's first word, behind what may stand before it: a list's sign or
    number, "I want to", "second order"; whether it is asked for ("could you"), and whether an
    article stands before it."""
    place, asked, article = start, False, False
    while place < len(terms):
        term = terms[place]
        if opens and is_label(terms, place):
            place += 2
            continue
        if term.means("verb") or term.means("sign"):
            break
        if not opens and (term.means("doubt", "or") or term.means("particle")):
            break
        if term.means("opening"):
            asked = asked or term.means("opening", "request")
            opens = True
        elif len(term.text) == 1 and term.text.isalpha():
            break  # "a" may be the name of a thing
        elif term.means("filler") and not term.means("filler", "modal"):
            article = article or term.means("filler", "article")
        elif not (
            term.means("joint")
            or term.text in _JOINTS
            or (opens and term.text in BULLETS)
            or term.text in "(:#"
        ):
            break
        place += 1
    return place, asked, article


def is_label(terms: Sequence[Term], place: int, signs: Collection[str] = _LABELS) -> bool:
    """Whether a list's number or letter stands there: "1.", "b)", but not a range: "4-6"."""
    if place + 2 >= len(terms) or terms[place + 1].text not in signs:
        return False
    first, sign, behind = terms[place : place + 3]
    if first.digits and behind.digits and first.end == sign.column and sign.end == behind.column:
        return False
    return bool(first.digits) or (len(first.text) == 1 and first.text.isalpha())


def _is_within_figures(terms: Sequence[Term], place: int) -> bool:
    """Whether something stands between figures and joins them: "100-150", "12.5", "3 and 4", but
    not "to 8 and 3 riders", where the second counts a thing; or a dash between places: "c4-c5"."""
    before, term, *behind = terms[place - 1 : place + 3]
    if behind and before.cell and behind[0].cell and term.text in "-–—":
        return before.end == term.column and term.end == behind[0].column
    if not (behind and _is_figure(before) and _is_figure(behind[0])):
        return False
    beside = before.end == term.column and term.end == behind[0].column
    if term.text in "-–—":
        return behind[0].column - term.end == term.column - before.end
    if term.means("joint"):
        return len(behind) < 2 or not _may_be_counted(behind[1])
    return term.means("particle", "to") or (beside and term.text in ".,/")


def _is_named(piece: Sequence[Term]) -> bool:
    """Whether a colon stands behind the one thing that a piece has begun with: ", unit 4: e5"."""
    if piece[-1].text != ":":
        return False
    said = [one for one in piece if not (one.means("joint") or one.means("particle"))]
    named = [one for one in said if one.text[0].isalnum()]
    return len(named) == 1 and bool(named[0].digits or len(named[0].text) == 1)


def _may_be_counted(term: Term) -> bool:
    return term.text[0].isalnum() and not (term.meaning.is_plain or term.means("particle"))


def _is_figure(term: Term) -> bool:
    return bool(term.digits) or term.text in "*∞"


def segments(terms: Sequence[Term]) -> Iterator[Sequence[Term]]:
    """Terms cut where one order may end and the next begin, or a condition or a remark."""
    start = 0
    for place in range(1, len(terms)):
        term = terms[place]
        if term.digits:
            continue
        cuts = term.text in _CUTTING or "joint" in term.by_sort
        cuts = cuts and not term.means("sign") and not _is_named(terms[start : place + 1])
        cuts = cuts or term.means("doubt", "when", "unless")
        if (cuts and not _is_within_figures(terms, place)) or term.means("particle", "else"):
            if place > start:
                yield terms[start:place]
            start = place
    yield terms[start:]
