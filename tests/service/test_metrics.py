"""Figures for Prometheus: few, true, in its format, and nobody's name among them."""

from __future__ import annotations

import re
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pbem.service.config import ConfigError, MetricsSettings
from pbem.service.counters import Count
from pbem.service.gamefile import SeatSpec
from pbem.service.operation.metrics import exporting, gather, text_of, write_whole
from tests.docs.documents import document
from tests.servers.real import free_port
from tests.service.world import ANNA, World, open_world

LINE = re.compile(r'(pbem_[a-z_]+)(?:\{(\w+)="([^"\\]*)"\})? (-?[0-9.e+]+)')
"""A sample (https://prometheus.io/docs/instrumenting/exposition_formats/)."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.poll()
        yield world


def samples(text: str) -> dict[str, float]:
    """Each sample by name and label; whatever is not in the format fails."""
    found: dict[str, float] = {}
    family = ""
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family = line.split()[2]
        elif line.startswith("# TYPE "):
            kind = line.split()[3]
            assert line == f"# TYPE {family} {kind}"
            assert (kind == "counter") == family.endswith("_total")
        else:
            match = LINE.fullmatch(line)
            assert match, line
            name, _label, value, number = match.groups()
            assert name == family
            key = f"{name}[{value}]" if value is not None else name
            assert key not in found
            found[key] = float(number)
    assert text.endswith("\n")
    return found


def with_metrics(world: World, **values: object) -> World:
    config = msgspec.structs.replace(world.context.config, metrics=MetricsSettings(**values))
    world.context = replace(world.context, config=config)
    return world


def test_they_tell_what_was_done_and_what_waits(world: World) -> None:
    world.reply(ANNA, "Economy 60% comp 100")
    world.poll()
    found = samples(text_of(gather(world.context)))
    assert found["pbem_mails_received_total"] == 1
    assert found["pbem_mails_settled_total"] == 1
    assert found["pbem_turns_closed_total"] == 0
    assert found["pbem_outbox_mails"] == 3, "two reports and a receipt"
    assert found["pbem_games[running]"] == 1
    assert found["pbem_games[finished]"] == 0
    assert found["pbem_last_poll_time_seconds[main]"] == world.clock.now().timestamp()
    assert found["pbem_database_up"] == 1
    world.wait(25)
    found = samples(text_of(gather(world.context)))
    assert found["pbem_turns_closed_total"] == 1
    assert found["pbem_outbox_oldest_seconds"] == 25 * 3600


def test_rounds_are_told_by_job(world: World) -> None:
    for job in ("send", "send", "receive"):
        world.context.counters.add(Count.ROUNDS, job=job)
    world.context.counters.add(Count.FAILED, job="send")
    found = samples(text_of(gather(world.context)))
    assert (found["pbem_rounds_total[send]"], found["pbem_rounds_total[receive]"]) == (2, 1)
    assert found["pbem_rounds_failed_total[send]"] == 1
    assert found["pbem_rounds_failed_total[receive]"] == 0, "so that a first failure is a rise"


def test_no_player_and_no_game_is_named(world: World) -> None:
    world.new_game(id="autumn", seats=(SeatSpec(name="Anna", address=ANNA), SeatSpec()))
    world.join("zoe@example.org", "JOIN autumn AS Zoe")
    told = text_of(gather(world.context)).casefold()
    for word in ("anna", "zoe", "boris", "example.org", "spring", "autumn"):
        assert word not in told


def test_without_the_database_what_the_process_counted_is_told(
    world: World,
) -> None:
    with world.context.database.write() as connection:
        connection.exec_driver_sql("DROP TABLE facts")
    found = samples(text_of(gather(world.context)))
    assert found["pbem_database_up"] == 0
    assert found["pbem_mails_received_total"] == 0
    assert "pbem_outbox_mails" not in found


def test_unasked_there_is_no_file_and_no_port(world: World, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    with exporting(world.context):
        assert set(tmp_path.iterdir()) == before


def test_a_file_appears_whole_and_may_be_read_by_all(world: World, tmp_path: Path) -> None:
    path = tmp_path / "pbem.prom"
    path.write_text("what was there before")
    with path.open() as reader:
        write_whole(path, "all of it\n")
        assert reader.read() == "what was there before", "it was replaced, not written into"
    assert path.read_text() == "all of it\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [file.name for file in tmp_path.glob("*pbem.prom*")] == ["pbem.prom"]


def test_the_file_of_the_configuration_is_written_from_its_folder(
    world: World, tmp_path: Path
) -> None:
    with exporting(with_metrics(world, file="pbem.prom").context):
        pass
    assert samples((tmp_path / "pbem.prom").read_text())["pbem_database_up"] == 1


def test_a_file_that_cannot_be_written_is_told_in_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    with exporting(with_metrics(world, file="nowhere/pbem.prom").context):
        pass
    assert "writing metrics: No such file or directory" in caplog.text


def test_a_port_of_this_machine_answers_at_metrics(world: World) -> None:
    port = free_port()
    with exporting(with_metrics(world, port=port).context):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as said:
            assert said.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            assert samples(said.read().decode())["pbem_database_up"] == 1
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30)
        refused.value.close()
        other = with_metrics(world, port=port).context
        with pytest.raises(ConfigError, match=f"metrics.port: 127.0.0.1:{port} cannot be had"):
            exporting(other).__enter__()


def test_the_document_names_exactly_the_metrics_that_there_are(world: World) -> None:
    families = {f"pbem_{metric.name}" for metric in gather(world.context)}
    section = document("docs/game-master.md").text.partition("### Metrics\n")[2].partition("\n#")[0]
    assert set(re.findall(r"^\| `(pbem_\w+)`", section, re.MULTILINE)) == families
