"""RULES brings players the rulebook with its pictures; strangers get its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec import structs

from pbem.engine import registry
from pbem.engine.i18n import speaking
from pbem.mailer.outbound.compose import notice_mail
from pbem.service.intake.commands.rulebooks import rules_notice
from pbem.service.languages import catalogue
from tests.mailer.outbound.samples import ADDRESSING, body
from tests.service.world import ANNA, World, open_world

EVE = "eve@elsewhere.test"
FILE = re.compile(r"\.\./|\b(?:docs|tests|pbem)/|[\w-]+\.(?:md|toml|py|svg|json)\b")
"""A file of the repository, as a page names it."""
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def pictures(mail: EmailMessage) -> list[str | None]:
    return [part.get_filename() for part in mail.walk() if part.get_content_type() == "image/png"]


def test_a_player_gets_the_pictures_of_any_rulebook(world: World) -> None:
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
