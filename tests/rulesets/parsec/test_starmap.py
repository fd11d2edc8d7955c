"""The board map: what it shows of a game, to whom, and what it tells who cannot see it."""

from __future__ import annotations

import gettext

import msgspec
import pytest

from pbem.drawing.areas import contour
from pbem.drawing.svg import to_svg
from pbem.engine.i18n import speaking
from pbem.engine.scene import AnyShape, Path, Style
from pbem.maps.board import square_ref
from pbem.rulesets.parsec.figures import KINDS, Counts
from pbem.rulesets.parsec.map import board_map, frame_of, signs
from pbem.rulesets.parsec.map.signs import DYES, player_dye
from pbem.rulesets.parsec.mechanics import Space
from pbem.rulesets.parsec.view import (
    AnyEntry,
    Chapter,
    Ending,
    LeaderPlaced,
    LeaderRecalled,
    SystemSettled,
)
from tests.rulesets.parsec.pictures import (
    SEATS,
    at,
    disputed,
    flat,
    game,
    plain,
    scene_of,
    texts,
    tip_at,
)
from tests.rulesets.parsec.table import square, view
from tests.rulesets.reports import BOUND

# What is seen -------------------------------------------------------------------------


def test_every_settlement_has_its_kinds_colour_and_sign() -> None:
    shown = game()
    scene, frame = scene_of(shown), frame_of(shown.galaxy)
    for one in shown.galaxy.settlements:
        found = at(scene, one.square, frame)
        assert DYES[one.kind].fill in {shape.style.fill for shape in flat(*found)}
        sign = signs.kind_symbol(one.kind, 20, Style())
        assert {s.data for s in flat(sign)} <= {s.data for s in flat(*found) if isinstance(s, Path)}


def test_everything_on_the_board_bears_the_reference_of_its_square() -> None:
    """As menus name it, for whoever marks what an order concerns."""
    galaxy = game().galaxy
    refs = {item.ref for item in scene_of(game()).items if item.ref}
    there = (*galaxy.settlements, *galaxy.leaders, *galaxy.artifacts)
    assert {square_ref(one.square) for one in there} <= refs


def test_a_region_is_lined_in_the_colours_of_all_who_have_leaders_there() -> None:
    seen = game()
    frame, space = frame_of(seen.galaxy), Space(seen.galaxy)
    shapes = [one for one in flat(*scene_of(seen).items) if isinstance(one, Path)]
    several = 0
    for region in space.regions():
        line = contour(region, frame, frame.tile * 0.03, frame.tile * 0.2)
        found = [one.style for one in shapes if line in one.data and one.style.stroke]
        owners = {leader.seat for leader in space.leaders_in(region)}
        wanted = {player_dye(seat).fill for seat in owners} or {signs.REGION}
        assert {style.stroke for style in found} == wanted
        assert all(bool(style.dash) == (len(owners) > 1) for style in found)
        several += len(owners) > 1
    assert several


def test_every_leader_has_its_owners_colour_shape_and_number() -> None:
    shown = game()
    scene, frame = scene_of(shown), frame_of(shown.galaxy)
    for one in shown.galaxy.leaders:
        found = at(scene, one.square, frame)
        assert player_dye(one.seat).fill in {shape.style.fill for shape in flat(*found)}
        assert texts(*found) == [str(one.seat)]
        (token,) = flat(signs.token(one.seat, 10))
        assert token.data in {s.data for s in flat(*found) if isinstance(s, Path)}


def test_small_systems_show_leaders_without_numbers() -> None:
    large = view("\n".join(" ".join(["s", "G2"] + ["."] * 24) for _row in range(1)), players=2)
    assert not texts(*(item for item in scene_of(large).items if item.tip))


def test_the_four_shapes_and_signs_are_all_different() -> None:
    tokens = {flat(signs.token(seat, 10))[0].data for seat in SEATS}
    symbols = {flat(signs.kind_symbol(kind, 20, Style()))[0].data for kind in KINDS}
    assert len(tokens) == len(symbols) == 4


def test_a_dormant_artifact_is_hollow_and_a_border_one_has_a_ring() -> None:
    star = {
        (border, dormant): flat(signs.artifact(8, border=border, dormant=dormant))
        for border in (False, True)
        for dormant in (False, True)
    }
    assert [star[False, dormant][1].style.fill for dormant in (False, True)] == [signs.GOLD, None]
    rings = [star[border, False][0].style.stroke for border in (False, True)]
    assert rings == [signs.DARK, signs.GOLD]


def test_the_board_has_its_squares_names_on_all_four_sides() -> None:
    shown = texts(*scene_of(game()).items)
    assert all(shown.count(letter) >= 2 for letter in "abcdefghi")
    assert all(shown.count(number) >= 2 for number in ("1", "2", "3", "4", "5"))


def test_the_widest_board_names_every_column_and_row() -> None:
    row = " ".join(["s*"] + ["."] * 25)
    wide = view("\n".join([row] * 26), players=2)
    shown = texts(*scene_of(wide).items)
    assert {"b", "c", "z", "2", "25", "26"} <= set(shown)


# To whom ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [game, disputed], ids=["game", "dispute"])
def test_PA_15_the_visible_picture_is_the_same_for_all_seats_and_for_spectators(make) -> None:  # type: ignore[no-untyped-def]
    pictures = [board_map(make(seat)) for seat in (1, 2, 3, None)]
    assert len({to_svg(plain(picture.scene)) for picture in pictures}) == 1
    assert len({picture.alt for picture in pictures}) == 1


def test_PA_15_what_others_hold_changes_nothing() -> None:
    richer = game(
        1,
        hands={2: "mmmmmm", 3: "rrrrrr"},
        resources={2: Counts(7, 7, 7, 7)},
        held={3: 2},
    )
    assert board_map(game(1)) == board_map(richer)


def test_ones_own_leaders_tell_how_strong_the_hand_makes_them() -> None:
    assert tip_at(scene_of(game(3)), "b3") == (
        "b3: your merchant leader · internal strength 2, with your ships up to 4 · "
        "external strength 2, with your ships up to 4"
    )
    assert tip_at(scene_of(game(1)), "b3") == (
        "b3: merchant leader of Cé · internal strength 2, external strength 2"
    )


def test_a_tip_tells_what_a_settlements_region_holds() -> None:
    assert tip_at(scene_of(game()), "a1") == (
        "a1: scientists · artifact · region of 9 systems: 3 scientists, 2 merchants, 1 miner"
    )


def test_the_drawing_is_made_once_for_all_seats() -> None:
    one, other = scene_of(game(1)), scene_of(game(2))
    assert one.items[-1] is other.items[-1]


# The legend ---------------------------------------------------------------------------


def test_the_legend_names_players_with_what_everyone_knows_of_them() -> None:
    shown = texts(*scene_of(game(weapons={2: 1})).items)
    assert {"Ada", "Björn", "Cé", "Dora"} <= set(shown)
    assert shown.count("2 prototype weapons, 6 ships") == 3
    assert "1 prototype weapon, 6 ships" in shown
    assert "moves next" in shown


def test_the_legend_names_the_four_kinds() -> None:
    shown = texts(*scene_of(game()).items)
    assert {
        "government: settlers, people",
        "science: scientists, technology",
        "merchant: merchants, money",
        "mining: miners, raw materials",
    } <= set(shown)


def test_the_legend_explains_every_sign_of_the_picture_and_none_other() -> None:
    shown = set(texts(*scene_of(game()).items))
    put, destroyed, rocks = (
        "put there in the last round",
        "destroyed",
        "uninhabitable (miners only)",
    )
    there = {
        "leader at home", "inhabitable system", rocks, "artifact",
        "region, in the colours of its leaders",
        "border artifact, taken first", "dormant until settled", destroyed, put, "leader moved",
        "leader left", "vacated", "conflict fought", "artifact harvested",
    }  # fmt: skip
    absent = {"attacks", "is attacked", "joined two regions"}
    assert there <= shown and not absent & shown
    fresh = set(texts(*scene_of(disputed()).items))
    assert absent <= fresh and not {put, destroyed, rocks} & fresh


def test_a_sign_of_the_legend_has_a_players_colour_where_it_tells_of_that_player_alone() -> None:
    frames = {seat: flat(signs.halo(seat, 24.0))[0] for seat in (None, 1, 2)}
    traces = {seat: flat(signs.left_by(seat, 24.0))[0] for seat in (None, 3)}

    def legend(*entries: AnyEntry) -> list[AnyShape]:
        return flat(*scene_of(game(log=(Chapter(9, 1, entries),))).items)

    first = SystemSettled(seat=1, kind="merchant", square=square("a2"), gains=3)
    second = LeaderPlaced(seat=2, kind="merchant", square=square("d5"))
    gone = LeaderRecalled(seat=3, kind="mining", square=square("h5"))
    other = LeaderRecalled(seat=2, kind="mining", square=square("i5"))
    alone, shared = legend(first, gone), legend(first, second, gone, other)
    assert frames[1] in alone and frames[None] not in alone
    assert frames[None] in shared and not {frames[1], frames[2]} & {*shared}
    assert traces[3] in alone and traces[None] in shared


def test_a_player_who_is_asked_is_named_so_and_at_the_end_who_has_won() -> None:
    assert "is asked" in texts(*scene_of(disputed()).items)
    scores = ((3, 4, 5, 6), (2, 2, 2, 2), (1, 9, 9, 9), (0, 0, 0, 1))
    ended = scene_of(game(ending=Ending((1,), "pool", scores)))
    shown = texts(*ended.items)
    assert ended.title == "The galaxy at the end"
    assert {"wins", "score 3 (then 4, 5, 6)"} <= set(shown)
    assert "moves next" not in shown


def test_the_title_line_tells_what_hastens_the_end() -> None:
    """PA-14: artifacts left, dormant ones included, and the pool."""
    assert "3 artifacts, 119 ships in the pool" in texts(*scene_of(game()).items)


def test_long_names_end_within_the_picture() -> None:
    players = tuple(msgspec.structs.replace(one, name="Wilhelmine " * 20) for one in game().players)
    scene = scene_of(msgspec.structs.replace(game(), players=players))
    assert not any("Wilhelmine " * 4 in text for text in texts(*scene.items))


def test_the_drawing_speaks_the_readers_language() -> None:
    class German(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("dormant until settled", "ruht, bis es besiedelt wird")

        def info(self) -> dict[str, str]:
            return {"language": "de"}

    with speaking(German()):
        assert "ruht, bis es besiedelt wird" in texts(*scene_of(game()).items)
    assert "dormant until settled" in texts(*scene_of(game()).items)


# For who cannot see it ----------------------------------------------------------------


def test_the_alternative_text_states_the_facts() -> None:
    assert board_map(game()).alt == (
        "The galaxy after turn 12. Ada: science (b1). Björn: government (d3), "
        "merchant (d5). Cé: merchant (b3). Dora: government (h2). "
        f"Artifacts: a1, g2, i4 (dormant). Pool:{BOUND}119{BOUND}ships."
    )
    assert "Conflict at d2, merchant: Björn attacks Cé." in board_map(disputed()).alt


def test_as_text_the_board_has_a_sign_for_every_system() -> None:
    """From it alone the board can be set up: who plays from text needs no picture."""
    seen = game()
    signs = board_map(seen).signs
    assert signs is not None
    assert signs.rows == (
        "   a  b  c  d  e  f  g  h  i",
        "1  s* 1  .  .  -  .  .  .  .",
        "2  m  s  m  .  -  .  s+ 4  .",
        "3  .  3  s  2  r  .  .  .  .",
        "4  x  .  .  .  .  .  .  .  .*",
        "5  .  .  .  2  s  m  .  .  .",
    )
    assert signs.meaning == (
        ". inhabitable, - uninhabitable, x destroyed; g settlers (government), s scientists, "
        "m merchants, r miners (raw materials); * artifact, + border artifact, taken first; "
        "leaders: 1 Ada: science (b1); 2 Björn: government (d3), merchant (d5); 3 Cé: merchant "
        "(b3); 4 Dora: government (h2)"
    )
    rows = [row.split()[1:] for row in signs.rows[1:]]
    galaxy, space = seen.galaxy, Space(seen.galaxy)
    assert [len(row) for row in rows] == [galaxy.width] * galaxy.height
    signs_of = {"g": "government", "s": "science", "m": "merchant", "r": "mining"}
    for y, row in enumerate(rows):
        for x, told in enumerate(row):
            sign = told[0]
            artifact = space.artifacts.get((x, y))
            assert told[1:] == ("" if artifact is None else "+" if artifact.border else "*")
            assert signs_of.get(sign) == space.settled.get((x, y)) or sign in "1234x"
            leader = space.leaders.get((x, y))
            assert sign.isdigit() == (leader is not None)
            assert leader is None or sign == str(leader.seat)
            if sign in ".-":
                assert (sign == ".") == space.is_inhabitable((x, y))


def test_the_alternative_text_is_bounded() -> None:
    rows = [["."] * 26 for _y in range(26)]
    for n, kind in enumerate("GSMR" * 4):
        x, y = 2 + 6 * (n % 4), 1 + 6 * (n // 4)
        rows[y][x], rows[y][x - 1] = f"{kind}{n // 4 + 1}", "s*"
    crowd = view("\n".join(map(" ".join, rows)), players=4)
    assert len(board_map(crowd).alt) < 1300
