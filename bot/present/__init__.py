"""Presenting: notices and views become messages. Presenters never decide."""
