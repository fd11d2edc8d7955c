"""Order lines as people write them by mail, in three languages, each with its exact meaning.

They were written before it was looked at how lines are read, by the rulings alone.
"""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from pbem.engine.orders import read_sheet
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings
from pbem.rulesets.asylamba_mini.figures import Facilities, Fleets, Inside, Purse, Technologies
from tests.rulesets.asylamba_mini.mails import ASK, desk, marked, parse, rich, verdict
from tests.rulesets.asylamba_mini.table import colony

MEANS = rich(
    home=Inside(Facilities(refinery=4, hub=4), Fleets(light=4, heavy=6), resources=1000),
    own={17: colony(2, light=5, medium=4, heavy=3), 9: colony(1, light=7, medium=2)},
    technologies=Technologies(administration=5, engineering=5, conquest=1, frame=2),
    purse=Purse(2000, 1000, 1000),
)
"""Means for any of the orders: sectors 9, 17 and the capital 18, faction 2 (Cardan) in 2."""

COLONISE = "SEND 5 light FROM 17 TO 8 COLONISE"
ALL_OF_9 = "SEND 2 medium 7 light FROM 9 TO 2 CONQUER"
SEVEN = "SEND 7 light FROM 9 TO 2 CONQUER"
REINFORCE = "SEND 2 light FROM 9 TO 17 REINFORCE"
TO_6 = "UPGRADE refinery TO 6"
ADMINISTRATION = "RESEARCH extended administration"
FREE_ATTACK = "RESEARCH attack FREE"

MEANT = {
    # English
    "Please upgrade my refinery by 2 levels.": "UPGRADE refinery BY 2",
    "level up the hub to 6": "UPGRADE commercial hub TO 6",
    "raise the hub by two levels": "UPGRADE commercial hub BY 2",
    "Improve the commercial hub twice": "UPGRADE commercial hub BY 2",
    "upgrade hub ×2": "UPGRADE commercial hub BY 2",
    "upgrade refinery from 4 to 6": TO_6,
    "upgrade comm. hub to 6": "UPGRADE commercial hub TO 6",
    "upgrade refinery in 18": "UPGRADE refinery",
    "I'd like to upgrade the refinery": "UPGRADE refinery",
    "First, upgrade the refinery": "UPGRADE refinery",
    "Refinery: upgrade to 6": TO_6,
    "hub to 6": "UPGRADE commercial hub TO 6",
    "upgrade refinery two levels and the hub one level": (
        "UPGRADE refinery BY 2; UPGRADE commercial hub"
    ),
    "research ext. administration": ADMINISTRATION,
    "study attack and defence": "RESEARCH attack; RESEARCH defence",
    "research attack twice": "RESEARCH attack BY 2",
    "get attack technology": "RESEARCH attack",
    "Order 1: research attack": "RESEARCH attack",
    "Research attack with the free technology": FREE_ATTACK,
    "build six medium fleets": "BUILD 6 medium",
    "build a heavy fleet": "BUILD 1 heavy",
    "recruit 4 heavies": "BUILD 4 heavy",
    "Capital: build 6 medium": "BUILD 6 medium",
    "upgrade hub, research attack, build 2 light": (
        "UPGRADE commercial hub; RESEARCH attack; BUILD 2 light"
    ),
    "build megastructure Space Elevator": "WONDER Space Elevator",
    "Build the Klemperer Rosette in 18": "WONDER Klemperer Rosette",
    "send 5\u00a0light from 17\u00a0to 8": COLONISE,
    "settle 8 from 17 with 5 light": COLONISE,
    "Attack the rebels in sector 8 from 17 with 5 light": COLONISE,
    "From 17 send 5 light to 8": COLONISE,
    "send 17 -> 8: 5 light": COLONISE,
    "Send 5 light ships from sect. 17 to sect. 8": COLONISE,
    "colonise 8 from 17 with 5 light (use token)": f"{COLONISE} FREE",
    "invade sector 2 from sector 9 with seven light fleets": SEVEN,
    "capture 2 from 9 with all fleets": ALL_OF_9,
    "defend 17 with 2 light from 9": REINFORCE,
    "transfer 2 light from sector 9 to sector 17": REINFORCE,
    "send 2 light from 9 back to the capital": "SEND 2 light FROM 9 TO 18 REINFORCE",
    "send 2 light from 17 to 8 and 3 light from 17 to 16": (
        "SEND 2 light FROM 17 TO 8 COLONISE; SEND 3 light FROM 17 TO 16 COLONISE"
    ),
    "colonise 8 from 17 with 5 light, colonise 16 from 18 with 4 light": (
        f"{COLONISE}; SEND 4 light FROM 18 TO 16 COLONISE"
    ),
    "swap 40 R for C": "EXCHANGE 40 R FOR C",
    "exchange 40 R for C, 40 C for S": "EXCHANGE 40 R FOR C; EXCHANGE 40 C FOR S",
    "get 10 S for C": "EXCHANGE C FOR 10 S",
    "set autobuild of 17 to heavy": "AUTOBUILD 17 heavy",
    "17 autobuild heavy": "AUTOBUILD 17 heavy",
    "I'd like 5 light fleets to go from 17 to 8": COLONISE,
    "use my free technology on attack": FREE_ATTACK,
    "research attack x2": "RESEARCH attack BY 2",
    "autobuild 17 heavy from now on": "AUTOBUILD 17 heavy",
    "set 17 to heavy": "AUTOBUILD 17 heavy",
    "no orders this turn": "PASS",
    # French
    "améliorer la raffinerie jusqu’au niveau 6": TO_6,
    "augmenter le centre commercial de 1": "UPGRADE commercial hub",
    "Rechercher l'administration étendue": ADMINISTRATION,
    "construire deux flottes légères": "BUILD 2 light",
    "construire l’ascenseur spatial": "WONDER Space Elevator",
    "Envoyer 5 légers du secteur 17 au secteur 8": COLONISE,
    "attaquer secteur 2 à partir de 9 avec toutes les flottes": ALL_OF_9,
    "Déplacer 2 légers de 9 vers 17": REINFORCE,
    "rien ce tour-ci": "PASS",
    # German
    "Bitte die Raffinerie um 2 Stufen ausbauen": "UPGRADE refinery BY 2",
    "Ich möchte die Raffinerie auf Stufe 6 ausbauen": TO_6,
    "erweiterte Verwaltung erforschen": ADMINISTRATION,
    "6 mittlere Flotten bauen": "BUILD 6 medium",
    "Besiedle Sektor 8 von 17 aus mit 5 leichten Flotten": COLONISE,
    "Greife 2 von 9 mit allen Flotten an": ALL_OF_9,
    "Verlege zwei leichte von 9 nach 17": REINFORCE,
    "Tausche 40 R gegen C ein": "EXCHANGE 40 R FOR C",
}


def meaning(text):
    parsed = parse(MEANS, text)
    assert parsed.orders is not None, parsed.verdicts
    return "; ".join(desk.write(MEANS, ASK, parsed.orders))


@pytest.mark.parametrize("text", MEANT)
def test_what_people_write_is_taken_for_what_they_mean(text):
    assert desk.fit(text) is Fit.ORDER
    assert meaning(text) == MEANT[text]


REFUSED = {
    "refinary by 1": ("refinary", "refinery by 1"),
    "RESEARCH attack BY 2 (150 S)": ("150", "RESEARCH attack BY 2"),
    "research attack xa2": ("xa2", "RESEARCH attack"),
    "reseach extended adminstration": ("reseach", "research extended administration"),
    "upgrade refinery in sector 17": ("sector 17", None),
    "colonise 8": ("colonise 8", None),
    "Attack Cardan in 2 from 9 with 7 light": ("Cardan", "ATTACK 2 FROM 9 WITH 7 light"),
    "send half the fleets in 9 to 17": ("half", None),
    "exchange 40 gold for C": ("gold", None),
    "build 5 light in S17": ("S17", None),
    "build 2-3 light": ("2-3", None),
    "send 2-3 light from 17 to 8": ("2-3", None),
    "send all but 2 light from 17 to 8": ("all but", None),
    "Sector 17 should build heavies from now on": ("Sector 17", "AUTOBUILD 17 heavy"),
    "please build 3 light for me and research attack": ("me", "BUILD 3 light, RESEARCH attack"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_not_clear_is_refused_and_not_lost(text):
    assert desk.fit(text) is Fit.ORDER
    found = verdict(text, MEANS)
    assert found.level is Level.REFUSED
    assert (marked(found), found.suggestion) == REFUSED[text]


def test_AM_7_levels_are_raised_in_the_capital_only():
    message = verdict("upgrade refinery in sector 17").message
    assert message == "this is done in your capital only, sector 18"


def test_an_order_behind_a_semicolon_is_not_lost_unsaid():
    (refused,) = read_sheet(["BUILD 6 medium; UPGRADE refinery"], 3, desk.fit).verdicts
    assert refused.message == "two orders on one line: write one order on each line"
    assert verdict("RESEARCH attack  ; 100 S, to level 2").level is Level.ACCEPTED


def test_a_number_behind_its_sign_is_one():
    assert meaning("attack #8 from #17 with 5 light") == COLONISE


PROSE = [
    "Please build up your defences before turn 8.",
    "Bruno, if you attack 9 again I will have to move on your capital.",
    "Carla: can you send fleets to the ring so that we hold the center?",
    "Carla: send 5 light from 17 to 9",
    "Could we swap sectors 9 and 10?",
    "I want to attack you, Bruno",
    "I would like to trade with you",
    "Je voudrais attaquer Bruno avec toi",
    "J'attaque Bruno au prochain tour",
    "Wir sollten Cardan gemeinsam angreifen.",
    "Häuser bauen",
    "Attack of 5 light from 17 on 8 repelled",
    "Take care of sector 2, Bruno.",
    "Get 2 tickets for Friday",
    "Make sure you have 12 points by then.",
    "Settle down, everyone.",
    "Learn from your mistakes, Dora!",
    "Two of my sectors fell",
    "One more thing",
    "No orders from me means holiday",
    "Order 66",
    "My orders for turn 3:",
    "Score: 4 to 3",
    "refinery 4 -> 5: 50 R",
    "8   rebels   5   1 turn   150 C",
    "Line 2: refused, there is no technology 'lasers'",
    "left: 40 R, 20 C, 0 S, 0 X",
    "commercial hub 4 to 6 for 110 C; left: 300 R, 390 C, 200 S, 200 X",
    "Anna Muster, 17 rue du Lac, 1207 Genève",
]


@pytest.mark.parametrize("line", PROSE)
def test_prose_with_the_words_of_orders_in_it_is_left_alone(line):
    assert desk.fit(line, MEANS) in (Fit.NO, Fit.NEARLY)


def test_a_whole_mail_gives_its_orders_and_nothing_else():
    orders = [text for text, meaning in MEANT.items() if meaning != "PASS"][: len(PROSE)]
    mixed = [line for pair in zip(orders, PROSE, strict=True) for line in (*pair, "")]
    head = "From: Anna <anna@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    raw = (head + "\r\n".join(["Hi,", "", *mixed])).encode()
    extraction = take(raw, lambda line: desk.fit(line, MEANS), MailSettings()).extraction
    assert extraction is not None
    assert [meaning(line) for line in extraction.taken] == [MEANT[order] for order in orders]
