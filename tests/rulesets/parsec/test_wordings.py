"""Orders as people write them, in three languages: fit to be orders, and read (PA-5, PA-12)."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.i18n import speaking
from pbem.rulesets.parsec.orders import (
    IDLE,
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)
from pbem.service.languages import catalogue
from tests.rulesets.parsec.table import CROWDED, desk, marked, parse, square, verdict, view

MERCHANT_F4 = Settle(kind="merchant", at=square("f4"))
MINER_E2 = Settle(kind="mining", at=square("e2"))
SCIENTIST_D1 = Settle(kind="science", at=square("d1"))
SCIENCE_TO_H5 = PlaceLeader(kind="science", to=square("h5"))
GOVERNMENT_TO_H5 = PlaceLeader(kind="government", to=square("h5"))
RECALL = Recall(kind="science")
A2 = Destroy(at=square("a2"))
TWO_AND_ONE = Swap(ships=("science", "science", "mining"))


def assert_read(text: str, *wanted: AnyOrder) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = parse(seen, text)
    assert found.orders == Orders(wanted), found.verdicts


@pytest.mark.parametrize(
    ("text", "order"),
    [
        # The verb stands last.
        ("Forscher nach d1 siedeln", SCIENTIST_D1),
        ("Auf e2 einen Bergmann ansiedeln", MINER_E2),
        ("Anführer Wissenschaft nach h5 bewegen", SCIENCE_TO_H5),
        ("Bitte den Wissenschafts-Anführer auf h5 setzen.", SCIENCE_TO_H5),
        ("Wissenschaft zurückziehen", RECALL),
        ("a2 zerstören", A2),
        ("2 Forscher und 1 Bergmann tauschen", TWO_AND_ONE),
        ("mit 2 verteidigen", Defend(ships=2)),
        ("e2 settle miner", MINER_E2),
        # Its parts stand apart.
        ("hole Wissenschaft zurück", RECALL),
        ("siedle Bergmann auf e2 an", MINER_E2),
        ("greife mit 3 an", Attack(ships=3)),
        ("blow a2 up", A2),
        ("take the science leader back", RECALL),
        # Nouns, cases and words written as one.
        ("besiedle e2 mit Bergleuten", MINER_E2),
        ("besiedle e2 mit Minenarbeitern", MINER_E2),
        ("Wissenschaftsführer nach h5", SCIENCE_TO_H5),
        ("bewege Regierungschef nach h5", GOVERNMENT_TO_H5),
        ("science-leader to h5", SCIENCE_TO_H5),
        ("settle raw-materials at e2", MINER_E2),
        ("retirer le chef de la science", RECALL),
        ("déplace le dirigeant scientifique en h5", SCIENCE_TO_H5),
        ("place a miner token on e2", MINER_E2),
        ("miner on e2", MINER_E2),
        ("un mineur en e2", MINER_E2),
        # Cut short.
        ("lead sci h5", SCIENCE_TO_H5),
        ("sett min e2", MINER_E2),
        ("rec gov", Recall(kind="government")),
        ("har h1", Harvest(square=square("h1"))),
        ("swap 2 scientist 1 min", TWO_AND_ONE),
        ("def none", Defend(ships=0)),
        ("att sci 3", Attack(kind="science", ships=3)),
        # Squares.
        ("settle miner @ e2", MINER_E2),
        ("miner @ e2", MINER_E2),
        ("settle miner at e02", MINER_E2),
        ("settle miner at E-2.", MINER_E2),
        ("settle miner at (e,2)", MINER_E2),
        ("settle miner at (e, 2)", MINER_E2),
        ("settle miner at E 02", MINER_E2),
        ("destroy [a2]", A2),
        # As one talks.
        ("I'll move my science leader to h5", SCIENCE_TO_H5),
        ("could you swap two of my scientists and a miner?", TWO_AND_ONE),
        ("Könntest du a2 zerstören?", A2),
        ("Peux-tu détruire a2 ?", A2),
        ("my second order: settle miners on e2!", MINER_E2),
        ("ok lets settle a miner at e2", MINER_E2),
        ("Then settle a miner at e2.", MINER_E2),
        ("I take my science leader off the board", RECALL),
        ("Ich ziehe meinen Wissenschaftsführer nach h5.", SCIENCE_TO_H5),
        ("J'installe un mineur en e2", MINER_E2),
        ("Order 1 - settle miner at e2", MINER_E2),
        ("(1) settle miner at e2", MINER_E2),
        ("Order two: settle miner at e2", MINER_E2),
        ("send my science leader to h5", SCIENCE_TO_H5),
        ("nimm das Artefakt auf h1", Harvest(square=square("h1"))),
    ],
)
def test_PA_5_orders_are_read_as_people_write_them(text: str, order: AnyOrder) -> None:
    assert_read(text, order)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("if attacked send 2", Defend(ships=2)),
        ("send 2 if attacked", Defend(ships=2)),
        ("when my merchant is attacked send 2 ships", Defend(kind="merchant", ships=2)),
        ("If my science leader is attacked, send 3", Defend(kind="science", ships=3)),
        ("when I attack send 3", Attack(ships=3)),
        ("send no ships when attacking", Attack(ships=0)),
        ("reinforce defence with 2", Defend(ships=2)),
        ("two ships in defence", Defend(ships=2)),
        ("always defend with 2", Defend(ships=2)),
        ("never attack", Attack(ships=0)),
        ("never defend mining", Defend(kind="mining", ships=0)),
        ("no attack", Attack(ships=0)),
        ("wenn ich angegriffen werde, schicke 2 Schiffe", Defend(ships=2)),
        ("wenn mein Händler angegriffen wird, sende 2", Defend(kind="merchant", ships=2)),
        ("beim Angriff keine Schiffe", Attack(ships=0)),
        ("greife nie an", Attack(ships=0)),
        ("niemals angreifen", Attack(ships=0)),
        ("si on m'attaque, envoie 2", Defend(ships=2)),
        ("en cas d'attaque envoyer 2 vaisseaux", Defend(ships=2)),
        ("n'attaque jamais", Attack(ships=0)),
        ("renforcer la défense avec 2", Defend(ships=2)),
    ],
)
def test_PA_12_standing_orders_may_tell_their_occasion(text: str, order: AnyOrder) -> None:
    assert_read(text, order)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("settle miner at e2 and scientist at d1", (MINER_E2, SCIENTIST_D1)),
        ("miner e2, scientist d1", (MINER_E2, SCIENTIST_D1)),
        ("Bergleute auf e2 und Forscher auf d1 ansiedeln", (MINER_E2, SCIENTIST_D1)),
        ("Minenarbeiter auf e2 ansiedeln, dann Forscher auf d1", (MINER_E2, SCIENTIST_D1)),
        ("coloniser e2 avec mineur et d1 avec chercheur", (MINER_E2, SCIENTIST_D1)),
        ("settle miner at e2 and the science leader to h5", (MINER_E2, SCIENCE_TO_H5)),
        ("recall science and government", (RECALL, Recall(kind="government"))),
        ("destroy a2 and a1", (A2, Destroy(at=square("a1")))),
        (
            "settle merchants at f4 and g4",
            (MERCHANT_F4, Settle(kind="merchant", at=square("g4"))),
        ),
        (
            "DEFEND government 1, mining 2",
            (Defend(kind="government", ships=1), Defend(kind="mining", ships=2)),
        ),
        (
            "when attacked send 2, when attacking send 3",
            (Defend(ships=2), Attack(ships=3)),
        ),
    ],
)
def test_one_verb_may_have_several_objects(text: str, wanted: tuple[AnyOrder, ...]) -> None:
    assert_read(text, *wanted)


@pytest.mark.parametrize(
    "text",
    ["pass.", "PASS!", "I pass", "I'll pass, thanks", "Ich passe.", "je passe !", "Then pass."],
)
def test_a_pass_may_end_with_a_sign(text: str) -> None:
    assert desk.fit(text) is Fit.ORDER
    assert parse(view(CROWDED), text).orders == IDLE


@pytest.mark.parametrize(
    ("text", "order"),
    [
        # A remark in brackets, behind a sign, or behind a word that opens one.
        # "if possible" says nothing.
        # A label.
        ("3) otherwise: settle miner e2", MINER_E2),
        ("reserve: settle miner at e2", MINER_E2),
        ("second order - destroy a2", A2),
        ("b) destroy a2", A2),
        ("and finally, destroy a2", A2),
        ("instead: destroy a2", A2),
        ("Standing orders: defend tie", Defend()),
        ("standing order: defend government with 2 settlers", Defend(kind="government", ships=2)),
        ("Reserve: zerstöre a2", A2),
        ("Dauerbefehl: verteidige mit 2", Defend(ships=2)),
        ("sinon : détruis a2", A2),
        ("ordres permanents : défendre avec 2", Defend(ships=2)),
        # Cut short, or without a blank.
        ("settle raw mat. e2", MINER_E2),
        ("settle min. e2", MINER_E2),
        ("def gov't w/ 2", Defend(kind="government", ships=2)),
        ("leader science toh5", SCIENCE_TO_H5),
        # All that there is, and as many as it takes.
        ("DEFEND ALL", Defend(ships=6)),
        ("defend all with 2", Defend(ships=2)),
        ("ATTACK mining with all I have", Attack(kind="mining", ships=6)),
        ("when attacking, send as many ships as it takes to win", Attack()),
        ("défends avec autant que nécessaire", Defend()),
        # Who does it comes first.
        ("Merchants settle f4", MERCHANT_F4),
        ("my merchants go to f4", MERCHANT_F4),
        ("merchant settles f4", MERCHANT_F4),
        ("My science leader should go to h5 now.", SCIENCE_TO_H5),
        ("I think I'll destroy a2", A2),
        ("If anybody attacks my science leader, defend it with 3", Defend(kind="science", ships=3)),
        ("Forscher besiedeln d1", SCIENTIST_D1),
        ("Ein Bergmann besiedelt e2", MINER_E2),
        ("Mein Wissenschaftsführer soll nach h5 gehen", SCIENCE_TO_H5),
        ("mon chef scientifique doit aller en h5", SCIENCE_TO_H5),
        ("send a merchant to f4", MERCHANT_F4),
        ("take the artifact from h1", Harvest(square=square("h1"))),
    ],
)
def test_what_is_said_around_an_order_and_changes_nothing_is_passed_over(
    text: str, order: AnyOrder
) -> None:
    assert_read(text, order)


@pytest.mark.parametrize(
    "text",
    [
        "I think I'll just pass",
    ],
)
def test_a_pass_may_be_said_with_more_words(text: str) -> None:
    assert desk.fit(text) is Fit.ORDER
    assert parse(view(CROWDED), text).orders == IDLE


# What is meant as an order and not taken ----------------------------------------------

NO_CONDITIONS = "no conditions: a line that cannot be carried out is left out, and the next comes"
NO_CHOICE = "a line orders one thing; a second line is there for what cannot be done"
TAKEN_BACK = "a mail replaces the orders sent before it: send all those that are to count"
NO_DENIAL = "an order says what to do; leave the line out if it is not to be done"


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("settle miner at e2 or e3", "or", NO_CHOICE),
        ("recall science or government", "or", NO_CHOICE),
        ("besiedle e2 oder e3 mit Bergleuten", "oder", NO_CHOICE),
        ("don't destroy a2", "don't", NO_DENIAL),
        ("a2 nicht zerstören", "nicht", NO_DENIAL),
        ("don't defend with 2", "don't", NO_DENIAL),
        ("settle miner at e2, not scientist at d1", "not", NO_DENIAL),
        ("destroy a2, otherwise settle miner at e2", "otherwise", NO_CHOICE),
        ("destroy a2, sonst Bergmann auf e2", "sonst", NO_CHOICE),
        ("forget a1, make it settler c1", "forget", TAKEN_BACK),
        ("no wait - destroy a2", "no wait", TAKEN_BACK),
        ("cancel the second order", "cancel", TAKEN_BACK),
        ("instead of b6 take b5", "instead of", TAKEN_BACK),
        ("destroy a2 - no wait, a1", "no wait", TAKEN_BACK),
        ("attack with 2 (make that 3)", "make that", TAKEN_BACK),
        ("vergiss a1, nimm c1", "vergiss", TAKEN_BACK),
        ("statt b6 nimm b5", "statt", TAKEN_BACK),
        ("annule le deuxième ordre", "annule", TAKEN_BACK),
        ("settle a brave merchant crew on f4", "brave", "“brave” is not understood here"),
        ("settle merchant at f4, next to g4", "next to", "“next\xa0to” is not understood here"),
        ("destroy a2, next to a1", "next to", "“next\xa0to” is not understood here"),
        ("settle scientist at d1, near my leader at b1", "near", "“near” is not understood here"),
    ],
)
def test_conditions_choices_denials_and_halves_are_refused_with_a_reason(
    text: str, words: str, message: str
) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = verdict(seen, text)
    assert (found.level, found.message) == (Level.REFUSED, message)
    assert marked(found) == words


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("recal science", "recall science"),
        ("recal sciense", "recall science"),
        ("defned tie", "defend tie"),
        ("swpa scientist miner", "swap scientist miner"),
        ("atack sceince with 3", "attack science with 3"),
        ("never atack", "never attack"),
        ("Then setle a miner at e2", "Then settle a miner at e2"),
        ("Forscher nach d1 sideln", "Forscher nach d1 siedeln"),
        ("Forschr nach d1 siedeln", "forscher nach d1 siedeln"),
        ("Wissenschaft zurükziehen", "Wissenschaft zurückziehen"),
        ("tausce 2 Forscher", "tausche 2 Forscher"),
        ("rapeler science", "rappeler science"),
        ("colonizer e2 avec mineur", "coloniser e2 avec mineur"),
        ("colonize e2 with minner", "colonize e2 with miner"),
        ("settlemerchant at f4", "settle merchant at f4"),
        ("settle merchant ar f4", "settle merchant at f4"),
        ("settle merchant ta f4", "settle merchant at f4"),
        ("defend wth 2", "defend with 2"),
        ("Leader science too h5", "Leader science to h5"),
        ("Wissenschaftsfürer nach h5", "wissenschaftsführer nach h5"),
        ("PASD", "PASS"),
    ],
)
def test_a_misspelt_order_is_suggested_whole_and_in_its_own_language(
    text: str, suggestion: str
) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = verdict(seen, text)
    assert (found.level, found.suggestion) == (Level.REFUSED, suggestion)


@pytest.mark.parametrize(
    "text",
    [
        "recall science, goverment",
        "destroy a2, settel miner",
        "settle miner at e2 (and merchants)",
        "defend with 2 (win)",
        "swap miner (2)",
    ],
)
def test_what_may_be_a_part_of_the_orders_is_no_remark(text: str) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    assert parse(seen, text).orders is None


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("setle merchant at a1", "a1 is not empty"),
    ],
)
def test_what_is_wrong_besides_a_slip_is_told_at_once_and_suggestions_can_be_sent(
    text: str, more: str
) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = verdict(seen, text)
    assert found.message.endswith(f"; {more}")
    assert found.suggestion is None or parse(seen, found.suggestion).orders is not None


def test_a_word_that_stands_alone_is_guessed_in_its_readers_language() -> None:
    assert verdict(view(CROWDED), "scientifi f4").suggestion == "scientific f4"
    with speaking(catalogue("fr")):
        assert verdict(view(CROWDED), "scientifi f4").suggestion == "scientifique f4"


def test_PA_12_do_not_attack_is_a_standing_order_out_of_turn_only() -> None:
    """In a turn of one's own it may be about the turn; to others it may be said at any time."""
    mine, theirs = view(CROWDED), view(CROWDED, seat=2)
    for text in ("do not attack", "nicht angreifen", "n'attaque pas"):
        assert verdict(mine, text).suggestion == "ATTACK NONE"
        assert parse(theirs, text).orders == Orders((Attack(ships=0),))
    assert parse(theirs, "do not attack merchant").orders is None


def test_PA_12_an_attack_that_may_be_ones_own_or_anothers_is_asked_about() -> None:
    found = verdict(view(CROWDED), "bei Angriff 2 Schiffe")
    assert found.message.startswith("when you attack, or when you are attacked?")
    assert_read("bei Angriff mit 2 verteidigen", Defend(ships=2))
    assert_read("bei Angriff auf mich 2 Schiffe", Defend(ships=2))


def test_PA_12_ships_do_not_go_home_and_no_leader_settles() -> None:
    for text in ("2 miners off the board", "take two of my miners home", "scientist home"):
        assert parse(view(CROWDED), text).orders is None
    assert verdict(view(CROWDED), "settle Händleranführer c4").suggestion == "LEADER merchant TO c4"
    assert parse(view(CROWDED), "settle scientist from b1 to f4").orders is None
