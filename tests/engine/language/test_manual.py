"""What HELP says of a game's orders."""

from __future__ import annotations

from gettext import NullTranslations

from pbem.engine.i18n import N_, speaking
from pbem.engine.language import Flag, Form, Language, Number, Several, manual
from pbem.engine.menu import Item
from pbem.engine.report import Column, Forms, Paragraph, Table
from pbem.engine.report import Form as Shown
from tests.engine.language.marching import LANGUAGE, SQUARE, March


class Doubled(NullTranslations):
    """A language in which each word is said twice."""

    def gettext(self, message: str) -> str:
        return f"{message}-{message}"


MENU = (
    Item(words="MARCH 4", then=(Item(words="TO d1"), Item(words="TO d2"))),
    Item(words="REST"),
)


def test_the_manual_has_each_form_with_an_example_that_is_offered_or_else_in_brackets() -> None:
    forms, *others = manual(LANGUAGE, "Rest well.", MENU, takes=lambda _line: False)
    assert forms == Forms(
        (
            Shown("MARCH 4 TO d1", pattern="MARCH units TO square"),
            Shown("(RAISE 2 rider)", pattern="RAISE number kind"),
            Shown(pattern="REST"),
        )
    ), "a slot without a name has its own"
    signs = "An example in ( ) cannot be sent as things stand."
    assert others == [Paragraph(signs), Paragraph("Rest well.")]


def test_a_further_form_of_an_order_is_told_where_it_has_an_example() -> None:
    language = Language(
        LANGUAGE.words,
        (
            Form("MARCH TO {to}", of=March, to=SQUARE),
            Form("RAID {to}", of=March, example="RAID c7", verbs=("march",), to=SQUARE),
            Form("GO {to}", of=March, verbs=("march",), to=SQUARE),
            Form("STRIKE {to}", lambda said, _where: said, example="STRIKE c8", to=SQUARE),
        ),
    )
    menu = (Item(words="MARCH TO d1"),)
    forms, *_others = manual(language, "", menu, takes=lambda line: line == "RAID c7")
    assert forms == Forms(
        (
            Shown("MARCH TO d1", pattern="MARCH TO square"),
            Shown("RAID c7", pattern="RAID square"),
            Shown("(STRIKE c8)", pattern="STRIKE square"),
        )
    )


def test_without_a_menu_the_manual_has_the_forms_own_examples() -> None:
    (forms,) = manual(LANGUAGE, "")
    assert isinstance(forms, Forms)
    assert [form.line for form in forms.forms] == ["MARCH 3 TO c7", "RAISE 2 rider", ""]


def test_remarks_are_paragraphs_and_tables() -> None:
    remarks = "Rest\nwell.\n\n  Level      0    1\n  Two words  2  2.5\n\nMarch on."
    assert manual(LANGUAGE, remarks)[1:] == (
        Paragraph("Rest well."),
        Table(
            (Column("Level"), Column("0", "right"), Column("1", "right")),
            (("Two words", "2", "2.5"),),
        ),
        Paragraph("March on."),
    )


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
