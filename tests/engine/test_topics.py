"""What HELP tells of one order, taken from the manual of all."""

from __future__ import annotations

from gettext import NullTranslations

from pbem.engine.i18n import speaking
from pbem.engine.report import Column, Form, Forms, Paragraph, Table
from pbem.engine.topics import Topic, of_order, order_words

SIGNS = Paragraph("What is in [ ] may be left out.")
MARCHES = Paragraph("Who is to MARCH twice marches once. That is hard.")
BOTH = Paragraph("REST heals. MARCH is slow! It is far. REST does not end it.")
RESTS = Paragraph("REST is for the weary; MARCHING is not.")
MANUAL = (
    Forms(
        (
            Form("Trade 5%", pattern="item percent"),
            Form("MARCH 3 TO c7", pattern="MARCH units TO square [LATE]"),
            Form("MARCH HOME", pattern="MARCH HOME"),
            Form(pattern="REST"),
        )
    ),
    SIGNS,
    MARCHES,
    BOTH,
    Table((Column("MARCH"),), (("1",),)),
    RESTS,
)


def test_an_order_is_told_with_all_its_forms_and_what_is_said_of_it() -> None:
    forms, *notes = of_order(MANUAL, "march")
    assert isinstance(forms, Forms)
    assert [form.line for form in forms.forms] == ["MARCH 3 TO c7", "MARCH HOME"]
    about = Paragraph("MARCH is slow! It is far.")
    assert notes == [SIGNS, MARCHES, about], "MARCHING is another word"


def test_what_is_told_of_one_order_says_nothing_of_the_others_beside_it() -> None:
    notes = of_order(MANUAL, "REST")[1:]
    about = Paragraph("REST heals. REST does not end it.")
    assert notes == (SIGNS, about, RESTS)


def test_nothing_is_told_of_what_is_no_order() -> None:
    assert [of_order(MANUAL, word) for word in ("item", "Trade", "LATE", "MARC", ".*")] == [()] * 5


def test_the_words_of_orders_are_told_once_and_things_that_lead_lines_are_none() -> None:
    assert order_words(MANUAL) == ("MARCH", "REST")


class German(NullTranslations):
    def info(self) -> dict[str, str]:
        return {"language": "de"}


class Dutch(NullTranslations):
    def info(self) -> dict[str, str]:
        return {"language": "nl"}


def test_a_topic_is_called_in_the_readers_language_or_else_in_English() -> None:
    topic = Topic[None]({"en": "fights", "de": "Kämpfe"}, "Fights", lambda _view: ())
    assert topic.name == "FIGHTS"
    with speaking(German()):
        assert topic.name == "KÄMPFE"
    with speaking(Dutch()):
        assert topic.name == "FIGHTS"
