"""The command line: what an owner types, and what it answers."""
