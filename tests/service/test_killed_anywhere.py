"""Ended hard at any boundary, a service leaves nothing behind that the next one does not mend:
afterwards its books, and its players' mailboxes, are as if it had never been ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.servers.plugin import MailHost
from tests.service.doomed import Lives, lives_in
from tests.service.scenes import SCENES, Scene
from tests.service.stage import Books, Stage, set_up

Choice = Callable[[list[str]], Iterable[int]]
LATER = 0.05
"""Hours after which whatever a dead process had taken in hand is taken up again."""
SHORT = ("orders", "failing", "bounces", "mastering", "voting", "releasing")
"""Scenes of `make test`: a turn closes, a mail is set aside, mails of ours come back, a game master
closes a turn and writes letters, players end a game by a vote, results are let out."""
FEW = 2
"""Commits of a scene that are tried where not all boundaries are."""


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lives]:
    with lives_in(tmp_path_factory.mktemp("lives")) as lives:
        yield lives


def scenes(*chosen: Scene) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("scene", chosen, ids=lambda scene: scene.name)


@scenes(*(scene for scene in SCENES if scene.name in SHORT))
def test_killed_here_and_there_a_service_goes_on_as_if_it_had_not_been(
    tmp_path: Path, embedded_host: MailHost, lives: Lives, scene: Scene
) -> None:
    killed(tmp_path, embedded_host, lives, scene, few)


@pytest.mark.soak
@scenes(*SCENES)
def test_killed_at_any_boundary_a_service_goes_on_as_if_it_had_not_been(
    tmp_path: Path, mail_host: MailHost, lives: Lives, scene: Scene
) -> None:
    killed(tmp_path, mail_host, lives, scene, lambda boundaries: range(1, len(boundaries) + 1))


def few(boundaries: list[str]) -> Iterable[int]:
    """Some of them, counted from 1: after commits, where the world has just become another, and
    one answer of a mail server each way."""
    after = [n for n, name in enumerate(boundaries, start=1) if name.startswith("after the commit")]
    answered = [n for n, name in enumerate(boundaries, start=1) if name.startswith("smtp 250")]
    moved = [n for n, name in enumerate(boundaries, start=1) if name.startswith("imap")]
    spread = after[:: -max(1, len(after) // FEW)][:FEW]
    return sorted({*spread, *answered[-2:-1], *moved[-1:]})


def killed(folder: Path, host: MailHost, lives: Lives, scene: Scene, choose: Choice) -> None:
    base = folder / "scene"
    base.mkdir()
    with set_up(host, base, lives, answers_per_hour=scene.answers_per_hour) as stage:
        letters = scene.prepare(stage)
        stage.catch_up()
        undisturbed = stage.copy(folder / "undisturbed")
        undisturbed.post(*letters)
        boundaries = undisturbed.live(scene.hours, scene.rounds)
        assert boundaries is not None
        undisturbed.live(scene.hours + LATER)
        assert scene.shown(undisturbed), scene.name
        right = undisturbed.books()
        died = 0
        chosen = [*choose(boundaries)]
        for place in chosen:
            trial = stage.copy(folder / f"killed-{place}")
            trial.post(*letters)
            reached = trial.live(scene.hours, scene.rounds, place)
            assert reached is None or len(reached) < place, "it passed the place of its death"
            died += reached is None
            trial.live(scene.hours, scene.rounds)
            trial.live(scene.hours + LATER)
            agree(trial, right, f"killed at {place}, {boundaries[place - 1]}")
        lived = len(chosen) - died
        assert lived <= 1 + len(chosen) // 10, "connections may differ by a few answers, no more"


def agree(trial: Stage, right: Books, where: str) -> None:
    found = trial.books()
    for name in right:
        assert found[name] == right[name], f"{name}, {where}"
    assert trial.wrong() == [], where
