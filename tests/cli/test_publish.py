"""`pbem public` and `pbem publish`: which games everybody sees, and the pages on which they do."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command


def test_a_game_is_shown_on_the_pages_as_long_as_that_is_wanted(house: Path, pbem: Command) -> None:
    shown = pbem("public", "spring")
    assert shown.out == "Spring is shown on public pages; the players are told.\n"
    first = pbem("publish", "pages")
    assert first.code == 0, first.err
    assert first.out.startswith("pages: 1 game, ")
    assert (house / "pages" / "games" / "spring" / "index.html").exists()
    assert pbem("publish", "pages").out == "pages: 1 game, 0 files written, 0 removed.\n"
    assert "is on no public page any more" in pbem("public", "spring", "--off").out
    assert pbem("publish", "pages").code == 0
    assert not (house / "pages" / "games").exists()


def test_the_pages_are_in_a_language_of_ones_choice(house: Path, pbem: Command) -> None:
    assert pbem("publish", "seiten", "--language", "de").code == 0
    assert '<html lang="de">' in (house / "seiten" / "index.html").read_text("utf-8")


def test_a_game_that_is_public_already_is_told_so(house: Path, pbem: Command) -> None:
    pbem("public", "spring")
    again = pbem("public", "spring")
    assert (again.code, again.out) == (1, "")
    assert again.err == "pbem: Spring is shown on public pages already.\n"


def test_a_folder_with_other_things_in_it_is_refused_in_one_line(
    house: Path, pbem: Command
) -> None:
    (house / "home").mkdir()
    (house / "home" / "thesis.txt").write_text("years of work")
    refused = pbem("publish", "home")
    assert refused.code == 1
    assert refused.err == (
        "pbem: home holds files that 'pbem publish' did not write; name a folder that is empty or "
        "not there yet\n"
    )


def test_a_place_that_cannot_be_written_to_is_told_in_one_line(house: Path, pbem: Command) -> None:
    (house / "pages").write_text("a file")
    assert pbem("publish", "pages").code == 2
    refused = pbem("publish", "pages/inside")
    assert refused.code == 1
    assert refused.err.startswith("pbem: pages/inside: cannot be written: ")


def test_doctor_tells_whether_the_folder_will_do(house: Path, pbem: Command) -> None:
    file = house / "config.toml"
    file.write_text(file.read_text().replace('publish = ""', 'publish = "pages"'))
    assert "ok  public pages: pages can be written, and holds 0 files" in pbem("doctor").out
    (house / "pages").mkdir()
    (house / "pages" / "thesis.txt").write_text("years of work")
    assert "bad public pages: pages holds files that 'pbem publish' did" in pbem("doctor").out


def test_templates_of_ones_own_are_taken_and_their_mistakes_told(
    house: Path, pbem: Command
) -> None:
    file = house / "config.toml"
    file.write_text(file.read_text().replace('templates = ""', 'templates = "mine"', 1))
    mine = house / "mine" / "pages"
    mine.mkdir(parents=True)
    pbem("publish", "pages")
    (mine / "fame.html.j2").write_text("<p>Our heroes</p>")
    assert pbem("publish", "pages").code == 0
    assert (house / "pages" / "fame.html").read_text() == "<p>Our heroes</p>"
    (mine / "fame.html.j2").write_text("<p>\n{% if %}")
    for command in (("publish", "pages"), ("doctor",)):
        said = pbem(*command)
        assert said.code == 1
        assert "mine/pages/fame.html.j2, line 2: " in " ".join((said.out + said.err).split())
