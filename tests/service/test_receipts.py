"""Receipts of mails of which one line spoils all, and the button by which such a mail is mended."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from lxml import html

from tests.mailer.outbound.samples import body
from tests.service.world import ANNA, World, open_world, text_of

GOOD = "Economy 60% coop 70 with 0-200 comp 30"
SPOILT = f"{GOOD}\nDefense 40% coop 60 comp 70"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def receipt(world: World, text: str) -> EmailMessage:
    world.reply(ANNA, text)
    world.poll()
    return world.last(ANNA, kind="receipt")


@pytest.mark.parametrize("text", [SPOILT, f"PREVIEW\n{SPOILT}"])
def test_no_line_is_ok_in_a_mail_of_which_nothing_counts(world: World, text: str) -> None:
    told = text_of(receipt(world, text)).splitlines()
    assert f"| -   {GOOD}" in told
    assert not [line for line in told if line.startswith("| ok")]
    assert "none of your lines could be taken" in told[0] or told[0].startswith("Nothing")


def test_a_mail_is_mended_by_the_button_of_its_receipt(world: World) -> None:
    answer = receipt(world, SPOILT)
    page = html.fromstring(body(bytes(answer), "html"))
    (button,) = page.xpath("//a[@class='button']")
    link = urlsplit(button.get("href"))
    query = parse_qs(link.query)
    (shown,), (subject,) = query["body"], query["subject"]
    assert shown.splitlines() == SPOILT.splitlines()
    mended = shown.replace("comp 70", "comp 40")
    world.write(ANNA, mended, to=unquote(link.path), subject=subject)
    world.poll()
    told = text_of(world.last(ANNA, kind="receipt"))
    assert "Saved: your orders for turn 1, 2 lines." in told
