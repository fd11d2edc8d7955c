"""Which account an address belongs to, and where its mail lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mailer.embedded.logins import account_of
from pbem.mailer.embedded.maildir import NAME_LIMIT, directory_of
from tests.soaking import examples


@pytest.mark.parametrize(
    ("address", "account"),
    [
        ("orders", "orders@d"),
        ("Orders+game.1@D", "orders@d"),
        ("orders+a+b@d", "orders@d"),
        ("+x@d", "+x@d"),
        ('"a b"@d', "a b@d"),
        ("STRASSE@D", "strasse@d"),
        ("a@b@d", "a@b@d"),
    ],
)
def test_plus_and_case_do_not_matter(address: str, account: str) -> None:
    assert account_of(address, "d") == account


@examples(40, soak=1000)
@given(st.text(max_size=40), st.text(max_size=20))
def test_an_account_is_its_own_account_and_its_directory_a_safe_name(local: str, host: str) -> None:
    try:
        account = account_of(f"{local}@{host}", "d")
        directory = directory_of(account)
    except ValueError:
        return
    assert account_of(account, "d") == account
    assert directory.isascii()
    assert "/" not in directory
    assert not directory.startswith(".")
    assert 0 < len(directory) <= NAME_LIMIT
