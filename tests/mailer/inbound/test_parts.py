"""A mail is cut into the parts that the standard library finds in it, however it lies."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.mailer.inbound.parts import Part, part_of

MAILS = sorted(Path(__file__).parent.rglob("*.eml"))


def leaves(part: Part) -> Iterator[tuple[str, bytes]]:
    children = part.children() if part.kind.startswith("multipart/") else []
    if not children and not part.kind.startswith("message/"):
        yield part.kind, part.body
    for child in children:
        yield from leaves(child)


def leaves_by_library(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts that hold no others, with their content as it came. Mails within mails are left
    out, which nobody looks into."""
    waiting = [message_from_bytes(raw)]
    while waiting:
        part = waiting.pop(0)
        payload = part.get_payload()
        if part.get_content_maintype() == "message":
            continue
        if isinstance(payload, list):
            waiting = [*payload, *waiting]
        else:
            yield part.get_content_type(), str(payload).encode("ascii", "surrogateescape")


def as_written(raw: bytes) -> bytes:
    """A mail in ASCII, so that the library hands out its bytes as they came."""
    return bytes(octet if octet < 128 else ord("x") for octet in raw)


def test_there_are_mails_to_try() -> None:
    assert len(MAILS) > 100


def test_every_mail_falls_into_the_parts_that_the_library_finds() -> None:
    for path in MAILS:
        raw = as_written(path.read_bytes())
        assert list(leaves(part_of(raw))) == list(leaves_by_library(raw)), path.name


HEAD = b'Content-Type: multipart/mixed; boundary="a b"\n\n'


@pytest.mark.parametrize(
    ("raw", "bodies"),
    [
        pytest.param(HEAD + b"before\n--a b\n\none\n--a b\n\ntwo\n--a b--\nx", [b"one", b"two"]),
        pytest.param(HEAD + b"--a b\n\none\n--a b \t\n\ntwo\n", [b"one", b"two"], id="no end"),
        pytest.param(HEAD + b"--a b\n\n--a bc\n--a b--\n", [b"--a bc"], id="another's line"),
        pytest.param(HEAD + b"--a b\n\nsee --a b\n--a b--", [b"see --a b"], id="within a line"),
        pytest.param(HEAD + b"--a b\n--a b\n\none\n--a b--", [b"one"], id="twice"),
        pytest.param(HEAD + b"no boundary at all\n", [b"no boundary at all\n"], id="by name only"),
        pytest.param(HEAD.replace(b"\n", b"\r") + b"--a b\r\rone\r--a b--", [b"one"], id="old Mac"),
        pytest.param(
            b"Content-Type: multipart/mixed;\r\n boundary*0=a;\r\n boundary*1=b\r\n\r\n"
            b"--ab\r\n\r\none\r\n--ab--",
            [b"one"],
            id="in pieces",
        ),
        pytest.param(HEAD + b"--a b\nno field\n\none\n--a b--", [b"no field\n\none"], id="bare"),
    ],
)
def test_a_boundary_is_a_line_of_its_own_and_its_line_end_is_its_own(
    raw: bytes, bodies: list[bytes]
) -> None:
    assert [body for _kind, body in leaves(part_of(raw))] == bodies
