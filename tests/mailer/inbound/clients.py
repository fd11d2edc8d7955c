"""The corpus, client by client."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mailer.inbound import clients_html, clients_other, clients_outlook, clients_plain
from tests.mailer.inbound.blocks import Case


def all_cases() -> Iterator[Case]:
    """Every case; names are unique and become file names."""
    yield from clients_html.cases()
    yield from clients_plain.cases()
    yield from clients_outlook.cases()
    yield from clients_other.cases()
