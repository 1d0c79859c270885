"""What keeps a database from being used, in words for the person who hosts it."""

from bot.ports import StoreFailed


class StorageError(Exception):
    """The database cannot be used as asked; the message is a sentence that says what to do."""


class NotOurDatabase(StorageError):
    """The address or the file behind it is not a database of Croupier."""


class DatabaseNewer(StorageError):
    """A newer Croupier wrote this database; reading it as an old one could lose chips."""


class DatabaseOlder(StorageError):
    """The schema is not the one this Croupier reads: it has to be migrated first."""


class DatabaseInUse(StorageError):
    """Another house deals from this database."""


class FileTaken(StorageError):
    """There is a file where a new one was to be written."""


class WriteFailed(StorageError):
    """Something could not be written; whether it was is not known until it is read again."""


class OutOfOrder(WriteFailed, StoreFailed):
    """The database itself is in trouble: locked by another program, full, broken, gone."""
