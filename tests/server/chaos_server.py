"""A process of the chaos: `python chaos_server.py PORT ADDRESS SECONDS`, with a clock that is so many seconds wrong."""

import sys
import time

port, address, wrong = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
right_time = time.time
time.time = lambda: right_time() + wrong

from quatuor.cli import server_process  # noqa: E402
from quatuor.server import logs  # noqa: E402
from quatuor.server.settings import Settings  # noqa: E402

logs.configure(as_json=True)
settings = Settings(db=address, port=port, limits=False, warm_search=False)
server_process.run(settings, server_process.listen("127.0.0.1", port, port), lambda: None)
