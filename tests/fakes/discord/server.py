"""The REST API over HTTP and the gateway beside it: requests in, answers out, trouble between."""

import json
import traceback
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate

from aiohttp import web

from tests.fakes.discord.asks import Ask, File, Handler
from tests.fakes.discord.description import Description, described
from tests.fakes.discord.faults import Faults, Ordered
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.record import Call, Record
from tests.fakes.discord.refusals import DiscordError, no_such_route, unauthorized
from tests.fakes.discord.world import World
from tests.fakes.faults import Trouble
from tests.fakes.line import Line

PREFIX = "/api/v10"
UPLOAD_BYTES = 25 * 1024 * 1024
SECRET = "interaction_token"  # noqa: S105 -- the name of a part of an address


@dataclass
class Server(Line):
    """Answers a bot's requests.

    ``violations`` gathers what no bot should send (and what this stand-in should not answer).
    """

    world: World
    token: str
    gateway: Gateway
    routes: Mapping[str, Handler]
    limits: Limits
    violations: list[str]
    faults: Faults = field(default_factory=Faults)
    calls: Record = field(default_factory=Record)
    description: Description | None = field(default_factory=described)

    def __post_init__(self) -> None:
        self._templates: defaultdict[tuple[str, int], list[tuple[str, list[str]]]]
        self._templates = defaultdict(list)
        for route in self.routes:
            method, _, address = route.partition(" ")
            parts = address.split("/")
            self._templates[method, len(parts)].append((route, parts))
        for found in self._templates.values():
            found.sort(key=lambda one: sum(part.startswith("{") for part in one[1]))

    @property
    def platform(self) -> World:
        """See ``Line``."""
        return self.world

    # --- life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen on loopback: on any free port, after a stop on the one used before."""
        app = web.Application(client_max_size=UPLOAD_BYTES)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/resume", self.gateway.serve)
        app.router.add_route("*", "/{address:.*}", self._handle)
        await self.listen(app)
        self.gateway.port = self.port

    async def stop(self) -> None:
        """Close every connection and listen no more."""
        self.gateway.break_off()
        await super().stop()

    # --- one request --------------------------------------------------------------------------

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        address = request.path.removeprefix(PREFIX)
        route, path = self._matched(request.method, address)
        body, files = await _content(request)
        told = {name: value for name, value in path.items() if name != SECRET}
        call = Call(route, told, body, self.world.clock.now())
        self.calls.add(call)
        ask = Ask(call, path, request.query, body, files)
        fault = self.faults.strike(call)
        if fault is None or fault.trouble.applies:
            await self.carry_out(self._answer(ask, request))
        await self.travel()
        return await self._respond(request, call, fault)

    async def _respond(
        self, request: web.Request, call: Call, fault: Ordered | None
    ) -> web.StreamResponse:
        if fault is None:
            return self._tell(call)
        if fault.trouble is Trouble.SLOW:
            await self.pause(fault.seconds)
            return self._tell(call)
        if fault.trouble is Trouble.REFUSED and fault.refusal is not None:
            self._refuse(call, fault.refusal)
            return self._tell(call)
        call.status = call.answer = None
        return await self.lose(request, fault)

    def _matched(self, method: str, address: str) -> tuple[str, dict[str, str]]:
        """Return the route of an address and the ids in it; without a route, it stands for one."""
        parts = address.split("/")
        for route, template in self._templates[method, len(parts)]:
            path = _fitting(template, parts)
            if path is not None:
                return route, path
        return f"{method} {address}", {}

    async def _answer(self, ask: Ask, request: web.Request) -> None:
        await self.travel()
        call = ask.call
        call.at = self.world.clock.now()
        self._check_request(ask)
        try:
            call.headers = self.limits.spend(call, ask.path)
            call.answer = self._result(ask, request)
            call.status = 204 if call.answer is None else 200
            call.applied = True
            self._check_answer(call, call.status)
        except DiscordError as refusal:
            if refusal.own_fault:
                self._complain(call, f"{call.route}: {refusal.body()}")
            self._refuse(call, refusal)
        except Exception:  # whatever breaks here must fail the test, not the bot
            self._complain(call, f"stand-in: {call.route} broke\n{traceback.format_exc()}")
            self._refuse(call, DiscordError(500, 0, "500: Internal Server Error"))
        finally:
            self.world.touch()

    def _check_request(self, ask: Ask) -> None:
        """Note what the platform's description does not know of a request."""
        call = ask.call
        if self.description is not None and call.route in self.routes:
            for fault in self.description.complaints(call.route, call.path, ask.query, ask.body):
                self._complain(call, fault)

    def _check_answer(self, call: Call, status: int) -> None:
        """Note what the platform's description does not know of this stand-in's own answer."""
        if self.description is not None:
            for fault in self.description.answer_complaints(call.route, status, call.answer):
                self._complain(call, fault)

    def _refuse(self, call: Call, refusal: DiscordError) -> None:
        """Answer with a refusal: a 429 that is none of the rates carries no ``Via``."""
        call.status, call.answer = refusal.status, refusal.body()
        beyond_rates = refusal.status == 429 and "Via" not in refusal.headers
        call.headers = refusal.headers if beyond_rates else {**call.headers, **refusal.headers}

    def _result(self, ask: Ask, request: web.Request) -> object:
        handler = self.routes.get(ask.call.route)
        if handler is None or not request.path.startswith(PREFIX):
            self._complain(ask.call, f"{ask.call.route}: not a route of this stand-in")
            raise no_such_route()
        given = request.headers.get("Authorization")
        known = given == f"Bot {self.token}" and not self.gateway.token_taken
        if SECRET not in ask.path and not known:
            raise unauthorized()
        return handler(ask)

    def _complain(self, call: Call, complaint: str) -> None:
        call.complaints.append(complaint)
        self.violations.append(complaint)

    def _tell(self, call: Call) -> web.Response:
        """Send an answer; libraries read it only if its type is JSON to the letter."""
        headers = {"Date": formatdate(self.world.clock.now(), usegmt=True), **call.headers}
        assert call.status is not None, "whatever was carried out has an answer"
        if call.status == 204:
            return web.Response(status=204, headers=headers)
        body = json.dumps(call.answer).encode()
        return web.Response(
            body=body, status=call.status, content_type="application/json", headers=headers
        )


def _fitting(template: list[str], parts: list[str]) -> dict[str, str] | None:
    path = {}
    for wanted, part in zip(template, parts, strict=True):
        if wanted.startswith("{"):
            path[wanted.strip("{}")] = part
        elif wanted != part:
            return None
    return path


async def _content(request: web.Request) -> tuple[object, dict[str, File]]:
    """Read a body: JSON, or a form whose files stand beside ``payload_json``."""
    if request.content_type == "multipart/form-data":
        return await _form(request)
    text = await request.text()
    if not text:
        return None, {}
    try:
        return json.loads(text), {}
    except ValueError:
        return text, {}


async def _form(request: web.Request) -> tuple[object, dict[str, File]]:
    body: object = {}
    files = {}
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            files[name] = File(value.filename, value.file.read(), value.content_type)
        elif name == "payload_json":
            body = json.loads(value if isinstance(value, str) else bytes(value))
    return body, files
