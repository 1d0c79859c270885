"""`GET /health` and `/metrics` on loopback, for whatever watches the bot on the same machine."""

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.health import HealthWatch, Verdict

HOST = "127.0.0.1"

_CLOSE_SECONDS = 0.5


class PortTaken(Exception):
    """The page cannot be opened; the message is one sentence for the admin."""


class HealthPage:
    """Answers 200 while something can be played, 503 while nothing can, with the newest report.

    ``metrics`` answers for them, ``None`` where nothing is counted.
    """

    def __init__(self, watch: HealthWatch, port: int, metrics: Handler | None = None) -> None:
        self._watch = watch
        self._port = port
        app = web.Application()
        app.router.add_get("/health", self._answer)
        if metrics is not None:
            app.router.add_get("/metrics", metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSE_SECONDS)

    async def open(self) -> None:
        """Listen from now on; raises ``PortTaken``."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError as failure:
            await self._runner.cleanup()
            raise PortTaken(f"HEALTH_PORT: {HOST}:{self._port} cannot be used") from failure

    async def close(self) -> None:
        """Listen no more; harmless where it never did."""
        await self._runner.cleanup()

    async def _answer(self, _request: web.Request) -> web.Response:
        newest = self._watch.newest
        if newest is None:
            return web.json_response({"health": "starting"}, status=503)
        unwell = self._watch.stale or newest.verdict is Verdict.UNWELL
        return web.Response(
            text=newest.json(), status=503 if unwell else 200, content_type="application/json"
        )
