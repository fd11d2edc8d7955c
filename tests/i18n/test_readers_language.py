"""Each reader is written to in their own language, others in the service's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from pbem.engine.api import Event, Fit
from pbem.engine.i18n import speaking
from pbem.engine.registry import load
from pbem.engine.report import Section
from pbem.mailer.inbound.extract import extract
from pbem.mailer.inbound.reading import read_letter
from pbem.mailer.outbound.layout_text import lay_out
from pbem.service.dispatch.alerts import begin_unless_open
from pbem.service.gamefile import SeatSpec
from pbem.service.languages import catalogue
from pbem.service.mastering.acts import by_operator, pause
from pbem.service.play.close import close_turn
from tests.i18n import asylamba, god_unit, parsec
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of
from tests.soaking import soak

OURS = (Fit.NO, Fit.NEARLY)
"""How our own reports' lines may look: none of them like an order."""
SERVICE = "orders@pbem.localhost"
STRANGER = "stranger@elsewhere.test"
MOVE = "Economy 60% coop 70 with 0-200 comp 30 attack 0-*\nDefense 30% coop 50"
CHAIRS = (
    SeatSpec(name="Anna", address=ANNA, language="de", zone="Europe/Berlin"),
    SeatSpec(name="Boris", address=BORIS, language="fr", zone="Europe/Paris"),
    SeatSpec(name="Chiara", address=CHIARA),
)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(seats=CHAIRS)
        yield world


def speak(world: World, language: str) -> None:
    """Let the service itself speak a language."""
    service = msgspec.structs.replace(world.context.config.service, language=language)
    config = msgspec.structs.replace(world.context.config, service=service)
    world.context = replace(world.context, config=config)


def subjects(world: World) -> list[str]:
    return [str(world.last(player)["Subject"]) for player in (ANNA, BORIS, CHIARA)]


def test_one_event_is_told_in_three_languages_and_zones(world: World) -> None:
    german, french, english = (world.last(player) for player in (ANNA, BORIS, CHIARA))
    assert "Dienstag, 3. März 2026, 13:00 MEZ" in text_of(german)
    assert "mardi 3 mars 2026 à 13\u00a0h CET" in text_of(french)
    assert "Tuesday 3 March 2026" in text_of(english).replace(",", "")
    languages = [mail["Content-Language"] for mail in (german, french, english)]
    assert languages == ["de", "fr", "en"]
    by_operator(world.context, "spring", pause)
    assert [subject.partition(" [")[0] for subject in subjects(world)] == [
        "Spring ruht",
        "Spring est suspendue",
        "Spring is paused",
    ]


def test_receipts_refusals_and_answers_are_in_the_players_language(world: World) -> None:
    for player in (ANNA, BORIS, CHIARA):
        world.reply(player, "Econmy 40%")
    world.poll()
    assert [subject.partition(" [")[0] for subject in subjects(world)] == [
        "Spring, Runde 1: nichts gespeichert",
        "Spring, tour 1 : rien d'enregistré",
        "Spring, turn 1: nothing saved",
    ]


def test_a_player_whose_mail_cannot_be_read_is_told_so_in_their_language(world: World) -> None:
    encrypted = "To: {}\nSubject: x\nContent-Type: application/pkcs7-mime\n\nx\n"
    for player in (ANNA, BORIS, CHIARA):
        world.deliver(f"From: {player}\n{encrypted.format(SERVICE)}".encode())
    world.poll()
    assert subjects(world) == [
        "Deine Mail war nicht zu lesen",
        "Votre message n'a pas pu être lu",
        "Your mail could not be read",
    ]
    assert world.last(ANNA)["Content-Language"] == "de"


def test_strangers_are_answered_in_the_services_language(world: World) -> None:
    speak(world, "de")
    world.write(STRANGER, "What is this?", to=SERVICE)
    world.write(STRANGER, "JOIN spring AS Zoë", to=SERVICE)
    world.poll()
    unknown, refused = world.mails(STRANGER)
    assert unknown["Subject"] == "Von dieser Adresse spielt hier niemand"
    assert refused["Subject"] == "Du konntest spring nicht beitreten"
    assert {mail["Content-Language"] for mail in (unknown, refused)} == {"de"}


def test_what_needs_the_service_stays_english_and_what_needs_a_game_does_not(
    world: World,
) -> None:
    speak(world, "de")
    world.resign(ANNA)
    of_game = world.last("gm@example.org")
    assert "Antworte auf diese Mail mit Kommandos" in " ".join(text_of(of_game).split())
    assert of_game["Content-Language"] == "de"
    world.clock.move(minutes=61)
    begin_unless_open(world.context, "disk", "The disk is nearly full", "Make room.")
    world.poll()
    assert world.last("gm@example.org")["Subject"] == "The disk is nearly full"


def test_who_joins_by_mail_is_written_to_in_the_services_language(world: World) -> None:
    speak(world, "fr")
    world.new_game(id="autumn", seats=(SeatSpec(address=ANNA, language="de"), SeatSpec()))
    world.join(STRANGER, "JOIN autumn AS Zoë")
    reports = {player: world.last(player, game="autumn") for player in (ANNA, STRANGER)}
    assert "dein Zug" in str(reports[ANNA]["Subject"])
    assert "à vous de jouer" in str(reports[STRANGER]["Subject"])


def test_a_translated_mail_that_comes_back_orders_nothing(world: World) -> None:
    """Quoted without any mark, no translated sentence looks like an order or a command."""
    for _turn in range(2):
        for player in (ANNA, BORIS):
            world.reply(player, f"{MOVE}\nEconmy 5%\nTURN 9: PASS\n@ Economy 5%")
            world.reply(player, MOVE)
            world.reply(player, "HELP\nSTATUS")
        world.poll()
        close_turn(world.context, "spring")
    fit = load("hegemon").desk.fit
    for player in (ANNA, BORIS):
        for mail in world.mails(player):
            back = f"From: {player}\nContent-Type: text/plain; charset=utf-8\n\n{text_of(mail)}"
            assert extract(read_letter(back.encode()), fit).taken == (), mail["Subject"]


@pytest.mark.parametrize("every", [11, soak(1)])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_translated_line_of_a_report_looks_like_an_order(language: str, every: int) -> None:
    """Asylamba Mini reads German and French words too, those of its own reports among them."""
    desk = load("asylamba-mini").desk
    with speaking(catalogue(language)):
        blocks = {
            block
            for seen, news in _moments(asylamba)[::every]
            for section in desk.report(seen, news).sections
            for block in section.blocks
        }
        lines = {line.lstrip(" -!+*") for block in blocks for line in lay_out(block).splitlines()}
    assert {line for line in sorted(lines) if desk.fit(line) not in OURS} == set()


@pytest.mark.parametrize("every", [11, soak(1)])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_report_of_god_unit_that_comes_back_unmarked_orders_anything(
    language: str, every: int
) -> None:
    """Units and squares stand side by side in its reports as in its shortest orders."""
    desk = load("god-unit").desk
    with speaking(catalogue(language)):
        reports = {
            (title, block)
            for seen, news in _moments(god_unit)[::every]
            for title, *blocks in map(_told, desk.report(seen, news).sections)
            for block in blocks
        }
    head = "From: Ada <ada@example.org>\nContent-Type: text/plain; charset=utf-8\n\n"
    for title, block in sorted(reports):
        back = read_letter(f"{head}{title}\n{block}\n".encode())
        assert extract(back, desk.fit).taken == (), block
        lines = {line.lstrip(" -!+*") for line in block.splitlines()}
        assert {line for line in lines if desk.fit(line) is Fit.ORDER} == set()


@cache
def _moments(game: ModuleType) -> tuple[tuple[Any, tuple[Event, ...]], ...]:
    """What its players see and hear, which is the same whatever they speak. Every
    eleventh is another seat's than the one before, at all tables here."""
    return tuple(game.moments())


def _told(section: Section) -> tuple[str, ...]:
    """A section's heading and blocks as they stand in a mail's text."""
    return section.heading, *map(lay_out, section.blocks)


@pytest.mark.parametrize("every", [11, soak(1)])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_line_of_parsecs_reports_looks_like_an_order(language: str, every: int) -> None:
    """Not even to who is asked for ships and may name them alone (PA-12)."""
    desk = load("parsec").desk
    with speaking(catalogue(language)):
        lines = {
            (line.lstrip(" -!+*"), seen.is_asked): seen
            for seen, news in _moments(parsec)[::every]
            for section in desk.report(seen, news).sections
            for block in section.blocks
            for line in lay_out(block).splitlines()
        }
    assert {key for key in sorted(lines) if desk.fit(key[0], lines[key]) not in OURS} == set()
