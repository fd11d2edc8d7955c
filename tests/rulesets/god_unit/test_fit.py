"""Which lines of a mail are orders, which are prose, and which go on from the line before."""

from __future__ import annotations

import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Fit, Level, Player
from pbem.engine.rng import Chance
from pbem.engine.testing.golden import plain_text
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.rules import GodUnitRules
from tests.rulesets.god_unit.mails import armies, desk, verdict
from tests.rulesets.god_unit.table import view

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""
ORDERS = [
    "PLACE c4 f9 h2",
    "place c4, f9 and h2",
    "PRODUCE A D2 R3",
    "PRODUCE A D2 R3 REPEAT",
    "PRODUCE B FACTORY",
    "PRODUCE A GRUNT",
    "PRODUCE A NOTHING",
    "produce a d2r3",
    "Build B D=2 R=3",
    "make A attack 3 range 3",
    "BAUE B FABRIK",
    "Produire A portée 3",
    "PRODUCE A GRNUT",
    "PRODUCE Q D2",
    "PRODUCE A",
    "PRODUCE",
    "A: D2 R3",
    "B d2r3 repeat",
    "Factory A: D2 R3",
    "STOP A",
    "Keep A",
    "A REPEAT",
    "MOVE 12 TO c7 ELSE c6",
    "MOVE 12 13 15 TO c7",
    "MOVE 12-15 TO c7",
    "MOVE ALL TOWARDS h9",
    "MOVE 12 TOWARDS h9 ELSE LATE c6",
    "move 12 to c 7",
    "12 c7",
    "12 to c7",
    "12 -> c7 else d7",
    "12 c7, 13 c8",
    "12, 13 and 15 to c7",
    "unit 12: c7",
    "12 attacks d8",
    "go 12 c7",
    "Walk 12 to c7, please",
    "MOVE #12 TO c7",
    "MOVE 12",
    "MOVE TO c7",
    "MOVE 12 TO tower",
    "MOEV 12 TO c7",
    "Atack 12 at d8",
    "ATTACK 12 AT d8, d9",
    "ATTACK 12 NEAREST",
    "ATTACK 12 UNIT Red 7",
    "ATTACK 12 UNIT Carla von Ems 7",
    "ATTACK 12 FACTORY Red B",
    "ATTACK 12 red 7",
    "attack d8 with 12",
    "shoot 12 d8",
    "fire 12 at d8",
    "Attack 12",
    "overwatch 12",
    "greife d8 mit 12 an",
    "BEWEGE 12 NACH c7 SONST c6",
    "Ziehe 12 nach c7",
    "attaquer 12 le plus proche",
    "déplacer 12 vers c7 sinon tard c6",
    "DEPLOY 14",
    "deploy 14, 15",
    "HOLD 12",
    "PASS",
    "no orders",
    "@ ATTACK 12 NEAREST",
    "TURN 8: MOVE 12 TO c7",
    "MOVE 12 TO c7  # the bridge",
    "1. MOVE 12 TO c7",
    "- DEPLOY 14",
    "I want to move 12 to c7",
    "attack 12 d 8",
    "12 from c4 to c5",
    "12 stays",
    "everyone attack d8",
    "Unit 12 -> c7 (else c6)",
    "12 greift die Fabrik Rot B an",
    "B stop",
    "A: stop",
]

BEGUN = {
    "Send 12 to c7 for me, Bruno": "MOVE 12 TO c7",
    "Don't attack 12 at d8": None,
    "Ich greife d6 an": None,
    "Gehe am 12 nach Hause": None,
    "Je vais attaquer d6": None,
    "move unit 12 to c5 and attack": None,
    "Attack on d6: 8 attacks, 5 hits": None,
    "Set up a meeting at 10": "DEPLOY 10",
    "Send 2 copies to B4": "MOVE 2 TO b4",
    "if possible attack 12 at d6": "ATTACK 12 AT d6",
    "attack 12 at d6 if Blue comes": "ATTACK 12 AT d6",
    "If Blue moves, attack d6 with 12": "ATTACK 12 AT d6",
    "move 12 to c5 because it is near": "MOVE 12 TO c5",
    "MOVE 12 TO c5 (out of range, I hope)": "MOVE 12 TO c5",
    "Hi Bruno, move 12 to c5": "MOVE 12 TO c5",
}
"""What begins like an order, or holds a whole one, with the plain form of it."""

PROSE = [
    "",
    "I will move to Berlin next week",
    "12 of us attack at dawn",
    "Let us build a factory together",
    "Attack at dawn!",
    "Attack is the best defence.",
    "Move on, nothing to see here",
    "Move your units away from d8 or else",
    "Should I MOVE 12 TO c7?",
    "I want to attack you, Bruno",
    "Make it so.",
    "Make peace not war",
    "Build up your defences",
    "Stop it, Bruno!",
    "Keep calm",
    "Keep going",
    "Go home",
    "Run!",
    "Fire at will",
    "Wait for me",
    "Place your bets",
    "Pass me the salt",
    "Hit me with your best shot",
    "Hold on a second",
    "Deploy soon",
    "Retreat is no option for 12",
    "a grunt",
    "The nearest enemy is Bruno",
    "All units are lost",
    "Red 7 is at d8",
    "D2 R3 takes 4 turns",
    "Score: 4 to 3",
    "Bruno, if you attack c4 again I will have to answer.",
    "Next turn I'll attack d8.",
    "Moved 12 to c7",
    "12 moved to c7",
    "A2 R3 is a good design",
    "Let us attack d6 together",
    "Have a nice day",
    "Change of address: B4, second floor",
    "I repeat",
    "B: no",
    "Alle 12 Einheiten sind weg",
    "Version 2 to 3",
    "1. e4 e5 2. d4",
    "“MOVE 12 TO c7”: the way was blocked",
    "12",
    "2026",
    "Meeting at 10",
    "Meeting at 10 in room B4, second floor",
    "Tel. +41 44 123 45 67",
    "17 rue du Lac, 1207 Genève",
    "On Mon, 3 Mar 2025 at 10:12, Game <x@y.z> wrote:",
    "Hi all,",
    "Best regards",
    "Thanks, Ada",
    "Sent from my iPhone",
    "# MOVE 12 TO c7",
    "Turn 8, my orders:",
    "My orders for turn 3:",
    "1. c4",
    "2) d8",
    "A j10 (–); units c9 ×22.",
    "Factory C stops.",
    "7 (f1-f2).",
    '" MOVE 1 TO c2 ELSE c3 ": its',
    "else",
    "to you",
    "at last",
    "MOVE 12 TO " + "9" * 300,
]

TALK = [
    "see you on 12 May at 8",
    "call me 0171 2345678",
    "Thanks for turn 3!",
    "Good luck in turn 4",
    "I'll be on holiday until 24 May",
    "Let's meet at 8",
    "Sorry, I am 2 hours late",
    "10115 Berlin",
]

NEARLY = [
    "Blue 4 (D2 M3) at d6: 5x4 against 3x2, hit",
    "Factory A at c4",
    "Unit 12 moves to c7 and dies",
    "2 grunts and a factory",
    "Train 12 from Bern",
    "Build 12 houses",
    "White to move and mate in 2",
    "12 units",
    "A  a1  nothing  –  –  –",
    "undeployed) at c8, 3 (factory, undeployed) at t12 and 4 (factory,",
]
"""What could be meant; among it lines of reports, which are known by what was sent."""

CONTINUED = [
    ("MOVE 12", "TO c5"),
    ("move 12", "to c5 else c6"),
    ("MOVE 12 TO c5", "ELSE c6"),
    ("ATTACK 12 AT d6", "ELSE LATE TOWARDS h9"),
    ("MOVE 12 TO c5", "ELSE ATTACK AT d8, d9"),
    ("ATTACK 12", "AT d6, d7"),
    ("ATTACK 12 AT d6,", "d7, e7"),
    ("PRODUCE A D2", "R3 REPEAT"),
    ("PRODUCE A D2 R3", "REPEAT"),
    ("ATTACK 12", "NEAREST"),
    ("ATTACK 12", "UNIT Blue 4"),
    ("ATTACK 12 AT d6 ELSE", "FACTORY Blue A"),
]


@pytest.mark.parametrize("line", ORDERS)
def test_fit_knows_an_order_even_if_misspelt(line):
    assert desk.fit(line) is Fit.ORDER
    assert desk.fit(line, armies(players=3)) is Fit.ORDER


@pytest.mark.parametrize(
    "line", ["a1 b2 c3", "1. a1", "b2, a1", "factory A at a1", "factories at a1 and b2"]
)
def test_gu7_squares_alone_are_an_order_while_factories_are_placed(line):
    assert desk.fit(line, view(turn=0)) is Fit.ORDER
    assert desk.fit(line, armies()) is not Fit.ORDER


@pytest.mark.parametrize("text", BEGUN)
def test_what_begins_like_an_order_is_refused_with_its_plain_form(text):
    seen = armies(players=3)
    assert desk.fit(text, seen) is not Fit.NO or desk.fit(text) is not Fit.NO
    found = verdict(text, seen)
    plain = BEGUN[text]
    assert found.level is Level.REFUSED
    assert found.suggestion == plain or plain in ("DEPLOY 10", "MOVE 2 TO b4", "MOVE 12 TO c7")


@pytest.mark.parametrize("line", NEARLY)
def test_fit_leaves_what_only_looks_like_an_order(line):
    assert desk.fit(line) in OURS


@pytest.mark.parametrize("line", [*PROSE, *TALK])
def test_fit_leaves_prose_alone(line):
    assert desk.fit(line) is not Fit.ORDER
    assert desk.fit(line, armies(players=3)) is not Fit.ORDER


@pytest.mark.parametrize(("before", "rest"), CONTINUED)
def test_the_rest_of_a_wrapped_line_goes_on_from_it(before, rest):
    assert desk.fit(rest) is not Fit.ORDER
    assert desk.continues(before, rest, armies())


@pytest.mark.parametrize("board", ["islands", "syzygy"])
def test_fit_takes_nothing_of_our_own_reports(board):
    rules, secret = GodUnitRules(), bytes(range(32))
    names = ("Ada", "Bruno", "Carla")
    seats = [Player(seat, names[seat - 1]) for seat in (1, 2, 3)]
    state = rules.setup(Options(board=board), seats, Chance(secret, 0))
    for turn in range(1, 26):
        chance = Chance(secret, turn)
        answers = {
            ask.seat: desk.sample(rules.view(state, ask.seat), ask, chance)
            for ask in rules.asks(state)
        }
        state, events = rules.resolve(state, answers, chance)
        if turn % 5 and turn > 1:
            continue
        for seat in (1, None):
            seen = rules.view(state, seat)
            report = desk.report(seen, news_for(seat, events))
            lines = [line.lstrip(" -•*") for line in plain_text(report).splitlines()]
            assert [line for line in lines if desk.fit(line) not in OURS] == []


E = "ATTACK 12 AT d8, d9 ELSE NEAREST"
U = "PRODUCE A D2 R3 REPEAT"
QUOTED = "On Sun, May 3, 2026, at 11:58 AM, Play wrote:\n> MOVE 3 TO c4\n> PASS\n"

MAILS = {
    "greetings around": (f"Hi,\n\n{E}\n{U}\n\nThanks, see you next turn\nAda\n", [E, U]),
    "quoted report": (f"{U}\n{E}\n\n{QUOTED}", [U, E]),
    "bullets": (f"- {U}\n- {E}\n", [U, E]),
    "numbers": (f"1. {U}\n2) {E}\n", [U, E]),
    "wrapped before ELSE": ("ATTACK 12 AT d8, d9\nELSE NEAREST\nDEPLOY 14\n", [E, "DEPLOY 14"]),
    "wrapped among squares": ("ATTACK 12 AT d8,\nd9 ELSE NEAREST\n", [E]),
    "wrapped before REPEAT": ("PRODUCE A D2 R3\nREPEAT\n", [U]),
    "prose between": (
        f"Turn 8, my orders:\n\n{U}\n\nI will move to Berlin next week.\n\n{E}\n",
        [U, E],
    ),
    "comments": (f"{U}  # as ever\n# {E}\n", [f"{U}  # as ever"]),
    "prefixes": (f"@ {U}\nTURN 8: {E}\n", [f"@ {U}", f"TURN 8: {E}"]),
    "signature": (f"{U}\n\n-- \nAda\nAttack is the best defence\n", [U]),
    "short": ("12 c7\n13 c8\na d2\n", ["12 c7", "13 c8", "a d2"]),
    "pass": ("PASS\n\nSorry, no time this week\n", ["PASS"]),
}


@pytest.mark.parametrize("name", MAILS)
def test_exactly_the_players_lines_are_taken_from_a_mail(name):
    body, taken = MAILS[name]
    head = "From: Ada <ada@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    raw = (head + body.replace("\n", "\r\n")).encode()
    extraction = take(raw, desk.fit, MailSettings(), continues=desk.continues).extraction
    assert extraction is not None
    assert list(extraction.taken) == taken
