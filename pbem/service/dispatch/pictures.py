"""Reports whose pictures are drawn while others are thought of become mails once that is done.

To draw takes half of what a report costs, and nothing else hangs on it. All that is drawn for the
readers of one turn is begun together, for what they are shown are mostly parts of one map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import groupby

from pbem.drawing import narrow
from pbem.drawing.png import with_fewer_colours
from pbem.drawing.render import Renderer
from pbem.engine.i18n import speaking
from pbem.engine.report import Report
from pbem.engine.scene import Scene
from pbem.mailer.outbound.compose import scenes_of
from pbem.mailer.outbound.contents import Addressing
from pbem.service.languages import catalogue

MAIL_OCTETS = 250_000
"""Of a report with all that comes with it, at the most."""
FEWER_COLOURS = (48, 32, 24)
"""Of each picture of a mail that would be larger, one step after the other."""

Pictures = dict[str, bytes]
"""PNGs by the names that :func:`~pbem.mailer.outbound.compose.report_mail` wants them by."""
Compose = Callable[[Pictures], bytes]
"""Makes a report's mail of its pictures, in the language that is being spoken."""


class UnwrittenReport:
    """A report on its way into the outbox: ``bytes()`` makes the mail of it, by `compose`, as soon
    as its pictures are there; where nobody has begun them (:func:`begin_drawing`) they are drawn
    then. Raises as the renderer and `compose` do."""

    def __init__(
        self, renderer: Renderer, report: Report, header: Addressing, compose: Compose
    ) -> None:
        self.scenes: dict[str, Scene] = scenes_of(report) if header.shows_pictures else {}
        self.scale = scale_of(report)
        self._renderer = renderer
        self._language = header.language
        self._compose = compose
        self._drawn: Callable[[], Pictures] | None = None
        self._mail: bytes | None = None

    def await_pictures(self, drawn: Callable[[], Pictures]) -> None:
        """They have been begun: `drawn` waits for them."""
        self._drawn = drawn

    def __bytes__(self) -> bytes:
        if self._mail is None:
            if self._drawn is None:
                begin_drawing(self._renderer, [self])
            assert self._drawn is not None
            with speaking(catalogue(self._language)):
                self._mail = _composed(self._compose, self._drawn())
            self.scenes, self._drawn = {}, None
        return self._mail


def _composed(compose: Compose, pictures: Pictures) -> bytes:
    """The mail; where it would be too large, with pictures of fewer colours."""
    mail = compose(pictures)
    for colours in FEWER_COLOURS:
        if len(mail) <= MAIL_OCTETS:
            break
        few = {name: with_fewer_colours(png, colours) for name, png in pictures.items()}
        mail = compose(few)
    return mail


def scale_of(report: Report) -> float | None:
    """Pixels for each of its scenes': fewer where a mail has other pictures for narrow screens
    beside them; None where the renderer's own will do."""
    has_parts = any(picture.narrow is not None for picture in report.pictures())
    return narrow.SCALE if has_parts else None


def drawn(renderer: Renderer, report: Report) -> Pictures:
    """All pictures of a report. Raises as the renderer does."""
    scenes = scenes_of(report)
    pngs = renderer.render([*scenes.values()], scale=scale_of(report))
    return dict(zip(scenes, pngs, strict=True))


def begin_drawing(renderer: Renderer, reports: Iterable[UnwrittenReport]) -> None:
    """Begin the pictures of several reports, those for screens of all kinds and those that are
    larger each together."""
    waiting = sorted(reports, key=lambda one: one.scale or 0.0)
    for scale, alike in groupby(waiting, key=lambda one: one.scale):
        _begin(renderer, [*alike], scale)


def _begin(renderer: Renderer, reports: Sequence[UnwrittenReport], scale: float | None) -> None:
    scenes = [scene for report in reports for scene in report.scenes.values()]
    drawn = cache(partial(renderer.render, scenes, scale=scale))
    first = 0
    for report in reports:
        report.await_pictures(_share(drawn, first, (*report.scenes,)))
        first += len(report.scenes)


def _share(
    drawn: Callable[[], list[bytes]], first: int, names: Sequence[str]
) -> Callable[[], Pictures]:
    """The pictures from the first of a report on, by their names."""
    return lambda: dict(zip(names, drawn()[first : first + len(names)], strict=True))
