"""What those are told who make games and bring people together, in the language of accents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email.message import EmailMessage

import msgspec
import pytest

from pbem.engine import registry
from pbem.engine.api import RulesetError
from pbem.engine.i18n import _
from pbem.engine.registry import load, names
from pbem.service.config import ConfigError
from pbem.service.context import Context
from pbem.service.gamefile import MasterSpec, SeatSpec, spec_of_text
from pbem.service.intake.commands import mastering
from pbem.service.making.request import NotToml, read_toml
from pbem.service.mastering.acts import by_operator, start
from pbem.service.mastering.ending import cancel
from pbem.service.play.close import close_turn
from pbem.store.joining import Joining
from tests.i18n import alerts
from tests.i18n.masters import BRK, GM, NNT, PEOPLE, SERVICE, TTT, VVV, new_game, say, twice
from tests.i18n.saying import STRANGER
from tests.service.world import World


def who_is_appointed(world: World, patch: pytest.MonkeyPatch) -> None:
    new_game(world)
    say(world, "APPOINT", f"APPOINT {VVV}", f"DISMISS {NNT}", f"DISMISS {VVV}")
    say(world, f"APPOINT {NNT} assistant")
    twice(world, f"APPOINT {NNT}")
    twice(world, f"DISMISS {NNT}")
    masters_leave(world)
    for game in ("rchv", "lrg"):
        new_game(world, id=game, title=game, options={"items": ("Cnmy", "Dfns"), "turns": 1})
        close_turn(world.context, game)
        say(world, "ARCHIVE")
        patch.setattr(mastering, "fits", lambda _data: False)


def masters_leave(world: World) -> None:
    """Somebody who was named says NEVER, and answers once more the mail that is void then."""
    for who in ("vlm@x.org", "Nnt <nnm@x.org>"):
        twice(world, f"APPOINT {who}")
        address = who.rpartition("<")[2].rstrip(">")
        asked = world.last(address)
        world.reply(address, "NEVER", to=asked, In_Reply_To=str(asked["Message-ID"]))
        world.poll()
        world.clock.move(hours=2)
        world.poll()
    say(world, "LOG")
    old = world.last(TTT, kind="report")
    world.reply(TTT, "NEWKEY", to=old)
    world.reply(TTT, "xqz", to=old)
    world.poll()


FILE = """ruleset = "hegemon"
id = "{0}"
title = "{0}"
options.items = ["Cnmy", "Dfns"]
seats = [{1}]"""
MAKER = '{name = "Ttt", address = "ttt@example.org"}'


def games_are_made(world: World, patch: pytest.MonkeyPatch) -> None:
    for text in ("CREATE duel", "TEMPLATES"):
        world.write(STRANGER, text, to=SERVICE)
        world.write(GM, text, to=SERVICE)
        world.poll()
    _ask(world, "HELP", "xyz", "CREATE", "CREATE x y", "CREATE xyz", "TEMPLATES", "TEMPLATES x y")
    _ask(world, "TEMPLATES duel", "CREATE duel\nEND\nCREATE duel", "NEWKEY")
    _ask(world, f"PREVIEW\nCREATE\n{FILE.format('smmr', '{}, {}')}")
    _ask(world, f"CREATE\n{FILE.format('smmr', '{}, {}')}\nxyz")
    _ask(world, f"CREATE\n{FILE.format('smmr', '{}, {}')}")
    _ask(
        world, f"CREATE\n{FILE.format('smmr', '{}, {}')}", f"CREATE\n{FILE.format('X-', '{}, {}')}"
    )
    _ask(world, f"CREATE duel\nid = {'9' * 4990}", "CREATE duel\n" + "x = 1\n" * 501)
    _ask(world, f"CREATE duel\nx = {'[' * 60}")
    _ask(world, f'CREATE\n{FILE.format("mnl", "{}, {}")}\nstart = "manual"')
    bots = f'{MAKER}, {{name = "Brk", bot = "hedger"}}'
    _ask(world, f'CREATE\n{FILE.format("nvt", "{}, {}")}\njoin = "invited"')
    raw = _ask(world, f"CREATE\n{FILE.format('fll', bots)}")
    world.deliver(b"Received: by xyz\r\n" + raw)
    world.poll()
    world.write(GM, "CREATE duel", to=_address(world, ".m1."))
    world.poll()
    patch.setattr("pbem.service.making.making.MOST_A_DAY", 1)
    _ask(world, "CREATE duel")
    _ask(world, "CREATE\nruleset = hegemon\nx = 1")
    for template, files in (("duel", 1), ("", 2), ("", 1)):
        _attach(world, f"CREATE {template}", files)
    broken = world.context.base / "xyz.toml"
    broken.write_text("=")
    world.context = _with_service(world.context, game_templates=".")
    _ask(world, "CREATE xyz")
    new_game(world)
    say(world, "CREATE duel")


def _with_service(context: Context, **settings: str) -> Context:
    service = msgspec.structs.replace(context.config.service, **settings)
    return replace(context, config=msgspec.structs.replace(context.config, service=service))


def _address(world: World, mark: str = ".c0.") -> str:
    found = (str(mail["Reply-To"]) for mail in reversed(world.mails(GM)))
    return next(address for address in found if mark in address)


def _ask(world: World, *texts: str) -> bytes:
    raw = b""
    for text in texts:
        raw = world.write(GM, text, to=_address(world))
        world.poll()
    return raw


def _attach(world: World, text: str, files: int) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = GM, _address(world), f"<{files}@x>"
    message.set_content(text)
    for number in range(files):
        message.add_attachment("x = 1", filename=f"x{number}.toml")
    world.deliver(message.as_bytes())
    world.poll()


def people_are_invited(world: World, patch: pytest.MonkeyPatch) -> None:
    chairs = (PEOPLE[0], SeatSpec(), SeatSpec())
    new_game(world, id="nvtd", title="N" * 50, seats=chairs, join=Joining.INVITED)
    say(world, "INVITE xx@x.org, xx+1@x.org")
    say(world, "INVITE", "INVITE xyz", f"INVITE {TTT}", f"INVITE {BRK}", f"INVITE {BRK}")
    say(world, "SHOW")
    world.write(STRANGER, "JOIN nvtd", to=SERVICE)
    patch.setattr(registry, "rulebook", lambda *_asked: ("# Hgmn\n\n1. Xyz", "en"))
    say(world, "SHOW\nSHW", "SHW", "xqz")
    for text in ("xyz", "RULES", "NO"):
        world.reply(BRK, text, to=world.last(BRK, kind="invite"))
        world.poll()
    say(world, f"INVITE {BRK}", f"INVITE {NNT}", "SHOW")
    world.reply(NNT, "NEVER", to=world.last(NNT, kind="invite"))
    world.poll()
    for act, name in ((cancel, "cnc"), (start, "strt")):
        new_game(world, id=name, title="Nvt", seats=chairs, join=Joining.INVITED)
        say(world, f"INVITE {name}@x.org, x{name}@x.org")
        by_operator(world.context, name, act)
    new_game(world, id="ppr", title="Ppr", seats=chairs, join=Joining.APPROVE)
    say(world, f"INVITE {NNT}", f"INVITE {BRK}, x@x.org, y@x.org", "APPROVE")
    world.join(BRK, "JOIN ppr AS Brk")
    world.write(BRK, "JOIN ppr", to=SERVICE)
    say(world, "SHOW", "APPROVE 7", "APPROVE 2")
    world.join("z@x.org", "JOIN ppr AS Zzz")
    say(world, "REFUSE 3", "INVITE vvv@x.org", "LOG")
    for _day in range(15):
        world.clock.move(hours=12)
        world.poll()
    say(world, "SHOW")
    for limit in ("TO_MAILBOX", "BY_ONE"):
        with patch.context() as patched:
            patched.setattr(f"pbem.service.play.unasked.{limit}", 0)
            say(world, "INVITE ttv@x.org")
    new_game(world)
    say(world, "INVITE ttv@x.org")
    new_game(world, id="kpt", title="Kpt", seats=chairs, masters=(MasterSpec(address=VVV),))
    say(world, "INVITE qqq@x.org")
    world.join(BRK, "JOIN kpt AS Brk")
    for text in ("xqz", "JOIN"):
        world.reply("qqq@x.org", text, to=world.last("qqq@x.org"))
        world.poll()


SCENES = (who_is_appointed, games_are_made, people_are_invited, *alerts.SCENES)


WRONG = (
    "xyz",
    "x = 1 y",
    "x = y",
    "= 1",
    "x = [1",
    "x = {y = 1",
    'x = "y',
    "x = 1\nx = 2",
    "[x]\n[x]",
    "public = true\nobservers = 'none'",
    "id = 1",
    "id = [1]",
    "id = {x = 1}",
    "id = 1.5",
    "id = true",
    "seats = 'x'",
    "schedule = 1",
    "reliability = 'x'",
    "title = 'x'",
    "start = 'x'",
    "schedule.wtng = 1",
    "schedule.extensions = {hours = 0, every = '1h'}",
    "schedule.extensions = {hours = 999}",
    "ruleset = 'hegemn'",
    "options.turn = 3",
    "options.xyz = 3",
    "options.turns = 'x'",
    "seats = [{}]",
    "seats = [{bot = 'x'}, {}]",
    "seats = [{address = 'x@x.org'}, {address = 'x@x.org'}]",
    "masters = [{address = 'x@x.org'}, {address = 'x@x.org'}]",
    'title = "x\\ny"',
    "schedule = {}",
    "schedule.every = 'x'",
    "schedule.every = '999999d'",
    "schedule = {every = '1h', holidays = ['x']}",
    "schedule.weekdays = ['x']",
    "schedule = {every = '1h', zone = 'x'}",
    "schedule = {every = '1h', hour = 'x'}",
)
"""Lines of a game file, each wrong in its own way."""


def told() -> Iterator[str]:
    """What is wrong with them. The rest of these complaints is words of the file, and English."""
    for wrong in WRONG:
        with suppress(NotToml, ConfigError, RulesetError):
            read_toml(wrong)
            spec_of_text(_whole(wrong), "x")
    with suppress(ConfigError):
        spec_of_text("title = 'x'", "x")
    yield from (_(load(name).summary) for name in names())


def _whole(line: str) -> str:
    ruleset = "" if line.startswith("ruleset") else "ruleset = 'hegemon'\n"
    seats = "" if line.startswith("seats") else "seats = [{}, {}]\n"
    return f"{ruleset}{seats}{line}"
