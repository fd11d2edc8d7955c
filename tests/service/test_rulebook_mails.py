"""RULES brings players the rulebook with its pictures; strangers get its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec import structs

from pbem.engine import registry
from pbem.engine.i18n import _, speaking
from pbem.mailer.outbound.compose import notice_mail
from pbem.mailer.outbound.layout_html import HTML_OCTETS
from pbem.service.dispatch.pictures import MAIL_OCTETS
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.commands.rulebooks import rules_notice
from pbem.service.languages import catalogue
from tests.mailer.outbound.samples import ADDRESSING, body
from tests.service.world import ANNA, BORIS, World, open_world, text_of

EVE = "eve@elsewhere.test"
FILE = re.compile(r"\.\./|\b(?:docs|tests|pbem)/|[\w-]+\.(?:md|toml|py|svg|json)\b")
"""A file of the repository, as a page names it."""
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def ask(world: World, text: str) -> str:
    """The text of the answer to what Anna replies to her newest mail."""
    world.reply(ANNA, text, to=world.last(ANNA))
    world.poll()
    return " ".join(text_of(world.last(ANNA)).split())


def pictures(mail: EmailMessage) -> list[str | None]:
    return [part.get_filename() for part in mail.walk() if part.get_content_type() == "image/png"]


@pytest.mark.parametrize(
    "written", ["RULES", "Regeln", "Règles!", "rules spring", "RULES OF Hegemon"]
)
def test_the_rulebook_comes_as_a_mail_of_text_and_html(world: World, written: str) -> None:
    world.copied_game()
    said = ask(world, written)
    assert "The rules of Hegemon" in said
    assert "HG-5 Ranges" in said
    page = world.last(ANNA).get_body(("html",))
    assert page is not None
    assert "HG-5 Ranges</h2>" in page.get_content()


@pytest.mark.parametrize("ruleset", registry.names())
def test_every_game_has_a_rulebook_that_fits_a_mail(world: World, ruleset: str) -> None:
    world.copied_game()
    said = ask(world, f"RULES {registry.load(ruleset).title}")
    assert f"The rules of {registry.load(ruleset).title}" in said
    assert "<" not in said.replace("<game>", "")
    page = world.last(ANNA).get_body(("html",))
    assert page is not None
    assert len(page.get_content()) < HTML_OCTETS


def test_rules_in_another_language_say_that_there_are_none(world: World) -> None:
    german = SeatSpec(name="Anna", address=ANNA, language="de")
    world.new_game(seats=(german, SeatSpec(name="Boris", address=BORIS)))
    with speaking(catalogue("de")):
        sentence = _("The rules are in English only.")
    assert sentence in ask(world, "REGELN")


@pytest.mark.parametrize("written", ["RULES chess", "rules of nowhere", "RULES hegemony"])
def test_rules_of_no_game_are_answered_with_those_that_there_are(
    world: World, written: str
) -> None:
    world.copied_game()
    said = ask(world, written)
    assert "There are no rules of" in said
    assert "| RULES God Unit" in said


def test_a_player_gets_the_pictures_of_any_rulebook(world: World) -> None:
    world.copied_game()
    world.reply(ANNA, "RULES")
    world.poll()
    assert pictures(world.last(ANNA)) == ["hegemon-ranges.png"]
    world.reply(ANNA, "RULES god unit")
    world.poll()
    assert pictures(world.last(ANNA)) == ["god-unit-attack.png"]


def test_a_stranger_gets_none(world: World) -> None:
    world.write(EVE, "RULES hegemon", to=world.context.config.mail.address)
    world.poll()
    assert pictures(world.last(EVE)) == []


@pytest.mark.parametrize("name", registry.names())
def test_every_picture_in_a_rulebook_is_found(name: str) -> None:
    found = registry.rulebook(name)
    assert found is not None
    sources = [part.partition('"')[0] for part in found[0].split('<img src="')[1:]]
    assert sources
    for source in sources:
        data = registry.rulebook_picture(name, source)
        assert data is not None and data.startswith(b"\x89PNG"), source
    assert registry.rulebook_picture(name, "../no-such.png") is None


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", registry.names())
def test_no_rulebook_sends_a_reader_to_a_file_that_mail_does_not_bring(
    name: str, language: str
) -> None:
    """Who has a mail program only has neither the repository nor what it measures."""
    with speaking(catalogue(language)):
        notice = rules_notice(name, None, (), language)
    told = body(notice_mail(notice, structs.replace(ADDRESSING, language=language)))
    assert len(told) > 5_000
    assert FILE.findall(told) == []
    found = registry.rulebook(name, language)
    assert found is not None
    assert [link for link in LINK.findall(found[0]) if not link.startswith(("#", "https://"))] == []


@pytest.mark.parametrize("name", registry.names())
def test_a_rulebook_with_its_pictures_is_no_larger_than_a_report_may_be(name: str) -> None:
    notice = rules_notice(name, None, (), "de", pictures=True)
    assert len(notice_mail(notice, ADDRESSING)) <= MAIL_OCTETS
