"""Write the step from the last schema to the models as they are now, for a developer to read."""

import sys
import tempfile
from functools import partial
from pathlib import Path

from alembic import command

from storage.connections import engine_over, open_file
from storage.migrate import head, migrate, scripts_config


def write_step(subject: str) -> None:
    """Compare the models with a database of the last schema and write what differs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "last.db")
        migrate(f"sqlite:///{file}")
        with engine_over(partial(open_file, file)).begin() as connection:
            config = scripts_config()
            config.attributes["connection"] = connection
            number = f"{int(head()) + 1:04}"
            command.revision(config, subject, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    write_step(" ".join(sys.argv[1:]))
