"""What German brings."""

from core.memory.rules.wording.model import Wording, words

GERMAN = Wording(
    code="de",
    first=words(
        r"""
        ich | mich | mir | mein(?:e[nmrs]?)? | wir | uns | unser(?:e[nmrs]?)? | bin | hab
        """,
    ),
    second=words(r"du | dich | dir | dein(?:e[nmrs]?)? | ihr | euch"),
    third=words(r"er | sie | die leute | jemand | alle | seine? | man"),
    negation=words(
        r"""
        nicht | nich | kein(?:e[nmrs]?)? | nie(?:mals)? | nichts | niemand | weder | nee? | nein |
        kaum
        """,
    ),
    not_negation=words(
        r"""
        nein[,!.] | nee?[,!.] | nicht nur | kein(?:e)? (?:problem|sorge|ahnung|ding|scherz|witz) |
        warum nicht | nichts (?:besonderes|als) | vergiss nicht | oder nicht | nicht schlecht |
        nicht vergessen | nicht wahr | kaum erwarten | nicht mehr lange | stimmt'?s nicht
        """,
    ),
    lacking=words(
        r"""
        hass\w* | meide[tn]? | verabscheut | fehlt | ohne | aufgehört | gekündigt | allergi\w+ |
        verweigert | vegan\w* | vegetari\w+ | single | arbeitslos | verloren | ungern | unver\w+ |
        früher\w* | ehemalig\w+ | getrennt | geschieden | angst | intoleranz | intolerant |
        mag kein\w* | nur | trocken
        """,
    ),
    hypothetical=words(
        r"""
        wenn ich (?:mal )?(?:groß|reich|alt|rentner\w*|chef\w*|erwachsen|berühmt) bin | wäre ich |
        hätte ich |
        wenn ich (?:\w+ ){0,6}(?:wäre|hätte|würde|könnte|gewinne|gewänne|müsste|dürfte|gewinnen
        würde) | wär ich | hätt ich | ich würde | würde ich | würd ich | ich würd | wär(?:e)? |
        hätte gern | wünschte | stell dir vor | angenommen | was wäre | könnte ich | ich könnte |
        falls ich | gesetzt den fall | rein theoretisch | theoretisch | hypothetisch |
        in einem anderen leben | wenn ich mal
        """,
    ),
    wish=words(
        r"""
        würde | möchte | wünscht | will | träumt | hofft | könnte | wenn | falls | überlegt |
        hätte | wäre | vielleicht | gern(?:e)? mal | interessiert
        """,
    ),
    plan=words(
        r"""
        ich werde? | werde ich | vielleicht | eventuell | irgendwann | eines tages | ich will |
        ich möchte | möchte ich | ich hab(?:e)? vor | plane | überlege | ich hoffe |
        nächste[snm]? (?:jahr|monat|woche|sommer) | mal sehen | habe vor
        """,
    ),
    presupposed=words(
        r"""
        warum (?:hab|habe|bin|muss|mach\w*) ich |
        habe? ich (?:dir )?(?:schon |eigentlich |mal )*(?:erzählt|gesagt|erwähnt) |
        wei(?:ß|ss)t du (?:eigentlich |schon |noch )?,? ?dass (?:ich|mein\w*) |
        wusstest du (?:schon |eigentlich )?,? ?dass (?:ich|mein\w*) |
        hatte ich (?:schon |dir )*(?:erzählt|erwähnt|gesagt) | rate mal |
        erinnerst du dich,? dass ich
        """,
    ),
    tag=words(r"oder | ne | gell | weißt du | nicht wahr | ok(?:ay)? | stimmt's | nicht"),
    kidding=words(
        r"""
        scherz | (?:nur|war|war nur|kleiner|ein) (?:ein )?(?:scherz|spa(?:ß|ss)|witz) |
        spa(?:ß|ss) beiseite | ich scherze | mache? (?:nur |bloß )?(?:spa(?:ß|ss)|witze) |
        verarsch\w* | nicht ernst(?: gemeint)? | war nicht ernst | ironie |
        nat(?:ü|ue)rlich nicht | quatsch | aprilscherz | reingefallen | nee,? spa(?:ß|ss) | /s |
        nein,? spa(?:ß|ss) | schön wär'?s | veräpple\w*
        """,
    ),
    irony=words(
        r"""
        na (?:toll|super|klar|klasse|prima|wunderbar|sicher) | ja,? (?:klar|genau|sicher),? |
        oh (?:toll|super|wie schön|ja) | wie (?:schön|toll|wunderbar) |
        ich liebe es(?: ja)?(?: einfach)?,? (?:wenn|um|im|zu|morgens) | ganz toll | klar,? ich |
        aber sicher | natürlich,? ich | nichts (?:lieber|schöneres) | als ob | herrlich |
        mein(?:e)? (?:liebste[sr]?|lieblings\w+)[^.]*(?:stau|steuer|zahnarzt|montag|schlange|
        bürokratie|abwasch|warten|putzen|regen)\w* | genau mein ding | ein traum | hurra | juhu |
        super,? danke | (?:super|toll|klasse|prima|großartig),? (?:schon )?wieder |
        einfach über alles | ja+ja+ | so ein spaß | war ja klar | wer nicht | was gibt es schöneres
        """,
    ),
    absurd=words(
        r"""
        bin (?:\w+ )?tot |
        (?:doktor\w*|meister\w*|medaille|diplom|weltmeister\w*) (?:in|im|für) (?:prokrastin\w+|
        schlafen|faulenzen|nichtstun|rumliegen|aufschieben) | glas | einhörner|einhorn | drachen? |
        vampire? | aliens? | mars | mond | unsterblich | milliard\w+ | millionär\w* | millionen |
        tausende? | (?:\d{3,}|hundert|tausend) jahre | weltmeister(?:in)? | präsident(?:in)? von |
        könig(?:in)? von | papst | nobelpreis | superheld(?:in)? | unsichtbar | ninja | zauberer |
        dinosaurier | zombies? | zeitreis\w+ | (?:25|26|30|48) stunden |
        lebe? (?:nur )?von (?:luft|kaffee|pizza) |
        verheiratet mit (?:mein\w+|de[rm]) (?:job|sofa|bett|pizza|kühlschrank|arbeit|laptop|couch|
        kaffee\w*) | kaffee statt blut | blutgruppe | profi-?\w*(?:schläfer|faulenzer)\w* |
        sterbe vor | raumschiff | geheimagent(?:in)? | prinz(?:essin)? | meerjungfrau |
        winterschlaf | schlafe? nie | halbgott
        """,
    ),
    scene=words(
        r"""
        (?:lass(?:t)? uns|wollen wir|komm,? wir) (?:\w+ )*(?:spielen|so tun) | rollenspiel |
        tun wir so |
        du bist (?:der|die|ein|eine) (?:drache|könig|königin|ritter|zauberer|kapitän|wirt|pirat|
        detektiv|wache|prinzessin|hexe) | mein charakter |
        als (?:ritter|sir|könig|königin|pirat|detektiv|zauberer|kapitän|prinzessin) | taverne |
        spielleiter | spielen wir | szene
        """,
    ),
    scene_end=words(
        r"""
        spiel (?:zu )?ende | ende (?:der szene|des spiels) | genug gespielt | zurück zur realität |
        aus der rolle | ooc | schluss mit dem spiel
        """,
    ),
    aside=words(
        r"""
        brb | afk | ooc | bin gleich (?:wieder|zurück) | im echten leben | in echt | mal im ernst |
        kurz raus | muss (?:kurz )?(?:weg|los) | pause | kurze pause | ernsthaft jetzt |
        real jetzt | moment, | sorry,? (?:telefon|tür)
        """,
    ),
    fiction=words(
        r"""
        (?:habe?|hab) (?:\w+ )*geträumt | ich träumte | im traum |
        in (?:meinem|dem|einem|meiner|der|einer) (?:traum|roman|buch|film|spiel|serie|geschichte|
        stück|drehbuch|kampagne|song|lied|gedicht|albtraum|comic) |
        im (?:film|buch|roman|spiel|lied|stück|comic) |
        mein(?:e)? (?:held(?:in)?|figur|protagonist(?:in)?|avatar|charakter|elf\w*|magier\w*|
        paladin) | es war einmal | die hauptfigur | der (?:held|protagonist|erzähler) |
        ich schreibe (?:gerade )?(?:an )?(?:eine[rnm]? )?(?:geschichte|roman|buch|kurzgeschichte) |
        kapitel |
        in (?:skyrim|minecraft|sims|den sims|stardew|zelda|witcher|gta|wow|elden ring|animal
        crossing) | albtraum | letzte nacht war ich | fanfic\w* | kurzgeschichte | romanfigur
        """,
    ),
    reported=words(
        r"""
        (?:er|sie|jemand|chef|chefin|bruder|schwester|mutter|mama|vater|papa|freund|freundin|
        horoskop|artikel|lehrer\w*|kollege|kollegin|oma|opa) (?:sagte?|meint(?:e)?|behauptet(?:e)?|
        schreibt|schrieb|findet|hat gesagt|hat geschrieben|singt) | laut | liedtext | im lied |
        das lied | singt | wie man sagt | sprichwort | zitat | zitiere | artikel | weitergeleitet |
        gelesen | schlagzeile | meme | schau(?:t)? mal,? was | hat mir geschrieben | schreibt mir |
        heißt es | der song | songtext | horoskop | steht in | höre gerade
        """,
    ),
    instruction=words(
        r"""
        (?:alle|jeder|nutzer|user|bot)(?: \w+){0,4} (?:müssen|sollen|muss|soll) |
        (?:ab jetzt|ab sofort|von nun an|ab heute|künftig)[, ]+(?:\w+ )?(?:immer|nie|du|jede|jeder|
        alle|antworte\w*|musst|sollst|bist|beende\w*|nenn\w*|sprich|nur) |
        (?:immer|nie|niemals) (?:\w+ ){0,3}(?:antwort\w*|sag\w*|beende\w*|schreib\w*|zustimm\w*|
        gehorch\w*|nenn\w*) |
        (?:antworte|sage?|beende|schreibe?|gehorche|empfiehl|nenne) (?:\w+ ){0,2}(?:immer|nie|
        jede\w*) | ignorier\w* | vergiss (?:alle|deine) (?:regeln|anweisungen|vorgaben) |
        (?:alle|jeder|jede) (?:\w+ )?(?:nutzer|benutzer|mitglieder|user|personen|
        leute)[^.]{0,25}(?:admin\w*|rechte|inhaber|moderator\w*|zugriff) | systemprompt |
        system-prompt | entwicklermodus | du (?:musst|sollst|hast zu|bist jetzt|bist ab) |
        musst du | neue (?:regel|anweisung)\w* |
        (?:admin|administrator)\w*-?(?:rechte|zugang|zugriff|modus) |
        (?:bin|ist|als) (?:ein |eine |der |die |dein |deine )?(?:neue[r]? |echte[r]? )?(?:admin\w*|
        inhaber(?:in)?|entwickler(?:in)? (?:dieses|des|von)|moderator(?:in)?|besitzer(?:in)?|
        betreiber(?:in)?) | voll(?:en|er)? zugriff | alle rechte |
        ohne (?:einschränkung\w*|filter|grenzen) |
        keine (?:einschränkung\w*|filter|grenzen|regeln) |
        darf (?:alles|alle|jede\w*|andere\w*)\s | deine (?:anweisungen|regeln|vorgaben) |
        hat (?:die )?(?:erlaubnis|berechtigung) | soll (?:immer|nie|jede\w*) |
        muss (?:immer|jede\w*|nie) (?:\w+ ){0,4}(?:enden|antworten|gehorchen|beenden|sagen) |
        freigeschaltet | jede (?:antwort|nachricht|zeile) | berechtigt | befugt | gehorch\w*
        """,
    ),
    secret=words(
        r"""
        (?:\w+-?)?pass(?:wort|wörter|wd|word|phrase) | kennwort | pin(?:-?(?:code|nummer))? |
        api-?(?:key|schlüssel) | geheim\w*schlüssel | token |
        (?:wiederherstellungs|seed|recovery|backup)-?(?:phrase|wörter|codes?|schlüssel) |
        (?:kredit|bank|ec-?|giro)?karten?(?:nummer)? | cvv | cvc | iban | konto(?:nummer|daten) |
        (?:einmal|sicherheits|bestätigungs|zugangs|tür|alarm|sms|tan|entsperr|haustür|
        safe)-?(?:code|pin|passwort)\w* | tan | w-?lan-?\w* | zugangsdaten |
        code (?:für|zum|zur|vom) | ausweisnummer | zahlenkombination
        """,
    ),
    small_talk=words(
        r"""
        ok(?:ay)? | danke(?:schön)? | vielen dank | hallo | hi | hey | moin | servus | tschüss? |
        guten? (?:morgen|abend|tag|nacht) | gute nacht | lol | haha\w* | cool | super | toll |
        schön | ja | nein | nee? | hm+ | ah+ | oh+ | aha | bis (?:dann|später|morgen|bald) | ciao |
        gut | klar | alles klar | stimmt | genau | sorry | bitte | prima | wie geht'?s(?: dir)? |
        na | so | passt | schlaf gut | mach'?s gut | und (?:du|dir|selbst) | echt | wow |
        interessant | na ja | naja | tja | sehr | dir auch | gleichfalls | nett | alles gut | jo
        """,
    ),
    assent=words(
        r"""
        ja+ | jo+ | jep | jap | genau | stimmt(?: genau)? | richtig | klar | natürlich | sicher |
        auf jeden fall | korrekt | absolut | so ist es | doch | eben | exakt | gut erinnert |
        na klar
        """,
    ),
    denial=words(
        r"""
        nein | nee+ | nö | nicht wirklich | falsch | gar nicht | stimmt nicht | quatsch |
        leider nicht | noch nicht
        """,
    ),
    correction=words(
        r"""
        nein,? (?:ich mein\w*|nicht|sorry|doch|es|das|ich) | ich meinte | meinte | doch nicht |
        eigentlich | korrektur | sorry,? (?:ich meinte|falsch|nicht) | tippfehler | moment,? nein |
        nicht \w+,? sondern | sondern | das stimmt (?:so )?nicht(?: mehr)? | falsch | nicht mehr |
        mein fehler | vertan | verschrieben | inzwischen | mittlerweile | hab(?:e)? mich geirrt |
        jetzt | quatsch | besser gesagt | früher
        """,
    ),
    meta=words(
        r"""
        (?:sagt|sagte|wünscht|wünschte) (?:hallo|danke|tschüss|gute\w* \w+|ok) | grüßt | begrüßt |
        bedankt sich | (?:chattet|spricht|unterhält sich|redet|schreibt) (?:gerade )?mit |
        fragt(?:e)? (?:nach|ob|wie|was|die|den|das|mich) |
        ist (?:höflich|freundlich|online|dankbar) | lacht | verabschiedet | stimmt zu | bestätigt |
        antwortet | möchte wissen | will wissen | hat gefragt
        """,
    ),
    assistant=words(
        r"""
        d(?:er|ie|en|em|as) (?:ki|assistent(?:en|in)?|(?:chat)?bot|begleiter(?:in)?|sprachmodell) |
        eine ki | ki-assistent\w*
        """,
    ),
    numbers={
        "eins": 1,
        "zwei": 2,
        "drei": 3,
        "vier": 4,
        "fünf": 5,
        "sechs": 6,
        "sieben": 7,
        "acht": 8,
        "neun": 9,
        "zehn": 10,
        "elf": 11,
        "zwölf": 12,
        "zwanzig": 20,
        "dreißig": 30,
        "vierzig": 40,
        "zweimal": 2,
        "beide": 2,
        "zwillinge": 2,
    },
)
