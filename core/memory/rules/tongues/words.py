"""The words that tell a language, and those that tell nothing else."""

from collections.abc import Mapping

from core.patterns import Pattern

_LINE = Pattern(r"\s*\b([a-z]{2}):\s")


def _listed(text: str) -> Mapping[str, frozenset[str]]:
    """Return words by language; a line is `code: words`, as `en: the and`."""
    _, *parts = _LINE.split(text)
    return {
        code: frozenset(words.split()) for code, words in zip(parts[::2], parts[1::2], strict=True)
    }


COMMON = _listed(
    """
    en: 's a about also am an and are as at be been but by can could d did didn't do does
        doesn't don't for from had has have he her her's here his how i i'd i'll i'm i've if
        in is isn't it it's its just ll m me mine my no not now of on or our re really s she
        should so t than that that's the their them then there these they this those to too
        us ve very was we were what when which who who's why will with would yes you your
        what's where
    de: aber als am an auch auf aus bei bin bist da dann das dass dein deine dem den denn
        der des dich die dir doch du eben ein eine einem einen einer eines er es für habe
        haben halt hast hat hatte hier ich ihr ihre ihrem ihren im in ist ja jetzt kann
        kannst kein keine mal man mein meine meinem meinen meiner mich mir mit nach nein
        nicht noch nur oder schon sehr sein seine seinen sich sie sind so und uns unser von
        vor war waren was wenn wer werde werden wie wir wird wo zu zum zur gern heiße heißt
        wann warum welche welches
    es: a al como con cuando de del donde el ella ellos en era eres es esa ese eso esta
        estar este esto estoy está están fue ha había han has hay he la las le les lo los me
        mi mis muy más no nos nuestro o para pero por que quien qué se ser si son soy su sus
        sí también tan te tengo tiene tu tus tú un una unas unos y ya yo él cuál cuándo cómo
        dónde quién tienes
    fr: a ai as au aussi aux avait avec avez avons c ce ces cette comme d dans de des du
        elle elles en es est et il ils j je l la le les leur m ma mais me mes moi mon n ne
        non notre nous on ont ou oui où par pas plus pour qu quand que qui quoi s sa se ses
        si son sont suis sur ta te tes toi ton très tu un une votre vous y à ça était être
        chez comment pourquoi quel quelle quelles quels
    ru: а бы был была были было быть в вам вас ваш во вот вы где да для до его ее если есть
        еще ещё её же за и из их к как ко когда кто ли меня мне мной мое моего моей моему
        мои моих мой моя моё мы на нам нас наш не нет ни но о об он она они оно от очень по
        с своего своей свой свою себя со так там твой твоя тебе тебя тоже только тут ты у
        уже что это я
    ja: ある いる か が した する で です と に ね の は へ ます も や よ を
    ko: 나는 난 내가 저는 전 제가 나 저 내 제 그리고 그런데 근데 그래서 좀 너무 정말 진짜
        아주 더 지금 오늘 있어 있다 있는 있어요 있습니다 이다 하다 한다 해 해요 합니다 것 수
        매우 에서 을 를 이 가 은 는 의 에 도 로 와 과
    it: a abbiamo al alla anche che chi ci come con cosa da dei del della delle di dove e
        gli ha hai hanno ho il in io la le lei lo lui ma mi mia mie miei mio molto nel nella
        noi non o per perché quale quali quando sei si sono sua suo suoi ti tu tua tue tuo
        tuoi un una uno voi è é certo siamo dello questo questa però più già mangio lavoro
        abito oggi ieri domani chiamo piace
    pt: a ao as com como da das de do dos e ela ele em estou está eu foi isso já mas me meu
        meus minha minhas muito na nas no nos não nós o onde os ou para por porque quais
        qual quando que quem se seu seus sou sua suas são também tem tenho tens teu tu tua
        um uma umas uns você à é nao voce moro trabalho gosto hoje ontem amanhã chamo fui
        num numa pela pelo
    nl: aan al ben bent bij dat de deze dit een en er geen haar heb hebben hebt heeft het
        hij hoe ik in is je jij jouw maar met mijn naar niet nog of ons ook op van voor waar
        waarom wanneer was wat we welke wie wij ze zij zijn woon wil omdat ja
    pl: a ale bardzo był była cię co czy dlaczego do gdzie i ja jak jest jestem jesteś już
        kiedy kto ma mam masz mi mnie moim moja moje mojego mojej mojemu my mój na nie o od
        on ona po się swoją swój są ta tak ten też to twoja twój ty u w wy z za że sie
        mieszkam pracuję lubię dzisiaj jutro dla
    sv: att av de den det dig din dina ditt du där eller en ett från för hade han har hon
        hur här i inte jag kan med men mig min mina mitt ni när och också om på sig sin sina
        sitt ska som så till vad var varför vem vi vilken vilket är bor heter
    tr: ama ben benim bir biz bizim bu da daha de değil en gibi hangi ile için kaç ki kim mi
        mu mü mı nasıl ne neden nerede nereye o olan onlar onun sen senin siz var ve yok
        zaman çok şu şey evet hayır bugün yarın yarin seviyorum
    vi: tôi là không của và có một bạn mình rất đang sống được những này cho anh em
    no: i jeg du han hun vi ikke og er det på som med til fra hva min mitt bor heter også
    da: i jeg du han hun vi ikke og er det på som med til fra hvad min mit bor hedder også
    cs: já jsem není že mám mně jsi bydlím
    hu: vagyok nem és egy hogy van az szeretem
    ro: sunt nu și este lucrez locuiesc
    fi: minä olen ei että
    id: saya aku tidak dan yang ini
    uk: і й в у на з із до за по що та як але не так це я ти він вона ми ви вони був була
        дуже мене мені тебе або треба працюю завтра сьогодні вчора вже коли якщо моя мого
    bg: и в на с за от до да не е са аз ти той тя ние съм сам няма мога имам искам че ще
        обичам живея работя
    """
)
"""Words without weight, in lower case. Those of Japanese and Korean tell no more than a script."""
LIGHT = _listed(
    """
    en: works work working worked job profession occupation lives live living lived has have
        likes like loves love called named name is person someone plays play does owns own
        owned keeps gets got goes went wants want enjoys plans plan planning going currently
        feels feeling uses used says said told since ago years year old member time make
        makes made take takes took thing things people being lot
    de: arbeitet arbeite arbeiten beruf job lebt lebe wohnt wohne heißt heisst name namens
        mag liebt liebe person jemand spielt macht besitzt hält bekommt geht ging möchte
        will plant gerade aktuell fühlt seit jahr jahre jahren alt eigenen eigene eigenes
        eigener gern gerne hatte worden lässt mitglied
    es: trabaja trabajo vive vivo llama llamo nombre gusta gustan encanta persona alguien
        juega toca hace posee va fue quiere planea tiene previsto actualmente siente usa
        desde años año edad cosa gente miembro
    ru: работает работаю работал работала работе живёт живет живу зовут имя любит люблю
        нравится человек играет делает владеет имеет ходит пошёл хочет планирует сейчас
        чувствует использует лет год года назад время которого которая который её его
    ja: 仕事 名前 人 住 働 好 飼 持 現在 予定 計画 年 歳 メンバー 中 性格
    ko: 일한 일하 직업 산다 이름 좋아 사람 키운 키우 있다 한다 가지 현재 지금 예정 계획 했다
        이다 된다 되었 하고 있는 것이 때문 집 회원 멤버
    fr: travaille travail métier vit vis habite appelle nom aime personne joue fait possède
        va veut prévoit actuellement sent utilise depuis ans an âge chose gens
    """
)
"""Verbs and nouns that most statements use: they weigh nothing in a comparison."""
