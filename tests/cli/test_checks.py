"""Commands that try things: verify, check, rulesets, simulate, mail read, doctor."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.mailer.inbound.guard import inspect
from pbem.mailer.settings import MailSettings
from pbem.service.tools.doctor import examine
from pbem.service.tools.probe import Forgery, forged_mail, verdict
from pbem.store.database import Database
from pbem.store.tables import answers, games, turns
from tests.cli.conftest import Command

REPLY = b"""\
From: Anna <anna@example.org>
To: orders@pbem.localhost
Subject: Re: Spring
Message-ID: <1@example.org>

Hi there,

Economy 60% comp 100

--\x20
Anna
"""


class TestVerify:
    def test_a_game_as_it_was_played_is_sound(self, pbem: Command, house: Path) -> None:
        pbem("close", "spring", "--yes")
        pbem("close", "spring", "--yes")
        said = pbem("verify", "spring")
        assert said.code == 0
        lines = said.out.splitlines()
        assert all(line.startswith("ok ") for line in lines[:-1])
        assert "ok  turn 2: link, orders, dice, events and state are right" in said.out
        assert lines[-1] == "Nothing is wrong."

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (turns.update().where(turns.c.turn == 1).values(hash="0" * 64), "bad turn 1"),
            (answers.delete().where(answers.c.seat == 2), "bad turn 1"),
            (games.update().values(secret=b"0" * 32), "bad game: the secret is not the one"),
        ],
        ids=["hash", "answers", "secret"],
    )
    def test_a_record_that_was_tampered_with_is_found(
        self, pbem: Command, database: Database, change: sa.Executable, said: str
    ) -> None:
        pbem("close", "spring", "--yes")
        with database.write() as connection:
            connection.execute(change)
        told = pbem("verify", "spring")
        assert told.code == 1
        assert said in told.out


class TestCheck:
    def test_tells_of_every_promise_that_was_tried(self, pbem: Command) -> None:
        said = pbem("check", "hegemon", "--games", "1", "--only", "codec", "--only", "contract")
        assert said.code == 0
        assert [line.split()[:2] for line in said.out.splitlines() if line[0] != " "] == [
            ["ok", "contract:"],
            ["ok", "codec:"],
        ]

    def test_golden_reports_are_kept_and_compared(self, pbem: Command, folder: Path) -> None:
        words = ("check", "hegemon", "--games", "1", "--only", "golden", "--golden", "kept")
        assert pbem(*words).code == 1
        assert pbem(*words, "--update").code == 0
        assert pbem(*words).code == 0
        first = min((folder / "kept").iterdir())
        first.write_text("something else\n")
        (folder / "kept" / "old.txt").write_text("not made any more\n")
        said = pbem(*words)
        assert said.code == 1
        assert f"--- {first.name}" in said.out
        assert "old.txt is not made any more" in said.out
        assert pbem(*words, "--update").code == 0
        assert not (folder / "kept" / "old.txt").exists()

    def test_an_unknown_check_is_a_usage_error(self, pbem: Command) -> None:
        said = pbem("check", "hegemon", "--only", "luck")
        assert said.code == 2
        assert "there are: play" in said.err

    def test_an_update_needs_a_folder(self, pbem: Command) -> None:
        assert pbem("check", "hegemon", "--update").code == 2

    def test_an_unknown_ruleset_is_told_in_one_line(self, pbem: Command) -> None:
        said = pbem("check", "hegemn")
        assert said.code == 1
        assert said.err.endswith("Did you mean 'hegemon'?\n")

    def test_rulesets_are_listed_with_their_bots(self, pbem: Command) -> None:
        said = pbem("rulesets").out
        assert "hegemon" in said
        assert "2 to 12 players" in said
        assert "raider" in said


class TestMailRead:
    WORDS = ("mail", "read", "-", "--ruleset", "hegemon")

    def test_the_json_is_exactly_this(self, pbem: Command) -> None:
        said = pbem(*self.WORDS, "--json", given=REPLY)
        assert said.code == 0
        assert json.loads(said.out) == {
            "guard": {"may_answer": True, "may_hold_orders": True, "reasons": []},
            "taken": ["Economy 60% comp 100"],
            "unread": [],
            "ignored": ["Hi there,"],
        }

    def test_people_are_told_the_same(self, pbem: Command, folder: Path) -> None:
        (folder / "reply.eml").write_bytes(REPLY)
        said = pbem("mail", "read", "reply.eml", "--ruleset", "hegemon").out
        assert "Taken: 1 line\n  Economy 60% comp 100\n" in said
        assert "Ignored: 1 line\n  Hi there,\n" in said

    def test_a_vacation_notice_holds_no_orders_and_gets_no_answer(self, pbem: Command) -> None:
        raw = b"Auto-Submitted: auto-replied\n" + REPLY
        found = json.loads(pbem(*self.WORDS, "--json", given=raw).out)
        assert found["guard"]["may_answer"] is False
        assert found["guard"]["may_hold_orders"] is False
        assert found["guard"]["reasons"]
        assert found["taken"] == []

    @pytest.mark.parametrize("raw", [b"", b"\0" * 100, b"From: x", b"\xff\xfe\n\n\xff"])
    def test_whatever_the_bytes_it_answers(self, pbem: Command, raw: bytes) -> None:
        said = pbem(*self.WORDS, "--json", given=raw)
        assert said.code == 0
        assert json.loads(said.out)["taken"] == []

    def test_the_limits_of_the_configuration_hold(self, pbem: Command, folder: Path) -> None:
        (folder / "config.toml").write_text("[mail]\nmax_bytes = 100\n")
        found = json.loads(pbem(*self.WORDS, "--json", given=REPLY).out)
        assert found["guard"]["may_hold_orders"] is False
        assert found["guard"]["reasons"] == ["over the size limit"]

    def test_it_reads_as_whoever_is_asked_first_would_be_read(self, pbem: Command) -> None:
        """Without its verb a line of squares places factories, at the beginning alone."""
        words = ("mail", "read", "-", "--ruleset", "god-unit", "--json")
        mail = REPLY.replace(b"Economy 60% comp 100", b"c4 f9 h2")
        assert json.loads(pbem(*words, given=mail).out)["taken"] == ["c4 f9 h2"]

    def test_with_a_game_it_reads_as_the_sender_stands_in_it(
        self, house: Path, pbem: Command
    ) -> None:
        words = ("mail", "read", "-", "--game", "spring", "--json")
        assert json.loads(pbem(*words, given=REPLY).out)["taken"] == ["Economy 60% comp 100"]
        stranger = pbem(*words, given=REPLY.replace(b"anna@", b"zoe@"))
        assert stranger.code == 1
        assert "nobody plays in spring by the address zoe@example.org" in stranger.err

    def test_it_wants_to_know_whose_orders_to_look_for(self, pbem: Command) -> None:
        both = pbem(*self.WORDS, "--game", "spring", given=REPLY)
        neither = pbem("mail", "read", "-", given=REPLY)
        assert (both.code, neither.code) == (2, 2)
        assert "one of them says whose orders to look for" in neither.err

    def test_a_missing_file_is_a_usage_error(self, pbem: Command) -> None:
        assert pbem("mail", "read", "none.eml", "--ruleset", "hegemon").code == 2


class TestDoctor:
    def findings(self, out: str) -> dict[str, str]:
        return {line[4:].partition(":")[0]: line[:3].strip() for line in out.splitlines()}

    def test_all_is_well_after_init_with_the_built_in_server(
        self, pbem: Command, house: Path
    ) -> None:
        text = (house / "config.toml").read_text()
        (house / "config.toml").write_text(text.replace("1143", "0").replace("1025", "0"))
        said = pbem("doctor", "--embedded")
        assert set(self.findings(said.out).values()) == {"ok"}
        assert {"IMAP", "SMTP", "templates", "fonts"} <= set(self.findings(said.out))
        assert said.code == 0

    def test_without_a_configuration_it_stops_there(self, pbem: Command) -> None:
        said = pbem("doctor")
        assert said.code == 1
        assert self.findings(said.out) == {"configuration": "bad"}

    def test_every_ailment_is_named_with_its_remedy(self, pbem: Command, house: Path) -> None:
        (house / "config.toml").write_text(
            "[service]\ntemplates = 'mine'\n[smtp]\nport = 9\n[imap]\nport = 9\n"
            "[imap.login]\nuser = 'anna'\n"
        )
        (house / "pbem.key").write_text("short")
        (house / "pbem.key").chmod(0o644)
        (house / "games.db").unlink()
        said = pbem("doctor")
        assert said.code == 1
        bad = {name for name, verdict in self.findings(said.out).items() if verdict == "bad"}
        assert bad == {"key", "database", "privacy", "templates", "IMAP", "SMTP"}
        assert "chmod 600" in said.out
        assert "'pbem init' makes it" in said.out
        assert "check [smtp] host, port and security" in said.out
        assert not (house / "games.db").exists()

    def test_a_port_that_no_machine_has_is_told_at_once(self, pbem: Command, house: Path) -> None:
        text = (house / "config.toml").read_text()
        (house / "config.toml").write_text(text.replace("1143", "99999"))
        said = pbem("doctor", "--embedded")
        assert said.code == 1
        assert self.findings(said.out) == {"configuration": "bad"}
        assert "embedded.imap_port: write a number of 65535 or less" in said.out

    def test_secrets_that_others_may_read_are_refused_with_the_remedy(
        self, pbem: Command, house: Path
    ) -> None:
        password = house / "password"
        password.write_text("secret\n")
        password.chmod(0o640)
        (house / "config.toml").write_text(
            "[imap]\nport = 9\n[smtp]\nport = 9\n"
            "[imap.login]\nuser = 'anna'\npassword_file = 'password'\n"
        )
        said = pbem("doctor")
        assert self.findings(said.out)["privacy"] == "bad"
        assert f"chmod 600 {password.relative_to(house)}" in said.out
        password.chmod(0o600)
        assert self.findings(pbem("doctor").out)["privacy"] == "ok"

    def test_a_host_that_lets_forged_results_through_is_told_of(
        self, pbem: Command, house: Path
    ) -> None:
        """As the built-in server does, which vouches for nobody."""
        text = (house / "config.toml").read_text().replace("1143", "0").replace("1025", "0")
        text = text.replace("trusted_authserv = []", 'trusted_authserv = ["mx.host.test"]')
        (house / "config.toml").write_text(text)
        said = pbem("doctor", "--embedded")
        assert self.findings(said.out)["forged headers"] == "bad"
        assert "let it remove such headers (RFC 8601, 5), or empty" in " ".join(said.out.split())

    @pytest.mark.parametrize(
        ("above", "kept", "found"),
        [
            ("", False, Forgery.REMOVED),
            ("Authentication-Results: mx.host.test; dmarc=none\r\n", False, Forgery.REMOVED),
            ("Authentication-Results: mx.host.test; dmarc=none\r\n", True, Forgery.BELOW),
            ("Authentication-Results: mx.evil.test; dmarc=none\r\n", True, Forgery.BELIEVED),
        ],
    )
    def test_what_becomes_of_forged_results(self, above: str, kept: bool, found: Forgery) -> None:
        settings = MailSettings(trusted_authserv=("mx.host.test",))
        mail = forged_mail(settings, "the-mark")
        came = mail if kept else mail.partition(b"\r\n")[2]
        assert verdict(above.encode() + came, "the-mark", settings) is found
        assert inspect(came, settings=settings).may_hold_orders is False, "it is our own"

    def test_servers_that_never_answer_are_left_behind(self, house: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            port = deaf.getsockname()[1]
            (house / "config.toml").write_text(
                f"[smtp]\nport = {port}\n[imap]\nport = {port}\nsecurity = 'none'\n"
                "[imap.login]\nuser = 'anna'\n"
            )
            examined = examine(house / "config.toml", embedded=False, limit=1.0)
            found = {diagnosis.name: diagnosis for diagnosis in examined}
        for name in ("IMAP", "SMTP"):
            assert found[name].unfinished
            assert f"no answer within 1 s; check [{name.lower()}] host" in found[name].said

    def test_all_examinations_together_take_no_longer_than_they_may(self, house: Path) -> None:
        found = list(examine(house / "config.toml", embedded=False, limit_for_all=0.0))
        assert [(d.name, d.good) for d in found] == [("configuration", False)]
        assert "took too long" in found[0].said

    def test_the_command_ends_although_a_library_hangs(self, house: Path) -> None:
        os.mkfifo(house / "pipe", 0o600)
        config = (house / "config.toml").read_text()
        text = config.replace('key_file = "pbem.key"', 'key_file = "pipe"')
        (house / "config.toml").write_text(text)
        program = (
            "import pbem.service.tools.doctor as d; d.examine.__kwdefaults__['limit'] = 0.2\n"
            "from pbem.cli.main import main; main()"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, "doctor", "--embedded"],
            cwd=house,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 1, done.stderr
        assert self.findings(done.stdout)["key"] == "bad"
        assert "gave no answer" in done.stdout
