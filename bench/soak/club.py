"""Plays it: hour by hour people write, things go wrong, the service works, and people read."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

from imapclient import IMAPClient

from bench.soak.database import lock_out
from bench.soak.evidence import Evidence
from bench.soak.faults import DAY, Fault, Trouble, troubles
from bench.soak.habits import habits
from bench.soak.people import DOMAIN, HOUR, Intent, Person, Posted
from bench.soak.poison import digest_of, poisoned
from bench.soak.relay import Relay
from bench.soak.serving import SHARED, Service
from bench.soak.shared import Shared
from pbem.mailer.embedded import EmbeddedServer
from pbem.service.config import load_config
from pbem.service.context import Context, context_of
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import mail
from pbem.store.records import OutboxStatus
from tests.servers.real import free_port

ADDRESS = "orders@pbem.example"
MASTER = f"gm@{DOMAIN}"
PASSWORD = "open-sesame"
BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
AFTERWARDS = 2 * DAY
"""Hours in which nobody writes any more, and what was put off goes out."""
SKEW = 5 * HOUR
"""By how much a wrong clock is wrong."""
LOCKED_OUT = 1.5
"""Seconds of ours for which nothing can be written."""
CONFIG = f"""\
[service]
database = "{{database}}"
poll = "1s"
outage = "3h"
[mail]
address = "{ADDRESS}"
admin = "{MASTER}"
strangers_per_hour = 600
[imap]
port = {{imap}}
security = "none"
login.user = "{ADDRESS}"
login.password_file = "password"
[smtp]
port = {{smtp}}
security = "none"
"""
KINDS = (
    *(("hegemon", {}, range(3, 6)),) * 7,
    ("god-unit", {"width": 14, "height": 14}, range(2, 5)),
    ("asylamba-mini", {}, range(2, 5)),
    ("parsec", {}, range(2, 5)),
)
"""Games, their options, and for how many; in the shares in which they are played."""
TURNS = {"hegemon": "turns", "god-unit": "max_turns", "asylamba-mini": "max_turns"}
"""The option that says when one ends."""
PACES = (24, 36, 48)
"""Hours of a turn."""


@dataclass(frozen=True)
class Plan:
    """What is played: ``database`` is a URL, SQLite's relative to the folder."""

    games: int
    people: int
    days: int
    seed: int = 1
    faults: bool = True
    database: str = "sqlite:///games.db"


@dataclass
class Club:
    """A club as it is played, and what is noted of it."""

    plan: Plan
    folder: Path
    context: Context
    """For a look at the books, and for games to be made; the service has a process of its own."""
    clock: Shared
    server: EmbeddedServer
    relay: Relay
    service: Service
    people: dict[str, Person]
    evidence: Evidence
    posted: list[Posted] = field(default_factory=list)
    poisons: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)
    """Message-IDs of mails that were on their way when the process was killed."""
    megabytes: dict[int, float] = field(default_factory=dict)
    """What the service held at the end of each day."""
    befell: Counter[Fault] = field(default_factory=Counter)
    _intents: list[tuple[datetime, int, Person, Intent]] = field(default_factory=list)
    _numbers: count[int] = field(default_factory=count)
    _made: int = 0
    _busy_seconds: float = 1.0
    _mail_away: bool = False

    def play(self) -> Iterator[int]:
        """All of it; yields each day that has passed."""
        chance = Random(f"{self.plan.seed}/club")
        ills = troubles(self.plan.seed, self.plan.days) if self.plan.faults else ()
        begins = sorted(chance.randrange(DAY) for _game in range(self.plan.games))
        hours = self.plan.days * DAY
        self.clock.set(BEGIN)
        self.service.start()
        for hour in range(hours + AFTERWARDS):
            now = BEGIN + hour * HOUR
            while self._made < len(begins) and begins[self._made] <= hour:
                self._make_game(chance)
            if hour < hours:
                self._take_in(now)
                self._write(now, chance)
            self._hour(now, chance, [one for one in ills if one.first <= hour < one.end], hour)
            if hour % DAY == DAY - 1 and hour < hours:
                self.megabytes[hour // DAY + 1] = self.service.megabytes()
                yield hour // DAY + 1
        self._take_in(now, reacting=False)

    # People ---------------------------------------------------------------------------

    def _make_game(self, chance: Random) -> None:
        ruleset, options, sizes = KINDS[self._made % len(KINDS)]
        self._made += 1
        pace = chance.choice(PACES)
        turns = max(2, int(chance.uniform(0.4, 1.3) * self.plan.days * DAY / pace))
        players = chance.sample([*self.people.values()], chance.choice(sizes))
        game = f"g{self._made}"
        for player in players:
            player.others[game] = tuple(one.name for one in players if one is not player)
        spec = GameSpec(
            ruleset=ruleset,
            id=game,
            title=f"Game {self._made}",
            options=options | ({TURNS[ruleset]: turns} if ruleset in TURNS else {}),
            seats=tuple(SeatSpec(name=one.name, address=one.address) for one in players),
            schedule=Schedule(every=f"{pace}h", early_close=chance.random() < 0.5),
        )
        create_game(self.context, spec)

    def _take_in(self, now: datetime, *, reacting: bool = True) -> None:
        """People read what has come."""
        for arrived in self.relay.taken():
            person = self.people.get(arrived.recipient)
            self.evidence.look_at(arrived, person, now)
            if person is not None and reacting:
                for intent in person.reads(arrived, now):
                    entry = (intent.at, next(self._numbers), person, intent)
                    heapq.heappush(self._intents, entry)

    def _write(self, now: datetime, chance: Random) -> None:
        """What people meant to write by now is delivered, unless nobody takes it."""
        if self._mail_away:
            return
        with IMAPClient("127.0.0.1", self.server.imap_port, ssl=False) as client:
            client.login(ADDRESS, PASSWORD)
            while self._intents and self._intents[0][0] <= now:
                meant, _number, person, intent = heapq.heappop(self._intents)
                at = max(meant, now - HOUR)  # later where nobody took it then
                raw, posted = person.writes(intent, at)
                self.clock.set(at)
                self.posted.append(posted)
                self.evidence.readers |= {w: {*r} for w, r in person.letters.items()}
                person.letters.clear()
                client.append("INBOX", raw, msg_time=at)
                if person.habits.doubles:
                    client.append("INBOX", raw, msg_time=at)
                    self.posted.append(posted.again())
            if self.plan.faults:
                victim = chance.choice([*self.people.values()]).address
                raw = poisoned(chance, len(self.poisons), ADDRESS, victim)
                self.poisons.add(digest_of(raw))
                self.clock.set(now)
                client.append("INBOX", raw, msg_time=now)

    # What goes wrong ------------------------------------------------------------------

    def _hour(self, now: datetime, chance: Random, ills: list[Trouble], hour: int) -> None:
        """One hour of the service, with what befalls it."""
        kinds = {one.fault for one in ills}
        self.befell.update(one.fault for one in ills if one.first == hour)
        self._set_moods(kinds, hour)
        if Fault.FULL in kinds:
            with self._locked_out():
                self.clock.set(now)
                time.sleep(LOCKED_OUT)
        for wrong, by in ((Fault.AHEAD, SKEW), (Fault.BEHIND, -SKEW)):
            if wrong in kinds:
                self.clock.set(now + by)
                self.service.rest()
        self.clock.set(now)
        if Fault.KILL in kinds:
            time.sleep(chance.random() * self._busy_seconds)
            self.service.kill()
            with self.context.database.read() as connection:
                sending = mail.outgoing(connection, status=OutboxStatus.SENDING)
            self.doubtful |= {row.message_id for row in sending}
            self.service.start()
        began = time.monotonic()
        self.service.rest()
        if Fault.KILL not in kinds:
            self._busy_seconds = max(0.2, time.monotonic() - began)

    def _set_moods(self, kinds: set[Fault], hour: int) -> None:
        # Who dies while mail goes out slowly dies with some of it on its way.
        self.relay.slow = bool(kinds & {Fault.SLOW, Fault.KILL})
        self.relay.putting_off = Fault.PUT_OFF in kinds
        self.relay.refused = {
            one.address
            for one in self.people.values()
            if one.habits.refused and one.habits.bounces.holds(hour)
        }
        if Fault.RELAY_AWAY in kinds:
            self.relay.stop()
        else:
            self.relay.start()
        self._mail_away = Fault.MAIL_AWAY in kinds
        if self._mail_away:
            self.server.stop()
        else:
            self.server.start()

    @contextmanager
    def _locked_out(self) -> Iterator[None]:
        """Nothing that is written within this block can be kept."""
        if self.plan.database.startswith("sqlite"):
            self.service.allow_writing(allowed=False)
            yield
            self.service.allow_writing(allowed=True)
        else:
            with lock_out(self.context.database):
                yield


@contextmanager
def open_club(plan: Plan, folder: Path) -> Iterator[Club]:
    """A club in an empty folder, with a mail server and a relay; nothing was played yet."""
    (folder / "password").write_text(PASSWORD + "\n")
    server = EmbeddedServer(folder / "mail", password=PASSWORD, imap_port=free_port())
    relay = Relay()
    (folder / "config.toml").write_text(
        CONFIG.format(database=plan.database, imap=server.imap_port, smtp=relay.port)
    )
    config = load_config(folder / "config.toml")
    lay_foundations(config, folder)
    clock = Shared(folder / SHARED)
    clock.set(BEGIN - timedelta(hours=1))
    context = context_of(config, folder, clock)
    chance = Random(f"{plan.seed}/people")
    people = [
        Person(number, habits(chance, plan.days), BEGIN, Random(f"{plan.seed}/{number}"))
        for number in range(1, plan.people + 1)
    ]
    service = Service(folder, clock)
    server.start()
    relay.start()
    named = {one.address: one for one in people}
    try:
        yield Club(
            plan=plan,
            folder=folder,
            context=context,
            clock=clock,
            server=server,
            relay=relay,
            service=service,
            people=named,
            evidence=Evidence(named, MASTER),
        )
    finally:
        service.stop()
        context.close()
        relay.stop()
        server.stop()
