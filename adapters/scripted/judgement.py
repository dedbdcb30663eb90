"""A judgement role with its mind made up."""

from collections.abc import Iterable

from core.conversation.model import Judgement, Purse, Usage
from core.errors import CircadiaError


class ScriptedJudgement:
    """The port JudgementRole: the scores in order, then always 0.0; an error is raised."""

    def __init__(self, scores: Iterable[float | CircadiaError] = (), *, costs: int = 0) -> None:
        """Give `scores`, 0.0 to 1.0; each takes `costs` tokens, an error none."""
        self.asked: list[tuple[str, str]] = []
        """Questions with their material, oldest first."""
        self._scores = list(scores)
        self._costs = costs

    @property
    def most_tokens(self) -> int:
        """Return what one judgement takes."""
        return self._costs

    async def judge(self, question: str, material: str, purse: Purse) -> Judgement:
        """Return the next score, or raise the next error."""
        self.asked.append((question, material))
        score = self._scores.pop(0) if self._scores else 0.0
        if isinstance(score, CircadiaError):
            raise score
        purse.pay(Usage(tokens_in=self._costs, calls=1))
        return Judgement(score=score, reason="the script says so")
