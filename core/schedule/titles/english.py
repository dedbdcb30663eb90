"""Titles in English."""

from collections.abc import Mapping

from core.schedule.titles.model import Scene

ENGLISH: Mapping[Scene, tuple[str, ...]] = {
    Scene.SLEEP: ("Sleeping", "Asleep", "Sleeping soundly"),
    Scene.WAKING: (
        "Waking up slowly",
        "Getting up and getting ready",
        "A shower and clean clothes",
        "Opening the windows, waking up",
    ),
    Scene.BREAKFAST: (
        "Breakfast",
        "Breakfast with the radio on",
        "A quick breakfast",
        "Toast and something hot to drink",
    ),
    Scene.LUNCH: ("Lunch", "A simple lunch", "Lunch near the window", "Something warm for lunch"),
    Scene.DINNER: ("Dinner", "Cooking dinner", "A late and easy dinner", "Dinner with leftovers"),
    Scene.GOING: ("On the way there", "On the way, with music on", "Off to start the day"),
    Scene.RETURNING: ("On the way home", "Heading home", "The long way home"),
    Scene.WORK: (
        "Working through the list",
        "Deep in work",
        "Mail and small tasks",
        "A long stretch of work",
        "Meetings and notes",
        "Finishing what was left open",
    ),
    Scene.STUDY: (
        "Studying",
        "Reading and taking notes",
        "Going over yesterday's chapter",
        "Practice questions",
        "A long stretch of studying",
    ),
    Scene.JOB_SEARCH: (
        "Writing applications",
        "Looking through openings",
        "Polishing the CV",
        "Preparing for interviews",
    ),
    Scene.TRAVEL: (
        "On the road",
        "Looking around",
        "Finding the way in a new place",
        "Walking until the feet hurt",
        "Seeing the sights",
    ),
    Scene.BREAK: ("A short break", "Tea and a stretch", "A few minutes of fresh air"),
    Scene.EXERCISE: (
        "A walk at a good pace",
        "A workout",
        "Stretching and light exercise",
        "A run outside",
        "Exercise at home",
    ),
    Scene.SOCIAL: (
        "Seeing a friend",
        "Out with friends",
        "Catching up over something to drink",
        "A visit",
    ),
    Scene.ERRAND: (
        "Shopping for groceries",
        "Laundry and tidying up",
        "Small errands around town",
        "Post, pharmacy, groceries",
        "Cleaning up at home",
    ),
    Scene.FREE_TIME: (
        "Reading",
        "Music and nothing in particular",
        "A film",
        "Playing a game",
        "Sketching a little",
        "Pottering about",
        "A series, one more episode",
    ),
    Scene.REST: ("Resting", "Lying down for a while", "Doing nothing for once", "Feet up"),
    Scene.WINDING_DOWN: (
        "Winding down",
        "Dim light and a book",
        "A last cup of tea",
        "Getting ready for bed",
    ),
    Scene.DAY_WORK: (
        "A day of work",
        "Work, and a quiet evening",
        "A full working day",
        "Work, then home early",
    ),
    Scene.DAY_STUDY: ("A day of studying", "Books all day", "Studying, with breaks"),
    Scene.DAY_JOB_SEARCH: (
        "A day of applications",
        "Looking for a job",
        "Openings and phone calls",
    ),
    Scene.DAY_TRAVEL: ("On a trip", "A day on the road", "Away from home"),
    Scene.DAY_EXERCISE: ("A day to move", "Outdoors and active", "A long walk somewhere green"),
    Scene.DAY_SOCIAL: ("A day with friends", "Seeing people", "A visit, and good company"),
    Scene.DAY_ERRAND: ("A day for errands", "Getting things done at home", "Shopping and tidying"),
    Scene.DAY_FREE_TIME: (
        "A free day",
        "Nothing planned, gladly",
        "A slow day off",
        "A day for hobbies",
    ),
    Scene.DAY_REST: ("A day to rest", "Taking it easy", "A quiet day at home"),
}
