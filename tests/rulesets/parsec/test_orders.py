"""How orders are written and read (PA-5, PA-12)."""

from __future__ import annotations

import pytest

from pbem.rulesets.parsec.language import WORDS
from pbem.rulesets.parsec.orders import (
    IDLE,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    Pass,
    PlaceLeader,
    Recall,
    Swap,
)
from pbem.rulesets.parsec.view import Ending
from tests.rulesets.parsec.table import (
    CROWDED,
    ask,
    marked,
    orders,
    parse,
    resolve,
    rules,
    settle,
    square,
    state,
    verdict,
    view,
)

SCIENCE_TO_H5 = PlaceLeader(kind="science", to=square("h5"))
RECALL_SCIENCE = Recall(kind="science")
TWO_AND_ONE = Swap(ships=("science", "science", "mining"))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        # The form that reports and templates use.
        ("LEADER science TO h5", SCIENCE_TO_H5),
        ("RECALL science", RECALL_SCIENCE),
        ("SETTLE merchant AT f4", settle("f4")),
        ("DESTROY a2", Destroy(at=square("a2"))),
        ("SWAP scientist scientist miner", TWO_AND_ONE),
        ("HARVEST a1", Harvest(square=square("a1"))),
        ("ATTACK WIN", Attack()),
        ("ATTACK NONE", Attack(ships=0)),
        ("ATTACK WITH 3", Attack(ships=3)),
        ("ATTACK merchant WITH 3", Attack(kind="merchant", ships=3)),
        ("DEFEND TIE", Defend()),
        ("DEFEND NONE", Defend(ships=0)),
        ("DEFEND merchant WITH 2", Defend(kind="merchant", ships=2)),
        # Leaders.
        ("leader Science to H5", SCIENCE_TO_H5),
        ("leader science h 5", SCIENCE_TO_H5),
        ("science leader -> h5", SCIENCE_TO_H5),
        ("MOVE science TO h5", SCIENCE_TO_H5),
        ("move my science leader from b1 to h5", SCIENCE_TO_H5),
        ("move b1 to h5", SCIENCE_TO_H5),
        ("place the science leader at h5", SCIENCE_TO_H5),
        ("place science on h5", SCIENCE_TO_H5),
        ("put red leader on h5", SCIENCE_TO_H5),
        ("h5: leader technology", SCIENCE_TO_H5),
        ("setze Anführer Wissenschaft auf h5", SCIENCE_TO_H5),
        ("déplacer le chef scientifique vers h5", SCIENCE_TO_H5),
        ("deplacer le chef scientifique a h5", SCIENCE_TO_H5),
        ("remove science", RECALL_SCIENCE),
        ("remove the science leader from b1", RECALL_SCIENCE),
        ("REMOVE b1", RECALL_SCIENCE),
        ("leader science home", RECALL_SCIENCE),
        ("take back science leader", RECALL_SCIENCE),
        ("retirer le chef scientifique", RECALL_SCIENCE),
        # Settlements.
        ("settle merchant f4", settle("f4")),
        ("colonize f4 with merchant", settle("f4")),
        ("COLONISE f4 WITH a merchant", settle("f4")),
        ("settle 1 merchant at f4", settle("f4")),
        ("settle money at f4", settle("f4")),
        ("settle green on f4", settle("f4")),
        ("place merchant ship at f4", settle("f4")),
        ("place scientist at f4", settle("f4", "science")),
        ("scientist f4", settle("f4", "science")),
        ("f4 scientist", settle("f4", "science")),
        ("settle people at f4", settle("f4", "government")),
        ("settle black f4", settle("f4", "government")),
        ("siedler nach f4", settle("f4", "government")),
        ("besiedle f4 mit Händler", settle("f4")),
        ("besiedle f4 mit haendler", settle("f4")),
        ("coloniser f4 avec un marchand", settle("f4")),
        ("settle mining robot at e2", settle("e2", "mining")),
        ("settle robots at e2", settle("e2", "mining")),
        ("settle raw materials at e2", settle("e2", "mining")),
        ("SETTLE scientist AT b4 FIRST merchant", settle("b4", "science", "merchant")),
        (
            "settle scientist at b4, first merchant then science",
            settle("b4", "science", "merchant", "science"),
        ),
        ("settle scientist first merchant at b4", settle("b4", "science", "merchant")),
        # Weapons, swaps, artifacts.
        ("destroy system a2", Destroy(at=square("a2"))),
        ("use weapon on a2", Destroy(at=square("a2"))),
        ("WEAPON a2", Destroy(at=square("a2"))),
        ("zerstöre a2", Destroy(at=square("a2"))),
        ("zerstore a2", Destroy(at=square("a2"))),
        ("détruire a2", Destroy(at=square("a2"))),
        ("swap 2 scientists 1 miner", TWO_AND_ONE),
        ("swap 2 scientists and a miner", TWO_AND_ONE),
        ("swap two scientists, one miner", TWO_AND_ONE),
        ("swap scientist x2 miner", TWO_AND_ONE),
        ("swap 2 x scientists, miner", TWO_AND_ONE),
        ("exchange scientists 2", Swap(ships=("science", "science"))),
        ("exchange settler", Swap(ships=("government",))),
        ("swap all scientists", Swap(ships=("science", "science"))),
        ("tausche 2 Wissenschaftler und 1 Roboter", TWO_AND_ONE),
        ("take the artifact h1", Harvest(square=square("h1"))),
        ("artifact h1", Harvest(square=square("h1"))),
        # Conflicts.
        ("attack with 3 ships", Attack(ships=3)),
        ("attack 3", Attack(ships=3)),
        ("attack with all", Attack(ships=6)),
        ("attack: no ships", Attack(ships=0)),
        ("attack to win", Attack()),
        ("defend to win", Defend()),
        ("defend merchant 2", Defend(kind="merchant", ships=2)),
        ("defend with 2 merchants", Defend(kind="merchant", ships=2)),
        ("defend science with 2 scientists", Defend(kind="science", ships=2)),
        ("verteidige mit 2", Defend(ships=2)),
        ("défense aucun", Defend(ships=0)),
        # What people put around an order.
        ("1. SETTLE merchant AT f4", settle("f4")),
        ("- settle merchant at f4", settle("f4")),
        ("I want to settle merchant at f4", settle("f4")),
        ("First: settle merchant at f4!", settle("f4")),
        ("Please settle merchant at f4, thanks", settle("f4")),
    ],
)
def test_PA_5_orders_may_be_written_in_many_ways(text, order):
    found = parse(view(CROWDED), text)
    assert found.orders == Orders((order,)), found.verdicts


def test_PA_9_swap_all_is_the_whole_hand_and_says_which_ships_that_are():
    found = verdict(view(CROWDED), "SWAP ALL")
    assert found.note == (
        "SWAP settler scientist scientist merchant merchant miner: 1 settler, 2 scientists, "
        "2 merchants and 1 miner leave the game, as many are drawn"
    )


def test_what_is_not_in_hand_is_not_swapped():
    found = verdict(view(CROWDED, hands={1: "ssmm"}), "SWAP ALL settlers")
    assert (marked(found), found.message) == ("ALL settlers", "you have no such ship in hand")


def test_two_orders_may_share_a_line_and_count_together_or_not_at_all():
    seen = view(CROWDED)
    assert orders(seen, "LEADER science TO h5 and settle merchant at f4") == (
        SCIENCE_TO_H5,
        settle("f4"),
    )
    assert parse(seen, "LEADER science TO h5, settle merchant at a1").orders is None


def test_what_follows_is_rather_what_its_words_say_than_the_verb_before_once_more():
    seen = view(CROWDED)
    text = "leader science to h5, then merchant ship to f4"
    assert orders(seen, text) == (SCIENCE_TO_H5, settle("f4"))
    assert orders(seen, "swap my hand") == orders(seen, "SWAP ALL")
    assert orders(seen, "nuke the settlement on a2") == (Destroy(at=square("a2")),)


def test_PASS_alone_is_nothing_and_beside_others_one_of_two_orders():
    seen = view(CROWDED)
    assert parse(seen, "pass").orders == IDLE
    assert orders(seen, "PASS", "DESTROY a2") == (Pass(), Destroy(at=square("a2")))
    assert orders(seen, "PASS", "PASS") == (Pass(), Pass())


# Who is asked for what ----------------------------------------------------------------


def test_PA_12_out_of_turn_only_standing_orders_are_taken():
    seen = view(CROWDED, seat=2)
    found = parse(seen, "SETTLE merchant AT f4", "DEFEND NONE")
    assert found.orders == Orders((Defend(ships=0),))
    assert found.verdicts[0].message == (
        "it is Ada's turn; only standing orders, ATTACK and DEFEND, are taken at any time"
    )
    assert parse(seen, "PASS").orders == IDLE
    assert parse(seen, "HARVEST a1").orders is None


UNION = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
"""A settlement on d1 joins Ada's merchants and Cé's scientists with Björn's merchants and Ada's
scientists."""


def test_PA_12_who_is_asked_in_a_conflict_answers_with_ships_only():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    seen = rules.view(waiting, 1)
    assert ask(seen).kind == "reaction"
    found = parse(seen, "SETTLE merchant AT d2")
    assert found.orders is None
    assert found.verdicts[0].message == (
        "you are asked only for ships in this conflict: ATTACK or DEFEND"
    )
    attack = Attack(kind="merchant", ships=2)
    for text in (
        "REINFORCE merchant WITH 2",
        "reinforce with 2 merchants",
        "send 2 merchants",
        "2 merchants",
        "merchant 2",
        "attack with 2 merchants",
        "ATTACK merchant WITH 2",
    ):
        assert orders(seen, text) == (attack,), text
    assert orders(seen, "reinforce merchants merchants") == (attack,)
    assert orders(seen, "none") == (Attack(ships=0),)
    for text in ("attack with 2 this turn", "diesmal mit 2 angreifen", "attaque avec 2 ce tour"):
        assert orders(seen, text) == (Attack(ships=2),), text


def test_PA_12_the_defender_reinforces_its_defence():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    waiting, _events = resolve(waiting, {1: "ATTACK WITH 1"})
    assert orders(rules.view(waiting, 2), "REINFORCE merchant WITH 2") == (
        Defend(kind="merchant", ships=2),
    )


def test_PA_12_in_an_internal_conflict_scientists_are_sent_for_any_leader():
    board = """
        s*  M1  .   s   .
        .   .   M2  s   .
        .   .   s   s   .
    """
    waiting, _events = resolve(state(board, reactions="ask"), {1: "LEADER merchant TO e1"})
    seen = rules.view(waiting, 1)
    for text in ("reinforce with 2 scientists", "send scientist scientist", "2 scientists"):
        assert orders(seen, text) == (Attack(kind="merchant", ships=2),), text


def test_while_a_conflict_waits_the_others_are_told_for_whom():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    assert verdict(rules.view(waiting, 3), "SETTLE settler AT d2").message == (
        "a conflict waits for Ada; only standing orders, ATTACK and DEFEND, are taken now"
    )


def test_spectators_and_players_of_a_finished_game_order_nothing():
    over = Ending(winners=(1,), cause="pool", scores=((1, 1, 1, 1),) * 3)
    for seen in (view(seat=None), view(ending=over)):
        found = parse(seen, "DEFEND NONE")
        assert found.orders is None
        (told,) = found.verdicts
        assert told.message == "you have nothing in this game that could be given orders"


# The words ----------------------------------------------------------------------------

SORTS = ("leader", "ship", "kind", "resource")


def test_no_word_of_a_leader_or_a_ship_names_two_kinds():
    for word in ("science", "scientist", "merchant", "red", "bergbau", "scientifique", "robots"):
        (term,) = WORDS.terms(word)
        assert len({key for sort in SORTS for key in term.keys(sort)}) == 1


@pytest.mark.parametrize(
    ("text", "sort"), [("science", "leader"), ("scientists", "ship"), ("merchant", "kind")]
)
def test_some_words_name_leaders_only_some_ships_only_and_some_both(text, sort):
    (term,) = WORDS.terms(text)
    assert term.means(sort)
