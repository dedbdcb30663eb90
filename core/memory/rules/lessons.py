"""What of an owner's words tells the persona who it is, and what tells of somebody else.

What is taught is heard by everyone, so who is unsure keeps it out: a model may still word it.
"""

import re
from collections.abc import Collection

from core.memory.rules.gate.clauses import parts, sentences
from core.memory.rules.wording import guess
from core.memory.rules.wording.content import plain
from core.memory.rules.wording.mine import OPENERS
from core.patterns import Pattern

_ADDRESSED = Pattern(
    r"\b(?:you|your|yours|yourself|du|dich|dir|dein\w{0,2}|euch|euer|eure\w?|ihr (?:seid|habt)"
    r"|tú|tu|tus|ti|te|contigo|vos|usted|eres|estás|tienes|vives|naciste|toi|vous|votre|você"
    r"|ты|тебя|тебе|тобой|вы|вас|вам|вами|ваш\w{0,3}"
    r"|тво(?:й|я|ё|е|и|его|ей|ему|их|им|ими|ю|ём|ем))\b"
    r"|あなた|貴方|お前|おまえ|(?<![一-龠々ァ-ヶー])(?:君|きみ|キミ)"
    r"|(?:^|\s)(?:너(?:는|의|도|를|한테)?|네가|네게|니가|넌|널|당신\S*|네(?=\s\S+[은는이가]\s))(?=\s|$)",
    re.IGNORECASE,
)
"""Words by which the persona is spoken to."""
_FROM_OWNER = Pattern(
    r"\W*(?:(?:that|dass|que|что)\s+)?(?:(?:i|i['’](?:m|ve|ll|d)|my|me|mine|we|we['’]re|our|im|ive"
    r"|ich|mein\w{0,2}|mir|mich|wir|unser\w{0,2}"
    r"|я|мо[йяеи]|моего|моей|моему|моих|мне|меня|мы|наш\w{0,3}|у (?:меня|нас|мо\w+)"
    r"|yo|mi|mis|me|soy|estoy|tengo|vivo|trabajo|quiero|nosotros|nuestr[oa]s?|somos|tenemos"
    r"|je|mon|ma|mes|nous|notre|eu|meu|minha)\b|j['’](?=\w)"
    r"|(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|自分)(?=[のはがもにを、])"
    r"|(?:나는|난|나의|내|내가|나도|저는|전|제|제가|저도|우리|우린|우리는)\s)",
    re.IGNORECASE,
)
"""How a thought begins that the owner tells of themself or of those near them."""
_LEAD = Pattern(
    r"\W*(?:(?:hello|hi|hey|hiya|good (?:morning|evening|night|day|afternoon)|hallo|moin|servus"
    r"|guten (?:morgen|abend|tag)|gute nacht|hola|buen[oa]s (?:días|tardes|noches)|bonjour|salut"
    r"|привет|здравствуй(?:те)?|добр\w+ (?:утро|день|вечер)|well|so|now|ok|okay|and|also|but|listen"
    r"|look|you know(?: what)?|as you know|you see|by the way|btw|also|und|aber|na|weißt du|hör mal"
    r"|oye|mira|bueno|y|ну|и|а|слушай|знаешь|from now on|remember|know|please|bitte|por favor"
    r"|пожалуйста|merk dir|ab jetzt|recuerda|запомни|that|dass|que|что)\b"
    r"|こんにちは|こんばんは|おはよう(?:ございます)?|ねえ|あのね|안녕(?:하세요|히)?|있잖아)",
    re.IGNORECASE,
)
"""What stands before what is told, or tells nothing by itself."""
_TALK = Pattern(
    r"\W*(?:thanks?|thank you|thx|see you|love you|miss you|bless you|good for you|nice to meet you"
    r"|how|danke|bis|tschüss|gracias|adiós|encantad[oa]|merci|спасибо|пока"
    r"|(?:please )?(?:tell|give|show|send|let|help|say|write|do|don['’]?t|go|come|stop|take)"
    r"|sag|erzähl\w*|gib|zeig|hilf|schreib|dime|dame|cuéntame|ayúdame|скажи|расскажи|дай|покажи)\b"
    r"|ありがとう|はい|いいえ|うん|さようなら|すみません|ごめん|おやすみ|よろしく"
    r"|고마워|감사|미안|잘\s?자|그래|응|아니|네(?:[,.!~]|\s?알|\s?맞|$)|ㅋ|ㅎ",
    re.IGNORECASE,
)
"""Courtesy and requests."""
_ASKS = Pattern(
    r"[?？؟]\W*$|(?:か|かな|かい)[。.!！]*$|(?:니|냐|나요|까|까요)[.!]*$"
    r"|(?:て|で)(?:ください|くれ|ね)?[。.!！]*$|(?:줘|주세요|줄래)(?:요)?[.!]*$"
)
_MINE_ANYWHERE = Pattern(
    r"私|わたし|あたし|僕|ぼく|俺|おれ|(?:^|\s)(?:나는|난|나의|내|내가|나도|저는|전|제|제가|저도|우리\S*)\s"
)
_OTHERS = Pattern(
    r"友達|友だち|友人|彼|妻|夫|旦那|母|父|兄|姉|弟|妹|息子|娘|同僚|上司|(?:さん|くん|ちゃん|氏)[はがもの]"
    r"|(?:[\u30a1-\u30fa]ー?){2,}[はがも]"
    r"|친구|남편|아내|엄마|아빠|어머니|아버지|동생|누나|오빠|언니|아들|딸|동료|그녀|\S씨[는가이]"
)
"""Other people, where the persona is told of without a pronoun."""
_DROPS_PRONOUNS = Pattern(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_SHORTEST = 4
"""Characters of a sentence that tells anything in Japanese or Korean; our guess."""

_OF_ANOTHER = Pattern(
    r"\W*(?:you|your|du|dein\w*|tú|tu|usted|ты|тебе|тебя|тво\w+|у тебя|вы|вам|ваш\w*|tu|vous|toi"
    r"|the (?:persona|character|companion|assistant|bot|ai)|персонаж\w*)(?!\w)"
    r"|\W*(?:my|mein\w*) (?:owner|user|besitzer|nutzer)\b"
    r"|\W*(?:あなた|君は|きみは|너는|넌|당신)",
    re.IGNORECASE,
)
"""How a statement begins that tells of the persona as of somebody else."""
_FIRST_PERSON = Pattern(
    r"\b(?:i|me|my|mine|myself|we|our|us|im|ich|mich|mir|mein\w*|wir|uns|unser\w*|ik|mijn|jag|min)\b",
    re.IGNORECASE,
)
_THIRD_PERSON = Pattern(
    r"\b(?:is|has|was|lives|likes|loves|hates|works|speaks|comes|ist|hat|war|wohnt|lebt|heißt"
    r"|liebt|hasst|arbeitet|spricht|kommt)\b",
    re.IGNORECASE,
)
"""Verbs of English and German statements about somebody; elsewhere pronouns drop."""


def lesson_in(text: str, names: Collection[str] = ()) -> str:
    """Return the sentences of `text` that tell the persona of itself, "" for none.

    `names` are those of the persona.
    """
    return " ".join(one for one in sentences(text) if tells_of_persona(one, names))


def tells_of_persona(text: str, names: Collection[str] = ()) -> bool:
    """Return whether a sentence tells the persona, called `names`, something of itself.

    It speaks to the persona or names it. Nothing that starts from the owner does, in any of its
    clauses, and no greeting, question or request. In Japanese and Korean, where pronouns drop, what
    tells of nobody else passes.
    """
    told = _without_lead(text, names)
    if not re.search(r"\w{2,}", told) or _ASKS.search(text.strip()) or _TALK.match(told):
        return False
    opener = OPENERS.get(guess(told))
    if opener is not None and opener.search(told):
        return False
    if tells_of_owner(text):
        return False
    if _ADDRESSED.search(told) or _named(text, told, names):
        return True
    if not _DROPS_PRONOUNS.search(told):
        return False
    return len(told) >= _SHORTEST and not (_MINE_ANYWHERE.search(told) or _OTHERS.search(told))


def tells_of_owner(text: str) -> bool:
    """Return whether any thought in `text` starts from who says it: `I`, `my friend`."""
    return any(_FROM_OWNER.match(_without_lead(one, ())) for one in (text, *parts(text)))


def tells_of_another(statement: str) -> bool:
    """Return whether a fact of the persona is not told in the first person."""
    if _OF_ANOTHER.match(statement) is not None:
        return True
    return bool(_THIRD_PERSON.search(statement)) and not _FIRST_PERSON.search(statement)


def _without_lead(text: str, names: Collection[str]) -> str:
    """Return `text` behind greetings and words of address; one's own name counts as such."""
    left = text.strip()
    called = "|".join(re.escape(one) for one in names if one)
    address = Pattern(rf"\W*(?:{called})\s*(?:[,!.:、]|$)", re.IGNORECASE) if called else None
    while True:
        found = _LEAD.match(left) or (address.match(left) if address else None)
        if found is None or not found.group():
            return left.strip(" ,.!:;、。！")
        left = left[found.end() :]


def _named(text: str, told: str, names: Collection[str]) -> bool:
    """Return whether a statement names the persona."""
    words = rf"\b(?:{'|'.join(re.escape(plain(one)) for one in names if one)})(?:['’]?s)?\b"
    return bool(names) and len(told.split()) > 1 and re.search(words, plain(text)) is not None
