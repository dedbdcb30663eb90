"""The twelve activities as models write them: their names, and what is meant by other words.

A word stands here only if it can mean no other of the twelve. Everything else is refused, with the
value and the twelve named, so that a model can choose again.
"""

import unicodedata
from collections.abc import Mapping

from core.schedule.model import Activity, PlanFault

SYNONYMS: Mapping[Activity, str] = {
    Activity.SLEEP: (
        "sleeping asleep night-sleep nap napping bedtime 수면 잠 취침 낮잠 睡觉 睡眠 就寝 "
        "昼寝 сон спать dormir sueño siesta schlaf schlafen"
    ),
    Activity.REST: (
        "resting relax relaxing relaxation break wind-down winding-down wake-up waking-up "
        "휴식 쉬기 休息 休憩 休む отдых отдыхать descanso descansar pause ruhe erholung "
        "ausruhen"
    ),
    Activity.MEAL: (
        "meals eating eat food breakfast brunch lunch dinner supper snack 식사 밥 아침식사 "
        "점심 점심식사 저녁식사 早餐 午餐 晚餐 吃饭 用餐 食事 朝食 昼食 夕食 朝ごはん "
        "昼ごはん 晩ごはん еда завтрак обед ужин comida desayuno almuerzo cena essen mahlzeit "
        "frühstück mittagessen abendessen"
    ),
    Activity.COMMUTE: (
        "commuting 출근 퇴근 통근 통학 通勤 通学 поездка-на-работу desplazamiento arbeitsweg "
        "pendeln"
    ),
    Activity.WORK: (
        "working office meeting meetings 업무 일 근무 회의 工作 上班 会议 仕事 会議 работа "
        "работать trabajo trabajar reunión arbeit arbeiten besprechung"
    ),
    Activity.STUDY: (
        "studying studies learning homework class classes lecture school 공부 학습 수업 강의 "
        "숙제 学习 上课 勉強 授業 宿題 учёба учеба учиться урок estudio estudiar clase lernen "
        "studium unterricht hausaufgaben"
    ),
    Activity.JOB_SEARCH: (
        "job-hunting job-hunt jobsearch job-seeking job-interview 구직 취업 취업준비 求职 "
        "求職 就活 就職活動 поиск-работы búsqueda-de-empleo jobsuche arbeitssuche"
    ),
    Activity.TRAVEL: (
        "travelling traveling trip journey 여행 旅行 旅游 путешествие поездка viaje viajar "
        "reise reisen"
    ),
    Activity.EXERCISE: (
        "exercising workout gym training sport sports running jogging fitness yoga 운동 헬스 "
        "요가 조깅 锻炼 健身 运动 運動 ジム ヨガ спорт тренировка зарядка ejercicio deporte "
        "gimnasio sportlich joggen"
    ),
    Activity.SOCIAL: (
        "socialising socializing friends party date hangout 모임 친구 약속 데이트 社交 聚会 "
        "社会交流 交流 友達 飲み会 общение друзья встреча amigos fiesta quedada freunde "
        "treffen"
    ),
    Activity.ERRAND: (
        "errands shopping groceries chores chore housework cleaning laundry 심부름 장보기 "
        "집안일 청소 빨래 쇼핑 家务 购物 家事 買い物 掃除 用事 покупки уборка recados compras "
        "limpieza einkaufen einkauf hausarbeit putzen besorgung besorgungen erledigungen"
    ),
    Activity.FREE_TIME: (
        "free freetime leisure hobby hobbies gaming games 자유시간 여가 취미 게임 空闲 "
        "自由时间 娱乐 自由時間 趣味 余暇 свободное-время досуг хобби tiempo-libre ocio "
        "freizeit hobbys"
    ),
}
"""Lower case, words of one name joined by hyphens."""

NAMES: Mapping[str, Activity] = {
    **{word: activity for activity, words in SYNONYMS.items() for word in words.split()},
    **{activity.value: activity for activity in Activity},
}


def read_activity(text: str) -> Activity:
    """Return the activity that a word names, whatever its case, blanks and underscores.

    Raises:
        PlanFault: it names none; the value and the twelve are told.
    """
    plain = unicodedata.normalize("NFKC", text).casefold().strip(" .!\"'`")
    name = "-".join(plain.replace("_", " ").replace("-", " ").split())
    found = NAMES.get(name) or NAMES.get(name.replace("-", ""))
    if found is None:
        raise PlanFault(f"{text[:60]!r} is no known activity; there are {', '.join(Activity)}")
    return found
