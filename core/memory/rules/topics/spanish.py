"""What Spanish calls topics."""

from core.memory.rules.topics.model import tongue

SPANISH = tongue(
    "es",
    """
    pet: mascota mascotas animal animales | perro perros perra perrita perrito perritos cachorro
        cachorros cachorra gato gatos gata gatas gatito gatita hámster hamster conejo conejos loro
        loros periquito canario tortuga tortugas cobaya caballo caballos caniche acuario veterinario
        veterinaria hurón
    family: familia familiar familiares pariente parientes padres | madre mamá mama padre papá
        hermano hermana hermanos hermanas abuelo abuela abuelos tío tía tíos primo prima primos
        sobrino sobrina sobrinos suegra suegro cuñado cuñada
    partner: pareja relación matrimonio | esposa esposo marido mujer_se mi_mujer novia novio
        prometida prometido casado casada boda divorcio divorciado divorciada
    child: hijo hija hijos hijas niños | bebé bebe gemelos gemelas nieto nieta embarazada
    friend: amigo amiga amigos amigas amistad | mejor_amigo mejor_amiga
    work: trabajo trabajos empleo profesión oficio carrera_profesional | trabajo trabaja trabajas
        trabajar trabajaba jefe jefa oficina sueldo salario ascenso turno empresa prácticas
        despedido despedida enfermera enfermero ingeniero ingeniera profesora compañeros_de_trabajo
        dedico dedica
    school: escuela colegio universidad estudios | estudia estudio estudiar estudiante instituto
        examen exámenes deberes tesis profesor semestre máster bachillerato
    home: casa hogar piso apartamento | vivo vive vives vivir mudó mudado mudanza mudarse alquiler
        casero compañero_de_piso compañera_de_piso dirección barrio
    health: salud enfermedad medicina | enfermo enferma médico médica doctor doctora hospital
        operación dentista medicamento medicamentos pastillas diagnóstico diabetes asma migraña
        migrañas dolor_de_cabeza terapia terapeuta gripe resfriado fiebre lesión depresión ansiedad
        cáncer embarazo
    allergy: alergia alergias alérgico alérgica alérgicos | intolerante intolerancia
    food: comida comidas cocina | come como_carne comer cocinar cocina desayuno almuerzo cena receta
        recetas vegano vegana vegetariano vegetariana pizza pasta paella tarta pastel pan queso
        chocolate sopa ensalada helado restaurante carne pescado
    drink: bebida bebidas | bebo bebe_café beber café té cerveza vino zumo jugo cóctel mate
    music: música | canción canciones banda concierto conciertos guitarra piano violín batería
        cantante coro orquesta canta cantar
    film: película películas cine | serie series documental netflix
    book: libro libros lectura literatura | novela novelas leer leyendo autor autora biblioteca
    game: juego juegos videojuego videojuegos | ajedrez playstation xbox nintendo
    sport: deporte deportes ejercicio | fútbol futbol baloncesto tenis voleibol nadar natación
        correr maratón yoga ciclismo escalada escalar boxeo kárate gimnasio esquiar surf pádel
    hobby: afición aficiones hobby pasatiempo tiempo_libre | pintar pintura tejer jardinería
        fotografía dibujar cerámica senderismo pescar colecciona bailar baile coser
    travel: viaje viajes viajar vacaciones | viajó vuelo vuelos aeropuerto hotel extranjero
        pasaporte
    birthday: cumpleaños cumple | nací nació
    plan: plan planes | planea cita citas previsto
    money: dinero finanzas presupuesto | deuda deudas préstamo hipoteca ahorros banco
    faith: fe religión | iglesia dios rezar reza mezquita templo sinagoga cristiano católico
        católica musulmán musulmana budista judío judía ateo atea biblia
    language: idioma idiomas lengua lenguas lengua_materna | habla_inglés habla_francés habla_alemán
        hablo_inglés aprende_inglés bilingüe
    vehicle: vehículo coche coches carro auto | bici bicicleta moto motocicleta furgoneta conduce
        carné_de_conducir
    plant: planta plantas jardín | flor flores cactus orquídea orquídeas rosas
    name: nombre nombres apodo | llamo llama llamas
    age: edad | años_tiene tengo_años años_de_edad cuántos_años años_tengo tiene_26_años
    none: perrito_caliente gato_encerrado cuatro_gatos me_llama_la_atención llama_la_atención
        vida_de_perros gracias_a_dios dios_mío por_dios en_casa_de_campo caballo_de_batalla
        pan_comido carpeta me_llama_mucho en_juego planta_baja como_pez banco_del_parque hace_gracia
        en_nombre_de juego_de_palabras
    """,
)
