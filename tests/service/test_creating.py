"""Games that are made by mail: who may, from what, and what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.registry import load, read_options
from pbem.service.gamefile import SeatSpec, check_spec
from pbem.service.making import making
from pbem.service.making.templates import SHIPPED, template_spec
from pbem.service.tools.simulate import Simulation, play
from pbem.store import games, masters
from pbem.store.records import InboxStatus
from tests.service.looks import LINE, held, settled
from tests.service.world import ANNA, BORIS, World, open_world, text_of

EVE, GM, SERVICE = "eve@example.org", "gm@example.org", "orders@pbem.localhost"
FILE = """ruleset = "hegemon"
id = "summer"
title = "Summer duel"
seats = [{name = "Anna", address = "anna@example.org"}, {}]
"""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=("Eve@example.org",)) as world:
        yield world


def proven(world: World, sender: str = EVE) -> EmailMessage:
    """A mail whose reply address shows who writes."""
    if not world.mails(sender):
        world.write(sender, "CREATE", to=SERVICE)
        world.poll()
    return world.last(sender)


def command(world: World, text: str, sender: str = EVE, **headers: str) -> str:
    """What somebody's mail with their own token is answered."""
    world.write(sender, text, to=address(world, sender), **({"subject": "a game"} | headers))
    world.poll()
    return text_of(world.last(sender))


def address(world: World, sender: str = EVE) -> str:
    """The newest reply address that shows who writes."""
    found = [proven(world, sender), *world.mails(sender)]
    return str(next(one for one in reversed(found) if _counts(one))["Reply-To"])


def _counts(mail: EmailMessage) -> bool:
    return "+create.0.c0." in str(mail["Reply-To"])


def attach(world: World, text: str, *files: tuple[str, str], subject: str = "") -> str:
    """The same for a mail with files."""
    message = EmailMessage()
    message["From"], message["To"] = EVE, address(world)
    message["Subject"], message["Message-ID"] = subject, f"<file-{len(settled(world))}@x.org>"
    message.set_content(text + "\n")
    for name, content in files:
        kind = {"maintype": "application", "subtype": "octet-stream"}
        message.add_attachment(content.encode(), filename=name, **kind)
    world.deliver(message.as_bytes())
    world.poll()
    return text_of(world.last(EVE))


def made(world: World) -> list[str]:
    with world.context.read() as session:
        return sorted(game.id for game in games.all_games(session.connection))


def flat(text: str) -> str:
    return " ".join(text.split())


# Who may ------------------------------------------------------------------------------


@pytest.mark.parametrize("sender", [EVE, GM])
def test_the_first_mail_is_answered_with_an_address_that_counts(world: World, sender: str) -> None:
    world.write(sender, f"CREATE\n{FILE}", to=SERVICE)
    world.poll()
    told = world.last(sender)
    assert made(world) == []
    assert "could have been written by anyone" in flat(text_of(told))
    world.write(sender, f"CREATE\n{FILE}", to=str(told["Reply-To"]))
    world.poll()
    assert made(world) == ["summer"]


def test_the_token_counts_from_its_own_address_alone(world: World) -> None:
    address = str(proven(world)["Reply-To"])
    for other in (GM, ANNA, "mallory@elsewhere.test"):
        world.write(other, f"CREATE\n{FILE}", to=address)
    world.poll()
    assert made(world) == []


def test_whoever_is_not_named_makes_no_game(world: World) -> None:
    world.write(ANNA, "CREATE duel", to=SERVICE)
    world.poll()
    assert "named may make games" in flat(text_of(world.last(ANNA)))
    assert made(world) == []


def test_whoever_is_named_no_more_makes_no_game(tmp_path: Path) -> None:
    with open_world(tmp_path, creators=(EVE,)) as world:
        address = str(proven(world)["Reply-To"])
    with open_world(tmp_path) as world:
        world.write(EVE, "CREATE duel", to=address)
        world.poll()
        assert made(world) == []


def test_the_address_in_the_subject_counts_too(tmp_path: Path) -> None:
    with open_world(tmp_path, creators=(EVE,), plus_addressing=False) as world:
        told = proven(world)
        world.write(EVE, "CREATE duel", to=SERVICE, subject=f"Re: {told['Subject']}")
        world.poll()
        assert made(world) == ["hegemon-1"]


def test_NEWKEY_makes_the_earlier_addresses_void(world: World) -> None:
    before = str(proven(world)["Reply-To"])
    command(world, "NEWKEY")
    world.write(EVE, "CREATE duel", to=before)
    world.poll()
    assert made(world) == []
    command(world, "CREATE duel")
    assert made(world) == ["hegemon-1"]


def test_a_mail_of_a_game_makes_none_but_says_where(world: World) -> None:
    command(world, f"CREATE\n{FILE}")
    run = world.last(EVE)
    world.write(EVE, "CREATE duel", to=str(run["Reply-To"]))
    world.poll()
    assert made(world) == ["summer"]
    world.write(EVE, "CREATE duel", to=str(world.last(EVE)["Reply-To"]))
    world.poll()
    assert made(world) == ["hegemon-1", "summer"]


# From what ----------------------------------------------------------------------------


def test_the_creator_owns_the_game_and_runs_it_by_replies(world: World) -> None:
    told = command(world, f"CREATE\n{FILE}END\nThanks, Eve")
    assert "You run Summer duel" in str(world.last(EVE)["Subject"])
    assert "JOIN summer" in told
    with world.context.read() as session:
        (own,) = masters.masters_of(session.connection, "summer")
    assert (own.address, own.role) == (EVE, "owner")
    assert len(world.mails(ANNA)) == 1
    world.write(EVE, "SHOW", to=str(world.last(EVE)["Reply-To"]))
    world.poll()
    assert "1 of 2 seats are taken" in flat(text_of(world.last(EVE)))


def test_whom_the_file_names_runs_it_too(world: World) -> None:
    eve = '{address = "EVE@example.org", role = "assistant"}'
    command(world, f'CREATE\n{FILE}masters = [{{address = "ada@example.org"}}, {eve}]')
    with world.context.read() as session:
        found = masters.masters_of(session.connection, "summer")
    assert [(one.address, one.role) for one in found] == [
        (EVE, "owner"),
        ("ada@example.org", "owner"),
    ]
    assert "You run Summer duel" in str(world.last("ada@example.org")["Subject"])


def test_a_file_is_attached_and_the_word_may_stand_in_the_subject(world: World) -> None:
    attach(world, "CREATE", ("summer.toml", FILE))
    assert made(world) == ["summer"]
    attach(world, "", ("fall.toml", FILE.replace("summer", "fall")), subject="CREATE")
    assert made(world) == ["fall", "summer"]


@pytest.mark.parametrize("word", ["CREATE", "Erstellen", "créer", "please create"])
def test_a_template_is_changed_line_by_line(world: World, word: str) -> None:
    command(
        world,
        f"{word} duel\nid = summer\ntitle = Summer duel\noptions.turns = 12\nschedule.every = 24h",
    )
    game = world.game("summer")
    assert (game.title, game.options["turns"]) == ("Summer duel", 12)
    assert game.schedule["every"] == "24h"
    assert game.schedule["grace"] == "15m"


def test_a_rhythm_gives_way_to_another(world: World) -> None:
    command(world, 'CREATE duel\nid = summer\nschedule.weekdays = ["tue"]')
    assert world.game("summer").schedule["weekdays"] == ["tue"]
    assert world.game("summer").schedule["every"] == ""


def test_what_is_quoted_or_signed_is_no_part_of_the_file(world: World) -> None:
    command(world, f"CREATE\n{FILE}\n-- \nEve = boss\n\n> ruleset = 'parsec'")
    assert made(world) == ["summer"]


def test_TEMPLATES_lists_them_and_sends_the_file_of_one(world: World) -> None:
    told = command(world, "TEMPLATES")
    assert "Hegemon, 2 seats: a turn takes 2 days. turns = 10 | CREATE duel" in flat(told)
    for word in ("TEMPLATES duel", "Vorlagen duel.toml", "modèles DUEL"):
        command(world, word)
        (file,) = world.last(EVE).iter_attachments()
        assert file.get_filename() == "duel.toml"
    attach(world, "CREATE", ("duel.toml", file.get_content().decode()))
    assert made(world) == ["hegemon-1"]


def test_TEMPLATES_needs_no_proof_and_brings_an_address(world: World) -> None:
    world.write(EVE, "TEMPLATES", to=SERVICE, subject="hello")
    world.poll()
    assert "congress" in text_of(world.last(EVE))
    assert _counts(world.last(EVE))


def test_the_services_own_templates_stand_beside_those_of_pbem(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "duel.toml").write_text('ruleset = "hegemon"\nseats = [{}, {}, {}]\n')
    (folder / "broken.toml").write_text("ruleset =")
    (folder / "Not a name.toml").write_text("")
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.context = with_templates(world, "own")
        told = flat(command(world, "TEMPLATES"))
        assert "Hegemon, 3 seats" in told
        assert "stars" in told
        assert "Not a name" not in told
        assert "No game was made" in command(world, "CREATE broken")


def with_templates(world: World, folder: str) -> Any:
    config = world.context.config
    service = msgspec.structs.replace(config.service, game_templates=folder)
    return replace(world.context, config=msgspec.structs.replace(config, service=service))


@pytest.mark.parametrize("name", sorted(f.name.removesuffix(".toml") for f in SHIPPED.iterdir()))
def test_every_template_that_ships_can_be_played(world: World, name: str) -> None:
    spec = template_spec(world.context, name)
    assert spec is not None
    ruleset, _options = check_spec(spec)
    short = {"turns": 2, "max_turns": 2} if name != "stars" else {}
    known = set(type(read_options(ruleset, {})).__struct_fields__)
    options = spec.options | {key: n for key, n in short.items() if key in known}
    if name == "congress":
        options["ending"] = "fixed"
    found = Simulation(ruleset.name, len(spec.seats), (load(ruleset.name).house_bot,), options)
    assert play(found, 1, 0).turns > 0


def test_a_preview_makes_nothing(world: World) -> None:
    told = flat(command(world, f"PREVIEW\nCREATE\n{FILE}"))
    assert "This game could be made" in told
    assert made(world) == []


def test_a_mail_that_comes_twice_makes_one_game(world: World) -> None:
    to = str(proven(world)["Reply-To"])
    raw = world.write(EVE, "CREATE duel", to=to)
    world.deliver(b"Received: by relay.example\r\n" + raw)
    world.poll()
    world.deliver(b"Received: by another.example\r\n" + raw)
    world.poll()
    assert made(world) == ["hegemon-1"]
    assert settled(world)[-1].status is InboxStatus.DUPLICATE


def test_ten_games_a_day_are_enough(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_A_DAY", 1)
    command(world, "CREATE duel")
    assert "try again tomorrow" in flat(command(world, "CREATE duel"))
    assert made(world) == ["hegemon-1"]
    world.clock.move(hours=25)
    command(world, "CREATE duel")
    assert len(made(world)) == 2


def test_prose_and_HELP_are_answered(world: World) -> None:
    assert "HELP tells them all" in flat(command(world, "Create something nice for us"))
    assert "TEMPLATES duel sends" in flat(command(world, "HELP"))
    assert made(world) == []


def test_a_player_who_may_make_games_still_plays(world: World) -> None:
    people = (SeatSpec(name="Eve", address=EVE), SeatSpec(name="Boris", address=BORIS))
    world.new_game(seats=people)
    world.reply(EVE, f"{LINE}\nSTATUS\nCREATE duel")
    world.poll()
    assert made(world) == ["spring"]
    assert held(world) == [LINE]
