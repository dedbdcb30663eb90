"""Requests that name no memory: all there is, and back again; and how a no begins a correction."""

import re
from collections.abc import Mapping

from core.patterns import Pattern

EVERYTHING = Pattern(
    r"""^\W*(?:
    (?:(?:please|hey|ok|can\ you|could\ you|\w+,)\s+){0,3}(?:forget|delete|erase|remove)\s+
        (?:everything|all|all\ of\ it|every\ memory|all\ (?:your\ )?memories
            |what(?=\ you))
        (?:\ (?:that\ )?(?:you\ (?:know|remember|have)
            |i(?:['’]ve)?\ (?:ever\ )?(?:said|told\ you)))?
        (?:\ (?:about|of)\ (?:me|myself|us))?
    |(?:(?:bitte|hey|du|kannst\ du|\w+,)\s+){0,3}(?:vergiss|lösche?)(?:\ bitte)?\s+alles
        (?:,?\ was\ (?:du\ (?:über\ mich|von\ mir)\ weißt
            |ich\ (?:dir\ )?(?:gesagt|erzählt)\ habe?))?
        (?:\ (?:über\ mich|von\ mir))?
    |(?:(?:пожалуйста,?|эй,?|\w+,)\s+){0,3}(?:забудь|удали|сотри)\s+вс[её]
        (?:,?\ что\ (?:ты\ )?(?:обо\ мне\ )?(?:знаешь|помнишь))?(?:\ (?:обо|про)\ мн?е(?:ня)?)?
    |(?:(?:por\ favor,?|oye,?|\w+,)\s+){0,3}(?:olvida|olvídate\ de|borra|elimina)\s+todo
        (?:\ lo)?(?:\ que\ (?:sabes|recuerdas|te\ (?:dije|conté)))?(?:\ (?:sobre|de)\ mí)?
    |(?:(?:私|わたし|僕|俺)の(?:こと|情報|記憶)(?:を|は)?)?(?:全部|すべて|全て|ぜんぶ)
        (?:(?:私|わたし|僕|俺)の(?:こと|情報|記憶)?)?(?:を|、)?
        (?:忘れて|消して|削除して)(?:ください|くれ|ほしい|ね|よ)*
    |(?:나에\ ?대해|내\ ?(?:정보|기억)|나에\ ?대한\ ?(?:것|거|건|기억))?(?:서)?(?:을|를)?\ ?
        (?:전부|모두|다|모든\ ?(?:것|거|걸))(?:을|를)?\ ?
        (?:잊어|지워|삭제해)\ ?(?:줘|주세요|줘요|버려)
    )(?:[\s,]+(?:please|for\ good|forever|now|bitte|пожалуйста|por\ favor))*\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
"""A whole sentence that asks to forget all that is known of who says it."""

BACK = Pattern(
    r"""^\W*(?:
    (?:(?:please|no,?|oh|wait,?|can\ you|could\ you|actually,?)\s+){0,3}
        (?:undo(?:\ (?:that|this|it))?|take\ (?:that|it)\ back|bring\ (?:that|it)\ back)
    |(?:(?:bitte|nein,?|oh|warte,?|doch)\s+){0,3}
        (?:mach(?:e)?\ (?:das|es)(?:\ bitte)?(?:\ wieder)?\ rückgängig|rückgängig(?:\ machen)?)
    |(?:(?:пожалуйста,?|нет,?|ой,?)\s+){0,3}(?:отмени|верни)(?:\ (?:это|обратно|всё|назад))*
    |(?:(?:por\ favor,?|no,?|espera,?)\s+){0,3}(?:deshaz|deshazlo|revierte)(?:\ (?:eso|esto))?
    |(?:やっぱり|それ(?:を|は)?|今の(?:を|は)?|いや)?[、,]?(?:元に戻して|取り消して|もとに戻して)
        (?:ください|くれ|ほしい|ね)*
    |(?:아니,?\ ?)?(?:그거|방금\ ?(?:거|것)|그것)?\ ?(?:취소해|되돌려|되돌려\ ?놔)\ ?
        (?:줘|주세요|줘요)
    )(?:[\s,]+(?:please|bitte|пожалуйста|por\ favor))?\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
"""A whole message that asks to take back what was done last."""

NO: Mapping[str, Pattern] = {
    "a no": Pattern(
        r"^\W*(?:(?:no|nope|nah|nein|nee|нет|не|non|não)\s*[,.!;:–—-]+\s*|(?:いや|いえ|いいえ|違う)[、,。]\s*"
        r"|(?:아니야?|아뇨|아니요)[,.!]\s*)(?P<what>\S.*)$",
        re.IGNORECASE | re.DOTALL,
    ),
    "not this but that": Pattern(
        r"^\W*(?:i (?:don['’]?t|do not|am not|didn['’]?t)|i['’]?m not|my \w+ (?:isn['’]?t|is not)"
        r"|ich \w+ (?:nicht|kein\w*)|я не|у меня не|no (?:vivo|soy|tengo|trabajo|estoy|me llamo)"
        r"|yo no)\b[^,;.]*[,;.]\s*(?:(?:but|sondern|а|но|sino|but rather)(?: que)?\s+)?"
        r"(?P<what>\S.*)$",
        re.IGNORECASE | re.DOTALL,
    ),
}
"""How a correction begins that is not called one."""

NOTED = Pattern(
    r"^\W*(?:i(?:['’]ve| have)? )?(?:just )?(?:added|saved|stored|noted)(?: (?:it|that|this))?"
    r"(?: down)? (?:to|in) my (?:notes|memory|list)\b"
    r"|\bich hab['’]s(?: mir)?(?: schon| gleich)? (?:gemerkt|notiert|gespeichert|aufgeschrieben)\b"
    r"|^\W*hab['’]s(?: mir)? (?:gemerkt|notiert|gespeichert|aufgeschrieben)\b"
    r"|\b(?:zapamięta(?:łam|łem|m)|zanotowa(?:łam|łem)|zanotuję|zapisa(?:łam|łem))\b"
    r"|^\W*(?:zapisane|zanotowane)\b|\bho preso nota\b|\bprendo nota\b"
    r"|^\W*(?:anotado|apuntado|guardado)\b|^\W*записал[аи]?\W*$|^\W*メモした|메모해 ?둘게",
    re.IGNORECASE,
)
"""Claims that the tables of the languages don't hold."""
NOTICED = Pattern(
    r"\bi(?:['’]ve| have)?(?: just| also)? (?:noted|recorded|logged)"
    r" (?:how|why|with|the way|what a)\b",
    re.IGNORECASE,
)
"""What looks like a claim, and says that something was noticed."""
