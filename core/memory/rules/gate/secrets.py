"""Passwords, keys, card numbers: what is never kept."""

import re

from core.memory.rules.wording import WORDINGS, wordings_for
from core.patterns import Pattern

_KEYS = Pattern(
    r"\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{8,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{10,}|\bgithub_pat_\w{10,}"
    r"|\bxox[abprs]-[\w-]{8,}|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}"
    r"|\b\d{6,12}:[A-Za-z0-9_-]{25,}|\bglpat-[\w-]{10,}"
    r"|\bhf_[A-Za-z0-9]{10,}|-----BEGIN [A-Z ]*KEY",
    re.ASCII,
)
_IBAN = Pattern(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
_DIGITS = Pattern(r"(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d.,])")
_RUN = Pattern(r"[\w/+=-]{20,}", re.ASCII)
_TOKEN = Pattern(r"[^\s,;:\"'«»“”„「」()、。은는이가을를]{3,}")
_VALUE = Pattern(r"(?=.*\d)|(?=.*[!@#$%^&*_+=~])|(?=.*[a-z][A-Z])")
_SAID = Pattern(
    r"^[^.!?。]{0,24}?(?:\bis\b|\bare\b|[:=]|\blautet\b|\bist\b|\bheißt\b|\bes\b|\bson\b|—|\best\b|は|은|는|が)\s*"
    r"(?P<rest>.{2,})",
    re.IGNORECASE,
)
_SAFE = Pattern(
    r"\b(?:set|chang\w+|forg\w+|lost|saved|strong|weak|new|secure|manager|hack\w+|stolen|leaked|reset|expired|long|blocked|"
    r"gesetzt|geändert|vergessen|gesperrt|sicher|neu|geklaut|guardad\w+|cambiad\w+|olvidad\w+|robad\w+|segur\w+|nuev\w+|"
    r"изменен\w*|забыт\w*|заблокирован\w*|новы\w+|сложн\w+|украден\w*)\b|変更|忘れ|設定|安全|바꿨|잊|설정|변경|분실",
    re.IGNORECASE,
)
REACH, BEFORE = 70, 30
"""Characters behind and before the name of a secret in which its value is looked for."""


def has_secret(statement: str, evidence: str, language: str | None = None) -> bool:
    """Return whether `statement` tells a secret that it, or its evidence, shows to be one.

    That somebody has or changed a password is none; the password is.
    """
    if _KEYS.search(statement) or _has_long(statement) or _is_iban(statement):
        return True
    if any(_luhn(re.sub(r"\D", "", found)) for found in _DIGITS.findall(statement)):
        return True
    named = _values(statement)
    if named or _names_one(statement, language):
        return True
    return any(value in statement for value in _values(evidence))


def _has_long(text: str) -> bool:
    """Return whether there is a long run of digits, small and capital letters: a token."""
    kinds = (str.isdigit, str.islower, str.isupper)
    return any(
        all(any(is_kind(sign) for sign in run.group()) for is_kind in kinds)
        for run in _RUN.finditer(text)
    )


def _is_iban(text: str) -> bool:
    return any(_checks(found.group().replace(" ", "")) for found in _IBAN.finditer(text))


def _checks(iban: str) -> bool:
    """Return whether the check digits fit, as in ISO 13616."""
    if not 15 <= len(iban) <= 34:
        return False
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97 == 1


def _luhn(digits: str) -> bool:
    """Return whether the last digit checks the others, as on payment cards (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit) * (2 if place % 2 else 1)
        total += number - 9 if number > 9 else number
    return 13 <= len(digits) <= 19 and total % 10 == 0


def _values(text: str) -> set[str]:
    """Return what stands near the name of a secret and looks like its value."""
    found: set[str] = set()
    for table in WORDINGS.values():
        for name in table.secret.finditer(text):
            before = text[max(0, name.start() - BEFORE) : name.start()]
            near = f"{before} {text[name.end() : name.end() + REACH]}"
            found |= {one.strip(".!?…") for one in _TOKEN.findall(near) if _is_value(one)}
    return {one for one in found if len(one) >= 3}


def _is_value(token: str) -> bool:
    bare = token.strip(".!?…")
    if not _VALUE.match(bare):
        return False
    return not re.fullmatch(
        r"(?:19|20)\d\d[^\W\d]{0,2}|\d{1,2}[^\W\d]{0,2}|\d{1,2}[.:/]\d{1,2}(?:[.:/]\d{2,4})?", bare
    )


def _names_one(statement: str, language: str | None) -> bool:
    """Return whether the statement says `the password is …`, in plain words."""
    for table in wordings_for(statement, language):
        for name in table.secret.finditer(statement):
            said = _SAID.match(statement[name.end() :])
            if said is not None and not _SAFE.search(said["rest"]):
                return True
    return False
