"""Croupier: a dealer for group chats, independent of any platform."""
