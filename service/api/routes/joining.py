"""A file of the page with all that it imports in it, so that a browser asks once.

The page needs no build step: each of its files works as it stands, and imports others. What is
joined here does the same. Only the forms in which the files of the page import and export are
known; any other one is refused, so that nothing is joined wrongly.
"""

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (\{[\w\s,]+\}) from "\./(\w+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|class|function\*?) (\w+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
SHEET = re.compile(r'^@import "([\w.]+)"(?: (\w+))?;$', re.MULTILINE)


def joined_module(entry: str, modules: Mapping[str, str]) -> str:
    """Return the module named `entry`, such as `app.js`, with those that it imports before it.

    Each becomes the body of a function, for its names are its own, and what the function returns
    is what the module exports: values, which is why no variable may be exported. Raises ValueError
    for a form that is not known, KeyError for a module that is missing, and RecursionError for
    modules that import each other.
    """
    joined: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in joined:
            for _, imported in IMPORT.findall(modules[name]):
                add(imported)
            joined[name] = _as_function(name, modules[name])

    add(entry)
    return "".join(joined.values())


def _as_function(name: str, module: str) -> str:
    body = IMPORT.sub(
        lambda found: f"const {found[1]} = {_variable(found[2])};", EXPORT.sub("", module)
    )
    if unknown := UNKNOWN.search(body):
        raise ValueError(f"{name}: this cannot be joined: {unknown[0]}")
    exported = ", ".join(EXPORT.findall(module))
    function = f"async () => {{\n{body}return {{ {exported} }};\n}}"
    return f"const {_variable(name)} = await ({function})();\n"


def _variable(name: str) -> str:
    return "$" + name.removesuffix(".js")


def joined_sheet(entry: str, sheets: Mapping[str, str]) -> str:
    """Return the stylesheet named `entry` with those that it imports in their places."""

    def read(imported: re.Match[str]) -> str:
        name, medium = imported.groups()
        return f"@media {medium} {{\n{sheets[name]}}}" if medium else sheets[name]

    return SHEET.sub(read, sheets[entry])
