"""Storage keeps chips, tables and running rounds."""
