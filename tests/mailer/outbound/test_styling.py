"""Styles put into a page's elements: what is quick must look as what is thorough."""

from __future__ import annotations

import css_inline
import pytest
from lxml import html

from pbem.mailer.outbound.styling import Styles, is_plain
from pbem.mailer.outbound.templating import packaged_folder

RULES = "p { margin: 0; }\n.box, .note { color: #123456; }\n.note { margin: 4px; }"
PAGES = (
    "<html><head></head><body><p>one &amp; &#39;two&#39;</p></body></html>",
    '<html><head></head><body><p class="note">a</p><p class="box">b</p></body></html>',
    '<html><head></head><body><div class="box"><p>a &lt; b</p></div></body></html>',
    '<html><head></head><body><p class="box"><a href="https://x.test/">c</a></p></body></html>',
    '<html><head></head><body><img class="box" src="cid:1" alt="&#39; &amp; &gt;"></body></html>',
    '<html><head></head><body><img class="box" src="cid:2" alt=""></body></html>',
    "<html><head></head><body><table><tr><td>no tbody</td></tr></table></body></html>",
)


def tree(page: str) -> list[tuple[str, dict[str, str], str]]:
    found = html.document_fromstring(page).iter()
    return [(str(e.tag), dict(e.attrib), (e.text or "").strip()) for e in found]


@pytest.mark.parametrize("rules", [RULES, f"{RULES}\ndiv p {{ color: #654321; }}"])
def test_a_page_is_styled_as_by_reading_it_whole_whatever_was_styled_before(rules: str) -> None:
    styles, whole = Styles(rules), css_inline.CSSInliner(extra_css=rules, minify_css=True)
    for page in (*PAGES, *reversed(PAGES)):
        assert tree(styles.inline(page)) == tree(whole.inline(page))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_gives_the_same_bytes_each_time(page: str) -> None:
    styles = Styles(RULES)
    assert len({styles.inline(page) for _time in range(3)}) == 1


def test_what_a_page_looks_like_does_not_hang_on_the_pages_before() -> None:
    alone = [Styles(RULES).inline(page) for page in PAGES]
    styles = Styles(RULES)
    assert [styles.inline(page) for page in PAGES] == alone
    assert [styles.inline(page) for page in reversed(PAGES)] == alone[::-1]


def test_links_and_pictures_of_a_new_page_are_styled_without_reading_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    styles = Styles(RULES)
    page = (
        '<html><head></head><body><p class="box"><a href="{0}">c</a><picture>'
        '<source srcset="{0}"><img src="{0}" alt="{0}"></picture></p></body></html>'
    )
    first = styles.inline(page.format("cid:1"))
    monkeypatch.setattr(styles, "_inliner", None)
    assert styles.inline(page.format("cid:2")) == first.replace("cid:1", "cid:2")


def test_the_sheet_of_our_own_mails_looks_at_each_tag_alone() -> None:
    sheet = (packaged_folder() / "style.css").read_text(encoding="utf-8")
    assert is_plain(sheet.partition("\n@media")[0]), "else every receipt is read whole"
    assert not is_plain(f"{RULES}\n.box .note {{ margin: 0; }}")
