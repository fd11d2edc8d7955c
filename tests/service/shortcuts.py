"""What the services of most tests do without: pictures that are drawn, processes that read mail
and write receipts.

Either costs more than the rest of a test together, and has tests of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pbem.drawing.png import Drawing
from pbem.drawing.render import Renderer
from pbem.mailer.inbound.intake import ReadMail, read_head_alone
from pbem.mailer.inbound.workers import RawMail, Readers
from pbem.service.dispatch.writing import Unwritten, Writers


class Sketches(Renderer):
    """Leaves a dot for every picture, here and now. Dots differ where pictures would."""

    def _draw(self, mine: Mapping[bytes, Drawing]) -> None:
        for key in mine:
            self._finish(key, _dot(key))


def _dot(key: bytes) -> bytes:
    """A PNG of one pixel that names what it stands for in a comment."""
    out = BytesIO()
    about = PngInfo()
    about.add_text("Comment", key.hex())
    Image.new("1", (1, 1)).save(out, "PNG", pnginfo=about)
    return out.getvalue()


class ReadersHere(Readers):
    """Reads in this process whatever comes, as the service reads a few harmless mails."""

    def begin(self, mails: Sequence[RawMail]) -> list[Callable[[], ReadMail]]:
        return [partial(self._read, mail) for mail in mails]

    def head_of(self, mail: RawMail) -> ReadMail:
        return read_head_alone(mail.raw, mail.settings)


class WritersHere(Writers):
    """Leaves every receipt to be written in this process, as the service does with a few."""

    def begin(self, receipts: Sequence[Unwritten]) -> None:
        pass
