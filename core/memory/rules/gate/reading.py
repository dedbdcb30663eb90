"""One draft beside its words, taken apart once for all that look at it."""

from dataclasses import dataclass
from functools import cached_property

from core.memory.model import FactDraft, Saying
from core.memory.rules.gate.clauses import carrying, parts, sentences, telling
from core.memory.rules.gate.model import Testimony
from core.memory.rules.wording import Wording, guess, wordings_for
from core.memory.rules.wording.content import plain, says, weighty
from core.patterns import Pattern

NEAR = 3
"""Own messages before and after that still belong to what was said."""
FAR = 8
"""Messages of anybody before, among which a scene is looked for."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A draft, and the subject's own messages that it cites."""

    draft: FactDraft
    testimony: Testimony
    own: tuple[Saying, ...]
    """The evidence that the subject said; never empty."""
    whole: str
    """The statement with its dates; `statement` may lack those that were said."""

    @property
    def statement(self) -> str:
        """Return what the draft says."""
        return self.draft.statement

    @cached_property
    def said(self) -> str:
        """Return the own words, a line a message."""
        return "\n".join(one.text for one in self.own)

    @cached_property
    def code(self) -> str:
        """Return the language of the own words; that of the statement where they are few."""
        return guess(self.said, guess(self.statement, self.testimony.language))

    @cached_property
    def foreign(self) -> bool:
        """Return whether statement and words are of two languages, so can't be compared."""
        other = guess(self.statement, self.code)
        return other != self.code and len(self.said.split()) > 2

    @cached_property
    def tables(self) -> tuple[Wording, ...]:
        """Return the tables for what was said."""
        return wordings_for(self.said, guess(self.statement, self.testimony.language))

    @cached_property
    def statement_tables(self) -> tuple[Wording, ...]:
        """Return the tables for the statement."""
        return wordings_for(self.statement, self.testimony.language)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the statement's words of weight, without the subject's name."""
        code = self.statement_tables[0].code
        names = set(weighty(self.testimony.subject_name)) | {plain(self.testimony.subject_name)}
        words = [word for word in weighty(self.statement, code) if word not in names]
        source = plain(self.said)
        if words and self._leads(words[0]) and not says(source, words[0], self.code):
            words = words[1:]
        return tuple(words)

    def _leads(self, word: str) -> bool:
        """Return whether `word` stands at the start: a name in another script, or inflected."""
        return word in plain(self.statement)[: len(word) + 4]

    @cached_property
    def bearing(self) -> tuple[str, ...]:
        """Return the sentences that carry the statement."""
        return carrying(sentences(self.said), self.words, self.code)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Return the parts between commas that carry most of the statement."""
        return carrying(parts(self.said), self.words, self.code)

    @cached_property
    def touching(self) -> tuple[str, ...]:
        """Return the sentences that carry any of it."""
        return telling(sentences(self.said), self.words, self.code)

    @cached_property
    def before(self) -> tuple[Saying, ...]:
        """Return what anybody said before the first own message, the nearest last."""
        earlier = [one for one in self.testimony.around if one.id < self.own[0].id]
        return tuple(earlier[-FAR:])

    @cached_property
    def lead(self) -> tuple[Saying, ...]:
        """Return the subject's last messages before, the nearest last."""
        return tuple(one for one in self.before[-NEAR:] if one.sender == self.own[0].sender)

    @cached_property
    def after(self) -> tuple[Saying, ...]:
        """Return the subject's next messages behind the first own one, the nearest first."""
        later = [
            one
            for one in self.testimony.around
            if one.id > self.own[0].id and one.sender == self.own[0].sender
        ]
        return tuple(later[:NEAR])

    @cached_property
    def question(self) -> Saying | None:
        """Return what the companion said just before the first own message, if it did."""
        last = self.before[-1] if self.before else None
        return last if last is not None and last.by_companion else None

    def any_said(self, kind: str, *texts: str) -> bool:
        """Return whether a pattern of what was said is in one of `texts`, or in all words."""
        patterns: list[Pattern] = [getattr(table, kind) for table in self.tables]
        return any(one.search(text) for one in patterns for text in (texts or (self.said,)))

    def any_stated(self, kind: str) -> bool:
        """Return whether a pattern is in the statement."""
        patterns: list[Pattern] = [getattr(table, kind) for table in self.statement_tables]
        return any(one.search(self.statement) for one in patterns)
