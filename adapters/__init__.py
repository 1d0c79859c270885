"""Adapters translate: a platform's updates into requests, messages as data into its calls."""
