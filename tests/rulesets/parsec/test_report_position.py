"""Reports: what one has, and how all stand (PA-12, PA-14)."""

from __future__ import annotations

import pytest

from pbem.engine.api import Level
from pbem.engine.language import quoted
from pbem.engine.report import Report, Table
from pbem.mailer.outbound.folding import Room, folded
from pbem.rulesets.parsec.bots import advice
from pbem.rulesets.parsec.desk import make_report
from pbem.rulesets.parsec.figures import KINDS, Counts, Stance, Stances, just
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.orders import Attack, Defend, Destroy, following, standing_lines
from pbem.rulesets.parsec.report import position
from pbem.rulesets.parsec.report.position import missing
from pbem.rulesets.parsec.view import Holdings, score
from tests.rulesets.parsec.reports import report_of, toned
from tests.rulesets.parsec.table import BEHIND, parse, resolve, square, state, view
from tests.rulesets.reports import BOUND, sentences, table, told

UNION = """
    s*  M1  m   m   .   m   M2  s*
    .   .   .   .   .   .   .   .
    s*  .   .   .   .   .   .   s*
"""
"""A settlement on e1 sets the merchant leaders against each other, 2 against 1."""


NEAR = (
    "Regions that a single settlement, yours or another's, could join, and what would be fought "
    "over there (the others' ships come on top):"
)
FAR = (
    "Regions that two settlements, the orders of one turn, could join, and what would be fought "
    "over there (the others' ships come on top):"
)

# What one has -------------------------------------------------------------------------


def later(**situation: object) -> Report:
    return make_report(view(UNION, turn=9, played=9, **situation), ())  # type: ignore[arg-type]


def test_ships_and_resources_stand_side_by_side_with_the_least_marked() -> None:
    report = later(resources={1: Counts(4, 2, 6, 5)})
    assert table(report, "What you have").rows[1] == (
        "scientists",
        "2",
        "technology (needed)",
        "2",
    )


@pytest.mark.parametrize(
    ("resources", "artifacts", "score", "lack"),
    [
        (Counts(4, 2, 6, 5), 0, 2, "1 technology more"),
        (Counts(4, 2, 2, 5), 0, 2, "1 technology and 1 money more"),
        (Counts(4, 4, 4, 4), 0, 4, "1 more of each kind"),
        (Counts(5, 6, 11, 6), 3, 6, "1 more of people, technology or raw materials"),
        (Counts(4, 2, 6, 5), 2, 4, "2 more in all, at most 1 person and 3 technology"),
        (Counts(7, 2, 6, 8), 1, 3, "1 technology more"),
        (Counts(4, 4, 4, 4), 3, 4, "1 more of any kind"),
        (
            Counts(4, 4, 4, 4),
            1,
            4,
            "3 more in all, at most 1 person, 1 technology, 1 money and",
        ),
    ],
)
def test_PA_14_what_raises_the_score_is_told_with_artifacts_reckoned_in(
    resources: Counts, artifacts: int, score: int, lack: str
) -> None:
    report = later(resources={1: resources}, held={1: artifacts})
    (told_of,) = sentences(report, "What you have")
    assert told_of.startswith(f"Your score is {score}: your least resource")
    assert f" To raise it you need {lack}" in told_of


@pytest.mark.parametrize("resources", [Counts(5, 6, 11, 6), Counts(3, 3, 3, 9), Counts(2, 8, 4, 5)])
@pytest.mark.parametrize("artifacts", range(6))
def test_PA_14_the_kinds_marked_are_those_of_which_one_more_raises_the_score(
    resources: Counts, artifacts: int
) -> None:
    """Where no single one does, those that do it together."""
    now = score(resources, artifacts)[0]
    raising = {k for k in KINDS if score(resources + just(k), artifacts)[0] > now}
    number, lack = missing(Holdings(Counts(), resources, artifacts))
    if raising:
        assert (number, {kind for kind in KINDS if lack.of(kind)}) == (1, raising)
    else:
        assert number > 1
        assert score(resources + lack, 0)[0] == now + 1
    report = later(resources={1: resources}, held={1: artifacts})
    rows = table(report, "What you have").rows
    marked = {kind for kind, row in zip(KINDS, rows, strict=False) if "needed" in row[2]}
    needed = {kind for kind in KINDS if lack.of(kind)}
    assert marked == (needed if len(needed) < len(KINDS) else set())


def test_where_all_four_are_needed_alike_none_is_marked() -> None:
    assert "(needed)" not in told(later(resources={1: Counts(4, 4, 4, 4)}))


def test_own_leaders_are_told_with_both_their_strengths() -> None:
    report = later()
    assert table(report, "Your leaders").rows == (
        ("merchant", "b1", "4 systems, 1 artifact", "1 to 3", "", "2 to 4"),
    )
    assert sentences(report, "Your leaders")[2:] == [
        NEAR,
        "at e1: your merchant 2 to 4 against Björn's 1",
        "At home: government, science and mining.",
    ]


def test_regions_that_the_two_settlements_of_a_turn_could_join_are_told_if_dangerous() -> None:
    """Merchants 1 against 1 before any ships: whoever attacks may win. With 2 of one's own against
    1, and as many in hand as Björn's whole hand, nothing is said."""
    level = """
        m   M1  .   .   M2  m
        .   s   .   .   s   .
    """
    report = make_report(view(level, turn=9, played=9, hands={1: "rrrrrr"}), ())
    assert sentences(report, "Two settlements away") == [
        FAR,
        "at c1, c2, d1, d2: your merchant 1 against Björn's 1",
    ]
    ahead = """
        m   m   M1  .   .   M2  m
        .   .   s   .   .   s   .
    """
    told_ahead = make_report(view(ahead, turn=9, played=9, hands={1: "mmmmmm"}), ())
    assert "two settlements" not in told(told_ahead)


def test_every_kind_that_would_be_fought_over_is_told_and_not_only_where_one_is_behind() -> None:
    """Governments 0 against 2, and merchants 2 against 1, two settlements away from each other."""
    both = """
        m   M1  s   .   .   s   M2  m
        .   s   G1  .   .   G2  s   .
        .   m   .   .   .   g   g   .
    """
    report = make_report(view(both, turn=9, played=9, players=2, hands={1: "rrrrrg"}), ())
    assert sentences(report, "Two settlements away") == [
        FAR,
        "at d1, d2, e1, e2: your government 0 to 1 against Björn's 2, your merchant 2 against "
        "Björn's 1",
    ]


def test_another_s_leader_that_earns_in_ones_own_region_is_told_to_its_owner() -> None:
    shared = """
        m   M1  m   .   .
        .   s   S2  .   .
    """
    found = view(shared, turn=9, played=9)
    assert "In your regions others earn as well: Björn's science leader on c2." in (
        sentences(make_report(found, ()), "Your leaders")
    )
    alone = view(shared.replace("S2", "s "), turn=9, played=9)
    assert "others earn as well" not in told(make_report(alone, ()))


def test_PA_13_who_could_take_an_artifact_in_ones_region_in_a_single_turn_is_told() -> None:
    """On a2 a merchant leader would stand beside scientists in Ada's region of two artifacts; with
    one of them dormant a settlement on d1 has to come before."""
    both = """
        s+  s   G1  s*  .
        .   .   .   .   M2
        .   .   .   .   s
    """
    coming = (
        "In a single turn another's merchant leader could come and take an artifact in your "
        "regions of c1."
    )
    assert coming in sentences(
        make_report(view(both, turn=9, played=9, players=2), ()), "Your leaders"
    )
    dormant = view(both.replace("s* ", ".* "), turn=9, played=9, players=2)
    (told_of,) = (
        one
        for one in sentences(make_report(dormant, ()), "Your leaders")
        if "another's merchant" in one
    )
    assert told_of.endswith("in your regions of c1 (after a settlement at d1).")
    there = both.replace("M2", ". ").replace("s   G1", "M2  G1")
    inside = make_report(view(there, turn=9, played=9, players=2), ())
    assert any(
        "Björn's merchant leader takes an artifact in the region of c1 at the end" in one
        for one in sentences(inside, "Your leaders")
    )
    own = both.replace("s   G1", "M1  G1")
    safe = make_report(view(own, turn=9, played=9, players=2), ())
    assert "take an artifact" not in told(safe)


def test_what_the_house_bot_knows_against_a_danger_is_told_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether its proposals are of it or hold something else for better, and that it knows
    nothing."""
    weak = """
        s   G1  .   g   G2  g
        .   .   .   .   s   g
        .   .   .   .   .   .
    """
    seen = view(weak, turn=9, played=9, players=2, hands={1: "sssmmm"})
    plan = advice(seen)
    other = Destroy(at=square("d2"))
    proposed = f"Against that the house bot would order {quoted(written(plan.turn[0]))}, as it"
    for remedy, said in (
        (plan.turn[0], proposed),
        (other, f"Against that alone the house bot would order {quoted(written(other))}; what it"),
        (None, "The house bot knows nothing against that which would be worth its price."),
    ):
        monkeypatch.setattr(position, "remedy", lambda _view, remedy=remedy: remedy)
        found = toned(make_report(seen, ()), "Your leaders", "warning")
        assert any(one.startswith(said) for one in found)


def test_artifacts_stand_in_the_table_of_what_one_has() -> None:
    rows = table(later(held={1: 3}), "What you have").rows
    assert rows[-1] == ("", "", "artifacts", "3")
    assert len(table(later(), "What you have").rows) == len(KINDS)


def test_PA_10_what_could_come_against_a_leader_from_anywhere_stands_beside_its_strength() -> None:
    """Ada's merchant leader at a2 has one scientist beside it, a1. On c1 one would have one beside
    it, b1, and up to six ships; on b2 it would join two regions."""
    weak = """
        s   s   .   .
        M1  .   .   .
        .   s   .   .
    """
    report = make_report(view(weak, turn=9, played=9, hands={1: "ssrrrr"}), ())
    assert table(report, "Your leaders").rows == (
        ("merchant", "a2", "3 systems", "1 to 3", "1 to 7 (c1)", "0"),
    )
    alone = """
        s   M1  #
        #   #   #
    """
    safe = make_report(view(alone, turn=9, played=9), ())
    assert table(safe, "Your leaders").rows[0][4] == ""


def test_PA_12_what_is_said_for_one_kind_and_for_all_alike_is_told_once() -> None:
    """Told after the general one, or kept from before."""
    same = Stances(Stance(1), Stance(None, {"mining": None}))
    made = following(same, [Attack(kind="mining", ships=1), Defend(kind="science", ships=2)])
    assert made.attack == Stance(1)
    assert following(made, [Defend(kind="science")]).defend == Stance()
    lines = [written(order) for order in standing_lines(made)]
    assert lines == ["ATTACK WITH 1", "DEFEND TIE", "DEFEND science WITH 2"]
    assert list(standing_lines(same)) == [Attack(ships=1), Defend()]


def test_standing_orders_are_told_as_they_hold() -> None:
    report = later(stances={1: Stances(Stance(None, {"mining": 0}), Stance(2))})
    assert sentences(report, "Your standing orders") == [
        "When you attack you send the fewest ships that win against what is seen, or none if you "
        "lack them: “ATTACK WIN”.",
        "When your mining leader attacks you send no ships: “ATTACK mining NONE”.",
        "When you are attacked you send 2 ships, or as many as you have: “DEFEND WITH 2”.",
        "They are used in every conflict, and can be changed at any time.",
    ]


# How all stand ------------------------------------------------------------------------


def test_the_public_facts_of_all_players_are_told() -> None:
    report = later(weapons={2: 1})
    assert table(report, "The players").rows[:2] == (
        ("Ada", "merchant (b1)", "2", "6", "–"),
        ("Björn", "merchant (g1)", "1", "6", "–"),
    )
    assert table(report, "The players").mark == (0,)
    assert sentences(report, "The players") == [
        "The game ends when 2 more artifacts are harvested or destroyed.",
        "Left on the board: 4 artifacts; with 2 the game ends. Left in the pool: 125 ships; the "
        "game ends when it cannot refill a hand.",
    ]


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        ({"pool": Counts(9)}, "The pool has 9 ships left: about 2 more rounds."),
        ({"pool": Counts(5)}, "The pool has 5 ships left: about 1 more round."),
        (
            {"pool": Counts(3)},
            "The pool has 3 ships left: not all may get another turn. Björn's turn is next.",
        ),
        (
            {"idle": 8},
            "For 8 turns no ship has moved: one more such turn ends the game.",
        ),
        ({}, "The game ends when 2 more artifacts are harvested or destroyed."),
    ],
)
def test_an_end_that_is_near_is_announced(situation: dict[str, object], expected: str) -> None:
    assert expected in toned(later(mover=2, **situation), "The players", "warning")


NEARLY_OVER = """
    m   M2  s+  .   s*  m
    .   s   .   .   .   .
    .   .   .   .   .   s*
"""
"""A settlement on d1 lets Björn's merchant leader take the last artifact but two."""


def test_PA_14_who_can_end_the_game_by_a_harvest_after_one_settlement_is_told() -> None:
    warnings = toned(make_report(view(NEARLY_OVER, turn=9, played=9), ()), "The players", "warning")
    assert warnings == [
        "The game ends with the next artifact that is harvested or destroyed.",
        "After one settlement at d1 Björn's merchant leader can take one, and the game ends.",
    ]
    joined = view(NEARLY_OVER.replace("s+  .", "s+  g"), turn=9, played=9)
    assert toned(make_report(joined, ()), "The players", "warning")[1] == (
        "Björn's merchant leader takes one at the end of its owner's turn, and the game ends."
    )


@pytest.mark.parametrize(("pace", "what"), [("sequential", "turn"), ("round", "round")])
def test_PA_14_an_end_that_is_certain_while_a_conflict_waits_is_told(pace: str, what: str) -> None:
    before = state(UNION.replace("s*", "s "), reactions="ask", pace=pace)
    waiting, _events = resolve(before, {1: "SETTLE scientist AT e1"})
    assert toned(report_of(waiting, 3), "The players", "warning") == [
        f"Too few artifacts are left: the game ends with this {what}."
    ]


def test_a_leader_that_could_be_beaten_is_told_with_what_the_house_bot_would_do() -> None:
    seen = view(BEHIND, players=2, hands={1: "gggsss"}, turn=9, played=9)
    (warning,) = toned(make_report(seen, ()), "Your leaders", "warning")
    order = warning.partition("“")[2].partition("”")[0].replace(BOUND, " ")
    assert parse(seen, order).verdicts[0].level is not Level.REFUSED
    safe = view(BEHIND, players=2, hands={1: "mmmmss"}, turn=9, played=9)
    assert toned(make_report(safe, ()), "Your leaders", "warning") == []


def test_of_a_long_report_the_own_row_of_the_players_stays() -> None:
    before = state(UNION)
    made = report_of(resolve(before, {1: "SETTLE scientist AT h2"})[0], 2)
    (kept,) = (section for section in folded(made, (), (), Room(10)).sections if section.ranks)
    (players,) = (block for block in kept.blocks if isinstance(block, Table))
    assert (len(players.rows), players.mark) == (1, (0,))
