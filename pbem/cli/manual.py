"""The manual page, made from the commands themselves: roff with the macros of man(7)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib.metadata import version

import click

AS_IT_IS = "\b"
"""Before a paragraph, click's mark that its lines stay as they are."""
FILES = (
    ("config.toml", "the configuration; every key is explained in it"),
    ("pbem.key", "signs the reply addresses in reports"),
    ("games.db", "all games, and all mail"),
    ("pbem.lock", "held by 'pbem serve'"),
)


def manual(cli: click.Group) -> str:
    """The whole page, for section 1."""
    context = click.Context(cli, info_name="pbem")
    lines = [
        f'.TH PBEM 1 "" "pbem {version("pbem")}" "User Commands"',
        ".SH NAME",
        r"pbem \- play\-by\-mail games by ordinary mail",
        ".SH SYNOPSIS",
        *_usage(context),
        ".SH DESCRIPTION",
        *_text(cli.help or ""),
        *_text(cli.epilog or ""),
        ".SH OPTIONS",
        *_options(context),
        ".SH COMMANDS",
        *(line for command in _commands(context) for line in _section(command)),
        ".SH ENVIRONMENT",
        *_item("PBEM_CONFIG", "The configuration file, where --config names none."),
        ".SH FILES",
        "In the folder of the configuration:",
        *(line for name, about in FILES for line in _item(name, about)),
    ]
    return "\n".join(lines) + "\n"


def _commands(context: click.Context) -> Iterator[click.Context]:
    """All commands that do something, those of groups in the place of their group."""
    assert isinstance(context.command, click.Group)
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        assert command is not None, "it is on the list"
        found = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(found)
        else:
            yield found


def _section(context: click.Context) -> Iterator[str]:
    yield f".SS {roff(context.command_path)}"
    yield from _usage(context)
    yield from _text(context.command.help or "")
    yield from _options(context)


def _usage(context: click.Context) -> Iterator[str]:
    pieces = " ".join(context.command.collect_usage_pieces(context))
    yield ".PP"
    yield rf"\fB{roff(context.command_path)}\fR \fI{roff(pieces)}\fR"


def _text(help_text: str) -> Iterator[str]:
    """Paragraphs; those whose lines stay as they are unfilled."""
    for paragraph in inspect.cleandoc(help_text).split("\n\n"):
        lines = paragraph.split("\n")
        yield ".PP"
        if lines[0] == AS_IT_IS:
            yield from (".nf", *(roff(line) for line in lines[1:]), ".fi")
        else:
            yield roff(" ".join(lines))


def _options(context: click.Context) -> Iterator[str]:
    for option in context.command.get_params(context):
        record = option.get_help_record(context)
        told_above = context.parent is not None and "--help" in option.opts
        if record is not None and not told_above:
            yield from _item(*record)


def _item(name: str, about: str) -> Iterator[str]:
    yield ".TP"
    yield rf"\fB{roff(name)}\fR"
    yield roff(about)


def roff(text: str) -> str:
    """Text as roff shows it: nothing in it is taken for a request or an escape."""
    shown = text.replace("\\", "\\e").replace("-", "\\-")
    shown = shown.replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    shown = shown.replace("~", "\\(ti").replace('"', "\\(dq")
    return f"\\&{shown}" if shown.startswith(".") else shown
