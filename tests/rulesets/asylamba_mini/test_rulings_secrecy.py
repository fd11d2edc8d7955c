"""AM-27: who sees what; and that a refusal tells no more than its owner's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest

from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    Flow,
    MissionTurnedBack,
    OrderDone,
    OrderRefused,
    Produced,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import (
    Facilities,
    Fleets,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.view import Payment
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    SECRET,
    Game,
    Loaded,
    drawn,
    new_game,
    rules,
)

Change = Callable[[Game], Game]


def scene(**options: object) -> Game:
    """Seat 1 holds 17 and has a mission under way; seat 2 holds 19, once seat 1's."""
    game = new_game(**options).owning(1, 17, fleets=Fleets(2, 2, 2)).owning(2, 19, fleets=ONE)
    game = game.with_sector(19, known_to=(1, 2))
    return game.under_way(1, "colonise", 17, 16, fleets=Fleets(1, 1), arrives=4)


def mission(**changes: object) -> Change:
    def change(game: Game) -> Game:
        [only] = game.state.missions
        own = {name: changes[name] for name in ("fleets", "payment") if name in changes}
        course = {name: value for name, value in changes.items() if name not in own}
        made = msgspec.structs.replace(
            only, course=msgspec.structs.replace(only.course, **course), **own
        )
        return Game(msgspec.structs.replace(game.state, missions=(made,)))

    return change


SECRETS: dict[str, Change] = {
    "R of the capital": lambda g: g.with_sector(18, resources=777),
    "R of another sector": lambda g: g.with_sector(17, resources=7),
    "C, S and X": lambda g: g.with_faction(1, purse=Purse(1, 2, 3)),
    "technology levels": lambda g: g.with_faction(1, technologies=Technologies(frame=2)),
    "tokens": lambda g: g.with_faction(1, tokens=Tokens(either=1)),
    "facilities of the capital": lambda g: g.with_sector(18, facilities=Facilities(9, 9, 9, 9)),
    "facilities of another sector": lambda g: g.with_sector(17, facilities=Facilities(hub=2)),
    "types of a garrison": lambda g: g.with_sector(17, fleets=Fleets(light=6)),
    "what a sector builds": lambda g: g.with_sector(17, autobuild="light"),
    "types of a mission": mission(fleets=Fleets(heavy=2)),
    "how a mission was paid": mission(payment=Payment(credits=50)),
}

PUBLIC: dict[str, Change] = {
    "owners": lambda g: g.with_sector(17, owner=2),
    "size of a garrison": lambda g: g.with_sector(17, fleets=Fleets(3, 2, 2)),
    "size of the rebels' garrison": lambda g: g.with_sector(16, fleets=Fleets(light=7)),
    "megastructures": lambda g: g.with_sector(18, megastructures=("Ringworld",)),
    "kind of a mission": mission(kind="conquer"),
    "path of a mission": mission(path=(17, 18, 9)),
    "size of a mission": mission(count=3, fleets=Fleets(2, 1)),
    "arrival of a mission": mission(arrives=5),
    "owner of a mission": mission(owner=2),
    "victory points": lambda g: g.with_points(7, 7, 7),
    "capitals": lambda g: Game(
        msgspec.structs.replace(
            g.state,
            factions=tuple(msgspec.structs.replace(f, capital=30) for f in g.state.factions),
        )
    ),
}


def who_notices(change: Change, **options: object) -> set[int | None]:
    """Whose view (None: a spectator's) is another one after the change."""
    before, after = scene(**options), change(scene(**options))
    assert before.state != after.state
    return {seat for seat in (1, 2, 3, None) if before.view(seat) != after.view(seat)}


@pytest.mark.parametrize("secret", SECRETS)
def test_am27_what_is_secret_its_owner_alone_sees(secret):
    assert who_notices(SECRETS[secret]) == {1}
    assert who_notices(SECRETS[secret], bonus_secrecy="public") == {1}


@pytest.mark.parametrize("secret", SECRETS)
def test_am27_an_open_book_shows_it_to_everyone(secret):
    assert who_notices(SECRETS[secret], open_book=True) == {1, 2, 3, None}


@pytest.mark.parametrize("fact", PUBLIC)
@pytest.mark.parametrize("open_book", [False, True])
def test_am27_what_is_public_everyone_sees(fact, open_book):
    assert who_notices(PUBLIC[fact], open_book=open_book) == {1, 2, 3, None}


def bonus(number: int) -> Change:
    return lambda game: game.with_sector(number, bonus="library")


def test_am27_bonuses_of_captured_sectors():
    # 17 is seat 1's; 19 has been seat 1's and is seat 2's.
    assert who_notices(bonus(17)) == {1}
    assert who_notices(bonus(19)) == {1, 2}
    for options in ({"bonus_secrecy": "public"}, {"open_book": True}):
        assert who_notices(bonus(17), **options) == {1, 2, 3, None}


@pytest.mark.parametrize("open_book", [False, True])
def test_am27_rebel_bonuses_nobody_sees_nor_what_would_tell_them(open_book):
    options = {"open_book": open_book, "bonus_secrecy": "public"}
    assert who_notices(bonus(16), **options) == set()
    built = scene(**options)
    for change in (
        lambda g: g.with_sector(16, facilities=Facilities(hub=2)),
        lambda g: g.with_sector(16, fleets=Fleets(light=3, medium=3)),
    ):
        assert who_notices(change, **options) == set()
    assert {built.view(seat).sector(16).inside for seat in (1, 2, None)} == {None}


def test_am27_an_open_book_shows_what_is_in_a_former_sector_that_is_rebel_again():
    for open_book in (True, False):
        game = scene(open_book=open_book).with_sector(19, owner=None)
        for seat in (1, 2, 3, None):
            seen = game.view(seat).sector(19).inside
            assert seen == (game.inside(19) if open_book else None)


def test_am27_an_open_book_shows_a_capital_that_is_rebel_again():
    """It never had a bonus that its inside could tell."""
    played = scene(open_book=True).with_sector(21, owner=None)
    assert played.view(1).sector(21).inside == played.inside(21)
    assert scene().with_sector(21, owner=None).view(1).sector(21).inside is None


# Events


def test_am27_a_fight_is_public_in_numbers_and_in_types_to_both_sides_only():
    game = scene().under_way(3, "conquer", 20, 19, fleets=Fleets(1, 1, 1))
    played = game.play(chance=Loaded("A"))
    for seat in (1, 2, 3, None):
        [battle] = played.battles
        assert (battle.attacker.before, battle.defender.before) == (3, 1)
        assert bool(played.heard(seat, BattleTypes)) == (seat in (2, 3))
        assert bool(played.heard(seat, Spoils)) == (seat == 3)


def test_am27_with_an_open_book_everyone_at_the_table_hears_the_types():
    game = scene(open_book=True).under_way(3, "conquer", 20, 19, fleets=Fleets(1, 1, 1))
    played = game.play(chance=Loaded("A"))
    assert all(played.heard(seat, BattleTypes) for seat in (1, 2, 3))


def test_am27_one_hears_of_ones_own_affairs_only():
    game = scene().owning(2, 9).under_way(1, "colonise", 17, 9)
    orders = {seat: [Upgrade("hub"), Upgrade("school")] for seat in (1, 2, 3)}
    played = game.play(orders)
    for kind in (OrderDone, OrderRefused, Flow, Produced):
        for seat in (1, 2, 3):
            [event] = played.heard(seat, kind)
            assert event.audience == (seat,)
        assert not played.heard(None, kind)
    assert played.heard(1, MissionTurnedBack)
    assert not played.heard(2, MissionTurnedBack)


# Refusals

RICH = {"purse": Purse(9999, 9999, 9999), "tokens": Tokens(technology=1)}
ABLE = Technologies(administration=11, engineering=1, conquest=1)


def poor() -> Game:
    game = new_game().owning(1, 17, fleets=Fleets(light=9)).owning(2, 19, 20, fleets=ONE)
    return game.with_sector(21, megastructures=("Ringworld",))


def rich() -> Game:
    return poor().with_faction(1, technologies=ABLE, **RICH).with_sector(18, resources=999)


def penniless() -> Game:
    return rich().with_faction(1, purse=Purse())


def busy() -> Game:
    game = rich()
    for _mission in range(4):
        game = game.under_way(1, "reinforce", 17, 18, arrives=9)
    return game


def untaught() -> Game:
    return rich().with_faction(1, technologies=Technologies())


def full() -> Game:
    """As many sectors as the highest administration allows."""
    return (
        rich()
        .owning(1, 36, 9, 15, 35, 14, 34, 8, 10, 11, 12)
        .with_faction(1, technologies=Technologies(administration=11))
    )


def send(kind: str, source: int, target: int, fleets: Fleets = ONE, *, free: bool = False) -> Send:
    return Send(kind, fleets, source, target, free)


C, S = Resource.C, Resource.S
REFUSED: tuple[tuple[str, Callable[[], Game], Iterable[AnyOrder]], ...] = (
    (errors.SHORT, poor, [Build("light", 99)]),
    (errors.NOT_BELOW_MAXIMUM, rich, [Research("conquest")]),
    (errors.LEVEL_REACHED, rich, [Upgrade("hub", to=2)]),
    (errors.NOT_UPGRADABLE, rich, [Upgrade("school")]),
    (errors.SAME_RESOURCE, rich, [Exchange(C, C, 4)]),
    (errors.TOO_LITTLE, rich, [Exchange(C, S, 1)]),
    (errors.NO_TOKEN, rich, [send("colonise", 17, 16, free=True)]),
    (errors.ONE_LEVEL_A_TOKEN, rich, [Research("defence", 2, free=True)]),
    (errors.LOCKED, rich, [Build("heavy", 1)]),
    (
        errors.CREDITS_REFUSED,
        lambda: new_game("Nerve", "Ligue"),
        [Build("light", 1, with_credits=True)],
    ),
    (errors.ADMINISTRATION_FULL, full, [send("colonise", 17, 16)]),
    (errors.NOTHING_TO_BUILD, rich, [Build("light", 0)]),
    (errors.NO_MEGASTRUCTURE, rich, [Wonder("Death Star")]),
    (errors.ENGINEERING, rich, [Wonder("Dyson Sphere")]),
    (errors.BUILT, rich, [Wonder("Ringworld")]),
    (errors.CLAIMED, rich, [Wonder("Gravity Train"), Wonder("Gravity Train")]),
    (errors.NOT_A_SECTOR, rich, [send("colonise", 17, 99)]),
    (errors.NOT_YOURS, rich, [send("colonise", 19, 9)]),
    (errors.NO_FLEETS, rich, [send("colonise", 17, 16, EMPTY)]),
    (errors.TOO_FEW_FLEETS, rich, [send("colonise", 17, 16, Fleets(heavy=1))]),
    (errors.SAME_SECTOR, rich, [send("reinforce", 17, 17)]),
    (errors.REINFORCE_FOREIGN, rich, [send("reinforce", 17, 16)]),
    (errors.OWN_ALREADY, rich, [send("colonise", 17, 18)]),
    (errors.COLONISE_FACTION, rich, [send("colonise", 17, 19)]),
    (errors.OWN_ALREADY, rich, [send("conquer", 17, 18)]),
    (errors.CONQUER_REBELS, rich, [send("conquer", 17, 16)]),
    (errors.MISSION_PRICE, penniless, [send("colonise", 17, 16)]),
    (errors.CONQUEST_UNKNOWN, untaught, [send("conquer", 18, 19)]),
    (errors.ADMINISTRATION, untaught, [send("colonise", 17, 16)]),
    (errors.MISSIONS, busy, [send("reinforce", 17, 18)]),
    (errors.NO_ROUTE, rich, [send("conquer", 17, 20)]),
    (errors.CAPITAL_BUILDS_NOTHING, rich, [Autobuild(18, "light")]),
)


def test_every_refusal_is_tried():
    every = {
        text for name, text in vars(errors).items() if name.isupper() and isinstance(text, str)
    }
    beside_others = {errors.MISSION_AT_HAND}
    assert {message for message, _make, _orders in REFUSED} == every - beside_others


@pytest.mark.parametrize(("message", "make", "orders"), REFUSED)
def test_am14_a_refused_order_tells_no_more_than_its_owners_view(message, make, orders):
    game = make()
    told = game.play({1: orders}).heard(1, OrderRefused)
    assert [event.refusal.message for event in told] == [message]
    assert [event.audience for event in told] == [(1,)]
    for attempt in range(5):
        chance = Chance(attempt.to_bytes(32, "big"), 1)
        other = Game(rules.scramble(game.state, 1, chance))
        assert other.state != game.state
        assert other.play({1: orders}).heard(1, OrderRefused) == told


# Scrambles

MILITARY = ("état-major", "royal guard", "commandant", "general")


def later_games(**options: object) -> list[Game]:
    """Games of every kind of seat, some turns on."""
    games = [scene(**options), busy(), Game(drawn(7, **options))]
    games.append(games[0].with_sector(21, fleets=EMPTY).under_way(1, "conquer", 20, 21).play())
    return games


@pytest.mark.parametrize("options", [{}, {"bonus_secrecy": "public"}, {"open_book": True}], ids=str)
def test_am27_a_scramble_is_another_truth_that_the_seat_cannot_tell(options):
    for game in later_games(**options):
        for seat in (1, 2, 3):
            other = rules.scramble(game.state, seat, Chance(SECRET, 3))
            assert rules.view(other, seat) == game.view(seat)
            assert RULESET.codec.dump_view(rules.view(other, seat)) == RULESET.codec.dump_view(
                game.view(seat)
            )


def scrambled(game: Game, times: int = 40) -> list[Game]:
    return [
        Game(rules.scramble(game.state, 1, Chance(number.to_bytes(32, "big"), 1)))
        for number in range(times)
    ]


def test_am27_a_scramble_changes_every_secret_of_others():
    game = scene().owning(2, 22, fleets=Fleets(2, 2, 2), autobuild="light")
    game = game.under_way(2, "colonise", 22, 10, arrives=6, payment=Payment(credits=50))
    others = scrambled(game)
    for number, field in [
        (21, "resources"),
        (21, "facilities"),
        (21, "fleets"),
        (22, "facilities"),
        (22, "fleets"),
        (22, "autobuild"),
        (22, "resources"),
    ]:
        assert len({getattr(other.inside(number), field) for other in others}) > 1
    for field in ("technologies", "purse", "tokens"):
        assert len({getattr(other.means(2), field) for other in others}) > 1
    for field in ("fleets", "payment"):
        assert len({getattr(other.state.missions[1], field) for other in others}) > 1


def test_am27_a_scramble_deals_the_rebels_bonuses_anew():
    game = Game(drawn(3))
    for other in scrambled(game, 5):
        before = sorted(s.bonus for s in game.state.sectors if s.bonus)
        assert sorted(s.bonus for s in other.state.sectors if s.bonus) == before
        assert other.state.sectors != game.state.sectors
        # AM-4: four fleets more than the table has tell of a military bonus.
        for here, there in zip(game.state.sectors, other.state.sectors, strict=True):
            assert (here.bonus in MILITARY) == (there.bonus in MILITARY)


def test_am27_what_follows_from_public_facts_a_scramble_keeps():
    game = new_game().owning(2, 19, 20, 22, 23, fleets=ONE)
    game = game.with_sector(19, bonus="governor").with_sector(20, bonus="royal guard")
    game = game.with_sector(22, bonus="library", facilities=Facilities(refinery=3))
    game = game.with_sector(16, bonus="recycling centre", facilities=Facilities(refinery=2))
    game = game.with_sector(23, bonus="treasure")
    for other in scrambled(game):
        assert other.sector(19).bonus == "governor"
        assert other.sector(20).bonus == "royal guard"
        assert other.sector(16).bonus == "recycling centre"
        assert other.inside(22).facilities.refinery == 3
        assert other.play().view(1).sectors == game.play().view(1).sectors
        assert other.play().view(1).standings == game.play().view(1).standings
