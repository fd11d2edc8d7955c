"""What many games say: lengths, and victories against what would be fair."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.tools.simulate import Played
from pbem.service.tools.tally import (
    Length,
    lengths,
    tallies_by_level,
    tallies_by_trait,
    victories_by_seat,
)

FACTIONS = ("Akhena", "Cardan", "Kovahk", "Negore", "Synelle")


def game(
    *factions: str,
    winners: tuple[int, ...] = (1,),
    turns: int = 10,
    levels: tuple[str, ...] = (),
    traits: Mapping[int, dict[str, str]] | None = None,
) -> Played:
    """A finished game: one faction a seat, in order."""
    told = {seat: {"faction": name} for seat, name in enumerate(factions, start=1)}
    return Played(
        seed=1,
        turns=turns,
        winners=winners,
        scores={},
        seconds=0.1,
        hash="",
        levels=levels or ("strong",) * len(factions),
        traits=dict(told if traits is None else traits),
    )


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Two to five seats of different factions, won by any of them, by several or by none."""
    factions = draw(st.lists(st.sampled_from(FACTIONS), min_size=2, max_size=5, unique=True))
    winners = draw(st.sets(st.integers(1, len(factions))))
    return game(*factions, winners=tuple(sorted(winners)))


class TestLength:
    def test_quartiles_are_of_the_games_that_were_played(self) -> None:
        played = [game("Akhena", turns=turns) for turns in (30, 10, 20, 50, 40)]
        assert lengths(played) == Length(10, 20, 30, 40, 50)

    def test_one_game_is_as_long_as_it_is(self) -> None:
        assert lengths([game("Akhena", turns=8)]) == Length(8, 8, 8, 8, 8)

    @given(st.lists(st.integers(1, 500), min_size=1))
    def test_the_five_figures_are_in_order(self, turns: list[int]) -> None:
        found = lengths([game("Akhena", turns=each) for each in turns])
        assert found.shortest == min(turns)
        assert found.longest == max(turns)
        assert found.shortest <= found.lower <= found.median <= found.upper <= found.longest


class TestTallies:
    def test_a_share_is_fair_by_the_games_that_a_faction_sat_in(self) -> None:
        """Two of three games at tables of 2 and 4: 1/2 + 1/4 of a victory would be fair."""
        played = [
            game("Synelle", "Negore"),
            game("Akhena", "Cardan", "Negore", "Synelle", winners=(4,)),
            game("Akhena", "Cardan"),
        ]
        (best, *_others) = tallies_by_trait(played)["faction"]
        assert (best.value, best.seats, best.victories, best.fair) == ("Synelle", 2, 2.0, 0.75)
        assert best.ratio == pytest.approx(2 / 0.75)

    def test_a_shared_victory_counts_in_equal_parts_and_a_draw_for_all(self) -> None:
        played = [
            game("Akhena", "Cardan", "Negore", winners=(1, 2)),
            game("Akhena", "Cardan", "Negore", winners=()),
        ]
        found = {tally.value: tally.victories for tally in tallies_by_trait(played)["faction"]}
        assert found == pytest.approx({"Akhena": 5 / 6, "Cardan": 5 / 6, "Negore": 1 / 3})
        assert victories_by_seat(played) == pytest.approx({1: 5 / 6, 2: 5 / 6, 3: 1 / 3})

    def test_the_best_stand_first_and_equals_in_alphabetical_order(self) -> None:
        played = [game("Negore", "Cardan", "Akhena", "Synelle", winners=(4,))]
        values = [tally.value for tally in tallies_by_trait(played)["faction"]]
        assert values == ["Synelle", "Akhena", "Cardan", "Negore"]

    def test_every_trait_has_tallies_of_its_own_even_where_a_seat_lacks_it(self) -> None:
        fates = {1: {"fate": "survived", "side": "left"}, 2: {"fate": "eliminated"}}
        found = tallies_by_trait([game("Akhena", "Cardan", traits=fates)])
        assert list(found) == ["fate", "side"]
        assert [(tally.value, tally.seats) for tally in found["fate"]] == [
            ("survived", 1),
            ("eliminated", 1),
        ]
        assert [(tally.value, tally.seats) for tally in found["side"]] == [("left", 1)]

    def test_games_without_traits_have_no_tallies(self) -> None:
        assert tallies_by_trait([game("Akhena", "Cardan", traits={})]) == {}

    def test_levels_are_tallied_wherever_they_sit(self) -> None:
        played = [
            game("Akhena", "Cardan", winners=(1,), levels=("strong", "weak")),
            game("Akhena", "Cardan", winners=(2,), levels=("weak", "strong")),
        ]
        strong, weak = tallies_by_level(played)
        assert (strong.value, strong.victories, strong.ratio) == ("strong", 2.0, 2.0)
        assert (weak.value, weak.victories, weak.ratio) == ("weak", 0.0, 0.0)

    def test_luck_is_the_spread_of_a_fair_coin(self) -> None:
        """One hundred games of two: 50 victories give or take 1.96 times 5."""
        (best, _other) = tallies_by_trait([game("Akhena", "Cardan")] * 100)["faction"]
        assert best.luck == pytest.approx(1.96 * 5 / 50)

    def test_where_all_seats_are_alike_nothing_is_left_to_luck(self) -> None:
        (only,) = tallies_by_level([game("Akhena", "Cardan")] * 3)
        assert (only.ratio, only.luck) == (1.0, 0.0)

    @given(st.lists(games(), min_size=1, max_size=20))
    def test_all_victories_and_all_that_is_fair_are_given_out(self, played: list[Played]) -> None:
        tallies = tallies_by_trait(played)["faction"]
        assert sum(tally.victories for tally in tallies) == pytest.approx(len(played))
        assert sum(tally.fair for tally in tallies) == pytest.approx(len(played))
        assert sum(tally.seats for tally in tallies) == sum(len(one.levels) for one in played)
        assert sum(victories_by_seat(played).values()) == pytest.approx(len(played))
