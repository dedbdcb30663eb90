"""What every table of config.toml has in common."""

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """One table of config.toml; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)
