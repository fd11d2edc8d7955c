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
    quoted = binascii.b2a_qp(raw, istext=True)
    if len(quoted) > 2 * len(raw) and len(raw) > 64:
        return "base64", _base64(raw.replace(b"\n", b"\r\n"))
    if from_line:
        # Mail stores of the mbox kind would put ">" before it.
        quoted = b"\n".join(
            b"=46" + line[1:] if line.startswith(b"From ") else line for line in quoted.split(b"\n")
        )
    return "quoted-printable", quoted.replace(b"\n", b"\r\n")


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
    """A part in base64. `filename` is ours and ASCII; `content_id` comes without brackets."""
    disposition = "inline" if inline else "attachment"
    head = [
        f'Content-Type: {content_type}; name="{filename}"',
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {disposition}; filename="{filename}"',
    ]
    if content_id:
        head.append(f"Content-ID: <{content_id}>")
    return "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + _base64(data)


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


def _base64(data: bytes) -> bytes:
    line = binascii.b2a_base64(data, newline=False)
    return b"\r\n".join([line[i : i + 76] for i in range(0, len(line), 76)]) + b"\r\n"
