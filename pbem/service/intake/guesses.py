"""Lines of a mail that look like commands and are none, with what may have been meant by them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import COMMANDS, OF_MASTERS, near_command, read_command
from pbem.mailer.outbound.contents import Excerpt, Notice


def misspelt(lines: Iterable[str], verbs: Collection[str] = OF_MASTERS) -> tuple[str, ...]:
    """Those lines that are like one of these commands, each once."""
    return tuple(dict.fromkeys(line for line in lines if near_command(line, verbs) is not None))


def left_out(lines: Iterable[str], verbs: Collection[str] = OF_MASTERS) -> Notice:
    """That some lines of a mail look like commands and are none."""
    return Notice(
        title=_("Not all of your lines were understood"),
        excerpts=nothing_came_of(lines, verbs),
        warning=True,
    )


def nothing_came_of(
    lines: Iterable[str], verbs: Collection[str] = OF_MASTERS
) -> tuple[Excerpt, ...]:
    """Such lines as an answer quotes them; nothing where there are none."""
    shown = with_guesses(lines, verbs)
    said = _("These look like commands, and nothing came of them:")
    return (Excerpt(said, shown),) if shown else ()


def with_guesses(lines: Iterable[str], verbs: Collection[str] = OF_MASTERS) -> tuple[str, ...]:
    """Lines, each with what may have been meant by it below."""
    return tuple(row for line in lines if line.strip() for row in (line, *_guess(line, verbs)))


def _guess(line: str, verbs: Collection[str]) -> tuple[str, ...]:
    meant = near_command(line, verbs)
    if meant is None:
        return ()
    if read_command(meant, of_master=True) is not None:
        return (_("Did you mean “{suggestion}”?").format(suggestion=meant),)
    word = meant.split()[0].lower()
    like = next(
        form
        for form in COMMANDS
        if form.verb in verbs and any(word == one.split()[0] for one in form.words)
    )
    return (" ".join((_("It is written like this:"), like.example)),)
