"""The unit of systemd and the recipe of the container: well formed, and true to the program."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from bot.cli.app import app
from bot.cli.outcome import Exit
from bot.config import Settings
from bot.household import CLOSING, PATIENCE
from bot.settings.shape import fields

HOUSE = Path(__file__).parent.parent.parent
UNIT = HOUSE / "bot" / "deploy" / "circadia.service"
RECIPE = HOUSE / "bot" / "deploy" / "Containerfile"

SWITCHES = """
    NoNewPrivileges ProtectHome PrivateTmp PrivateDevices PrivateUsers ProtectClock ProtectHostname
    ProtectControlGroups ProtectKernelLogs ProtectKernelModules ProtectKernelTunables RemoveIPC
    LockPersonality MemoryDenyWriteExecute RestrictNamespaces RestrictRealtime RestrictSUIDSGID
"""
SPAN = r"(?P<number>\d+)(?P<unit>s|min|h)"
TEXT = r"\S.*"
UNITS = r"[a-z-]+\.(?:target|service)(?: [a-z-]+\.(?:target|service))*"
SYSCALLS = r"~?@[a-z-]+(?: @[a-z-]+)*"
DIRECTIVES: Mapping[str, Mapping[str, str]] = {
    "Unit": {
        "Description": TEXT,
        "Documentation": r"(?:file:/|https?://|man:)\S+",
        **dict.fromkeys(("Wants", "After"), UNITS),
        "StartLimitIntervalSec": SPAN,
        "StartLimitBurst": r"\d+",
    },
    "Service": {
        "Type": r"exec",
        "ExecStart": r"/\S+(?: \S+)*",
        "User": r"[a-z][a-z0-9-]*",
        "StateDirectory": r"[a-z]+",
        "WorkingDirectory": r"%S/\S+",
        **dict.fromkeys(("StateDirectoryMode", "UMask"), r"0[0-7]{3}"),
        "EnvironmentFile": r"-?/\S+",
        "Environment": r"[A-Z_]+=\S+",
        "LoadCredential": r"[a-z]+:/\S+",
        "Restart": r"on-failure",
        "RestartPreventExitStatus": r"\d+(?: \d+)*",
        **dict.fromkeys(("RestartSec", "TimeoutStopSec"), SPAN),
        **dict.fromkeys(SWITCHES.split(), "yes"),
        "CapabilityBoundingSet": r"",
        "ProtectSystem": r"strict",
        "ProtectProc": r"invisible",
        "ProcSubset": r"pid",
        "RestrictAddressFamilies": r"AF_[A-Z0-9]+(?: AF_[A-Z0-9]+)*",
        "SystemCallArchitectures": r"native",
        "SystemCallErrorNumber": r"EPERM",
        "SystemCallFilter": SYSCALLS,
    },
    "Install": {"WantedBy": UNITS},
}
"""Every directive that the unit may use, as systemd.directives(7) spells it, and its values.

systemd itself only warns of one that it does not know, and runs the service without it.
"""
REPEATED = {"SystemCallFilter"}
"""What adds up when it is given again; all else would silently win over its first value."""


def unit() -> list[tuple[str, str, str]]:
    """Return section, directive and value of each line; one of any other kind fails the test."""
    found: list[tuple[str, str, str]] = []
    section = ""
    for line in UNIT.read_text("ascii").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif line and not line.startswith("#"):
            said = re.fullmatch(r"(\w+)=(|\S|\S.*\S)", line)
            assert said, f"neither a section, a directive nor a comment: {line}"
            found.append((section, said[1], said[2]))
    return found


def given(directive: str) -> str:
    [value] = [value for _, name, value in unit() if name == directive]
    return value


def span(value: str) -> timedelta:
    found = re.fullmatch(SPAN, value)
    assert found
    seconds = {"s": 1, "min": 60, "h": 3600}[found["unit"]]
    return timedelta(seconds=int(found["number"]) * seconds)


def recipe() -> list[tuple[str, str]]:
    """Return the instructions of the recipe in order, each with what follows it."""
    lines = [one for one in RECIPE.read_text("ascii").splitlines() if not one.startswith("#")]
    joined = re.sub(r" *\\\n *", " ", "\n".join(lines))
    return [
        (name, rest) for name, _, rest in (one.partition(" ") for one in joined.split("\n") if one)
    ]


def final() -> dict[str, str]:
    """Return what the last stage of the recipe says last, by instruction."""
    start = max(at for at, (name, _) in enumerate(recipe()) if name == "FROM")
    return dict(recipe()[start:])


def project() -> dict[str, Any]:
    return tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))


def commands() -> set[str]:
    found = app.registered_commands
    return {str(info.name or getattr(info.callback, "__name__", "")) for info in found}


def readme() -> str:
    return (HOUSE / "README.md").read_text("utf-8")


# The unit.


def test_the_unit_says_nothing_that_systemd_does_not_know() -> None:
    unknown = [
        f"[{section}] {directive}={value}"
        for section, directive, value in unit()
        if not re.fullmatch(DIRECTIVES.get(section, {}).get(directive, r"(?!)"), value)
    ]

    assert unknown == []


def test_the_unit_says_nothing_twice() -> None:
    times = Counter(directive for _, directive, _ in unit())

    assert {directive for directive in times if times[directive] > 1} <= REPEATED


def test_what_the_unit_offers_behind_a_hash_is_known_too() -> None:
    offered = re.findall(r"^#(\w+)=(.+)$", UNIT.read_text("ascii"), re.M)

    assert offered
    assert [one for one in offered if not re.fullmatch(DIRECTIVES["Service"][one[0]], one[1])] == []


def test_the_unit_starts_a_command_that_exists() -> None:
    program, command = shlex.split(given("ExecStart"))

    assert Path(program).name in project()["project"]["scripts"]
    assert command in commands()


def test_the_unit_runs_where_it_may_write() -> None:
    assert given("WorkingDirectory") == f"%S/{given('StateDirectory')}"


def test_nobody_else_on_the_machine_reads_settings_or_talks() -> None:
    assert given("StateDirectoryMode") == "0700"
    assert given("UMask") == "0077"


def test_the_unit_gives_up_only_where_the_owner_has_to_act() -> None:
    ends = {Exit(int(code)) for code in given("RestartPreventExitStatus").split()}

    assert ends == {Exit.USAGE}


def test_the_unit_starts_again_for_longer_than_a_server_takes_to_come_back() -> None:
    starts = int(given("StartLimitBurst"))
    within = span(given("StartLimitIntervalSec"))

    lasts = starts * span(given("RestartSec"))

    assert lasts >= timedelta(minutes=15)
    assert lasts < within, "the limit would never be reached"


def test_systemd_waits_longer_than_a_stop_takes() -> None:
    within = span(given("TimeoutStopSec"))

    assert within > PATIENCE + CLOSING
    assert timedelta(seconds=10) < within <= timedelta(seconds=30)
    assert "SIGTERM ends it within ten seconds" in readme()


def test_every_setting_that_the_unit_names_exists() -> None:
    known = {".".join(path) for path, _ in fields(Settings)}
    text = UNIT.read_text("ascii")

    spelled = re.findall(r"\b(?:CIRCADIA__|secrets/)(\w+__\w+)", text)
    named = {name.lower().replace("__", ".") for name in spelled}

    assert len(spelled) >= 2
    assert named <= known
    assert "token_file = " in text
    assert "accounts.token_file" in known


# The recipe.


def test_hadolint_finds_nothing_in_the_recipe(tmp_path: Path) -> None:
    settings = tmp_path / "hadolint.yaml"
    settings.write_text("failure-threshold: style\n", "utf-8")
    hadolint = Path(sys.executable).with_name("hadolint")

    done = subprocess.run(
        [hadolint, "--no-color", "--disable-ignore-pragma", "--config", settings, RECIPE],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_the_container_starts_what_is_installed_and_ends_it_by_the_signal_it_obeys() -> None:
    [program] = json.loads(final()["ENTRYPOINT"])
    [command] = json.loads(final()["CMD"])

    assert program in project()["project"]["scripts"]
    assert command in commands()
    assert final()["STOPSIGNAL"] == "SIGTERM"


def test_every_stage_builds_on_the_same_python_and_one_that_the_project_takes() -> None:
    [base] = {rest.partition(" AS ")[0] for name, rest in recipe() if name == "FROM"}

    version = re.fullmatch(r"docker\.io/library/python:(\d+\.\d+)-slim-[a-z]+", base)
    assert version, "a minor version and a Debian, and neither more nor less"
    assert SpecifierSet(project()["project"]["requires-python"]).contains(version[1])


def test_the_container_is_built_by_the_same_uv_as_the_checks() -> None:
    pin = r"\buv==([\d.]+)"

    [inside] = re.findall(pin, RECIPE.read_text("ascii"))

    assert re.findall(pin, (HOUSE / ".ci" / "run").read_text("utf-8")) == [inside]


def test_the_recipe_takes_what_the_package_is_built_from_and_nothing_else() -> None:
    table = project()
    copied = [shlex.split(rest)[:-1] for name, rest in recipe() if name == "COPY"]

    needed = {"pyproject.toml", table["project"]["readme"], *table["project"]["license-files"]}
    needed |= {*table["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]}

    assert {name for names in copied for name in names if "--from=build" not in names} == needed


def test_the_container_does_not_run_as_root() -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", final()["USER"])
    uid, gid = final()["USER"].split(":")
    assert f"--owner={uid} --group={gid}" in final()["RUN"]


def test_everything_that_the_container_writes_lies_in_its_volume() -> None:
    [volume] = json.loads(final()["VOLUME"])

    assert final()["WORKDIR"] == volume
    assert f"HOME={volume}" in shlex.split(final()["ENV"])


# The README.


def test_the_readme_gives_a_container_longer_than_a_stop_takes() -> None:
    [seconds] = re.findall(r"--stop-timeout (\d+)", readme())

    assert timedelta(seconds=int(seconds)) == span(given("TimeoutStopSec"))


@pytest.mark.parametrize("file", [UNIT, RECIPE], ids=lambda file: file.name)
def test_the_readme_names_each_file_where_it_lies(file: Path) -> None:
    assert file.relative_to(HOUSE).as_posix() in readme()


def test_the_readme_installs_where_the_unit_looks() -> None:
    program, _ = shlex.split(given("ExecStart"))
    state = f"/var/lib/{given('StateDirectory')}"

    assert f"{program} init --config {state}/config.toml" in readme()
    assert f"--home-dir {state}" in readme()
    assert f"sudo -u {given('User')} " in readme()
