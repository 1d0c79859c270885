"""What Alembic runs: every step that is missing, on the connection it was given."""

from alembic import context

from storage.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters a table by writing it anew
)
context.run_migrations()
