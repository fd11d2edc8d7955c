"""Whatever players do in whatever order, and wherever the service dies, the books stay right."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.service.intake import receive
from pbem.service.play import close, upkeep
from pbem.service.play.games import pause
from pbem.service.schedule import Schedule
from pbem.store import games, mail
from pbem.store.records import InboxStatus, OrdersRow, OutboxRow, Source
from pbem.store.tables import orders
from tests.service.world import ANNA, BORIS, World, open_world, read, text_of

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
STEPS = (
    "receive.recorded",
    "receive.counted",
    "receive.written",
    "receive.committed",
    "receive.moved",
    "poll.written",
    "close.worked_out",
    "close.written",
    "close.committed",
)
_numbers = count(1)


class Death(BaseException):
    """Stands for the end of the process."""


@dataclass
class Sent:
    """A mail that a player sent."""

    player: str
    what: str
    message_id: str
    turn: int

    @property
    def holds(self) -> bool:
        """Whether it replaces the set held, unless it comes too late."""
        return self.what in HOLDS or (self.what == "later" and self.turn == LATER)


@dataclass
class Play:
    """One game, what its players sent, and the mail that may be delivered again."""

    world: World
    game: str
    sent: list[Sent] = field(default_factory=list)
    raws: list[bytes] = field(default_factory=list)

    def act(self, action: tuple[str, str, str]) -> None:
        verb, player, what = action
        if verb == "write":
            self._write(player, what, newest=True)
        elif verb == "write late":
            self._write(player, what, newest=False)
        elif verb == "all write":
            for everyone in (ANNA, BORIS):
                self._write(everyone, what, newest=True)
        elif verb == "again" and self.raws:
            self.world.deliver(self.raws[-1])
        elif verb == "wait":
            self.world.wait(hours=0.75)
        elif verb == "outage":
            self.world.clock.move(hours=3)
        elif verb == "die":
            self._die_at(what)
        else:
            self.world.poll()

    def _write(self, player: str, what: str, *, newest: bool) -> None:
        self.world.clock.move(seconds=1)
        report = self.world.mails(player, game=self.game, kind="report")[-1 if newest else 0]
        message_id = f"<{self.game}.{len(self.sent)}@players.test>"
        self.raws.append(self.world.reply(player, TEXTS[what], to=report, Message_ID=message_id))
        turn = int(str(report["Reply-To"]).split(f"+{self.game}.")[1].split(".")[0])
        self.sent.append(Sent(player, what, message_id, turn))

    def _die_at(self, name: str) -> None:
        """One round of the service that ends the first time it reaches a step."""

        def step(reached: str) -> None:
            if reached == name:
                raise Death

        with pytest.MonkeyPatch.context() as patch:
            for module in (receive, close, upkeep):
                patch.setattr(module, "step", step)
            try:
                self.world.poll()
            except Death:
                return


WHO = st.sampled_from([ANNA, BORIS])
WHAT = st.sampled_from([*TEXTS])
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), WHO, WHAT),
        st.tuples(st.just("write late"), WHO, WHAT),
        st.tuples(st.just("all write"), WHO, st.sampled_from(sorted(HOLDS))),
        st.tuples(st.just("die"), WHO, st.sampled_from(STEPS)),
        st.tuples(st.sampled_from(["poll", "poll", "again", "wait", "outage"]), WHO, st.just("")),
    ),
    min_size=12,
    max_size=30,
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One for all examples, which differ by their game. No mail is given up for dying over it."""
    with open_world(tmp_path_factory.mktemp("any"), answers_per_hour=10**6) as world:
        config = world.house.config
        patient = msgspec.structs.replace(config.service, attempts=10**6)
        config = msgspec.structs.replace(config, service=patient)
        world.house = dataclasses.replace(world.house, config=config)
        yield world


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(ACTIONS)
def test_the_books_stay_right(world: World, actions: list[tuple[str, str, str]]) -> None:
    play = Play(world, f"any-{next(_numbers)}")
    schedule = Schedule(every="2h", reminders=(), second_thoughts="0m")
    world.new_game(id=play.game, schedule=schedule, options={"turns": 200})
    for action in actions:
        play.act(action)
    world.poll()
    turn = world.game(play.game).turn
    turns_have_no_gaps_and_one_answer_a_seat(play, turn)
    each_turn_played_what_was_held(play, turn)
    every_mail_is_settled_and_answered_once(play)
    what_was_taken_or_refused_was_told_so(play)
    for player in (ANNA, BORIS):
        assert len(world.rows(recipient=player, game=play.game, kind="report")) == turn
    pause(world.house, play.game)


def turns_have_no_gaps_and_one_answer_a_seat(play: Play, turn: int) -> None:
    with play.world.house.database.read() as connection:
        assert [row.turn for row in games.turns_between(connection, play.game)] == [*range(turn)]
        for closed in range(1, turn):
            answers = games.answers_of(connection, play.game, closed)
            assert [answer.seat for answer in answers] == [1, 2]


def each_turn_played_what_was_held(play: Play, turn: int) -> None:
    """The set held is the last accepted by arrival; a closed turn played it."""
    rows = taken(play)
    for number in range(1, turn + 1):
        with play.world.house.database.read() as connection:
            held = games.held_orders(connection, play.game, number)
            played = {a.seat: a for a in games.answers_of(connection, play.game, number)}
        for seat, row in held.items():
            mailed = [r for r in rows if (r.turn, r.seat, r.source) == (number, seat, Source.MAIL)]
            if mailed:
                assert row.id == max(mailed, key=lambda r: (r.received, r.mail or 0)).id
            if number < turn and row.orders is not None:
                assert (played[seat].orders, played[seat].source) == (row.orders, row.source)


def taken(play: Play) -> list[OrdersRow]:
    with play.world.house.database.read() as connection:
        found = connection.execute(sa.select(orders).where(orders.c.game == play.game))
        return [OrdersRow(*row) for row in found]


def every_mail_is_settled_and_answered_once(play: Play) -> None:
    with play.world.house.database.read() as connection:
        rows = mail.mails_in(connection, *InboxStatus)
    assert {row.status for row in rows} <= {InboxStatus.DONE, InboxStatus.DUPLICATE}
    assert play.world.inbox.waiting() == ()
    answered = Counter(str(read(row)["In-Reply-To"]) for row in answers(play))
    assert {s.message_id: answered[s.message_id] for s in play.sent} == {
        s.message_id: 1 for s in play.sent
    }


def answers(play: Play) -> list[OutboxRow]:
    rows = play.world.rows(game=play.game)
    return [row for row in rows if row.kind in ("receipt", "answer")]


def what_was_taken_or_refused_was_told_so(play: Play) -> None:
    """A mail that holds orders is either on the books or was told that it came too late."""
    told = {str(read(row)["In-Reply-To"]): text_of(read(row)) for row in answers(play)}
    with play.world.house.database.read() as connection:
        numbers = {r.message_id: r.id for r in mail.mails_in(connection, InboxStatus.DONE)}
    counted = Counter(row.mail for row in taken(play) if row.mail is not None)
    for sent in play.sent:
        times = counted[numbers[sent.message_id]]
        late = "is closed" in told[sent.message_id] or "after the deadline" in told[sent.message_id]
        assert times == (sent.holds and not late), (sent, told[sent.message_id])
