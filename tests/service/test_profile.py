"""PROFILE: what a player wishes for their mail, in all games of their address."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.inbound.commands import read_command
from pbem.service.gamefile import SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.play.close import close_turn
from pbem.service.play.keeping import forget_old_mail
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.service.wishes import BadWish, read_language, read_quiet, read_zone
from pbem.store.people import PersonRow, find_person
from pbem.store.records import Omission
from pbem.store.wishes import USUAL
from tests.service.faults import watching
from tests.service.looks import held, seat_of, settled
from tests.service.world import ANNA, BORIS, World, open_world, text_of

TEXT_ONLY = (Omission.CALENDAR, Omission.CONSOLE, Omission.HTML, Omission.SVG)
NO_PICTURES = (Omission.CALENDAR, Omission.CONSOLE, Omission.PICTURES, Omission.SVG)

LINE = "Economy 60% coop 70 with 0-200 comp 30"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(start="manual")
        yield world


def wish(world: World, text: str, player: str = ANNA) -> EmailMessage:
    """The answer to a reply to the player's newest mail."""
    world.reply(player, text, to=world.last(player))
    world.poll()
    return world.last(player, kind="answer")


def person(world: World, address: str = ANNA) -> PersonRow:
    with world.context.database.read() as connection:
        return find_person(connection, address)


def parts(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk() if not part.is_multipart()]


def test_alone_it_shows_every_wish_with_the_line_that_changes_it(world: World) -> None:
    said = text_of(wish(world, "PROFILE"))
    for line in ("NAME Anna", "ZONE Berlin", "LANGUAGE Deutsch", "QUIET 22-7", "TEXT ONLY"):
        assert f"| PROFILE {line}" in said
    for line in ("PROFILE NO PICTURES", "PROFILE NO ATTACHMENTS", "NEWS DIGEST"):
        assert f"| {line}" in said
    assert "Time zone: UTC" in said
    assert "all else goes for all games of your address" in " ".join(said.split())
    assert person(world) == PersonRow(ANNA)


@pytest.mark.parametrize(
    ("line", "column", "value"),
    [
        ("PROFILE ZONE Berlin", "zone", "Europe/Berlin"),
        ("profil zeitzone: Wien", "zone", "Europe/Vienna"),
        ("PROFIL FUSEAU HORAIRE Paris", "zone", "Europe/Paris"),
        ("PROFILE TIME ZONE new york", "zone", "America/New_York"),
        ("PROFILE LANGUAGE deutsch", "language", "de"),
        ("PROFIL SPRACHE Französisch", "language", "fr"),
        ("PROFIL LANGUE anglais", "language", "en"),
        ("PROFILE QUIET 22-7", "quiet", "22:00-07:00"),
        ("PROFIL RUHE von 21:30 bis 6", "quiet", "21:30-06:00"),
        ("PROFIL SILENCE 23h - 7h30", "quiet", "23:00-07:30"),
        ("PROFILE TEXT ONLY", "omits", TEXT_ONLY),
        ("PROFIL nur Text!", "omits", TEXT_ONLY),
        (
            "PROFILE no pictures, please",
            "omits",
            NO_PICTURES,
        ),
        ("PROFIL keine Anhänge", "omits", (Omission.ATTACHMENTS, *USUAL)),
        ("PROFILE SVG", "omits", (Omission.CALENDAR, Omission.CONSOLE)),
        ("PROFIL mit SVG", "omits", (Omission.CALENDAR, Omission.CONSOLE)),
        ("PROFIL avec calendrier", "omits", (Omission.CONSOLE, Omission.SVG)),
        ("PROFIL Kalender", "omits", (Omission.CONSOLE, Omission.SVG)),
        ("PROFIL sans images", "omits", NO_PICTURES),
        ("CONSOLE ON", "omits", (Omission.CALENDAR, Omission.SVG)),
        ("Konsole an!", "omits", (Omission.CALENDAR, Omission.SVG)),
        ("PROFIL avec console", "omits", (Omission.CALENDAR, Omission.SVG)),
    ],
)
def test_a_wish_counts_in_all_games_of_the_address(
    world: World, line: str, column: str, value: Any
) -> None:
    world.new_game(id="summer", title="Summer", start="manual")
    wish(world, line)
    assert getattr(person(world), column) == value
    for game in ("spring", "summer"):
        assert getattr(seat_of(world, ANNA, game), column) == value
        assert getattr(seat_of(world, BORIS, game), column) != value


def test_several_wishes_in_one_mail_are_answered_by_one_mail(world: World) -> None:
    before = len(world.mails(ANNA))
    said = text_of(wish(world, "PROFILE ZONE Rome\nPROFILE QUIET 22-7\nPROFILE NAME Annika"))
    assert len(world.mails(ANNA)) == before + 1
    assert "It is changed as you wished." in said
    assert "Time zone: Europe/Rome" in said
    assert "Your name: Annika" in said
    assert seat_of(world, ANNA).name == "Annika"


def test_the_answer_comes_in_the_language_that_was_wished_for(world: World) -> None:
    assert str(wish(world, "PROFILE LANGUAGE German")["Content-Language"]) == "de"


@pytest.mark.parametrize(
    "line",
    [
        "PROFILE ZONE Berlim",
        "PROFILE ZONE nowhere at all",
        "PROFILE ZONE UTC+99",
        "PROFILE LANGUAGE Klingon",
        "PROFILE QUIET 22",
        "PROFILE QUIET 7-7",
        "PROFILE QUIET 25-7",
        "PROFILE NAME Boris",
        "PROFILE NAME x",
        "PROFILE NO NONSENSE",
        "PROFILE ZONE",
        "PROFILE colour blue",
    ],
)
def test_a_wish_that_cannot_be_is_answered_with_the_right_form_and_nothing_changes(
    world: World, line: str
) -> None:
    seat = seat_of(world, ANNA)
    said = text_of(wish(world, f"PROFILE TEXT ONLY\n{line}"))
    assert "Nothing was changed." in said
    assert "| PROFILE ZONE Berlin" in said
    assert seat_of(world, ANNA) == seat
    assert person(world) == PersonRow(ANNA)


def test_near_zones_are_offered() -> None:
    with pytest.raises(BadWish, match="near it are: Europe/Berlin"):
        read_zone("Berlim")


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("CET", "CET"),
        ("mez", "Europe/Berlin"),
        ("utc", "UTC"),
        ("UTC+2", "Etc/GMT-2"),
        ("GMT -5", "Etc/GMT+5"),
        ("europe/paris", "Europe/Paris"),
        ("München", "Europe/Berlin"),
        ("Sao Paulo", "America/Sao_Paulo"),
    ],
)
def test_zones_are_read_as_people_write_them(text: str, zone: str) -> None:
    assert read_zone(text) == zone


def test_none_ends_quiet_hours_and_languages_have_codes() -> None:
    assert read_quiet("none") == read_quiet("aus") == ""
    assert read_language("FR") == "fr"


def test_text_alone_has_neither_html_nor_pictures_and_nothing_is_lost(world: World) -> None:
    wish(world, "PROFILE TEXT ONLY\nPROFILE NO ATTACHMENTS")
    world.new_game(id="summer", title="Summer")
    assert parts(world.last(ANNA, kind="report")) == ["text/plain"]
    world.reply(ANNA, f"{LINE}\nSTATUS")
    world.poll()
    assert parts(world.last(ANNA, kind="receipt")) == ["text/plain"]
    assert parts(world.last(ANNA, kind="answer")) == ["text/plain"]
    assert held(world, game="summer") == [LINE]
    assert "text/html" in parts(world.last(BORIS, kind="report"))


def test_without_pictures_their_facts_are_told_in_the_page(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset="parsec", id="stars", title="Stars")
        pictures = [part for part in parts(world.last(ANNA)) if part.startswith("image/")]
        assert pictures
        wish(world, "PROFILE NO PICTURES")
        world.reply(ANNA, "REPORT", to=world.last(ANNA))
        world.poll()
        again = world.last(ANNA, kind="copy")
        assert "text/html" in parts(again)
        assert not [part for part in parts(again) if part.startswith("image/")]
        assert "[Picture" not in text_of(again)
        wish(world, "PROFILE PICTURES")
        world.reply(ANNA, "REPORT", to=world.last(ANNA))
        world.poll()
        assert pictures == [p for p in parts(world.last(ANNA, kind="copy")) if p.startswith("im")]


@pytest.mark.parametrize(
    "line",
    [
        *("PROFIL SPRACHE Deutsch", "PROFIL LANGUE Français", "PROFIL ZEITZONE Berlin"),
        *("PROFIL FUSEAU Paris", "PROFIL RUHE 22-7", "PROFIL RUHE KEINE", "PROFIL SILENCE AUCUN"),
        *("PROFIL NUR TEXT", "PROFIL TEXTE SEUL", "PROFIL HTML", "PROFIL KEINE BILDER"),
        *("PROFIL SANS IMAGES", "PROFIL BILDER", "PROFIL IMAGES", "PROFIL KEINE ANHÄNGE"),
        *("PROFIL SANS PIÈCES JOINTES", "PROFIL ANHÄNGE", "PROFIL PIÈCES JOINTES"),
        *("PROFIL NAME Annika", "PROFIL NOM Annika"),
    ],
)
def test_wishes_in_german_and_french_are_understood(line: str) -> None:
    command = read_command(line)
    assert command is not None
    (found,) = command.wishes
    assert found.key
    if found.key == "quiet":
        assert read_quiet(found.value) in ("", "22:00-07:00")


def test_a_name_stays_once_the_game_has_begun(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    said = text_of(wish(world, "PROFILE NAME Annika"))
    assert "You stay Anna in this game" in " ".join(said.split())
    assert seat_of(world, ANNA, "summer").name == "Anna"


def test_a_preview_changes_nothing(world: World) -> None:
    world.new_game(id="summer", title="Summer")
    world.reply(ANNA, f"PREVIEW\nPROFILE ZONE Berlin\n{LINE}")
    world.poll()
    assert person(world) == PersonRow(ANNA)
    assert "PROFILE" in text_of(world.last(ANNA, kind="receipt"))


def test_who_proves_nothing_changes_nothing_and_is_shown_nothing(world: World) -> None:
    world.write(ANNA, "PROFILE ZONE Berlin", to=HOUSE)
    world.poll()
    assert person(world) == PersonRow(ANNA)
    assert "Time zone" not in text_of(world.last(ANNA))


def test_a_sentence_about_profiles_is_no_wish(world: World) -> None:
    world.reply(ANNA, "Profile of my empire: it grows and grows and grows", to=world.last(ANNA))
    world.poll()
    assert "profile" not in settled(world)[-1].note


def test_wishes_count_in_games_that_are_joined_or_made_later(world: World) -> None:
    wish(world, "PROFILE ZONE Berlin\nPROFILE TEXT ONLY")
    world.new_game(id="summer", title="Summer")
    world.new_game(id="autumn", title="Autumn", seats=(SeatSpec(), SeatSpec()))
    world.join(ANNA, "JOIN autumn")
    for game in ("summer", "autumn"):
        assert seat_of(world, ANNA, game).zone == "Europe/Berlin"
        assert seat_of(world, ANNA, game).omits == TEXT_ONLY


def test_a_game_file_that_names_a_zone_counts_before_the_wish(world: World) -> None:
    wish(world, "PROFILE ZONE Berlin")
    there = SeatSpec(name="Anna", address=ANNA, zone="Asia/Tokyo")
    world.new_game(id="summer", seats=(there, SeatSpec(name="Boris", address=BORIS)))
    assert seat_of(world, ANNA, "summer").zone == "Asia/Tokyo"


def test_who_takes_a_seat_that_was_given_back_has_none_of_the_wishes(world: World) -> None:
    world.new_game(id="autumn", title="Autumn", seats=(SeatSpec(), SeatSpec()))
    wish(world, "PROFILE LANGUAGE de\nPROFILE TEXT ONLY\nPROFILE QUIET 22-7")
    world.join(ANNA, "JOIN autumn AS Anna")
    world.reply(ANNA, "WITHDRAW", to=world.last(ANNA, game="autumn"))
    world.poll()
    world.reply(ANNA, "WITHDRAW", to=world.last(ANNA, kind="resign"))
    world.poll()
    world.join(BORIS, "JOIN autumn AS Boris")
    seat = seat_of(world, BORIS, "autumn")
    assert (seat.language, seat.omits, seat.quiet) == ("", USUAL, "")


def test_a_wish_takes_as_many_statements_for_many_games_as_for_one(world: World) -> None:
    def statements(hour: int) -> int:
        world.reply(ANNA, f"PROFILE QUIET {hour}-7", to=world.last(ANNA, game="spring"))
        asked: list[str] = []
        with watching(world.context.database, asked.append):
            receive_mail(world.context, world.inbox)
        return len(asked)

    statements(21)
    one = statements(22)
    for number in range(8):
        world.new_game(id=f"game-{number}")
    assert statements(23) == one


def test_an_export_takes_the_wishes_along(world: World, tmp_path: Path) -> None:
    wish(world, "PROFILE NO PICTURES")
    world.new_game(id="summer", title="Summer")
    close_turn(world.context, "summer")
    archive = unpack(pack(export_game(world.context, "summer", full=True)))
    other = tmp_path / "other"
    other.mkdir()
    with open_world(other) as there:
        adopt(there.context, archive)
        assert seat_of(there, ANNA, "summer").omits == NO_PICTURES


def test_wishes_of_people_without_a_seat_are_forgotten(world: World) -> None:
    wish(world, "PROFILE ZONE Berlin")
    world.clock.move(days=2)
    forget_old_mail(world.context)
    assert person(world).zone == "Europe/Berlin"
    world.reply(ANNA, "WITHDRAW", to=world.last(ANNA, game="spring"))
    world.poll()
    world.reply(ANNA, "WITHDRAW", to=world.last(ANNA, kind="resign"))
    world.poll()
    world.clock.move(days=2)
    forget_old_mail(world.context)
    assert person(world) == PersonRow(ANNA)


def test_a_profile_that_only_asks_is_answered_beside_a_preview(world: World) -> None:
    assert "Time zone: UTC" in text_of(wish(world, "PREVIEW\nPROFILE"))
