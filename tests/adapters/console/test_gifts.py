"""What a console can do beyond words: it writes files, and takes nothing back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from core.conversation.model import Attachment, AttachmentKind
from core.engine.model import BubbleKind, Gifts, Missing, Outbound, Refused
from tests.adapters.console.talk import Talk


def test_it_writes_files_and_has_no_other_gift() -> None:
    assert Talk("lines").messenger.gifts == Gifts(files=True)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({"kind": BubbleKind.REACTION, "reply_to": "1"}, id="a reaction"),
        pytest.param({"amends": "1"}, id="a change"),
        pytest.param({"kind": BubbleKind.PICTURE, "picture": b"png"}, id="a picture"),
        pytest.param({"kind": BubbleKind.REMOVAL, "amends": "1"}, id="a removal"),
    ],
)
async def test_what_is_no_new_text_is_refused_for_good(asked: dict[str, object]) -> None:
    talk = Talk("lines")
    plain = Outbound(route=talk.console.route, text="❤", key="k")
    await talk.messenger.typing(talk.console.route)
    status = talk.console.status

    outcome = await talk.messenger.send(replace(plain, **asked))  # type: ignore[arg-type]

    assert isinstance(outcome, Refused)
    assert talk.console.status == status
    talk.clock.advance(talk.clock.now() + timedelta(seconds=6))
    assert talk.console.status != status


async def test_there_is_nothing_to_fetch() -> None:
    voice = Attachment(kind=AttachmentKind.VOICE, handle="v1")

    assert isinstance(await Talk("lines").messenger.fetch(voice, 1000), Missing)
