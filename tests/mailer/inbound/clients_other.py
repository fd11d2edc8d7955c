"""What no client is alone in: odd characters, attachments, signed mail, commands."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

from collections.abc import Iterator

from tests.mailer.inbound.blocks import (
    DEFENSE,
    ECONOMY,
    ENVIRONMENT,
    TWO,
    Case,
    mail,
    multipart,
    part,
)


def cases() -> Iterator[Case]:
    yield from _characters()
    yield from _attached()
    yield from _services()


def _characters() -> Iterator[Case]:
    odd = {
        "nbsp": ECONOMY.replace(" ", "\u00a0"),
        "en-dash": ECONOMY.replace("-", "–"),
        "em-dash": ECONOMY.replace("-", "—"),
        "minus": ECONOMY.replace("-", "\u2212"),
        "full-width": "".join(
            chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" for c in ECONOMY
        ),
        "zero-width": ECONOMY.replace(" ", " \u200b").replace("o", "o\u200d"),
        "soft-hyphen": ECONOMY.replace("coop", "co\u00adop"),
        "bom": "\ufeff" + ECONOMY,
        "thin-space": ECONOMY.replace(" ", "\u2009"),
    }
    for name, line in odd.items():
        yield Case(
            f"characters-{name}",
            mail(part(f"{line}\n", "plain", "utf-8", "base64")),
            (ECONOMY,),
            (),
        )
    bullets = f"- {ECONOMY}\n* {ENVIRONMENT}\n• {DEFENSE}\n"
    yield Case("bullets", mail(part(bullets, "plain")), (ECONOMY, ENVIRONMENT, DEFENSE), ())
    bold = f"*{ECONOMY}*\n*Environment* 40 coop 100 with *-*\n"
    yield Case("gmail-plain-bold", mail(part(bold, "plain")), TWO, ())
    lying = f"Schöne Grüße — hier:\n{ECONOMY}\n".encode()
    head = b"Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    yield Case(
        "charset-lies-ascii",
        mail(head.decode() + lying.decode("latin-1")),
        (ECONOMY,),
        ("Schöne Grüße - hier:",),
    )
    unknown = head.replace(b"us-ascii", b"x-no-such-thing").decode() + "Grüße\n" + ECONOMY
    yield Case("charset-unknown", mail(unknown), (ECONOMY,), ("Grüße",))
    delsp = mail(
        part(
            "Economy 60% coop 70 with 0-2 \n00 comp 30 attack 100-150\n",
            "plain; format=flowed; delsp=yes",
        )
    )
    yield Case("flowed-delsp", delsp, (ECONOMY,), ())


def _attached() -> Iterator[Case]:
    file = (
        'Content-Type: text/plain; name="orders.txt"\r\nContent-Disposition: attachment; filename="orders.txt"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
        + part(f"{ECONOMY}\n{ENVIRONMENT}\n", "plain", "utf-8", "base64").split("\r\n\r\n", 1)[1]
    )
    see = part("See the file.\n", "plain")
    yield Case(
        "attachment-orders", mail(multipart("mixed", "b1", see, file)), TWO, ("See the file.",)
    )
    both = part(f"{DEFENSE}\n", "plain")
    yield Case("attachment-and-body", mail(multipart("mixed", "b1", both, file)), ())
    rfc2231 = file.replace(
        'filename="orders.txt"', "filename*0*=utf-8''bef%C3%A4; filename*1*=hle.txt"
    ).replace('; name="orders.txt"', "")
    yield Case(
        "attachment-rfc2231", mail(multipart("mixed", "b1", see, rfc2231)), TWO, ("See the file.",)
    )
    signed = multipart(
        "signed",
        "b2",
        part(f"{ECONOMY}\n{ENVIRONMENT}\n", "plain"),
        "Content-Type: application/pgp-signature; name=signature.asc\r\n\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\nabc\r\n-----END PGP SIGNATURE-----",
        more='; micalg=pgp-sha512; protocol="application/pgp-signature"',
    )
    yield Case("signed-pgp-mime", mail(signed), TWO, ())
    clear = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{ECONOMY}\n{ENVIRONMENT}\n- -- \nAnna\n-----BEGIN PGP SIGNATURE-----\n\nabcd\n-----END PGP SIGNATURE-----\n"
    yield Case("signed-pgp-inline", mail(part(clear, "plain")), TWO, ())


def _services() -> Iterator[Case]:
    for line in (
        "HELP",
        "Status",
        "report 2",
        "WITHDRAW",
        "resign",
        "JOIN spring AS Anna the Great",
    ):
        name = line.split(maxsplit=1)[0].lower()
        yield Case(
            f"command-{name}",
            mail(part(f"Hello,\n{line}\nBye\n", "plain")),
            (line,),
            ("Hello,", "Bye"),
        )
    prefixed = f"@ {ECONOMY}\nTURN 8: {ENVIRONMENT}\nTURN 9: NONE\n@ NONE\n"
    taken = (f"@ {ECONOMY}", f"TURN 8: {ENVIRONMENT}", "TURN 9: NONE", "@ NONE")
    yield Case("prefixes", mail(part(prefixed, "plain")), taken, ())
