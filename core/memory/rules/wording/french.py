"""What French brings: the marks that matter most."""

from core.memory.rules.wording.model import Wording, words

FRENCH = Wording(
    code="fr",
    first=words(r"je | j['’]\w* | me | moi | m['’]\w* | mon | ma | mes | nous | notre | nos"),
    second=words(r"tu | te | toi | t['’]\w* | ton | ta | tes | vous | votre | vos"),
    third=words(r"il | elle | ils | elles | les gens | quelqu['’]un"),
    negation=words(r"ne | n['’]\w+ | pas | jamais | rien | personne | aucune? | sans | non | ni"),
    not_negation=words(
        r"""
        non[,!.] | pas (?:seulement|que|de problème|mal) | pourquoi pas | n['’]oublie pas |
        n['’]est-ce pas | ne t['’]inquiète pas | de rien
        """,
    ),
    lacking=words(
        r"""
        déteste | évite | sans | arrêté | allergi\w+ | végane? | végétarien\w* | célibataire |
        chômage | perdu | peur | intoléran\w+ | divorcée? | quitté | ancien\w* | seulement
        """,
    ),
    hypothetical=words(
        r"""
        si j['’](?:étais|avais|habitais|allais|pouvais|gagnais) |
        si je (?:\w+ais|pouvais|gagnais|vivais) | imagine | supposons | et si | j['’]aurais |
        je (?:serais|vivrais|ferais|partirais|achèterais|voudrais être) | hypothétiquement |
        dans une autre vie | en théorie
        """,
    ),
    wish=words(
        r"""
        voudrait | aimerait | veut | rêve | espère | si | pourrait | serait | peut-être | souhaite
        """,
    ),
    plan=words(
        r"""
        je vais | je compte | peut-être | un jour | je veux | j['’]aimerais | je voudrais |
        j['’]espère | je pense (?:à|prendre|acheter) | prochaine? | j['’]envisage
        """,
    ),
    presupposed=words(
        r"""
        je t['’]ai (?:déjà )?dit que | tu sa(?:is|vais) que (?:je|j['’]|mon|ma)\w* | devine
        """,
    ),
    tag=words(r"non | hein | tu sais | d['’]accord | n['’]est-ce pas"),
    kidding=words(
        r"""
        je (?:rigole|plaisante|blague|déconne) | c['’](?:est|était) (?:une )?(?:blague|pour rire) |
        blague | pour rire | je te taquine | poisson d['’]avril | sarcasme | ironie | mais non |
        je déconne | /s
        """,
    ),
    irony=words(
        r"""
        oui,? bien sûr | mais bien sûr | super,? (?:encore|merci) | génial,? (?:encore|merci) |
        j['’]adore (?:quand|attendre|faire la queue|les lundis|les embouteillages|me lever) |
        quel (?:bonheur|plaisir|régal) | quelle (?:joie|chance) | rien de (?:mieux|tel) |
        comme par hasard | évidemment,? je
        """,
    ),
    absurd=words(
        r"""
        verre pilé | licornes? | dragons? | vampires? | extraterrestres? | mars | la lune |
        immortel\w* | milliard\w* | millionnaire | millions | milliers | centaines |
        \d{3,} (?:ans|chats|enfants|heures) | champion\w* du monde | présidente? de | roi | reine |
        le pape | nobel | super-?héros | invisible | ninja | magicien | château | volcan |
        dinosaures? | zombies? | au petit[- ]déjeuner | des clous |
        mariée? (?:à|avec) (?:mon|ma|le|la) (?:travail|canapé|lit|pizza|frigo) | robot |
        agent secret | princesse | prince | sirène | fantôme | ne dors jamais | éléphants?
        """,
    ),
    scene=words(
        r"""
        jouons | on joue | jeu de rôle | faisons semblant |
        tu es (?:le|la|un|une) (?:dragon|roi|reine|chevalier|mage|capitaine|pirate|détective|garde|
        princesse|sorcière) | mon personnage | taverne | en tant que (?:chevalier|roi|pirate)
        """,
    ),
    scene_end=words(
        r"""
        fin (?:du jeu|de la scène) | hors (?:rôle|jeu|rp|personnage) | assez joué |
        revenons à la réalité | ooc
        """,
    ),
    aside=words(
        r"""
        brb | afk | ooc | hrp | hors (?:rôle|jeu|rp|personnage) | en vrai | dans la vraie vie |
        sérieusement | je reviens | je dois (?:y aller|filer|partir) | pause | une seconde
        """,
    ),
    fiction=words(
        r"""
        j['’]ai rêvé |
        dans (?:mon|le|un|ma|la|une|ce) (?:rêve|roman|livre|film|jeu|série|histoire|pièce|scénario|
        chanson|poème|cauchemar|partie|campagne) | mon (?:personnage|héros|héroïne|avatar|elfe) |
        il était une fois | le (?:héros|protagoniste|narrateur) |
        j['’]écris (?:un|une) (?:roman|histoire|nouvelle|livre) | chapitre | cauchemar
        """,
    ),
    reported=words(
        r"""
        (?:il|elle|quelqu['’]un|chef|frère|s(?:œ|oe)ur|mère|père|ami|amie|horoscope|article|prof)
        (?:dit|a dit|pense|affirme|a écrit|écrit|chante) | selon | d['’]après | paroles |
        la chanson | proverbe | citation | article | j['’]ai lu | transféré | mème | horoscope |
        on dit que | comme on dit
        """,
    ),
    instruction=words(
        r"""
        (?:désormais|dorénavant|à partir de maintenant)[, ]+(?:\w+ )?(?:toujours|jamais|tu|tous|
        toutes|chaque|réponds|dois) |
        (?:réponds|dis|termine|finis|obéis|écris|recommande) (?:\w+ ){0,2}(?:toujours|jamais) |
        toujours (?:répondre|dire|terminer|obéir|finir) | ignore[sz]? |
        oublie (?:toutes )?(?:tes|les) (?:règles|instructions) |
        tous les (?:utilisateurs|membres)[^.]{0,20}(?:admin\w*|droits|propriétaires?) |
        prompt système | mode développeur | tu (?:dois|es maintenant) |
        nouvelles? (?:règle|instruction)s? | droits (?:d['’])?admin\w* |
        (?:suis|est) (?:l['’]|un |une |le |la |ton )?(?:admin\w*|propriétaire du|développeu\w+
        (?:de ce|du)|modérateur|créateur) | accès (?:total|complet) |
        sans (?:restriction|limite|filtre)s? | tes (?:instructions|règles) | a le droit de |
        chaque (?:réponse|message|ligne)
        """,
    ),
    secret=words(
        r"""
        mots? de passe | mdp | code (?:pin|secret|de|du|d['’]\w+|wifi)(?: \w+)? | pin |
        clé (?:api|secrète|wifi|privée) | token | phrase (?:de récupération|secrète|seed) |
        (?:numéro de )?carte(?: bancaire| bleue| de crédit)? | cvv | cvc | iban |
        numéro de compte | identifiants? | digicode
        """,
    ),
    small_talk=words(
        r"""
        ok | d['’]accord | merci(?: beaucoup)? | bonjour | salut | coucou | bonsoir |
        bonne (?:nuit|journée|soirée) | au revoir | à (?:demain|plus|bientôt) | haha\w* | lol |
        mdr | ptdr | cool | super | génial | oui | non | ouais | hm+ | ah+ | oh+ | bien | ça va |
        et toi | désolée? | pardon | s['’]il te plaît | de rien | voilà | parfait | très |
        toi aussi | intéressant | je vois
        """,
    ),
    assent=words(
        r"""
        oui+ | ouais | exactement | exact | tout à fait | c['’]est (?:ça|vrai|exact) | bien sûr |
        absolument | évidemment | voilà | effectivement | correct
        """,
    ),
    denial=words(r"non+ | pas (?:du tout|vraiment|encore) | jamais | faux | nan"),
    correction=words(
        r"""
        non,? (?:je voulais|c['’]est|pas|pardon|en fait|je|j['’]\w+) | je voulais dire | en fait |
        en réalité | correction | pardon,? (?:je|c['’]est) | plutôt | erreur |
        je me suis trompée? | ne .{1,25} plus | n['’].{1,25} plus | pas .{1,25} mais | maintenant |
        ce n['’]est pas vrai
        """,
    ),
    meta=words(
        r"""
        (?:dit|a dit|souhaite) (?:bonjour|merci|au revoir|bonne nuit|salut|ok) | salue | remercie |
        a remercié | (?:discute|parle|chatte) avec | demande (?:si|comment|ce que) | rit |
        confirme | veut savoir
        """,
    ),
    assistant=words(
        r"""
        l['’](?:ia|assistante?|intelligence artificielle) | le (?:chat)?bot | une ia |
        modèle de langage
        """,
    ),
    numbers={
        "deux": 2,
        "trois": 3,
        "quatre": 4,
        "cinq": 5,
        "six": 6,
        "sept": 7,
        "huit": 8,
        "neuf": 9,
        "dix": 10,
        "onze": 11,
        "douze": 12,
        "vingt": 20,
        "trente": 30,
    },
)
