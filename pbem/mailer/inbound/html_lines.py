"""HTML mail as lines of text with how deep they are quoted.

Quotes are known by the tags of the clients that write them; their text is kept,
one level deeper. What a reader would not see is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from pbem.mailer.inbound.cleaning import clean
from pbem.mailer.inbound.lines import (
    LONGEST_LINE,
    MOST_CHARACTERS,
    MOST_LINES,
    BodyLine,
    Mark,
    TooLong,
    bounded,
    unquote,
)

# fmt: off
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "legend", "li",
    "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody",
    "tfoot", "thead", "tr", "ul",
))
_UNSEEN = frozenset((
    "applet", "audio", "canvas", "head", "iframe", "link", "math", "meta", "noscript",
    "object", "option", "script", "select", "style", "svg", "template", "textarea", "title",
    "video", "xml",
))
# fmt: on
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|max-height:0(?:px)?(?:;|!|$)|opacity:0(?:;|!|$)"
)
_TAG = re.compile(
    r"""<([a-zA-Z][^\s/>]{0,40}+)(?:[\s/]++|=?[^\s/>=]++(?:\s*+=\s*+"""
    r"""(?:"[^"]*+"?|'[^']*+'?|[^\s>"'][^\s>]*+)?)?)*+"""
)
"""A tag up to its end (HTML, 13.2.5): what stands in quotes does not end it."""
_WORDS_OF_TAG = re.compile(r"[\s/\"'=]+")
_LONGEST_TAG = 4096
"""Longer ones hold pictures; no style or class of a real mail comes near."""
_MOST_WORDS_OF_TAG = 500
"""The parser compares each attribute with all before it, which must not be many."""
_DOCUMENT_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
"""Documents within documents, and text behind the end, are common; a parser would stop there."""
_BLANKS = re.compile(r"[ \t\r\n\f]{2,}|[\t\r\n\f]")
_PREFIXES = re.compile(r"^(?:yiv\d+|x_|m_-?\d+)+")
"""What web mailers put before the classes and ids of a mail that they show."""
_KEPT_SPACE = re.compile(r"white-space:(pre|break-spaces)")
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?:[^;]{0,60}line-through")
_STRUCK = frozenset(("s", "strike", "del"))
_LONGEST_STYLE = 2000
_INDENT = re.compile(r"border(?:-left)?:(?:none|0)")
_LEFT_OUT = "[...]"
"""What stands for a quote of which nothing is read."""

_WRAPPERS = re.compile(
    r"gmail_quote(?:_container)?|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote|moz-forward-container"
    r"|zmail_extra|ms-outlook-mobile-reference-message|mail-editor-reference-message-container|aol_quoted|aolreplacedbody"
    r"|ntes-mailmaster-quote|mailru-blockquote|mail-quote-collapse|quoted-content|hcontent|mail_quote|ox-quote"
)
"""Classes and ids of what holds a quote; a blockquote within makes the level, if there is one."""
_REST = re.compile(
    r"appendonsend|divrplyfwdmsg|stopspelling|outlookmessageheader|isforwardcontent|isreplycontent"
)
"""Classes and ids behind which all that follows is quoted (Outlook)."""
_ATTRIBUTION = re.compile(
    r"moz-cite-prefix|gmail_attr|outlookmessageheader|divrplyfwdmsg|quote-header|moz-email-headers-table"
    r"|protonmail_quote_header|quoteheader"
)
_SIGNATURE = re.compile(
    r"gmail_signature(?:_prefix)?|moz-signature|protonmail_signature_block(?:-user|-proton)?|ms-outlook-mobile-signature"
    r"|applemailsignature|applesignature|signature|k9mail-signature|tutanota_signature"
)


class _Element(NamedTuple):
    """What an element does to the text in it, by its tag and attributes alone.

    ``wraps``: it holds a quote, unless one of its own stands among the first elements inside.
    """

    unseen: bool = False
    ends_line: bool = False
    is_block: bool = False
    is_cell: bool = False
    begins_rest: bool = False
    quotes: bool = False
    wraps: bool = False
    mark: Mark | None = None
    pre: bool = False
    struck: bool = False


class _Frame(NamedTuple):
    """An open element: what has to be undone when it closes."""

    is_block: bool
    quotes: bool
    rest: int
    mark: Mark
    pre: bool
    struck: bool


@dataclass
class _Writer:
    """Gathers pieces of text into lines; the state that elements set and restore."""

    lines: list[BodyLine] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    depth: int = 0
    rest: int = 0
    rest_at: int = -1
    mark: Mark = "text"
    pre: bool = False
    struck: bool = False
    crossed: list[str] = field(default_factory=list)
    """What is crossed out of the line that is being written."""
    length: int = 0
    known: int = 0
    """The length up to which quotes are left out."""

    def text(self, text: str) -> None:
        self.length += len(text)
        if self.length > MOST_CHARACTERS:
            raise TooLong(f"more than {MOST_CHARACTERS} characters")
        written = self.crossed if self.struck else self.pieces
        written.append(text if self.pre else _BLANKS.sub(" ", text))

    def close_line(self, *, keep_empty: bool = False) -> None:
        """End the line that is being written; an empty one counts only where `keep_empty`."""
        if self.crossed and not "".join(self.pieces).strip():
            self._write("".join(self.crossed), "struck")
            self.pieces.clear()
            keep_empty = False
        self.crossed.clear()
        if not self.pieces and not keep_empty:
            return
        joined = "".join(self.pieces)
        self.pieces.clear()
        self._write(joined, self.mark, keep_empty=keep_empty)

    def _write(self, joined: str, mark: Mark, *, keep_empty: bool = False) -> None:
        written = [line.strip(" ") for line in joined.replace("\r\n", "\n").split("\n")]
        if not keep_empty and written == [""]:
            return
        for line in written:
            for part in clean(line).split("\n"):
                deeper, text = unquote(part)
                at = self.depth + self.rest + deeper
                self.lines.append(BodyLine(text.strip()[:LONGEST_LINE], at, mark))
        if len(self.lines) > 2 * MOST_LINES:  # empty ones are squeezed out in the end
            raise TooLong(f"more than {MOST_LINES} lines")

    def begin_rest(self) -> None:
        """From here on all is quoted; two marks with nothing between are one."""
        self.close_line()
        seen = (
            sum(1 for line in self.lines[self.rest_at :] if line.text) if self.rest_at >= 0 else 1
        )
        if self.rest_at < 0 or seen:
            self.rest += 1
        self.rest_at = len(self.lines)


def html_lines(source: str, *, known: int = 0) -> tuple[BodyLine, ...]:
    """The lines of an HTML mail as its reader sees them. Raises :class:`TooLong`.

    Of the first quotes, which are `known` by so many characters in all, a line says that they are
    left out.
    """
    root = _parse(source)
    if root is None:
        return ()
    writer = _Writer(known=known)
    frames: list[_Frame] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start":
            element = _element(node.tag, tuple(node.items()))
            frame = _open(writer, node, element)
            if element.unseen or (frame.quotes and _leaves_out(writer, node)):
                walk.skip_subtree()
            elif node.text and not element.ends_line:
                writer.text(node.text)
            frames.append(frame)
        else:
            if event == "end":
                _close(writer, frames.pop())
            if node is not root and (tail := node.tail):
                writer.text(tail)
    writer.close_line()
    return bounded(_squeezed(writer.lines))


def _parse(source: str) -> etree._Element | None:
    source = _TAG.sub(_bounded_tag, _DOCUMENT_END.sub("", source.replace("\x00", "")))
    data = source.encode("utf-8", "replace")
    if not data.strip():
        return None
    parser = etree.HTMLParser(encoding="utf-8", recover=True, no_network=True, collect_ids=False)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _bounded_tag(found: re.Match[str]) -> str:
    """A tag as it stands, or its bare name where it is too long or has too many attributes."""
    tag = found[0]
    if len(tag) <= _MOST_WORDS_OF_TAG:
        return tag
    if len(tag) > _LONGEST_TAG or len(_WORDS_OF_TAG.findall(tag)) > _MOST_WORDS_OF_TAG:
        return f"<{found[1]} "
    return tag


class _Style(NamedTuple):
    """What a style attribute means for the text."""

    hides: bool
    keeps_space: bool
    strikes: bool


@lru_cache(maxsize=512)
def _style(style: str) -> _Style:
    """The meaning of a style attribute; a mail repeats a few of them hundreds of times."""
    bare = re.sub(r"\s+", "", style.lower())
    return _Style(
        _HIDDEN_STYLE.search(bare) is not None,
        _KEPT_SPACE.search(bare[:500]) is not None,
        _STRUCK_STYLE.search(bare) is not None,
    )


@lru_cache(maxsize=1024)
def _element(tag: str, attributes: tuple[tuple[str, str], ...]) -> _Element:
    """What an element does; a mail repeats a few of them hundreds of times."""
    if not attributes:
        return _Element(
            unseen=tag in _UNSEEN,
            ends_line=tag == "br",
            is_block=tag in _BLOCKS,
            is_cell=tag in ("td", "th"),
            quotes=tag in ("blockquote", "includetail"),
            pre=tag == "pre",
            struck=tag in _STRUCK,
        )
    given = dict(attributes)
    names = _names(tag, given)
    style = _style(given.get("style", "")[:_LONGEST_STYLE])
    return _element(tag, ())._replace(
        unseen=tag in _UNSEEN or "hidden" in given or style.hides,
        begins_rest=any(_REST.fullmatch(name) for name in names),
        quotes=tag == "includetail" or (tag == "blockquote" and _is_quote(given, names)),
        wraps=tag not in ("blockquote", "includetail") and _wraps(names),
        mark=_mark(names),
        pre=tag == "pre" or style.keeps_space,
        struck=tag in _STRUCK or style.strikes,
    )


def _open(writer: _Writer, node: etree._Element, element: _Element) -> _Frame:
    """Begin an element; one that is unseen is skipped, and leaves all as it was."""
    quotes = element.quotes or (element.wraps and not _holds_quote(node))
    frame = _Frame(element.is_block, quotes, writer.rest, writer.mark, writer.pre, writer.struck)
    if element.unseen:
        return frame._replace(quotes=False)
    if element.ends_line:
        writer.close_line(keep_empty=True)
        return frame._replace(quotes=False)
    if element.is_block:
        writer.close_line()
    elif element.is_cell:
        writer.text(" ")
    if element.begins_rest:
        writer.begin_rest()
    if quotes:
        writer.close_line()
        writer.depth += 1
    if element.mark is not None:
        writer.close_line()
        writer.mark = element.mark
    writer.pre = writer.pre or element.pre
    writer.struck = writer.struck or element.struck
    return frame


def _leaves_out(writer: _Writer, node: etree._Element) -> bool:
    """Write down that a quote is here, where it need not be read."""
    length = len(" ".join(node.xpath("string()").split())) if writer.known else 0
    if length >= writer.known:
        writer.known = 0  # what is longer than it should be is read to its end
        return False
    writer.known -= length
    writer.text(_LEFT_OUT)
    return True


def _close(writer: _Writer, frame: _Frame) -> None:
    if frame.is_block or frame.quotes or writer.mark != frame.mark:
        writer.close_line()
    if frame.quotes:
        writer.depth -= 1
        writer.rest = frame.rest
    writer.mark = frame.mark
    writer.pre = frame.pre
    writer.struck = frame.struck


def _names(tag: str, given: Mapping[str, str]) -> list[str]:
    """Classes, id and name of an element, in lower case."""
    names = f"{given.get('class', '')} {given.get('id', '')}"[:500].lower().split()
    if tag == "div" and given.get("name", "").lower() == "quote":
        names.append("quoted-content")
    return [_PREFIXES.sub("", name, 1) if name[0] in "yxm" else name for name in names]


def _mark(names: Sequence[str]) -> Mark | None:
    """What a client's own names call the text of an element."""
    if any(_ATTRIBUTION.fullmatch(name) for name in names):
        return "attribution"
    return "signature" if any(_SIGNATURE.fullmatch(name) for name in names) else None


def _is_quote(given: Mapping[str, str], names: Sequence[str]) -> bool:
    """Whether a blockquote is one, and not what indents."""
    cited = given.get("type", "").lower() == "cite" or "cite" in given
    style = re.sub(r"\s+", "", given.get("style", "")[:500].lower())
    return cited or bool(names) or not _INDENT.search(style)


def _wraps(names: Sequence[str]) -> bool:
    return any(_WRAPPERS.fullmatch(name) or name.startswith("yahoo_quoted") for name in names)


def _holds_quote(node: etree._Element) -> bool:
    """Whether a quote of its own is among the first elements inside."""
    for count, inner in enumerate(node.iterdescendants()):
        if inner.tag == "blockquote" or (count and _is_wrapper(inner)):
            return True
        if count > 400:
            return False
    return False


def _is_wrapper(node: etree._Element) -> bool:
    if not isinstance(node.tag, str):
        return False
    return any(_WRAPPERS.fullmatch(name) for name in _names(node.tag, dict(node.items())))


def _squeezed(lines: list[BodyLine]) -> list[BodyLine]:
    """Without runs of empty lines, which markup makes by the dozen."""
    kept: list[BodyLine] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return kept
