"""What keeps the project honest: docs name what there is, versions are exact, sizes stay small."""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.cli.app import app
from bot.config import Settings, load, parsed
from bot.settings.faults import Faults
from bot.settings.shape import fields, section_of
from bot.settings.toml import rendered
from core.admin.entries import COMMANDS
from core.admin.model import Command, Right, Where

HOUSE = Path(__file__).parent.parent
OURS = ("adapters", "bot", "core")
EXAMPLE = HOUSE / "config.example.toml"
MESSENGERS = sorted(
    file.parent
    for file in (HOUSE / "adapters").glob("*/client.py")
    if re.search(r"^    async def settle\(", file.read_text("utf-8"), re.M)
)
"""The folders whose client keeps the port Messenger."""
FEATURES = sorted(
    folder
    for folder in (HOUSE / "core").iterdir()
    if (folder / "__init__.py").is_file() and folder.name != "prompts"
)
INSTALLERS = {"circadia", "pip", "setuptools", "uv", "wheel"}
"""What a machine brings along itself."""


def pyproject() -> dict[str, Any]:
    return tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((HOUSE / folder).rglob("*.py"))


def named(file: Path) -> str:
    return file.relative_to(HOUSE).as_posix()


def readme() -> str:
    return (HOUSE / "README.md").read_text("utf-8")


def docs() -> list[Path]:
    folders = (HOUSE, *(HOUSE / folder for folder in (*OURS, "tests")))
    found = {
        file
        for folder in folders
        for file in (folder.glob("*.md") if folder == HOUSE else folder.rglob("*.md"))
    }
    return sorted(found)


@pytest.mark.parametrize(
    "module",
    [
        *(
            f"core.{feature}.ports"
            for feature in ("admin", "engine", "memory", "privacy", "persona")
        ),
        *("core.admin.model", "core.engine.model", "adapters.openai.client", "bot.casting"),
    ],
)
def test_whatever_is_imported_first_imports(module: str) -> None:
    done = subprocess.run(  # our own interpreter, our own module
        [sys.executable, "-c", f"import {module}"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


# The settings.


def test_the_example_of_the_settings_is_what_init_writes() -> None:
    cure = "write it anew: circadia init --yes --force --config config.example.toml"

    assert EXAMPLE.read_text("utf-8") == rendered(Settings), cure


def test_the_example_loads_as_it_is() -> None:
    found = load(EXAMPLE, {})

    assert isinstance(found, Settings), str(found)


def test_the_example_names_every_setting_with_its_default() -> None:
    shown = re.compile(r"^# (?=[a-z_]+ = |\[+[a-z_.]+\]+$)", re.M)
    table = tomllib.loads(shown.sub("", EXAMPLE.read_text("utf-8")))

    settings = parsed(table)

    assert not isinstance(settings, Faults), str(settings)
    for path, field in fields(Settings):
        assert field.description or len(path) == 1, ".".join(path)
        written: Any = table
        value: Any = settings
        for part in path:
            written, value = (
                one[0] if isinstance(one, list | tuple) else one for one in (written, value)
            )
            assert part in written, ".".join(path)
            written, value = written[part], getattr(value, part)
        default = None if field.is_required() else field.get_default(call_default_factory=True)
        if default is not None and section_of(field.annotation) is None and default != ():
            assert value == default, ".".join(path)


# The README.


@pytest.mark.parametrize(
    "name",
    [info.name or getattr(info.callback, "__name__", "") for info in app.registered_commands],
)
def test_the_readme_names_every_command_of_the_command_line(name: str) -> None:
    assert f"circadia {name}" in readme()


def test_the_readme_lists_the_slash_commands_that_there_are() -> None:
    rows = re.findall(r"^\| `/([a-z0-9_-]+)`", readme(), re.M)

    assert list(dict.fromkeys(rows)) == [one.name for one in COMMANDS if not one.is_hidden]


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if not one.is_hidden], ids=lambda one: one.name
)
def test_the_readme_tells_who_may_what_and_where(command: Command) -> None:
    rows = re.findall(rf"^\| `/{command.name}`[^|]*\| ([^|]+) \|", readme(), re.M)
    told, acts = "; ".join(rows), command.acts
    rights, places = {act.right for act in acts}, {act.where for act in acts}

    assert ("friends" in told) is (Right.FRIEND in rights)
    assert "owners" in told or Right.OWNER not in rights
    assert "in private" in told or places != {Where.PRIVATE}
    assert "in a direct talk" in told or places != {Where.DIRECT}


def test_the_readme_names_every_task_that_the_checks_run() -> None:
    ran = set(re.findall(r"\bpoe ([a-z-]+)", (HOUSE / ".ci" / "run").read_text("utf-8")))

    assert ran
    assert ran <= pyproject()["tool"]["poe"]["tasks"].keys()
    assert [task for task in sorted(ran) if f"poe {task}" not in readme()] == []


def test_no_document_names_a_place_on_one_machine() -> None:
    place = re.compile(r"(?<![\w.:/])/(?:work|farm|root|home|tmp|Users)/")

    assert [named(doc) for doc in docs() if place.search(doc.read_text("utf-8"))] == []


@pytest.mark.parametrize("doc", docs(), ids=named)
def test_every_link_of_a_document_leads_somewhere(doc: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", doc.read_text("utf-8"))

    assert [link for link in links if not (doc.parent / link).exists()] == []


@pytest.mark.parametrize("doc", [doc for doc in docs() if doc.name == "README.md"], ids=named)
def test_every_file_that_a_document_names_is_there(doc: Path) -> None:
    """Whole paths from the top, or from the document's folder; bare names of modules anywhere."""
    written = re.sub(r"^```.*?^```", "", doc.read_text("utf-8"), flags=re.M | re.S)
    written = re.sub(r"::\w+`", "`", written)
    top = "|".join((*OURS, "tests"))
    paths = re.findall(rf"`((?:(?:{top})/[\w./*-]*)|(?:[\w.*-]+/)*[\w*-]+\.py)`", written)

    assert [path for path in paths if not _is_there(doc.parent, path)] == []


def _is_there(folder: Path, path: str) -> bool:
    if any(any(where.glob(path)) for where in (folder, HOUSE, HOUSE / "tests")):
        return True
    return "/" not in path and path in {file.name for file in sources(*OURS)}


def test_the_readme_shows_every_folder_of_the_core_and_the_adapters() -> None:
    _, _, tree = readme().partition("## Where things are")
    folders = [
        file.parent for top in ("adapters", "core") for file in (HOUSE / top).glob("*/__init__.py")
    ]

    assert [named(folder) for folder in folders if f"{folder.name}/" not in tree] == []


# The versions.


def test_every_installed_package_is_pinned_exactly() -> None:
    pins: dict[str, set[str]] = {}
    for line in pyproject()["tool"]["uv"]["constraint-dependencies"]:
        pin = Requirement(line)
        if pin.marker is None or pin.marker.evaluate():
            pins.setdefault(canonicalize_name(pin.name), set()).add(str(pin.specifier))
    installed = {canonicalize_name(one.metadata["Name"]): one.version for one in distributions()}

    wrong = {
        name: version
        for name, version in installed.items()
        if name not in INSTALLERS and pins.get(name) != {f"=={version}"}
    }

    assert wrong == {}, "resolve and write the versions anew: poe pin"


@pytest.mark.parametrize("key", ["constraint-dependencies", "build-constraint-dependencies"])
def test_pins_name_one_version_each(key: str) -> None:
    specifiers = [Requirement(line).specifier for line in pyproject()["tool"]["uv"][key]]

    assert specifiers
    assert all(len(one) == 1 and str(one).startswith("==") for one in specifiers)


# The code.


def test_no_module_is_longer_than_300_lines() -> None:
    sizes = {named(file): len(file.read_text("utf-8").splitlines()) for file in sources(*OURS)}

    assert {name: size for name, size in sizes.items() if size > 300} == {}


def test_no_function_is_longer_than_40_lines() -> None:
    """Counted from its first statement, docstring apart."""
    sizes = {
        f"{named(file)}:{function.name}": _length(function)
        for file in sources(*OURS)
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {name: size for name, size in sizes.items() if size > 40} == {}


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body
    if ast.get_docstring(function) is not None:
        body = body[1:]
    if not body:
        return 0
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1


def test_no_function_nests_deeper_than_three_levels() -> None:
    depths = {
        f"{named(file)}:{function.name}": _depth(function)
        for file in sources(*OURS)
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {name: depth for name, depth in depths.items() if depth > 3} == {}


def _depth(node: ast.AST) -> int:
    """Return how many statements lie in each other below `node`; `elif` lies beside its `if`."""
    blocks = ast.If | ast.For | ast.AsyncFor | ast.While | ast.With | ast.AsyncWith
    blocks |= ast.Try | ast.TryStar | ast.Match
    inner = [
        _depth(child) + (isinstance(child, blocks) and not _is_elif(node, child))
        for child in ast.iter_child_nodes(node)
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr)
    ]
    return max(inner, default=0)


def _is_elif(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]


def test_every_silenced_complaint_says_which() -> None:
    silent = re.compile(r"#\s*(?:type:\s*ignore(?!\[)|noqa(?!:))")

    found = [named(file) for file in sources(*OURS, "tests") if _comments(file, silent)]

    assert found == []


def _comments(file: Path, pattern: re.Pattern[str]) -> list[str]:
    """Return the comments of `file` that match; strings, as in this file, are none."""
    tokens = tokenize.generate_tokens(io.StringIO(file.read_text("utf-8")).readline)
    return [t.string for t in tokens if t.type == tokenize.COMMENT and pattern.search(t.string)]


def test_no_test_is_skipped_expected_to_fail_or_built_on_a_mock() -> None:
    banned = {"skip", "skipif", "xfail", "importorskip", "monkeypatch", "mocker", "patch", "mock"}
    banned |= {"Mock", "MagicMock", "AsyncMock", "PropertyMock", "create_autospec"}

    found = [
        (named(file), word)
        for file in sources("tests")
        for word in map(_word, ast.walk(ast.parse(file.read_text("utf-8"))))
        if word in banned
    ]

    assert found == []


def _word(node: ast.AST) -> str | None:
    match node:
        case (
            ast.Attribute(attr=name) | ast.arg(arg=name) | ast.Name(id=name) | ast.alias(name=name)
        ):
            return name.rpartition(".")[2]
        case _:
            return None


# The folders.


@pytest.mark.parametrize(
    "folder",
    [file.parent for file in sorted((HOUSE / "adapters").glob("*/__init__.py"))],
    ids=lambda folder: folder.name,
)
def test_every_adapter_tells_what_it_is(folder: Path) -> None:
    assert (folder / "README.md").is_file()


def test_the_messengers_are_known_by_what_they_do() -> None:
    assert {folder.name for folder in MESSENGERS} >= {"console", "discord", "telegram"}


@pytest.mark.parametrize("folder", MESSENGERS, ids=lambda folder: folder.name)
def test_every_messenger_has_the_same_files(folder: Path) -> None:
    """Beside them, one has `commands.py` where the platform shows a menu that we fill."""
    files = {"client.py", "config.py", "errors.py", "translate.py", "README.md"}

    assert files - {file.name for file in folder.iterdir()} == set()
    assert folder.name in (HOUSE / "adapters" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("folder", FEATURES, ids=lambda folder: folder.name)
def test_every_feature_of_the_core_has_its_values_in_a_model(folder: Path) -> None:
    assert (folder / "model.py").is_file() != (folder / "model").is_dir()


@pytest.mark.parametrize("folder", FEATURES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("pure", ["model", "rules"])
def test_models_and_rules_await_nothing(pure: str, folder: Path) -> None:
    files = [*folder.glob(f"{pure}.py"), *folder.glob(f"{pure}/**/*.py")]

    waiting = (ast.Await, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
    found = {
        named(file)
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, waiting)
    }

    assert found == set()


def test_no_module_has_a_name_that_says_nothing() -> None:
    empty = {"utils", "helpers", "manager", "base", "data", "process", "common", "misc"}

    found = [named(file) for file in sources(*OURS) if {file.stem, file.parent.name} & empty]

    assert found == []
