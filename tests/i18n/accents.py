"""A language for tests, and the words of a mail that were not said in it.

Every vowel of a translated sentence carries an accent, so that a word with a plain
one was never translated. The data of these tests (names of players, games, items)
have no vowels at all, and dates come out in Cyrillic, as the language calls itself
Russian: there is next to nothing to excuse.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from email.message import EmailMessage
from functools import cache
from urllib.parse import parse_qs, urlsplit

from lxml import html

from pbem.engine.registry import load, playable
from pbem.mailer.inbound.commands import COMMANDS
from pbem.mailer.inbound.commands.masters import SEAT_WORDS
from pbem.mailer.markers import frame_in
from pbem.service.schedule import Schedule
from pbem.store.voting import Motion

LANGUAGE = "ru"

_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_PLACEHOLDER = re.compile(r"(\{[^{}]*\}|%\(\w+\)s)")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NO_WORDS = re.compile(
    r"\S+@\S+"  # addresses
    r"|\[[\w.-]+\]"  # the subject's tag, a digest
    r"|\b[0-9a-f]{12,}\b"  # hashes
    r"|\b[\w.-]+\.(?:png|svg|gif|txt|zip)\b"
    r"|pbem verify \S+ --mails FOLDER"
    r"|pbem export \S+"
    r'|\b[a-z_]+ = (?:"[^"]*"|\[[^\]]*\]|\{[^}]*\}|\w+)|\[(?:options|schedule)\]'  # of a game file
)
_ORDER_WORDS = frozenset({"coop", "with", "comp", "attack", "TURN", "NONE"})
_EXCUSED = (
    _ORDER_WORDS
    | {"Hegemon", "Asylamba", "Mini", "Unit", "Parsec"}
    | {word for ruleset in playable() for word in _WORD.findall(ruleset.name)}
    | {"PASS", "Economy", "English", "Deutsch", "Français"}
    | {word for form in COMMANDS for word in _WORD.findall(f"{form.verb} {form.example}")}
    | {word for key in Schedule.__struct_fields__ for word in _WORD.findall(key.replace("_", " "))}
    | {key.upper() for key in SEAT_WORDS}
    | {topic.name for ruleset in playable() for topic in ruleset.topics}
    | {"Withdraw"}  # as a player types it
    | {motion.upper() for motion in Motion}
    | {word for bot in load("hegemon").bots for word in (bot, bot.capitalize())}
)


class Accented(gettext.NullTranslations):
    """Every sentence with accents on its vowels; ``said`` collects the English ones."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()

    def info(self) -> dict[str, str]:
        """What is kept for all readers of a language is kept for this one apart."""
        return {"language": LANGUAGE}

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return accented(message)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.said.add(msgid1)
        return accented(msgid1 if n == 1 else msgid2)


@cache
def accented(message: str) -> str:
    """The message with an accent on each vowel outside of placeholders."""
    parts = _PLACEHOLDER.split(message)
    return "".join(
        part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts)
    )


def plain_words(text: str) -> list[str]:
    """The words of four letters or more with a plain vowel, but for data and order words."""
    for marker in frame_in(LANGUAGE):
        text = text.replace(marker, "")
    return [
        word
        for word in _WORD.findall(_NO_WORDS.sub(" ", text))
        if word.translate(_ACCENTS) != word and word not in _EXCUSED
    ]


def texts(message: EmailMessage) -> Iterator[str]:
    """All that a reader of the mail sees, but the console: its page is a program that has its
    sentences in all languages, of which tests/console/test_page.py makes sure."""
    yield str(message["Subject"])
    for part in message.walk():
        kind = part.get_content_type()
        if part.get_filename() == "console.html":
            continue
        if kind == "text/plain":
            yield part.get_content()
        elif kind == "text/html":
            yield from _shown(part.get_content())
        elif kind == "text/calendar":
            calendar = part.get_content().replace("\r\n ", "")
            yield from re.findall(r"^(?:SUMMARY|DESCRIPTION)[^:]*:(.*)$", calendar, re.MULTILINE)


def _shown(source: str) -> Iterator[str]:
    page = html.fromstring(source)
    for style in page.xpath("//style"):
        style.drop_tree()
    yield " ".join(page.itertext())
    yield from page.xpath("//@alt | //@title")
    for link in page.xpath("//a/@href"):
        for values in parse_qs(urlsplit(link).query).values():
            yield from values
