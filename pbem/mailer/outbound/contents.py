"""What a mail says, before it is laid out: the composer's input, plain and frozen.

All texts are already in the reader's language. Times are aware and in the
reader's own zone, which is shown with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal

import msgspec

from pbem.engine.api import Ask, Level, Verdict
from pbem.engine.menu import Menu
from pbem.engine.report import Bullets, Paragraph, Report, TextBlock
from pbem.engine.scene import Scene
from pbem.mailer.witness import Chain

Omitted = Literal["html", "pictures", "attachments", "svg", "calendar", "console", "hints"]


class Addressing(msgspec.Struct, frozen=True, kw_only=True):
    """A mail's header data.

    ``message_id`` and ``references`` carry their angle brackets. ``tag`` is the subject's
    (:func:`pbem.mailer.address.subject_tag`; empty for none), ``language`` a BCP 47 tag. ``chain``
    is the game's as the mail is written, if it has one. ``omits`` is what the reader wants mail
    without. ``mailbox`` is the name of the service's mailbox that it is from.
    """

    to_name: str
    to_address: str
    reply_to: str
    from_name: str
    from_address: str
    message_id: str
    date: datetime
    references: tuple[str, ...] = ()
    in_reply_to: str | None = None
    tag: str = ""
    language: str = "en"
    chain: Chain | None = None
    omits: tuple[Omitted, ...] = ()
    mailbox: str = "main"

    @property
    def shows_pictures(self) -> bool:
        """Whether the reader wants pictures, in mail that can show them."""
        return not {"html", "pictures"} & set(self.omits)

    @property
    def shows_vectors(self) -> bool:
        """Whether vector pictures are to be attached."""
        return self.shows_pictures and not {"attachments", "svg"} & set(self.omits)

    @property
    def shows_console(self) -> bool:
        """Whether the page in which orders are composed is to be attached."""
        return not {"attachments", "console"} & set(self.omits)


class Excerpt(msgspec.Struct, frozen=True, tag=True):
    """Order lines that a mail shows, and the sentence above them, which ends in a colon.

    They stand behind a gutter, so that nobody's reply can take them for orders.
    """

    caption: str
    lines: tuple[str, ...]


class File(msgspec.Struct, frozen=True):
    """A file that comes with a mail. ``name`` is ours and ASCII, ``kind`` its MIME type."""

    name: str
    kind: str
    data: bytes


class Figure(msgspec.Struct, frozen=True, tag=True):
    """A finished picture, which may move. ``alt`` states its facts for who cannot see it;
    ``width`` is in pixels as it is shown; ``narrow`` is what narrow screens show in its place. One
    that ``is_chart``, or a film, shows what the text around it tells: text alone only names it."""

    file: File
    alt: str
    caption: str
    width: int
    narrow: File | None = None
    is_chart: bool = False


ChapterBlock = TextBlock | Excerpt | Figure


class Chapter(msgspec.Struct, frozen=True):
    """A part of a mail, such as of a rulebook; the heading may be empty. One of level 2 belongs to
    the last of level 1."""

    heading: str
    blocks: tuple[ChapterBlock, ...]
    level: Literal[1, 2] = 1


class Frame(msgspec.Struct, frozen=True):
    """The first picture of an earlier turn's report, as its reader saw it."""

    turn: int
    title: str
    scene: Scene


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ``line`` that is proposed, and ``why``; without one, what is said of the next."""

    line: str = ""
    why: str = ""


class Desktop(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before a reader who composes orders with a program: what can be ordered, what is
    proposed, the lines held for the open turn with what a receipt says of each and of those that
    it refused, and the pictures of earlier turns, the latest first. ``spelled`` has lines of these
    that the menu spells otherwise, each with its spellings the first time, the second and so on."""

    menu: Menu = ()
    proposals: tuple[Proposal, ...] = ()
    holding: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    spelled: Mapping[str, tuple[str, ...]] = {}
    frames: tuple[Frame, ...] = ()


class ReportContext(msgspec.Struct, frozen=True, kw_only=True):
    """What goes around a ruleset's report.

    ``turn`` is the open one; the reader ``owes`` orders for it where they are asked for and the
    game waits for them, whatever is held. ``deadline`` is when the reader's orders for it are due,
    None where none are owed; ``without_orders`` says what happens if none come
    (``played`` are the lines that are played then, where it needs any), and
    ``whereabouts``, sentence by sentence, for whom the game waits and what that means
    for the reader. ``held`` are the reader's orders that are held for the open turn.
    ``players`` tells who has a seat and how, ``of_note`` those of them of whom there is more to
    tell than a name (below the standings), ``notices`` what the service has to say
    (with the lines in ``again``, which were sent and do not count any more), ``standing`` the
    lines that are repeated every turn (``repeats``: they are ``held``). ``first_words`` tell what
    somebody new may ask for (first
    report). ``commitment`` is the hash of the game's secret (first
    report), ``secret`` the secret itself in hex (final report),
    ``confirmation`` the SHA-256 of the mail by which the reader took the seat (first report);
    where nothing ``has_chance`` neither hash nor secret is spoken of.
    ``digest`` is the SHA-256 of the orders held, None where it does not tell. ``opened`` are the
    sealed parts of the turn just closed that are the reader's own, by name, with their salts.
    ``explains``: the reader is told how orders are sent.
    ``stored`` tells of the lines in store (:func:`~pbem.mailer.witness.in_store`), None where it
    does not; ``anew`` where this is otherwise than told before.
    ``whole`` is the report before anything was left out of it that its reader knows.
    ``zone`` is the name of the reader's time zone. ``ask``, ``desk`` and ``data`` are for
    report.json: ``data`` becomes part of what is packed in it, keys such as "view" and "news",
    values that msgspec can encode (fractions too).
    """

    game: str
    game_title: str
    ruleset: str
    ruleset_title: str
    ruleset_version: int
    turn: int
    seat: int
    player: str
    owes: bool = False
    deadline: datetime | None = None
    without_orders: str = ""
    played: tuple[str, ...] = ()
    held: Excerpt | None = None
    whereabouts: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    of_note: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    again: tuple[Excerpt, ...] = ()
    standing: tuple[str, ...] = ()
    repeats: bool = False
    first_words: str = ""
    explains: bool = True
    commitment: str = ""
    secret: str = ""
    has_chance: bool = True
    confirmation: str = ""
    digest: str | None = ""
    opened: Mapping[str, Any] = {}
    stored: Mapping[str, str] | None = None
    anew: bool = False
    whole: Report | None = None
    zone: str = ""
    ask: Ask | None = None
    desk: Desktop = Desktop()
    data: Mapping[str, Any] = {}

    @property
    def game_and_ruleset(self) -> str:
        """The game's name, with that of its ruleset where it says more."""
        if self.game_title == self.ruleset_title:
            return self.game_title
        return f"{self.game_title} ({self.ruleset_title})"

    @property
    def boxed(self) -> bool:
        """Whether there is anything to say of the open turn, in the box below the headline."""
        return bool(self.deadline or self.whereabouts or self.held or self.without_orders)


class Outcome(StrEnum):
    """What a mail with orders came to."""

    SAVED = "saved"
    """The set replaces what was held."""
    SAME = "same"
    """Read and saved; it is the set that was held already."""
    NOTHING = "nothing"
    """No line could be taken: what was held stays."""
    NOT_ASKED = "not asked"
    """No orders are asked of this seat just now: shown, not kept."""
    PREVIEW = "preview"
    """Read, shown, not saved, as asked."""
    LATE = "late"
    """For a turn that is closed or past its deadline: shown, not counted."""
    UNDONE = "undone"
    """For a turn that no longer is, as the game was taken back: shown, not counted."""
    WITHDRAWN = "withdrawn"
    """The set was taken back; the seat holds none."""
    DONE = "done"
    """Nothing was sent but DONE: the set that is held is meant as it stands."""
    WAITS = "waits"
    """Nothing was sent but WAIT: what is held stays, and the turn waits for its deadline."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one mail with orders.

    ``turn`` is the turn that the mail was for, ``open_turn`` the open one (they differ only for
    LATE and UNDONE; where ``is_over`` there is none). ``late_by`` is how long after the turn's
    deadline or end a late mail arrived, None where that cannot be told. ``held`` is the set
    that counts now, line by line, and ``before`` the one before this mail; None where there is
    none. For PREVIEW, ``held`` is the set that would count. ``digest`` is the SHA-256 of
    ``held``. ``standing`` are the lines repeated every turn. ``waiting`` says in a sentence for
    whom the turn waits, or when it closes early; empty where that is not told. ``deadline`` is
    the open turn's, in the reader's zone; None where it closes before. ``instead`` are lines
    that are played, or could be sent, where nothing is held.

    ``unread`` are lines that look like orders and were not taken; the reader is told of them
    first, with what the game makes of those in ``misread``.
    ``stores``: the mail changed the lines repeated every turn or those sent ahead.
    ``to_mend``: lines were refused or not taken, and the turn waits for the reader on their
    account, or would (PREVIEW).
    ``taken``: what is accepted counts, or would (PREVIEW); False where another line spoils all.
    ``done``: the mail says DONE. ``outrun``: it was read after one that arrived later.
    ``closes_now``: the turn closes now, so that nothing more can be done.
    """

    outcome: Outcome
    game_title: str
    turn: int
    open_turn: int
    now: datetime
    verdicts: tuple[Verdict, ...] = ()
    ignored: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    misread: Mapping[str, Verdict] = {}
    held: tuple[str, ...] | None = None
    before: tuple[str, ...] | None = None
    digest: str = ""
    standing: tuple[str, ...] = ()
    later: Mapping[int, tuple[str, ...]] = {}
    stores: bool = False
    remark: str = ""
    notices: tuple[str, ...] = ()
    deadline: datetime | None = None
    waiting: str = ""
    to_mend: bool = False
    taken: bool = True
    closes_now: bool = False
    done: bool = False
    outrun: bool = False
    is_over: bool = False
    late_by: timedelta | None = None
    instead: Excerpt | None = None
    said: tuple[Excerpt, ...] = ()
    """What the mail says to others, and what became of it."""
    foreword: str = ""
    """Read first: whose orders these are, or who gave them, where that is not the reader."""
    given_for: int = 0
    """The seat for which a game master gave them, where he reads it; 0 else."""
    results_wait: bool = False
    """Whether the open turn is closed, and nobody is told yet of what came of it."""

    def count(self, level: Level) -> int:
        """How many lines came to `level`."""
        return sum(1 for verdict in self.verdicts if verdict.level is level)

    @property
    def came_after_the_end(self) -> bool:
        """Whether it answers the last report of a game, in whose turn nothing was ever asked."""
        return self.is_over and self.turn == self.open_turn

    @property
    def replaces(self) -> bool:
        """Whether another set was held, or other lines were in store, so that what an earlier mail
        tells of it is over."""
        saved = self.outcome in (Outcome.SAVED, Outcome.WITHDRAWN)
        return self.stores or (saved and self.before is not None and self.before != self.held)


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Any other mail: help, status, welcome, reminder, warning, and so on.

    ``lines`` are preformatted (a manual, a table, order lines) and shown behind a
    gutter, so that nobody's reply can take them for orders; ``excerpts`` are order lines
    with captions, below them; ``chapters`` are a long text at the end. ``answer`` is True
    where it answers a mail. ``warning`` makes it look like one. ``text_only``: without HTML, for
    an address that has not proved that it wants mail of us. ``held`` is what it says of the orders
    that its reader holds from now on, as in :class:`~pbem.mailer.witness.Witness`. With
    ``deadline_of`` (game id, seat) and ``deadline`` a calendar entry is attached.
    """

    title: str
    subject: str = ""
    """The mail's subject; the title where empty."""
    paragraphs: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    closing: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    answer: bool = True
    warning: bool = False
    text_only: bool = False
    game_title: str = ""
    held: str | None = None
    deadline: datetime | None = None
    deadline_of: tuple[str, int] | None = None
    turn: int = 0
    files: tuple[File, ...] = ()
    """What is attached, for readers who want attachments."""
    size_class: int = 0
    """The mail has a multiple of so many octets, so that its size tells little of what it says; 0:
    it has as many as it takes."""

    @property
    def opening(self) -> tuple[Paragraph, ...]:
        """What is read first, above the deadline."""
        tones: dict[int, Literal["warning"]] = {0: "warning"} if self.warning else {}
        return tuple(
            Paragraph(text, tones.get(n, "plain")) for n, text in enumerate(self.paragraphs)
        )

    @property
    def body(self) -> tuple[ChapterBlock, ...]:
        """What stands below it and above the chapters."""
        return (
            *((Bullets(self.bullets),) if self.bullets else ()),
            *((Excerpt("", self.lines),) if self.lines else ()),
            *self.excerpts,
            *map(Paragraph, self.closing),
        )
