"""What HELP says of a game's orders."""

from __future__ import annotations

from gettext import NullTranslations

from pbem.engine.i18n import N_, speaking
from pbem.engine.language import (
    Flag,
    Form,
    Number,
    Several,
    manual,
)
from pbem.engine.menu import Item
from tests.engine.language.marching import (
    LANGUAGE,
    SQUARE,
)


class Doubled(NullTranslations):
    """A language in which each word is said twice."""

    def gettext(self, message: str) -> str:
        return f"{message}-{message}"


MENU = (
    Item(words="MARCH 4", then=(Item(words="TO d1"), Item(words="TO d2"))),
    Item(words="REST"),
)


def test_the_manual_has_each_form_with_an_example_that_is_offered_or_else_in_brackets() -> None:
    march, spend, rest, *others = manual(LANGUAGE, "Rest well.", MENU).splitlines()
    assert march.startswith("  MARCH units TO square  "), "a slot without a name has its own"
    assert march.endswith("  MARCH 4 TO d1")
    assert spend.startswith("  RAISE number kind  ")
    assert spend.endswith("  (RAISE 2 rider)")
    assert rest == "  REST"
    assert others == ["", "An example in ( ) cannot be sent as things stand.", "", "Rest well."]


def test_without_a_menu_the_manual_has_the_forms_own_examples() -> None:
    march, spend, rest = manual(LANGUAGE, "").splitlines()
    assert march.endswith("  MARCH 3 TO c7")
    assert spend.endswith("  RAISE 2 rider")
    assert rest == "  REST"


def test_a_form_is_told_with_what_may_be_left_out_in_the_readers_words() -> None:
    form = Form(
        "MARCH {units} [TO {to}] [{late}]",
        units=Several(Number(), name=N_("unit")),
        to=SQUARE,
        late=Flag("late"),
    )
    assert form.told() == "MARCH unit ... [TO square]", "a slot without a name is not told"
    with speaking(Doubled()):
        assert form.told() == "MARCH unit-unit ... [TO square-square]"
