"""What Italian calls topics."""

from core.memory.rules.topics.model import tongue

ITALIAN = tongue(
    "it",
    """
    pet: animale_domestico animali_domestici animale animali | cane cani cagnolino cagnolina
        cucciolo cuccioli gatto gatti gatta gattino gattini criceto coniglio conigli pappagallo
        canarino tartaruga tartarughe cavallo cavalli barboncino acquario veterinario furetto
        bassotto
    family: famiglia parenti parente genitori | madre mamma padre papà fratello sorella fratelli
        sorelle nonno nonna nonni zio zia zii cugino cugina cugini suocera suocero cognato cognata
    partner: partner compagno compagna matrimonio relazione | moglie marito fidanzata fidanzato
        ragazza_si la_mia_ragazza il_mio_ragazzo sposato sposata nozze divorzio divorziato
        divorziata
    child: figlio figlia figli figlie bambini bambino bambina | neonato gemelli gemelle incinta
    friend: amico amica amici amiche amicizia | migliore_amico migliore_amica
    work: lavoro lavori professione mestiere impiego | lavora lavori lavorare lavoravo capo collega
        colleghi ufficio stipendio promozione turno azienda tirocinio licenziato licenziata
        infermiera infermiere ingegnere insegnante
    school: scuola università studi | studia studio studiare studente studentessa esame esami liceo
        compiti tesi professore laurea laureato laureata
    home: casa appartamento abitazione | abito abita abiti abitare vivo vive vivi trasferito
        trasferita trasloco affitto coinquilino coinquilina indirizzo quartiere
    health: salute malattia medicina | malato malata medico dottore dottoressa ospedale operazione
        dentista farmaco farmaci medicine diagnosi diabete asma emicrania mal_di_testa terapia
        terapeuta influenza raffreddore febbre infortunio depressione ansia cancro gravidanza
    allergy: allergia allergie allergico allergica allergici | intollerante intolleranza
    food: cibo cibi pasto pasti cucina | mangia mangio mangiare cucinare colazione pranzo cena
        ricetta ricette vegano vegana vegetariano vegetariana pizza pasta torta pane formaggio
        cioccolato zuppa insalata gelato ristorante carne pesce
    drink: bevanda bevande | bevo beve bere caffè tè birra vino succo cocktail
    music: musica | canzone canzoni gruppo_musicale concerto concerti chitarra pianoforte violino
        batteria cantante coro orchestra canta cantare
    film: film cinema | serie documentario netflix
    book: libro libri lettura letteratura | romanzo romanzi autore autrice leggere leggo biblioteca
    game: gioco giochi videogioco videogiochi | scacchi playstation xbox nintendo
    sport: sport | calcio pallacanestro basket tennis pallavolo nuotare nuoto nuota correre maratona
        yoga ciclismo arrampicata pugilato karate judo sci palestra
    hobby: hobby passatempo tempo_libero | dipingere dipinge maglia giardinaggio fotografia
        disegnare ceramica escursionismo pescare colleziona ballare danza cucito
    travel: viaggio viaggi viaggiare vacanza vacanze | volo aeroporto albergo estero passaporto
    birthday: compleanno compleanni | nato nata nascita
    plan: piano piani progetto progetti programmi | previsto appuntamento appuntamenti
    money: soldi denaro finanze | debito debiti prestito mutuo risparmi banca
    faith: fede religione | chiesa dio pregare prega moschea tempio sinagoga cristiano cattolico
        cattolica musulmano musulmana buddista ebreo ebrea ateo atea bibbia
    language: lingua lingue madrelingua | parla_inglese parla_tedesco parlo_inglese bilingue
    vehicle: veicolo macchina auto automobile | bici bicicletta moto motorino furgone patente
    plant: pianta piante giardino | fiore fiori cactus orchidea orchidee rose
    name: nome nomi soprannome | chiamo chiama chiami chiamano
    age: età | quanti_anni anni_ho
    none: gatta_ci_cova in_bocca_al_lupo pian_piano piano_piano oddio dio_mio mio_dio grazie_a_dio
        capo_d'anno in_gioco a_nome_di con_calma camera quattro_gatti cane_sciolto
    """,
)
