"""A campaign from its first mail to its last, through outages and deaths, and its books after."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, time
from pathlib import Path

import pytest

from tests.campaign import script
from tests.campaign.books import deeds, missed, wrong
from tests.campaign.playing import OFTEN, SELDOM, Campaign, campaign
from tests.campaign.script import Terms
from tests.servers.plugin import MailHost
from tests.service.doomed import Lives, lives_in
from tests.soaking import soak

SHORT = 2
WEEKS = 12
DONE_IN_TWO_WEEKS = [
    "owner: invite",
    "owner: message",
    "owner: observer",
    "owner: note",
    "owner: pause",
    "owner: resume",
    "player: extend",
    "owner: address",
]
"""What is done to the game by then, as the script has it."""
_LATER = {
    *("player: substitute", "player: handback", "player: readdress"),
    *("owner: appoint", "owner: dismiss", "owner: orders", "owner: look", "owner: truth"),
    *("owner: close", "owner: schedule", "owner: deadline", "owner: rollback", "owner: eject"),
    "owner: archive",
}


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lives]:
    with lives_in(tmp_path_factory.mktemp("lives")) as lives:
        yield lives


@pytest.mark.parametrize(
    ("terms", "weeks", "looks"),
    [
        (Terms("hegemon", {"turns": 3}, people=4, join="approve"), SHORT, SELDOM),
        soak(Terms("hegemon", {"turns": 19}), WEEKS, OFTEN, id="hegemon"),
        soak(
            Terms("asylamba-mini", {"max_turns": 19}, join="approve"),
            *(WEEKS, OFTEN),
            id="asylamba-mini",
        ),
        soak(
            Terms("god-unit", {"max_turns": 19, "width": 14, "height": 14}, 6, "approve", "master"),
            *(WEEKS, OFTEN),
            id="god-unit",
        ),
        soak(Terms("parsec", {}, people=4), WEEKS, OFTEN, id="parsec"),
    ],
)
def test_a_campaign_comes_to_its_end_and_its_books_are_right(
    tmp_path: Path,
    embedded_host: MailHost,
    lives: Lives,
    terms: Terms,
    weeks: int,
    looks: tuple[time, ...],
) -> None:
    with campaign(tmp_path, embedded_host, lives, terms) as played:
        played.play(weeks, looks)
        found = wrong(played, tmp_path)
        assert found == [], "\n".join(found)
        assert played.killed >= weeks, "processes were killed at their work"
        _the_clock_on_the_wall_was_kept(played)
        done = [one for one in deeds(played) if one not in _by_terms(terms)]
        assert done[: len(DONE_IN_TWO_WEEKS)] == DONE_IN_TWO_WEEKS
        late = {seat for seat, _turn, after_all in missed(played) if after_all}
        assert late <= {played.seats[played.cast["Anna"]]}, "who is late, and nobody else"
        assert late or terms.ruleset == "parsec", (
            "there one moves after the other: it was not her move"
        )
        assert played.has_ended(), "it ends as planned"
        if weeks == WEEKS:
            assert _LATER | _by_terms(terms) <= {*deeds(played)}


def _by_terms(terms: Terms) -> set[str]:
    """What is done besides, in some games."""
    done = {"owner: approve"} if terms.join == "approve" else {"player: standby"}
    looked_at = {"owner: publish", "owner: preview"} if terms.release == "master" else set()
    voted = set() if terms.options else {"player: agree"}  # nothing else ends it
    return done | looked_at | voted


def _the_clock_on_the_wall_was_kept(played: Campaign) -> None:
    """Deadlines that nobody moved fall on the hour in Berlin, before and after the change."""
    local = [moment.astimezone(script.ZONE) for moment in played.deadlines]
    kept = [moment for moment in local if (moment.hour, moment.minute) == (script.HOUR, 0)]
    assert {moment.utcoffset() for moment in kept} == {
        moment.utcoffset() for moment in (kept[0], kept[-1])
    }
    assert len({moment.astimezone(UTC).hour for moment in kept}) == 2
    assert len(local) - len(kept) <= 2 + len(local) // 3, "outages and people moved the others"
