"""Settings and models that change while a household goes on."""

from core.conversation.model import IdentityId
from tests.bot.home import TOKEN, Home
from tests.bot.kept import asked, kept, with_model
from tests.servers.models import ModelServer, always, error

HIDDEN = "sk-hidden-4711-never-to-be-told"


def edited(home: Home, old: str, new: str) -> None:
    text = home.file.read_text("utf-8")
    assert old in text
    home.writes(text.replace(old, new))


async def test_what_is_wrong_changes_nothing_and_is_told_without_a_secret(home: Home) -> None:
    async with kept(home) as talk:
        edited(home, "owners = [7]", 'owners = ["@anna"]')
        edited(home, "[conversation]", f'[telegram]\ntoken = "{HIDDEN} x"\n[conversation]')

        told = await talk.says("/reload")
        again = await talk.says("/persona")

    assert "Nothing has changed" in told
    assert "access.owners" in told
    assert HIDDEN not in told
    assert "Mina" in again


async def test_no_toml_at_all_is_told_with_its_place(home: Home) -> None:
    async with kept(home) as talk:
        home.writes("[companion\nname =")

        told = await talk.says("/reload")

    assert "config.toml" in told
    assert "valid TOML" in told


async def test_what_is_right_counts_at_once(home: Home) -> None:
    async with ModelServer(says=["Hello."]) as server, kept(home, more=with_model(server)) as talk:
        await talk.says("hi")
        edited(home, "quiet cafes", "the sea")
        edited(home, "owners = [7]", "owners = [7, 8]")
        edited(home, 'rhythm = "instant"', 'rhythm = "instant"\ncontext_window = 1')
        edited(home, '"first-model"', '"second-model"')

        told = await talk.says("/reload")
        await talk.says("hi again")
        house = talk.house
        right = house.dispatcher.right_of(IdentityId("telegram:8"), "8")

    assert "access" in told
    assert "companion" in told
    assert "conversation" in told
    assert "model" in told
    assert [body["model"] for body in server.requests] == ["first-model", "second-model"]
    assert "Mina likes the sea." in asked(server.requests[-1])
    assert not [one for one in server.requests[-1]["messages"] if one["role"] == "assistant"]
    assert right.name == "OWNER"


async def test_what_needs_a_new_start_is_named_and_stays_as_it_is(home: Home) -> None:
    async with kept(home) as talk:
        edited(home, "[access]", f'[telegram]\ntoken = "{TOKEN}"\n[access]')

        told = await talk.says("/reload")
        again = await talk.says("/reload")

    assert "new start" in told
    assert "telegram" in told
    assert "telegram" in again
    assert TOKEN not in told


async def test_a_companion_that_is_new_in_the_settings_may_be_asked_in(home: Home) -> None:
    async with kept(home) as talk:
        home.writes(
            home.file.read_text("utf-8")
            + '\n[[companions]]\nspace = "luna"\nname = "Luna"\nseed = "Luna keeps bees."\n'
            "scheduled = false\n"
        )

        told = await talk.says("/reload")
        switched = await talk.says("/persona switch Luna")
        answer = await talk.says("hello, who are you?")

    assert "companions" in told
    assert "Luna speaks in this talk" in switched
    assert answer


async def test_nothing_new_is_said(home: Home) -> None:
    async with kept(home) as talk:
        assert "nothing in them has changed" in await talk.says("/reload")


# Models.


async def test_a_model_that_is_chosen_is_asked_from_then_on_also_after_a_restart(
    home: Home,
) -> None:
    async with ModelServer(says=["Hello."]) as server:
        more = with_model(server)
        async with kept(home, more=more) as talk:
            before = await talk.says("/model")
            chosen = await talk.says("/model set conversation other-model")
            await talk.says("hi")
        async with kept(home) as talk:
            after = await talk.says("/model")
            await talk.says("hi again")
            await talk.says("/model reset conversation")
            await talk.says("and again")

    assert "conversation: **first-model**" in before
    assert "it answered" in chosen
    assert "conversation: **other-model**" in after
    assert "chosen here" in after
    models = [body["model"] for body in server.requests]
    assert models == ["other-model", "other-model", "other-model", "first-model"]


async def test_a_model_that_does_not_answer_is_told_and_kept(home: Home) -> None:
    async with (
        ModelServer(always(error(404, "no such model"))) as server,
        kept(home, more=with_model(server)) as talk,
    ):
        told = await talk.says("/model set judgement no-such-model")

    assert "did not answer" in told


async def test_the_built_in_voice_says_what_to_configure(home: Home) -> None:
    async with kept(home) as talk:
        assert "model.url" in await talk.says("/model")
        assert "model.url" in await talk.says("/model set conversation gpt-5-mini")
