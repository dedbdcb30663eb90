"""Talking with memory: the loop, what comes up, and what is kept."""
