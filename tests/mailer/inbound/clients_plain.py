"""Clients that write plain text, or whose plain text counts: Thunderbird, mutt, K-9 and others."""

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

ADDRESS = "orders@pbem.localhost"


THUNDERBIRD = {
    "en": "On 03.05.26 11:58, Play by mail wrote:",
    "de": "Am 03.05.26 um 11:58 schrieb Play by mail:",
    "fr": "Le 03/05/2026 à 11:58, Play by mail a écrit :",
    "es": "El 03/05/2026 a las 11:58, Play by mail escribió:",
    "it": "Il 03/05/2026 11:58, Play by mail ha scritto:",
    "pt": "Em 03/05/2026 11:58, Play by mail escreveu:",
    "nl": "Op 03-05-2026 om 11:58 schreef Play by mail:",
    "pl": "W dniu 03.05.2026 o 11:58, Play by mail pisze:",
    "sv": "Den 2026-05-03 kl. 11:58, skrev Play by mail:",
    "da": "Den 03.05.2026 kl. 11.58 skrev Play by mail:",
    "fi": "Play by mail kirjoitti 3.5.2026 klo 11.58:",
    "ru": "03.05.2026 11:58, Play by mail пишет:",
    "cs": "Dne 03. 05. 26 v 11:58 Play by mail napsal(a):",
    "ja": "On 2026/05/03 11:58, Play by mail wrote:",
}


GREETINGS = {
    "en": "Hello, here are my orders. Economy is what matters.",
    "de": "Hallo, hier meine Befehle für Runde 3. Schöne Grüße!",
    "fr": "Bonjour, voici mes ordres. À bientôt !",
    "es": "¡Hola! Aquí van mis órdenes, un saludo.",
    "it": "Ciao, ecco i miei ordini: perché no?",
    "pt": "Olá, aqui estão as minhas ordens. Não é fácil.",
    "nl": "Hoi, hier zijn mijn orders. Groetjes.",
    "pl": "Cześć, oto moje rozkazy. Gospodarka jest ważna.",
    "sv": "Hej, här är mina order. Ha det så bra.",
    "da": "Hej, her er mine ordrer. På gensyn.",
    "fi": "Hei, tässä käskyni. Hyvää päivää.",
    "ru": "Привет, вот мои приказы. До свидания.",
    "cs": "Ahoj, tady jsou moje rozkazy. Děkuji.",
    "ja": "こんにちは。命令を送ります。よろしく。",
}


CHARSETS = {
    "pl": "iso-8859-2",
    "cs": "windows-1250",
    "ru": "windows-1251",
    "ja": "iso-2022-jp",
    "fr": "iso-8859-15",
    "es": "windows-1252",
}


def thunderbird(text: str, charset: str = "utf-8", encoding: str = "8bit") -> bytes:
    return mail(
        part(text, "plain; format=flowed", charset, encoding),
        headers="User-Agent: Mozilla Thunderbird\nContent-Language: en-GB",
    )


def flowed(text: str, width: int = 40) -> str:
    """A paragraph soft-wrapped as format=flowed does it."""
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line += word + " "
    lines.append(line.rstrip())
    return "\n".join(lines)


def cases() -> Iterator[Case]:
    yield from _thunderbird()
    yield from _mutt()
    yield from _mobile_plain()
    yield from _other_plain()
    yield from _templates_plain()


def _thunderbird() -> Iterator[Case]:
    for language, attribution in THUNDERBIRD.items():
        charset = CHARSETS.get(language, "utf-8")
        greeting = GREETINGS[language]
        encoding = (
            "7bit" if language == "ja" else "8bit" if language in "ru pl" else "quoted-printable"
        )
        top = f"{greeting}\n\n{ECONOMY}\n{ENVIRONMENT}\n\n{attribution}\n{quote(REPORT)}\n"
        yield Case(
            f"thunderbird-top-{language}", thunderbird(top, charset, encoding), TWO, (greeting,)
        )
        bottom = (
            f"{attribution}\n{quote(REPORT)}\n\n{greeting}\n{ECONOMY}\n{ENVIRONMENT}\n\n-- \nAnna\n"
        )
        yield Case(
            f"thunderbird-bottom-{language}",
            thunderbird(bottom, charset, encoding),
            TWO,
            (greeting,),
        )
    soft = f"Hello!\n\n{flowed(ECONOMY)}\n{flowed(ENVIRONMENT)}\n\n{THUNDERBIRD['en']}\n{quote(REPORT)}\n"
    yield Case("thunderbird-flowed-wrapped", thunderbird(soft), TWO, ("Hello!",))
    blanks = f"{ECONOMY} \n{ENVIRONMENT} \n\n{THUNDERBIRD['en']}\n{quote(REPORT)}\n"
    yield Case("thunderbird-flowed-stray-blanks", thunderbird(blanks), TWO, ())
    interleaved = (
        f"{THUNDERBIRD['en']}\n{quote(REPORT[:9])}\nNice!\n\n{quote(REPORT[9:12])}\n{ECONOMY}\n"
        f"{ENVIRONMENT}\n{quote(REPORT[12:])}\n"
    )
    yield Case("thunderbird-interleaved", thunderbird(interleaved), TWO, ("Nice!",))
    stuffed = f" > not a quote, stuffed\n{ECONOMY}\n From here on\n"
    yield Case("thunderbird-space-stuffed", thunderbird(stuffed), (ECONOMY,))


def _mutt() -> Iterator[Case]:
    attribution = "On Sun, May 03, 2026 at 11:58:00AM +0200, Play by mail wrote:"
    head = "User-Agent: Mutt/2.2.9 (2022-11-12)"

    def plain(text: str, encoding: str = "8bit") -> bytes:
        return mail(part(text, "plain", "utf-8", encoding), headers=head)

    below = f"{attribution}\n{quote(REPORT)}\n\n{ECONOMY}\n{ENVIRONMENT}\n\n-- \nAnna\nEconomy 1% is my motto\n"
    yield Case("mutt-bottom-signature", plain(below), TWO, ())
    inter = f"{attribution}\n{quote(REPORT[:8])}\n{ECONOMY}\n{quote(REPORT[8:])}\n{ENVIRONMENT}\n"
    yield Case("mutt-interleaved", plain(inter), TWO, ())
    nested = f"Again:\n{ECONOMY}\n\n{attribution}\n" + quote(
        ["Hello,", OLD, "", attribution, *("> " + line for line in filled(DEFENSE))]
    )
    yield Case("mutt-nested-thread", plain(nested), (ECONOMY,), ("Again:",))
    chatter = f"Did you get it?\n\n{attribution}\n" + quote(
        ["Hello,", OLD, "", attribution, *("> " + line for line in filled(DEFENSE))]
    )
    yield Case("mutt-old-template-deeper", plain(chatter), (), ("Did you get it?",))
    bare = f"{attribution}\n" + quote([attribution, *("> " + line for line in filled(DEFENSE))])
    yield Case("mutt-old-template-answered", plain(f"Well?\n{bare}"), (), ("Well?",))
    hard = "Economy 60% coop 70 with 0-200 comp 30\nattack 100-150\n\n" + ENVIRONMENT
    yield Case("mutt-hard-wrapped", plain(hard), TWO, ())
    loose = f"{attribution}\n{quote(REPORT)}\n100-150\n"
    yield Case("mutt-lost-tail", plain(loose), (), ("100-150",))
    comments = f"# my plan\n{ECONOMY}  # for now\n; later\n{ENVIRONMENT}\n"
    taken = (f"{ECONOMY}  # for now", ENVIRONMENT)
    yield Case("mutt-comments", plain(comments), taken, ("# my plan", "; later"))


def _mobile_plain() -> Iterator[Case]:
    k9 = f"{ECONOMY}\r\n{ENVIRONMENT}\n\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity."
    quoted = f"{ECONOMY}\n{ENVIRONMENT}\n\nAm 3. Mai 2026 11:58:00 MESZ schrieb Play by mail <{ADDRESS}>:\n{quote(REPORT, '>')}\n"
    yield Case("k9-new", mail(part(k9.replace("\r", ""), "plain", "utf-8", "8bit")), TWO, ())
    yield Case("k9-top-de", mail(part(quoted, "plain", "utf-8", "8bit")), TWO, ())
    header = (
        f"{ECONOMY}\n{ENVIRONMENT}\n\n-------- Original Message --------\nFrom: Play by mail <{ADDRESS}>\n"
        "Sent: 3 May 2026 11:58:00 CEST\nTo: anna@example.org\nSubject: Hegemon: turn 3\n\n"
        + "\n".join(REPORT)
    )
    yield Case("k9-original-message", mail(part(header, "plain", "utf-8", "8bit")), TWO, ())
    tail = {
        "en": "Sent from my iPhone",
        "de": "Von meinem iPhone gesendet",
        "fr": "Envoyé de mon iPhone",
        "es": "Enviado desde mi iPhone",
        "it": "Inviato da iPhone",
        "nl": "Verstuurd vanaf mijn iPhone",
        "ru": "Отправлено с iPhone",
        "ja": "iPhoneから送信",
        "pl": "Wysłane z iPhone'a",
    }
    wrote = {
        "en": f"On 3 May 2026, at 11:58, Play by mail <{ADDRESS}> wrote:",
        "de": f"Am 03.05.2026 um 11:58 schrieb Play by mail <{ADDRESS}>:",
        "fr": f"Le 3 mai 2026 à 11:58, Play by mail <{ADDRESS}> a écrit :",
        "es": f"El 3 may 2026, a las 11:58, Play by mail <{ADDRESS}> escribió:",
        "it": f"Il giorno 3 mag 2026, alle ore 11:58, Play by mail <{ADDRESS}> ha\nscritto:",
        "nl": f"Op 3 mei 2026 om 11:58 heeft Play by mail <{ADDRESS}> het volgende geschreven:",
        "ru": f"3 мая 2026 г., в 11:58, Play by mail <{ADDRESS}> написал(а):",
        "ja": f"2026/05/03 11:58、Play by mail <{ADDRESS}>のメール:",
        "pl": f"Wiadomość napisana przez Play by mail <{ADDRESS}> w dniu 3 maj 2026, o godz. 11:58:",
    }
    for language, device in tail.items():
        text = f"{ECONOMY}\n{ENVIRONMENT}\n\n{device}\n\n{quote([*wrote[language].split(chr(10)), '', *REPORT])}\n"
        yield Case(f"ios-plain-{language}", mail(part(text, "plain", "utf-8", "base64")), TWO, ())
        under = f"{device}\n\n{ECONOMY}\n{ENVIRONMENT}\n\n{wrote[language]}\n\n{quote(REPORT)}"
        yield Case(
            f"ios-device-above-{language}",
            mail(part(under, "plain", "utf-8", "quoted-printable")),
            TWO,
            (),
        )


def _other_plain() -> Iterator[Case]:
    yahoo = (
        f" {ECONOMY}\n{ENVIRONMENT}\n    On Sunday, May 3, 2026 at 11:58:00 AM GMT+2, Play by mail <{ADDRESS}> wrote:  \n \n "
        + "\n".join([*REPORT, OLD])
    )
    yield Case(
        "yahoo-plain-unmarked", mail(part(yahoo, "plain", "utf-8", "quoted-printable")), TWO, ()
    )
    proton = (
        f"{ECONOMY}\n{ENVIRONMENT}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n"
        f"------- Original Message -------\nOn Sunday, May 3rd, 2026 at 11:58, Play by mail <{ADDRESS}> wrote:\n\n\n"
        + quote(REPORT)
    )
    yield Case("proton-plain", mail(part(proton, "plain", "utf-8", "base64")), TWO, ())
    alpine = (
        f"On Sun, 3 May 2026, Play by mail wrote:\n\n{quote(REPORT)}\n\n{ECONOMY}\n{ENVIRONMENT}\n"
    )
    yield Case(
        "alpine-bottom", mail(part(alpine, "plain; format=flowed", "us-ascii", "7bit")), TWO, ()
    )
    gnus = f"Play by mail <{ADDRESS}> writes:\n\n{quote(REPORT)}\n\n{ECONOMY}\n{ENVIRONMENT}\n"
    yield Case("gnus-bottom", mail(part(gnus, "plain", "utf-8", "8bit")), TWO, ())
    super_cite = (
        "\n".join(f"PBM> {line}" for line in [*REPORT, OLD]) + f"\n{ECONOMY}\n{ENVIRONMENT}\n"
    )
    yield Case("gnus-supercite", mail(part(super_cite, "plain", "utf-8", "8bit")), TWO, ())
    apple = f"{ECONOMY}\n{ENVIRONMENT}\n\nBegin forwarded message:\n\nFrom: Play by mail <{ADDRESS}>\nSubject: Hegemon\nDate: 3 May 2026 at 11:58:00 CEST\nTo: {PLAYER}\n\n"
    yield Case(
        "apple-forwarded",
        mail(part(apple + "\n".join([*REPORT, OLD]), "plain", "utf-8", "8bit")),
        TWO,
        (),
    )
    gmail = f"{ECONOMY}\n{ENVIRONMENT}\n\n---------- Forwarded message ---------\nFrom: Play by mail <{ADDRESS}>\nDate: Sun, 3 May 2026 at 11:58\nSubject: Hegemon\nTo: <{PLAYER}>\n\n\n"
    yield Case(
        "gmail-forwarded-plain",
        mail(part(gmail + "\n".join([*REPORT, OLD]), "plain", "utf-8", "8bit")),
        TWO,
        (),
    )
    cut = f"On Sun, 3 May 2026 at 11:58, Play by mail <{ADDRESS}> wrote:\n\n{ECONOMY}\n{ENVIRONMENT}\n"
    yield Case("gmail-quote-cut-away", mail(part(cut, "plain", "utf-8", "8bit")), TWO, ())
    zh = f"{ECONOMY}\n{ENVIRONMENT}\n\nPlay by mail <{ADDRESS}> 于2026年5月3日周日 11:58写道：\n\n{quote(REPORT)}"
    yield Case("gmail-plain-zh", mail(part(zh, "plain", "gb18030", "base64")), TWO, ())
    ja = f"{ECONOMY}\n{ENVIRONMENT}\n\n2026年5月3日(日) 11:58 Play by mail <{ADDRESS}>:\n\n{quote(REPORT)}"
    yield Case("gmail-plain-ja", mail(part(ja, "plain", "iso-2022-jp", "7bit")), TWO, ())
    ko = (
        f"{ECONOMY}\n{ENVIRONMENT}\n\n2026년 5월 3일 (일) 오전 11:58, Play by mail <{ADDRESS}>님이 작성:\n\n"
        + "\n".join([*REPORT, OLD])
    )
    yield Case("gmail-plain-unmarked-ko", mail(part(ko, "plain", "euc-kr", "base64")), TWO, ())
    wrapped = f"{ECONOMY}\n{ENVIRONMENT}\n\nOn Sun, 3 May 2026 at 11:58, Play by mail via the very long name <\n{ADDRESS}> wrote:\n\n{quote(REPORT)}\n"
    yield Case(
        "gmail-plain-wrapped-attribution", mail(part(wrapped, "plain", "utf-8", "8bit")), TWO, ()
    )
    disclaimer = f"{ECONOMY}\n{ENVIRONMENT}\n\n{'_' * 40}\nThis e-mail is confidential. If you are not the intended recipient, delete it."
    yield Case("company-disclaimer", mail(part(disclaimer, "plain", "utf-8", "8bit")), TWO)
    prose = f"I think Economy at 60% would be best, as I wrote at 10:00:\n\n{ECONOMY}\nEconomy is going well this turn.\nHelp me please with the rest.\n"
    yield Case("prose-around", mail(part(prose, "plain", "utf-8", "8bit")), (ECONOMY,))


def _templates_plain() -> Iterator[Case]:
    attribution = THUNDERBIRD["en"]
    edited = f"{attribution}\n{quote(filled(*TWO))}\n"
    yield Case("thunderbird-template-quoted", thunderbird(edited), TWO, ())
    begin = REPORT.index("# Economy 40% coop 60 with 0-100 comp 40")
    between = f"{attribution}\n{quote(REPORT[:begin])}\n{ECONOMY}\n{ENVIRONMENT}\n{quote(REPORT[begin:])}\n"
    yield Case("thunderbird-template-between", thunderbird(between), TWO, ())
    mixed = f"{attribution}\n{quote([*REPORT[:begin], ECONOMY])}\n{ENVIRONMENT}\n{quote(REPORT[begin:])}\n"
    yield Case("thunderbird-template-mixed", thunderbird(mixed), TWO, ())
    both = f"{ECONOMY}\n{ENVIRONMENT}\n\n{attribution}\n{quote(filled(DEFENSE))}\n"
    yield Case("thunderbird-own-words-win", thunderbird(both), TWO, ())
    preview = f"PREVIEW\n\n{attribution}\n{quote(filled(*TWO))}\n"
    yield Case("thunderbird-preview-above-template", thunderbird(preview), ("PREVIEW", *TWO), ())
    whole = "\n".join(filled(*TWO))
    yield Case("report-sent-back-unmarked", thunderbird(whole), TWO)
    cut = [line for line in filled(*TWO) if "end of orders" not in line]
    yield Case("template-without-end", thunderbird(f"{attribution}\n{quote(cut)}\n"), TWO, ())
    dashes = [line.replace("---", "—") for line in filled(*TWO)]
    yield Case("template-em-dashes", thunderbird(f"{attribution}\n{quote(dashes)}\n"), TWO, ())
    wrapped = [
        piece
        for line in filled(*TWO)
        for piece in (
            ["--- orders: write below", "this line ---"] if "write below" in line else [line]
        )
    ]
    yield Case(
        "template-marker-wrapped", thunderbird(f"{attribution}\n{quote(wrapped)}\n"), TWO, ()
    )
    untouched = f"Thanks, more tomorrow.\n\n{attribution}\n{quote(REPORT)}\n"
    yield Case("template-untouched", thunderbird(untouched), (), ("Thanks, more tomorrow.",))
