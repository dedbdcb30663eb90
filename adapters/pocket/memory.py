"""Answers from what was told: quoted with its day, and never told as anybody else's."""

from dataclasses import replace

from adapters.pocket.dates import spoken_day, spoken_when
from adapters.pocket.fitting import (
    Fit,
    fit_of_companion,
    fit_of_name,
    fit_of_person,
    told_in_view,
)
from adapters.pocket.kinds import Intent
from adapters.pocket.scene import Reply, Scene
from adapters.pocket.tables import Table
from adapters.pocket.text import normal, quoted
from adapters.pocket.view import remembered
from core.conversation.model import Recalled, ReplyRequest, Said

QUOTE = 120
"""Characters of a quotation."""


def remembering(table: Table, request: ReplyRequest) -> Table:
    """Return a table that hears questions for what is known, if there is a memory at all."""
    if request.context.recollection is None:
        return table
    return replace(table, hear={**table.hear, **table.memory.hear})


def say_recall(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Quote from the history in view, else from memory, or say that nothing is there."""
    request = scene.request
    zone = request.persona.zone
    today = request.now.astimezone(zone).date()
    found = remembered(intent.sentence, scene.view, scene.table, zone, today)
    if found.said is not None:
        return say_said(scene, found.said, reply)
    fit = fit_of_person(intent.sentence, scene, loosely=True)
    if found.withheld and fit.recalled is None:
        fit = Fit(recalled=None, withheld=True)
    return say_fit(scene, fit, reply)


def say_of_person(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Answer what the person asks of themself, from their own words only."""
    said = told_in_view(intent.sentence, scene)
    if said is not None:
        return say_said(scene, said, reply)
    return say_fit(scene, fit_of_person(intent.sentence, scene), reply)


def say_of_companion(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Answer what is asked of the companion, from facts of its own only."""
    recalled = fit_of_companion(intent.sentence, scene).recalled
    if recalled is None:
        return line(scene, "self_unknown")
    return say_quoted(scene, "self_past" if recalled.past else "self", recalled, reply)


def say_name(scene: Scene, intent: Intent, reply: Reply) -> str:
    """Return the person's name, or that it is not known."""
    view, say = scene.view, scene.table.say
    if view.name_from is not None:
        reply.used.append(view.name_from)
        when = when_of(scene, view.name_from)
        return scene.chooser.line("name_known", say["name_known"], when=when)
    fit = fit_of_name(scene)
    if fit.recalled is not None:
        return say_fit(scene, fit, reply)
    question = scene.chooser.line("name", scene.table.ask["name"])
    return scene.joined(scene.chooser.line("name_unknown", say["name_unknown"]), question)


def say_said(scene: Scene, said: Said, reply: Reply) -> str:
    """Quote what was said in view."""
    reply.used.append(said)
    quote = quoted(normal(said.text), QUOTE)
    options = scene.table.say["recall_found"]
    told = scene.chooser.line("recall_found", options, quote=quote, when=when_of(scene, said))
    return told[0].upper() + told[1:]


def say_fit(scene: Scene, fit: Fit, reply: Reply) -> str:
    """Quote what memory has of the person, or say honestly that it has nothing."""
    recalled = fit.recalled
    if recalled is not None:
        key = "past" if recalled.past else "said" if recalled.kind == "said" else "known"
        return say_quoted(scene, key, recalled, reply)
    say = scene.table.say
    if fit.withheld:
        return scene.chooser.line("recall_withheld", say["recall_withheld"])
    if scene.request.context.recollection is None:
        return scene.chooser.line("recall_nothing", say["recall_nothing"])
    return line(scene, "unknown")


def say_quoted(scene: Scene, key: str, recalled: Recalled, reply: Reply) -> str:
    """Quote a memory."""
    reply.recalled.append(recalled)
    request = scene.request
    day = spoken_day(recalled.at, request.now, request.persona.zone, scene.table)
    return line(scene, key, quote=quoted(normal(recalled.text), QUOTE), day=day)


def when_of(scene: Scene, said: Said) -> str:
    """Return when something was said, in words."""
    request = scene.request
    return spoken_when(said.sent_at, request.now, request.persona.zone, scene.table.clock)


def line(scene: Scene, key: str, **slots: str) -> str:
    """Return a line of the table of memory."""
    return scene.chooser.line(f"memory {key}", scene.table.memory.say[key], **slots)
