"""Wherever a player types, in whatever mail program: no line of orders is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.api import Fit
from pbem.engine.registry import load
from tests.service.looks import held
from tests.service.places import (
    PROGRAMS,
    TAKEN,
    Piece,
    Pieces,
    above,
    below,
    below_a_signature,
    below_inside,
    between_inside,
    in_place_of_the_quote,
    numbered,
    scattered,
    uncommented,
    under_the_head,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of
from tests.soaking import soak

OPTIONS: dict[str, dict[str, Any]] = {"parsec": {"pace": "round"}}
"""So that no turn closes while one player alone writes."""
GOES_ON = "Because of that the game goes on waiting for you"
TRIED = {
    "hegemon": ("outlook", "four blanks", "nothing", "gmail", "gmail html", "thunderbird"),
    "asylamba-mini": ("marked", "outlook html"),
    "god-unit": ("samsung",),
    "parsec": ("apple",),
}
"""Programs of `make test`; in `make soak` each game is tried with all of them."""
CASES = [
    (game, program) if program in few else soak(game, program)
    for game, few in TRIED.items()
    for program in PROGRAMS
]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], World]]:
    """For each game a world in which its first turn is open."""
    found: dict[str, World] = {}
    with ExitStack() as stack:

        def world_of(game: str) -> World:
            if game not in found:
                folder: Path = tmp_path_factory.mktemp(game)
                found[game] = stack.enter_context(open_world(folder))
                found[game].new_game(ruleset=game, options=OPTIONS.get(game, {}))
            return found[game]

        yield world_of


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        # Which factions there are tells what their stocks can pay for.
        world.copied_game(
            ruleset="asylamba-mini",
            options={"balance": "source", "factions": ["Synelle", "Nerve"]},
        )
        yield world


def orders_of(world: World) -> list[str]:
    """Two lines that the report itself proposes."""
    fit = load(world.game().ruleset).desk.fit
    proposed = [line[2:] for line in lines_of(world) if line.startswith("# ")]
    return [line for line in proposed if fit(line) is Fit.ORDER][:2]


def lines_of(world: World) -> list[str]:
    return text_of(world.last(ANNA, kind="report")).splitlines()


def reply(world: World, program: str, pieces: Pieces, number: int = 0, **headers: str) -> bytes:
    report = world.last(ANNA, kind="report")
    mail = EmailMessage()
    mail["From"] = f"Anna Muster <{ANNA}>"
    mail["To"] = str(report["Reply-To"])
    mail["Subject"] = f"Re: {report['Subject']}"
    mail["Message-ID"] = f"<{number}.{program.replace(' ', '-')}@example.org>"
    mail["In-Reply-To"] = str(report["Message-ID"])
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    PROGRAMS[program](pieces, report, mail)
    return mail.as_bytes()


def receipts(world: World, mails: Sequence[bytes]) -> list[str]:
    """What is answered to each mail."""
    before = len(world.mails(ANNA, kind="receipt"))
    for raw in mails:
        world.deliver(raw)
        world.clock.move(minutes=1)
    world.poll()
    return [text_of(mail) for mail in world.mails(ANNA, kind="receipt")[before:]]


def judged(line: str, answer: str) -> bool:
    """Whether a receipt goes through the line; blanks may have been lost in HTML."""
    rows = {" ".join(row.split()) for row in answer.splitlines()}
    return any(f"| {mark} {' '.join(line.split())}" in rows for mark in ("ok", "!", "x"))


def named(line: str, answer: str) -> bool:
    """Whether a receipt tells, before all else, that the line looks like an order."""
    top = answer.partition("What became of your lines")[0]
    return "not taken:" in top and f"| {line}" in top.splitlines()


# Where orders count -------------------------------------------------------------------


@pytest.mark.parametrize(("game", "program"), CASES)
def test_orders_count_wherever_they_are_typed(
    worlds: Callable[[str], World], game: str, program: str
) -> None:
    world = worlds(game)
    orders, report = orders_of(world), lines_of(world)
    assert orders
    mails = [
        reply(world, program, place(orders, report), number)
        for number, place in enumerate(TAKEN.values())
    ]
    answers = dict(zip(TAKEN, receipts(world, mails), strict=True))
    lost = {
        place: [line for line in orders if not judged(line, answer)]
        for place, answer in answers.items()
        if "not taken:" in answer or not all(judged(line, answer) for line in orders)
    }
    assert lost == {}


@pytest.mark.parametrize(
    "program", ["outlook", soak("samsung"), soak("zoho"), "forwarded", "outlook html"]
)
def test_orders_in_place_of_the_whole_quote_count(world: World, program: str) -> None:
    orders = orders_of(world)
    pieces = in_place_of_the_quote(orders, lines_of(world))
    (answer,) = receipts(world, [reply(world, program, pieces)])
    assert all(judged(line, answer) for line in orders)


PLACES = (below, below_inside, between_inside, numbered, scattered, under_the_head, uncommented)


@pytest.mark.parametrize("program", ["outlook", soak("nothing"), soak("gmail"), "gmail html"])
def test_what_we_sent_is_found_though_no_header_names_it(
    worlds: Callable[[str], World], program: str
) -> None:
    world = worlds("asylamba-mini")
    orders, report = orders_of(world), lines_of(world)
    mails = [
        reply(world, program, place(orders, report), 100 + number, In_Reply_To="<x@example.org>")
        for number, place in enumerate(PLACES)
    ]
    for answer in receipts(world, mails):
        assert all(judged(line, answer) for line in orders), answer
        assert "not taken:" not in answer


def test_a_report_that_comes_back_as_it_was_sent_orders_nothing_and_names_nothing(
    world: World,
) -> None:
    known = [program for program in PROGRAMS if program != "unheard of"]
    for number, program in enumerate(known):
        pieces = above([], lines_of(world))
        world.deliver(reply(world, program, pieces, number))
        world.poll()
        world.clock.move(hours=25)  # more in a row within a day would get no answer
    answers = [text_of(mail) for mail in world.mails(ANNA, kind="receipt")]
    assert len(answers) == len(known)
    for answer in answers:
        assert "no orders were found" in answer
        assert "not taken:" not in answer
        assert "Not taken for orders" not in answer, answer


def test_the_templates_comments_by_the_button_are_not_listed_as_left_out(world: World) -> None:
    """A mailto link brings the template alone into a new mail, which answers nothing."""
    lines = lines_of(world)
    template = [line for line in lines if line.startswith("#")]
    report = world.last(ANNA, kind="report")
    filled = "\n".join([*template, "BUILD 1 light"])
    world.write(ANNA, filled, to=str(report["Reply-To"]))
    world.poll()
    answer = text_of(world.last(ANNA, kind="receipt"))
    assert judged("BUILD 1 light", answer)
    assert "Not taken for orders" not in answer


# Where they do not --------------------------------------------------------------------


def test_orders_below_a_signature_are_named_and_the_turn_stays_open(world: World) -> None:
    world.reply(BORIS, "BUILD 2 light")
    first, second = "BUILD 1 light", "BUILD 1 heavy"
    pieces = below_a_signature([second], lines_of(world))
    mine = [*above([first], []), *pieces]
    (answer,) = receipts(world, [reply(world, "marked", mine)])
    assert judged(first, answer)
    assert named(second, answer)
    assert GOES_ON in " ".join(answer.split())
    assert world.game().turn == 1


def test_the_orders_of_an_earlier_mail_are_not_played_again(world: World) -> None:
    """She answers her own mail of an hour ago, which her program quotes below the new orders."""
    old, new = "BUILD 1 light", "BUILD 2 light"
    (first,) = receipts(world, [reply(world, "outlook", above([old], lines_of(world)), 1)])
    quoted = [Piece("head", ""), Piece("theirs", old), Piece("theirs", "")]
    for number, program in enumerate(("outlook", "marked", "gmail html", "nothing"), start=2):
        pieces = [*above([new], [])[:2], *quoted]
        raw = reply(world, program, pieces, number, In_Reply_To="<1.outlook@example.org>")
        (answer,) = receipts(world, [raw])
        assert held(world) == [new], program
        assert "not taken:" not in answer, answer
    assert judged(old, first)


UNREAD = {
    "asylamba-mini": ("5 light", "Attack sector 9 next turn"),
    "hegemon": ("Military 40%", "Economy up 12 points"),
    "god-unit": ("Unit 12 moves to c7 and dies",),
}


@pytest.mark.parametrize("game", UNREAD)
def test_what_is_nearly_an_order_is_told_first_and_keeps_the_turn_open(
    tmp_path: Path, game: str
) -> None:
    with open_world(tmp_path) as world:
        world.new_game(ruleset=game)
        for line in UNREAD[game]:
            said = ["Hi,", orders_of(world)[0], line, "Thanks for turn 3, see you on 12 May at 8!"]
            world.reply(ANNA, "\n".join(said))
            world.poll()
            answer = text_of(world.last(ANNA, kind="receipt"))
            assert named(line, answer), answer
            assert "| Thanks for turn 3" not in answer.partition("What became")[0]
            assert GOES_ON in " ".join(answer.split())
            assert "DONE alone" in " ".join(answer.split())


def test_a_preview_names_what_would_keep_the_turn_open(world: World) -> None:
    world.reply(ANNA, "PREVIEW\nBUILD 1 light\nAttack sector 9 next turn")
    world.poll()
    answer = text_of(world.last(ANNA, kind="receipt"))
    assert named("Attack sector 9 next turn", answer)
    assert "the game would go on waiting for you because of that" in " ".join(answer.split())


def test_the_set_sent_again_without_the_line_ends_the_turn(world: World) -> None:
    world.reply(BORIS, "BUILD 2 light")
    world.reply(ANNA, "BUILD 1 light\nAttack sector 9 next turn")
    world.poll()
    assert world.game().turn == 1
    world.reply(ANNA, "BUILD 1 light")
    world.poll()
    assert world.game().turn == 2


def test_two_orders_on_one_line_are_refused_and_never_half_taken(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.copied_game()
        world.reply(ANNA, "Economy 60% comp 100; Environment 40% comp 100")
        world.poll()
        answer = text_of(world.last(ANNA, kind="receipt"))
        assert "one order on each line" in answer
        assert held(world) == []
