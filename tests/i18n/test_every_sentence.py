"""Every sentence that a player can read passes through the translator.

A whole service plays in a pseudo-language; whatever of its mails is not in it was
written past gettext. A second look makes sure that hardly a sentence was left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
from msgspec.structs import replace

from pbem.drawing.chart import line_chart, panels
from pbem.engine.api import Player
from pbem.engine.i18n import _, speaking
from pbem.engine.menu import Item, explained
from pbem.engine.orders import read_sheet
from pbem.engine.registry import load
from pbem.engine.report import Bullets, Paragraph, Report, Section
from pbem.engine.rng import Chance
from pbem.mailer.outbound.folding import Room, facts_of, folded
from pbem.mailer.outbound.layout_html import STEPS, shortened
from pbem.mailer.outbound.layout_text import lay_out
from pbem.mailer.outbound.phrases import until
from pbem.mailer.outbound.subject import report_subject
from pbem.rulesets.asylamba_mini.figures import FACTIONS, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.language import menu as asylamba_menu
from pbem.rulesets.god_unit.language import menu as god_unit_menu
from pbem.rulesets.hegemon.options import Options
from pbem.rulesets.parsec.language import menu as parsec_menu
from tests.i18n import (
    asylamba,
    asylamba_receipts,
    campaign,
    god_unit,
    god_unit_receipts,
    hegemon,
    making,
    parsec,
    parsec_receipts,
    stories,
)
from tests.i18n.accents import Accented, accented, plain_words, texts
from tests.i18n.catalogue import Message, extracted
from tests.mailer.outbound.samples import CONTEXT

PLAYED = (
    "pbem/drawing/",
    "pbem/engine/",
    "pbem/mailer/",
    "pbem/rulesets/",
    "pbem/service/",
    "templates/",
)
"""Where sentences stand that the scenes here should bring out."""

UNHEARD = {
    "Only the last of these lines counts.",  # of games in which a mail orders one thing
    # all games ask everybody, and in none somebody is out of it who resigns:
    "nothing is asked of you",
    "nothing is asked of you in this turn",
    "Nothing was saved: no orders are asked of you in turn {turn}. You will get a mail when they "
    "are.",
    "To resign, reply to this very mail with the one word RESIGN. It counts as the rules of the "
    "game have it.",
    "It counts at your next move. Thank you for playing.",
    "RESIGN gives the game up as its rules have it, once you have confirmed it.",
    "You have lost your seat in {game}",
    "You had given the seat up, and resigned with it.",
    "resigned",
    "# begins a comment: write numbers without it",  # God Unit's; no number is a comment any more
    "A number in it is too long.",  # of an attached file; what is typed is cut before that
    "Turn {turn} is closed, and the game master is looking at its results.",  # nobody watches that
    "No report changes.",  # another turn has another title
    "Deadline:",  # for a notice of no turn; none has a deadline today
    "there is no such key",  # in a table whose keys are not known; no file has one today
    "{name} looks like {other}, the name of another player; take another name.",  # the 20th so
    *(
        "CET",
        "CEST",
        "EET",
        "EEST",
        "WET",
        "WEST",
    ),  # zones: who is heard lives by no clock of these
    "DONE changes nothing yet: something that is asked of you is still missing.",  # Parsec's
    "which of them is meant?",  # of words that say so little in no game; Parsec tells why
    "Another way to use one of the orders",  # of a first turn; the house bot places and settles
}


@dataclass(frozen=True)
class Letter:
    """A mail, and all that its reader sees of it."""

    mail: EmailMessage
    texts: list[str]


@dataclass(frozen=True)
class Heard:
    """All that was said: the English of it, the mails, and texts from outside of mails."""

    spoken: Accented
    letters: list[Letter]
    texts: list[str]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    with pytest.MonkeyPatch.context() as patch:
        spoken, mails = campaign.play(tmp_path_factory.mktemp("campaign"), patch)
    with speaking(spoken):
        said = {text for tell in _TOLD for text in tell()}
        return Heard(spoken, [Letter(mail, list(texts(mail))) for mail in mails], sorted(said))


def _odds_and_ends() -> Iterator[str]:
    """What only long reports, empty charts and the last minute bring out."""
    long = Report("", "", (Section("", (Bullets(("x",) * 9), *[Paragraph("x")] * 9)),) * 9)
    for limits in STEPS:
        for section in shortened(long, limits).sections:
            yield section.heading
            for block in section.blocks:
                yield from block.items if isinstance(block, Bullets) else [block.text]
    names = [tuple(f"{'x' * n}:" for n in range(1, most)) for most in (4, 5)]
    less, more = (Section(h, (Bullets(names[n]),), reference=True) for n, h in enumerate("xy"))
    before = replace(long, sections=(less, replace(more, blocks=(Bullets(("z:", *names[0])),))))
    same = replace(long, sections=(less, more))
    cut = replace(more, heading="z", blocks=(Bullets(("x",) * 99),))
    long_one = replace(long, sections=(cut,))
    for told in (folded(same, facts_of(before), ()), folded(long_one, (), (), Room(40))):
        for section in told.sections:
            yield section.heading
            yield from (block.text for block in section.blocks if isinstance(block, Paragraph))
    lines = ("@", "TURN 7:", "x" * 301, *"x" * 400)
    yield from (verdict.message for verdict in read_sheet(lines, 1).verdicts)
    for scene in (line_chart("", ()), panels("", [("", ())])):
        yield from (item.text for item in scene.items if hasattr(item, "text"))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    yield report_subject(
        long, replace(CONTEXT, owes=True, deadline=None, game_title="Ttt"), now, "en"
    )
    yield from (until(now + timedelta(seconds=n), now) for n in (-1, 59, 60, 3600, 86400))


def _topics() -> Iterator[str]:
    """What HELP tells of one thing alone, before a game begins and in its first turn, without the
    names of a game's data."""
    names = re.compile(
        "|".join(sorted((*FACTIONS, *MEGASTRUCTURES, *Options().items), key=len)[::-1])
    )
    for name in ("asylamba-mini", "god-unit", "hegemon", "parsec"):
        ruleset = load(name)
        players = [Player(seat, "Zzz") for seat in range(1, ruleset.seats[-1] + 1)]
        state = ruleset.rules.setup(ruleset.options(), players, Chance(bytes(32), 0))
        for topic in ruleset.topics:
            yield _(topic.title)
            for known in (None, ruleset.rules.view(state, 1)):
                for block in topic.told(known):
                    plain = lay_out(block).replace("\N{NO-BREAK SPACE}", " ")
                    yield names.sub("", plain).replace("WONDER", "")


def _verbs() -> Iterator[str]:
    """What menus say of each verb, also of those that no position here offers."""
    for does in (asylamba_menu.DOES, god_unit_menu.DOES, parsec_menu.DOES):
        menu = tuple(Item(words=verb) for verb in does)
        yield from (item.label for item in explained(menu, does))


_TOLD = (
    _verbs,
    _topics,
    stories.told,
    making.told,
    hegemon.verdicts,
    hegemon.reports,
    asylamba_receipts.verdicts,
    asylamba.reports,
    god_unit_receipts.verdicts,
    god_unit.reports,
    parsec_receipts.verdicts,
    parsec.reports,
    _odds_and_ends,
)


def test_no_mail_to_a_player_holds_an_untranslated_word(heard: Heard) -> None:
    found = [
        f"{one.mail['X-Pbem']} {one.mail['Subject']!r}: {' '.join(dict.fromkeys(words))}"
        for one in heard.letters
        if (words := [word for text in one.texts for word in plain_words(text)])
    ]
    assert not found, "\n".join(found)


def test_no_verdict_report_or_picture_of_a_game_holds_an_untranslated_word(heard: Heard) -> None:
    found = [text for text in heard.texts if plain_words(text)]
    assert not found, "\n".join(found)


def test_all_sentences_were_put_to_the_test_but_those_named_here(heard: Heard) -> None:
    silent = {
        _singular(message): sorted(files)
        for message, files in extracted().items()
        if _singular(message) not in heard.spoken.said | UNHEARD
        and any(file.startswith(PLAYED) for file in files)
    }
    assert not silent, "no scene brings these out:\n" + "\n".join(
        f"{', '.join(files)}: {message}" for message, files in silent.items()
    )


def _singular(message: Message) -> str:
    return message if isinstance(message, str) else message[0]


EXAMPLE = "2026-12-24"
"""How a game master may write one."""


def test_dates_are_written_in_the_readers_language(heard: Heard) -> None:
    dated = [text for one in heard.letters for text in one.texts if re.search(r"\b2026\b", text)]
    assert len(dated) > 20
    own = re.compile(r"(?:марта|апреля)\s+2026|\d\d\.\d\d\.2026")
    strange = [text for text in dated if not own.search(text)]
    assert [text for text in strange if EXAMPLE not in text] == []


def test_the_scenes_would_notice_a_sentence_that_bypasses_gettext() -> None:
    assert accented("Turn {turn} of %(last)s") == "Túrn {turn} óf %(last)s"
    assert plain_words("Túrn 3 clósés tomorrow, anna@example.org: Hegemon") == ["tomorrow"]
