"""How long tests wait for what must come."""

PATIENCE_S = 40.0
"""A limit only has to catch a hang: on a busy machine a process takes seconds to start."""
