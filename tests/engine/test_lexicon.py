"""Words of order lines are found whatever their capitals and accents, the longest run first."""

from __future__ import annotations

from enum import StrEnum

from pbem.engine.lexicon import Lexicon, Word, fold


class Sort(StrEnum):
    VERB = "verb"
    THING = "thing"
    PARTICLE = "particle"


LEXICON: Lexicon[Sort] = Lexicon(
    {
        Sort.VERB: {"move": ("move", "déplacer")},
        Sort.THING: {"hub": ("hub", "commercial hub"), "school": ("commerce school",)},
        Sort.PARTICLE: {"to": ("to", "vers")},
    },
    abbreviated=(Sort.VERB,),
)


def read(text: str) -> list[tuple[str, int, set[tuple[Sort, str]]]]:
    return [(span.text, span.column, set(span.senses)) for span in LEXICON.spans(text)]


def test_capitals_accents_and_what_clings_to_a_word_do_not_matter() -> None:
    assert fold("l’Unité") == "unite"
    assert fold("Ada's") == "ada"
    assert read("DEPLACER")[0][2] == {(Sort.VERB, "move")}


def test_of_several_words_that_fit_the_longest_run_is_taken() -> None:
    assert read("move  commercial hub") == [
        ("move", 1, {(Sort.VERB, "move")}),
        ("commercial hub", 7, {(Sort.THING, "hub")}),
    ]


def test_names_are_found_besides_the_table() -> None:
    (span,) = LEXICON.spans("Ada Lovelace", {("ada", "lovelace")})
    assert (span.words, span.senses) == (("ada", "lovelace"), frozenset())


def test_only_sorts_that_may_be_are_cut_short() -> None:
    assert read("mov")[0][2] == {(Sort.VERB, "move")}
    assert read("commercial")[0][2] == set()


def test_a_misspelt_word_is_guessed_in_its_own_capitals_and_a_short_one_is_not() -> None:
    assert LEXICON.likely("MVOE", (Sort.VERB,)) == "MOVE"
    assert LEXICON.likely("moev", (Sort.THING,)) is None
    assert LEXICON.likely("hbu", (Sort.THING,)) is None


def test_a_word_tells_what_it_means_and_where_it_ends() -> None:
    (span,) = LEXICON.spans("vers")
    word: Word[Sort] = Word(span.text, span.column, span.senses)
    assert word.means("from", "to") and word.of(Sort.PARTICLE) == "to"
    assert word.of(Sort.VERB) is None and word.end == 5
