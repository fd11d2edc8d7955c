"""`pbem publish`: what stands on the public pages, and what never does."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import sqlalchemy as sa
from icalendar import Calendar

from pbem.engine import registry
from pbem.service.config import MAIN
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.ending import cancel, delete
from pbem.service.mastering.observing import hide, show
from pbem.service.mastering.rollback import roll_back
from pbem.service.play.close import close_turn
from pbem.service.tools.archive import unpack
from pbem.service.tools.export import record_in
from pbem.service.tools.verify_file import check
from pbem.store.fame import rate
from pbem.store.tables import metadata
from pbem.store.talk import PressKind
from tests.service.exported import SHORT
from tests.service.sites import dead_links, files, folder_of, published, text, whole
from tests.service.talking import new_game
from tests.service.test_secrets import MARKS, PEOPLE, write_everything
from tests.service.world import ANNA, BORIS, World, open_world

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(public=True)
        yield world


# Which games stand there --------------------------------------------------------------


def test_only_games_stand_there_whose_masters_want_it(world: World) -> None:
    world.new_game(id="autumn", title="Autumn")
    assert published(world).games == ("spring",)
    pages = files(folder_of(world))
    assert "games/spring/index.html" in pages
    assert not [path for path in pages if "autumn" in path]
    assert "Autumn" not in whole(folder_of(world)).decode("utf-8", "replace")


def test_a_game_that_is_taken_off_leaves_nothing_behind(world: World) -> None:
    published(world)
    by_operator(world.context, "spring", hide)
    done = published(world)
    assert done.games == ()
    assert done.removed
    folder = folder_of(world)
    assert not (folder / "games").exists()
    assert b"spring" not in whole(folder)
    assert dead_links(folder) == []


def test_so_does_one_that_is_deleted(world: World) -> None:
    published(world)
    by_operator(world.context, "spring", cancel)
    published(world)
    assert "Spring was cancelled" in text(folder_of(world), "games/spring/index.html")
    by_operator(world.context, "spring", delete)
    published(world)
    assert not (folder_of(world) / "games").exists()


# What stands there --------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", registry.names())
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_game_has_a_page_a_turn_and_no_link_leads_nowhere(
    tmp_path: Path, ruleset: str, language: str
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset=ruleset, public=True)
        close_turn(world.context, "spring")
        published(world, language)
        folder = folder_of(world)
        assert f'<html lang="{language}">' in text(folder, "games/spring/turn-1.html")
        assert {"turn-0.html", "turn-1.html", "turn-1.svg"} <= {
            path.name for path in (folder / "games" / "spring").iterdir()
        }
        assert "turn-2.html" not in whole(folder).decode("utf-8", "replace")
        assert dead_links(folder) == []


def test_a_free_seat_can_be_asked_for_by_one_click_and_a_mail(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(public=True, seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
        published(world)
        for page in ("index.html", "games/spring/index.html"):
            assert 'href="mailto:orders@pbem.localhost?subject=JOIN%20spring"' in text(
                folder_of(world), page
            )


def test_who_has_yet_to_confirm_a_seat_is_not_named(tmp_path: Path) -> None:
    """Somebody else may have asked in their name."""
    with open_world(tmp_path) as world:
        seats = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())
        world.new_game(public=True, seats=seats)
        world.write(BORIS, "JOIN spring AS Boris", to=world.context.config.mail.address)
        world.poll()
        published(world)
        assert "Boris" not in whole(folder_of(world)).decode("utf-8", "replace")
        world.reply(BORIS, "JOIN", to=world.last(BORIS, kind="join"))
        world.poll()
        published(world)
        assert "<li>Boris</li>" in text(folder_of(world), "games/spring/index.html")


def test_the_results_of_a_turn_stand_there_when_players_are_told_and_not_before(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(public=True, release="master")
        close_turn(world.context, "spring")
        published(world)
        assert not (folder_of(world) / "games/spring/turn-1.html").exists()
        assert "the game master is looking at its results" in text(
            folder_of(world), "games/spring/index.html"
        )


def test_after_a_rollback_the_turns_that_do_not_count_are_gone(world: World) -> None:
    for _turn in range(3):
        close_turn(world.context, "spring")
    published(world)
    by_operator(world.context, "spring", roll_back, 2)
    published(world)
    folder = folder_of(world)
    kept = sorted(path.name for path in (folder / "games/spring").glob("turn-*.html"))
    assert kept == ["turn-0.html", "turn-1.html"]
    assert dead_links(folder) == []


@pytest.mark.parametrize("ruleset", ["hegemon", "god-unit"])
def test_a_game_that_is_over_has_its_record_as_far_as_the_rules_let_it_out(
    tmp_path: Path, ruleset: str
) -> None:
    """HG-11: the moves of Hegemon stay secret for good; those of God Unit do not."""
    with open_world(tmp_path) as world:
        world.new_game(ruleset=ruleset, public=True, **SHORT[ruleset])
        while world.game().status != "finished":
            close_turn(world.context, "spring")
        published(world)
        folder = folder_of(world) / "games" / "spring"
        archive = unpack((folder / "spring.pbem.zip").read_bytes())
        assert not archive.game.full
        assert archive.game.secret == world.game().secret.hex()
        assert [one for one in check(archive, record_in(archive)) if one.mark == "bad"] == []
        assert (folder / "orders.txt").exists() == (ruleset == "god-unit")
        page = text(folder, "index.html")
        assert (world.game().secret.hex() in page) == (ruleset == "god-unit")  # that has dice
        assert "spring.pbem.zip" in page


def test_press_to_all_stands_there_and_no_other(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        new_game(world, kinds=tuple(PressKind), public=True)
        world.reply(ANNA, "TO ALL:\nLet us share, says bell one.\nEND")
        world.reply(BORIS, "TO Anna:\nBetween us, bell two.\nEND")
        world.reply(BORIS, "TO GM:\nA question, bell three.\nEND")
        world.reply(ANNA, "TO ALL ANONYMOUS:\nGuess who, bell four.\nEND")
        world.poll()
        world.wait(1)
        published(world)
        found = whole(folder_of(world))
        said = [word for word in (b"one", b"two", b"three", b"four") if b"bell " + word in found]
        assert b"one" in said
        assert b"two" not in said
        assert b"three" not in said


def test_ratings_of_those_alone_stand_there_who_want_it(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(public=True, options={"turns": 1})
        with world.context.database.write() as connection:
            rate(connection, ANNA, "Anna of the North")
        while world.game().status != "finished":
            close_turn(world.context, "spring")
        published(world)
        page = text(folder_of(world), "fame.html")
        assert "Anna of the North" in page
        assert "Boris" not in page


# Feeds and calendars ------------------------------------------------------------------


def test_feeds_tell_each_turn_once_the_newest_first(world: World) -> None:
    close_turn(world.context, "spring")
    published(world)
    for path in ("feed.xml", "games/spring/feed.xml"):
        file = folder_of(world) / path
        root = ElementTree.parse(file).getroot()
        ids = [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")]
        assert ids == [f"tag:pbem.localhost,2026-03-02:games/spring/turn-{turn}" for turn in (1, 0)]
        for entry in root.iter(f"{ATOM}entry"):
            link = entry.find(f"{ATOM}link")
            assert link is not None
            assert (file.parent / link.attrib["href"]).is_file()
            assert entry.findtext(f"{ATOM}updated") == "2026-03-02T12:00:00Z"


def test_a_calendar_has_the_deadline_of_the_open_turn(world: World) -> None:
    published(world)
    file = folder_of(world) / "games/spring/deadline.ics"
    [entry] = Calendar.from_ical(file.read_bytes()).walk("VEVENT")
    assert entry.decoded("dtend") == world.game().deadline
    by_operator(world.context, "spring", cancel)
    published(world)
    [entry] = Calendar.from_ical(file.read_bytes()).walk("VEVENT")
    assert str(entry["status"]) == "CANCELLED"


# What never stands there --------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game of three who write whatever can be written, marks in all of it; played to its end,
    and published after each turn."""
    with open_world(tmp_path_factory.mktemp("written"), creators=["maker@example.org"]) as world:
        seats = tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in PEOPLE)
        world.new_game(seats=seats, options={"turns": 2}, public=True)
        while world.game().status != "finished":
            for player in PEOPLE:
                write_everything(world, player, world.game().turn)
                world.reply(
                    player,
                    f"TO ALL:\nI am {player}, and answer to "
                    f"{world.last(player, kind='report')['Reply-To']}\nEND",
                )
            world.write("watcher@elsewhere.test", "WATCH spring", to="orders@pbem.localhost")
            world.poll()
            world.wait(0.5)
            close_turn(world.context, "spring")
            published(world)
        world.wait(1)
        published(world)
        yield world


def test_nobodys_address_ever_stands_there(written: World) -> None:
    """All addresses that the database knows, and those that people wrote into letters and titles,
    but the service's own."""
    found = whole(folder_of(written)).lower()
    known = {*PEOPLE, "gm@example.org", "maker@example.org", "watcher@elsewhere.test"}
    with written.context.read() as session:
        for table in metadata.sorted_tables:
            for column in table.c:
                if "address" in column.name or column.name in ("sender", "recipient", "mailbox"):
                    rows = session.connection.execute(sa.select(column)).scalars()
                    known |= {str(one).lower() for one in rows if one}
    known -= {"orders@pbem.localhost", MAIN}
    assert len(known) >= 6
    assert b"i am [...]" in found
    assert [one for one in sorted(known) if one.encode() in found] == []


def test_no_token_nonce_or_order_that_stays_secret_stands_there(written: World) -> None:
    found = whole(folder_of(written))
    secret = set(MARKS.values())
    with written.context.read() as session:
        for table in metadata.sorted_tables:
            for name in {"nonce", "message_id", "salt"} & set(table.c.keys()):
                rows = session.connection.execute(sa.select(table.c[name])).scalars()
                secret |= {one.hex() if isinstance(one, bytes) else str(one) for one in rows if one}
    for player in PEOPLE:
        for mail in written.mails(player):
            reply_to = parseaddr(str(mail["Reply-To"]))[1]
            secret.add(reply_to.partition("@")[0].rpartition(".")[2])
    assert len(secret) > 40
    assert [one for one in sorted(secret) if one.encode() in found] == []


@pytest.mark.parametrize("ruleset", registry.names())
def test_pages_of_a_game_that_goes_on_are_made_of_no_view_but_the_spectators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    looked: list[int | None] = []
    rules = type(registry.load(ruleset).rules)
    view = rules.view

    def noted(self: Any, state: Any, seat: int | None) -> Any:
        looked.append(seat)
        return view(self, state, seat)

    with open_world(tmp_path) as world:
        world.new_game(ruleset=ruleset, public=True)
        close_turn(world.context, "spring")
        monkeypatch.setattr(rules, "view", noted)
        published(world)
        assert set(looked) == {None}


def test_every_page_allows_nothing_that_does_not_lie_beside_it(written: World) -> None:
    published(written)
    for path, data in files(folder_of(written)).items():
        if path.endswith(".html") and path != "console.html":
            page = data.decode("utf-8")
            assert "default-src 'none'" in page, path
            assert "<script>" not in page, path
            assert " style=" not in page, path
            assert "http://" not in page, path
            assert "https://" not in page, path


def test_a_page_that_a_player_has_named_things_for_runs_nothing(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(title="<script>alert(1)</script>", public=True)
        world.reply(ANNA, "TO ALL:\n<img src=x onerror=alert(1)>\nEND")
        world.poll()
        world.wait(1)
        published(world)
        for path, data in files(folder_of(world)).items():
            if path.endswith((".html", ".svg", ".xml")):
                assert b"<script>alert" not in data, path
                assert b"<img src=x" not in data, path
        assert "&lt;img src=x" in text(folder_of(world), "games/spring/index.html")


def test_a_record_that_names_an_address_is_not_handed_out(tmp_path: Path) -> None:
    """A game master wrote it into the title, which the first link has sealed."""
    with open_world(tmp_path) as world:
        world.new_game(title="Spring of gm@example.org", public=True, options={"turns": 1})
        close_turn(world.context, "spring")
        assert world.game().status == "finished"
        published(world)
        page = text(folder_of(world), "games/spring/index.html")
        assert "<h1>Spring of [...]</h1>" in page
        assert "pbem.zip" not in page
        assert b"gm@example.org" not in whole(folder_of(world))


def test_a_game_shown_by_one_command_stands_there_at_the_next_round(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game()
        assert published(world).games == ()
        by_operator(world.context, "spring", show)
        assert published(world).games == ("spring",)
