"""The console: one HTML file in which a report is read and its orders are composed.

It knows no game, no server and no network. All that it shows stands in a report.json, which lies in
it or is opened with it; all that it does is to compose a mail. The file is put together here, of
a page, a style sheet and ES modules, and holds its sentences in every language that is given.

Nothing runs in it but its own script: the policy that it states has the script's SHA-256, and
allows no other, no style but its own, no picture, no connection.
"""

from __future__ import annotations

import base64
import gettext
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from rjsmin import jsmin

_HERE = files("pbem.console")
_BEGINS = "main"
_IMPORT = re.compile(
    r'^import (?:\* as )?(?P<taken>\w+|\{[^}]*\}) from "\./(?P<name>\w+)\.js";\n', re.M
)
_EXPORTED = re.compile(r"^export (?:async )?(?:class|const|function\*?) (\w+)", re.M)
_EXPORT = re.compile(r"^export ", re.M)
_SAID = re.compile(r"""\b_\(\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')""")
_ASIDE = re.compile(r"^ *(?:// .*|/\*\*[\s\S]*?\*/)?\n|^ +", re.M)
"""A comment on lines of its own, an empty line, what a line is indented by: they are for whoever
reads the sources, and no mail carries them. No text in them runs over several lines."""
_LOOSE = re.compile(r"(?<=[{};,:>])\s+|\s+(?=[{>])|;\s*(?=\})")
"""What may stand beside a mark in the style sheet, and says nothing there."""
_ALONE = re.compile(r"(?<!\w)\((\w+)\)=>")
"""A parameter that stands alone needs no brackets; behind a word they keep it apart."""
_STILL = re.compile(r"\{\{ _\('([^']*)'\) \}\}")


def page(catalogues: Mapping[str, gettext.NullTranslations], report: bytes = b"") -> bytes:
    """The file, with sentences from `catalogues` by the codes of their languages, and with the
    report.json in it that it opens with, if there is one."""
    script, style = _script(), _LOOSE.sub("", _text("style.css"))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    parts = {
        "policy": policy,
        "style": style,
        "script": script,
        "words": _inert(_words(catalogues)),
        "given": _inert(report.decode("utf-8")),
    }
    still = _STILL.sub(lambda found: str(_places()[found[1]]), _text("page.html"))
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], still).encode("utf-8")


@cache
def sentences() -> tuple[str, ...]:
    """All sentences that the page may say, in English."""
    texts = (_text("page.html"), *map(_module, _modules(_BEGINS)))
    return tuple(sorted({_sentence(said) for text in texts for said in _SAID.finditer(text)}))


def _sentence(said: re.Match[str]) -> str:
    """What is said at that place of the sources."""
    found: str = json.loads(f'"{said[1] or said[2]}"')
    return found


def _words(catalogues: Mapping[str, gettext.NullTranslations]) -> str:
    told = {
        code: [catalogue.gettext(one) for one in sentences()]
        for code, catalogue in catalogues.items()
    }
    return json.dumps({**told, "en": sentences()}, ensure_ascii=False, separators=(",", ":"))


@cache
def _places() -> Mapping[str, int]:
    """Where each sentence stands in a language's list: in the page its number stands for it."""
    return {sentence: place for place, sentence in enumerate(sentences())}


def _inert(data: str) -> str:
    """JSON within a script element, which no text of it can end (HTML, 4.12.1.3)."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


@cache
def _script() -> str:
    """All modules as one script, each behind those that it imports, in a scope of its own."""
    joined = "".join(map(_enclosed, _modules(_BEGINS)))
    small = _ALONE.sub(r"\1=>", jsmin(joined))
    return f'(() => {{\n"use strict";\n{small}\n}})();\n'


def _enclosed(name: str) -> str:
    """A module as the object of what it exports; what it imports is taken from such objects."""
    text = _SAID.sub(lambda said: f"_({_places()[_sentence(said)]}", _module(name))
    given = ", ".join(_EXPORTED.findall(text))
    text = _IMPORT.sub(r"const \g<taken> = from_\g<name>;\n", text)
    bare = _EXPORT.sub("", text)
    return f"const from_{name} = (() => {{\n{bare}return {{ {given} }};\n}})();\n"


def _modules(name: str, seen: set[str] | None = None) -> Iterator[str]:
    """A module's name, behind those of the modules that it needs."""
    seen = set() if seen is None else seen
    if name in seen:
        return
    seen.add(name)
    for found in _IMPORT.finditer(_module(name)):
        yield from _modules(found["name"], seen)
    yield name


def _module(name: str) -> str:
    return _text(f"js/{name}.js")


@cache
def _text(name: str) -> str:
    return _ASIDE.sub("", (_HERE / name).read_text(encoding="utf-8"))
