"""The order language by itself, in a game of three orders."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from gettext import NullTranslations
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.i18n import N_, speaking
from pbem.engine.language import (
    Flag,
    Form,
    Language,
    Number,
    Otherwise,
    Percent,
    Place,
    Range,
    Refused,
    Several,
    Tables,
    Taker,
    Thing,
    Words,
    manual,
)
from pbem.engine.menu import Item
from pbem.engine.orders import OrderError


@dataclass(frozen=True)
class March:
    units: tuple[int, ...]
    to: str


@dataclass(frozen=True)
class Raise:
    kind: str
    number: int


@dataclass(frozen=True)
class Rest:
    pass


WORDS = Words.made(
    {
        "en": Tables(
            words={
                "verb": {
                    "march": ("march", "walk"),
                    "raise": ("raise", "recruit"),
                    "rest": ("rest",),
                },
                "kind": {"archer": ("archer", "archers"), "rider": ("rider", "riders")},
            }
        ),
        "de": Tables(
            words={
                "verb": {"march": ("marschiere", "marschieren"), "raise": ("wirb",)},
                "kind": {"archer": ("schützen",), "rider": ("reiter",)},
            }
        ),
    }
)
SQUARE = Place(lambda name: name, str, question=N_("where?"), leads=("to",))
LANGUAGE = Language(
    WORDS,
    (
        Form(
            "MARCH {units} TO {to}",
            of=March,
            units=Several(Number(N_("which unit?"))),
            to=SQUARE,
            bare=True,
            example="MARCH 3 TO c7",
        ),
        Form(
            "RAISE {number} {kind}",
            of=Raise,
            kind=Thing(("kind",), question=N_("what?")),
            number=Number(N_("how many?")),
            example="RAISE 2 rider",
        ),
        Form("REST", of=Rest),
    ),
)


def _carry_out(gold: int, order: Any) -> tuple[int, None]:
    if not isinstance(order, Raise):
        return gold, None
    if order.number > gold:
        instead = Raise(order.kind, gold)
        raise Refused(N_("you can pay {gold}"), "number", instead, gold=gold)
    return gold - order.number, None


TAKER: Taker[int] = Taker(LANGUAGE, _carry_out)


def taken(text: str, gold: int = 5) -> tuple[Any, ...]:
    return tuple(step.order for step in TAKER.take(text, gold))


def refused(text: str, gold: int = 5) -> OrderError:
    with pytest.raises(OrderError) as found:
        TAKER.take(text, gold)
    return found.value


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("MARCH 3 TO c7", (March((3,), "c7"),)),
        ("march 3, 4 and 5 to c7", (March((3, 4, 5), "c7"),)),
        ("c7 march 3", (March((3,), "c7"),)),
        ("3 c7", (March((3,), "c7"),)),
        ("3 and 4 to c 7", (March((3, 4), "c7"),)),
        ("I want to walk 3 to C-07, please.", (March((3,), "c7"),)),
        ("3 nach c7 marschieren", (March((3,), "c7"),)),
        ("raise 2 riders and 1 archer", (Raise("rider", 2), Raise("archer", 1))),
        ("raise riders 2 and 1 archer", (Raise("rider", 2), Raise("archer", 1))),
        ("march 3 to c7 and raise two riders", (March((3,), "c7"), Raise("rider", 2))),
        ("2. rest", (Rest(),)),
    ],
)
def test_slots_are_filled_in_any_order_and_verbs_are_carried_over(
    text: str, orders: tuple[Any, ...]
) -> None:
    assert LANGUAGE.fit(text) is Fit.ORDER
    assert taken(text) == orders


@pytest.mark.parametrize("order", [March((3, 4), "c7"), Raise("rider", 2), Rest()])
def test_what_is_written_is_read_back(order: Any) -> None:
    assert taken(LANGUAGE.write(order)) == (order,)


@pytest.mark.parametrize(
    ("text", "column", "length", "suggestion"),
    [
        ("marhc 3 to c7", 1, 5, "march 3 to c7"),
        ("march 3 ot c7", 9, 2, "march 3 to c7"),
        ("marchiere 3 nach c7", 1, 9, "marschiere 3 nach c7"),
        ("rais 2 ridres", 1, 4, "raise 2 riders"),
        ("raise 2 proud riders", 9, 5, "RAISE 2 rider"),
        ("march 3 to c7 if it rains", 15, 2, "MARCH 3 TO c7"),
        ("march 3 to c7 or c8", 15, 2, "MARCH 3 TO c7"),
        ("if it rains march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("if the riders fall, march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("if they raise 9 riders, march 3 to c7", 1, 2, "MARCH 3 TO c7"),
        ("do not march 3 to c7", 1, 6, None),
        ("march 3", 8, 0, None),
        ("raise 9 riders", 7, 1, "RAISE 5 rider"),
        ("rest 3", 6, 1, "REST"),
    ],
)
def test_a_refusal_frames_what_is_wrong_and_suggests_a_whole_line_that_is_taken(
    text: str, column: int, length: int, suggestion: str | None
) -> None:
    error = refused(text)
    assert (error.column, error.length, error.suggestion) == (column, length, suggestion)
    assert LANGUAGE.fit(text) in (Fit.ORDER, Fit.NEARLY)
    if suggestion is not None:
        assert taken(suggestion)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hello there",
        "The rest is silence",
        "Rest assured",
        "We walk at noon",
        "see you on 12 May",
        "“MARCH 3 TO c7”",
        "# MARCH 3 TO c7",
        "Raise your glasses",
    ],
)
def test_prose_has_no_verb_at_its_head_or_fills_no_slot(text: str) -> None:
    assert LANGUAGE.fit(text) is not Fit.ORDER


def test_prefixes_and_comments_are_no_part_of_an_order() -> None:
    for text in ("@ MARCH 3 TO c7", "TURN 8: MARCH 3 TO c7", "MARCH 3 TO c7  # there"):
        assert LANGUAGE.fit(text) is Fit.ORDER


def test_no_line_broken_anywhere_is_read_as_a_shorter_order() -> None:
    for text in (
        "MARCH 3 4 5 TO c7",
        "raise 2 riders and 1 archer",
        "march 3 and 4 to c7 and rest",
    ):
        words = text.split()
        for place in range(1, len(words)):
            before, rest = " ".join(words[:place]), " ".join(words[place:])
            joined = LANGUAGE.continues(before, rest)
            alone = not LANGUAGE.analyse(before).is_whole or LANGUAGE.fit(rest) is Fit.ORDER
            assert joined or alone, (before, rest)


def test_nothing_is_joined_to_a_comment() -> None:
    assert LANGUAGE.continues("march 3", "to c7")
    assert not LANGUAGE.continues("march 3  # there", "to c7")


def test_what_does_not_go_on_is_not_joined() -> None:
    for rest in ("Best regards", "rest", "Anna", "raise 2 riders", "# 4"):
        assert not LANGUAGE.continues("march 3 to c7", rest)


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


def test_the_names_of_players_disable_no_verb() -> None:
    words = WORDS.along(Tables(words={"name": {"1": ("March",), "2": ("Anna",)}}))
    language = Language(WORDS, LANGUAGE.forms, words_at=lambda _where: words)
    assert language.fit("MARCH 3 TO c7", 1) is Fit.ORDER
    assert language.fit("Anna, march 3 to c7", 1) is not Fit.ORDER
    assert "march" in WORDS.reserved


SHARES = Language(
    Words.made(
        {
            "en": Tables(
                words={
                    "kind": {"archer": ("archer", "archers"), "rider": ("rider", "riders")},
                    "particle": {
                        "drill": ("drill",),
                        "percent": ("%",),
                        "half": ("half",),
                        "points": ("points",),
                        "least": ("at least",),
                        "most": ("up to",),
                        "between": ("between",),
                    },
                    "prose": {"told": ("coins",)},
                }
            )
        }
    ),
    (
        Form(
            "{item} {share} [drill {drill}] [WITH {partners}]",
            lambda said, _where: tuple(said.values.items()),
            of=dict,
            item=Thing(("kind",)),
            share=Percent(),
            drill=Percent({"half": Fraction(50)}, sign="", question=N_("how many?")),
            partners=Range(unit="points"),
            verbs=("",),
            bare=True,
            heads=("kind",),
        ),
    ),
)
SHARER: Taker[None] = Taker(
    SHARES, lambda where, _order: (where, None), begins=lambda _where, found: f"no kind {found}"
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("archers 60%", {"item": "archer", "share": 60}),
        ("archers 12.5 with 0-200", {"item": "archer", "share": 12.5, "partners": (0, 200)}),
        ("60% archer with 100-*", {"item": "archer", "share": 60, "partners": (100, None)}),
        ("rider: 40% with 100 to 150", {"item": "rider", "share": 40, "partners": (100, 150)}),
        ("rider 40 with all", {"item": "rider", "share": 40, "partners": (0, None)}),
        ("rider 1/4 with 10..20", {"item": "rider", "share": 25, "partners": (10, 20)}),
        ("rider 5 with 10 - 20 points", {"item": "rider", "share": 5, "partners": (10, 20)}),
        ("rider 5 with at least 1,5", {"item": "rider", "share": 5, "partners": (1.5, None)}),
        ("rider 5 with up to 20", {"item": "rider", "share": 5, "partners": (0, 20)}),
        ("rider 5 with between 1 and 2", {"item": "rider", "share": 5, "partners": (1, 2)}),
        ("rider 5 with 100+", {"item": "rider", "share": 5, "partners": (100, None)}),
        ("rider 5, half of it drill", {"item": "rider", "share": 5, "drill": 50}),
        (
            "5% rider 20% drill with *",
            {"item": "rider", "share": 5, "drill": 20, "partners": (0, None)},
        ),
        (
            "rider 5 drill with 1-2 30",
            {"item": "rider", "share": 5, "drill": 30, "partners": (1, 2)},
        ),
    ],
)
def test_an_item_may_lead_with_a_share_and_a_range(text: str, values: dict[str, Any]) -> None:
    assert SHARES.fit(text) is Fit.ORDER
    (clause,) = SHARES.analyse(text).clauses
    filled = {slot: one.value for slot, one in clause.best[0].values.items()}
    assert filled == values
    again = SHARES.analyse(clause.best[0].write()).clauses[0].best[0]
    assert {slot: one.value for slot, one in again.values.items()} == values


@pytest.mark.parametrize(
    ("text", "framed", "suggestion"),
    [
        ("rider 160%", "160%", None),
        ("rider -5", "-5", None),
        ("rider 1/3", "1/3", "rider 33.333333%"),
        ("rider 5 with 20-10", "20-10", "rider 5% WITH 10-20"),
        ("rider 5 with 20", "20", "rider 5% WITH 20-20"),
        ("rider 5 with 1-20%", "1-20%", "rider 5% WITH 1-20"),
        ("rider 5 with 0-1,000", "0-1,000", "rider 5% WITH 0-1000"),
        ("rider 5 with -1-5", "-1-5", None),
        ("rider 5 drill", "", None),
        ("rider 5 drill 5 drill 6", "6", None),
        ("80% drill rider 40", "40", None),
        ("scout 5 drill 5", "scout", None),
    ],
)
def test_a_figure_that_cannot_stand_is_framed_and_mended_in_the_whole_line(
    text: str, framed: str, suggestion: str | None
) -> None:
    assert SHARES.fit(text) in (Fit.ORDER, Fit.NEARLY)
    with pytest.raises(OrderError) as found:
        SHARER.take(text, None)
    error = found.value
    assert text[error.column - 1 : error.column - 1 + error.length] == framed
    assert error.suggestion == suggestion
    if suggestion is not None:
        assert SHARER.take(suggestion, None)


def test_an_item_with_too_little_or_in_a_sentence_is_no_order() -> None:
    for text in ("archers", "archers are the best of all", "archers 5 6 7", "archers 5 coins"):
        assert SHARES.fit(text) is not Fit.ORDER
    assert SHARES.fit("archers with 0-200") is Fit.ORDER


def test_an_unknown_item_is_told_where_the_rest_is_an_order() -> None:
    assert SHARES.fit("fast scouts 5 drill 5") is Fit.ORDER
    assert SHARES.fit("battery 80%") is Fit.NEARLY
    with pytest.raises(OrderError, match="no kind 'fast'"):
        SHARER.take("fast scouts 5 drill 5", None)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("archesr 5", "archers 5"),
        ("ricer 5", "rider 5"),
        ("rieder 5", "rider 5"),
        ("rired 5", "rider 5"),
    ],
)
def test_letters_missing_changed_or_in_another_order_are_slips(text: str, mended: str) -> None:
    assert SHARES.corrected(SHARES.analyse(text)) == mended


def test_a_form_may_make_several_orders_each_carried_out() -> None:
    form = Form(
        "MARCH {units} TO {to}",
        lambda said, _gold: [March((unit,), said["to"]) for unit in said["units"]],
        units=Several(Number()),
        to=SQUARE,
    )
    taker: Taker[int] = Taker(Language(WORDS, (form,)), _carry_out)
    steps = taker.take("march 3 4 to c7", 5)
    assert [step.order for step in steps] == [March((3,), "c7"), March((4,), "c7")]


SOUP = "march 3 to and c7 , raise riders 2 if not the archers with c 8 . or rest reiter marhc"


def _effort(words: int) -> float:
    """Seconds of computing that some lines of so many words take, the least of several trials."""
    vocabulary = SOUP.split()
    line = [vocabulary[(place * place + place) % len(vocabulary)] for place in range(words)]
    texts = [f"{number} {' '.join(line)}" for number in range(30)]
    trials = []
    for _trial in range(5):
        start = time.process_time()
        for text in texts:
            LANGUAGE.analyse(text)
        trials.append(time.process_time() - start)
    return min(trials)


def test_reading_takes_time_in_proportion_to_the_line() -> None:
    assert _effort(400) <= 2.6 * _effort(200)


ERRANDS = Language(
    Words.made(
        {
            "en": Tables(
                words={
                    "verb": {"send": ("send",), "visit": ("visit",)},
                    "kind": {"visit": ("visit",)},
                }
            )
        }
    ),
    (
        Form(
            "SEND {number} TO {to} [{purpose}]",
            of=dict,
            number=Number(),
            to=SQUARE,
            purpose=Thing(("kind",)),
        ),
        Form("VISIT {to} WITH {number}", of=dict, to=SQUARE, number=Number(leads=("with",))),
        Form("VISIT {to}", of=dict, to=SQUARE, odd=1, tells=()),
    ),
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("send 3 to c7 and visit", [{"number": 3, "to": "c7", "purpose": "visit"}]),
        ("send 3 to c7, visit c8", [{"number": 3, "to": "c7"}, {"to": "c8"}]),
    ],
)
def test_a_verb_that_orders_nothing_by_itself_is_the_rest_of_the_order_before(
    text: str, values: list[dict[str, Any]]
) -> None:
    assert ERRANDS.fit(text) is Fit.ORDER
    clauses = ERRANDS.analyse(text).clauses
    filled = [{slot: one.value for slot, one in each.best[0].values.items()} for each in clauses]
    assert filled == values


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("visit c7", Fit.ORDER),
        ("visit c7 with 3 friends", Fit.ORDER),
        ("visit c7 some day", Fit.NO),
        ("VISIT", Fit.ORDER),
        ("VISIT friends", Fit.ORDER),
        ("VISIT OLD FRIENDS", Fit.NO),
    ],
)
def test_a_form_may_want_a_slot_filled_before_a_line_is_meant_so(text: str, fit: Fit) -> None:
    assert ERRANDS.fit(text) is fit


@pytest.mark.parametrize("figure", ["2.5", "2,5", "1.000"])
def test_no_part_of_a_broken_number_is_a_whole_one(figure: str) -> None:
    text = f"raise {figure} riders"
    assert LANGUAGE.fit(text) in (Fit.ORDER, Fit.NEARLY)
    error = refused(text)
    assert (error.column, error.length, error.suggestion) == (7, len(figure), None)
    assert error.message == f"'{figure}' is not understood here"


@pytest.mark.parametrize(
    ("before", "rest"),
    [
        ("send 3 to c7", "VISIT"),
        ("march 3", "4 to c7, raise 2 riders"),
        ("raise 2", "riders and 1 archer"),
    ],
)
def test_what_is_no_order_by_itself_goes_on_where_both_are_read(before: str, rest: str) -> None:
    language = ERRANDS if before.startswith("send") else LANGUAGE
    assert language.continues(before, rest)


# What is done where an order cannot be --------------------------------------------------


@dataclass(frozen=True)
class Steps:
    """Squares to try one after the other; ``rests`` where none will do."""

    units: tuple[int, ...]
    to: tuple[str, ...]
    rests: bool = False


def _tried(said: Any, where: Any) -> Steps:
    others = [other.made(where) for other in said.get("others", ())]
    further = tuple(square for other in others for square in other.to)
    own = (said["to"],) if "to" in said.values else ()
    return Steps(said["units"], (*own, *further), any(other.rests for other in others) or not own)


_TRIED = Words.made(
    {
        "en": Tables(
            words={
                "verb": {"march": ("march",), "rest": ("rest",)},
                "particle": {"else": ("else", "or else", "otherwise"), "home": ("home",)},
            }
        )
    }
)
_UNITS = Several(Number(N_("which unit?")))
TRYING = Language(
    _TRIED,
    (
        Form(
            "MARCH {units} TO {to} [ELSE {others}]",
            _tried,
            of=Steps,
            units=_UNITS,
            to=SQUARE,
            others=Otherwise(),
            bare=True,
        ),
        Form("REST {units} [ELSE {others}]", _tried, units=_UNITS, others=Otherwise()),
        Form("MARCH {units} HOME", lambda said, _at: Steps(said["units"], ("a1",)), units=_UNITS),
    ),
    parts=lambda order: (
        Steps,
        Tried(order.units, order.to[0], tuple(f"TO {square}" for square in order.to[1:])),
    ),
)


@dataclass(frozen=True)
class Tried:
    units: tuple[int, ...]
    to: str
    others: tuple[str, ...]


def tried(text: str) -> list[Steps]:
    taker: Taker[int] = Taker(TRYING, lambda where, _order: (where, None))
    return [step.order for step in taker.take(text, 1)]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("march 3 to c7 else c8", [Steps((3,), ("c7", "c8"))]),
        ("march 3, 4 to c7, or else to c8", [Steps((3, 4), ("c7", "c8"))]),
        ("march 3 to c7 else march to c8 else c9", [Steps((3,), ("c7", "c8", "c9"))]),
        ("march 3 to c7 (else c8)", [Steps((3,), ("c7", "c8"))]),
        ("march 3 to c7 else rest", [Steps((3,), ("c7",), True)]),
        ("3 c7 otherwise c8, 4 c9", [Steps((3,), ("c7", "c8")), Steps((4,), ("c9",))]),
        ("march 3 to c7 else c8 and rest 4", [Steps((3,), ("c7", "c8")), Steps((4,), (), True)]),
    ],
)
def test_what_stands_behind_else_is_done_by_the_same_subject(
    text: str, orders: list[Steps]
) -> None:
    assert TRYING.fit(text) is Fit.ORDER
    assert tried(text) == orders


def test_an_order_is_written_with_what_is_done_instead() -> None:
    line = TRYING.write(Steps((3, 4), ("c7", "c8", "c9")))
    assert line == "MARCH 3 4 TO c7 ELSE TO c8 ELSE TO c9"
    assert tried(line) == [Steps((3, 4), ("c7", "c8", "c9"))]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("march 3 to c7 else", None),
        ("march 3 to c7 else soon", None),
        ("march 3 to c7 else to windy c8", "MARCH 3 TO c7 ELSE MARCH TO c8"),
        ("march 3 home else c8", "MARCH 3 HOME"),
    ],
)
def test_a_choice_that_says_too_little_or_too_much_makes_no_order(
    text: str, suggestion: str | None
) -> None:
    taker: Taker[int] = Taker(TRYING, lambda where, _order: (where, None))
    with pytest.raises(OrderError) as found:
        taker.take(text, 1)
    assert found.value.suggestion == suggestion


def test_a_line_that_begins_with_a_choice_is_the_rest_of_the_one_before() -> None:
    for rest in ("else c8", "ELSE MARCH TO c8", "or else march 3 to c8"):
        assert TRYING.fit(rest) is not Fit.ORDER
        assert TRYING.continues("march 3 to c7", rest)


def test_a_figure_with_a_sign_is_a_lists_unless_the_line_is_read_with_it_alone() -> None:
    assert tried("1: march 3 to c7") == [Steps((3,), ("c7",))]
    assert tried("12: c7") == [Steps((12,), ("c7",))]
    assert tried("12-c7") == [Steps((12,), ("c7",))]
    assert TRYING.fit("1. c7") is not Fit.ORDER
    assert TRYING.fit("1 - c7") is not Fit.ORDER


def test_what_is_told_of_or_begins_in_the_middle_of_a_sentence_is_no_order() -> None:
    assert TRYING.fit('- " MARCH 3 TO c7 ": done') is not Fit.ORDER
    assert TRYING.fit("march) 3 to c7") is not Fit.ORDER
    assert TRYING.fit("a) march 3 to c7") is Fit.ORDER
