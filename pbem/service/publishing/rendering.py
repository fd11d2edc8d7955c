"""Pages of HTML, made of the templates in templates/pages/, and the files that all of them need."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import jinja2

from pbem import __version__
from pbem.drawing import fonts
from pbem.drawing.svg import to_svg
from pbem.engine.scene import Scene
from pbem.mailer.outbound.contents import Figure
from pbem.mailer.outbound.layout_html import mailto
from pbem.mailer.outbound.templating import (
    TemplateProblem,
    environment,
    packaged_folder,
    place_of,
)

PAGES = "pages"
NAMES = ("base", "fame", "game", "index", "parts", "rules", "turn")
STYLE, PLAYER = "style.css", "player.js"
_FAMILIES = f"{fonts.FAMILY}, Verdana, Geneva, sans-serif"
"""Readers may not have the typeface of our pictures: others of the same widths, then any."""


class Pages:
    """The templates of pages, from a folder of one's own (or None) and those that come with pbem.
    ``frame`` is what stands around every page. Raises :class:`TemplateProblem`."""

    def __init__(self, folder: Path | None, frame: Mapping[str, Any]) -> None:
        self._environment = environment(folder)
        self._environment.globals["mailto"] = partial(mailto, lines=())
        self._frame = dict(frame)
        self._folders = [one for one in (folder, packaged_folder()) if one is not None]
        self.stamp = self._made_of()

    def check(self) -> None:
        """Compile all templates. Raises :class:`TemplateProblem`."""
        for name in NAMES:
            self._template(name)

    def page(self, path: str, name: str, /, **values: Any) -> bytes:
        """A page as it stands at `path` in the folder. Raises :class:`TemplateProblem`."""
        root = "../" * path.count("/")
        template = self._template(name)
        try:
            shown = template.render({**self._frame, **values, "root": root, "here": path})
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise TemplateProblem(f"{place_of(error) or name}: {error}") from error
        return shown.encode("utf-8", "replace")

    def _template(self, name: str) -> jinja2.Template:
        try:
            return self._environment.get_template(f"{PAGES}/{name}.html.j2")
        except jinja2.TemplateSyntaxError as error:
            where = f"{error.filename or error.name}, line {error.lineno}"
            raise TemplateProblem(f"{where}: {error.message}") from error

    def file(self, name: str) -> bytes:
        """A file that pages refer to, as it is."""
        found = (folder / PAGES / name for folder in self._folders)
        return next(path.read_bytes() for path in found if path.is_file())

    def _made_of(self) -> str:
        """What pages hang on beside what they tell: another where they would look otherwise."""
        made = hashlib.sha256(repr((__version__, sorted(self._frame.items()))).encode())
        for folder in self._folders:
            for path in sorted([*folder.glob("*.j2"), *folder.glob(f"{PAGES}/*")]):
                if path.is_file():
                    made.update(path.name.encode() + path.read_bytes())
        return made.hexdigest()


def beside(figure: Figure, *, narrow: bool = False) -> str:
    """Where a page has a figure from that lies beside it; empty where there is none for narrow
    screens."""
    file = figure.narrow if narrow else figure.file
    return "" if file is None else file.name


def stamp_of(*parts: object) -> str:
    """What a part is made of, in short."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def drawn(scene: Scene) -> bytes:
    """A scene as a file that a page shows. Raises DrawingError."""
    named = f'font-family="{fonts.FAMILY}"'
    return to_svg(scene).replace(named, f'font-family="{_FAMILIES}"', 1).encode()
