"""One test in two sizes: small in `make test`, in full in `make soak`.

What is tried is the same in both; only how much of it differs. A plain run leaves
out what bears the marker ``soak``, ``-m soak`` runs nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

PROFILE = "soak"
"""Hypothesis's profile under ``-m soak``."""

Test = TypeVar("Test", bound=Callable[..., Any])


def soak(*values: object, id: str | None = None) -> Any:
    """A row for ``pytest.mark.parametrize`` that stays out of `make test`.

    ``@pytest.mark.parametrize("games", [2, soak(40)])``
    """
    return pytest.param(*values, marks=pytest.mark.soak, id=id)


def examples(usual: int, *, soak: int, **others: Any) -> Callable[[Test], Test]:
    """So many examples of Hypothesis in `make test`, so many in `make soak`; above ``@given``.

    `others` are further settings of Hypothesis, in place of ``@settings``.
    """

    def sized(test: Test) -> Test:
        if settings.get_current_profile_name() == PROFILE:
            return pytest.mark.soak(settings(max_examples=soak, deadline=None, **others)(test))
        return settings(max_examples=usual, deadline=None, **others)(test)

    return sized
