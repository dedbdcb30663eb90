"""Benchmarks that an owner can run; they measure the real engine over the real stores."""
