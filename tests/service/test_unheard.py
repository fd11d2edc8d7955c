"""Until somebody has written a word, few mails come to the seat that they were given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.service.dispatch.outbox import send_outbox
from pbem.service.dispatch.unheard import MOST_A_DAY
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.store.unheard import unheard_of
from tests.service.looks import seats
from tests.service.test_masters import EVE, MASTERS, SERVICE, command
from tests.service.test_never import CHAIRS, ZOE, do, refuse, refused
from tests.service.test_outbox import answering
from tests.service.test_standby import ask
from tests.service.world import ANNA, World, open_world, text_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path, creators=(EVE,)) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


def create(world: World, *, game: str = "fast", address: str = ZOE) -> None:
    """A game of Zoe against a bot, in which a turn takes an hour."""
    world.write(EVE, "TEMPLATES", to=SERVICE)
    world.poll()
    chairs = f'[[seats]]\naddress = "{address}"\n[[seats]]\nbot = "hedger"'
    hourly = '[schedule]\nevery = "1h"\nreminders = []'
    lines = f'ruleset = "hegemon"\nid = "{game}"\n{chairs}\n{hourly}'
    world.reply(EVE, f"CREATE\n{lines}\nEND", to=world.last(EVE))
    world.poll()


def pass_hours(world: World, hours: int) -> None:
    for _hour in range(hours):
        world.wait(1)
        send_outbox(world.context)


def statuses(world: World, status: str) -> int:
    return len(world.rows(recipient=ZOE, status=status))


def test_few_mails_come_to_whoever_was_given_a_seat_until_they_write(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 250)
    create(world)
    pass_hours(world, 8)
    assert statuses(world, "sent") == MOST_A_DAY
    assert statuses(world, "held") >= 4
    newest = world.last(ZOE, kind="report")
    world.reply(ZOE, "HELP", to=newest)
    world.poll()
    send_outbox(world.context)
    assert statuses(world, "held") == 0
    sent = [row for row in world.rows(recipient=ZOE, kind="report") if row.status == "sent"]
    assert len(sent) == MOST_A_DAY + 1
    assert sent[-1].message_id == newest["Message-ID"]
    pass_hours(world, 2)
    assert statuses(world, "held") == 0


def test_NEVER_ends_that_game_for_them(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 250)
    create(world)
    pass_hours(world, 6)
    refuse(world, to=world.last(ZOE, kind="report"))
    assert statuses(world, "held") == 0
    before = len(world.rows(recipient=ZOE))
    pass_hours(world, 3)
    assert len(world.rows(recipient=ZOE)) == before
    assert seats(world, "fast")[0].kind == "resigned"


@pytest.mark.parametrize("word", ["STANDBY", "WATCH"])
def test_whoever_asks_for_something_later_takes_it_back(world: World, word: str) -> None:
    refuse(world, to=do(world, "INVITE"))
    world.new_game(id="fall", title="Fall")
    ask(world, ZOE, f"{word} fall", confirm=word == "STANDBY")
    if word == "WATCH":
        world.reply(ZOE, word, to=world.last(ZOE, kind="watch"))
        world.poll()
    assert not refused(world)


def test_a_held_report_of_a_seat_that_was_lost_never_goes_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 250)
    create(world)
    pass_hours(world, 8)
    assert statuses(world, "held")
    by_operator(world.context, "fast", eject, 1)
    assert not [row for row in world.rows(recipient=ZOE, kind="report") if row.status == "held"]


def owned(world: World) -> str:
    """A game of bots, which Zoe is named to run, and whose results wait for her: an hour a turn."""
    world.write(EVE, "TEMPLATES", to=SERVICE)
    world.poll()
    bots = '[[seats]]\nbot = "hedger"\n[[seats]]\nbot = "hedger"'
    given = f'masters = [{{address = "{ZOE}"}}]\nrelease = "master"\nrelease_after = "1m"'
    hourly = '[schedule]\nevery = "1h"\nreminders = []'
    lines = f'ruleset = "hegemon"\nid = "fast"\n{given}\n{bots}\n{hourly}'
    world.reply(EVE, f"CREATE\n{lines}\nEND", to=world.last(EVE))
    world.poll()
    return ZOE


def appointed(world: World) -> str:
    """Zoe is appointed to one game first, and given a seat of another then."""
    do(world, "APPOINT")
    create(world)
    return ZOE


@pytest.mark.parametrize("given", [owned, appointed])
def test_game_masters_are_held_like_players_until_they_write(
    world: World, monkeypatch: pytest.MonkeyPatch, given: Callable[[World], str]
) -> None:
    answering(monkeypatch, 250)
    given(world)
    pass_hours(world, 8)
    assert statuses(world, "sent") == MOST_A_DAY
    assert statuses(world, "held") >= 1
    world.reply(ZOE, "STATUS", to=world.mails(ZOE)[0])
    world.poll()
    send_outbox(world.context)
    assert statuses(world, "held") == 0


def test_all_spellings_of_an_address_are_held_together(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 250)
    create(world)
    create(world, game="slow", address="zoe+a@example.org")
    pass_hours(world, 6)
    assert len(world.rows(mailbox=ZOE, status="sent")) == MOST_A_DAY
    world.reply(ZOE, "HELP", to=world.last(ZOE, kind="report"))
    world.poll()
    send_outbox(world.context)
    assert not world.rows(mailbox=ZOE, status="held")


def test_whoever_plays_elsewhere_is_known_here(world: World) -> None:
    do(world, "SEAT 2 ADDRESS")
    world.new_game(id="fall", title="Fall", masters=MASTERS, seats=CHAIRS)
    command(world, f"SEAT 2 ADDRESS {ANNA}")
    with world.context.read() as session:
        assert unheard_of(session.connection, [ZOE, ANNA]) == {ZOE}


def test_a_game_master_who_says_it_has_said_so_and_the_owner_hears_of_it(world: World) -> None:
    asked = do(world, "APPOINT")
    assert "NEVER in a reply says that you will not" in " ".join(text_of(asked).split())
    refuse(world, to=asked)
    told = next(one for one in world.mails(ZOE) if "no more" in str(one["Subject"]))
    assert "You have said so yourself." in text_of(told)
    world.clock.move(hours=2)
    world.poll()
    assert "zoe@example.org runs the game no more" in text_of(world.last(EVE, kind="alert"))
    assert "runs the game no more, by their own word" in " ".join(command(world, "LOG").split())
