"""What Polish calls topics."""

from core.memory.rules.topics.model import tongue

POLISH = tongue(
    "pl",
    """
    pet: zwierzę zwierzęta zwierzak* zwierząt pupil* | pies psa psy psów psem suczk* szczeniak* kot
        kota koty kotów kotem kotk* kociak* chomik* królik* papug* żółw* koń konie kanarek akwarium
        weterynarz* jamnik* pudel
    family: rodzin* krewni rodzice rodziców | matk* mama mamy mamę ojciec ojca tata taty brat brata
        bracia siostr* babci* dziad* ciocia ciotk* wujek wujk* kuzyn* teściow* rodzeństw*
    partner: partner* związek małżeństw* | żona żonę żony mąż męża dziewczyna_ma moja_dziewczyna
        mój_chłopak narzeczon* zamężna żonaty rozwód rozwiedzion* ślub
    child: dziecko dzieci dziecka | syn syna synowie córk* bliźniak* wnuk* wnuczk* ciąży
    friend: przyjaciel* przyjaźń przyjaciół* | koleg* koleżank*
    work: praca pracy pracę zawód | pracuj* pracow* szef* współpracownik* biuro biurze pensj* awans*
        firmie pielęgniark* nauczyciel* inżynier* zwolniono
    school: szkoł* uniwersytet* studia studi* | studiuj* student* egzamin* lekcj* matur*
    home: dom domu mieszkani* | mieszka* przeprowadz* czynsz* współlokator* adres*
    health: zdrowi* chorob* | chory chora lekarz* szpital* operacj* dentyst* lek leki diagnoz*
        cukrzyc* astm* migren* terapi* grypa przeziębi* gorączk* kontuzj* depresj* ciąża
    allergy: alergi* uczulon* uczuleni* | nietoleran*
    food: jedzeni* posiłek posiłk* kuchni* | jem jesz jeść gotuj* gotow* śniadani* obiad* kolacj*
        przepis* wegan* wegetarian* ciasto chleb ser czekolad* zupa zupę lody mięso ryb*
    drink: napój napoje | pije piję pić kawa kawę kawy herbat* piwo piwa wino wina
    music: muzyk* | piosenk* zespół zespołu koncert* gitar* pianin* skrzyp* śpiewa* chór*
    film: film* kino kina | serial*
    book: książk* literatur* | powieś* czyta* bibliote* autor*
    game: gra_komputerowa gry gier planszów* | szachy szach*
    sport: sport* | piłk* koszyków* tenis* siatków* pływa* biega* maraton* joga jogę wspinacz* boks*
        siłowni*
    hobby: hobby zainteresowani* | malowa* maluj* ogrodnictw* fotograf* rysow* rysuj* wędków* taniec
        tańcz*
    travel: podróż* wakacj* wyjazd* | lot lotnisk* hotel* zagranic* paszport*
    birthday: urodziny urodzin | urodził*
    plan: plan plany planów | planuj* wizyt*
    money: pieniądz* finans* | dług* kredyt* oszczędnoś* bank
    faith: wiara wiary religi* | kości* bóg modli* meczet* katoli* chrześcija* muzułma* ateist*
    language: język* | dwujęzyczn*
    vehicle: pojazd* samoch* auto | rower* motocykl* prawo_jazdy
    plant: roślin* ogród ogrod* | kwiat* kaktus* storczyk*
    name: imię imienia imion | nazywa*
    age: wiek wieku | lat_ma mam_lat ile_lat
    none: pod_psem kota_ogonem kości kością boże mój_boże dzięki_bogu
    """,
)
