"""Budgets: the limits of calls."""

from __future__ import annotations

from ._arguments import number
from ._record import NamedTuple
from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

_UNLIMITED = 2**64 - 1


class Limits(NamedTuple):
    """The limits of a call: steps of bounded work, bytes held at once, seconds. None: no limit.

    >>> Budget(steps=100, time=0.5).limits.time
    0.5
    """

    steps: Optional[int]
    bytes: Optional[int]
    time: Optional[float]


def _limits(budget: Budget | None) -> Limits:
    data = _native.budget_limits(budget)
    micros = data.microseconds
    return Limits(
        steps=None if data.steps == _UNLIMITED else data.steps,
        bytes=None if data.bytes == _UNLIMITED else data.bytes,
        time=None if micros in (0, _UNLIMITED) else micros / 1e6,
    )


def _bound(name: str, most: float | None, scale: float = 1) -> int:
    if most is None:
        return 0
    if not number(name, most) > 0:
        raise ValueError(f"{name}: expected a positive number, found {most}")
    most *= scale
    # The library reads 0 as the standard limit.
    return _UNLIMITED if most >= _UNLIMITED else max(1, int(most))


@_native.set_class
class Budget(_native.BudgetHandle):
    """The limits of each call in a `with` block.

    >>> import polycty
    >>> with polycty.Budget(steps=1_000_000, time=0.25):
    ...     polycty.hcl.evaluate("1 + 2")
    3
    >>> with polycty.Budget(steps=10_000):
    ...     polycty.hcl.evaluate("[for x in n : [for y in n : x * y]]", {"n": list(range(1000))})
    Traceback (most recent call last):
    polycty.errors.LimitError: ...

    The limits are those of one call: two calls may take twice as long. `time` does not end a function
    of Python that the library calls. A limit that is None is that of :meth:`standard`; `math.inf` is no limit. Any number of threads
    may use a budget at once, and one may cancel it.
    """

    __slots__ = ()

    def __new__(
        cls, *, steps: float | None = None, bytes: float | None = None, time: float | None = None
    ) -> Budget:
        return _native.budget_new(
            {
                "steps": _bound("steps", steps),
                "bytes": _bound("bytes", bytes),
                "microseconds": _bound("time", time, 1e6),
            }
        )

    @staticmethod
    def standard() -> Limits:
        """The limits of a call without a budget."""
        return _limits(None)

    @property
    def limits(self) -> Limits:
        """The limits of this budget."""
        return _limits(self)

    def cancel(self) -> None:
        """Ends the calls that are made in this budget on any thread. Later calls fail."""
        _native.budget_cancel(self)

    @property
    def is_cancelled(self) -> bool:
        """Whether :meth:`cancel` was called."""
        return _native.budget_is_cancelled(self)

    def __enter__(self) -> Budget:
        _native.budget_enter(self)
        return self

    def __exit__(self, *exception: object) -> None:
        _native.budget_leave(self)

    def __repr__(self) -> str:
        bounds = [f"{n}={m}" for n, m in self.limits._asdict().items() if m is not None]
        return f"Budget({', '.join(bounds)})"
