import pytest

from core.conversation.model import ChatKind, Edit, Inbound
from tests.adapters.telegram.updates import ANN, CHANNEL, GROUP, entity, heard, said, update
from tests.servers.telegram import CONTENTS


def post(**fields: object) -> Inbound:
    nobody = {"from": None}
    (inbound,) = said(
        update("channel_post", **{**nobody, "chat": CHANNEL, "sender_chat": CHANNEL, **fields})
    )
    assert isinstance(inbound, Inbound)
    return inbound


def test_a_post_is_said_by_the_channel() -> None:
    inbound = post(text="the news")

    assert inbound.chat_kind is ChatKind.CHANNEL
    assert (inbound.sender, inbound.sender_name) == ("telegram:-1009", "News")
    assert (inbound.text, inbound.from_bot, inbound.addressed) == ("the news", False, False)
    assert inbound.language is None


def test_a_signed_post_goes_by_its_signature() -> None:
    inbound = post(text="x", author_signature="Ann\nLee")

    assert (inbound.sender, inbound.sender_name) == ("telegram:-1009", "Ann Lee")


def test_a_post_without_any_sender_is_the_channel_s_all_the_same() -> None:
    assert post(text="x", sender_chat=None).sender == "telegram:-1009"
    assert post(text="x", sender_chat=None, **{"from": ANN}).sender == "telegram:-1009"


def test_another_channel_that_posts_there_counts_as_a_bot() -> None:
    inbound = post(text="x", sender_chat={**CHANNEL, "id": -1010, "title": "Ads"})

    assert (inbound.sender, inbound.from_bot) == ("telegram:-1010", True)


def test_a_post_can_mention_the_bot_and_carry_files() -> None:
    assert post(text="@mina_bot", entities=[entity("mention", 0, 9)]).addressed
    carrying = post(**CONTENTS["photo"](), caption="look", media_group_id="g")
    assert (carrying.text, carrying.album) == ("[photo] look", "g")
    assert [one.handle for one in carrying.attachments] == ["large"]


def test_a_changed_post_is_an_edit() -> None:
    raw = update(
        "edited_channel_post", **{"from": None}, chat=CHANNEL, sender_chat=CHANNEL, text="newer"
    )

    (edit,) = said(raw)

    assert isinstance(edit, Edit)
    assert (edit.route.chat, edit.text) == ("-1009", "newer")


@pytest.mark.parametrize(
    "fields", [{"new_chat_title": "New news"}, {"pinned_message": update(text="x")["message"]}]
)
def test_what_happens_to_a_channel_is_nothing_that_was_said(fields: dict[str, object]) -> None:
    raw = update("channel_post", **{"from": None}, chat=CHANNEL, sender_chat=CHANNEL, **fields)

    assert said(raw) == ()


def test_a_post_that_is_forwarded_to_its_discussion_is_a_bot_s() -> None:
    inbound = heard(
        chat=GROUP,
        sender_chat=CHANNEL,
        is_automatic_forward=True,
        forward_origin={"type": "channel", "chat": CHANNEL, "message_id": 3, "date": 1},
        text="the news",
        **{"from": {"id": 777000, "is_bot": False, "first_name": "Telegram"}},
    )

    assert (inbound.sender, inbound.from_bot) == ("telegram:-1009", True)
    assert inbound.text == "[forwarded from News] the news"
