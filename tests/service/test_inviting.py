"""How people come to a game that is not open to all: invited, or approved of by its game master."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.engine.replay import Mark
from pbem.service.gamefile import SeatSpec
from pbem.service.mastering.acts import by_operator, start
from pbem.service.mastering.ending import cancel, delete
from pbem.service.play.games import start_game
from pbem.service.schedule import Schedule
from pbem.service.tools.verify import verify_game
from pbem.store.invitations import invitations_of
from pbem.store.joining import Joining, Reply
from pbem.store.records import GameRow, SeatKind
from tests.service.looks import answers, seats
from tests.service.test_mastering import books, confirmed
from tests.service.test_masters import ADA, EVE, MASTERS, command
from tests.service.world import ANNA, BORIS, CHIARA, World, open_world, text_of

DORA, GM, SERVICE = "dora@example.org", "gm@example.org", "orders@pbem.localhost"
CHAIRS = (SeatSpec(name="Anna", address=ANNA), SeatSpec(), SeatSpec())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS)
        yield world


@pytest.fixture
def choosy(tmp_path: Path) -> Iterator[World]:
    """A game whose master approves of those who join."""
    with open_world(tmp_path) as world:
        world.copied_game(masters=MASTERS, seats=CHAIRS, join=Joining.APPROVE)
        yield world


def answer(world: World, sender: str, text: str, kind: str = "invite") -> None:
    world.reply(sender, text, to=world.last(sender, kind=kind))
    world.poll()


def kinds(world: World) -> list[SeatKind]:
    return [seat.kind for seat in seats(world)]


def replies(world: World) -> dict[str, Reply]:
    with world.context.read() as session:
        return {one.address: one.reply for one in invitations_of(session.connection, "spring")}


def flat(text: str) -> str:
    return " ".join(text.split())


# Invited ------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["INVITE", "invite", "Einladen:", "inviter"])
def test_each_of_those_invited_gets_one_mail_and_a_seat_by_a_reply(world: World, word: str) -> None:
    command(world, f"{word} Boris <{BORIS}>, {CHIARA.upper()}")
    assert kinds(world) == ["human", "kept", "kept"]
    for address in (BORIS, CHIARA):
        (mail,) = world.mails(address)
        assert "You are invited to Spring" in str(mail["Subject"])
        assert "It is kept until" in flat(text_of(mail))
        assert "Hegemon, 3 seats: a turn takes 1 day." in flat(text_of(mail))
        assert len(mail.as_bytes()) < 4500
        assert EVE not in mail.as_string()
    answer(world, BORIS, "JOIN")
    assert kinds(world) == ["human", "human", "kept"]
    assert replies(world) == {BORIS: Reply.JOINED, CHIARA: Reply.AWAITED}
    answer(world, CHIARA, "JOIN AS Kiki")
    assert world.game().status == "running"
    assert [seat.name for seat in seats(world)] == ["Anna", "Boris", "Kiki"]


@pytest.mark.parametrize("word", ["NO", "nein.", "Non", "no thanks", "WITHDRAW"])
def test_whoever_says_no_is_not_invited_to_the_game_again(world: World, word: str) -> None:
    command(world, f"INVITE {BORIS}")
    answer(world, BORIS, word)
    assert kinds(world) == ["human", "open", "open"]
    assert "said no" in flat(command(world, f"INVITE {BORIS}"))
    assert f"{BORIS} was invited and said no" in flat(command(world, "SHOW"))
    assert len(world.mails(BORIS, kind="invite")) == 1
    world.new_game(id="fall", title="Fall", masters=MASTERS, seats=CHAIRS)
    command(world, f"INVITE {BORIS}")
    assert len(world.mails(BORIS, kind="invite")) == 2


@pytest.mark.parametrize("word", ["NEVER", "nie", "jamais!"])
def test_whoever_says_never_is_invited_to_nothing_more(world: World, word: str) -> None:
    command(world, f"INVITE {BORIS}")
    answer(world, BORIS, word)
    assert kinds(world) == ["human", "open", "open"]
    world.new_game(id="fall", title="Fall", masters=MASTERS, seats=CHAIRS)
    assert "wants no invitations" in flat(command(world, "INVITE boris+x@example.org"))
    assert len(world.mails(BORIS, kind="invite")) == 1


@pytest.mark.parametrize("act", [cancel, delete, start])
def test_whose_seat_is_kept_no_more_is_told(world: World, act: Callable[..., GameRow]) -> None:
    command(world, "INVITE carl@example.org")
    by_operator(world.context, "spring", act)
    said = flat(text_of(world.last("carl@example.org")))
    assert "No seat in Spring is kept for you any more" in said
    assert ("begins without you" in said) is (act is start)


def test_a_seat_that_nobody_answers_for_falls_free(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    for _day in range(15):
        world.wait(12)
    assert kinds(world) == ["human", "open", "open"]
    assert f"{BORIS} was invited and never answered" in flat(command(world, "SHOW"))
    answer(world, BORIS, "JOIN")
    assert kinds(world) == ["human", "open", "open"]


def test_an_invitation_counts_from_its_own_address_alone(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    invited = world.last(BORIS)
    for other in (CHIARA, "mallory@elsewhere.test"):
        world.reply(other, "JOIN", to=invited)
        world.reply(other, "NO", to=invited)
    world.write(BORIS, "NO", to=SERVICE)
    world.poll()
    assert kinds(world) == ["human", "kept", "open"]


def test_what_says_neither_is_asked_again_and_changes_nothing(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    answer(world, BORIS, "What is this?")
    assert kinds(world) == ["human", "kept", "open"]
    assert "You are invited" in str(world.last(BORIS)["Subject"])


def test_whoever_asks_for_a_seat_that_is_kept_for_them_gets_the_same_mail(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    world.write(BORIS, "JOIN spring AS Bob", to=SERVICE)
    world.poll()
    assert kinds(world) == ["human", "kept", "open"]
    answer(world, BORIS, "JOIN")
    assert kinds(world) == ["human", "human", "open"]


def test_only_those_invited_join_where_the_file_says_so(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        world.new_game(masters=MASTERS, seats=CHAIRS, join=Joining.INVITED)
        for text in ("JOIN spring", "LIST"):
            world.write(DORA, text, to=SERVICE)
            world.poll()
        first, second = (flat(text_of(mail)) for mail in world.mails(DORA))
        assert "people whom they invite" in first
        assert "JOIN spring" not in second
        command(world, f"INVITE {BORIS}")
        answer(world, BORIS, "JOIN")
        assert kinds(world) == ["human", "human", "open"]


def test_an_assistant_invites_nobody_and_is_told_no_addresses(world: World) -> None:
    assert "Only owners" in flat(command(world, f"INVITE {BORIS}", ADA))
    command(world, f"INVITE {BORIS}")
    assert BORIS in command(world, "SHOW")
    assert BORIS not in command(world, "SHOW", ADA)
    assert BORIS not in command(world, "LOG")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("INVITE", "Write the mail addresses"),
        ("INVITE Boris", "no mail address"),
        (f"INVITE {BORIS}, nobody", "no mail address"),
        (f"INVITE {ANNA}", "plays in the game already"),
        (f"INVITE {SERVICE}", "the address of the games"),
        (f"INVITE {BORIS}, {CHIARA}, {DORA}", "2 seats are free, and you invite 3"),
        (f"PREVIEW\nINVITE {BORIS}", "PREVIEW changes nothing"),
        ("APPROVE", "Nobody waits"),
        ("APPROVE 2", "Nobody waits"),
        ("REFUSE 2", "Nobody waits"),
    ],
)
def test_a_bad_form_is_answered_and_changes_nothing(world: World, line: str, why: str) -> None:
    before = books(world)
    told = flat(command(world, line))
    assert why in told
    assert "Nothing was changed" in told
    assert books(world) == before
    assert world.mails(BORIS) == []


def test_nobody_is_invited_twice_or_to_a_game_that_goes_on(world: World) -> None:
    command(world, f"INVITE {BORIS}")
    assert "is kept for" in flat(command(world, "INVITE Boris+2@Example.org"))
    with world.context.write() as session:
        start_game(session, world.game())
    assert "has begun" in flat(command(world, f"INVITE {CHIARA}"))


# Approved of --------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["APPROVE 2", "approve Dora", f"Zulassen {DORA}", "APPROUVER #2"])
def test_whoever_confirms_comes_before_the_owners_who_say_yes(choosy: World, line: str) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    assert kinds(choosy) == ["human", "kept", "open"]
    assert "decides" in str(choosy.last(DORA)["Subject"])
    assert "Dora wants to join Spring" in str(choosy.last(EVE)["Subject"])
    assert "wants to join" not in str(choosy.last(ADA)["Subject"])
    command(choosy, line)
    assert kinds(choosy) == ["human", "human", "open"]
    assert "You have a seat in Spring" in str(choosy.last(DORA)["Subject"])
    assert seats(choosy)[1].confirmation
    assert "let Dora have seat 2" in flat(command(choosy, "LOG"))


@pytest.mark.parametrize("line", ["REFUSE 2", "ablehnen dora", "refuser seat 2"])
def test_whoever_is_refused_is_told_and_the_seat_falls_free(choosy: World, line: str) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    waits = choosy.last(DORA)
    command(choosy, line)
    assert kinds(choosy) == ["human", "open", "open"]
    assert "You have no seat in Spring" in str(choosy.last(DORA)["Subject"])
    choosy.reply(DORA, "JOIN", to=waits)
    choosy.poll()
    assert kinds(choosy) == ["human", "open", "open"]


def test_the_last_approval_begins_the_game_and_its_record_is_right(choosy: World) -> None:
    for address, name in ((DORA, "Dora"), (BORIS, "Boris")):
        choosy.join(address, f"JOIN spring AS {name}")
        command(choosy, f"APPROVE {name}")
    assert choosy.game().status == "running"
    assert all(one.mark is not Mark.BAD for one in verify_game(choosy.context, "spring"))


def test_whoever_waits_cannot_take_the_seat_but_can_let_it_go(choosy: World) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    answer(choosy, DORA, "JOIN", kind="approve")
    assert kinds(choosy) == ["human", "kept", "open"]
    choosy.write(DORA, "JOIN spring", to=SERVICE)
    choosy.poll()
    assert "yet to say yes or no" in flat(text_of(choosy.last(DORA)))
    answer(choosy, DORA, "WITHDRAW", kind="approve")
    assert kinds(choosy) == ["human", "open", "open"]


def test_after_two_weeks_without_a_word_they_are_told_and_the_seat_falls_free(
    choosy: World,
) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    for _half in range(29):
        choosy.clock.move(hours=12)
        choosy.poll()
    assert kinds(choosy) == ["human", "open", "open"]
    assert "You have no seat" in str(choosy.last(DORA)["Subject"])


@pytest.mark.parametrize("end", ["start", "CANCEL", "SEAT 2 RELEASE"])
def test_whoever_waits_is_told_when_nothing_comes_of_it(choosy: World, end: str) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    if end == "start":
        with choosy.context.write() as session:
            start_game(session, choosy.game())
    else:
        confirmed(choosy, end)
    assert "You have no seat" in str(choosy.last(DORA)["Subject"])


def test_whoever_is_invited_needs_no_approval(choosy: World) -> None:
    command(choosy, f"INVITE {BORIS}")
    answer(choosy, BORIS, "JOIN")
    assert kinds(choosy) == ["human", "human", "open"]


def test_which_of_those_who_wait_is_asked(choosy: World) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    before = books(choosy)
    for line in ("APPROVE", "APPROVE 3", "REFUSE Zoe"):
        told = flat(command(choosy, line))
        assert "of those that wait: 2 (Dora)" in told
        assert books(choosy) == before


def test_no_player_approves_of_anybody(choosy: World) -> None:
    choosy.join(DORA, "JOIN spring AS Dora")
    choosy.reply(ANNA, "APPROVE 2", to=choosy.last(ANNA))
    choosy.poll()
    assert "Only the game master" in str(answers(choosy, ANNA)[-1]["Subject"])
    assert kinds(choosy) == ["human", "kept", "open"]


def test_an_invitation_says_on_which_days_turns_end_in_the_language_of_the_seat(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        weekly = Schedule(weekdays=("fri", "tue"), hour="19:30", zone="Europe/Paris")
        chairs = (CHAIRS[0], SeatSpec(language="de"), SeatSpec())
        world.new_game(masters=MASTERS, seats=chairs, schedule=weekly)
        command(world, f"INVITE {BORIS}, {CHIARA}")
        german, english = (flat(text_of(world.last(one))) for one in (BORIS, CHIARA))
        assert "Tuesday and Friday at 19:30 (Europe/Paris)" in english
        assert "Dienstag und Freitag" in german
