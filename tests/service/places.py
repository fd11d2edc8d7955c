"""Replies as mail programs build them, with orders typed in every place of them.

A reply is a list of pieces: what the program put there (its introduction, the quoted mail) and
what the player typed. A place says where he typed, a program how it writes the pieces.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Literal

from pbem.mailer.markers import frame_in

Whose = Literal["mine", "inside", "theirs", "head", "signature"]
"""mine: typed by itself; inside: typed within the quote, so that it is marked as that is."""


@dataclass(frozen=True)
class Piece:
    whose: Whose
    text: str


Pieces = list[Piece]
Place = Callable[[Sequence[str], Sequence[str]], Pieces]
"""From the orders and the lines of the mail that is answered to a reply."""
TEMPLATE_BEGIN, TEMPLATE_END = frame_in("en")
HEAD = Piece("head", "")


def _mine(lines: Sequence[str]) -> Pieces:
    return [Piece("mine", line) for line in lines]


def _inside(lines: Sequence[str]) -> Pieces:
    return [Piece("inside", line) for line in lines]


def _quoted(lines: Sequence[str]) -> Pieces:
    return [Piece("theirs", line) for line in lines]


def _at(lines: Sequence[str], marker: str) -> int:
    return lines.index(marker)


def above(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [*_mine([*orders, ""]), HEAD, *_quoted(report)]


def above_with_greeting(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    said = ["Hi,", "", *orders, "", "See you on 12 May at 8!", "Anna", ""]
    return [*_mine(said), HEAD, *_quoted(report)]


def below(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [HEAD, *_quoted(report), *_mine(["", *orders])]


def below_inside(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [HEAD, *_quoted(report), *_inside(orders)]


def between(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    middle = len(report) // 2
    return [HEAD, *_quoted(report[:middle]), *_mine(orders), *_quoted(report[middle:])]


def between_inside(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    middle = len(report) // 2
    return [HEAD, *_quoted(report[:middle]), *_inside(orders), *_quoted(report[middle:])]


def scattered(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    """One order above the quote, one between its lines, and so on."""
    third = len(report) // 3
    first, rest = list(orders[:1]), list(orders[1:])
    return [
        *_mine([*first, ""]),
        HEAD,
        *_quoted(report[:third]),
        *_inside(rest),
        *_quoted(report[third:]),
    ]


def in_the_template(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    end = _at(report, TEMPLATE_END)
    return [HEAD, *_quoted(report[:end]), *_mine(orders), *_quoted(report[end:])]


def in_the_template_inside(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    begin = _at(report, TEMPLATE_BEGIN) + 1
    return [HEAD, *_quoted(report[:begin]), *_inside(orders), *_quoted(report[begin:])]


def uncommented(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    """The template's own lines without their sign."""
    freed = {f"# {line}": line for line in orders}
    lines = [
        Piece("inside" if line in freed else "theirs", freed.get(line, line)) for line in report
    ]
    return [HEAD, *lines]


def head_cut(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    """The introduction and the first lines were cut away, the orders stand there."""
    return [*_mine([*orders, ""]), *_quoted(report[5:])]


def head_cut_below(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [*_quoted(report[5:]), *_mine(["", *orders])]


def under_the_head(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [HEAD, *_mine(["", *orders, ""]), *_quoted(report)]


def trimmed(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    """All but a few lines of the quote were cut away, the orders stand below."""
    return [HEAD, *_quoted(report[:6]), *_mine(["", *orders])]


def in_place_of_the_quote(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [HEAD, *_mine(["", *orders])]


def alone(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return _mine(orders)


def in_a_list(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    return [*_mine([*(f"- {line}" for line in orders), ""]), HEAD, *_quoted(report)]


def numbered(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    lines = [f"{number}. {line}" for number, line in enumerate(orders, start=1)]
    return [HEAD, *_quoted(report), *_mine(["", *lines])]


def above_a_signature(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    signature = [Piece("signature", line) for line in ("-- ", "Anna Muster", "Tel. 0171 2345678")]
    return [*_mine([*orders, ""]), *signature, HEAD, *_quoted(report)]


TAKEN: Mapping[str, Place] = {
    place.__name__: place
    for place in (
        above,
        above_with_greeting,
        below,
        below_inside,
        between,
        between_inside,
        scattered,
        in_the_template,
        in_the_template_inside,
        uncommented,
        head_cut,
        head_cut_below,
        under_the_head,
        trimmed,
        alone,
        in_a_list,
        numbered,
        above_a_signature,
    )
}
"""Where orders count."""


def below_a_signature(orders: Sequence[str], report: Sequence[str]) -> Pieces:
    signature = [Piece("signature", line) for line in ("-- ", "Anna Muster")]
    return [*_mine(["Hello!", ""]), *signature, *_mine(orders), HEAD, *_quoted(report)]


# How programs write it ------------------------------------------------------------------

Program = Callable[[Pieces, EmailMessage, EmailMessage], None]
"""Fills in a reply to a mail."""


def _sender(report: EmailMessage) -> str:
    return str(report["From"])


def _wrote(report: EmailMessage) -> list[str]:
    return [f"On Mon, 2 Mar 2026 at 12:00, {_sender(report)} wrote:", ""]


def _block(report: EmailMessage) -> list[str]:
    return [
        f"From: {_sender(report)}",
        "Sent: Monday, March 2, 2026 12:00 PM",
        f"To: {report['To']}",
        f"Subject: {report['Subject']}",
        "",
    ]


def _outlook(report: EmailMessage) -> list[str]:
    return ["_" * 32, *_block(report)]


def _samsung(report: EmailMessage) -> list[str]:
    said = f"From: {_sender(report)} \nDate: 02/03/2026  12:00  (GMT+01:00) \nTo: Anna \nSubject: x"
    return ["-------- Original message --------", *said.split("\n"), ""]


def _zoho(report: EmailMessage) -> list[str]:
    return [f"---- On Mon, 02 Mar 2026 12:00:00 +0000 {_sender(report)} wrote ----", ""]


def _snail(report: EmailMessage) -> list[str]:
    return [f"{_sender(report)} wrote:", ""]


def _forwarded(report: EmailMessage) -> list[str]:
    return ["Begin forwarded message:", "", *_block(report)]


def _unheard_of(report: EmailMessage) -> list[str]:
    return [f"Um Qildag, 2. Kup 2026 um 12:00:00 het {_sender(report)} dos gesch:", ""]


def plainly(head: Callable[[EmailMessage], list[str]], mark: str) -> Program:
    """A program that writes plain text; it marks each quoted line, or none."""

    def write(pieces: Pieces, report: EmailMessage, reply: EmailMessage) -> None:
        lines: list[str] = []
        for piece in pieces:
            if piece.whose == "head":
                lines += head(report)
            elif piece.whose in ("theirs", "inside"):
                lines.append((mark + piece.text).rstrip())
            else:
                lines.append(piece.text)
        reply.set_content("\n".join(lines) + "\n")

    return write


def _shown(pieces: Pieces, report: EmailMessage, opens: str, closes: str) -> str:
    """The pieces as HTML, with what a program puts before and behind each stretch of the quote."""
    out: list[str] = []
    quoting = False
    for piece in pieces:
        theirs = piece.whose in ("theirs", "inside")
        if theirs != quoting:
            out.append(opens if theirs else closes)
            quoting = theirs
        if piece.whose == "head":
            said = html.escape(_wrote(report)[0])
            out.append(f'<div dir="ltr" class="gmail_attr">{said}<br></div>')
        else:
            out.append(f"<div>{html.escape(piece.text) or '<br>'}</div>")
    return "".join(out) + (closes if quoting else "")


def in_html(opens: str, closes: str) -> Program:
    """A program that writes HTML alone."""

    def write(pieces: Pieces, report: EmailMessage, reply: EmailMessage) -> None:
        reply.set_content(
            f"<html><body>{_shown(pieces, report, opens, closes)}</body></html>", "html"
        )

    return write


def in_both(opens: str, closes: str) -> Program:
    """A program that writes plain text, marked, and HTML."""

    def write(pieces: Pieces, report: EmailMessage, reply: EmailMessage) -> None:
        plainly(_wrote, "> ")(pieces, report, reply)
        shown = _shown(pieces, report, opens, closes)
        reply.add_alternative(f"<html><body>{shown}</body></html>", "html")

    return write


def outlook_html(pieces: Pieces, report: EmailMessage, reply: EmailMessage) -> None:
    """Nothing marks the quote, but what stands above it."""
    block = "<br>".join(f"<b>{html.escape(line)}</b>" for line in _block(report))
    out = [
        f'<div id="divRplyFwdMsg">{block}</div>'
        if piece.whose == "head"
        else f"<p>{html.escape(piece.text) or '&nbsp;'}</p>"
        for piece in pieces
    ]
    reply.set_content(f"<html><body>{''.join(out)}</body></html>", "html")


_GMAIL = '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">', "</blockquote>"
_CITED = '<blockquote type="cite">', "</blockquote>"

PROGRAMS: Mapping[str, Program] = {
    "marked": plainly(_wrote, "> "),
    "marked twice over": plainly(_wrote, ">> "),
    "outlook": plainly(_outlook, ""),
    "samsung": plainly(_samsung, ""),
    "zoho": plainly(_zoho, ""),
    "tab": plainly(_snail, "\t"),
    "four blanks": plainly(_snail, "    "),
    "nothing": plainly(_snail, ""),
    "bar": plainly(_snail, "| "),
    "forwarded": plainly(_forwarded, ""),
    "unheard of": plainly(_unheard_of, ""),
    "gmail": in_both(*_GMAIL),
    "gmail html": in_html(*_GMAIL),
    "apple": in_html(*_CITED),
    "thunderbird": in_both(*_CITED),
    "outlook html": outlook_html,
}
