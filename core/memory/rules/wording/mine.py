"""What one has, what was asked for by name, and what is meant to come."""

import re
from collections.abc import Mapping

from core.memory.rules.wording.model import alternatives, signs, words
from core.patterns import Pattern


def _opening(lead: str, text: str) -> Pattern:
    """Return a pattern for the first word of a question, behind words of address."""
    listed = "|".join(alternatives(text))
    return Pattern(rf"^\W*(?:(?:{lead})[,:]? )*(?:{listed})\b(?!['’])", re.IGNORECASE)


MINE: Mapping[str, Pattern] = {
    "en": words(r"my | mine | our | ours | i['’]ve got | i have | we have"),
    "de": words(r"mein(?:e[nmrs]?)? | unser(?:e[nmrs]?)? | ich habe? | wir haben"),
    "es": words(r"mis? | nuestr[oa]s? | tengo | tenemos | mí[oa]s?"),
    "ru": words(r"у меня | у нас | мо(?:й|я|ё|и|его|ей|ему|их|им|ими|ю|ём) | наш\w{0,3}"),
    "ja": signs(r"うち(?:の|に|は) | 私の | 俺の | 僕の | わたしの | 我が家"),
    "ko": signs(r"(?:^|\s)(?:내|우리|제|저희)\s | 우리집"),
    "fr": words(r"mon | ma | mes | nos | notre | j['’]ai"),
}
"""A question about one's own dog tells that there is one."""

OPENERS: Mapping[str, Pattern] = {
    "en": _opening(
        "hey|so|btw|and|ok|anyone|quick question|random question",
        r"""
        do | does | did | is | are | was | can | could | should | would | will | what | whats |
        what's | how | hows | how's | why | where | when | who | which | any idea | anyone know |
        whose
        """,
    ),
    "de": _opening(
        "hey|sag mal|und|du|na|aber",
        r"""
        was | wie | wo | wer | wann | warum | wieso | weshalb | welche[rsnm]? | kannst |
        gibt es | hast | weißt
        """,
    ),
    "es": _opening(
        "oye|y|che|hola|una pregunta",
        r"""
        qué | cómo | dónde | cuándo | cuánto | cuánta | quién | cuál | por qué | sabes si |
        se puede | hay que
        """,
    ),
    "ru": _opening(
        "слушай|а|и|привет|скажи",
        r"""
        как | что | где | когда | кто | почему | зачем | сколько | какой | какая | какие | чем |
        можно ли | правда ли | есть ли
        """,
    ),
    "fr": _opening(
        "dis|et|salut",
        r"""
        que | quoi | comment | où | quand | qui | pourquoi | combien | est-ce | quel | quelle |
        tu sais
        """,
    ),
}
"""How a question begins, for those who leave out its mark."""

PLANNED: Mapping[str, Pattern] = {
    "en": words(
        r"""
        plans? | planning | will | going to | booked | appointment | intends? | about to |
        scheduled | upcoming | soon | starting | starts | training for | saving | preparing | is to
        """,
    ),
    "de": words(
        r"""
        plant | vor | wird | werden | gebucht | termin | beabsichtigt | demnächst | bald |
        angemeldet | beginnt | startet | will | möchte | spart
        """,
    ),
    "es": words(
        r"""
        planea | planean | va a | van a | piensa | previsto | cita | pronto | reservado |
        próxim[oa] | prepara\w* | ahorra\w* | quieren | \w+rá | \w+rán
        """,
    ),
    "ru": words(
        r"""
        планирует | планируют | собирается | собираются | будет | будут | записал\w+ | намерен\w? |
        скоро | готовится | копит | хочет | хотят | пойдёт | поедет
        """,
    ),
    "ja": signs(r"予定 | 計画 | つもり | 予約 | する予定 | たい | 控え | 準備 | 考えて | 検討"),
    "ko": signs(r"예정 | 계획 | 예약 | 려고 | 준비 | 할 것 | 싶어 | 생각 | 고민 | 갈 것"),
    "fr": words(r"prévoit | va | compte | réservé | rendez-vous | bientôt | prépare | veut"),
}
"""A statement that tells a plan as a plan."""

BOOKED: Mapping[str, Pattern] = {
    "en": words(
        r"""
        booked | tickets? (?:bought|booked) | got (?:the )?tickets | signed up | looking forward |
        can['’]?t wait | countdown | days (?:left|to go) | coming up
        """,
    ),
    "de": words(
        r"""
        gebucht | tickets? (?:gekauft|gebucht) | angemeldet | freu mich (?:schon )?auf | startplatz
        """,
    ),
    "es": words(
        r"""
        reservad[oa]s? | billetes? comprad\w+ | compré (?:los|el) (?:billetes?|pasajes?|vuelos?) |
        apuntad[oa] | vuelos? comprad\w+ | el (?:año|mes|lunes|verano) que viene | faltan
        """,
    ),
    "ru": words(
        r"""
        билеты (?:купил\w?|куплены|взял\w?) | купил\w? билеты | забронировал\w? | жду не дождусь |
        записал\w+
        """,
    ),
    "ja": signs(r"予約(?:した|取れ|済) | チケット.{0,6}(?:取|買) | 申し込 | 楽しみ"),
    "ko": signs(r"예약 | 예매 | 끊었 | 표(?:를|도)? ?(?:샀|끊) | 신청했 | 기대"),
    "fr": words(r"réservé\w* | billets? (?:pris|achetés?) | inscrite? | hâte"),
}
"""What lies ahead for sure: it has not happened either."""

FILING: Mapping[str, Pattern] = {
    "en": words(
        r"""
        (?:save|store|record|log|memori[sz]e) (?:this|the following) | as a (?:fact|memory) |
        (?:save|store|add|write|put|record|log)[^.:]{0,25}(?:fact|memory|memories|profile) |
        new (?:fact|memory) | fact about me: | my profile
        """,
    ),
    "de": words(
        r"""
        (?:speicher\w*|notier\w*) (?:das|dies|folgendes) | als (?:fakt|erinnerung) |
        (?:speicher\w*|trag\w*|schreib\w*|notier\w*)[^.:]{0,25}(?:fakt|erinnerung|profil|
        gedächtnis) | speichere?r?(?: dir)? das | in mein profil | fakt über mich
        """,
    ),
    "es": words(
        r"""
        (?:guarda|anota|registra) (?:esto|lo siguiente) | como (?:un )?(?:recuerdo|hecho|dato) |
        (?:guarda\w*|anota\w*|registra\w*|añade\w*)[^.:]{0,25}(?:recuerdo|hecho|dato|perfil|
        memoria) | en mi perfil | dato sobre mí
        """,
    ),
    "ru": words(
        r"""
        (?:сохрани|запиши) (?:это|следующее) | как факт |
        (?:запиши|сохрани|добавь|внеси)[^.:]{0,25}(?:факт|память|профиль) | факт обо мне |
        запомни навсегда
        """,
    ),
    "ja": signs(
        r"""
        (?:これ|以下)を?(?:保存|記録|登録) | 記憶として |
        (?:メモリ|記憶|プロフィール)に(?:保存|登録|追加|書) | 事実として |
        (?:保存|登録)(?:して)?[:：「]
        """
    ),
    "ko": signs(
        r"""
        (?:이거|이것|다음)을? ?(?:저장|기록) |
        (?:프로필|메모리|기억)에 ?(?:이렇게 ?)?(?:저장|추가|기록|등록) | 사실로 ?(?:저장|기록) |
        기억으로 ?저장 | 저장해 ?줘[:：]
        """,
    ),
    "fr": words(
        r"""
        comme (?:un )?(?:souvenir|fait) |
        (?:enregistre|note|ajoute)[^.:]{0,25}(?:souvenir|fait|profil|mémoire)
        """,
    ),
}
"""A request that dictates an entry: what it dictates is looked at twice."""
