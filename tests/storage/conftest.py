"""Every store there is, for the one contract that they keep."""

import pytest

from storage.memory import MemoryStore
from storage.store import SqliteStore


@pytest.fixture
def url(tmp_path):
    return f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"


@pytest.fixture
async def sqlite(url):
    store = await SqliteStore.open(url)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "sqlite"])
async def store(request, url):
    store = MemoryStore() if request.param == "memory" else await SqliteStore.open(url)
    yield store
    await store.close()
