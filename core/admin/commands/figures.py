"""`/stats` and `/audit`: what was said and done."""

from datetime import timedelta

from core.admin.commands.telling import bullets, button, how_to_ask, moment, words
from core.admin.model import Invocation, Told
from core.admin.ports import Audited, Shelf
from core.admin.rules.memories import PAGE, last_page, read_page
from core.days import day_of
from core.phrases import Phrase, SteeringLine, phrase

LONGEST = 20
"""Characters behind these commands that are looked at."""
USUAL_DAYS, MOST_DAYS = 7, 366
STATS_FORMS = ("/stats", "/stats 30")
AUDIT_FORMS = ("/audit", "/audit 2")


def stats(invocation: Invocation, shelf: Shelf) -> str:
    """Tell the figures of the last days."""
    language = invocation.language
    days = read_page(invocation.line(LONGEST) or str(USUAL_DAYS))
    if days is None or not 1 <= days <= MOST_DAYS:
        return how_to_ask(language, "", STATS_FORMS)
    since = invocation.now - timedelta(days=days)
    total = shelf.figures.totals(invocation.space, since)
    first_day = day_of(since, invocation.zone).isoformat()
    tokens = shelf.figures.tokens(invocation.space, first_day)
    known = shelf.facts.counts(invocation.space)
    told = [
        phrase(
            SteeringLine.STATS_SAID,
            language,
            heard=str(total.heard),
            said=str(total.said),
            people=str(total.people),
            places=str(total.conversations),
        ),
        phrase(
            SteeringLine.STATS_TURNS,
            language,
            answered=str(total.answered),
            silent=str(total.silent),
            failed=str(total.failed),
        ),
    ]
    if total.seconds is not None:
        told.append(phrase(SteeringLine.STATS_TOOK, language, seconds=f"{total.seconds:.1f}"))
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(tokens.items()) if count)
    told.append(phrase(SteeringLine.STATS_TOKENS, language, kinds=kinds or "0"))
    facts = {"persona": str(known.persona), "people": str(known.people)}
    told.append(phrase(SteeringLine.STATS_FACTS, language, **facts))
    return bullets(phrase(SteeringLine.STATS_HEAD, language, days=str(days)), *told)


def audit(invocation: Invocation, shelf: Shelf) -> str | Told:
    """List what owners and moderators did, the newest first."""
    language, count = invocation.language, shelf.audits.count()
    page = read_page(invocation.line(LONGEST) or "1")
    if page is None:
        return how_to_ask(language, "", AUDIT_FORMS)
    if not count:
        return phrase(SteeringLine.AUDIT_NONE, language)
    last = last_page(count)
    if not 1 <= page <= last:
        problem = phrase(Phrase.MEMORY_NO_PAGE, language, got=str(page), last=str(last))
        return how_to_ask(language, problem, (f"/audit {last}",))
    latest = shelf.audits.latest(PAGE, before=(page - 1) * PAGE)
    head = phrase(SteeringLine.AUDIT_HEAD, language, page=str(page), pages=str(last))
    text = bullets(head, *(_row(invocation, one) for one in latest))
    if page == last:
        return text
    line = f"/audit {page + 1}"
    form = phrase(Phrase.MEMORY_MORE, language, form=line)
    choices = button(phrase(SteeringLine.MORE, language), line)
    return Told(text=f"{text}\n\n{form}", choices=choices)


def _row(invocation: Invocation, audited: Audited) -> str:
    at = moment(audited.at, invocation.now, invocation.zone, invocation.language)
    place = words(f"{audited.space} {audited.account} {audited.chat}", "…")
    return f"{at} `{audited.actor}` `/{audited.act}` ({place})"
