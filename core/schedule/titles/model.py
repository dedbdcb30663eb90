"""What a title is for."""

from enum import StrEnum


class Scene(StrEnum):
    """A stretch of a day by its place in it, or a whole day of a month (`DAY_…`)."""

    SLEEP = "sleep"
    WAKING = "waking"
    BREAKFAST = "breakfast"
    LUNCH = "lunch"
    DINNER = "dinner"
    GOING = "going"
    RETURNING = "returning"
    WORK = "work"
    STUDY = "study"
    JOB_SEARCH = "job-search"
    TRAVEL = "travel"
    BREAK = "break"
    EXERCISE = "exercise"
    SOCIAL = "social"
    ERRAND = "errand"
    FREE_TIME = "free-time"
    REST = "rest"
    WINDING_DOWN = "winding-down"

    DAY_WORK = "day-work"
    DAY_STUDY = "day-study"
    DAY_JOB_SEARCH = "day-job-search"
    DAY_TRAVEL = "day-travel"
    DAY_EXERCISE = "day-exercise"
    DAY_SOCIAL = "day-social"
    DAY_ERRAND = "day-errand"
    DAY_FREE_TIME = "day-free-time"
    DAY_REST = "day-rest"
