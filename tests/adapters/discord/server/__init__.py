"""Our own Discord, held to what the real one does."""
