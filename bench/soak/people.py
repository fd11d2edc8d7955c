"""Those who play: each knows what lies in their mailbox, and answers it as they are used to."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any, Self

from bench.programs import Letter, answer
from bench.soak.habits import HOURS_A_DAY, QUESTIONS, SLIPS, SPANS, Habits, Pace
from bench.soak.relay import Arrived
from pbem.engine.api import AnyRuleset
from pbem.engine.registry import load
from pbem.engine.rng import Chance
from tests.mails import head, position_in, read, record_of, undelivered

DOMAIN = "people.example"
ONE = frozenset({"done"})
TOLD_OF_SEATS = frozenset({"resign", "return", "report", "answer", "receipt", "digest"})
REPORTS = frozenset({"report", "copy"})
NOT_OBEYED = frozenset({"ignored", "held", "duplicate"})
HOUR = timedelta(hours=1)
MOST_QUESTIONS = 3
SOUNDS = tuple(first + then for first in "bdfgklmnprstvz" for then in ("a", "e", "i", "o", "u"))
SOUNDS_OF_A_NAME = 3


@dataclass(frozen=True)
class Intent:
    """What somebody means to write: to whom or in answer to what (the mail as it came, packed);
    ``fates`` is what may become of it, ``answered`` how many answers are owed, at least and at
    the most; where it is told by mails of a kind that answer no mail, ``told`` are those."""

    at: datetime
    lines: tuple[str, ...]
    packed: bytes
    fates: frozenset[str] = ONE
    answered: tuple[int, int] = (1, 1)
    told: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Posted:
    """A mail that somebody handed in."""

    who: str
    at: datetime
    digest: str
    message_id: str
    fates: frozenset[str]
    answered: tuple[int, int]
    told: frozenset[str]
    said: str

    def again(self) -> Self:
        """The same bytes once more."""
        return replace(self, fates=frozenset({"duplicate"}))


@dataclass
class Person:
    """``canary`` is a word that stands beside all their orders, for nobody else to read."""

    number: int
    habits: Habits
    begin: datetime
    chance: Random
    others: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the others at each of their games."""
    letters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words of theirs that stand in letters, and the names of those who may read them."""
    _leaves: bool = False
    _rekeyed: bool = False
    _count: int = 0

    @property
    def name(self) -> str:
        """One that nobody takes for another's."""
        left, sounds = self.number, []
        for _sound in range(SOUNDS_OF_A_NAME):
            left, sound = divmod(left, len(SOUNDS))
            sounds.append(SOUNDS[sound])
        return "".join(sounds).title()

    @property
    def address(self) -> str:
        return f"p{self.number}@{DOMAIN}"

    @property
    def canary(self) -> str:
        return f"canary-{hashlib.sha256(self.address.encode()).hexdigest()[:12]}"

    # Reading --------------------------------------------------------------------------

    def reads(self, mail: Arrived, now: datetime) -> Iterator[Intent]:
        """What a mail moves somebody to write."""
        hour = (now - self.begin) / HOUR
        fields = head(mail.raw)
        if self.habits.bounces.holds(hour):
            yield self._sent_back(mail, now)
            return
        if self.habits.away.holds(hour):
            yield self._machine(mail, now)
            return
        kind = fields["X-Pbem"]
        if kind == "resign" and self._leaves:
            packed = zlib.compress(mail.raw)
            yield Intent(now + HOUR, ("RESIGN",), packed, answered=(0, 1), told=TOLD_OF_SEATS)
        elif kind == "report":
            yield from self._report(mail, now, hour)
        elif self.chance.random() < self.habits.asks / 10 and fields["Reply-To"]:
            asked = self._question(zlib.compress(mail.raw), now + HOUR)
            # Forged mails that were answered in their name may have used up what strangers get.
            yield replace(asked, answered=(0, 1)) if kind == "unknown" else asked

    def _report(self, mail: Arrived, now: datetime, hour: float) -> Iterator[Intent]:
        record = record_of(read(mail.raw))
        if not record:
            return
        packed = zlib.compress(mail.raw)
        if hour >= self.habits.resigns:
            yield Intent(now + HOUR, ("RESIGN",), packed, answered=(0, 1), told=TOLD_OF_SEATS)
            return
        yield from self._orders(record, packed, now)
        for _time in range(MOST_QUESTIONS):
            if self.chance.random() < self.habits.asks:
                yield self._question(packed, now + self.chance.uniform(0, HOURS_A_DAY) * HOUR)
        if self.chance.random() < self.habits.talks:
            yield self._letter(record["game"], packed, now)

    def _orders(self, record: dict[str, Any], packed: bytes, now: datetime) -> Iterator[Intent]:
        asked, deadline = record["ask"], record["deadline"]
        if self.habits.pace is Pace.SILENT or not (asked or {}).get("required") or not deadline:
            return
        left = max(datetime.fromisoformat(deadline) - now, HOUR)
        at = now + left * self.chance.uniform(*SPANS[self.habits.pace])
        lines = (*orders(record, f"{self.address}/{self._count}"), f"# {self.canary}")
        if self.chance.random() < self.habits.errs:
            slip = self.chance.choice(SLIPS)
            yield Intent(at, (slip, *lines), packed)
            at += HOUR / 2
        if self.chance.random() < self.habits.errs / 4:
            yield Intent(at, ("PREVIEW", *lines), packed)
            at += HOUR / 2
        yield Intent(at, lines, packed)

    def _question(self, packed: bytes, at: datetime) -> Intent:
        question = self.chance.choice(QUESTIONS)
        if question.startswith(("REPORT", "CONSOLE")):
            return Intent(at, (question,), packed, answered=(0, 1), told=REPORTS)
        return Intent(at, (question,), packed)

    def _letter(self, game: str, packed: bytes, now: datetime) -> Intent:
        """To one of the others, to two of them, or to all."""
        self._count += 1
        word = f"letter-{self.canary[7:]}-{self._count}"
        others = self.others[game]
        some = self.chance.sample(others, min(len(others), self.chance.choice((1, 1, 2))))
        to_all = self.chance.random() < 0.3
        self.letters[word] = (self.name, *(others if to_all else some))
        to = "TO ALL:" if to_all else f"TO {', '.join(some)}:"
        at = now + self.chance.uniform(0, HOURS_A_DAY) * HOUR
        return Intent(at, (to, f"meet me at {word}", "END"), packed)

    def _machine(self, mail: Arrived, now: datetime) -> Intent:
        to = head(mail.raw)["Reply-To"]
        raw = (
            f"From: {self.name} <{self.address}>\r\nTo: {to}\r\nSubject: Out of office\r\n"
            f"Message-ID: {self._new_id()}\r\nAuto-Submitted: auto-replied\r\n\r\n"
            "I am away until Monday, and answer then.\r\n"
        )
        return Intent(now + HOUR / 60, (raw,), b"", NOT_OBEYED, (0, 0))

    def _sent_back(self, mail: Arrived, now: datetime) -> Intent:
        """The mail host's word that the mailbox took nothing."""
        raw = undelivered(
            host=DOMAIN, to=mail.sender, recipient=self.address, message_id=self._new_id()
        ).decode()
        return Intent(now + HOUR / 60, (raw,), b"", NOT_OBEYED, (0, 0))

    # Writing --------------------------------------------------------------------------

    def writes(self, intent: Intent, at: datetime) -> tuple[bytes, Posted]:
        """The mail that is handed in then, and what is noted of it."""
        if not intent.packed:
            raw, message_id = (
                intent.lines[0].encode(),
                str(head(intent.lines[0].encode())["Message-ID"]),
            )
        else:
            message_id = self._new_id()
            letter = Letter.read(zlib.decompress(intent.packed))
            sender = f"{self.name} <{self.address}>"
            write = self.habits.program
            raw = answer(letter, intent.lines, sender=sender, message_id=message_id, write=write)
        fates, answered = intent.fates, intent.answered
        if self._leaves and intent.packed:  # whoever has left orders nothing any more
            fates, answered = ONE | NOT_OBEYED, (0, len(self.others))
        elif self._rekeyed and answered[1]:
            # What came before is void, and told of for each game; of one that is over no answer
            # may be left, as for a stranger.
            answered = (0, len(self.others))
        self._leaves |= intent.lines == ("RESIGN",)
        self._rekeyed |= intent.lines == ("NEWKEY",)
        digest = hashlib.sha256(raw).hexdigest()
        said = intent.lines[0][:60]
        told = frozenset() if self._rekeyed else intent.told
        posted = Posted(self.address, at, digest, message_id, fates, answered, told, said)
        return raw, posted

    def _new_id(self) -> str:
        self._count += 1
        return f"<{self._count}.{self.number}@posts.example>"


def orders(record: dict[str, Any], scope: str) -> Sequence[str]:
    """Legal orders, made of nothing but a report."""
    rules: AnyRuleset = load(record["ruleset"])
    view, ask = position_in(record, rules)
    seed = hashlib.sha256(scope.encode()).digest()
    chosen = rules.desk.sample(view, ask, Chance(seed, record["turn"], scope=scope))
    return tuple(rules.desk.write(view, ask, chosen))
