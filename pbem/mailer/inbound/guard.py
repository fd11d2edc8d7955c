"""What may be done with a mail, from its raw bytes and headers, before anything parses it.

Two verdicts (notes of RFC 3834, RFC 3464, RFC 2919): may the service answer it,
and may it hold orders. Bombs are recognised on the raw bytes: every look at them is one
pass, and whatever it counts has a cap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pbem.mailer.inbound.commands import bare_subject
from pbem.mailer.inbound.head import (
    LONGEST_BLOCK,
    MOST_FIELDS,
    Fields,
    addresses,
    block_of,
    read_fields,
)
from pbem.mailer.inbound.phrasebook import VACATION_BODY, VACATION_LABEL, VACATION_SUBJECT
from pbem.mailer.settings import MailSettings

MOST_PARTS = 200
MOST_MIME_FIELDS = 4 * MOST_PARTS
MOST_MULTIPARTS = 40
MOST_MESSAGES = 20
MOST_RECEIVED = 60
MOST_STEPS = 4_000_000
"""Lines times multiparts: the parser compares each line with the boundary of every part open."""
LONGEST_FIELD = 4096

OVERSIZE = "over the size limit"
COMPLEX = "too complex to read"
NO_ANSWER = "asks for no automatic answer"


@dataclass(frozen=True)
class Guard:
    """The verdicts on one mail. ``reasons`` are short English phrases for logs, stable.

    ``bounce``: a delivery report, for :func:`pbem.mailer.inbound.bounces.read_bounce`.
    ``oversize`` and ``complex``: not read, but its sender may be told so.
    ``doubtful``: a machine seems to have sent it, but only its words say so, or a
    person may have written into it; :meth:`once_read` decides.
    ``bulk``: it carries the marks of lists and of bulk mail and no others. Companies put them on
    their people's mail: from a proven player it is read, from anybody else it is left alone.
    """

    may_answer: bool
    may_hold_orders: bool
    reasons: tuple[str, ...] = ()
    bounce: bool = False
    oversize: bool = False
    complex: bool = False
    doubtful: bool = False
    bulk: bool = False

    def once_read(self, *, ordered: bool) -> Guard:
        """The verdict now that it is known whether the mail orders anything.

        Whoever orders something is a person and gets an answer, unless the mail
        asks for none (``X-Auto-Response-Suppress``); what orders nothing is left alone.
        """
        if not self.doubtful:
            return self
        if not ordered:
            return replace(self, may_answer=False, may_hold_orders=False, doubtful=False)
        return replace(self, may_answer=NO_ANSWER not in self.reasons, doubtful=False)


def inspect(
    raw: bytes, *, size: int | None = None, settings: MailSettings, fields: Fields | None = None
) -> Guard:
    """Judge a mail. `size` is the server's figure where `raw` is only its beginning;
    `fields` are its headers where they have been read already."""
    oversize = (len(raw) if size is None else size) > settings.max_bytes
    if oversize:
        raw = raw[: 2 * LONGEST_BLOCK]
    block = block_of(raw)
    if len(block) > LONGEST_BLOCK or block.count(b"\n") > 8 * MOST_FIELDS:
        return Guard(False, False, ("absurd headers",), complex=True)
    fields = read_fields(raw) if fields is None else fields
    silent, bounce = _not_from_a_person(fields, settings)
    bulk = [] if silent else _marks_of_bulk(fields)
    mute = _asks_for_no_answer(fields)
    doubts = [] if silent else [*bulk, *_doubts(fields, raw, len(block))]
    too_complex = not oversize and is_bomb(raw)
    reasons = [*silent, *mute, *doubts]
    if oversize:
        reasons.append(OVERSIZE)
    if too_complex:
        reasons.append(COMPLEX)
    return Guard(
        may_answer=not silent and not mute and not doubts,
        may_hold_orders=not silent and not oversize and not too_complex,
        reasons=tuple(reasons),
        bounce=bounce,
        oversize=oversize,
        complex=too_complex,
        doubtful=bool(doubts) and not oversize and not too_complex,
        bulk=bool(bulk),
    )


_MIME_FIELD = re.compile(
    rb"\ncontent-(?:type|disposition|transfer-encoding)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)"
)
_BOUNDARY = re.compile(rb"boundary[ \t]*=[ \t]*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))")
_DELIMITER = re.compile(rb"\n--([^\n]{1,210})")
_BARE_RETURN = re.compile(rb"\r(?!\n)")


def is_bomb(raw: bytes) -> bool:
    """Whether the mail is built to exhaust a parser: too deep, too many parts, endless fields."""
    small = b"\n" + raw.lower()
    if _BARE_RETURN.search(small):  # else what is looked for is found as it is
        small = small.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    multiparts = messages = 0
    boundaries: set[bytes] = set()
    in_pieces = False
    for count, found in enumerate(_MIME_FIELD.finditer(small), start=1):
        value = found[1]
        if len(value) > LONGEST_FIELD or count > MOST_MIME_FIELDS:
            return True
        kind = value.lstrip()
        multiparts += kind.startswith(b"multipart/")
        messages += kind.startswith(b"message/")
        boundaries.update(quoted or bare for quoted, bare in _BOUNDARY.findall(value))
        in_pieces = in_pieces or b"boundary*" in value
        if multiparts > MOST_MULTIPARTS or messages > MOST_MESSAGES:
            return True
    if small.count(b"\n") * multiparts > MOST_STEPS:
        return True
    if multiparts and _too_many_parts(small, None if in_pieces else boundaries):
        return True
    if b"message/delivery-status" not in small:
        return False
    return small.count(b"\n\n") + small.count(b"\n\r\n") > 10 * MOST_PARTS


def _too_many_parts(small: bytes, boundaries: set[bytes] | None) -> bool:
    """Whether more lines are delimiters (RFC 2046, 5.1.1) than a mail has parts. Where a boundary
    comes in pieces (RFC 2231), which no mail program does, any line of dashes may be one."""
    count = 0
    for found in _DELIMITER.finditer(small):
        mark = found[1].rstrip()
        if boundaries is None or mark in boundaries or mark.removesuffix(b"--") in boundaries:
            count += 1
            if count > MOST_PARTS:
                return True
    return False


_DAEMON = re.compile(
    r"(?:mailer-?daemon|mail-?daemon|postmaster|no-?_?\.?reply|do-?_?\.?not-?_?\.?reply"
    r"|bounces?|listserv|majordomo|autoresponder|auto-?reply|noreply-[\w-]*|mdaemon|daemon)"
    r"(?:[+=-].*)?"
)
_AUTOMATIC = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-autoresponder",
    "x-auto-reply-from",
    "x-autoreply-from",
    "x-autogenerated",
    "x-mail-autoreply",
    "x-vacation",
    "x-fc-machinegenerated",
    "x-ms-exchange-generated-message-source",
    "x-ezoutlook-autoreply",
    "x-zohomail-autoreply",
    "x-canned-response",
)
_LISTS = (
    "list-id",
    "list-unsubscribe",
    "list-post",
    "list-help",
    "list-archive",
    "list-owner",
    "list-subscribe",
    "mailing-list",
    "x-mailing-list",
    "x-mailman-version",
)


def _not_from_a_person(fields: Fields, settings: MailSettings) -> tuple[list[str], bool]:
    """Why neither an answer nor orders are due, and whether it is a delivery report."""
    reasons: list[str] = []
    senders = [address for _name, address in addresses(fields.first("from"))]
    daemon = any(_DAEMON.fullmatch(sender.rpartition("@")[0]) for sender in senders)
    null_path = any(value.replace(" ", "") == "<>" for value in fields.all("return-path"))
    kind = fields.first("content-type").replace(" ", "").lower()
    report = kind.startswith("multipart/report")
    delivery = report and ("delivery-status" in kind or "report-type" not in kind)
    if not senders:
        reasons.append("no sender")
    if any(_is_ours(sender, settings) for sender in senders) or "x-pbem" in fields:
        reasons.append("our own mail")
    if report or kind.startswith("message/disposition-notification"):
        reasons.append("delivery report" if delivery else "automatic report")
    if daemon:
        reasons.append("sent by a daemon")
    if null_path:
        reasons.append("null return path")
    if "x-failed-recipients" in fields:
        reasons.append("failed recipients")
    reasons += _marked_automatic(fields)
    if _says_vacation(fields) and any(name in fields for name in _MARKS_OF_RULES):
        reasons.append("vacation notice")
    if len(fields.all("received")) > MOST_RECEIVED:
        reasons.append("too many hops")
    bounce = delivery or "x-failed-recipients" in fields or (daemon and null_path)
    bounce = bounce or (daemon and _bounce_daemon(senders))
    return reasons, bounce


def _bounce_daemon(senders: list[str]) -> bool:
    return any("daemon" in sender or sender.startswith("postmaster@") for sender in senders)


_AFTER_WORD = re.compile(r"[\s;(]")


def _marked_automatic(fields: Fields) -> list[str]:
    """The marks of RFC 3834 and its forerunners."""
    reasons: list[str] = []
    submitted = [value.lower() for value in fields.all("auto-submitted")]
    if any(value and _AFTER_WORD.split(value, maxsplit=1)[0] != "no" for value in submitted):
        reasons.append("auto-submitted")
    if _precedence(fields) & {"auto_reply", "auto-reply"}:
        reasons.append("automatic reply")
    if any(fields.first(name).strip().lower() not in ("", "no") for name in _AUTOMATIC):
        reasons.append("automatic reply")
    return reasons


def _marks_of_bulk(fields: Fields) -> list[str]:
    """The marks of lists (RFC 2919, 2369) and of mail to many."""
    reasons: list[str] = []
    if _precedence(fields) & {"bulk", "junk", "list"}:
        reasons.append("bulk precedence")
    if any(name in fields for name in _LISTS):
        reasons.append("mailing list")
    return reasons


def _precedence(fields: Fields) -> set[str]:
    """Precedence, under the names that programs give it."""
    found = fields.all("precedence", "x-precedence", "preference")
    return {value.strip().lower() for value in found}


def _is_ours(address: str, settings: MailSettings) -> bool:
    """Whether an address is the service's own, with or without a plus part."""
    local, _at, domain = settings.address.lower().rpartition("@")
    given, _at, host = address.rpartition("@")
    return host == domain and given.partition("+")[0] == local


_MARKS_OF_RULES = ("x-ms-exchange-inbox-rules-loop", "x-post-messageclass", "x-loop")
"""What rules that answer by themselves leave behind; with a subject to match it is proof."""


def _doubts(fields: Fields, raw: bytes, head: int) -> list[str]:
    """What lets a mail look like a machine's that a player may have written all the same."""
    doubts: list[str] = []
    if _is_labelled_automatic(fields) or (
        _says_vacation(fields)
        and ("x-auto-response-suppress" in fields or _tells_of_absence(raw[head : head + 4096]))
    ):
        doubts.append("vacation notice")
    if _is_calendar_answer(fields, raw):
        doubts.append("calendar answer")
    return doubts


def _says_vacation(fields: Fields) -> bool:
    return VACATION_SUBJECT.match(_subject(fields)) is not None


def _is_labelled_automatic(fields: Fields) -> bool:
    """Whether a program has put its label before a subject: "Abwesend: ...", "[Auto-Reply] ..."."""
    return VACATION_LABEL.match(_subject(fields)) is not None


def _subject(fields: Fields) -> str:
    """The subject, beginning with the label of the program: some put their "Re:" before it."""
    return bare_subject(fields.text("subject")[:300]).casefold()


def _tells_of_absence(beginning: bytes) -> bool:
    return VACATION_BODY.search(beginning.decode("utf-8", "replace").casefold()) is not None


_CALENDAR = re.compile(
    rb"\ncontent-type[ \t]*:\s*text/calendar\b[^\n]*(?:\n[ \t][^\n]*)*?method=\"?"
    rb"(?:reply|counter|declinecounter)\b"
)


def _is_calendar_answer(fields: Fields, raw: bytes) -> bool:
    """Whether a calendar answers an invitation (RFC 6047, 2.4), be it with a note."""
    if "calendarmessage" in fields.first("content-class").lower():
        return True
    small = raw.lower()
    return b"text/calendar" in small and _CALENDAR.search(b"\n" + small) is not None


def _asks_for_no_answer(fields: Fields) -> list[str]:
    """X-Auto-Response-Suppress (MS-OXCMAIL): of its words these mean answers such as ours."""
    words: set[str] = set()
    for value in fields.all("x-auto-response-suppress"):
        words.update(value.replace(",", " ").lower().split())
    return [NO_ANSWER] if words & {"all", "autoreply", "oof"} else []
