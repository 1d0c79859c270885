"""The house: one lock a table; decide, commit, swap, tell. It thinks in no text."""
