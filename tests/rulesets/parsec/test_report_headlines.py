"""Headlines: what is asked of the reader, and the weightiest of what happened."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from pbem.engine.api import Event, Seat
from pbem.rulesets.parsec.events import TurnEnded
from pbem.rulesets.parsec.figures import Clash, Dispute
from pbem.rulesets.parsec.report.headline import headline
from pbem.rulesets.parsec.view import AnyEntry, Ending, LeaderPlaced, SystemSettled, View
from tests.rulesets.parsec.reports import DUEL, UNION, chapters
from tests.rulesets.parsec.table import square, view

BOARD = """
    s*  .   s   M1  s*  M2  .
    .   .   .   .   .   s*  .
"""
"""Ada's merchant leader has come to d1, where Björn's is."""
SEATS = (1, 2, 3, None)
"""Who moves, or comes first, and places a leader beside another's; whose that is; another
player; a spectator."""
PACES = ("sequential", "round")


def after(
    *turns: tuple[Seat, Sequence[AnyEntry]],
    seat: Seat | None = 1,
    mover: Seat = 1,
    news: Sequence[Event] = (),
) -> str:
    """The headline of `seat` once these turns of three players are over."""
    number = len(turns)
    seen = view(seat=seat, mover=mover, log=chapters(*turns), played=number, turn=number)
    return headline(seen, news)


SHARED = """
    m   M1  m   .   .
    .   s   S2  .   .
    .   .   .   s   S3
"""


def test_another_s_leader_that_came_to_ones_own_region_is_told_in_the_headline() -> None:
    came = (LeaderPlaced(seat=2, kind="science", square=square("c2")),)
    away = (LeaderPlaced(seat=3, kind="science", square=square("e3")),)
    log = chapters((1, ()), (2, came), (3, away))
    seen = view(SHARED, log=log, played=3, turn=3)
    assert headline(seen, ()) == (
        "It is your turn. Since your last report: Björn's science leader came to your region on c2."
    )


# Every reader in every moment ---------------------------------------------------------


def beginning(seat: Seat | None, pace: str) -> View:
    return view(seat=seat, pace=pace)


def quiet(seat: Seat | None, pace: str) -> View:
    """After a round in which nothing was fought."""
    turns = chapters((1, ()), (2, ()), (3, ()))
    return view(seat=seat, pace=pace, log=turns, played=3, turn=3)


def waiting(seat: Seat | None, pace: str) -> View:
    """A conflict of the first player against the second waits for the first's ships."""
    dispute = Dispute("leader", 1, square("d1"), (Clash("merchant", 1, 2),), asked="attackers")
    placed = LeaderPlaced(seat=1, kind="merchant", square=square("d1"), origin=square("b1"))
    log = chapters((1, (placed,)))
    return view(BOARD, seat=seat, pace=pace, reactions="ask", dispute=dispute, log=log, turn=1)


def answered(seat: Seat | None, pace: str) -> View:
    """Then it waits for the second's."""
    seen = waiting(seat, pace)
    assert seen.dispute is not None
    clashes = (msgspec.structs.replace(seen.dispute.clashes[0], sent=1),)
    dispute = msgspec.structs.replace(seen.dispute, clashes=clashes, asked="defenders")
    return msgspec.structs.replace(seen, dispute=dispute)


def ended(seat: Seat | None, pace: str) -> View:
    scores = ((7, 8, 9, 9), (5, 5, 5, 5), (7, 8, 9, 9))
    return msgspec.structs.replace(quiet(seat, pace), ending=Ending((1, 3), "pool", scores))


BEGINS = "The game begins, and it is your turn: place a leader and settle its region."
QUIET = "It is your turn. Since your last report: all was quiet."
ASKED = "You are asked: you attack Björn's merchant leader, 2 against 2."
FIRST = "Ada attacks {whom} merchant leader; a conflict waits for Ada."
SECOND = "{who} merchant leader; a conflict waits for Björn."
EXPECTED = {
    (beginning, "sequential"): (BEGINS, *["The game begins with Ada's turn."] * 3),
    (beginning, "round"): (*[BEGINS] * 3, "The game begins: all players order at once."),
    (quiet, "sequential"): (QUIET, *["All was quiet; Ada moves next."] * 3),
    (quiet, "round"): (*[QUIET] * 3, "All was quiet; all players order next."),
    **dict.fromkeys(
        [(waiting, pace) for pace in PACES],
        (ASKED, *(FIRST.format(whom=whom) for whom in ("your", "Björn's", "Björn's"))),
    ),
    **dict.fromkeys(
        [(answered, pace) for pace in PACES],
        (
            SECOND.format(who="You attack Björn's"),
            "You are asked: Ada attacks your merchant leader, 3 against 2.",
            *[SECOND.format(who="Ada attacks Björn's")] * 2,
        ),
    ),
    **dict.fromkeys(
        [(ended, pace) for pace in PACES],
        (
            "You have won with 7, together with Cé.",
            "Ada and Cé have won together with 7. You are in place 3 of 3 with 5.",
            "You have won with 7, together with Ada.",
            "Ada and Cé have won together with 7.",
        ),
    ),
}


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        pytest.param(moment(seat, pace), told, id=f"{moment.__name__}-{pace}-{seat}")
        for (moment, pace), all_told in EXPECTED.items()
        for seat, told in zip(SEATS, all_told, strict=True)
    ],
)
def test_PA_4_PA_12_every_reader_is_told_of_the_moment(seen: View, told: str) -> None:
    assert headline(seen, ()) == told


# The weightiest -----------------------------------------------------------------------


def test_what_was_lost_or_won_comes_before_what_others_did() -> None:
    assert after((1, []), (2, [UNION]), seat=3, mover=3) == (
        "It is your turn. Since your last report: Björn beat your merchant leader on e1."
    )
    assert after((1, []), (2, [DUEL]), mover=3) == (
        "You beat Björn's science leader on c4 for 1 technology; Cé moves next."
    )
    assert after((1, []), (2, [UNION]), mover=3) == (
        "Björn beat Cé's merchant leader on e1; Cé moves next."
    )


def test_only_what_is_new_since_the_last_report_comes_to_the_headline() -> None:
    turns: list[tuple[Seat, list[AnyEntry]]] = [(1, []), (2, [UNION]), (3, [])]
    lost = TurnEnded(turn=2, played=2)
    quiet = TurnEnded(turn=3, played=3)
    assert after(*turns[:2], seat=3, mover=3, news=[lost]) == (
        "It is your turn. Since your last report: Björn beat your merchant leader on e1."
    )
    assert after(*turns, seat=3, news=[quiet]) == "All was quiet; Ada moves next."
    assert after(*turns, seat=3, news=[lost, quiet]) == (
        "Björn beat your merchant leader on e1; Ada moves next."
    )


def test_a_quiet_turn_of_others_is_told_by_what_they_did() -> None:
    theirs: list[AnyEntry] = [
        LeaderPlaced(seat=2, kind="science", square=square("c4")),
        *(SystemSettled(seat=2, kind="science", square=square(at), gains=2) for at in ("d4", "e4")),
    ]
    assert after((1, []), (2, theirs), mover=3) == (
        "Björn placed 1 leader and settled 2 systems; Cé moves next."
    )


def test_what_settlements_brought_is_added_up() -> None:
    entries: list[AnyEntry] = [
        SystemSettled(seat=1, kind="merchant", square=square(at), gains=1) for at in ("b1", "b2")
    ]
    theirs = SystemSettled(seat=2, kind="science", square=square("d4"), gains=1)
    assert after((1, entries), (2, [theirs]), mover=3) == (
        "Settlements brought you 1 technology and 2 money; Cé moves next."
    )
