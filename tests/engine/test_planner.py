"""The planner finds the best line of proposals, within its bound, and says what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pbem.engine.planner import Branch, Proposal, Reasons, Search, judged, plan, remedy
from pbem.engine.rng import Stream

Purse = tuple[str, ...]
PRICES = {"pear": 3.0, "plum": 2.0, "seed": -1.0, "tree": 0.0, "rot": -2.0}
LUCKY = 0.75


@dataclass
class Stall:
    """Fruit is taken one after the other; a tree is worth much to who has taken a seed before.
    Of plums one in four is lost. No fruit is there twice."""

    judged: list[Purse] = field(default_factory=list)

    def candidates(self, position: Purse) -> Sequence[Proposal[str]]:
        there = [fruit for fruit in PRICES if fruit not in position]
        return [Proposal(PRICES[fruit], (fruit,)) for fruit in there]

    def carry_out(self, position: Purse, proposal: Proposal[str]) -> Sequence[Branch[Purse]]:
        (fruit,) = proposal.orders
        if fruit == "tree" and "seed" not in position:
            return ()
        if fruit == "plum":
            return Branch(LUCKY, (*position, fruit)), Branch(1 - LUCKY, (*position, "nothing"))
        return (Branch(1.0, (*position, fruit)),)

    def evaluate(self, position: Purse, parameters: float) -> Reasons:
        """The parameter is what a tree is worth."""
        self.judged.append(position)
        grown = parameters if {"seed", "tree"} <= set(position) else 0.0
        return {"eaten": sum(PRICES.get(fruit, 0.0) for fruit in position), "grown": grown}


def bought(search: Search, tree: float = 9.0, stream: bytes = b"") -> tuple[str, ...]:
    return plan(Stall(), (), tree, search, Stream(stream)).line.orders


def test_a_narrow_search_takes_the_best_of_the_moment() -> None:
    assert bought(Search(widths=(5, 5), evaluations=100)) == ("pear", "plum")


def test_a_beam_finds_what_pays_only_together() -> None:
    assert bought(Search(widths=(5, 5), beam=3, evaluations=100)) == ("seed", "tree")
    assert bought(Search(widths=(5, 5), beam=3, evaluations=100), tree=2) == ("pear", "plum")


def test_a_line_ends_where_nothing_betters_it() -> None:
    assert bought(Search(widths=(5,), depth=9, evaluations=100), tree=0) == ("pear", "plum")


def test_what_may_go_wrong_is_worth_what_is_to_be_expected_of_it() -> None:
    found = plan(Stall(), (), 0.0, Search(widths=(5, 5), evaluations=100), Stream(b""))
    assert found.line.value == pytest.approx(3 + LUCKY * 2)
    assert [branch.chance for branch in found.line.branches] == [LUCKY, 1 - LUCKY]


def test_every_step_tells_what_speaks_for_it() -> None:
    search = Search(widths=(5, 5), beam=3, evaluations=100)
    found = plan(Stall(), (), 9.0, search, Stream(b""))
    assert [step.gains for step in found.line.steps] == [
        {"eaten": -1.0, "grown": 0.0},
        {"eaten": 0.0, "grown": 9.0},
    ]
    assert [step.reason for step in found.line.steps] == ["grown", "grown"]
    assert [line.orders for line in found.others] == [
        ("seed", "pear"),
        ("seed", "plum"),
        ("seed", "rot"),
    ]


@pytest.mark.parametrize("evaluations", [1, 2, 3, 4, 7, 12])
def test_no_more_positions_are_judged_than_the_bound_allows(evaluations: int) -> None:
    stall = Stall()
    search = Search(widths=(5,), depth=4, beam=2, evaluations=evaluations)
    plan(stall, (), 9.0, search, Stream(b""))
    assert len(stall.judged) <= evaluations + 1


def test_behind_the_bound_what_promises_most_is_taken_at_its_word() -> None:
    assert bought(Search(widths=(5,), depth=4, evaluations=1)) == ("pear", "plum")


def test_errors_come_from_the_stream_alone() -> None:
    search = Search(widths=(5, 5), evaluations=100, error=5.0)
    drawn = {bought(search, stream=bytes([n])) for n in range(20)}
    assert len(drawn) > 1
    assert bought(search, stream=b"x") == bought(search, stream=b"x")


def test_a_line_can_be_judged_as_it_stands() -> None:
    seed, tree = Proposal(0.0, ("seed",)), Proposal(0.0, ("tree",))
    line = judged(Stall(), (), 9.0, (seed, tree))
    assert line is not None and line.value == 8
    assert judged(Stall(), (), 9.0, (tree, seed)) is None


def test_a_remedy_mends_what_is_warned_of() -> None:
    search = Search(widths=(5,), evaluations=100)
    found = remedy(Stall(), ("seed",), 9.0, search, "grown")
    assert found is not None and found.proposal.orders == ("tree",)
    assert remedy(Stall(), (), 9.0, search, "grown") is None
