"""The documents of the repository, taken apart for the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_TARGET = re.compile(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"')
_HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]+)">')
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_UNSAID = re.compile(r"[^\w\- ]")
_NAMED = re.compile(r"# (\S+\.(?:py|toml))\n")


@dataclass(frozen=True)
class Document:
    """One Markdown file."""

    path: Path

    def __str__(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def prose(self) -> str:
        """The text without its fenced blocks."""
        return _FENCE.sub("", self.text)

    def blocks(self, language: str) -> list[str]:
        """The fenced blocks marked as `language`."""
        return [body for found, body in _FENCE.findall(self.text) if found == language]

    def files(self) -> dict[str, str]:
        """The blocks that are whole files: those that name themselves in their first line."""
        named = ((_NAMED.match(body), body) for _language, body in _FENCE.findall(self.text))
        return {name[1]: body[name.end() :] for name, body in named if name}

    def spans(self) -> list[str]:
        """What stands between single backticks."""
        return _SPAN.findall(self.prose)

    def targets(self) -> list[str]:
        """Where its links and pictures point."""
        prose = _SPAN.sub("", self.prose)
        return [one or other for one, other in _TARGET.findall(prose)]

    def anchors(self) -> set[str]:
        """What can be linked to in it: headings, as GitHub names them, and ids."""
        headings = (_slug(heading) for _level, heading in _HEADING.findall(self.prose))
        return {*headings, *_ANCHOR.findall(self.prose)}

    def table(self, heading: str) -> dict[str, tuple[str, str]]:
        """The table of keys below a heading: key to (default, meaning)."""
        _before, found, rest = self.text.partition(f" {heading}\n")
        assert found, f"{self}: there is no heading {heading!r}"
        section = re.split(r"^#", rest, maxsplit=1, flags=re.MULTILINE)[0]
        rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| (.*?) ?\|$", section, re.MULTILINE)
        return {key: (default.strip("`"), meaning) for key, default, meaning in rows}


def _slug(heading: str) -> str:
    words = _LINK.sub(r"\1", heading).replace("`", "").strip().lower()
    return _UNSAID.sub("", words).replace(" ", "-")


def documents() -> Iterator[Document]:
    """All of them."""
    found = (ROOT.glob(where) for where in ("*.md", "docs/**/*.md", "pbem/rulesets/*/*.md"))
    yield from map(Document, sorted(path for paths in found for path in paths))


def document(path: str) -> Document:
    return Document(ROOT / path)
