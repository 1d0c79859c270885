"""Bring a database to the schema of this Croupier, and tell the ones that cannot be.

Every database carries the revision of its schema. Migrations are found in the installed package.
"""

import itertools
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from storage.backup import copy_database
from storage.connections import database_path, engine_over, open_file, reading
from storage.errors import DatabaseNewer, DatabaseOlder, NotOurDatabase, StorageError
from storage.house_lock import HouseLock


@dataclass(frozen=True, slots=True)
class Migrated:
    """From which revision to which; ``before`` is ``None`` for a new database.

    ``backup`` is the copy that was made first, ``None`` when there was nothing to change or to
    lose.
    """

    before: str | None
    after: str
    backup: Path | None


def migrate(url: str) -> Migrated:
    """Bring the database at ``url`` up to date, creating it where there is none.

    A backup is written beside it first. Raises ``DatabaseInUse`` while a house deals from it and
    there is something to do, ``DatabaseNewer`` when a newer Croupier wrote it, ``NotOurDatabase``.
    """
    path = database_path(url)
    current = revision_of(path)
    if current == head():
        return Migrated(current, current, None)
    with HouseLock(path):
        return migrate_locked(path)


def migrate_locked(path: Path) -> Migrated:
    """Bring a database up to date for who holds its ``HouseLock``; see ``migrate``."""
    before, after = revision_of(path), head()
    if before == after:
        return Migrated(before, after, None)
    backup = _free_name(path, before) if before else None
    if backup is not None:
        copy_database(path, backup)
    # Tables that are written anew would break references half-way; they are checked at the end.
    engine = engine_over(partial(open_file, path, foreign_keys=False), "BEGIN IMMEDIATE")
    try:
        with engine.begin() as connection:
            _upgrade(connection, path)
    except sa.exc.OperationalError as error:
        raise StorageError(f"{path} cannot be written: {error.orig}.") from error
    return Migrated(before, after, backup)


def _upgrade(connection: sa.Connection, path: Path) -> None:
    config = scripts_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StorageError(f"{path} has rows that belong to nothing; it was left as it was.")


def head() -> str:
    """Return the revision that this Croupier reads and writes."""
    return str(_scripts().get_current_head())


def revision_of(path: Path) -> str | None:
    """Return the revision of a database, ``None`` where there is none yet.

    Raises ``DatabaseNewer`` for a revision that is not known here, ``NotOurDatabase``.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    with reading(path).connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        foreign = revision is None and sa.inspect(connection).get_table_names()
    if foreign:
        raise NotOurDatabase(f"{path} holds the tables of something else.")
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision is not None and revision not in known:
        raise DatabaseNewer(
            f"{path} was written by a newer Croupier (schema {revision}, this one knows {head()}). "
            "Update Croupier, or take a backup from before."
        )
    return revision


def check_current(path: Path) -> None:
    """Raise ``DatabaseOlder`` or ``DatabaseNewer`` unless a database has the schema read here."""
    revision = revision_of(path)
    if revision is None:
        raise NotOurDatabase(f"There is no database at {path}.")
    if revision != head():
        raise DatabaseOlder(f"{path} has an older schema ({revision}): run croupier migrate first.")


def scripts_config() -> Config:
    """Return the settings with which Alembic finds the steps in the installed package."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(scripts_config())


def _free_name(path: Path, revision: str) -> Path:
    """Return a name for the backup before a migration that no file has yet."""
    stem = f"{path.name}.schema-{revision}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(free for name in names if not (free := path.with_name(f"{name}.backup")).exists())
