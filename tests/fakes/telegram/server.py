"""The Bot API over HTTP: requests in, answers out, and the trouble between them."""

import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate

from aiohttp import web

from tests.fakes.faults import Trouble
from tests.fakes.line import Line
from tests.fakes.telegram.arguments import Arguments
from tests.fakes.telegram.description import Description, described
from tests.fakes.telegram.faults import Faults, Ordered
from tests.fakes.telegram.record import Call, Record
from tests.fakes.telegram.refusals import BotApiError, Json, no_such_method, unauthorized
from tests.fakes.telegram.updates import ALL_UPDATES
from tests.fakes.telegram.world import World

UPLOAD_BYTES = 50 * 1024 * 1024
SINCE_10_1 = {
    "answerChatJoinRequestQuery",
    "sendChatJoinRequestWebApp",
    "sendRichMessage",
    "sendRichMessageDraft",
    "rich_message",
}
"""Methods and parameters that a server of version 10.0 does not know."""

Method = Callable[[Arguments], object]


@dataclass
class Server(Line):
    """Answers a bot's requests.

    ``violations`` gathers what no bot should send (and what this stand-in should not answer),
    ``ignored`` what a server that is ``too_old`` passed over in silence.
    """

    world: World
    token: str
    methods: Mapping[str, Method]
    faults: Faults = field(default_factory=Faults)
    calls: Record = field(default_factory=Record)
    violations: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    description: Description | None = field(default_factory=described)
    too_old: bool = False

    @property
    def platform(self) -> World:
        """See ``Line``."""
        return self.world

    async def start(self) -> None:
        """Listen on loopback."""
        app = web.Application(client_max_size=UPLOAD_BYTES)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        await self.listen(app)

    # --- one request --------------------------------------------------------------------------

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        arguments = await _arguments(request)
        method = request.match_info["method"]
        chat = self.world.number_of(arguments.text("chat_id"))
        call = Call(method, arguments.readable(), self.world.clock.now(), chat)
        self.calls.append(call)
        if request.match_info["token"] != self.token:
            return self._tell(call, unauthorized().body())
        fault = self.faults.strike(call)
        if fault is None or fault.trouble.applies:
            await self._carry_out(call, arguments)
        await self.travel()
        return await self._respond(request, call, fault)

    async def _carry_out(self, call: Call, arguments: Arguments) -> None:
        """Do what was asked, even if whoever asked hangs up; who polls need not be waited for."""
        if call.method == "getUpdates":
            await self._answer(call, arguments)
        else:
            await self.carry_out(self._answer(call, arguments))

    async def _answer(self, call: Call, arguments: Arguments) -> None:
        await self.travel()
        call.at = self.world.clock.now()
        try:
            result = await self._result(call, self._understood(call, arguments))
        except BotApiError as refusal:
            if refusal.own_fault:
                self._complain(call, [f"{call.method}: {refusal.description}"])
            call.answer = refusal.body()
        except Exception:  # whatever breaks here must fail the test, not the bot
            self._complain(call, [f"stand-in: {call.method} broke\n{traceback.format_exc()}"])
            call.answer = BotApiError(500, "Internal Server Error").body()
        else:
            call.applied = True
            self._check_result(call, result)
            call.answer = {"ok": True, "result": result}
        finally:
            self.world.touch()

    async def _result(self, call: Call, arguments: Arguments) -> object:
        if call.method == "getUpdates":
            return await self.world.updates.poll(
                arguments.number("offset"),
                min(max(arguments.number("limit", 100), 1), 100),
                arguments.number("timeout"),
                _strings(arguments.structure("allowed_updates")),
            )
        if call.method not in self.methods:
            if not self.too_old:
                self._complain(call, [f"{call.method}: not a method of this stand-in"])
            raise no_such_method()
        return self.methods[call.method](arguments)

    # --- what the description says ------------------------------------------------------------

    def _understood(self, call: Call, arguments: Arguments) -> Arguments:
        """Return what the server understands of a request; note what is wrong with it."""
        if self.too_old:
            return self._understood_long_ago(call, arguments)
        if self.description is not None:
            found = self.description.complaints(call.method, arguments.values, arguments.files)
            self._complain(call, found)
        return arguments

    def _understood_long_ago(self, call: Call, arguments: Arguments) -> Arguments:
        unknown = SINCE_10_1 & set(arguments.values)
        if call.method in SINCE_10_1:
            self.ignored.append(call.method)
            raise no_such_method()
        if self.description is not None and self.description.knows(call.method):
            unknown |= set(self.description.unknown(call.method, arguments.values))
        self.ignored += [f"{call.method}.{name}" for name in sorted(unknown)]
        return arguments.without(unknown)

    def _check_result(self, call: Call, result: object) -> None:
        """Hold this stand-in's own answers against the description."""
        if self.description is None or not self.description.knows(call.method):
            return
        kinds = self.description.data["methods"][call.method]["returns"]
        if call.method == "getUpdates" and isinstance(result, list):
            result = [update for update in result if set(update) <= {"update_id", *ALL_UPDATES}]
        found = min((self.description.about(kind, result) for kind in kinds), key=len)
        self._complain(call, [f"stand-in: {complaint}" for complaint in found])

    def _complain(self, call: Call, complaints: list[str]) -> None:
        call.complaints += complaints
        self.violations += complaints

    # --- the answer ---------------------------------------------------------------------------

    async def _respond(
        self, request: web.Request, call: Call, fault: Ordered | None
    ) -> web.StreamResponse:
        if fault is None:
            return self._tell(call, call.answer)
        if fault.trouble is Trouble.SLOW:
            await self.pause(fault.seconds)
            return self._tell(call, call.answer)
        if fault.trouble is Trouble.REFUSED and fault.refusal is not None:
            return self._tell(call, fault.refusal.body())
        call.answer = None
        return await self.lose(request, fault)

    def _tell(self, call: Call, body: Json | None) -> web.Response:
        """Send an answer, dated by the platform's clock."""
        assert body is not None, "whatever was carried out has an answer"
        call.answer = body
        call.status = 200 if body["ok"] else body["error_code"]
        date = formatdate(self.world.clock.now(), usegmt=True)
        return web.json_response(body, status=call.status, headers={"Date": date})


async def _arguments(request: web.Request) -> Arguments:
    """Read parameters wherever the Bot API takes them: query, JSON, form, multipart."""
    values: dict[str, object] = dict(request.query)
    files: dict[str, bytes] = {}
    if request.content_type == "application/json":
        body = json.loads(await request.text() or "{}")
        values |= body if isinstance(body, dict) else {}
        return Arguments(values)
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            files[name] = value.file.read()
        else:
            values[name] = value.decode() if isinstance(value, bytes | bytearray) else value
    return Arguments(values, files)


def _strings(value: object) -> list[str] | None:
    return [str(one) for one in value] if isinstance(value, list) else None
