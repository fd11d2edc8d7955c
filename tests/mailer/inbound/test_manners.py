"""Introductions to quotes, odd manners and near misses: what is the player's and what is not."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

import pytest

from pbem.engine.registry import load
from pbem.mailer.inbound.intake import take
from pbem.mailer.settings import MailSettings

E = "Economy 60% coop 70 with 0-200 comp 30 attack 100-150"
V = "Environment 40 coop 100 with *-*"
O = "Defense 90% comp 100"  # noqa: E741  (an old order, in a quote)
HTML = "text/html; charset=utf-8"

CASES: dict[str, tuple[str, list[str], str]] = {}


def case(name: str, body: str, taken: list[str], kind: str = "text/plain; charset=utf-8") -> None:
    """Note one case by its name."""
    CASES[name] = (body, taken, kind)


case(
    "el",
    f"{E}\n{V}\n\nΣτις Κυρ, 3 Μαΐ 2026 στις 11:58, ο χρήστης Play <a@b.c> έγραψε:\n\n{O}",
    [E, V],
)
case("tr", f"{E}\n\nPlay <a@b.c>, 3 May 2026 Paz, 11:58 tarihinde şunu yazdı:\n\n{O}", [E])
case("hu", f"{E}\n\nPlay <a@b.c> ezt írta (időpont: 2026. máj. 3., V, 11:58):\n\n{O}", [E])
case("ro", f"{E}\n\nÎn dum., 3 mai 2026 la 11:58, Play <a@b.c> a scris:\n\n{O}", [E])
case("uk", f"{E}\n\nнд, 3 трав. 2026 р. о 11:58 Play <a@b.c> пише:\n\n{O}", [E])
case("no", f"{E}\n\nsøn. 3. mai 2026 kl. 11:58 skrev Play <a@b.c>:\n\n{O}", [E])
case(
    "he",
    f"{E}\n\n\u202bבתאריך יום א׳, 3 במאי 2026 ב-11:58 מאת \u202aPlay\u202c\u200f <\u202aa@b.c\u202c\u200f>:\u202c\n\n{O}",
    [E],
)
case(
    "ar", f"{E}\n\nفي الأحد، 3 مايو 2026 في 11:58 تمت كتابة ما يلي بواسطة Play <a@b.c>:\n\n{O}", [E]
)
case("vi", f"{E}\n\nVào CN, 3 thg 5, 2026 vào lúc 11:58 Play <a@b.c> đã viết:\n\n{O}", [E])
case("th", f"{E}\n\nในวันที่ อา. 3 พ.ค. 2026 เวลา 11:58 Play <a@b.c> เขียนว่า:\n\n{O}", [E])
case(
    "zh outlook",
    f"{E}\n\n发件人: Play <a@b.c>\n发送时间: 2026年5月3日 11:58\n收件人: Anna\n主题: x\n\n{O}",
    [E],
)
case(
    "zh outlook fullwidth colon",
    f"{E}\n\n发件人：Play <a@b.c>\n发送时间：2026年5月3日 11:58\n收件人：Anna\n主题：x\n\n{O}",
    [E],
)
case(
    "qq",
    f'{E}\n\n------------------ 原始邮件 ------------------\n发件人: "Play"<a@b.c>;\n发送时间: 2026年5月3日\n\n{O}',
    [E],
)
case("163", f'{E}\n\nAt 2026-05-03 11:58:00, "Play" <a@b.c> wrote:\n>{O}\n', [E])
case(
    "ko outlook", f"{E}\n\n보낸 사람: Play\n보낸 날짜: 2026년\n받는 사람: Anna\n제목: x\n\n{O}", [E]
)
case(
    "bold gmail outlook",
    f"{E}\n\n*From:* Play <a@b.c>\n*Sent:* Sunday\n*To:* Anna\n*Subject:* x\n\n{O}",
    [E],
)
case(
    "samsung",
    f"{E}\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Play <a@b.c> \nDate: 03/05/2026  11:58  (GMT+01:00) \nTo: Anna \nSubject: x \n\n{O}",
    [E],
)
case(
    "samsung de",
    f"{E}\n\nVon meinem Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: Play <a@b.c> \nDatum: 03.05.26  11:58  (GMT+01:00) \nAn: Anna \nBetreff: x \n\n{O}",
    [E],
)
case("fairemail", f"{E}\n\n3 May 2026 11:58:00 Play <a@b.c>:\n\n> {O}\n", [E])
case(
    "em client",
    f'{E}\n\n------ Original Message ------\nFrom "Play" <a@b.c>\nTo "Anna" <a@b.c>\nDate 03/05/2026 11:58:00\nSubject x\n\n{O}',
    [E],
)
case("roundcube", f"Am 2026-05-03 11:58, schrieb Play:\n> {O}\n> bla\n\n{E}\n{V}\n", [E, V])
case("horde", f"Zitat von Play <a@b.c>:\n\n> {O}\n\n{E}\n", [E])
case("horde en", f"Quoting Play <a@b.c>:\n\n> {O}\n\n{E}\n", [E])
case("claws", f"On Sun, 3 May 2026 11:58:00 +0200\nPlay <a@b.c> wrote:\n\n> {O}\n\n{E}\n", [E])
case("evolution", f"On Sun, 2026-05-03 at 11:58 +0200, Play wrote:\n> {O}\n\n{E}\n", [E])
case("kmail", f"Am Sonntag, 3. Mai 2026, 11:58:00 CEST schrieb Play:\n> {O}\n\n{E}\n", [E])
case("lotus", f"{E}\n\n\n\n|------------>\n| From:      |\n", [E])
case(
    "lotus2",
    f"{E}\n\nFrom:   Play <a@b.c>\nTo:     Anna\nDate:   03/05/2026 11:58\nSubject:        x\n\n\n\n{O}",
    [E],
)
case("zimbra", f"{E}\n\n----- Original Message -----\n> From: Play\n> {O}\n", [E])
case(
    "zimbra2",
    f'{E}\n\n----- Mail original -----\nDe: "Play" <a@b.c>\nÀ: Anna\nEnvoyé: Dimanche 3 Mai 2026\nObjet: x\n\n{O}',
    [E],
)
case(
    "gmail-plain-then-unmarked-de",
    f"{E}\n\nPlay <a@b.c> schrieb am So., 3. Mai 2026, 11:58:\n\n{O}",
    [E],
)
case("attribution no mail unmarked", f"{E}\n\nOn May 3, 2026, at 11:58 AM, Play wrote:\n\n{O}", [E])
case(
    "attribution en 3 lines",
    f"{E}\n\nOn Sun, 3 May 2026 at\n11:58, Play by mail\n<a@b.c> wrote:\n\n{O}",
    [E],
)
case("quote w/o space", f">{O}\n>> {O}\n{E}", [E])
case("half quoted wrap", f"> Economy 10% coop 10 with 0-10 comp 30 attack\n100-150\n\n{E}", [E])
case("crlf sep", f"{E}\n\n\n{V}\n", [E, V])
case(
    "lower",
    "economy 60 coop 70 with 0-200\nENVIRONMENT 40\n",
    ["economy 60 coop 70 with 0-200", "ENVIRONMENT 40"],
)
case("bottom after outlook", f"Von: Play\nGesendet: x\nAn: y\nBetreff: z\n\n{O}\n\n{E}", [])
case("numbered", f"1. {E}\n2) {V}\n", [E, V])
case("quoted", f'"{E}"\n', [E])
case("header-ish", f"Orders:\n{E}\nThanks,\nAnna\n", [E])
case("inline greeting", f"Hi! {E}\n", [])
case("sig dash3", f"---\n{E}\n---\nAnna", [E])
case("sig bare then orders", f"--\n{E}\n", [E])
case(
    "turn prefix",
    f"T8: {E}\nturn 9 : {V}\n@{O}\n@ none",
    [f"T8: {E}", f"turn 9 : {V}", f"@{O}", "@ none"],
)
case(
    "html nested table",
    f"<html><body><table><tr><td><div>{E}</div></td></tr><tr><td><p>{V}</p></td></tr></table></body></html>",
    [E, V],
    HTML,
)
case("html p br", f"<p>Hi<br/>{E}<br/>{V}</p><p>Bye</p>", [E, V], HTML)
case("html soft newline", f"<p>{E.replace(' coop', chr(10) + 'coop')}</p>", [E], HTML)
case(
    "html gmail spans",
    '<div dir="ltr"><span style="color:red">Economy</span>&nbsp;<b>60%</b> coop 70&nbsp;with 0–200</div>',
    ["Economy 60% coop 70 with 0-200"],
    HTML,
)
case(
    "html web de",
    f'<div>{E}</div><div>Am 03.05.26, 11:58 schrieb &quot;Play&quot; &lt;a@b.c&gt;:</div><blockquote style="border-left:1px">{O}</blockquote>',
    [E],
    HTML,
)
case(
    "html hr from",
    f"<div>{E}</div><hr><b>From:</b> Play<br><b>Sent:</b> x<br><b>To:</b> y<br><b>Subject:</b> z<br><br><div>{O}</div>",
    [E],
    HTML,
)
case(
    "html table header",
    f'<div>{E}</div><table class="moz-email-headers-table"><tr><th>Subject: </th><td>x</td></tr><tr><th>Date: </th><td>x</td></tr><tr><th>From: </th><td>a</td></tr><tr><th>To: </th><td>b</td></tr></table><div>{O}</div>',
    [E],
    HTML,
)
case(
    "html fwd container",
    f'<p>{E}</p><div class="moz-forward-container"><br>-------- Forwarded Message --------<table><tr><th>Subject: </th><td>x</td></tr><tr><th>From: </th><td>a</td></tr><tr><th>To: </th><td>b</td></tr></table>{O}</div>',
    [E],
    HTML,
)
case(
    "airmail/spark",
    f'<html><body><div name="messageBodySection"><div dir="auto">{E}<br/>{V}</div></div><div name="messageSignatureSection"><br/><div>Anna</div></div><div name="messageReplySection">On 3 May 2026, 11:58 +0200, Play &lt;a@b.c&gt;, wrote:<br/><blockquote type="cite" style="border-left">{O}</blockquote></div></body></html>',
    [E, V],
    HTML,
)
case(
    "newton",
    f'<div>{E}</div><div class="cm_quote" style="color:#787878">On Sun, May 3, 2026 at 11:58am, Play &lt;<a>a@b.c</a>&gt; wrote:<br></div><blockquote class="gmail_quote">{O}</blockquote>',
    [E],
    HTML,
)
case(
    "superhuman",
    f'<div>{E}</div><div class="gmail_signature">Sent via Superhuman</div><br/><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sun, May 03, 2026 at 11:58 AM, Play <a>a@b.c</a> wrote:<br></div><blockquote class="gmail_quote sh-color-black">{O}</blockquote></div>',
    [E],
    HTML,
)
case(
    "mail.ru",
    f'<html><body><div>{E}</div><div>&nbsp;</div><div data-signature-widget="container">--<br>Anna</div><blockquote style="border-left:1px solid #0857A6;"><div>Воскресенье, 3 мая 2026, 11:58 +03:00 от Play &lt;a@b.c&gt;:<br>&nbsp;{O}</div></blockquote></body></html>',
    [E],
    HTML,
)
case(
    "yandex",
    f'<div>{E}</div><div>&nbsp;</div><div>03.05.2026, 11:58, "Play" &lt;a@b.c&gt;:</div><blockquote><div>{O}</div></blockquote>',
    [E],
    HTML,
)
case(
    "zoho",
    f'<div style="x">{E}<br><br>---- On Sun, 03 May 2026 11:58:00 +0200 <b>Play &lt;a@b.c&gt;</b> wrote ---<br><br></div><div class="zmail_extra"><div><blockquote style="margin:0">{O}</blockquote></div></div>',
    [E],
    HTML,
)
case(
    "zoho plain",
    f"{E}\n\n\n\n\n---- On Sun, 03 May 2026 11:58:00 +0200 Play <a@b.c> wrote ---\n\n\n\n{O}",
    [E],
)
case("hey", f"{E}\n\nOn May 3, 2026, Play <a@b.c> wrote:\n> {O}", [E])
case("fastmail", f"{E}\n\nOn Sun, May 3, 2026, at 11:58 AM, Play wrote:\n> {O}", [E])
case("missing colon", f"{E}\n\nLe 3 mai 2026 11:58, Play <a@b.c> a écrit\n\n> {O}", [E])
case(
    "apple iPad fr nbsp", f"{E}\n\nLe 3 mai 2026 à 11:58, Play <a@b.c> a écrit :\n\n\ufeff{O}", [E]
)
case("nl gmail", f"{E}\n\nOp zo 3 mei 2026 om 11:58 schreef Play <a@b.c>\n:\n\n{O}", [E])
case("prose wrote", f"As you wrote in the last report:\n{E}\n{V}\n", [E, V])
case("prose wrote date", f"On 3 May you wrote that turn 3 is open. My orders:\n{E}\n", [E])
case("from prose", f"From: Anna\nTo: the game\n{E}\n", [E])
case(
    "cut quote signature",
    f"{E}\n\n-- \nAnna\n\nOn 3 May 2026 at 11:58, Play <a@b.c> wrote:\n> bla\n\n{V}\n",
    [E, V],
)
case("delete", f"{E}\n<mailto:a@b.c>\n[cid:x]\n", [E])


@pytest.mark.parametrize("name", CASES)
def test_exactly_the_players_lines_are_taken(name: str) -> None:
    body, taken, kind = CASES[name]
    head = f"From: Anna <anna@example.org>\r\nContent-Type: {kind}\r\n\r\n"
    raw = (head + body.replace("\n", "\r\n")).encode()
    extraction = take(raw, load("hegemon").desk.fit, MailSettings()).extraction
    assert extraction is not None
    assert list(extraction.taken) == taken
