"""What was said and not meant: scenes, stories, jokes, quotes, hypotheses."""

import re
from functools import partial

from core.memory.model import Saying, Why
from core.memory.rules.gate.clauses import parts
from core.memory.rules.gate.model import Reason
from core.memory.rules.gate.others import first_doer
from core.memory.rules.gate.reading import NEAR, Reading
from core.memory.rules.wording.content import plain, says
from core.memory.rules.wording.liking import LIKING
from core.patterns import Pattern

_ACTION = Pattern(r"(?<!\*)\*(?!\*)[^*\n]{3,}\*(?!\*)|(?<!_)_[^_\n]{8,}_(?!_)|^/me\b", re.MULTILINE)
_ASIDE = Pattern(r"\(\(.+?\)\)|//.+|\[ooc.*?\]|^\s*[（(].{6,}[）)]\s*$", re.IGNORECASE | re.DOTALL)
_FORWARD = Pattern(
    r"^\W{0,3}[\[(（【][^\])）】\n]{0,40}(?:forward|fwd|weitergeleitet|reenviad|переслан|転送|전달|transféré|inoltrat|复制|轉發|转发|복붙|copy|コピペ|kopiert|copiad|скопир)"
    r"[^\])）】\n]{0,40}[\])）】]|^\s*(?:fwd?|wg|rv|tr)\s*:|コピペ|복붙|copy-?paste|copypasta|копипаст|↓",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTED = Pattern(
    r"“([^”]+)”|„([^“”]+)[“”]|\"([^\"]+)\"|«([^»]+)»|「([^」]+)」|『([^』]+)』|(?<!\w)'([^']{12,})'(?!\w)|^>\s?(.+)$|^♪(.+)$",
    re.MULTILINE,
)
_LINK = Pattern(r"https?://\S+|www\.\S+")
_LAUGH = Pattern(
    r"\b(?:a*(?:ha){2,}h?|(?:he){2,}|lo+l|lmf?ao+|rofl|xd+|(?:ja){2,}j?|(?:je){2,}|mdr|ptdr|kek)\b|😂|🤣|😹|😆|😜|🤪|💀"
    r"|ㅋ{2,}|ㅎ{2,}|[wｗ]{2,}(?=$|\s|。)|(?<=[ぁ-んァ-ヶ一-龯])[wｗ](?=$|\s|。)|草(?=$|\s|。)|[（(]笑[）)]|笑(?=$|。|\s)"
    r"|\b(?:а*(?:ха){2,}х?|(?:ах){2,}а?|лол|ржу)\b|\){3,}",
    re.IGNORECASE,
)
_SARCASM = Pattern(r"🙃|🙄|😒|/s\b|😏")
_PLAYED = Pattern(r"[0-9]{2,3} ?%")
_NARRATOR = {
    "ja": Pattern(r"僕|私|俺|わたし|ぼく|おれ|自分|ました|だった"),
    "ko": Pattern(r"나는|내가|저는|제가|나를|내 |제 |했다|었다|았다|였다|거든요"),
}


def unreal(reading: Reading) -> list[Reason]:
    """Return what speaks for its not being meant."""
    found = (_forwarded(reading), _quoted(reading), _fiction(reading), _joke(reading))
    return [one for one in (*found, _irony(reading), _hypothetical(reading)) if one is not None]


def _forwarded(reading: Reading) -> Reason | None:
    if any(_FORWARD.search(one.text) for one in reading.own):
        return Reason(why=Why.QUOTED, weight=0.9)
    if _LINK.sub("", reading.said).strip() == "":
        return Reason(why=Why.QUOTED, weight=0.9)
    return None


def _quoted(reading: Reading) -> Reason | None:
    """A quotation counts where what carries the statement stands inside, and tells of an `I`.

    What somebody wrote *about* a person, such as a diagnosis, is that person's own news.
    """
    whole = " ".join("".join(found) for found in _QUOTED.findall(reading.said))
    code, words = reading.code, reading.words
    if whole and words:
        outside = plain(_QUOTED.sub(" ", reading.said))
        inner = [word for word in words if says(plain(whole), word, code)]
        only = [word for word in inner if not says(outside, word, code)]
        if only and len(only) >= 0.5 * len(inner):
            led = reading.any_said("reported", outside) or reading.any_said("fiction", outside)
            if _has_narrator(reading, whole) or (led and len(whole.split()) > 3):
                return Reason(why=Why.QUOTED, weight=0.8)
            return Reason(why=Why.QUOTED, weight=0.15)
    told = [*reading.bearing, *(one.text for one in reading.lead[-1:] if _ends_open(one.text))]
    if reading.any_said("reported", *told) and not any(
        map(partial(first_doer, reading), reading.parts)
    ):
        return Reason(why=Why.QUOTED, weight=0.5)
    return None


def _ends_open(text: str) -> bool:
    return text.rstrip().endswith((":", "：", "…", "↓"))


def _has_narrator(reading: Reading, text: str) -> bool:
    known = _NARRATOR.get(reading.code)
    return reading.any_said("first", text) or (known is not None and bool(known.search(text)))


def _fiction(reading: Reading) -> Reason | None:
    scene = _in_scene(reading)
    if scene is not None:
        return scene
    lead = [one.text for one in reading.lead[-2:]]
    if reading.any_said("fiction", *reading.bearing, *_opening(reading)):
        return Reason(why=Why.FICTION, weight=0.7)
    if reading.any_said("fiction", *lead, reading.said):
        return Reason(why=Why.FICTION, weight=0.6)
    if any(reading.any_said("fiction", one.text) for one in reading.after[:1]):
        return Reason(why=Why.FICTION, weight=0.4)
    return None


def _opening(reading: Reading) -> tuple[str, ...]:
    return parts(reading.said)[:1]


def _in_scene(reading: Reading) -> Reason | None:
    """A scene is played with *actions*, or was agreed on; an aside in it is real."""
    played = any(_ACTION.search(one.text) for one in reading.own)
    around = (*reading.before, *reading.testimony.around[-NEAR:])
    acting = sum(bool(_ACTION.search(one.text)) for one in reading.before)
    agreed = _agreed(reading, around)
    if not (played or acting or agreed):
        return None
    if _is_aside(reading):
        return None
    if played and not agreed and acting == 0 and not _inside_action(reading):
        return Reason(why=Why.FICTION, weight=0.35)
    return Reason(why=Why.FICTION, weight=0.8)


def _inside_action(reading: Reading) -> bool:
    """Return whether the words of the statement stand with an action in the same message."""
    return any(
        _ACTION.search(one.text)
        and any(says(plain(one.text), w, reading.code) for w in reading.words)
        for one in reading.own
    )


def _agreed(reading: Reading, around: tuple[Saying, ...]) -> bool:
    texts = [one.text for one in around] + [one.text for one in reading.own]
    begun = [at for at, text in enumerate(texts) if reading.any_said("scene", text)]
    ended = [at for at, text in enumerate(texts) if reading.any_said("scene_end", text)]
    return bool(begun) and (not ended or ended[-1] < begun[-1])


def _is_aside(reading: Reading) -> bool:
    for one in reading.own:
        held = any(says(plain(one.text), word, reading.code) for word in reading.words)
        marked = _ASIDE.search(one.text) or reading.any_said("aside", one.text)
        if held and marked and not _ACTION.search(one.text):
            return True
    return False


def _joke(reading: Reading) -> Reason | None:
    later = [one.text for one in reading.after[:2]]
    near = [*reading.bearing, *_last(reading.own), *later]
    if reading.any_said("kidding", *near) and not _is_earnest(reading, near):
        return Reason(why=Why.JOKE, weight=0.7)
    absurd = reading.any_said("absurd", *reading.bearing)
    laughs = bool(_LAUGH.search(" ".join([*reading.bearing, *_last(reading.own)])))
    if absurd and (laughs or reading.any_stated("absurd")):
        return Reason(why=Why.JOKE, weight=0.6 if laughs else 0.5)
    if absurd:
        return Reason(why=Why.JOKE, weight=0.4)
    if len(_PLAYED.findall(reading.said)) > 1:
        return Reason(why=Why.JOKE, weight=0.5)
    return Reason(why=Why.JOKE, weight=0.1) if laughs else None


def _last(own: tuple[Saying, ...]) -> tuple[str, ...]:
    return tuple(parts(own[-1].text)[-1:])


def _is_earnest(reading: Reading, texts: list[str]) -> bool:
    """Return whether `kidding` only comes as `not kidding`."""
    return not any(
        table.kidding.search(table.not_negation.sub(" ", text))
        for table in reading.tables
        for text in texts
    )


def _irony(reading: Reading) -> Reason | None:
    marked = bool(_SARCASM.search(reading.said))
    worded = reading.any_said("irony", *reading.touching) or reading.any_said("irony", reading.said)
    liking = LIKING[reading.statement_tables[0].code].search(reading.statement) is not None
    if worded and (liking or marked):
        return Reason(why=Why.JOKE, weight=0.65)
    if worded or marked:
        return Reason(why=Why.JOKE, weight=0.4)
    return None


def _hypothetical(reading: Reading) -> Reason | None:
    if reading.any_stated("wish"):
        return None
    if reading.any_said("hypothetical", *reading.bearing):
        return Reason(why=Why.HYPOTHETICAL, weight=0.65)
    if any(reading.any_said("hypothetical", one.text) for one in reading.lead[-1:]):
        return Reason(why=Why.HYPOTHETICAL, weight=0.4)
    return None
