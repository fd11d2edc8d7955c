"""Keys that rotate: what the new one signs, how long those before it count, and for whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.service.config import MAIN, ConfigError
from pbem.service.context import context_of
from pbem.service.intake.resend import resend
from pbem.service.keys import Keys, load_keys, read_keys
from pbem.service.setup import rotate_key
from pbem.store import games
from tests.service.clubs import CLUB, Clubs
from tests.service.world import ANNA

ORDERS = "Economy 60% comp 100"
A, B = "ab" * 32, "cd" * 32


def rotate(clubs: Clubs, mailbox: str, days: int) -> Keys:
    """A new key for a mailbox, and a start of the service."""
    old = clubs.context
    keep, today = timedelta(days=days), clubs.clock.now().date()
    keys = rotate_key(old.config, old.base, mailbox, today, keep)
    new = context_of(old.config, old.base, clubs.clock)
    new = replace(new, renderer=old.renderer, readers=old.readers, writers=old.writers)
    clubs.context = new
    return keys


def is_held(clubs: Clubs, game: str) -> bool:
    with clubs.context.database.read() as connection:
        return games.held_for(connection, game, clubs.game(game).turn, 1) is not None


def test_what_the_key_before_has_signed_counts_to_the_end_of_its_last_day(clubs: Clubs) -> None:
    rotate(clubs, MAIN, 1)  # at noon of 2 March: 3 March is its last day
    clubs.clock.move(hours=35, minutes=59)  # 23:59 on 3 March
    clubs.answer(MAIN, ANNA, ORDERS, "spring")
    clubs.look()
    assert is_held(clubs, "spring")


def test_after_that_day_it_counts_no_more_and_changes_nothing(clubs: Clubs) -> None:
    rotate(clubs, MAIN, 1)
    clubs.clock.move(hours=36)  # 00:00 on 4 March
    clubs.answer(MAIN, ANNA, ORDERS, "spring")
    clubs.look()
    assert not is_held(clubs, "spring")
    assert clubs.rows(recipient=ANNA, unproven=True), "and its author hears that it did not count"


def test_a_key_in_strange_hands_is_void_at_once_and_a_report_brings_a_new_address(
    clubs: Clubs,
) -> None:
    before = clubs.last(ANNA, game="summer", kind="report")
    rotate(clubs, CLUB, 0)
    clubs.answer(CLUB, ANNA, ORDERS, "summer")
    clubs.look()
    assert not is_held(clubs, "summer")
    resend(clubs.context, "summer")
    again = clubs.last(ANNA, game="summer")
    assert again["Reply-To"] != before["Reply-To"]
    clubs.reply(ANNA, ORDERS, to=again)
    clubs.look()
    assert is_held(clubs, "summer")


def test_other_mailboxes_keep_their_keys(clubs: Clubs) -> None:
    main = load_keys(clubs.context.config, clubs.context.base)
    rotate(clubs, CLUB, 0)
    assert load_keys(clubs.context.config, clubs.context.base) == main
    clubs.answer(MAIN, ANNA, ORDERS, "spring")
    clubs.look()
    assert is_held(clubs, "spring")


def test_keys_whose_last_day_is_past_leave_the_file_at_the_next_rotation(clubs: Clubs) -> None:
    first = load_keys(clubs.context.config, clubs.context.base).signing
    second = rotate(clubs, MAIN, 10).signing
    clubs.clock.move(hours=24 * 5)
    assert [one.key for one in rotate(clubs, MAIN, 10).older] == [second, first]
    clubs.clock.move(hours=24 * 6)
    assert first not in {one.key for one in rotate(clubs, MAIN, 10).older}
    file = clubs.context.base / "pbem.key"
    assert file.stat().st_mode & 0o077 == 0
    assert str(read_keys(file.read_text(), "it")) == file.read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "must begin with the key that signs"),
        ("# nothing\n", "must begin with the key that signs"),
        (f"{A} until 2026-12-24", "must begin with the key that signs"),
        ("abcd", "line 1: a key is at least 32 hex digits"),
        (f"# a remark\n{A}\nxyz until 2026-12-24", "line 3: a key is at least 32 hex digits"),
        (f"{A}\n{B}", "every key but the first needs its last day behind it"),
        (f"{A}\n{B} until 2026-13-24", "line 2: 2026-13-24 is no day of the calendar"),
        (f"{A}\n{B} till 2026-12-24", "line 2: a key is at least 32 hex digits"),
    ],
)
def test_what_is_wrong_with_a_key_file_is_told_without_its_keys(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_keys(text, "pbem.key")
    assert told in str(caught.value)
    assert A not in str(caught.value) and B not in str(caught.value)
