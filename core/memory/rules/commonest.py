"""Words that say nothing of anybody: too common for their repetition to tell what was erased.

Of three characters and more, from the lists of the most frequent words of each language; by hand.
"""

_WORDS = """
about after again all also always and another any anything are around ask away back because
been before being both but call came can come could did didn does doesn doing don
done down each even ever every everything few find first for from get give goes going
good got had has hasn have haven having hello her here hers hey him his how into isn its
just keep know last least less let life like little long look made make many may maybe mean
might more most much must never new next not nothing now off often okay old once one only other
our out over own part people please put quite really right said same saw say says see seem
she should since some something soon still such sure take talk tell than thank thanks that the
their them then there these they thing things think this those thought three through time too
told try two under until very want wants was wasn way well went were weren what when where
which while who whole why will with without won would wouldn year years yes yesterday yet you your
today tomorrow day days user person name named called

aber alle als auch auf aus bei bin bis bist das dass dem den denn der des die dich dir doch du
durch ein eine einem einen einer eines etwas für ganz gar gern gerne gut habe haben hast hat
hatte hier ich ihm ihn ihr ihre immer ist jetzt kann kein keine machen man mehr mein meine mich
mir mit muss nach nicht nichts noch nur oder ohne schon sehr sein seine seit sich sie sind über
und uns unter vom von vor war warum was weil wenn wer werden wie wieder wir wird wurde zum zur

aux avec avoir bien est ces cette comme dans des donc elle elles est était être eux fait faire
ils leur lui mais mes moi mon même nous par pas peu plus pour que qui sans ses son sont sur tes
toi ton tous tout très une vous

algo bien como con cosa cuando del desde donde ella ellos era eres esta está este esto estoy fue
hay los las más mucho muy nada nos para pero por porque qué que quien ser sin sobre soy sus
también tengo tiene todo una uno usted yo

без был была было быть вам вас все всё где для его если есть ещё еще как когда кто мне может
мой моя надо нас него нет она они оно очень при про так там тебе тебя тогда тоже только тут уже
чем что чтобы эта это этот
"""
_PAIRS = """
です ます した して ない こと ある いる から よう たい てい いま まし ませ せん でし だっ った
って
んで です すが ので ため もの それ これ あり とて なの のは のが には では とは って さん ちゃ
ゃん
니다 습니 는데 어요 아요 해요 있어 없어 하고 에서 으로 그리 리고 입니 했어 이야 나는 저는 네요
세요 이에 에요
我们 你们 他们 什么 这个 那个 一个 没有 就是 不是 可以 因为 所以 但是 还是 知道 自己 现在 今天
昨天 明天
"""

COMMON_WORDS = frozenset(_WORDS.split())
COMMON_PAIRS = frozenset(_PAIRS.split())
"""Of scripts without blanks, and of Korean."""
