"""`pbem fame`: the halls of fame."""

from __future__ import annotations

import click

from pbem.cli.main import Settings
from pbem.cli.words import print_json
from pbem.engine.registry import load
from pbem.service.context import open_context
from pbem.service.fame.ratings import halls
from pbem.store.fame import results


@click.command()
@click.argument("ruleset", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of tables.")
@click.pass_obj
def fame(settings: Settings, ruleset: str | None, as_json: bool) -> None:
    """Show the halls of fame: ratings, games played and won, by ruleset.

    Only people stand there who said PROFILE RATED, by the names that they chose.

    \b
    Examples:
      pbem fame
      pbem fame hegemon --json | jq '.[].entries[0].name'
    """
    from pbem.cli.tables import Table, show_table

    wanted = load(ruleset).name if ruleset else ""
    with open_context(settings.config) as context:
        with context.database.read() as connection:
            found = halls(results(connection), wanted)
        if as_json:
            print_json(found)
            return
        if not found:
            click.echo("Nobody is rated yet; players ask for it by PROFILE RATED.")
        for hall in found:
            table = Table(hall.ruleset, "Rating", "Games", "Won")
            for one in hall.entries:
                rating = "" if one.rating is None else str(one.rating)
                table.add_row(one.name, rating, str(one.games), str(one.won))
            show_table(table)
