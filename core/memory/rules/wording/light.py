"""Verbs and nouns that most statements use whatever they tell."""

from collections.abc import Mapping

from core.memory.rules.wording.model import listed

LIGHT: Mapping[str, frozenset[str]] = {
    "en": listed(
        """
        works work working worked job profession occupation lives live living lived has have
        likes like loves love called named name is person someone plays play does owns own
        owned keeps gets got goes went wants want enjoys plans plan planning going currently
        feels feeling uses used says said told since ago years year old member time make
        makes made take takes took thing things people being lot
        """
    ),
    "de": listed(
        """
        arbeitet arbeite arbeiten beruf job lebt lebe wohnt wohne heißt heisst name namens
        mag liebt liebe person jemand spielt macht besitzt hält bekommt geht ging möchte will
        plant gerade aktuell fühlt seit jahr jahre jahren jahr alt eigenen eigene eigenes
        eigener gern gerne hatte worden lässt mitglied
        """
    ),
    "es": listed(
        """
        trabaja trabajo vive vivo llama llamo nombre gusta gustan encanta persona alguien
        juega toca hace posee va fue quiere planea tiene previsto actualmente siente usa
        desde años año edad cosa gente miembro
        """
    ),
    "ru": listed(
        """
        работает работаю работал работала работе живёт живет живу зовут имя любит люблю
        нравится человек играет делает владеет имеет ходит пошёл хочет планирует сейчас
        чувствует использует лет год года назад время которого которая который её его
        """
    ),
    "ja": listed(
        """
        仕事 名前 人 住 働 好 飼 持 現在 予定 計画 年 歳 メンバー 中 性格
        """
    ),
    "ko": listed(
        """
        일한 일하 직업 산다 이름 좋아 사람 키운 키우 있다 한다 가지 현재 지금 예정 계획 했다
        이다 된다 되었 하고 있는 것이 때문 집 회원 멤버
        """
    ),
    "fr": listed(
        """
        travaille travail métier vit vis habite appelle nom aime personne joue fait possède
        va veut prévoit actuellement sent utilise depuis ans an âge chose gens
        """
    ),
}
"""They weigh nothing when a statement is compared with what was said."""
