"""What a person is told of what they asked to be kept."""

import pytest

from core.memory.model import Drop, FactId, Keep, Merge, Quarantine, Supersede, Verdict, Why
from core.memory.service.heeding import refusal
from tests.core.memory.gate_builders import draft


@pytest.mark.parametrize(
    ("verdict", "why"),
    [
        pytest.param(Keep(draft=draft()), None, id="new"),
        pytest.param(Merge(draft=draft(), into=FactId(1)), None, id="known"),
        pytest.param(Supersede(draft=draft(), old=(FactId(1),)), None, id="takes a place"),
        pytest.param(Drop(why=Why.RECALLED), None, id="it was recalled, so it is known"),
        pytest.param(Drop(why=Why.SECRET), Why.SECRET, id="dropped"),
        pytest.param(Quarantine(draft=draft(), why=Why.JOKE), Why.JOKE, id="set aside"),
    ],
)
def test_only_what_is_not_kept_is_refused(verdict: Verdict, why: Why | None) -> None:
    assert refusal(verdict) is why
