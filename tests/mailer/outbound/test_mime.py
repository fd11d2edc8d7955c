"""Parts of mails give back what was put into them, in as few octets as may be."""

from __future__ import annotations

from email import message_from_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.mailer.outbound import mime


def sent(data: bytes) -> tuple[bytes, bytes]:
    """An attachment as it stands in a mail, and what is read from it."""
    part = mime.attachment(data, "application/json", "report.json")
    mail = mime.message(["Subject: x"], mime.multipart("mixed", [part], mime.boundary("x", "y")))
    [found] = message_from_bytes(mail).get_payload()
    return part, found.get_payload(decode=True)


@given(st.one_of(st.binary(), st.text().map(str.encode)))
@example(b"From here\n.\n\nFrom there")
@example(b"one\r\ntwo\nthree\rfour \t\n \n")
@example(b"a" * 75 + b"From " * 40 + b" " * 80)
@example(b"")
def test_an_attachment_keeps_every_octet_in_lines_that_mail_may_have(data: bytes) -> None:
    part, read = sent(data)
    assert read == data
    lines = part.split(b"\r\n")
    assert max(map(len, lines)) <= 76
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert not any(line.startswith(b"From ") for line in lines)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b'{"name": "Bj\xc3\xb6rn", "points": [1, 2, 3]}', b"quoted-printable"),
        ("Спутник".encode() * 9, b"base64"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"base64"),
    ],
    ids=["latin text", "other letters", "a picture"],
)
def test_text_is_quoted_where_that_is_shorter(data: bytes, encoding: bytes) -> None:
    assert b"Content-Transfer-Encoding: " + encoding in sent(data)[0]
