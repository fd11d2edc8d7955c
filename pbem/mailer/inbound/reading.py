"""A raw mail as a :class:`Letter`: who wrote it, and its text in lines.

Headers, boundaries, transfer encodings and charsets: every one of them may lie.
Nothing but :class:`UnreadableMail` is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pbem.engine.i18n import _
from pbem.mailer.errors import MailError
from pbem.mailer.inbound.decoding import decode
from pbem.mailer.inbound.guard import is_bomb
from pbem.mailer.inbound.head import Fields, addresses, message_ids, read_fields
from pbem.mailer.inbound.html_lines import html_lines
from pbem.mailer.inbound.lines import MOST_LINES, BodyLine, TooLong, plain_lines
from pbem.mailer.inbound.parts import Part, part_of
from pbem.mailer.inbound.texts import NO_TEXT, Text, text_of
from pbem.mailer.inbound.wordless import marks_of

Origin = Literal["plain", "html", "none"]

_RECIPIENTS = (
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "resent-to",
)
_MOST_RECIPIENTS = 100
_MOST_ATTACHMENTS = 10
_MARKUP_ADDS = 2
"""A quote in HTML that is so many times longer than what the plain version marks holds more."""


class Unreadable(StrEnum):
    """Why a mail's text cannot be read."""

    ENCRYPTED = "encrypted"
    COMPLEX = "complex"
    NO_TEXT = "no text"
    WINMAIL = "nothing but winmail.dat"
    OVERSIZE = "oversize"


class UnreadableMail(MailError):
    """A mail that may be answered, but whose text cannot be read; ``kind`` says why."""

    def __init__(self, kind: Unreadable) -> None:
        super().__init__(f"the mail cannot be read: {kind.value}")
        self.kind = kind


def explain(kind: Unreadable) -> str:
    """Why a mail could not be read and what to do, as a sentence for its sender."""
    if kind is Unreadable.ENCRYPTED:
        return _("Your mail is encrypted and I hold no key. Please send it again as plain text.")
    if kind is Unreadable.OVERSIZE:
        return _("Your mail is too large to be read. Please send the orders alone.")
    if kind is Unreadable.NO_TEXT:
        return _("Your mail holds no text that I could read. Please write the orders into it.")
    if kind is Unreadable.WINMAIL:
        return _(
            "Your mail came as a file named winmail.dat, which only Outlook can open. Please send "
            "it again with its format set to plain text."
        )
    return _(
        "Your mail is built in a way that I cannot read. Please send the orders as plain text."
    )


@dataclass(frozen=True)
class Head:
    """What a mail's headers say, each on one line and free of control characters.

    ``sender`` is the address in From, in lower case; ``recipients`` are all
    addresses that it was sent or delivered to, in lower case, most direct first.
    """

    message_id: str
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    subject: str
    in_reply_to: str
    references: tuple[str, ...]

    @property
    def answered(self) -> tuple[str, ...]:
        """The mail that is answered, by the Message-IDs that In-Reply-To and References name."""
        return tuple(dict.fromkeys(filter(None, (self.in_reply_to, *self.references[-1:]))))


@dataclass(frozen=True)
class Attachment:
    """A text file sent along."""

    name: str
    text: Text


@dataclass(frozen=True)
class Letter(Head):
    """A mail that could be read. ``body`` is its text, ``origin`` what that was made from.

    ``shown`` is the HTML alternative to a plain body, empty where there is none or too much of
    it; ``attachments`` are text files only.
    """

    body: Text
    origin: Origin
    shown: Text = NO_TEXT
    attachments: tuple[Attachment, ...] = ()


def read_head(raw: bytes) -> Head:
    """The headers of a mail, or of its beginning. Never raises."""
    return head_of(read_fields(raw))


def head_of(fields: Fields) -> Head:
    """The headers of a mail from its fields. Never raises."""
    senders = addresses(fields.first("from"))
    name, sender = senders[0] if senders else ("", "")
    ids = message_ids(fields.first("message-id"))
    replied = message_ids(fields.first("in-reply-to"))
    return Head(
        message_id=ids[0] if ids else "",
        sender=sender,
        sender_name=name[:200],
        recipients=recipients_of(fields),
        subject=fields.text("subject")[:500],
        in_reply_to=replied[0] if replied else "",
        references=message_ids(fields.first("references"))[-50:],
    )


def recipients_of(fields: Fields) -> tuple[str, ...]:
    """All addresses that a mail was sent or delivered to, most direct first."""
    found: dict[str, None] = {}
    for name in _RECIPIENTS:
        for value in fields.all(name):
            found.update((address, None) for _name, address in addresses(value))
    return tuple(found)[:_MOST_RECIPIENTS]


def read_letter(raw: bytes) -> Letter:
    """The whole mail. Raises :class:`UnreadableMail` where its text cannot be read."""
    if is_bomb(raw):
        raise UnreadableMail(Unreadable.COMPLEX)
    return read_guarded(raw, read_head(raw))


def read_guarded(raw: bytes, head: Head) -> Letter:
    """:func:`read_letter` for a mail that the guard has found no bomb, its headers read."""
    found = _Found()
    try:
        _gather(part_of(raw), found)
        return _letter(head, found)
    except (TooLong, RecursionError) as error:
        raise UnreadableMail(Unreadable.COMPLEX) from error


class _Found:
    """What walking the parts has turned up so far."""

    def __init__(self) -> None:
        self.plain: list[tuple[BodyLine, ...]] = []
        self.html: list[str] = []
        self.files: list[tuple[str, tuple[BodyLine, ...]]] = []
        self.encrypted = False
        self.winmail = False

    @property
    def has_plain(self) -> bool:
        return any(line.text for lines in self.plain for line in lines)

    @property
    def why_nothing(self) -> Unreadable:
        """Why the mail has no text, where it has none."""
        if self.encrypted:
            return Unreadable.ENCRYPTED
        return Unreadable.WINMAIL if self.winmail else Unreadable.NO_TEXT


def _letter(head: Head, found: _Found) -> Letter:
    body: tuple[BodyLine, ...] = ()
    origin: Origin = "none"
    shown: tuple[BodyLine, ...] = ()
    source = "\n".join(found.html)
    if found.has_plain:
        body, origin = tuple(line for lines in found.plain for line in lines), "plain"
        shown = _alternative(source, body)
    elif source:
        body, origin = html_lines(source), "html"
    if len(body) + sum(len(lines) for _name, lines in found.files) > MOST_LINES:
        raise TooLong(f"more than {MOST_LINES} lines in all")
    if any(line.text.startswith("-----BEGIN PGP MESSAGE-----") for line in body[:50]):
        raise UnreadableMail(Unreadable.ENCRYPTED)
    if not any(line.text for line in body) and not found.files:
        raise UnreadableMail(found.why_nothing)
    marks = marks_of(head.sender, head.recipients, head.subject)
    files = found.files[:_MOST_ATTACHMENTS]
    return Letter(
        message_id=head.message_id,
        sender=head.sender,
        sender_name=head.sender_name,
        recipients=head.recipients,
        subject=head.subject,
        in_reply_to=head.in_reply_to,
        references=head.references,
        body=text_of(body, shown, marks),
        origin=origin,
        shown=text_of(shown, body, marks) if shown else NO_TEXT,
        attachments=tuple(Attachment(name, text_of(file, (), marks)) for name, file in files),
    )


def _alternative(source: str, plain: Sequence[BodyLine]) -> tuple[BodyLine, ...]:
    """The HTML version of a mail that has a plain one, without the quotes that this has, too;
    nothing where it is too long."""
    quoted = sum(len(line.text) for line in plain if line.depth)
    try:
        return html_lines(source, known=_MARKUP_ADDS * quoted) if source else ()
    except TooLong:
        return ()


def _gather(part: Part, found: _Found) -> None:
    """Walk the parts in reading order; forwarded mails within are not the sender's words."""
    kind = part.kind
    if kind.startswith("multipart/"):
        children = part.children()
        if kind == "multipart/encrypted":
            found.encrypted = True
        elif kind == "multipart/alternative":
            _gather_alternative(children, found)
        elif not children:
            _gather_text(part, found)  # a multipart by name only
        elif kind != "multipart/digest":
            for child in children[:1] if kind == "multipart/signed" else children:
                _gather(child, found)
    elif kind in (
        "application/pkcs7-mime",
        "application/x-pkcs7-mime",
        "application/pgp-encrypted",
    ):
        found.encrypted = True
    elif kind in ("application/ms-tnef", "application/vnd.ms-tnef"):
        found.winmail = True
    elif kind in ("text/html", "application/xhtml+xml"):
        if not part.file_name:
            found.html.append(decode(part.content, part.parameters.get("charset", "")))
    elif kind in ("text/plain", "text/enriched", "text/markdown") or _is_text_file(part):
        _gather_text(part, found)


def _is_text_file(part: Part) -> bool:
    is_text = part.file_name.lower().endswith((".txt", ".toml"))
    return is_text and not part.kind.startswith("message/")


def _gather_alternative(children: list[Part], found: _Found) -> None:
    """One text in several versions: of the plain ones, the first that holds anything."""
    best = _Found()
    for child in children:
        inner = _Found()
        _gather(child, inner)
        if not best.has_plain:
            best.plain = inner.plain
        best.html += inner.html
        best.files += inner.files
        best.encrypted |= inner.encrypted
        best.winmail |= inner.winmail
    found.plain += best.plain
    found.html += best.html
    found.files += best.files
    found.encrypted |= best.encrypted
    found.winmail |= best.winmail


def _gather_text(part: Part, found: _Found) -> None:
    given = part.parameters
    text = decode(part.content, given.get("charset", ""))
    flowed = given.get("format", "").lower() == "flowed"
    lines = plain_lines(text, flowed=flowed, delsp=given.get("delsp", "").lower() == "yes")
    name = part.file_name
    if not name and part.field("content-disposition")[0] != "attachment":
        found.plain.append(lines)
    elif len(found.files) < _MOST_ATTACHMENTS and _holds_text(text):
        found.files.append((name, lines))


def _holds_text(text: str) -> bool:
    return "\x00" not in text and not text.isspace() and bool(text)
