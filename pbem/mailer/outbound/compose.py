"""Builds finished mails: reports, receipts and notices, as bytes ready for the outbox.

The same input gives the same bytes. Sentences come out in the language that is
being spoken (:func:`pbem.engine.i18n.speaking`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from email.utils import format_datetime
from functools import partial
from typing import Any, Literal

import msgspec

from pbem.engine.i18n import _
from pbem.engine.report import Picture, Report
from pbem.engine.scene import Scene
from pbem.mailer import witness
from pbem.mailer.markers import frame_in
from pbem.mailer.outbound import headers, layout_html, mime, passages, receipts
from pbem.mailer.outbound.calendar import Deadline
from pbem.mailer.outbound.contents import (
    Addressing,
    Figure,
    File,
    Notice,
    Receipt,
    ReportContext,
)
from pbem.mailer.outbound.report_json import orders_subject, report_json
from pbem.mailer.outbound.subject import report_subject
from pbem.mailer.outbound.templating import TemplateProblem, Templates, packaged

Automatic = Literal["auto-generated", "auto-replied"]
"""RFC 3834, 5: whether a mail was sent of itself or in answer to one."""

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def report_mail(
    report: Report,
    pictures: Mapping[str, bytes],
    svgs: Mapping[str, bytes],
    context: ReportContext,
    addressing: Addressing,
    templates: Templates | None = None,
    console: Callable[[bytes], bytes] | None = None,
) -> bytes:
    """A turn's personal report.

    `pictures` holds the PNG of :func:`scenes_of` the report, `svgs` the vector file of its
    pictures by name; of those without a PNG the facts are told. `console` makes the page of
    report.json which is attached in place of the vector files. Raises
    :class:`~pbem.mailer.outbound.templating.TemplateProblem` and
    :class:`~pbem.mailer.outbound.headers.UnusableAddress`.
    """
    templates = templates or packaged()
    whole_report = layout_html.with_players(context.whole or report, context)
    report = layout_html.with_players(report, context)
    if not addressing.shows_pictures:
        report, pictures, svgs = layout_html.in_words(report), {}, {}
    elif console is not None or not addressing.shows_vectors:
        report, svgs = layout_html.without_vectors(report), {}
    subject = report_subject(report, context, addressing.date, addressing.language)
    held = None if context.digest is None else context.digest or witness.NOTHING_HELD
    values = _report_values(report, context, addressing, subject)
    plain = templates.text("report", {**values, **_front(report)})
    names = [
        name for p in report.pictures() for name in (p.name, narrow_name(p)) if name in pictures
    ]
    drawn = [File(f"{file_name(name)}.png", "image/png", pictures[name]) for name in names]
    whole = mime.text(plain)
    if "html" not in addressing.omits:
        page = _report_page(report, pictures, values, addressing, templates)
        whole = _with_page(plain, page, drawn, addressing)
    if "attachments" not in addressing.omits:
        shown = (p.name for p in report.pictures() if p.name in pictures)
        vectors = {name: svgs[name] for name in shown if name in svgs}
        data = report_json(whole_report, context, addressing)
        files = (*_vector_files(vectors), File("report.json", "application/json", data))
        if console is not None:
            files = (*files, File("console.html", "text/html", console(data)))
        attached = _attached(files, context, addressing)
        whole = mime.multipart("mixed", [whole, *attached], _edge(addressing, "mixed"))
    stored, anew = context.stored, context.anew
    header = _header(addressing, subject, "auto-generated", "report", held, stored, anew=anew)
    return mime.message(header, whole)


def lines_around(
    report: Report,
    context: ReportContext,
    addressing: Addressing,
    templates: Templates | None = None,
) -> int:
    """How many lines a report's text has beside its sections. Raises as :func:`report_mail`."""
    ranks = tuple(msgspec.structs.replace(s, blocks=()) for s in report.sections if s.ranks)
    bare = msgspec.structs.replace(report, sections=ranks)
    bare = layout_html.with_players(bare, context)
    values = {**_report_values(bare, context, addressing, ""), **_front(bare)}
    return len((templates or packaged()).text("report", values).splitlines())


def scenes_of(report: Report) -> dict[str, Scene]:
    """All that is drawn for a report, by the names that :func:`report_mail` wants them by."""
    found = {}
    for picture in report.pictures():
        found[picture.name] = picture.scene
        if picture.narrow is not None:
            found[narrow_name(picture)] = picture.narrow
    return found


def narrow_name(picture: Picture) -> str:
    """By which name the picture goes that narrow screens show in its place."""
    return f"{picture.name}-narrow"


def _has_calendar(addressing: Addressing, turn: int) -> bool:
    """Whether a deadline comes as an entry for a calendar: for who wants it, and in the
    beginning, so that everyone knows that it can."""
    return "calendar" not in addressing.omits or turn == 1


def _with_page(plain: str, page: str, drawn: Sequence[File], addressing: Addressing) -> bytes:
    """The plain text, and the page with the pictures that it shows."""
    related = [
        mime.text(page, "html"),
        *(
            mime.attachment(
                file.data,
                file.kind,
                file.name,
                content_id=_content_id(addressing, file),
                inline=True,
            )
            for file in drawn
        ),
    ]
    rich = mime.multipart("related", related, _edge(addressing, "related"))
    return mime.multipart("alternative", [mime.text(plain), rich], _edge(addressing, "alternative"))


def _figure_source(addressing: Addressing, figure: Figure, *, narrow: bool = False) -> str:
    """Where a page has a figure from; empty where there is none for narrow screens."""
    file = figure.narrow if narrow else figure.file
    return "" if file is None else f"cid:{_content_id(addressing, file)}"


def _content_id(addressing: Addressing, file: File) -> str:
    return layout_html.content_id(addressing.message_id, file.name.rpartition(".")[0])


def _vector_files(svgs: Mapping[str, bytes]) -> tuple[File, ...]:
    return tuple(
        File(f"{file_name(name)}.svg", "image/svg+xml", data) for name, data in svgs.items()
    )


def _attached(files: Sequence[File], context: ReportContext, addressing: Addressing) -> list[bytes]:
    """What comes beside a report: these files, and the deadline for a calendar, or that there is
    none any more."""
    attached = [mime.attachment(one.data, one.kind, one.name) for one in files]
    is_over = bool(context.secret) and "calendar" not in addressing.omits
    if is_over or (context.deadline is not None and _has_calendar(addressing, context.turn)):
        entry = Deadline(
            game=context.game,
            seat=context.seat,
            game_title=context.game_title,
            turn=context.turn,
            until=context.deadline,
            organizer=addressing.from_address,
            now=addressing.date,
        )
        attached.append(entry.attached())
    return attached


def receipt_mail(
    receipt: Receipt, addressing: Addressing, templates: Templates | None = None
) -> bytes:
    """The answer to a mail with orders. Raises as :func:`report_mail`."""
    templates = templates or packaged()
    subject, held = receipts.subject(receipt), receipts.held_digest(receipt)
    stored = receipts.stored_lines(receipt)
    values = {
        "receipt": receipt,
        "subject": subject,
        "language": addressing.language,
        "not_taken": passages.not_taken(receipt),
        "short": receipts.verdict_in_short(receipt),
        "still_awaited": receipts.still_awaited(receipt),
        "passages": passages.shown(receipt),
        "next_step": receipts.next_step(receipt),
        "mailto": _once_more(receipt, addressing),
        "witness": witness.sentence(addressing.chain, held),
    }
    whole = mime.text(templates.text("receipt", values))
    if "html" not in addressing.omits:
        page = mime.text(templates.html("receipt", values), "html")
        whole = mime.multipart("alternative", [whole, page], _edge(addressing, "alternative"))
    header = _header(
        addressing, subject, "auto-replied", "receipt", held, stored, anew=receipt.stores
    )
    return mime.message(header, whole)


def _once_more(receipt: Receipt, addressing: Addressing) -> str:
    """The link by which a receipt's reader writes the whole set again; empty where that is not
    for them to do."""
    lines = receipts.to_write_again(receipt)
    if lines is None:
        return ""
    subject = orders_subject(receipt.open_turn, addressing)
    return layout_html.mailto(addressing.reply_to, subject, lines, whole=True)


def notice_mail(
    notice: Notice, addressing: Addressing, templates: Templates | None = None
) -> bytes:
    """Any other mail. Raises as :func:`report_mail`."""
    templates = templates or packaged()
    if not addressing.shows_pictures:
        notice = msgspec.structs.replace(notice, chapters=layout_html.figures_told(notice.chapters))
    if "attachments" in addressing.omits:
        notice = _without_files(notice)
    subject = notice.subject or notice.title
    values = {
        "notice": notice,
        "subject": subject,
        "language": addressing.language,
        "now": addressing.date,
        "source": partial(_figure_source, addressing),
        "widest": layout_html.WIDEST,
    }
    plain = templates.text("notice", values)
    whole = mime.text(plain)
    if not notice.text_only and "html" not in addressing.omits:
        page = _notice_page(notice, values, templates)
        shown = [b for c in notice.chapters for b in c.blocks if isinstance(b, Figure)]
        figures = [file for one in shown for file in (one.file, one.narrow) if file is not None]
        if figures:
            whole = _with_page(plain, page, figures, addressing)
        else:
            both = [whole, mime.text(page, "html")]
            whole = mime.multipart("alternative", both, _edge(addressing, "alternative"))
    if notice.files:
        attached = [mime.attachment(one.data, one.kind, one.name) for one in notice.files]
        whole = mime.multipart("mixed", [whole, *attached], _edge(addressing, "files"))
    files = "attachments" not in addressing.omits and _has_calendar(addressing, notice.turn)
    if files and notice.deadline is not None and notice.deadline_of is not None:
        game, seat = notice.deadline_of
        entry = Deadline(
            game=game,
            seat=seat,
            game_title=notice.game_title,
            turn=notice.turn,
            until=notice.deadline,
            organizer=addressing.from_address,
            now=addressing.date,
        )
        whole = mime.multipart("mixed", [whole, entry.attached()], _edge(addressing, "mixed"))
    automatic: Automatic = "auto-replied" if notice.answer else "auto-generated"
    header = _header(addressing, subject, automatic, "notice", notice.held)
    made = mime.message(header, whole)
    if not notice.size_class:
        return made
    missing = -(len(made) + headers.LEAST_PADDING) % notice.size_class + headers.LEAST_PADDING
    return mime.message([*header, headers.padding(missing)], whole)


def _without_files(notice: Notice) -> Notice:
    """The notice for a reader who wants no attachments: it says what was left out."""
    if not notice.files:
        return notice
    said = _(
        "Left out, for your mails come without attachments: {files}. PROFILE ATTACHMENTS in a "
        "reply brings them from then on."
    ).format(files=", ".join(file.name for file in notice.files))
    return msgspec.structs.replace(notice, closing=(*notice.closing, said), files=())


def _notice_page(notice: Notice, values: Mapping[str, Any], templates: Templates) -> str:
    """A notice's HTML, with as much of its chapters as fits."""
    page = ""
    for limits in layout_html.STEPS:
        chapters = layout_html.shortened_chapters(notice.chapters, limits)
        shown = msgspec.structs.replace(notice, chapters=chapters)
        page = templates.html("notice", {**values, "notice": shown})
        if len(page.encode("utf-8", "replace")) <= layout_html.HTML_OCTETS:
            break
    return page


def _front(report: Report) -> dict[str, Any]:
    """The report as its template takes it, with its first picture in front of the sections."""
    first, sections = report.opened_by_picture()
    return {"report": msgspec.structs.replace(report, sections=sections), "first": first}


def _report_values(
    report: Report, context: ReportContext, addressing: Addressing, subject: str
) -> dict[str, Any]:
    frame = frame_in(addressing.language)
    return {
        "context": context,
        "subject": subject,
        "language": addressing.language,
        "now": addressing.date,
        "witness": witness.sentence(
            addressing.chain, context.digest, explain=bool(context.commitment)
        ),
        "begin": frame.begin,
        "end": frame.end,
        "mailto": layout_html.mailto(
            addressing.reply_to,
            orders_subject(context.turn, addressing),
            report.template,
        ),
    }


def _report_page(
    report: Report,
    pictures: Mapping[str, bytes],
    values: dict[str, Any],
    addressing: Addressing,
    templates: Templates,
) -> str:
    """The report's HTML, with as much of it as fits."""

    def source(picture: Picture, *, narrow: bool = False) -> str:
        name = narrow_name(picture) if narrow else picture.name
        if name not in pictures:
            return ""
        return f"cid:{layout_html.content_id(addressing.message_id, file_name(name))}"

    for limits in layout_html.STEPS:
        page = templates.html(
            "report",
            {
                **values,
                **_front(layout_html.shortened(report, limits)),
                "source": source,
                "few": partial(layout_html.few, limits=limits),
                "widest": layout_html.WIDEST,
            },
        )
        if len(page.encode("utf-8", "replace")) <= layout_html.REPORT_OCTETS:
            return page
    raise TemplateProblem(
        f"report.html.j2: a page without any section is over {layout_html.REPORT_OCTETS} octets; "
        "shorten the template or style.css"
    )


def _header(
    addressing: Addressing,
    subject: str,
    automatic: Automatic,
    kind: str,
    held: str | None = None,
    stored: Mapping[str, str] | None = None,
    *,
    anew: bool = False,
) -> list[str]:
    lines = [
        headers.mailbox_field("From", addressing.from_name, addressing.from_address),
        headers.mailbox_field("To", addressing.to_name, addressing.to_address),
        headers.mailbox_field("Reply-To", addressing.from_name, addressing.reply_to),
        headers.field("Subject", subject, addressing.tag),
        f"Date: {format_datetime(addressing.date)}",
        headers.ids_field("Message-ID", (addressing.message_id,)),
    ]
    if addressing.in_reply_to:
        lines.append(headers.ids_field("In-Reply-To", (addressing.in_reply_to,)))
    if addressing.references:
        lines.append(headers.ids_field("References", addressing.references))
    return [
        *lines,
        f"Auto-Submitted: {automatic}",
        "X-Auto-Response-Suppress: All",
        f"X-Pbem: {kind}",
        headers.field("Content-Language", addressing.language),
        *witness.header_lines(addressing.chain, held, stored, anew=anew),
    ]


def _edge(addressing: Addressing, level: str) -> str:
    return mime.boundary(addressing.message_id, level)


def file_name(name: str) -> str:
    """The name of a picture as that of a file, without its ending."""
    return _UNSAFE.sub("-", name).strip("-.") or "picture"
