"""Feeds of what has happened, for feed readers (Atom, RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree

from pbem.mailer.outbound.layout_text import printable

_ATOM = "http://www.w3.org/2005/Atom"


class Item(NamedTuple):
    """One thing that has happened. ``id`` names it within the site for good, ``link`` is where it
    is told, as seen from the feed."""

    id: str
    title: str
    text: str
    link: str
    moment: datetime


def feed(domain: str, name: str, title: str, items: Sequence[Item], since: datetime) -> bytes:
    """A feed, the newest item first; `name` and `domain` name it for good (RFC 4151), `since` is
    when there began to be something to tell."""
    ElementTree.register_namespace("", _ATOM)
    root = ElementTree.Element(f"{{{_ATOM}}}feed")

    def add(above: ElementTree.Element, tag: str, text: str = "", **attributes: str) -> None:
        element = ElementTree.SubElement(above, f"{{{_ATOM}}}{tag}", attributes)
        element.text = printable(text) or None

    def authority(moment: datetime, path: str) -> str:
        return f"tag:{domain},{moment.astimezone(UTC):%Y-%m-%d}:{path}"

    add(root, "id", authority(since, name))
    add(root, "title", title)
    add(root, "updated", _stamp(max([since, *(item.moment for item in items)])))
    add(root, "link", rel="self", href="feed.xml")
    add(root, "link", rel="alternate", href="index.html")
    author = ElementTree.SubElement(root, f"{{{_ATOM}}}author")
    add(author, "name", "pbem")
    for item in items:
        entry = ElementTree.SubElement(root, f"{{{_ATOM}}}entry")
        add(entry, "id", authority(since, item.id))
        add(entry, "title", item.title)
        add(entry, "updated", _stamp(item.moment))
        add(entry, "link", rel="alternate", href=item.link)
        add(entry, "summary", item.text or item.title)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
