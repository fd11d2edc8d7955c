"""AM-1 to AM-5: the galaxy, its capitals, bonuses and rebels."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from pbem.engine.api import OptionsError
from pbem.rulesets.asylamba_mini import galaxy
from pbem.rulesets.asylamba_mini.events import BonusFound
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    Facilities,
    Fleets,
    Purse,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.options import Garrisons
from pbem.rulesets.asylamba_mini.state import SectorTruth, State
from pbem.rulesets.asylamba_mini.view import Standing
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    drawn,
    new_game,
)

MILITARY = ("état-major", "royal guard", "commandant", "general")
SCIENCE = ("university", "library", "laboratory")


@cache
def many() -> tuple[State, ...]:
    """Seven factions each time, everything drawn."""
    return tuple(drawn(7, secret=number.to_bytes(32, "big")) for number in range(60))


def rebels() -> list[SectorTruth]:
    return [sector for state in many() for sector in state.sectors if sector.owner is None]


# AM-1


def test_am1_borders_are_shared_and_lead_everywhere():
    for sector in galaxy.SECTORS:
        assert sector not in galaxy.neighbours(sector)
        assert all(sector in galaxy.neighbours(other) for other in galaxy.neighbours(sector))
    reached, edge = {1}, [1]
    while edge:
        new = set(galaxy.neighbours(edge.pop())) - reached
        reached |= new
        edge += new
    assert reached == set(range(1, 37))


def test_am1_some_borders_as_the_map_has_them():
    assert galaxy.neighbours(1) == (2, 3, 4, 5, 6, 7, 8)
    assert galaxy.neighbours(9) == (2, 8, 18, 19)
    assert galaxy.neighbours(17) == (16, 18)
    assert galaxy.neighbours(36) == (15, 16, 35)


# AM-2


def test_am2_capitals_are_peripheral_at_different_bridges():
    for state in many():
        bridges = set()
        for faction in state.factions:
            assert galaxy.zone(faction.capital) == "peripheral"
            [bridge] = (s for s in galaxy.neighbours(faction.capital) if galaxy.zone(s) == "bridge")
            bridges.add(bridge)
        assert bridges == set(range(9, 16))


def test_am2_either_neighbour_of_every_bridge_may_be_a_capital():
    capitals = {faction.capital for state in many() for faction in state.factions}
    beside = {n for b in range(9, 16) for n in galaxy.neighbours(b) if n >= 16}
    assert capitals == beside
    assert len(beside) == 14


def test_am2_every_faction_may_begin_at_any_bridge():
    for seat in (1, 7):
        capitals = {state.factions[seat - 1].capital for state in many()}
        assert {n for c in capitals for n in galaxy.neighbours(c) if 9 <= n <= 15} == set(
            range(9, 16)
        )


def test_am2_factions_are_all_different_and_anyone_may_be_drawn():
    for state in many():
        assert len({faction.name for faction in state.factions}) == 7
    assert {faction.name for state in many() for faction in state.factions} == set(FACTIONS)


def test_am2_chosen_factions_stand_and_the_others_are_drawn_around_them():
    for number in range(20):
        state = drawn(4, secret=number.to_bytes(32, "big"), factions=("any", "Nerve", "any"))
        names = [faction.name for faction in state.factions]
        assert names[1] == "Nerve"
        assert len(set(names)) == 4


def test_am2_more_factions_than_seats_are_refused():
    with pytest.raises(OptionsError, match="factions"):
        drawn(2, factions=("Nerve", "Empire", "Ligue"))


def test_am2_everyone_starts_with_50_R_and_50_C_four_fleets_and_table_2():
    state = drawn(7, factions=("Empire", "Nerve", "Negore", "Aphera", "Cardan", "Kovahk", "Ligue"))
    for faction in state.factions:
        home = state.sectors[faction.capital - 1]
        assert home.owner == faction.seat
        assert home.bonus is None
        assert home.inside.facilities == Facilities(refinery=4, hub=4)
        assert home.inside.fleets == Fleets(light=4)
        assert home.inside.resources == 50
        assert faction.means.purse == Purse(credits=50)
        assert faction.means.technologies == Technologies()
        assert faction.means.tokens == Tokens()


def test_am2_head_starts_of_synelle_and_magoth():
    game = new_game("Synelle", "Magoth")
    assert game.inside(18).facilities == Facilities(refinery=4, hub=4, technosphere=1)
    assert game.means(1).technologies == Technologies(
        administration=1, engineering=1, defence=1, attack=1
    )
    assert game.inside(21).facilities == Facilities(refinery=4, hub=4, school=1)
    assert game.means(2).technologies == Technologies(conquest=1)
    # They produce from the first turn: 50 + 4 x 10 C, and 10 of their own kind.
    played = game.play()
    assert played.means(1).purse == Purse(credits=90, science=10)
    assert played.means(2).purse == Purse(credits=90, experience=10)


def test_am2_the_first_standings():
    game = new_game("Empire", "Nerve")
    # A peripheral sector is worth 1, and 1 more to the Empire as a capital.
    assert game.state.history == ((Standing(2, 1, 4), Standing(1, 1, 4)),)


# AM-3


def test_am3_three_copies_of_the_twelve_are_dealt():
    for state in many():
        dealt = Counter(s.bonus for s in state.sectors if s.bonus is not None)
        assert sum(dealt.values()) == 36 - 7
        assert max(dealt.values()) <= 3
        # Only the seven cards under the capitals are missing.
        assert sum(3 - dealt[name] for name in BONUSES) == 7


def test_am3_a_bonus_stands_in_the_facilities_from_the_start():
    for sector in rebels():
        assert sector.inside.facilities == BONUSES[sector.bonus].facilities


def test_am3_nobody_sees_a_bonus_before_it_is_colonised():
    for seat in (1, 2, None):
        assert {s.bonus for s in new_game().view(seat).sectors} == {None}


def test_am3_the_owner_keeps_knowing_a_bonus_and_the_later_owner_sees_it_too():
    game = new_game().with_sector(17, fleets=EMPTY, bonus="trade route")
    first = game.under_way(1, "colonise", 18, 17).play()
    assert first.view(1).sector(17).bonus == "trade route"
    assert first.view(2).sector(17).bonus is None
    assert first.view(None).sector(17).bonus is None

    lost = first.under_way(2, "conquer", 16, 17, fleets=Fleets(light=9), arrives=2).play(
        chance=Loaded("A")
    )
    assert lost.sector(17).owner == 2
    assert lost.view(1).sector(17).bonus == "trade route"
    assert lost.view(2).sector(17).bonus == "trade route"
    assert lost.view(3).sector(17).bonus is None


def test_am3_with_public_bonuses_everybody_sees_those_captured_and_no_others():
    game = new_game(bonus_secrecy="public").with_sector(17, fleets=EMPTY)
    played = game.under_way(1, "colonise", 18, 17).play()
    for seat in (1, 2, None):
        known = {s.number: s.bonus for s in played.view(seat).sectors if s.bonus is not None}
        assert known == {17: "spy"}
        [found] = played.heard(seat, BonusFound)
        assert (found.seat, found.sector, found.bonus, found.granted) == (1, 17, "spy", True)


def test_am3_by_default_only_who_captured_it_hears_of_the_bonus():
    played = new_game().with_sector(17, fleets=EMPTY).under_way(1, "colonise", 18, 17).play()
    assert len(played.heard(1, BonusFound)) == 1
    assert not played.heard(2, BonusFound) + played.heard(None, BonusFound)


def captured(bonus: str) -> Game:
    """Sector 17 with this bonus, as it stands once seat 1 has walked in."""
    facilities = BONUSES[bonus].facilities
    game = new_game().with_sector(17, fleets=EMPTY, bonus=bonus, facilities=facilities)
    return game.under_way(1, "colonise", 18, 17).play()


@pytest.mark.parametrize(
    ("bonus", "gained"),
    [
        # The capital's hub brings 4 x 10 C a turn on top of the 50 C of the start.
        ("treasure", Purse(credits=50 + 40 + 200)),
        ("library", Purse(credits=90, science=200)),
        ("commandant", Purse(credits=90, experience=200)),
        # Levels from the start produce in the turn of the capture: 2 x 10.
        ("trade route", Purse(credits=90 + 20)),
        ("university", Purse(credits=90, science=20)),
        ("état-major", Purse(credits=90, experience=20)),
        ("governor", Purse(credits=90)),
    ],
)
def test_am3_what_a_bonus_brings_to_the_purse(bonus, gained):
    assert captured(bonus).means(1).purse == gained


@pytest.mark.parametrize(
    ("bonus", "tokens"),
    [
        ("laboratory", Tokens(technology=1)),
        ("spy", Tokens(colonisation=1)),
        ("general", Tokens(conquest=1)),
        ("treasure", Tokens()),
    ],
)
def test_am3_what_a_bonus_brings_in_tokens(bonus, tokens):
    assert captured(bonus).means(1).tokens == tokens


def test_am3_a_royal_guard_joins_the_garrison():
    assert captured("royal guard").fleets(17) == Fleets(light=1, medium=10, heavy=10)


def test_am3_a_recycling_centre_builds_two_fleets_in_the_turn_of_the_capture():
    # Refinery 2 x 10 R / 10 R a fleet.
    assert captured("recycling centre").fleets(17) == Fleets(light=1 + 2)


def test_am3_a_governor_is_worth_a_point():
    assert captured("treasure").view(1).standing(1).points == 1 + 1
    assert captured("governor").view(1).standing(1).points == 1 + 1 + 1


def test_am3_a_single_use_bonus_is_granted_once():
    first = captured("treasure")
    again = first.under_way(2, "conquer", 16, 17, fleets=Fleets(light=9), arrives=2)
    played = again.play(chance=Loaded("A"))
    assert played.sector(17).owner == 2
    assert played.means(2).purse.credits == 50 + 2 * 40  # two turns' output, no treasure
    [found] = played.heard(2, BonusFound)
    assert (found.bonus, found.granted) == ("treasure", False)


def test_am3_a_bonus_is_granted_before_the_next_attack_there():
    game = new_game().with_sector(17, fleets=EMPTY, bonus="royal guard")
    game = game.under_way(1, "colonise", 18, 17, fleets=ONE, launched=0)
    game = game.under_way(2, "conquer", 16, 17, fleets=Fleets(light=5), launched=1, arrives=1)
    played = game.play(chance=Loaded("AD"))
    second = played.battles[1]
    assert (second.attacker.seat, second.defender.seat) == (2, 1)
    assert second.defender.before == 1 + 20
    assert played.fleets(17) == Fleets(light=1, medium=10, heavy=10)


# AM-4


def test_am4_garrisons_are_drawn_from_the_table():
    spans = {"peripheral": (6, 12), "bridge": (12, 18), "ring": (21, 30), "central": (45, 45)}
    seen: dict[str, set[int]] = {zone: set() for zone in spans}
    for sector in rebels():
        bonus = 4 if sector.bonus in MILITARY else 0
        seen[galaxy.zone(sector.number)].add(sector.inside.fleets.total - bonus)
    for zone, (low, high) in spans.items():
        assert seen[zone] == set(range(low, high + 1))


def test_am4_a_military_bonus_adds_four_fleets():
    table = Garrisons(peripheral=(6, 6), bridge=(12, 12), ring=(21, 21), central=(45, 45))
    base = {"peripheral": 6, "bridge": 12, "ring": 21, "central": 45}
    for sector in drawn(2, garrisons=table).sectors:
        if sector.owner is None:
            more = 4 if sector.bonus in MILITARY else 0
            assert sector.inside.fleets.total == base[galaxy.zone(sector.number)] + more


def test_am4_science_is_guarded_by_medium_and_further_in_by_heavy_ships():
    for sector in rebels():
        fleets = sector.inside.fleets
        inner = sector.number <= 8
        science = sector.bonus in SCIENCE
        assert fleets.medium == (fleets.total // 2 if science else 0)
        assert fleets.heavy == (fleets.total // 4 if science and inner else 0)


def test_am4_each_share_is_rounded_down():
    for sector, span, expected in [
        (16, 7, Fleets(light=4, medium=3)),
        (9, 13, Fleets(light=7, medium=6)),
        (2, 23, Fleets(light=7, medium=11, heavy=5)),
        (1, 45, Fleets(light=12, medium=22, heavy=11)),
    ]:
        table = Garrisons(
            peripheral=(span, span), bridge=(span, span), ring=(span, span), central=(span, span)
        )
        found = [
            state.sectors[sector - 1].inside.fleets
            for number in range(40)
            for state in [drawn(2, secret=number.to_bytes(32, "big"), garrisons=table)]
            if state.sectors[sector - 1].bonus in SCIENCE
        ]
        assert set(found) == {expected}


def test_am4_a_game_master_may_override_the_table():
    table = Garrisons(peripheral=(0, 0), bridge=(1, 1), ring=(2, 2), central=(3, 3), military=0)
    state = drawn(2, garrisons=table)
    found = {(galaxy.zone(s.number), s.inside.fleets.total) for s in state.sectors if not s.owner}
    assert found == {("peripheral", 0), ("bridge", 1), ("ring", 2), ("central", 3)}


def test_am4_zones_that_a_game_master_does_not_name_keep_their_figures():
    other, usual = drawn(2, garrisons=Garrisons(central=(9, 9))), drawn(2)
    changed = [
        (galaxy.zone(one.number), one.inside.fleets.total - (4 if one.bonus in MILITARY else 0))
        for one, before in zip(other.sectors, usual.sectors, strict=True)
        if one != before
    ]
    assert changed == [("central", 9)]


# AM-5


@pytest.mark.parametrize(
    ("before", "level", "after"),
    [(8, 2, 10), (22, 2, 24), (23, 2, 24), (24, 2, 24), (30, 2, 30), (8, 0, 8), (8, 3, 11)],
)
def test_am5_rebels_build_one_light_fleet_a_level_up_to_24(before, level, after):
    game = new_game().with_sector(
        17, fleets=Fleets(medium=before), facilities=Facilities(refinery=level)
    )
    played = game.play()
    assert played.fleets(17) == Fleets(light=after - before, medium=before)
    assert played.inside(17).resources == 0


def test_am5_what_a_faction_left_unspent_stays_unspent_with_rebels():
    game = new_game().with_sector(17, resources=30, granted=True)
    assert game.play().inside(17) == game.inside(17)
