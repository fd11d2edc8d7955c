"""Mail that means harm, or was sent by no one: each gets its answer or its silence, none stops us.

Behind every hostile mail lies a good one, which must count in the same poll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pbem.mailer.address import bounce_address
from pbem.mailer.inbound.imap import Fetched, Pending
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.intake.quarantine import waiting_mails
from pbem.service.intake.receive import receive_mail
from pbem.service.intake.recording import HEAD_BYTES
from pbem.store import contacts
from pbem.store.records import InboxStatus
from tests.service.looks import (
    LINE,
    OTHER,
    from_anna,
    holds_orders,
    receive_with_a_good_mail_behind,
    reply_address,
    settled,
    told,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of
from tests.soaking import examples

GAME_MASTER = "gm@example.org"
EVE = "eve@evil.test"
HOUSE = "orders@pbem.localhost"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


# Broken mail --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n",
        b"\x00" * 1000,
        b"no header at all",
        b"From:\r\n\r\n",
        b"From: undisclosed-recipients:;\r\n\r\nHELP\r\n",
        b"From: \xff\xfe@\x80\r\nTo: orders@pbem.localhost\r\n\r\nHELP\r\n",
        b"From: =?utf-8?q?=FF=FE?=@=?x?q?y?=\r\nTo: orders@pbem.localhost\r\n\r\nHELP\r\n",
        "From: \ufffd\ufffd@evil.test\r\nTo: orders@pbem.localhost\r\n\r\nHELP\r\n".encode(),
        b"From: a@b!c\r\nTo: orders@pbem.localhost\r\n\r\nHELP\r\n",
        b"From: a@" + b"x" * 240 + b".test\r\nTo: orders@pbem.localhost\r\n\r\nJOIN spring\r\n",
        b"From: <script>@evil.test>\r\n\r\nHELP\r\n",
    ],
)
def test_broken_mail_is_settled_and_left_behind(world: World, raw: bytes) -> None:
    world.deliver(raw)
    receive_with_a_good_mail_behind(world)
    assert waiting_mails(world.context) == ()


def test_a_mail_without_message_id_is_taken_and_answered(world: World) -> None:
    world.deliver(from_anna(world))
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.DONE
    assert holds_orders(world, 1)
    assert world.last(ANNA, kind="receipt")["In-Reply-To"]


@pytest.mark.parametrize("broken", ["\r", "\n", "=0D=0ABcc: {eve}", "\x0b", "\u2028"])
def test_no_header_of_a_mail_breaks_out_of_its_answer(world: World, broken: str) -> None:
    injected = broken.format(eve=EVE) + f"Bcc: {EVE}"
    world.deliver(
        (
            f"From: =?utf-8?q?A{'=0D=0A'}Bcc:_{EVE}?= <{EVE}>\r\n"
            f"To: {HOUSE}\r\n"
            f"Message-ID: <x{injected}@evil.test>\r\n"
            f"Subject: =?utf-8?q?hello=0D=0ABcc:_{EVE}?=\r\n\r\nJOIN nowhere AS X\r\n"
        ).encode()
    )
    receive_with_a_good_mail_behind(world)
    for row in world.rows():
        head = row.data.partition(b"\r\n\r\n")[0]
        assert b"\nbcc:" not in head.lower()
        assert b"\r" not in head.replace(b"\r\n", b"")


@pytest.mark.parametrize("charset", ["us-ascii", "utf-8", "utf-16", "x-unknown", "idna", "rot13"])
def test_a_charset_that_lies_loses_no_orders(world: World, charset: str) -> None:
    body = f"{LINE} # für Élise"
    world.deliver(from_anna(world, f"Content-Type: text/plain; charset={charset}", body=body))
    receive_with_a_good_mail_behind(world)
    assert holds_orders(world, 1)


# Bombs --------------------------------------------------------------------------------


def nested(depth: int) -> str:
    """Multiparts within multiparts."""
    opened = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(depth)
    )
    return f"{opened}\r\n{LINE}\r\n"


def many(parts: int) -> str:
    return 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + "--b\r\n\r\nx\r\n" * parts


@pytest.mark.parametrize("bomb", [nested(1000), many(90_000)], ids=["deep", "wide"])
def test_a_bomb_is_not_read_and_its_sender_told(world: World, bomb: str) -> None:
    world.deliver(f"From: {ANNA}\r\nTo: {reply_address(world)}\r\n{bomb}".encode())
    assert receive_with_a_good_mail_behind(world).note == "unreadable: complex"
    assert not holds_orders(world, 1)
    assert told(world, ANNA) == ["Your mail could not be read"]


def test_a_player_is_told_of_every_mail_that_could_not_be_read(world: World) -> None:
    """A stranger is told once a day; a player who hears nothing would think that it counts."""
    for number in range(2):
        bomb = many(5000)
        world.deliver(f"From: {ANNA}\r\nSubject: {number}\r\n{bomb}".encode())
        world.deliver(f"From: {EVE}\r\nSubject: {number}\r\n{bomb}".encode())
    receive_with_a_good_mail_behind(world)
    assert told(world, ANNA) == ["Your mail could not be read"] * 2
    assert told(world, EVE) == ["Your mail could not be read"]


class HugeInbox(MemoryInbox):
    """An inbox whose first mail is, so the server says, 50 MB long; only its head may be asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def waiting(self) -> tuple[Pending, ...]:
        found = super().waiting()
        return tuple(Pending(m.uid, 50_000_000, m.received) if m.uid == 1 else m for m in found)

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]:
        wanted = list(uids)
        assert 1 not in wanted, "the whole of it was fetched"
        return super().fetch(wanted)

    def fetch_head(self, uid: int, limit: int) -> bytes:
        self.asked.append(limit)
        return super().fetch_head(uid, limit)


def test_of_a_huge_mail_only_the_head_is_fetched(world: World) -> None:
    inbox = world.inbox = HugeInbox()
    world.deliver(from_anna(world, body="x" * 200_000))
    world.reply(BORIS, OTHER)
    receive_mail(world.context, inbox)
    assert inbox.asked == [HEAD_BYTES]
    assert told(world, ANNA) == ["Your mail could not be read"]
    assert "too large" in text_of(world.last(ANNA))
    assert holds_orders(world, 2)
    assert {(m.size, len(m.raw)) for m in settled(world) if m.sender == ANNA} == {
        (50_000_000, HEAD_BYTES)
    }


# Mail from machines -------------------------------------------------------------------


def bounce_of(world: World, address: str, *, to: str = HOUSE, original_id: str = "") -> bytes:
    """A delivery report as RFC 3464 has it."""
    quoted = f"Message-ID: {original_id}\r\n" if original_id else ""
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.org\r\n"
        f"To: {to}\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied"
        "\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\n{quoted}To: {address}\r\n\r\n--b--\r\n"
    ).encode()


def contact_score(world: World, address: str) -> float:
    with world.context.database.read() as connection:
        found = contacts.find_contact(connection, address)
    return found.score if found else 0.0


def test_a_bounce_to_our_verp_address_is_scored_and_the_game_master_warned(world: World) -> None:
    sent = world.rows(recipient=ANNA, kind="report")[0]
    verp = bounce_address(world.context.config.mail, world.context.key, sent.id)
    # The host that bounces may know her by another name: ours is in the VERP address.
    world.deliver(bounce_of(world, "anna@internal.example.org", to=verp))
    receive_with_a_good_mail_behind(world)
    assert contact_score(world, ANNA) == 1.0
    assert told(world, ANNA) == [], "a bounce is never answered"
    send_alerts(world.context)
    assert told(world, GAME_MASTER) == [f"Mail to {ANNA} fails"]
    assert "spring seat 1" in text_of(world.last(GAME_MASTER))


def test_a_bounce_of_nothing_that_we_sent_counts_for_nothing(world: World) -> None:
    verp = bounce_address(world.context.config.mail, b"another key" * 3, 1)
    world.deliver(bounce_of(world, ANNA, to=verp))
    world.deliver(bounce_of(world, ANNA, original_id="<forged@evil.test>"))
    receive_with_a_good_mail_behind(world)
    assert contact_score(world, ANNA) == 0.0
    assert told(world, GAME_MASTER) == []


def test_bounces_of_the_game_masters_own_mail_breed_no_more_of_it(world: World) -> None:
    sent = world.rows(recipient=ANNA, kind="report")[0]
    mail_settings, key = world.context.config.mail, world.context.key
    world.deliver(bounce_of(world, ANNA, to=bounce_address(mail_settings, key, sent.id)))
    world.poll()
    warning = world.rows(recipient=GAME_MASTER)[0]
    verp = bounce_address(mail_settings, key, warning.id)
    world.deliver(bounce_of(world, GAME_MASTER, to=verp))
    receive_with_a_good_mail_behind(world)
    assert contact_score(world, GAME_MASTER) == 1.0
    assert len(world.rows(recipient=GAME_MASTER)) == 1


@pytest.mark.parametrize(
    "headers",
    [
        ("Auto-Submitted: auto-replied",),
        ("X-Autoreply: yes",),
        ("Return-Path: <>",),
    ],
)
def test_automatic_mail_holds_no_orders_and_gets_no_answer(
    world: World, headers: tuple[str, ...]
) -> None:
    world.deliver(from_anna(world, *headers))
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.IGNORED
    assert not holds_orders(world, 1)
    assert told(world, ANNA) == []


def test_a_vacation_notice_is_left_alone(world: World) -> None:
    body = "I am out of the office until Monday and will read your mail then."
    raw = from_anna(world, "X-Auto-Response-Suppress: All", body=body)
    world.deliver(raw.replace(b"Subject: orders", b"Subject: Out of office: orders"))
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.IGNORED
    assert told(world, ANNA) == []


@pytest.mark.parametrize("text", [LINE, "STATUS"])
def test_who_tells_of_an_absence_and_orders_something_is_answered(world: World, text: str) -> None:
    raw = from_anna(world, body=f"I am out of the office until Monday.\r\n{text}")
    world.deliver(raw.replace(b"Subject: orders", b"Subject: Out of office: orders"))
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.DONE
    assert holds_orders(world, 1) is (text == LINE)
    assert len(told(world, ANNA)) == 1


def test_a_vacation_notice_from_another_address_is_held_and_tells_nobody(world: World) -> None:
    raw = from_anna(world, body="I am out of the office until Monday.")
    raw = raw.replace(b"Subject: orders", b"Subject: Out of office: orders")
    world.deliver(raw.replace(ANNA.encode(), EVE.encode()))
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.HELD
    assert told(world, ANNA) == told(world, EVE) == []


def test_an_answering_machine_without_marks_gets_no_answer_that_it_would_answer(
    world: World,
) -> None:
    """It writes to the envelope's sender, where no person ever writes."""
    sent = world.rows(recipient=ANNA, kind="report")[0]
    verp = bounce_address(world.context.config.mail, world.context.key, sent.id)
    world.write(ANNA, "I am at sea.", to=verp, subject="Ahoy")
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.IGNORED
    assert told(world, ANNA) == []


def test_mail_from_ourselves_ends_here(world: World) -> None:
    world.write(HOUSE, LINE, to=reply_address(world))
    world.write("orders+spring@pbem.localhost", "HELP", to=HOUSE)
    world.deliver(world.rows(recipient=ANNA)[0].data)
    receive_with_a_good_mail_behind(world)
    assert {m.status for m in settled(world)[:3]} == {InboxStatus.IGNORED}
    assert told(world, HOUSE) == []


@pytest.mark.parametrize("text", [LINE, "HELP", "JOIN nowhere", "nothing of sense"])
def test_who_wants_no_automatic_answer_gets_none_and_orders_count(world: World, text: str) -> None:
    """MS-OXCMAIL 2.2.3.2.14: X-Auto-Response-Suppress."""
    world.deliver(from_anna(world, "X-Auto-Response-Suppress: All", body=text))
    mail = f"From: {EVE}\r\nTo: {HOUSE}\r\nX-Auto-Response-Suppress: OOF\r\n\r\n{text}\r\n"
    world.deliver(mail.encode())
    receive_with_a_good_mail_behind(world)
    assert holds_orders(world, 1) == (text == LINE)
    assert told(world, ANNA) == told(world, EVE) == []


# Anything at all ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def lasting_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with open_world(tmp_path_factory.mktemp("lasting"), answers_per_hour=10**6) as world:
        world.copied_game()
        yield world


_HEADER = st.tuples(
    st.sampled_from(
        ["From", "To", "Subject", "Message-ID", "Content-Type", "Content-Transfer-Encoding", "Date"]
    ),
    st.one_of(
        st.text(max_size=60),
        st.sampled_from(
            [
                ANNA,
                f"=?utf-8?b?////?= <{EVE}>",
                "é@ü.test",
                "multipart/mixed; boundary=b",
                "multipart/alternative",
                "message/rfc822",
                "text/html; charset=utf-7",
                "base64",
                "quoted-printable",
                "[spring.1.1.aaaaaaaaaaaaaaaa]",
            ]
        ),
    ),
)
_BODY = st.one_of(
    st.text(max_size=300),
    st.lists(
        st.sampled_from(
            ["--b", "", "HELP", LINE, "=", "AAAA", "<html><p>STATUS", "JOIN x AS \u202e\x00", "> a"]
        ),
        max_size=12,
    ).map("\r\n".join),
)


@examples(60, soak=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(headers=st.lists(_HEADER, max_size=8), body=_BODY)
def test_no_bytes_stop_the_service(
    lasting_world: World, headers: list[tuple[str, str]], body: str
) -> None:
    world = lasting_world
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    world.deliver(f"{head}\r\n{body}".encode("utf-8", "surrogatepass"))
    receive_mail(world.context, world.inbox)
    assert world.inbox.waiting() == (), "tripped over, and left to be tried again"
    assert settled(world)[-1].status != InboxStatus.QUARANTINED
