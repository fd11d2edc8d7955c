"""Mail programs: how each of them quotes what it answers, below what its owner writes."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from typing import Any, Self


@dataclass(frozen=True)
class Letter:
    """A mail as the program of whoever got it holds it."""

    message: EmailMessage
    text: str
    html: str
    pictures: tuple[bytes, ...]

    @classmethod
    def read(cls, raw: bytes) -> Self:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        parts = [p for p in message.walk() if p.get_content_type() == "image/png"]
        return cls(
            message=message,
            text=_content(message, "plain"),
            html=_content(message, "html"),
            pictures=tuple(part.get_content() for part in parts),
        )

    @property
    def attribution(self) -> str:
        return f"On Mon, 2 Mar 2026 at 12:00, {self.message['From']} wrote:"


def _content(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    content: Any = body.get_content() if body is not None else ""
    return str(content)


Program = Callable[[EmailMessage, Letter, Sequence[str]], None]
"""Writes lines into a mail, and the letter that they answer below them."""


def answer(
    letter: Letter, lines: Sequence[str], *, sender: str, message_id: str, write: Program
) -> bytes:
    """A reply to a letter."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = sender
    message["To"] = str(letter.message["Reply-To"])
    message["Subject"] = f"Re: {letter.message['Subject']}"
    message["Date"] = "Mon, 02 Mar 2026 12:00:00 +0000"
    message["Message-ID"] = message_id
    message["In-Reply-To"] = str(letter.message["Message-ID"])
    message["References"] = str(letter.message["Message-ID"])
    write(message, letter, lines)
    return message.as_bytes()


def _plain_body(letter: Letter, lines: Sequence[str]) -> str:
    quoted = [f"> {line}".rstrip() for line in letter.text.splitlines()]
    return "\n".join([*lines, "", letter.attribution, *quoted]) + "\n"


def _html_body(letter: Letter, lines: Sequence[str]) -> str:
    said = "".join(f'<div dir="ltr">{escape(line)}</div>' for line in lines)
    page = letter.html
    body = page.find("<body")
    inner = page[body : page.index("</body>")].partition(">")[2] if body >= 0 else page
    return (
        f'<div dir="ltr">{said}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(letter.attribution)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{inner}</blockquote></div>'
    )


def mutt(message: EmailMessage, letter: Letter, lines: Sequence[str]) -> None:
    """Plain text alone."""
    message.set_content(_plain_body(letter, lines))


def gmail(message: EmailMessage, letter: Letter, lines: Sequence[str]) -> None:
    """Text and HTML, the letter quoted in both."""
    message.set_content(_plain_body(letter, lines), cte="quoted-printable")
    message.add_alternative(_html_body(letter, lines), subtype="html", cte="quoted-printable")


def apple_mail(message: EmailMessage, letter: Letter, lines: Sequence[str]) -> None:
    """As Gmail, and the letter's pictures sent back within the quote."""
    gmail(message, letter, lines)
    page = message.get_payload(1)
    assert isinstance(page, EmailMessage)
    for number, picture in enumerate(letter.pictures):
        page.add_related(picture, "image", "png", cid=f"<picture{number}@players.example>")


def telephone(message: EmailMessage, letter: Letter, lines: Sequence[str]) -> None:
    """HTML alone, with a signature above the quote."""
    signed = [*lines, "", "Sent from my phone"]
    message.set_content(_html_body(letter, signed), subtype="html", cte="quoted-printable")


PROGRAMS: tuple[Program, ...] = (mutt, gmail, gmail, apple_mail)
"""In the shares in which they come."""
