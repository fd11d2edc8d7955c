"""Which lines of a mail are orders, which are prose, and which go on from the line before."""

from __future__ import annotations

import pytest

from pbem.engine.advance import news_for
from pbem.engine.api import Ask, Fit, Level, Player
from pbem.engine.rng import Chance
from pbem.engine.testing.golden import plain_text
from pbem.mailer.inbound.extract import Extraction
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.rules import AsylambaRules
from tests.rulesets.asylamba_mini.mails import desk, rich, verdict

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""
ORDERS = [
    "UPGRADE refinery",
    "UPGARDE refinery",
    "UPGARDE refinry TO 8",
    "upgrade hub +3",
    "UPGRADE hub: 8",
    "UPGRADE foo",
    "Upgrade refinery, please",
    "RESEARCH attack FREE",
    "Research frame 2",
    "BUILD 6 medium",
    "build 6 mediun",
    "Build 3 light with C",
    "BUILD 6",
    "WONDER Dyson Sphere",
    "build dyson",
    "WONDER Dysno Spere",
    "SEND 5 heavy 3 light FROM 17 TO 9 COLONISE",
    "SEND 5 heavy 3 light FROM 17 TO 9 COLONISE FREE",
    "send 5 hevy from 17 to 9",
    "Sned 5 heavy from 17 to 9",
    "SEND 5 heavy FROM seventeen TO 9",
    "COLONISE 9 FROM 17 WITH 5 heavy",
    "attack 9 from 17 with all",
    "Attack sector 9 from 17 with 5 light fleets",
    "ATTACK 9",
    "REINFORCE 9 FROM s17 WITH 5",
    "EXCHANGE 40 R FOR C",
    "Trade 40 r for c",
    "swap R for 10 C",
    "AUTOBUILD 24 medium",
    "AUTOBUILD sector 24: medium",
    "autobuidl 24 medium",
    "@ AUTOBUILD 24 medium",
    "TURN 8: UPGRADE hub",
    "- UPGRADE hub",
    "1. UPGRADE hub",
    "PASS",
    "pass.",
    "UPGRADE",
    "améliorer raffinerie",
    "construire 3 légers",
    "envoyer 3 lourds de 17 vers 9 conquérir",
    "Please build 6 medium",
    "UPGRADE hub # since C binds",
    "Rechercher administration étendue",
    "UPGRADE refinery and RESEARCH attack",
    "sende 3 leichte von 17 nach 9",
    "SND 4 light FROM 19 TO 20",
    "4 light from 19 to 20",
    "hub to 6",
    "I pass",
    "all fleets attack 34",
    "attack #8 from #17 with 5 light",
]

ASKED = [
    "research 3 shields",
    "Build 3 houses",
    "Buy 2 get 1 free",
    "Send 5 light ships to Bruno, please",
    "Send 3 fleets to 9 for me, Bruno",
    "Research shows that frame matters",
    "Next turn I'll build 6 medium.",
    "Don't upgrade the hub",
    "Do not send 5 light from 17 to 8",
]
"""Sentences that begin like an order: they are asked about."""

PROSE = [
    "",
    "colonisation of 14  31 light  15-7-14  33  rebels, 12 fleets",
    "frame",
    "send my regards to your wife",
    "Build up your defences!",
    "Send help",
    "Trade deadline is 5 pm",
    "Change of plan: I'll be away",
    "Attack at dawn",
    "attack of the clones",
    "Attack is the best defence",
    ">",
    "for",
    "Hi all,",
    "Best regards",
    "Thanks, Philippe",
    "Sent from my iPhone",
    "On Mon, 3 Mar 2025 at 10:12, Game <x@y.z> wrote:",
    "Tel. +41 44 123 45 67",
    "2024",
    "Meeting at 10",
    "with kind regards",
    "to be continued",
    "For the Empire!",
    "From: game@example.org",
    "To: me",
    "free",
    "sector 9",
    "17",
    "Move on to the next turn",
    "Build trust first",
    "Launch is delayed",
    "Learn more",
    "Learn more about Asylamba",
    "View this in your browser",
    "Buy now",
    "Raise your hands",
    "Study hard",
    "Built 5 light in sector 17",
    "Sent 5 light from 17 to 9 last turn",
    "# UPGRADE refinery",
    "Attack Bruno in 9 with me",
    "Orders:",
    "My orders for turn 3:",
    "Capital: sector 18",
    "Fleets: 4",
    "Attack!",
    "UPGRADE hub " + "9" * 300,
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
    "Dyson Sphere",
    "space elevator",
    "Ringworld!",
    "attack  2/10  150 S",
    "attack  2  150 S",
    "conquest  0/1  200 X",
    "colonise  5 light  18-17-16-9  turn 6 (3 turns)",
    "refinery 4 to 6 for 110 R",
    "Attack from 0 to 2 for 113 S; raised to 2 only",
    "+3 in capital and attack +1.",
    "Attack from 1 to 2 for a free technology",
    "attack 0 to 1 for 50 S",
    "5 light",
    "3 heavy, 5 light",
    "trade route: commercial hub +2",
    "Attack sector 9 next turn",
    "I will attack sector 9 next turn, thanks",
    "Should I UPGRADE refinery?",
    "from 17 to my capital I will send nothing",
]
"""What could be meant; among it lines of reports, which are known by what was sent."""

CONTINUED = [
    ("SEND 5 heavy 3 light FROM 17", "TO 9 COLONISE"),
    ("SEND 5 heavy", "3 light FROM 17 TO 9 COLONISE"),
    ("SEND 5 heavy 3 light FROM 17 TO 9", "COLONISE"),
    ("SEND 5 heavy 3 light FROM 17 TO 9", "COLONISE FREE"),
    ("SEND 5 heavy 3 light FROM 17 TO 9 COLONISE", "FREE"),
    ("SEND 5 heavy", "FROM 17 TO 9"),
    ("SEND 5 heavy FROM 17", "to 9 conquer"),
    ("UPGRADE hub", "BY 3"),
    ("EXCHANGE R", "FOR 10 C"),
    ("BUILD 3 light", "WITH credits"),
    ("EXCHANGE 40 R", "FOR C"),
    ("SEND 5", "heavy 3 light FROM 17 TO 9"),
    ("SEND 5 heavy", "and 3 light FROM 17 TO 9"),
]


@pytest.mark.parametrize("line", ORDERS)
def test_fit_knows_an_order_even_if_misspelt(line):
    assert desk.fit(line) is Fit.ORDER
    assert desk.fit(line, rich()) is Fit.ORDER


@pytest.mark.parametrize("line", NEARLY)
def test_fit_tells_what_is_nearly_an_order(line):
    assert desk.fit(line) is Fit.NEARLY


@pytest.mark.parametrize("line", [*PROSE, *TALK])
def test_fit_leaves_prose_alone(line):
    assert desk.fit(line) is Fit.NO


@pytest.mark.parametrize(("before", "rest"), CONTINUED)
def test_the_rest_of_a_wrapped_line_is_known(before, rest):
    assert desk.continues(before, rest)
    assert desk.continues(before, rest, rich())


@pytest.mark.parametrize("rest", ["Thanks, Anna", "UPGRADE hub", "# 3 light", "Best regards"])
def test_another_line_is_not_joined(rest):
    assert not desk.continues("SEND 5 heavy FROM 17 TO 9", rest)


@pytest.mark.parametrize("line", ASKED)
def test_what_begins_like_an_order_is_refused_and_not_left_for_prose(line):
    assert desk.fit(line) is Fit.ORDER
    assert verdict(line).level is Level.REFUSED


def test_fit_takes_nothing_of_our_own_reports():
    rules, secret = AsylambaRules(), bytes(range(32))
    state = rules.setup(
        Options(), [Player(seat, "ABC"[seat - 1]) for seat in (1, 2, 3)], Chance(secret, 0)
    )
    for turn in range(1, 31):
        chance = Chance(secret, turn)
        views = {ask.seat: rules.view(state, ask.seat) for ask in rules.asks(state)}
        answers = {seat: desk.sample(seen, Ask(seat), chance) for seat, seen in views.items()}
        state, events = rules.resolve(state, answers, chance)
        if turn % 5:
            continue
        for seat in (1, None):
            report = desk.report(rules.view(state, seat), news_for(seat, events))
            lines = plain_text(report).splitlines()
            assert [line for line in lines if desk.fit(line.lstrip(" -•*")) not in OURS] == []


E = "SEND 5 heavy 3 light FROM 17 TO 9 COLONISE FREE"
U = "UPGRADE commercial hub TO 8"
QUOTED = "On Sun, May 3, 2026, at 11:58 AM, Play wrote:\n> RESEARCH attack\n> UPGRADE hub\n"

MAILS = {
    "greetings around": (f"Hi,\n\n{E}\n{U}\n\nThanks, see you next turn\nAnna\n", [E, U]),
    "quoted report": (f"{U}\n{E}\n\n{QUOTED}", [U, E]),
    "bullets": (f"- {U}\n- {E}\n", [U, E]),
    "numbers": (f"1. {U}\n2) {E}\n", [U, E]),
    "wrapped": (
        "SEND 5 heavy 3 light FROM 17\nTO 9 COLONISE FREE\nUPGRADE commercial hub TO 8\n",
        [E, U],
    ),
    "wrapped before the kind": ("SEND 5 heavy 3 light FROM 17 TO 9\nCOLONISE FREE\n", [E]),
    "wrapped among the fleets": (
        "SEND 5 heavy\n3 light FROM 17 TO 9 COLONISE FREE\n",
        [E],
    ),
    "prose between": (
        f"Turn 3, my orders:\n\n{U}\n\nI will attack sector 9 next turn.\n\n{E}\n",
        [U, E],
    ),
    "comments": (f"{U}  # C binds\n# UPGRADE refinery\n", [f"{U}  # C binds"]),
    "prefixes": (f"@ {U}\nTURN 8: {E}\n", [f"@ {U}", f"TURN 8: {E}"]),
    "signature": (f"{U}\n\n-- \nAnna\nAttack is the best defence\n", [U]),
    "named alone": ("Space elevator\nRESEARCH attack\n", ["RESEARCH attack"]),
    "misspelt": ("UPGARDE refinery\nSned 5 light from 17 to 9\n", None),
    "pass": ("PASS\n\nSorry, no time this week\n", ["PASS"]),
}


def extracted(body: str) -> Extraction:
    head = "From: Anna <anna@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    raw = (head + body.replace("\n", "\r\n")).encode()
    extraction = take(raw, desk.fit, MailSettings(), continues=desk.continues).extraction
    assert extraction is not None
    return extraction


@pytest.mark.parametrize("name", MAILS)
def test_exactly_the_players_lines_are_taken_from_a_mail(name):
    body, taken = MAILS[name]
    assert list(extracted(body).taken) == (body.splitlines() if taken is None else taken)


def test_a_megastructure_named_alone_among_orders_is_asked_about():
    extraction = extracted("Space elevator\nresearch spatial engineering\n")
    assert extraction.unread == ("Space elevator",)
    assert verdict("Space elevator").suggestion == "WONDER Space Elevator"
    assert "400 R are needed" in verdict("Dyson sphere").message


def test_the_cell_of_a_quoted_table_is_not_asked_about():
    sent = "Sphère\nRingworld\n400 R\n"
    quoted = "".join(f"> {line}\n" for line in sent.splitlines())
    body = f"RESEARCH attack\n\nOn Sunday, Play wrote:\n{quoted}"
    assert extracted(body).unread == ()
