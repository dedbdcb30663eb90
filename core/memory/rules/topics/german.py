"""What German calls topics."""

from core.memory.rules.topics.model import tongue

GERMAN = tongue(
    "de",
    """
    pet: haustier haustiere haustieren tier tiere tieren vierbeiner | hund hunde hunden hundes
        hündin hündchen welpe welpen dackel pudel schäferhund schnauzer *schnauzer terrier mops
        labrador katze katzen *katze *katzen kater kätzchen hamster kaninchen hase hasen papagei*
        wellensittich* schildkröte schildkröten meerschweinchen pferd pferde pony ponys igel
        goldfisch* aquarium vogel vögel tierarzt tierärztin frettchen *hund hühner
    family: familie familien verwandte verwandten geschwister eltern | mutter mama mutti vater papa
        vati bruder brüder schwester schwestern *schwester oma opa großmutter großvater großeltern
        tante onkel cousin cousine neffe neffen nichte nichten schwager schwägerin schwieger*
        schwiegermutter schwiegervater
    partner: partner partnerin beziehung ehe | ehemann ehefrau mann_heißt mein_mann meinem_mann
        meinen_mann ihr_mann meine_frau meiner_frau seine_frau meine_freundin mein_freund
        meinem_freund verlobte verlobter verlobt verheiratet geschieden hochzeit scheidung
    child: kind kinder kindern | sohn söhne tochter töchter baby zwillinge enkel enkelin schwanger
    friend: freunde freunden freundschaft freundschaften | kumpel freundinnen beste_freundin
        bester_freund besten_freundin besten_freund
    work: arbeit job jobs beruf arbeitgeber arbeitsplatz | arbeite arbeitet arbeiten gearbeitet chef
        chefin kollege kollegen kollegin kolleginnen büro gehalt beförderung schicht schichten firma
        praktikum gekündigt arbeitslos lehrer lehrerin ingenieur krankenschwester krankenpfleger
        programmierer hebamme beruflich
    school: schule schulen universität uni studium ausbildung | studiere studiert studieren student
        studentin prüfung prüfungen klausur klausuren abitur hausaufgaben hochschule professor
        semester masterarbeit kita kindergarten
    home: zuhause wohnung haus wohnort | wohne wohnt wohnst wohnen lebe lebt umgezogen umzug miete
        vermieter vermieterin mitbewohner mitbewohnerin wg heimat adresse gezogen
    health: gesundheit krankheit krankheiten medizin | krank arzt ärztin zahnarzt krankenhaus
        operation medikament medikamente tabletten diagnose diabetes asthma migräne kopfschmerzen
        therapie therapeut therapeutin grippe erkältung erkältet fieber verletzt verletzung
        depression krebs orthopäde schwangerschaft rückenschmerzen
    allergy: allergie allergien allergisch | *allergie unverträglichkeit heuschnupfen
    food: essen mahlzeit mahlzeiten küche | isst esse kochen koche kocht gekocht frühstück
        mittagessen abendessen rezept rezepte vegan veganer vegetarisch vegetarier* pizza nudeln
        kuchen brot käse schokolade suppe salat eis restaurant restaurants fleisch fisch *kuchen
    drink: getränk getränke | trinke trinkt trinken trank kaffee tee bier wein saft *saft cocktail
    music: musik | lied lieder band konzert konzerte gitarre klavier geige schlagzeug sänger
        sängerin chor orchester singe singt posaune trompete cello jazz
    film: film filme kino | serie serien doku netflix anime
    book: buch bücher büchern lesen literatur | roman romane autor autorin bibliothek lese liest
    game: spiel spiele videospiel* brettspiel* | schach playstation xbox nintendo puzzle zocke zockt
    sport: sport fitness training | fußball basketball tennis volleyball schwimmen schwimmt schwimme
        joggen jogge joggt laufen marathon yoga klettern klettert boxen karate judo skifahren surfen
        fitnessstudio handball radfahren turnen
    hobby: hobby hobbys freizeit | malen malt stricken strickt gärtnern fotografieren fotografie
        zeichnen töpfern häkeln wandern wandert angeln sammelt basteln backen tanzen nähen
    travel: reise reisen urlaub ferien | flug flughafen hotel verreist gereist ausland reisepass
    birthday: geburtstag geburtstage geburtstags | geboren geburtstagsfeier
    plan: plan pläne vorhaben | plane plant geplant termin termine
    money: geld finanzen budget | schulden kredit sparen ersparnisse bank konto
    faith: glaube glauben religion | kirche gott betet beten moschee tempel synagoge christ christin
        katholisch evangelisch muslim muslima buddhist jüdisch atheist bibel koran ramadan
    language: sprache sprachen muttersprache | spricht_englisch spricht_deutsch spricht_spanisch
        lerne_spanisch lerne_englisch lerne_französisch lerne_japanisch fließend zweisprachig
    vehicle: fahrzeug auto autos | fahrrad fahrräder motorrad roller wagen führerschein lkw
    plant: pflanze pflanzen garten | blume blumen kaktus orchidee orchideen rosen *pflanze *pflanzen
    name: name namen spitzname | heiße heißt heißen nenn_mich
    age: alter | jahre_alt wie_alt
    none: chat chats hot_dog hotdog hund_begraben schweinehund katzensprung muskelkater kater_gehabt
        einen_kater unter_aller_sau komischer_vogel es_heißt das_heißt was_heißt tier_artig
        kein_plan keinen_plan bank_im auf_der_bank vor_allem spiel_mir glaube_ich ich_glaube
        keine_rolle gott_sei_dank mein_gott um_gottes_willen oh_gott funktioniert zum_beispiel gift
        kindisch zu_hause_aus kind_of eis_laufen dünnes_eis mann oh_mann pferd_stehlen wie_lese
    """,
)
