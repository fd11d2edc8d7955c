"""A record replays to what it holds; whatever was changed is found at its turn, and only there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from pbem.engine import chain
from pbem.engine.api import Player
from pbem.engine.chain import DEFAULT, Opened
from pbem.engine.replay import Finding, Mark, Record, verify

from .recorded import play, with_page, with_part, wrong
from .testing.toy import TOY, Bid, Options

PLAYERS = (Player(1, "Ada"), Player(2, "Björn"))
SECRET = bytes(range(32))
CONFIRMED = ("11" * 32, None)


def recorded(**more: Any) -> Record:
    """A whole game, in which Björn says nothing in turn 4."""
    return play(
        TOY,
        Options(),
        PLAYERS,
        SECRET,
        answer=lambda _state, turn: {1: Bid(turn)} | ({2: Bid(6 - turn)} if turn != 4 else {}),
        confirmations=CONFIRMED,
        **more,
    )


def only(found: list[Finding]) -> tuple[int | None, int | None, str]:
    """The one thing that is wrong."""
    (one,) = found
    return one.turn, one.seat, one.text


def test_an_honest_record_is_good_throughout() -> None:
    found = list(verify(TOY, recorded()))
    assert {finding.mark for finding in found} == {Mark.OK}
    assert [finding.turn for finding in found] == [None, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("state", "the stored state"),
        ("events", "the stored events"),
        ("labels", "the labels of the dice"),
        ("public", "what spectators were shown"),
        ("mails", "the list of mails"),
    ],
)
@pytest.mark.parametrize("turn", [0, 3, 5])
def test_a_changed_part_is_named_at_its_turn_and_nowhere_else(
    part: str, text: str, turn: int
) -> None:
    honest = recorded()
    data = bytes(honest.pages[turn].opened[part].data)
    changed = data.replace(b"20", b"21").replace(b"[]", b'["x"]').replace(b"bonus", b"bogus")
    if changed == data:
        changed = data[:-1] + b" " + data[-1:]
    found = only(wrong(TOY, with_part(honest, turn, part, changed)))
    assert found[:2] == (turn, None)
    assert found[2].startswith(text)


def test_changed_orders_are_named_with_their_seat() -> None:
    forged = with_part(recorded(), 3, "orders/2", TOY.codec.dump_orders(Bid(0)))
    found = wrong(TOY, forged)
    assert (found[0].turn, found[0].seat) == (3, 2)
    assert "the stored orders changed" in found[0].text
    assert {one.turn for one in found} == {3}


def test_orders_that_were_dropped_are_named_with_their_seat() -> None:
    found = wrong(TOY, with_part(recorded(), 3, "answer/2", b"null"))
    assert [(one.turn, one.seat) for one in found] == [(3, 2), (3, 2)]
    assert found[0].text.startswith("the answer that was played")


@pytest.mark.parametrize("stored", [b"{", b'{"amount":"much"}', b"\xff"])
def test_orders_that_cannot_be_read_are_found_at_their_turn(stored: bytes) -> None:
    found = wrong(TOY, with_part(recorded(), 2, "orders/1", stored))
    assert {one.turn for one in found} == {2}
    assert any("the stored orders changed" in one.text for one in found)


def test_a_changed_outcome_in_a_link_breaks_its_hash() -> None:
    honest = recorded()
    link = honest.pages[5].link
    assert link.outcome is not None
    outcome = msgspec.structs.replace(link.outcome, winners=(2,))
    forged = with_page(honest, 5, link=msgspec.structs.replace(link, outcome=outcome))
    texts = [one.text for one in wrong(TOY, forged)]
    assert any(text.startswith("the link or its hash was changed") for text in texts)
    assert "the outcome: otherwise when the turn is resolved again" in texts


def test_a_changed_outcome_of_the_game_is_found() -> None:
    honest = recorded()
    assert honest.outcome is not None
    other = msgspec.structs.replace(honest.outcome, winners=(2,))
    found = only(wrong(TOY, replace(honest, outcome=other)))
    assert found == (None, None, "the game's outcome is not the one of its last turn")


def test_a_turn_left_out_is_named() -> None:
    honest = recorded()
    found = wrong(TOY, replace(honest, pages=[*honest.pages[:2], *honest.pages[3:]]))
    assert (found[0].turn, found[0].text) == (2, "there is no record of this turn")


def test_turns_taken_from_the_end_are_found() -> None:
    honest = recorded()
    texts = [one.text for one in wrong(TOY, replace(honest, pages=honest.pages[:-1]))]
    assert any("later turns were taken away" in text for text in texts)
    assert any("turn 6 is next, the record ends at 4" in text for text in texts)


def test_all_recomputed_with_other_orders_is_right_in_itself_and_shows_in_its_heads() -> None:
    """Nothing but the heads that were told before can show it."""
    honest = recorded()
    forged = play(TOY, Options(), PLAYERS, SECRET, answer=lambda _s, t: {1: Bid(t)})
    assert wrong(TOY, forged) == []
    assert {page.head for page in honest.pages}.isdisjoint(page.head for page in forged.pages)


def test_another_secret_is_found_and_does_not_replay() -> None:
    found = wrong(TOY, replace(recorded(), secret=bytes(32)))
    assert "not the one that the set-up committed to" in found[0].text
    assert any("the stored state: otherwise" in one.text for one in found)


def test_other_confirmations_give_other_dice() -> None:
    honest = recorded()
    link = honest.pages[0].link
    assert link.founding is not None
    founding = msgspec.structs.replace(link.founding, confirmations=("22" * 32, None))
    forged = with_page(honest, 0, link=msgspec.structs.replace(link, founding=founding))
    assert any("the stored state: otherwise" in one.text for one in wrong(TOY, forged))


def test_a_confirmation_that_is_no_hash_is_found() -> None:
    honest = recorded()
    link = honest.pages[0].link
    assert link.founding is not None
    founding = msgspec.structs.replace(link.founding, confirmations=("no hash", None))
    forged = with_page(honest, 0, link=msgspec.structs.replace(link, founding=founding))
    assert "a confirmation is no SHA-256" in wrong(TOY, forged)[0].text


def test_a_made_up_state_that_breaks_the_rules_is_a_finding_and_no_crash() -> None:
    honest = recorded()
    state = bytes(honest.pages[2].opened["state"].data).replace(b'"1":', b'"9":')
    made_up = chain.forge(
        chain.Closed(
            turn=2,
            version=1,
            closed=datetime(2026, 11, 24, 19, tzinfo=UTC),
            state=state,
            events=bytes(honest.pages[2].opened["events"].data),
            labels=("bonus",),
            public=bytes(honest.pages[2].opened["public"].data),
            mails=(),
            outcome=None,
            seats=2,
            answers={},
        ),
        previous=honest.pages[1].head,
        salt=bytes(32),
    )
    link, head = made_up
    opened = {**honest.pages[2].opened}
    salt = chain.salt_for(bytes(32), "state").hex()
    opened["state"] = Opened(salt, msgspec.Raw(state))
    found = wrong(TOY, with_page(honest, 2, link=link, head=head, opened=opened))
    assert any(one.turn == 3 and "cannot be resolved again" in one.text for one in found)


def test_without_its_secret_a_record_is_checked_but_for_the_dice() -> None:
    found = list(verify(TOY, replace(recorded(), secret=None)))
    assert [one.mark for one in found] == [Mark.UNKNOWN, *[Mark.OK] * 6]
    assert "told at the end" in found[0].text


def test_what_is_hidden_is_no_fault() -> None:
    honest = recorded()
    hidden = honest
    for page in honest.pages:
        shown: dict[str, Opened] = {"public": page.opened["public"]}
        hidden = with_page(hidden, page.link.turn, opened=shown, salt=None)
    assert wrong(TOY, hidden) == []


def test_what_is_played_for_silence_is_what_the_rules_play() -> None:
    found = wrong(TOY, recorded(claimed={(4, 1): DEFAULT}))
    assert any("not what the rules play for silence" in one.text for one in found)


def test_another_version_is_told_and_tried() -> None:
    found = list(verify(replace(TOY, version=7), recorded()))
    assert "resolved with version 1 of the rules, checked with version 7" in found[1].text
    assert not any(one.mark is Mark.BAD for one in found)


def test_a_record_without_its_set_up_proves_nothing() -> None:
    honest = recorded()
    (found,) = verify(TOY, replace(honest, pages=honest.pages[1:]))
    assert (found.mark, found.text) == (
        Mark.BAD,
        "the set-up is missing: nothing can be checked",
    )
