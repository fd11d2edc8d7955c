"""Reply addresses, subject tags and bounce addresses: what we give out is what we read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mailer.address import (
    Claim,
    Route,
    authentic,
    authentic_bounce,
    bounce_address,
    find_bounce,
    find_routes,
    reply_address,
    subject_tag,
    token,
)
from pbem.mailer.settings import MailSettings
from tests.soaking import examples

KEY = b"k" * 32
NONCE = "0123456789abcdef"
PLUS = MailSettings(address="orders@play.example.net")
PLAIN = MailSettings(address="orders@play.example.net", plus_addressing=False)
ROUTE = Route("spring", 4, 2)
TOKEN = token(KEY, ROUTE, NONCE)

routes = st.builds(
    Route,
    st.from_regex(r"[a-z0-9][a-z0-9-]{0,30}", fullmatch=True),
    st.integers(0, 9999),
    st.integers(0, 999),
)


@given(routes)
def test_a_reply_address_is_read_back_and_its_local_part_has_at_most_64_octets(
    route: Route,
) -> None:
    address = reply_address(PLUS, route, token(KEY, route, NONCE))
    assert find_routes([address], "") == (Claim(route, token(KEY, route, NONCE)),)
    assert len(address.partition("@")[0]) <= 64


@given(routes)
def test_a_subject_tag_is_read_back(route: Route) -> None:
    (claim,) = find_routes([], f"Re: turn report {subject_tag(route, token(KEY, route, NONCE))}")
    assert claim.route == route
    assert authentic((KEY,), claim, NONCE)


@pytest.mark.parametrize(
    "subject",
    [
        "RE: AW: SV: Spring: Turn 3 {tag}",
        "{tag}",
        "Fwd: {tag} (was: something)",
        "Re: Spring: Turn 3\r\n {tag}",
        "Re: Spring [a-list] {folded}",
        "{upper} Re: turn",
    ],
)
def test_subjects_that_mail_programs_rewrote_still_name_their_route(subject: str) -> None:
    tag = subject_tag(ROUTE, TOKEN)
    written = subject.format(tag=tag, folded=tag[:20] + "\r\n " + tag[20:], upper=tag.upper())
    assert find_routes([], written) == (Claim(ROUTE, TOKEN),)


@pytest.mark.parametrize(
    "recipient",
    [
        "Spring <{address}>",
        '"{local}"@play.example.net',
        "{upper}",
        "someone@example.org, Spring <{address}>",
        "{percent}",
    ],
)
def test_addresses_are_found_in_whole_header_values(recipient: str) -> None:
    address = reply_address(PLUS, ROUTE, TOKEN)
    written = recipient.format(
        address=address,
        local=address.partition("@")[0],
        upper=address.upper(),
        percent=address.replace("+", "%2B"),
    )
    assert find_routes([written], "") == (Claim(ROUTE, TOKEN),)


def test_the_address_counts_before_the_subject() -> None:
    other = Route("autumn", 1, 1)
    claims = find_routes(
        [reply_address(PLUS, ROUTE, TOKEN)], subject_tag(other, token(KEY, other, NONCE))
    )
    assert [claim.route for claim in claims] == [ROUTE, other]


def test_of_routes_without_number_a_few_are_looked_at() -> None:
    routes = [Route("spring", turn, 2) for turn in range(100)]
    written = [reply_address(PLUS, route, TOKEN) for route in routes]
    assert [claim.route for claim in find_routes(written * 2, "")] == routes[:5]


def test_without_plus_addresses_the_plain_address_is_given_out() -> None:
    assert reply_address(PLAIN, ROUTE, TOKEN) == PLAIN.address
    assert bounce_address(PLAIN, KEY, 17) == PLAIN.address


def test_an_address_that_would_be_too_long_for_rfc_5321_is_plain() -> None:
    long = MailSettings(address="all-orders-for-all-our-games@play.example.net")
    assert reply_address(long, Route("a" * 31, 4, 2), TOKEN) == long.address


@given(st.integers(0, 10**18 - 1))
def test_a_bounce_address_is_read_back_and_is_no_route(outbox_id: int) -> None:
    address = bounce_address(PLUS, KEY, outbox_id)
    found = find_bounce(["somebody@example.org", f"<{address}>"])
    assert found is not None
    assert found[0] == outbox_id
    assert authentic_bounce((KEY,), *found)
    assert find_routes([address], "") == ()


def test_a_token_is_good_for_one_route_one_key_and_one_purpose() -> None:
    assert authentic((KEY,), Claim(ROUTE, TOKEN), NONCE)
    assert not authentic((b"x" * 32,), Claim(ROUTE, TOKEN), NONCE)
    for other in (Route("spring", 5, 2), Route("spring", 4, 3), Route("sprin", 4, 2)):
        assert not authentic((KEY,), Claim(other, TOKEN), NONCE)
    bounce = find_bounce([bounce_address(PLUS, KEY, 4)])
    assert bounce is not None
    assert not authentic_bounce((KEY,), 5, bounce[1])
    assert not authentic((KEY,), Claim(ROUTE, bounce[1]), NONCE)


@pytest.mark.parametrize("sign", ["ı", "İ", "ſ", "\u212a", "٣"])
def test_what_only_looks_like_a_token_or_a_game_is_none(sign: str) -> None:
    for said in (
        f"spr{sign}ng.1.1.{TOKEN}",
        f"spring.{sign}.1.{TOKEN}",
        f"spring.1.1.{sign}{TOKEN[1:]}",
    ):
        assert find_routes([f"orders+{said}@example.org"], f"Re: [{said}]") == ()
    assert find_bounce([f"orders+b.4.{sign}{TOKEN[1:]}@example.org"]) is None


@pytest.mark.parametrize("place", range(16))
def test_every_character_of_a_token_counts(place: int) -> None:
    other = "a" if TOKEN[place] != "a" else "b"
    assert not authentic((KEY,), Claim(ROUTE, TOKEN[:place] + other + TOKEN[place + 1 :]), NONCE)
    address = bounce_address(PLUS, KEY, 4)
    found = find_bounce([address])
    assert found is not None
    sign = "a" if found[1][place] != "a" else "b"
    assert not authentic_bounce((KEY,), 4, found[1][:place] + sign + found[1][place + 1 :])


def test_a_token_has_16_characters_of_base32() -> None:
    assert len(TOKEN) == 16
    assert set(TOKEN) <= set("abcdefghijklmnopqrstuvwxyz234567")


@examples(40, soak=2000)
@given(st.lists(st.text(), max_size=3), st.text())
def test_anything_in_headers_is_survived(recipients: list[str], subject: str) -> None:
    assert find_routes(recipients, subject) == ()
    assert find_bounce(recipients) is None


@pytest.mark.parametrize("game", ["", "-a", "A", "a" * 32, "a.b", "a b", "a\n"])
def test_what_no_address_could_carry_is_no_game_id(game: str) -> None:
    with pytest.raises(ValueError, match="no game id"):
        Route(game, 1, 1)
