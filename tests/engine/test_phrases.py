"""Amounts that are not whole have the form of their noun that the reader's language wants."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.i18n import ngettext, speaking
from pbem.engine.phrases import counted_as
from pbem.service.languages import catalogue


@pytest.mark.parametrize(
    ("language", "singular"),
    [("en", {"1"}), ("de", {"1"}), ("fr", {"0", "99/100", "1", "3/2"})],
)
def test_an_amount_has_the_form_that_the_language_wants(language: str, singular: set[str]) -> None:
    """ "0,99 point" and "1,5 point" in French, "0,99 Punkte" and "1,5 Punkte" in German."""
    amounts = ("0", "99/100", "1", "3/2", "2", "5/2", "40")
    with speaking(catalogue(language)):
        one = ngettext("{points} point", "{points} points", 1)
        found = {
            amount
            for amount in amounts
            if ngettext("{points} point", "{points} points", counted_as(Fraction(amount))) == one
        }
    assert found == singular
