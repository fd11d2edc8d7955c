"""What translators work with is current, and what they gave us is whole.

`make messages` renews pbem.pot and brings new sentences into every language.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from pbem.engine.i18n import _, ngettext, speaking
from pbem.mailer.inbound.commands import read_command
from pbem.rulesets.parsec import naming
from pbem.service.languages import catalogue
from tests.i18n.catalogue import LOCALE, ROOT, extracted

LANGUAGES = sorted(path.stem for path in LOCALE.glob("*.po"))

_PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)s")
_ORDER_WORDS = re.compile(
    r"\b(?:HELP|STATUS|REPORT|PREVIEW|WITHDRAW|NEWKEY|RESIGN|RETURN|JOIN|NEWS|EACH TURN|DIGEST|AS"
    r"|TURN \d|NONE|PASS|SHA-256"
    r"|coop|comp|attack \d+|with \d+-[\d*]+"
    r"|UPGRADE|RESEARCH|BUILD|WONDER|SEND|EXCHANGE|AUTOBUILD|COLONISE|CONQUER|REINFORCE|ATTACK"
    r"|LEADER|RECALL|SETTLE|DESTROY|SWAP|HARVEST|DEFEND|FIRST|WIN|TIE|AT [a-z]\d"
    r"|FROM|FREE|ALL|TO \d+|BY \d+|R FOR|WITH [A-Z\d]\w*|\d+ (?:light|medium|heavy)"
    r"|PLACE|PRODUCE|(?<!YOUR )MOVE|DEPLOY|ELSE|LATE|TOWARDS|NEAREST|UNIT|FACTORY|GRUNT"
    r"|NOTHING|REPEAT|AT [a-z]\d|TO [a-z]\d)\b"
)


def read(path: Path) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=None if path.suffix == ".pot" else path.stem)


def messages(language: str) -> list[Message]:
    return [message for message in read(LOCALE / f"{language}.po") if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    """Every translated form beside the English one that it stands for."""
    if not message.pluralizable:
        return [(message.id, message.string)]
    return [
        (message.id[0 if number == 0 else 1], string)
        for number, string in enumerate(message.string)
    ]


languages = pytest.mark.parametrize("language", LANGUAGES)


def test_german_and_french_are_here() -> None:
    assert {"de", "fr"} <= set(LANGUAGES)


def test_the_template_for_translators_is_current() -> None:
    known = {message.id for message in read(LOCALE / "pbem.pot") if message.id}
    written = set(extracted())
    assert known == written, (
        f"run 'make messages': new {sorted(map(str, written - known))}, "
        f"gone {sorted(map(str, known - written))}"
    )


def test_no_sentence_stands_in_an_f_string() -> None:
    """The extractor does not look into them: translators would never see it."""
    hidden = {
        f"{file.relative_to(ROOT)}:{line}"
        for file in (ROOT / "pbem").rglob("*.py")
        for line in _sentences_in_f_strings(ast.parse(file.read_bytes()))
    }
    assert not hidden
    assert list(_sentences_in_f_strings(ast.parse("f\"{_('You pass.')} {_(said)}\""))) == [1]


def _sentences_in_f_strings(module: ast.Module) -> Iterator[int]:
    strings = (node for node in ast.walk(module) if isinstance(node, ast.JoinedStr))
    for call in (node for string in strings for node in ast.walk(string)):
        match call:
            case ast.Call(func=ast.Name(id="_" | "N_" | "ngettext"), args=[ast.Constant(), *_]):
                yield call.lineno


@languages
def test_a_language_has_every_sentence_and_none_is_a_guess(language: str) -> None:
    found = {message.id: message for message in messages(language)}
    missing = [
        known
        for known in extracted()
        if known not in found or not all(string for _id, string in forms(found[known]))
    ]
    assert not missing, "run 'make messages' and translate: " + "\n".join(map(str, missing))
    assert not [message.id for message in found.values() if message.fuzzy]


@languages
def test_a_translation_has_the_placeholders_of_the_original(language: str) -> None:
    wrong = [
        (english, string)
        for message in messages(language)
        for english, string in forms(message)
        if _placeholders(english) != _placeholders(string)
    ]
    assert not wrong


def _placeholders(text: str) -> Counter[str]:
    return Counter(_PLACEHOLDER.findall(text))


@languages
def test_a_translation_begins_and_ends_as_the_original_does(language: str) -> None:
    wrong = [
        (english, string)
        for message in messages(language)
        for english, string in forms(message)
        if _edges(english) != _edges(string)
    ]
    assert not wrong


def _edges(text: str) -> tuple[str, str, bool]:
    """Its blanks and line breaks at both ends, and whether it ends a sentence."""
    bare = text.strip()
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :], bare[-1:] in ".:?"


@languages
def test_order_words_stay_as_the_service_reads_them(language: str) -> None:
    wrong = [
        (english, string)
        for message in messages(language)
        for english, string in forms(message)
        if set(_ORDER_WORDS.findall(english)) - set(_ORDER_WORDS.findall(string))
        if not _is_the_same_command(english, string)
    ]
    assert not wrong


def _is_the_same_command(english: str, string: str) -> bool:
    """Whether both are nothing but a line with the same command."""
    command = read_command(english)
    same = read_command(string)
    return command is not None and same is not None and same.verb == command.verb


@languages
def test_a_manual_fits_the_width_of_the_original(language: str) -> None:
    long = [
        line
        for message in messages(language)
        for english, string in forms(message)
        if english.count("\n") > 1
        for line in string.splitlines()
        if len(line) > 78
    ]
    assert not long


@languages
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    rule = get_plural(Locale.parse(language))
    declared = read(LOCALE / f"{language}.po")
    assert (declared.num_plurals, declared.plural_expr) == (rule.num_plurals, rule.plural_expr)
    for message in messages(language):
        if message.pluralizable:
            assert len(message.string) == rule.num_plurals


@languages
def test_the_service_speaks_the_language(language: str) -> None:
    with speaking(catalogue(language)):
        assert _("Standings") != "Standings"
        one, two = (ngettext("{n} hour", "{n} hours", n).format(n=n) for n in (1, 2))
    assert one != two
    with speaking(catalogue(f"{language}-XX")):
        assert _("Standings") != "Standings", "a country's language falls back on the language"


def test_an_unknown_language_is_english() -> None:
    for unknown in ("", "tlh", "../../etc/passwd", "de/../de"):
        with speaking(catalogue(unknown)):
            assert _("Standings") == "Standings"


def test_french_keeps_its_voice_and_its_punctuation() -> None:
    """As the head of fr.po has it: `vous`, a no-break space before tall signs, one apostrophe."""
    wrong = [
        string
        for message in messages("fr")
        for _english, string in forms(message)
        if re.search(r" [:;?!»%](?![\w(])|« |’|\u202f", string)
        or re.search(r"\b(?:tu|toi|ton|tes|t'[aeéè]\w+)\b", string, re.IGNORECASE)
        or re.search(r"\b(?:courriels|mails?|sièges?|robots?)\b", string)
    ]
    assert not wrong


def test_german_keeps_its_words_and_its_punctuation() -> None:
    """As the head of de.po has it: one word for one thing, a no-break space before a percent sign,
    „…“, order words in English."""
    wrong = [
        string
        for message in messages("de")
        for _english, string in forms(message)
        if re.search(r"[\d}] %|[«»”]", string)
        or re.search(r"\b(?:Galaxie|Spielleiter|Bereich\w*|Technik|Frist|jemand anders)\b", string)
        or re.search(r"\b(?:KONSOLE|PROFIL|HILFE)\b", string)
    ]
    assert not wrong


def test_a_word_for_two_things_is_translated_as_each() -> None:
    with speaking(catalogue("de")):
        assert (naming.kind("merchant"), naming.ship("merchant")) == ("Handel", "Händler")
