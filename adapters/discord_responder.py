"""One interaction's answer: acknowledged once and in time, private always, by a token not too old.

What an interaction may be answered with depends on what was asked where: ``Asked``. A response can
never become public here: all that is sent carries the flag for one reader, or replaces a message
that only its presser sees, or shows nothing at all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import aiohttp
import discord

from adapters.discord_errors import Code, code_of, is_passing
from adapters.discord_patience import patience
from adapters.discord_text import Written
from adapters.retrying import bounded
from bot.ports import Clock
from bot.trouble import log_failure

log = logging.getLogger(__name__)

TOKEN_SECONDS = 15 * 60
"""How long the token of an interaction can be used (interactions/receiving-and-responding)."""

_TOO_LATE = frozenset(
    {Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.ACKNOWLEDGED, Code.TOKEN_TOO_OLD}
)
"""What is said of an interaction that has its answer, or can get none any more."""

Interaction = discord.Interaction[Any]


class Asked(Enum):
    """Where an interaction comes from, as far as its answer goes."""

    TYPED = auto()  # a slash command: the answer is a message for its writer alone
    QUESTION = auto()  # a button that asks something: likewise
    PRESSED = auto()  # a button of a table or of a private panel: nothing, or a message
    ON_ANSWER = auto()  # a button of an earlier answer of ours, which is replaced


@dataclass
class Responder:
    """Answers one interaction exactly once; a fault on the way is logged and harms nothing else."""

    interaction: Interaction
    asked: Asked
    clock: Clock
    answered: bool = False
    _asked_at: float = field(init=False)
    _acknowledged: bool = False
    _order: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        # Not the time in its id: the platform's clock and ours may be an hour apart.
        self._asked_at = self.clock.now()

    async def acknowledge(self) -> None:
        """Say that the answer takes a moment, unless it was given."""
        async with self._order:
            if self.answered or self._acknowledged:
                return
            self._acknowledged = True
            thinking = self.asked in {Asked.TYPED, Asked.QUESTION}
            response = self.interaction.response
            await self._try(lambda: response.defer(ephemeral=True, thinking=thinking))

    async def show(self, words: Written) -> None:
        """Show something to the asker alone."""
        await self._answer(lambda: self._shown(words))

    async def replace(self, words: Written) -> None:
        """Replace the answer of ours whose button was pressed."""
        await self._answer(lambda: self._replaced(words))

    async def accept(self) -> None:
        """Show nothing: the table and the private panel show what became of it."""
        await self._answer(self._accepted)

    async def _answer(self, work: Callable[[], Awaitable[object]]) -> None:
        async with self._order:
            if self.answered:
                return
            self.answered = True
            if self.clock.now() - self._asked_at >= TOKEN_SECONDS:
                log.info("interaction %s: too old to be answered", self.interaction.id)
                return
            await self._try(work)

    async def _try(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            async with patience():
                await bounded(work, is_passing)
        except Exception as failure:
            code = code_of(failure)
            if code in _TOO_LATE:
                log.info("interaction %s: not answered, code %s", self.interaction.id, code)
            elif isinstance(failure, (discord.HTTPException, aiohttp.ClientError, OSError)):
                kind = type(failure).__name__
                log.warning("interaction %s: not answered, %s %s", self.interaction.id, kind, code)
            else:
                log_failure(log, f"interaction {self.interaction.id} was not answered", failure)

    async def _shown(self, words: Written) -> None:
        interaction, view = self.interaction, words.view() or discord.utils.MISSING
        if not self._acknowledged:
            await interaction.response.send_message(
                words.content, embeds=words.embeds, view=view, ephemeral=True, silent=True
            )
        elif self.asked in {Asked.TYPED, Asked.QUESTION}:
            await self._edited(words)
        else:
            await interaction.followup.send(
                words.content, embeds=words.embeds, view=view, ephemeral=True, silent=True
            )

    async def _replaced(self, words: Written) -> None:
        if self._acknowledged:
            await self._edited(words)
            return
        await self.interaction.response.edit_message(
            content=words.content, embeds=words.embeds, view=words.view()
        )

    async def _edited(self, words: Written) -> None:
        await self.interaction.edit_original_response(
            content=words.content, embeds=words.embeds, view=words.view()
        )

    async def _accepted(self) -> None:
        if not self._acknowledged:
            await self.interaction.response.defer()
