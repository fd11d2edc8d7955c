"""Plain mails as the programs named Outlook write them."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

from collections.abc import Iterator

from tests.mailer.inbound.blocks import (
    DEFENSE,
    ECONOMY,
    ENVIRONMENT,
    OLD,
    PLAYER,
    REPORT,
    TWO,
    Case,
    filled,
    mail,
    part,
    quote,
)
from tests.mailer.inbound.clients_plain import ADDRESS

OUTLOOK = {
    "en": (
        "-----Original Message-----",
        "From",
        "Sent",
        "To",
        "Subject",
        "Sunday, May 3, 2026 11:58 AM",
    ),
    "de": (
        "-----Ursprüngliche Nachricht-----",
        "Von",
        "Gesendet",
        "An",
        "Betreff",
        "Sonntag, 3. Mai 2026 11:58",
    ),
    "fr": (
        "-----Message d'origine-----",
        "De",
        "Envoyé",
        "À",
        "Objet",
        "dimanche 3 mai 2026 11:58",
    ),
    "es": (
        "-----Mensaje original-----",
        "De",
        "Enviado el",
        "Para",
        "Asunto",
        "domingo, 3 de mayo de 2026 11:58",
    ),
    "it": (
        "-----Messaggio originale-----",
        "Da",
        "Inviato",
        "A",
        "Oggetto",
        "domenica 3 maggio 2026 11:58",
    ),
    "pl": (
        "-----Oryginalna wiadomość-----",
        "Od",
        "Wysłano",
        "Do",
        "Temat",
        "niedziela, 3 maja 2026 11:58",
    ),
    "ru": (
        "-----Исходное сообщение-----",
        "От",
        "Отправлено",
        "Кому",
        "Тема",
        "3 мая 2026 г. 11:58",
    ),
    "cs": (
        "-----Původní zpráva-----",
        "Od",
        "Odesláno",
        "Komu",
        "Předmět",
        "neděle 3. května 2026 11:58",
    ),
    "ja": (
        "-----Original Message-----",
        "差出人",
        "送信日時",
        "宛先",
        "件名",
        "2026年5月3日 11:58",
    ),
}


def outlook_header(language: str, *, dashed: bool) -> str:
    dashes, sender, sent, to, subject, date = OUTLOOK[language]
    block = (
        f"{sender}: Play by mail <{ADDRESS}> \n{sent}: {date}\n{to}: Anna <{PLAYER}>\n"
        f"{subject}: Hegemon: turn 3"
    )
    return f"{dashes}\n{block}" if dashed else block


def cases() -> Iterator[Case]:
    for language in OUTLOOK:
        for dashed in (True, False):
            header = outlook_header(language, dashed=dashed)
            name = f"outlook-plain-{'dashed' if dashed else 'block'}-{language}"
            text = f"{ECONOMY}\n{ENVIRONMENT}\n\n{header}\n\n" + "\n".join([*REPORT, "", OLD])
            yield Case(name, mail(part(text, "plain", "utf-8", "base64")), TWO, ())
    inside = f"Hello, see below.\n\n{'_' * 32}\n{outlook_header('en', dashed=False)}\n\n"
    text = inside + "\n".join(filled(*TWO))
    yield Case(
        "outlook-plain-filled-template",
        mail(part(text, "plain", "utf-8", "quoted-printable")),
        TWO,
        ("Hello, see below.",),
    )
    deep = f"Thanks\n\n{outlook_header('en', dashed=False)}\n\nHello\n{OLD}\n\n"
    deep += f"{outlook_header('de', dashed=False)}\n\n" + "\n".join(filled(DEFENSE))
    yield Case(
        "outlook-plain-deeper-template", mail(part(deep, "plain", "utf-8", "8bit")), (), ("Thanks",)
    )
    mobile = f"{ECONOMY}\n{ENVIRONMENT}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n{'_' * 32}\n"
    mobile += outlook_header("en", dashed=False) + "\n\n" + "\n".join(REPORT)
    yield Case(
        "outlook-mobile-plain", mail(part(mobile, "plain", "utf-8", "quoted-printable")), TWO, ()
    )
    prefixed = f"{ECONOMY}\n\n{quote(outlook_header('en', dashed=True).split(chr(10)))}\n{quote(REPORT)}\n\n{ENVIRONMENT}"
    yield Case("outlook-plain-prefixed", mail(part(prefixed, "plain", "utf-8", "8bit")), TWO, ())
