"""Orders that are taken only as they were meant: what else a line may say is refused."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from pbem.rulesets.parsec.figures import Kind
from pbem.rulesets.parsec.orders import IDLE, AnyOrder, Attack, Defend, Destroy, Orders, Pass, Swap
from tests.rulesets.parsec.table import CROWDED, desk, parse, square, verdict, view

A2 = Destroy(at=square("a2"))
TWO_AND_ONE = Swap(ships=("science", "science", "mining"))


def assert_read(text: str, *wanted: AnyOrder) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = parse(seen, text)
    assert found.orders == Orders(wanted), found.verdicts


CHANCE = "which ships come for others is chance"
HOW_MANY = "how many? As in “SWAP 2 {ships}” or “SWAP ALL {ships}”"
NOT_ONE_TURN = "a standing order holds until others are sent, not for one turn"
HALF_PASS = "PASS alone passes both orders; name the other order too"


def assert_refused(text: str, message: str, suggestion: str | None = None) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is Fit.ORDER
    found = verdict(seen, text)
    told = found.message.replace("\N{NO-BREAK SPACE}", " ")
    assert (found.level, told, found.suggestion) == (Level.REFUSED, message, suggestion)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("swap miner for scientist", "SWAP miner"),
        ("swap a merchant for a miner", "SWAP merchant"),
        ("swap 2 merchants into scientists", "SWAP merchant merchant"),
        ("replace miner with merchant", "SWAP miner"),
        ("exchange miner against merchant", "SWAP miner"),
        ("swap merchants for scientists", None),
        ("tausche Bergmann gegen Händler", "SWAP miner"),
        ("tausche einen Bergmann in einen Händler", "SWAP miner"),
        ("remplace mineur par marchand", "SWAP miner"),
        ("échange un mineur contre un marchand", "SWAP miner"),
        ("échange mineur pour marchand", "SWAP miner"),
    ],
)
def test_PA_9_no_ship_is_asked_for_in_a_swap(text: str, suggestion: str | None) -> None:
    assert_refused(text, CHANCE, suggestion)


@pytest.mark.parametrize(
    ("text", "ships"),
    [
        ("swap all merchants and 1 scientist", ("merchant", "merchant", "science")),
        ("swap miner and all merchants", ("merchant", "merchant", "mining")),
        ("swap all merchants and miner", ("merchant", "merchant", "mining")),
        ("swap all my merchants and scientists", ("science", "science", "merchant", "merchant")),
        ("tausche 1 Forscher und alle Händler", ("merchant", "merchant", "science")),
        ("échange tous les marchands et 1 savant", ("merchant", "merchant", "science")),
        ("swap all of my merchants", ("merchant", "merchant")),
        ("swap all 2 merchants", ("merchant", "merchant")),
    ],
)
def test_PA_9_all_goes_for_its_own_kind(text: str, ships: tuple[Kind, ...]) -> None:
    assert_read(text, Swap(ships=ships))


@pytest.mark.parametrize(
    ("text", "ships"),
    [
        ("swap scientists", "scientists"),
        ("swap my merchants", "merchants"),
        ("swap merchants for others", "merchants"),
        ("swap 1 miner and scientists", "scientists"),
        ("swap merchants all", "merchants"),
        ("tausche Bergleute", "miners"),
        ("tausche meine Händler", "merchants"),
        ("échange mes mineurs", "miners"),
    ],
)
def test_PA_9_several_ships_are_counted_or_all(text: str, ships: str) -> None:
    assert_refused(text, HOW_MANY.format(ships=ships))


@pytest.mark.parametrize(
    "text", ["swap miner", "tausche Bergmann", "échange un mineur", "swap my miner for others"]
)
def test_PA_9_a_single_ship_needs_no_number(text: str) -> None:
    assert_read(text, Swap(ships=("mining",)))


@pytest.mark.parametrize(
    "remark",
    [
        *("just joking", "only joking", "sorry, only joking", "nur Spaß", "je plaisante"),
        *("assuming it is free", "supposing I can", "given the chance", "vorausgesetzt es geht"),
        *("eventually", "soon", "at the end of the game", "as a last resort"),
        *("bald", "irgendwann", "am Ende", "bientôt", "à la fin", "en dernier recours"),
    ],
)
def test_a_joke_a_delay_or_a_condition_is_no_remark(remark: str) -> None:
    seen = view(CROWDED)
    for text in (f"destroy a2, {remark}", f"destroy a2 ({remark})", f"destroy a2 - {remark}"):
        assert desk.fit(text, seen) is Fit.ORDER
        assert parse(seen, text).orders is None, text


@pytest.mark.parametrize(
    "remark", ["ask Cé", "kindness rules", "everybody watches", "frag Cé", "demande Cé"]
)
def test_a_remark_is_told_of_behind_whatever_sign(remark: str) -> None:
    for sign in (",", ".", " -", " –"):
        found = verdict(view(CROWDED), f"destroy a2{sign} {remark}")
        assert found.level is Level.REFUSED
        assert desk.fit(f"destroy a2{sign} {remark}", view(CROWDED)) is Fit.ORDER


@pytest.mark.parametrize("said", ["please", "thanks", ":-)", ";-)", "merci", "bitte"])
def test_a_word_of_courtesy_or_a_smiley_changes_nothing(said: str) -> None:
    for text in (f"destroy a2, {said}", f"destroy a2. {said}"):
        assert parse(view(CROWDED), text).orders == Orders((A2,)), text


@pytest.mark.parametrize(
    "text",
    [
        "defend with 2 this turn",
        "defend with 2 this turn only",
        "this turn: defend with 2",
        "defend with 2 (this turn)",
        "attack none this turn",
        "defend with 2 for now",
        "verteidige diese Runde mit 2",
        "verteidige nur diese Runde mit 2",
        "défends avec 2 ce tour",
        "défends avec 2 ce tour seulement",
        "destroy a2, defend with 2 this turn",
    ],
)
def test_PA_12_a_standing_order_is_not_for_one_turn(text: str) -> None:
    assert_refused(text, NOT_ONE_TURN)


def test_what_else_is_ordered_is_for_this_turn() -> None:
    for text in ("destroy a2 this turn", "zerstöre a2 diese Runde", "détruis a2 ce tour"):
        assert_read(text, A2)
    assert_read("destroy a2 this turn, defend with 2", A2, Defend(ships=2))


@pytest.mark.parametrize(
    "text",
    [
        "attack with all scientists",
        "attack with all my scientists",
        "mit allen Wissenschaftlern angreifen",
        "attaque avec tous les savants",
    ],
)
def test_PA_12_all_scientists_may_be_for_any_leader_as_some_are(text: str) -> None:
    message = (
        "for which leader? For your science leader, or for all: "
        "“ATTACK science WITH 6” or “ATTACK WITH 6”"
    )
    assert_refused(text, message)
    assert_read("attack science with all scientists", Attack(kind="science", ships=6))
    assert_read("attack with all miners", Attack(kind="mining", ships=6))


def test_signs_between_words_are_no_figures() -> None:
    assert_read("- attack with 2", Attack(ships=2))
    assert_read("defend - 2", Defend(ships=2))
    assert_read("swap scientist scientist+1 miner", TWO_AND_ONE)
    assert_read("attack with 2 + defend with 3", Attack(ships=2), Defend(ships=3))


@pytest.mark.parametrize(
    "text",
    [
        *("pass first", "pass the second", "pass my second order"),
        *("passe den zweiten", "ich passe beim zweiten", "passe le second"),
    ],
)
def test_PA_5_half_a_turn_is_not_passed_alone(text: str) -> None:
    assert_refused(text, HALF_PASS)


def test_PA_5_one_pass_of_two_is_said_beside_the_other_order() -> None:
    assert_read("destroy a2, pass second", A2, Pass())


@pytest.mark.parametrize(
    "text",
    ["PASS PASS", "pass both", "pass twice", "passe beide", "zweimal passen", "passe deux fois"],
)
def test_PA_5_both_orders_may_be_passed(text: str) -> None:
    assert desk.fit(text) is Fit.ORDER
    assert parse(view(CROWDED), text).orders == IDLE
