"""`/timezone`, `/language`, `/link`, `/unlink` and `/share`, as they are answered."""

import re
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.admin.commands.linking import LINKED_MOST, TRIES
from core.admin.entries.people import people
from core.admin.model import LABEL_MOST, Access, Invocation, Told, new_code
from core.admin.service import Dispatcher
from core.conversation.model import (
    AccountId,
    ChatKind,
    ConversationId,
    IdentityId,
    Inbound,
    Route,
)
from core.engine.memory.conversations import Conversations
from core.engine.memory.messages import Messages
from core.engine.model import Lane
from core.phrases import LANGUAGES, CommandLine, PeopleLine, phrase
from tests.core.admin.recollections import ANA, BEN, conversation, learn
from tests.core.admin.shelf import MINA, NOW, OneShelf, invocation

DISPATCHER = Dispatcher(people(Random(1)), Access())
ANA_THERE = IdentityId("discord:9")
HOSTILE = (
    "**Lisbon** <@1> @everyone [x](https://evil.example)",
    "\x00\x1b[31m\u202e\ufeff",
    "x" * 5000,
    "'; DROP TABLE links; --",
    "../../../etc/passwd",
    "{got} {form} {0}",
    "#1 with 99999999999999999999999",
)


def run(shelf: OneShelf, line: str, sender: IdentityId = ANA, **changes: object) -> Told:
    """Return the whole answer to a line."""
    name, _, arguments = line.partition(" ")
    call: Invocation = replace(
        invocation(name, arguments=arguments),
        sender=sender,
        persons=shelf.links.of(sender),
        **changes,  # type: ignore[arg-type]  # of any field
    )
    return DISPATCHER.run(call, shelf)


def told(shelf: OneShelf, line: str, sender: IdentityId = ANA, **changes: object) -> str:
    return run(shelf, line, sender, **changes).text


def room_with(shelf: OneShelf, text: str, by: IdentityId = ANA) -> ConversationId:
    """Return a room in which somebody says something."""
    route = Route(account=AccountId("main"), chat="-100")
    place = Conversations(shelf.state).find_or_create(MINA, route, ChatKind.GROUP, NOW)
    heard = Inbound(
        route=route,
        chat_kind=ChatKind.GROUP,
        message_id=f"room-{len(shelf.state.kept)}",
        sender=by,
        sender_name="someone",
        text=text,
        sent_at=NOW,
        addressed=True,
    )
    Messages(shelf.state).add(place, heard, NOW, lane=Lane.TALK, silence=None)
    return place.id


def code_of(shelf: OneShelf, sender: IdentityId = ANA) -> str:
    found = re.search(r"/link ([2-9A-Z]{8})", told(shelf, "link", sender))
    assert found is not None
    return found[1]


def link(shelf: OneShelf, one: IdentityId, other: IdentityId) -> str:
    told(shelf, f"link agree {code_of(shelf, one)}", other)
    return told(shelf, f"link yes {other.partition(':')[2]}", one)


def lines_of(answer: Told) -> list[str]:
    return [choice.line for choice in answer.choices]


def test_a_zone_is_told_set_and_forgotten() -> None:
    shelf = OneShelf()

    assert phrase(PeopleLine.ZONE_NONE, "en") in told(shelf, "timezone")
    assert told(shelf, "timezone tokyo") == (
        "Got it: where you live it is Sat 2026-01-31 19:00 (Asia/Tokyo)."
    )
    assert "19:00 (Asia/Tokyo)" in told(shelf, "timezone")
    assert told(shelf, "timezone OFF") == phrase(PeopleLine.ZONE_OFF, "en")
    assert shelf.state.people == {}


def test_an_offset_is_refused_with_the_reason_and_a_place_that_has_it() -> None:
    answer = told(OneShelf(), "timezone UTC+3")

    assert "summer time" in answer
    assert "`/timezone Europe/Istanbul`, where it is 13:00 now" in answer


def test_what_is_near_an_unknown_place_is_offered_by_buttons() -> None:
    answer = run(OneShelf(), "timezone Lissabon")

    assert [choice.line for choice in answer.choices] == ["/timezone Europe/Lisbon"]
    assert "`/timezone Europe/Lisbon`" in answer.text


def test_a_place_is_suggested_with_its_clock() -> None:
    call = invocation("timezone", arguments="lisb")

    (first,) = DISPATCHER.suggest(call, OneShelf(), "place")

    assert (first.label, first.value) == ("Europe/Lisbon (10:00)", "Europe/Lisbon")
    suggested = DISPATCHER.suggest(invocation("timezone"), OneShelf(), "place")
    assert len(suggested) == 25
    (german,) = DISPATCHER.suggest(invocation("language", arguments="deu"), OneShelf(), "name")
    assert german.value == "de"


@pytest.mark.parametrize("typed", ["German", "Deutsch", "de", "DE-at"])
def test_a_language_is_taken_by_any_of_its_names_and_answered_in_it(typed: str) -> None:
    shelf = OneShelf()

    assert told(shelf, f"language {typed}") == "Ab jetzt sprechen wir Deutsch."
    assert shelf.people.get(ANA).language == "de"


def test_a_language_without_lines_is_taken_for_the_talk_alone() -> None:
    shelf = OneShelf()

    answer = told(shelf, "language French")

    assert answer.startswith("From now on I talk in Français with you. Commands stay English")
    assert shelf.people.get(ANA).language == "fr"


def test_auto_goes_by_the_app_again_for_all_accounts() -> None:
    shelf = OneShelf()
    link(shelf, ANA, ANA_THERE)
    told(shelf, "language de", ANA_THERE)

    told(shelf, "language auto")

    assert shelf.state.people == {}


def test_the_language_in_use_is_told_with_all_that_have_lines() -> None:
    answer = run(OneShelf(), "language")

    assert "English" in answer.text
    assert [one.line for one in answer.choices] == [f"/language {one}" for one in LANGUAGES]


def test_who_guesses_codes_is_stopped_and_learns_nothing() -> None:
    shelf = OneShelf()
    code = code_of(shelf)
    wrong = [told(shelf, f"link {new_code(Random(n))}", BEN) for n in range(9, 9 + TRIES)]
    stopped = told(shelf, f"link {code}", BEN)
    later = told(shelf, f"link {code}", BEN, now=NOW + timedelta(hours=2))

    assert len(set(wrong)) == 1
    assert stopped == phrase(PeopleLine.LINK_TRIES, "en")
    assert later == phrase(PeopleLine.LINK_OVER, "en")
    assert "42" not in "".join((*wrong, stopped, later))
    assert "Telegram" in told(shelf, f"link {code_of(shelf)}", ANA_THERE)  # others may still


def test_a_code_is_kept_as_a_hash_alone() -> None:
    shelf = OneShelf()

    code = code_of(shelf)

    assert code not in repr(shelf.state)


def test_a_new_code_takes_the_place_of_the_old_one() -> None:
    shelf = OneShelf()
    old, new = code_of(shelf), code_of(shelf)

    assert phrase(PeopleLine.LINK_WRONG, "en") in told(shelf, f"link {old}", ANA_THERE)
    assert "Telegram" in told(shelf, f"link {new}", ANA_THERE)


def test_agreeing_twice_links_once_and_before_it_was_given_not_at_all() -> None:
    shelf = OneShelf()
    code = code_of(shelf)

    assert told(shelf, "link yes") == phrase(PeopleLine.LINK_WAITS, "en")
    assert told(shelf, "link yes 9") == phrase(PeopleLine.LINK_WAITS, "en")
    told(shelf, f"link agree {code}", ANA_THERE)
    told(shelf, f"link agree {code}", ANA_THERE)
    assert "Discord (`9`)" in told(shelf, "link yes 9")
    assert phrase(PeopleLine.LINK_NO_CODE, "en") in told(shelf, "link yes 9")
    again = told(shelf, f"link {code_of(shelf, ANA_THERE)}")
    assert again == phrase(PeopleLine.LINK_ALREADY, "en")


@pytest.mark.parametrize("line", ["link {}", "start link-{}", "link code {}"])
def test_a_code_warns_and_asks_and_is_not_taken(line: str) -> None:
    shelf = OneShelf()
    code = code_of(shelf)

    asked = run(shelf, line.format(code), ANA_THERE)

    assert "Telegram" in asked.text
    assert ANA.partition(":")[2] not in asked.text
    assert f"`/link agree {code}`" in asked.text
    assert lines_of(asked) == [f"/link agree {code}", "/link no"]
    assert told(shelf, "link yes") == phrase(PeopleLine.LINK_WAITS, "en")


def test_a_code_is_agreed_to_as_it_is_typed() -> None:
    shelf = OneShelf()
    code = code_of(shelf)

    agreed = told(shelf, f"link agree {code.lower()[:4]}-{code[4:]}", ANA_THERE)

    assert agreed == phrase(PeopleLine.LINK_GIVEN, "en", where="Telegram", yes="/link yes")


def test_who_agrees_to_no_code_hears_how_it_is_written() -> None:
    shelf = OneShelf()

    assert "`/link agree K7PQ2MXA`" in told(shelf, "link agree")
    assert shelf.state.link_tries == {}


def test_wrong_codes_are_tries_also_where_they_are_agreed_to() -> None:
    shelf = OneShelf()
    for number in range(TRIES):
        told(shelf, f"link agree {new_code(Random(number + 9))}", BEN)

    stopped = told(shelf, f"link agree {code_of(shelf)}", BEN)

    assert stopped == phrase(PeopleLine.LINK_TRIES, "en")
    assert told(shelf, "link yes") == phrase(PeopleLine.LINK_WAITS, "en")


@pytest.mark.parametrize("number", ["", " 8", " 99", " yes", " discord:9", " 9 9", *HOSTILE])
def test_only_the_number_that_gave_the_code_joins(number: str) -> None:
    shelf = OneShelf()
    told(shelf, f"link agree {code_of(shelf)}", ANA_THERE)

    asked = run(shelf, f"link yes {number}")

    assert "Discord (`9`)" in asked.text
    assert lines_of(asked) == ["/link yes 9", "/link no"]
    assert shelf.links.of(ANA) == {ANA}
    assert "Done" in told(shelf, "link yes 9")
    assert shelf.links.of(ANA) == {ANA, ANA_THERE}


def test_a_stranger_who_gave_the_code_first_is_shown_and_declined() -> None:
    shelf = OneShelf()
    code = code_of(shelf)
    told(shelf, f"link agree {code}", BEN)

    late = told(shelf, f"link {code}", ANA_THERE)
    asked = told(shelf, "link yes")
    declined = told(shelf, "link no")

    assert late == phrase(PeopleLine.LINK_USED, "en")
    assert f"`{BEN.partition(':')[2]}`" in asked
    assert declined == phrase(PeopleLine.LINK_DROPPED, "en")
    assert phrase(PeopleLine.LINK_NO_CODE, "en") in told(shelf, "link yes")
    assert shelf.links.of(ANA) == {ANA}


def test_whoever_gave_a_code_may_refuse_until_it_is_agreed_to() -> None:
    shelf = OneShelf()
    told(shelf, f"link agree {code_of(shelf)}", ANA_THERE)

    refused = told(shelf, "link no", ANA_THERE)

    assert refused == phrase(PeopleLine.LINK_DECLINED, "en")
    assert phrase(PeopleLine.LINK_NO_CODE, "en") in told(shelf, "link yes 9")
    assert shelf.links.of(ANA) == {ANA}


def test_a_person_has_no_more_accounts_than_a_few() -> None:
    shelf = OneShelf()
    for number in range(1, LINKED_MOST):
        link(shelf, ANA, IdentityId(f"discord:{number}"))

    refused = link(shelf, ANA, IdentityId("discord:99"))

    assert refused == phrase(PeopleLine.LINK_FULL, "en", most=str(LINKED_MOST))
    assert len(shelf.links.of(ANA)) == LINKED_MOST


def test_one_account_parts_after_a_question() -> None:
    shelf = OneShelf()
    link(shelf, ANA, ANA_THERE)

    asked = run(shelf, "unlink")
    done = told(shelf, "unlink yes")

    assert phrase(PeopleLine.UNLINK_ASK, "en") in asked.text
    assert done == phrase(PeopleLine.UNLINKED, "en", who="Discord (`9`)")
    told(shelf, "unlink")
    assert told(shelf, "unlink yes") == phrase(PeopleLine.UNLINK_NONE, "en")


@pytest.mark.parametrize(
    "line",
    [
        "link",
        "link K7PQ2MXA",
        "link agree K7PQ2MXA",
        "link yes",
        "link yes 9",
        "link no",
        "unlink",
        "share list",
    ],
)
def test_what_is_between_two_is_not_told_in_a_room(line: str) -> None:
    shelf = OneShelf()

    assert told(shelf, line, chat_kind=ChatKind.GROUP) == phrase(CommandLine.IN_DIRECT, "en")
    assert shelf.state.link_codes == {}


def test_rooms_are_known_again_by_ones_own_words() -> None:
    shelf = OneShelf()
    learn(shelf, "Ana lives in Porto.")
    conversation(shelf)
    place = room_with(shelf, "see **you** at eight")
    room_with(shelf, "a secret of Ben", BEN)

    answer = run(shelf, "share #1")

    assert "“see you at eight”" in answer.text
    assert "secret" not in answer.text
    (choice,) = answer.choices
    assert choice.line == f"/share #1 with {place}"
    assert len(choice.label) <= LABEL_MOST
    assert "may come up in room" in told(shelf, choice.line.removeprefix("/"))


def test_what_is_of_others_and_what_is_not_there_get_the_same_answer() -> None:
    shelf = OneShelf()
    learn(shelf, "Ben has a canary.", BEN)
    learn(shelf, "Ana sings.", place=room_with(shelf, "I sing"))

    answers = {told(shelf, f"share #{n}").replace(f"#{n}", "#") for n in (1, 2, 99)}

    assert answers == {phrase(PeopleLine.SHARE_NO_SUCH, "en", refs="`#`")}


@pytest.mark.parametrize("name", ["timezone", "language", "link", "unlink", "share", "share back"])
@pytest.mark.parametrize("given", HOSTILE)
def test_hostile_arguments_get_a_harmless_answer(name: str, given: str) -> None:
    shelf = OneShelf()

    answer = run(shelf, f"{name} {given}")

    assert "@everyone" not in re.sub("`[^`]*`", "", answer.text)
    assert "https://" not in re.sub("`[^`]*`", "", answer.text)
    assert "\x1b" not in answer.text
    assert len(answer.text) < 1000
    assert shelf.state.people == {}


@given(
    name=st.sampled_from(["timezone", "language", "link", "share", "share back", "share list"]),
    given=st.text(max_size=200),
)
def test_nothing_that_is_typed_raises(name: str, given: str) -> None:
    shelf = OneShelf()
    learn(shelf, "Ana sings.")

    assert told(shelf, f"{name} {given}").strip()
