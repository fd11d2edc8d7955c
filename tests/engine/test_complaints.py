"""What does not fit is told in words that whoever wrote it knows."""

from __future__ import annotations

import gettext
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest

from pbem.engine.complaints import in_words
from pbem.engine.i18n import speaking


class Table(msgspec.Struct):
    """What complaints are about."""

    key: str


class Word(StrEnum):
    """What can stand somewhere."""

    YES = "yes"
    NO = "no"


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [
        ("many", int, "write a whole number here, not a text in quotes"),
        (3, str, "write a text in quotes here, not a whole number"),
        (3, str | None, "write a text in quotes here, not a whole number"),
        (3, tuple[str, ...], "write a list in brackets here, not a whole number"),
        ([1], Table, "write a table here, not a list in brackets"),
        ("yes", bool, "write true or false here, not a text in quotes"),
        (0, Annotated[int, msgspec.Meta(ge=1)], "write a number of 1 or more"),
        (9, Annotated[int, msgspec.Meta(le=7)], "write a number of 7 or less"),
        ({}, Table, "missing the key `key`"),
        ("x", Literal["a", "b"], "'x' is none of the words that can stand here: 'a', 'b'"),
        ("x", Word, "'x' is none of the words that can stand here: 'yes', 'no'"),
        (["x"], tuple[Word, ...], "'x' is none of the words that can stand here: 'yes', 'no'"),
        ("x", bytes, "Invalid base64 encoded string"),
    ],
)
def test_a_complaint_of_msgspec_is_told_in_words(value: object, kind: object, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, kind)
    assert in_words(str(caught.value).partition(" - at ")[0], kind) == said


def test_they_are_in_the_readers_language() -> None:
    class Shouting(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("whole number", "GANZE ZAHL").replace("here, not", "STATT")

    with speaking(Shouting()):
        assert (
            in_words("Expected `int`, got `bool`", int) == "write a GANZE ZAHL STATT true or false"
        )
