"""The source's three worked games, on boards made up from their text; its pictures are lost."""

from __future__ import annotations

from pbem.rulesets.parsec.view import SystemSettled
from tests.rulesets.parsec.situation import attack, board, counts, destroy, given, leader, settle


def test_source_basic_round():
    """Player 1 places a government leader and a mining robot: there is no mining leader in the
    region, so the raw material goes to the government. Player 2 places a mining leader and a
    mining robot, and gains one raw material himself. Both refill after each turn."""
    game = given(
        """
        .  .  #  .  .
        .  s* #  #  .
        .  .  .  .  .
        """,
        {1: "rmmsgg", 2: "rrmssg"},
    )
    first = game.play({1: [leader("G", "b1"), settle("r", "c1")]})
    assert first.galaxy == board(
        """
        .  G1 r  .  .
        .  s* #  #  .
        .  .  .  .  .
        """
    )
    assert first.noted(SystemSettled)[0].gains == 1
    assert (first.resources(1), first.resources(2)) == (counts("r"), counts(""))
    assert (first.hand(1), first.hand(2)) == (counts("mmsggg"), counts("rrmssg"))
    assert first.awaited == {2: "orders"}

    second = first.play({2: [leader("R", "b3"), settle("r", "c2")]})
    assert second.galaxy == board(
        """
        .  G1 r  .  .
        .  s* r  #  .
        .  R2 .  .  .
        """
    )
    assert (second.resources(1), second.resources(2)) == (counts("r"), counts("r"))
    assert second.hand(2) == counts("rmssgg")
    assert second.awaited == {1: "orders"}


INTERNAL = """
    .  .  s  .  .
    M2 s  s  s  .
    .  .  .  .  .
    """
"""Two red squares are beside d1, one beside Player 2's merchant leader."""
FLEETS = {1: "mmgsss", 2: "srrrgm"}


def test_source_internal_conflict():
    """Initial strengths 2 and 1. Player 1 sends his 3 scientists: 5. Player 2 has only one, and
    does not send it: 1. Player 1 wins one technology, and one money with his second order."""
    game = given(INTERNAL, FLEETS, stances={1: [attack(3)]})
    played = game.play({1: [leader("M", "d1"), settle("m", "e1")]})
    assert played.story == ["M: 1 2+3, 2 1+0: 1 gains 1s"]
    assert played.galaxy == board(
        """
        .  .  s  M1 m
        .  s  s  s  .
        .  .  .  .  .
        """
    )
    assert (played.resources(1), played.resources(2)) == (counts("sm"), counts(""))
    # Three scientists and a merchant are gone: "Player 1 and 2 refill" from a pool of settlers.
    assert (played.hand(1), played.hand(2)) == (counts("mg" + "gggg"), counts("srrrgm"))
    assert played.state.gone == counts("sss")


def test_source_after_the_internal_conflict_a_weapon_splits_the_region():
    """Player 2 destroys a system, which makes two regions of one, and places his merchant leader:
    there is no conflict, as there would have been before."""
    game = given(INTERNAL, FLEETS, stances={1: [attack(3)]})
    first = game.play({1: [leader("M", "d1"), settle("m", "e1")]})
    whole = first.play({2: [leader("M", "a2")]})
    assert whole.story == ["M: 2 1+0, 1 2+0: 1 gains 1s"]
    split = first.play({2: [destroy("c2"), leader("M", "a2")]})
    assert split.story == []
    assert split.galaxy == board(
        """
        .  .  s  M1 m
        M2 s  x  s  .
        .  .  .  .  .
        """
    )
    assert (split.person(1).weapons, split.person(2).weapons) == (2, 1)


def test_source_external_conflict():
    """The one who joins the regions has 5 and no merchants to send; the other has 3 and sends
    2 of his 3, "since he only needs a tie to win", and gains 5 + 1 money.

    The text calls both of them Player 2 by turns; by the fleets that it gives it is Player 2's
    turn, who has no merchants, so that he attacks and loses (PA-11). The artifact is then
    Player 1's, at the end of his own turn (PA-13).
    """
    game = given(
        """
        M2 s* m  .  m  m  s* M1
        m  G2 m  .  .  m  .  s*
        m  .  m  .  .  .  .  .
        """,
        {1: "mmmggr", 2: "rrrggg"},
        mover=2,
    )
    played = game.play({2: [settle("g", "d1"), settle("g", "a2")]})
    assert played.story == ["M: 2 5+0, 1 3+2: 1 gains 6m"]
    assert played.galaxy == board(
        """
        .  s* .  g  m  m  s* M1
        g  G2 .  .  .  m  .  s*
        .  .  .  .  .  .  .  .
        """
    )
    assert (played.resources(1), played.resources(2)) == (counts("m" * 6), counts("g"))
    assert (played.hand(1), played.hand(2)) == (counts("mggrgg"), counts("rrrggg"))
    assert played.harvested == []
    assert played.play().harvested == [(1, "g1")]
