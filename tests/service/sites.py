"""For tests of the public pages: a site as it lies in a folder, and what stands in it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pbem.service.publishing.site import Published, publish
from tests.service.world import World


def folder_of(world: World) -> Path:
    return world.context.base / "pages"


def published(world: World, language: str = "", *, anew: bool = False) -> Published:
    """Bring the site up to date; nothing fails."""
    done = publish(world.context, folder_of(world), language, anew=anew)
    assert done.failed == {}
    return done


def files(folder: Path) -> Mapping[str, bytes]:
    """All that pages lead to, by path."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    named = {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    return {name: data for name, data in named.items() if not name.startswith(".")}


def whole(folder: Path) -> bytes:
    """Every octet that somebody could read there, archives unpacked, the journal too."""
    found = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]
    for data in tuple(found):
        if zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as zipped:
                found += map(zipped.read, zipped.namelist())
    return b"\n".join(found)


def text(folder: Path, path: str) -> str:
    """A page as one line of words."""
    return " ".join((folder / path).read_text("utf-8").split())


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def dead_links(folder: Path) -> list[str]:
    """What pages refer to, in the site, and is not there."""
    dead = []
    for page in folder.rglob("*.html"):
        links = _Links()
        links.feed(page.read_text("utf-8"))
        for link in links.found:
            parts = urlsplit(link)
            target = page.parent / unquote(parts.path)
            if parts.path and not parts.scheme and not target.is_file():
                dead.append(f"{page.relative_to(folder)}: {link}")
    return dead
