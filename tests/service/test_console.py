"""CONSOLE: the page in which orders are composed comes to those who ask, with the report in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from pbem.drawing.render import Renderer
from pbem.engine import registry
from pbem.engine.api import Level
from pbem.engine.codec import canonical
from pbem.engine.menu import tabled
from pbem.engine.orders import read_sheet
from pbem.engine.report import Report
from pbem.mailer.outbound.contents import Proposal
from pbem.mailer.outbound.layout_text import WIDTH
from pbem.mailer.outbound.report_json import unpacked
from pbem.service.play.close import close_turn
from pbem.service.play.composing import laid_out, proposals
from pbem.service.tools.surface import MailSurface
from pbem.store import games
from pbem.store.records import Omission
from tests.mails import attached, record_of
from tests.service.fronts import golden_told
from tests.service.looks import LINE, OTHER, held, seat_of
from tests.service.world import ANNA, BORIS, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as opened:
        opened.new_game()
        yield opened


def given_in(page: str) -> dict[str, Any]:
    """The report.json that lies in a console."""
    inside = re.search(r'<script type="application/json" id="given">(.*?)</script>', page, re.S)
    assert inside is not None
    found: dict[str, Any] = json.loads(inside[1])
    return found


def asked(world: World, line: str = "CONSOLE") -> EmailMessage:
    world.reply(ANNA, line)
    world.poll()
    return world.last(ANNA)


def test_nobody_gets_it_unasked(world: World) -> None:
    for player in (ANNA, BORIS):
        assert attached(world.last(player, kind="report"), "console.html") is None


def test_it_comes_with_the_newest_report_in_it(world: World) -> None:
    mail = asked(world)
    page = attached(mail, "console.html")
    assert page is not None
    assert given_in(page.decode()) == record_of(mail)
    assert record_of(mail)["reply"]["to"] == mail["Reply-To"].addresses[0].addr_spec
    assert "console.html" not in [p.get_filename() for p in asked(world, "REPORT").walk()]


def test_it_may_be_asked_for_in_the_subject(world: World) -> None:
    to = str(world.last(ANNA, kind="report")["Reply-To"])
    world.write(ANNA, "", to=to, subject="Konsole?")
    world.poll()
    assert attached(world.last(ANNA), "console.html")


def test_what_is_held_lies_in_it_with_what_a_receipt_says_of_it(world: World) -> None:
    world.reply(ANNA, LINE)
    world.poll()
    record = record_of(asked(world))
    assert record["holding"] == held(world) == [LINE]
    assert [(one["text"], one["level"]) for one in record["verdicts"]] == [(LINE, "accepted")]


@pytest.fixture
def sector(tmp_path: Path) -> Iterator[World]:
    """Asylamba Mini, which takes the good lines of a mail that has bad ones, too. Factions that are
    not drawn begin with what two refineries cost."""
    with open_world(tmp_path) as opened:
        factions = ["Imperialistes", "Neo-Humaniste"]
        opened.new_game(ruleset="asylamba-mini", options={"factions": factions})
        yield opened


def test_why_lines_of_the_mail_that_is_held_were_refused_is_told_until_they_are_mended(
    sector: World,
) -> None:
    """A guess is told with the reason, as the receipt tells it."""
    sector.reply(ANNA, "UPGRADE refinery\nUPGRADE refinry\nBUILD 9000 light")
    sector.poll()
    receipt = " ".join(text_of(sector.last(ANNA, kind="receipt")).replace("|", "").split())
    mail = asked(sector)
    assert record_of(mail)["holding"] == ["UPGRADE refinery"]
    assert refused_in(mail) == ["UPGRADE refinry", "BUILD 9000 light"]
    misspelt, too_many = record_of(mail)["report"]["notices"]
    assert misspelt.startswith("UPGRADE refinry: refused, ")
    assert misspelt.endswith("Did you mean “UPGRADE refinery”?")
    assert too_many.startswith("BUILD 9000 light: refused, ")
    assert all(one.split(": refused, ")[1] in receipt for one in (misspelt, too_many))
    assert misspelt in " ".join(text_of(mail).replace("! ", "").split())
    sector.reply(ANNA, "UPGRADE refinery")
    sector.poll()
    assert record_of(asked(sector))["report"]["notices"] == []


def refused_in(mail: EmailMessage) -> list[str]:
    """The lines that lie in a report to be mended; why stands with each."""
    refused = [one for one in record_of(mail)["verdicts"] if one["level"] == "refused"]
    assert all(one["message"] for one in refused)
    return [one["text"] for one in refused]


def test_a_mail_of_which_nothing_counts_is_answered_with_its_lines_to_be_mended(
    world: World,
) -> None:
    """CONSOLE beside them brings the page; the set that was held before stays."""

    def answered(line: str) -> EmailMessage:
        asked(world, f"{line}\nCONSOLE")
        return world.last(ANNA, kind="copy")

    assert refused_in(answered("Economy 500% comp 100")) == ["Economy 500% comp 100"]
    assert refused_in(answered(LINE)) == []
    mail = answered("Economy 600% comp 100")
    assert record_of(mail)["holding"] == [LINE]
    assert refused_in(mail) == ["Economy 600% comp 100"]
    assert refused_in(asked(world)) == []


def test_lines_refused_are_told_in_the_readers_language_and_no_more_once_withdrawn(
    sector: World,
) -> None:
    asked(sector, "PROFILE LANGUAGE German")
    sector.reply(ANNA, "UPGRADE refinery\nBUILD 9000 light")
    sector.poll()
    (said,) = record_of(asked(sector))["report"]["notices"]
    assert said.startswith("BUILD 9000 light: abgelehnt, ")
    asked(sector, "WITHDRAW")
    assert record_of(asked(sector))["report"]["notices"] == []


def test_on_brings_it_with_every_report_and_off_no_more(world: World) -> None:
    asked(world, "CONSOLE ON")
    close_turn(world.context, "spring", 1)
    assert attached(world.last(ANNA, kind="report"), "console.html")
    assert attached(world.last(BORIS, kind="report"), "console.html") is None
    asked(world, "CONSOLE OFF")
    close_turn(world.context, "spring", 2)
    assert attached(world.last(ANNA, kind="report"), "console.html") is None


@pytest.mark.parametrize("lines", ["CONSOLE ON", "CONSOLE\nCONSOLE ON", "CONSOLE ON\nCONSOLE"])
def test_on_is_answered_by_one_page_at_once_which_says_that_it_will_come(
    world: World, lines: str
) -> None:
    before = len(world.mails(ANNA))
    mail = asked(world, lines)
    assert len(world.mails(ANNA)) == before + 1
    said = "From now on the console comes with every report; CONSOLE OFF ends that."
    assert said in " ".join(text_of(mail).split())
    page = attached(mail, "console.html")
    assert page is not None
    assert said in given_in(page.decode())["report"]["notices"]
    assert said not in " ".join(text_of(asked(world)).split())


def test_on_brings_news_that_were_still_to_be_told(world: World) -> None:
    close_turn(world.context, "spring", 1)
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, told=0)
    mail = asked(world, "CONSOLE ON")
    assert "After turn 1" in str(mail["Subject"]) + text_of(mail)
    assert "From now on the console comes with every report" in " ".join(text_of(mail).split())
    assert seat_of(world, ANNA).told == 1


def test_on_attaches_it_though_nothing_else_was_to_be_attached(world: World) -> None:
    asked(world, "PROFILE NO ATTACHMENTS")
    assert attached(asked(world, "CONSOLE ON"), "console.html")
    assert Omission.ATTACHMENTS not in seat_of(world, ANNA).omits


def test_off_and_on_before_the_game_are_answered_by_the_profile(tmp_path: Path) -> None:
    with open_world(tmp_path) as forming:
        forming.new_game(start="manual")
        for line, comes in (("CONSOLE ON", True), ("CONSOLE OFF", False)):
            forming.reply(ANNA, line, to=forming.last(ANNA))
            forming.poll()
            said = " ".join(text_of(forming.last(ANNA)).split())
            assert "It is changed as you wished." in said
            assert ("with the console, in which orders are composed" in said) is comes


def test_asking_once_changes_no_wish(world: World) -> None:
    before = seat_of(world, ANNA).omits
    asked(world)
    assert seat_of(world, ANNA).omits == before


def test_beside_a_preview_nothing_is_switched(world: World) -> None:
    before = seat_of(world, ANNA).omits
    asked(world, f"PREVIEW\nCONSOLE ON\n{OTHER}")
    assert seat_of(world, ANNA).omits == before


def test_pictures_of_earlier_turns_come_along_the_latest_first(world: World) -> None:
    for turn in range(1, 4):
        close_turn(world.context, "spring", turn)
    frames = unpacked(record_of(asked(world)))["frames"]
    assert [frame["turn"] for frame in frames] == [2, 1]  # Hegemon draws nothing before its first
    assert unpacked(record_of(world.last(BORIS, kind="report")))["frames"] == []


def test_whoever_took_a_seat_over_sees_no_picture_from_before(world: World) -> None:
    for turn in range(1, 4):
        close_turn(world.context, "spring", turn)
    with world.context.database.write() as connection:
        games.change_seat(connection, "spring", 1, since=3)
    frames = unpacked(record_of(asked(world)))["frames"]
    assert [frame["turn"] for frame in frames] == [2]


@pytest.mark.parametrize("ruleset", registry.names())
def test_the_kit_is_shown_all_that_the_console_gets(ruleset: str) -> None:
    """So its proofs of secrecy cover menu, pictures and proposals as they are mailed."""
    game = registry.load(ruleset)
    exchange = golden_told(ruleset)["2-middle-seat-1"]
    renderer = Renderer()
    mail = message_from_bytes(MailSurface(renderer).report(game, exchange), policy=default)
    record = record_of(mail)
    assert record["proposals"]
    offered = json.loads(canonical(tabled(game.desk.menu(exchange.view, exchange.ask))))
    assert {key: unpacked(record)[key] for key in offered} == offered
    assert len(unpacked(record)["scenes"]) == len(
        game.desk.report(exchange.view, exchange.news).pictures()
    )


@pytest.mark.parametrize("ruleset", registry.names())
def test_every_line_that_is_proposed_is_one_that_counts(ruleset: str) -> None:
    game = registry.load(ruleset)
    exchange = golden_told(ruleset)["2-middle-seat-1"]
    template = game.desk.report(exchange.view, exchange.news).template
    for one in proposals(game.desk, exchange.view, template):
        if one.line:
            parsed = game.desk.parse(exchange.view, exchange.ask, read_sheet([one.line], 1).now)
            assert parsed.verdicts[0].level is not Level.REFUSED, one.line
            assert f"# {one.line}" in "\n".join(template)


def test_remarks_and_headings_of_a_template_stay_with_their_lines() -> None:
    template = (
        "# To order, take the # away. Proposed by the house bot, sent only by you:",
        "# Economy 60% coop 70 with 0-*",
        "#   ; Björn gives as well",
        "#",
        "# Your last move:",
        "# Economy 25% comp 100  ; as before",
    )
    desk, view = registry.load("hegemon").desk, None
    assert list(proposals(desk, view, template)) == [
        Proposal("Economy 60% coop 70 with 0-*", "Björn gives as well"),
        Proposal(why="Your last move:"),
        Proposal("Economy 25% comp 100", "as before"),
    ]


def test_a_long_sentence_of_a_template_is_one_proposal_and_broken_in_the_mail_alone() -> None:
    """Hegemon's longest orders are wider than a mail: a part of one would be another order."""
    desk = registry.load("hegemon").desk
    order = "# Economy 60% coop 70 with " + ", ".join(f"player{n:02}" for n in range(7))
    saved = "It saves for Ringworld with spatial engineering 4: 300 R, 450 C in all, in turn 10."
    report = Report("", "", (), ("# To order, take the # away:", order, "#", f"# {saved}"))
    assert [*proposals(desk, None, report.template)][1:] == [Proposal(why=saved)]
    assert laid_out(report, desk, None).template == (
        "# To order, take the # away:",
        order,
        "#",
        "# It saves for Ringworld with spatial engineering 4: 300 R, 450 C in all, in",
        "# turn 10.",
    )


@pytest.mark.parametrize("ruleset", registry.names())
def test_every_mailed_line_of_a_template_is_a_comment_of_a_mails_width(ruleset: str) -> None:
    game = registry.load(ruleset)
    for exchange in golden_told(ruleset).values():
        report = game.desk.report(exchange.view, exchange.news)
        mailed = laid_out(report, game.desk, exchange.view).template
        assert all(line.startswith("#") and len(line) <= WIDTH for line in mailed)
        whole = " ".join(line.removeprefix("#").strip() for line in report.template)
        assert " ".join(line.removeprefix("#").strip() for line in mailed) == whole


def test_before_the_game_has_begun_there_is_none(tmp_path: Path) -> None:
    with open_world(tmp_path) as forming:
        forming.new_game(start="manual")
        forming.reply(ANNA, "CONSOLE", to=forming.last(ANNA))
        forming.poll()
        assert "The game has not begun yet." in text_of(forming.last(ANNA))
