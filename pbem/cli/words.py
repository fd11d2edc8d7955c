"""Times, spans and values as the command line says them."""

from __future__ import annotations

import shutil
import sys
import textwrap
from datetime import datetime

import click
import msgspec

from pbem.service.context import LookingContext


def when(context: LookingContext, moment: datetime | None) -> str:
    """A moment in the service's zone, such as "Tue 3 Mar 2026 20:00 CET"; "" for none."""
    if moment is None:
        return ""
    local = context.local(moment, "")
    return f"{local:%a} {local.day} {local:%b %Y %H:%M %Z}"


def span(seconds: int) -> str:
    """How long, in its two largest units: "1 d 23 h"."""
    parts: list[str] = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count or (unit == "s" and not parts):
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2])


def count(number: int, noun: str) -> str:
    """So many of something: "1 seat", "3 seats"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def size(octets: int) -> str:
    """How large, in its largest unit: "840 B", "12.3 kB", "4.0 MB"."""
    for unit, octets_in_it in (("MB", 1_000_000), ("kB", 1_000)):
        if octets >= octets_in_it:
            return f"{octets / octets_in_it:.1f} {unit}"
    return f"{octets} B"


def plain(text: str) -> str:
    """Text that somebody sent, harmless for a terminal: no escapes, no control characters."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def wrapped(text: str, width: int, *, first: str = "", further: str = "  ") -> str:
    """Text in lines of so many columns, broken between words; `first` stands before the first
    line, `further` before all others."""
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def say(text: str) -> None:
    """Print a line; in a terminal it is broken between words, and goes on indented."""
    if sys.stdout.isatty():
        text = wrapped(text, shutil.get_terminal_size().columns)
    click.echo(text)


def print_json(value: object) -> None:
    """Print a value as JSON, for programs."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
