"""Several workers serve one database together, and lose and double nothing when one dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.service.context import Context
from tests.servers.plugin import MailHost
from tests.service.test_by_wire import LINE, Post
from tests.workers.house import house, new_games, turns, until, working

pytestmark = pytest.mark.postgresql


@pytest.fixture
def context(tmp_path: Path, embedded_host: MailHost) -> Iterator[Context]:
    with house(tmp_path, embedded_host) as context:
        yield context


def test_two_workers_play_a_game_by_real_mail(
    context: Context, tmp_path: Path, embedded_host: MailHost
) -> None:
    post = Post(embedded_host)
    new_games(context, embedded_host, 1)
    with working(tmp_path, "one", "other") as processes:
        until(lambda: all(post.kinds(n)["report"] == 1 for n in ("anna1", "boris1")), "reports")
        for name in ("anna1", "boris1"):
            post.reply(name, LINE)
        until(lambda: turns(context)["g1"] == 2, "the second turn")
        until(lambda: all(post.kinds(n)["report"] == 2 for n in ("anna1", "boris1")), "reports")
        assert [post.kinds(n)["receipt"] for n in ("anna1", "boris1")] == [1, 1]
        assert [one.stop() for one in processes] == [0, 0]
    for one in processes:
        assert "Traceback" not in one.log.read_text()
        assert "ERROR" not in one.log.read_text()
