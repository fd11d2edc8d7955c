"""What begins like an order is one: read, or refused with the line that was meant.

Conditions, remarks and stories are not understood. Where an order stands among them, its author is
told its plain form.
"""

from __future__ import annotations

import pytest

from pbem.engine.api import Fit, Level
from tests.rulesets.parsec.table import CROWDED, desk, parse, verdict, view


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("pass, sorry", "PASS"),
        ("destroy a2 (Björn is weak there)", "DESTROY a2"),
        ("DESTROY a2 (before Cé joins us!)", "DESTROY a2"),
        ("OK so first I blow up a2, sorry Björn :-)", "DESTROY a2"),
        ("drop a prototype weapon on a2. Boom!", "DESTROY a2"),
        ("destroy a2.Sent from my iPhone", "DESTROY a2"),
        ("destroy a2, please?", "DESTROY a2"),
        ("and would you destroy a2 for me?", "DESTROY a2"),
        ("settle miner at e2 because it is cheap", "SETTLE miner AT e2"),
        ("let a miner settle on e2, right next to it", "SETTLE miner AT e2"),
        ("attack with 3, that should do", "ATTACK WITH 3"),
        ("Zerstöre a2, tut mir leid Björn", "DESTROY a2"),
        ("Zerstöre a2 (bevor Björn kommt)", "DESTROY a2"),
        ("Bergmann auf e2 ansiedeln. Danke und Gruß", "SETTLE miner AT e2"),
        ("détruis a2, désolé Björn", "DESTROY a2"),
        ("installe un mineur en e2 parce que c'est joli", "SETTLE miner AT e2"),
        ("destroy a2 if possible", "DESTROY a2"),
        ("zerstöre a2, wenn möglich", "DESTROY a2"),
        ("détruis a2 si possible", "DESTROY a2"),
        ("Hello, destroy a2 please", "DESTROY a2"),
        ("change my defence to 3 ships", "DEFEND WITH 3"),
        ("mit allem angreifen, was ich habe", "ATTACK WITH 6"),
        ("destroy a2, thanks Peter", "DESTROY a2"),
        ("destroy a2, sorry Björn", "DESTROY a2"),
        ("destroy a2, my last one", "DESTROY a2"),
        ("destroy a2, cheers", "DESTROY a2"),
        ("destroy a2, Kind regards", "DESTROY a2"),
        ("destroy a2, Boom!", "DESTROY a2"),
        ("destroy a2, :D", "DESTROY a2"),
        ("destroy a2, danke dir", "DESTROY a2"),
        ("destroy a2, viele Grüße", "DESTROY a2"),
        ("destroy a2, Bumm!", "DESTROY a2"),
        ("destroy a2, désolé", "DESTROY a2"),
    ],
)
def test_an_order_among_other_words_is_refused_with_its_plain_form(text: str, plain: str) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) in (Fit.ORDER, Fit.NEARLY)
    found = verdict(seen, text)
    assert (found.level, found.suggestion) == (Level.REFUSED, plain)
    assert parse(seen, plain).orders is not None


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("If Björn settles f5, destroy a2", "DESTROY a2"),
        ("destroy a2 (am Ende)", "DESTROY a2"),
        ("destroy a2 (as a last resort)", "DESTROY a2"),
        ("destroy a2 (ask Cé)", "DESTROY a2"),
        ("destroy a2 (assuming it is free)", "DESTROY a2"),
        ("destroy a2 (at the end of the game)", "DESTROY a2"),
        ("destroy a2 (bald)", "DESTROY a2"),
        ("destroy a2 (bientôt)", "DESTROY a2"),
        ("destroy a2 (demande Cé)", "DESTROY a2"),
        ("destroy a2 (en dernier recours)", "DESTROY a2"),
        ("destroy a2 (eventually)", "DESTROY a2"),
        ("destroy a2 (everybody watches)", "DESTROY a2"),
        ("destroy a2 (frag Cé)", "DESTROY a2"),
        ("destroy a2 (given the chance)", "DESTROY a2"),
        ("destroy a2 (irgendwann)", "DESTROY a2"),
        ("destroy a2 (je plaisante)", "DESTROY a2"),
        ("destroy a2 (just joking)", "DESTROY a2"),
        ("destroy a2 (kindness rules)", "DESTROY a2"),
        ("destroy a2 (nur Spaß)", "DESTROY a2"),
        ("destroy a2 (only joking)", "DESTROY a2"),
        ("destroy a2 (soon)", "DESTROY a2"),
        ("destroy a2 (sorry, only joking)", "DESTROY a2"),
        ("destroy a2 (supposing I can)", "DESTROY a2"),
        ("destroy a2 (vorausgesetzt es geht)", "DESTROY a2"),
        ("destroy a2 (à la fin)", "DESTROY a2"),
        ("destroy a2 if Björn comes to f5", "DESTROY a2"),
        ("destroy a2 when attacked", "DESTROY a2"),
        ("destroy a2, am Ende", "DESTROY a2"),
        ("destroy a2, as a last resort", "DESTROY a2"),
        ("destroy a2, ask Cé", "DESTROY a2"),
        ("destroy a2, assuming it is free", "DESTROY a2"),
        ("destroy a2, at the end of the game", "DESTROY a2"),
        ("destroy a2, bald", "DESTROY a2"),
        ("destroy a2, bientôt", "DESTROY a2"),
        ("destroy a2, demande Cé", "DESTROY a2"),
        ("destroy a2, en dernier recours", "DESTROY a2"),
        ("destroy a2, eventually", "DESTROY a2"),
        ("destroy a2, everybody watches", "DESTROY a2"),
        ("destroy a2, frag Cé", "DESTROY a2"),
        ("destroy a2, given the chance", "DESTROY a2"),
        ("destroy a2, irgendwann", "DESTROY a2"),
        ("destroy a2, je plaisante", "DESTROY a2"),
        ("destroy a2, just joking", "DESTROY a2"),
        ("destroy a2, kindness rules", "DESTROY a2"),
        ("destroy a2, maybe", "DESTROY a2"),
        ("destroy a2, next to a1", "DESTROY a2"),
        ("destroy a2, nur Spaß", "DESTROY a2"),
        ("destroy a2, only joking", "DESTROY a2"),
        ("destroy a2, sonst Bergmann auf e2", "DESTROY a2"),
        ("destroy a2, soon", "DESTROY a2"),
        ("destroy a2, sorry, only joking", "DESTROY a2"),
        ("destroy a2, supposing I can", "DESTROY a2"),
        ("destroy a2, vorausgesetzt es geht", "DESTROY a2"),
        ("destroy a2, à la fin", "DESTROY a2"),
        ("next turn: destroy a2", "DESTROY a2"),
    ],
)
def test_a_joke_a_delay_a_condition_or_a_remark_is_not_passed_over(text: str, plain: str) -> None:
    seen = view(CROWDED)
    assert desk.fit(text, seen) is not Fit.NO
    found = verdict(seen, text)
    assert (found.level, found.suggestion) == (Level.REFUSED, plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Place at f5", None),
        ("Go green!", None),
        ("Destroy h3 and you will regret it", "DESTROY h3"),
        ("Björn: settle miner at m3", None),
        ("Greife mich nie wieder an!", "ATTACK NONE"),
        ("Wenn du mich angreifst, zerstöre ich h3", "DESTROY h3"),
        ("Ich greife nie an, versprochen", "ATTACK NONE"),
        ("Destroy a2, I dare you", "DESTROY a2"),
        ('My order "destroy a2" was refused', "DESTROY a2"),
    ],
)
def test_a_sentence_that_begins_like_an_order_is_asked_about(text: str, plain: str | None) -> None:
    assert desk.fit(text) is Fit.ORDER
    found = verdict(view(CROWDED), text)
    assert (found.level, found.suggestion) == (Level.REFUSED, plain)


@pytest.mark.parametrize(
    ("text", "words", "plain"),
    [
        ("settle no merchant at f4", "no", None),
        ("don't destroy a2", "don't", None),
        ("destroy a2 - no wait, a1", "no wait", None),
        ("a2 nicht zerstören", "nicht", None),
        ("ne détruis pas a2", "pas", None),
        ("attack with 2 (make that 3)", "make that", None),
    ],
)
def test_what_is_denied_or_taken_back_is_never_suggested(
    text: str, words: str, plain: str | None
) -> None:
    found = verdict(view(CROWDED), text)
    framed = found.text[found.column - 1 : found.column - 1 + found.length]
    assert (found.level, framed, found.suggestion) == (Level.REFUSED, words, plain)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("attack with -1", "ATTACK WITH 1"),
        ("attack with 2+", "ATTACK WITH 2"),
        ("attack with +2", "ATTACK WITH 2"),
        ("attack with - 1", "ATTACK WITH 1"),
        ("defend with <3", "DEFEND WITH 3"),
        ("verteidige mit -1", "DEFEND WITH 1"),
        ("défends avec 2+", "DEFEND WITH 2"),
    ],
)
def test_figures_have_no_sign(text: str, plain: str) -> None:
    assert desk.fit(text, view(CROWDED)) is Fit.ORDER
    found = verdict(view(CROWDED), text)
    assert (found.level, found.suggestion) == (Level.REFUSED, plain)
