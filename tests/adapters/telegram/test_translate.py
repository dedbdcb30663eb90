from datetime import UTC, datetime
from typing import Any

import pytest

from adapters.telegram.forms import UNKNOWN
from core.conversation.model import ChatKind, Edit, IdentityId, Inbound, Route
from tests.adapters.telegram.conftest import ACCOUNT
from tests.adapters.telegram.updates import ANN, BOT, GROUP, WHEN, heard, said, update
from tests.servers.telegram import CONTENTS


def test_a_direct_text_arrives_whole() -> None:
    assert heard(text="hi") == Inbound(
        route=Route(account=ACCOUNT, chat="7"),
        chat_kind=ChatKind.DIRECT,
        message_id="5",
        sender=IdentityId("telegram:7"),
        sender_name="Ann",
        text="hi",
        sent_at=WHEN,
        addressed=True,
        language="ru",
    )


FORMS = {
    "sticker": "[sticker: 😂]",
    "voice": "[voice 0:12]",
    "audio": "[audio: Song 3:05]",
    "photo": "[photo]",
    "video": "[video 1:01]",
    "video_note": "[video note 0:05]",
    "animation": "[animation]",
    "document": "[file: report.pdf]",
    "location": "[location]",
    "venue": "[place: Blue Cafe]",
    "contact": "[contact: Bo]",
    "poll": "[poll: Tea?]",
    "dice": "[dice: 🎲 4]",
    "story": "[story]",
    "game": "[game: Chess]",
    "unheard_of": "[unsupported message]",
}


def test_the_table_of_kinds_is_whole() -> None:
    assert set(FORMS) == set(CONTENTS)


@pytest.mark.parametrize(("kind", "form"), FORMS.items())
def test_every_kind_has_a_short_form_with_its_caption(kind: str, form: str) -> None:
    assert heard(**CONTENTS[kind]()).text == form
    assert heard(**CONTENTS[kind](), caption="look\nhere").text == f"{form} look\nhere"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        pytest.param(
            {"sticker": {**CONTENTS["sticker"]()["sticker"], "emoji": None}},
            "[sticker]",
            id="a sticker without an emoji",
        ),
        pytest.param(CONTENTS["document"](name="a\nb\u202e.pdf"), "[file: ", id="a crooked name"),
        pytest.param(
            {"document": {"file_id": "a", "file_unique_id": "b"}},
            "[file]",
            id="a file without a name",
        ),
        pytest.param(CONTENTS["voice"](seconds=3725), "[voice 62:05]", id="more than an hour"),
        pytest.param(CONTENTS["audio"](title=None), "[audio 3:05]", id="a nameless song"),
    ],
)
def test_what_is_missing_or_odd_leaves_a_form(fields: dict[str, Any], text: str) -> None:
    shown = heard(**fields).text

    assert shown.startswith(text)
    assert "\n" not in shown


@pytest.mark.parametrize(
    ("origin", "named"),
    [
        pytest.param(
            {"type": "user", "sender_user": {**ANN, "last_name": "Lee"}}, "Ann Lee", id="user"
        ),
        pytest.param({"type": "hidden_user", "sender_user_name": "Zoe\nX"}, "Zoe X", id="hidden"),
        pytest.param({"type": "chat", "sender_chat": GROUP}, "Friends", id="group"),
        pytest.param(
            {"type": "channel", "chat": {**GROUP, "type": "channel"}, "message_id": 3},
            "Friends",
            id="channel",
        ),
        pytest.param({"type": "telepathy"}, "someone", id="unknown"),
    ],
)
def test_a_forward_names_its_origin_and_is_no_command(origin: dict[str, Any], named: str) -> None:
    inbound = heard(text="/forget@other_bot", forward_origin={**origin, "date": 1})

    assert inbound.text == f"[forwarded from {named}] /forget@other_bot"


@pytest.mark.parametrize(
    "fields",
    [
        {"new_chat_members": [ANN]},
        {"left_chat_member": ANN},
        {"new_chat_title": "Old friends"},
        {"pinned_message": update(text="x")["message"]},
        {"forum_topic_created": {"name": "Cats", "icon_color": 1}},
        {"video_chat_started": {}},
        {"chat_background_set": {"type": {"type": "chat_theme", "theme_name": "x"}}},
        {"message_auto_delete_timer_changed": {"message_auto_delete_time": 5}},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_what_happens_to_a_chat_is_nothing_that_was_said(fields: dict[str, Any]) -> None:
    assert said(update(chat=GROUP, **fields)) == ()


@pytest.mark.parametrize("kind", ["business_message", "guest_message", "callback_query_of_later"])
def test_an_update_that_was_not_asked_for_is_nothing(kind: str) -> None:
    assert said(update(kind, text="x")) == ()


def test_an_edit_is_an_edit_whatever_it_says() -> None:
    when = int(WHEN.timestamp()) + 60
    raw = update("edited_message", text="/forget", edit_date=when)

    (edit,) = said(raw)
    assert edit == Edit(
        route=Route(account=ACCOUNT, chat="7"),
        message_id="5",
        text="/forget",
        edited_at=datetime.fromtimestamp(when, UTC),
    )


def test_a_thread_is_a_place_in_forums_only() -> None:
    forum = heard(chat=GROUP, text="x", message_thread_id=3, is_topic_message=True)
    replies = heard(chat=GROUP, text="x", message_thread_id=3)

    assert forum.route == Route(account=ACCOUNT, chat="-1001", thread="3")
    assert replies.route == Route(account=ACCOUNT, chat="-1001")


def test_who_speaks_as_a_chat_counts_as_a_bot() -> None:
    anonymous = heard(
        chat=GROUP,
        sender_chat=GROUP,
        text="hi",
        **{"from": {"id": 1087968824, "is_bot": True, "first_name": "Group"}},
    )

    assert anonymous.sender == "telegram:-1001"
    assert anonymous.sender_name == "Friends"
    assert anonymous.from_bot


def test_another_bot_is_known_as_one() -> None:
    assert heard(text="hi", **{"from": {**BOT, "id": 9}}).from_bot


@pytest.mark.parametrize(
    ("first", "last", "name"),
    [
        ("Ann", "Lee", "Ann Lee"),
        ("An\nn", "\tLee ", "An n Lee"),
        ("\x00", None, "someone"),
        ("A\ud800", None, "A\ufffd"),
    ],
)
def test_a_name_is_one_clean_line(first: str, last: str | None, name: str) -> None:
    sender = {**ANN, "first_name": first, "last_name": last}

    assert heard(text="x", **{"from": sender}).sender_name == name


def test_albums_replies_and_odd_languages() -> None:
    inbound = heard(
        **CONTENTS["photo"](),
        media_group_id="g1",
        reply_to_message={**update(text="x")["message"], "message_id": 3},
        **{"from": {**ANN, "language_code": "no such tag!"}},
    )

    assert (inbound.album, inbound.reply_to, inbound.language) == ("g1", "3", None)


def test_a_text_fits_every_database() -> None:
    assert heard(text="a\x00b \ud83d c \ud83d\ude02").text == "ab \ufffd c 😂"


def test_a_message_that_nobody_sent_is_nothing() -> None:
    assert said(update(**{"from": None}, text="x")) == ()


def test_the_unknown_is_named_as_such() -> None:
    assert FORMS["unheard_of"] == UNKNOWN
