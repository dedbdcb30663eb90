"""The arguments of a tool, as a model wrote them."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

Shape = TypeVar("Shape", bound=BaseModel)


def read_arguments(shape: type[Shape], arguments: str) -> Shape | str:
    """Return the arguments as `shape`, or a text that tells the model what is wrong with them."""
    try:
        return shape.model_validate_json(arguments)
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        return f"error: {'; '.join(faults)}"
