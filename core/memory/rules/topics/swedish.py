"""What Swedish calls topics."""

from core.memory.rules.topics.model import tongue

SWEDISH = tongue(
    "sv",
    """
    pet: husdjur husdjuren djur | hund hunden hundar hundarna valp valpen valpar katt katten katter
        kattunge hamster kanin kaninen papegoja sköldpadda marsvin häst hästen hästar undulat tax
        taxen akvarium veterinär veterinären
    family: familj familjen släkt släkten släktingar föräldrar syskon | mamma pappa mor far bror
        brodern brorsan syster systern systrar bröder mormor morfar farmor farfar moster faster
        morbror farbror kusin kusiner svärmor svärfar svåger svägerska
    partner: partner förhållande äktenskap | sambo fru frun make maka flickvän pojkvän förlovad gift
        skild bröllop bröllopet
    child: barn barnen | son sonen söner dotter dottern döttrar bebis tvillingar gravid
    friend: vän vänner vänskap | kompis kompisar bästa_vän väninna
    work: jobb jobbet arbete arbetet yrke | jobbar arbetar chef chefen kollega kollegor kontor
        kontoret lön lönen befordran sjuksköterska lärare uppsagd
    school: skola skolan universitet utbildning | pluggar studerar student tenta tentan läxor
    home: hem hemma hus huset lägenhet lägenheten | bor bodde flyttat flyttar flytta hyra hyran
        adress
    health: hälsa sjukdom | sjuk läkare läkaren sjukhus operation tandläkare medicin diagnos
        diabetes astma migrän huvudvärk terapi influensa förkyld feber skada depression cancer
    allergy: allergi allergier allergisk | intolerant
    food: mat maten måltid | äter äta lagar_mat frukost lunch middag recept vegan vegetarian tårta
        bröd ost choklad soppa glass restaurang kött fisk
    drink: dryck drycker | dricker dricka kaffe te öl vin
    music: musik musiken | låt låten band konsert gitarr piano fiol sångare sångerska kör orkester
        sjunger sjunga
    film: film filmen filmer bio | serie serien netflix
    book: bok boken böcker litteratur | roman läser läsa bibliotek
    game: spel spelet | schack
    sport: sport träning | fotboll basket tennis simma simmar springa springer maraton yoga klättra
        klättring boxning skidor gym innebandy
    hobby: hobby fritid | måla målar sticka stickar fotografera rita vandra vandrar fiske samlar
        dansa dansar snickra
    travel: resa resor semester | flyg flygplats hotell utomlands pass
    birthday: födelsedag födelsedagen | fyller född
    plan: plan planer | planerar tid_hos
    money: pengar ekonomi | skulder lån sparar bank
    faith: tro religion | kyrka kyrkan gud ber moské kristen katolik muslim ateist bibel
    language: språk språket modersmål | tvåspråkig
    vehicle: fordon bil bilen | cykel cykeln motorcykel körkort
    plant: växt växter trädgård | blomma blommor kaktus orkidé
    name: namn namnet smeknamn | heter
    age: ålder | år_gammal hur_gammal
    none: det_heter med_hjälp_av herre_gud gud_vad åt_skogen
    """,
)
