"""What an owner writes into memory: weighed as own words, and refused like anybody's."""

from dataclasses import replace
from datetime import datetime

from core.conversation.model import ConversationId, IdentityId, MessageId
from core.memory.model import EVERYONE, PERSONA, FactDraft, Saying, Subject, direct
from core.memory.rules.attributes import attribute_of
from core.memory.rules.gate import Testimony, Weighed, weigh
from core.persona.model import SpaceId

SOURCE = "circadia.command"
"""Of what an owner wrote by a command."""
IMPORTANCE = 0.7
"""Of what somebody took the trouble to write; our guess."""
_TERMINAL = IdentityId("circadia:terminal")
"""Who writes where nobody is known: whoever has the database is its owner."""


def draft_of(
    space: SpaceId, subject: Subject, statement: str, owner: IdentityId | None
) -> FactDraft:
    """Return what an owner wrote of the persona, for everyone, or of a person, for that person.

    `owner` is None in the terminal. A blank statement is an error.
    """
    return FactDraft(
        space=space,
        subject=subject,
        statement=" ".join(statement.split()),
        audience=EVERYONE if subject == PERSONA else direct(subject),
        source=SOURCE,
        speaker=owner,
        importance=IMPORTANCE,
    )


def weighed(
    draft: FactDraft, now: datetime, *, companion: str, language: str | None = None
) -> Weighed:
    """Return `draft` weighed by the gate as if its owner had said it, word for word, at `now`.

    It rests on no message, so it has no evidence. `companion` is the persona's name.
    """
    owner = draft.speaker or _TERMINAL
    said = Saying(
        id=MessageId(0),
        conversation=ConversationId(0),
        by_companion=False,
        sender=owner,
        sender_name="",
        text=draft.statement,
        sent_at=now,
        audience=draft.audience,
    )
    testimony = Testimony(
        evidence=(said,),
        companion_names=(companion,),
        same_person=frozenset((owner,)),
        taught=draft.is_of_persona,
        language=language,
    )
    attribute = attribute_of(draft.statement, language)
    as_said = replace(
        draft,
        speaker=owner,
        evidence=(said.id,),
        attribute=None if attribute is None else attribute.name,
    )
    found = weigh(as_said, testimony)
    return replace(found, draft=replace(found.draft, speaker=draft.speaker, evidence=()))
