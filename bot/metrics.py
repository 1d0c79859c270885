"""What ``/metrics`` says, through Prometheus's own library; imported only where somebody asks.

No label holds an id, a name, a card or anything that a person typed: of verbs only those of the
registry are told apart, refusals by their keys, calls and endings by words of ours.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from aiohttp.typedefs import Handler
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.commands import BY_VERB
from bot.delivery.delivery import Backlog
from bot.house.archive import VOIDED
from bot.ports import Commit
from bot.requests import Reply
from bot.supervise import AdapterState, Supervisor

# The library's own switch, for all registries at once: when a counter was made tells nothing here.
disable_created_metrics()  # type: ignore[no-untyped-call]  # it carries no types

OTHER_VERB = "other"
"""What stands for a verb that is none of ours: a person typed it."""

DEALT, SETTLED, ROUND_VOIDED = "dealt", "settled", "voided"

COMMIT_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Bounds to count commits by: a disk takes some milliseconds, a locked database seconds."""


@dataclass(frozen=True, slots=True)
class Described:
    """One metric: its name, the names of its labels, and what it says."""

    name: str
    labels: tuple[str, ...]
    means: str


ROUNDS = Described(
    "croupier_rounds_total", ("step",), f"Rounds that were {DEALT}, {SETTLED} or {ROUND_VOIDED}."
)
COMMANDS = Described(
    "croupier_commands_total",
    ("platform", "verb"),
    f"Commands and presses that the house answered; what is none of ours is {OTHER_VERB}.",
)
REFUSALS = Described(
    "croupier_refusals_total",
    ("platform", "key"),
    "Commands and presses that were refused, by reason.",
)
CALLS = Described(
    "croupier_platform_calls_total",
    ("platform", "call", "ending"),
    "Calls to the platform: post, edit, strip (of buttons) and delete in groups; whisper, rewrite"
    " and retract to one person; answer. By how they ended: done, or later, gone, moved,"
    " unreachable, unknown (sent or not), refused (a fault of ours), failed.",
)
THROTTLED = Described(
    "croupier_platform_throttled_total",
    ("platform",),
    "How often the platform said that it was called too often (429).",
)
COMMITS = Described(
    "croupier_commit_seconds",
    (),
    "How long commits took from being asked for until the disk had them.",
)
LANES = Described(
    "croupier_lanes_waiting", ("platform",), "Chats and people for whom something waits to go out."
)
MESSAGES = Described(
    "croupier_messages_waiting", ("platform",), "Messages, edits and answers that wait to go out."
)
OLDEST = Described(
    "croupier_oldest_message_waiting_seconds",
    ("platform",),
    "How long the oldest of what people wait for has waited.",
)
ADAPTERS = Described(
    "croupier_adapter_state",
    ("platform", "state"),
    f"1 for the state that the adapter is in, 0 for the others: {', '.join(AdapterState)}.",
)

ALL = (ROUNDS, COMMANDS, REFUSALS, CALLS, THROTTLED, COMMITS, LANES, MESSAGES, OLDEST, ADAPTERS)


class Metrics:
    """One bot's metrics (``Meter``), in a registry of their own; ``page`` shows them."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.page: Handler = make_aiohttp_handler(self.registry)
        self._rounds = self._counter(ROUNDS)
        for step in (DEALT, SETTLED, ROUND_VOIDED):
            self._rounds.labels(step)  # a rate needs the 0 before the first one
        self._commands = self._counter(COMMANDS)
        self._refusals = self._counter(REFUSALS)
        self._calls = self._counter(CALLS)
        self._throttled = self._counter(THROTTLED)
        self._commits = Histogram(
            COMMITS.name, COMMITS.means, buckets=COMMIT_SECONDS, registry=self.registry
        )

    def _counter(self, described: Described) -> Counter:
        return Counter(described.name, described.means, described.labels, registry=self.registry)

    def platform(self, name: str) -> "PlatformMetrics":
        """See ``Meter``."""
        return PlatformMetrics(
            name, self._commands, self._refusals, self._calls, self._throttled.labels(name)
        )

    def watch(self, supervisor: Supervisor, backlogs: Mapping[str, Callable[[], Backlog]]) -> None:
        """See ``Meter``; to be called once."""
        self.registry.register(Present(supervisor, backlogs))

    def committed(self, commit: Commit, seconds: float) -> None:
        """Count a commit that is durable (``CommitObserver``)."""
        self._commits.observe(seconds)
        if commit.round is not None:
            self._rounds.labels(DEALT).inc()
        if commit.result is not None:
            voided = commit.result.text == VOIDED
            self._rounds.labels(ROUND_VOIDED if voided else SETTLED).inc()


@dataclass(frozen=True, slots=True)
class PlatformMetrics:
    """The metrics of one platform (``PlatformMeter``)."""

    name: str
    commands: Counter
    refusals: Counter
    calls: Counter
    throttlings: Counter

    def asked(self, verb: str, reply: Reply) -> None:
        """See ``PlatformMeter``."""
        self.commands.labels(self.name, verb if verb in BY_VERB else OTHER_VERB).inc()
        if not reply.accepted:
            self.refusals.labels(self.name, reply.key).inc()

    def called(self, kind: str, ending: str) -> None:
        """See ``PlatformMeter``."""
        self.calls.labels(self.name, kind, ending).inc()

    def throttled(self) -> None:
        """See ``PlatformMeter``."""
        self.throttlings.inc()


@dataclass(frozen=True, slots=True, eq=False)  # a registry keeps it by what it is
class Present(Collector):
    """What is true at the moment of asking: what waits to go out, how the adapters are."""

    supervisor: Supervisor
    backlogs: Mapping[str, Callable[[], Backlog]]

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """See ``Collector``."""
        waiting = {platform: backlog() for platform, backlog in self.backlogs.items()}
        yield _gauge(LANES, (((name,), of.lanes) for name, of in waiting.items()))
        yield _gauge(MESSAGES, (((name,), of.messages) for name, of in waiting.items()))
        yield _gauge(OLDEST, (((name,), of.oldest_seconds) for name, of in waiting.items()))
        healths = [adapter.health for adapter in self.supervisor.adapters]
        yield _gauge(
            ADAPTERS,
            (
                ((health.name.lower(), state.value), float(health.state is state))
                for health in healths
                for state in AdapterState
            ),
        )


def _gauge(
    described: Described, values: Iterable[tuple[tuple[str, ...], float]]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(described.name, described.means, labels=described.labels)
    for labels, value in values:
        family.add_metric(labels, value)
    return family
