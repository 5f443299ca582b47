"""The server of the browser tests: `python serve.py PORT DB`."""

import sys
from pathlib import Path

from quatuor.cli import server_process
from quatuor.server import logs
from quatuor.server.settings import Settings
from quatuor.server.store.file_lock import real_path
from quatuor.server.study import dailies
from quatuor.server.tokens import new_token

port, db = int(sys.argv[1]), Path(sys.argv[2])
logs.configure(as_json=True)
dailies.STRONGEST = "greedy"  # tests do not wait for long searches
token = new_token()
settings = Settings(db=real_path(db), port=port, limits=False, warm_search=False, host_token=token)
with server_process.claimed(settings.db) as claim:
    assert claim is not None
    server_process.prepare_store(settings.db, lambda *_, **__: None)
    listener = server_process.listen("127.0.0.1", port, port)
    # So that the host's commands reach it.
    url = server_process.local_url("127.0.0.1", listener)
    claim.tell(url, url, token)
    server_process.run(settings, listener, lambda: None)
