from typing import Any

import pytest

from core.conversation.model import Membership, Moved, Reaction
from tests.adapters.telegram.conftest import ACCOUNT
from tests.adapters.telegram.updates import ANN, BOT, CHANNEL, DIRECT, GROUP, WHEN, said, update


def emoji(*shown: str) -> list[dict[str, str]]:
    return [{"type": "emoji", "emoji": one} for one in shown]


def custom(*ids: str) -> list[dict[str, str]]:
    return [{"type": "custom_emoji", "custom_emoji_id": one} for one in ids]


def reacted(old: object, new: object, **fields: object) -> list[Reaction]:
    body = {
        "chat": GROUP,
        "message_id": 9,
        "date": int(WHEN.timestamp()),
        "user": ANN,
        "old_reaction": old,
        "new_reaction": new,
        **fields,
    }
    body = {key: value for key, value in body.items() if value is not None}
    found = said({"update_id": 1, "message_reaction": body})
    assert all(isinstance(one, Reaction) for one in found)
    return [one for one in found if isinstance(one, Reaction)]


def test_a_reaction_names_who_and_on_what() -> None:
    (reaction,) = reacted([], emoji("👍"))

    assert (reaction.route.account, reaction.route.chat) == (ACCOUNT, "-1001")
    assert (reaction.message_id, reaction.emoji, reaction.removed) == ("9", "👍", False)
    assert (reaction.sender, reaction.sender_name) == ("telegram:7", "Ann")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(emoji("👍"), [], [("👍", True)], id="taken away"),
        pytest.param(emoji("👍"), emoji("❤"), [("👍", True), ("❤", False)], id="exchanged"),
        pytest.param(emoji("👍"), emoji("👍", "🔥"), [("🔥", False)], id="one more"),
        pytest.param(emoji("👍", "🔥"), emoji("🔥", "👍"), [], id="another order"),
        pytest.param([], custom("111"), [(":custom:", False)], id="a drawn one"),
        pytest.param(custom("1"), custom("2"), [], id="two drawn ones are told apart by nobody"),
        pytest.param(custom("1", "2"), custom("2"), [], id="one drawn one of two stays"),
        pytest.param([], [{"type": "paid"}], [("⭐", False)], id="a paid star"),
        pytest.param([], [{"type": "smell"}], [(":custom:", False)], id="a kind of later"),
    ],
)
def test_a_reaction_is_told_by_what_changed(
    old: object, new: object, told: list[tuple[str, bool]]
) -> None:
    assert [(one.emoji, one.removed) for one in reacted(old, new)] == told


def test_who_reacts_as_a_chat_is_that_chat() -> None:
    (reaction,) = reacted([], emoji("👍"), user=None, actor_chat=CHANNEL)

    assert (reaction.sender, reaction.sender_name) == ("telegram:-1009", "News")


def test_the_companion_s_own_reaction_is_known_as_its_own() -> None:
    assert [one.sender for one in reacted([], emoji("👍"), user=BOT)] == [None]


def test_a_reaction_of_nobody_is_broken() -> None:
    with pytest.raises(LookupError):
        reacted([], emoji("👍"), user=None)


def member(status: str, **fields: object) -> dict[str, Any]:
    more: dict[str, dict[str, object]] = {
        "kicked": {"until_date": 0},
        "administrator": {
            **dict.fromkeys(
                (
                    *("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages"),
                    *("can_manage_video_chats", "can_restrict_members", "can_promote_members"),
                    *("can_change_info", "can_invite_users", "can_post_stories"),
                    *("can_edit_stories", "can_delete_stories"),
                ),
                False,
            )
        },
        "restricted": {
            **dict.fromkeys(
                (
                    *("can_change_info", "can_invite_users", "can_pin_messages"),
                    *("can_send_polls", "can_send_other_messages", "can_add_web_page_previews"),
                    *("can_manage_topics", "can_send_audios", "can_send_documents"),
                    *("can_send_photos", "can_send_videos", "can_send_video_notes"),
                    *("can_send_voice_notes", "can_edit_tag", "can_react_to_messages"),
                ),
                False,
            ),
            "until_date": 0,
            "is_member": True,
            "can_send_messages": True,
        },
    }
    return {"user": BOT, "status": status, **more.get(status, {}), **fields}


@pytest.mark.parametrize(
    ("chat", "old", "new", "present", "reason"),
    [
        pytest.param(DIRECT, "member", member("kicked"), False, "blocked", id="blocked"),
        pytest.param(DIRECT, "kicked", member("member"), True, "unblocked", id="unblocked"),
        pytest.param(GROUP, "left", member("member"), True, "added", id="let in"),
        pytest.param(GROUP, "member", member("kicked"), False, "removed", id="thrown out"),
        pytest.param(GROUP, "member", member("left"), False, "removed", id="taken out"),
        pytest.param(GROUP, "member", member("administrator"), True, "administrator", id="risen"),
        pytest.param(GROUP, "administrator", member("member"), True, "member", id="fallen"),
        pytest.param(GROUP, "member", member("creator", is_anonymous=False), True, "creator",
                     id="it owns the group"),
        pytest.param(
            GROUP, "member", member("restricted", can_send_messages=False), False, "muted",
            id="silenced",
        ),
        pytest.param(GROUP, "member", member("restricted"), True, "restricted", id="may write"),
        pytest.param(
            GROUP, "member", member("restricted", is_member=False), False, "removed",
            id="restricted and not inside",
        ),
        pytest.param(
            CHANNEL, "left", member("administrator", can_post_messages=True), True, "added",
            id="let into a channel",
        ),
        pytest.param(
            CHANNEL, "administrator", member("administrator", can_post_messages=False), False,
            "muted", id="a channel where it may not post",
        ),
        pytest.param(CHANNEL, "administrator", member("member"), False, "muted",
                     id="a reader of a channel"),
    ],
)  # fmt: skip
def test_it_knows_whether_it_can_speak_in_a_chat(
    chat: dict[str, Any], old: str, new: dict[str, Any], present: bool, reason: str
) -> None:
    body = {
        "chat": chat,
        "from": ANN,
        "date": int(WHEN.timestamp()),
        "old_chat_member": member(old),
        "new_chat_member": new,
    }

    assert said({"update_id": 1, "my_chat_member": body}) == (
        Membership(account=ACCOUNT, chat=str(chat["id"]), present=present, reason=reason),
    )


def test_it_leaves_by_itself_or_is_taken_out() -> None:
    body = {
        "chat": GROUP,
        "from": BOT,
        "date": int(WHEN.timestamp()),
        "old_chat_member": member("member"),
        "new_chat_member": member("left"),
    }

    (left,) = said({"update_id": 1, "my_chat_member": body})

    assert left == Membership(account=ACCOUNT, chat="-1001", present=False, reason="left")


def test_the_old_chat_and_the_new_one_tell_the_same_move() -> None:
    old = {"id": -5, "type": "group", "title": "Friends"}

    leaving = said(update(chat=old, migrate_to_chat_id=-1001))
    arriving = said(update(chat=GROUP, sender_chat=GROUP, migrate_from_chat_id=-5))

    assert leaving == arriving == (Moved(account=ACCOUNT, old_chat="-5", new_chat="-1001"),)


def test_a_move_that_nobody_signed_is_one_too() -> None:
    assert said(update(**{"from": None}, chat=GROUP, migrate_from_chat_id=-5)) == (
        Moved(account=ACCOUNT, old_chat="-5", new_chat="-1001"),
    )
