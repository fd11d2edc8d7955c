"""Reports: whom the game waits for, and what is asked: short, and in a sentence where nothing is to
be chosen (PA-11, PA-12)."""

from __future__ import annotations

from pbem.engine.api import Event, Level, Seat
from pbem.engine.report import Report, Table
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.figures import Stance, Stances
from pbem.rulesets.parsec.state import State
from tests.rulesets.parsec.reports import report_of, toned
from tests.rulesets.parsec.table import parse, resolve, rules, state, view
from tests.rulesets.reports import headings, section, sentences, table, told

HEADING = "You are asked for ships"
ORDER = "SETTLE settler AT d1"
UNION = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   .   .   .   .   .
    s*  .   .   .   .   .   .   s*
"""
"""A settlement on e1 sets Ada's merchant leader against Björn's, 2 against 1."""
STRONG = """
    m   m   m   m   m   .   m   M2  s*
    m   m   m   m   M1  .   .   .   .
    s*  .   .   .   s*  .   .   .   s*
"""
"""A settlement on f1 sets Ada's merchant leader against Björn's, 9 against 1."""
SEVERAL = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
"""d1 sets Ada's science leader (2) against Cé's (1), then her merchants (2) against Björn's (3)."""


DUEL = """
    s*  s   M2  .   .   .   .   .
    s   .   .   .   .   .   .   .
    .   .   .   s*  .   s*  .   s*
"""
"""A merchant leader on b2 has two scientists beside it, that on c1 one."""


def asked(
    board: str = UNION,
    order: str = "SETTLE scientist AT e1",
    hands: dict[Seat, str] | None = None,
    reply: str = "",
    *,
    stances: dict[Seat, Stances] | None = None,
) -> tuple[State, tuple[Event, ...]]:
    """A conflict that waits for its attacker, seat 1, or with its `reply` for the defender."""
    before = state(
        board, reactions="ask", hands=hands or {1: "smmmgr", 2: "mmmgrr"}, stances=stances
    )
    waiting, events = resolve(before, {1: order})
    return resolve(waiting, {1: reply}) if reply else (waiting, events)


def no_table(report: Report) -> bool:
    return not any(isinstance(block, Table) for block in section(report, HEADING))


# Whom the game waits for --------------------------------------------------------------


def test_who_moves_is_told_so_and_how_many_orders_are_wanted() -> None:
    report = make_report(view(turn=3, played=3), ())
    assert headings(report)[0] == "It is your turn"
    assert toned(report, "It is your turn", "hint")[0].startswith("Send your 2 orders, one a line")


def test_who_waits_is_told_for_whom() -> None:
    report = make_report(view(turn=3, played=3, mover=2), ())
    assert sentences(report, "Whom the game waits for")[0] == "The game waits for Björn's turn."


def test_where_all_order_at_once_it_is_told_who_comes_first() -> None:
    report = make_report(view(turn=3, played=3, mover=2, pace="round"), ())
    assert sentences(report, "It is your turn")[1] == (
        "Everyone orders now; this round is played in this order: Björn, Cé, you."
    )


# Questions ----------------------------------------------------------------------------


def test_an_attacker_is_told_what_each_number_would_do() -> None:
    report = report_of(asked()[0], 1)
    heading = "You are asked for ships"
    assert report.headline == "You are asked: you attack Björn's merchant leader, 2 against 1."
    assert toned(report, heading, "warning") == ["You attack Björn's merchant leader: 2 against 1."]
    assert table(report, heading).rows == (
        ("0", "2", "you win unless Björn sends 1 or more"),
        ("1", "3", "you win unless Björn sends 2 or more"),
        ("2", "4", "you win unless Björn sends 3 or more"),
        ("3", "5", "you win unless Björn sends 4 or more"),
    )
    assert sentences(report, heading)[2:] == [
        "If you win, you get 2 money and Björn's merchant leader goes home. If you lose, your "
        "leader goes home, your side loses 2 systems of merchants and Björn gets 3 money.",
        "If you do not answer in time, your standing orders do. Merchant: you send none (3 "
        "merchants in hand), 2 against 1 and what Björn sends.",
    ]


def test_a_defender_is_told_what_was_sent_and_when_it_ties() -> None:
    after, events = resolve(asked()[0], {1: "ATTACK WITH 1"})
    report = report_of(after, 2, events)
    heading = "You are asked for ships"
    assert report.headline == "You are asked: Ada attacks your merchant leader, 3 against 1."
    assert toned(report, heading, "warning") == [
        "Ada attacks your merchant leader: 2 + 1 merchant against 1."
    ]
    assert [row[2] for row in table(report, heading).rows] == [
        "you lose",
        "you lose",
        "a tie, so you win as the defender",
        "you win",
    ]


def test_who_cannot_win_or_hold_is_told_that_ships_would_be_lost_in_vain() -> None:
    after, events = resolve(asked(hands={1: "smmmgr", 2: "msssgg"})[0], {1: "ATTACK WITH 3"})
    report = report_of(after, 2, events)
    assert "You cannot hold it: ships that you send are lost in vain." in told(report)
    assert report.template[1:] == ("# DEFEND merchant NONE  ; you lose",)


def test_PA_11_a_union_is_explained_by_the_sides_of_the_joining_settlement() -> None:
    after, _events = asked()
    assert sentences(report_of(after, 1), HEADING)[0] == (
        "You settled e1 and joined two regions that have leaders of the same kind. Each side "
        "counts the systems of the leader's kind on its own side of e1, which itself counts for "
        "neither, and may add such ships of its hand. The higher number wins, a tie is the "
        "defender's; ships sent are gone."
    )


def test_PA_11_what_cannot_be_won_after_another_conflict_is_so_only_as_the_board_stands() -> None:
    after, _events = asked(SEVERAL, ORDER, hands={1: "gsmrrr"})
    (told_of,) = (one for one in sentences(report_of(after, 1), HEADING) if "in vain" in one)
    assert told_of == (
        "As the board stands you cannot win it, and ships that you send are lost in vain."
    )
    hands = {1: "gsmmrr", 2: "mgggrr"}
    after, _events = asked(SEVERAL.replace("M2  m", "M2  ."), ORDER, hands=hands)
    answered, _events = resolve(after, {1: ["ATTACK science NONE", "ATTACK merchant WITH 2"]})
    assert "As the board stands you cannot hold it" in told(report_of(answered, 2))


def test_PA_11_the_first_conflict_is_certain() -> None:
    after, _events = asked(SEVERAL, f"{ORDER} FIRST merchant", hands={1: "gsmrrr"})
    assert "You cannot win it: ships that you send are lost in vain." in told(report_of(after, 1))


def test_PA_12_it_is_told_when_a_wish_without_a_number_is_reckoned() -> None:
    after, _events = asked(SEVERAL, ORDER, hands={1: "gsmrrr"})
    assert sentences(report_of(after, 1), HEADING)[-1] == (
        "With “ATTACK WIN” your ships for every conflict are reckoned now, as the board stands "
        "before the first of them."
    )
    answered, _events = resolve(after, {1: "ATTACK NONE"})
    assert sentences(report_of(answered, 2), HEADING)[-1] == (
        "With “DEFEND TIE” your ships are reckoned when a conflict is fought, as the board stands "
        "then."
    )
    alone = sentences(report_of(asked()[0], 1), HEADING)
    assert not any("ATTACK WIN" in sentence for sentence in alone)


def test_who_has_no_ships_is_asked_all_the_same() -> None:
    after, events = resolve(asked(hands={1: "smmmgr", 2: "ssssgg"})[0], {1: "ATTACK NONE"})
    report = report_of(after, 2, events)
    assert "You have no merchants to send: you lose." in sentences(
        report, "You are asked for ships"
    )


def test_an_internal_conflict_is_explained_by_scientists() -> None:
    after, _events = asked(DUEL, "LEADER merchant TO b2", hands={1: "ssmmgr", 2: "ssmmgr"})
    report = report_of(after, 1)
    text = sentences(report, "You are asked for ships")
    assert "counts the scientists' systems beside its leader" in text[0]
    assert text[1] == "You attack Björn's merchant leader: 2 against 1."
    assert "The winner gets 1 technology, and the loser's leader goes home." in text


def test_standing_orders_are_reckoned_as_what_happens_without_an_answer() -> None:
    after, _events = asked(stances={1: Stances(attack=Stance(2))})
    assert "Merchant: you send 2 of your 3 merchants, 4 against 1" in told(report_of(after, 1))


def test_the_defender_and_everyone_else_see_the_conflict_that_waits() -> None:
    after, _events = asked()
    defender, other, spectator = (report_of(after, seat) for seat in (2, 3, None))
    heading = "Whom the game waits for"
    assert defender.headline == "Ada attacks your merchant leader; a conflict waits for Ada."
    assert sentences(defender, heading)[2].startswith("You are asked next")
    assert sentences(other, heading)[:2] == [
        "A conflict waits for the ships that Ada will send:",
        "Ada attacks Björn's merchant leader, 2 against 1.",
    ]
    assert sentences(spectator, heading) == sentences(other, heading)[:2]


# As short as it can be ----------------------------------------------------------------


def test_who_is_asked_gets_the_question_what_led_to_it_the_board_and_its_hand() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "smmmgr"})
    report = report_of(after, 1, events)
    assert headings(report) == [HEADING, "Your turn so far", "The board", "What you have"]
    assert report.template
    assert {"Your leaders", "The players"} < set(headings(report_of(after, 2, events)))


def test_a_defender_who_knows_how_it_came_to_the_conflict_is_told_so_with_the_question() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "smmmgr"}, "ATTACK WITH 1")
    assert sentences(report_of(after, 2, events), "Ada's turn so far") == [
        "Scientists settled e1 and joined two regions with leaders: no resource."
    ]


# Nothing to choose --------------------------------------------------------------------


def test_who_has_no_such_ships_is_asked_in_a_few_sentences_and_may_pass() -> None:
    after, events = asked(UNION, "SETTLE scientist AT e1", {1: "ssssgg"})
    report = report_of(after, 1, events)
    assert sentences(report, HEADING) == [
        "You settled e1 and joined two regions that have leaders of the same kind.",
        "You attack Björn's merchant leader: 2 against 1.",
        "You have no merchants to send: you win unless Björn sends 1 or more.",
        "You have no choice: answer “PASS” or wait.",
    ]
    assert no_table(report)
    (verdict,) = parse(rules.view(after, 1), "PASS").verdicts
    assert verdict.level is Level.ACCEPTED


def test_a_conflict_that_is_won_whatever_is_sent_is_said_to_be() -> None:
    """Björn's hand has six ships at the most, and 9 beats 1 + 6; a defender sees what was sent."""
    order = "SETTLE scientist AT f1"
    after, events = asked(STRONG, order, {1: "smmmgr"})
    certain = "You win it whatever is sent: ships that you send are wasted."
    assert certain in sentences(report_of(after, 1, events), HEADING)
    assert no_table(report_of(after, 1, events))
    mirrored = STRONG.replace("M1", "M3").replace("M2", "M1").replace("M3", "M2")
    after, events = asked(mirrored, order, {1: "smmmgr", 2: "mmgggr"}, "ATTACK WITH 3")
    assert certain in sentences(report_of(after, 2, events), HEADING)


def test_a_conflict_that_cannot_be_won_needs_no_table() -> None:
    after, events = asked(
        UNION, "SETTLE scientist AT e1", {1: "smmmgr", 2: "mggggg"}, "ATTACK NONE"
    )
    assert not no_table(report_of(after, 2, events))
    after, events = asked(
        UNION, "SETTLE scientist AT e1", {1: "smmmgr", 2: "mggggg"}, "ATTACK WITH 3"
    )
    report = report_of(after, 2, events)
    assert no_table(report)
    assert "You cannot hold it: ships that you send are lost in vain." in told(report)


def test_PA_11_what_is_certain_of_a_later_conflict_is_so_only_as_the_board_stands() -> None:
    board = """
        s   S1  m   .   m   S2  s
        M1  m   m   .   .   M2  s
        m   m   m   .   .   .   .
        m   m   m   .   .   .   .
    """
    certain = "As the board stands you win it whatever is sent, and ships that you send are wasted."
    after, _events = asked(board, "SETTLE settler AT d1", {1: "gsmmrr"})
    assert certain in sentences(report_of(after, 1), HEADING)


# Several conflicts --------------------------------------------------------------------


def test_PA_11_an_order_of_conflicts_that_was_chosen_is_said_to_be() -> None:
    hands = {1: "gsmrrr"}
    after, _events = asked(SEVERAL, "SETTLE settler AT d1 FIRST merchant", hands)
    assert (
        "The conflicts are fought in this order, as you chose: merchant, science. What one takes "
        "from the board may change the strengths of the next."
    ) in sentences(report_of(after, 1), HEADING)
    after, _events = asked(SEVERAL, "SETTLE settler AT d1", hands)
    assert "as you chose" not in told(report_of(after, 1))
