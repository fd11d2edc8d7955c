"""PROFILE: what a player wishes for their mail, shown and changed, for all games of an address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.commands.forms import Wish
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.context import in_language
from pbem.service.intake.limits import sparing
from pbem.service.intake.mail_session import MailSession
from pbem.service.languages import languages
from pbem.service.names import BadName, check_name
from pbem.service.play.readdressing import begin_change
from pbem.service.play.waiting import how_often
from pbem.service.wishes import (
    BadWish,
    language_name,
    read_address,
    read_language,
    read_quiet,
    read_second,
    read_zone,
    switched,
)
from pbem.store import fame, games, seconds
from pbem.store.people import find_person, wish
from pbem.store.records import GameStatus, NoticeWish, Omission, OutboxDraft, SeatRow
from pbem.store.strangers import mailbox_of


@dataclass(frozen=True)
class _Granted:
    """What is changed: columns of all seats of the address, the name in this game, and the address
    itself."""

    everywhere: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    rated: tuple[str | None, ...] = ()
    """The name under which they are to be rated, or None; nothing where that stays as it is."""
    address: str = ""
    also: str | None = None
    """A second address, empty for none; None where that stays as it is."""


def change_profile(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Grant all that a mail wishes for, or nothing where something of it cannot be."""
    part = session.connection.begin_nested()  # all is granted, or none
    try:
        granted = _read(session, command.wishes)
        asking = _readdress(session, granted.address) if granted.address else []
        if granted.also:
            asking += _readdress(session, granted.also, adds=True)
    except (BadWish, BadName) as problem:
        part.rollback()
        return [session.answer(_shown(session, session.seat, str(problem), refused=True))]
    part.commit()
    seat = session.seat
    if granted.everywhere:
        wish(session.connection, seat.address or "", **granted.everywhere)
    for name in granted.rated:
        fame.rate(session.connection, seat.address or "", name)
    if granted.name:
        games.change_seat(session.connection, session.game.id, seat.seat, name=granted.name)
    if granted.also == "":
        seconds.drop_second(session.connection, seat.address or "")
    if granted == _Granted(address=granted.address, also=granted.also) and asking:
        return asking
    if not command.wishes:
        return [session.answer(_shown(session, seat))]
    now = games.find_seat(session.connection, session.game.id, seat.seat) or seat
    with in_language(session.context, now.language):
        said = _("It is changed as you wished.")
        return [replace(session, seat=now).answer(_shown(session, now, said)), *asking]


def _readdress(session: MailSession, new: str, *, adds: bool = False) -> list[OutboxDraft]:
    """Raises BadWish."""
    service = session.context.config.mail.address
    if mailbox_of(new) == mailbox_of(service):
        raise BadWish(_("{address} is the address of this service.").format(address=new))

    def spare(draft: OutboxDraft) -> tuple[OutboxDraft, ...]:
        return sparing(session.context, session.batch, (draft,), plays=False)

    counted = session.batch.count_kind
    place = (session.game, session.seat)
    return [*begin_change(session, *place, new, counted=counted, spare=spare, adds=adds)]


def _read(session: MailSession, wishes: Iterable[Wish]) -> _Granted:
    """Raises BadWish or BadName."""
    found: dict[str, Any] = {}
    omits = session.seat.omits
    name = address = ""
    also: str | None = None
    rated: tuple[str | None, ...] = ()
    for one in wishes:
        match one.key:
            case "rated":
                rated = (_read_rated(session, one.value),)
            case "zone":
                found["zone"] = read_zone(one.value)
            case "language":
                found["language"] = read_language(one.value)
            case "notices":
                found["notices"] = NoticeWish(one.value)
            case "quiet":
                found["quiet"] = read_quiet(one.value)
            case "name":
                name = _read_name(session, one.value)
            case "address":
                address = read_address(one.value)
            case "also":
                also = read_second(one.value)
            case "html" | "pictures" | "attachments" | "svg" | "calendar" | "console" | "hints":
                omits = switched(omits, one.key, one.value == "on")
                found["omits"] = omits
            case _:
                raise BadWish(_("It is not clear what {line} asks for.").format(line=_line(one)))
    return _Granted(found, name, rated, address, also)


def _read_rated(session: MailSession, wanted: str) -> str | None:
    """The name under which somebody wants to be rated, that of their seat where they give none."""
    if wanted == "off":
        return None
    others = fame.rated_names(session.connection, but=session.seat.address or "")
    name = session.seat.name if wanted == "on" else wanted
    return check_name(name, others, load(session.game.ruleset))


def _rating(session: MailSession, address: str) -> Excerpt:
    name = find_person(session.connection, address).rated
    if name is None:
        return Excerpt(_("You are not rated."), (_("PROFILE RATED"),))
    caption = _("You are rated as {name}; FAME shows it to others.")
    return Excerpt(caption.format(name=name), (_("PROFILE UNRATED"),))


def _reliability(session: MailSession, address: str) -> tuple[str, ...]:
    """How often orders came in time, for whoever sent them alone."""
    sent, count = fame.in_time(session.connection, address)
    if not count:
        return ()
    told = _("Turns for which you owed orders: {count}; they came in time for {percent} %.")
    return (told.format(count=count, percent=100 * sent // count),)


def _line(one: Wish) -> str:
    return f"PROFILE {one.value}"


def _read_name(session: MailSession, wanted: str) -> str:
    game, seat = session.game, session.seat
    if game.status != GameStatus.FORMING:
        raise BadWish(
            _("You stay {name} in this game: it has begun, and names stand in its record.").format(
                name=seat.name
            )
        )
    others = [s.name for s in games.seats_of(session.connection, game.id) if s.seat != seat.seat]
    return check_name(wanted, others, load(game.ruleset))


def _shown(session: MailSession, seat: SeatRow, said: str = "", *, refused: bool = False) -> Notice:
    """How the reader's mail comes, each wish with the lines that change it."""
    nothing = _("Nothing was changed. Each line below shows how a wish is written.")
    scope = _("Your name is that of this game; all else goes for all games of your address.")
    return Notice(
        title=_("Your profile"),
        paragraphs=(*filter(None, (said,)), *((nothing,) if refused else ()), scope),
        excerpts=_wishes(session, seat),
        closing=(how_often(seat), *_reliability(session, seat.address or "")),
        game_title=session.game.title,
        warning=refused,
    )


def _wishes(session: MailSession, seat: SeatRow) -> tuple[Excerpt, ...]:
    service = session.context.config.service
    language = language_name(seat.language or service.language)
    zone, quiet = seat.zone or service.zone, seat.quiet or _("none")
    forming = session.game.status == GameStatus.FORMING
    name = _("Your name: {name}").format(name=seat.name)
    spoken = tuple(
        _("PROFILE LANGUAGE {language}").format(language=language_name(code))
        for code in languages()
    )
    return (
        Excerpt(name, (_("PROFILE NAME {name}").format(name=seat.name),) if forming else ()),
        Excerpt(
            _("Your address: {address}").format(address=seat.address),
            (_("PROFILE ADDRESS new@example.org"),),
        ),
        _second(session, seat),
        Excerpt(_("Time zone: {zone}").format(zone=zone), (_("PROFILE ZONE Berlin"),)),
        Excerpt(_("Language: {language}").format(language=language), spoken),
        Excerpt(
            _("Quiet hours, in which nothing is sent that can wait: {hours}").format(hours=quiet),
            (_("PROFILE QUIET 22-7"), _("PROFILE QUIET NONE")),
        ),
        Excerpt(_("Your mail comes {how}.").format(how=_how(session, seat)), _switches(seat)),
        Excerpt(_("How often reports come:"), (_("NEWS EACH TURN"), _("NEWS DIGEST"))),
        _notices(seat),
        _rating(session, seat.address or ""),
    )


def _notices(seat: SeatRow) -> Excerpt:
    if seat.notices is NoticeWish.DIGEST:
        said = _("Notices that ask nothing of you come together, once a day at the most.")
        return Excerpt(said, (_("PROFILE NOTICES EACH"),))
    said = _("Notices that ask nothing of you come at once, each by itself.")
    return Excerpt(said, (_("PROFILE NOTICES DIGEST"),))


def _second(session: MailSession, seat: SeatRow) -> Excerpt:
    second = seconds.second_of(session.connection, seat.address or "")
    if second is None:
        return Excerpt(_("You have no second address."), (_("PROFILE ALSO dora@work.example"),))
    said = _("Mail from {address} counts as yours, too.").format(address=second)
    return Excerpt(said, (_("PROFILE ALSO NONE"),))


def _pictures(seat: SeatRow) -> bool:
    return not {Omission.HTML, Omission.PICTURES} & set(seat.omits)


def _switches(seat: SeatRow) -> tuple[str, ...]:
    """The lines that change what the reader's mail does without."""
    files = Omission.ATTACHMENTS not in seat.omits
    vectors = files and Omission.SVG not in seat.omits
    calendar = files and Omission.CALENDAR not in seat.omits
    console = files and Omission.CONSOLE not in seat.omits
    return (
        _("PROFILE TEXT ONLY") if Omission.HTML not in seat.omits else _("PROFILE HTML"),
        _("PROFILE NO PICTURES") if _pictures(seat) else _("PROFILE PICTURES"),
        _("PROFILE NO ATTACHMENTS") if files else _("PROFILE ATTACHMENTS"),
        _("PROFILE NO SVG") if vectors else "PROFILE SVG",
        _("PROFILE NO CALENDAR") if calendar else _("PROFILE CALENDAR"),
        _("CONSOLE OFF") if console else _("CONSOLE ON"),
        _("PROFILE BEGINNER") if Omission.HINTS in seat.omits else _("PROFILE BEGINNER OFF"),
    )


def _extras(seat: SeatRow) -> Iterator[str]:
    """What is attached for those who ask."""
    if Omission.ATTACHMENTS in seat.omits:
        return
    if Omission.SVG not in seat.omits:
        yield _("with pictures that tell more where you point (SVG)")
    if Omission.CONSOLE not in seat.omits:
        yield _("with the console, in which orders are composed")
    if Omission.CALENDAR not in seat.omits:
        yield _("with the deadline for your calendar")


def _explained(seat: SeatRow) -> str:
    if Omission.HINTS in seat.omits:
        return _("without explanations")
    return _("explained in your first reports of a game that you have not played before")


def _how(session: MailSession, seat: SeatRow) -> str:
    language = seat.language or session.context.config.service.language
    said = (
        _("as plain text only") if Omission.HTML in seat.omits else _("as text and HTML"),
        _("with pictures") if _pictures(seat) else _("without pictures"),
        _("without attachments") if Omission.ATTACHMENTS in seat.omits else _("with attachments"),
        *_extras(seat),
        _explained(seat),
    )
    return listing(said, language)
