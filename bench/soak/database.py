"""A PostgreSQL that lets nobody in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from pbem.store.database import Database


@contextmanager
def lock_out(database: Database) -> Iterator[None]:
    """Within this block whoever is connected is thrown out, and nobody can connect."""
    url = database.engine.url
    database.engine.dispose()
    where = f"host={url.host} port={url.port} user={url.username} dbname=postgres"
    with psycopg.connect(where, autocommit=True) as master:
        name = str(url.database)
        master.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
        ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        master.execute(ending, (name,))
        try:
            yield
        finally:
            master.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())
