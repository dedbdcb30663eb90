"""What was said, as far as a voice without a language model can tell."""

import re
from collections.abc import Iterable, Iterator, Sequence

from adapters.pocket.kinds import ASIDES, GREETINGS, OUTDOES, YIELDING, Intent, Kind
from adapters.pocket.tables import Heard, Table, Topic
from adapters.pocket.text import (
    clauses,
    fold,
    has_emoji,
    has_words,
    looks_safe,
    normal,
    sentences,
    without_symbols,
)
from core.patterns import Pattern

LONG = 600
"""Characters; more can't be taken in at once. A guess."""
READ = 2400
"""Characters of a long text that are looked at; the rest is left unread."""


ATTACHMENTS = {
    Kind.VOICE: ("voice", "audio", "music"),
    Kind.PICTURE: ("photo", "picture", "image", "video", "video-note", "gif", "animation"),
    Kind.STICKER: ("sticker",),
    Kind.ATTACHMENT: ("file", "document", "location", "contact", "poll", "dice", "attachment"),
}
_FORM = Pattern(
    r"\[({})(?:[ :][^\]\n]*)?\]".format("|".join(w for ws in ATTACHMENTS.values() for w in ws)),
    re.IGNORECASE,
)


def recognise(
    text: str, table: Table, *, names: Sequence[str] = (), invited: bool = False
) -> list[Intent]:
    """Return what `text` says, in its order; at least one intent.

    `names` are the companion's own; `invited` tells that it asked for the person's name.
    """
    plain = normal(text[:READ])
    found = [Intent(kind=kind) for kind in attached(plain)]
    plain = _FORM.sub(" ", plain).strip()
    if not has_words(plain):
        return found or [Intent(kind=wordless(plain))]
    every = sentences(plain)
    if len(plain) > LONG:
        return [*found, *in_a_long_text(every, table, names)]
    greets = any(matches(table.hear[Kind.GREETING], s, spoken(s, table, names)) for s in every)
    for sentence in every:
        found.extend(in_sentence(sentence, table, names, invited=invited or greets))
    return without_asides(found)


def in_a_long_text(every: list[str], table: Table, names: Sequence[str]) -> Iterator[Intent]:
    """Yield that it is long, what it is about, and whatever its last sentence adds."""
    every_intent = [i for s in every for i in in_sentence(s, table, names, invited=False)]
    crisis = [intent for intent in every_intent if intent.kind is Kind.CRISIS]
    yield from crisis[:1]
    yield Intent(kind=Kind.LONG)
    topics = [intent for intent in every_intent if intent.kind is Kind.TOPIC]
    yield from topics[:1]


def attached(text: str) -> list[Kind]:
    """Return which things other than text are named in `text`, as in `[voice 0:12]`."""
    forms = [match.group(1).lower() for match in _FORM.finditer(text)]
    return [kind for kind, known in ATTACHMENTS.items() if any(form in known for form in forms)]


def wordless(text: str) -> Kind:
    """Return what a text without letters is."""
    if has_emoji(text) or re.search(r"[:;=][-']?[()DPp3*/|]|<3|\^\^|\){2,}", text):
        return Kind.EMOJI
    return Kind.CONFUSED if "?" in text else Kind.EMPTY


def in_sentence(
    sentence: str, table: Table, names: Sequence[str], *, invited: bool
) -> list[Intent]:
    """Return what one sentence says; nothing for one without words."""
    if not has_words(sentence):
        return []
    pieces = spoken(sentence, table, names)
    if not pieces:
        return [Intent(kind=Kind.CALLED, sentence=sentence)]
    heard = {Kind(kind) for kind, item in table.hear.items() if matches(item, sentence, pieces)} - {
        Kind.QUESTION
    }
    name = name_told(sentence, table, invited=invited and len(pieces) <= 3)
    if name:
        heard.add(Kind.NAME_TOLD)
    for kind in sorted(heard):
        heard -= OUTDOES.get(kind, set())
    if heard - YIELDING - ASIDES - GREETINGS:
        heard -= YIELDING
    asks = "?" in sentence or matches(table.hear[Kind.QUESTION], sentence, pieces)
    found = [
        Intent(kind=kind, sentence=sentence, caught=name if kind is Kind.NAME_TOLD else "")
        for kind in Kind
        if kind in heard
    ]
    if not heard - ASIDES - GREETINGS or heard <= {Kind.APOLOGY}:
        rest = subjects(sentence, pieces, table, asks=asks)
        # "hello my friend" holds no more than its greeting
        found += [i for i in rest if not heard or i.kind is not Kind.STATEMENT]
    return found


def subjects(sentence: str, pieces: list[str], table: Table, *, asks: bool) -> list[Intent]:
    """Return what a sentence without a set form is about."""
    topics = [
        Intent(kind=Kind.TOPIC, sentence=sentence, caught=name, asked=asks)
        for name, topic in table.topics.items()
        if about(topic, sentence, pieces, table)
    ]
    if topics:
        return topics[:1]
    if asks:
        return [Intent(kind=Kind.QUESTION, sentence=sentence)]
    phrase = mirrored(sentence, table)
    if phrase:
        return [Intent(kind=Kind.MIRROR, sentence=sentence, caught=phrase)]
    return [Intent(kind=Kind.STATEMENT, sentence=sentence)]


def without_asides(found: list[Intent]) -> list[Intent]:
    """Return `found` without a "yes" or "haha" that only leads up to something else."""
    light = ASIDES | {Kind.STATEMENT}
    if any(intent.kind not in light | GREETINGS for intent in found):
        return [intent for intent in found if intent.kind not in light]
    return found or [Intent(kind=Kind.EMPTY)]


def matches(heard: Heard, sentence: str, pieces: Iterable[str]) -> bool:
    """Return whether the sentence, or one of its clauses as a whole, is this."""
    folded = fold(sentence)
    if heard.unless is not None and heard.unless.search(folded):
        return False
    if heard.anywhere is not None and heard.anywhere.search(folded):
        return True
    return heard.whole is not None and any(heard.whole.fullmatch(piece) for piece in pieces)


def about(topic: Topic, sentence: str, pieces: list[str], table: Table) -> bool:
    """Return whether a sentence is about `topic`."""
    if topic.feeling and table.negation is not None and table.negation.search(fold(sentence)):
        whole = topic.heard.whole
        return whole is not None and any(whole.fullmatch(piece) for piece in pieces)
    return matches(topic.heard, sentence, pieces)


def spoken(sentence: str, table: Table, names: Sequence[str]) -> list[str]:
    """Return the folded clauses, as they are and without names and fillers at their ends."""
    own = [re.escape(fold(normal(name))) for name in names if name.strip()]
    called = Pattern(rf"(?<!\w)(?:{'|'.join(own)})(?:(?!\w)|(?=\w{{1,3}}(?!\w)))") if own else None
    pieces: list[str] = []
    for clause in clauses(fold(sentence)):
        bare = trimmed(clause, called)
        core = trimmed(bare, table.fillers) if table.fillers else bare
        if bare:
            pieces.extend(dict.fromkeys((clause, bare, trimmed(core, called) or core or bare)))
    return pieces


def trimmed(clause: str, edge: Pattern | None) -> str:
    """Return `clause` without what `edge` matches at its ends."""
    if edge is None:
        return clause
    first = edge.match(clause)
    while first and first.end():
        clause = clause[first.end() :].lstrip()
        first = edge.match(clause)
    ends = [match for match in edge.finditer(clause) if match.end() == len(clause)]
    return clause[: ends[0].start()].rstrip() if ends and ends[0].start() else clause


def name_told(sentence: str, table: Table, *, invited: bool) -> str:
    """Return the name that the person gives as their own, or an empty text."""
    folded = fold(sentence)
    for pattern in (*table.told, *(table.introduced if invited else ())):
        match = pattern.search(folded)
        if match is None or match["name"] in table.not_names or match["name"] in table.common:
            continue
        name = sentence[slice(*match.span("name"))]
        # greetings travel: hello is one in German, too
        if 1 <= len(name) <= 30 and not matches(table.hear[Kind.GREETING], name, (fold(name),)):
            return name[0].upper() + name[1:]
    return ""


def mirrored(sentence: str, table: Table) -> str:
    """Return a phrase of the person turned around ("my exam" gives "your exam"), or nothing."""
    folded = fold(sentence)
    for pattern, say in table.mirrors:
        match = pattern.search(folded)
        if match is None or match["phrase"] in table.not_mirrored | table.common:
            continue
        if quotable(sentence, table):
            return say.replace("{phrase}", sentence[slice(*match.span("phrase"))])
    return ""


def quotable(text: str, table: Table) -> bool:
    """Return whether nothing in `text` looks like a link, a secret or an instruction."""
    marked = table.unquotable is not None and table.unquotable.search(fold(normal(text)))
    told_what_to_do = matches(table.hear[Kind.INSTRUCTION], normal(text), ())
    return looks_safe(text) and not marked and not told_what_to_do


def echoed(text: str, table: Table) -> str:
    """Return a very short answer to a question, fit to be said back; else an empty text."""
    plain = " ".join(without_symbols(normal(text)).split()).strip(" .!,~")
    parts = fold(plain).split()
    fits = 1 <= len(parts) <= 2 and 2 <= len(plain) <= 24 and plain.replace(" ", "").isalpha()
    if table.script == "kana" and re.search("[ぁ-ゖ]$", plain):
        return ""  # it may end in a verb
    if not fits or any(part in table.common for part in parts) or not quotable(plain, table):
        return ""
    return plain[0].upper() + plain[1:]
