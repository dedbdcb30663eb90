"""Titles in Spanish."""

from collections.abc import Mapping

from core.schedule.titles.model import Scene

SPANISH: Mapping[Scene, tuple[str, ...]] = {
    Scene.SLEEP: ("Durmiendo", "En la cama", "Durmiendo a pierna suelta"),
    Scene.WAKING: (
        "Despertando poco a poco",
        "Levantarse y arreglarse",
        "Una ducha y ropa limpia",
        "Abrir las ventanas y despejarse",
    ),
    Scene.BREAKFAST: (
        "Desayuno",
        "Desayuno con la radio puesta",
        "Un desayuno rápido",
        "Tostadas y algo caliente",
    ),
    Scene.LUNCH: (
        "Comida",
        "Una comida sencilla",
        "Comer junto a la ventana",
        "Algo caliente para comer",
    ),
    Scene.DINNER: ("Cena", "Preparar la cena", "Una cena tardía y ligera", "Cenar lo que quedó"),
    Scene.GOING: ("De camino", "De camino, con música", "Saliendo a empezar el día"),
    Scene.RETURNING: ("De vuelta a casa", "Volviendo a casa", "El camino largo a casa"),
    Scene.WORK: (
        "Avanzando con la lista",
        "Concentración en el trabajo",
        "Correos y tareas pequeñas",
        "Un buen rato de trabajo",
        "Reuniones y notas",
        "Terminando lo pendiente",
    ),
    Scene.STUDY: (
        "Estudiando",
        "Leer y tomar apuntes",
        "Repasar el capítulo de ayer",
        "Ejercicios de práctica",
        "Un buen rato de estudio",
    ),
    Scene.JOB_SEARCH: (
        "Escribir solicitudes",
        "Mirar ofertas de empleo",
        "Retocar el currículum",
        "Preparar entrevistas",
    ),
    Scene.TRAVEL: (
        "En camino",
        "Mirando alrededor",
        "Orientándose en un sitio nuevo",
        "Caminar hasta que duelan los pies",
        "Visitando lugares",
    ),
    Scene.BREAK: ("Una pausa corta", "Un té y estirarse", "Unos minutos de aire fresco"),
    Scene.EXERCISE: (
        "Un paseo a buen ritmo",
        "Entrenamiento",
        "Estiramientos y ejercicio suave",
        "Correr al aire libre",
        "Ejercicio en casa",
    ),
    Scene.SOCIAL: (
        "Quedar con una amistad",
        "Salir con amigos",
        "Ponerse al día tomando algo",
        "Una visita",
    ),
    Scene.ERRAND: (
        "Hacer la compra",
        "Lavadora y ordenar",
        "Recados por el barrio",
        "Correos, farmacia y compra",
        "Limpiar la casa",
    ),
    Scene.FREE_TIME: (
        "Leer",
        "Música y nada en particular",
        "Una película",
        "Jugar un rato",
        "Dibujar un poco",
        "Trastear por casa",
        "Una serie, otro capítulo",
    ),
    Scene.REST: ("Descansar", "Tumbarse un rato", "No hacer nada, por una vez", "Pies en alto"),
    Scene.WINDING_DOWN: (
        "Bajar el ritmo",
        "Luz suave y un libro",
        "La última taza de té",
        "Prepararse para dormir",
    ),
    Scene.DAY_WORK: (
        "Un día de trabajo",
        "Trabajo y una tarde tranquila",
        "Una jornada completa",
        "Trabajo y pronto a casa",
    ),
    Scene.DAY_STUDY: ("Un día de estudio", "Libros todo el día", "Estudiar, con pausas"),
    Scene.DAY_JOB_SEARCH: ("Un día de solicitudes", "Buscando trabajo", "Ofertas y llamadas"),
    Scene.DAY_TRAVEL: ("De viaje", "Un día en camino", "Lejos de casa"),
    Scene.DAY_EXERCISE: ("Un día para moverse", "Al aire libre", "Un paseo largo por el verde"),
    Scene.DAY_SOCIAL: ("Un día con amigos", "Ver gente", "Visita y buena compañía"),
    Scene.DAY_ERRAND: ("Un día de recados", "Cosas pendientes en casa", "Compras y orden"),
    Scene.DAY_FREE_TIME: (
        "Un día libre",
        "Sin planes, por suerte",
        "Un día libre sin prisa",
        "Un día para aficiones",
    ),
    Scene.DAY_REST: ("Un día de descanso", "Tomárselo con calma", "Un día tranquilo en casa"),
}
