"""MIME entities as finished bytes. The same input gives the same bytes, boundaries included.

The standard library's composer is correct but takes milliseconds and draws its
boundaries by lot; a receipt has one millisecond and a retried mail must not change.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from collections.abc import Sequence

_LONGEST_LINE = 900
"""Below RFC 5322's 998 octets with room to spare."""


def boundary(message_id: str, level: str) -> str:
    """A boundary for one multipart of one mail; no encoded part can hold its ``=_``."""
    digest = hashlib.sha256(f"{message_id}\x1f{level}".encode()).hexdigest()
    return f"=_{level}_{digest[:24]}"


def text(body: str, subtype: str = "plain") -> bytes:
    """A text part in UTF-8 with its lines as they are, in the leanest safe encoding."""
    lines = body.replace("\r\n", "\n").replace("\r", "\n")
    raw = lines.encode("utf-8", "replace")
    encoding, encoded = _encode(raw)
    head = (
        f"Content-Type: text/{subtype}; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n"
    )
    return head.encode("ascii") + b"\r\n" + encoded


def _encode(raw: bytes) -> tuple[str, bytes]:
    lines = raw.split(b"\n")
    from_line = any(line.startswith(b"From ") for line in lines)
    if raw.isascii() and not from_line and max(map(len, lines)) <= _LONGEST_LINE:
        return "7bit", raw.replace(b"\n", b"\r\n")
    quoted = _quoted(raw, istext=True)
    if len(quoted) > 2 * len(raw) and len(raw) > 64:
        return "base64", _base64(raw.replace(b"\n", b"\r\n"))
    return "quoted-printable", quoted


def _quoted(raw: bytes, *, istext: bool) -> bytes:
    """Quoted-printable; line breaks are octets like others unless it `istext`. No line begins with
    "From ": mail stores of the mbox kind would put ">" before it."""
    lines = binascii.b2a_qp(raw, istext=istext).replace(b"\r\n", b"\n").split(b"\n")
    return b"\r\n".join(
        b"=46=\r\n" + line[1:] if line.startswith(b"From ") else line for line in lines
    )


_PLAIN = re.compile(
    rb"\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: (\S+)\r\n\r\n"
)


def plain_text(mail: bytes) -> str:
    """The plain text of a mail that was made here, read back without a parser: replies are many,
    and each is held against the mail that it answers. Empty where there is none."""
    found = _PLAIN.search(mail)
    if found is None:
        return ""
    end = mail.find(b"\r\n--=_", found.end())
    body = mail[found.end() : None if end < 0 else end]
    if found[1] == b"quoted-printable":
        body = binascii.a2b_qp(body)
    elif found[1] == b"base64":
        body = binascii.a2b_base64(body)
    return body.decode("utf-8", "replace").replace("\r\n", "\n")


def attachment(
    data: bytes,
    content_type: str,
    filename: str,
    *,
    content_id: str = "",
    inline: bool = False,
) -> bytes:
    """A part that gives its bytes back as they are: data that are text quoted, all others in
    base64. `filename` is ours and ASCII; `content_id` comes without brackets."""
    disposition = "inline" if inline else "attachment"
    encoding, encoded = _verbatim(data)
    head = [
        f'Content-Type: {content_type}; name="{filename}"',
        f"Content-Transfer-Encoding: {encoding}",
        f'Content-Disposition: {disposition}; filename="{filename}"',
    ]
    if content_id:
        head.append(f"Content-ID: <{content_id}>")
    return "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + encoded


def multipart(subtype: str, parts: Sequence[bytes], edge: str) -> bytes:
    """Several parts as one, `edge` between them."""
    head = f'Content-Type: multipart/{subtype}; boundary="{edge}"\r\n\r\n'
    if subtype.startswith("related"):
        head = f'Content-Type: multipart/related; type="text/html"; boundary="{edge}"\r\n\r\n'
    mark = f"--{edge}\r\n".encode("ascii")
    body = b"".join(mark + part + b"\r\n" for part in parts)
    return head.encode("ascii") + body + f"--{edge}--\r\n".encode("ascii")


def message(header: Sequence[str], content: bytes) -> bytes:
    """A whole mail: its header lines, then one entity with its own."""
    return ("\r\n".join([*header, "MIME-Version: 1.0", ""])).encode() + content


def _verbatim(data: bytes) -> tuple[str, bytes]:
    """The shorter of the two encodings that keep every octet, line breaks included. Text is a
    quarter shorter quoted, pictures are twice as long."""
    plain = _base64(data)
    if b"\0" in data:
        return "base64", plain
    quoted = _quoted(data, istext=False)
    return ("quoted-printable", quoted) if len(quoted) < len(plain) else ("base64", plain)


def _base64(data: bytes) -> bytes:
    line = binascii.b2a_base64(data, newline=False)
    return b"\r\n".join([line[i : i + 76] for i in range(0, len(line), 76)]) + b"\r\n"
