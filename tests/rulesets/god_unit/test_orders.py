"""Order lines as people write them by mail, in three languages, each with its exact meaning."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level, Player
from pbem.engine.i18n import speaking
from pbem.rulesets.god_unit import language
from pbem.rulesets.god_unit.figures import unit_name
from pbem.rulesets.god_unit.orders import Act, AttackPiece
from pbem.service.languages import catalogue
from tests.rulesets.god_unit.mails import (
    ARMIES,
    armies,
    desk,
    parse,
    read,
    verdict,
    written,
)
from tests.rulesets.god_unit.table import factory, unit, view

C5 = "MOVE 12 TO c5"
BOTH = "MOVE 12 TO c5; MOVE 13 TO c5"
C5_ELSE = "MOVE 12 TO c5 ELSE MOVE TO c6"
D6 = "ATTACK 12 AT d6"
SQUARES = "ATTACK 12 AT d6, c6"
WATCH = "ATTACK 12 NEAREST"
BLUE_4 = "ATTACK 12 UNIT Blue 4"
D2R3 = "PRODUCE B D2 R3"
AGAIN = "PRODUCE B D2 R3 REPEAT"
ALL_NORTH = "; ".join(f"MOVE {number} TOWARDS a9" for number in (1, 12, 13, 14, 15, 16, 17))

MEANT = {
    # PRODUCE
    "B soll D2 R3 bauen": D2R3,
    "PRODUCE B D2 R3": D2R3,
    "produce b d2r3": D2R3,
    "Build B D2,R3": D2R3,
    "make B D=2 R=3": D2R3,
    "PRODUCE B D 2 R 3": D2R3,
    "PRODUCE B R3 D2": D2R3,
    "PRODUCE B D2 R3 A1 M1 N1": D2R3,
    "PRODUCE B defence 2 range 3": D2R3,
    "produce in B: defence level 2, range level 3": D2R3,
    "make D2 R3 in factory B": D2R3,
    "make a D2 in A": "PRODUCE A D2",
    "produce D2 R3 for B": D2R3,
    "PRODUCE B D2 R3, MOVE 12 TO c5": f"{D2R3}; {C5}",
    "B D2 R3": D2R3,
    "b: d2r3": D2R3,
    "B = D2 R3": D2R3,
    "Factory B: D2 R3": D2R3,
    "Factory B produces D2 R3": D2R3,
    "PRODUCE B D2 R3 ONCE": D2R3,
    "PRODUCE B D2 R3 REPEAT": AGAIN,
    "PRODUCE B REPEAT D2 R3": AGAIN,
    "b d2 r3 forever": AGAIN,
    "PRODUCE B GRUNT": "PRODUCE B GRUNT",
    "build a grunt in B": "PRODUCE B GRUNT",
    "make grunts in B": "PRODUCE B GRUNT",
    "PRODUCE B FACTORY": "PRODUCE B FACTORY",
    "build a factory in B": "PRODUCE B FACTORY",
    "PRODUCE A NOTHING": "PRODUCE A NOTHING",
    "STOP A": "PRODUCE A NOTHING",
    "PRODUCE A REPEAT": "PRODUCE A D2 R3 REPEAT",
    "KEEP A": "PRODUCE A D2 R3",  # a factory goes on as it does: nobody said to repeat
    "KEEP C": "PRODUCE C D2 M2 REPEAT",
    "KEEP A REPEAT": "PRODUCE A D2 R3 REPEAT",
    "KEEP A ONCE": "PRODUCE A D2 R3",
    "keep A. Produce B D2 R3 repeat": f"PRODUCE A D2 R3; {AGAIN}",
    "PRODUCE A KEEP": "PRODUCE A D2 R3 REPEAT",
    "CONTINUE A": "PRODUCE A D2 R3",
    "PRODUCE C ONCE": "PRODUCE C D2 M2",
    "PRODUCE A and B GRUNT": "PRODUCE A GRUNT; PRODUCE B GRUNT",
    "PRODUCE ALL GRUNT": "PRODUCE A GRUNT; PRODUCE B GRUNT; PRODUCE C GRUNT",
    "PRODUCE B D2, C R3": "PRODUCE B D2; PRODUCE C R3",
    "BAUE B D2 R3 IMMER": AGAIN,
    "Baue in Fabrik B eine Fabrik": "PRODUCE B FACTORY",
    "produire B défense 2 portée 3": D2R3,
    "PRODUIRE B USINE": "PRODUCE B FACTORY",
    "Factory B -> D2 R3": D2R3,
    "L'usine B produit D2 R3": D2R3,
    "Fabrik B: Verteidigung 2, Reichweite 3, wiederholen": AGAIN,
    "Fabrik B baut einen Grunt": "PRODUCE B GRUNT",
    "switch B to D2 R3": D2R3,
    "B grunt": "PRODUCE B GRUNT",
    "All factories: grunt": "PRODUCE A GRUNT; PRODUCE B GRUNT; PRODUCE C GRUNT",
    # MOVE
    "MOVE 12 TO c5": C5,
    "move 12 c5": C5,
    "MOVE 12 TO C5": C5,
    "move 12 to c 5": C5,
    "MOVE unit 12 -> c5": C5,
    "MOVE u12 TO c5": C5,
    "move Red 12 to c5": C5,
    "move my unit 12 to square c5, please": C5,
    "Please move 12 to c5": C5,
    "1. MOVE 12 TO c5": C5,
    "MOVE 12 FROM c4 TO c5": C5,
    "12 c4-c5": C5,
    "12 c5": C5,
    "12 to c5": C5,
    "12: c5": C5,
    "unit 12 to c5": C5,
    "12 goes to c5": C5,
    "go 12 c5": C5,
    "walk 12 to c5": C5,
    "RETREAT 12 TO c5": C5,
    "I want to move 12 to c5": C5,
    "BEWEGE 12 NACH c5": C5,
    "Ziehe mit 12 nach c5": C5,
    "Einheit 12 nach c5 bewegen": C5,
    "Déplacer l'unité 12 vers c5": C5,
    "MOVE 12 13 TO c5": BOTH,
    "MOVE 12, 13 TO c5": BOTH,
    "MOVE 12 and 13 TO c5": BOTH,
    "MOVE 12-13 TO c5": BOTH,
    "MOVE 12..13 TO c5": BOTH,
    "MOVE 13-12 TO c5": "MOVE 13 TO c5; MOVE 12 TO c5",
    "12 c5, 13 c5": BOTH,
    "move 12 to c5 and 13 to c5": BOTH,
    "MOVE 12 TO c5, ATTACK 13 NEAREST": "MOVE 12 TO c5; ATTACK 13 NEAREST",
    "MOVE 12 TO c5 and PRODUCE B D2 R3": f"{C5}; {D2R3}",
    "MOVE ALL TOWARDS a9": ALL_NORTH,
    "all units towards a9": ALL_NORTH,
    "MOVE 12 TOWARDS h9": "MOVE 12 TOWARDS h9",
    "12 towards h9": "MOVE 12 TOWARDS h9",
    "MOVE 12 TOWARDS Blue 6": "MOVE 12 TOWARDS h4",
    "bewege 12 in Richtung h9": "MOVE 12 TOWARDS h9",
    "12 bis 12 Richtung h9": "MOVE 12 TOWARDS h9",
    "c5 for 12": "MOVE 12 TO c5",
    "– A: D2 R3": "PRODUCE A D2 R3",
    "déplacer 12 en direction de h9": "MOVE 12 TOWARDS h9",
    "Unit 12 should move to c5": C5,
    "12 > c5": C5,
    "12 va en c5": C5,
    "move 12/13 to c5": BOTH,
    "everyone else towards a9": ALL_NORTH,
    "12 auf c5": C5,
    "12 on c5": C5,
    "12 en c5": C5,
    "12: c5, 13: c5": BOTH,
    "unit 12: c5, unit 13: c5": BOTH,
    "bring 12 as close as possible to h9": "MOVE 12 TOWARDS h9",
    "A: D2, B: R2": "PRODUCE A D2; PRODUCE B R2",
    "A: D2 R3, B: grunt": "PRODUCE A D2 R3; PRODUCE B GRUNT",
    "A - D2 R3": "PRODUCE A D2 R3",
    "B: attack 3 defence 2": "PRODUCE B A3 D2",
    "B: Angriff 3, Verteidigung 2": "PRODUCE B A3 D2",
    "B: PRODUCE D2 R3": D2R3,
    # ELSE
    "MOVE 12 TO c5 ELSE c6": C5_ELSE,
    "MOVE 12 TO c5 ELSE TO c6": C5_ELSE,
    "MOVE 12 TO c5 ELSE MOVE 12 TO c6": C5_ELSE,
    "MOVE 12 TO c5, or else c6": C5_ELSE,
    "12 c5 else c6": C5_ELSE,
    "BEWEGE 12 NACH c5 SONST c6": C5_ELSE,
    "déplacer 12 vers c5 sinon c6": C5_ELSE,
    "MOVE 12 TO c5 ELSE LATE c6": "MOVE 12 TO c5 ELSE LATE MOVE TO c6",
    "MOVE 12 TO c5 SONST SPÄT c6": "MOVE 12 TO c5 ELSE LATE MOVE TO c6",
    "MOVE 12 TO c5 ELSE TOWARDS h9": "MOVE 12 TO c5 ELSE MOVE TOWARDS h9",
    "MOVE 12 TO c5 ELSE NEAREST": "MOVE 12 TO c5 ELSE ATTACK NEAREST",
    "MOVE 12 TO c5 ELSE AT d6": "MOVE 12 TO c5 ELSE ATTACK AT d6",
    "MOVE 12 TO c5 ELSE ATTACK d6": "MOVE 12 TO c5 ELSE ATTACK AT d6",
    "MOVE 12 TO c5 ELSE UNIT Blue 4": "MOVE 12 TO c5 ELSE ATTACK UNIT Blue 4",
    "ATTACK 12 AT d6 ELSE c6": "ATTACK 12 AT d6 ELSE ATTACK AT c6",
    "ATTACK 12 AT d6 ELSE TO c5": "ATTACK 12 AT d6 ELSE MOVE TO c5",
    "ATTACK 12 AT d6 ELSE NEAREST ELSE LATE TO c5": (
        "ATTACK 12 AT d6 ELSE ATTACK NEAREST ELSE LATE MOVE TO c5"
    ),
    "MOVE 12 13 TO c5 ELSE d4": "MOVE 12 TO c5 ELSE MOVE TO d4; MOVE 13 TO c5 ELSE MOVE TO d4",
    "DEPLOY 14 ELSE d4": "DEPLOY 14 ELSE MOVE TO d4",
    # ATTACK
    "ATTACK 12 AT d6": D6,
    "ATTACK 12 d6": D6,
    "attack d6 with 12": D6,
    "12 attacks d6": D6,
    "SHOOT 12 AT d6": D6,
    "fire 12 at d6": D6,
    "HIT d6 WITH unit 12": D6,
    "Angriff 12 auf d6": D6,
    "Greife d6 mit 12 an": D6,
    "attaquer d6 avec 12": D6,
    "have 12 attack d6": D6,
    "ATTACK 12 AT d6 OR c6": SQUARES,
    "12 schießt auf den nächsten Feind": WATCH,
    "attack Blue's unit 4 with 12": BLUE_4,
    "Attaquer l'unité bleue 4 avec 12": BLUE_4,
    "ATTACK 12 AT d6, c6": SQUARES,
    "ATTACK 12 AT d6 c6": SQUARES,
    "ATTACK 12 AT d6 then c6": SQUARES,
    "ATTACK 12 AT d6, c6, d6": SQUARES,
    "ATTACK 12 NEAREST": WATCH,
    "attack the nearest enemy with 12": WATCH,
    "12 nearest": WATCH,
    "overwatch 12": WATCH,
    "ANGRIFF 12 NÄCHSTEN": WATCH,
    "ATTAQUER 12 LE PLUS PROCHE": WATCH,
    "ATTACK 12 UNIT Blue 4": BLUE_4,
    "ATTACK 12 Blue 4": BLUE_4,
    "ATTACK 12 UNIT blue4": BLUE_4,
    "ATTACK 12 UNIT B 4": BLUE_4,
    "ATTACK 12 UNIT B4": BLUE_4,
    "ATTACK 12 UNIT Bruno 4": BLUE_4,
    "ATTACK 12 Bruno's 4": BLUE_4,
    "ATTACK 12 UNIT 4 OF Blue": BLUE_4,
    "ATTACK 12 UNIT 4": BLUE_4,
    "attack Blue 4 with 12": BLUE_4,
    "ATTACK 12 EINHEIT BLAU 4": BLUE_4,
    "attaquer 12 unité bleu 4": BLUE_4,
    "ATTACK 12, 13 NEAREST": "ATTACK 12 NEAREST; ATTACK 13 NEAREST",
    # DEPLOY, PASS
    "DEPLOY 14": "DEPLOY 14",
    "deploy unit 14 at d3": "DEPLOY 14",
    "deploy the factory 14": "DEPLOY 14",
    "unfold 14 and 15": "DEPLOY 14; DEPLOY 15",
    "DEPLOY ALL": "DEPLOY 14; DEPLOY 15",
    "14 aufstellen": "DEPLOY 14",
    "Stelle 14 auf": "DEPLOY 14",
    "déployer 14": "DEPLOY 14",
    "PASS": "",
    "no orders this turn": "",
    "passen": "",
}


@pytest.mark.parametrize("text", MEANT)
def test_what_people_write_is_taken_for_what_they_mean(text):
    assert written(text) == MEANT[text]
    assert desk.fit(text, armies()) is Fit.ORDER


PLACED = {
    "a1 a2 b1": "PLACE a1 a2 b1",
    "1. a1": "PLACE a1",
    "PLACE 1. a1 2. b2": "PLACE a1 b2",
    "factory A at a1, factory B at b2": "PLACE a1 b2",
    "A builds A2 M2, B builds a factory": "PRODUCE A A2 M2; PRODUCE B FACTORY",
    "PLACE a1 c2 b3": "PLACE a1 c2 b3",
    "place A1, C2 and b 3": "PLACE a1 c2 b3",
    "put factories at a1, c2": "PLACE a1 c2",
    "Platziere Fabriken auf a1 und c2": "PLACE a1 c2",
    "PRODUCE A D2": "PRODUCE A D2",
    "PRODUCE ALL D2": "PRODUCE A D2; PRODUCE B D2",
}


@pytest.mark.parametrize("text", PLACED)
def test_GU_7_lists_and_products_of_the_placement(text):
    assert written(text, view(turn=0)) == PLACED[text]
    assert desk.fit(text, view(turn=0)) is Fit.ORDER


def test_GU_9_a_product_that_comes_this_turn_can_go_on():
    seen = view(factories=(factory(1, "A", "a1", "D2", since=3),))
    assert written("REPEAT A", seen) == "PRODUCE A D2 REPEAT"


def test_who_has_no_factory_or_unit_is_told_so():
    bare = view(units=(), factories=(), turn=3)
    assert verdict("PRODUCE D2", bare).message == "you have no factory that could make anything"
    assert verdict("MOVE TO c5", bare).message == "which unit? As in MOVE 12 TO c7"
    assert verdict("MOVE 3 TO c5", bare).message == "there is no unit 3; you have none"


THREE = armies(players=3)


def test_GU_4_a_number_without_a_colour_is_asked_about_where_two_could_be_meant():
    found = verdict("ATTACK 12 UNIT 4", THREE)
    assert found.message == "whose is “4”? Name the colour, as in UNIT Blue 7"
    assert written("ATTACK 12 UNIT 4", armies(players=3, out={3: 2})) == BLUE_4


def test_names_of_several_words_are_understood():
    seen = armies(players=3, units=(unit(1, 12, "c4", "R3"), unit(3, 7, "d5")), factories=())
    assert written("ATTACK 12 UNIT Carla von Ems 7", seen) == "ATTACK 12 UNIT Green 7"
    assert written("attack carla von ems 7 with 12", seen) == "ATTACK 12 UNIT Green 7"


def test_a_players_name_never_takes_the_words_of_an_order():
    names = ("Nearest", "Red", "12", "To c5")
    seen = armies(players=4)
    players = tuple(Player(seat, name) for seat, name in enumerate(names, start=1))
    odd = seen.__class__(
        **{**{f: getattr(seen, f) for f in seen.__struct_fields__}, "players": players}
    )
    for text in ("MOVE 12 TO c5", "ATTACK 12 NEAREST", "ATTACK 12 UNIT Blue 4"):
        assert written(text, odd) == text
    assert verdict("ATTACK 12 UNIT Red 13", odd).level is Level.REFUSED


def test_initials_name_a_piece_where_no_such_square_is_on_the_board():
    seen = view(
        players=8,
        units=(unit(1, 1, "c4", "R3"), unit(6, 7, "c5"), unit(2, 7, "b4")),
        factories=(factory(6, "B", "c6"),),
    )
    assert written("ATTACK 1 t7", seen) == "ATTACK 1 UNIT Teal 7"
    assert written("ATTACK 1 b4", seen) == "ATTACK 1 AT b4"
    assert written("ATTACK 1 FACTORY T B", seen) == "ATTACK 1 FACTORY Teal B"


CROWD = view(units=[unit(1, number, "c3") for number in range(101, 117)])
LONG = "MOVE " + " ".join(map(str, range(101, 114)))


def test_a_list_of_units_that_a_mail_client_broke_is_one_order():
    """Its second half alone would be an order for 114, and the others would stay."""
    rest = "114 115 116 TO c4"
    assert desk.continues(LONG, rest, CROWD)
    orders = read(f"{LONG} {rest}", CROWD)
    assert [order.unit for order in orders] == [*range(101, 117)]
    assert not desk.continues(f"{LONG} TO c4", "114 TO b3", CROWD)


def test_no_line_broken_anywhere_is_read_as_a_shorter_order():
    seen = armies()
    for text in (text for text in MEANT if Fit.ORDER is desk.fit(text, seen)):
        words = text.split()
        for place in range(1, len(words)):
            before, rest = " ".join(words[:place]), " ".join(words[place:])
            if desk.continues(before, rest, seen):
                continue
            alone = parse(seen, before).orders
            assert alone is None or desk.fit(rest, seen) is not Fit.NO, (before, rest)


def test_ALL_leaves_out_units_that_lines_above_order():
    parsed = parse(armies(), "MOVE 12 TO c5", "MOVE 1 TO a2", "ATTACK ALL NEAREST")
    assert parsed.orders is not None
    assert [language.written(order) for order in parsed.orders.orders] == [
        "MOVE 12 TO c5",
        "MOVE 1 TO a2",
        "ATTACK 13 NEAREST",
        "ATTACK 17 NEAREST",
    ]


@pytest.mark.parametrize(
    ("spoken", "told"), [("de", "Grün 7"), ("fr", "Vert 7"), ("en", "Green 7")]
)
def test_colours_are_told_in_the_readers_language_and_ordered_in_any(
    spoken: str, told: str
) -> None:
    with speaking(catalogue(spoken)):
        name = unit_name(3, 7)
        assert str(name) == told
        assert (
            language.written(Act(unit=12, choice=AttackPiece(target=name)))
            == "ATTACK 12 UNIT Green 7"
        )
    seen = armies(players=3, units=(*ARMIES["units"], unit(3, 7, "h8")))
    assert read(f"ATTACK 12 UNIT {told}", seen) == read("ATTACK 12 UNIT Green 7", seen)
