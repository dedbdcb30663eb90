"""What Spanish brings."""

from core.memory.rules.wording.model import Wording, words

SPANISH = Wording(
    code="es",
    first=words(
        r"""
        yo | me | mi | mis | mí | nosotr[oa]s | nos | nuestr[oa]s? | soy | estoy | tengo | vivo |
        trabajo | fui | voy | hago | quiero | prefiero | odio | nací | he | \w+é | conmigo
        """,
    ),
    second=words(
        r"""
        tú | tu | tus | te | ti | usted(?:es)? | eres | estás | tienes | vos | contigo
        """,
    ),
    third=words(r"él | ella | ellos | ellas | la gente | alguien | todos"),
    negation=words(
        r"""
        no | nunca | jamás | nada | nadie | ningun[oa]?s? | ningún | ni | tampoco | apenas
        """,
    ),
    not_negation=words(
        r"""
        no, | no[!.] | no solo | no sólo | no pasa nada | por qué no | no hay problema |
        no te preocupes | cómo no | no veo la hora | no está mal | no te olvides | no olvides |
        de nada | nada menos | no\?
        """,
    ),
    lacking=words(
        r"""
        odi[oa] | detest[oa] | evit[oa] | sin | dejó | alergi\w+ | alérgic[oa] | vegan[oa] |
        vegetarian[oa] | solter[oa] | desemplead[oa] | perdió | miedo | intoleran\w+ |
        divorciad[oa] | rompió | terminó | antes | murió | solo | sólo
        """,
    ),
    hypothetical=words(
        r"""
        cuando sea (?:grande|ric[oa]|mayor|famos[oa]|viej[oa]) |
        si (?:yo )?(?:fuera|fuese|tuviera|tuviese|pudiera|pudiese|ganara|ganase|viviera|supiera|me
        tocara|estuviera|hubiera) | ojalá | imag[ií]na(?:te|tela)? (?:que|si|por) | supongamos |
        qué pasaría | hipotéticamente | en otra vida | hubiera |
        me (?:iría|mudaría|compraría|casaría) | \w{2,}aría | viviría | sería | tendría |
        compraría | en teoría
        """,
    ),
    wish=words(
        r"""
        gustaría | quiere | quisiera | desea | sueña | espera | si | podría | \w+ría | tal vez |
        quizás? | interesad[oa]
        """,
    ),
    plan=words(
        r"""
        voy a | vamos a | quizás? | tal vez | algún día | quiero | quisiera | me gustaría |
        pienso | planeo | espero | a lo mejor | el (?:próximo|año|mes) (?:que viene|año|mes) |
        estoy pensando
        """,
    ),
    presupposed=words(
        r"""
        por qué (?:me|soy|tengo|estoy) |
        te (?:he )?(?:conté|contado|dije|dicho|mencioné|había dicho)(?: ya)?(?: alguna vez)? que |
        sabías que (?:yo |mi|tengo|soy|vivo|trabajo|estoy|no )? |
        sabes que (?:yo|mi|tengo|soy|vivo|trabajo) | adivina qué |
        recuerdas que (?:yo|mi|tengo|soy|vivo)
        """,
    ),
    tag=words(r"verdad | no | sabes | vale | eh | ok | cierto"),
    kidding=words(
        r"""
        (?:es |era |solo |sólo )*(?:una )?broma | bromeo | (?:estoy |estaba )?bromeando |
        es(?:taba)? de coña | de coña | es coña | es mentira | mentira | no es en serio |
        no en serio | te (?:lo )?creíste | inocente | tomando el pelo | sarcasmo | ironía |
        ni en sueños | qué va | más quisiera | ya quisiera | es un chiste | /s
        """,
    ),
    irony=words(
        r"""
        sí,? (?:claro|obvio|seguro|hombre) | claro,? (?:que sí|porque|yo) |
        qué (?:bien|maravilla|alegría|divertido|ilusión|bonito|emoción) |
        me encanta (?:que|cuando|esperar|hacer cola|madrugar|el tráfico|pagar|limpiar|los lunes|
        trabajar|estar) | nada (?:mejor|como) | genial,? | fantástico | por supuesto,? (?:yo|que) |
        seguro que sí | como siempre | mi (?:pasatiempo|cosa|parte) favorit[oa] | quién no |
        justo lo que (?:necesitaba|quería) | vaya suerte | un sueño
        """,
    ),
    absurd=words(
        r"""
        estoy muert[oa] |
        (?:doctorado|máster|medalla|título|campe\w+|superpoder) (?:en|de) (?:\w+[aei]r[ms]e|
        dormir\w*|siestas?|procrastin\w+) | vidrios? | cristales? | unicornios? | dragon(?:es)? |
        dragón | vampiros? | extraterrestres? | marte | la luna | inmortal | millonari[oa] |
        millones | mil millones | miles de |
        \d{3,} (?:años|hijos|gatos|perros|kilos|novi[oa]s|horas) |
        campe[oó]na? (?:mundial|del mundo) | president[ea] de | re(?:y|ina) de | el papa | nobel |
        superh[eé]r[oe]\w* | invisible | ninja | mag[oa] | dinosaurios? | zombis? |
        viaj\w+ en el tiempo | (?:25|26|30|48) horas |
        casad[oa] con (?:mi|la|el) (?:trabajo|sofá|cama|pizza|nevera|almohada|café) |
        vivo del? (?:aire|café) | muero de | agente secret[oa] | princesa | príncipe | sirena |
        nunca duermo | en vena | profesional de la siesta
        """,
    ),
    scene=words(
        r"""
        juguemos | vamos a jugar | juego de rol | finjamos | haz(?:me)? de cuenta |
        eres (?:el|la|un|una) (?:dragón|rey|reina|caballero|mago|capitán|pirata|detective|guardia|
        princesa|bruja|tabernero) | mi personaje |
        como (?:sir|rey|reina|caballero|pirata|detective) | taberna |
        yo soy (?:el|la) (?:caballero|rey|reina|pirata|mago) | escena | rol
        """,
    ),
    scene_end=words(
        r"""
        fin (?:del juego|de la escena|del rol) | fuera de(?:l)? (?:personaje|rol) |
        basta de jugar | volvamos a la realidad | ooc
        """,
    ),
    aside=words(
        r"""
        brb | afk | ooc | fuera de(?:l)? (?:personaje|rol|juego) | en la vida real |
        ahora en serio | en serio | vuelvo (?:en|enseguida|ahora) | ahora vuelvo | tengo que irme |
        un momento | pausa | un segundo
        """,
    ),
    fiction=words(
        r"""
        (?:la|el) (?:prota|protagonista|personaje)(?: de \w+ \w+)? | soñé | he soñado |
        en (?:mi|el|un|la|una) (?:sueño|novela|libro|película|juego|videojuego|serie|cuento|
        historia|obra|guion|canción|poema|pesadilla|partida|campaña) |
        mi (?:personaje|protagonista|avatar|héroe|heroína|elfo|paladín) | érase una vez |
        había una vez | el (?:protagonista|personaje|narrador) |
        estoy escribiendo (?:un|una) (?:cuento|novela|historia|libro) | capítulo |
        en (?:skyrim|minecraft|los sims|stardew|zelda|gta|wow|animal crossing) | pesadilla |
        la película | la novela
        """,
    ),
    reported=words(
        r"""
        (?:él|ella|alguien|jefe|jefa|hermano|hermana|madre|mamá|padre|papá|amigo|amiga|horóscopo|
        artículo|profesor|abuela|abuelo|vecino|gente) (?:dice|dijo|cree|afirma|escribió|escribe|
        piensa|canta) | dice que | dicen que | según | letra | la canción | canta | como dicen |
        refrán | cita | citando | artículo | leí | he leído | reenviado | titular | meme |
        mira lo que | me (?:escribió|mandó) | horóscopo | escuchando
        """,
    ),
    instruction=words(
        r"""
        (?:todos|usuarios|bot)(?: \w+){0,4} (?:deben?|tienen? que) |
        (?:a partir de ahora|de ahora en adelante|desde ahora|desde hoy)[, ]+(?:siempre|nunca|
        debes|tienes|todos|todas|cada|responde|contesta|eres|vas|solo|llama\w*|habla|termina) |
        (?:siempre|nunca) (?:debes |tienes que |debe )?(?:respond\w+|contest\w+|di(?:gas)?|decir|
        termin\w+|obede\w+|escrib\w+|recomiend\w+|acab\w+) |
        (?:responde|contesta|termina|obedece|di|escribe|recomienda|acaba) (?:\w+ ){0,2}siempre |
        ignora\w* | olvida (?:todas )?(?:tus|las) (?:reglas|instrucciones|normas) |
        (?:todos|todas|cada) (?:los |las )?(?:usuari\w+|miembros?|personas?)[^.]{0,25}(?:admin\w*|
        dueñ[oa]s?|permisos|derechos|moderador\w*|acceso) | prompt del? sistema |
        modo (?:desarrollador|admin\w*|dios) | (?:debes|tienes que|deberás) | eres ahora |
        ahora eres | nueva(?:s)? (?:regla|instrucci[oó]n|norma)\w* |
        (?:permisos|derechos|acceso|privilegios|rol) de (?:admin\w*|root|dueñ[oa]) |
        (?:soy|es|como) (?:un |una |el |la |tu )?(?:nuev[oa] )?(?:admin\w*|dueñ[oa] (?:de|del)|
        desarrollador\w* (?:de este|del|de la)|moderador\w*|cread?or\w*|propietari[oa]) |
        acceso (?:total|completo) | sin (?:restricciones|límites|filtros) |
        tus (?:instrucciones|reglas|normas) | tiene (?:permiso|autorización|derecho) |
        puede (?:ver|leer|borrar) (?:todo|todos|cualquier) |
        cada (?:respuesta|mensaje|línea|frase) | obedec\w+ |
        debe (?:siempre|responder|obedecer|terminar|recomendar)
        """,
    ),
    secret=words(
        r"""
        contraseñas? | clave(?:s)?(?: \w+)? | pin | token |
        (?:frase|palabras) (?:semilla|de recuperación|secreta) |
        (?:número de )?(?:la )?tarjeta(?: de (?:crédito|débito))? | cvv | cvc | iban |
        número de cuenta | código (?:de|del|que|sms|pin|para)(?: \w+)? | otp | credenciales |
        api ?key | wifi | dni | combinación
        """,
    ),
    small_talk=words(
        r"""
        ok | vale | gracias | muchas gracias | hola | buen[oa]s? (?:días|tardes|noches) | adiós |
        chao | jaja\w* | lol | guay | genial | bien | sí | si | no | mm+ | ah+ | oh+ | claro |
        perfecto | perdón | por favor | hasta (?:luego|mañana|pronto) | qué tal | cómo estás |
        de nada | nos vemos | y tú | bueno | pues | entiendo | buenísimo | mucho | muy | descansa |
        igualmente | interesante | wow | todo bien | qué bien | ya
        """,
    ),
    assent=words(
        r"""
        sí+ | si | exacto | exactamente | claro(?: que sí)? | correcto | así es | cierto |
        por supuesto | eso(?: es)? | efectivamente | desde luego | sip | ajá | totalmente
        """,
    ),
    denial=words(
        r"""
        no+ | qué va | para nada | nada de eso | todavía no | aún no | en absoluto | falso |
        tampoco | nunca | nop
        """,
    ),
    correction=words(
        r"""
        no,? (?:quise decir|quería decir|es|no|perdón|espera|soy|vivo|yo|en realidad) |
        quise decir | quería decir | en realidad | corrección |
        perdón,? (?:quise|es|me equivoqué|no) | me equivoqué | mejor dicho | no .{1,30},? sino |
        sino | ya no | eso no es (?:cierto|así|correcto|verdad) | no es (?:cierto|así|correcto) |
        de hecho | rectifico | ahora | error mío | digo | antes
        """,
    ),
    meta=words(
        r"""
        (?:dice|dijo|da|dio) (?:hola|gracias|adiós|buen\w+ \w+|ok|las gracias) | salud(?:a|ó) |
        agradec(?:e|ió) | está (?:hablando|charlando|chateando|escribiendo) con |
        pregunt(?:a|ó) (?:por|si|cómo|qué|al|a la) | es (?:amable|educad[oa]|agradecid[oa]) |
        se ríe | se despid\w+ | confirm(?:a|ó) | quiere saber | respond(?:e|ió)
        """,
    ),
    assistant=words(
        r"""
        (?:el|la|del|al) (?:ia|asistente|(?:chat)?bot|inteligencia artificial|modelo de lenguaje|
        compañer[oa] virtual) | una ia
        """,
    ),
    numbers={
        "uno": 1,
        "dos": 2,
        "tres": 3,
        "cuatro": 4,
        "cinco": 5,
        "seis": 6,
        "siete": 7,
        "ocho": 8,
        "nueve": 9,
        "diez": 10,
        "once": 11,
        "doce": 12,
        "veinte": 20,
        "treinta": 30,
        "cuarenta": 40,
        "ambos": 2,
        "mellizos": 2,
        "gemelos": 2,
        "mellizas": 2,
        "gemelas": 2,
    },
)
