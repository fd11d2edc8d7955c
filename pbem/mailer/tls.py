"""Whom TLS trusts, and what mends a certificate that it does not."""

from __future__ import annotations

import ssl
from collections.abc import Iterator

from pbem.mailer.errors import MailError


class UntrustedAuthority(MailError):
    """The file of an own certificate authority cannot be used."""


def trusting(ca_file: str) -> ssl.SSLContext:
    """What checks a server's certificate: against this file's authority alone, or else against
    those that the system trusts. Raises :class:`UntrustedAuthority`."""
    try:
        return ssl.create_default_context(cafile=ca_file or None)
    except OSError as error:  # SSLError is one
        raise UntrustedAuthority(
            f"ca_file: {ca_file} cannot be used: {error.strerror or error}; it must hold "
            "certificates in PEM"
        ) from error


def certificate_remedy(error: BaseException, table: str) -> str:
    """What mends the certificate that `error` complains of; empty where it is about none.

    `table` is the one of config.toml that names the server.
    """
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _remedy(cause, table)
    return ""


def _remedy(error: ssl.SSLCertVerificationError, table: str) -> str:
    said = f"the server's certificate is refused ({error.verify_message.rstrip('.')})"
    if "match" in error.verify_message:
        return f"{said}; write [{table}] host as the name stands in the certificate"
    if "expired" in error.verify_message or "not yet" in error.verify_message:
        return f"{said}; the server needs a new one, or this machine's clock is wrong"
    return f"{said}; if your own authority made it, name that one's file as [{table}] ca_file"


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
