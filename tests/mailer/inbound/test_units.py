"""The parts of the way in, each by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage

import pytest

from pbem.engine.api import Fit
from pbem.engine.orders import clears, split_prefix
from pbem.mailer.inbound.cleaning import clean, one_line
from pbem.mailer.inbound.commands import Command, read_command
from pbem.mailer.inbound.decoding import decode, header_text
from pbem.mailer.inbound.exchange import Unknown
from pbem.mailer.inbound.extract import Extraction, extract
from pbem.mailer.inbound.head import addresses, message_ids, split_value
from pbem.mailer.inbound.html_lines import html_lines
from pbem.mailer.inbound.lines import plain_lines
from pbem.mailer.inbound.phrasebook import ALONE, DASHED
from pbem.mailer.inbound.reading import read_head, read_letter
from pbem.mailer.markers import begins_template, ends_template, frame_in

TEMPLATE_BEGIN, TEMPLATE_END = frame_in("en")


def fit(line: str) -> Fit:
    """A game of one order, `item number`."""
    return Fit.ORDER if re.fullmatch(r"(?:Economy|Defense) \d+.*", line) else Fit.NO


def goes_on(_before: str, rest: str) -> bool:
    """A bare range continues it."""
    return re.fullmatch(r"\d+-\d+", rest) is not None


class Known(Unknown):
    """An exchange of which one mail of ours is on record."""

    def __init__(self, sent: tuple[str, ...]) -> None:
        self._sent = sent

    def sent(self) -> Iterator[Sequence[str]]:
        return iter((self._sent,))


def extracted(text: str, sent: tuple[str, ...] = ()) -> Extraction:
    raw = f"From: a@b.c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()
    return extract(read_letter(raw), fit, Known(sent), goes_on)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("HELP", Command("HELP")),
        ("Help!", Command("HELP")),
        ("HELP fights", Command("HELP", "fights")),
        ("Hilfe Kämpfe!", Command("HELP", "Kämpfe")),
        ("Aide prix, s'il vous plaît", Command("HELP", "prix")),
        ("HELP SEND?", Command("HELP", "SEND")),
        ("help me", None),
        ("Hilfe gesucht", None),
        ("HELP fights and prices", None),
        ("HELP e4", None),
        ("HELP: 3", None),
        ("HELPFIGHTS", None),
        ("status?", Command("STATUS")),
        ("Report", Command("REPORT")),
        ("REPORT 12", Command("REPORT", "12")),
        ("report turn 3", Command("REPORT", "3")),
        ("NEWS EACH TURN", Command("NEWS", "each turn")),
        ("news: every turn.", Command("NEWS", "each turn")),
        ("News digest", Command("NEWS", "digest")),
        ("news daily", Command("NEWS", "digest")),
        ("NEWS daily digest!", Command("NEWS", "digest")),
        ("News", None),
        ("News of the day", None),
        ("preview", Command("PREVIEW")),
        ("Withdraw.", Command("WITHDRAW")),
        ("RESIGN", Command("RESIGN")),
        ("JOIN spring", Command("JOIN", "spring")),
        ("join Spring-2 as Anna the Great", Command("JOIN", "spring-2", "Anna the Great")),
        ("Help me please with this", None),
        ("I resign", None),
        ("RESIGN?", None),
        ("preview please", Command("PREVIEW")),
        ("Please preview:", Command("PREVIEW")),
        ("PREVIEW!", Command("PREVIEW")),
        ("preview?", Command("PREVIEW")),
        ("Preview, please – thank you!", Command("PREVIEW")),
        ("status please?", Command("STATUS")),
        ("bitte STATUS", Command("STATUS")),
        ("Status bitte, danke schön.", Command("STATUS")),
        ("STATUS s'il vous plaît !", Command("STATUS")),
        ("Status, s’il te plai\u0302t", Command("STATUS")),
        ("merci, HELP svp", Command("HELP")),
        ("please withdraw", Command("WITHDRAW")),
        ("Withdraw, thanks.", Command("WITHDRAW")),
        ("withdraw, please?", None),
        ("Please, REPORT 3, thank you", Command("REPORT", "3")),
        ("NEWS EACH TURN please", Command("NEWS", "each turn")),
        ("JOIN spring AS Anna, please", Command("JOIN", "spring", "Anna")),
        ("JOIN spring AS Merci", Command("JOIN", "spring", "Merci")),
        ("thanks for the preview", None),
        ("I would like a preview of the board", None),
        ("please preview the board", None),
        ("Please help me", None),
        ("Thank you for the status report", None),
        ("pleasepreview", None),
        ("preview pleased", None),
        ("thanks", None),
        ("please", None),
        ("report on the economy", None),
        ("Join us for dinner", None),
        ("", None),
    ],
)
def test_a_command_stands_alone_on_its_line(line: str, command: Command | None) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("WİTHDRAW", Command("WITHDRAW")),
        ("wıthdraw", Command("WITHDRAW")),
        ("WI\u0307THDRAW", Command("WITHDRAW")),
        ("RESİGN", Command("RESIGN")),
        ("PREVİEW, please", Command("PREVIEW")),
        ("FERTİG", Command("DONE")),
        ("ſtatus", Command("STATUS")),
        ("NEWS DİGEST", Command("NEWS", "digest")),
        ("JOİN sprıng AS Işıl İnci", Command("JOIN", "spring", "Işıl İnci")),
        ("JOIN spring AS Hılfe", Command("JOIN", "spring", "Hılfe")),
    ],
)
def test_a_command_is_read_as_a_turkish_keyboard_writes_it(line: str, command: Command) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize(
    "line",
    [
        "DONE",
        "done",
        "Done.",
        "Fertig!",
        "bitte fertig",
        "TERMINE",
        "Terminé, merci",
        "termine\u0301",
    ],
)
def test_done_is_read_in_every_language(line: str) -> None:
    assert read_command(line) == Command("DONE")


@pytest.mark.parametrize(
    "line", ["done deal", "well done", "Ich bin fertig", "DONE?", "undone", "done.", "fertig!"]
)
def test_prose_about_being_done_is_no_command(line: str) -> None:
    assert read_command(line) is None


def test_prefixes_are_told_from_orders() -> None:
    assert split_prefix("@ Economy 5") == ("@ ", "Economy 5")
    assert split_prefix("Turn 8 : Economy 5") == ("Turn 8 : ", "Economy 5")
    assert split_prefix("Economy 5") == ("", "Economy 5")
    assert clears("None.")
    assert not clears("Economy 5")


def test_wrapped_lines_join_only_the_line_directly_above() -> None:
    assert extracted("Economy 5 with\n1-2\n").taken == ("Economy 5 with 1-2",)
    assert extracted("Economy 5 with\n\n1-2\n") == Extraction(("Economy 5 with",), ("1-2",))
    assert extracted("Hello\n1-2\n") == Extraction((), ("Hello", "1-2"))


def test_what_equals_the_mail_that_we_sent_is_quoted_though_unmarked() -> None:
    sent = ("Economy 1", "Economy 2", "Economy 3", "You lead.")
    ours = "\n".join(sent)
    assert extracted(f"Economy 9\n\n{ours}\n", sent) == Extraction(("Economy 9",))
    assert extracted("You lead.\nEconomy 1\n", sent) == Extraction(("Economy 1",))


def test_lines_that_we_show_back_are_never_orders() -> None:
    assert extracted("| Economy 5\n|Economy 6\n") == Extraction()


def test_comments_in_the_template_need_no_mention() -> None:
    text = f"# mine\n{TEMPLATE_BEGIN}\n# Economy 1\nEconomy 2\n{TEMPLATE_END}\n"
    assert extracted(text) == Extraction(("Economy 2",), ("# mine",))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("dress", ["--- {} ---", "-- {} --", "> --- {} ---", "--- {}"])
def test_the_markers_are_known_in_any_dress_and_language(language: str, dress: str) -> None:
    begin, end = (marker.strip("- ") for marker in frame_in(language))
    for words in (begin, begin.upper(), begin.replace(" ", "  "), begin.replace(":", " :")):
        assert begins_template(dress.format(words))
    assert not ends_template(dress.format(begin))
    assert ends_template(dress.format(end))
    assert not ends_template(end)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_template_is_found_where_a_program_wrapped_its_markers(language: str) -> None:
    begin, end = (
        marker.replace(" ", "\n", 2).replace("\n", " ", 1) for marker in frame_in(language)
    )
    text = f"# mine\n{begin}\n# Economy 1\nEconomy 2\n{end}\n"
    assert extracted(text) == Extraction(("Economy 2",), ("# mine",))


def test_the_markers_of_an_unknown_language_are_english() -> None:
    assert frame_in("de-AT") == frame_in("de") != frame_in("en") == frame_in("ru")


def test_characters_become_what_was_meant() -> None:
    assert clean("a\u00a0b\u2013c\u201cd\u201d\u200b\uff11\u2026\r\n") == 'a b-c"d"1...\n'
    assert one_line(" a\r\n b\u2028c\x00 ") == "a b c"


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("ä".encode(), "iso-8859-1", "ä"),
        (b"\xe4", "utf-8", "ä"),
        (b"\x80", "iso-8859-1", "€"),
        ("я".encode("koi8-r"), "koi8-r", "я"),
        (b"abc", "zlib", "abc"),
        ("\ufeffa".encode("utf-8"), "", "a"),
        ("日本".encode("iso-2022-jp"), "iso-2022-jp", "日本"),
    ],
)
def test_charsets_that_lie_are_found_out(data: bytes, charset: str, text: str) -> None:
    assert decode(data, charset) == text


def test_rfc2047_words_cut_within_a_character_are_joined() -> None:
    assert header_text("=?utf-8?b?w6Q=?= =?utf-8?q?=C3?= =?utf-8?q?=A4!?= x") == "ää! x"
    assert header_text("=?none?q?a?= =?utf-8*de?q?b_c?=") == "ab c"


def test_addresses_are_found_in_any_form() -> None:
    value = (
        '"Last, First" <A@B.c>, (note (nested)) d@e.f; Group: g@h.i, =?utf-8?q?=C3=84?= <j@k.l>;'
    )
    found = addresses(value)
    assert [address for _name, address in found] == ["a@b.c", "d@e.f", "g@h.i", "j@k.l"]
    assert found[0][0] == "Last, First"
    assert found[3][0] == "Ä"
    assert addresses("undisclosed-recipients:;") == ()
    assert message_ids("<a@b> junk <c@d>") == ("<a@b>", "<c@d>")


def test_rfc2231_parameters_are_put_together() -> None:
    value = 'Attachment; filename*1=b.txt; filename*0*=utf-8\'\'%C3%A4; x="a\\"b"'
    assert split_value(value) == ("attachment", {"filename": "äb.txt", "x": 'a"b'})


def test_recipients_come_from_all_delivery_headers_in_order() -> None:
    raw = b"Delivered-To: C@x.y\r\nCc: b@x.y\r\nTo: A@x.y\r\nX-Original-To: d@x.y\r\n\r\n"
    assert read_head(raw).recipients == ("a@x.y", "b@x.y", "c@x.y", "d@x.y")


def test_rfc3676_flowed_text_is_joined_within_one_depth() -> None:
    lines = plain_lines("a \nb\n> c \n> d\n-- \ne", flowed=True)
    assert [(line.depth, line.text) for line in lines] == [
        (0, "a b"),
        (1, "c d"),
        (0, "--"),
        (0, "e"),
    ]


def test_html_becomes_the_lines_that_a_reader_sees() -> None:
    source = (
        "<head><title>x</title></head><p>a<br>b&nbsp;c</p><table><tr><td>d</td><td>e</td></tr></table>"
        "<blockquote type=cite>f<blockquote>g</blockquote></blockquote><pre>h\n  i</pre>"
    )
    assert [(line.depth, line.text) for line in html_lines(source)] == [
        (0, "a"),
        (0, "b c"),
        (0, "d e"),
        (1, "f"),
        (2, "g"),
        (0, "h"),
        (0, "i"),
    ]


def test_quotes_that_are_known_are_left_out_of_html_and_what_stands_around_them_is_not() -> None:
    source = "<p>a</p><blockquote>b <p>c  d</p> <blockquote>e</blockquote></blockquote><p>f</p>"
    assert [(line.depth, line.text) for line in html_lines(source, known=len("b c d e") + 1)] == [
        (0, "a"),
        (1, "[...]"),
        (0, "f"),
    ]
    for known in range(len("b c d e") + 1):
        assert html_lines(source, known=known) == html_lines(source)


@pytest.mark.parametrize("phrase", sorted(ALONE | DASHED))
def test_a_quote_that_is_cut_right_below_its_announcement_ends_the_mail(phrase: str) -> None:
    """Trimming a quote, people stop at the first line that they take for their own program's."""
    last = f"----- {phrase} -----" if phrase in DASHED else f"{phrase}:"
    assert extracted(f"Economy 60\n\n{last}\n").taken == ("Economy 60",)
    assert extracted(f"> {last}\n\nEconomy 60\n> {last}").taken == ("Economy 60",)


def _both(plain: str, shown: str) -> Extraction:
    message = EmailMessage()
    message["From"] = "a@b.c"
    message.set_content(plain)
    message.add_alternative(shown, "html")
    return extract(read_letter(message.as_bytes()), fit)


def test_a_signature_that_only_the_html_marks_is_none_of_the_players_lines() -> None:
    signed = "<p>Economy 5</p><div class='moz-signature'>Anna Muster<br>Defense 12</div>"
    found = _both("Economy 5\nAnna Muster\nDefense 12\n", signed)
    assert found == Extraction(("Economy 5",), unread=("Defense 12",))


def test_a_quote_that_only_the_html_marks_is_one_in_the_plain_text_too() -> None:
    shown = "<p>Economy 5</p><blockquote>You lead.<br>Defense 7</blockquote>"
    found = _both("Economy 5\n\nYou lead.\nDefense 7\n", shown)
    assert found == Extraction(("Economy 5",), unread=("Defense 7",))


def test_where_the_plain_text_cuts_the_quote_short_the_html_is_read_for_what_stands_in_it() -> None:
    shown = "<p>Thanks!</p><blockquote>Reply with your orders:<br>Good luck!<br>{}</blockquote>"
    template = f"{TEMPLATE_BEGIN}<br>Economy 5<br>{TEMPLATE_END}"
    plain = "Thanks!\n\n> Reply with your orders:\n> Good luck!\n"
    assert _both(plain, shown.format("")).taken == ()
    assert _both(plain, shown.format(template)).taken == ("Economy 5",)


def test_an_order_that_stands_in_the_html_alone_is_named() -> None:
    found = _both("Economy 5\n", "<p>Economy 5</p><p>Defense 7</p>")
    assert found == Extraction(("Economy 5",), unread=("Defense 7",))
