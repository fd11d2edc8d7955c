"""A page of Markdown becomes what a mail is laid out of."""

from __future__ import annotations

from pbem.engine.report import Bullets, Column, Paragraph, Table
from pbem.mailer.outbound.contents import Chapter, Excerpt, Figure, File
from pbem.mailer.outbound.markdown import read_page

PAGE = """\
# The game

Some *words* of [a link](elsewhere.md),
with `code` &amp; <b>bold</b>.

<a id="one"></a>
## One

- a point
- another
  of two lines

| Ship | Price |
|---|--:|
| `scout` | 3 |

```orders
BUILD 3 scouts
```

<p align="center"><img src="x.png" alt="A ship &amp; its crew"></p>

## Two
"""


def test_headings_lists_tables_lines_and_the_words_of_pictures_are_kept() -> None:
    assert read_page(PAGE) == (
        Chapter("", (Paragraph("Some words of a link, with code & bold."),)),
        Chapter(
            "One",
            (
                Bullets(("a point", "another of two lines")),
                Table((Column("Ship"), Column("Price", "right")), (("scout", "3"),)),
                Excerpt("", ("BUILD 3 scouts",)),
                Paragraph("A ship & its crew"),
            ),
        ),
        Chapter("Two", ()),
    )


def test_a_line_that_is_set_off_is_kept() -> None:
    (chapter,) = read_page("Each member gets\n\n> pool ÷ members\n> × `bonus`\n\nand no more.")
    assert chapter.blocks == (
        Paragraph("Each member gets"),
        Excerpt("", ("pool ÷ members × bonus",)),
        Paragraph("and no more."),
    )


def test_an_empty_page_says_nothing() -> None:
    assert read_page("") == (Chapter("", ()),)


def test_a_picture_comes_where_it_is_found_and_else_the_words_for_it() -> None:
    page = '# T\n\n<p><img src="../images/map.png" width="300" alt="The map"></p>\n'
    found = {"../images/map.png": b"PNG"}
    figure = Figure(File("map.png", "image/png", b"PNG"), "The map", "", 300)
    assert read_page(page, found.get) == (Chapter("", (figure,)),)
    assert read_page(page) == (Chapter("", (Paragraph("The map"),)),)
