"""`python -m quatuor.server`: the server alone; `quatuor serve` says more and opens more."""

import argparse
from pathlib import Path

from quatuor.server.serving import serve
from quatuor.server.settings import DEFAULT_PORT, Settings, default_db


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m quatuor.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--db", type=Path, default=default_db())
    parser.add_argument("--public-url")
    parser.add_argument("--keep-days", type=int)
    parser.add_argument("--no-limits", action="store_true", help="no rate limits: for a bench or a test")
    given = parser.parse_args()
    serve(
        Settings(
            host=given.host,
            port=given.port,
            db=given.db,
            public_url=given.public_url,
            keep_days=given.keep_days,
            limits=not given.no_limits,
        )
    )


if __name__ == "__main__":
    main()
