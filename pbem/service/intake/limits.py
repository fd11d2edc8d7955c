"""How many answers an address gets within an hour, and what becomes of the rest.

Answers over the limit are gathered for a while and then sent together
(:func:`pbem.service.play.upkeep.send_digests`). Mail that does not prove who wrote it has a lower
limit, for whoever forges a sender has the answers sent to somebody else.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.service.dispatch.post import LIMITED, Parcel
from pbem.service.house import House
from pbem.service.intake.batch import Batch
from pbem.store.records import OutboxStatus

GATHERED_FOR = timedelta(minutes=5)
"""How long answers to a player are gathered, from the first over the hourly limit on."""
UNPROVEN_FOR = timedelta(hours=1)
"""How long answers are gathered to mail that does not prove who wrote it."""


def within_limit(
    house: House, batch: Batch, parcels: tuple[Parcel, ...], *, room: int | None = None
) -> tuple[Parcel, ...]:
    """Gather answers over the hourly limit for a digest; what they tell has happened anyway.

    `room` is how many the author of the mail may still get, who has proven to be a player; None
    for mail that proves nothing.
    """
    due = house.clock.now() + (UNPROVEN_FOR if room is None else GATHERED_FOR)
    for recipient in {p["recipient"] for p in parcels}:
        left = room_for(house, batch, recipient, proven=False) if room is None else room
        if left <= 0:
            parcels = tuple(
                p | {"status": OutboxStatus.GATHERED, "due": due}
                if _is_answer_to(p, recipient)
                else p
                for p in parcels
            )
    return parcels


def room_for(house: House, batch: Batch, recipient: str, *, proven: bool) -> int:
    """How many answers an address may still get within the hour."""
    settings = house.config.mail
    limit = settings.answers_per_hour if proven else settings.unproven_per_hour
    return limit - batch.recent_answers(recipient)


def _is_answer_to(parcel: Parcel, recipient: str) -> bool:
    return parcel["recipient"] == recipient and parcel["kind"] in LIMITED
