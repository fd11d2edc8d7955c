"""Templates: a game master's copy, its mistakes, and translations."""

from __future__ import annotations

import gettext
import shutil
from pathlib import Path

import pytest

from pbem.engine.i18n import speaking
from pbem.mailer.outbound.compose import notice_mail, receipt_mail
from pbem.mailer.outbound.templating import TemplateProblem, Templates, packaged_folder
from tests.mailer.outbound.samples import ADDRESSING, NOTICE, RECEIPT, body


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(packaged_folder(), tmp_path / "templates"))


def test_a_copy_of_the_templates_is_used(copy: Path) -> None:
    (copy / "notice.txt.j2").write_text("Dear player: {{ notice.title }}\n")
    mail = notice_mail(NOTICE, ADDRESSING, Templates(copy))
    assert body(mail) == "Dear player: How orders are written\n"


def test_what_a_copy_lacks_comes_from_the_packaged_ones(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("h1 { color: #123456; }\n")
    mail = notice_mail(NOTICE, ADDRESSING, Templates(tmp_path))
    assert '<h1 style="color:#123456">' in body(mail, "html")


def test_a_broken_template_is_named_with_its_line(copy: Path) -> None:
    (copy / "receipt.txt.j2").write_text("one\n{% if %}\n")
    with pytest.raises(TemplateProblem, match=r"receipt\.txt\.j2, line 2: "):
        Templates(copy)


def test_a_name_that_is_not_there_is_named_with_its_line(copy: Path) -> None:
    (copy / "receipt.txt.j2").write_text("one\n\n{{ receipt.colour }}\n")
    with pytest.raises(TemplateProblem, match=r"receipt\.txt\.j2, line 3: .*colour"):
        receipt_mail(RECEIPT, ADDRESSING, Templates(copy))


def test_a_failing_filter_is_named_with_its_line(copy: Path) -> None:
    (copy / "receipt.txt.j2").write_text("one\n{{ 1 / 0 }}\n")
    with pytest.raises(TemplateProblem, match=r"receipt\.txt\.j2, line 2: division"):
        receipt_mail(RECEIPT, ADDRESSING, Templates(copy))


def test_a_template_that_is_not_utf_8_is_named(copy: Path) -> None:
    (copy / "style.css").write_bytes(b"/* \xff */")
    with pytest.raises(TemplateProblem, match=r"style\.css is not UTF-8"):
        Templates(copy)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TemplateProblem, match="is not there"):
        Templates(tmp_path / "nowhere")


class _Loud(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message.upper() if message.startswith("What ") else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def test_sentences_come_out_in_the_language_being_spoken() -> None:
    english = body(receipt_mail(RECEIPT, ADDRESSING))
    with speaking(_Loud()):
        shown = body(receipt_mail(RECEIPT, ADDRESSING))
    assert "WHAT BECAME OF YOUR LINES" in shown
    assert "¡Saved: your orders for turn 4, 2 lines.!" in shown
    assert body(receipt_mail(RECEIPT, ADDRESSING)) == english
