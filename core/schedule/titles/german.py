"""Titles in German."""

from collections.abc import Mapping

from core.schedule.titles.model import Scene

GERMAN: Mapping[Scene, tuple[str, ...]] = {
    Scene.SLEEP: ("Schlafen", "Tief und fest schlafen", "Im Bett"),
    Scene.WAKING: (
        "Langsam wach werden",
        "Aufstehen und fertig machen",
        "Duschen und anziehen",
        "Fenster auf, wach werden",
    ),
    Scene.BREAKFAST: (
        "Frühstück",
        "Frühstück mit Radio",
        "Schnelles Frühstück",
        "Brot und etwas Warmes zu trinken",
    ),
    Scene.LUNCH: (
        "Mittagessen",
        "Einfaches Mittagessen",
        "Mittagspause mit etwas Warmem",
        "Mittagessen am Fenster",
    ),
    Scene.DINNER: (
        "Abendessen",
        "Abendessen kochen",
        "Spätes, einfaches Abendessen",
        "Reste zum Abendessen",
    ),
    Scene.GOING: ("Auf dem Weg", "Unterwegs mit Musik im Ohr", "Los in den Tag"),
    Scene.RETURNING: ("Auf dem Heimweg", "Nach Hause", "Der lange Weg nach Hause"),
    Scene.WORK: (
        "Die Liste abarbeiten",
        "Konzentriert arbeiten",
        "Mails und Kleinkram",
        "Ein langes Stück Arbeit",
        "Besprechungen und Notizen",
        "Liegengebliebenes fertig machen",
    ),
    Scene.STUDY: (
        "Lernen",
        "Lesen und mitschreiben",
        "Das Kapitel von gestern wiederholen",
        "Übungsaufgaben",
        "Lange am Lernen",
    ),
    Scene.JOB_SEARCH: (
        "Bewerbungen schreiben",
        "Stellenanzeigen durchsehen",
        "Am Lebenslauf feilen",
        "Auf Gespräche vorbereiten",
    ),
    Scene.TRAVEL: (
        "Unterwegs",
        "Sich umsehen",
        "Sich an einem neuen Ort zurechtfinden",
        "Laufen, bis die Füße wehtun",
        "Sehenswürdigkeiten ansehen",
    ),
    Scene.BREAK: ("Kurze Pause", "Tee und strecken", "Ein paar Minuten frische Luft"),
    Scene.EXERCISE: (
        "Ein flotter Spaziergang",
        "Training",
        "Dehnen und leichter Sport",
        "Draußen laufen",
        "Sport zu Hause",
    ),
    Scene.SOCIAL: (
        "Eine Freundin treffen",
        "Mit Freunden unterwegs",
        "Quatschen bei einem Getränk",
        "Ein Besuch",
    ),
    Scene.ERRAND: (
        "Lebensmittel einkaufen",
        "Wäsche und aufräumen",
        "Kleine Besorgungen in der Stadt",
        "Post, Apotheke, Einkauf",
        "Zu Hause putzen",
    ),
    Scene.FREE_TIME: (
        "Lesen",
        "Musik und nichts Bestimmtes",
        "Ein Film",
        "Ein Spiel spielen",
        "Ein bisschen zeichnen",
        "Herumwerkeln",
        "Eine Serie, noch eine Folge",
    ),
    Scene.REST: ("Ausruhen", "Eine Weile hinlegen", "Einfach mal nichts tun", "Füße hoch"),
    Scene.WINDING_DOWN: (
        "Zur Ruhe kommen",
        "Gedämpftes Licht und ein Buch",
        "Eine letzte Tasse Tee",
        "Bettfertig machen",
    ),
    Scene.DAY_WORK: (
        "Ein Arbeitstag",
        "Arbeit und ein ruhiger Abend",
        "Ein voller Arbeitstag",
        "Arbeit, dann früh heim",
    ),
    Scene.DAY_STUDY: ("Ein Lerntag", "Den ganzen Tag Bücher", "Lernen mit Pausen"),
    Scene.DAY_JOB_SEARCH: ("Ein Tag für Bewerbungen", "Stellensuche", "Anzeigen und Telefonate"),
    Scene.DAY_TRAVEL: ("Auf Reisen", "Ein Tag unterwegs", "Weg von zu Hause"),
    Scene.DAY_EXERCISE: (
        "Ein Tag in Bewegung",
        "Draußen und aktiv",
        "Ein langer Spaziergang im Grünen",
    ),
    Scene.DAY_SOCIAL: ("Ein Tag mit Freunden", "Leute treffen", "Besuch und gute Gesellschaft"),
    Scene.DAY_ERRAND: (
        "Ein Tag für Besorgungen",
        "Zu Hause etwas schaffen",
        "Einkaufen und aufräumen",
    ),
    Scene.DAY_FREE_TIME: (
        "Ein freier Tag",
        "Nichts vor, zum Glück",
        "Ein gemächlicher freier Tag",
        "Ein Tag für Hobbys",
    ),
    Scene.DAY_REST: ("Ein Tag zum Ausruhen", "Es ruhig angehen", "Ein stiller Tag zu Hause"),
}
