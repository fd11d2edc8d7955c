"""`pbem completion` and `pbem man`: what a shell and `man` know of the command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pbem.cli.main import cli
from pbem.cli.manual import manual

SHELLS = ("bash", "zsh", "fish")
COMPLETE_ENV = "_PBEM_COMPLETE"
"""As click names it for a program that is called `pbem`."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what lets SHELL complete pbem's commands, options and games on the Tab key.

    \b
    Examples, each for good:
      pbem completion bash > ~/.local/share/bash-completion/completions/pbem
      pbem completion zsh > ~/.zfunc/_pbem
      pbem completion fish > ~/.config/fish/completions/pbem.fish

    \b
    And for this shell alone:
      eval "$(pbem completion bash)"
    """
    found = get_completion_class(shell)
    assert found is not None, "click has had these three since 8.0"
    # Not its source(): that of bash starts one to ask for its version.
    script = found(cli, {}, "pbem", COMPLETE_ENV)
    click.echo(script.source_template % script.source_vars())


@click.command()
def man() -> None:
    """Print the manual page, with all commands and options, as `man` reads it.

    \b
    Examples:
      pbem man | man -l -
      pbem man > /usr/local/share/man/man1/pbem.1
    """
    click.echo(manual(cli), nl=False)
