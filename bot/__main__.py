"""The command `circadia`."""

import sys

_OURS = ("adapters", "bot", "core")


def main() -> None:
    """Run the command line; without the extra `bot`, tell how to get it."""
    try:
        from bot.cli.app import app
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package in _OURS:
            raise
        sys.stderr.write(
            f"The package {package!r} is missing, which running a companion needs. "
            'Install it with: pip install "circadia[bot]"\n'
        )
        sys.exit(2)
    app()


if __name__ == "__main__":
    main()
