"""What passes, in the words of each language."""

from collections.abc import Mapping

from core.memory.rules.lasting.model import States
from core.memory.rules.wording import signs, words

STATES: Mapping[str, States] = {
    "en": States(
        moment=words(
            r"""
            (?:is|am|are|i['’]?m|stuck|sitting|standing|waiting)(?: currently| now| just| still)?
            (?:in|on|at) (?:an?|the|her|his|my|their)? ?(?:train|bus|tram|plane|car|queue|line|
            traffic|airport|station|meeting|waiting room|supermarket|shower|bath|gym|ferry|taxi|
            subway|metro|office|lunch|break) | stuck in |
            on (?:the|a|her|his|my) (?:way|break|lunch break) | on hold | right now |
            at the moment | is currently | appointment
            """,
        ),
        mood=words(
            r"""
            tired | exhausted | hungry | thirsty | sleepy | bored | sad | angry | stressed |
            nervous | grumpy | hung ?over | annoyed | upset |
            in a (?:good|bad|great|terrible) mood | headache | drunk | today | tonight |
            cold right now | freezing | excited | can['’]?t sleep |
            this (?:morning|evening|afternoon)
            """,
        ),
        illness=words(
            r"""
            (?:has|have|having|got|caught) (?:an? |the )?(?:bad |nasty |terrible )?(?:cold|flu|
            fever|cough|stomach bug|covid|infection|sore throat|food poisoning|migraine|
            toothache) | (?:is|i['’]?m|am|feels?) (?:ill|sick|unwell|under the weather) | fever |
            sprained | in bed with | coughing | chickenpox | sore throat
            """,
        ),
        waiting=words(
            r"""
            (?:is|am|i['’]?m|still) waiting for | awaiting |
            (?:is|am) expecting (?:a )?(?:delivery|package|parcel|results?|call) |
            lost (?:her|his|my|their) (?:wallet|keys?|phone|purse|passport) |
            is (?:broken|locked out)
            """,
        ),
        trip=words(
            r"""
            on (?:holiday|vacation|leave|a (?:business )?trip|parental leave) | visiting |
            staying (?:with|at|in) | (?:is|i['’]?m|am) away | house-?sitting | this week(?:end)? |
            until | for the week(?:end)? | till
            """,
        ),
        chronic=words(
            r"""
            chronic\w* | always | since childhood | diagnosed | for (?:years|life) | every |
            hay fever | lifelong | allerg\w+ | often | usually
            """,
        ),
    ),
    "de": States(
        moment=words(
            r"""
            (?:ist|bin|sitzt|sitze|steht|stehe|steckt|wartet|hängt)(?:
            gerade| grad| jetzt| noch| seit \w+ \w+)? (?:im|in der|in einem|in|am|an der|auf dem|
            beim) (?:\w+)?(?:zug|bus|bahn|flugzeug|auto|stau|schlange|flughafen|bahnhof|meeting|
            besprechung|wartezimmer|supermarkt|arzt|friseur|taxi|ice|gate|kasse) | unterwegs |
            im moment | in der pause | termin
            """,
        ),
        mood=words(
            r"""
            müde | erschöpft | hungrig | hunger | durst\w* | gelangweilt | traurig | wütend |
            gestresst | nervös | verkatert | kater hat | genervt | schlecht gelaunt | gute laune |
            schlechte laune | kopfschmerzen | betrunken | heute | friert | aufgeregt |
            kann nicht schlafen
            """,
        ),
        illness=words(
            r"""
            erkältet | erkältung | grippe | fieber | husten | halsschmerzen |
            krank(?:geschrieben)? | magen-?darm | corona | verstaucht | migräne | zahnschmerzen |
            schnupfen | windpocken | liegt flach
            """,
        ),
        waiting=words(
            r"""
            wartet (?:noch |immer noch )?auf | warte auf | verloren und |
            (?:geldbeutel|portemonnaie|schlüssel|handy) verloren | ausgesperrt
            """,
        ),
        trip=words(
            r"""
            im urlaub | auf (?:dienst|geschäfts)?reise | zu besuch | verreist |
            bis (?:sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|morgen|ende) |
            diese woche | dieses wochenende | im krankenhaus | in elternzeit
            """,
        ),
        chronic=words(
            r"""
            chronisch\w* | immer | seit (?:der )?kindheit | diagnos\w+ | seit jahren | jede\w* |
            heuschnupfen | oft | allergi\w+ | mag
            """,
        ),
    ),
    "es": States(
        moment=words(
            r"""
            (?:está|estoy|toy|sigue|sentad[oa]|parad[oa]|atrapad[oa])(?: ahora| todavía)? (?:en|
            dentro de) (?:el|la|un|una) (?:tren|autobús|bus|metro|avión|coche|atasco|cola|fila|
            aeropuerto|aero|estación|reunión|sala de espera|supermercado|médico|taxi|gimnasio) |
            de camino | ahora mismo | en este momento | cita con | está en el aeropuerto |
            de guardia | está esperando
            """,
        ),
        mood=words(
            r"""
            cansad[oa] | agotad[oa] | hambre | sed | sueño | aburrid[oa] | triste | enfadad[oa] |
            enojad[oa] | estresad[oa] | nervios[oa] | resaca | de mal humor | de buen humor |
            dolor de cabeza | borrach[oa] | hoy | no puede dormir | esta noche
            """,
        ),
        illness=words(
            r"""
            resfriad[oa] | resfriado | gripe | fiebre | tos | dolor de garganta | enferm[oa] |
            gastroenteritis | covid | esguince | migraña | dolor de muelas | varicela |
            constipad[oa] | malit[oa] | en cama
            """,
        ),
        waiting=words(
            r"""
            espera(?:ndo)? (?:un|una|el|la|los|las)\s |
            perdió (?:la|el|su|las) (?:cartera|llaves|móvil|bolso)
            """,
        ),
        trip=words(
            r"""
            de vacaciones | de viaje | de visita |
            hasta (?:el )?(?:domingo|lunes|martes|miércoles|jueves|viernes|sábado|mañana) |
            esta semana | este fin de semana | de baja | en el hospital
            """,
        ),
        chronic=words(
            r"""
            crónic[oa] | siempre | desde (?:niñ[oa]|pequeñ[oa]) | diagnostic\w+ | desde hace años |
            cada | alergi\w+ | alérgic\w+ | suele
            """,
        ),
    ),
    "ru": States(
        moment=words(
            r"""
            (?:сидит|стоит|едет|стою|сижу|еду|ждёт|ждет|находится|застрял\w?)(?: сейчас| уже)?
            (?:в|на|у) (?:\w+ )?(?:поезде|автобусе|метро|самолёте|машине|пробке|очереди|аэропорту|
            вокзале|такси|совещании|электричке|маршрутке|врача|кассе) | в пробке |
            в данный момент | в пути | едет (?:домой|на|в) | на перерыве
            """,
        ),
        mood=words(
            r"""
            устал\w? | голод\w+ | хочет (?:есть|спать|пить) | скучает сейчас | грустит | грустно |
            злится | нервничает | похмель\w+ | не в духе | плохое настроение | хорошее настроение |
            болит голова | сегодня | не может уснуть | замёрз\w* | не выспал\w+
            """,
        ),
        illness=words(
            r"""
            простуд\w+ | грипп\w* | температур\w+ | кашел\w* | кашля\w+ | болеет | заболел\w? |
            приболел\w? | ангин\w+ | отравил\w+ | ковид\w* | насморк\w* | вывихнул\w? |
            растянул\w? | болит (?:горло|зуб|живот) | ветрянк\w+
            """,
        ),
        waiting=words(
            r"""
            ждёт | ждет | жду | ожидает | потерял\w? (?:кошел\w+|ключи|телефон|паспорт)
            """,
        ),
        trip=words(
            r"""
            в отпуске | в командировке | в гостях |
            до (?:воскресенья|понедельника|вторника|среды|четверга|пятницы|субботы|завтра) |
            на этой неделе | в больнице | на выходные | на больничном
            """,
        ),
        chronic=words(
            r"""
            хронич\w+ | всегда | с детства | диагно\w+ | годами | кажд\w+ | аллерги\w+ | часто |
            обычно
            """,
        ),
    ),
    "ja": States(
        moment=signs(
            r"""
            (?:新幹線|電車|バス|飛行機|車|タクシー|空港|駅|列|渋滞|会議|病院|待合室|レジ|スーパー|
            歯医者)(?:に|で|の)?[^。]{0,8}(?:乗って|並んで|いる|待って|向かって|はまって|中) |
            休憩中 | 移動中 | 向かっている | ただいま | 夜勤(?:の|中) | 運転中 | 仕事中 | 通勤中 |
            中である
            """,
        ),
        mood=signs(
            r"""
            疲れ | 眠い | 眠た | お腹が?(?:空|すい) | 空腹 | 退屈 | 悲し | 怒って | イライラ |
            緊張 | 二日酔い | 機嫌 | 頭痛 | 頭が痛 | 酔って | 今日 | 今夜 | 寒が | 眠れない |
            落ち込
            """,
        ),
        illness=signs(
            r"""
            風邪 | インフル | 熱が | 熱を | 発熱 | 咳 | 喉が痛 | 喉の痛み | 体調 | 寝込 | 胃腸炎 |
            コロナ(?!禍) | 捻挫 | 片頭痛 | 歯が痛 | 鼻水 | 水疱瘡 | 具合が悪
            """,
        ),
        waiting=signs(r"待って | 待ち | 失くした | なくした財布"),
        trip=signs(
            r"""
            旅行中 | 出張中 | 帰省中 | 休暇中 | 滞在中 | 曜日?まで | 今週 | 週末 | 入院中 |
            実家に(?:いる|帰)
            """
        ),
        chronic=signs(
            r"""
            慢性 | いつも | 昔から | 子供の頃から | 診断 | 持病 | 毎 | アレルギー | 花粉症 | よく |
            普段
            """
        ),
    ),
    "ko": States(
        moment=signs(
            r"""
            (?:기차|버스|지하철|비행기|차|택시|공항|역|줄|회의|병원|대기실|마트|치과|(?i:ktx)|
            입석)(?:에|에서|를|을|으로)?\s?[^.]{0,14}(?:타고 ?(?:가|있)|서 ?있|에 ?있다|
            에서 ?기다리|가는 ?중|막혀) | 가는 ?중 | 오는 ?중 | 쉬는 ?중 | 이동 ?중 | 퇴근 ?중 |
            출근 ?중 | 먹는 ?중 | 하는 ?중
            """,
        ),
        mood=signs(
            r"""
            피곤 | 지쳤 | 배고프 | 배고픈 | 졸리 | 졸린 | 심심 | 슬프 | 슬퍼 | 화났 | 화가 |
            스트레스 | 긴장 | 숙취 | 기분 | 두통 | 머리가 ?아 | 취했 | 오늘 | 우울 | 추워 |
            잠이 ?안 | 짜증
            """,
        ),
        illness=signs(
            r"""
            감기 | 독감 | 열이 ?(?:나|있) | 고열 | 기침 | 목이 ?아 | 몸살 | 아파서 | 아프다 |
            장염 | 코로나 | 삐었 | 편두통 | 치통 | 콧물 | 수두 | 앓
            """,
        ),
        waiting=signs(r"기다리 | 기다린 | 지갑을 ?잃 | 잃어버렸"),
        trip=signs(
            r"""
            여행 ?중 | 출장 ?중 | 휴가 ?중 | 휴가 | 방문 ?중 | 요일까지 | 이번 ?주 | 주말 | 입원 |
            친정에 | 시댁에 | 본가에
            """,
        ),
        chronic=signs(
            r"""
            만성 | 항상 | 늘\s | 어릴 ?때부터 | 진단 | 지병 | 매일 | 매주 | 알레르기 | 비염 |
            자주 | 평소
            """
        ),
    ),
    "fr": States(
        moment=words(
            r"""
            (?:est|suis|coincée?)(?: actuellement| encore)? (?:dans|à|au|en) (?:le|la|l['’]|un|
            une)? ?(?:train|bus|métro|avion|voiture|bouchons?|queue|aéroport|gare|réunion|salle
            d['’]attente) | en route | en ce moment | rendez-vous
            """,
        ),
        mood=words(
            r"""
            fatiguée? | épuisée? | faim | soif | sommeil | triste | énervée? | stressée? |
            gueule de bois | mal à la tête | aujourd['’]hui | de mauvaise humeur | de bonne humeur
            """,
        ),
        illness=words(
            r"""
            rhume | grippe | fièvre | toux | malade | gastro | covid | entorse | migraine |
            varicelle
            """,
        ),
        waiting=words(r"attend | a perdu (?:son|sa|ses)"),
        trip=words(
            r"""
            en vacances | en voyage | jusqu['’]à | cette semaine | ce week-end | à l['’]hôpital
            """,
        ),
        chronic=words(
            r"""
            chronique | toujours | depuis l['’]enfance | diagnosti\w+ | chaque | allergi\w+ |
            souvent
            """,
        ),
    ),
}
