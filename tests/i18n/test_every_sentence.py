"""Every sentence that a player can read passes through the translator.

A whole service plays in a pseudo-language; whatever of its mails is not in it was
written past gettext. A second look makes sure that hardly a sentence was left out.
"""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from tests.i18n import campaign
from tests.i18n.accents import Accented, untranslated


@pytest.fixture(scope="module")
def played(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Accented, list[EmailMessage]]:
    with pytest.MonkeyPatch.context() as patch:
        return campaign.play(tmp_path_factory.mktemp("campaign"), patch)


def test_no_mail_to_a_player_holds_an_untranslated_word(
    played: tuple[Accented, list[EmailMessage]],
) -> None:
    _spoken, mails = played
    found = {
        (number, mail["X-Pbem"], mail["Subject"]): " ".join(dict.fromkeys(words))
        for number, mail in enumerate(mails)
        if (words := untranslated(mail))
    }
    assert not found, "\n".join(f"{kind} {subject}: {words}" for (_n, kind, subject), words in found.items())
