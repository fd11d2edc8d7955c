"""What lines share is counted as they are written: what is left, and for what it is too little."""

from __future__ import annotations

import json

from msgspec.structs import replace
from selenium.webdriver.common.keys import Keys

from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.testing import Exchange
from pbem.mailer.outbound.report_json import unpacked
from pbem.service.tools.surface import MailSurface
from tests.console.browser import Player, attached, changed, middle, repacked
from tests.console.drivers import in_chromium
from tests.rulesets.asylamba_mini.mails import ASK, parse, rich
from tests.service.shortcuts import Sketches


@in_chromium
def test_what_lines_share_is_counted_as_they_are_written(player: Player) -> None:
    """The golden faction has 110 R in its capital and 30 light in sector 7."""

    def left() -> list[str]:
        return [one.text for one in player.all("#balance li")]

    player.open(middle("asylamba-mini"))
    player.compose("UPGRADE", "refinery TO")
    assert left() == ["R 110 − 80 = 30"]
    player.one("#typed").send_keys("BUILD medium 11", Keys.ENTER)
    assert left() == ["R 110 − 190 = −80 too little"]
    assert [one.text for one in player.all("#lines .judged")] == [
        "80 R",
        "110 R · Too little is left: 30 R, 80 short.",
    ]
    player.press(player.all("#lines [aria-label^='Remove']")[0])
    player.compose("SEND", "FROM 7", "TO 2 COLONISE", "ALL")
    assert left() == ["C 180 − 150 = 30", "R 110 − 110 = 0", "light in 7 30 − 30 = 0"]


@in_chromium
def test_what_is_proposed_in_other_words_than_the_menus_is_counted(player: Player) -> None:
    """The house bot writes fleets before where they go, and levels without their number."""
    spelled = {
        "SEND 20 light FROM 7 TO 2": ["SEND FROM 7 TO 2 COLONISE light 20"],
        "UPGRADE refinery": ["UPGRADE refinery TO 8"],
    }
    offered = [{"line": line, "why": "a reason"} for line in spelled]
    player.open(changed(middle("asylamba-mini"), holding=[], proposals=offered, spelled=spelled))
    player.press(player.one("#proposed summary"))
    player.press(player.one("#proposed .together"))
    assert [one.text for one in player.all("#lines .judged")] == ["a reason", "a reason"]
    assert {one.text for one in player.all("#balance li")} >= {
        "light in 7 30 − 20 = 10",
        "R 110 − 80 = 30",
    }


@in_chromium
def test_a_number_goes_as_far_as_what_the_lines_leave(player: Player) -> None:
    """The golden faction has 110 R: beside the refinery's 80 R it pays 3 medium ships, not 11."""
    player.open(middle("asylamba-mini"))
    player.compose("UPGRADE", "refinery TO")
    player.choose("BUILD")
    player.choose("medium")
    box = player.one("#composer input[type=number]")
    assert [box.get_attribute(name) for name in ("value", "max")] == ["3", "3"]
    assert player.one("#composer output").text == "30 R, leaves 0"
    box.send_keys(Keys.BACKSPACE, "2")
    assert player.one("#composer output").text == "20 R, leaves 10"
    player.press(player.one("#lines [aria-label^='Remove']"))
    box = player.one("#composer input[type=number]")
    assert [box.get_attribute(name) for name in ("value", "max")] == ["11", "11"]
    player.one("#typed").send_keys("UPGRADE refinery TO 8", Keys.ENTER, "build m")
    assert player.one("#completions li").text == "BUILD medium 3\n10 R"


@in_chromium
def test_where_nothing_is_left_a_choice_says_so_and_why(player: Player) -> None:
    player.open(middle("asylamba-mini"))
    player.compose("BUILD", "medium")  # 11 of them, as offered: all 110 R
    player.choose("BUILD")
    assert "10 R short" in player.one("#composer .option").text
    player.choose("medium")
    assert player.all("#composer input[type=number]") == []
    assert "Too little is left: 0 R, 10 short." in player.one("#composer").text


@in_chromium
def test_lines_that_order_more_than_there_is_are_mailed_once_that_is_confirmed(
    player: Player,
) -> None:
    player.open(changed(middle("asylamba-mini"), holding=[]))
    for line in ("UPGRADE refinery TO 8", "BUILD medium 11"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    player.press(player.one("#mail"))
    assert "Press Mail once more" in player.said()
    assert player.one("#holds").text.startswith("Not mailed yet")
    player.press(player.one("#mail"))
    assert player.one("#holds").text.startswith("Your mail program had these lines")


@in_chromium
def test_ships_of_a_hand_are_counted_as_they_are_sent_off(player: Player) -> None:
    """Parsec's golden hand has 2 settlers and 2 prototype weapons."""
    player.open(middle("parsec"))
    player.compose("SETTLE", "settler")
    player.choose("DESTROY")
    player.press(player.all("#composer .option")[0])
    assert [one.text for one in player.all("#balance li")] == [
        "settlers 2 − 1 = 1",
        "weapons 2 − 1 = 1",
    ]


def raising_to_9() -> bytes:
    """The golden faction with 300 R: the refinery, 7 now, to 8 for 80 and on to 9 for 90."""
    report = middle("asylamba-mini")
    bulk = unpacked(json.loads(report))
    (upgrade,) = [one for one in bulk["menu"] if one["words"] == "UPGRADE"]
    (refinery,) = [one for one in upgrade["then"] if one["words"] == "refinery TO"]
    refinery["then"] |= {"high": 9}
    refinery["takes"] = [{"of": "R", "has": 300, "amounts": [80, 170], "rises": True}]
    return repacked(report, bulk)


@in_chromium
def test_of_what_is_raised_it_is_asked_to_which_level(player: Player) -> None:
    player.open(raising_to_9())
    player.choose("UPGRADE")
    player.choose("refinery TO")
    assert "To which level? 8 to 9" in player.one("#composer").text
    player.press(player.one(".crumb"))
    player.press(player.one(".crumb"))
    player.choose("BUILD")
    player.choose("medium")
    assert "How many? 1 to" in player.one("#composer").text


@in_chromium
def test_of_lines_that_raise_the_same_thing_the_later_takes_the_difference(player: Player) -> None:
    """170 of 300, not 80 and 170."""
    player.open(raising_to_9())
    for line in ("UPGRADE refinery TO 8", "UPGRADE refinery TO 9"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    assert [one.text for one in player.all("#balance li")] == ["R 300 − 170 = 130"]


@in_chromium
def test_lines_that_nobody_clicked_count_in_the_sum_as_those_of_the_menu(player: Player) -> None:
    """50 of 100 are clicked; 38.5 are the house bot's, which no menu offers. Of what is no line of
    the game the sum knows nothing, and says so. What is left of the points is lost (HG-3)."""
    player.open(changed(middle("hegemon"), holding=[]))
    player.compose("Economy", "50%")
    for line in ("Defense 38.5% coop 61 with 0-200 comp 39", "Diplomacy 5% comp 100"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    assert [one.text for one in player.all("#balance li")] == [
        "% to give 100 − 88.5 = 11.5 is lost if no line takes it",
        "lines whose price only the receipt will tell: 1",
    ]


@in_chromium
def test_a_line_too_many_is_warned_of_before_it_is_mailed(player: Player) -> None:
    """One line an item (HG-2): the second is in error, and with it the whole move."""
    player.open(changed(middle("hegemon"), holding=["Economy 38% comp 100"]))
    assert "one line an item" in player.one("#composer .option").text
    player.one("#typed").send_keys("Economy 34% comp 100", Keys.ENTER)
    first, second = player.all("#lines .judged")
    assert "one line an item" not in first.text
    assert "one line an item" in second.text
    assert second.get_attribute("data-kind") == "refused"
    player.press(player.one("#mail"))
    assert "Press Mail once more" in player.said()


@in_chromium
def test_of_what_stands_behind_a_turns_orders_it_is_said_that_it_is_in_reserve(
    player: Player,
) -> None:
    """Two orders are a turn in Parsec (PA-5); what is sent into conflicts is none of them."""
    player.open(changed(middle("parsec"), holding=["DESTROY a1", "PASS", "ATTACK WIN"]))
    player.compose("RECALL")
    told = [one.text for one in player.all("#lines .judged")]
    assert ["in reserve" in one for one in told] == [False, False, False, True]
    player.press(player.one("#mail"))
    assert "Your mail program" in player.said()


@in_chromium
def test_a_second_line_for_a_unit_or_a_factory_says_what_becomes_of_it(player: Player) -> None:
    """GU-8, GU-9."""
    player.open(changed(middle("god-unit"), holding=[]))
    for line in ("MOVE 7 TO h5", "ATTACK 7 NEAREST", "PRODUCE A A2", "PRODUCE A A3"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    told = [one.text for one in player.all("#lines .judged")]
    assert "counts only if unit 7 cannot do what a line above says" in told[1]
    assert "a line above tells factory A something else" in told[3]
    assert "above" not in told[0] + told[2]


@in_chromium
def test_all_that_lines_leave_is_offered_at_once(player: Player) -> None:
    """HG-2: 37 of a hundred percent are taken, for which the menu has no words."""
    player.open(changed(middle("hegemon"), holding=["Economy 37% comp 100"]))
    player.choose("Environment")
    assert player.choices()[0] == "63%"
    assert "all that is left" in player.one("#composer .option").text
    player.choose("63%")
    player.choose("comp 100")
    assert player.lines()[-1] == "Environment 63% comp 100"
    assert "short" not in player.one("#balance").get_attribute("innerHTML")


def test_what_a_research_unlocks_can_be_chosen_once_a_line_brings_the_level(player: Player) -> None:
    """A Ringworld takes 200 R and needs level 4 of spatial engineering; there are 300 and 3."""
    seen = rich()
    learnt = replace(seen.me.means.technologies, engineering=3)
    me = replace(seen.me, means=replace(seen.me.means, technologies=learnt))
    seen = replace(seen, factions=tuple(me if one.seat == 1 else one for one in seen.factions))
    game = registry.load("asylamba-mini")
    player.open(
        attached(MailSurface(Sketches()).report(game, Exchange(1, seen.turn, seen, ASK, (), ())))
    )
    player.choose("WONDER")
    (option,) = [one.text for one in player.all("#composer .unpaid") if "Ringworld" in one.text]
    assert "1 spatial engineering short" in option
    player.one("#typed").send_keys("RESEARCH spatial engineering TO 4", Keys.ENTER)
    assert not [one for one in player.all("#composer .unpaid") if "Ringworld" in one.text]
    player.choose("Ringworld")
    assert player.lines()[1] == "WONDER Ringworld"
    verdicts = parse(seen, *player.lines()).verdicts
    assert [one.level for one in verdicts] == [Level.ACCEPTED] * 2


@in_chromium
def test_an_order_none_of_whose_lines_can_be_paid_is_dimmed_with_what_is_short(
    player: Player,
) -> None:
    """11 medium ships take all 110 R of the golden faction; what is left is 0."""
    player.open(changed(middle("asylamba-mini"), holding=["BUILD medium 11"]))
    dimmed = {one.text.split("\n")[0]: one.text for one in player.all("#composer .unpaid")}
    assert dimmed.keys() == {"BUILD", "WONDER", "PASS"}
    assert "light: 10 R short" in dimmed["BUILD"]
    assert "Globus Cassus: 1 spatial engineering short" in dimmed["WONDER"]
    assert "PASS stands alone" in dimmed["PASS"]


@in_chromium
def test_of_what_is_short_the_choice_is_told_that_is_nearest_to_being_had(player: Player) -> None:
    """A price is nearer than a level, however few that lacks, and half of it than all of it."""
    report = middle("asylamba-mini")
    bulk = unpacked(json.loads(report))
    wonders = [
        {"words": words, "takes": [{"of": of, "has": has, "amounts": [amount], "needed": needed}]}
        for words, of, has, amount, needed in (
            ("Sphere", "R", 0, 400, False),
            ("World", "engineering", 1, 2, True),
            ("Elevator", "R", 80, 150, False),
        )
    ]
    bulk["menu"] = [{"words": "WONDER", "then": wonders}]
    player.open(changed(repacked(report, bulk), holding=[]))
    assert "Elevator: 70 R short" in player.one("#composer .option").text


@in_chromium
def test_what_stands_alone_is_dimmed_beside_lines_and_they_are_beside_it(player: Player) -> None:
    """A PASS beside other lines makes a whole move of Hegemon void (HG-1)."""
    player.open(changed(middle("hegemon"), holding=["Economy 38% comp 100"]))
    told = {one.text.split("\n")[0]: one.text for one in player.all("#composer .unpaid")}
    assert "PASS stands alone" in told["PASS"]
    assert "short" not in told["Economy"]  # what is ordered already needs no price
    player.press(player.one("#lines [aria-label^='Remove']"))
    player.choose("PASS")
    told = {one.text.split("\n")[0]: one.text for one in player.all("#composer .unpaid")}
    assert "PASS stands alone" in told["Economy"]
    assert player.one("#lines .judged").get_attribute("data-kind") != "refused"


@in_chromium
def test_a_line_that_is_not_finished_says_how_it_goes_on(player: Player) -> None:
    player.open(changed(middle("god-unit"), holding=[]))
    player.one("#typed").send_keys("ATTACK 7", Keys.ENTER)
    judged = player.one("#lines .judged")
    assert judged.text.startswith("not finished: it goes on with NEAREST")
    assert judged.get_attribute("data-kind") == "warned"


@in_chromium
def test_what_there_is_to_order_with_stands_above_the_orders(player: Player) -> None:
    player.open(changed(middle("parsec"), holding=["DESTROY a1"]))
    assert "weapons 1" in [one.text for one in player.all("#stock li")]


@in_chromium
def test_what_a_line_takes_has_to_be_brought_by_one_above_it(player: Player) -> None:
    """The Dyson Sphere takes 400 R of 300; 100 more are got below it, which is too late (AM-14)."""
    player.open(riches())
    for line in ("WONDER Dyson Sphere", "EXCHANGE C FOR R 100"):
        player.one("#typed").send_keys(line, Keys.ENTER)
    first, _second = player.all("#lines .judged")
    assert "Too little is left: 300 R, 100 short." in first.text
    player.press(player.all("#lines .down")[0])
    assert not [one for one in player.all("#lines .judged") if "Too little" in one.text]


def riches() -> bytes:
    """A report of 300 R, 500 C, 200 S and 200 X."""
    seen, game = rich(), registry.load("asylamba-mini")
    mail = MailSurface(Sketches()).report(game, Exchange(1, seen.turn, seen, ASK, (), ()))
    return attached(mail)


@in_chromium
def test_what_cannot_be_paid_says_how_much_is_short_until_lines_bring_it(player: Player) -> None:
    """The Dyson Sphere takes 400 R of 300 (AM-12); 400 C bring the 100 that are short (AM-11)."""
    player.open(riches())
    player.choose("WONDER")
    (short,) = [one.text for one in player.all("#composer .unpaid") if "Dyson" in one.text]
    assert short.split("\n") == ["Dyson Sphere", "refinery to 25", "400 R", "100 R short"]
    player.choose("Dyson Sphere")
    assert player.lines() == []
    assert "Too little is left: 300 R, 100 short." in player.one("#composer").text

    player.press(player.one("#composer .crumb"))
    player.press(player.one("#composer .crumb"))
    for words in ("EXCHANGE", "C", "FOR R"):
        player.choose(words)
    box = player.one("#composer input[type=number]")
    assert box.get_attribute("max") == "125"  # of 500 C, though more could be exchanged for C
    box.clear()
    box.send_keys("100")
    player.write()
    player.choose("WONDER")
    assert not [one for one in player.all("#composer .unpaid") if "Dyson" in one.text]
    player.choose("Dyson Sphere")
    assert player.lines() == ["EXCHANGE C FOR R 100", "WONDER Dyson Sphere"]
    balance = [one.text for one in player.all("#balance li")]
    assert balance == ["C 500 − 400 = 100", "R 300 − 300 = 0"]
    verdicts = parse(rich(), *player.lines()).verdicts
    assert [one.level for one in verdicts] == [Level.ACCEPTED] * 2
    assert player.troubles() == []


@in_chromium
def test_a_number_goes_further_once_lines_bring_more(player: Player) -> None:
    """Of 300 R 30 fleets are built, and 40 with 100 R more (AM-10)."""
    player.open(riches())
    player.choose("BUILD")
    player.choose("light")
    assert player.one("#composer input[type=number]").get_attribute("max") == "30"
    assert player.one("#composer output").text == "300 R, leaves 0"
    player.one("#typed").send_keys("EXCHANGE C FOR R 100", Keys.ENTER)
    assert player.one("#composer input[type=number]").get_attribute("max") == "40"


@in_chromium
def test_how_likely_an_attack_wins_stands_below_its_line_and_follows_its_number(
    player: Player,
) -> None:
    report = changed(middle("asylamba-mini"), holding=["SEND FROM 7 TO 6 COLONISE light 30"])
    player.open(report)

    def told() -> str:
        return player.one("#lines .judged").text

    assert told() == "150 C, 30 light in 7 · wins about 89 times in 100"
    box = player.one("#lines textarea")
    box.send_keys(Keys.BACKSPACE, Keys.BACKSPACE, "20")
    assert told() == "150 C, 20 light in 7 · wins about 9 times in 100"
    player.press(player.one("#clear"))
    for words in ("SEND", "FROM 7", "TO 6 COLONISE", "light"):
        player.choose(words)
    assert "wins about" in player.one("#composer output").text
