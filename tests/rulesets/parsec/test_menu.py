"""What is offered in Parsec can be ordered, behind what is held as well."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.menu import Take, lines
from pbem.rulesets.parsec.orders import Destroy, Orders
from tests.rulesets.parsec.table import CROWDED, ask, desk, parse, square, view


@pytest.mark.parametrize("seat", [1, 2])
def test_every_line_that_is_offered_is_taken(seat: int) -> None:
    seen = view(CROWDED, seat=seat)
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
    assert notes["AT e2"] == "1 money for a rival"
    assert notes["AT c2"] == "joins two regions with leaders: no resource"
    assert notes["AT i2"] == ""


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
    assert notes["f1"] == "scientist; a rival's merchant leader goes home"
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
