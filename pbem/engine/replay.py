"""Checks a record: every link and every sealed part, and all turns resolved again.

It goes on after whatever it finds: a turn is resolved from the stored state before it where that
is the one that was sealed, so that one change is told once, at its turn, and not at every later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import msgspec

from pbem.engine.advance import Step, advance, begin
from pbem.engine.agreement import check_agreed
from pbem.engine.api import AnyRuleset, Outcome, RulesetError, Seat
from pbem.engine.chain import (
    ACT,
    ANSWER,
    DEFAULT,
    EVENTS,
    LABELS,
    ORDERS,
    PUBLIC,
    STATE,
    Answer,
    Founding,
    Opened,
    Page,
    head_of,
    public_view,
    seal,
)
from pbem.engine.codec import canonical, from_json
from pbem.engine.registry import read_options
from pbem.engine.rng import chance_key, commitment

WHAT = {
    "state": "the stored state",
    "events": "the stored events",
    "labels": "the labels of the dice",
    "public": "what spectators were shown",
    "mails": "the list of mails written before this turn",
    "answer": "the answer that was played (orders, source or mail)",
    "orders": "the stored orders",
    "act": "what a game master did",
}
SHORT = 12
TAKEN_BACK = "as it was before it was taken back: "
"""Begins what is found about turns that do not count any more."""


class Mark(StrEnum):
    """What a check came to. UNKNOWN: it could not be made; the text says why."""

    OK = "ok"
    BAD = "bad"
    UNKNOWN = "?"


@dataclass(frozen=True)
class Finding:
    """One thing checked. ``turn`` 0 is the set-up, None the game as a whole."""

    turn: int | None
    mark: Mark
    text: str
    seat: Seat | None = None

    @property
    def where(self) -> str:
        """Its place in words: "turn 2, seat 1"."""
        place = {None: "game", 0: "set-up"}.get(self.turn, f"turn {self.turn}")
        return f"{place}, seat {self.seat}" if self.seat else place


@dataclass(frozen=True)
class Record:
    """What is kept of a game, or told of it: hidden parts are missing from their pages.

    ``secret`` is None where it is not told. ``head``, ``turn`` (the open one) and ``outcome``
    are what stands of the game beside its pages. ``undone`` are the pages of what was taken back,
    each time that it was.
    """

    pages: Sequence[Page]
    secret: bytes | None
    head: str
    turn: int
    outcome: Outcome | None
    undone: Sequence[Sequence[Page]] = ()

    def lines(self) -> list[Sequence[Page]]:
        """The game as it stood before each time that it was taken back, and as it stands."""
        found: list[Sequence[Page]] = [self.pages]
        for pages in reversed(self.undone):
            first = pages[0].link.turn
            kept = [page for page in found[0] if page.link.turn < first]
            found.insert(0, [*kept, *pages])
        return found


def bad(turn: int | None, text: str, seat: Seat | None = None) -> Finding:
    return Finding(turn, Mark.BAD, text, seat)


def unknown(turn: int | None, text: str, seat: Seat | None = None) -> Finding:
    return Finding(turn, Mark.UNKNOWN, text, seat)


def apart(one: str, other: str) -> tuple[str, str]:
    """Two hashes in short, from their beginning or from where they differ."""
    places = range(min(len(one), len(other)))
    differ = next((place for place in places if one[place] != other[place]), 0)
    if differ < SHORT:
        return one[:SHORT], other[:SHORT]
    start = differ - SHORT // 2
    return f"...{one[start : start + SHORT]}", f"...{other[start : start + SHORT]}"


def missing(pages: Sequence[Page]) -> frozenset[int]:
    """The turns of which there is no record, although there is one of later ones."""
    there = {page.link.turn for page in pages}
    return frozenset(range(max(there, default=0))) - there


def verify(ruleset: AnyRuleset, record: Record) -> Iterator[Finding]:
    """Everything that the record itself can be asked, in order of turns."""
    founding = record.pages[0].link.founding if record.pages else None
    if founding is None:
        yield bad(0, "the set-up is missing: nothing can be checked")
        return
    yield _secret(record, founding)
    replay = _Replay(ruleset, founding, record.secret)
    over = record.outcome is not None
    yield from _in_turn(replay, record.pages, over=over)
    yield from _ends(record, record.pages[-1].link.turn + 1)
    for line, pages in zip(record.lines(), record.undone, strict=False):
        before = line[: len(line) - len(pages)]
        replay = _Replay(ruleset, founding, record.secret)
        replay.begin_after(before[-1:])
        for finding in _in_turn(replay, pages, before[-1:], over=over):
            yield replace(finding, text=f"{TAKEN_BACK}{finding.text}")
    yield from _superseded(record)


def _in_turn(
    replay: _Replay, pages: Sequence[Page], earlier: Sequence[Page] = (), *, over: bool
) -> Iterator[Finding]:
    """Turn after turn, from the beginning or from what was `earlier`; of a game that is `over` or
    not."""
    previous, expected = "", 0
    for page in earlier:
        previous, expected = page.head, page.link.turn + 1
    for page in pages:
        turn = page.link.turn
        if turn > expected:
            last = "" if turn == expected + 1 else f", nor of any until turn {turn}"
            yield bad(expected, f"there is no record of this turn{last}")
            replay.skip()
        before = previous if turn == expected else None
        found = [*_chained(page, before), *_seals(page)]
        found += replay.resolve(page, found)
        yield from found
        if not any(one.mark is Mark.BAD for one in found):
            yield Finding(turn, Mark.OK, _sound(page, replay.did_resolve, over=over))
        previous, expected = page.head, turn + 1


def _superseded(record: Record) -> Iterator[Finding]:
    """What each link says was taken back to its turn, against what is kept of it."""
    undone = [(pages[0].link.turn, pages[-1].head) for pages in record.undone]
    for line, pages in enumerate((*record.undone, record.pages)):
        for page in pages:
            turn = page.link.turn
            here = tuple(head for first, head in undone[:line] if first == turn)
            if page.link.undone != here:
                yield bad(turn, "what was taken back to this turn is not what its link says")


def _secret(record: Record, founding: Founding) -> Finding:
    if record.secret is None:
        return unknown(None, "the secret is told at the end: until then dice cannot be checked")
    if _key(record.secret, founding) is None:
        return bad(0, "a confirmation is no SHA-256: the dice cannot be checked")
    if commitment(record.secret) != founding.commitment:
        return bad(None, "the secret is not the one that the set-up committed to")
    return Finding(None, Mark.OK, "the secret is the one that the set-up committed to")


def _chained(page: Page, previous: str | None) -> Iterator[Finding]:
    """Whether its head is the link's, and follows `previous`, where that is on record."""
    turn = page.link.turn
    made = head_of(page.link)
    if made != page.head:
        comes_to, recorded = apart(made, page.head)
        yield bad(
            turn,
            f"the link or its hash was changed: it comes to {comes_to}, recorded is {recorded}",
        )
    if previous is not None and page.link.previous != previous:
        yield bad(turn, "the link does not follow the one before: a turn was changed or left out")


def _seals(page: Page) -> Iterator[Finding]:
    turn = page.link.turn
    sealed = sealed_parts(page)
    for name, opened in page.opened.items():
        kind, _slash, number = name.partition("/")
        seat = int(number) if number.isdigit() and kind != ACT else None
        what = f"{WHAT[ACT]} ({name})" if kind == ACT else WHAT.get(kind, name)
        if name not in sealed:
            yield bad(turn, f"{what}: not in the link of this turn", seat)
        elif not _fits(opened, sealed[name]):
            yield bad(turn, f"{what} changed since the turn was closed", seat)


def _fits(opened: Opened, sealed: str) -> bool:
    try:
        salt = bytes.fromhex(opened.salt)
    except ValueError:
        return False
    return seal(salt, bytes(opened.data)) == sealed


def sealed_parts(page: Page) -> dict[str, str]:
    """What the link holds of each part, by name; of orders only where their answer is open."""
    link = page.link
    found = {name: getattr(link, name) for name in (STATE, EVENTS, LABELS, PUBLIC, "mails")}
    for seat, sealed in enumerate(link.answers, start=1):
        found[f"{ANSWER}/{seat}"] = sealed
    found |= {f"{ACT}/{number}": sealed for number, sealed in link.acts.items()}
    for seat, answer in answers_of(page).items():
        found[f"{ORDERS}/{seat}"] = answer.orders
    return found


def answers_of(page: Page) -> dict[Seat, Answer]:
    """The answers laid open, without those that cannot be read."""
    found = {}
    for seat in range(1, len(page.link.answers) + 1):
        opened = page.opened.get(f"{ANSWER}/{seat}")
        try:
            answer = from_json(bytes(opened.data), Answer | None) if opened else None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue  # its seal is broken too, which is told
        if answer is not None:
            found[seat] = answer
    return found


def _sound(page: Page, resolved: bool, *, over: bool) -> str:
    hidden = [name for name in (STATE, EVENTS) if name not in page.opened]
    if resolved:
        return "link, orders, dice, events and state are right; resolves to them again"
    if hidden:
        kept = "what the rules keep secret stays sealed"
        return f"the link is right; {kept if over else 'the rest is sealed until the game is over'}"
    return "link and seals are right"


def _ends(record: Record, expected: int) -> Iterator[Finding]:
    last = record.pages[-1]
    if record.head != last.head:
        head, recorded = apart(record.head, last.head)
        yield bad(
            None,
            f"the game's head is {head}, that of its last turn on record "
            f"{recorded}: later turns were taken away, or the game's row was changed",
        )
    if record.turn != expected:
        yield bad(
            None,
            f"the game says that turn {record.turn} is next, the record ends at {expected - 1}",
        )
    if record.outcome != last.link.outcome:
        yield bad(None, "the game's outcome is not the one of its last turn")
    for page in record.pages[:-1]:
        if page.link.outcome is not None:
            yield bad(page.link.turn, "the game was over after this turn and yet goes on")


def _key(secret: bytes | None, founding: Founding) -> bytes | None:
    """The key of chance; None where it cannot be made: then no turn is resolved."""
    try:
        return None if secret is None else chance_key(secret, founding.confirmations)
    except ValueError:
        return None


class _Replay:
    """Resolves turn after turn, each from the best state that is known before it."""

    def __init__(self, ruleset: AnyRuleset, founding: Founding, secret: bytes | None) -> None:
        self._ruleset = ruleset
        self._founding = founding
        self._key = _key(secret, founding)
        self._state: Any = None
        self.did_resolve = False

    def skip(self) -> None:
        """A turn is missing: what comes next cannot be resolved from what was before."""
        self._state = None

    def begin_after(self, pages: Sequence[Page]) -> None:
        """Go on from the last of these."""
        for page in pages:
            self._state = self._stored(page, [*_seals(page)])

    def resolve(self, page: Page, found: Sequence[Finding]) -> list[Finding]:
        """What comes out otherwise than recorded; empty too where parts are hidden."""
        self.did_resolve = False
        turn, before = page.link.turn, self._state
        self._state = self._stored(page, found)
        if page.link.outcome is not None and page.link.outcome.agreed:
            return self._agreed(page, before)
        if self._key is None or (turn and before is None) or not _is_whole(page):
            return []
        if any(one.seat is not None for one in found):
            return []  # other orders make another turn: that they are others is told
        old, version = page.link.version, self._ruleset.version
        said = []
        if old != version:
            text = f"resolved with version {old} of the rules, checked with version {version}"
            said.append(unknown(turn, text))
        try:
            step = self._step(page, before, self._key)
            said += self._compare(page, step)
        except Exception as error:  # noqa: BLE001  (what was made up may break any rule)
            return [*said, bad(turn, f"cannot be resolved again: {error}")]
        self.did_resolve = True
        if self._state is None:
            self._state = step.state
        return said

    def _agreed(self, page: Page, before: Any) -> list[Finding]:
        """A turn in which the players ended the game: nothing is played in it."""
        if before is None:
            return []
        wrong = [bad(page.link.turn, text) for text in check_agreed(self._ruleset, page, before)]
        self.did_resolve = _is_whole(page)
        return wrong

    def _step(self, page: Page, before: Any, key: bytes) -> Step[Any, Any]:
        ruleset, turn = self._ruleset, page.link.turn
        if turn == 0:
            options = read_options(ruleset, self._founding.options)
            return begin(ruleset, options, self._founding.players, key)
        load = ruleset.codec.load_orders
        given = {
            seat: load(bytes(page.opened[f"{ORDERS}/{seat}"].data))
            for seat, answer in answers_of(page).items()
            if answer.source != DEFAULT
        }
        return advance(ruleset, before, given, key=key, turn=turn)

    def _stored(self, page: Page, found: Sequence[Finding]) -> Any:
        """The state after this turn as stored; None where it is hidden, is not the one that was
        sealed, or cannot be read."""
        opened = page.opened.get(STATE)
        if any(one.text.startswith(WHAT[STATE]) for one in found):
            return None
        try:
            return self._ruleset.codec.load_state(bytes(opened.data)) if opened else None
        except (RulesetError, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def _compare(self, page: Page, step: Step[Any, Any]) -> Iterator[Finding]:
        codec, turn = self._ruleset.codec, page.link.turn
        made: Mapping[str, bytes] = {
            STATE: codec.dump_state(step.state),
            EVENTS: codec.dump_events(step.events),
            LABELS: canonical(step.labels),
            PUBLIC: public_view(self._ruleset, step.state),
        }
        for name, data in made.items():
            if name not in page.opened:
                continue
            again = Opened(page.opened[name].salt, msgspec.Raw(data))
            if not _fits(again, getattr(page.link, name)):
                yield bad(turn, f"{WHAT[name]}: otherwise when the turn is resolved again")
        outcome = from_json(canonical(step.outcome), Outcome | None)
        if outcome != page.link.outcome:
            yield bad(turn, "the outcome: otherwise when the turn is resolved again")
        for seat in step.defaulted:
            played = page.opened.get(f"{ORDERS}/{seat}")
            if played is None:
                yield bad(turn, "the orders that were played are missing", seat)
            elif bytes(played.data) != codec.dump_orders(step.answers[seat]):
                yield bad(turn, "what was played is not what the rules play for silence", seat)


def _is_whole(page: Page) -> bool:
    """Whether all that resolving the turn takes is laid open."""
    wanted = {STATE, EVENTS, LABELS}
    wanted |= {f"{ANSWER}/{seat}" for seat in range(1, len(page.link.answers) + 1)}
    wanted |= {f"{ORDERS}/{seat}" for seat in answers_of(page)}
    return wanted <= page.opened.keys()
