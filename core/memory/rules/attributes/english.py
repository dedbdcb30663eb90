"""How English says attributes."""

from core.memory.rules.attributes.model import Trait, told

ENGLISH: tuple[Trait, ...] = (
    told(
        "name",
        r"""
        \bmy (?:real |first |full )?name(?: is|['’]s) (?P<v>\w+) |
        ^\S+['’]s (?:real |first |full )?name is (?P<v>\w+) |
        ^\S+ (?:(?:prefers|wants|likes) to be called|goes by|is called|is named) (?P<v>\w+) |
        \b(?:call me|i go by) (?P<v>\w+)
        """,
    ),
    told("birthday", r"\bbirthday(?: is|['’]s)(?: on)? {REST} | \bwas born on {REST}"),
    told(
        "age",
        r"""
        \b(?:is|i['’]?m|am|turned|turns) (?P<v>\d{1,3})(?: years? old| yrs? old|$|[,.!]) |
        \b(?:is|i['’]?m|am) (?P<v>\d{1,3})(?= and (?:(?:i['’]?m|am|is|comes?) )?from\b) |
        \b(?:is|i['’]?m|am) (?P<v>[a-z]+(?:-[a-z]+)?) years old
        """,
    ),
    told(
        "diet",
        r"""
        \b(?:is|i['’]?m|am|became|turned|follows|eats)(?: an?| now| a strict)* (?P<v>vegan|
        vegetarian|pescatarian|keto|halal|kosher|gluten[- ]free|omnivore|meat)\b
        """,
    ),
    told(
        "marital",
        r"""
        \b(?:is|i['’]?m|am|got|getting) (?:now |newly |recently |happily )?(?P<v>single|married|
        divorced|engaged|widowed|separated)\b
        """,
    ),
    told(
        "partner",
        r"""
        \b(?:dating|going out with|in a relationship with|married to|engaged to|broke up with|
        split up with|together with) {REST} |
        \b(?:boyfriend|girlfriend|partner|husband|wife|fianc[ée]e?)(?: is|['’]s)(?:
        called| named)? (?P<v>\w+)
        """,
    ),
    told(
        "hometown",
        r"""
        \b(?:is|i['’]?m|am|comes?|originally|hails) (?:originally )?from {REST} |
        \b(?:grew up|was born|raised) in {REST}
        """,
    ),
    told(
        "home",
        r"""
        \b(?:lives?|living|moved|relocated|based|resides?|settled)(?: \w+){0,2}? (?:in|to|
        near) {REST}
        """,
    ),
    told(
        "employer",
        r"""
        \b(?:works?|working|job|employed|started|position)(?: \w+){0,2}? (?:for|at|by)
        (?!home\b){REST} |
        \b(?:owns?|runs?|opened)(?: \w+){0,2} (?P<v>\w+ (?:shop|store|cafe|café|bakery|studio|
        restaurant|company|practice|business))
        """,
    ),
    told(
        "study",
        r"""
        \b(?:studies|studying|study|majors? in|majoring in|is doing a degree in) {REST}
        """,
    ),
    told(
        "job",
        r"""
        \b(?:works?|working|job is|employed) (?:\w+ )?(?:as )(?:an? |the )?{REST} |
        \b(?:is|i['’]?m|am|became|has been) (?:an? |the |now an? )?(?P<v>(?:[\w-]+ ){0,3}(?:nurse|
        doctor|teacher|engineer|developer|programmer|baker|cook|chef|driver|lawyer|artist|designer|
        writer|journalist|carpenter|plumber|electrician|accountant|student|waiter|waitress|barista|
        pilot|farmer|mechanic|librarian|dentist|pharmacist|scientist|researcher|musician|
        photographer|architect|cashier|firefighter|paramedic|vet|translator|administrator|manager|
        consultant|analyst|clerk|postman|gardener|tailor|hairdresser|actor|actress|singer|editor|
        professor|tutor|midwife|surgeon|therapist|butcher|builder|welder|freelancer|sysadmin|
        director|secretary|caretaker)\b[^,.;]*)
        """,
    ),
    told(
        "language",
        r"""
        \b(?:prefers?|wants?|would like) to (?:speak|write|talk|chat|be written to)(?: \w+)? in
        (?P<v>\w+) | \b(?:native language|mother tongue) is (?P<v>\w+)
        """,
    ),
    told(
        "phone",
        r"""
        \b(?:has|uses|owns|bought|got)(?: an?| a new)? (?P<v>(?:iphone|pixel|galaxy|samsung|xiaomi|
        fairphone|oneplus)[^,.;]*)
        """,
    ),
    told("vehicle", r"\b(?:drives?|rides?|commutes by)(?: an?| the| his| her)? {REST}"),
    told(
        "child-count",
        r"""
        \b(?:has|have|got|['’]ve got) (?P<v>\d+|two|three|four|five|six|seven) (?:\w+ )?(?:kids|
        children|sons|daughters)\b
        """,
    ),
    told("favourite", r"\bfavou?rite (?P<k>\w+)(?: \w+)?(?: is|['’]s) {REST}"),
    told("allergy", r"\ballerg(?:ic|y) to {REST}", single=False),
    told(
        "pet",
        r"""
        \b(?:has|have|got|owns?|adopted)(?: \w+){0,3}? (?P<v>(?:cats?|dogs?|pupp(?:y|ies)|kittens?|
        hamsters?|rabbits?|parrots?|budgies?|horses?|beagles?|schnauzers?|husk(?:y|ies)|labradors?|
        turtles?|tortoises?|hedgehogs?|guinea pigs?|goldfish|snakes?|geckos?|ferrets?)\b[^,.;]*) |
        ['’]s (?P<v>(?:\w+ )?(?:cat|dog|puppy|kitten|hamster|rabbit|parrot|horse|beagle|
        tortoise)\b[^,.;]*)
        """,
        single=False,
    ),
    told(
        "sibling",
        r"""
        \b(?:has|have|got) (?P<v>[\w -]*(?:brothers?|sisters?|siblings?)\b[^,.;]*)
        """,
        single=False,
    ),
    told(
        "child",
        r"""
        \b(?:has|have|got) (?P<v>[\w -]*(?:sons?|daughters?|kids?|child(?:ren)?|twins|
        baby)\b[^,.;]*)
        """,
        single=False,
    ),
)
