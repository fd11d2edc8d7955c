"""Makes the site: which parts it has, which of them have changed, and in which order they are
written, so that whoever reads it meanwhile finds whole pages that lead to whole pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pbem.engine.errors import Trouble
from pbem.engine.registry import rulebook
from pbem.service.config import Config
from pbem.service.context import Context, in_language
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.publishing.feeds import Item
from pbem.service.publishing.folder import Folder, Made, opened
from pbem.service.publishing.games import (
    Public,
    Turn,
    game_files,
    item_of,
    public_of,
    turn_files,
    turn_stamp,
    turns_told,
)
from pbem.service.publishing.general import (
    Entry,
    assets,
    entry_of,
    fame_files,
    halls_now,
    list_files,
    rulebook_files,
    with_rulebooks,
)
from pbem.service.publishing.rendering import Pages, stamp_of
from pbem.store import publishing
from pbem.store.publishing import Closing
from pbem.store.records import GameRow

ALERT = "publishing"


@dataclass(frozen=True)
class Published:
    """What was done: which games are shown, by id, how many files were written and removed; and of
    which games the pages stay as they were, and why."""

    games: tuple[str, ...]
    written: int
    removed: int
    failed: Mapping[str, Exception] = field(default_factory=dict)


def publish(context: Context, path: Path, language: str = "", *, anew: bool = False) -> Published:
    """Bring the site in a folder up to date, in a language (empty: the service's). Only what has
    changed is made, or all of it `anew`; only what is different is written.

    Reads the database, a game at a time, and writes nothing to it. Raises CannotPublish,
    TemplateProblem and OSError; a game that cannot be told keeps the pages that it has.
    """
    language = language or context.config.service.language
    pages = pages_of(context.config, context.base, language)
    with opened(path) as folder, in_language(context, language):
        return _Making(context, folder, pages, language, anew).all()


def pages_of(config: Config, base: Path, language: str) -> Pages:
    """The templates of pages that a configuration names, `base` being the folder of its file.
    Raises TemplateProblem."""
    frame = {
        "language": language,
        "site": config.mail.name,
        "zone": config.service.zone,
    }
    return Pages(base / config.service.templates if config.service.templates else None, frame)


def keep_published(context: Context) -> None:
    """Bring the site up to date that the configuration names, if it does; whoever runs the service
    is told where that fails, and when it works again. Raises as :func:`publish`."""
    if not context.config.service.publish:
        return
    what = "the public pages cannot be written"
    try:
        done = publish(context, context.base / context.config.service.publish)
    except (Trouble, OSError) as error:
        begin_unless_open(context, ALERT, what, f"{error}. They stay as they were.")
        raise
    for game in done.games:
        if game in done.failed:
            context.troubles.begins(f"publishing {game}", done.failed[game])
        else:
            context.troubles.over(f"publishing {game}")
    if done.failed:
        which = f"{what}: those of {', '.join(done.failed)}"
        begin_unless_open(context, ALERT, which, "The log says why. They stay as they were.")
    else:
        end_if_open(context, ALERT)


class _Making:
    """One round over the whole site."""

    def __init__(
        self, context: Context, folder: Folder, pages: Pages, language: str, anew: bool
    ) -> None:
        self._context = context
        self._folder = folder
        self._pages = pages
        self._language = language
        self._anew = anew
        self._kept: set[str] = set()
        self._failed: dict[str, Exception] = {}

    def all(self) -> Published:
        self._general()
        entries, items = [], []
        with self._context.read() as session:
            found = publishing.public_games(session.connection)
        for game in found:
            told = self._game(game)
            if told is not None:
                entries.append(told[0])
                items += told[1]
        self._list(entries, items)
        self._folder.keep(self._kept)
        shown = tuple(game.id for game in found)
        return Published(shown, self._folder.written, self._folder.removed, self._failed)

    def _part(self, name: str, stamp: str, make: Callable[[], Made]) -> None:
        """Make a part, unless it is as it was."""
        whole = stamp_of(self._pages.stamp, stamp)
        self._kept.add(name)
        if self._anew or self._folder.stamp(name) != whole:
            self._folder.write(name, whole, make())

    def _general(self) -> None:
        pages, language = self._pages, self._language
        self._part("assets", "", partial(assets, pages))
        for one in with_rulebooks():
            stamp = stamp_of(one.title, rulebook(one.name, language.partition("-")[0]))
            self._part(f"rules/{one.name}", stamp, partial(rulebook_files, pages, one, language))
        with self._context.read() as session:
            found = halls_now(session)
        self._part("fame", stamp_of(found), partial(fame_files, pages, found, language))

    def _game(self, game: GameRow) -> tuple[Entry, list[Item]] | None:
        """Make what has changed of a game; None where nothing can be told of it."""
        with self._context.read() as session:
            public = public_of(session, game, self._language)
        self._kept.add(public.folder)
        self._kept.update(public.part_of(closing.turn) for closing in public.closings)
        try:
            for closing in reversed(public.closings):  # a page leads on to one that is there
                make = partial(self._turn, public, closing)
                self._part(public.part_of(closing.turn), turn_stamp(public, closing), make)
            turns = self._turns_of(public)
            stamp = stamp_of(public.whole_stamp, turns)
            self._part(public.folder, stamp, partial(self._page, public, turns))
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            self._failed[game.id] = error
            if not self._folder.has(f"{public.folder}/index.html"):
                return None
        turns = self._turns_of(public)
        with self._context.read() as session:
            entry = entry_of(session, public, turns)
        return entry, [item_of(public, turn) for turn in turns]

    def _turn(self, public: Public, closing: Closing) -> Made:
        with self._context.read() as session:
            return turn_files(session, self._pages, public, closing)

    def _page(self, public: Public, turns: tuple[Turn, ...]) -> Made:
        with self._context.read() as session:
            return game_files(session, self._pages, public, turns)

    def _turns_of(self, public: Public) -> tuple[Turn, ...]:
        """The turns that have pages."""
        told = {c.turn: self._folder.told(public.part_of(c.turn)) for c in public.closings}
        return turns_told(public, told)

    def _list(self, entries: list[Entry], items: list[Item]) -> None:
        said = [(e.public.whole_stamp, e.standing, e.newest) for e in entries]
        self._part(
            "list",
            stamp_of(said, items),
            partial(list_files, self._context, self._pages, entries, items),
        )
