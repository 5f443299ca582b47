"""Collections of garbage, which stop the server: the long ones wait until nobody plays."""

import asyncio
from types import SimpleNamespace

import pytest

from quatuor.server import clock, garbage

pytestmark = pytest.mark.sqlite

FEW, MANY = garbage._FEW_TIMES, garbage._MANY_TIMES


@pytest.mark.parametrize(
    ("idle_seconds", "young_collections", "collected"),
    [(0, FEW, False), (0, MANY - 1, False), (0, MANY, True), (60, FEW - 1, False), (60, FEW, True)],
)
def test_a_full_collection_waits_for_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch, idle_seconds: float, young_collections: int, collected: bool
) -> None:
    collections: list[None] = []
    collector = SimpleNamespace(get_count=lambda: (0, young_collections, 0), collect=lambda: collections.append(None))
    monkeypatch.setattr(garbage, "gc", collector)
    monkeypatch.setattr(garbage, "_LOOK_SECONDS", 0)
    changed = clock.steady() - idle_seconds

    async def look_a_few_times() -> None:
        looking = asyncio.create_task(garbage.collect_when_quiet(lambda: changed))
        for _ in range(5):
            await asyncio.sleep(0)
        looking.cancel()

    asyncio.run(look_a_few_times())
    assert bool(collections) == collected
