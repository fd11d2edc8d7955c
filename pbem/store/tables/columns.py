"""Types of columns, as SQLite and PostgreSQL both have them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from pbem.store.errors import StoreError
from pbem.store.records import Omission


class Moment(TypeDecorator[datetime]):
    """An aware datetime, stored in UTC. A naive one is refused: it has no meaning."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone cannot be stored: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class Json(TypeDecorator[Any]):
    """A value of a type that msgspec knows, stored as JSON text. Reading one raises StoreError
    where what is stored is not of the type."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind
        self._decoder = msgspec.json.Decoder(kind)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        try:
            return self._decoder.decode(value)
        except msgspec.MsgspecError as error:
            raise StoreError(f"what is stored as JSON cannot be read: {error}") from error


ADDRESS = sa.String(320)
MAILBOX = sa.String(24)
"""The name of one of the service's mailboxes."""
LINES = Json(tuple[str, ...])
"""Lines of text, in their order."""
SEATS = Json(tuple[int, ...])
"""Numbers of seats."""
OMISSIONS = Json(tuple[Omission, ...])
"""What somebody's mail does without."""
FACTS = Json(tuple[tuple[str, str, str], ...])
"""What a report listed: the section, what it was about, and a digest of what it said."""
ANYTHING = Json(dict[str, Any])
"""Settings, whose types the ruleset or the service knows."""


def word(kind: type[StrEnum], length: int = 16) -> sa.Enum:
    """A member of an enumeration, stored as its text."""
    return sa.Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=length,
        values_callable=lambda words: [word.value for word in words],
    )


def in_lines(table: sa.Table) -> sa.Table:
    """The table in which rows of another are kept apart, each with the line that it was of."""
    return sa.Table(
        f"undone_{table.name}",
        table.metadata,
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        *(
            sa.Column(
                one.name,
                one.type,
                *((sa.ForeignKey("games.id"),) if one.name == "game" else ()),
                primary_key=one.primary_key or one.name == "game",
                nullable=one.nullable,
                autoincrement=False,
            )
            for one in table.c
        ),
    )
