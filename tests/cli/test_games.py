"""Making games and moving them: new, list, show, start, close, pause, resume, deadline, resend."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.store import contacts, games, lapses, mail
from pbem.store.database import Database
from pbem.store.records import GameRow, OutboxRow, OutboxStatus, Source
from tests.cli.conftest import ANNA, Command

HEGEMON = ("new", "--ruleset", "hegemon")


def row(database: Database, game: str = "spring") -> GameRow:
    with database.read() as connection:
        found = games.find_game(connection, game)
    assert found is not None
    return found


def sent(database: Database, **where: Any) -> tuple[OutboxRow, ...]:
    with database.read() as connection:
        return mail.outgoing(connection, **where)


class TestNew:
    def test_prints_the_id_first_and_then_what_happens(self, pbem: Command, house: Path) -> None:
        said = pbem(*HEGEMON, "--player", ANNA, "--bot", "raider")
        assert said.code == 0
        first, second = said.out.splitlines()
        assert first == "hegemon-1"
        assert "turn 1, open until" in second

    def test_a_game_with_open_seats_says_how_to_join(self, pbem: Command, house: Path) -> None:
        said = pbem(*HEGEMON, "--id", "autumn", "--open", "3", "--start", "manual")
        assert "when 'pbem start autumn' says so; 3 of 3 seats are free" in said.out
        assert "JOIN autumn AS <name>" in said.out

    def test_reads_a_game_file(self, pbem: Command, house: Path, database: Database) -> None:
        (house / "autumn.toml").write_text(
            """
            ruleset = "hegemon"
            id = "autumn"
            seats = [{name = "Anna", address = "anna@example.org"}, {bot = "raider"}, {}]
            [options]
            turns = 3
            [schedule]
            weekdays = ["tue", "fri"]
            """
        )
        assert pbem("new", "autumn.toml").code == 0
        assert row(database, "autumn").options == {"turns": 3}

    def test_weekdays_are_in_the_zone_of_the_service(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        config = house / "config.toml"
        lines = config.read_text().splitlines()
        zone = next(line for line in lines if line.startswith("zone = "))
        config.write_text("\n".join(lines).replace(zone, 'zone = "Asia/Tokyo"'))
        pbem(*HEGEMON, "--id", "autumn", "--open", "3", "--weekdays", "tue, fri", "--grace", "1h")
        schedule = row(database, "autumn").schedule
        assert (schedule["zone"], schedule["weekdays"]) == ("Asia/Tokyo", ["tue", "fri"])
        assert (schedule["hour"], schedule["every"], schedule["grace"]) == ("20:00", "", "1h")

    def test_what_becomes_of_absent_people_and_days_off(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        days = ("--holiday", "2026-12-24 to 2026-12-26", "--holiday", "2027-01-01")
        words = ("--between", "6h", "--waits", "2", "--absent", "0", "--leave-after", "3")
        pbem(*HEGEMON, "--id", "autumn", "--open", "3", *words, *days, "--pause", "2027-02-01")
        schedule = row(database, "autumn").schedule
        assert schedule["holidays"] == ["2026-12-24 to 2026-12-26", "2027-01-01"]
        assert schedule["pauses"] == ["2027-02-01"]
        assert schedule["between"] == "6h"
        assert [schedule[key] for key in ("waits", "absent", "leave_after")] == [2, 0, 3]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--open", "1"), "seats: Hegemon is for 2 to 12 players, here are 1; add people"),
            (("--bot", "rader", "--open", "2"), "seats[1].bot: there is no bot 'rader'; there are"),
            (("--player", ANNA, "--player", ANNA), "is given twice"),
            (("--open", "3", "--every", "soon"), "schedule.every: 'soon' is no span of time"),
            (("--open", "3", "--weekdays", "tue", "--every", "2d"), "give either 'every'"),
            (("--open", "3", "--weekdays", "day"), "schedule.weekdays: 'day' is none of mon"),
            (("--open", "3", "--weekdays", "tue", "--hour", "8pm"), "schedule.hour: '8pm'"),
            (("--open", "3", "--weekdays", "tue", "--zone", "Paris"), "schedule.zone: 'Paris'"),
            (
                ("--open", "3", "--option", "turn=3"),
                "options.turn: hegemon has no such option; did",
            ),
            (("--open", "3", "--option", "turns=soon"), "options.turns: "),
            (("--open", "3", "--id", "Spring!"), "id: 'Spring!': write 1 to 31 of a-z"),
            (("--open", "3", "--id", "spring"), "id: there is a game 'spring' already"),
        ],
    )
    def test_what_makes_no_game_is_one_line_with_key_and_remedy(
        self, pbem: Command, house: Path, words: tuple[str, ...], said: str
    ) -> None:
        told = pbem(*HEGEMON, *words)
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith("pbem: ")
        assert said in told.err
        assert told.err.count("\n") == 1
        assert len(json.loads(pbem("list", "--json").out)) == 1

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("ruleset = 'hegemn'\n", "bad.toml: ruleset: no ruleset 'hegemn' is installed"),
            ("ruleset = 'hegemon'\nseat = []\n", "bad.toml: seat: there is no such key; there are"),
            ("title = 'No'\n", "bad.toml: ruleset: missing the key `ruleset`"),
            ("ruleset = 'hegemon'\nseats = 3\n", "bad.toml: seats: "),
        ],
    )
    def test_a_bad_game_file_is_one_line_with_file_key_and_remedy(
        self, pbem: Command, house: Path, text: str, said: str
    ) -> None:
        (house / "bad.toml").write_text(text)
        told = pbem("new", "bad.toml")
        assert told.code == 1
        assert told.err.startswith(f"pbem: {said}")

    def test_a_missing_game_file_is_not_confused_with_the_configuration(
        self, pbem: Command, house: Path
    ) -> None:
        assert pbem("new", "none.toml").err == "pbem: none.toml: no such file\n"

    @pytest.mark.parametrize(
        "words",
        [
            (),
            ("autumn.toml", "--ruleset", "hegemon"),
            ("--ruleset", "hegemon", "--option", "turns"),
            ("--ruleset", "hegemon", "--player", "Anna"),
            ("--ruleset", "hegemon", "--missed", "weep"),
        ],
    )
    def test_words_that_make_no_sense_are_usage_errors(
        self, pbem: Command, house: Path, words: tuple[str, ...]
    ) -> None:
        assert pbem("new", *words).code == 2


class TestListAndShow:
    def test_the_list_as_json(self, pbem: Command, house: Path) -> None:
        (game,) = json.loads(pbem("list", "--json").out)
        assert datetime.fromisoformat(game.pop("deadline")) > datetime.now(UTC)
        assert game == {
            "id": "spring",
            "title": "Spring",
            "ruleset": "hegemon",
            "mailbox": "main",
            "status": "running",
            "turn": 1,
            "seats": 3,
            "waits_for": 1,
            "missed": 0,
            "stalled": None,
            "releases": None,
        }

    def test_a_turn_that_waits_for_the_game_master_is_shown_with_what_to_do(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        with database.write() as connection:
            games.change_game(connection, "spring", stalled=datetime.now(UTC))
        assert "waits for you" in pbem("list").out
        said = pbem("show", "spring").out
        assert "as too many have sent no orders: 'pbem close spring' plays it" in said

    def test_who_was_late_is_shown_with_how_often_and_by_how_much(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        due = datetime(2026, 3, 2, 12, tzinfo=UTC)
        with database.write() as connection:
            games.change_seat(connection, "spring", 1, missed=1)
            for turn in (1, 2, 3):
                lapses.note_missed(connection, "spring", turn, [1], due)
            for turn in (1, 3):
                lapses.note_played(connection, "spring", turn, 1, Source.DEFAULT)
            lapses.note_arrived(connection, "spring", 2, 1, due + timedelta(hours=5))
        said = " ".join(pbem("show", "spring").out.split())
        for words in ("missed 2, 1 in a row", "late 1, by 5 h"):
            assert all(word in said for word in words.split())
        (game,) = json.loads(pbem("list", "--json").out)
        assert game["missed"] == 2

    def test_the_list_for_people(self, pbem: Command, house: Path) -> None:
        assert "spring" in pbem("list").out

    def test_an_empty_list_says_how_to_begin(self, pbem: Command) -> None:
        pbem("init")
        assert "pbem new --help" in pbem("list").out
        assert pbem("list", "--json").out == "[]\n"

    def test_one_game_as_json(self, pbem: Command, house: Path) -> None:
        game = json.loads(pbem("show", "spring", "--json").out)
        assert (game["id"], game["turn"], game["status"]) == ("spring", 1, "running")
        assert 0 < game["seconds_left"] <= 24 * 3600
        assert [seat["orders"] for seat in game["seats"]] == ["owed", "", ""]
        assert game["seats"][0] == {
            "seat": 1,
            "name": "Anna",
            "kind": "human",
            "address": "anna@example.org",
            "bot": None,
            "orders": "owed",
            "missed": 0,
            "missed_in_a_row": 0,
            "late": 0,
            "latest_seconds": None,
            "reliability": None,
            "owner": None,
            "lent": None,
            "trouble": "",
        }
        assert game["mail_trouble"] == []

    def test_one_game_for_people_tells_who_is_awaited_and_how_long(
        self, pbem: Command, house: Path
    ) -> None:
        said = pbem("show", "spring").out
        assert "Turn 1 is open until" in said
        assert "23 h" in said
        assert "anna@example.org" in said
        assert "owed" in said

    def test_mail_that_fails_is_shown(self, pbem: Command, house: Path, database: Database) -> None:
        (report,) = sent(database, kind="report")
        now = datetime.now(UTC)
        with database.write() as connection:
            failed = {"status": OutboxStatus.FAILED, "error": "550 no\x1b[31m such user"}
            mail.change_mails(connection, [report.id], **failed)
            contacts.score_contact(
                connection, "anna@example.org", 2.0, hold_at=2.0, now=now, note="report: sent back"
            )
        game = json.loads(pbem("show", "spring", "--json").out)
        assert game["seats"][0]["trouble"] == "mail is held: report: sent back"
        assert game["mail_trouble"][0]["status"] == "failed"
        said = pbem("show", "spring").out
        assert "mail is held" in said
        assert "550 no\N{REPLACEMENT CHARACTER}[31m such user" in said

    def test_an_unknown_game_is_told_in_one_line(self, pbem: Command, house: Path) -> None:
        said = pbem("show", "winter")
        assert (said.code, said.err) == (1, "pbem: there is no game 'winter'; see 'pbem list'\n")


class TestMoving:
    def test_a_game_starts_on_the_game_masters_word(self, pbem: Command, house: Path) -> None:
        pbem(*HEGEMON, "--id", "autumn", "--player", ANNA, "--open", "2", "--start", "manual")
        assert "has begun: turn 1" in pbem("start", "autumn").out
        kinds = [s["kind"] for s in json.loads(pbem("show", "autumn", "--json").out)["seats"]]
        assert kinds == ["human", "bot", "bot"]
        assert pbem("start", "autumn").err == "pbem: Autumn has begun already.\n"

    def test_closing_turns_to_the_end_names_the_winner(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        said = pbem("close", "spring", "--yes").out
        assert said.startswith("Turn 1 is closed; turn 2 is open, until ")
        said = pbem("close", "spring", "--yes").out
        assert said.startswith("Turn 2 is closed, and Spring is over.\nIt was ")
        assert row(database).status == "finished"
        assert "Over since" in pbem("show", "spring").out
        assert pbem("close", "spring", "--yes").err == "pbem: Spring is over.\n"

    def test_a_pause_moves_the_deadline_by_its_length(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        before = row(database).deadline
        assert "is paused" in pbem("pause", "spring").out
        assert "is paused; its deadline was" in pbem("show", "spring").out
        assert pbem("pause", "spring").code == 1
        assert "goes on: turn 1 is open, until" in pbem("resume", "spring").out
        after = row(database).deadline
        assert before is not None
        assert after is not None
        assert timedelta(0) < after - before < timedelta(minutes=5)

    def test_a_deadline_moves_by_a_span(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        before = row(database).deadline
        assert pbem("deadline", "spring", "+12h").code == 0
        assert before is not None
        assert row(database).deadline == before + timedelta(hours=12)
        (notice,) = sent(database, kind="notice")
        assert notice.recipient == "anna@example.org"

    @pytest.mark.parametrize(
        ("text", "into"),
        [
            ("{day}T20:00", timedelta(hours=11)),
            ("{day} 20:00", timedelta(hours=11)),
            ("{day}T20:00+00:00", timedelta(hours=20)),
        ],
    )
    def test_a_deadline_is_a_moment_in_the_zone_of_the_service(
        self, pbem: Command, house: Path, database: Database, text: str, into: timedelta
    ) -> None:
        (house / "config.toml").write_text("[service]\nzone = 'Asia/Tokyo'\n")
        midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        day = midnight + timedelta(days=60)
        assert pbem("deadline", "spring", text.format(day=day.date())).code == 0
        assert row(database).deadline == day + into

    @pytest.mark.parametrize(("text", "code"), [("soon", 2), ("+soon", 2), ("2020-01-01", 1)])
    def test_a_deadline_that_is_none_changes_nothing(
        self, pbem: Command, house: Path, database: Database, text: str, code: int
    ) -> None:
        before = row(database).deadline
        assert pbem("deadline", "spring", text).code == code
        assert row(database).deadline == before


class TestResend:
    def test_sends_the_newest_report_again(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        pbem("close", "spring", "--yes")
        said = pbem("resend", "spring")
        assert "Seat 1, anna@example.org: the report of turn 1 goes out again." in said.out
        (copy,) = sent(database, kind="copy")
        assert (copy.turn, copy.seat, copy.status) == (1, 1, "queued")

    def test_sends_an_older_one_and_what_was_held_back(
        self, pbem: Command, house: Path, database: Database
    ) -> None:
        pbem("close", "spring", "--yes")
        with database.write() as connection:
            now = datetime.now(UTC)
            contacts.score_contact(
                connection, "anna@example.org", 2.0, hold_at=2.0, now=now, note="bounced"
            )
            held = [mail.id for mail in sent(database, kind="report")]
            mail.change_mails(connection, held, status=OutboxStatus.HELD)
        said = pbem("resend", "spring", "1", "--turn", "0").out
        assert "the first report goes out again, with 2 mails held back until now" in said
        assert {mail.status for mail in sent(database)} == {"queued"}
        assert json.loads(pbem("show", "spring", "--json").out)["seats"][0]["trouble"] == ""

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("spring", "2"), "spring: no person plays seat 2; people sit on: 1"),
            (("spring", "--turn", "7"), "spring has reports of turns 0 to 0, none of turn 7"),
            (("winter",), "there is no game 'winter'"),
        ],
    )
    def test_what_cannot_be_sent_is_told(
        self, pbem: Command, house: Path, words: tuple[str, ...], said: str
    ) -> None:
        told = pbem("resend", *words)
        assert told.code == 1
        assert said in told.err

    def test_a_game_that_has_not_begun_has_no_report(self, pbem: Command, house: Path) -> None:
        pbem(*HEGEMON, "--id", "autumn", "--open", "3")
        assert "has not begun" in pbem("resend", "autumn").err
        assert "has not begun" in pbem("verify", "autumn").err
