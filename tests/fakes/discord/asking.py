"""What the bot asks about itself and its guilds, and the commands that it offers."""

from dataclasses import dataclass

from tests.fakes.discord.asks import Ask, Handler
from tests.fakes.discord.commands import Commands
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.guilds import Guild
from tests.fakes.discord.record import SYNC, SYNC_GUILD
from tests.fakes.discord.refusals import DiscordError, Json, malformed, missing_access, unknown
from tests.fakes.discord.world import World

NEW_COMMANDS_PER_DAY = 200


@dataclass
class Asking:
    """Answers what is no message."""

    world: World
    gateway: Gateway
    commands: Commands
    new_commands: int = 0

    def routes(self) -> dict[str, Handler]:
        """Return what this part answers."""
        return {
            "GET /users/@me": self._me,
            "GET /users/@me/guilds": self._guilds,
            "GET /users/{user_id}": self._user,
            "GET /oauth2/applications/@me": self._application,
            "GET /applications/@me": self._application,
            "GET /applications/{application_id}/emojis": self._emojis,
            "GET /gateway": self._gateway,
            "GET /gateway/bot": self._gateway_of_bot,
            "GET /guilds/{guild_id}": self._guild,
            "GET /guilds/{guild_id}/channels": self._channels,
            "GET /guilds/{guild_id}/members/{user_id}": self._member,
            SYNC.replace("PUT", "GET"): self._listed,
            SYNC: self._sync,
            SYNC_GUILD.replace("PUT", "GET"): self._listed,
            SYNC_GUILD: self._sync,
        }

    # --- the bot itself -----------------------------------------------------------------------

    def _me(self, _ask: Ask) -> Json:
        own: Json = {"verified": True, "mfa_enabled": True, "locale": "en-US", "email": None}
        return self.world.bot.json() | own

    def _application(self, _ask: Ask) -> Json:
        owner = next(account for account in self.world.accounts.values() if not account.is_bot)
        return {
            "id": str(self.world.bot.id),
            "name": self.world.application.name,
            "icon": None,
            "description": "",
            "summary": "",
            "type": None,
            "bot": self.world.bot.json(),
            "bot_public": self.world.application.public,
            "bot_require_code_grant": self.world.application.code_grant,
            "verify_key": "0" * 64,
            "owner": owner.json(),
            "team": None,
            "flags": 0,
            "flags_new": "0",
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "approximate_user_authorization_count": 0,
            "hook": True,
            "redirect_uris": [],
            "interactions_endpoint_url": self.world.application.interactions_endpoint_url,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(self._own_guilds()),
            "approximate_user_install_count": len(self.world.installed_by),
            "rpc_origins": [],
            "tags": [],
            "integration_types_config": self.world.application.installs,
        }

    def _emojis(self, ask: Ask) -> Json:
        self._is_own(ask)
        return {"items": list(self.world.application.emojis)}

    def _gateway(self, _ask: Ask) -> Json:
        return {"url": self.gateway.url}

    def _gateway_of_bot(self, ask: Ask) -> Json:
        limit = self.gateway.start_limit()
        return self._gateway(ask) | {"shards": self.gateway.shards, "session_start_limit": limit}

    # --- people and guilds --------------------------------------------------------------------

    def _user(self, ask: Ask) -> Json:
        return self.world.account_named(ask.path["user_id"]).json()

    def _guilds(self, _ask: Ask) -> list[Json]:
        return [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(int(guild.permissions(self.world.bot))),
                "features": [],
            }
            for guild in self._own_guilds()
        ]

    def _own_guilds(self) -> list[Guild]:
        return [guild for guild in self.world.guilds.values() if guild.has_bot]

    def _guild(self, ask: Ask) -> Json:
        return self.world.guild_named(ask.path["guild_id"]).rest_json()

    def _channels(self, ask: Ask) -> list[Json]:
        guild = self.world.guild_named(ask.path["guild_id"])
        return [channel.json() for channel in guild.channels if channel.parent is None]

    def _member(self, ask: Ask) -> Json:
        guild = self.world.guild_named(ask.path["guild_id"])
        member = guild.member(self.world.account_named(ask.path["user_id"]))
        if member is None:
            raise DiscordError(404, 10007, "Unknown Member")
        return member.json()

    # --- commands -----------------------------------------------------------------------------

    def _listed(self, ask: Ask) -> list[Json]:
        return self.commands.listed(self._guild_id(ask))

    def _sync(self, ask: Ask) -> list[Json]:
        guild_id = self._guild_id(ask)
        told = ask.entries
        new = self.commands.new_names(told, guild_id)
        if self.new_commands + new > NEW_COMMANDS_PER_DAY:
            sentence = "Max number of daily application command creates has been reached (200)"
            raise DiscordError(400, 30034, sentence)
        kept = self.commands.overwrite(told, guild_id)
        self.new_commands += new
        return kept

    def _guild_id(self, ask: Ask) -> int | None:
        self._is_own(ask)
        if "guild_id" not in ask.path:
            return None
        return self.world.guild_named(ask.path["guild_id"]).id

    def _is_own(self, ask: Ask) -> None:
        number = ask.path["application_id"]
        if not number.isdigit():
            raise unknown("Application")
        if int(number) != self.world.bot.id:
            raise (
                missing_access()
                if int(number) in self.world.accounts
                else malformed(10002, "Unknown Application", 404)
            )
