"""No name, title or address breaks out of its header line (RFC 5322, 2047, 6532)."""

from __future__ import annotations

import email.header
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pbem.mailer.outbound.compose import notice_mail
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.headers import UnusableAddress, clean, field, mailbox_field, usable
from tests.mailer.outbound.samples import ADDRESSING, NOTICE, parsed

anything = st.text(st.characters(codec=None), max_size=200)


def unfolded(line: str) -> str:
    return re.sub(r"\r\n(?=[ \t])", "", line)


def decoded(value: str) -> str:
    return str(email.header.make_header(email.header.decode_header(value)))


@given(anything)
def test_a_field_is_one_field_of_lines_of_at_most_78_columns_and_says_what_it_was_given(
    text: str,
) -> None:
    line = field("Subject", text)
    assert line.isascii() or not clean(text).isascii()
    assert "\n" not in unfolded(line)
    assert "\r" not in unfolded(line)
    assert all(len(part) <= 78 for part in line.split("\r\n"))
    assert decoded(unfolded(line).removeprefix("Subject:").strip()) == clean(text)


@given(anything)
def test_a_name_is_read_back_and_adds_no_address(name: str) -> None:
    addressing = structs.replace(ADDRESSING, to_name=name, from_name=name)
    mail = parsed(notice_mail(NOTICE, addressing))
    assert [a.addr_spec for a in mail["To"].addresses] == ["anne@example.org"]
    assert [a.addr_spec for a in mail["From"].addresses] == ["orders@play.example.net"]
    # The standard library leaves a blank between encoded words, against RFC 2047, 6.2.
    shown = "".join(mail["To"].addresses[0].display_name.split())
    assert shown == "".join(clean(name)[:120].split())


@given(anything)
def test_a_title_adds_no_header(title: str) -> None:
    plain = parsed(notice_mail(NOTICE, ADDRESSING))
    mail = parsed(notice_mail(Notice(title=title or "-"), ADDRESSING))
    assert mail.keys() == plain.keys()
    assert mail["Subject"].endswith(ADDRESSING.tag)


def test_the_tag_is_never_encoded() -> None:
    line = field("Subject", "Zug 3: Überfall", "[spring.4.2.abcdefghijklmnop]")
    assert line.endswith(" [spring.4.2.abcdefghijklmnop]")


@pytest.mark.parametrize(
    ("given_as", "sent_as"),
    [
        ("anna@example.org", "anna@example.org"),
        ("anna+x@bücher.example", "anna+x@xn--bcher-kva.example"),
        ("ännä@example.org", "ännä@example.org"),
        ('"anna b"@example.org', '"anna b"@example.org'),
        ("anna@[127.0.0.1]", "anna@[127.0.0.1]"),
    ],
)
def test_addresses_that_can_be_written_to(given_as: str, sent_as: str) -> None:
    assert usable(given_as) == sent_as


@pytest.mark.parametrize(
    "address",
    ["", "anna", "a@b@c", "a b@c", "a@b\r\nBcc: x@y", "<a@b>", "a@b, c@d", "a@b>", "a@.b..c", "@b"],
)
def test_addresses_that_cannot(address: str) -> None:
    with pytest.raises(UnusableAddress):
        mailbox_field("To", "Anna", address if address != "a@.b..c" else "a@ü..c")
