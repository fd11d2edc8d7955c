"""What the IMAP server of pymap serves: the folders of :mod:`.maildir`.

pymap's own Maildir backend will not do: it rewrites mails through the email
package, parses each one that is fetched, reads its whole list of UIDs at every
command, and forgets UIDs that were not yet looked at. This one keeps an index in
memory, hands out the octets that came, and parses only where a client asks for
a part of a mail.

All sessions of an address share its folders, on one event loop, so nothing here locks.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime

from pymap.backend.mailbox import MailboxDataInterface, MailboxSetInterface
from pymap.bytes import Writeable
from pymap.concurrent import Event
from pymap.context import subsystem
from pymap.flags import FlagOp
from pymap.interfaces.message import CachedMessage
from pymap.listtree import ListTree
from pymap.mailbox import MailboxSnapshot
from pymap.message import BaseLoadedMessage, BaseMessage
from pymap.mime import MessageContent
from pymap.parsing.message import AppendMessage
from pymap.parsing.primitives import List, String
from pymap.parsing.response.fetch import BodyStructure, EnvelopeStructure
from pymap.parsing.specials import FetchRequirement, ObjectId
from pymap.parsing.specials.flag import Answered, Deleted, Draft, Flag, Flagged, Seen
from pymap.selected import SelectedMailbox, SelectedSet

from pbem.mailer.embedded.maildir import Account, Folder, Stored

CUSTOMARY_FOLDERS = ("Drafts", "Sent", "Trash")
"""Made at the first login, since mail clients look for them."""

MOST_BOUNDARIES = 2000
MOST_CONTAINERS = 100
"""Parts, and parts that hold parts, beyond which a mail is not taken apart for a client.

pymap needs seconds for a mail built to that end, and everybody would wait.
"""

_LETTERS = {Draft: "D", Flagged: "F", Answered: "R", Seen: "S", Deleted: "T"}
_FLAGS = {letter: flag for flag, letter in _LETTERS.items()}
_CONTAINER = re.compile(rb"multipart/|message/rfc822", re.IGNORECASE)
_STAND_IN = b"Subject: (this mail cannot be shown in parts)\r\n\r\n"


def letters_of(flags: Iterable[Flag]) -> str:
    """Flags as Maildir has them: sorted letters."""
    return "".join(sorted(_LETTERS[flag] for flag in flags if flag in _LETTERS))


class Message(BaseMessage):
    """One mail of a folder as a session sees it."""

    __slots__ = ["folder", "stored"]

    def __init__(self, folder: Folder, stored: Stored, *, expunged: bool = False) -> None:
        super().__init__(
            stored.uid,
            datetime.fromtimestamp(stored.received, UTC),
            [_FLAGS[letter] for letter in stored.flags if letter in _FLAGS],
            expunged=expunged,
        )
        self.folder = folder
        self.stored = stored

    async def load_content(self, requirement: FetchRequirement) -> LoadedMessage:
        return LoadedMessage(self, requirement)


class LoadedMessage(BaseLoadedMessage):
    """A mail's octets, read when first asked for and taken apart only when a part is wanted."""

    def __init__(self, message: Message, requirement: FetchRequirement) -> None:
        super().__init__(message, requirement, None)
        self._mail = message
        self._octets: bytes | None = None
        self._parsed: MessageContent | None = None

    def __bytes__(self) -> bytes:
        if self._octets is None:
            try:
                self._octets = self._mail.folder.read(self._mail.stored)
            except FileNotFoundError:  # Expunged since by another session (RFC 2180, 4.1.3).
                self._octets = b""
        return self._octets

    @property
    def content(self) -> MessageContent:
        if self._parsed is None:
            self._parsed = _take_apart(bytes(self))
        return self._parsed

    def get_size(self, section: Sequence[int] | None = None) -> int:
        return super().get_size(section) if section else self._mail.stored.size

    def get_body(self, section: Sequence[int] | None = None, binary: bool = False) -> Writeable:
        if section or binary:
            return super().get_body(section, binary)
        return Writeable.wrap(bytes(self))

    def get_message_headers(
        self,
        section: Sequence[int] | None = None,
        subset: Collection[bytes] | None = None,
        inverse: bool = False,
    ) -> Writeable:
        if section or subset is not None:
            return super().get_message_headers(section, subset, inverse)
        return Writeable.wrap(_head(bytes(self)))

    # The email package raises nearly anything on a hostile header. A mail that
    # it cannot read must not make the folder that it lies in unreadable.
    def get_envelope_structure(self) -> EnvelopeStructure:
        try:
            found = super().get_envelope_structure()
            return _Envelope(**vars(found)) if vars(found) else found
        except Exception:  # noqa: BLE001
            return EnvelopeStructure.empty()

    def get_body_structure(self) -> BodyStructure:
        try:
            return super().get_body_structure()
        except Exception:  # noqa: BLE001
            return BodyStructure.empty()


class _Envelope(EnvelopeStructure):
    """An ENVELOPE with the date as the Date field has it, and not in the form of INTERNALDATE, in
    which pymap writes it (RFC 3501, 7.4.2)."""

    @property
    def _value(self) -> List:
        whole = super()._value
        assert isinstance(whole, List), "pymap has always made a list of it"
        return List([String.build(self.date), *whole.value[1:]])


def _take_apart(raw: bytes) -> MessageContent:
    few = raw.count(b"\n--") <= MOST_BOUNDARIES
    if few and sum(1 for _ in _CONTAINER.finditer(raw)) <= MOST_CONTAINERS:
        try:
            return MessageContent.parse(raw)
        except Exception:  # noqa: BLE001 (as above)
            return MessageContent.parse(_STAND_IN)
    return MessageContent.parse(_STAND_IN)


def _head(raw: bytes) -> bytes:
    end = raw.find(b"\r\n\r\n")
    return raw if end < 0 else raw[: end + 4]


class MailboxData(MailboxDataInterface[Message]):
    """One folder, for all sessions that have it selected."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._mailbox_id = ObjectId(b"F%d" % folder.uidvalidity)
        self._selected_set = SelectedSet()
        self._changed = subsystem.get().new_event()

    @property
    def mailbox_id(self) -> ObjectId:
        return self._mailbox_id

    @property
    def readonly(self) -> bool:
        return False

    @property
    def uid_validity(self) -> int:
        return self.folder.uidvalidity

    @property
    def selected_set(self) -> SelectedSet:
        return self._selected_set

    async def update_selected(
        self, selected: SelectedMailbox, *, wait_on: Event | None = None
    ) -> SelectedMailbox:
        seen = selected.mod_sequence
        if wait_on is not None and seen == self.folder.latest:
            await wait_on.or_event(self._changed).wait()
        changed = None if seen is None else self.folder.changed_since(seen)
        selected.mod_sequence = self.folder.latest
        mails = self.folder.mails
        if changed is None:
            selected.set_messages([Message(self.folder, mail) for mail in mails.values()])
        else:
            there = sorted(uid for uid in changed if uid in mails)
            gone = [uid for uid in changed if uid not in mails]
            selected.add_updates([Message(self.folder, mails[uid]) for uid in there], gone)
        return selected

    async def append(self, append_msg: AppendMessage, *, recent: bool = False) -> Message:
        when = int(append_msg.when.timestamp() if append_msg.when else time.time())
        raw = bytes(append_msg.literal)
        stored = await self.take_in(raw, max(when, 0), letters_of(append_msg.flag_set), recent)
        return Message(self.folder, stored)

    async def deliver(self, raw: bytes) -> None:
        """Take in a mail that arrives now; when this returns, it is there to stay."""
        session = self._selected_set.any_selected
        stored = await self.take_in(raw, int(time.time()), "", session is None)
        if session is not None:
            session.session_flags.add_recent(stored.uid)

    async def take_in(self, raw: bytes, when: int, flags: str, fresh: bool) -> Stored:
        staged = await asyncio.to_thread(self.folder.stage, raw)
        stored = self.folder.commit(staged, len(raw), when, flags, fresh)
        await asyncio.to_thread(self.folder.sync, stored)
        self._changed.set()
        return stored

    async def copy(self, uid: int, destination: MailboxData, *, recent: bool = False) -> int | None:
        if (mail := self.folder.mails.get(uid)) is None:
            return None
        raw = self.folder.read(mail)
        return (await destination.take_in(raw, mail.received, mail.flags, recent)).uid

    async def move(self, uid: int, destination: MailboxData, *, recent: bool = False) -> int | None:
        if (mail := self.folder.mails.get(uid)) is None:
            return None
        moved = self.folder.transfer(mail, destination.folder, recent)
        self._changed.set()
        destination._changed.set()
        return moved.uid

    async def get(self, uid: int, cached_msg: CachedMessage) -> Message:
        mail = self.folder.mails.get(uid)
        return Message(self.folder, mail) if mail else _expunged(cached_msg)

    async def update(
        self, uid: int, cached_msg: CachedMessage, flag_set: frozenset[Flag], mode: FlagOp
    ) -> Message:
        if (mail := self.folder.mails.get(uid)) is None:
            return _expunged(cached_msg)
        flags = mode.apply(Message(self.folder, mail).permanent_flags, flag_set)
        changed = self.folder.change(mail, flags=letters_of(flags), fresh=mail.fresh)
        self._changed.set()
        return Message(self.folder, changed)

    async def delete(self, uids: Iterable[int]) -> None:
        for uid in uids:
            self.folder.remove(uid)
        self._changed.set()

    async def claim_recent(self, selected: SelectedMailbox) -> None:
        for mail in [mail for mail in self.folder.mails.values() if mail.fresh]:
            self.folder.change(mail, flags=mail.flags, fresh=False)
            selected.session_flags.add_recent(mail.uid)

    async def cleanup(self) -> None:
        """CHECK: nothing is ever left to do."""

    async def snapshot(self) -> MailboxSnapshot:
        mails = self.folder.mails.values()
        unseen = [n for n, mail in enumerate(mails, 1) if "S" not in mail.flags]
        return MailboxSnapshot(
            self.mailbox_id,
            self.readonly,
            self.uid_validity,
            self.permanent_flags,
            self.session_flags,
            len(mails),
            sum(mail.fresh for mail in mails),
            len(unseen),
            unseen[0] if unseen else None,
            self.folder.next_uid,
        )


def _expunged(cached: CachedMessage) -> Message:
    if not isinstance(cached, Message):
        raise TypeError(cached)
    return Message(cached.folder, cached.stored, expunged=True)


class MailboxSet(MailboxSetInterface[MailboxData]):
    """The folders of one address. All of them count as subscribed."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._mailboxes: dict[str, MailboxData] = {}

    @property
    def delimiter(self) -> str:
        return "/"

    @property
    def inbox(self) -> MailboxData:
        return self._mailbox("INBOX")

    def add_customary(self) -> None:
        """Make the folders that mail clients look for."""
        for name in CUSTOMARY_FOLDERS:
            if name not in self._account.folders:
                self._account.add(name)

    async def set_subscribed(self, name: str, subscribed: bool) -> None:
        """Kept quiet: clients ask for it as a matter of course."""

    async def list_subscribed(self) -> ListTree:
        return await self.list_mailboxes()

    async def list_mailboxes(self) -> ListTree:
        return ListTree(self.delimiter).update(*self._account.folders)

    async def get_mailbox(self, name: str) -> MailboxData:
        return self._mailbox("INBOX" if name.upper() == "INBOX" else name)

    async def add_mailbox(self, name: str) -> ObjectId:
        self._account.add(name)
        return self._mailbox(name).mailbox_id

    async def delete_mailbox(self, name: str) -> None:
        self._account.delete(name)
        self._mailboxes.pop(name, None)

    async def rename_mailbox(self, before: str, after: str) -> None:
        tree = await self.list_mailboxes()
        if tree.get(before) is None:
            raise KeyError(before)
        for old, new in tree.get_renames(before, after):
            if old in self._account.folders:
                self._account.rename(old, new)
                self._mailboxes.pop(old, None)

    def _mailbox(self, name: str) -> MailboxData:
        if name not in self._mailboxes:
            self._mailboxes[name] = MailboxData(self._account.folders[name])
        return self._mailboxes[name]
