"""Plays the script: the service by day, its people at their mailboxes, and what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.engine.registry import load
from pbem.mailer.embedded import backend, smtp
from pbem.service.clock import ManualClock
from pbem.service.config import load_config
from pbem.service.context import Context, context_of
from pbem.service.setup import lay_foundations
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus, OutboxStatus
from tests.campaign import script
from tests.campaign.people import Person, Posted
from tests.campaign.script import (
    AWAY,
    BOUNCING,
    LATE,
    MAIL_SERVER,
    RELAYED,
    SERVICE,
    TWICE,
    UNDONE,
    Step,
    Terms,
)
from tests.servers.databases import hurry, migrated_database
from tests.servers.plugin import MailHost
from tests.service.doomed import Life, Lives

GAME = "spring"
OFTEN = (time(8), time(14), time(20), time(20, 4))
SELDOM = (time(8), time(20, 10))
"""When the service looks and people do, every day by the clock on the wall."""
OUTAGE = "13h"
"""Longer than the longest night between two looks."""
KILLED_EVERY = 7
"""Looks after which a service process is killed at its work."""
AFTERWARDS = timedelta(minutes=2)
"""How long it takes to start another; by then what was being sent is taken up again."""


@dataclass
class Campaign:
    """A game as it is played: ``killed`` counts processes, ``doubtful`` are mails that one of them
    had handed to the mail server, or not, when it was killed."""

    host: MailHost
    base: Path
    context: Context
    """For a look at the books; the service itself has processes of its own."""
    clock: ManualClock
    letterbox: Person
    """The service's own mailbox, as it is before the service looks into it."""
    lives: Lives
    cast: dict[str, str]
    people: dict[str, Person]
    seats: dict[str, int]
    game_file: str
    terms: Terms
    killed: int = 0
    doubtful: set[str] = field(default_factory=set)
    deadlines: list[datetime] = field(default_factory=list)
    taken: list[Step] = field(default_factory=list)
    """What was done of the script."""
    _answered: str = ""
    """Who has answered a report last."""
    _steps: list[Step] = field(default_factory=list)
    _looks: int = 0

    @property
    def now(self) -> datetime:
        return self.clock.now()

    # The clock ------------------------------------------------------------------------

    def play(self, weeks: int, looks: tuple[time, ...] = OFTEN) -> None:
        """So many weeks of the script, and a day more."""
        self._steps = script.steps(weeks, self.terms)
        day = self.now.astimezone(script.ZONE).date()
        while day <= script.FIRST_DAY + timedelta(weeks=weeks):
            for hour in looks:
                self._look(datetime.combine(day, hour, tzinfo=script.ZONE).astimezone(UTC))
            day += timedelta(days=1)
        for minutes in (10, 20, 30):
            self._serve(self.now + timedelta(minutes=minutes))
        self._read_mail()

    def left_undone(self) -> list[Step]:
        """Steps that were due and could not be taken."""
        return self._steps

    def has_ended(self) -> bool:
        """Whether the game is over."""
        return self.game().status is GameStatus.FINISHED

    def _look(self, now: datetime) -> None:
        self.clock.move(seconds=(now - self.now).total_seconds())
        self._looks += 1
        down = {one.who for one in script.OUTAGES if one.holds(now)}
        if MAIL_SERVER in down:
            for person in (*self.people.values(), self.letterbox):
                person.leave()
            self.host.servers.stop()
        else:
            self.host.servers.start()
            self._read_mail()
            self._answer_reports()
            self._take_steps()
            self.letterbox.look()
        if SERVICE not in down:
            place = 3 + self._looks % 29 if self._looks % KILLED_EVERY == 0 else 0
            self._serve(now, place, cut_off=MAIL_SERVER in down)

    # The service ----------------------------------------------------------------------

    def _serve(self, now: datetime, place: int = 0, *, cut_off: bool = False) -> None:
        self.clock.move(seconds=(now - self.now).total_seconds())
        life = Life(str(self.base), now.isoformat(), 1, place, cut_off)
        if self.lives.live(life) is None:
            self.killed += 1
            with self.context.database.read() as connection:
                sending = mail.outgoing(connection, status=OutboxStatus.SENDING)
            self.doubtful |= {row.message_id for row in sending}
            self._serve(now + AFTERWARDS, cut_off=cut_off)
            return
        self.host.flush()
        game = self._found()
        if game is not None and game.deadline is not None and game.deadline not in self.deadlines:
            self.deadlines.append(game.deadline)

    def game(self) -> GameRow:
        found = self._found()
        assert found is not None, "the game was made"
        return found

    def _found(self) -> GameRow | None:
        with self.context.database.read() as connection:
            return games.find_game(connection, GAME)

    # Its people -----------------------------------------------------------------------

    def _does(self, name: str, what: str) -> bool:
        """Whether somebody has a habit now, be it one of a part that they play as well."""
        return any(
            self.cast[one.who] == name and one.what == what and one.holds(self.now)
            for one in script.HABITS
        )

    def _read_mail(self) -> None:
        for name, person in self.people.items():
            for message in person.look():
                if self._does(name, BOUNCING):
                    person.send_back(message, self.now)
                else:
                    person.take_in(message)

    def _answer_reports(self) -> None:
        for name, person in self.people.items():
            if self._does(name, AWAY) or name not in self.seats:
                continue
            while person.owed:
                report, record = person.owed[0]
                late, newer = self._does(name, LATE), len(person.owed) > 1
                if late and self.game().turn == record["turn"]:
                    break
                del person.owed[0]
                if newer and not late:
                    continue
                self._send(name, person.answer(report, record, self.now))
                self._answered = name

    def _take_steps(self) -> None:
        """What is due, one mail a look of each: they read the answer before they go on."""
        wrote: set[str] = set()
        for step in [*self._steps]:
            name = self.cast[step.who]
            if script.moment(step.when) <= self.now and name not in wrote:
                wrote.add(name)
                if (posted := self._taken(step, self.people[name])) is not None:
                    self._steps.remove(step)
                    self.taken.append(step)
                    self._send(name, posted)

    def _taken(self, step: Step, person: Person) -> Posted | None:
        """What the step writes; None where what it answers has not come yet."""
        game = self._found()
        words = {name: one.address for name, one in self.people.items()} | {
            "game_file": self.game_file,
            "newcomer": self.cast["Farid"],
            "guest": self.cast["Elif"],
            "invited": self.people[self.cast["Elif"]].address,
            "seat": str(self.seats.get(self._answered)),
            "orders": self.people[self._answered].ordered if self._answered else "",
            "last_turn": str(game.turn - 1 if game is not None else 0),
        }
        text = step.writes.format(**words)
        if step.to == script.NOBODY:
            return person.write(self.host.address, text, self.now, told=step.told)
        if step.to == script.REPORT:
            answered = person.newest("report")
        elif step.to == UNDONE:
            answered = person.newest("report", before="taken the game back")
        elif step.to == script.NEWEST:
            answered = person.newest()
        else:
            answered = person.newest(about=step.to)
        if answered is None:
            return None
        return person.reply(answered, text, self.now, told=step.told)

    def _send(self, name: str, posted: Posted) -> None:
        if self._does(name, TWICE):
            self.people[name].send_again(posted, self.now)
        if self._does(name, RELAYED):
            self.people[name].relay_again(posted, self.now)


@contextmanager
def campaign(folder: Path, host: MailHost, lives: Lives, terms: Terms) -> Iterator[Campaign]:
    """A service at a mail host, whose clock is the campaign's, and nobody's game yet."""
    rules = load(terms.ruleset)
    cast = script.cast_for(terms.people)
    people = {
        name: Person(name, f"{name.lower()}@{host.address_domain}", host, rules)
        for name in dict.fromkeys(cast.values())
    }
    config = host.write_config(
        folder,
        admin=people[script.OPERATOR].address,
        database=migrated_database(folder),
        answers_per_hour=60,
    )
    text = config.read_text()
    for section, more in (
        ("[mail]", f'creators = ["{people[script.MASTER].address}"]'),
        ("[service]", f'outage = "{OUTAGE}"\nzone = "{script.ZONE.key}"'),
    ):
        text = text.replace(f"{section}\n", f"{section}\n{more}\n")
    config.write_text(text)
    lay_foundations(load_config(config), folder)
    players = list(dict.fromkeys(cast[one] for one in script.PEOPLE))
    numbers = {name: number for number, name in enumerate(players, start=1)}
    numbers |= {
        script.NEWCOMER: numbers["Deniz"],
        script.DEPUTY: numbers[script.OWNER],
        script.SUCCESSOR: numbers["Anna"],
    }
    numbers |= {name: numbers[owner] for name, owner in script.SECOND_MAILBOX.items()}
    clock = ManualClock(script.moment(script.STEPS[0].when).astimezone(UTC))
    context = context_of(load_config(config), folder, clock)
    hurry(context.database)
    letterbox = Person("the service", host.address, host, rules)
    free = {cast["Elif"], cast["Farid"]}
    seats = ["{}" if one in free else people[one].seat for one in players]
    file = _game_file(terms, seats)
    played = Campaign(
        host, folder, context, clock, letterbox, lives, cast, people, numbers, file, terms
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(backend, "time", SimpleNamespace(time=lambda: clock.now().timestamp()))
        patch.setattr(smtp, "datetime", SimpleNamespace(now=lambda _zone: clock.now()))
        try:
            yield played
        finally:
            host.servers.start()
            for person in (*people.values(), letterbox):
                person.leave()
            context.close()


def _game_file(terms: Terms, seats: list[str]) -> str:
    given = {
        "ruleset": terms.ruleset,
        "join": terms.join,
        "release": terms.release,
        "seats": "\n".join(f"{seat}," for seat in seats),
        "options": "\n".join(f"{name} = {value}" for name, value in terms.options.items()),
    }
    text = script.GAME_FILE
    for name, value in given.items():
        text = text.replace(f"<{name}>", value)
    return text
