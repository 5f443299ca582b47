"""The server of the browser tests: `python serve.py PORT DB`."""

import sys
from pathlib import Path

from quatuor.cli import serving
from quatuor.server import logs
from quatuor.server.claim import real_path
from quatuor.server.settings import Settings

port, db = int(sys.argv[1]), Path(sys.argv[2])
logs.configure(as_json=True)
settings = Settings(db=real_path(db), port=port, limits=False, warm_search=False)
with serving.claimed(settings.db):
    serving.prepare_store(settings.db, lambda *_, **__: None)
    serving.run(settings, serving.listen("127.0.0.1", port, port), lambda: None)
