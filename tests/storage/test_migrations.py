"""From schema to schema: what is migrated, what is copied first, and what is refused."""

import os
import shutil
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from storage import migrate as migration
from storage.audit import audit
from storage.backup import backup
from storage.connections import database_path, engine_over, open_file, reading
from storage.errors import (
    DatabaseInUse,
    DatabaseNewer,
    DatabaseOlder,
    NotOurDatabase,
    StorageError,
)
from storage.migrate import Migrated, head, migrate, revision_of
from storage.migrations.__main__ import write_step
from storage.models import METADATA
from storage.store import SqliteStore
from tests.fakes.commits import ANN, grant

TODAY = head()
"""The schema of this Croupier; its number counts on, and no test depends on it."""
NEXT = f"{int(TODAY) + 1:04}"
NEXT_STEP = f'''
"""A step of the future."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{TODAY}"


def upgrade() -> None:
    op.create_table("jukebox", sa.Column("song", sa.String()))
    with op.batch_alter_table("account") as account:
        account.add_column(sa.Column("colour", sa.String()))
'''
BROKEN_STEP = NEXT_STEP + '    raise RuntimeError("half-way")\n'
ORPHANING_STEP = NEXT_STEP + '    op.drop_table("transfer")\n'


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """A copy of the migrations, to which a test may add."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(str(files("storage"))) / "migrations", folder)
    config = Config()
    config.set_main_option("script_location", os.fspath(folder))
    monkeypatch.setattr(migration, "scripts_config", lambda: config)
    monkeypatch.setattr("storage.migrations.__main__.scripts_config", lambda: config)
    return folder / "versions"


@pytest.fixture
async def old_url(url):
    """A database of today's schema in which Ann has 1,000 chips."""
    store = await SqliteStore.open(url)
    await store.commit(grant(1_000, ANN))
    await store.close()
    return url


def stamp(url: str, revision: str) -> None:
    with closing(sqlite3.connect(database_path(url), isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])


def tables_of(path: Path) -> set[str]:
    with reading(path).connect() as connection:
        return set(sa.inspect(connection).get_table_names())


# --- the schema -------------------------------------------------------------------------------


def test_migrations_make_what_the_models_say(url):
    migrate(url)
    with reading(database_path(url)).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_migrations_make_the_constraints_that_are_not_compared_otherwise(url, tmp_path):
    migrate(url)
    modelled = tmp_path / "modelled.db"
    METADATA.create_all(engine_over(lambda: open_file(modelled)))

    def not_compared(path: Path) -> dict[str, object]:
        with reading(path).connect() as connection:
            inspector = sa.inspect(connection)
            return {
                name: (
                    inspector.get_check_constraints(name),
                    inspector.get_pk_constraint(name),
                    inspector.get_table_options(name),
                )
                for name in METADATA.tables
            }

    found = not_compared(database_path(url))
    assert found == not_compared(modelled)
    assert "balance >= 0" in str(found["account"])
    assert "sqlite_with_rowid" in str(found["posting"])


def test_a_new_database_has_nothing_to_copy(url, tmp_path):
    assert migrate(url) == Migrated(None, head(), None)
    assert list(tmp_path.glob("*.backup")) == []


def test_a_database_that_is_up_to_date_is_left_alone(old_url, tmp_path):
    before = (tmp_path / "croupier.db").read_bytes()
    assert migrate(old_url) == Migrated(head(), head(), None)
    assert (tmp_path / "croupier.db").read_bytes() == before
    assert list(tmp_path.glob("*.backup")) == []


# --- an older one -----------------------------------------------------------------------------


async def test_an_older_database_is_copied_and_then_migrated(old_url, steps, tmp_path):
    (steps / f"{NEXT}_jukebox.py").write_text(NEXT_STEP)
    store = await SqliteStore.open(old_url)
    copy = tmp_path / f"croupier.db.schema-{TODAY}.backup"
    assert store.migrated == Migrated(TODAY, NEXT, copy)
    assert await store.balances([ANN]) == {ANN: 1_000}
    await store.close()
    assert "jukebox" in tables_of(tmp_path / "croupier.db")
    assert audit(old_url).problems == ()
    assert revision_of(copy) == TODAY
    assert "jukebox" not in tables_of(copy)


def test_a_copy_never_replaces_an_older_copy(old_url, steps, tmp_path):
    (steps / f"{NEXT}_jukebox.py").write_text(NEXT_STEP)
    taken = tmp_path / f"croupier.db.schema-{TODAY}.backup"
    taken.write_text("mine")
    assert migrate(old_url).backup == tmp_path / f"croupier.db.schema-{TODAY}-2.backup"
    assert taken.read_text() == "mine"


def test_a_step_that_fails_leaves_the_database_as_it_was(old_url, steps, tmp_path):
    (steps / f"{NEXT}_jukebox.py").write_text(BROKEN_STEP)
    with pytest.raises(RuntimeError, match="half-way"):
        migrate(old_url)
    assert revision_of(tmp_path / "croupier.db") == TODAY
    assert "jukebox" not in tables_of(tmp_path / "croupier.db")
    (steps / f"{NEXT}_jukebox.py").write_text(NEXT_STEP)
    assert migrate(old_url).after == NEXT


def test_a_step_that_orphans_rows_is_undone(old_url, steps, tmp_path):
    (steps / f"{NEXT}_jukebox.py").write_text(ORPHANING_STEP)
    with pytest.raises(StorageError, match="belong to nothing"):
        migrate(old_url)
    assert revision_of(tmp_path / "croupier.db") == TODAY


async def test_a_running_house_is_not_migrated_under_its_feet(old_url, steps):
    store = await SqliteStore.open(old_url)
    assert migrate(old_url) == Migrated(TODAY, TODAY, None)
    (steps / f"{NEXT}_jukebox.py").write_text(NEXT_STEP)
    with pytest.raises(DatabaseInUse):
        migrate(old_url)
    await store.close()


def test_an_older_database_is_not_audited_before_it_is_migrated(old_url, steps):
    (steps / f"{NEXT}_jukebox.py").write_text(NEXT_STEP)
    with pytest.raises(DatabaseOlder, match="croupier migrate"):
        audit(old_url)


# --- what is refused --------------------------------------------------------------------------


async def test_a_newer_database_is_refused_and_left_as_it_is(old_url):
    stamp(old_url, "0999")
    with pytest.raises(DatabaseNewer, match=r"newer Croupier \(schema 0999"):
        await SqliteStore.open(old_url)
    with pytest.raises(DatabaseNewer):
        migrate(old_url)
    with pytest.raises(DatabaseNewer):
        audit(old_url)
    stamp(old_url, head())
    await (await SqliteStore.open(old_url)).close()


def test_a_newer_database_may_still_be_copied(old_url, tmp_path):
    stamp(old_url, "0999")
    backup(old_url, tmp_path / "copy.db")
    with pytest.raises(DatabaseNewer):
        revision_of(tmp_path / "copy.db")


async def test_the_tables_of_something_else_are_refused(url, tmp_path):
    with closing(sqlite3.connect(tmp_path / "croupier.db")) as connection:
        connection.execute("CREATE TABLE recipe (title TEXT)")
    with pytest.raises(NotOurDatabase, match="something else"):
        await SqliteStore.open(url)
    assert tables_of(tmp_path / "croupier.db") == {"recipe"}


# --- for developers ---------------------------------------------------------------------------


def test_a_new_step_is_written_from_the_models(steps):
    write_step("Keep the cut")
    written = (steps / f"{NEXT}_keep_the_cut.py").read_text()
    assert f"down_revision = '{TODAY}'" in written
    assert "def upgrade() -> None:" in written
