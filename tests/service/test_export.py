"""A game in one file: checked by anyone, against anyone's mails, and played on elsewhere."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pbem.engine.api import Ruleset
from pbem.engine.registry import UnknownRuleset, load, names
from pbem.engine.replay import Mark
from pbem.engine.rng import SECRET_BYTES
from pbem.mailer.witness import Part, read_witness
from pbem.service.gamefile import SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.table import GameProblem, open_table
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import BadArchive, pack, unpack
from pbem.service.tools.export import export_game, record_in
from pbem.service.tools.verify import verify_game
from pbem.service.tools.verify_file import verify_file
from pbem.service.tools.witnesses import Saved, hold_against
from tests.mails import record_of
from tests.service.exported import SHORT, finished, save_mails, write_export
from tests.service.world import ANNA, BORIS, World, open_world, text_of


def wrong(file: Path, mails: Path | None = None) -> list[str]:
    """What is found wrong with an export."""
    found = verify_file(file, mails)
    return [f"{one.turn}/{one.seat}: {one.text}" for one in found if one.mark is Mark.BAD]


def files_in(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game in turn 3: Anna has sent orders for it and for turn 5, and repeats some."""
    with open_world(tmp_path_factory.mktemp("running")) as world:
        world.new_game(options={"turns": 6})
        for turn in (1, 2):
            world.reply(ANNA, f"Economy {50 + turn}% coop 40 with 0-*\n@ Defense 5%")
            world.reply(BORIS, f"Environment {40 + turn}%")
            world.poll()
            assert world.game().turn == turn + 1
        world.reply(ANNA, "Economy 33%\nTURN 5: Economy 44%")
        world.poll()
        yield world


@pytest.mark.parametrize("ruleset", sorted(SHORT))
def test_a_finished_game_of_each_ruleset_is_checked_by_others_and_taken_over(
    ruleset: str, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with open_world(here) as world:
        finished(world, ruleset)
        small = write_export(world, tmp_path / "spring.zip")
        full = write_export(world, tmp_path / "full.zip", full=True)
        mails = save_mails(world, tmp_path / "mails")
    assert wrong(small) == []
    for file in (small, full):
        assert wrong(file, mails) == []
    with open_world(there) as other:
        row, told = adopt(other.context, unpack(full.read_bytes()))
        assert (row.status, told) == ("finished", 0)
        assert [one for one in verify_game(other.context, "spring") if one.mark is Mark.BAD] == []
        again = export_game(other.context, "spring")
        first = unpack(small.read_bytes())
        assert (again.pages, again.game.head) == (first.pages, first.game.head)


def test_every_ruleset_that_is_installed_is_among_them() -> None:
    assert set(names()) >= set(SHORT)
    assert all(isinstance(load(name), Ruleset) for name in SHORT)


def test_before_the_end_an_export_opens_nothing_but_what_spectators_see(running: World) -> None:
    archive = unpack(pack(export_game(running.context, "spring")))
    assert archive.game.secret is None
    assert (archive.service, archive.mails) == (None, ())
    for page in archive.pages:
        assert set(page.opened) == {"public"}
        assert page.salt is None
    rules, codec = load("hegemon").rules, load("hegemon").codec
    with running.context.database.read() as connection:
        state = open_table(connection, running.game()).state
    assert bytes(archive.pages[-1].opened["public"].data) == codec.dump_view(
        rules.view(state, None)
    )


def test_hegemons_moves_stay_sealed_when_the_game_is_over(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 1})
        world.reply(ANNA, "Economy 71% coop 40 with 0-717.13")
        world.poll()
        close_turn(world.context, "spring")
        archive = export_game(world.context, "spring")
        everything = b"".join(files_in(pack(archive)).values())
        assert b"717.13" not in everything and b"71713" not in everything
        assert archive.game.secret == world.game().secret.hex()
        opened = {name.partition("/")[0] for page in archive.pages for name in page.opened}
        assert opened == {"public", "labels", "mails"}


def test_a_players_mails_show_that_moves_in_sealed_parts_are_their_own(tmp_path: Path) -> None:
    """The report that a turn was closed with lays the reader's own orders open."""
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 2})
        world.reply(ANNA, "Economy 71%")
        world.poll()
        close_turn(world.context, "spring")
        report = world.last(ANNA, kind="report")
        opened = record_of(report)["opened"]
        assert set(opened) == {"answer/1", "orders/1"}
        assert "71" in opened["orders/1"]["data"]
        close_turn(world.context, "spring")
        record = record_in(export_game(world.context, "spring"))
        witness = read_witness(report.as_bytes())
        assert witness is not None and witness.opened is not None
        for name, part in witness.opened.items():
            other = Part(part.salt, part.data.replace("71", "72").replace('"mail"', '"bot"', 1))
            assert other != part
            for changed in (other, Part("0" * 64, part.data)):
                forged = structs.replace(witness, opened={**witness.opened, name: changed})
                found = list(hold_against(record, [Saved("a mail", forged)]))
                assert "other orders than those it told as played" in found[0].text
        honest = list(hold_against(record, [Saved("a mail", witness)]))
        assert not any(one.mark is Mark.BAD for one in honest)


@pytest.mark.parametrize("full", [False, True], ids=["public", "full"])
def test_any_byte_of_any_file_that_is_altered_is_found(
    running: World, tmp_path: Path, full: bool
) -> None:
    files = files_in(pack(export_game(running.context, "spring", full=full)))
    target = tmp_path / "altered.zip"

    @settings(max_examples=60, deadline=None, database=None)
    @given(data=st.data())
    def alter(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(files)))
        place = data.draw(st.integers(0, len(files[name]) - 1))
        byte = data.draw(st.integers(0, 255).filter(lambda one: one != files[name][place]))
        changed = bytearray(files[name])
        changed[place] = byte
        target.write_bytes(zipped({**files, name: bytes(changed)}))
        try:
            found = wrong(target)
        except (BadArchive, UnknownRuleset):  # the name of its ruleset is among the bytes
            return
        assert found

    alter()


def test_what_the_chain_covers_is_found_though_the_manifest_was_made_anew(
    running: World, tmp_path: Path
) -> None:
    archive = unpack(pack(export_game(running.context, "spring", full=True)))
    page = archive.pages[2]
    for name, part in page.opened.items():
        data = bytes(part.data)
        other = msgspec.Raw(b"[]" if data != b"[]" else b"[1]")
        changed = structs.replace(
            page, opened={**page.opened, name: structs.replace(part, data=other)}
        )
        pages = (*archive.pages[:2], changed, *archive.pages[3:])
        file = tmp_path / "forged.zip"
        file.write_bytes(pack(replace(archive, pages=pages)))
        assert any(one.startswith("2/") and "changed since" in one for one in wrong(file)), name


def test_a_page_that_shows_less_than_the_rules_let_out_is_found(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        finished(world, "god-unit")
        archive = export_game(world.context, "spring")
    page = archive.pages[1]
    opened = {name: part for name, part in page.opened.items() if name != "state"}
    pages = (archive.pages[0], structs.replace(page, opened=opened), *archive.pages[2:])
    file = tmp_path / "less.zip"
    file.write_bytes(pack(replace(archive, pages=pages)))
    assert wrong(file) == ["1/None: state is missing, although the rules let it out"]


def test_another_game_of_the_same_name_is_not_the_one_of_the_mails(
    running: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record made up from the beginning is right in itself; no mailbox agrees with it."""
    monkeypatch.setattr("pbem.service.play.games.new_secret", lambda: bytes(SECRET_BYTES))
    mails = save_mails(running, tmp_path / "mails")
    other = tmp_path / "other"
    other.mkdir()
    with open_world(other) as world:
        world.new_game(options={"turns": 6})
        close_turn(world.context, "spring")
        close_turn(world.context, "spring")
        file = write_export(world, tmp_path / "spring.zip")
    assert wrong(file) == []
    found = wrong(file, mails)
    assert any("published the commitment" in one for one in found)
    assert any("says that the head is" in one for one in found)


def test_a_folder_without_mails_of_the_game_is_told(running: World, tmp_path: Path) -> None:
    file = write_export(running, tmp_path / "spring.zip")
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "other.eml").write_bytes(b"From: somebody@example.org\n\nHello\n")
    assert wrong(file, empty) == [
        f"None/None: '{empty}' holds no report or receipt of this game (*.eml)"
    ]


@pytest.mark.parametrize(
    "date",
    [
        b"Mon, 1 Jan 99999999999999999999 00:00:00 +0000",
        b"1 Jan 2026 00:00:00 +99999999999",
        b"Mon, 1 Jan 2026 99:00:00 +0000",
        b"=?utf-8?q?x?=",
        b"",
    ],
)
def test_a_mail_that_bears_no_date_is_held_against_the_record_all_the_same(
    running: World, tmp_path: Path, date: bytes
) -> None:
    mails = save_mails(running, tmp_path / "mails")
    first = min(mails.iterdir())
    first.write_bytes(re.sub(rb"\nDate: [^\n]*", b"\nDate: " + date, first.read_bytes(), count=1))
    (mails / "folder.eml").mkdir()
    assert wrong(write_export(running, tmp_path / "spring.zip", full=True), mails) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is no export"),
        (b"PK\x03\x04 and then nothing", "this is no export"),
        (zipped({"manifest.json": b"{"}), "manifest.json cannot be read"),
        (zipped({"game.json": b"{}"}), "manifest.json is missing"),
        (
            zipped({"manifest.json": b'{"files":{},"schema":2}'}),
            "its schema is 2, and this pbem reads up to 1; use a newer pbem",
        ),
        (zipped({"manifest.json": b'{"files":{},"schema":1}'}), "game.json is missing"),
    ],
    ids=["empty", "cut", "unreadable", "no manifest", "newer", "no game"],
)
def test_what_is_no_export_is_refused_with_a_reason(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "some.zip"
    file.write_bytes(data)
    with pytest.raises(BadArchive, match=said):
        list(verify_file(file))


def test_a_running_game_is_taken_over_and_played_on(running: World, tmp_path: Path) -> None:
    data = pack(export_game(running.context, "spring", full=True))
    left = running.game().deadline
    assert left is not None
    remaining = left - running.clock.now()
    with open_world(tmp_path, address="turns@elsewhere.example") as other:
        other.clock.move(hours=240)
        row, told = adopt(other.context, unpack(data))
        assert (row.turn, told) == (3, 2)
        assert row.deadline is not None
        assert row.deadline - other.clock.now() == remaining
        notice, report = other.mails(ANNA)
        assert "goes on at another address" in str(notice["Subject"])
        assert "turns+spring.3.1." in str(report["Reply-To"])
        assert "Economy 33%" in text_of(report), "what was held is held, and shown"

        other.reply(BORIS, "Environment 50%", to=other.last(BORIS))
        other.poll()
        assert other.game().turn == 4
        close_turn(other.context, "spring")
        assert "Economy 44%" in text_of(other.last(ANNA)), "so is what was kept for turn 5"
        while other.game().status != "finished":
            close_turn(other.context, "spring")
        found = list(verify_game(other.context, "spring"))
        assert [one.text for one in found if one.mark is Mark.BAD] == []

        file = write_export(other, tmp_path / "after.zip")
        mails = save_mails(other, tmp_path / "mails")
        for row_before in running.rows(recipient=ANNA):
            (mails / f"before-{row_before.id}.eml").write_bytes(row_before.data)
        assert wrong(file, mails) == [], "mails from before the move witness it too"


def test_a_game_whose_name_is_taken_needs_another(running: World) -> None:
    data = pack(export_game(running.context, "spring", full=True))
    with pytest.raises(GameProblem, match="there is a game 'spring' already"):
        adopt(running.context, unpack(data))
    with pytest.raises(GameProblem, match="write 1 to 31 of a-z"):
        adopt(running.context, unpack(data), "Spring!")


def test_beside_the_one_that_it_was_taken_from_a_game_stands_under_another_name(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(options={"turns": 3})
        world.reply(ANNA, "Economy 40%")
        world.poll()
        close_turn(world.context, "spring")
        data = pack(export_game(world.context, "spring", full=True))
        with pytest.raises(GameProblem, match="is here already, as spring; --again makes another"):
            adopt(world.context, unpack(data), "autumn")
        row, _told = adopt(world.context, unpack(data), "autumn", again=True)
        assert (row.id, row.formerly) == ("autumn", ("spring",))
        for game in ("spring", "autumn"):
            assert all(one.mark is not Mark.BAD for one in verify_game(world.context, game))
        close_turn(world.context, "autumn")
        assert (world.game("autumn").turn, world.game().turn) == (3, 2)


def test_only_a_full_and_sound_export_is_taken_over(running: World, tmp_path: Path) -> None:
    def taken(archive: Any) -> None:
        with open_world(tmp_path) as world:
            adopt(world.context, archive)

    with pytest.raises(BadArchive, match="pbem export --full"):
        taken(unpack(pack(export_game(running.context, "spring"))))
    files = files_in(pack(export_game(running.context, "spring", full=True)))
    changed = files["service.json"].replace(b'"reminded":0', b'"reminded":1')
    with pytest.raises(BadArchive, match=r"service.json is not as it was written"):
        taken(unpack(zipped({**files, "service.json": changed})))


def test_a_full_export_that_lacks_a_part_or_has_another_mail_is_not_taken_over(
    running: World, tmp_path: Path
) -> None:
    whole = unpack(pack(export_game(running.context, "spring", full=True)))
    page = whole.pages[1]
    opened = {name: part for name, part in page.opened.items() if name != "events"}
    lacking = replace(
        whole, pages=(whole.pages[0], structs.replace(page, opened=opened), *whole.pages[2:])
    )
    mails = (structs.replace(whole.mails[0], data=b"Other"), *whole.mails[1:])
    for archive, said in (
        (lacking, "events is missing"),
        (replace(whole, mails=mails), "a raw mail is not the one of its digest"),
    ):
        with open_world(tmp_path) as world, pytest.raises(BadArchive, match=said):
            adopt(world.context, archive)


def test_a_game_that_has_not_begun_has_nothing_to_export(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
        with pytest.raises(GameProblem, match="has not begun"):
            export_game(world.context, "spring")
