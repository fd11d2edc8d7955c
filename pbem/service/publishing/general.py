"""The pages that are no game's own: the list of games, the hall of fame, rulebooks, the console."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pbem.engine import registry
from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Chapter, Figure
from pbem.service.context import Context, Session
from pbem.service.dispatch.post import console_page
from pbem.service.fame.ratings import Hall, halls
from pbem.service.intake.commands.fame import hall_blocks, title_of
from pbem.service.intake.commands.rulebooks import chapters_of
from pbem.service.publishing.feeds import Item, feed
from pbem.service.publishing.folder import Made
from pbem.service.publishing.games import MOST_IN_FEED, Public, Turn, stands
from pbem.service.publishing.rendering import PLAYER, STYLE, Pages, beside
from pbem.store.fame import results
from pbem.store.records import GameStatus

_EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
"""Since when there is something to tell where there are no games."""


@dataclass(frozen=True)
class Entry:
    """A game as the list tells of it."""

    public: Public
    ruleset: str
    standing: tuple[str, ...]
    newest: Turn | None


def entry_of(session: Session, public: Public, turns: Sequence[Turn]) -> Entry:
    """A game as the list tells of it, be it that its rules are not installed any more."""
    standing = tuple(stands(session, public))
    title = title_of(public.game.ruleset)
    return Entry(public, title, standing, turns[-1] if turns else None)


def assets(pages: Pages) -> Made:
    """What every page refers to, and the page in which orders are composed."""
    return Made(
        {
            STYLE: pages.file(STYLE),
            PLAYER: pages.file(PLAYER),
            "console.html": console_page(),
        }
    )


def list_files(
    context: Context, pages: Pages, entries: Sequence[Entry], items: Sequence[Item]
) -> Made:
    """The list of games, and the feed of all of them. Raises TemplateProblem."""
    newest = sorted(items, key=lambda item: (item.moment, item.id), reverse=True)[:MOST_IN_FEED]
    created = [entry.public.game.created for entry in entries]
    site, since = context.config.mail.name, min(created, default=_EPOCH)
    page = pages.page(
        "index.html",
        "index",
        groups=tuple(_groups(entries)),
        rulebooks=tuple((one.name, one.title, _(one.summary)) for one in with_rulebooks()),
    )
    told = feed(context.domain, "games", site, newest, since)
    return Made({"feed.xml": told, "index.html": page})


def _groups(entries: Sequence[Entry]) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """The games by how far they are, those that one can join first."""
    running = (GameStatus.RUNNING, GameStatus.PAUSED)
    for heading, statuses in (
        (_("Games that wait for players"), (GameStatus.FORMING,)),
        (_("Games that are played"), running),
        (_("Games that are over"), (GameStatus.FINISHED, GameStatus.CANCELLED)),
    ):
        found = tuple(entry for entry in entries if entry.public.game.status in statuses)
        if found:
            yield heading, found


# The hall of fame -----------------------------------------------------------------


def halls_now(session: Session) -> tuple[Hall, ...]:
    return halls(results(session.connection))


def fame_files(pages: Pages, found: Sequence[Hall], language: str) -> Made:
    """Those alone stand in it who want to. Raises TemplateProblem."""
    chapters = tuple(
        Chapter(title_of(one.ruleset), tuple(hall_blocks(one, language))) for one in found
    )
    return Made({"fame.html": pages.page("fame.html", "fame", chapters_of_fame=chapters)})


# Rulebooks ------------------------------------------------------------------------


def with_rulebooks() -> Iterator[AnyRuleset]:
    return (one for one in registry.playable() if registry.rulebook(one.name) is not None)


def rulebook_files(pages: Pages, ruleset: AnyRuleset, language: str) -> Made:
    """A rulebook with its pictures, which stand first. Raises TemplateProblem."""
    found = registry.rulebook(ruleset.name, language.partition("-")[0])
    assert found is not None, "it is one of those with a rulebook"
    text, spoken = found
    chapters = chapters_of(ruleset.name, text, pictures=True)
    figures = [one for chapter in chapters for one in chapter.blocks if isinstance(one, Figure)]
    folder = f"rules/{ruleset.name}"
    files = {f"{folder}/{figure.file.name}": figure.file.data for figure in figures}
    path = f"{folder}/index.html"
    files[path] = pages.page(
        path,
        "rules",
        ruleset=ruleset,
        rulebook=chapters,
        spoken=spoken,
        source=beside,
    )
    return Made(files)
