"""What lay in which mailbox, and what of it should not have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.parser import BytesParser
from email.policy import compat32

from bench.soak.people import DOMAIN, Person
from bench.soak.relay import Arrived
from tests.mails import head

_CANARY = re.compile(r"canary-[0-9a-f]{12}")
_LETTER = re.compile(r"letter-[0-9a-f]{12}-\d+")
_ADDRESS = re.compile(rf"[\w.+-]+@{re.escape(DOMAIN)}", re.IGNORECASE)
_TOKEN = re.compile(r"\.([a-z2-7]{16})[@\]]")
_LONG_HEX = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass
class Evidence:
    """``lay`` counts mails by mailbox and Message-ID; ``breaches`` are secrets out of place, in
    words; ``told`` are long numbers in hex and when somebody was told them first, among which a
    game's secret would be; ``readers`` are the names of those who may read a letter."""

    people: Mapping[str, Person]
    master: str
    lay: Counter[tuple[str, str]] = field(default_factory=Counter)
    breaches: list[str] = field(default_factory=list)
    told: dict[str, datetime] = field(default_factory=dict)
    readers: dict[str, set[str]] = field(default_factory=dict)
    looked_at: int = 0
    searched: int = 0
    """Canaries that were found where they may be: a search that finds none proves nothing."""
    _keys: dict[str, str] = field(default_factory=dict)
    _canaries: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._canaries = {one.canary: one.address for one in self.people.values()}

    def look_at(self, mail: Arrived, person: Person | None, now: datetime) -> None:
        """Note a mail, and search all of it for what its reader may not have."""
        self.looked_at += 1
        message_id = str(head(mail.raw)["Message-ID"])
        self.lay[mail.recipient, message_id] += 1
        for key in _TOKEN.findall(str(head(mail.raw)["Reply-To"])):
            self._keys.setdefault(key, mail.recipient)
        for text in _texts(mail.raw):
            for number in _LONG_HEX.findall(text):
                self.told.setdefault(number, now)
            for what in self._out_of_place(mail.recipient, person, text):
                self.breaches.append(f"{mail.recipient} has {what} in {message_id}")

    def _out_of_place(self, reader: str, person: Person | None, text: str) -> Iterator[str]:
        name = person.name if person is not None else ""
        for canary in _CANARY.findall(text):
            self.searched += 1
            if self._canaries.get(canary) != reader:
                yield f"the remark of {self._canaries.get(canary)}"
        for word in _LETTER.findall(text):
            self.searched += 1
            if name not in self.readers.get(word, ()):
                yield f"a letter of others, {word}"
        for key in _TOKEN.findall(text):
            self.searched += 1
            if self._keys.get(key, reader) != reader:
                yield f"a key of {self._keys[key]}"
        if reader != self.master:  # who is told whose mail fails
            for address in _ADDRESS.findall(text):
                if address.lower() not in (reader, self.master):
                    yield f"the address {address}"


def _texts(raw: bytes) -> Iterator[str]:
    """The head of a mail and all of its parts that are text, decoded."""
    message = BytesParser(policy=compat32).parsebytes(raw)
    yield "\n".join(f"{name}: {value}" for name, value in message.items())
    for part in message.walk():
        if part.get_content_maintype() in ("text", "application", "message"):
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                yield payload.decode("utf-8", "replace")
