"""What can go wrong between a bot and a platform, on demand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Generic, Protocol, TypeVar


class Trouble(Enum):
    """How a call goes wrong."""

    REFUSED = auto()
    LOST_REQUEST = auto()
    LOST_ANSWER = auto()
    SLOW = auto()
    RESET = auto()
    RESET_AFTER = auto()
    GARBLED = auto()

    @property
    def applies(self) -> bool:
        """Whether the call takes effect all the same."""
        return self in {Trouble.LOST_ANSWER, Trouble.SLOW, Trouble.RESET_AFTER}


class Fallible(Protocol):
    """A call in a record: ``fault`` is the trouble that it met."""

    fault: str


Call = TypeVar("Call", bound=Fallible)
Refusal = TypeVar("Refusal", bound=Exception)


@dataclass(eq=False)
class Fault(Generic[Call, Refusal]):
    """Trouble that waits for calls: ``left`` says for how many, ``None`` for all to come."""

    trouble: Trouble
    fits: Callable[[Call], bool]
    left: int | None
    refusal: Refusal | None = None
    seconds: float = 0.0
    body: str = ""
    status: int = 200
    taken: int = 0

    def lift(self) -> None:
        """End the trouble."""
        self.left = 0


@dataclass
class WaitingFaults(Generic[Call, Refusal]):
    """All trouble that waits; what was asked for first comes first."""

    waiting: list[Fault[Call, Refusal]] = field(default_factory=list)

    def strike(self, call: Call) -> Fault[Call, Refusal] | None:
        """Return the trouble that a call meets, and count it."""
        fault = next((one for one in self.waiting if one.left != 0 and one.fits(call)), None)
        if fault is not None:
            fault.taken += 1
            call.fault = fault.trouble.name.lower()
            if fault.left is not None:
                fault.left -= 1
        return fault

    def _add(self, fault: Fault[Call, Refusal]) -> Fault[Call, Refusal]:
        self.waiting.append(fault)
        return fault
