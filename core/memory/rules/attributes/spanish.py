"""How Spanish says attributes."""

from core.memory.rules.attributes.model import Trait, told

SPANISH: tuple[Trait, ...] = (
    told(
        "name",
        r"""
        \b(?:me llamo|mi nombre es|ll[aá]mame|d[ií]me) (?P<v>\w+) |
        ^\S+ (?:prefiere que (?:le|lo|la) (?:llamen|digan)|se llama) (?P<v>\w+)
        """,
    ),
    told(
        "birthday",
        r"""
        \b(?:cumpleaños|cumple)(?: \w+)? (?:es )?el {REST} | \bcumple(?: años)? el {REST} |
        \bnació el {REST}
        """,
    ),
    told("age", r"\b(?:tiene|tengo|cumplió|cumplo) (?P<v>\d{1,3}) años"),
    told(
        "diet",
        r"""
        \b(?:es|soy|se hizo|come|como)(?: ahora| una?)? (?P<v>vegan[oa]|vegetarian[oa]|
        pescetarian[oa]|celíac[oa]|carne)\b
        """,
    ),
    told(
        "marital",
        r"""
        \b(?:está|estoy|es|soy) (?:ahora )?(?P<v>solter[oa]|casad[oa]|divorciad[oa]|prometid[oa]|
        viud[oa]|separad[oa])\b
        """,
    ),
    told(
        "partner",
        r"""
        \b(?:sale con|salgo con|casad[oa] con|novi[oa] de|rompió con|terminó con|cortó con|vive
        con su (?:novi[oa]|pareja)) {REST} |
        \b(?:novi[oa]|pareja|marido|mujer|espos[oa]) (?:se llama|es) (?P<v>\w+)
        """,
    ),
    told(
        "hometown",
        r"""
        \b(?:es|soy|viene|vengo) (?:originari[oa] )?de (?!vacaciones|viaje){REST} |
        \b(?:nació|nací|creció|crecí|se crió) en {REST}
        """,
    ),
    told(
        "home",
        r"""
        \b(?:vive|vivo|reside|mudó|mudé|mudado|estoy viviendo|se fue a vivir)(?: \w+){0,2}? (?:en|
        a) {REST}
        """,
    ),
    told(
        "employer",
        r"""
        \b(?:trabaja|trabajo|empleo|contratad[oa])(?: \w+){0,2}? (?:en|para) (?!casa\b){REST} |
        \b(?:tiene|abrió|regenta)(?: \w+){0,2}? (?P<v>(?:propi[oa] )?(?:tienda|negocio|bar|café|
        restaurante|panadería|taller|empresa|estudio)\b[^,;]*)
        """,
    ),
    told("study", r"\b(?:estudia|estudio|cursa) (?!en\b){REST}"),
    told(
        "job",
        r"""
        \b(?:trabaja|trabajo) (?:\w+ )?(?:como|de) {REST} |
        \b(?:es|soy) (?P<v>(?:\w+ )?(?:enfermer[oa]|médic[oa]|profesora?|maestr[oa]|ingenier[oa]|
        programadora?|panader[oa]|cociner[oa]|abogad[oa]|conductora?|periodista|diseñadora?|
        carpinter[oa]|camarer[oa]|veterinari[oa]|arquitect[oa]|taxista|dentista|bomber[oa]|
        contable|peluquer[oa])\b[^,.;]*)
        """,
    ),
    told("language", r"\blengua materna es (?:el )?(?P<v>\w+)"),
    told("vehicle", r"\b(?:conduce|conduzco|maneja|manejo)(?: una?)? {REST}"),
    told(
        "child-count",
        r"""
        \b(?:tiene|tengo|tenemos) (?P<v>\d+|dos|tres|cuatro|cinco|seis) (?:hij[oa]s|niñ[oa]s)\b
        """,
    ),
    told("favourite", r"\b(?P<k>\w+) (?:favorit[oa]|preferid[oa])(?: de \w+)? (?:es|son) {REST}"),
    told("allergy", r"\b(?:alérgic[oa]|alergia) a(?:l| la| las| los)? {REST}", single=False),
    told(
        "pet",
        r"""
        \b(?:tiene|tengo|tenemos|adoptó|adopté)(?: \w+){0,3}? (?P<v>(?:gat[oa]s?|perr[oa]s?|
        cachorr[oa]s?|hámsters?|conejos?|loros?|caballos?|tortugas?|peces|gallinas?|
        hur[oó]n(?:es)?)\b[^,.;]*)
        """,
        single=False,
    ),
    told("sibling", r"\b(?:tiene|tengo) (?P<v>[\w -]*herman[oa]s?\b[^,.;]*)", single=False),
    told(
        "child",
        r"""
        \b(?:tiene|tengo|tuvo) (?P<v>[\w -]*(?:hij[oa]s?|gemel[oa]s|bebé)\b[^,.;]*)
        """,
        single=False,
    ),
)
