"""Which lines of a mail are orders, which are prose, and which go on from the line before."""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit
from tests.rulesets.parsec.table import desk, resolve, rules, state, view

ORDERS = [
    "LEADER science TO f5",
    "leader science f5",
    "MOVE f4 TO f5",
    "move science leader from e4 to f5",
    "science leader to f5",
    "science f5",
    "scientist f 5",
    "RECALL science",
    "remove the merchant leader",
    "REMOVE f5",
    "leader mining home",
    "SETTLE merchant AT g7",
    "SETTLE merchant AT g7 FIRST science merchant",
    "SETTLE mercant AT g7",
    "SETTEL merchant AT g7",
    "SETTEL mercant AT g7",
    "settle foo at g7",
    "SETTLE merchant",
    "SETTLE",
    "colonize g7 with merchant",
    "Colonise G7 with my merchant, please",
    "besiedle g7 mit Händler",
    "coloniser g7 avec un marchand",
    "place scientist at g7",
    "DESTROY h3",
    "destroy system h3",
    "use weapon on h3",
    "WEAPON h3",
    "SWAP scientist scientist miner",
    "SWAP ALL",
    "swap all",
    "swap 2 scientists 1 miner",
    "exchange 2 settlers",
    "PASS",
    "pass.",
    "Pass this turn",
    "HARVEST g4",
    "take the artifact g4",
    "ATTACK WIN",
    "ATTACK NONE",
    "attack with 2",
    "ATTACK merchant WITH 2",
    "DEFEND TIE",
    "DEFEND merchant WITH 2",
    "defend none",
    "DEFEND foo WITH 2",
    "REINFORCE merchant WITH 2",
    "send 2 merchants",
    "@ DEFEND NONE",
    "TURN 8: SETTLE merchant AT g7",
    "- SETTLE merchant AT g7",
    "1. SETTLE merchant AT g7",
    "2) settle merchant at g7",
    "First: settle merchant at g7",
    "I want to settle merchant at g7",
    "SETTLE merchant AT g7 # for the money",
    "SETTLE merchant AT g7 and LEADER science TO f5",
    "SETTLE merchant AT g7. LEADER science TO f5.",
    '"SETTLE merchant AT g7"',
    "the science leader to f5",
    "settle merchants, not miners",
    "leader not science",
    "mines f5",
    "Wissenschaftsoberhaupt nach f5",
    "Oberhaupt Handelsoberhaupt auf f5",
    "LEADER mines TO f5",
    "def none",
    "recal goverment",
    "leader merchant",
    "settle miner",
    "leader a2",
    "Mit 2 verteidgen",
    "Could you please destroy h3?",
    "settle miner m3 - cheap and safe",
    "destroy h3 if Cé comes to f5",
]

PROSE = [
    "Gleichstand die Verteidigung; geschickte Schiffe sind weg.",
    "",
    "I will settle my debts tomorrow",
    "I want to settle my debts tomorrow",
    "Attack is the best defence",
    "Attack!",
    "attack at dawn",
    "Attack Björn with me next turn",
    "Defend yourself",
    "Settle down, everyone",
    "Settle this at noon",
    "Place your bets",
    "Move on to the next turn",
    "Move to f5 was a mistake",
    "Leader of the pack",
    "The leader on f5",
    "The leader on f5 is weak",
    "Remove me from this list",
    "Recall the old days",
    "Swap stories with me",
    "Exchange rates are up",
    "Destroy everything!",
    "Harvest time is here",
    "Take the artifact before Cé does",
    "Pass me the salt",
    "Send help",
    "Send my regards to your wife",
    "Support is on its way",
    "Should I SETTLE merchant AT g7?",
    "Settled merchant at g7",
    "Placed a leader on f5 last turn",
    "Björn settled f5",
    "merchants: 2",
    "2 merchants",
    "none",
    "science",
    "Money: 4",
    "f5",
    "a1 b2 c3",
    "2024",
    "Hi all,",
    "Best regards",
    "Thanks, Philippe",
    "Sent from my iPhone",
    "On Mon, 3 Mar 2025 at 10:12, Game <x@y.z> wrote:",
    "Tel. +41 44 123 45 67",
    "First of all, thanks",
    "First",
    "To: me",
    "From: game@example.org",
    "With kind regards",
    "# SETTLE merchant AT g7",
    "Orders:",
    "My orders for turn 3:",
    "Order now",
    "SETTLE " + "merchant " * 60,
    "“ATTACK\N{NO-BREAK SPACE}merchant\N{NO-BREAK SPACE}WIN”.",
    "merchant (c2)",
    "the board. Settlements: 10 scientists. Artifacts: k1, b2, p2, f3, n5, i7,",
    "Siedlungen: 6 Siedler, 18 Forscher, 5 Händler, 7 Bergleute. Artefakte: k1,",
    "Le dirigeant marchand de Anna est allé de k10 en l1.",
    "mines         h7       3 systèmes, 1 artefact    1 +1       0",
    "Move on, nothing to see",
    "Attack! Attack!",
    "Don't attack me and I won't attack you",
    "Do not attack my merchants, please",
    "If you attack me I will destroy h3",
    "If you leave a1 alone I will not settle a2",
    "I will settle at m3 unless you do first",
    "I attacked with 2 and lost",
    "My merchant leader is attacked every turn",
    "2 attacks",
    "Two attacks in one turn!",
    "Attacked 2 merchants",
    "No defence against that",
    "Science or money, that is the question",
    "Could you explain the rules?",
    "Can you tell me who attacked b1?",
    "Would you swap places with me?",
    "Can I settle a miner at m3?",
    "I pass my time reading reports",
    "Take care",
    "Take two",
    "Bring it on",
    "Get well soon",
    "Let's settle this like adults",
    "Let's attack Cé together",
    "I'd like to know who holds b8",
    "Leaders come and go",
    "The merchants at a1",
    "My merchants at a1",
    "first merchants.",
    "zuerst Händler.",
    "The merchants at a1 are mine",
    "Settle m3 if you dare",
    "Recall our deal",
    "Hold the line",
    "Lead the way",
    "Play fair",
    "Add 2 to that",
    "Order of play: Ada, Björn",
    "And then there were two",
    "Next turn I will crush you",
    "I moved my merchant leader to a2 last turn.",
    "She moves her merchant leader to a2",
    "Left on the board: 1 artifact",
    "merchant  b1      3 systems, 2 artifacts    2 +2     0 +2",
    "Anna's merchant leader went from k10 to l1.",
    "Greif mich nicht an",
    "Angriff ist die beste Verteidigung",
    "Zieh dich warm an",
    "Nimm es nicht so schwer",
    "Hol dir ein Bier",
    "Ruf mich an",
    "Ich ziehe nach Bern um",
    "Ich passe auf dich auf",
    "Kannst du mir das erklären?",
    "Nie wieder Krieg",
    "Händler    b1      3 Systeme, 2 Artefakte   2 +2   0 +2",
    "keine Händler zu schicken, 3 gegen 2: du gewinnst.",
    "N'attaque pas mes marchands, s'il te plaît",
    "Ne m'attaque plus",
    "On m'attaque !",
    "Place aux jeunes",
    "Je passe demain te voir",
    "Prends soin de toi",
    "Si tu m'attaques je détruis h3",
    "Des marchands en a1",
    "Peux-tu laisser a1 tranquille ?",
    "vaisseau : “DEFEND merchant NONE”.",
    "nice move at f3",
    "I fear for my merchants at g7",
    "watch out, I may settle next to you soon",
    "if you settle c5 I will destroy it",
    "Miners settled d4",
    "you should settle h5",
    "my leader at b3 feels lonely",
    "The merchants at f4 are mine",
    "Lovely artifact at h1",
    "Thank you for the merchant at f4",
    "Keep your miners off e2",
    "science at f5 looks strong",
    "I would settle f4 if I were you",
    "Forget it, Björn",
    "Instead of fighting let us talk",
    "otherwise I would destroy a2",
    "Let us all settle down",
    "I think I'll go to bed",
    "I think Björn will settle f4",
    "The attack with 2 ships failed",
    "Defend your leaders well",
    "1) who plays next?",
    "Boom!",
    "No, I will not",
    "You take h1 and I take a1",
    "Let's split the north: you take a1, I take h1",
    "Schöner Zug auf f3",
    "wenn du c5 besiedelst, zerstöre ich es",
    "Bergleute haben d4 besiedelt",
    "Lass meine Händler auf f4 in Ruhe",
    "Vergiss mich nicht",
    "Statt zu kämpfen sollten wir reden",
    "Meine Händler auf f4 sind einsam",
    "joli coup en f3",
    "si tu colonises c5 je le détruis",
    "des mineurs ont colonisé d4",
    "Oublie ça, Björn",
    "Au lieu de se battre, parlons",
    "mon chef en b3 est seul",
]

CONTINUED = ["FIRST science merchant", "AT g7", "TO f5", "at g7 first science", "WITH 2", "with 3"]


@pytest.mark.parametrize("line", ORDERS)
def test_orders_well_written_or_not_are_told(line):
    assert desk.fit(line) is Fit.ORDER


@pytest.mark.parametrize("line", PROSE)
def test_prose_is_left_alone(line):
    assert desk.fit(line) is not Fit.ORDER


@pytest.mark.parametrize(
    "line",
    [
        "see you on 12 May at 8",
        "call me 0171 2345678",
        "Thanks for turn 3!",
        "nice move at f3",
        "Let's meet at 8",
        "10115 Berlin",
    ],
)
def test_pleasantries_are_not_even_nearly_orders(line):
    assert desk.fit(line) is Fit.NO


@pytest.mark.parametrize("line", ["2 merchants", "The merchants at a1"])
def test_what_is_nearly_an_order_is_told(line):
    assert desk.fit(line) is Fit.NEARLY


@pytest.mark.parametrize(
    "line",
    [
        "Björn settles f4",
        "Björn settles merchant at f4, the fool",
        "Björn, destroy a2",
        "Destroy a2, Björn",
        "destroy a2, Björn, it is yours",
        "merchants may come to b3 one day",
        "my merchants may come to b3 soon",
        "I think Björn destroys a2",
        "have: “ATTACK\N{NO-BREAK SPACE}merchant\N{NO-BREAK SPACE}WITH\N{NO-BREAK SPACE}3”.",
    ],
)
def test_what_another_player_does_or_is_told_is_no_order(line):
    assert desk.fit(line, view()) is not Fit.ORDER


def test_PA_12_who_is_asked_for_ships_may_name_them_alone():
    board = """
        s*  M1  .   s   .
        .   .   M2  s   .
        .   .   s   s   .
    """
    waiting, _events = resolve(state(board, reactions="ask"), {1: "LEADER merchant TO e1"})
    asked, idle = rules.view(waiting, 1), rules.view(waiting, 3)
    for line in ("2 scientists", "scientists 2", "none", "2"):
        assert desk.fit(line, asked) is Fit.ORDER
        assert desk.fit(line, idle) is not Fit.ORDER
    assert desk.fit("2 scientists would do", asked) is not Fit.ORDER
    for row in (
        "settlers  1  people  2",
        "scientists  0  technology  0",
        "1 money.",
        "Geld 1, Händler 2",
    ):
        assert desk.fit(row, asked) is not Fit.ORDER


def test_an_order_and_words_that_are_no_remark_are_seen():
    for line in (
        "recall science, he looks tired",
        "destroy a2, they watch",
        "destroy a2, frag ihn",
    ):
        assert desk.fit(line, view()) is Fit.ORDER
