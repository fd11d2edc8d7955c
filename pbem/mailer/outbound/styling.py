"""A style sheet written into the elements of a page, as mail programs need it.

css-inline reads the whole page for that, which takes as long as the rest of a
receipt. Where every selector is a plain one (``p``, ``.box``), an element's style
depends on its own tag alone: the tags met are kept with their styles, and a page
of known tags has them put in place without being read.
"""

from __future__ import annotations

import re

import css_inline

_TAG = re.compile(r"<[a-z][a-z0-9]*(?: [^<>]*)?>")
_STYLE = re.compile(r' style="[^"<>]*"')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_OF_ONE_PAGE = re.compile(r' (href|srcset|src|alt)="([^"]*)"')
"""Attributes whose values differ from page to page, and that no plain selector asks for."""
_MOST_TAGS = 1000


class Styles:
    """The rules of one style sheet, less its at-rules, for the pages of one set of templates."""

    def __init__(self, rules: str) -> None:
        self._inliner = css_inline.CSSInliner(
            load_remote_stylesheets=False, minify_css=True, extra_css=rules
        )
        self._by_tag = is_plain(rules)
        self._known: dict[str, str] = {}

    def inline(self, page: str) -> str:
        """The page with every style in its place. Raises :class:`css_inline.InlineError`."""
        try:
            return self._dressed(page)
        except KeyError:
            if self._by_tag:
                bare = _bare(page)
                self._learn(_TAG.findall(bare), _TAG.findall(self._inliner.inline(bare)))
        try:
            # The same page must look the same the first time as ever after, to the byte.
            return self._dressed(page)
        except KeyError:
            return self._inliner.inline(page)

    def _dressed(self, page: str) -> str:
        """The page with the styles of tags met before. Raises KeyError where one is new."""
        return _TAG.sub(lambda tag: self._dress(tag[0]), page)

    def _dress(self, tag: str) -> str:
        values = dict(_OF_ONE_PAGE.findall(tag))
        if not values:
            return self._known[tag]
        return _OF_ONE_PAGE.sub(
            lambda found: f' {found[1]}="{values[found[1]]}"', self._known[_bare(tag)]
        )

    def _learn(self, tags: list[str], styled: list[str]) -> None:
        """Keep the tags that came out as they were but for their style and order."""
        if len(tags) != len(styled):
            return
        for tag, dressed in zip(tags, styled, strict=True):
            lasting = len(self._known) < _MOST_TAGS
            if lasting and _words(tag) == _words(_STYLE.sub("", dressed)):
                self._known[tag] = dressed


def _bare(page: str) -> str:
    """Without what is of one page alone, and could come out as another text of the same sense."""
    return _OF_ONE_PAGE.sub(r' \1=""', page)


def _words(tag: str) -> list[str]:
    return sorted(tag[1:-1].split(" "))


def is_plain(rules: str) -> bool:
    """Whether all selectors name a tag, a class or an id, and nothing around it."""
    selectors = re.findall(r"([^{}]*)\{[^{}]*\}", _COMMENT.sub("", rules))
    parts = [part.strip() for selector in selectors for part in selector.split(",")]
    return all(re.fullmatch(r"[\w.#-]+", part) for part in parts)
