"""Run the server by itself: `python -m tests.servers.discord 8082`."""

import argparse
import asyncio

from tests.servers.discord.server import serve_forever

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "port", type=int, nargs="?", default=0, help="0: a free one, printed as JSON"
    )
    asyncio.run(serve_forever(parser.parse_args().port))
