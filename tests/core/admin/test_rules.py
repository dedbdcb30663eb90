import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.model import Access, Right
from core.admin.rules import nearest, parse_command, right_of
from core.conversation.model import IdentityId

ANNA = IdentityId("telegram:42")


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        pytest.param("/help", "help", "", id="bare"),
        pytest.param("/HeLp", "help", "", id="in any case"),
        pytest.param("/say  two  blanks ", "say", " two  blanks ", id="arguments as they are"),
        pytest.param("/say\nline\nline", "say", "line\nline", id="a line break ends the name"),
        pytest.param("/say\r\nline", "say", "line", id="a break of two characters is one"),
        pytest.param("/say\tx", "say", "x", id="a tab ends the name"),
        pytest.param("/say\u3000猫", "say", "猫", id="a wide blank ends the name"),
        pytest.param("/forget-me", "forget_me", "", id="a hyphen is an underscore"),
        pytest.param("/a1_b", "a1_b", "", id="digits and underscores"),
        pytest.param("/" + "a" * 32, "a" * 32, "", id="the longest name"),
        pytest.param("/say /help", "say", "/help", id="a slash in the arguments"),
    ],
)
def test_a_command_is_a_name_and_what_follows(text: str, name: str, arguments: str) -> None:
    assert parse_command(text) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("/", id="a lone slash"),
        pytest.param("/ not a command", id="a blank after the slash"),
        pytest.param("//x", id="two slashes"),
        pytest.param("/usr/bin", id="a path"),
        pytest.param("/1", id="a digit first"),
        pytest.param("/_x", id="an underscore first"),
        pytest.param("/привет", id="other letters"),
        pytest.param("/help!", id="a mark behind the name"),
        pytest.param("/help@otherbot", id="for another bot"),
        pytest.param(" /help", id="a blank first"),
        pytest.param("\n/help", id="on the second line"),
        pytest.param("please /help", id="in the middle"),
        pytest.param("/" + "a" * 33, id="too long for a name"),
        pytest.param("/\u212aelvin", id="a letter that only folds to one of ours"),
    ],
)
def test_everything_else_is_talk(text: str) -> None:
    assert parse_command(text) is None


@given(st.text())
def test_a_text_that_is_a_command_holds_its_arguments_at_its_end(text: str) -> None:
    spoken = parse_command("/" + text)

    assert spoken is None or text.endswith(spoken.arguments)


@pytest.mark.parametrize(
    ("access", "sender", "chat", "right"),
    [
        pytest.param(Access(), ANNA, "42", Right.STRANGER, id="empty lists let nobody in"),
        pytest.param(Access(owners=frozenset({ANNA})), ANNA, "42", Right.OWNER, id="an owner"),
        pytest.param(
            Access(owners=frozenset({ANNA}), friends=frozenset({ANNA})),
            ANNA,
            "42",
            Right.OWNER,
            id="the higher of two rights",
        ),
        pytest.param(Access(friends=frozenset({ANNA})), ANNA, "-1", Right.FRIEND, id="a friend"),
        pytest.param(
            Access(friends=frozenset({IdentityId("discord:42")})),
            ANNA,
            "42",
            Right.STRANGER,
            id="the same number elsewhere is someone else",
        ),
        pytest.param(
            Access(owners=frozenset({IdentityId("telegram:4")})),
            ANNA,
            "42",
            Right.STRANGER,
            id="a number that begins alike",
        ),
        pytest.param(
            Access(rooms=frozenset({"telegram:-100"})), ANNA, "-100", Right.FRIEND, id="a room"
        ),
        pytest.param(
            Access(rooms=frozenset({"telegram:-100"})),
            ANNA,
            "42",
            Right.STRANGER,
            id="a guest of a room, outside it",
        ),
        pytest.param(
            Access(rooms=frozenset({"discord:-100"})),
            ANNA,
            "-100",
            Right.STRANGER,
            id="a room of another platform",
        ),
        pytest.param(Access(public=True), ANNA, "42", Right.FRIEND, id="public lets strangers in"),
        pytest.param(
            Access(public=True, owners=frozenset({IdentityId("telegram:1")})),
            ANNA,
            "42",
            Right.FRIEND,
            id="public makes no owner",
        ),
    ],
)
def test_rights_go_by_stable_ids(
    access: Access, sender: IdentityId, chat: str, right: Right
) -> None:
    assert right_of(access, sender, chat) is right


@pytest.mark.parametrize("name", ["telegram:@anna", "@anna", "anna", "", "telegram:", "42"])
def test_a_name_that_can_change_hands_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="never by names"):
        Access(owners=frozenset({IdentityId(name)}))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        pytest.param("qiet", ["quiet"], id="a letter is missing"),
        pytest.param("stat", ["status"], id="cut short"),
        pytest.param("xyzzy", [], id="like nothing"),
    ],
)
def test_the_nearest_names_are_found(name: str, near: list[str]) -> None:
    assert nearest(name, ["help", "status", "quiet"]) == near
