"""What is offered can be ordered, beside what is held as well; random play is made of it."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.menu import lines
from pbem.engine.rng import Chance
from tests.rulesets.hegemon.table import ASK, desk, move, new_game, parse, rules, sheet, with_points

STATE = with_points(new_game(3), (0, 0, 0), (120, 30.5, 0), (120, 0, 7))
VIEW = rules.view(STATE, 1)


def test_every_line_that_is_offered_is_taken():
    offered = tuple(lines(desk.menu(VIEW, ASK)))
    assert len(offered) > 50
    for line in offered:
        (verdict,) = parse(STATE, line).verdicts
        assert verdict.level is not Level.REFUSED, (line, verdict.message)


def test_items_that_are_held_are_not_offered_again_and_no_more_than_is_left():
    held = move(STATE, "Economy 60% comp 100")
    menu = desk.menu(VIEW, ASK, held)
    assert [item.words for item in menu] == ["Environment", "Defense"]
    assert [share.words for share in menu[0].then] == ["40%", "20%", "13%", "10%"]
    assert [share.words for share in desk.menu(VIEW, ASK)[0].then] == [
        "100%", "50%", "34%", "33%", "25%"
    ]  # fmt: skip
    assert desk.menu(VIEW, ASK, move(STATE, "Economy 100% comp 100")) == ()
    last = desk.menu(VIEW, ASK, move(STATE, "Economy 99% comp 100"))
    assert [share.words for share in last[0].then] == ["1%"]


def test_rivals_are_offered_by_their_points_under_their_names():
    economy = desk.menu(VIEW, ASK)[0]
    (attack,) = [use for use in economy.then[0].then if use.words == "comp 100 attack"]
    assert attack.note == "counts as points, too; costs 0.2 a point"
    assert [(one.words, one.label) for one in attack.then] == [
        ("0-*", "everyone"),
        ("120-120", "Bruno, Carla"),
    ]


def test_HG_7_an_attack_is_offered_with_what_the_receipt_says_of_it():
    """Of 100 points 50 go to Economy: two targets are hit with 25 each, and 0.2 a point is paid."""
    economy = desk.menu(VIEW, ASK)[0]
    half = next(share for share in economy.then if share.words == "50%")
    attack = next(use for use in half.then if use.words == "comp 100 attack")
    assert {one.words: one.note for one in attack.then} == {
        "0-*": "hits each with 25, costs 10",
        "120-120": "hits each with 25, costs 10",
    }
    for one in attack.then:
        (verdict,) = parse(STATE, f"Economy 50% comp 100 attack {one.words}").verdicts
        assert "with 25 each, costs 10" in verdict.note


def test_an_attack_beside_cooperation_tells_how_it_is_divided():
    economy = desk.menu(VIEW, ASK)[0]
    shared = next(use for use in economy.then[0].then if use.words == "coop 80 with")
    attack = next(use for use in shared.then[0].then if use.words == "comp 20 attack")
    assert [one.note for one in attack.then] == ["1/2 of it hits each"] * 2


def test_comp_and_coop_are_spelled_out_and_what_is_shared_has_a_name():
    economy = desk.menu(VIEW, ASK)[0]
    uses = {use.words: use for use in economy.then[0].then}
    assert uses["comp 100"].label == "competition, as defence"
    assert "for cooperation" in uses["coop 80 with"].label
    assert uses["coop 1 with"].note == (
        "nothing without a partner; the least that takes part: all partners get as much of the pool"
    )
    assert {take.of for share in economy.then for take in share.takes} == {"% to give"}


def test_of_three_rivals_all_but_the_first_or_the_last_are_offered_too():
    """Worked by hand: Bruno holds 20 in Economy, Carla 30.5, Dora 7."""
    game = with_points(new_game(4), (0, 0, 0), (20, 0, 0), (30.5, 0, 0), (7, 0, 0))
    economy = desk.menu(rules.view(game, 1), ASK)[0]
    for words in ("coop 100 with", "comp 100 attack"):
        (use,) = [use for use in economy.then[0].then if use.words == words]
        assert [(one.words, one.label) for one in use.then] == [
            ("0-*", "everyone"),
            ("0-20", "Dora, Bruno"),
            ("20-*", "Bruno, Carla"),
            ("7-7", "Dora"),
            ("20-20", "Bruno"),
            ("30.5-30.5", "Carla"),
        ]


def test_nothing_is_offered_to_spectators_and_PASS_to_who_has_said_nothing():
    assert desk.menu(rules.view(STATE, None), ASK) == ()
    found = tuple(lines(desk.menu(VIEW, ASK)))
    assert (found[0], found[-1]) == ("Economy 100% comp 100", "PASS")


@pytest.mark.parametrize("number", range(20))
def test_random_play_is_legal(number):
    orders = desk.sample(VIEW, ASK, Chance(bytes([number]) * 32, 1))
    again = desk.parse(VIEW, ASK, sheet(*desk.write(VIEW, ASK, orders)))
    assert again.orders == orders
