"""docs/reference.md, made of the signatures and docstrings of what a game is written with."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any, ForwardRef

CHAPTERS = {
    "The contract": ("pbem.engine.api", "pbem.engine.codec", "pbem.engine.rng"),
    "Orders": ("pbem.engine.language", "pbem.engine.menu"),
    "Reports": ("pbem.engine.report", "pbem.engine.blocks", "pbem.engine.i18n"),
    "Pictures": (
        "pbem.engine.scene",
        "pbem.drawing.sheet",
        "pbem.drawing.grid",
        "pbem.drawing.areas",
        "pbem.drawing.tiling",
        "pbem.drawing.tokens",
        "pbem.drawing.labels",
        "pbem.drawing.legends",
        "pbem.drawing.symbols",
        "pbem.drawing.palette",
        "pbem.drawing.chart",
    ),
    "Bots": ("pbem.engine.planner",),
    "Tests": ("pbem.engine.testing",),
}
OPENING = """\
# Reference: what a game is written with

Signatures and docstrings of the contract, the order language and the kits, as they stand in the
code. The [recipe](add-a-game.md) shows them at work, [architecture.md](architecture.md) how they
hang together. A test compares this page with the code, and
`pytest tests/docs/test_reference.py --update` writes it anew.
"""
_WIDEST = 100
_MODULES = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")
_ROLE = re.compile(r":\w+:`~?(?:[\w.]+\.)?(\w+)`")


def reference() -> str:
    """The whole page."""
    chapters = (
        [f"## {title}", *(part for module in modules for part in _module(import_module(module)))]
        for title, modules in CHAPTERS.items()
    )
    return "\n\n".join([OPENING.strip(), *(part for parts in chapters for part in parts)]) + "\n"


def _module(module: ModuleType) -> Iterator[str]:
    yield f"### {module.__name__}"
    yield _told(module)
    for name, says in _constants(module).items():
        yield f"**`{name}`**: {says}"
    for name, found in _public(module):
        yield f"#### {name}"
        yield _declared(name, found)
        if _told(found):
            yield _told(found)
        if inspect.isclass(found):
            members = "\n".join(_members(found))
            if members:
                yield members


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Its classes and functions in the order of their source; a package's, all that it exports."""
    exported = getattr(module, "__all__", None)
    for name in exported or [name for name in vars(module) if not name.startswith("_")]:
        found = getattr(module, name)
        is_own = exported or getattr(found, "__module__", "") == module.__name__
        if is_own and (inspect.isclass(found) or inspect.isfunction(found)):
            yield name, found


def _constants(module: ModuleType) -> dict[str, str]:
    """What is said in a string below an assignment, by the name that is assigned."""
    found = {}
    for one, below in pairwise(ast.parse(inspect.getsource(module)).body):
        names = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", None)]
        is_told = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if is_told and isinstance(names[0], ast.Name) and not names[0].id.startswith("_"):
            found[names[0].id] = _marked(" ".join(str(below.value.value).split()))
    return found


def _declared(name: str, found: Any) -> str:
    """How it is called, or what it is where nobody calls it."""
    if inspect.isclass(found) and issubclass(found, Enum):
        text = "\n".join([f"class {name}", *(f"    {name}.{one.name}" for one in found)])
    elif getattr(found, "_is_protocol", False):
        text = f"class {name}(Protocol)"
    elif inspect.isclass(found) and issubclass(found, Exception) and "__init__" not in vars(found):
        text = f"class {name}({found.__base__.__name__})"
    else:
        text = _call(name, inspect.signature(found))
    return f"```python\n{text}\n```"


def _call(name: str, signature: inspect.Signature, *, wide: bool = False) -> str:
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    given = [_parameter(one) for one in parameters]
    kinds = [one.kind for one in parameters]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        given.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    returned = _type(signature.return_annotation)
    arrow = "" if returned in ("", "None") else f" -> {returned}"
    line = f"{name}({', '.join(given)}){arrow}"
    if wide or len(line) <= _WIDEST:
        return line
    return f"{name}(\n    " + ",\n    ".join(given) + f",\n){arrow}"


def _parameter(one: inspect.Parameter) -> str:
    stars = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
    type_ = _type(one.annotation)
    sign = "=" if one.annotation is one.empty else " = "
    default = "" if one.default is one.empty else f"{sign}{_default(one.default)}"
    return f"{stars}{one.name}{f': {type_}' if type_ else ''}{default}"


def _type(annotation: Any) -> str:
    """As it is written in the source, without the modules that it comes from."""
    if annotation is inspect.Parameter.empty:
        return ""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    told = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _MODULES.sub("", told).replace("~", "").replace("'", '"')


def _default(value: Any) -> str:
    if callable(value):
        return value.__name__ if value.__name__.isidentifier() else "..."
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, str):
        return f'"{value}"'
    told = repr(value)
    return "{}" if told == "mappingproxy({})" else "..." if "<" in told else told.replace("'", '"')


def _members(found: type) -> Iterator[str]:
    """Its own methods and properties that say something; of a protocol, all."""
    for name, member in vars(found).items():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        said = " ".join(_told(function).split())
        if said or getattr(found, "_is_protocol", False):
            is_called = not isinstance(member, property)
            call = _call(name, inspect.signature(function), wide=True) if is_called else name
            yield f"- `.{call}`{': ' if said else ''}{said}"


def _told(found: Any) -> str:
    """Its own docstring, in Markdown; none that a dataclass makes."""
    said = inspect.cleandoc(vars(found).get("__doc__") or found.__doc__ or "")
    is_made = inspect.isclass(found) and (
        "__doc__" not in vars(found) or said.startswith(f"{found.__name__}(")
    )
    return "" if is_made else _marked(said)


def _marked(text: str) -> str:
    return _ROLE.sub(r"`\1`", text).replace("``", "`")
