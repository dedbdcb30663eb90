"""People and animals whom one has, by kind: a claim about a brother is none about his sister."""

from collections.abc import Mapping

from core.memory.rules.wording.model import signs, words
from core.patterns import Pattern

Kin = Mapping[str, Pattern]
"""Kinds of people, the same in all languages, as a language calls them."""

KIN: Mapping[str, Kin] = {
    "en": {
        "parent": words(
            r"""
            mother | mom | mum | mommy | mummy | mam | father | dad | daddy | parents? | folks
            """,
        ),
        "sibling": words(r"brothers? | sisters? | siblings? | bro | sis"),
        "spouse": words(
            r"""
            wife | husband | girlfriend | boyfriend | partner | fianc[ée]e? | hubby | gf | bf |
            ex | spouse
            """,
        ),
        "child": words(
            r"""
            sons? | daughters? | kids? | child(?:ren)? | toddler | baby | twins | boy | girl
            """,
        ),
        "grand": words(r"grand(?:ma|pa|mother|father|parents|dad|mum) | gran | nan | granny"),
        "kin": words(
            r"""
            uncle | aunt(?:ie)? | cousins? | nephews? | nieces? |
            (?:mother|father|sister|brother|son|daughter)-in-law | in-laws
            """,
        ),
        "friend": words(r"friends? | buddy | mate | bestie | pal"),
        "work": words(
            r"""
            boss | manager | colleagues? | co-?workers? | supervisor | intern | client
            """,
        ),
        "neighbour": words(
            r"""
            neighbou?rs? | room-?mates? | flat-?mates? | house-?mates? | landlord | landlady
            """,
        ),
        "teacher": words(r"teacher | professor | classmates? | coach"),
    },
    "de": {
        "parent": words(r"mutter | mama | mutti | vater | papa | vati | eltern"),
        "sibling": words(r"br[uü]der | bruders | schwestern? | geschwister | schwesterherz"),
        "spouse": words(
            r"""
            frau | mann | partner(?:in)? | verlobte[rn]? | ehe(?:mann|frau) | ex | freundin |
            freund
            """,
        ),
        "child": words(
            r"""
            sohn(?:es)? | söhne | tochter | töchter | kind(?:er|ern)? | kleine[rn]? | baby |
            zwillinge
            """,
        ),
        "grand": words(r"oma | opa | gro(?:ß|ss)(?:mutter|vater|eltern)"),
        "kin": words(
            r"""
            onkel | tante | cousine? | neffe | nichte | schw(?:ager|ägerin) | schwieger\w+
            """,
        ),
        "friend": words(r"freund(?:e|in|innen|es)? | kumpel | beste[rn]? freund(?:in)?"),
        "work": words(r"chef(?:in)? | kolleg(?:e|en|in|innen) | vorgesetzte[rn]? | azubi"),
        "neighbour": words(r"nachbar(?:n|in|s)? | mitbewohner(?:in)? | vermieter(?:in)?"),
        "teacher": words(r"lehrer(?:in)? | professor(?:in)? | trainer(?:in)?"),
    },
    "es": {
        "parent": words(r"madre | mamá | mami | padre | papá | papi | padres | viejos? | vieja"),
        "sibling": words(r"herman[oa]s? | manito"),
        "spouse": words(r"espos[oa] | marido | mujer | novi[oa] | pareja | prometid[oa] | ex"),
        "child": words(r"hij[oa]s? | niñ[oa]s? | bebé | gemel[oa]s | peques?"),
        "grand": words(r"abuel[oa]s? | yay[oa]s?"),
        "kin": words(r"tí[oa]s? | prim[oa]s? | sobrin[oa]s? | cuñad[oa]s? | suegr[oa]s?"),
        "friend": words(r"amig[oa]s? | colega"),
        "work": words(r"jef[ea]s? | compañer[oa]s? de (?:trabajo|oficina) | compañer[oa]"),
        "neighbour": words(r"vecin[oa]s? | compañer[oa]s? de piso | caser[oa]"),
        "teacher": words(r"profes(?:or|ora|ores)? | entrenador(?:a)?"),
    },
    "ru": {
        "parent": words(
            r"""
            мам\w{1,3} | мать | матери | пап\w{1,3} | отец | отц\w{1,2} | родител\w+
            """,
        ),
        "sibling": words(r"брат\w{0,4} | сестр\w* | сестёр | сестрён\w+"),
        "spouse": words(
            r"""
            жен[аыеу] | женой | муж\w{0,2} | девушк\w{1,2} | пар(?:ень|ня|нем) | невест\w{1,2} |
            жених\w{0,2} | бывш\w+
            """,
        ),
        "child": words(
            r"""
            сын\w{0,4} | доч\w+ | дет\w{1,3} | ребён\w+ | ребен\w+ | малыш\w* | близнец\w*
            """,
        ),
        "grand": words(r"бабушк\w{1,2} | бабул\w+ | дедушк\w{1,2} | дед\w{0,2}"),
        "kin": words(
            r"""
            дяд\w{1,2} | тёт\w{1,3} | тет\w{1,3} | кузен\w* | племянни\w+ | тёщ\w | тещ\w |
            свекров\w+ | свёкр\w* | свекр\w* | зят\w
            """,
        ),
        "friend": words(r"друг\w{0,2} | друз\w+ | подруг\w* | подруж\w+ | приятел\w+"),
        "work": words(r"начальни\w+ | шеф\w{0,2} | босс\w{0,2} | коллег\w*"),
        "neighbour": words(r"сосед\w*"),
        "teacher": words(r"учител\w+ | тренер\w* | препод\w*"),
    },
    "ja": {
        "parent": signs(
            r"母 | 父(?!の日) | 両親 | おかん | おとん | ママ | パパ | 親が | 親は | 親の"
        ),
        "sibling": signs(r"兄 | 弟 | 姉 | 妹"),
        "spouse": signs(
            r"妻 | 夫 | 旦那 | 奥さん | 嫁 | 彼氏 | 彼女 | 元カレ | 元カノ | 婚約者 | 恋人"
        ),
        "child": signs(r"息子 | 娘 | 子ども | 子供 | 赤ちゃん | 双子"),
        "grand": signs(r"祖母 | 祖父 | おばあ | おじい | ばあちゃん | じいちゃん"),
        "kin": signs(
            r"叔父 | 叔母 | いとこ | 従兄 | 従姉 | 甥 | 姪 | おじさん | おばさん | 義母 | 義父"
        ),
        "friend": signs(r"友達 | 友人 | 親友 | ツレ"),
        "work": signs(r"上司 | 同僚 | 先輩 | 後輩 | 部長 | 課長 | 社長 | 店長"),
        "neighbour": signs(r"隣の(?:人|家) | 隣人 | ルームメイト | 大家"),
        "teacher": signs(r"先生 | 教授 | 担任"),
    },
    "ko": {
        "parent": signs(r"엄마 | 어머니 | 아빠 | 아버지 | 부모"),
        "sibling": signs(r"(?:^|\s)형(?:이|은|의|\s) | 오빠 | 누나 | 언니 | 동생"),
        "spouse": signs(
            r"아내 | 와이프 | 남편 | 여자친구 | 여친 | 남자친구 | 남친 | 약혼 | 전 ?여친 | 전 ?남친"
        ),
        "child": signs(
            r"아들 | (?:^|\s)딸 | 아이(?:가|는|들|를) | (?:^|\s)애(?:가|는|들|를) | 쌍둥이 | 아기"
        ),
        "grand": signs(r"할머니 | 할아버지"),
        "kin": signs(r"삼촌 | 이모 | 고모 | 사촌 | 조카 | 시어머니 | 장모 | 시누이 | 형부 | 매형"),
        "friend": signs(r"친구(?!가 되) | 절친"),
        "work": signs(r"상사 | 동료 | 사장 | 부장 | 팀장 | 선배 | 후배 | 과장 | 대리님"),
        "neighbour": signs(r"이웃 | 옆집 | 룸메이트 | 룸메 | 집주인 | 윗집"),
        "teacher": signs(r"(?<!의사)선생님 | 교수"),
    },
    "fr": {
        "parent": words(r"mère | maman | père | papa | parents?"),
        "sibling": words(r"frères? | frangin | s(?:œ|oe)urs?"),
        "spouse": words(r"femme | mari | copine | copain | fiancée? | conjointe? | ex"),
        "child": words(r"fils | filles? | enfants? | bébé | jumeaux"),
        "grand": words(r"grand-?(?:mère|père|parents) | mamie | papi"),
        "kin": words(r"oncle | tante | cousine?s? | neveu | nièce | beau-\w+ | belle-\w+"),
        "friend": words(r"ami(?:e|s|es)? | pote"),
        "work": words(r"chef(?:fe)? | patron(?:ne)? | collègues?"),
        "neighbour": words(r"voisine?s? | coloc\w*"),
        "teacher": words(r"prof(?:esseure?)?"),
    },
}
"""Our own lists. A parent said as `papa` and told as `father` is one kind."""
