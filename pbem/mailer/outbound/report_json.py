"""report.json: the report as data, for programs and for the console (docs/report-json.md)."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from functools import lru_cache
from typing import Any

import deflate
import msgspec

from pbem.engine.codec import canonical, to_builtins
from pbem.engine.i18n import _
from pbem.engine.identity import IdentityCache
from pbem.engine.menu import Catalogue, catalogue_of, table_of, tabled_behind
from pbem.engine.report import Picture, Report
from pbem.engine.scene import AnyShape, Scene
from pbem.mailer.outbound.contents import Addressing, Frame, ReportContext

SCHEMA = 1
_LEVEL = 9
"""Of libdeflate's twelve: above it each costs as much as all else of the file."""
LARGEST = 110_000
"""Octets of the whole: earlier turns' pictures are left out, the oldest first, where it would be
larger; then all pictures of this turn but the first, which is the map."""


def report_json(report: Report, context: ReportContext, addressing: Addressing) -> bytes:
    """The report with all that its mail knows beside it; each key on a line of its own."""
    frames, pictures = context.desk.frames, report.pictures()
    while True:
        packed = _packed(report, context, pictures, frames)
        whole = _written(
            {
                **_values(report, context, addressing),
                "catalogue": _catalogue(catalogue_of(context.desk.menu)),
                "packed": packed,
            }
        )
        if len(whole) <= LARGEST or (not frames and len(pictures) < 2):
            return whole
        if frames:
            frames = frames[: len(frames) // 2]
        else:
            pictures = pictures[:1]


def orders_subject(turn: int, addressing: Addressing) -> str:
    """The subject of a mail with orders, with the tag that tells whose they are."""
    said = _("Orders for turn {turn}").format(turn=turn)
    return f"{said} {addressing.tag}".strip()


def unpacked(record: Mapping[str, Any]) -> dict[str, Any]:
    """What is packed in a report.json: what its seat knows and is told, its menu, its pictures."""
    bulk, before = (_inflated(record[key]) for key in ("packed", "catalogue"))
    return {**bulk, "branches": [*before, *bulk["branches"]]}


def _written(values: dict[str, Any]) -> bytes:
    lines = (canonical(key) + b": " + canonical(values[key]) for key in sorted(values))
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def _values(report: Report, context: ReportContext, addressing: Addressing) -> dict[str, Any]:
    deadline, desk = context.deadline, context.desk
    return {
        "schema": SCHEMA,
        "game": context.game,
        "game_title": context.game_title,
        "ruleset": context.ruleset,
        "ruleset_title": context.ruleset_title,
        "ruleset_version": context.ruleset_version,
        "turn": context.turn,
        "seat": context.seat,
        "player": context.player,
        "language": addressing.language,
        "zone": context.zone or None,
        "deadline": deadline.astimezone(UTC).isoformat() if deadline else None,
        "commitment": context.commitment or None,
        "secret": context.secret or None,
        "confirmation": context.confirmation or None,
        "head": addressing.chain.head if addressing.chain else None,
        "held": context.digest or None,
        "opened": context.opened or None,
        "reply": {
            "to": addressing.reply_to,
            "subject": orders_subject(context.turn, addressing),
        },
        "holding": desk.holding,
        "verdicts": desk.verdicts,
        "spelled": desk.spelled,
        "standing": context.standing,
        "ask": context.ask,
        "proposals": desk.proposals,
        "report": _told(report, context),
    }


def _told(report: Report, context: ReportContext) -> dict[str, Any]:
    """What the mail says before and below its sections."""
    return {
        "title": report.title,
        "headline": report.headline,
        "owes": context.owes,
        "whereabouts": context.whereabouts,
        "without_orders": context.without_orders,
        "played": context.played,
        "notices": context.notices,
        "template": report.template,
    }


def _sections(report: Report) -> list[dict[str, Any]]:
    """The sections, block by block; a picture stands for the scene of its number."""
    drawn = {id(picture): number for number, picture in enumerate(report.pictures())}

    def block(one: Any) -> Any:
        if not isinstance(one, Picture):
            return one
        # The caption of a picture with tips tells of a file that lies beside it.
        return {
            "type": "Picture",
            "name": one.name,
            "alt": one.alt,
            "caption": "" if one.svg else one.caption,
            "scene": drawn[id(one)],
        }

    return [
        {
            "heading": section.heading,
            "blocks": [block(one) for one in section.blocks],
            "ranks": section.ranks,
        }
        for section in report.sections
    ]


def _packed(
    report: Report, context: ReportContext, pictures: Sequence[Picture], frames: Sequence[Frame]
) -> str:
    """What is long and says the same again and again: what the seat knows and is told, the menu
    and all pictures."""
    shapes: dict[AnyShape, int] = {}
    bulk = {
        **context.data,
        "sections": _sections(report),
        **tabled_behind(table_of(catalogue_of(context.desk.menu)), context.desk.menu),
        "scenes": [_pictured(picture, shapes) for picture in pictures],
        "frames": [
            {"turn": frame.turn, "title": frame.title, "scene": _numbered(frame.scene, shapes)}
            for frame in frames
        ],
    }
    return _deflated({**bulk, "shapes": [*map(_shape, shapes)]})


_catalogue: IdentityCache[Catalogue, str] = IdentityCache(
    lambda catalogue: _deflated(table_of(catalogue).rows), most=16
)
"""Its branches, packed. It stands in many readers' menus alike, and is as long as all else."""


def _deflated(value: Any) -> str:
    """As JSON in raw DEFLATE (RFC 1951) in base64."""
    return base64.b64encode(deflate.deflate_compress(canonical(value), _LEVEL)).decode("ascii")


def _inflated(text: str) -> Any:
    return msgspec.json.decode(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))


# A shape's own order of keys is as good as that of the alphabet, and its JSON is made ten times
# as fast. Shapes that are equal have the same.
@lru_cache(maxsize=4096)
def _shape(shape: AnyShape) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(_BRIEF.decode(msgspec.json.encode(shape))))


def _seen(number: str) -> int | float:
    """No more of a number than one can see: hundredths of a pixel."""
    short = round(float(number), 2)
    return int(short) if short.is_integer() else short


_BRIEF = msgspec.json.Decoder(float_hook=_seen)


def _pictured(picture: Picture, shapes: dict[AnyShape, int]) -> dict[str, Any]:
    """The scene of a picture; a chart with that for narrow screens: a map can be enlarged."""
    scene = _numbered(picture.scene, shapes)
    if not picture.chart or picture.narrow is None:
        return scene
    return {**scene, "narrow": _numbered(picture.narrow, shapes)}


def _numbered(scene: Scene, shapes: dict[AnyShape, int]) -> dict[str, Any]:
    """A scene whose items are numbers of a table that it shares with others: next turn's board
    shows most of this one's again."""
    plain = to_builtins(msgspec.structs.replace(scene, items=()))
    return {**plain, "items": list(_numbers(scene.items, shapes))}


def _numbers(items: Iterable[AnyShape], shapes: dict[AnyShape, int]) -> Iterable[int]:
    return (shapes.setdefault(item, len(shapes)) for item in items)
