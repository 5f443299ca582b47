"""What all tests share."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# One Chromium per worker, whichever folders its tests are in.
from browser.pages import browser, open_page, playwright  # noqa: F401

# Machines are shared and noisy: no test fails because one of its examples took long.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
