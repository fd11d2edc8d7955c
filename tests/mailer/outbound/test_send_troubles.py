"""Logins that fail and connections that break while mail is handed in."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec import structs

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.login import Credential, LoginProblem
from pbem.mailer.outbound.send import Delivery, Status, deliver
from pbem.mailer.settings import Login, SmtpSettings
from tests.mailer.outbound.smtp import Sink, handing_out, mails, sent

# --- logging in


def _authenticate(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
) -> AuthResult:
    good = data.login == b"gm" and data.password == b"right"
    return AuthResult(success=good, handled=False)


insecure = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")


GUARDED = {"authenticator": _authenticate, "auth_required": True, "auth_require_tls": False}


@insecure
def test_the_password_is_shown_to_the_server() -> None:
    sink = Sink()
    found = sent(
        mails("a@x.org"), sink, lambda login: Credential("password", login.user, "right"), **GUARDED
    )
    assert found[1].status is Status.SENT
    assert len(sink.taken) == 1


@insecure
def test_a_wrong_password_is_the_servers_trouble_and_never_told() -> None:
    with pytest.raises(MailServerTrouble, match=r"refuses gm: 535 .*check \[smtp\] login") as error:
        sent(mails("a@x.org"), None, lambda login: Credential("password", "gm", "wrong"), **GUARDED)
    assert "wrong" not in str(error.value)


@insecure
def test_a_server_that_wants_a_login_we_have_not_is_trouble() -> None:
    with pytest.raises(MailServerTrouble, match="530"):
        sent(mails("a@x.org"), **GUARDED)


def test_a_login_that_cannot_be_had_is_told_as_such() -> None:
    def resolve(login: Login) -> Credential:
        raise LoginProblem("password_env: not set")

    with pytest.raises(LoginProblem, match="password_env"):
        sent(mails("a@x.org"), None, resolve)


def test_an_access_token_is_shown_by_xoauth2() -> None:
    shown: list[bytes] = []

    def answer(connection: int, line: bytes) -> bytes | None:
        if line.startswith(b"EHLO"):
            return b"250-hello\r\n250 AUTH XOAUTH2\r\n"
        if line.startswith(b"AUTH XOAUTH2 "):
            shown.append(base64.b64decode(line.split()[2]))
            return b"235 welcome\r\n"
        return _polite(line)

    async def run() -> None:
        async with scripted(answer) as settings:
            guarded = structs.replace(settings, login=Login(user="gm"))
            await deliver(
                handing_out(mails("a@x.org")),
                guarded,
                lambda delivery: None,
                resolve=lambda login: Credential("token", login.user, "ya29"),
            )

    asyncio.run(run())
    assert shown == [b"user=gm\x01auth=Bearer ya29\x01\x01"]


# --- connections that break


@asynccontextmanager
async def scripted(
    answer: Callable[[int, bytes], bytes | None],
) -> AsyncIterator[SmtpSettings]:
    """A server that says what `answer` returns to the n-th connection's line; None hangs up."""
    count = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal count
        count += 1
        mine = count
        writer.write(b"220 hello\r\n")
        in_data = False
        while line := await reader.readline():
            if in_data and line != b".\r\n":
                continue
            said = answer(mine, line)
            if said is None:
                break
            in_data = said.startswith(b"354")
            writer.write(said)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield SmtpSettings(host="127.0.0.1", port=port, security="none", timeout=5, connections=1)


def _polite(line: bytes) -> bytes:
    verb = line[:4].upper()
    return {b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n", b"EHLO": b"250 hello\r\n"}.get(
        verb, b"250 ok\r\n"
    )


def against(
    answer: Callable[[int, bytes], bytes | None], recipients: Sequence[str]
) -> tuple[dict[int, Delivery], BaseException | None]:
    found: dict[int, Delivery] = {}

    async def run() -> None:
        async with scripted(answer) as settings:
            messages = handing_out(mails(*recipients))
            await deliver(messages, settings, lambda d: found.update({d.key: d}))

    try:
        asyncio.run(run())
    except MailServerTrouble as trouble:
        return found, trouble
    return found, None


@pytest.mark.parametrize("verb", [b"MAIL", b"RCPT", b"DATA", b".\r\n"])
def test_a_connection_that_breaks_defers_its_mail_and_is_made_anew(verb: bytes) -> None:
    def answer(connection: int, line: bytes) -> bytes | None:
        return None if connection == 1 and line.upper().startswith(verb) else _polite(line)

    found, trouble = against(answer, ["a@x.org", "b@x.org", "c@x.org"])
    assert trouble is None
    assert [found[key].status for key in (1, 2, 3)] == ["deferred", "sent", "sent"]
    assert found[1].code == 0
    assert found[1].text


def test_a_server_that_closes_for_now_defers_one_mail_and_is_asked_again() -> None:
    def answer(connection: int, line: bytes) -> bytes | None:
        closing = connection == 1 and line.startswith((b"MAIL", b"RSET"))
        return b"421 4.3.2 shutting down\r\n" if closing else _polite(line)

    found, trouble = against(answer, ["a@x.org", "b@x.org"])
    assert trouble is None
    assert (found[1].status, found[1].code) == (Status.DEFERRED, 421)
    assert found[2].status is Status.SENT


def test_a_server_that_stays_away_leaves_the_other_mails_without_a_result() -> None:
    def answer(connection: int, line: bytes) -> bytes | None:
        return None if connection > 1 or line.startswith(b"RCPT") else _polite(line)

    found, trouble = against(answer, ["a@x.org", "b@x.org", "c@x.org"])
    assert isinstance(trouble, MailServerTrouble)
    assert {key: d.status for key, d in found.items()} == {1: Status.DEFERRED}


@pytest.mark.parametrize("verb", [b"RCPT", b"DATA", b".\r\n"])
def test_what_was_refused_is_reset_so_that_the_next_mail_is_no_second_one_within_it(
    verb: bytes,
) -> None:
    """As servers do that take the standard at its word: no MAIL within a transaction."""
    under_way = False

    def answer(connection: int, line: bytes) -> bytes | None:
        nonlocal under_way
        said = line.upper()
        if said.startswith(b"MAIL"):
            if under_way:
                return b"503 5.5.1 nested MAIL command\r\n"
            under_way = True
        elif said.startswith((b"RSET", b"EHLO")):
            under_way = False
        elif said.startswith(verb):
            return b"550 5.1.1 not here\r\n"
        return _polite(line)

    found, trouble = against(answer, ["a@x.org", "b@x.org", "c@x.org"])
    assert trouble is None
    assert [(found[key].status, found[key].code) for key in (1, 2, 3)] == [("rejected", 550)] * 3


def test_a_hostile_answer_stays_one_line() -> None:
    def answer(connection: int, line: bytes) -> bytes | None:
        return b"550-no\x1b[2J\r\n550 way\r\n" if line.startswith(b"RCPT") else _polite(line)

    found, _trouble = against(answer, ["a@x.org"])
    assert found[1].status is Status.REJECTED
    assert "\n" not in found[1].text
    assert "\x1b" not in found[1].text


def test_what_some_connections_cannot_hand_in_another_does() -> None:
    """The server takes no more than one connection for a while."""

    def answer(connection: int, line: bytes) -> bytes | None:
        return None if connection in (2, 3) else _polite(line)

    found: dict[int, Delivery] = {}

    async def run() -> None:
        async with scripted(answer) as settings:
            many = structs.replace(settings, connections=3)
            messages = handing_out(mails("a@x.org", "b@x.org", "c@x.org"))
            await deliver(messages, many, lambda d: found.update({d.key: d}))

    asyncio.run(run())
    assert [found[key].status for key in (1, 2, 3)] == ["sent", "sent", "sent"]
