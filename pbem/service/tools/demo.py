"""Plays a whole campaign by real mail on the built-in server, on a fast clock."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset
from pbem.engine.errors import Trouble
from pbem.engine.registry import load
from pbem.mailer.embedded import EmbeddedServer
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from pbem.service.clock import FastClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.context import Context, context_of
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.lock import sole_server
from pbem.service.play.games import create_game
from pbem.service.runner import Runner
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.service.tools.correspondent import Correspondent
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus, SeatRow

NAMES = ("Anna", "Boris", "Chiara", "Deniz", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas",
         "Kofi", "Lena")  # fmt: skip
LENGTHS = ("turns", "max_turns")
"""What rulesets call the option that ends a game after so many turns."""
RATE = 7200.0
"""Game seconds in a second: two days of play pass in 24 seconds."""
LOOK_SECONDS = 0.2


CONFIG = """\
# To look into the demo with pbem: verify, show, list, stats, export. Its mail server is gone.
[service]
database = "sqlite:///service/games.db"
key_file = "service/pbem.key"
"""


@dataclass(frozen=True)
class Scene:
    """What can be shown of a running demo."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    waiting: frozenset[int]
    outbox: dict[str, int]


@dataclass(frozen=True)
class DemoPlan:
    """What to play. ``turns`` None plays to the end of the game."""

    ruleset: str
    out: Path
    turns: int | None = None
    players: int = 4
    options: dict[str, Any] | None = None
    rate: float = RATE
    patience: float = 120.0
    """Seconds without a turn closing after which the demo gives up."""


class DemoStuck(Trouble):
    """No turn has closed for too long."""


def play_demo(
    plan: DemoPlan,
    *,
    tell: Callable[[str, str], None],
    show: Callable[[Scene], None],
) -> Scene:
    """Play by mail until the game or the turns wanted are over; returns what stands then.

    `tell(who, what)` hears what the players do, `show` sees every look at the game.
    Both are called from several threads, one call at a time.
    """
    ruleset = load(plan.ruleset)
    plan.out.mkdir(parents=True, exist_ok=True)
    word = secrets.token_urlsafe(12)
    one_at_a_time = threading.Lock()

    def safely_tell(who: str, what: str) -> None:
        with one_at_a_time:
            tell(who, what)

    base = plan.out / "service"
    base.mkdir(exist_ok=True)
    key_file = base / "demo.password"
    key_file.write_text(word, encoding="ascii")
    key_file.chmod(0o600)
    with EmbeddedServer(base / "mail", password=word) as server, sole_server(base):
        config = _config(server, key_file)
        lay_foundations(config, base)
        (plan.out / "config.toml").write_text(CONFIG, encoding="ascii")
        context = context_of(config, base, FastClock(plan.rate))
        try:
            spec = _spec(plan, ruleset, server.domain)
            people = _people(plan, ruleset, spec, server, key_file, safely_tell)
            for person in people:
                person.start()
            with Runner(context, tick=LOOK_SECONDS):
                game = create_game(context, spec)
                final = _watch(context, plan, game.id, show)
                _drain(context)
            for person in people:
                person.stop()
            return final
        finally:
            context.close()


def _config(server: EmbeddedServer, key_file: Path) -> Config:
    orders = Login(user=f"orders@{server.domain}", password_file=str(key_file.resolve()))
    return Config(
        # The mailbox is asked in real seconds, in which days of the game pass: no outage.
        service=ServiceSettings(poll="1s", outage="52w"),
        imap=ImapSettings(host=server.host, port=server.imap_port, security="none", login=orders),
        smtp=SmtpSettings(host=server.host, port=server.smtp_port, security="none", login=orders),
    )


def _spec(plan: DemoPlan, ruleset: AnyRuleset, domain: str) -> GameSpec:
    count = min(max(plan.players, ruleset.seats.start), ruleset.seats.stop - 1, len(NAMES))
    options = dict(plan.options or {})
    known = {field.encode_name for field in msgspec.structs.fields(ruleset.options)}
    length = next((name for name in LENGTHS if name in known), None)
    if plan.turns is not None and length is not None:
        options.setdefault(length, plan.turns)
    seats = tuple(SeatSpec(name=name, address=f"{name.lower()}@{domain}") for name in NAMES[:count])
    return GameSpec(
        ruleset=ruleset.name,
        id="demo",
        title=f"{ruleset.title} demo",
        options=options,
        seats=seats,
        schedule=Schedule(every="48h", reminders=("12h",)),
    )


def _people(
    plan: DemoPlan,
    ruleset: AnyRuleset,
    spec: GameSpec,
    server: EmbeddedServer,
    key_file: Path,
    tell: Callable[[str, str], None],
) -> list[Correspondent]:
    tempers = list(ruleset.bots.values())
    people = []
    for number, seat in enumerate(spec.seats, start=1):
        login = Login(user=seat.address, password_file=str(key_file.resolve()))
        people.append(
            Correspondent(
                name=seat.name,
                address=seat.address,
                imap=ImapSettings(
                    host=server.host, port=server.imap_port, security="none", login=login
                ),
                smtp=SmtpSettings(
                    host=server.host, port=server.smtp_port, security="none", login=login
                ),
                ruleset=ruleset,
                bot=tempers[(number - 1) % len(tempers)],
                seed=secrets.token_bytes(32),
                folder=plan.out / f"seat-{number}-{seat.name.lower()}",
                tell=tell,
            )
        )
    return people


def _watch(context: Context, plan: DemoPlan, game_id: str, show: Callable[[Scene], None]) -> Scene:
    """Look on until the game, or the last turn wanted, is over."""
    pause = threading.Event()
    turn, since = -1, context.clock.now()
    while True:
        scene = look(context, game_id)
        show(scene)
        if scene.game.status == GameStatus.FINISHED:
            return scene
        if plan.turns is not None and scene.game.turn > plan.turns:
            return scene
        if scene.game.turn != turn:
            turn, since = scene.game.turn, context.clock.now()
        elif context.clock.now() - since > timedelta(seconds=plan.patience * plan.rate):
            raise DemoStuck(f"turn {turn} has not closed for {plan.patience:.0f} seconds")
        pause.wait(LOOK_SECONDS)


def look(context: Context, game_id: str) -> Scene:
    """One consistent look at a game and its mail."""
    with context.database.read() as connection:
        game = games.find_game(connection, game_id)
        assert game is not None
        asks = games.open_asks(connection, game_id)
        return Scene(
            game=game,
            seats=games.seats_of(connection, game_id),
            waiting=frozenset(a.seat for a in asks if a.required and not a.answered),
            outbox=mail.count_outgoing(connection),
        )


def _drain(context: Context) -> None:
    """Let the last mails go out."""
    pause = threading.Event()
    for _look in range(100):
        with context.database.read() as connection:
            counts = mail.count_outgoing(connection)
        if not counts.get("queued") and not counts.get("sending"):
            return
        pause.wait(LOOK_SECONDS)
