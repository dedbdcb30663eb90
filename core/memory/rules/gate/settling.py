"""What a weighed draft may rest on, and how sure of it the rules can be."""

from dataclasses import replace

from core.memory.model import FactDraft, Saying, Why
from core.memory.rules.gate.clauses import sentences
from core.memory.rules.gate.model import Reason, Weighed
from core.memory.rules.gate.reading import Reading
from core.memory.rules.gate.untold import is_question
from core.memory.rules.gate.yes import ENOUGH, assent, share_said
from core.memory.rules.wording import is_untabled
from core.memory.rules.wording.content import plain
from core.memory.rules.wording.mine import MINE

UNREAD = 0.55
"""The score of what was said in a language without a table, at most.

Nobody could have told its jokes apart. It lies below what the dials keep by default, so a judge is
asked, or a second mention waited for; our guess.
"""


def settled(reading: Reading, summed: Weighed, draft: FactDraft) -> Weighed:
    """Return what was weighed for `draft`, its evidence cut to what tells of it.

    Where all of that only asks, nothing was said: `what do you know of my job?` is no evidence.
    """
    if draft.is_of_persona:
        return replace(summed, draft=draft)
    cited = telling_of(reading)
    kept = replace(draft, evidence=tuple(one.id for one in cited))
    if not cited:
        reasons = (Reason(why=Why.NO_EVIDENCE, weight=1.0),)
        return Weighed(score=0.0, why=Why.NO_EVIDENCE, draft=kept, reasons=reasons, refused=True)
    if summed.score > UNREAD and _is_unread(reading, draft):
        return replace(summed, score=UNREAD, why=summed.why or Why.UNSURE, draft=kept)
    return replace(summed, draft=kept)


def telling_of(reading: Reading) -> tuple[Saying, ...]:
    """Return the own words that tell of the statement; all that tell anything where none do.

    A yes tells what it was asked. Words of another language can't be compared: they all count.
    """
    if assent(reading) or reading.foreign or not reading.words:
        return reading.own
    told = tuple(one for one in reading.own if not _only_asks(reading, one))
    held = tuple(one for one in told if share_said(reading, one.text) > 0)
    return held or told


def _only_asks(reading: Reading, said: Saying) -> bool:
    """Return whether a message asks and tells nothing: `does my cat Tom …?` tells of a cat."""
    asked = sentences(said.text)
    if not asked or not all(is_question(reading, one) for one in asked):
        return False
    if reading.any_said("presupposed", said.text):
        return False
    share = share_said(reading, said.text)
    mine = MINE[reading.code].search(said.text) is not None
    return share == 0 or (share < ENOUGH and not mine)


def _is_unread(reading: Reading, draft: FactDraft) -> bool:
    return is_untabled(reading.said, reading.testimony.language) and not _asked_for(reading, draft)


def _asked_for(reading: Reading, draft: FactDraft) -> bool:
    """Return whether a part of the message is quoted, as where somebody asks to remember it."""
    last = reading.own[-1]
    head, end = f'{last.sender_name}: "', '"'
    if not (draft.statement.startswith(head) and draft.statement.endswith(end)):
        return False
    quoted = plain(draft.statement[len(head) : -len(end)])
    said = plain(" ".join(last.text.replace('"', "'").split()))
    return quoted in said and len(quoted) < len(said.strip(" .!"))
