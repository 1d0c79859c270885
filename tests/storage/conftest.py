"""Every store there is, for the one contract that they keep."""

import shutil

import pytest

from storage.connections import database_path
from storage.memory import MemoryStore
from storage.migrate import migrate
from storage.store import SqliteStore


@pytest.fixture(scope="session")
def blank(tmp_path_factory):
    """A database of today's schema with nothing in it."""
    file = tmp_path_factory.mktemp("blank") / "croupier.db"
    migrate(f"sqlite:///{file}")
    return file


@pytest.fixture
def url(tmp_path):
    """Where a test may have its database; nothing is there yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'croupier.db'}"


@pytest.fixture
async def sqlite(blank, url):
    shutil.copy(blank, database_path(url))
    store = await SqliteStore.open(url)
    yield store
    await store.close()


@pytest.fixture(params=["memory", "sqlite"])
def store(request):
    return MemoryStore() if request.param == "memory" else request.getfixturevalue("sqlite")
