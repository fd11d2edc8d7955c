"""A report with all that comes with it is small: where its pictures make it large, they have fewer
colours."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pbem.drawing.render import Renderer
from pbem.engine.report import Paragraph, Picture, Report, Section
from pbem.engine.scene import Rect, Scene, Style
from pbem.service.dispatch import pictures
from pbem.service.dispatch.pictures import UnwrittenReport
from tests.mailer.outbound.samples import ADDRESSING


def board(colours: int) -> Report:
    """Of a picture with so many colours."""
    tiles = tuple(
        Rect(
            corner=(n % 40 * 10.0, n // 40 * 10.0),
            size=(10.0, 10.0),
            style=Style(fill=f"#{n * 8111 % 16777216:06x}"),
        )
        for n in range(colours)
    )
    scene = Scene(width=400, height=400, items=tiles, title="", ground="#ffffff")
    blocks = (Picture("board", scene, alt="A board."), Paragraph("All was quiet."))
    return Report("Title", "Headline", (Section("The board", blocks),))


def mail_of(report: Report, most: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(pictures, "MAIL_OCTETS", most)
    return bytes(UnwrittenReport(Renderer(), report, ADDRESSING, lambda drawn: drawn["board"]))


def colours_in(png: bytes) -> int:
    return len(Image.open(BytesIO(png)).convert("RGB").getcolors(1000) or [])


def test_a_mail_that_would_be_too_large_has_pictures_of_fewer_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = mail_of(board(400), 250_000, monkeypatch)
    assert colours_in(whole) > 48
    smaller = mail_of(board(400), len(whole) - 1, monkeypatch)
    assert len(smaller) < len(whole)
    assert 32 < colours_in(smaller) <= 48
    assert colours_in(mail_of(board(400), 1, monkeypatch)) <= 24
