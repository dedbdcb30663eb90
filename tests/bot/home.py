"""A folder with settings, as an owner keeps it."""

from pathlib import Path

from bot.config import Settings, load
from bot.settings.faults import Faults

TOKEN = "123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
OTHER_TOKEN = "987654321:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"
DISCORD_TOKEN = "CCCCCCCCCCCCCCCCCCCCCCCC.DDDDDD.EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE"


class Home:
    """A folder with settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "config.toml"
        self.environ: dict[str, str] = {}

    def writes(self, text: str) -> "Home":
        self.file.write_text(text, "utf-8")
        return self

    def hides(self, name: str, text: str) -> "Home":
        (self.folder / "secrets").mkdir(exist_ok=True)
        (self.folder / "secrets" / name).write_text(text, "utf-8")
        return self

    def sets(self, name: str, value: str) -> "Home":
        self.environ[name] = value
        return self

    def settings(self) -> Settings:
        found = load(self.file, self.environ)
        assert isinstance(found, Settings), str(found)
        return found

    def faults(self) -> dict[str, str]:
        found = load(self.file, self.environ)
        assert isinstance(found, Faults)
        return {fault.setting: str(fault) for fault in found.faults}
