"""What Dutch calls topics."""

from core.memory.rules.topics.model import tongue

DUTCH = tongue(
    "nl",
    """
    pet: huisdier huisdieren dier dieren | hond honden hondje puppy puppy's kat katten poes poezen
        kitten hamster konijn konijnen papegaai parkiet schildpad cavia paard paarden teckel poedel
        goudvis aquarium dierenarts
    family: familie gezin familieleden ouders | moeder mama vader papa broer broers zus zussen zusje
        broertje oma opa grootouders tante oom neef nicht schoonmoeder schoonvader
    partner: partner relatie huwelijk | vrouw_heet mijn_vrouw echtgenoot echtgenote vriendin_heet
        mijn_vriendin mijn_vriend verloofd getrouwd gescheiden bruiloft
    child: kind kinderen | zoon zonen dochter dochters baby tweeling zwanger
    friend: vrienden vriendschap | beste_vriend beste_vriendin vriendinnen
    work: werk baan beroep werkgever | werkt werken werkte baas collega collega's kantoor salaris
        promotie stage ontslagen verpleegkundige leraar lerares
    school: school universiteit studie opleiding | studeert studeer studeren student examen examens
        tentamen huiswerk scriptie
    home: huis thuis woning appartement woonplaats | woon woont wonen woonde verhuisd verhuizen huur
        huisgenoot adres
    health: gezondheid ziekte | ziek dokter huisarts ziekenhuis operatie tandarts medicijn
        medicijnen diagnose diabetes astma migraine hoofdpijn therapie griep verkouden koorts
        blessure depressie kanker
    allergy: allergie allergieën allergisch | hooikoorts
    food: eten maaltijd keuken | eet koken kookt ontbijt lunch avondeten recept recepten veganist
        vegetarisch vegetariër taart brood kaas chocolade soep ijs restaurant vlees vis
    drink: drank drankje | drink drinkt drinken koffie thee bier wijn sap
    music: muziek | lied liedje band concert gitaar piano viool zanger zangeres koor orkest zingt
    film: film films bioscoop | serie series documentaire netflix
    book: boek boeken lezen literatuur | roman romans schrijver bibliotheek leest
    game: spel spellen spelletje videogame | schaken
    sport: sport sporten | voetbal basketbal tennis volleybal zwemmen zwemt hardlopen marathon yoga
        klimmen boksen schaatsen sportschool hockey
    hobby: hobby hobby's vrije_tijd | schilderen breien tuinieren fotografie tekenen wandelen vissen
        verzamelt dansen
    travel: reis reizen vakantie | vlucht vliegveld hotel buitenland paspoort
    birthday: verjaardag jarig | geboren
    plan: plan plannen | gepland afspraak afspraken
    money: geld financiën | schulden lening hypotheek spaargeld
    faith: geloof religie | kerk god bidt bidden moskee synagoge christen katholiek moslim joods
        atheïst bijbel
    language: taal talen moedertaal | spreekt_engels tweetalig
    vehicle: voertuig auto auto's | fiets motor scooter rijbewijs
    plant: plant planten tuin | bloem bloemen cactus orchidee rozen
    name: naam namen bijnaam | heet heten
    age: leeftijd | jaar_oud hoe_oud
    none: dat_heet van_plan hotdog oh_mijn_god mijn_god in_het_spel
    """,
)
