"""Write the exact version of every package into pyproject.toml: `poe pin`.

uv's lock file names download hosts and stays out of git, so the versions stand as constraints.
They are resolved afresh here, for every platform, extras and development tools included.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HOUSE = Path(__file__).parent.parent
KEYS = ("constraint-dependencies", "build-constraint-dependencies")


def main() -> None:
    """Resolve and write."""
    pyproject = HOUSE / "pyproject.toml"
    text = pyproject.read_text("utf-8")
    loose = without_pins(text)
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        (room / "pyproject.toml").write_text(loose, "utf-8")
        for file in ("README.md", "LICENSE"):
            (room / file).write_text((HOUSE / file).read_text("utf-8"), "utf-8")
        _uv(room, "lock", "--quiet", "--upgrade")
        everything = ("--all-extras", "--all-groups", "--no-emit-project", "--no-hashes")
        packages = _uv(room, "export", "--quiet", "--frozen", *everything, *_BARE)
        # hatchling asks for editables itself; what has no wheel is built by setuptools
        needs = [*tomllib.loads(text)["build-system"]["requires"], "editables", "setuptools"]
        (room / "build.in").write_text("\n".join(needs), "utf-8")
        builders = _uv(room, "pip", "compile", "--quiet", "--universal", *_BARE, "build.in")
    pyproject.write_text(with_pins(loose, packages, builders), "utf-8")
    sys.stdout.write(f"{len(packages)} packages and {len(builders)} for builds are pinned.\n")


def without_pins(text: str) -> str:
    """Return pyproject.toml without its constraints."""
    return re.sub(r"^(build-)?constraint-dependencies = \[\n(    .*\n)*\]\n", "", text, flags=re.M)


def with_pins(text: str, packages: list[str], builders: list[str]) -> str:
    """Return pyproject.toml with constraints at the end of the table `tool.uv`."""
    lines = []
    for key, pins in zip(KEYS, (packages, builders), strict=True):
        lines += [f"{key} = [\n", *(f'    "{pin}",\n' for pin in pins), "]\n"]
    head, table, tail = re.split(r"(^\[tool\.uv\]\n(?:(?!\[|\n).*\n)*)", text, flags=re.M)
    return head + table + "".join(lines) + tail


_BARE = ("--no-header", "--no-annotate")


def _uv(room: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        ["uv", *arguments],
        cwd=room,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [line.replace('"', "'") for line in done.stdout.splitlines() if line.strip()]


if __name__ == "__main__":
    main()
