"""Files that are no report, or one that somebody made up: no harm, and a clear word."""

from __future__ import annotations

import base64
import json
import time
import zlib
from typing import Any

import pytest

from pbem.mailer.outbound.report_json import unpacked
from tests.console.browser import Player, changed, middle, packed, repacked

SCRIPT = "<img src=x onerror=document.title='harmed'><script>document.title='harmed'</script>"


def everywhere(value: Any, put: Any) -> Any:
    """The same value with `put` in the place of every text but those that name types."""
    if isinstance(value, dict):
        kept = {"type", "schema", "game", "turn", "seat", "packed", "catalogue"}
        return {k: v if k in kept else everywhere(v, put) for k, v in value.items()}
    if isinstance(value, list):
        return [everywhere(one, put) for one in value]
    return put if isinstance(value, str) else value


def give(player: Player, text: str) -> None:
    """Paste a text where reports are pasted."""
    player.js(
        "const box = document.getElementById('pasted'); box.value = arguments[0];"
        "box.dispatchEvent(new Event('input'))",
        text,
    )


def test_what_the_policy_refuses_and_what_fails_is_heard_by_these_tests(player: Player) -> None:
    player.open()
    player.js(
        "const made = document.createElement('script'); made.textContent = 'document.title = 1';"
        "document.body.append(made); setTimeout(() => { throw new Error('failed') })"
    )
    heard: list[str] = []
    for _look in range(50):
        heard += player.troubles()
        if len(heard) > 1:
            break
        time.sleep(0.1)
    assert len([one for one in heard if "script-src" in one]) == 1
    assert len([one for one in heard if "failed" in one]) == 1
    assert player.js("return document.title") == "pbem"


def test_script_in_every_text_is_shown_as_text_and_never_runs(player: Player) -> None:
    report = middle("god-unit")
    bulk = everywhere(unpacked(json.loads(report)), SCRIPT)
    hostile = everywhere(json.loads(report), SCRIPT)
    player.open(repacked(json.dumps(hostile).encode(), bulk))
    assert player.js("return document.title").startswith("<img")
    assert player.all("#main img") == player.all("#main script") == []
    assert SCRIPT in player.one("#headline").text
    assert player.troubles() == []


@pytest.mark.parametrize("strange", [None, 7, -1.5, True, "x", [], {}, [[[1]]], {"then": {}}])
def test_values_of_other_types_are_left_out(player: Player, strange: Any) -> None:
    known = json.loads(middle("asylamba-mini"))
    bulk = unpacked(known)
    spoiled = {key: strange for key in known if key not in ("game", "turn", "seat", "schema")}
    for packing in (strange, packed(dict.fromkeys(bulk, strange))):
        player.open(json.dumps(known | spoiled | {"packed": packing}).encode(), waits=False)
        player.until(
            "document.getElementById('trouble').textContent || 'open' in document.body.dataset"
        )
        assert player.troubles() == []


def test_branches_that_stand_behind_each_other_without_end_are_cut_off(player: Player) -> None:
    """Each of 1,000 branches stands twice behind the items of the next: 2 to the 1,000th lines."""
    bulk = unpacked(json.loads(middle("god-unit")))
    bulk["branches"] = [
        [{"words": word, "refs": ["square:a1"], "behind": row - 1} for word in ("x", "y")]
        for row in range(1000)
    ]
    bulk["menu"] = [
        {"words": f"GO {row}", "behind": row} for row in (3, 39, 999, 1000, -1, None, "x")
    ]
    player.open(repacked(middle("god-unit"), bulk))
    player.place("square:a1")
    assert {"GO 3 x", "GO 3 y"} <= {*player.choices()}
    assert player.troubles() == []


def test_shapes_and_items_with_strange_values_do_not_stop_the_rest(player: Player) -> None:
    bulk = unpacked(json.loads(middle("parsec")))
    bulk["shapes"][::3] = [{"type": "Circle", "centre": "x"}, {"type": "constructor"}, None] * (
        len(bulk["shapes"][::3]) // 3
    ) + [None] * (len(bulk["shapes"][::3]) % 3)
    bulk["scenes"][0]["items"] += [10**9, -1, "x", None]
    player.open(repacked(middle("parsec"), bulk))
    assert len(player.all("#picture svg > *")) > 50
    assert player.troubles() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "This is no report.json of a game by mail"),
        ('{"game": "spring"}', "This is no report.json of a game by mail"),
        ('{"game": "../x", "turn": 1, "seat": 1}', "This is no report.json of a game by mail"),
        ("{no json}", "it cannot be read as JSON"),
        ('{"game": "g", "turn": 1, "seat": 1, "schema": 2}', "newer than this page"),
        ('{"game": "g", "turn": 1, "seat": 1, "packed": "AAAA"}', "damaged"),
    ],
)
def test_what_is_no_report_is_told_so(player: Player, text: str, said: str) -> None:
    player.open()
    give(player, text)
    player.until("document.getElementById('trouble').textContent")
    assert said in player.said()


def test_fifty_megabytes_are_refused_at_once(player: Player) -> None:
    player.open()
    player.js(
        "const box = document.getElementById('pasted');"
        "Object.defineProperty(box, 'value', {value: '{' + ' '.repeat(50e6) + '}'});"
        "box.dispatchEvent(new Event('input'))"
    )
    player.until("document.getElementById('trouble').textContent")
    assert "too large" in player.said()


def test_a_file_that_unpacks_to_far_more_than_it_is_is_given_up(player: Player) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    bomb = b"".join(packer.compress(bytes(10**7)) for _time in range(10)) + packer.flush()
    text = json.dumps(
        {"game": "g", "turn": 1, "seat": 1, "packed": base64.b64encode(bomb).decode()}
    )
    player.open()
    give(player, text)
    player.until("document.getElementById('trouble').textContent")
    assert "too large" in player.said()


def test_an_address_that_would_smuggle_something_into_the_mail_is_no_address(
    player: Player,
) -> None:
    for to in ("a@b.example?bcc=c@d.example", "a@b.example,c@d.example", "javascript:alert(1)"):
        reply = {"to": to, "subject": "x\r\nBcc: c@d.example"}
        player.open(changed(middle("hegemon"), reply=reply))
        assert player.one("#mail").get_attribute("href") is None
        assert "without its reply address" in player.one("#goes").text
    reply = {"to": "a@b.example", "subject": "x\r\nBcc: c@d.example&body=y"}
    player.open(changed(middle("hegemon"), reply=reply))
    address, subject, _text = player.mail()
    assert (address, subject) == ("a@b.example", "x  Bcc: c@d.example&body=y")


def test_another_games_report_takes_nothing_of_this_ones_lines(player: Player) -> None:
    player.open(changed(middle("hegemon"), holding=[]))
    player.compose("Economy")
    mine = player.lines()
    player.open(changed(middle("god-unit"), game="another"))
    assert player.lines() == []
    player.open(changed(middle("hegemon"), holding=[]))
    assert player.lines() == mine
