"""`pbem create` and `pbem templates`: a game from a template, in the words that a mail has."""

from __future__ import annotations

import click

from pbem.cli.mailboxes import mailbox_option, of_mailbox
from pbem.cli.main import Settings
from pbem.cli.new import what_next
from pbem.service.context import open_context
from pbem.service.making.making import spec_of
from pbem.service.making.templates import template_names, template_spec, template_text
from pbem.service.play.games import create_game


@click.command()
@click.argument("template")
@click.argument("lines", metavar="[KEY=VALUE]...", nargs=-1)
@mailbox_option
@click.pass_obj
def create(settings: Settings, template: str, lines: tuple[str, ...], mailbox: str) -> None:
    """Make a game from a template; 'pbem templates' tells which there are.

    \b
    Example:
      pbem create duel id=summer options.turns=12
    """
    with open_context(settings.config) as context:
        with context.read() as session:
            spec = spec_of(session, template, "\n".join(lines))
        game = create_game(of_mailbox(context, mailbox), spec)
        click.echo(game.id)
        click.echo(what_next(context, game))


@click.command()
@click.argument("name", required=False)
@click.pass_obj
def templates(settings: Settings, name: str | None) -> None:
    """Tell what 'pbem create' and CREATE can begin from, or show the file of one.

    \b
    Examples:
      pbem templates
      pbem templates duel
    """
    with open_context(settings.config) as context:
        if name is not None:
            click.echo(template_text(context, name), nl=False)
            return
        for each in template_names(context):
            spec = template_spec(context, each)
            title = f"{spec.ruleset}, {len(spec.seats)} seats" if spec else "not right"
            click.echo(f"{each}: {title}")
