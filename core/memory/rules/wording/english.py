"""What English brings."""

from core.memory.rules.wording.model import COUNTED, Wording, words

ENGLISH = Wording(
    code="en",
    first=words(
        r"""
        i | i['’]?m | i['’]?(?:ve|d|ll) | me | my | mine | myself | we | our | us | im | ive
        """,
    ),
    second=words(r"you | your | yours | you['’]?(?:re|ve|d|ll) | u | ur"),
    third=words(
        r"""
        he | she | they | (?:he|she)['’]s | they['’]re | his | her | their | people | everyone |
        some people | someone | somebody
        """,
    ),
    negation=words(
        r"""
        not | no | never | none | nothing | nobody | \w+n['’]t | dont | doesnt | didnt | isnt |
        cant | cannot | wont | neither | nor | no longer | anymore | nope | wasnt | havent | hardly
        """,
    ),
    not_negation=words(
        r"""
        no[,!.] | nope[,!.] | nah[,!.] | not only | no problem | no worries | no way |
        can['’]?t wait | why not | not to mention | don['’]?t forget | don['’]?t worry |
        no idea why | not bad | nothing but | not just | no doubt | don['’]?t tell |
        can['’]?t believe | not gonna lie | nothing (?:special|much) | no joke | not kidding |
        don['’]?t laugh | don['’]?t you | isn['’]?t it | can['’]?t stand | can['’]?t live without |
        couldn['’]?t be happier | don['’]?t get me wrong | whether or not |
        not for the (?:weak|faint) | not (?:the )?(?:first|last) time
        """,
    ),
    lacking=words(
        r"""
        dislikes? | hat(?:es?|ed|ing) | cannot | avoids? | lacks? | without | stopped | quit |
        gave up | gives up | refuses? | allergic | allergy | intolerant | vegan | vegetarian |
        single | unemployed | can['’]?t stand | cannot stand | lost | left | free of | un\w+ |
        former | formerly | used to | ended | broke up | divorced | sober | teetotal\w* | fears? |
        afraid | scared | bad at | illiterate | insomnia | struggles? | only
        """,
    ),
    hypothetical=words(
        r"""
        wish (?:i|we) | if i (?:were|was|had|could|won|ever|lived|got|owned) | if only |
        (?:i|we)['’]?d (?:\w+ ){0,6}if | (?:i|we) would (?:\w+ ){0,6}if | imagine | suppose |
        supposing | what if | hypothetically | in another life | in a parallel (?:world|universe) |
        were i | had i | i wish | would have | could have been | let['’]?s say | say i | assuming |
        in theory | theoretically | if i['’]d | if we (?:were|had|lived) |
        i['’]d (?:probably|rather|totally|definitely|move|live|buy|be|have|get|quit|become|marry|
        work|never|go) |
        i would (?:probably|totally|definitely|move|live|buy|be|have|get|quit|become) |
        pretend that
        """,
    ),
    wish=words(
        r"""
        would | wishes | wants? | dreams? of | hopes? | if | could | might | considers? |
        considering | thinking (?:about|of) | would like | interested | imagines? |
        fantasi[sz]es? | maybe | possibly
        """,
    ),
    plan=words(
        r"""
        i['’]?m (?:going to|gonna|planning|thinking (?:of|about)|hoping|about to) |
        we['’]?re (?:going to|gonna|planning) | i['’]?(?:ll| will) | maybe | might | perhaps |
        some ?day | one day | i want to | i['’]d (?:like|love) to | i plan | i hope to |
        would like to | thinking (?:of|about) | considering | next (?:year|month|week) | i may |
        not sure (?:yet|if)
        """,
    ),
    presupposed=words(
        r"""
        why (?:did|do|am|have|is) (?:i|my) | did i (?:ever )?(?:tell|mention|say) |
        have i (?:ever )?(?:told|mentioned|said) | did you know (?:that )?(?:i|my|we) |
        do you (?:still )?(?:remember|recall) (?:that )?(?:i['’]?m?|my) | guess (?:what|who) |
        you know (?:that )?i | can you believe (?:that )?(?:i|my) |
        (?:do )?you remember (?:that )?i
        """,
    ),
    tag=words(r"right | you know | ok(?:ay)? | y['’]?know | huh | eh | isn['’]?t it | remember"),
    kidding=words(
        r"""
        (?:just |only |i['’]?m |was )*(?:kidding|joking) | jk | j/k | just a joke |
        not (?:really|seriously) | it was a joke | was a joke | pulling your leg |
        messing with you | i['’]?m messing | teasing | sarcas\w+ | april fools? | /s | gotcha |
        just trolling | trolling | in my dreams | as if | obviously a joke | for the joke
        """,
    ),
    irony=words(
        r"""
        yeah,? right | sure, | oh (?:great|wonderful|fantastic|joy|yay|sure|yes) | of course,? i |
        because (?:clearly|obviously) |
        i (?:just|simply|totally|absolutely) (?:love|adore|enjoy) (?:it )?(?:when|how|being|
        getting|waiting|standing|spending|sitting|doing|paying|working|cleaning|waking|having|
        mondays?|traffic|the smell|this|that) | totally | how (?:lovely|delightful) |
        what a (?:joy|delight|treat|surprise) | living the dream |
        my favou?rite (?:thing|hobby|part|way)[^.]*(?:traffic|queue|taxes|dentist|laundry|monday|
        bureaucracy|meeting|dishes|waiting|rain|spreadsheet)\w* | nothing (?:better|beats|like) |
        who doesn['’]?t (?:love|like|enjoy) | exactly what i (?:needed|wanted) | lucky me |
        clearly i | thrilled | oh how i love | as always | genius |
        can['’]?t wait to (?:pay|queue|wait|clean|do my taxes) | love[ds]? nothing more |
        best day ever | wow,? thanks
        """,
    ),
    absurd=words(
        r"""
        i['’]?m (?:so |literally )?dead |
        (?:medal|degree|phd|black belt|master['’]?s|doctorate|olympics|award) (?:in|for)
        (?:over\w+ing|procrastinat\w+|naps?|napping|sleeping|being|doing|losing|forgetting|wasting|
        eating|scrolling|crying) | glass | unicorns? | dragons? | vampires? | werewol(?:f|ves) |
        aliens? | martians? | mars | the moon | immortal |
        (?:billion|zillion|trillion)(?:s|aires?)? | millionaire | a million \w+ | millions of |
        thousands? of | (?:\d{3,}|thousand|hundred) years old | world champion | president of |
        queen of | king of | the pope | nobel | superhero | invisible | ninja | wizards? |
        dinosaurs? | t-rex | zombies? | spiderman|batman|superman | time travel\w* |
        (?:25|26|30|48) hours | eat (?:a )?(?:whole|entire) | survive on |
        live on (?:coffee|air|pizza) |
        (?:married|marry|engaged)(?: to)? (?:my|the|a) (?:job|couch|bed|pizza|fridge|work|laptop|
        coffee\w*|code|sofa|air ?fryer|pillow|blanket|kettle|dishwasher|phone|toaster) |
        coffee (?:runs|flows) | blood type | professional (?:napper|sleeper|procrastinator|couch) |
        (?:will|gonna|could) die | die of | dying of | kill (?:me|someone) | in a cave |
        on the sun | space ?ship | cyborg | memory of a goldfish | nap champion |
        world['’]s (?:best|worst|greatest|laziest) | secret agent | royalty | prince(?:ss)? |
        mermaid | telepath\w* | hibernat\w+ | adopted by wolves |
        part(?:-| )time (?:god|cat|potato) | couch potato |
        sleep(?:s|ing)? (?:for )?(?:\d{2,}|a hundred|twenty) (?:hours|years|days) | never sleeps? |
        bionic
        """,
    ),
    scene=words(
        r"""
        let['’]?s (?:play|pretend|role-?play|do a (?:scene|role)) | role-?play |
        pretend (?:that )?(?:you|i|we) |
        you are (?:the|a) (?:dragon|king|queen|knight|wizard|captain|innkeeper|dungeon|pirate|
        detective|guard|princess|witch) |
        you['’]re (?:the|a) (?:dragon|king|queen|knight|wizard|captain|innkeeper|dungeon|pirate|
        detective|guard|princess|witch) | in character | i['’]?ll (?:be|play) | d&d |
        dnd | dungeon master | the tavern | my character |
        as (?:sir|lady|lord|captain|king|queen|princess|detective|the knight|the wizard|the pirate|
        a pirate|a knight|a wizard|a vampire|a detective) |
        continue (?:the|our) (?:story|scene|rp|game) | scene | rp
        """,
    ),
    scene_end=words(
        r"""
        out of character | end (?:of )?(?:scene|rp|the game|game|roleplay) |
        enough (?:playing|role) | back to (?:reality|real life|normal) |
        stop (?:playing|the game|role-?play) | ooc | let['’]?s stop | game over
        """,
    ),
    aside=words(
        r"""
        brb | afk | ooc | out of character | irl | in real life | for real | real talk | one sec |
        (?:gotta|have to) (?:go|run|leave) | pause | out of game | seriously now | break from the |
        back in (?:a|\d+) | sorry, (?:phone|door|doorbell)
        """,
    ),
    fiction=words(
        r"""
        i (?:dreamt|dreamed) | had (?:a|the|this|such a|another|some) (?:\w+ ){0,3}dreams? |
        (?:weird|crazy|strange|bad) dream |
        in (?:my|the|a|this) (?:dream|novel|story|book|film|movie|game|series|play|script|campaign|
        fanfic|song|poem|nightmare|scene|comic|manga|sims?|show|musical) |
        my (?:main )?(?:character|oc|hero(?:ine)?|protagonist|avatar|paladin|elf|sim|rogue|druid|
        sorcerer|villager|farm in) | once upon a time |
        the (?:main )?(?:character|protagonist|hero|heroine|narrator) |
        i['’]?m writing a (?:story|novel|book|script|poem|song) | chapter |
        in (?:skyrim|minecraft|the sims|sims|stardew(?: valley)?|zelda|witcher|fortnite|gta|world
        of warcraft|wow|elden ring|animal crossing|baldur['’]s gate|cyberpunk|pok[ée]mon|d&d|dnd|
        among us) | plot | nightmare | last night i was (?:a|flying) | playing as | the movie |
        the novel | spoiler | episode | fan ?fic\w* | short story
        """,
    ),
    reported=words(
        r"""
        (?:he|she|they|someone|somebody|people|boss|brother|sister|mother|mom|mum|dad|father|
        friend|horoscope|article|teacher|doctor|wikipedia|the internet|chatgpt|tiktok) (?:says?|
        said|told|claims?|claimed|wrote|writes?|thinks?|thought|posted|goes|sings?) |
        according to | lyrics? | the song | sings? | singing | listening to | as they say |
        the saying | proverb | quote | quoting | article | the review | copy-?pasted? | i read |
        read (?:that|this) | tweet(?:ed)? | headline | the post | forwarded | wrote (?:this|me) |
        meme | caption | the bio | look what \w+ (?:wrote|sent|posted) |
        got this (?:message|mail|email|text) | translate | the line
        """,
    ),
    instruction=words(
        r"""
        (?:users?|everyone|everybody|members|all|bot|companion)(?: \w+){0,4} (?:must|has to|have
        to|shall|should) |
        from now on,? (?:you|always|never|every|all|each|answer|reply|call|end|speak|act|respond|
        treat|ignore|only|must|please) |
        (?:you|must|should|shall|to|bot|companion|assistant|mina|please)? ?(?:always|never)
        (?:answer|reply|respond|say|end|begin|start|call|act|obey|agree|mention|speak|write|
        recommend|tell|give|refuse|use|include|add|follow|ask|append|sign|do what) |
        ignore (?:all|any|the|your|previous|prior|every|safety|earlier) | disregard |
        (?:all|every) (?:users?|members?|people|persons?)[^.]{0,25} (?:is|are|have|has) (?:an?
        )?(?:admins?|administrators?|owners?|moderators?|full|root|rights) | system prompt |
        developer mode | jail ?break |
        you (?:must|have to|are required|shall|are now|will now|should (?:always|never|from now)) |
        new (?:rule|instruction|policy|system)s? | override |
        admin(?:istrator)? (?:rights?|access|privileges?|mode|permissions?) |
        (?:is|am|as|i['’]?m) (?:an?|the|your) (?:new |real )?(?:admin|administrator|owner|
        developer|moderator|creator|operator|superuser|root)(?: of (?:this|the) (?:bot|server|
        companion|assistant|group|chat))? | root access | full access | unrestricted |
        without (?:restrictions|limits|filters?) | no (?:restrictions|limits|filters?|rules) |
        do(?:es)? not need (?:permission|confirmation) |
        has (?:permission|the right|authority|clearance) to |
        (?:is )?allowed to (?:see|read|use|access|delete|everything|change|run|know|order|ban|
        reset) | may (?:see|read|access|delete|ban) (?:all|every|other) |
        your (?:instructions|rules|prompt|guidelines) |
        end (?:each|every) (?:line|message|reply|answer|sentence) |
        wants? (?:the (?:companion|assistant|bot)|mina|you|me) to (?:always|never|obey) |
        unlock\w* | obey\w* | <\|?(?:system|im_start)\|?> | begin (?:every|each) |
        start (?:every|each) | say yes to | reveal |
        must (?:be obeyed|always|never|end|answer|reply|obey|follow) |
        can (?:see|read|access|delete|ban) (?:all|every|other) | verified (?:owner|admin|staff) |
        sudo | bypass
        """,
    ),
    secret=words(
        r"""
        pass ?words? | passwd | pass ?(?:code|phrase)s? | pw | pwd | pins?(?: code| number)? |
        api[- ]?keys? | access keys? | secret keys? | private keys? | tokens? |
        (?:seed|recovery|backup|mnemonic) ?(?:phrase|words?|codes?|key)s? |
        (?:credit|debit|bank)? ?card(?: number| no)? | cvv2? | cvc | iban | account number |
        routing number |
        (?:one[- ]time|verification|security|login|2fa|sms|door|gate|alarm|safe|lock|auth\w*|
        unlock|confirmation|access|entry) (?:codes?|pins?|combination) | otp |
        social security(?: number)? | ssn | passport number | combination | wifi key |
        credentials? | log-?in | code (?:to|for|of)
        """,
    ),
    small_talk=words(
        r"""
        ok(?:ay)? | k+ | thanks? | thank you | thx | ty | hi+ | hey+ | hello | yo | bye |
        good ?(?:morning|night|evening|day) | lol | haha\w* | cool | nice | great | wow | sure |
        yes | yeah | yep | no | nope | hm+ | mh+m* | ah+ | oh+ | see you | see ya | later | cu |
        gn | np | welcome | you'?re welcome | fine | good | right | true | alright | sorry |
        please | awesome | perfect | got it | i see | same | how are you | what'?s up | sup | idk |
        omg | well | so | and you | sweet dreams | take care | sleep well |
        talk (?:to you )?(?:later|tomorrow|soon) | not much | very much | a lot |
        for (?:that|the info|your help) | interesting | really | congrats | have a nice day |
        you too | brb | back | there | all good
        """,
    ),
    assent=words(
        r"""
        yes+ | ye(?:ah|p|s) | yup | exactly | right | correct |
        that['’]?s (?:right|it|true|correct|me) | true | indeed | of course | sure(?: do| am)? |
        absolutely | definitely | totally | i (?:do|am|did|have) | precisely |
        you (?:remembered|got it|guessed) | spot on | aye | uh-?huh | mhm | bingo | yess*
        """,
    ),
    denial=words(
        r"""
        no+ | nope | nah | not (?:really|at all|yet|quite) | wrong | never |
        i (?:don['’]?t|didn['’]?t|haven['’]?t|['’]?m not|am not) | actually no | neither | false
        """,
    ),
    correction=words(
        r"""
        no,? (?:i (?:meant|mean|said)|it['’]?s|not|sorry|wait|actually|i['’]?m|i) | i meant |
        i mean | actually | correction | sorry,? (?:i meant|it['’]?s|wrong|not) | typo |
        scratch that | wait,? no | not \w+,? but |
        that['’]?s (?:wrong|not right|incorrect|not true|outdated) |
        you['’]?ve got (?:it|that) wrong | you got (?:it|that) wrong | i misspoke | anymore |
        any more | no longer | isn['’]?t true | my mistake | i was wrong | i lied | rather |
        changed (?:my mind|it) | in fact | now i | not .{1,20} any ?more | used to
        """,
    ),
    meta=words(
        r"""
        (?:says?|said|wished|wishes|sent|gave) (?:hi|hello|hey|thanks?|bye|good\w* ?\w*|ok(?:ay)?|
        yes|no) | greet(?:s|ed) | thank(?:s|ed) |
        (?:is|was) (?:chatting|talking|writing|speaking) (?:with|to) |
        agree(?:s|d) with (?:the|what) | asked (?:the|how|what|if|whether|me|about) |
        asks (?:the|how|what|if|whether|me|about) |
        is (?:polite|friendly|online|here|thankful|grateful) | laugh(?:s|ed) | acknowledge[sd]? |
        respond(?:s|ed) | replie[sd] | wants to know | is (?:wondering|curious) | confirmed |
        appreciates the | enjoys? (?:talking|chatting) | found (?:it|that|this) funny
        """,
    ),
    assistant=words(r"(?:the|an) (?:ai|assistant|(?:chat)?bot|companion|persona) | ai assistant"),
    numbers={word: number for number, word in enumerate(COUNTED.split(), 1)}
    | {"thirty": 30, "forty": 40, "fifty": 50, "twice": 2, "both": 2, "couple": 2, "twins": 2},
)
