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
        sent, count = in_time(connection, address)
        if count >= ENOUGH_TURNS:
            found[address] = 100 * sent // count
    return found
