"""Reports: the welcome, the farewell and the end, and what none of them may tell (AM-27)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.engine.api import Event, Level
from pbem.engine.report import Paragraph, Report
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    Eliminated,
    FleetsLost,
    OrderDone,
)
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    EVEN_STOCKS,
    FACTIONS,
    MEGASTRUCTURES,
    Cost,
    Facilities,
    Fleets,
    Inside,
    Means,
    Purse,
    SourceSection,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    Build,
)
from pbem.rulesets.asylamba_mini.report import bonus_lasting, bonus_once, speciality
from pbem.rulesets.asylamba_mini.view import Ending, Side, Standing
from tests.rulesets.asylamba_mini import situation
from tests.rulesets.asylamba_mini.mails import parse
from tests.rulesets.asylamba_mini.reports import fight, report
from tests.rulesets.asylamba_mini.table import mission, view
from tests.rulesets.reports import headings, section, sentences, table, told

# --- welcome, farewell, end


def plainly(text: str) -> str:
    """A text with its blanks as they are typed; those of orders within sentences do not break."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\\xa0", " ")


def test_the_welcome_tells_faction_goal_secrets_and_how_to_order() -> None:
    answer = report(view(turn=0))
    assert answer.title == "Welcome"
    assert answer.headline == "You lead Empire from sector 18: turn 1 awaits your orders."
    assert headings(answer)[0] == "The game"
    text = plainly(told(answer))
    assert "12 victory points" in text
    assert "Secret are everyone" in text
    assert "SEND 12 light FROM 18 TO 17 COLONISE" in text
    assert "What your orders did" not in headings(answer)
    assert answer.template


def test_AM_2_the_welcome_tells_what_everybody_begins_with() -> None:
    stocks = [(name, EVEN_STOCKS[name]) for name in (one.name for one in view().factions)]
    begins = [f"{name} {one.resources} R, {one.purse.credits} C" for name, one in stocks]
    sentence = "So that the factions are equal they begin with different stocks: "
    even, source = (view(turn=0, balance=balance) for balance in ("even", "source"))
    assert f"{sentence}{'; '.join(begins)}." in sentences(report(even), "The game")
    assert "different stocks" not in told(report(source))


def test_the_example_attacks_the_weakest_peripheral_neighbour_with_twice_its_fleets() -> None:
    garrisons = {9: 1, 17: 8, 19: 7}
    first = view(turn=0, garrisons=garrisons)
    examples = [*map(plainly, sentences(report(first), "The game")[-6:])]
    assert examples[-1] == (
        "“SEND 14 light FROM 18 TO 19 COLONISE”: once you have that many fleets, a mission against "
        "the nearest rebels"
    )
    later = view(
        turn=0,
        home=Inside(Facilities(4, 4), Fleets(light=14), resources=250),
        garrisons=garrisons,
        technologies=Technologies(administration=1, engineering=1),
        purse=Purse(credits=250),
    )
    lines = [told.split("”")[0].removeprefix("“") for told in examples]
    parsed = parse(later, *lines)
    assert {found.level for found in parsed.verdicts} == {Level.ACCEPTED}
    assert parsed.orders is not None
    assert [written(order) for order in parsed.orders.orders] == lines
    verbs = [line.split()[0] for line in lines]
    assert verbs == ["UPGRADE", "RESEARCH", "BUILD", "EXCHANGE", "WONDER", "SEND"]


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("reading", ["3.5", "3.6"])
def test_every_faction_has_its_speciality_AM_22(faction: str, reading: SourceSection) -> None:
    sentence = speciality(faction, reading)
    assert sentence.endswith((".", "credits")) and "{" not in sentence


def test_specialities_follow_the_reading_of_the_source_AM_22() -> None:
    assert speciality("Imperialistes", "3.5") == (
        "Every fight won for a sector of another faction brings you military school +3 in your "
        "capital and attack +1."
    )
    assert speciality("Imperialistes", "3.6") == (
        "Every fight won for a sector of another faction brings you 300 C."
    )
    assert "one of 4 fleets" in speciality("Kovahk", "3.5")
    assert "one of 3 fleets" in speciality("Kovahk", "3.6")


@pytest.mark.parametrize("bonus", BONUSES)
def test_every_bonus_gives_something_lasting_or_at_once_AM_3(bonus: str) -> None:
    assert bool(bonus_lasting(bonus)) != bool(bonus_once(bonus))


@pytest.mark.parametrize("name", MEGASTRUCTURES)
def test_every_megastructure_has_its_effect_in_words_AM_12(name: str) -> None:
    assert naming.megastructure_does(name)


def test_a_fallen_faction_gets_a_farewell_and_public_reports_after_AM_24() -> None:
    best = [Standing(4, 3, 9), Standing(3, 2, 9), Standing(2, 2, 9), Standing(2, 2, 9)]
    gone = [Standing(0, 0, 0), *best[1:]]
    fallen = view(turn=2, fallen=[1], foreign={18: 2}, history=(best, best, gone))
    lost = FleetsLost(sector=18, fleets=Fleets(light=5))
    built = OrderDone(done=Done(Build(ship="light", count=5), cost=Cost(R=50)))
    answer = report(fallen, built, lost, Eliminated(seat=1, by=2))
    assert answer.headline.startswith("Cardan has taken your capital and you are out of the game;")
    assert headings(answer)[0] == "Your faction has fallen"
    assert sentences(answer, "Your faction has fallen")[1] == (
        "You held out for 2 turns and had 4 points at your best. Thank you for playing."
    )
    assert sentences(answer, "What your orders did") == [
        "The fleets that you ordered are lost with sector 18: 5 light."
    ]
    assert answer.template == ()
    later = report(fallen)
    assert later.headline == "After turn 2 Cardan leads with 3 of 12 points."
    assert headings(later) == [
        "Victory points",
        "The galaxy",
        "Megastructures",
        "How it came about",
    ]


@pytest.mark.parametrize(
    ("ending", "points", "sentence"),
    [
        (
            Ending((2,), "points", "points"),
            13,
            "12 points win, and 13 are reached. Kovahk had enough as well: of several the most "
            "points win.",
        ),
        (
            Ending((2,), "turns", "sectors"),
            9,
            "The last turn is played, and 9 points are the most. "
            "Points were level: the number of sectors decided.",
        ),
        (Ending((2,), "last", "points"), 5, "No other faction is left."),
        (
            Ending((2, 3), "fallen", "shared"),
            0,
            "All that remained fell together; "
            "what they held before decides. Points, sectors and fleets were level.",
        ),
    ],
)
def test_the_end_tells_who_won_and_why_AM_25_AM_26(
    ending: Ending, points: int, sentence: str
) -> None:
    row = [Standing(4, 3, 9), Standing(points, 5, 9), Standing(points, 5, 9), Standing(1, 1, 4)]
    answer = report(view(turn=1, history=(row, row), ending=ending))
    assert answer.title == "The end, after turn 1"
    assert sentences(answer, "The end")[0] == sentence
    assert "Final standings" in headings(answer)
    assert answer.template == ()


def test_the_winner_is_told_so() -> None:
    row = [Standing(12, 3, 9), Standing(3, 5, 9), Standing(2, 5, 9), Standing(1, 1, 4)]
    answer = report(view(turn=1, history=(row, row), ending=Ending((1,), "points", "points")))
    assert answer.headline == "You have won: the galaxy is yours."
    assert section(answer, "The end") == (
        Paragraph(
            "12 points win, and 12 are reached.",
            "good",
        ),
    )


def test_the_last_turn_tells_one_point_as_one_AM_26() -> None:
    row = [Standing(1, 1, 4)] * 4
    answer = report(view(turn=1, history=(row, row), ending=Ending((2,), "turns", "fleets")))
    assert "The last turn is played, and 1 point is the most." in told(answer)


def _all_fallen(seat: int, *news: Event) -> Report:
    """Two rounds played, and both that remained took each other's capital (AM-25)."""
    row = [Standing(2, 2, 9), Standing(1, 1, 9), Standing(0, 0, 0), Standing(0, 0, 0)]
    early = [Standing(1, 1, 4)] * 4
    seen = view(
        seat=seat,
        turn=2,
        fallen=[1, 2, 3, 4],
        history=(early, row, row),
        ending=Ending((1,), "fallen", "points"),
    )
    return report(seen, *news)


FALLS = (Eliminated(seat=1, by=2), Eliminated(seat=2, by=1))


def test_who_falls_with_all_others_and_wins_is_told_both_AM_25() -> None:
    answer = _all_fallen(1, *FALLS)
    assert answer.headline == "You have won, though your own capital fell too."
    assert sentences(answer, "The end") == [
        "All that remained fell together; what they held before decides.",
        "Cardan has taken your capital in this last turn.",
    ]


def test_who_falls_with_all_others_is_told_the_right_turn_AM_25() -> None:
    assert sentences(_all_fallen(2, *FALLS), "The end")[1:] == [
        "Empire has taken your capital in this last turn.",
        "Your faction fell in turn 2. Thank you for playing.",
    ]
    assert sentences(_all_fallen(3, *FALLS), "The end")[1:] == [
        "Your faction fell in turn 1. Thank you for playing."
    ]


def test_a_fall_in_the_turn_in_which_another_wins_is_told_AM_24() -> None:
    row = [Standing(2, 2, 9), Standing(9, 5, 9), Standing(1, 1, 4), Standing(1, 1, 4)]
    last = [Standing(0, 0, 0), Standing(12, 5, 9), *row[2:]]
    seen = view(fallen=[1], foreign={18: 2}, history=(row, row, last), turn=2,
                ending=Ending((2,), "points", "points"))  # fmt: skip
    assert sentences(report(seen, Eliminated(seat=1, by=2)), "The end") == [
        "12 points win, and 12 are reached.",
        "Cardan has taken your capital in this last turn.",
        "Your faction fell in turn 2. Thank you for playing.",
    ]


# --- secrets


def test_a_spectator_is_told_what_is_public_and_nothing_else_AM_27() -> None:
    seen = view(seat=None, turn=5, missions=[mission(owner=2, path=(21, 20), known=False)])
    answer = report(seen, fight(9, Side(1, 12, 5), Side(None, 7, 0), kind="colonise"))
    assert answer.headline == (
        "After turn 5 Empire leads with 2 of 12 points; 1 sector changed hands."
    )
    assert headings(answer) == [
        "Battles",
        "Victory points",
        "The galaxy",
        "Missions under way",
        "Megastructures",
        "How it came about",
    ]
    assert answer.template == ()
    assert "you" not in told(answer).lower()


def test_open_books_show_the_means_of_all_and_closed_ones_do_not() -> None:
    closed = view()
    assert "Open books" not in headings(report(closed))
    means = Means(Technologies(attack=2), Purse(70, 80, 90), Tokens(technology=1))
    factions = tuple(f if f.seat != 2 else replace(f, means=means) for f in closed.factions)
    sectors = tuple(
        s if s.number != 21 else replace(s, inside=Inside(resources=33)) for s in closed.sectors
    )
    opened = replace(closed, factions=factions, sectors=sectors)
    answer = report(opened)
    found = table(answer, "Open books")
    assert found.rows[1] == ("Cardan", "33", "70", "80", "90", "attack 2", "free technology")
    assert found.mark == (0,)
    assert table(answer, "Open books", 1).rows == (("21", "Cardan", "–", "–"),)


def test_open_books_show_what_stands_in_the_sectors_of_others_and_moves() -> None:
    shown = situation.new_game("Ligue", "Negore", open_book=True).under_way(
        2, "conquer", 20, 19, 18, fleets=Fleets(heavy=3), arrives=3
    )
    answer = report(shown.view(1))
    assert table(answer, "Open books", 1).rows == (
        ("21", "Negore", "refinery 4, commercial hub 4", "4 light"),
    )
    assert sentences(answer, "Missions of others") == [
        "Negore: conquest of 18 with 3 heavy, 20-19-18, arrives in turn 3."
    ]
    closed = situation.new_game("Ligue", "Negore").under_way(
        2, "conquer", 20, 19, 18, fleets=Fleets(heavy=3), arrives=3
    )
    assert sentences(report(closed.view(1)), "Missions of others") == [
        "Negore: conquest of 18 with 3 fleets, 20-19-18, arrives in turn 3."
    ]


def test_whoever_watches_reads_of_no_leader_where_all_have_the_same() -> None:
    spectator = view(turn=1, seat=None, foreign={19: 2, 28: 3, 34: 4})
    assert report(spectator).headline == "After turn 1 all have 2 of 12 points."
