"""How German says attributes."""

from core.memory.rules.attributes.model import Trait, told

GERMAN: tuple[Trait, ...] = (
    told(
        "name",
        r"""
        ^\S+ (?:heißt|möchte|will)(?: gern(?:e)?)? (?P<v>\w+)(?: genannt werden| heißen|$|[.,]) |
        \bmein name ist (?P<v>\w+) | \bich hei(?:ß|ss)e (?P<v>\w+) | \bnenn(?:t)? mich (?P<v>\w+)
        """,
    ),
    told(
        "birthday",
        r"""
        \b(?:hat|habe) (?:am )?(?P<v>[^,;]+?) geburtstag | \bgeburtstag (?:ist )?(?:am )?{REST} |
        \bgeboren am {REST}
        """,
    ),
    told("age", r"\b(?:ist|bin|wird|wurde) (?P<v>\d{1,3})(?: jahre alt| geworden|$|[,.!])"),
    told(
        "diet",
        r"""
        \b(?:ist|bin|lebt|lebe|isst|esse|ernährt sich)(?: \w+)? (?P<v>vegan\w*|vegetari\w+|
        pescetari\w+|halal|koscher|glutenfrei|fleisch)\b
        """,
    ),
    told(
        "marital",
        r"""
        \b(?:ist|bin) (?:jetzt |wieder |frisch |glücklich )?(?P<v>single|verheiratet|geschieden|
        verlobt|verwitwet|ledig|getrennt)\b
        """,
    ),
    told(
        "partner",
        r"""
        \b(?:zusammen mit|liiert mit|verheiratet mit|verlobt mit|getrennt von) {REST} |
        \bmit (?P<v>\w+) (?:zusammen|liiert|verheiratet|verlobt) |
        \b(?:freundin|freund|partner(?:in)?|mann|frau) (?:heißt|ist) (?P<v>\w+)
        """,
    ),
    told(
        "hometown",
        r"""
        \b(?:kommt|komme|stammt|stamme) (?:ursprünglich )?aus {REST} |
        \bin (?P<v>[^,;]+?) (?:aufgewachsen|geboren)
        """,
    ),
    told(
        "home",
        r"""
        \b(?:wohnt|wohne|lebt|lebe|gezogen|zog|umgezogen|ziehe)(?: \w+){0,2}? (?:in|nach|bei)
        (?!rente){REST} | \bnach (?P<v>[^,;]+?) (?:gezogen|umgezogen)
        """,
    ),
    told(
        "employer",
        r"""
        \b(?:arbeitet|arbeite|angestellt|jobbt|fängt|job)(?: \w+){0,2}? (?:bei|für|in|an)(?:
        einem| einer| der| dem)? {REST} |
        \b(?:hat|habe|führt|betreibt|eröffnet)(?: \w+){0,2}? (?P<v>(?:eigene[nrsm]? )?\w*(?:laden|
        geschäft|praxis|firma|café|bäckerei|studio|werkstatt|restaurant)\b[^,;]*)
        """,
    ),
    told(
        "study",
        r"""
        \b(?:studiert|studiere|studium (?:der|von)) {REST} |
        \bmacht eine (?:ausbildung|lehre) (?:als|zum|zur) {REST}
        """,
    ),
    told(
        "job",
        r"""
        \b(?:arbeitet|arbeite|jobbt|tätig) (?:\w+ )?als {REST} |
        \b(?:ist|bin) (?:von beruf )(?P<v>[^,.;]+) |
        \b(?:ist|bin) (?P<v>\w*(?:bäcker|lehrer|ärzt|arzt|pfleger|schwester|ingenieur|entwickler|
        fahrer|koch|köchin|tischler|elektriker|anwalt|künstler|student|schreiner|gärtner|friseur|
        maler|mechaniker|verkäufer|journalist|erzieher|polizist|imker|landwirt|hebamme|
        pilot)(?:in)?\b[^,.;]*)
        """,
    ),
    told("language", r"\b(?:muttersprache ist|möchte lieber) (?P<v>\w+)"),
    told(
        "vehicle",
        r"""
        \b(?:fährt|fahre)(?: jetzt| nun| inzwischen)?(?: mit)? (?:einen|eine|ein|dem|der|einem|
        einer) {REST}
        """,
    ),
    told(
        "child-count",
        r"""
        \b(?:hat|habe|haben) (?P<v>\d+|zwei|drei|vier|fünf|sechs) (?:\w+ )?(?:kinder|söhne|
        töchter)\b
        """,
    ),
    told("favourite", r"\blieblings(?P<k>\w+)(?: \w+)? (?:ist|sind|heißt) {REST}"),
    told(
        "allergy",
        r"""
        \bgegen (?P<v>[^.;]+?) allergisch | \ballergi\w+ (?:gegen|auf) {REST} |
        \bhat (?:eine )?(?P<v>\w+)allergie
        """,
        single=False,
    ),
    told(
        "pet",
        r"""
        \b(?:hat|habe|haben|hält|besitzt|adoptiert)(?: \w+){0,3}? (?P<v>(?:katzen?|kater|hunde?|
        welpen?|hamster|kaninchen|papagei\w*|wellensittich\w*|pferde?|schildkröten?|
        meerschweinchen|igel|hühner|dackel|labrador|vögel)\b[^,.;]*)
        """,
        single=False,
    ),
    told(
        "sibling",
        r"""
        \b(?:hat|habe) (?P<v>[\wäöü -]*(?:br[uü]der|schwestern?|geschwister)\b[^,.;]*)
        """,
        single=False,
    ),
    told(
        "child",
        r"""
        \b(?:hat|habe|haben) (?P<v>[\wäöü -]*(?:sohn|söhne|tochter|töchter|kind|kinder|
        zwillinge)\b[^,.;]*)
        """,
        single=False,
    ),
)
