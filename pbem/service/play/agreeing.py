"""What the people of a game decide together: how many of them it takes, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.engine.agreement import agreed_outcome
from pbem.engine.api import Outcome
from pbem.service.context import Session
from pbem.service.play.absence import decided
from pbem.service.play.notices import change_deadline
from pbem.service.play.noting import note_act
from pbem.service.play.table import humans, schedule_of
from pbem.store import games, votes
from pbem.store.mastering import Deed, Role
from pbem.store.records import GameRow, SeatRow
from pbem.store.voting import Ballots, Motion, MotionRow, Share, Voting


@dataclass(frozen=True)
class Tally:
    """How a vote stands: of ``voters`` people ``yes`` and ``no`` have voted so, and it takes
    ``needed`` of them."""

    voters: int
    yes: int
    no: int
    needed: int

    @property
    def is_carried(self) -> bool:
        return 0 < self.needed <= self.yes

    @property
    def is_lost(self) -> bool:
        """Whether even all who have not voted yet could not carry it."""
        return not self.needed or self.voters - self.no < self.needed


def share_of(voting: Voting, motion: Motion) -> Share:
    """Which share of the people a decision takes in a game."""
    return {
        Motion.DRAW: voting.draw,
        Motion.CONCEDE: voting.concede,
        Motion.END: voting.end,
        Motion.EXTEND: voting.extend,
    }[motion]


def needed(share: Share, voters: int) -> int:
    """How many have to say yes; 0 where nothing can be decided so."""
    match share:
        case "none":
            return 0
        case "half":
            return voters // 2 + 1 if voters else 0
        case "two thirds":
            return -(-2 * voters // 3)
        case "all":
            return voters


def voters_of(seats: Sequence[SeatRow], target: int | None) -> tuple[SeatRow, ...]:
    """Who votes: all people, but for whom the game would be conceded to."""
    return tuple(seat for seat in humans(tuple(seats)) if seat.seat != target)


def tally(game: GameRow, motion: MotionRow, seats: Sequence[SeatRow], given: Ballots) -> Tally:
    """How a vote stands; what those said counts who still play."""
    voters = [seat.seat for seat in voters_of(seats, motion.target)]
    counted = [given[seat] for seat in voters if seat in given]
    takes = needed(share_of(game.votes, motion.motion), len(voters))
    return Tally(len(voters), counted.count(True), counted.count(False), takes)


def carry(session: Session, game: GameRow, motion: MotionRow) -> None:
    """Let happen what was decided. The game must be locked."""
    now = session.context.clock.now()
    votes.end_motion(session.connection, game.id, motion.number, now, passed=True)
    if motion.motion is Motion.EXTEND:
        by = timedelta(hours=motion.hours or 0)
        later = schedule_of(game).put_off(max(game.deadline or now, now), by)
        change_deadline(session, game, later, stalled=None)
        decided(session.connection, game.id)
        note_act(session, game, Role.PLAYER, Deed.EXTEND, f"{later:%Y-%m-%dT%H:%MZ}")
        return
    for other in votes.open_motions(session.connection, game.id):
        votes.end_motion(session.connection, game.id, other.number, now, passed=False)
    target = f" {motion.target}" if motion.target is not None else ""
    note_act(session, game, Role.PLAYER, Deed.AGREE, f"{motion.motion}{target}")
    games.change_game(session.connection, game.id, closing=now)
    session.context.on_due(session.connection, [game])


def drop(connection: Connection, motion: MotionRow, now: datetime) -> None:
    """A vote is over, and nothing follows."""
    votes.end_motion(connection, motion.game, motion.number, now, passed=False)


def decided_end(connection: Connection, game: GameRow, seats: Sequence[SeatRow]) -> Outcome | None:
    """How the players have decided to end a game that goes on; None where they have not."""
    found = votes.agreed(connection, game.id)
    match found.motion if found is not None else None:
        case Motion.DRAW:
            return agreed_outcome("draw", None, len(seats))
        case Motion.END:
            return agreed_outcome("end", None, len(seats))
        case Motion.CONCEDE if found is not None:
            return agreed_outcome("concede", found.target, len(seats))
        case _:
            return None
