"""What is said when somebody asks for all that is kept of them, or wants it erased."""

from core.phrases.model import Line


class PrivacyLine(Line):
    """Written in `privacy.toml`."""

    SURE = "sure"
    """The question before everything is erased."""
    ERASED = "erased"
    """{messages}, {memories}, {places}"""
    NOTHING_LEFT = "nothing-left"
    """After a look through everything; {tables}"""
    STILL_LEFT = "still-left"
    """The same where something was found; {count}, {where}"""
    MENTIONS = "mentions"
    """Others speak of them; {count}"""
    NOT_HERE = "not-here"
    """What is beyond this database."""
    LAST_ANSWER = "last-answer"
    """What stays until this answer is there."""
    STILL_OWNER = "still-owner"
    """To an owner of the settings; {ids}"""
    NOTHING_KEPT = "nothing-kept"
    HERE_IT_IS = "here-it-is"
    """With the file; {messages}, {memories}, {places}"""
    BY_TERMINAL = "by-terminal"
    """Where a messenger has no files; {form}"""
    FORGET_FORM = "forget-form"
    """{form}"""
