"""Budgets, interrupts, and the lock of the interpreter."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import polycty
from long_calls import ENDLESS, LONG, ROWS
from polycty import hcl


def scope():
    return hcl.Scope({"rows": list(range(1000))})


def test_limits():
    with polycty.Budget(steps=100):
        with pytest.raises(polycty.LimitError):
            hcl.evaluate(ROWS, scope())
    assert polycty.Budget.standard().steps == 2**24
    assert polycty.Budget(time=1.5).limits.time == 1.5


def test_cancel_from_another_thread():
    budget = polycty.Budget(steps=float("inf"), bytes=float("inf"))
    timer = threading.Timer(0.1, budget.cancel)
    timer.start()
    with budget, pytest.raises(polycty.CancelledError):
        hcl.evaluate(ROWS, scope())
    assert budget.is_cancelled


def longest_gap(code, names):
    """The longest time, as a share of the call, in which another thread did not run."""
    ticks = []
    running = True

    def tick():
        while running:
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    while not ticks:
        time.sleep(0.001)
    start = time.monotonic()
    try:
        with polycty.Budget(steps=float("inf"), bytes=float("inf"), time=0.3):
            eval(code, names)
        ended = True
    except polycty.LimitError:
        ended = False
    end = time.monotonic()
    running = False
    thread.join()
    during = [start, *(t for t in ticks if start < t < end), end]
    return ended, max(b - a for a, b in zip(during, during[1:])) / (end - start)


@pytest.mark.parametrize("name", [*ENDLESS, *LONG])
def test_other_threads_run_during_a_call(name):
    _, setup, expression = (ENDLESS | LONG)[name]
    names = {"polycty": polycty, "hcl": hcl}
    exec(setup, names)
    code = compile(expression, name, "eval")
    # A call that kept the lock would be one gap each time. A busy machine may not run the
    # other thread during a short call.
    for _ in range(5):
        ended, gap = longest_gap(code, names)
        assert name in LONG or not ended
        if gap < 0.6:
            return
    pytest.fail(f"no other thread ran for {gap:.0%} of the call")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", ENDLESS)
def test_an_interrupt_ends_a_call(name):
    _, setup, expression = ENDLESS[name]
    code = f"""
import os, polycty, signal, threading, time
from polycty import hcl
# A process in the background ignores the signal from its start.
signal.signal(signal.SIGINT, signal.default_int_handler)
{setup}
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    with polycty.Budget(steps=1e30, bytes=1e30, time=1e9):
        {expression}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start < 5)
print(hcl.evaluate("1 + 1"))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "interrupted True\n2\n", found.stderr


def test_an_interrupt_ends_a_call_with_the_standard_budget():
    code = f"""
import os, polycty, signal, threading
from polycty import hcl
signal.signal(signal.SIGINT, signal.default_int_handler)
# The library calls the function, which sends the signal while the call runs.
hcl.evaluate("[send(), {ROWS}]", {{"rows": list(range(1000))}}, {{"send": lambda: os.kill(os.getpid(), signal.SIGINT)}})
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stderr.rstrip().endswith("KeyboardInterrupt"), found.stderr


def test_handlers_of_signals_are_restored():
    before = signal.getsignal(signal.SIGINT)
    hcl.loads("a = 1")
    assert signal.getsignal(signal.SIGINT) is before
    assert os.getpid()
