"""Clients that write HTML: Gmail, Outlook, Apple Mail, Yahoo, Proton, GMX and others."""

# ruff: noqa: E501  (mails as they are written, line for line)

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.mailer.inbound.blocks import (
    DEFENSE,
    ECONOMY,
    ENVIRONMENT,
    OLD,
    PLAYER,
    REPORT,
    TWO,
    Case,
    escape,
    filled,
    mail,
    multipart,
    part,
    quote,
)

ADDRESS = "orders@pbem.localhost"

GMAIL = {
    "en": f'On Sun, 3 May 2026 at 11:58, Play by mail &lt;<a href="mailto:{ADDRESS}">{ADDRESS}</a>&gt; wrote:',
    "de": f"Am So., 3. Mai 2026 um 11:58&nbsp;Uhr schrieb Play by mail &lt;{ADDRESS}&gt;:",
    "fr": f"Le&nbsp;dim. 3 mai 2026 à&nbsp;11:58, Play by mail &lt;{ADDRESS}&gt; a écrit&nbsp;:",
    "es": f"El dom, 3 may 2026 a las 11:58, Play by mail (&lt;{ADDRESS}&gt;) escribió:",
    "it": f"Il giorno dom 3 mag 2026 alle ore 11:58 Play by mail &lt;{ADDRESS}&gt; ha scritto:",
    "pt": f"Em dom., 3 de mai. de 2026 às 11:58, Play by mail &lt;{ADDRESS}&gt; escreveu:",
    "nl": f"Op zo 3 mei 2026 om 11:58 schreef Play by mail &lt;{ADDRESS}&gt;:",
    "pl": f"niedz., 3 maj 2026 o 11:58 Play by mail &lt;{ADDRESS}&gt; napisał(a):",
    "ru": f"вс, 3 мая 2026 г. в 11:58, Play by mail &lt;{ADDRESS}&gt;:",
    "ja": f"2026年5月3日(日) 11:58 Play by mail &lt;{ADDRESS}&gt;:",
    "cs": f"ne 3. 5. 2026 v 11:58 odesílatel Play by mail &lt;{ADDRESS}&gt; napsal:",
}


def report_html(lines: Sequence[str] = REPORT) -> str:
    """Our report's HTML as a client quotes it: a table, and the template in a <pre>."""
    at = next(i for i, line in enumerate(lines) if "write below" in line)
    rows = "".join(f"<tr><td>{escape([line])}</td></tr>" for line in lines[:at] if line)
    template = escape(lines[at:], "\n")
    return (
        '<div style="display:none;max-height:0">Economy 99% coop 1 preheader</div>'
        f'<table role="presentation"><tbody>{rows}</tbody></table><pre>{template}</pre>'
    )


def gmail(own: str, attribution: str, quoted: str, after: str = "") -> str:
    return (
        f'<div dir="ltr">{own}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">{attribution}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px '
        f'0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{quoted}</blockquote></div>{after}\n'
    )


def divs(lines: Sequence[str], cls: str = "") -> str:
    attribute = f' class="{cls}"' if cls else ""
    return "".join(f"<div{attribute}>{escape([line]) or '<br>'}</div>" for line in lines)


def put(frame: str, **slots: str) -> str:
    """A client's frame with its ``@SLOTS@`` filled."""
    for name, content in slots.items():
        frame = frame.replace(f"@{name}@", content)
    return frame


def html_only(source: str, encoding: str = "quoted-printable", headers: str = "") -> bytes:
    return mail(part(source, "html", "utf-8", encoding), headers=headers)


def alternative(text: str, source: str, headers: str = "") -> bytes:
    return mail(
        multipart("alternative", "000000000000a1b2", part(text, "plain"), part(source, "html")),
        headers=headers,
    )


def cases() -> Iterator[Case]:
    yield from _gmail()
    yield from _outlook()
    yield from _apple()
    yield from _yahoo_proton_gmx()
    yield from _thunderbird_html()
    yield from _oddities()


def _gmail() -> Iterator[Case]:
    own = f"Hello!<div>{escape([ECONOMY])}</div><div>{escape([ENVIRONMENT])}</div>"
    for language, attribution in GMAIL.items():
        source = gmail(own, attribution, report_html())
        yield Case(f"gmail-html-top-{language}", html_only(source), TWO, ("Hello!",))
    text = f"Hello!\n{ECONOMY}\n{ENVIRONMENT}\n\nOn Sun, 3 May 2026 at 11:58, Play by mail <{ADDRESS}> wrote:\n\n{quote(REPORT)}\n"
    yield Case(
        "gmail-web-both",
        alternative(text, gmail(own, GMAIL["en"], report_html())),
        TWO,
        ("Hello!",),
    )
    source = gmail("", GMAIL["en"], report_html(filled(*TWO)))
    yield Case("gmail-html-template-filled", html_only(source), TWO, ())
    split = (
        f'<div dir="ltr"><br></div><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{GMAIL["en"]}<br></div>'
        f'<blockquote class="gmail_quote"><div>Standings</div></blockquote><div>{ECONOMY}</div>'
        f'<blockquote class="gmail_quote"><div>{OLD}</div></blockquote><div>{ENVIRONMENT}</div></div>'
    )
    yield Case("gmail-html-interleaved", html_only(split), TWO, ())
    below = gmail(
        "", GMAIL["de"], report_html(), f'<div dir="ltr">{ECONOMY}<br>{ENVIRONMENT}</div>'
    )
    yield Case("gmail-html-bottom", html_only(below, "base64"), TWO, ())
    indented = f'<div dir="ltr">So:<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>{ECONOMY}</div></blockquote></div>'
    yield Case("gmail-html-indent-button", html_only(indented), (ECONOMY,), ("So:",))
    signed = f'<div dir="ltr">{ECONOMY}<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"><div>Anna<br>Economy 5%</div></div></div>'
    yield Case("gmail-html-signature", html_only(signed), (ECONOMY,), unread=("Economy 5%",))
    app = (
        f'<div dir="auto">{ECONOMY}<div dir="auto">{ENVIRONMENT}</div></div><br><div class="gmail_quote"><div dir="ltr" '
        f'class="gmail_attr">On Sun, 3 May 2026, 11:58 Play by mail, &lt;{ADDRESS}&gt; wrote:<br></div>'
        f'<blockquote class="gmail_quote">{report_html()}</blockquote></div>'
    )
    yield Case("gmail-app", html_only(app), TWO, ())
    forward = f'<div dir="ltr">{ECONOMY}<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong class="gmail_sendername">Play by mail</strong><br>Date: Sun, 3 May 2026<br>Subject: Hegemon<br>To: &lt;{PLAYER}&gt;<br></div><br><br><div>{OLD}</div></div></div>'
    yield Case("gmail-html-forward", html_only(forward), (ECONOMY,), ())
    bullets = f'<div dir="ltr"><ul><li>{ECONOMY}</li><li><b>Environment</b> 40 coop&nbsp;100 with *-*</li></ul></div>'
    yield Case("gmail-html-list", html_only(bullets), TWO, ())


WORD_HEAD = (
    '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta '
    'http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Microsoft Word 15 '
    '(filtered medium)"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!--\n'
    "@font-face {font-family:Calibri;} p.MsoNormal {margin:0cm; Economy 60%; font-size:11.0pt;}\n--></style></head>"
)
OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject", "Sunday, 3 May 2026 11:58"),
    "de": ("Von", "Gesendet", "An", "Betreff", "Sonntag, 3. Mai 2026 11:58"),
    "fr": ("De&nbsp;", "Envoyé&nbsp;", "À&nbsp;", "Objet&nbsp;", "dimanche 3 mai 2026 11:58"),
    "es": ("De", "Enviado", "Para", "Asunto", "domingo, 3 de mayo de 2026 11:58"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp", "zondag 3 mei 2026 11:58"),
    "sv": ("Från", "Skickat", "Till", "Ämne", "den 3 maj 2026 11:58"),
    "da": ("Fra", "Sendt", "Til", "Emne", "3. maj 2026 11:58"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe", "sunnuntai 3. toukokuuta 2026 11:58"),
    "pt": ("De", "Enviado", "Para", "Assunto", "domingo, 3 de maio de 2026 11:58"),
}


def word(lines: Sequence[str], language: str, quoted: str) -> str:
    own = "".join(
        f"<p class=MsoNormal>{escape([line]) or '<o:p>&nbsp;</o:p>'}<o:p></o:p></p>"
        for line in lines
    )
    sender, sent, to, subject, date = OUTLOOK[language]
    header = (
        "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>"
        f"<b><span lang=EN-US>{sender}:</span></b><span lang=EN-US> Play by mail &lt;{ADDRESS}&gt; <br><b>{sent}:</b> {date}<br>"
        f"<b>{to}:</b> Anna &lt;{PLAYER}&gt;<br><b>{subject}:</b> Hegemon: turn 3<o:p></o:p></span></p></div></div>"
    )
    return f"{WORD_HEAD}<body lang=DE><div class=WordSection1>{own}{header}<p class=MsoNormal><o:p>&nbsp;</o:p></p>{quoted}</div></body></html>"


def owa(own: str, quoted: str, language: str = "en") -> str:
    sender, sent, to, subject, date = OUTLOOK[language]
    return (
        '<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">'
        f'<div class="elementToProof" style="font-family: Aptos;">{own}</div><div id="appendonsend"></div><hr style="display:inline-block;'
        f'width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt"><b>{sender}:</b>'
        f" Play by mail &lt;{ADDRESS}&gt;<br><b>{sent}:</b> {date}<br><b>{to}:</b> Anna<br><b>{subject}:</b> Hegemon</font><div>&nbsp;</div>"
        f"</div>{quoted}</body></html>"
    )


def _outlook() -> Iterator[Case]:
    for language in OUTLOOK:
        source = word(["Hello,", "", *TWO, "", "Regards"], language, report_html() + divs([OLD]))
        yield Case(
            f"outlook-desktop-html-{language}", html_only(source), TWO, ("Hello,", "Regards")
        )
    filled_in = word(["Hi"], "en", report_html(filled(*TWO)))
    yield Case("outlook-desktop-template", html_only(filled_in), TWO, ("Hi",))
    own = divs(TWO, "elementToProof")
    yield Case("outlook-web-top", html_only(owa(own, report_html() + divs([OLD]))), TWO, ())
    yield Case(
        "outlook-web-template", html_only(owa("<br>", report_html(filled(*TWO)), "de")), TWO, ()
    )
    deep = owa("Ping", divs(["Hello", OLD]) + owa("", report_html(filled(DEFENSE))))
    yield Case("outlook-web-old-template-deeper", html_only(deep), (), ("Ping",))
    both = owa(own, report_html(filled(DEFENSE)))
    yield Case("outlook-web-own-words-win", html_only(both), TWO, ())
    mobile = (
        f'<html><body><div dir="ltr">{divs(TWO)}<div><br></div></div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/'
        'o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message">'
        '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg"><b>From:</b> Play by mail<br><b>Sent:</b> Sunday'
        f"<br><b>To:</b> Anna<br><b>Subject:</b> Hegemon</div>{report_html()}{divs([OLD])}</div></body></html>"
    )
    yield Case("outlook-mobile-html", html_only(mobile), TWO, ())
    text = (
        f"{ECONOMY}\n{ENVIRONMENT}\n\nVon: Play by mail <{ADDRESS}>\nGesendet: Sonntag, 3. Mai 2026 11:58\nAn: Anna <{PLAYER}>\nBetreff: Hegemon: turn 3\n\n"
        + "\n".join([*REPORT, OLD])
    )
    yield Case("outlook-desktop-both", alternative(text, word(TWO, "de", report_html())), TWO, ())


def apple(own: str, attribution: str, quoted: str) -> str:
    return (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; '
        f'-webkit-nbsp-mode: space; line-break: after-white-space;">{own}<div><br><blockquote type="cite"><div>{attribution}</div><br '
        f'class="Apple-interchange-newline"><div>{quoted}</div></blockquote></div><br></body></html>'
    )


def _apple() -> Iterator[Case]:
    wrote = f"On 3. May 2026, at 11:58, Play by mail &lt;{ADDRESS}&gt; wrote:"
    own = f"{divs(TWO)}<div><br></div>"
    yield Case("apple-mail-top", html_only(apple(own, wrote, report_html() + OLD), "7bit"), TWO, ())
    yield Case(
        "apple-mail-template", html_only(apple("", wrote, report_html(filled(*TWO)))), TWO, ()
    )
    ios = (
        f'<html><body dir="auto">{ECONOMY}<div>{ENVIRONMENT}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Von meinem iPhone gesendet'
        f'</div><div dir="ltr"><br><blockquote type="cite">Am 03.05.2026 um 11:58 schrieb Play by mail &lt;{ADDRESS}&gt;:<br><br></blockquote>'
        f'</div><blockquote type="cite"><div dir="ltr">\ufeff{report_html()}{OLD}</div></blockquote></div></body></html>'
    )
    yield Case("ios-html-top", html_only(ios), TWO, ())
    ios_template = (
        ios.replace(ECONOMY, "")
        .replace(ENVIRONMENT, "")
        .replace(report_html() + OLD, report_html(filled(*TWO)))
    )
    yield Case("ios-html-template", html_only(ios_template), TWO, ())
    below = apple("", wrote, "Standings") + f"<div>{ECONOMY}</div><div>{ENVIRONMENT}</div>"
    yield Case("apple-mail-bottom", html_only(below), TWO, ())
    inside = (
        f'<html><body><blockquote type="cite">{wrote}<br>Standings<br></blockquote><div><br></div>{ECONOMY}<br><blockquote type="cite">'
        f"{OLD}<br></blockquote>{ENVIRONMENT}</body></html>"
    )
    yield Case("apple-mail-interleaved", html_only(inside), TWO, ())


def _yahoo_proton_gmx() -> Iterator[Case]:
    yahoo = (
        '<html><head></head><body><div class="ydp1a2byahoo-style-wrap" style="font-family:Helvetica;font-size:13px;">'
        f'{"".join(f"<div dir=ltr data-setdir=false>{line}</div>" for line in TWO)}<div><br></div></div><div id="ydp3c" class="yahoo_quoted">'
        f"<div style=\"font-family:'Helvetica Neue'\"><div>On Sunday, May 3, 2026 at 11:58:00 AM GMT+2, Play by mail &lt;{ADDRESS}&gt; wrote: </div>"
        '<div><br></div><div><br></div><div><div id="yiv77">@QUOTE@</div></div></div></div></body></html>'
    )
    yield Case("yahoo-html-top", html_only(put(yahoo, QUOTE=report_html() + divs([OLD]))), TWO, ())
    empty = yahoo.replace(ECONOMY, "").replace(ENVIRONMENT, "")
    yield Case(
        "yahoo-html-template", html_only(put(empty, QUOTE=report_html(filled(*TWO)))), TWO, ()
    )
    proton = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{ECONOMY}<br>{ENVIRONMENT}</div><div class="protonmail_signature_block '
        'protonmail_signature_block-empty"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/">Proton Mail</a> '
        'secure email.</div></div><div class="protonmail_quote">On Sunday, May 3rd, 2026 at 11:58, Play by mail &lt;@FROM@&gt; wrote:<br>'
        '<blockquote class="protonmail_quote" type="cite">@QUOTE@</blockquote><br></div>'
    )
    yield Case(
        "proton-html-top", html_only(put(proton, FROM=ADDRESS, QUOTE=report_html() + OLD)), TWO, ()
    )
    empty = proton.replace(ECONOMY, "").replace(ENVIRONMENT, "")
    yield Case(
        "proton-html-template",
        html_only(put(empty, FROM=ADDRESS, QUOTE=report_html(filled(*TWO)))),
        TWO,
        (),
    )
    gmx = (
        f'<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>{ECONOMY}</div><div>{ENVIRONMENT}</div><div>&nbsp;'
        '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;">'
        '<div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Sonntag, 03. Mai 2026 um 11:58 Uhr<br/><b>Von:</b>&nbsp;&quot;Play by mail&quot; '
        f'&lt;{ADDRESS}&gt;<br/><b>An:</b>&nbsp;{PLAYER}<br/><b>Betreff:</b>&nbsp;Hegemon: turn 3</div><div name="quoted-content">@QUOTE@</div></div></div>'
        "</div></body></html>"
    )
    yield Case("gmx-html-top", html_only(put(gmx, QUOTE=report_html() + divs([OLD]))), TWO, ())
    empty = gmx.replace(ECONOMY, "").replace(ENVIRONMENT, "")
    yield Case("gmx-html-template", html_only(put(empty, QUOTE=report_html(filled(*TWO)))), TWO, ())
    k9 = (
        f'<!DOCTYPE html><html><body><div dir="auto">{ECONOMY}<br>{ENVIRONMENT}<br><br></div><br><br><div class="gmail_quote"><div dir="auto">'
        f'Am 3. Mai 2026 11:58:00 MESZ schrieb Play by mail &lt;{ADDRESS}&gt;:</div><blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt '
        f"0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;\">{report_html()}</blockquote></div><div style='white-space: "
        "pre-wrap'><div class='k9mail-signature'>-- <br>Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.</div></div></body></html>"
    )
    yield Case("k9-html-top", html_only(k9), TWO, ())


def _thunderbird_html() -> Iterator[Case]:
    source = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body text="#000000" bgcolor="#FFFFFF"><p>Hallo,<br>'
        '</p>@ABOVE@<div class="moz-cite-prefix">Am 03.05.26 um 11:58 schrieb Play by mail:<br></div><blockquote type="cite" cite="mid:1@pbem">'
        '@QUOTE@</blockquote>@BELOW@<pre class="moz-signature" cols="72">-- \nAnna\nEconomy 5%</pre></body></html>'
    )
    lines = f"<p>{ECONOMY}</p><p>{ENVIRONMENT}</p>"
    yield Case(
        "thunderbird-html-top",
        html_only(put(source, ABOVE=lines, QUOTE=report_html() + OLD, BELOW="")),
        TWO,
        ("Hallo,",),
    )
    yield Case(
        "thunderbird-html-bottom",
        html_only(put(source, ABOVE="", QUOTE=report_html() + OLD, BELOW=lines)),
        TWO,
        ("Hallo,",),
    )
    yield Case(
        "thunderbird-html-template",
        html_only(put(source, ABOVE="", QUOTE=report_html(filled(*TWO)), BELOW="")),
        TWO,
        ("Hallo,",),
        ("Economy 5%",),
    )


def _oddities() -> Iterator[Case]:
    placeholder = alternative("", f"<div>{ECONOMY}</div>")
    yield Case("html-with-empty-plain", placeholder, (ECONOMY,), ())
    stub = alternative("Your mail program cannot show HTML.\n", f"<div>{ECONOMY}</div>")
    yield Case("html-with-placeholder", stub, (ECONOMY,), ())
    table = f"<table><tr><td>Economy 60%</td><td>coop 70 with 0-200</td></tr><tr><td>{ENVIRONMENT}</td></tr></table>"
    yield Case("html-table", html_only(table), ("Economy 60% coop 70 with 0-200", ENVIRONMENT), ())
    pre = f"<pre>{ECONOMY}\n{ENVIRONMENT}\n</pre>"
    yield Case("html-pre", html_only(pre), TWO, ())
    hidden = f'<div style="display: none">{OLD}</div><span style="mso-hide:all">{OLD}</span><div>{ECONOMY}</div><!-- {OLD} --><script>{OLD}</script>'
    yield Case("html-hidden", html_only(hidden), (ECONOMY,), ())
    broken = (
        f"<div><b>{ECONOMY}<div></b>{ENVIRONMENT}</div></span></table><blockquote type=cite>{OLD}"
    )
    yield Case("html-broken", html_only(broken), TWO, ())
    utf16 = mail(part(f"<html><body>{ECONOMY}</body></html>", "html", "utf-16", "base64"))
    yield Case("html-utf16", utf16, (ECONOMY,), ())
