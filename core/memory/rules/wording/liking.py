"""What is liked, what somebody is like, and what is so just now."""

from collections.abc import Mapping

from core.memory.rules.wording.model import signs, words
from core.patterns import Pattern

LIKING: Mapping[str, Pattern] = {
    "en": words(
        r"""
        likes? | loves? | loved | loving | enjoys? | adores? | dislikes? | hates? | hated |
        prefers? | favou?rites? | fan | fond | obsessed | addicted | can['’]?t stand |
        cannot stand | into | keen | fancy | detests? | best | happy with | satisfied | gross |
        yuck\w* | yum\w* | delicious | amazing | weakness for | soft spot | passion\w* | over
        """,
    ),
    "de": words(
        r"""
        mag | mögen | liebt?e? | gern(?:e)? | hasse?n? | hasst | lieber | am liebsten |
        lieblings\w* | lieblingst? | fan | verabscheu\w* | bevorzug\w* | süchtig |
        steh(?:e|t)? (?:auf|total) | feier\w* | begeister\w* | lecker | eklig | verrückt nach |
        schwärm\w* | zufrieden | glücklich mit | leiden | ausstehen | hass
        """,
    ),
    "es": words(
        r"""
        gustan? | encantan? | odi(?:o|a) | amo | ama | adoro | adora | prefier[oe] |
        favorit[oa]s? | fan | detest[oa] | apasiona\w* | disfrut[oa] | fascinan? | chiflan? |
        flipa\w* | asco | rico | soporto | soporta | aguanto | enamorad[oa] de | fanátic[oa] |
        mola\w* | pirran?
        """,
    ),
    "ru": words(
        r"""
        люб(?:лю|ит|имый|имая|имое|имые|ил\w?) | нрав(?:ится|ятся) | обожа(?:ю|ет) | ненавиж\w+ |
        ненавидит | предпочита\w+ | фанат\w* | терпеть | кайф\w* | вкусн\w+ | фу | тащусь |
        балдею | без ума | доволен | довольна | прус[ьт]\w*
        """,
    ),
    "ja": signs(
        r"""
        好き | 嫌い | 大好物 | 好物 | お気に入り | 好む | 好ん | 苦手 | ファン | 推し | ハマ |
        はまって | 愛して | 満足 | 最高 | マニア | オタク | 美味し | うま[いっ] | 目がない | 趣味 |
        嫌$
        """,
    ),
    "ko": signs(
        r"""
        좋아 | 좋다 | 싫 | 사랑 | 최애 | 선호 | 즐겨 | 즐긴 | 즐기 | 팬(?:이|임|\s|$) | 덕후 |
        환장 | 진심 | 빠졌 | 빠져 | 만족 | 질색 | 극혐 | 맛있 | 취미 | 미쳐 | 꽂
        """,
    ),
    "fr": words(
        r"""
        aime\w* | j['’]aime | adore\w* | j['’]adore | déteste\w* | préfère\w* | préférée?s? | fan |
        passionn\w+ | kiffe\w* | hais | hait | plaît | délicieux | raffole
        """,
    ),
}
"""A liking is told only of who said something of the kind: drinking tea is no love of tea."""

TRAIT: Mapping[str, Pattern] = {
    "en": words(
        r"""
        is (?:an? )?(?:\w+ )?(?:person|type|kind of person|introvert|extrovert|loner|misanthrope) |
        by nature | personality | always | generally | tends to | usually | avoids | dislikes |
        hates |
        is (?:lazy|shy|antisocial|unsociable|depressed|aggressive|unhappy|lonely|pessimis\w+|
        optimis\w+|moody|grumpy|talkative|quiet|impatient|sad|angry) | suffers from | chronic\w* |
        never
        """,
    ),
    "de": words(
        r"""
        ist (?:ein |eine )?(?:\w+ )?(?:mensch|person|typ|einzelgänger\w*|menschenfeind) |
        von natur aus | grundsätzlich | generell | immer | meidet | hasst |
        mag (?:keine|nicht)\w* | persönlichkeit | charakter | neigt | leidet (?:an|unter) |
        chronisch\w* | nie |
        ist (?:faul|schüchtern|depressiv|unglücklich|einsam|ungeduldig|pessimist\w*)
        """,
    ),
    "es": words(
        r"""
        es (?:una )?persona | por naturaleza | en general | siempre | evita | carácter |
        personalidad | suele |
        es (?:vag[oa]|tímid[oa]|antisocial|depresiv[oa]|infeliz|solitari[oa]|pesimista|impaciente|
        introvertid[oa]) | odia | sufre de | crónic[oa]\w* | nunca
        """,
    ),
    "ru": words(
        r"""
        по натуре | по характеру | характер\w* | вообще | всегда | избегает | необщительн\w+ |
        нелюдим\w* | мизантроп\w* | замкнут\w+ | депрессивн\w+ | склон(?:ен|на) | обычно |
        страдает | хроническ\w+ | человек | интроверт\w* | ленив\w* | никогда | ненавидит |
        не любит
        """,
    ),
    "ja": signs(
        r"""
        性格 | タイプ(?:の人)?(?:で|だ) | 性分 | いつも | 普段 | 常に | 人間(?:で|だ) | 嫌い |
        人見知り | 内向的 | 怠け | 慢性 | 苦手 | な人(?:で|だ)
        """,
    ),
    "ko": signs(
        r"""
        성격 | 타입 | 편이다 | 항상 | 늘\s | 평소 | 사람이다 | 내성적 | 게으 | 싫어한다 | 만성 |
        성향 | 기피
        """
    ),
    "fr": words(
        r"""
        est une personne | de nature | caractère | toujours | évite | généralement |
        est (?:paresseu\w+|timide|dépressi\w+|solitaire|pessimiste) | souffre de | jamais
        """,
    ),
}
"""What somebody is like at all times."""

NOW: Mapping[str, Pattern] = {
    "en": words(
        r"""
        today | tonight | right now | rn | atm | at the moment |
        this (?:morning|evening|afternoon|week|weekend) | just now | currently | tdy | for once |
        lately | these days | again
        """,
    ),
    "de": words(
        r"""
        heut(?:e)? | heut | gerade | grad | jetzt | momentan | im moment | diese woche | aktuell |
        schon wieder | zurzeit
        """,
    ),
    "es": words(
        r"""
        hoy | ahora | ahora mismo | esta (?:mañana|tarde|noche|semana) | en este momento |
        últimamente | hoy día
        """,
    ),
    "ru": words(
        r"""
        сегодня | сёдня | сейчас | щас | ща | в данный момент | на этой неделе | прямо сейчас |
        опять | пока | сегодн\w+
        """,
    ),
    "ja": signs(
        r"""
        今日 | 今(?!年|度|月|後) | いま(?!す|し) | 今夜 | 今朝 | なう | 今週 | さっき | ちょうど |
        現在
        """
    ),
    "ko": signs(r"오늘 | 지금 | 이번 ?주 | 방금 | 요즘 | 현재 | 오늘따라 | 당장"),
    "fr": words(
        r"""
        aujourd['’]hui | maintenant | en ce moment | là | ce (?:matin|soir) |
        cette (?:semaine|nuit) | actuellement
        """,
    ),
}
"""What is so just now, and says nothing of tomorrow."""
