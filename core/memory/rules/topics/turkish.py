"""What Turkish calls topics."""

from core.memory.rules.topics.model import tongue

TURKISH = tongue(
    "tr",
    """
    pet: evcil_hayvan* hayvan* evcil | köpek köpeğ* köpekl* kedi* yavru_köpek hamster* tavşan*
        papağan* muhabbet_kuşu kaplumbağa* at_biniyor akvaryum* veteriner*
    family: aile ailem ailesi ailede akraba* ebeveyn* | anne* baba* babam kardeş* abla* ağabey*
        abim büyükanne* dede*
        teyze* hala amca* dayı* kuzen* yeğen* kayınvalide*
    partner: eş eşim eşi ilişki* evlilik | karım kocam karısı kocası sevgili* nişanlı* evli boşandı*
        düğün*
    child: çocuk çocuğ* çocukl* | oğlu* oğlum kızım kızı bebek bebeğ* ikiz* hamile*
    friend: arkadaş* dost* | kanka*
    work: iş işi işim meslek mesleğ* | çalışı* çalışma* patron* iş_arkadaş* ofis* maaş* terfi*
        hemşire* öğretmen* mühendis*
    school: okul* üniversite* | öğrenci* sınav* ödev* okuyor_üniversite
    home: ev evi evim evde daire* | yaşıyor* oturuyor* taşındı* kira* ev_arkadaş* adres*
    health: sağlık sağlığ* hastalık hastalığ* | hasta doktor* hastane* ameliyat* diş_hekimi ilaç
        teşhis* diyabet* astım* migren* baş_ağrı* terapi* grip nezle ateş* depresyon* kanser*
    allergy: alerji* alerjik | intolerans*
    food: yemek yemeğ* yiyecek* | yiyor kahvaltı* vegan* vejetaryen* pasta* ekmek ekmeğ* peynir*
        çikolata* çorba* dondurma* restoran* tarif* et_yemi*
    drink: içecek* içki* | içiyor* içer kahve* çay çayı bira* şarap
    music: müzik müziğ* | şarkı* konser* gitar* piyano* keman* koro* orkestra*
    film: film* sinema* | dizi dizisi dizil*
    book: kitap kitab* kitapl* edebiyat* | roman* yazar* kütüphane*
    game: oyun* | satranç
    sport: spor* | futbol* basketbol* tenis* voleybol* yüzme* yüzüyor* koşu* koşuyor* maraton* yoga*
        tırmanış* boks*
    hobby: hobi* | resim_yap* örgü* bahçecilik fotoğrafçılık dans*
    travel: seyahat* gezi* tatil* yolculuk* | uçak* uçuş* havaalanı* otel* pasaport*
    birthday: doğum_günü* doğum_gününü doğum_günüm | doğdu*
    plan: plan planı planl* planım | randevu*
    money: para parası param | borç borcu* kredi* banka*
    faith: inanç din dini | cami camiye kilise* dua* müslüman* hristiyan* ateist*
    language: dil dili ana_dil* | iki_dilli
    vehicle: araç araba* | bisiklet* motosiklet* ehliyet*
    plant: bitki* bahçe* | çiçek* çiçeğ* kaktüs* orkide*
    name: isim ismi ismim ad adı adım | takma_ad*
    age: yaş yaşı yaşım yaşında | kaç_yaşında*
    none: iş_te bebek_işi allahım
    """,
)
