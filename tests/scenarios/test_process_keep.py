"""Looking after a companion beside its running process, and after it."""

import json

import pytest

from tests.scenarios.house import OWNER, House


async def test_figures_and_copies_are_had_beside_the_running_process(house: House) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.reply("It is warm in here.")
    await house.lives()
    anna.says(anna.direct, "how is the cafe?")
    await house.telegram.until_sent(1)
    await house.rests()

    status = await house.does("status", "--json")
    check = await house.does("check", "--json")
    backup = await house.does("backup", "copy.sqlite", "--json")

    assert [(done.code, done.log) for done in (status, check, backup)] == [(0, "")] * 3
    assert status.report["messages"] == 2
    assert status.report["conversations"] == 1
    assert status.report["waiting"] == status.report["in_doubt"] == 0
    assert status.report["tokens_today"] > 0
    assert check.report["ok"] is True
    assert (house.folder / backup.report["file"]).stat().st_size > 0
    assert all(done.report["exit"] == 0 for done in (status, check, backup))


async def test_a_copy_is_put_back_once_the_process_has_ended_and_the_talk_goes_on_from_it(
    house: House,
) -> None:
    anna = house.telegram.person(OWNER, "Anna")
    house.model.reply("Noted, Pixel.").reply("Noted, Brutus.").reply("Pixel, you said.")
    run = await house.lives()
    anna.says(anna.direct, "my cat is called Pixel")
    await house.telegram.until_sent(1)
    await house.rests()
    await house.does("backup", "copy.sqlite", "--json")
    anna.says(anna.direct, "no, my cat is called Brutus")
    await house.telegram.until_sent(2)
    await house.rests()

    refused = await house.does("restore", "copy.sqlite", "--yes", "--json")
    run.end()
    await run.gone()
    restored = await house.does("restore", "copy.sqlite", "--yes", "--json")
    await house.lives()
    anna.says(anna.direct, "so what is my cat called?")

    await house.telegram.until_sent(3)
    last = (await house.prompts())[-1]
    assert refused.code == refused.report["exit"] == 3
    assert refused.report["ok"] is False
    assert restored.code == 0
    assert (house.folder / restored.report["kept"]).exists()
    assert "called Pixel" in last
    assert "Brutus" not in last


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param(("status",), 1, id="there is no database yet"),
        pytest.param(("backup",), 1, id="nothing to copy"),
        pytest.param(("restore", "missing.sqlite", "--yes"), 2, id="no such copy"),
        pytest.param(("restore", "missing.sqlite"), 2, id="nobody to ask"),
        pytest.param(("check",), 0, id="all is set up"),
        pytest.param(("migrate",), 0, id="the database is made"),
    ],
)
async def test_for_scripts_every_end_is_one_line_of_json(
    house: House, command: tuple[str, ...], code: int
) -> None:
    done = await house.does(*command, "--json")

    assert (done.code, done.report["exit"], done.report["ok"]) == (code, code, code == 0)
    assert [line for line in done.out.splitlines() if line.startswith("{")] == [
        json.dumps(done.report, ensure_ascii=False)
    ]
    assert ("error" in done.report) is (code != 0)


async def test_faults_of_the_settings_are_told_to_scripts_too(house: House) -> None:
    house.settles(conversation={"rhythm": "waltz"}, telegram={"poll_timeout": 99})

    done = await house.does("check", "--json")

    assert done.code == done.report["exit"] == 2
    for setting in ("conversation.rhythm", "telegram.poll_timeout"):
        assert setting in done.report["error"]
        assert setting in done.log
