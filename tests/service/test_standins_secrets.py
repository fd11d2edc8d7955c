"""What others keep secret reaches no substitute, no owner meanwhile, and nobody who stands by."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator
from pbem.service.mastering.seats import eject
from pbem.service.play.close import close_turn
from pbem.service.schedule import Schedule
from tests.service.test_secrets import all_bytes, tokens
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world

DORA, EMIL = "dora@elsewhere.test", "emil@elsewhere.test"
PEOPLE = (ANNA, BORIS, CHIARA)
EVERYBODY = (*PEOPLE, DORA, EMIL)
MARKS = {
    ANNA: "71713.19",
    BORIS: "82923.37",
    CHIARA: "93931.73",
    DORA: "61617.41",
    EMIL: "51519.53",
}
"""A figure that only this person ever writes in orders."""
SEES = {
    ANNA: {ANNA, DORA},
    BORIS: {BORIS},
    CHIARA: {CHIARA},
    DORA: {ANNA, DORA},
    EMIL: {BORIS, EMIL},
}
"""Whose orders somebody may be shown: those played for the one seat that is theirs."""
PLANNED = "47484.49"
"""A figure in what Boris has sent ahead, and what nobody plays."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Dora plays a turn for Anna, Emil takes the seat of Boris, who is put out; all write orders,
    and letters at each time."""
    with open_world(tmp_path_factory.mktemp("played")) as world:
        seats = tuple(SeatSpec(name=a.partition("@")[0].title(), address=a) for a in PEOPLE)
        schedule = Schedule(every="72h", reminders=(), early_close=False)
        world.new_game(seats=seats, options={"turns": 6}, schedule=schedule)
        world.write(EMIL, "STANDBY spring", to=world.context.config.mail.address)
        world.poll()
        world.reply(EMIL, "CONFIRM", to=world.last(EMIL, kind="standby"))
        _turn(world, PEOPLE)
        world.reply(ANNA, f"SUBSTITUTE {DORA} UNTIL 2026-04-08", to=world.last(ANNA, kind="report"))
        world.poll()
        world.reply(DORA, "ACCEPT", to=world.last(DORA))
        world.poll()
        _turn(world, (DORA, BORIS, CHIARA))
        before = len(world.rows(recipient=ANNA))
        by_operator(world.context, "spring", eject, 2)
        world.poll()
        world.reply(EMIL, "ACCEPT", to=world.last(EMIL, kind="offer"))
        world.poll()
        _turn(world, (DORA, EMIL, CHIARA))
        assert len(world.rows(recipient=ANNA)) == before, "no mails while another plays"
        world.reply(ANNA, "SUBSTITUTE END", to=world.last(ANNA, kind="lent"))
        world.poll()
        _turn(world, (ANNA, EMIL, CHIARA))
        yield world


def _turn(world: World, people: tuple[str, ...]) -> None:
    names = dict(zip((1, 2, 3), people, strict=True))
    for seat, player in names.items():
        to = ("Anna", "Boris", "Chiara")[seat % 3]
        letter = f"TO {to}:\n{_letter(names[seat % 3 + 1], player)}\nEND"
        lasting = _order(player).replace("Economy", "Defense")
        ahead = f"TURN 6: Economy 30% coop 50 with 0-{PLANNED}\n" if player == BORIS else ""
        world.reply(player, f"{_order(player)}\n@ {lasting}\n{ahead}{letter}")
        world.poll()
    world.clock.move(minutes=1)
    world.poll()
    for player in people:
        world.reply(player, "STATUS\nORDERS\nLOG\nREPORT 1")
        world.poll()
    world.clock.move(hours=2)
    close_turn(world.context, "spring")
    world.poll()


def _letter(reader: str, writer: str) -> str:
    """Without addresses, which letters are not passed on with."""
    return "for-{}-from-{}-".format(*(one.partition("@")[0] for one in (reader, writer)))


def _order(player: str) -> str:
    return f"Economy 40% coop 50 with 0-{MARKS[player]} comp 50 attack 7-{MARKS[player]}"


@pytest.mark.parametrize("reader", EVERYBODY)
def test_orders_are_shown_to_nobody_but_who_plays_the_seat(played: World, reader: str) -> None:
    sent = all_bytes(played, reader)
    seen = {one for one in EVERYBODY if MARKS[one].encode() in sent}
    assert reader in seen, "one's own orders are shown: the search finds marks"
    assert seen <= SEES[reader]


def test_what_somebody_planned_who_was_put_out_is_told_to_nobody(played: World) -> None:
    readers = {one for one in EVERYBODY if PLANNED.encode() in all_bytes(played, one)}
    assert readers == {BORIS}


@pytest.mark.parametrize("reader", EVERYBODY)
def test_letters_reach_whom_they_were_for_and_nobody_else(played: World, reader: str) -> None:
    sent = all_bytes(played, reader)
    written = [(to, by) for to in EVERYBODY for by in EVERYBODY if _letter(to, by).encode() in sent]
    assert any(to == reader for to, _by in written), "letters are passed on"
    assert any(by == reader for _to, by in written), "one is told what one has written"
    assert all(reader in letter for letter in written)


@pytest.mark.parametrize("reader", EVERYBODY)
def test_no_mail_shows_another_persons_token(played: World, reader: str) -> None:
    sent = all_bytes(played, reader)
    assert tokens(played, reader)
    for other in set(EVERYBODY) - {reader}:
        assert not [token for token in tokens(played, other) if token.encode() in sent]


def test_nobody_but_the_owner_learns_the_address_of_a_substitute(played: World) -> None:
    for reader in set(EVERYBODY) - {DORA, ANNA}:
        assert DORA.encode() not in all_bytes(played, reader)
    for reader in set(EVERYBODY) - {EMIL}:
        assert EMIL.encode() not in all_bytes(played, reader)


def test_an_offer_shows_no_orders_and_no_letters(played: World) -> None:
    offers = b"".join(row.data for row in played.rows(recipient=EMIL, kind="offer"))
    assert offers
    assert not [mark for mark in MARKS.values() if mark.encode() in offers]
    assert b"-from-" not in offers
