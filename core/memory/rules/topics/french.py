"""What French calls topics."""

from core.memory.rules.topics.model import tongue

FRENCH = tongue(
    "fr",
    """
    pet: animal_de_compagnie animaux_de_compagnie animal animaux | chien chiens chienne chiot chiots
        chat chats chatte chaton chatons hamster lapin lapins perroquet perruche canari tortue
        tortues cochon_d'inde cheval chevaux poney caniche berger_allemand poisson_rouge aquarium
        vétérinaire furet teckel
    family: famille familles parents parent proches | mère maman père papa frère frères sœur sœurs
        soeur soeurs grand-mère grand-père grands-parents mamie papi oncle tante cousin cousine
        cousins neveu neveux nièce nièces belle-mère beau-père beau-frère belle-sœur
    partner: partenaire couple mariage conjoint conjointe | mari femme ma_copine mon_copain
        sa_copine son_copain épouse époux fiancé fiancée marié mariée mariés divorce divorcé
        divorcée
    child: enfant enfants | fils fille filles bébé jumeaux jumelles enceinte gamin gamins
    friend: ami amie amis amies amitié | pote potes meilleur_ami meilleure_amie
    work: travail emploi métier profession boulot | travaille travailles travailler patron patronne
        chef_de_service collègue collègues bureau salaire promotion entreprise stage licencié
        licenciée infirmière infirmier ingénieur professeur chômage
    school: école lycée université fac études | étudie étudier étudiant étudiante collège examen
        examens partiels devoirs thèse semestre diplôme
    home: maison logement appartement domicile chez_moi | habite habites habiter vis déménagé
        déménagement déménager loyer propriétaire colocataire coloc adresse quartier emménagé
    health: santé maladie médecine | malade médecin docteur hôpital opération dentiste médicament
        médicaments diagnostic diabète asthme migraine migraines mal_de_tête thérapie thérapeute psy
        grippe rhume fièvre blessure dépression anxiété cancer grossesse
    allergy: allergie allergies allergique allergiques | intolérant intolérante intolérance
        rhume_des_foins
    food: nourriture repas cuisine | mange manges manger cuisiner cuisiné petit_déjeuner déjeuner
        dîner recette recettes végan végane végétarien végétarienne pizza pâtes gâteau gâteaux tarte
        pain fromage chocolat soupe salade glace restaurant viande poisson
    drink: boisson boissons | bois boire boit café thé bière vin jus cocktail
    music: musique | chanson chansons groupe concert concerts guitare piano violon batterie chanteur
        chanteuse chorale orchestre chante chanter
    film: film films cinéma | série séries documentaire netflix
    book: livre livres lecture littérature | roman romans auteur autrice bibliothèque lire lis
    game: jeu jeux jeu_vidéo jeux_vidéo | échecs playstation xbox nintendo
    sport: sport sports | foot football basket tennis volley nager nage natation courir marathon
        yoga vélo_de_course escalade boxe karaté judo ski surf gym rugby
    hobby: loisir loisirs passe-temps hobby | peindre peinture tricot tricoter jardinage
        photographie dessin dessiner poterie randonnée pêche collectionne danse danser couture
    travel: voyage voyages voyager vacances | vol vols aéroport hôtel étranger passeport
    birthday: anniversaire anniversaires | né née naissance
    plan: projet projets plan plans | prévoit prévu rendez-vous
    money: argent finances budget | dette dettes prêt crédit économies banque
    faith: foi religion | église dieu prier prie mosquée temple synagogue chrétien catholique
        musulman musulmane bouddhiste juif juive athée bible
    language: langue langues langue_maternelle | parle_anglais parle_français parle_allemand
        apprend_l'anglais bilingue
    vehicle: véhicule voiture voitures | vélo moto scooter camion conduit permis_de_conduire
    plant: plante plantes jardin | fleur fleurs cactus orchidée orchidées roses
    name: nom prénom surnom | appelle appelles s'appelle m'appelle
    age: âge | quel_âge ai_26_ans
    none: chat_en_ligne chat_vocal chat_échaudé chien_et_chat temps_de_chien au_nom_de jeu_de_mots
        mon_dieu oh_mon_dieu grâce_à_dieu bonne_femme pas_ma_tasse_de_thé tasse_de_thé vol_de
        chatgpt du_bois en_bois bois_de premier_plan arrière-plan travail_forcé un_vol_de ça_marche
        cheval_de_bataille donner_sa_langue_au_chat gagne-pain piano_piano
    """,
)
