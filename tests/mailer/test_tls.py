"""Servers with a certificate of their own authority."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.outbound.send import knock
from pbem.mailer.settings import ImapSettings, SmtpSettings
from pbem.mailer.tls import UntrustedAuthority

# Made for these tests, for 127.0.0.1, and trusted by nobody.
KEY = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgga+ZNY/G7fZE6O/y
SdrdQSNNJP4B9CL0qNbqHBaxed6hRANCAAS6FEokW825jiauO0sL7Zp1UZtiz0Pc
NVAx/2tVkk0XEih6SBvKOz1vGaQuRVoUjCDJoT+8tlKdtl5XCSQOaZs0
-----END PRIVATE KEY-----
"""
CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBnzCCAUSgAwIBAgIUAhXrrhscuCOMPJxIMegBw3oUL68wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLm9yZzAgFw0yNjExMjIxNDM3NDdaGA8y
MTI2MTAyOTE0Mzc0N1owGzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLm9yZzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABLoUSiRbzbmOJq47SwvtmnVRm2LPQ9w1UDH/
a1WSTRcSKHpIG8o7PW8ZpC5FWhSMIMmhP7y2Up22XlcJJA5pmzSjZDBiMB0GA1Ud
DgQWBBQct0498ww8HPVrtbP3MxPXTa9WuDAfBgNVHSMEGDAWgBQct0498ww8HPVr
tbP3MxPXTa9WuDAPBgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYI
KoZIzj0EAwIDSQAwRgIhAIJek7n/GpPr70PkapxeRa7ZcomHFpXUXF4t+PlpHLxN
AiEAtX/PGpcYeJW+lg8ii54j5aWGd++zi/9z2yH2d3sZrXI=
-----END CERTIFICATE-----
"""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "certificate.pem"
    path.write_text(KEY + CERTIFICATE)
    return path


@pytest.fixture
def authority(tmp_path: Path) -> str:
    path = tmp_path / "authority.pem"
    path.write_text(CERTIFICATE)
    return str(path)


@asynccontextmanager
async def smtp_by_tls(certificate: Path) -> AsyncIterator[int]:
    """A server that agrees to whatever it is told; its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        line = b""
        while not line.startswith(b"QUIT"):
            line = await reader.readline()
            writer.write(b"250 here\r\n")
        writer.close()

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


def reach(certificate: Path, *, host: str = "127.0.0.1", ca_file: str = "") -> None:
    async def run() -> None:
        async with smtp_by_tls(certificate) as port:
            settings = SmtpSettings(host=host, port=port, security="tls", ca_file=ca_file)
            await knock(settings, "orders@example.org")

    asyncio.run(run())


def test_an_own_authority_is_trusted_where_its_file_is_named(
    certificate: Path, authority: str
) -> None:
    reach(certificate, ca_file=authority)


def test_without_it_the_remedy_is_told(certificate: Path) -> None:
    with pytest.raises(MailServerTrouble, match=r"certificate is refused .*as \[smtp\] ca_file"):
        reach(certificate)


def test_a_certificate_for_another_name_is_told_as_that(certificate: Path, authority: str) -> None:
    with pytest.raises(MailServerTrouble, match=r"mismatch.*; write \[smtp\] host as the name"):
        reach(certificate, host="localhost", ca_file=authority)


def test_the_same_is_told_of_imap(certificate: Path) -> None:
    async def run() -> None:
        async with smtp_by_tls(certificate) as port:
            settings = ImapSettings(port=port, security="tls", timeout=5)
            await asyncio.to_thread(Mailbox(settings).__enter__)

    with pytest.raises(MailServerTrouble, match=r"certificate is refused .*as \[imap\] ca_file"):
        asyncio.run(run())


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_file_that_is_no_authority_is_named(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_text(text)
    settings = SmtpSettings(host="127.0.0.1", port=9, security="tls", ca_file=str(path))
    with pytest.raises(UntrustedAuthority, match=r"ca_file: .*ca\.pem cannot be used: .*in PEM"):
        asyncio.run(knock(settings, "orders@example.org"))
