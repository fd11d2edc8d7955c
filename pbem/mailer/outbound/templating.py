"""The mail templates: where they come from, and what they may use.

A game master may point the configuration at a copy of the folder; what the copy
lacks is taken from the templates that come with pbem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import css_inline
import jinja2
from markupsafe import Markup

from pbem.engine.i18n import _, ngettext
from pbem.mailer.errors import MailError
from pbem.mailer.outbound import layout_html, layout_text, phrases
from pbem.mailer.outbound.styling import Styles

NAMES = (
    "base.html.j2",
    "notice.html.j2",
    "notice.txt.j2",
    "receipt.html.j2",
    "receipt.txt.j2",
    "report.html.j2",
    "report.txt.j2",
)
STYLE = "style.css"


class TemplateProblem(MailError):
    """A template is missing or broken; the message names its file and line."""


def packaged_folder() -> Path:
    """The templates that come with pbem: inside the installed package, else in the checkout."""
    installed = Path(str(resources.files("pbem") / "templates"))
    return installed if installed.is_dir() else Path(__file__).parents[3] / "templates"


class Templates:
    """All mail templates of one folder, compiled when made.

    Raises :class:`TemplateProblem` for one that cannot be read or compiled.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._environment = environment(folder)
        plain, at, rules = self._source(STYLE).partition("\n@media")
        self._environment.globals["at_rules"] = Markup(" ".join(f"{at}{rules}".split()))
        self._styles = Styles(plain)
        self._compiled = {name: self._compile(name) for name in NAMES}

    def text(self, name: str, values: Mapping[str, Any]) -> str:
        """A mail's plain text. Raises :class:`TemplateProblem`."""
        return self._render(f"{name}.txt.j2", values)

    def html(self, name: str, values: Mapping[str, Any]) -> str:
        """A mail's HTML with every style in its place. Raises :class:`TemplateProblem`."""
        page = self._render(f"{name}.html.j2", values)
        try:
            return self._styles.inline(page)
        except css_inline.InlineError as error:
            raise TemplateProblem(f"{name}.html.j2 with {STYLE}: {error}") from error

    def _compile(self, name: str) -> jinja2.Template:
        try:
            template = self._environment.get_template(name)
            # Jinja looks them up in a chain of mappings, once for each mail, which takes its time.
            template.globals = dict(template.globals)
            return template
        except jinja2.TemplateSyntaxError as error:
            where = error.filename or name
            raise TemplateProblem(f"{where}, line {error.lineno}: {error.message}") from error
        except jinja2.TemplateNotFound as error:
            raise TemplateProblem(f"the mail template {error.name} is missing") from error
        except UnicodeDecodeError as error:
            raise TemplateProblem(f"{name} is not UTF-8: {error}") from error

    def _source(self, name: str) -> str:
        loader = self._environment.loader
        assert loader is not None
        try:
            return loader.get_source(self._environment, name)[0]
        except jinja2.TemplateNotFound as error:
            raise TemplateProblem(f"the style sheet {name} is missing") from error
        except UnicodeDecodeError as error:
            raise TemplateProblem(f"{name} is not UTF-8: {error}") from error

    def _render(self, name: str, values: Mapping[str, Any]) -> str:
        try:
            shown = self._compiled[name].render(values)
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            where = place_of(error) or name
            raise TemplateProblem(f"{where}: {error}") from error
        # A lone surrogate in a name must not keep the whole mail from being encoded.
        return shown.encode("utf-8", "replace").decode("utf-8")


@cache
def packaged() -> Templates:
    """The templates that come with pbem, compiled once."""
    return Templates()


def environment(folder: Path | None) -> jinja2.Environment:
    """What reads the templates of a folder, and what it lacks from those that come with pbem.
    Raises :class:`TemplateProblem`."""
    if folder is not None and not folder.is_dir():
        raise TemplateProblem(f"the folder of mail templates {folder} is not there")
    folders = [packaged_folder()] if folder is None else [folder, packaged_folder()]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=jinja2.select_autoescape(enabled_extensions=("html.j2",)),
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    # The i18n extension adds this method when it is loaded, which no type checker sees.
    install: Callable[..., None] = environment.install_gettext_callables  # type: ignore[attr-defined]
    install(_, ngettext, newstyle=True)
    environment.filters.update(
        bars=layout_html.bars,
        bullets=layout_text.bullets,
        gutter=layout_text.gutter,
        lay_out=layout_text.lay_out,
        lay_out_all=layout_text.lay_out_all,
        underline=layout_text.underline,
        wrap=layout_text.wrap,
        when=phrases.when,
    )
    environment.globals["until"] = phrases.until
    return environment


def place_of(error: BaseException) -> str:
    """File and line of the innermost template in an error's traceback."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        filename = trace.tb_frame.f_code.co_filename
        if filename.endswith(".j2"):
            place = f"{filename}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place
