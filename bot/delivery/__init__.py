"""Delivery: one lane a chat; what was sent where; answers."""
