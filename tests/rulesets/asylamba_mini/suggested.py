"""What the report suggests."""

from __future__ import annotations

from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics.realm import realm_of
from pbem.rulesets.asylamba_mini.report.suggestions import Suggestions, order_template, suggest
from pbem.rulesets.asylamba_mini.view import View


def found(seen: View) -> Suggestions:
    return suggest(seen, realm_of(seen))


def template(seen: View) -> tuple[str, ...]:
    return order_template(seen, realm_of(seen))


def together(seen: View) -> list[str]:
    return [written(done.order) for done in found(seen).together]


def instead(seen: View) -> list[str]:
    return [written(done.order) for done in found(seen).instead]
