"""No bytes make the reader raise, and no text makes the extractor take what is not in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.api import Fit
from pbem.engine.registry import load
from pbem.mailer.inbound.authentic import dmarc_verdict
from pbem.mailer.inbound.bounces import read_bounce
from pbem.mailer.inbound.head import read_fields
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings

SETTINGS = MailSettings()
PIECES = st.sampled_from(
    [
        b"From: a@b.c\r\n",
        b"From: =?utf-8?b?gICA?= <a@b.c>\r\n",
        b"Content-Type: text/plain; charset=utf-8; format=flowed\r\n",
        b"Content-Type: text/html; charset=utf-16\r\n",
        b"Content-Type: multipart/mixed; boundary=b\r\n",
        b'Content-Type: multipart/alternative; boundary="b"\r\n',
        b"Content-Type: message/rfc822\r\n",
        b"Content-Type: multipart/report; boundary=b\r\n",
        b"Content-Disposition: attachment; filename*=utf-8''%ff.txt\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Transfer-Encoding: quoted-printable\r\n",
        b"Authentication-Results: mx.example.org; dmarc=pass header.from=b.c\r\n",
        b"\r\n",
        b"--b\r\n",
        b"--b--\r\n",
        b"> quoted\r\n",
        b"Economy 60%\r\n",
        b"coop 70\r\n",
        b"<blockquote type=cite>",
        b"</div><pre>",
        b"On 3.5.2026 10:00 a@b.c wrote:\r\n",
        b"--- orders: write below this line ---\r\n",
        b"--- end of orders ---\r\n",
        b"-- \r\n",
        b"\xff\xfe\x00",
        b"=\r\n=?=?=",
    ]
)
MAILS = st.lists(st.one_of(PIECES, PIECES, st.binary(max_size=20)), max_size=30).map(b"".join)


def fit(line: str) -> Fit:
    return load("hegemon").desk.fit(line)


@settings(max_examples=300, deadline=None)
@given(MAILS)
def test_no_bytes_make_the_intake_raise(raw: bytes) -> None:
    found = take(raw, fit, SETTINGS)
    for value in (found.head.subject, found.head.sender, found.head.sender_name):
        assert "\n" not in value
        assert "\r" not in value
    if found.extraction is not None:
        for line in (*found.extraction.taken, *found.extraction.ignored):
            assert line.strip()
            assert "\n" not in line


@settings(max_examples=150, deadline=None)
@given(MAILS)
def test_no_bytes_make_the_other_readers_raise(raw: bytes) -> None:
    read_bounce(raw)
    dmarc_verdict(read_fields(raw), "a@b.c", ("mx.example.org",))


PROSE = st.lists(st.text(alphabet="abc äß.,:!?-", max_size=30), max_size=5)


@settings(max_examples=150, deadline=None)
@given(PROSE, PROSE, st.lists(st.integers(0, 100), min_size=1, max_size=4))
def test_orders_between_any_prose_are_taken_in_order(
    above: list[str], below: list[str], shares: list[int]
) -> None:
    orders = [f"Economy {share}% coop 50 with 0-100" for share in shares]
    lines = [*above, "", *orders, "", *below]
    raw = b"From: a@b.c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    found = take(raw + "\r\n".join(lines).encode(), fit, SETTINGS).extraction
    assert found is not None
    if not any(line.strip().startswith(("--", ">")) or ":" in line for line in above):
        assert list(found.taken) == orders
