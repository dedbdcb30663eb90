"""Settings of the language model inside the process."""

from pydantic import BaseModel, ConfigDict, Field


class LocalConfig(BaseModel):
    """How the packaged model runs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    threads: int = Field(
        default=1,
        ge=1,
        description="Threads that compute; on small shared machines one is faster than two.",
    )
    context_tokens: int = Field(
        default=2048, ge=512, le=8192, description="Size of the model's window in tokens."
    )
