"""How reliable somebody is over all their games, where they let others know."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.engine import Connection

from pbem.store.fame import in_time, rated_among

ENOUGH_TURNS = 10
"""Turns for which somebody owed orders, from which on it is told how many came in time."""


def reliability_of(connection: Connection, addresses: Iterable[str | None]) -> dict[str, int]:
    """Of a hundred turns, for how many somebody's orders came in time, by address; without those
    who do not want to be rated, and without newcomers."""
    found = {}
    for address in rated_among(connection, [one for one in addresses if one]):
        percent = _record_of(connection, address)
        if percent is not None:
            found[address] = percent
    return found


def hides_a_record(connection: Connection, address: str) -> bool:
    """Whether somebody is no newcomer and does not want to be rated."""
    return not rated_among(connection, [address]) and _record_of(connection, address) is not None


def _record_of(connection: Connection, address: str) -> int | None:
    sent, count = in_time(connection, address)
    return 100 * sent // count if count >= ENOUGH_TURNS else None
