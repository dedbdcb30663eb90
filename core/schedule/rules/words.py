"""What a day is for, by the words of a message in six languages: words, not pieces of them.

So `homework` and 일요일 are no work, while 일 with a particle is. The order of the table decides
where several are named, as in the seed: travel, study, job search, a free day, work, then the rest
("no work" is a free day, "trip to the office" a trip). Languages are not told apart: a word counts
whatever the language around it.

Latin and Cyrillic words stand between signs that are no letters. Korean stems may carry what is
glued on to them; those of one syllable only particles and endings from a list. Japanese has no
borders: its words are long enough to be safe, or name what must not stand beside them.
"""

import re
import unicodedata
from collections.abc import Mapping

from core.schedule.model import Activity

SPACED: Mapping[Activity, str] = {
    Activity.TRAVEL: r"travel(?:s|ling|ing)?|trips?|journeys?|sightseeing|road[- ]?trip"
    r"|viajes?|viajar|viajando|excursión|reisen?|geschäftsreise|ausflug|städtetrip"
    r"|путешеств\w+|поездк\w+|командировк\w+",
    Activity.STUDY: r"stud(?:y|ies|ying)|exams?|homework|lectures?|classes|school|university"
    r"|estudi(?:o|os|ar|ando)|ex[aá]men(?:es)?|deberes|clases?|universidad|escuela"
    r"|lernen|lerne|studium|studieren|prüfung(?:en)?|klausur(?:en)?|hausaufgaben|vorlesung(?:en)?"
    r"|schule|уч[её]б\w*|учить(?:ся)?|учусь|экзамен\w*|сесси[яюи]|лекци\w+|урок\w*|домашк\w+",
    Activity.JOB_SEARCH: r"jobs?|job[- ](?:search|hunt)\w*|(?:job )?interviews?|applications"
    r"|búsqueda de (?:empleo|trabajo)|buscar (?:empleo|trabajo)|buscando (?:empleo|trabajo)"
    r"|entrevistas? de trabajo|jobsuche|stellensuche|arbeitssuche|bewerbung(?:en)?"
    r"|vorstellungsgespräch(?:e)?|поиск\w* работы|ищу работу|искать работу|собеседовани\w+"
    r"|ваканси\w+",
    Activity.FREE_TIME: r"days? off|off work|no work|not working|free day|holidays?|vacation"
    r"|día libre|vacaciones|festivo|sin trabajo|urlaub|ferien|feiertag|freier tag|frei"
    r"|keine arbeit|выходн\w+|отпуск\w*|каникул\w*|не работаю|без работы",
    Activity.WORK: r"work(?:s|ing|day|days)?(?! ?-?out)|office|meetings?|overtime"
    r"|(?:day|night) shift"
    r"|trabajo|trabajar|trabajando|oficina|reuni(?:ón|ones)|arbeit|arbeiten|arbeite|büro"
    r"|homeoffice|besprechung(?:en)?|überstunden|работ(?:а|ы|е|у|ой|ать|аю|ает)|офис\w*"
    r"|совещани\w+|смен[аыу]",
    Activity.EXERCISE: r"work[- ]?outs?|gym|exercis(?:e|es|ing)|running|yoga|hiking|swimming"
    r"|training|ejercicio|gimnasio|correr|nadar|sport|joggen|wandern|schwimmen|спорт\w*"
    r"|тренировк\w+|пробежк\w+|йог[аиу]|бассейн\w*",
    Activity.SOCIAL: r"friends?|party|date|wedding|birthday|amig[oa]s?|fiesta|boda|cumpleaños"
    r"|freund(?:e|en|in|innen)?|feier|hochzeit|geburtstag|друз\w+|подруг\w+|вечеринк\w+"
    r"|свадьб\w+|день рождения|гост(?:и|ях|ей)",
    Activity.ERRAND: r"errands?|shopping|groceries|cleaning|laundry|moving house|recados|compras"
    r"|limpieza|mudanza|einkauf(?:en)?|putzen|besorgungen|umzug|уборк\w+|покупк\w+|переезд\w*",
    Activity.REST: r"rest(?:ing)?|sick|ill|enferm[oa]|descans(?:o|ar)|krank|ausruhen|erholung"
    r"|отдых\w*|болею|больничн\w+",
}

_PARTICLE = (
    r"(?:을|를|이|가|은|는|도|만|로|에|에서|까지|부터|이랑|하고|이나|들|거리|터"
    r"|하[기는러고자다며면]|한다|합니다|할|한|해|해요|했어요?|해야\w*)?"
)
KOREAN: Mapping[Activity, str] = {
    Activity.TRAVEL: r"[가-힣]*여행\w*|출장\w*|관광\w*",
    Activity.STUDY: r"[가-힣]*공부\w*|[가-힣]*시험(?!관)\w*"
    r"|수업\w*|강의(?!실)\w*|숙제\w*|과제\w*|학교\w*|학원\w*",
    Activity.JOB_SEARCH: r"취업\w*|구직\w*|취준\w*|면접\w*|이력서\w*|자소서\w*",
    Activity.FREE_TIME: r"휴가\w*|휴일\w*|방학\w*|연차\w*|쉬는 ?날\w*|공휴일\w*",
    Activity.WORK: r"회사\w*|출근\w*|근무\w*|업무\w*|야근\w*|회의(?!적)\w*|알바\w*"
    rf"|(?<!\d )일{_PARTICLE}(?![가-힣\w])(?! ?(?:년|분|시간|달|개월|주일))",
    Activity.EXERCISE: r"운동(?!화)\w*|헬스\w*|요가\w*|조깅\w*|등산\w*|수영\w*",
    Activity.SOCIAL: r"친구\w*|모임\w*|약속\w*|데이트\w*|파티\w*|생일\w*|결혼식\w*",
    Activity.ERRAND: r"장보기\w*|장 ?보러\w*|쇼핑\w*|청소\w*"
    r"|빨래\w*|심부름\w*|집안일\w*|이사(?!장)\w*",
    Activity.REST: rf"휴식\w*|아파\w*|감기\w*|병가\w*|쉼{_PARTICLE}",
}
JAPANESE: Mapping[Activity, str] = {
    Activity.TRAVEL: r"旅行|出張|観光|日帰り旅",
    Activity.STUDY: r"勉強|試験|受験|授業|講義|宿題|テスト|学校",
    Activity.JOB_SEARCH: r"就活|就職活動|転職|求職|面接|履歴書",
    Activity.FREE_TIME: r"(?<!昼)休み(?!時間)|休暇|休日|連休|祝日",
    Activity.WORK: r"仕事|出勤|会社|残業|会議|バイト|勤務",
    Activity.EXERCISE: r"運動(?!会)|ジム|ヨガ|ランニング|筋トレ|水泳|登山",
    Activity.SOCIAL: r"友達|友人|飲み会|パーティー|デート|誕生日|結婚式",
    Activity.ERRAND: r"買い物|掃除|洗濯|引っ越し|用事",
    Activity.REST: r"休養|風邪|病気",
}


def _compiled(activity: Activity) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?:{SPACED[activity]})(?!\w)"
        rf"|(?<!\w)(?:{KOREAN[activity]})"
        rf"|(?:{JAPANESE[activity]})"
    )


PATTERNS: Mapping[Activity, re.Pattern[str]] = {
    activity: _compiled(activity) for activity in SPACED
}
"""In the order in which they are asked."""


def activity_in(text: str) -> Activity | None:
    """Return what a message wants a day to be for; None if it names nothing of the kind."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    for activity, pattern in PATTERNS.items():
        if pattern.search(plain):
            return activity
    return None
