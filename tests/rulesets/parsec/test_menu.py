"""What is offered in Parsec can be ordered, behind what is held as well."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.menu import Choice, Menu, Take, branch, lines
from pbem.rulesets.parsec.figures import KINDS, Stance, Stances
from pbem.rulesets.parsec.mechanics import Survey
from pbem.rulesets.parsec.mechanics.execution import carry_out, position_of
from pbem.rulesets.parsec.orders import Destroy, Orders, PlaceLeader, Settle
from pbem.rulesets.parsec.view import View
from tests.rulesets.parsec.table import BEHIND, CROWDED, ask, desk, parse, square, view

TWO_CONFLICTS = """
    s   M1  g   .   m   M2  s   .
    .   G1  g   .   m   G2  .   .
    .   s   .   .   .   s   .   .
"""
"""d1 joins the regions of Ada's and Björn's leaders, two of a kind on both sides."""


@pytest.mark.parametrize("board", [CROWDED, TWO_CONFLICTS])
@pytest.mark.parametrize("seat", [1, 2])
def test_every_line_that_is_offered_is_taken(board: str, seat: int) -> None:
    seen = view(board, seat=seat)
    offered = tuple(lines(desk.menu(seen, ask(seen))))
    assert offered
    for line in offered:
        (verdict,) = parse(seen, line).verdicts
        assert verdict.level is not Level.REFUSED, (line, verdict.message)


def test_what_is_held_is_not_offered_again() -> None:
    seen = view(CROWDED, weapons={1: 1})
    held = Orders((Destroy(at=square("a2")),))
    before, after = (desk.menu(seen, ask(seen), one) for one in (None, held))
    assert "DESTROY" in {item.words for item in before}
    assert "DESTROY" not in {item.words for item in after}


def test_out_of_turn_only_standing_orders_are_offered_and_to_spectators_nothing() -> None:
    theirs = view(CROWDED, seat=2)
    assert [item.words for item in desk.menu(theirs, ask(theirs))] == ["ATTACK", "DEFEND"]
    nobody = view(CROWDED, seat=None)
    assert desk.menu(nobody, ask(nobody)) == ()


def test_an_item_names_what_it_concerns_on_the_map() -> None:
    seen = view(CROWDED)
    (recall, *_others) = [item for item in desk.menu(seen, ask(seen)) if item.words == "RECALL"]
    assert [item.refs for item in recall.then] == [("square:g6",), ("square:b1",)]


def test_a_settlement_is_offered_with_what_it_brings_and_to_whom() -> None:
    """PA-7. a2 touches the region of Ada's merchant leader, e2 Björn's, c2 both, and i2 none."""
    board = """
        .   s   .   s   .   .   .   .   .
        .   M1  .   M2  .   .   .   .   .
    """
    seen = view(board, hands={1: "mmmmmm"})
    (settle,) = [item for item in desk.menu(seen, ask(seen)) if item.words == "SETTLE"]
    notes = {item.words: item.note for item in settle.then[0].branches}
    assert notes["AT a2"] == "1 money for you"
    assert notes["AT e2"] == "1 money for Björn"
    assert notes["AT c2"] == (
        "joins two regions with leaders: no resource; "
        "conflict: your merchant 0 to 5 against Björn's 0; a win brings 1 money"
    )
    assert notes["AT i2"] == ""
    order = [item.words for item in settle.then[0].branches]
    gains = [words for words in order if notes[words] == "1 money for you"]
    losses = [words for words in order if notes[words] == "1 money for Björn"]
    assert gains == order[: len(gains)]
    assert losses == order[-len(losses) :]


def offered(seen: View, *words: str) -> Menu:
    """The items behind these, one after the other."""
    found = desk.menu(seen, ask(seen))
    for one in words:
        found = tuple(item for begun in branch(found, one) for item in begun.branches)
    return found


def test_PA_11_a_settlement_that_opens_two_conflicts_offers_which_comes_first() -> None:
    seen = view(TWO_CONFLICTS, hands={1: "gmmmss"})
    items = branch(offered(seen, "SETTLE", "merchant"), "AT d1")
    told = {item.note for item in items}
    assert told == {
        "joins two regions with leaders: no resource; conflicts: "
        "your government 2 to 3 against Björn's 0, then your merchant 0 to 2 against Björn's 2"
    }
    whole, further = items
    assert not whole.then
    labels = [(one.words, one.label) for one in further.branches]
    assert labels == [
        ("FIRST government", "the government conflict is fought before the others"),
        ("FIRST merchant", "the merchant conflict is fought before the others"),
    ]
    (step,) = parse(seen, "SETTLE merchant AT d1 FIRST merchant").orders.actions
    assert step == Settle(kind="merchant", at=square("d1"), first=("merchant",))


def test_conflicts_are_told_in_the_menu_with_the_numbers_of_the_receipt() -> None:
    """PA-11: the menu's 2 to 3 against 0 and 0 to 2 against 2."""
    (verdict,) = parse(view(TWO_CONFLICTS, hands={1: "gmmmss"}), "SETTLE merchant AT d1").verdicts
    for told in ("2 against 0", "up to 3", "0 against 2", "up to 2"):
        assert told in verdict.note


@pytest.mark.parametrize("board", [CROWDED, TWO_CONFLICTS, BEHIND])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_challenger_of_the_menu_is_that_of_the_report_once_the_leader_stands(
    board: str, seat: int
) -> None:
    """PA-10: for every system that a leader can come to."""
    seen = view(board, seat=seat, mover=seat, hands={seat: "ssmmgr"})
    told = 0
    for kind in offered(seen, "LEADER"):
        for place in kind.branches:
            at = square(place.words.removeprefix("TO "))
            order = PlaceLeader(kind=next(one for one in KINDS if one == kind.words), to=at)
            done = carry_out(position_of(seen), order)
            survey = Survey(done.position.space)
            most, own = survey.foothold(survey.area(at)), survey.scientists_beside(at)
            if done.prospects:
                (one,) = done.prospects
                assert f"{one.own} to {one.own + one.held} against" in place.note
                assert place.note.endswith(f" {one.other}")
            elif most:
                assert place.note == f"inside {own} to {own + 2}, a challenger up to {most}"
            else:
                assert place.note == ""
            told += bool(place.note)
    assert told


def test_PA_14_a_system_with_an_artifact_tells_how_far_its_end_is_from_that_of_the_game() -> None:
    for many, told in ((4, "3 artifacts left; with 2 the game ends"), (3, "so this turn ends")):
        board = "s*  M1  s*  s*  s*".replace("s*", "s", 4 - many)
        notes = {item.words: item.note for item in offered(view(board, weapons={1: 1}), "DESTROY")}
        assert told in notes["e1"]


def test_what_sends_a_rival_home_stands_first_and_what_costs_an_own_leader_last() -> None:
    board = """
        .   s   g   .   .   s   .
        .   M1  .   .   .   M2  .
    """
    words = [item.words for item in offered(view(board, weapons={1: 1}), "DESTROY")]
    assert words[:2] == ["f1", "f2"]
    assert words[-2:] == ["b1", "b2"]


def test_PA_13_artifacts_within_reach_come_first_and_none_is_left_out() -> None:
    board = """
        s*  M1  m*  .   m*  .   s*
        .   .   .   .   .   .   .
    """
    (harvest,) = branch(desk.menu(view(board), ask(view(board))), "HARVEST")
    assert [(item.words, item.note) for item in harvest.branches] == [
        ("a1", ""),
        ("c1", ""),
        ("e1", "not without your other lines"),
        ("g1", "not without your other lines"),
    ]
    far = view("s*  M1  .   .   m*  .   s*")
    (harvest,) = branch(desk.menu(far, ask(far)), "HARVEST")
    assert harvest.note == (
        "without your other lines none: your merchant leader needs a region with 2 artifacts"
    )
    assert {item.note for item in harvest.branches} == {""}


def test_an_own_leader_on_the_map_can_be_moved() -> None:
    kinds = {item.words: item for item in offered(view(CROWDED), "LEADER")}
    assert (kinds["science"].refs, kinds["science"].label) == (
        ("square:b1",),
        "science leader on b1",
    )
    assert (kinds["merchant"].refs, kinds["merchant"].label) == ((), "merchant leader")


def test_PA_9_kinds_are_swapped_in_any_order() -> None:
    seen = view(CROWDED, hands={1: "ssmgr"})
    behind = offered(seen, "SWAP", "2 scientists")
    assert {item.words for item in behind} == {"1 settler", "1 merchant", "1 miner"}
    assert {item.words for item in offered(seen, "SWAP", "1 miner", "2 scientists")} == {
        "1 settler",
        "1 merchant",
    }
    (order,) = parse(seen, "SWAP 1 miner 2 scientists 1 settler").orders.actions
    assert sorted(order.ships) == ["government", "mining", "science", "science"]


def test_PA_12_standing_orders_tell_what_is_in_force_and_which_ships_go() -> None:
    stances = Stances(Stance(None, {"merchant": 2}), Stance(1))
    seen = view(CROWDED, hands={1: "ssmmmg"}, stances={1: stances})
    verbs = {item.words: item for item in desk.menu(seen, ask(seen))}
    assert verbs["ATTACK"].note == "now WIN, merchant WITH 2"
    assert verbs["DEFEND"].note == "now WITH 1"
    attack = {item.words: item for item in verbs["ATTACK"].branches}
    assert attack["WIN"].label == "for every leader: the fewest with which you win, or none"
    assert attack["merchant"].note == (
        "where regions are joined 3 merchants, where a leader comes to another 2 scientists"
    )
    assert attack["science"].note == "you have 2 scientists"
    (with_number,) = branch(attack["merchant"].branches, "WITH")
    assert with_number.then == Choice(1, 6, 3)


def test_a_system_is_offered_for_destruction_with_what_goes_with_it() -> None:
    """PA-8. c1 holds Ada's region together; Björn's leader at f2 has no scientists but those of
    f1 (PA-6)."""
    board = """
        .   s   g   r   .   s   .
        .   M1  .   .   .   M2  .
    """
    seen = view(board, weapons={1: 1})
    (destroy,) = [item for item in desk.menu(seen, ask(seen)) if item.words == "DESTROY"]
    notes = {item.words: item.note for item in destroy.branches}
    assert notes["c1"] == "settler; its region falls into 2 parts"
    assert notes["f1"] == "scientist; Björn's merchant leader goes home"
    assert notes["b2"] == "your own merchant leader goes home"
    assert notes["d2"] == ""


def test_a_leader_is_offered_with_the_ships_of_its_kind_that_the_hand_has() -> None:
    seen = view(CROWDED, weapons={1: 2}, hands={1: "ssmmgr"})
    verbs = {item.words: item for item in desk.menu(seen, ask(seen))}
    notes = {item.words: item.note for item in verbs["LEADER"].then}
    assert notes["science"] == "you have 2 scientists"
    assert notes["government"] == "you have 1 settler"


def test_ships_and_weapons_are_told_as_what_lines_share() -> None:
    seen = view(CROWDED, weapons={1: 2}, hands={1: "ssmmgr"})
    verbs = {item.words: item for item in desk.menu(seen, ask(seen))}
    settled = {item.words: item for item in verbs["SETTLE"].then}
    assert settled["scientist"].note == "you have 2 scientists"
    assert settled["scientist"].takes == (Take("scientists", 2, (1,)),)
    assert verbs["DESTROY"].takes == (Take("weapons", 2, (1,)),)
    swapped = {item.words: item.takes for item in verbs["SWAP"].then if not item.then}
    assert swapped["2 merchants"] == (Take("merchants", 2, (2,)),)
    assert [take.amounts for take in swapped["ALL"]] == [(1,), (2,), (2,), (1,)]
