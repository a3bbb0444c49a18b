"""Budgets, interrupts, and the lock of the interpreter."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import polycty
from polycty import hcl

LONG = "[for a in rows : [for b in rows : [for c in rows : a * b * c]]]"


def scope():
    return hcl.Scope({"rows": list(range(1000))})


def test_limits():
    with polycty.Budget(steps=100):
        with pytest.raises(polycty.LimitError):
            hcl.evaluate(LONG, scope())
    assert polycty.Budget.standard().steps == 2**24
    assert polycty.Budget(time=1.5).limits.time == 1.5


def test_cancel_from_another_thread():
    budget = polycty.Budget(steps=float("inf"), bytes=float("inf"))
    timer = threading.Timer(0.1, budget.cancel)
    timer.start()
    with budget, pytest.raises(polycty.CancelledError):
        hcl.evaluate(LONG, scope())
    assert budget.is_cancelled


def test_other_threads_run_during_a_call():
    ticks = []
    running = True

    def tick():
        while running:
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    with polycty.Budget(steps=float("inf"), bytes=float("inf"), time=0.3):
        with pytest.raises(polycty.LimitError):
            hcl.evaluate(LONG, scope())
    running = False
    thread.join()
    assert len(ticks) > 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("budget", ["polycty.Budget()", "polycty.Budget(steps=1e30, bytes=1e30)"])
@pytest.mark.parametrize("call", [f"hcl.evaluate({LONG!r}, scope)", f"hcl.loads('a = {LONG}', variables=scope)"])
def test_an_interrupt_ends_a_call(budget, call):
    code = f"""
import os, polycty, signal, threading, time
from polycty import hcl
# A process in the background ignores the signal from its start.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
scope = hcl.Scope({{"rows": list(range(1000))}})
try:
    with {budget}:
        while True:
            try:
                {call}
            except polycty.LimitError:
                pass
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start < 5)
print(hcl.evaluate("1 + 1"))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "interrupted True\n2\n", found.stderr


def test_handlers_of_signals_are_restored():
    before = signal.getsignal(signal.SIGINT)
    hcl.loads("a = 1")
    assert signal.getsignal(signal.SIGINT) is before
    assert os.getpid()
