"""Orders in a text file: found however it was sent along, and taken from one place only."""

from __future__ import annotations

import re

import pytest

from pbem.engine.api import Fit
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.reading import read_letter

ORDER, OTHER = "Economy 60", "Defense 40"
SEE = "Content-Type: text/plain\r\n\r\nSee the file.\r\n"


def fit(line: str) -> Fit:
    return Fit.ORDER if re.fullmatch(r"(?:Economy|Defense) \d+", line) else Fit.NO


def multipart(kind: str, *parts: str, boundary: str = "b") -> str:
    inside = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    return f"Content-Type: multipart/{kind}; boundary={boundary}\r\n\r\n{inside}--{boundary}--\r\n"


def file(order: str, *, kind: str = "text/plain", name: str = "orders.txt", how: str = "") -> str:
    disposition = how or f"Content-Disposition: attachment; filename={name}"
    return f"Content-Type: {kind}; name={name}\r\n{disposition}\r\n\r\n{order}\r\n"


def taken(content: str) -> Extraction:
    raw = f"From: a@b.c\r\nMIME-Version: 1.0\r\n{content}".encode()
    return extract(read_letter(raw), fit)


@pytest.mark.parametrize(
    "content",
    [
        multipart("mixed", SEE, file(ORDER)),
        multipart("mixed", SEE, file(ORDER, kind="application/octet-stream")),
        multipart("mixed", SEE, file(ORDER, kind="application/x-unknown", name="ORDERS.TXT")),
        multipart("mixed", SEE, file(ORDER, kind="application/octet-stream", how="X-None: 1")),
        multipart("alternative", SEE, file(ORDER)),
        multipart("alternative", SEE, file(ORDER, kind="application/octet-stream")),
        multipart("alternative", SEE, multipart("mixed", SEE, file(ORDER), boundary="c")),
        multipart("mixed", multipart("alternative", SEE, file(ORDER), boundary="c")),
        file(ORDER, kind="application/octet-stream"),
    ],
)
def test_a_text_file_is_read_wherever_it_stands_and_whatever_it_is_called(content: str) -> None:
    assert taken(content).taken == (ORDER,)


def test_other_files_are_not_read() -> None:
    program = file(ORDER, kind="application/octet-stream", name="orders.exe")
    assert taken(multipart("mixed", SEE, program)).taken == ()


def test_a_signature_is_no_text_even_where_it_comes_as_a_text_file() -> None:
    signed = multipart("signed", SEE, file(ORDER, name="signature.txt"))
    assert taken(signed).taken == ()
    own = f"Content-Type: text/plain\r\n\r\n{OTHER}\r\n"
    assert taken(multipart("signed", own, file(ORDER, name="signature.txt"))).taken == (OTHER,)


@pytest.mark.parametrize("second", [ORDER, OTHER])
def test_of_two_files_with_orders_none_is_taken_and_both_are_named(second: str) -> None:
    found = taken(multipart("mixed", SEE, file(ORDER), file(second, name="more.txt")))
    assert found.taken == ()
    assert "more than one place" in found.problem
    assert {ORDER, second} <= set(found.ignored)


def test_a_file_beside_orders_in_the_mail_is_not_taken_either() -> None:
    found = taken(multipart("mixed", f"Content-Type: text/plain\r\n\r\n{OTHER}\r\n", file(ORDER)))
    assert found.taken == ()
    assert "more than one place" in found.problem


def test_a_file_without_orders_makes_no_second_place() -> None:
    found = taken(multipart("mixed", SEE, file(ORDER), file("Greetings", name="greetings.txt")))
    assert (found.taken, found.problem) == ((ORDER,), "")
