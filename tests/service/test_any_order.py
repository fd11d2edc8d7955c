"""Whatever players do in whatever order, and wherever the service dies, the books stay right.

What should stand in them is worked out here from when each mail arrived, which turn it is for and
when that turn was due; no receipt is asked.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pbem.engine.registry import load
from pbem.service.intake.receive import receive_mail
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.play.outage import POLLED, RESUMED
from pbem.service.play.upkeep import close_due, note_poll, send_news
from pbem.service.schedule import Schedule
from pbem.store import facts, games, mail
from pbem.store.records import AnswerRow, GameRow, InboxStatus, OrdersRow, OutboxRow, Source
from pbem.store.tables import orders
from tests.service.boundaries import dying_at
from tests.service.world import ANNA, BORIS, World, open_world, read, text_of
from tests.soaking import examples

LATER = 3
TEXTS = {
    "good": "Economy 60% coop 70 with 0-200 comp 30",
    "better": "Environment 40% comp 100 attack 0-50",
    "standing": "@ Defense 30%",
    "later": f"TURN {LATER}: Defense 20%",
    "bad": "Econmy 60% coop 700",
    "prose": "I shall think about it.",
    "preview": "PREVIEW\nEconomy 10%",
    "withdraw": "WITHDRAW",
    "status": "STATUS",
}
HOLDS = {"good", "better", "standing", "withdraw"}
"""What each of these says is for the turn of its mail."""
SEATS = {ANNA: 1, BORIS: 2}
OUTAGE = timedelta(minutes=30)
SPANS = {"wait": 45, "doze": 20, "outage": 180}
"""Minutes: with polls, without any, and without any for so long that deadlines are pushed."""
_numbers = count(1)


@dataclass
class Sent:
    """A mail that a player sent, and what is to become of it."""

    player: str
    what: str
    message_id: str
    turn: int
    arrived: datetime
    late: bool | None = None
    """Whether it came too late; None until a poll has taken it."""

    @property
    def holds(self) -> bool:
        """Whether it replaces the set held, unless it comes too late."""
        return self.what in HOLDS or (self.what == "later" and self.turn == LATER)


@dataclass
class Play:
    """One game, what its players sent, and the mail that may be delivered again."""

    world: World
    game: str
    grace: timedelta
    sent: list[Sent] = field(default_factory=list)
    raws: list[bytes] = field(default_factory=list)
    between: list[tuple[str, str]] = field(default_factory=list)
    """What is written while a turn is being closed."""

    def act(self, action: tuple[str, str, Any]) -> None:
        verb, player, what = action
        match verb:
            case "write" | "write late":
                self._write(player, what, newest=verb == "write")
            case "all write":
                for everyone in SEATS:
                    self._write(everyone, what, newest=True)
            case "write while a turn closes":
                self.between.append((player, what))
            case "again" if self.raws:
                self.world.deliver(self.raws[-1])
            case "wait":
                for _quarter in range(SPANS[verb] // 15):
                    self.world.clock.move(minutes=15)
                    self.poll()
            case "doze" | "outage":
                self.world.clock.move(minutes=SPANS[verb])
            case "die":
                with dying_at(what):
                    self.poll()
            case _:
                self.poll()

    def poll(self) -> None:
        """One round of the service, in whose midst a turn may be closed and a mail come."""
        context = self.world.context
        rules = type(load("hegemon").rules)
        with pytest.MonkeyPatch.context() as patch:
            resolve = rules.resolve

            def resolve_slowly(*given: Any) -> Any:
                for player, what in self._taken_between():
                    self._write(player, what, newest=True)
                    self._receive()
                return resolve(*given)

            patch.setattr(rules, "resolve", resolve_slowly)
            note_poll(context, self._receive().began)
            close_due(context)
            send_news(context)

    def _taken_between(self) -> list[tuple[str, str]]:
        taken, self.between = self.between, []
        return taken

    def _receive(self) -> Any:
        """Mails that wait are judged by the turn that is open when they are taken, and by its
        deadline as it is after the silence that this poll ends."""
        row = self.world.game(self.game)
        deadline = self._pushed(row)
        waiting = [sent for sent in self.sent if sent.late is None]
        try:
            return receive_mail(self.world.context, self.world.inbox)
        finally:
            taken = self._taken()
            for sent in waiting:
                if sent.message_id in taken:
                    overdue = deadline is not None and sent.arrived > deadline + self.grace
                    sent.late = sent.turn != row.turn or overdue

    def _pushed(self, row: GameRow) -> datetime | None:
        deadline = row.deadline
        with self.world.context.database.read() as connection:
            names = [facts.of_mailbox(fact, row.mailbox) for fact in (POLLED, RESUMED)]
            known = [facts.read_moment(connection, name) for name in names]
        last = max(filter(None, known), default=None)
        if deadline is None or last is None or deadline <= last:
            return deadline
        now = self.world.clock.now()
        if now - last <= OUTAGE:
            return deadline
        return deadline + (now - max(last, row.opened or last))

    def _taken(self) -> Mapping[str, int]:
        with self.world.context.database.read() as connection:
            return {m.message_id: m.id for m in mail.mails_in(connection, InboxStatus.DONE)}

    def _write(self, player: str, what: str, *, newest: bool) -> None:
        self.world.clock.move(seconds=1)
        report = self.world.mails(player, game=self.game, kind="report")[-1 if newest else 0]
        message_id = f"<{self.game}.{len(self.sent)}@players.test>"
        arrived = self.world.clock.now()
        turn = int(str(report["Reply-To"]).split(f"+{self.game}.")[1].split(".")[0])
        self.sent.append(Sent(player, what, message_id, turn, arrived))
        self.raws.append(self.world.reply(player, TEXTS[what], to=report, Message_ID=message_id))

    def held(self, player: str, turn: int) -> Sent | None:
        """The last mail of a player that says what is to be played in a turn."""
        for sent in reversed(self.sent):
            if (sent.player, sent.turn) == (player, turn) and sent.holds and not sent.late:
                return sent
        return None


WHO = st.sampled_from([ANNA, BORIS])
WHAT = st.sampled_from([*TEXTS])
WRITES = st.sampled_from(["write", "write late", "write while a turn closes"])
ACTIONS = st.lists(
    st.one_of(
        st.tuples(WRITES, WHO, WHAT),
        st.tuples(st.just("write"), WHO, st.sampled_from(["withdraw", "better"])),
        st.tuples(st.just("all write"), WHO, st.sampled_from(sorted(HOLDS))),
        st.tuples(st.just("die"), WHO, st.integers(1, 20)),
        st.tuples(
            st.sampled_from(["poll", "poll", "again", "wait", "doze", "outage"]), WHO, st.just("")
        ),
    ),
    min_size=12,
    max_size=30,
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One for all examples, which differ by their game. No mail is given up for dying over it."""
    with open_world(tmp_path_factory.mktemp("any"), answers_per_hour=10**6) as world:
        config = world.context.config
        patient = msgspec.structs.replace(config.service, attempts=10**6)
        config = msgspec.structs.replace(config, service=patient)
        world.context = dataclasses.replace(world.context, config=config)
        yield world


@examples(8, soak=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTIONS, st.sampled_from([0, 10]))
def test_the_books_stay_right(
    world: World, actions: list[tuple[str, str, Any]], grace: int
) -> None:
    play = Play(world, f"any-{next(_numbers)}", timedelta(minutes=grace))
    schedule = Schedule(every="2h", reminders=(), grace=f"{grace}m", second_thoughts="0m")
    world.new_game(id=play.game, schedule=schedule, options={"turns": 200})
    world.poll()
    for action in actions:
        play.act(action)
    play.poll()
    turn = world.game(play.game).turn
    every_mail_is_settled_and_answered_once(play)
    turns_have_no_gaps_and_one_answer_a_seat(play, turn)
    what_came_in_time_is_held_and_nothing_else(play)
    each_turn_played_what_was_held(play, turn)
    who_came_too_late_was_told_so(play)
    for player in SEATS:
        assert len(world.rows(recipient=player, game=play.game, kind="report")) == turn
    by_operator(world.context, play.game, pause)


def turns_have_no_gaps_and_one_answer_a_seat(play: Play, turn: int) -> None:
    with play.world.context.database.read() as connection:
        assert [row.turn for row in games.turns_between(connection, play.game)] == [*range(turn)]
        for closed in range(1, turn):
            answers = games.answers_of(connection, play.game, closed)
            assert [answer.seat for answer in answers] == [1, 2]


def every_mail_is_settled_and_answered_once(play: Play) -> None:
    with play.world.context.database.read() as connection:
        rows = mail.mails_in(connection, *InboxStatus)
    assert {row.status for row in rows} <= {InboxStatus.DONE, InboxStatus.DUPLICATE}
    assert play.world.inbox.waiting() == ()
    answered = Counter(str(read(row)["In-Reply-To"]) for row in answers(play))
    assert answered == Counter(sent.message_id for sent in play.sent)


def answers(play: Play) -> list[OutboxRow]:
    rows = play.world.rows(game=play.game)
    return [row for row in rows if row.kind in ("receipt", "answer")]


def what_came_in_time_is_held_and_nothing_else(play: Play) -> None:
    numbers = play._taken()
    counted = Counter(row.mail for row in held_rows(play) if row.mail is not None)
    for sent in play.sent:
        assert sent.late is not None, sent
        assert counted[numbers[sent.message_id]] == (sent.holds and not sent.late), sent


def held_rows(play: Play) -> list[OrdersRow]:
    with play.world.context.database.read() as connection:
        query = sa.select(orders).where(orders.c.game == play.game).order_by(orders.c.id)
        return [OrdersRow(*row) for row in connection.execute(query)]


def each_turn_played_what_was_held(play: Play, turn: int) -> None:
    """What a player's last mail in time said, or else what was in store."""
    for number in range(1, turn):
        with play.world.context.database.read() as connection:
            played = {a.seat: a for a in games.answers_of(connection, play.game, number)}
        for player, seat in SEATS.items():
            sent = play.held(player, number)
            store = [r for r in held_rows(play) if (r.turn, r.seat) == (number, seat)]
            if sent is None:
                prepared = [r for r in store if r.source == Source.STANDING]
                same(played[seat], prepared[-1] if prepared else None)
            elif sent.what == "withdraw":
                same(played[seat], None)
            else:
                (row,) = [r for r in store if r.mail == play._taken()[sent.message_id]]
                wanted = TEXTS[sent.what].removeprefix("@ ").removeprefix(f"TURN {LATER}: ")
                assert row.lines == (wanted,)
                same(played[seat], row)


def same(answer: AnswerRow, row: OrdersRow | None) -> None:
    """The answer is what was held; the default, where nothing was."""
    if row is None:
        assert answer.source == Source.DEFAULT
    else:
        assert (answer.orders, answer.source) == (row.orders, row.source)


def who_came_too_late_was_told_so(play: Play) -> None:
    """And nobody else was."""
    told = {str(read(row)["In-Reply-To"]): text_of(read(row)) for row in answers(play)}
    for sent in play.sent:
        said = re.search(r"\btoo late\b", told[sent.message_id], re.IGNORECASE) is not None
        asks = sent.what == "status"
        assert said == (bool(sent.late) and not asks), (sent, told[sent.message_id])
