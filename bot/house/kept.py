"""Answers in the form in which they are kept, and back."""

from bot.ports import StoredAnswer
from bot.requests import Reply


def stored(reply: Reply) -> StoredAnswer:
    """Return a reply in the form that is kept."""
    return StoredAnswer(reply.accepted, reply.key, reply.facts)


def replied(answer: StoredAnswer) -> Reply:
    """Return a kept answer as a reply."""
    return Reply(answer.accepted, answer.key, answer.facts)
