"""The console as a file: what it may do, how large it is, and that reports stay in their place."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files

import pytest

from pbem import console
from pbem.service.languages import catalogue, languages
from tests.console.browser import page

LARGEST = 120_000
"""Octets of the file without a report."""
SOURCES = [one for one in (files("pbem.console") / "js").iterdir() if one.name.endswith(".js")]


def policy() -> str:
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page().decode())
    assert found is not None
    return found[1]


def digest(tag: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", page().decode(), re.S)
    assert found is not None
    return base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()


def test_it_is_small() -> None:
    assert len(page()) < LARGEST


def test_nothing_may_run_or_load_but_its_own_script_and_style() -> None:
    assert policy().split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{digest('script')}'",
        f"style-src 'sha256-{digest('style')}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_it_names_nothing_elsewhere() -> None:
    names = set(re.findall(r"https?://[^\"'\s<)]*", page().decode()))
    assert names == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda one: one.name)
def test_no_text_is_ever_read_as_markup_or_script(source: object) -> None:
    text = source.read_text()  # type: ignore[attr-defined]
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in text
    assert "new Function" not in text
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b", text)


def test_a_report_stays_where_it_stands_whatever_it_says() -> None:
    hostile = '{"player": "</script><script>alert(1)</script><!--\\u2028"}'
    whole = page(hostile.encode()).decode()
    assert whole.count("</script>") == page().decode().count("</script>")
    assert "<script>alert" not in whole and "<!--" not in whole


@pytest.mark.parametrize("code", [one for one in languages() if one != "en"])
def test_every_sentence_has_its_translation(code: str) -> None:
    known = catalogue(code)
    same = {"Mail", "Table", "CONSOLE ON"}
    assert [s for s in console.sentences() if known.gettext(s) == s and s not in same] == []


def test_every_sentence_of_the_sources_is_known() -> None:
    said = {match for one in SOURCES for match in re.findall(r'_\("([^"]*)"', one.read_text())}
    assert said <= set(console.sentences())
    assert "Write this line" in said
