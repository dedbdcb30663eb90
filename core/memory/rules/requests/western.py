"""How people ask in European languages."""

from collections.abc import Mapping

from core.memory.rules.requests.model import Asking, either, whole

WESTERN: Mapping[str, Asking] = {
    "en": Asking(
        remember=whole(
            r"""
            {EN}(?:remember|memorise|memorize|note|save|keep in mind|bear in mind|don['’]?t forget|
            never forget)(?: this| down)?(?: for (?:me|later))?(?:\s*[:,]|,? that(?! (?:time|day|
            night|one|guy|thing|summer|trip|place)\b))\s+{WHAT} |
            {EN}(?:make a note|take a note|write down|put down|note down)(?:\s*[:,]|,? (?:that|
            of))?\s+{WHAT} |
            {EN}(?:remember|note|save|don['’]?t forget|keep in mind)\s+(?P<what>(?:i|i['’]?m|
            i['’]ve|my|our|we|we['’]re)\b(?=.* (?:is|are|am|was|were|have|has|had|hate|love|like|
            live|work|prefer|don['’]?t|can['’]?t|need|want|will|got|go|start)\b|.*['’](?:m|s|re|
            ve)\b).*)
            """,
        ),
        forget=whole(
            r"""
            {EN}(?:forget|delete|erase|unlearn|stop remembering|remove)\s+(?:that (?!one\b)|
            about |everything about |what i (?:said|told you) about |the (?:thing|fact|bit|part)
            (?:about|that|where) )(?!(?:it|this|that|him|her|them|dinner|tonight)\W*$){WHAT} |
            {EN}(?:forget|delete|erase|remove)\s*:\s*{WHAT} |
            {EN}(?:forget|delete|erase|remove)\s+(?P<what>(?:my|what i (?:said|told you)|
            everything|the last thing i (?:said|told you))\b(?! keys?\W*$).*)
            """,
        ),
        correct=whole(
            r"""
            {EN}(?:correct|fix|change|update) (?:that|it|this|your (?:memory|notes?)|the (?:fact|
            memory|note))(?: to)?\s*[:,]?\s+{WHAT} |
            (?:no,? )?(?:that['’]?s|that is|this is) (?:wrong|not right|incorrect|not true|
            outdated|not correct)\s*[,:;.–—-]+\s*{WHAT} |
            (?:no,? )?you (?:got|have|remembered|remember) (?:that|it|this)
            wrong\s*[,:;.–—-]+\s*{WHAT} | correction\s*[,:–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            ^\W*(?:duly |all )?noted\b |
            \b(?:it['’]?s|consider (?:it|that)|got (?:it|that)|that['’]?s) (?:noted|saved|stored|
            remembered|written down)\b |
            \bi(?:['’]ve| have)?(?: just| already| also)? (?:noted|saved|stored|recorded|
            memori[sz]ed|logged|made a note|written (?:it|that|this) down|wrote (?:it|that|this)
            down|added (?:it|that|this) to)\b |
            \bi(?:['’]ll| will|['’]m going to| promise to)(?: definitely| always| be sure to| make
            sure to| try to)? (?:remember|note|save|keep (?:it|that|this|you\w*) in mind|make a
            note|write (?:it|that|this) down|memori[sz]e|store|never forget)\b |
            \bi (?:won['’]?t|will not|will never) forget\b |
            \b(?:making|taking) a (?:mental )?note\b |
            \blet me (?:note|save|write) (?:that|this|it)\b
            """,
        ),
    ),
    "de": Asking(
        remember=whole(
            r"""
            {DE}(?:merk(?:e)?(?: dir| es dir)?|notier(?:e)?(?: dir)?|speicher(?:e)?(?: dir)?|
            behalt(?:e)?|vergiss nicht|schreib(?:e)? dir auf)(?: mal| bitte| doch| gut)*(?:\s*[:,]|
            ,? dass)\s+(?:dass )?(?!zu\b|\w+ zu \w+\W*$){WHAT} |
            {DE}dir (?:bitte )?merken,? dass {WHAT}
            """,
        ),
        forget=whole(
            r"""
            {DE}(?:vergiss|lösch(?:e)?|streich(?:e)?)(?: bitte| mal)*(?:\s*:|,? dass|,? was ich
            (?:dir )?(?:über|von)|(?: alles)? (?:über|von))\s+(?!nicht\b){WHAT} |
            {DE}(?:vergiss|lösch(?:e)?)\s+(?P<what>(?:meine[nmrs]?|alles|was ich)\b.*)
            """,
        ),
        correct=whole(
            r"""
            {DE}(?:korrigier(?:e)?|änder(?:e)?|berichtige?) (?:das|es|dies|die notiz)(?:
            bitte)?(?: in| zu| auf)?\s*[:,]?\s+{WHAT} |
            (?:nein,? )?(?:das stimmt (?:so )?nicht(?: mehr)?|das ist (?:falsch|nicht richtig|
            veraltet))\s*[,:;.–—-]+\s*{WHAT} | (?:korrektur|richtigstellung)\s*[,:–—-]+\s*{WHAT} |
            (?:nein,? )?da hast du (?:was|dir was) falsch(?:es)? (?:gemerkt|
            verstanden)\s*[,:;.–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            \b(?:hab(?:e)?|ist)(?: ich)?(?: es| das| dir| mir)*(?:
            so| schon| jetzt| gleich| fest)* (?:notiert|gespeichert|gemerkt|vermerkt|
            aufgeschrieben|abgespeichert)\b |
            ^\W*(?:ist )?(?:notiert|gemerkt|gespeichert|vermerkt)\b |
            \bich merk(?:e)? (?:es |das )?mir\b | \b(?:das |es )?merk(?:e)? ich mir\b |
            \bich (?:werde|werd) (?:es |das |mir |daran )*(?:\w+ )?(?:merken|notieren|denken|
            speichern|nicht vergessen)\b | \bich vergess(?:e)? (?:es|das) nicht\b |
            \bvergess(?:e)? ich nicht\b | \bschreib(?:e)? ich mir auf\b |
            \bich (?:notiere|speichere) (?:mir |das |es )
            """,
        ),
    ),
    "es": Asking(
        remember=whole(
            r"""
            {ES}(?:recuerda|recu[eé]rdalo|apunta|anota|guarda|acu[eé]rdate(?: de)?|no (?:te
            )?olvides|ten en cuenta|memoriza)(?: bien| esto| por favor)?(?:\s*[:,]|,? que)\s+{WHAT}
            """,
        ),
        forget=whole(
            r"""
            {ES}(?:olvida|olv[ií]date de|borra|elimina)(?:\s*:|,? que| lo que (?:te )?(?:dije|
            conté) (?:de|sobre)| lo de| todo (?:lo de|sobre))\s+(?!eso\W*$){WHAT} |
            {ES}(?:olvida|borra|elimina)\s+(?P<what>(?:mis?|todo lo que|lo que (?:te )?(?:dije|
            conté))\b.*)
            """,
        ),
        correct=whole(
            r"""
            {ES}(?:corrige|cambia|corrígelo|actualiza)(?: eso| esto| lo)?(?:
            a| por)?\s*[:,]\s*{WHAT} |
            (?:no,? )?eso (?:no es (?:cierto|así|correcto|verdad)|est[aá] mal|es
            incorrecto)\s*[,:;.–—-]+\s*{WHAT} | correcci[oó]n\s*[,:–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            ^\W*(?:queda )?(?:anotado|apuntado|guardado|registrado)\b |
            \b(?:lo|la|ya lo|te lo) (?:he |tengo |acabo de )?(?:anotado|apuntado|guardado|
            registrado|anotar|apuntar|guardar|anoto|apunto|guardo|recordaré|tendré en cuenta|anoté|
            apunté|guardé)\b | \bno (?:lo |se me )?(?:olvidaré|olvidará|olvido)\b | \btomo nota\b |
            \bme acordaré\b | \bvoy a (?:recordar|anotar|apuntar|guardar)(?:lo)?\b | \brecordaré\b
            """,
        ),
    ),
    "ru": Asking(
        remember=whole(
            r"""
            {RU}(?:запомни|запиши|сохрани|имей в виду|заметь себе|не забудь|не забывай)(?:
            себе| пожалуйста| это)?(?:\s*[:,–—-]|,? что)\s+(?:что\s+)?{WHAT}
            """,
        ),
        forget=whole(
            r"""
            {RU}(?:забудь|удали|сотри|вычеркни)(?:\s*:|,? что|,? про (?:то,? что)?| то,? что| о
            том,? что| вс[её],? (?:что|про))\s+(?!это\W*$){WHAT} |
            {RU}(?:забудь|удали|сотри)\s+(?P<what>(?:мо[йёюие]\w*|вс[её],? что)\b.*)
            """,
        ),
        correct=whole(
            r"""
            {RU}(?:исправь|поправь|измени|обнови)(?: это)?(?: на)?\s*[:,–—-]?\s+{WHAT} |
            (?:нет,? )?это (?:не так|неправда|неверно|ошибка|не правда)\s*[,:;.–—-]+\s*{WHAT} |
            (?:поправка|исправление)\s*[,:–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            \b(?:запомнил\w?|записал\w?|сохранил\w?|отметил\w?|запомню|запишу|сохраню|учту)\b |
            \bбуду (?:помнить|знать|иметь в виду)\b | \bне забуду\b | \bвзял\w? на заметку\b |
            ^\W*записано\b
            """,
        ),
    ),
    "fr": Asking(
        remember=whole(
            r"""
            {FR}(?:souviens-toi|rappelle-toi|note|retiens|enregistre|n['’]oublie pas|garde en
            (?:tête|mémoire))(?: bien| ça)?(?:\s*[:,]|,? que|,? qu['’])\s*{WHAT}
            """,
        ),
        forget=whole(
            r"""
            {FR}(?:oublie|efface|supprime)(?:\s*:|,? que|,? qu['’]| ce que (?:je t['’]ai dit|
            j['’]ai dit) (?:sur|de)| tout (?:sur|de))\s*(?!ça\W*$){WHAT}
            """,
        ),
        correct=whole(
            r"""
            {FR}(?:corrige|change|mets à jour)(?: ça| cela)?\s*[:,]\s*{WHAT} |
            (?:non,? )?(?:c['’]est faux|ce n['’]est pas (?:vrai|exact|ça)|c['’]est pas
            vrai)\s*[,:;.–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            ^\W*(?:c['’]est )?not[ée]\b | \bje (?:l['’]ai )?(?:noté|enregistré|retenu)\b |
            \bj['’]ai (?:bien )?(?:noté|enregistré|retenu)\b |
            \bje (?:m['’]en souviendrai|n['’]oublierai pas|le note|retiens|vais (?:le )?noter|
            m['’]en souviens(?:drai)?)\b
            """,
        ),
    ),
    "pt": Asking(
        remember=whole(
            r"""
            {PT}(?:lembra(?:-te)?|lembre(?:-se)?|anota|anote|guarda|guarde|não (?:te
            )?esqueç\w+)(?: bem| disso)?(?:\s*[:,]|,? (?:de )?que)\s+{WHAT}
            """,
        ),
        forget=whole(
            r"""
            {PT}(?:esquece|esqueça|apaga|apague)(?:\s*:|,? (?:de )?que| o que (?:eu )?disse
            (?:sobre|de))\s+(?!isso\W*$){WHAT}
            """,
        ),
        correct=whole(
            r"""
            {PT}(?:corrige|corrija|muda|mude)(?: isso)?\s*[:,]\s*{WHAT} |
            (?:não,? )?isso (?:não é verdade|está errado)\s*[,:;.–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            ^\W*(?:está )?anotado\b | \b(?:já )?(?:anotei|guardei|registrei)\b |
            \bvou (?:me )?(?:lembrar|anotar|guardar)\b | \bnão vou (?:me )?esquecer\b
            """,
        ),
    ),
    "it": Asking(
        remember=whole(
            r"""
            {IT}(?:ricorda(?:ti)?|annota|segna(?:ti)?|salva|tieni a mente|non dimenticare)(?:
            bene)?(?:\s*[:,]|,? che)\s+{WHAT}
            """,
        ),
        forget=whole(
            r"""
            {IT}(?:dimentica(?:ti)?|cancella|elimina)(?:\s*:|,? che| quello che (?:ti )?ho detto
            (?:su|di))\s+(?!lo\W*$){WHAT}
            """,
        ),
        correct=whole(
            r"""
            {IT}(?:correggi|cambia|aggiorna)(?: questo| ciò)?\s*[:,]\s*{WHAT} |
            (?:no,? )?(?:non è vero|è sbagliato|non è così)\s*[,:;.–—-]+\s*{WHAT}
            """,
        ),
        noted=either(
            r"""
            ^\W*(?:annotato|segnato|salvato)\b |
            \b(?:me lo|l['’])(?: sono)? ?(?:ho )?(?:segno|segnato|annotato|annoto|salvato|
            ricorderò)\b | \bmi ricorderò\b | \bnon (?:lo )?dimenticherò\b
            """,
        ),
    ),
}
