"""Words that end what was so: died, sold, quit, broke up, no longer."""

from collections.abc import Mapping

from core.memory.rules.wording.model import signs, words
from core.patterns import Pattern

ENDINGS: Mapping[str, Pattern] = {
    "en": words(
        r"""
        died | passed away | dead | put (?:him|her|it) down | buried | sold | quit | left |
        resigned | retired | broke up | split up | separated | divorced | no longer | any ?more |
        not .{1,30} anymore | stopped | gave up | given up | dropped (?:out)? | finished |
        cancel+ed | lost | fired | laid off | moved (?:away|out) | called off | ended | gave away |
        got rid of | used to | former | formerly | rehomed | is over | shut down | closed down |
        ran away | dumped | widowed | gone | quitting
        """,
    ),
    "de": words(
        r"""
        gestorben | verstorben | tot | verkauft | gekündigt | verlassen | getrennt | geschieden |
        schluss gemacht | nicht mehr | kein\w* .{0,30}mehr | aufgehört | aufgegeben | abgebrochen |
        verloren | entlassen | ausgezogen | beendet | weggegeben | früher | ehemalig\w+ | ex-\w+ |
        abgesagt | in rente | eingeschläfert | verschenkt | hingeschmissen | ausgestiegen |
        ausgetreten | geschlossen | verwitwet
        """,
    ),
    "es": words(
        r"""
        murió | ha muerto | falleció | muert[oa] | vendi(?:ó|do|eron) | vend[íi] | dejó | dejado |
        renunció | se jubiló | rompi(?:ó|eron) | roto | separ(?:ó|ado|ada|aron) | divorci\w+ |
        ya no | dej(?:é|ado) de | abandonó | perdió | despid\w+ | canceló | se mudó | terminó |
        terminaron | antes | cerró | se acabó | regaló | viud[oa] | cortaron | cortó
        """,
    ),
    "ru": words(
        r"""
        умер\w* | скончал\w+ | погиб\w* | не стало | продал\w? | уволил\w+ | ушёл | ушла | ушел |
        расстал\w+ | разошл\w+ | развел\w+ | развёл\w+ | больше не | уже не | перестал\w? |
        бросил\w? | потерял\w? | отменил\w? | съехал\w? | закончил\w? | раньше | бывш\w+ |
        вышла? на пенсию | вышел на пенсию | закрыл\w? | отдал\w? | отчислил\w+ | овдове\w+ |
        завязал\w? | усыпил\w?
        """,
    ),
    "ja": signs(
        r"""
        亡くな | 亡くした | 死ん | 売った | 売り | 手放 | 辞め | やめ | 退職 | 別れ | 離婚 |
        もう.{0,16}(?:ない|ません) | 引退 | 中退 | 解散 | 失っ | 抜け | 卒業 | 廃業 | 閉め |
        キャンセル | 中止 | 終わっ | 元
        """,
    ),
    "ko": signs(
        r"""
        죽었 | 돌아가 | 세상을 ?떠 | 무지개다리 | 팔았 | 팔고 | 그만 | 관뒀 | 관두 | 퇴사 | 퇴직 |
        헤어 | 이혼 | 더 ?이상 | 이제 ?(?:안|못) | 끊 | 접었 | 접고 | 포기 | 잃 | 취소 | 이사 ?나 |
        은퇴 | 자퇴 | 없앴 | 처분 | 끝났 | 정리했 | 탈퇴 | 졸업 | 파혼 | 폐업
        """,
    ),
    "fr": words(
        r"""
        morte? | décédée? | vendue? | quittée? | démissionn\w+ | retraite | rompu | séparée?s? |
        divorc\w+ | ne .{1,25} plus | n['’].{1,25} plus | arrêtée? | abandonn\w+ | perdue? |
        licenciée? | annul\w+ | anciennement | avant | fermée? | veu(?:f|ve)
        """,
    ),
}
"""One that ends, and the thing that it ends, together close a known fact; neither does alone."""
